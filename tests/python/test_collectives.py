"""opendpex.collectives: between simulated devices and parts of the CPU by copies, between CUDA devices by a stand-in for NCCL."""

import os

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
from opendpex.collectives import allreduce, broadcast, uses_nccl

LIBRARY = os.environ.get("DPEX_TEST_FAKE_CUDA", "")
needs_stand_in = pytest.mark.skipif(not os.path.exists(LIBRARY), reason="DPEX_TEST_FAKE_CUDA names no built stand-in")
modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
REDUCTIONS = {"sum": numpy.add, "prod": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}


@pytest.fixture
def queues(device):
    """A queue of the device, and of what it can be split into."""
    for partition in (1, "next_partitionable"):
        try:
            return [dpctl.SyclQueue(device), *map(dpctl.SyclQueue, device.create_sub_devices(partition=partition)[:3])]
        except dpctl.SyclSubDeviceCreationError:
            pass
    return [dpctl.SyclQueue(device), dpctl.SyclQueue(device)]


def values(n_arrays, shape, dtype):
    numbers = numpy.random.default_rng(0).integers(0, 2 if dtype == "bool" else 4, (n_arrays, *shape))
    return numbers.astype(dtype)


@modules
@pytest.mark.parametrize("shape", [(), (0, 3), (5,), (3, 7), (200, 301)])
def test_allreduce_by_copies(queues, module, shape):
    for dtype in ("bool", "int16", "int64", "float32", "complex64"):
        for op, reduction in REDUCTIONS.items():
            if dtype == "complex64" and op in ("max", "min"):
                continue
            host = values(len(queues), shape, dtype)
            arrays = [module.asarray(x, sycl_queue=q) for x, q in zip(host, queues)]
            results = allreduce(arrays, op)
            expected = reduction.reduce(host, dtype=dtype)
            for result, x, queue in zip(results, arrays, queues):
                assert type(result) is type(x) and result.sycl_queue == queue and result.dtype == dtype
                assert numpy.allclose(module.asnumpy(result), expected)
            assert all(numpy.array_equal(module.asnumpy(x), a) for x, a in zip(arrays, host))


def test_all_devices_get_the_same_bits(queues):
    host = numpy.random.default_rng(0).normal(size=(len(queues), 50_000)).astype("f4")
    results = allreduce([dpnp.asarray(x, sycl_queue=q) for x, q in zip(host, queues)])
    expected = host[0]
    for x in host[1:]:
        expected = expected + x
    assert all(numpy.array_equal(x.asnumpy(), expected) for x in results)


def test_in_place_and_other_layouts(queues):
    for layout in (lambda x: x, lambda x: x.T, lambda x: x[:, ::2], lambda x: x[::-1]):
        host = values(len(queues), (160, 200), "f4")
        arrays = [layout(dpnp.asarray(x, sycl_queue=q)) for x, q in zip(host, queues)]
        assert allreduce(arrays, out=arrays)[0] is arrays[0]
        expected = layout(host.sum(axis=0))
        assert all(numpy.array_equal(x.asnumpy(), expected) for x in arrays)


@modules
def test_broadcast_by_copies(queues, module):
    x = module.asarray(numpy.arange(6, dtype="f4").reshape(2, 3), sycl_queue=queues[0])
    copies = broadcast(x, queues)
    assert copies[0] is x
    for copy, queue in zip(copies, queues):
        assert type(copy) is type(x) and copy.sycl_queue == queue
        assert numpy.array_equal(module.asnumpy(copy), module.asnumpy(x))
    (other,) = broadcast(x, [queues[0].sycl_device])
    assert other.sycl_device == queues[0].sycl_device


def test_wrong_arguments(queues):
    x, y = (dpnp.ones(3, dtype="f4", sycl_queue=q) for q in queues[:2])
    for call, error in (
        (lambda: allreduce([]), ValueError),
        (lambda: allreduce([x, numpy.ones(3)]), TypeError),
        (lambda: allreduce([x, y[:2]]), ValueError),
        (lambda: allreduce([x, y.astype("i4")]), ValueError),
        (lambda: allreduce([x, y], "mean"), ValueError),
        (lambda: allreduce([x.astype("c8"), y.astype("c8")], "max"), TypeError),
        (lambda: allreduce([x, y], out=[x]), ValueError),
        (lambda: allreduce([x, y], out=[y, x]), ValueError),
        (lambda: broadcast(numpy.ones(3), queues), TypeError),
        (lambda: broadcast(x, [3]), TypeError),
    ):
        with pytest.raises(error):
            call()
    assert not uses_nccl([x, y]) or x.sycl_device.backend.name == "cuda"


