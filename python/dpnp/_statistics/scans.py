"""Cumulative functions along an axis: what a reduction gives for the elements up to each one."""

from __future__ import annotations

from opendpex import _core

from .._arrays import as_array, store
from .reductions import reduction_dtype

__all__ = ["cumlogsumexp", "cumprod", "cumsum", "cumulative_prod", "cumulative_sum"]

_SCANS = {"add": _core.cumulative_sum, "multiply": _core.cumulative_prod}


def _scan(name, x, axis, dtype, out, include_initial=False):
    dtype = reduction_dtype(name, x, dtype, out)
    return store(_SCANS[name](x, axis=axis, dtype=dtype, include_initial=include_initial), out, "unsafe")


def _scan_flat(name, a, axis, dtype, out):
    a = as_array(a)
    return _scan(name, a.ravel() if axis is None or a.ndim == 0 else a, axis, dtype, out)


def cumsum(a, axis=None, dtype=None, out=None):
    """Sums of the elements up to each one along an axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the flat array.
    dtype : data type, optional
        Data type of the computation; default: as of `sum`.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        The shape of `a`; of one dimension without an axis.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.cumsum(np.array([1, 2, 3]))
    array([1, 3, 6])
    """
    return _scan_flat("add", a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Products of the elements up to each one along an axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the flat array.
    dtype : data type, optional
        Data type of the computation; default: as of `prod`.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        The shape of `a`; of one dimension without an axis.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.cumprod(np.array([1, 2, 3]))
    array([1, 2, 6])
    """
    return _scan_flat("multiply", a, axis, dtype, out)


def _line(x):
    """An array of at least one dimension."""
    x = as_array(x)
    return x if x.ndim else x.reshape((1,))


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Sums of the elements up to each one along an axis.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the only one.
    dtype : data type, optional
        Data type of the computation; default: as of `sum`.
    include_initial : bool, optional
        Prepend 0, the result for no elements: the extent of the axis grows by 1.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        The shape of `x`, or one more along the axis.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    ValueError
        If the array has several dimensions and no axis is named.
    """
    return _scan("add", _line(x), axis, dtype, out, include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Products of the elements up to each one along an axis.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the only one.
    dtype : data type, optional
        Data type of the computation; default: as of `prod`.
    include_initial : bool, optional
        Prepend 1, the result for no elements: the extent of the axis grows by 1.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        The shape of `x`, or one more along the axis.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    ValueError
        If the array has several dimensions and no axis is named.
    """
    return _scan("multiply", _line(x), axis, dtype, out, include_initial)


def cumlogsumexp(x, /, *, axis=None, dtype=None, include_initial=False, out=None):
    """Logarithms of the sums of the exponentials of the elements up to each one along an axis.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the flat array.
    dtype : data type, optional
        Data type of the computation; default: as of `logsumexp`.
    include_initial : bool, optional
        Prepend minus infinity, the result for no elements: the extent of the axis grows by 1.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        The shape of `x`, or one more along the axis.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    """
    x = as_array(x)
    if axis is None and x.ndim > 1:
        x, axis = x.ravel(), 0
    return store(_core.cumulative_logsumexp(x, axis=axis, dtype=dtype, include_initial=include_initial), out, "unsafe")
