"""h5py and zarr write arrays of devices where host conversion is allowed."""

import h5py
import numpy
import pytest
import zarr

import dpctl.tensor as dpt
import dpnp

VALUES = numpy.arange(24.0).reshape(4, 6)


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_h5py(tmp_path, module, allowed):
    x = module.asarray(VALUES)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["x"] = x
        packed = file.create_dataset("y", data=x[:, ::2], chunks=(2, 3), compression="gzip")
        file["x"][0] = x[1]
        file["x"].attrs["row"] = x[0]
        assert numpy.array_equal(packed[...], VALUES[:, ::2]) and numpy.array_equal(file["x"].attrs["row"], VALUES[0])
        back = module.asarray(file["x"][...])
        assert numpy.array_equal(module.asnumpy(back[0]), VALUES[1])


def test_zarr(tmp_path, allowed):
    x = dpnp.asarray(VALUES)
    array = zarr.create_array(tmp_path / "a", shape=(4, 6), chunks=(2, 3), dtype="f8")
    array[...] = x
    array[0] = x[1]
    assert numpy.array_equal(array[...][:2], VALUES[[1, 1]])
    assert numpy.array_equal(zarr.create_array(tmp_path / "b", data=x[:, ::2])[...], VALUES[:, ::2])
    zarr.save(tmp_path / "c.zarr", x)
    assert numpy.array_equal(dpnp.asarray(zarr.load(tmp_path / "c.zarr")).asnumpy(), VALUES)
    y = dpt.asarray(VALUES)  # zarr calls ravel(), which arrays of the standard do not have
    array[...] = numpy.asarray(y)
    assert numpy.array_equal(array[...], VALUES)


def test_without_conversion_the_error_names_the_switch(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file, pytest.raises(TypeError, match="opendpex.host_conversion"):
        file["x"] = dpnp.ones(3)
