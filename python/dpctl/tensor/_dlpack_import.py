"""The import of memory that another library exports by DLPack."""

from __future__ import annotations

import math

import numpy

import dpctl
from opendpex import _core
from opendpex._core import usm_ndarray

__all__ = ["import_dlpack", "imported"]

# The legacy default stream. A producer lets it wait for the work on its memory, and the import waits for the device.
_CUDA_STREAM = 1
_ON_CUDA = frozenset((2, 13))  # kDLCUDA, kDLCUDAManaged
_NEWEST = (1, 0)


def import_dlpack(export, dlpack_device, copy, *, stays: bool = True) -> usm_ndarray:
    """Import the memory of a producer with these methods without moving it: ``__dlpack__`` and
    ``__dlpack_device__``. If it `stays`, our own keeps its queue; else it is on the device that DLPack calls it."""
    stream = {"stream": _CUDA_STREAM} if dlpack_device()[0] in _ON_CUDA else {}
    try:
        capsule = export(max_version=_NEWEST, copy=copy, **stream)
        copy = False  # done
    except TypeError:  # a producer older than version 1.0
        capsule = export(**stream)
    except BufferError:  # perhaps one that does not copy
        if not copy:
            raise
        capsule = export(max_version=_NEWEST, **stream)
    array = _core.array_from_dlpack_capsule(capsule, stays)
    return _core.copy(array) if copy else array


_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}  # DLPack's, of NumPy's kinds


def _cuda_ordinal(obj) -> int:
    """The number of the CUDA device on which an object's memory is; the interface does not tell."""
    device = getattr(obj, "device", None)
    for name in ("id", "index"):  # of CuPy and PyTorch
        number = getattr(device, name, None)
        if isinstance(number, int):
            return number
    ordinals = [number for x in dpctl.get_devices() if (number := _core.cuda_ordinal(x)) >= 0]
    if len(ordinals) == 1:
        return ordinals[0]
    there_are = f"{len(ordinals)} CUDA devices are here" if ordinals else "there is no CUDA device here"
    raise TypeError(
        f"an object of type {type(obj).__name__} shows CUDA memory by __cuda_array_interface__, which does not say of "
        f"which device it is, and {there_are}"
    )


def from_cuda_array_interface(obj) -> usm_ndarray:
    """The memory of an object that shows it by ``__cuda_array_interface__`` (Numba's documentation, "CUDA Array
    Interface", version 3), which the array keeps."""
    shown = obj.__cuda_array_interface__
    try:
        dtype, shape, (pointer, is_read_only) = numpy.dtype(shown["typestr"]), tuple(shown["shape"]), shown["data"]
    except (KeyError, TypeError, ValueError) as error:
        raise TypeError(f"__cuda_array_interface__ of type {type(obj).__name__} is not complete: {error!r}") from None
    if shown.get("mask") is not None:
        raise TypeError("__cuda_array_interface__ with a mask is not supported")
    if dtype.kind not in _CODES or not dtype.isnative:
        raise TypeError(f"arrays hold no elements of the data type {shown['typestr']!r}")
    steps = shown.get("strides")
    if steps is None:
        steps = [dtype.itemsize * math.prod(shape[i + 1 :]) for i in range(len(shape))]
    if any(step % dtype.itemsize for step in steps):
        raise BufferError(f"strides of {tuple(steps)} bytes are no multiples of the elements' {dtype.itemsize}")
    strides = tuple([step // dtype.itemsize for step in steps])
    return _core.array_from_cuda_memory(
        obj, _cuda_ordinal(obj), pointer, _CODES[dtype.kind], 8 * dtype.itemsize, shape, strides, is_read_only
    )


def imported(obj):
    """The memory of any object that exports it, as an array; None: the object does not, or none that can be shared."""
    export, device = getattr(obj, "__dlpack__", None), getattr(obj, "__dlpack_device__", None)
    if export is None or device is None:
        return from_cuda_array_interface(obj) if hasattr(obj, "__cuda_array_interface__") else None
    try:
        return import_dlpack(export, device, None)
    except BufferError:  # a data type or a device that is none of ours
        return None
