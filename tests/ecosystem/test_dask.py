"""Dask: the array backend, random numbers, storing, serializers and a cluster with a worker per device."""

import os

import dask
import dask.array as da
import numpy
import pytest
from distributed import Client
from distributed.protocol import deserialize, serialize

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex
import opendpex.dask

modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])


@pytest.fixture
def backend():
    with dask.config.set({"array.backend": "dpnp", "scheduler": "synchronous"}):
        yield


def test_creation(backend):
    for made, expected in (
        (da.ones((4, 6), chunks=(2, 3)), numpy.ones((4, 6))),
        (da.zeros((4, 6), chunks=2, dtype="f4"), numpy.zeros((4, 6), "f4")),
        (da.full((4,), 3.5), numpy.full(4, 3.5)),
        (da.arange(10, chunks=3), numpy.arange(10)),
        (da.ones_like(da.ones(3)), numpy.ones(3)),
        (da.from_array(numpy.arange(4.0), chunks=2).to_backend("dpnp"), numpy.arange(4.0)),
    ):
        found = made.compute()
        assert type(made._meta) is type(found) is dpnp.ndarray
        assert found.dtype == expected.dtype and numpy.array_equal(found.asnumpy(), expected)
    assert da.empty((2, 3)).compute().shape == (2, 3)
    assert da.ones(3).to_backend("dpnp").compute().sum() == 3


def test_random_numbers(backend):
    for call in (
        lambda rng: rng.normal(size=(6, 4), chunks=(3, 2)),
        lambda rng: rng.random(5, chunks=2),
        lambda rng: rng.integers(0, 10, size=7, chunks=3),
        lambda rng: rng.choice(5, size=4),
        lambda rng: rng.poisson(3.0, size=6),
    ):
        first, again = (call(da.random.default_rng(3)).compute() for _ in range(2))
        assert type(first) is dpnp.ndarray and bool((first == again).all())
        assert bool((call(da.random.default_rng(4)).compute() != first).any())
    chunks = da.random.default_rng(0).random(1000, chunks=250).compute()
    assert len(dpnp.unique(chunks)) == 1000  # no chunk repeats another one
    assert type(da.random.RandomState(1).normal(size=3).compute()) is dpnp.ndarray
    own = da.random.default_rng(dpnp.random.default_rng(5)).random(5, chunks=2).compute()
    assert type(own) is dpnp.ndarray


def test_uniform_numbers_are_numpys(backend):
    ours = da.random.default_rng(3).random(20, chunks=7).compute()
    with dask.config.set({"array.backend": "numpy"}):
        assert numpy.array_equal(ours.asnumpy(), da.random.default_rng(3).random(20, chunks=7).compute())


def test_store_into_numpy(backend):
    d, target = da.arange(24, chunks=5) * 2, numpy.zeros(24)
    with pytest.raises(TypeError, match="opendpex.host_conversion"):
        da.store(d, target)
    opendpex.dask.store(d, target)
    assert numpy.array_equal(target, numpy.arange(24) * 2)
    others = [numpy.zeros(24), numpy.zeros(24)]
    opendpex.dask.store([d, d + 1], others)
    assert numpy.array_equal(others[1], target + 1)
    with opendpex.host_conversion("allow", everywhere=True):
        da.store(d + 2, target, scheduler="threads")
    assert numpy.array_equal(target, numpy.arange(24) * 2 + 2)
    assert type(d.to_backend("numpy").compute()) is numpy.ndarray


def test_functions_that_combine_chunks_by_numpy(backend):
    x = da.arange(10, chunks=4)
    with opendpex.host_conversion("allow", everywhere=True):
        assert da.isin(x, dpnp.asarray([1, 2])).compute().sum() == 2
        assert da.argtopk(x, 2).compute().tolist() == [9, 8]
        assert da.nonzero(x)[0].compute().tolist() == list(range(1, 10))


# ---- serializers ----------------------------------------------------------------------------------------------------

LAYOUTS = [lambda x: x, lambda x: x.T, lambda x: x[:, ::2], lambda x: x[0, 0], lambda x: x[:0], lambda x: x[::-1]]


@modules
@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_serializers(module, usm_type):
    for dtype in ("bool", "i2", "f4", "f8", "c16"):
        base = module.asarray(numpy.arange(12).reshape(3, 4).astype(dtype), usm_type=usm_type)
        for layout in LAYOUTS:
            x = layout(base)
            header, frames = serialize(x, serializers=("cuda", "dask", "pickle"))
            assert header["serializer"] == "dask"
            y = deserialize(header, [bytes(frame) for frame in frames])
            assert type(y) is type(x) and y.dtype == x.dtype and y.usm_type == usm_type and y.shape == x.shape
            assert numpy.array_equal(module.asnumpy(y), module.asnumpy(x))
            if not x.size or not x.ndim:
                continue
            parts = [bytes(frames[0])[:7], bytes(frames[0])[7:]]  # communications may split frames
            assert numpy.array_equal(module.asnumpy(deserialize(header, parts)), module.asnumpy(x))


def test_frames_share_memory_that_the_host_sees():
    x = dpnp.arange(1000.0, device="cpu")
    _, (frame,) = serialize(x)
    assert numpy.frombuffer(frame, "f8").__array_interface__["data"][0] == x._pointer


