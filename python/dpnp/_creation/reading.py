"""Arrays from buffers, files, text, iterators and functions.

All but `fromfunction` use NumPy on the host and copy the data to the device once.
"""

from __future__ import annotations

import numpy

from .._helpers import default_float_type
from .._indexing.indices import indices
from .arrays import asarray, queue_like

__all__ = ["frombuffer", "fromfile", "fromfunction", "fromiter", "fromstring", "loadtxt"]


def _to_device(name, like, made, device, usm_type, sycl_queue):
    sycl_queue = queue_like(name, like, device, sycl_queue)
    return asarray(made, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


_DOC = """{what} on the host and copy it to a device.

    Parameters
    ----------
    {source}
    like, device, usm_type, sycl_queue : optional
        As in `dpnp.empty`.

    Returns
    -------
    dpnp.ndarray
    """


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None, device=None, usm_type="device", sycl_queue=None):
    made = numpy.frombuffer(buffer, dtype, count, offset)
    return _to_device("frombuffer", like, made, device, usm_type, sycl_queue)


def fromfile(
    file, dtype=float, count=-1, sep="", offset=0, *, like=None, device=None, usm_type="device", sycl_queue=None
):
    made = numpy.fromfile(file, dtype, count, sep, offset)
    return _to_device("fromfile", like, made, device, usm_type, sycl_queue)


def fromiter(iter, dtype, count=-1, *, like=None, device=None, usm_type="device", sycl_queue=None):
    made = numpy.fromiter(iter, dtype, count)
    return _to_device("fromiter", like, made, device, usm_type, sycl_queue)


def fromstring(string, dtype=float, count=-1, *, sep, like=None, device=None, usm_type="device", sycl_queue=None):
    made = numpy.fromstring(string, dtype, count, sep=sep)
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
    made = numpy.loadtxt(
        fname,
        dtype,
        comments,
        delimiter,
        converters,
        skiprows,
        usecols,
        unpack,
        ndmin,
        encoding,
        max_rows,
        quotechar=quotechar,
    )
    return _to_device("loadtxt", like, made, device, usm_type, sycl_queue)


_MORE = "dtype, count, {}: optional\n        As in `numpy.{}`."
frombuffer.__doc__ = _DOC.format(
    what="Take the bytes of a buffer as numbers",
    source="buffer : bytes-like\n        The bytes.\n    " + _MORE.format("offset ", "frombuffer"),
)
fromfile.__doc__ = _DOC.format(
    what="Read numbers from a file",
    source="file : path or file\n        The file.\n    " + _MORE.format("sep, offset ", "fromfile"),
)
fromiter.__doc__ = _DOC.format(
    what="Take numbers from an iterator",
    source=(
        "iter : iterable\n        The numbers.\n    dtype : data type\n        Of the array.\n    count : int, "
        "optional\n        How many; -1: all."
    ),
)
fromstring.__doc__ = _DOC.format(
    what="Read numbers from text", source="string : str\n        The text.\n    " + _MORE.format("sep ", "fromstring")
)
loadtxt.__doc__ = _DOC.format(
    what="Read a table of numbers from a text file",
    source="fname : path or file\n        The file.\n    dtype : data type, optional\n        Of the array.\n"
    "    comments, delimiter, converters, skiprows, usecols, unpack, ndmin, encoding, max_rows, quotechar : optional\n"
    "        As in `numpy.loadtxt`.",
)


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
    if dtype is float:
        dtype = default_float_type(device, sycl_queue)
    return function(*indices(shape, dtype, device=device, usm_type=usm_type, sycl_queue=sycl_queue), **kwargs)
