"""DLPack of CUDA devices, on a stand-in for NVIDIA's driver whose memory is the host's (tests/c/fake_cuda).

Its programs run in interpreters of their own, because the driver is opened once in a process.
"""

import os

import pytest

LIBRARY = os.environ.get("DPEX_TEST_FAKE_CUDA", "")

pytestmark = pytest.mark.skipif(not os.path.exists(LIBRARY), reason="DPEX_TEST_FAKE_CUDA names no built stand-in")

PREAMBLE = f"""
import ctypes, gc
from opendpex import _core
_core._set_cuda_library({LIBRARY!r})
import numpy as np, dpctl, dpctl.tensor as dpt
gpus = dpctl.get_devices("cuda")
assert len(gpus) == 2
CUDA, HOST, MANAGED, ONEAPI = 2, 3, 13, 14


def take(capsule):
    return _core.array_from_dlpack_capsule(capsule)


def raises(error, function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except error:
        return
    raise AssertionError(f"no {{error.__name__}}")


class Producer:
    '''What CuPy and PyTorch are: an object with CUDA's memory.'''

    def __init__(self, array, device):
        self.array, self.device, self.calls = array, device, []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **kwargs):
        self.calls.append(kwargs)
        return self.array.__dlpack__(**kwargs)
"""


def test_arrays_are_exported_under_cudas_types_and_ordinals(run):
    run(
        PREAMBLE
        + """
for number, gpu in enumerate(gpus):
    for kind, type in (("device", CUDA), ("shared", MANAGED), ("host", HOST)):
        x = dpt.empty(3, device=gpu, usm_type=kind)
        assert x.__dlpack_device__() == (type, number)
        for kwargs in ({}, {"max_version": (1, 0)}):
            back = take(x.__dlpack__(**kwargs))
            assert back._pointer == x._pointer and back.usm_type == kind and back.sycl_device == gpu
        for alias in ((CUDA, number), (ONEAPI, gpu.get_device_id())):
            assert take(x.__dlpack__(dl_device=alias, copy=False, max_version=(1, 0)))._pointer == x._pointer
    assert dpt.sycl_device_to_dldevice(gpu) == (CUDA, number)
    assert dpt.dldevice_to_sycl_device((CUDA, number)) == gpu
    assert dpt.dldevice_to_sycl_device((ONEAPI, gpu.get_device_id())) == gpu
raises(ValueError, dpt.dldevice_to_sycl_device, (CUDA, 2))
raises(ValueError, dpt.dldevice_to_sycl_device, (CUDA, -1))
raises(BufferError, x.__dlpack__, dl_device=(CUDA, 2))
assert dpt.from_dlpack(x, device=(CUDA, 1))._pointer == x._pointer
"""
    )


def test_a_copy_is_the_consumers_own_and_says_so(run):
    run(
        PREAMBLE
        + """
from tensor.dlpack_producer import Versioned
get = ctypes.pythonapi.PyCapsule_GetPointer
get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
IS_COPIED, DATA = 2, np.arange(60000.0).reshape(2, 30000)
for kind, type in (("device", CUDA), ("shared", MANAGED), ("host", HOST)):
    x = dpt.asarray(DATA, device=gpus[1], usm_type=kind)
    for stream in (None, -1, 1, 2, 0x7F0012345678):
        capsule = x.__dlpack__(stream=stream, max_version=(1, 0), copy=True)
        made = Versioned.from_address(get(capsule, b"dltensor_versioned"))
        assert (made.flags, made.tensor.device_type, made.tensor.device_id) == (IS_COPIED, type, 1)
        copied = take(capsule)
        assert copied._pointer != x._pointer and copied.usm_type == kind and copied.sycl_device == gpus[1]
        assert (dpt.asnumpy(copied) == DATA).all()
    for dl_device in ((CUDA, 0), (CUDA, 1), (MANAGED, 1), (HOST, 1), (1, 0), (ONEAPI, gpus[0].get_device_id())):
        capsule = x.__dlpack__(max_version=(1, 0), dl_device=dl_device, copy=True)
        made = Versioned.from_address(get(capsule, b"dltensor_versioned"))
        assert (made.flags, made.tensor.device_type, made.tensor.device_id) == (IS_COPIED, *dl_device)
        assert made.tensor.data != x._pointer
    assert take(x.__dlpack__(copy=True))._pointer != x._pointer
    assert dpt.from_dlpack(Producer(x, (type, 1)), copy=True)._pointer != x._pointer
"""
    )


def test_ordinals_count_devices_that_are_not_listed(run):
    run(
        PREAMBLE.replace("== 2", "== 1")
        + """
assert dpt.sycl_device_to_dldevice(gpus[0]) == (CUDA, 1)
raises(ValueError, dpt.dldevice_to_sycl_device, (CUDA, 0))
""",
        ONEAPI_DEVICE_SELECTOR="cuda:1",
    )


