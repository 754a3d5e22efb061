"""save, load, savetxt and text conversions. Files are read and written on the host; data are copied to or from the
device once."""

from __future__ import annotations

from collections.abc import Mapping

import numpy

from opendpex import _core
from opendpex._messages import as_word, by_others

from .._arrays import as_array
from .._creation.arrays import asarray, queue_like

__all__ = ["fromregex", "genfromtxt", "load", "save", "savetxt", "savez", "savez_compressed"]


def _host(x):
    """The elements on the host."""
    return _core.asnumpy(as_array(x))


def save(file, arr, allow_pickle=True):
    """Write an array to a file in NumPy's format ``.npy``.

    Parameters
    ----------
    file : path or file
        The file; a path gets the suffix ``.npy`` if it has none.
    arr : dpnp.ndarray
        The array.
    allow_pickle : bool, optional
        Ignored: there are no objects.

    Raises
    ------
    TypeError
        If `arr` is not an array.
    OSError
        If the file cannot be written.
    """
    by_others(numpy.save, file, _host(arr))


def savez(file, *args, allow_pickle=True, **kwds):
    """Write arrays to a file in NumPy's format ``.npz``, under the names of the keywords, else ``arr_0``, ``arr_1``...

    Parameters
    ----------
    file : path or file object
        Where to write; ``.npz`` is added to a path without it.
    *args, **kwds : dpnp.ndarray or array_like
        The arrays; they are copied to the host.

    Raises
    ------
    ValueError
        If a keyword is the name of an array without one.
    OSError
        If the file cannot be written.
    """
    by_others(numpy.savez, file, *map(_host, args), **{name: _host(x) for name, x in kwds.items()})


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """Write arrays to a compressed file; see `savez`.

    Parameters
    ----------
    file, *args, **kwds
        As in `savez`.

    Raises
    ------
    ValueError, OSError
        As in `savez`.
    """
    by_others(numpy.savez_compressed, file, *map(_host, args), **{name: _host(x) for name, x in kwds.items()})


class _Archive(Mapping):
    """The arrays of a ``.npz`` file by name; each is read and copied to the device when it is accessed."""

    def __init__(self, npz, placement):
        self._npz, self._placement = npz, placement
        self.files = npz.files

    def __getitem__(self, name):
        return asarray(self._npz[name], **self._placement)

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def close(self):
        """Close the file."""
        self._npz.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def load(
    file,
    mmap_mode=None,
    allow_pickle=False,
    fix_imports=True,
    encoding="ASCII",
    *,
    max_header_size=10000,
    device=None,
    usm_type="device",
    sycl_queue=None,
):
    """Read an array, or several, from a file of NumPy's.

    Parameters
    ----------
    file : path or file
        The file, ``.npy`` or ``.npz``.
    mmap_mode, allow_pickle, fix_imports, encoding, max_header_size : optional
        As in `numpy.load`.
    device, usm_type, sycl_queue : optional
        Where to allocate the arrays.

    Returns
    -------
    dpnp.ndarray or mapping of names to them
        A mapping is also a context manager that closes the file.
    """
    as_word(encoding, "encoding", ("ASCII", "latin1", "bytes"))
    options = {"fix_imports": fix_imports, "encoding": encoding, "max_header_size": max_header_size}
    made = by_others(numpy.load, file, mmap_mode, allow_pickle, **options)
    placement = {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}
    if isinstance(made, numpy.lib.npyio.NpzFile):
        return _Archive(made, placement)
    return asarray(numpy.asarray(made), **placement)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """Write an array of one or two dimensions as text; the parameters are those of `numpy.savetxt`.

    Parameters
    ----------
    fname : path or file object
        Where to write.
    X : dpnp.ndarray or array_like
        The array; it is copied to the host.
    fmt : str or sequence of str, optional
        How to write an element, as of ``%``: for all, for a row, or for each column.
    delimiter, newline : str, optional
        What stands between columns and behind rows.
    header, footer : str, optional
        Texts before and behind the numbers.
    comments : str, optional
        What each line of them begins with.
    encoding : str, optional
        That of the file.

    Raises
    ------
    ValueError
        If the array has not one or two dimensions, or `fmt` fits no row.
    TypeError
        If `fmt` does not fit the numbers.
    """
    by_others(numpy.savetxt, fname, _host(X), fmt, delimiter, newline, header, footer, comments, encoding)


def genfromtxt(fname, dtype=float, *args, like=None, device=None, usm_type="device", sycl_queue=None, **kwargs):
    """Read a table with missing values from text; NumPy reads it on the host, one copy brings it to the device.

    Parameters
    ----------
    fname : path, file object or sequence of str
        The text.
    dtype : data type, optional
        Of the result, a type of numbers.
    *args, **kwargs
        As in `numpy.genfromtxt`.
    like : dpnp.ndarray, optional
        Allocate the result on the queue of this array.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: the default device.

    Returns
    -------
    dpnp.ndarray
        Of one or two dimensions.

    Raises
    ------
    TypeError
        If the columns are texts or records (``dtype=None`` of a mixed table), which devices do not have.
    ValueError
        If rows have different numbers of columns.
    """
    sycl_queue = queue_like("genfromtxt", like, device, sycl_queue)
    made = by_others(numpy.genfromtxt, fname, dtype, *args, **kwargs)
    return asarray(made, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def fromregex(file, regexp, dtype, encoding=None, *, device=None, usm_type="device", sycl_queue=None):
    """Read numbers from text by a regular expression; NumPy reads on the host, one copy brings them to the device.

    Parameters
    ----------
    file : path or file object
        The text.
    regexp : str or compiled expression
        With one group, whose matches are the numbers.
    dtype : data type
        Of all of them.
    encoding : str, optional
        Of the file.
    device, usm_type, sycl_queue : optional
        Where to allocate the result; default: the default device.

    Returns
    -------
    dpnp.ndarray
        Of one dimension, an element for each match.

    Raises
    ------
    ValueError
        If a match is not a number.
    """
    made = by_others(numpy.fromregex, file, regexp, [("x", dtype)], encoding)["x"]
    return asarray(made, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
