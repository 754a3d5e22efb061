"""xarray: labelled arrays over arrays of devices, which stay there; to_numpy and plot convert."""

import matplotlib.pyplot as plt
import numpy
import pytest
import xarray

import dpctl.tensor as dpt
import dpnp

VALUES = numpy.arange(24.0).reshape(4, 6)
# In the array API; the others call functions that NumPy has beyond it.
STANDARD = {
    "sum": lambda a: a.sum("a"),  "arithmetic": lambda a: a * 2 + a / 3,
    "broadcasting": lambda a: a + a.isel(b=0), "isel": lambda a: a.isel(a=slice(0, 2)), "sel": lambda a: a.sel(a=2), "where": lambda a: a.where(a > 3),
    "transpose": lambda a: a.transpose("b", "a"), "concat": lambda a: xarray.concat([a, a], "a"),
    "apply_ufunc": lambda a: xarray.apply_ufunc(lambda v: v * 2, a),   "diff": lambda a: a.diff("a"),
    "isnull": lambda a: a.isnull(), "stack": lambda a: a.stack(z=("a", "b")), "astype": lambda a: a.astype("f4"), "clip": lambda a: a.clip(1, 3),
    "roll": lambda a: a.roll(a=1),
}  # fmt: skip
NUMPYS = {
    "cumsum": lambda a: a.cumsum("a"), "dot": lambda a: a.dot(a), "prod": lambda a: a.prod("a"), "std": lambda a: a.std("b"), "mean": lambda a: a.mean(), "groupby": lambda a: a.groupby("a").mean(), "coarsen": lambda a: a.coarsen(a=2).mean(), "dataset": lambda a: xarray.Dataset({"q": a}).mean()["q"],
    "ufunc": lambda a: numpy.sin(a), "quantile": lambda a: a.quantile(0.5, "a"), "rolling": lambda a: a.rolling(a=2).mean(), "shift": lambda a: a.shift(a=1), "pad": lambda a: a.pad(a=1), "median": lambda a: a.median("a"),
}  # fmt: skip


def labelled(x):
    return xarray.DataArray(x, dims=("a", "b"), coords={"a": numpy.arange(4)})


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_operations_stay_on_the_device(module):
    for name, call in {**STANDARD, **(NUMPYS if module is dpnp else {})}.items():
        found, expected = call(labelled(module.asarray(VALUES))), call(labelled(VALUES))
        assert type(found.data) is type(module.ones(1)) and found.dims == expected.dims, name
        numpy.testing.assert_allclose(module.asnumpy(found.data), expected.data, 1e-12, err_msg=name)


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_conversion_and_drawing(module, allowed):
    a = labelled(module.asarray(VALUES))
    assert type(a.to_numpy()) is numpy.ndarray and numpy.array_equal(a.values, VALUES)
    assert type(a.as_numpy().data) is numpy.ndarray and a.to_pandas().shape == (4, 6)
    a.plot()
    a.isel(a=0).plot()
    plt.close("all")
    assert "DataArray" in a._repr_html_()


def test_without_conversion_the_error_names_the_switch():
    with pytest.raises(TypeError, match="opendpex.host_conversion"):
        labelled(dpnp.asarray(VALUES)).to_numpy()
