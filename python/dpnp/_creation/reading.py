"""Arrays from buffers, files, text, iterators and functions.

All but `fromfunction` use NumPy on the host and copy the data to the device once.
"""

from __future__ import annotations

import numpy

from opendpex._messages import as_dtype, as_flag, as_function, as_int, as_items, as_text, as_whole, by_others

from .._helpers import default_float_type
from .._indexing.indices import indices
from .arrays import asarray, queue_like

__all__ = ["frombuffer", "fromfile", "fromfunction", "fromiter", "fromstring", "loadtxt"]


def _to_device(name, like, made, device, usm_type, sycl_queue):
    sycl_queue = queue_like(name, like, device, sycl_queue)
    return asarray(made, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """Take the bytes of a buffer as numbers on the host and copy it to a device.

    Parameters
    ----------
    buffer : bytes-like
        The bytes.
    dtype, count, offset : optional
        As in `numpy.frombuffer`.
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.frombuffer(b"\1\2\3", dtype=np.uint8)
    array([1, 2, 3], dtype=uint8)
    """
    count, offset = as_int(count, "count"), as_int(offset, "offset")
    dtype = as_dtype(dtype)
    made = by_others(numpy.frombuffer, buffer, dtype, count, offset)
    return _to_device("frombuffer", like, made, device, usm_type, sycl_queue)


def fromfile(
    file, dtype=float, count=-1, sep="", offset=0, *, like=None, device=None, usm_type="device", sycl_queue=None
):
    """Read numbers from a file on the host and copy it to a device.

    Parameters
    ----------
    file : path or file
        The file.
    dtype, count, sep, offset : optional
        As in `numpy.fromfile`.
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    dpnp.ndarray
    """
    count, sep, offset = as_int(count, "count"), as_text(sep, "sep"), as_int(offset, "offset")
    dtype = as_dtype(dtype)
    made = by_others(numpy.fromfile, file, dtype, count, sep, offset)
    return _to_device("fromfile", like, made, device, usm_type, sycl_queue)


def fromiter(iter, dtype, count=-1, *, like=None, device=None, usm_type="device", sycl_queue=None):
    """Take numbers from an iterator on the host and copy it to a device.

    Parameters
    ----------
    iter : iterable
        The numbers.
    dtype : data type
        Of the array.
    count : int, optional
        How many; -1: all.
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    dpnp.ndarray
    """
    made = by_others(numpy.fromiter, iter, dtype, as_int(count, "count"))
    return _to_device("fromiter", like, made, device, usm_type, sycl_queue)


def fromstring(string, dtype=float, count=-1, *, sep, like=None, device=None, usm_type="device", sycl_queue=None):
    """Read numbers from text on the host and copy it to a device.

    Parameters
    ----------
    string : str
        The text.
    dtype, count, sep : optional
        As in `numpy.fromstring`.
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    dpnp.ndarray
    """
    made = by_others(numpy.fromstring, string, dtype, as_int(count, "count"), sep=as_text(sep, "sep"))
    return _to_device("fromstring", like, made, device, usm_type, sycl_queue)


def loadtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    converters=None,
    skiprows=0,
    usecols=None,
    unpack=False,
    ndmin=0,
    encoding=None,
    max_rows=None,
    *,
    quotechar=None,
    like=None,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """Read a table of numbers from a text file on the host and copy it to a device.

    Parameters
    ----------
    fname : path or file
        The file.
    dtype : data type, optional
        Of the array.
    comments, delimiter, converters, skiprows, usecols, unpack, ndmin, encoding, max_rows, quotechar : optional
        As in `numpy.loadtxt`.
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    dpnp.ndarray
    """
    skiprows, max_rows = as_int(skiprows, "skiprows"), None if max_rows is None else as_int(max_rows, "max_rows")
    encoding = None if encoding is None else as_text(encoding, "encoding", "None or a str")
    made = by_others(
        numpy.loadtxt,
        fname,
        as_dtype(dtype),
        comments,
        delimiter,
        converters,
        skiprows,
        usecols,
        as_flag(unpack, "unpack"),
        as_whole(ndmin, "ndmin"),
        encoding,
        max_rows,
        quotechar=quotechar,
    )
    return _to_device("loadtxt", like, made, device, usm_type, sycl_queue)


def fromfunction(function, shape, *, dtype=float, like=None, device=None, usm_type="device", sycl_queue=None, **kwargs):
    """Call a function with the coordinates of all elements; it computes on the device.

    Parameters
    ----------
    function : callable
        Takes one array of coordinates for each axis.
    shape : tuple of ints
        Extents.
    dtype : data type, optional
        Of the coordinates.
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.
    **kwargs
        For the function.

    Returns
    -------
    object
        What the function returns.
    """
    sycl_queue = queue_like("fromfunction", like, device, sycl_queue)
    if dtype is float or dtype is None:
        dtype = default_float_type(device, sycl_queue)
    shape = as_items(shape, "shape", "a sequence of ints")
    coordinates = indices(shape, dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    return as_function(function, "function")(*coordinates, **kwargs)