def test_numpy_sees_pinned_and_managed_memory(run):
    run(
        PREAMBLE
        + """
for kind in ("shared", "host"):
    x = dpt.asarray(np.arange(5), device=gpus[0], usm_type=kind)
    seen = np.from_dlpack(x)
    assert seen.tolist() == [0, 1, 2, 3, 4] and seen.__array_interface__["data"][0] == x._pointer
raises(BufferError, dpt.empty(3, device=gpus[0]).__dlpack__, dl_device=(1, 0), copy=False)
"""
    )


def test_streams(run):
    run(
        PREAMBLE
        + """
x = dpt.asarray(np.arange(5), device=gpus[0])
for stream in (None, -1, 1, 2, 0x7F0012345678, 2**64 - 8, x.sycl_queue):
    assert take(x.__dlpack__(stream=stream))._pointer == x._pointer
for stream in (0, -2):
    raises(ValueError, x.__dlpack__, stream=stream)
for stream in ("1", 1.0, True):
    raises(TypeError, x.__dlpack__, stream=stream)
raises(TypeError, dpt.empty(3, device="cpu").__dlpack__, stream=1)
"""
    )


def test_an_import_calls_the_producer_with_the_default_stream_and_waits_for_the_device(run):
    run(
        PREAMBLE
        + f"""
class Controls(ctypes.Structure):
    _fields_ = [("fail", ctypes.c_void_p), ("count", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p))]

get = ctypes.CDLL({LIBRARY!r}).fake_cuda_get_controls
get.restype = ctypes.POINTER(Controls)
count = get().contents.count
made = Producer(dpt.empty(3, device=gpus[0]), (CUDA, 0))
before = count(b"CtxSynchronize")
x = dpt.from_dlpack(made)
assert made.calls == [dict(max_version=(1, 0), copy=None, stream=1)], made.calls
assert x._pointer == made.array._pointer
assert count(b"CtxSynchronize") == before + 2  # for what the producer has under way, and when its capsule goes
before = count(b"CtxSynchronize")
pointer = x.__dlpack__()
del pointer  # a consumer may still write the memory when it gives it up
assert count(b"CtxSynchronize") == before + 1
"""
    )


def test_foreign_memory_becomes_usm_memory_of_the_device_and_lives_as_long_as_the_array(run):
    run(
        PREAMBLE
        + """
from tensor.dlpack_producer import HandMade
for type, kind in ((CUDA, "device"), (MANAGED, "shared"), (HOST, "host")):
    made = HandMade(device_type=type, device_id=1)
    x = take(made.capsule())
    assert x.sycl_device == gpus[1] and x.usm_type == kind and x.__dlpack_device__() == (type, 1)
    assert dpt.asnumpy(x).tolist() == [1, 2, 3]
    x[...] = np.array([7.0, 8.0, 9.0])
    x.sycl_queue.wait()
    assert made.values[0] == 7 and made.n_deleted == 0
    del x
    gc.collect()
    dpt.empty(1, device=gpus[1])
    assert made.n_deleted == 1
made = HandMade(device_type=CUDA, device_id=2)
raises(BufferError, take, made.capsule())
assert made.n_deleted == 1
"""
    )


def test_memory_that_the_cuda_array_interface_shows_is_shared_on_its_device(run):
    run(
        PREAMBLE
        + """
import types
import dpnp


class Shown:
    '''What Numba's device arrays are: memory of CUDA without DLPack.'''

    def __init__(self, array, number=None, **more):
        self.array = array
        self.__cuda_array_interface__ = {
            "shape": array.shape, "typestr": array.dtype.str, "version": 3, "stream": 1,
            "strides": None if array.flags.c_contiguous else tuple(8 * step for step in array.strides),
            "data": (first(array), False), **more,
        }
        if number is not None:
            self.device = types.SimpleNamespace(id=number)


def first(x):
    '''The address of the first element.'''
    return x.__sycl_usm_array_interface__["data"][0] + 8 * x.__sycl_usm_array_interface__.get("offset", 0)


for number, gpu in enumerate(gpus):
    x = dpt.asarray(np.arange(12.0).reshape(3, 4), device=gpu)
    for shown in (x, x[1:, ::2], dpt.permute_dims(x, (1, 0))):
        for module in (dpt, dpnp):
            y = module.asarray(Shown(shown, number))
            assert type(y).__module__.startswith("dpnp" if module is dpnp else "dpctl")
            assert y.sycl_device == gpu and y.usm_type == "device" and y.shape == shown.shape
            assert y.strides == shown.strides or module is dpnp
            assert first(y) == first(shown)
    assert (dpnp.asarray(Shown(x, number)).asnumpy() == dpt.asnumpy(x)).all()
    fixed = Shown(x, number)
    fixed.__cuda_array_interface__["data"] = (fixed.__cuda_array_interface__["data"][0], True)
    assert not dpt.asarray(fixed).flags.writable
raises(TypeError, dpt.asarray, Shown(x))  # of which of two devices it is nobody says
raises(TypeError, dpt.asarray, Shown(x, 0, mask=x))
raises(TypeError, dpt.asarray, Shown(x, 0, typestr="<U3"))
raises(BufferError, dpt.asarray, Shown(x, 0, strides=(3, 1)))
raises(BufferError, dpt.asarray, Shown(x, 5))
"""
    )
