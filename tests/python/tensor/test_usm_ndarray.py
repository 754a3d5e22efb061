"""usm_ndarray: construction, attributes, flags, conversions, copies."""

import copy
import ctypes
import gc
import operator
import pickle
import weakref

import numpy as np
import pytest
from tensor_helpers import DTYPES, LAYOUTS, assert_same, host, outcome, pair
from usm_helpers import Shown

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt

# ---- construction -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("buffer", ["device", "shared", "host", b"shared"])
def test_buffer_by_name(buffer):
    queue = dpctl.SyclQueue()
    x = dpt.usm_ndarray((2, 3), "int16", buffer=buffer, order="F", buffer_ctor_kwargs={"queue": queue})
    assert (x.shape, x.strides, x.dtype, x.sycl_queue) == ((2, 3), (1, 2), np.int16, queue)
    assert x.usm_type == (buffer if isinstance(buffer, str) else buffer.decode())
    x[...] = 5
    assert_same(x, np.full((2, 3), 5, dtype="int16"))


def test_buffer_is_memory():
    memory = dpm.MemoryUSMShared(64)
    memory.copy_from_host(np.arange(8.0).view("u1"))
    x = dpt.usm_ndarray((3,), "float64", buffer=memory, offset=6, strides=(-2,))
    assert host(x).tolist() == [6, 4, 2]
    assert x.usm_data is memory and x.sycl_queue == memory.sycl_queue
    x[0] = 60
    assert memory.copy_to_host().view("f8")[6] == 60


def test_buffer_is_an_array():
    x = dpt.arange(10)
    x.flags.writable = False
    y = dpt.usm_ndarray((2, 2), "int32", buffer=x[5:], offset=2)
    assert host(y).tolist() == [[1, 0], [2, 0]]
    assert not y.flags.writable


@pytest.mark.parametrize("memory", [dpm.MemoryUSMDevice, dpm.MemoryUSMHost])
def test_memory_lives_as_long_as_its_array(memory):
    x = dpt.usm_ndarray((4,), "uint8", buffer=memory(4))
    view = x[1:]
    x[...] = 7
    del x
    gc.collect()
    assert host(view).tolist() == [7, 7, 7]


@pytest.mark.parametrize(
    "arguments, error",
    [({"shape": "ab"}, TypeError), ({"shape": -1}, ValueError), ({"shape": 3, "dtype": "O"}, TypeError),
     ({"shape": 3, "dtype": ">i4"}, ValueError), ({"shape": 3, "strides": (1, 2)}, ValueError),
     ({"shape": 3, "order": "K"}, ValueError), ({"shape": 3, "buffer": "magic"}, ValueError),
     ({"shape": 3, "buffer": object()}, ValueError), ({"shape": 3, "strides": (-1,), "offset": 1}, ValueError),
     ({"shape": 3, "offset": -1}, ValueError), ({"shape": 3, "offset": 1}, ValueError),
     ({"shape": 3, "strides": (2**62,)}, ValueError), ({"shape": (2**40, 2**40)}, ValueError), ({}, TypeError),
     ({"shape": 3, "buffer": "device", "buffer_ctor_kwargs": {"queue": 1}}, TypeError)],
)  # fmt: skip
def test_impossible_arrays(arguments, error):
    with pytest.raises(error):
        dpt.usm_ndarray(**arguments)


def test_memory_that_is_too_small():
    memory = dpm.MemoryUSMDevice(16)
    assert dpt.usm_ndarray((4,), "i4", buffer=memory).size == 4
    for arguments in (
        {"shape": 5},
        {"shape": 4, "offset": 1},
        {"shape": 3, "strides": (2,)},
        {"shape": 2, "strides": (-1,)},
    ):
        with pytest.raises(ValueError):
            dpt.usm_ndarray(dtype="i4", buffer=memory, **arguments)


def test_default_dtype_is_the_devices_real_type():
    fp64 = dpctl.select_default_device().has_aspect_fp64
    assert dpt.usm_ndarray(3).dtype == dpt.empty(3).dtype == np.dtype("float64" if fp64 else "float32")


# ---- attributes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["int8", "float64", "complex128"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_attributes_as_numpys(layout, dtype):
    a, x = pair(layout, dtype)
    assert (x.shape, x.ndim, x.size, x.itemsize, x.nbytes) == (a.shape, a.ndim, a.size, a.itemsize, a.nbytes)
    assert x.dtype is dpt._data_types.__dict__[dtype] and x.dtype == a.dtype
    if a.size:
        assert all(m * a.itemsize == t for m, t, n in zip(x.strides, a.strides, a.shape) if n > 1)
    assert x.flags.c_contiguous == a.flags.c_contiguous and x.flags.f_contiguous == a.flags.f_contiguous
    assert outcome(len, x) == outcome(len, a)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_transpositions(layout):
    a, x = pair(layout, "int32")
    if a.ndim == 2:
        assert_same(x.T, a.T)
    else:
        with pytest.raises(ValueError):
            x.T
    if a.ndim >= 2:
        assert_same(x.mT, a.mT)
    else:
        with pytest.raises(ValueError):
            x.mT


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("layout", ["contiguous", "strided", "reversed", "one element", "empty"])
def test_real_and_imaginary_parts(layout, dtype):
    a, x = pair(layout, dtype)
    assert_same(x.real, a.real)
    assert_same(x.imag, a.imag)
    if a.dtype.kind == "c" and a.size:
        x.real = 3
        x.imag = x.real * 2
        assert_same(x, np.full_like(a, 3 + 6j))


