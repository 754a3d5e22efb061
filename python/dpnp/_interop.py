"""Methods of ndarray for bytes, views of another dtype, pickles, and protocols of other libraries.

Pickles of arrays name this module, so it stays where it is.
"""

from __future__ import annotations

import hashlib
import pickle
import types

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._core import as_ndarray, ndarray
from opendpex._messages import as_dtype, as_flag, by_others, named

from ._ndarray import dask as _dask  # noqa: F401  (registers with Dask)

__all__ = []


def _host_view(x):
    """The elements as a NumPy array: the same memory if the host can access it and the array is contiguous, else a
    copy."""
    dense = x.flags.c_contiguous or x.flags.f_contiguous
    if dense and x.__dlpack_device__()[0] == 1:  # kDLCPU; the export waits for pending work
        return numpy.from_dlpack(x)
    return _core.asnumpy(x)


# ---- other dtypes -------------------------------------------------------------------------------------------------


def view(self, dtype=None, *, type=None):
    """The same bytes as elements of another dtype, or as an array of a subclass.

    Parameters
    ----------
    dtype : data type, optional
        Of another size: the last axis, which must be contiguous, gets longer or shorter.
    type : subclass of dpnp.ndarray, optional
        Of the view.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the layout does not allow the view, or `type` is not a subclass.
    """
    # the usual case
    if type is None and (dtype.__class__ is str or dtype.__class__ is numpy.dtype) and self.__class__ is ndarray:
        return _core.view_as(self, ndarray, dtype)
    if dtype is type is None and self.__class__ is ndarray:
        return self[...]
    if isinstance(dtype, builtin_type) and issubclass(dtype, ndarray):
        dtype, type = None, dtype
    type = builtin_type(self) if type is None else type
    if not (isinstance(type, builtin_type) and issubclass(type, ndarray)):
        raise ValueError(named(f"type must be a subclass of dpnp.ndarray, not {type!r}"))
    dtype = self.dtype if dtype is None else as_dtype(dtype)
    return _core.view_as(self, type, dtype)


builtin_type = type


def byteswap(self, inplace=False):
    """The bytes of each element in reverse order, those of complex numbers in each half: a copy, or in place.

    Parameters
    ----------
    inplace : bool, optional
        Change the array itself.

    Returns
    -------
    dpnp.ndarray
        The array itself if `inplace`.
    """
    size = self.itemsize // 2 if self.dtype.kind == "c" else self.itemsize
    dense = self.copy()
    reversed_bytes = (
        _core.flip(dense.view("u1").reshape((-1, size)), axis=1) if self.ndim else dense.reshape(1).view("u1")[::-1]
    )
    swapped = reversed_bytes.copy().reshape(-1).view(self.dtype).reshape(self.shape)
    if not as_flag(inplace, "inplace"):
        return swapped
    self[...] = swapped
    return self


# ---- bytes --------------------------------------------------------------------------------------------------------


def tobytes(self, order="C"):
    """The bytes of the elements, copied to the host.

    Parameters
    ----------
    order : {'C', 'F', 'A'}, optional
        In which the elements are taken.

    Returns
    -------
    bytes
    """
    return by_others(_core.asnumpy(self).tobytes, order)


def tofile(self, fid, sep="", format="%s"):
    """Write the elements to a file, as bytes or, with a separator, as text; see `numpy.ndarray.tofile`.

    Parameters
    ----------
    fid : path or file object
        Where to write.
    sep : str, optional
        What to write between elements; '': bytes.
    format : str, optional
        How to write an element, as of ``%``.
    """
    by_others(_core.asnumpy(self).tofile, fid, sep, format)


def _bytes(self):
    """bytes(x)"""
    return self.tobytes()


def _format(self, spec):
    """format(x, spec) of an array without dimensions is that of its element."""
    if self.ndim == 0 and spec:
        return format(self.item(), spec)
    if spec:
        raise TypeError(named("unsupported format string passed to dpnp.ndarray.__format__"))
    return str(self.item()) if self.ndim == 0 else str(self)


