"""nonzero, where, extract and place."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import named

from .._arrays import KEEP, as_array, as_array_like, as_parameter, is_scalar, renamed, usually

__all__ = ["argwhere", "extract", "flatnonzero", "nonzero", "place", "where"]


_NO_VALUE = numpy._NoValue


def nonzero(a):
    """Indices of the elements that are not 0: a tuple of arrays, one for each axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, of at least one dimension.

    Returns
    -------
    tuple of dpnp.ndarray
        int64; the call waits for their number.

    Raises
    ------
    ValueError
        If the array has no dimensions.

    Examples
    --------
    >>> np.nonzero(np.array([0, 3, 0, 5]))
    (array([1, 3]),)
    """
    return _core.nonzero(as_array(a))


def argwhere(a):
    """Coordinates of the elements that are not 0, one row for each; the call waits for their number.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        Shape (count, a.ndim), int64.

    Examples
    --------
    >>> np.argwhere(np.array([0, 3, 0, 5]))
    array([[1],
           [3]])
    """
    a = as_array(a)
    if a.ndim == 0:
        return argwhere(a.reshape((1,)))[:, :0]
    return _core.stack(list(_core.nonzero(a)), axis=0).T  # in the layout of NumPy


def flatnonzero(a):
    """Indices of the elements that are not 0 in the flat array.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        One dimension, int64; the call waits for their number.

    Examples
    --------
    >>> np.flatnonzero(np.array([0, 3, 0, 5]))
    array([1, 3])
    """
    return _core.nonzero(as_array(a).ravel())[0]


@usually(_core.usual_where, most=3)
def where(condition, x=_NO_VALUE, y=_NO_VALUE, /, *, order="K", out=None):
    """Choose elements from two arrays by a condition.

    Parameters
    ----------
    condition : dpnp.ndarray
        Where it is not 0, `x` is taken, else `y`; with the condition alone: its `nonzero`.
    x, y : dpnp.ndarray or scalar
        The arrays; all three broadcast.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of the result.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If only one of `x` and `y` is given.
    TypeError
        If one of them is neither an array nor a number.

    Examples
    --------
    >>> x = np.array([-1, 2, -3])
    >>> np.where(x > 0, x, 0)
    array([0, 2, 0])
    """
    if y is _NO_VALUE or (x is None and y is None):
        if x is _NO_VALUE or x is None:
            return nonzero(condition)
        raise ValueError(named("it takes both x and y, or none of them"))
    order = order if order is KEEP else _core.order_letter(order)
    if is_scalar(condition):
        condition = as_array_like(condition, as_array(y if is_scalar(x) else x))
    x, y = (
        _wrapped(v, w) if type(v) is int and isinstance(w, (array_base, numpy.integer)) else v
        for v, w in ((x, y), (y, x))
    )
    made = _core.where(as_array(condition), x, y, order=order, out=out)
    return made if out is None else as_array(made)


def _wrapped(value: int, other):
    """A Python int, wrapped around if it is outside the range of the other array's integer dtype, as in NumPy's
    `where`."""
    if other.dtype.kind not in "iu" or numpy.iinfo(other.dtype).min <= value <= numpy.iinfo(other.dtype).max:
        return value
    return numpy.asarray(value).astype(other.dtype)[()]


@renamed(arr="a")
def extract(condition, a):
    """Take the elements of an array for which a condition holds.

    Parameters
    ----------
    condition : dpnp.ndarray
        Elements other than zero select those of `a` at the same index, both in C order; usually of the shape of `a`.
    a : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        One dimension, the dtype of `a`; the call waits for their number.

    Raises
    ------
    IndexError
        If the condition holds at an index beyond the end of `a`.

    Examples
    --------
    >>> x = np.arange(5)
    >>> np.extract(x > 2, x)
    array([3, 4])
    """
    a = as_array(a)
    condition = as_parameter(condition, a, "condition")
    if condition.size != a.size:
        indices = _core.nonzero(condition.ravel())[0]
        if indices.size and int(indices[-1]) >= a.size:
            raise IndexError(
                named(f"the condition holds at index {int(indices[-1])}, and the array has {a.size} elements")
            )
        return a.ravel()[indices]
    return _core.extract(condition.reshape(a.shape) if condition.shape != a.shape else condition, a)


def check_parts(values, target) -> None:
    """Raise TypeError for complex values to be written into an array that is not complex."""
    if values.dtype.kind == "c" and target.dtype.kind != "c":
        raise TypeError(named(f"complex values do not fit an array of {target.dtype}"))


@usually(_core.usual_place, arrays=2, most=3)
@renamed(arr="a")
def place(a, mask, vals):
    """Write values into the elements of `a` selected by a mask; values are repeated if there are too few.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    mask : dpnp.ndarray
        Of the size of `a`, whatever its shape.
    vals : dpnp.ndarray or array_like
        The values, converted to the dtype of `a`.

    Raises
    ------
    ValueError
        If `mask` selects an element and `vals` is empty.
    TypeError
        If the values are complex and the array is not.
    """
    a = as_array(a)
    mask = as_parameter(mask, a, "mask")
    mask = mask if mask.shape == a.shape or mask.size != a.size else mask.reshape(a.shape)
    if isinstance(vals, (array_base, numpy.ndarray)):
        check_parts(vals, a)
    vals = as_parameter(vals, a, "vals", a.dtype)
    _core.place(a, mask, vals.ravel())