def test_the_imaginary_part_of_a_real_array_cannot_be_set():
    x = dpt.ones(3)
    x.real = 4
    assert host(x).tolist() == [4, 4, 4]
    with pytest.raises(TypeError):
        x.imag = 1


def test_shape_can_be_set_without_a_copy():
    x = dpt.arange(12)
    view, pointer = x[2:], x._pointer
    x.shape = (3, -1)
    assert_same(x, np.arange(12).reshape(3, 4))
    x.shape = (1, 2, 1, 3, 2)
    assert_same(x, np.arange(12).reshape(1, 2, 1, 3, 2))
    x.shape = 12
    assert x._pointer == pointer and view.shape == (10,)
    with pytest.raises(ValueError):
        x.shape = (5, 2)
    with pytest.raises(TypeError):
        x.shape = "ab"
    with pytest.raises(AttributeError):
        del x.shape
    transposed = dpt.ones((3, 4)).T
    with pytest.raises(AttributeError):
        transposed.shape = (12,)


def test_device_and_memory():
    queue = dpctl.SyclQueue()
    x = dpt.arange(10, sycl_queue=queue)[3:7:2]
    assert x.sycl_queue == queue and x.sycl_device == queue.sycl_device and x.sycl_context == queue.sycl_context
    assert x.device.sycl_queue == queue and x.device == x[1:].device
    assert x.usm_data.nbytes == 80 and x.usm_data._pointer + 24 == x._pointer and x._element_offset == 3
    assert x._byte_bounds == (x._pointer, x._pointer + 24)
    assert x.usm_data is x.usm_data
    reversed_ = x[::-1]
    assert reversed_._byte_bounds == x._byte_bounds and reversed_._pointer == x._pointer + 16


@pytest.mark.parametrize("layout", LAYOUTS)
def test_interface_describes_the_memory(layout):
    a, x = pair(layout, "int16")
    interface = x.__sycl_usm_array_interface__
    assert interface["shape"] == a.shape and interface["typestr"] == a.dtype.str and interface["version"] == 1
    assert interface["data"] == (x.usm_data._pointer, False) and interface["syclobj"] == x.sycl_queue
    assert interface["offset"] == x._element_offset
    assert interface["strides"] == (None if a.flags.c_contiguous else x.strides)


def test_arrays_do_not_become_numpys_silently():
    x = dpt.ones(3)
    for call in (
        lambda: np.asarray(x),
        lambda: np.add(x, 1),
        lambda: np.add(np.ones(3), x),
        lambda: np.exp(x),
        lambda: memoryview(x),
        lambda: hash(x),
    ):
        with pytest.raises(TypeError):
            call()
    assert bytes(memoryview(dpt.ones(3, usm_type="shared").usm_data)) == np.ones(3).tobytes()


def test_flags():
    flags = dpt.ones((2, 3)).flags
    assert flags.c_contiguous and not flags.f_contiguous and flags.writable
    assert flags["C"] and not flags["F"] and flags["W"] and flags["CONTIGUOUS"] and flags.contiguous
    assert flags["C_CONTIGUOUS"] and not flags["F_CONTIGUOUS"] and flags["WRITABLE"]
    assert not flags.fc and not flags["FC"] and flags.forc and flags["FORC"] and not flags.fnc and not flags["FNC"]
    assert flags == 5 and flags.flags == 5 and flags != 7 and flags == dpt.zeros((4, 4)).flags
    assert dpt.ones(3).flags.fc and dpt.ones((2, 3)).T.flags.fnc
    assert "WRITABLE : True" in repr(flags)
    with pytest.raises(KeyError):
        flags["X"]
    with pytest.raises(TypeError):
        flags.writable = 1
    with pytest.raises(ValueError):
        flags["C"] = True
    with pytest.raises(AttributeError):
        flags.c_contiguous = True
    with pytest.raises(TypeError):
        type(flags)()