def test_frames_of_device_memory():
    """Memory of the host stands for that of a CUDA device in what reads the CUDA array interface."""
    from opendpex.dask._serialize import array_of_frame

    class Frame:
        def __init__(self, values):
            self.values = values
            interface = values.__array_interface__
            self.__cuda_array_interface__ = {
                "shape": values.shape,
                "typestr": values.dtype.str,
                "data": interface["data"],
            }

    values = numpy.arange(24.0)
    frame = array_of_frame(Frame(values), device_type=1)
    assert frame._pointer == values.ctypes.data and frame.shape == (192,)
    del values
    assert numpy.array_equal(dpnp.asarray(frame).view("f8").asnumpy(), numpy.arange(24.0))
    assert array_of_frame(Frame(numpy.empty(0)), device_type=1).shape == (0,)
    assert array_of_frame(frame) is frame


FRAMES_ON_CUDA = """
import os
from opendpex import _core
_core._set_cuda_library(os.environ["DPEX_TEST_FAKE_CUDA"])
import numpy, dpctl, dpctl.tensor as dpt, dpnp
from distributed.protocol import serialize, deserialize


class Frame:  # of UCX: memory that shows itself by the CUDA array interface alone
    def __init__(self, x):
        self.x, self.__cuda_array_interface__ = x, x.__cuda_array_interface__


gpu = dpctl.get_devices("cuda")[0]
values = numpy.arange(12.0).reshape(3, 4)
for xp in (dpnp, dpt):
    for x in (xp.asarray(values, device=gpu), xp.asarray(values, device=gpu).T, xp.asarray(values[:0], device=gpu)):
        header, frames = serialize(x, serializers=("cuda", "dask"))
        assert header["serializer"] == "cuda"
        y = deserialize(header, frames)
        assert type(y) is type(x) and y.sycl_device == gpu and numpy.array_equal(xp.asnumpy(y), xp.asnumpy(x))
        y = deserialize(header, [Frame(frame) for frame in frames])
        assert type(y) is type(x) and numpy.array_equal(xp.asnumpy(y), xp.asnumpy(x))
        header, frames = serialize(x, serializers=("dask",))
        assert numpy.array_equal(xp.asnumpy(deserialize(header, frames)), xp.asnumpy(x))
"""


@pytest.mark.skipif(
    not os.path.exists(os.environ.get("DPEX_TEST_FAKE_CUDA", "")), reason="DPEX_TEST_FAKE_CUDA names no built stand-in"
)
def test_device_frames_on_the_stand_in_for_cuda(run):
    run(FRAMES_ON_CUDA)


@pytest.mark.skipif(not dpctl.get_devices(backend="cuda"), reason="there is no NVIDIA GPU")
@modules
def test_device_frames_on_cuda(module):
    for layout in LAYOUTS:
        x = layout(module.asarray(numpy.arange(12.0).reshape(3, 4), device="cuda"))
        header, frames = serialize(x, serializers=("cuda", "dask"))
        assert header["serializer"] == "cuda"
        y = deserialize(header, frames)
        assert type(y) is type(x) and numpy.array_equal(module.asnumpy(y), module.asnumpy(x))


# ---- the cluster ----------------------------------------------------------------------------------------------------


def seen_by_worker():
    import os

    device = dpctl.select_default_device()
    return device.name, device.max_compute_units, len(os.sched_getaffinity(0)), len(dpctl.get_devices())


def test_cluster_on_parts_of_the_cpu():
    cpu = dpctl.select_cpu_device()
    if cpu.max_compute_units < 2:
        pytest.skip("one CPU cannot be split")
    with opendpex.dask.local_cluster(2) as cluster, Client(cluster) as client:
        assert sorted(cluster.workers) == sorted(
            part._describe() for part in cpu.create_sub_devices(partition=cpu.max_compute_units // 2)[:2]
        )
        half = cpu.max_compute_units // 2
        assert set(client.run(seen_by_worker).values()) == {(cpu.name, half, half, 1)}
        with dask.config.set({"array.backend": "dpnp"}):
            x = da.random.default_rng(0).normal(size=(2000, 20), chunks=(500, 20))
            gram = (x.T @ x).compute()
            assert type(gram) is dpnp.ndarray
            on_host = numpy.asarray(x.to_backend("numpy").compute())
            assert numpy.allclose(gram.asnumpy(), on_host.T @ on_host)
            _, s, _ = da.linalg.svd(x)
            assert numpy.allclose(s.compute().asnumpy(), numpy.linalg.svd(on_host, compute_uv=False))


def test_cluster_of_simulated_gpus(run):
    print(
        run(
            """
import dask.array as da, dask, dpctl, dpnp, opendpex.dask
from distributed import Client

def seen():
    return [d.filter_string for d in dpctl.get_devices()], dpctl.select_default_device().device_type.name

if __name__ == "__main__":
    with opendpex.dask.local_cluster("gpu") as cluster, Client(cluster) as client:
        assert sorted(cluster.workers) == ["level_zero:gpu:0", "level_zero:gpu:1"], cluster.workers
        assert all(found == (["level_zero:gpu:0"], "gpu") for found in client.run(seen).values())
        with dask.config.set({"array.backend": "dpnp"}):
            x = da.arange(1000, chunks=100, dtype="f8")
            assert float((x * 2).sum().compute()) == 999000
""",
            DPEX_SIMULATE="gpu:2",
        )
    )


def test_wrong_devices():
    for wrong, text in ((0, "cannot be split"), (10**6, "cannot be split"), ("fpga", "no device"), ([], "no device")):
        with pytest.raises(ValueError, match=text):
            opendpex.dask.local_cluster(wrong)


def test_example_of_pca(run, examples, tmp_path):
    out = run(
        examples / "dask" / "pca.py", "--rows", "20000", "--workers", "1,2", "--picture", str(tmp_path / "scaling.png")
    )
    assert "explained" in out and (tmp_path / "scaling.png").stat().st_size > 1000