# ---- pickles ------------------------------------------------------------------------------------------------------


def _rebuild(data, usm_type: str) -> ndarray:
    """Unpickle: the elements in new memory of that kind on the default device."""
    return as_ndarray(dpt.asarray(data, usm_type=usm_type, order="K", copy=True))


def _rebuild_from_buffer(buffer, dtype: str, shape, order: str, usm_type: str) -> ndarray:
    """The same from bytes, which may have come outside of the pickle."""
    return _rebuild(numpy.frombuffer(buffer, dtype).reshape(shape, order=order), usm_type)


def _reduce(self, protocol=2):
    """From protocol 5 on the bytes may go out of band; memory that the host can see is handed over without a copy."""
    if protocol < 5:
        data = _core.asnumpy(self)
        return _rebuild, (numpy.asfortranarray(data) if self.flags.fnc else data, self.usm_type)
    data = _host_view(self)
    order = "C" if data.flags.c_contiguous else "F"
    buffer = pickle.PickleBuffer(data.ravel(order))
    return _rebuild_from_buffer, (buffer, data.dtype.str, data.shape, order, self.usm_type)


def dumps(self) -> bytes:
    """The pickle of the array.

    Returns
    -------
    bytes
    """
    return pickle.dumps(self, protocol=2)


def dump(self, file) -> None:
    """Write the pickle of the array to a file.

    Parameters
    ----------
    file : path or file object
        Where to write; a file object is open for bytes.
    """
    if hasattr(file, "write"):
        pickle.dump(self, file, protocol=2)
        return
    with by_others(open, file, "wb") as opened:
        pickle.dump(self, opened, protocol=2)


def _copied(self, memo=None):
    """copy.copy and copy.deepcopy: on the same queue."""
    return self.copy(order="K")


# ---- other libraries ------------------------------------------------------------------------------------------------


def _dask_token(self):
    """The token of Dask: dtype, shape and a digest of the bytes, which are copied to the host."""
    data = _host_view(self)
    digest = hashlib.sha1(numpy.ascontiguousarray(data).view("u1").reshape(-1), usedforsecurity=False).hexdigest()
    return "dpnp.ndarray", data.dtype.str, data.shape, digest


def _cuda_interface(self):  # Jedi fails on annotated properties of types in C
    """The array for other CUDA libraries; the call waits for pending work. AttributeError on other devices."""
    if self.sycl_device.backend.name != "cuda":
        raise AttributeError(f"__cuda_array_interface__ is for arrays on CUDA devices, not on {self.sycl_device.name}")
    self.sycl_queue.wait()
    pointer = (self._pointer if self.size else 0, not self.flags.writable)
    return {"shape": self.shape, "typestr": self.dtype.str, "data": pointer, "strides": self.strides, "version": 3}


def setflags(self, write=None, align=None, uic=None):
    """Make the array writable or read-only.

    Parameters
    ----------
    write : bool, optional
        Whether elements may be changed through this array; other views of the memory stay as they are. None: leave it.
    align : optional
        Ignored: arrays are always aligned.
    uic : optional
        Must not be true.

    Raises
    ------
    ValueError
        For `uic`, since no array is to be written back.
    """
    if as_flag(uic, "uic"):
        raise ValueError(named("no array is to be written back"))
    if write is not None:
        self.flags["W"] = as_flag(write, "write")


for _function in (view, byteswap, tobytes, tofile, dumps, dump, setflags):
    _function.__qualname__ = f"ndarray.{_function.__name__}"
    setattr(ndarray, _function.__name__, _function)
ndarray.__bytes__ = _bytes
ndarray.__format__ = _format
ndarray.__reduce_ex__ = _reduce
ndarray.__copy__ = ndarray.__deepcopy__ = _copied
ndarray.__dask_tokenize__ = _dask_token
ndarray.__cuda_array_interface__ = property(_cuda_interface)
ndarray.__class_getitem__ = classmethod(types.GenericAlias)