def test_between_simulated_devices(run):
    """Their memory cannot be read by the host, nor by each other's kernels."""
    program = """
import numpy, dpctl, dpnp
from opendpex.collectives import allreduce, broadcast
gpus = dpctl.get_devices(device_type="gpu")
assert len(gpus) == 4
host = numpy.random.default_rng(0).normal(size=(4, 100_003))
results = allreduce([dpnp.asarray(x, device=gpu) for x, gpu in zip(host, gpus)])
assert [x.sycl_device for x in results] == gpus
for x in results:
    assert numpy.array_equal(x.asnumpy(), host[0] + host[1] + host[2] + host[3])
copies = broadcast(dpnp.asarray(host[0], device=gpus[2]), gpus)
assert [x.sycl_device for x in copies] == gpus and all(numpy.array_equal(x.asnumpy(), host[0]) for x in copies)
"""
    run(program, DPEX_SIMULATE="gpu:4")


NCCL_PROGRAM = f"""
import ctypes, os
from opendpex import _core
_core._set_cuda_library({LIBRARY!r})
import numpy, dpctl, dpctl.tensor as dpt
from opendpex import _nccl
from opendpex.collectives import allreduce, uses_nccl
gpus = dpctl.get_devices("cuda")
assert len(gpus) == 2 and [gpu._cuda_ordinal() for gpu in gpus] == [0, 1]
"""


@needs_stand_in
def test_nccl_between_cuda_devices(run):
    program = (
        NCCL_PROGRAM
        + """
count = _nccl._library().fake_nccl_count_groups
for dtype in ("int64", "float32", "float64", "complex128"):
    host = numpy.random.default_rng(0).integers(1, 9, (2, 3, 5)).astype(dtype)
    for op, reduction in (("sum", numpy.add), ("prod", numpy.multiply), ("max", numpy.maximum), ("min", numpy.minimum)):
        if dtype == "complex128" and op != "sum":
            continue
        arrays = [dpt.asarray(x, device=gpu) for x, gpu in zip(host, gpus)]
        assert uses_nccl(arrays)
        before = count()
        results = allreduce(arrays, op)
        assert count() == before + 1
        for result, gpu in zip(results, gpus):
            assert result.sycl_device == gpu and numpy.array_equal(dpt.asnumpy(result), reduction.reduce(host)), (dtype, op)
        assert allreduce(arrays, op, out=arrays)[1] is arrays[1]
        assert numpy.array_equal(dpt.asnumpy(arrays[0]), reduction.reduce(host))
arrays = [dpt.asarray(numpy.arange(3.0) * (i == 1), device=gpu) for i, gpu in enumerate(gpus)]
assert _nccl.broadcast(arrays, 1) and dpt.asnumpy(arrays[0]).tolist() == [0, 1, 2]
assert not uses_nccl([dpt.empty(3, dtype="i2", device=gpu) for gpu in gpus][:1])
assert not _nccl.takes([dpt.empty((4, 4), device=gpu)[:, ::2] for gpu in gpus])
assert not _nccl.takes([dpt.empty(3, device=gpus[0]), dpt.empty(3, device=gpus[0])])
try:  # the stand-in knows three dtypes
    allreduce([dpt.asarray(numpy.zeros(3, "f2"), device=gpu) for gpu in gpus])
except RuntimeError as error:
    assert "NCCL" in str(error)
else:
    raise AssertionError
"""
    )
    run(program, CUDA_PATH=os.path.dirname(os.path.dirname(LIBRARY)))


@needs_stand_in
def test_nccl_is_not_needed(run):
    program = NCCL_PROGRAM + "assert not uses_nccl([dpt.empty(3, device=gpu) for gpu in gpus])"
    run(program, CUDA_PATH=os.path.dirname(os.path.dirname(LIBRARY)), DPEX_VENDOR_LIBRARIES="0")