def test_views_of_read_only_arrays_are_read_only():
    x = dpt.ones((3, 4), dtype="complex64")
    x.flags["W"] = False
    for view in (x[1], x.T, x.real, dpt.reshape(x, (4, 3)), dpt.broadcast_to(x, (2, 3, 4)), dpt.flip(x)):
        assert not view.flags.writable
    assert dpt.copy(x).flags.writable and (x + 1).flags.writable
    assert x.__sycl_usm_array_interface__["data"][1] is True


# ---- Python conversions -----------------------------------------------------------------------------------

CONVERSIONS = [bool, int, float, complex, operator.index]


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_conversion_of_one_element(dtype, convert):
    for value in (0, 1, 7):
        a = np.array(value).astype(dtype)
        x = dpt.asarray(a)
        kind = a.dtype.kind
        if convert is operator.index and kind not in "iu":
            with pytest.raises(IndexError):
                convert(x)
        elif convert in (int, float) and kind == "c":
            with pytest.raises(TypeError):
                convert(x)
        else:
            assert convert(x) == convert(a) and type(convert(x)) is type(convert(a))
            assert convert(dpt.reshape(x, (1, 1))) == convert(a)


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize("shape", [(0,), (2,), (2, 3)])
def test_conversion_of_several_elements(shape, convert):
    with pytest.raises(ValueError):
        convert(dpt.ones(shape, dtype="int64"))


def test_extreme_integers_convert_exactly():
    for value in (2**64 - 1, 2**63, 0):
        assert int(dpt.asarray(np.uint64(value))) == value
    assert int(dpt.asarray(-(2**63))) == -(2**63)
    assert int(dpt.asarray(1e30)) == int(1e30)
    with pytest.raises(ValueError):
        int(dpt.asarray(np.nan))


def test_iteration_goes_over_the_first_axis():
    rows = list(dpt.reshape(dpt.arange(6), (2, 3)))
    assert [host(row).tolist() for row in rows] == [[0, 1, 2], [3, 4, 5]]
    assert [int(v) for v in dpt.arange(3)] == [0, 1, 2] and 2 in dpt.arange(3) and 5 not in dpt.arange(3)
    with pytest.raises(TypeError):
        iter(dpt.asarray(1))


# ---- copies and life --------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_copies(layout):
    a, x = pair(layout, "int32")
    for made in (copy.copy(x), copy.deepcopy(x), dpt.copy(x), pickle.loads(pickle.dumps(x))):
        assert_same(made, a)
        assert made.usm_data._pointer != x.usm_data._pointer or not a.size


def test_pickle_keeps_the_kind_of_memory():
    assert pickle.loads(pickle.dumps(dpt.ones(3, usm_type="host"))).usm_type == "host"


def test_weak_references():
    x = dpt.ones(3)
    reference = weakref.ref(x)
    assert reference() is x
    del x
    assert reference() is None


def test_subclasses():
    class Mine(dpt.usm_ndarray):
        pass

    x = Mine((3,), "int32")
    x[...] = 4
    x.name = "mine"
    assert_same(x + 1, np.full(3, 5, dtype="int32"))
    del x
    gc.collect()


# ---- namespace --------------------------------------------------------------------------------------------


def test_namespace():
    x = dpt.ones(3)
    assert x.__array_namespace__() is dpt and x.__array_namespace__(api_version="2024.12") is dpt
    with pytest.raises(TypeError):
        x.__array_namespace__(api_version=2024)
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.12")
    with pytest.raises(TypeError):
        type(x).__array_namespace__(type(x))
    x._set_namespace(np)
    assert x.__array_namespace__() is np


# ---- devices ----------------------------------------------------------------------------------------------


def test_to_device_within_a_context_is_a_view():
    x = dpt.arange(5)
    queue = dpctl.SyclQueue(x.sycl_context, x.sycl_device)
    y = x.to_device(queue)
    assert y.sycl_queue == queue and y._pointer == x._pointer
    y[0] = 50
    assert int(x[0]) == 50


def test_to_device_across_contexts_is_a_copy():
    x = dpt.reshape(dpt.arange(6), (2, 3)).T
    elsewhere = dpctl.SyclQueue(dpctl.SyclContext([x.sycl_device]), x.sycl_device)
    y = x.to_device(elsewhere)
    assert_same(y, np.arange(6).reshape(2, 3).T)
    assert y.sycl_queue == elsewhere and y._pointer != x._pointer and y.usm_type == x.usm_type


def test_to_device_targets_and_streams():
    x, queue = dpt.ones(3), dpctl.SyclQueue()
    for target in (x.sycl_device, x.device, x.sycl_queue, "cpu" if x.sycl_device.is_cpu else "gpu"):
        assert_same(x.to_device(target), np.ones(3))
    assert_same(x.to_device(queue, stream=queue), np.ones(3))
    for arguments in ((), (None,), (5,)):
        with pytest.raises(TypeError):
            x.to_device(*arguments)
    with pytest.raises(TypeError):
        x.to_device(queue, stream=1)


