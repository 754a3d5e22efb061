"""DLPack in both directions."""

import gc
import itertools
import time
import weakref

import numpy as np
import pytest
from dlpack_producer import HandMade, Managed, Versioned
from tensor_helpers import DTYPES, LAYOUTS, PREAMBLE, assert_same, host, pair

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex
from dpctl.tensor import DLDeviceType
from opendpex import _core

CPU = (DLDeviceType.kDLCPU, 0)

pytestmark = pytest.mark.skipif(not dpctl.has_cpu_devices(), reason="host memory is exchanged with the CPU device")


def on_cpu(a):
    return dpt.asarray(a, device="cpu")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_shares_our_memory(dtype, layout):
    a, _ = pair(layout, dtype)
    x = on_cpu(a)
    seen = np.from_dlpack(x)
    np.testing.assert_array_equal(seen, a)
    assert seen.dtype == a.dtype
    if a.size:
        assert seen.__array_interface__["data"][0] == x._pointer
        x[...] = 1
        x.sycl_queue.wait()
        assert np.all(seen == 1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_we_share_numpys_memory(dtype, layout):
    a = np.asarray(pair(layout, dtype)[0])
    x = dpt.from_dlpack(a)
    assert_same(x, a)
    assert x.usm_type == "host" and x.sycl_device.is_cpu
    if a.size:
        assert x._pointer == a.__array_interface__["data"][0]
        x[...] = 1
        x.sycl_queue.wait()
        assert np.all(a == 1)


def test_imported_memory_outlives_its_producer():
    a = np.arange(1000.0)
    view = dpt.from_dlpack(a)[10:]
    del a
    gc.collect()
    assert_same(view + 0, np.arange(10, 1000.0))


def test_exported_memory_outlives_its_array():
    x = on_cpu(np.arange(1000.0))
    seen = np.from_dlpack(x)
    del x
    gc.collect()
    on_cpu(np.zeros(1000))
    np.testing.assert_array_equal(seen, np.arange(1000.0))


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_our_own_memory_keeps_its_kind_and_address(usm_type):
    x = dpt.asarray(np.arange(5), device="cpu", usm_type=usm_type)
    for back in (dpt.from_dlpack(x), dpt.from_dlpack(np.from_dlpack(x))):
        assert back.usm_type == usm_type and back._pointer == x._pointer and back.sycl_device == x.sycl_device


def test_capsule_names_and_single_use():
    x = on_cpu(np.arange(3))
    assert '"dltensor"' in repr(x.__dlpack__()) and '"dltensor"' in repr(x.__dlpack__(max_version=(0, 8)))
    capsule = x.__dlpack__(max_version=(1, 1))
    assert '"dltensor_versioned"' in repr(capsule)
    assert_same(_core.array_from_dlpack_capsule(capsule), np.arange(3))
    assert "used_dltensor_versioned" in repr(capsule)
    for used in (capsule, object(), x):
        with pytest.raises(ValueError):
            _core.array_from_dlpack_capsule(used)


def test_pending_work_is_done_before_the_export():
    x = on_cpu(np.ones(2_000_000))
    for _ in range(5):
        x = x + x
    assert np.from_dlpack(x)[[0, -1]].tolist() == [32, 32]


def test_read_only_arrays():
    a = np.arange(3)
    a.flags.writeable = False
    x = dpt.from_dlpack(a)
    assert not x.flags.writable and not np.from_dlpack(x).flags.writeable
    with pytest.raises(BufferError):
        x.__dlpack__()
    with pytest.raises(ValueError):
        x[0] = 1


def test_copy():
    x = on_cpu(np.arange(5))
    assert np.from_dlpack(x, copy=True).__array_interface__["data"][0] != x._pointer
    assert np.from_dlpack(x, copy=False).__array_interface__["data"][0] == x._pointer
    a = np.arange(5)
    for wrong in (0, "a"):
        with pytest.raises(TypeError, match="copy must be None, True or False"):
            dpt.from_dlpack(a, copy=wrong)
    x = dpt.from_dlpack(a, copy=True)
    x[0] = 9
    assert a[0] == 0
    assert dpt.from_dlpack(a, copy=False)._pointer == a.__array_interface__["data"][0]


def test_devices():
    x = on_cpu(np.arange(5))
    number = x.sycl_device.get_device_id()
    assert x.__dlpack_device__() == CPU and x.__dlpack_device__()[0] is DLDeviceType.kDLCPU
    assert dpt.sycl_device_to_dldevice(x.sycl_device) == (DLDeviceType.kDLOneAPI, number)
    assert dpt.dldevice_to_sycl_device((DLDeviceType.kDLOneAPI, number)) == x.sycl_device
    for device in (CPU, (DLDeviceType.kDLOneAPI, number)):
        seen = _core.array_from_dlpack_capsule(x.__dlpack__(dl_device=device, max_version=(1, 0)))
        assert seen._pointer == x._pointer
        assert dpt.from_dlpack(x, device=device)._pointer == x._pointer
    for device in ((DLDeviceType.kDLCUDA, 999), (DLDeviceType.kDLCPU, 1), (DLDeviceType.kDLOneAPI, 999)):
        with pytest.raises(BufferError):
            x.__dlpack__(dl_device=device)


@pytest.mark.parametrize(
    "wrong", [{"copy": 1}, {"stream": 1}, {"max_version": 1}, {"dl_device": "cpu"}, {"nonsense": 1}]
)
def test_wrong_keywords(wrong):
    with pytest.raises(TypeError):
        on_cpu(np.ones(3)).__dlpack__(**wrong)


def test_wrong_devices():
    x = on_cpu(np.ones(3))
    for device, error in (
        ((14,), ValueError),
        ((DLDeviceType.kDLCUDA, 999), ValueError),
        ((14, 999), ValueError),
        (5, TypeError),
    ):
        with pytest.raises(error):
            dpt.from_dlpack(x, device=device)
    with pytest.raises(TypeError):
        dpt.from_dlpack([1, 2])
    for wrong, error in ((5, TypeError), ((14,), ValueError), ((1, 0), ValueError), ((14, -1), ValueError)):
        with pytest.raises(error):
            dpt.dldevice_to_sycl_device(wrong)
    with pytest.raises(TypeError):
        dpt.sycl_device_to_dldevice("cpu")


def test_streams_are_queues():
    x = on_cpu(np.arange(3))
    assert_same(_core.array_from_dlpack_capsule(x.__dlpack__(stream=dpctl.SyclQueue("cpu"))), np.arange(3))


class OldProducer:
    """A library of before DLPack 1.0: its method takes no max_version."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


def test_producers_of_before_version_1():
    a = np.arange(4)
    assert dpt.from_dlpack(OldProducer(a))._pointer == a.__array_interface__["data"][0]
    x = dpt.from_dlpack(OldProducer(a), copy=True)
    assert x._pointer != a.__array_interface__["data"][0] and x.usm_type == "host"


class SharingProducer(OldProducer):
    """A library that shares its memory and never copies it, as array libraries for GPUs do."""

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy:
            raise BufferError("no copies")
        return self.array.__dlpack__(max_version=max_version)


def test_producers_that_do_not_copy():
    a = np.arange(4)
    assert dpt.from_dlpack(SharingProducer(a))._pointer == a.__array_interface__["data"][0]
    x = dpt.from_dlpack(SharingProducer(a), copy=True)
    x[0] = 9
    assert a[0] == 0 and host(x).tolist() == [9, 1, 2, 3]


# ---- a producer made by hand, to count calls of its deleter ------------------------------------------------


@pytest.mark.parametrize("cls, fields", [(Managed, {}), (Versioned, {"major": 1}), (Managed, {"byte_offset": 8})])
def test_the_deleter_is_called_once_when_the_last_array_has_gone(cls, fields):
    made = HandMade(cls, **fields)
    x = _core.array_from_dlpack_capsule(made.capsule())
    start = 1 + fields.get("byte_offset", 0) // 8
    assert host(x).tolist() == [start, start + 1, start + 2]
    view = x[1:]
    del x
    gc.collect()
    assert made.n_deleted == 0 and int(view[0]) == start + 1
    del view
    gc.collect()
    deadline = time.monotonic() + 10  # a thread that has done its part of a copy may still hold the memory
    while made.n_deleted == 0 and time.monotonic() < deadline:
        host(dpt.ones(3) + 1)  # waits release what has been given up,
        time.sleep(0.001)  # and so does the interpreter when it takes its lock again
    assert made.n_deleted == 1


@pytest.mark.parametrize(
    "bent",
    [{"code": 3}, {"bits": 128}, {"lanes": 4}, {"device_type": 2, "device_id": 99}, {"device_type": 14, "device_id": 0}, {"ndim": 65}, {"ndim": -1},
     {"byte_offset": 3}, {"device_type": 14, "device_id": 99}, {"device_type": 0}, {"device_type": -1}, {"device_type": 2**31 - 1}, {"data": None},
     {"data": None, "byte_offset": 8}, {"ndim": -2**31}, {"ndim": 2**31 - 1}, {"shape": None, "ndim": 1}, {"shape": (-1,)}, {"shape": (-2**63,)},
     {"shape": (0, -3)}, {"shape": (2**63 - 1,)}, {"shape": (2**62, 2**62)}, {"shape": (2**31, 2**31, 4)}, {"shape": (2**60,)}, {"shape": (2**50, 2**10)},
     {"byte_offset": 2**64 - 8}, {"byte_offset": 2**63}, {"strides": (2**62,)}, {"strides": (2**63 - 1,)},
     {"strides": (-2**63,)}, {"strides": (-2**60,)}, {"shape": (3, 3), "strides": (2**62, -2**62)}, {"shape": (2, 2), "strides": (-2**63, -2**63)},
     {"shape": (2, 2), "strides": (2**63 - 1, 2**63 - 1)}, {"shape": (2,), "strides": (-2**47,)}, {"code": 255}, {"bits": 0}, {"bits": 65}, {"lanes": 0},
     {"lanes": 65535}],
    ids=str,
)  # fmt: skip
def test_tensors_that_cannot_be_taken(bent):
    made = HandMade(**bent)
    with pytest.raises(BufferError):
        _core.array_from_dlpack_capsule(made.capsule())
    gc.collect()
    assert made.n_deleted == 1


@pytest.mark.parametrize("bent", [{"shape": (0,)}, {"shape": (0, 2**62, 2**62)}, {"shape": (3, 0), "strides": (2**63 - 1, -(2**63))},
                                  {"shape": (0,), "byte_offset": 2**64 - 1}], ids=str)  # fmt: skip
@pytest.mark.parametrize("data", [None, 8])
def test_tensors_without_elements_may_have_any_strides_and_no_data(bent, data):
    made = HandMade(data=data, **bent)
    try:
        x = _core.array_from_dlpack_capsule(made.capsule())
    except (BufferError, ValueError, OverflowError):
        assert np.prod([max(n, 1) for n in bent["shape"]], dtype=float) > 2**63
    else:
        assert x.shape == bent["shape"] and x.size == 0
    gc.collect()
    dpt.ones(3)
    assert made.n_deleted == 1


def test_one_element_may_have_any_stride():
    made = HandMade(shape=(1, 1), strides=(2**63 - 1, -(2**63)))
    x = _core.array_from_dlpack_capsule(made.capsule())
    assert host(x + 1).tolist() == [[2]] and host(dpt.permute_dims(x, (1, 0))[0]).tolist() == [1]
    assert isinstance(x.strides, tuple) and np.from_dlpack(x).tolist() == [[1]]


@pytest.mark.parametrize("cls, bent", [(Managed, {}), (Versioned, {"major": 1, "flags": 2**64 - 1})])
def test_a_producer_without_a_deleter(cls, bent):
    made = HandMade(cls, deleter=type(cls().deleter)(), **bent)
    x = _core.array_from_dlpack_capsule(made.capsule())
    assert host(x).tolist() == [1, 2, 3]
    del x
    gc.collect()
    dpt.ones(3)


@pytest.mark.parametrize(
    "name", [b"used_dltensor", b"used_dltensor_versioned", b"dltensor ", b"DLTENSOR", b"\xff", b"opendpex.dlpack"]
)
def test_capsules_of_other_names_are_refused(name):
    made = HandMade(name=name)
    with pytest.raises(ValueError):
        _core.array_from_dlpack_capsule(made.capsule())
    assert made.n_deleted == 0


@pytest.mark.parametrize("capsule", [None, 1, "dltensor", object()])
def test_objects_that_are_not_capsules_are_refused(capsule):
    with pytest.raises((TypeError, ValueError)):
        _core.array_from_dlpack_capsule(capsule)


def test_a_version_that_is_too_new_leaves_the_capsule_alone():
    made = HandMade(Versioned, major=2)
    capsule = made.capsule()
    with pytest.raises(BufferError):
        _core.array_from_dlpack_capsule(capsule)
    assert made.n_deleted == 0 and '"dltensor_versioned"' in repr(capsule)


def test_an_unused_export_is_released():
    before = opendpex.pool_statistics()["live_bytes"]
    for _ in range(100):
        on_cpu(np.ones(1000)).__dlpack__(max_version=(1, 0))
    gc.collect()
    assert opendpex.pool_statistics()["live_bytes"] == before


def test_simulated_gpus_are_oneapi_devices(run):
    program = """
gpu, other = dpctl.get_devices(device_type="gpu")
x = dpt.arange(5, device=gpu)
number = gpu.get_device_id()
assert x.__dlpack_device__() == (14, number), x.__dlpack_device__()
back = dpt.from_dlpack(x)
assert back.sycl_device == gpu and back._pointer == x._pointer and back.usm_type == "device"
seen = np.from_dlpack(x, device="cpu")
assert seen.tolist() == [0, 1, 2, 3, 4]
moved = dpt.from_dlpack(x, device=other)
assert moved.sycl_device == other and dpt.asnumpy(moved).tolist() == [0, 1, 2, 3, 4]
try:
    x.__dlpack__(dl_device=(1, 0), copy=False)
except BufferError:
    pass
else:
    raise AssertionError("copy=False")
try:
    x.__dlpack__(dl_device=(1, 0), stream=x.sycl_queue)
except ValueError:
    pass
else:
    raise AssertionError("stream")
try:
    dpt.from_dlpack(np.ones(3), device=gpu, copy=False)
except BufferError:
    pass
else:
    raise AssertionError("host memory is not the GPU's")
assert dpt.from_dlpack(np.ones(3), device=gpu).sycl_device == gpu
"""
    run(PREAMBLE + program, DPEX_SIMULATE="gpu:2")


def test_simulated_cuda_devices_are_oneapi_devices(run):
    program = """
gpu = dpctl.SyclDevice("cuda:gpu")
x = dpt.arange(5, device=gpu)
name = (14, gpu.get_device_id())
assert x.__dlpack_device__() == dpt.sycl_device_to_dldevice(gpu) == name
assert dpt.from_dlpack(x)._pointer == x._pointer
for call in (lambda: dpt.dldevice_to_sycl_device((2, 0)), lambda: dpt.from_dlpack(x, device=(2, 0))):
    try:
        call()
    except ValueError:
        pass
    else:
        raise AssertionError("simulated memory is not CUDA's")
"""
    run(PREAMBLE + program, DPEX_SIMULATE="cuda:gpu:1")


class _Holder:
    """An object of another library that shows an array of ours."""

    def __init__(self, array):
        self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__


class _OldHolder(_Holder):
    """The same before DLPack 1.0."""

    def __init__(self, array):
        super().__init__(array)
        self.__dlpack__ = lambda stream=None: array.__dlpack__(stream=stream)


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_our_own_arrays_stay_where_they_are(usm_type):
    roots = dpctl.get_devices()
    parts = [x.create_sub_devices(partition=1)[0] for x in roots if x.is_cpu and x.partition_max_sub_devices]
    for queue, n in itertools.product(map(dpctl.SyclQueue, (*roots, *parts)), (5, 0)):
        x = dpt.full(n, 4, usm_type=usm_type, sycl_queue=queue)
        for shown, copy in itertools.product((x, dpnp.asarray(x), _Holder(x), _OldHolder(x)), (None, False, True)):
            for y in (dpt.from_dlpack(shown, copy=copy), dpnp.from_dlpack(shown, copy=copy).get_array()):
                assert (y.usm_type, y.sycl_queue, dpt.asnumpy(y).tolist()) == (usm_type, queue, [4] * n)
                assert n == 0 or (y._pointer == x._pointer) == (not copy)
        assert n == 0 or dpt.from_dlpack(x, device=queue, copy=False)._pointer == x._pointer


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_arrays_of_sub_devices_stay_there(part, usm_type):
    queue = dpctl.SyclQueue(part)
    x = dpt.arange(5, usm_type=usm_type, sycl_queue=queue)
    for y in (dpt.from_dlpack(x), dpt.from_dlpack(x, copy=True), dpnp.from_dlpack(dpnp.asarray(x))):
        assert y.usm_type == usm_type and y.sycl_device == part and int(y[4]) == 4
    assert dpt.from_dlpack(x)._pointer == x._pointer and dpt.from_dlpack(x) is not x


@pytest.mark.parametrize("pair", [(2**32 + 1, 0), (1, 2**32), (-(2**32) + 1, 0), (2**70, 0)])
@pytest.mark.parametrize("name", ["dl_device", "max_version"])
def test_numbers_of_more_than_32_bits_are_not_cut(name, pair):
    with pytest.raises(OverflowError):
        dpt.ones(3).__dlpack__(**{name: pair})


@pytest.mark.parametrize("max_version", [None, (1, 0)])
def test_an_import_that_fails_for_memory_loses_no_tensor(max_version):
    testcapi = pytest.importorskip("_testcapi", reason="a test build of CPython's own tests fails allocations")
    for n in range(100):
        a = np.arange(3.0)
        alive, capsule, made = weakref.ref(a), a.__dlpack__(max_version=max_version), None
        del a
        testcapi.set_nomemory(n, n + 1)
        try:
            made = _core.array_from_dlpack_capsule(capsule)
        except MemoryError:
            pass
        finally:
            testcapi.remove_mem_hooks()
        is_done = made is not None
        del capsule, made
        gc.collect()
        assert alive() is None, f"allocation {n}"
        if is_done:
            break
    assert n > 0 and is_done
