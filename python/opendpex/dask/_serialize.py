"""Serializers of ``distributed`` for arrays of both kinds: frames of host memory, and on CUDA frames of device memory.

The header has what rebuilds the array: dtype, shape, order and the USM kind. A contiguous array that the host can
access is sent from its own memory. Frames of device memory are for communications that take them (UCX); others ask for
the family "dask", whose frames are host memory.
"""

from __future__ import annotations

import ctypes

import numpy
from distributed.protocol.cuda import cuda_deserialize, cuda_serialize
from distributed.protocol.serialize import dask_deserialize, dask_serialize

import dpctl.tensor as dpt
import dpnp
from opendpex._core import array_base, as_ndarray
from opendpex._host_conversion import host_view

__all__ = ["array_of_frame"]

_CPU, _CUDA = 1, 2  # DLPack's device types
_KIND_UINT, _BITS_OF_A_BYTE, _LANES = 1, 8, 1


def _in_one_piece(x):
    """The array with its elements in one piece, and their order."""
    if x.flags.c_contiguous:
        return x, "C"
    return (x, "F") if x.flags.f_contiguous else (dpt.copy(x, order="C"), "C")


def _header(x, order: str) -> dict:
    return {"dtype": x.dtype.str, "shape": x.shape, "order": order, "usm_type": x.usm_type}


# ---- frames of host memory ------------------------------------------------------------------------------------------


def _to_host_frames(x, context=None):
    x, order = _in_one_piece(x)
    view = host_view(x)
    host = dpnp.asnumpy(x) if view is None else view
    return _header(x, order), [memoryview(host.reshape(-1, order=order).view("u1"))]


def _from_host_frames(header, frames):
    data = frames[0] if len(frames) == 1 else b"".join(frames)
    host = numpy.frombuffer(data, header["dtype"]).reshape(header["shape"], order=header["order"])
    return dpt.asarray(host, usm_type=header["usm_type"], order="K", copy=True)


# ---- frames of device memory ----------------------------------------------------------------------------------------


class _Tensor(ctypes.Structure):
    """DLPack's DLManagedTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32), ("nd", ctypes.c_int32),
        ("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64), ("manager", ctypes.c_void_p),
        ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ]  # fmt: skip


class _Bytes:
    """Bytes at an address, as an object that exports them by DLPack; the owner lives as long as what was imported."""

    _exported = {}  # by the address of the struct, until its deleter is called

    def __init__(self, address: int, n: int, device: tuple, owner):
        self.address, self.n, self.device, self.owner = address, n, device, owner

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream=None, **_):
        shape = ctypes.c_int64(self.n)
        made = _Tensor(self.address, *self.device, 1, _KIND_UINT, _BITS_OF_A_BYTE, _LANES, ctypes.addressof(shape))
        made.deleter = _release
        self._exported[ctypes.addressof(made)] = made, shape, self.owner
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(made), b"dltensor", None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _release(address):
    _Bytes._exported.pop(address, None)


def array_of_frame(frame, device_type: int = _CUDA):
    """The bytes of a frame, which shows them by the CUDA array interface or DLPack, as an array that shares them.

    The interface does not say which GPU it is; a worker sees one.
    """
    if isinstance(frame, array_base):
        return frame
    if hasattr(frame, "__dlpack__"):
        return dpt.from_dlpack(frame)
    interface = frame.__cuda_array_interface__
    n = int(numpy.prod(interface["shape"], dtype=int)) * numpy.dtype(interface["typestr"]).itemsize
    if not n:
        return dpt.empty(0, dtype="u1")
    return dpt.from_dlpack(_Bytes(interface["data"][0], n, (device_type, 0), frame))


def _to_device_frames(x):
    if x.__dlpack_device__()[0] != _CUDA:
        raise NotImplementedError("arrays on CUDA devices alone become frames of device memory")
    x, order = _in_one_piece(x)
    flat = dpt.reshape(dpt.permute_dims(x, tuple(range(x.ndim))[::-1]) if order == "F" else x, (-1,))
    x.sycl_queue.wait()  # communications read memory without regard to our queues
    return _header(x, order), [as_ndarray(flat).view("u1")]


def _from_device_frames(header, frames):
    parts = [as_ndarray(array_of_frame(frame)).view("u1") for frame in frames]
    data = parts[0] if len(parts) == 1 else dpnp.concatenate(parts)
    x = dpnp.reshape(data.view(header["dtype"]), header["shape"], order=header["order"])
    return dpt.asarray(x, usm_type=header["usm_type"])


# ---- both types -----------------------------------------------------------------------------------------------------


def _register(kind, convert):
    """Register the four functions for a type of arrays."""
    dask_serialize.register(kind)(_to_host_frames)
    dask_deserialize.register(kind)(lambda header, frames: convert(_from_host_frames(header, frames)))
    cuda_serialize.register(kind)(_to_device_frames)
    cuda_deserialize.register(kind)(lambda header, frames: convert(_from_device_frames(header, frames)))


_register(dpnp.ndarray, as_ndarray)
_register(dpt.usm_ndarray, dpt.asarray)
