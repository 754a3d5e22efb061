"""Functions for series of all bases: coefficients as arrays, trimming, and maps between intervals."""

from __future__ import annotations

import numbers

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_real, named, names_errors

from .._arrays import as_array
from .._creation.arrays import asarray
from ._coefficients import as_series as _as_series
from ._coefficients import behind_last, series_like
from ._coefficients import trimmed as _trimmed
from ._format import format_float

__all__ = ["as_series", "format_float", "getdomain", "mapdomain", "mapparms", "trimcoef", "trimseq"]


@names_errors
def trimseq(seq):
    """A sequence without zeros at its end.

    Parameters
    ----------
    seq : dpnp.ndarray
        Of one dimension.

    Returns
    -------
    dpnp.ndarray
        A view; one element at least. Waits for their number.
    """
    return _trimmed(as_array(seq, "seq"))


@names_errors
def as_series(alist, trim=True):
    """Coefficients as arrays of one dimension and one dtype.

    Parameters
    ----------
    alist : sequence
        Of dpnp.ndarray or of sequences of numbers.
    trim : bool, optional
        Leave zeros at the ends out.

    Returns
    -------
    list of dpnp.ndarray

    Raises
    ------
    ValueError
        If one is empty or has several dimensions.
    """
    return _as_series(*alist, trim=trim)


@names_errors
def trimcoef(c, tol=0):
    """Coefficients without small ones at the end.

    Parameters
    ----------
    c : dpnp.ndarray or sequence of numbers
        Coefficients, degree 0 first.
    tol : number, optional
        The largest magnitude that is removed.

    Returns
    -------
    dpnp.ndarray
        One coefficient at least, zero where all are removed. Waits for their number.

    Raises
    ------
    ValueError
        If `tol` is negative, there are no coefficients, or they have several dimensions.

    Examples
    --------
    >>> from dpnp.polynomial import polyutils
    >>> polyutils.trimcoef([1, 2, 0.001, 0], tol=0.01)
    array([1., 2.])
    """
    tol = as_real(tol, "tol")
    if tol < 0:
        raise ValueError(named(f"tol must be non-negative, not {tol}"))
    (c,) = _as_series(c, trim=False)
    n = behind_last(abs(c) > tol)
    return c[:n].copy() if n else c[:1] * 0


@names_errors
def getdomain(x):
    """The interval that holds points.

    Parameters
    ----------
    x : dpnp.ndarray or sequence of numbers
        Of one dimension.

    Returns
    -------
    dpnp.ndarray
        The least and the greatest, of shape (2,); of complex numbers the lower left and the upper right corner of the
        rectangle around them.

    Raises
    ------
    ValueError
        If there are no points.
    """
    (x,) = _as_series(x, trim=False)
    if x.dtype.kind == "c":
        corners = [_core.min(x.real) + 1j * _core.min(x.imag), _core.max(x.real) + 1j * _core.max(x.imag)]
    else:
        corners = [_core.min(x), _core.max(x)]
    return _core.concat([corner.reshape(1) for corner in corners])


@names_errors
def mapparms(old, new):
    """Offset and scale of the linear map between intervals: ``off + scl * x`` maps `old` to `new`.

    Parameters
    ----------
    old, new : dpnp.ndarray or sequence of two numbers
        The ends of the intervals.

    Returns
    -------
    tuple
        ``off, scl``, arrays without dimensions, or numbers for numbers.
    """
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


@names_errors
def mapdomain(x, old, new):
    """Points mapped linearly from one interval to another.

    Parameters
    ----------
    x : dpnp.ndarray, number or sequence of numbers
        The points.
    old, new : dpnp.ndarray or sequence of two numbers
        The intervals: the ends of `old` are mapped to those of `new`.

    Returns
    -------
    dpnp.ndarray
        Of the shape of x.

    Examples
    --------
    >>> import dpnp
    >>> from dpnp.polynomial import polyutils
    >>> polyutils.mapdomain(dpnp.asarray([0.0, 1.0, 2.0]), [0, 2], [-1, 1])
    array([-1.,  0.,  1.])
    """
    if not isinstance(x, (numbers.Number, array_base, numpy.generic)):
        x = asarray(x)
    off, scl = mapparms(*(series_like(i, x if isinstance(x, array_base) else None) for i in (old, new)))
    return off + scl * x


def __dir__():
    return __all__
