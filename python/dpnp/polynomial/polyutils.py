"""Functions for series of all bases: coefficients as arrays, trimming, and maps between intervals."""

from __future__ import annotations

import numbers

import numpy

from opendpex import _core
from opendpex._core import array_base

from .._creation.arrays import asarray
from ._coefficients import as_series as _as_series
from ._coefficients import behind_last, series_like
from ._coefficients import trimmed as _trimmed
from ._format import format_float

__all__ = ["as_series", "format_float", "getdomain", "mapdomain", "mapparms", "trimcoef", "trimseq"]


def trimseq(seq):
    """An array without zeros behind the last other element; one stays. Waits for their number."""
    return _trimmed(seq)


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


def trimcoef(c, tol=0):
    """Coefficients without those of magnitude at most `tol` behind the last other; one, zero, stays. ValueError if
    `tol` is negative."""
    if tol < 0:
        raise ValueError(f"tol must be non-negative, not {tol}")
    (c,) = _as_series(c, trim=False)
    n = behind_last(abs(c) > tol)
    return c[:n].copy() if n else c[:1] * 0


def getdomain(x):
    """The least and the greatest of x; of complex numbers the corners of the rectangle around them."""
    (x,) = _as_series(x, trim=False)
    if x.dtype.kind == "c":
        corners = [_core.min(x.real) + 1j * _core.min(x.imag), _core.max(x.real) + 1j * _core.max(x.imag)]
    else:
        corners = [_core.min(x), _core.max(x)]
    return _core.concat([corner.reshape(1) for corner in corners])


def mapparms(old, new):
    """``off, scl`` such that ``off + scl * x`` maps the interval `old` to `new`; arrays without dimensions, or numbers
    for numbers."""
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


def mapdomain(x, old, new):
    """x mapped as the interval `old` is to `new`, each of two numbers."""
    if not isinstance(x, (numbers.Number, array_base, numpy.generic)):
        x = asarray(x)
    off, scl = mapparms(*(series_like(i, x if isinstance(x, array_base) else None) for i in (old, new)))
    return off + scl * x