def test_device_objects():
    device = dpt.Device.create_device()
    queue = dpctl.SyclQueue()
    assert device == dpt.Device.create_device(device) == dpt.Device.create_device(device.sycl_device)
    assert device != dpt.Device.create_device(queue) and hash(device) == hash(dpt.Device.create_device(device))
    assert dpt.Device.create_device(queue).sycl_queue == queue and device.sycl_context == device.sycl_queue.sycl_context
    assert repr(device) == f"Device({device.sycl_device.filter_string})"
    device.wait()
    with pytest.raises(TypeError):
        dpt.Device()
    with pytest.raises(TypeError):
        dpt.Device.create_device(5)


def test_sub_devices_need_a_queue(part):
    queue = dpctl.SyclQueue(part)
    x = dpt.arange(1000, sycl_queue=queue)
    assert_same(x + x, np.arange(1000) * 2)
    assert x.sycl_device == part and " of " in repr(x.device)
    with pytest.raises(ValueError):
        dpt.Device.create_device(part)
    with pytest.raises(ValueError):
        dpt.ones(3, device=part)


# ---- the published layout ---------------------------------------------------------------------------------


class Published(ctypes.Structure):
    """The fields with which the object begins, for extensions that read them."""

    _fields_ = [
        ("reference_count", ctypes.c_ssize_t), ("type", ctypes.c_void_p), ("vtable", ctypes.c_void_p),
        ("data", ctypes.c_void_p), ("nd", ctypes.c_int), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("typenum", ctypes.c_int), ("flags", ctypes.c_int),
        ("base", ctypes.c_void_p), ("array_namespace", ctypes.c_void_p), ("weak_references", ctypes.c_void_p),
    ]  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_public_fields_describe_the_array(dtype, layout):
    a, x = pair(layout, dtype)
    seen = Published.from_address(id(x))
    assert seen.type == id(dpt.usm_ndarray) and seen.data == x._pointer and seen.nd == x.ndim
    assert tuple(seen.shape[: x.ndim]) == x.shape and seen.typenum == x.dtype.num and seen.flags == x.flags.flags
    assert bool(seen.strides) != x.flags.c_contiguous
    if seen.strides:
        assert tuple(seen.strides[: x.ndim]) == x.strides


def test_published_fields_follow_changes():
    x = dpt.reshape(dpt.arange(24), (2, 12))
    seen = Published.from_address(id(x))
    x.flags.writable = False
    assert seen.flags == 1
    x.shape = (2, 3, 2, 1, 2)
    assert seen.nd == 5 and tuple(seen.shape[:5]) == x.shape
    assert seen.base == id(None) and x.usm_data is not None and seen.base == id(x.usm_data)


def test_new_memory_holds_strides_below_zero():
    x = dpt.usm_ndarray((2, 3), dtype="i4", strides=(-3, 1))
    assert x.strides == (-3, 1) and x._element_offset == 3 and x.usm_data.nbytes == 24
    x[...] = dpt.asarray([[1, 2, 3], [4, 5, 6]], dtype="i4")
    assert dpt.asnumpy(x).tolist() == [[1, 2, 3], [4, 5, 6]]


def test_strides_beyond_the_address_space_are_refused():
    for strides in [(2**62, -(2**62)), (2**62, 2**62)]:
        with pytest.raises(ValueError):
            dpt.usm_ndarray((3, 3), dtype="u1", strides=strides)


def test_keywords_of_new_memory():
    queue = dpctl.SyclQueue()
    assert dpt.usm_ndarray(3, buffer_ctor_kwargs={"queue": queue, "alignment": 64}).sycl_queue == queue
    for keywords in ({"magic": 1}, {"queue": 1}, {"alignment": "a"}, {1: 2}, None):
        with pytest.raises(TypeError):
            dpt.usm_ndarray(3, buffer_ctor_kwargs=keywords)


@pytest.mark.skipif(not dpctl.has_cpu_devices(), reason="host memory is exchanged with the CPU device")
def test_a_buffer_that_is_not_aligned_holds_bytes_alone():
    a = np.arange(33, dtype="i1")
    first = -a.ctypes.data % 8 + 1
    buffer = dpt.from_dlpack(a[first : first + 17])
    assert_same(dpt.usm_ndarray((2,), "i1", buffer=buffer), a[first : first + 2])
    for offset in (0, 1):
        with pytest.raises(ValueError, match=f"{a.ctypes.data + first + 8 * offset:#x}.*multiples of 8"):
            dpt.usm_ndarray((1,), "f8", buffer=buffer, offset=offset)
    memory = dpm.MemoryUSMShared(32)
    window = dpm.as_usm_memory(Shown(memory, data=(memory._pointer + 2, False), shape=(8,)))
    with pytest.raises(ValueError, match="multiples of 4"):
        dpt.usm_ndarray((1,), "i4", buffer=window)
