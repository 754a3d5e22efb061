"""Reductions along axes: sum, prod, max, min, any, all, mean, var, std, argmax and their like."""

from __future__ import annotations

import functools
import math
import operator
import warnings
from builtins import max as builtins_max

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import as_dtype, as_flag, as_int, named, shown, wrong_type

from .._arrays import (
    as_array,
    as_condition,
    as_parameter,
    common_shape,
    is_scalar,
    ndarray,
    store,
    usually,
    without_bool,
)
from .._indexing.searching import where as choose
from .._ufunc import functions as _ufuncs
from .._ufunc.functions import sqrt

__all__ = [
    "all",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "mean",
    "min",
    "prod",
    "ptp",
    "reduce_hypot",
    "std",
    "sum",
    "var",
]


# `initial` where none is given: then a sum starts at 0. As in NumPy, None takes that away.
NO_VALUE = numpy._NoValue


def _chosen(x, where, value, neutral):
    """In a fused function: a value where a condition on `x` holds; None: where `x` is not NaN."""
    return dpt.where(dpt.isnan(x), neutral, value) if where is None else dpt.where(where, value, neutral)


@functools.cache
def conditional(name: str, keepdims: bool):
    """A reduction of the elements where a condition holds (None: that are not NaN), in one pass; `neutral` stands for
    the others."""
    reduction = getattr(dpt, name)

    def of_chosen(x, where, neutral, axis, dtype):
        chosen = _chosen(x, where, x, neutral)
        if dtype is None:
            return reduction(chosen, axis=axis, keepdims=keepdims)
        return reduction(chosen, axis=axis, dtype=dtype, keepdims=keepdims)

    of_chosen.__name__ = f"{name} with where="
    return fuse(of_chosen)


@functools.cache
def squares_of(keepdims: bool):
    """The sum of squared distances from a centre where a condition holds (None: of what is not NaN), in one pass."""

    def squares(x, centre, where, axis):
        distance = abs(x - centre)
        return dpt.sum(_chosen(x, where, distance * distance, 0), axis=axis, keepdims=keepdims)

    return fuse(squares)


def axes_of(axis, ndim: int):
    """Axes as fused functions and the core take them: a tuple, or None for all.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.
    TypeError
        If it is neither an int nor a tuple or list of them.
    """
    return None if axis is None else _core.normalized_axes(without_bool(axis), ndim)


def _condition(where, a):
    """The condition as a bool array on the queue of `a`; it may not have more elements than `a`."""
    where = as_condition(where, a)
    if where.shape != a.shape and common_shape(a.shape, where.shape) != a.shape:
        raise ValueError(named(f"where of shape {where.shape} does not broadcast to the array's {a.shape}"))
    return where


def _axis_of(a, axis):
    """The axes for the core: NumPy's reductions take axis 0 and -1 of an array without dimensions, too."""
    if a.ndim == 0 and type(axis) is not tuple and axis is not None and as_int(axis, "axis") in (0, -1):
        return None
    return axis


def is_given(initial):
    """Whether an initial value was given: None says that there is none."""
    return initial is not None and initial is not NO_VALUE


def refuse_without_identity(name, a, axis, where):
    """ValueError where a reduction that has no identity, or is told so by ``initial=None``, needs one, as in NumPy."""
    if where is not True:
        raise ValueError(named(f"reduction operation {name!r} does not have an identity, so where= needs initial="))
    a = as_array(a)
    axes = axes_of(_axis_of(a, axis), a.ndim)
    if 0 in (a.shape if axes is None else [a.shape[i] for i in axes]):
        raise ValueError(named(f"zero-size array to reduction operation {name} which has no identity"))


def _started(result, initial, combine):
    """The result of a reduction with its initial value, which is taken in the result's dtype, as NumPy does."""
    if not is_given(initial):
        return result
    if isinstance(initial, (str, bytes, list, tuple)) or getattr(initial, "ndim", 0):
        raise ValueError(named(f"initial must be a number, not {shown(initial)}"))  # the class that NumPy raises
    if isinstance(initial, _core.array_base):
        return combine(result, initial.astype(result.dtype))
    try:
        started = result.dtype.type(initial)
    except TypeError:
        raise wrong_type("initial", "a number" if result.dtype.kind == "c" else "a real number", initial) from None
    except ValueError as error:  # NaN as an integer
        raise ValueError(named(f"initial: {error}")) from None
    return combine(result, started)


def reduction_dtype(name, a, dtype, out):
    """The dtype in which a function reduces `a`: `dtype`, else the one for operands of the dtypes of `out` and `a`, as
    in NumPy; None if neither is given."""
    if dtype is not None or out is None:
        return dtype
    of_out = as_array(out, "out").dtype
    return of_out if of_out == a.dtype else signature_of(name, (of_out, a.dtype), a.sycl_queue)[1]


def signature_of(name, dtypes, queue):
    """In which dtypes a function of the core takes operands, and the result's; TypeError where it takes them in
    none."""
    try:
        return _core.resolve(name, dtypes, queue)
    except ValueError as error:
        raise TypeError(named(str(error))) from None


def _reduce(function, a, axis, dtype, out, keepdims, neutral, where, **options):
    """The reduction by the core, of the elements where the condition holds; like NumPy's it converts to any dtype of
    `out`."""
    if type(a) is ndarray and dtype is out is None and where is True and not options:
        if axis is None or (type(axis) is int and a.ndim):
            return function(a, axis=axis, keepdims=keepdims)  # the usual case
    a = as_array(a)
    axis = _axis_of(a, axis)
    if where is not True:
        where = _condition(where, a)
        neutral = neutral(a.dtype) if callable(neutral) else neutral
        axes = axes_of(axis, len(common_shape(a.shape, where.shape)))
        dtype = None if dtype is None else as_dtype(dtype)
        result = conditional(function.__name__, as_flag(keepdims, "keepdims"))(a, where, neutral, axes, dtype)
        return store(result, out, "unsafe")
    if dtype is not None:
        options["dtype"] = dtype
    return store(function(a, axis=axis, keepdims=keepdims, **options), out, "unsafe")


@usually(_core.usual_sum, most=2, keywords=True)
def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Sum of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    initial : scalar, optional
        What the result starts from; None: nothing, not even 0 or 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> x = np.array([[1, 2], [3, 4]])
    >>> np.sum(x)
    array(10)
    >>> np.sum(x, axis=0)
    array([4, 6])
    """
    if type(a) is ndarray and dtype is None and where is True and initial is NO_VALUE and keepdims is False:
        if axis is None and a.dtype.kind == "b":
            return store(_core.count_nonzero(a), out, "unsafe")
        if out is None and (axis is None or (type(axis) is int and a.ndim)):
            return _core.sum(a, axis=axis)  # the usual case
    if initial is None:
        refuse_without_identity("add", a, axis, where)
    if out is not None:
        a = as_array(a)
        dtype = reduction_dtype("add", a, dtype, out)
    result = _reduce(_core.sum, a, axis, dtype, None, keepdims, 0, where)
    return store(_started(result, initial, operator.add), out, "unsafe")


@usually(_core.usual_prod, most=2, keywords=True)
def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Product of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    initial : scalar, optional
        What the result starts from; None: nothing, not even 0 or 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.prod(np.array([1, 2, 3, 4]))
    array(24)
    """
    if type(a) is ndarray and dtype is out is None and where is True and initial is NO_VALUE and keepdims is False:
        if axis is None or (type(axis) is int and a.ndim):
            return _core.prod(a, axis=axis)  # the usual case
    if initial is None:
        refuse_without_identity("multiply", a, axis, where)
    if out is not None:
        a = as_array(a)
        dtype = reduction_dtype("multiply", a, dtype, out)
    result = _reduce(_core.prod, a, axis, dtype, None, keepdims, 1, where)
    return store(_started(result, initial, operator.mul), out, "unsafe")


def _extreme(dtype: numpy.dtype, sign: int):
    """The lower bound (sign -1) or upper bound (sign 1) of all values of the dtype."""
    if dtype.kind in "fc":
        return sign * math.inf
    if dtype.kind == "b":
        return sign > 0
    return numpy.iinfo(dtype).max if sign > 0 else numpy.iinfo(dtype).min


def _extremum(function, pairwise, sign, a, axis, out, keepdims, initial, where):
    if type(a) is ndarray and out is None and where is True and initial is NO_VALUE and keepdims is False:
        if axis is None or (type(axis) is int and a.ndim):
            return function(a, axis=axis)  # the usual case
    a = as_array(a)
    started = initial is not NO_VALUE and initial is not None
    if not started and where is not True:
        refuse_without_identity(pairwise, a, axis, where)
    if where is not True:
        where = _condition(where, a)
    if started and a.size == 0:  # then the result is the initial value
        result = sum(a, axis, keepdims=keepdims).astype(a.dtype)
        result[...] = _extreme(a.dtype, -sign)
    else:
        result = _reduce(function, a, axis, None, None, keepdims, lambda dtype: _extreme(dtype, -sign), where)
    if started:
        if out is not None:
            result = result.astype(reduction_dtype(pairwise, a, None, out), copy=False)
        result = _started(result, initial, getattr(_ufuncs, pairwise))
    return store(result, out, "unsafe")


@usually(_core.usual_max, most=2, keywords=True)
def max(a, axis=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Largest element along axes; NaN if there is one.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    initial : scalar, optional
        What the result starts from; None: nothing, not even 0 or 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.max(np.array([[1, 5], [3, 4]]), axis=1)
    array([5, 4])
    """
    return _extremum(_core.max, "maximum", 1, a, axis, out, keepdims, initial, where)


@usually(_core.usual_min, most=2, keywords=True)
def min(a, axis=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """Smallest element along axes; NaN if there is one.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    initial : scalar, optional
        What the result starts from; None: nothing, not even 0 or 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.min(np.array([[1, 5], [3, 4]]), axis=0)
    array([1, 4])
    """
    return _extremum(_core.min, "minimum", -1, a, axis, out, keepdims, initial, where)


@usually(_core.usual_all, most=2, keywords=True)
def all(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether all elements along axes are true.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.all(np.array([True, False]))
    array(False)
    """
    return _reduce(_core.all, a, axis, None, out, keepdims, 1, where)


@usually(_core.usual_any, most=2, keywords=True)
def any(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether an element along axes is true.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.any(np.array([True, False]))
    array(True)
    """
    return _reduce(_core.any, a, axis, None, out, keepdims, 0, where)


amax, amin = max, min


def ptp(a, axis=None, out=None, keepdims=False):
    """Distance from the smallest to the largest element along axes; see `max`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.

    Returns
    -------
    dpnp.ndarray
        The dtype of `a`.

    Raises
    ------
    ValueError
        If an axis has no elements.

    Examples
    --------
    >>> np.ptp(np.array([1, 5, 3]))
    array(4)
    """
    largest, smallest = max(a, axis, keepdims=keepdims), min(a, axis, keepdims=keepdims)
    if out is not None:  # NumPy writes the maximum there first
        largest = largest.astype(as_array(out, "out").dtype, copy=False)
    return store(largest - smallest, out)


@usually(_core.usual_count_nonzero, most=2, keywords=True)
def count_nonzero(a, axis=None, *, keepdims=False, out=None):
    """Number of elements along axes that are not 0; see `sum`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        int64.

    Examples
    --------
    >>> np.count_nonzero(np.array([0, 3, 0, 5]))
    array(2)
    """
    if type(a) is ndarray and out is None and (axis is None or (type(axis) is int and a.ndim)):
        return _core.count_nonzero(a, axis=axis, keepdims=keepdims)  # the usual case
    a = as_array(a)
    return store(_core.count_nonzero(a, axis=_axis_of(a, axis), keepdims=keepdims), out)


def check_index_dtype(out):
    """Raise TypeError if the dtype of `out` does not convert to int64 by rule 'safe'."""
    if out is not None and not numpy.can_cast(as_array(out, "out").dtype, numpy.intp, "safe"):
        raise TypeError(named(f"out of dtype {out.dtype} cannot be cast to int64 by the rule 'safe'"))


def _arg_reduction(function, a, axis, out, keepdims):
    if type(a) is ndarray and out is None and (axis is None or (type(axis) is int and a.ndim)):
        return function(a, axis=axis, keepdims=keepdims)  # the usual case
    a = as_array(a)
    check_index_dtype(out)
    return store(function(a, axis=_axis_of(a, axis), keepdims=keepdims), out, "unsafe")


@usually(_core.usual_argmax, most=2, keywords=True)
def argmax(a, axis=None, out=None, *, keepdims=False):
    """Index of the first largest element along an axis, or in the flat array; see `max`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the flat array.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axis, with extent 1.

    Returns
    -------
    dpnp.ndarray
        int64; a NaN counts as the largest.

    Raises
    ------
    ValueError
        If the axis has no elements.

    Examples
    --------
    >>> np.argmax(np.array([1, 5, 3]))
    array(1)
    """
    return _arg_reduction(_core.argmax, a, axis, out, keepdims)


@usually(_core.usual_argmin, most=2, keywords=True)
def argmin(a, axis=None, out=None, *, keepdims=False):
    """Index of the first smallest element along an axis, or in the flat array; see `min`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: of the flat array.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axis, with extent 1.

    Returns
    -------
    dpnp.ndarray
        int64; a NaN counts as the smallest.

    Raises
    ------
    ValueError
        If the axis has no elements.

    Examples
    --------
    >>> np.argmin(np.array([4, 5, 3]))
    array(2)
    """
    return _arg_reduction(_core.argmin, a, axis, out, keepdims)


# ---- statistics ---------------------------------------------------------------------------------------------------


def real_of_count(dtype: numpy.dtype) -> numpy.dtype:
    """The dtype of the count of floating-point numbers; float16 is too narrow (65504)."""
    return numpy.dtype("f4") if dtype == numpy.float16 else numpy.empty(0, dtype).real.dtype


def _count(a, axis, where, keepdims):
    """How many elements count, in the real dtype in which the mean of `a` is computed."""
    if where is None:
        raise wrong_type("where", "an array of bool, or a bool", where)
    axis = _axis_of(a, axis)
    condition = as_condition(where, a)
    shape = common_shape(a.shape, condition.shape)
    n = _core.count_nonzero(_core.broadcast_to(condition, shape), axis=axis, keepdims=keepdims)
    real = (
        real_of_count(a.dtype) if a.dtype.kind in "fc" else _core.resolve_reduction("mean", a.dtype, None, a.sycl_queue)
    )
    return n.astype(real)


def _is_exact(dtype) -> bool:
    return dtype is not None and as_dtype(dtype).kind in "biu"


def _mean_of_some(a, axis, dtype, out, keepdims, where):
    """The mean by NumPy's own steps, for a condition, or integers as dtype: the sum in `out` is divided there, without
    conversion back to dtype."""
    default = a.dtype if a.dtype.kind in "fc" else _core.resolve_reduction("mean", a.dtype, None, a.sycl_queue)
    dtype = as_dtype(default if dtype is None else dtype)
    total = sum(a, axis, "f4" if dtype == numpy.float16 else dtype, None, keepdims, where=where)
    if out is not None:
        return total.astype(as_array(out, "out").dtype, copy=False) / _count(a, axis, where, keepdims)
    return (total / _count(a, axis, where, keepdims)).astype(dtype, copy=False)


@usually(_core.usual_mean, most=2, keywords=True)
def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """Mean of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.mean(np.array([1, 2, 3, 4]))
    array(2.5)
    """
    a = as_array(a)
    if out is not None and a.dtype.kind in "fc":
        dtype = reduction_dtype("add", a, dtype, out)
    if where is not True or _is_exact(dtype):
        return store(_mean_of_some(a, axis, dtype, out, keepdims, where), out, "unsafe")
    if dtype is not None:
        a = a.astype(dtype, copy=False)
    if a.size == 0 and _n_reduced(a, axis) == 0:
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=2)
    return store(_core.mean(a, axis=axis, keepdims=keepdims), out, "unsafe")


def _n_reduced(a, axis) -> int:
    """The number of elements that are reduced to one."""
    axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    return math.prod(a.shape[i] for i in axes if -a.ndim <= i < a.ndim)


def _variance_by_steps(a, axis, dtype, ddof, keepdims, where, mean_, of_few):
    """The variance by NumPy's own steps, for a mean that is given, a condition, or integers as dtype, to which the
    result is not converted; of_few replaces a count below 1."""

    mean_dtype = dtype if _is_exact(dtype) else None
    centre = mean(a, axis, mean_dtype, keepdims=True, where=where) if mean_ is None else as_parameter(mean_, a, "mean")
    n = _count(a, axis, where, keepdims) - ddof
    n = choose(n > 0, n, of_few)
    if mean_dtype is None:
        condition = _condition(where, a)
        axes = axes_of(_axis_of(a, axis), len(common_shape(a.shape, condition.shape)))
        variance = squares_of(as_flag(keepdims, "keepdims"))(a, centre, condition, axes) / n
    else:
        distance = abs(a - centre)
        variance = sum(distance * distance, axis, mean_dtype, keepdims=keepdims, where=where) / n
        return variance
    default = a.real.dtype if a.dtype.kind in "fc" else variance.dtype
    return variance.astype(default if dtype is None else dtype, copy=False)


def _variance(a, axis, dtype, ddof, keepdims, where, mean_, of_few):
    if where is not True or mean_ is not None or _is_exact(dtype):
        if dtype is not None and not _is_exact(dtype):
            a = a.astype(numpy.result_type(dtype, 1j) if a.dtype.kind == "c" else dtype, copy=False)
        return _variance_by_steps(a, axis, dtype, ddof, keepdims, where, mean_, of_few)
    if a.dtype.kind == "c":  # real and imaginary parts as a view, without a copy
        given, dtype = dtype, None if dtype is None else numpy.empty(0, dtype).real.dtype
        parts = [_variance(part, axis, dtype, ddof, keepdims, True, None, of_few) for part in (a.real, a.imag)]
        total = parts[0] + parts[1]
        return total if given is None or as_dtype(given).kind != "c" else total.astype(given)
    if dtype is not None:
        real = numpy.empty(0, dtype).real.dtype
        result = _variance(a.astype(real, copy=False), axis, None, ddof, keepdims, True, None, of_few)
        return result.astype(dtype, copy=False)
    n = _n_reduced(a, axis) if ddof or not a.size else 1
    if n > ddof and n:
        return _core.var(a, axis=axis, correction=ddof, keepdims=keepdims)
    warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=4)
    if n == 0:  # an empty sum divided by a count that NumPy limits to 0
        return sum(a, axis, None if a.dtype.kind == "f" else float, keepdims=keepdims) / float(builtins_max(-ddof, 0))
    return _core.var(a, axis=axis, keepdims=keepdims) / 0.0


def as_divisor(value, what: str):
    """What is subtracted from a count, as a real number."""
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()
    if not is_scalar(value) or isinstance(value, (complex, numpy.complexfloating)):
        raise wrong_type(what, "a number", value)
    return value


def _vary(function, a, axis, dtype, out, ddof, keepdims, where, mean_, correction, of_few=0):
    a = as_array(a)
    if correction is not None:
        if ddof != 0:
            raise ValueError(named("ddof and correction cannot both be given"))
        ddof = correction
    if type(ddof) is not int:
        ddof = as_divisor(ddof, "ddof" if correction is None else "correction")
    if function is _core.var:
        variance = _variance(a, axis, dtype, ddof, keepdims, where, mean_, of_few)
        return store(variance.astype(dtype) if _is_exact(dtype) and out is None else variance, out, "unsafe")
    if (
        where is True
        and mean_ is None
        and not ddof
        and a.dtype.kind != "c"
        and (dtype is None or as_dtype(dtype).kind == "f")
        and a.size
    ):
        result = function(a if dtype is None else a.astype(dtype, copy=False), axis=axis, keepdims=keepdims)
    else:
        variance = _variance(a, axis, dtype, ddof, keepdims, where, mean_, of_few)
        if variance.dtype.kind == "c" and out is not None and as_array(out, "out").dtype.kind == "f":
            variance = variance.real  # NumPy takes the root in `out`
        result = sqrt(variance)
        if _is_exact(dtype) and out is None:  # NumPy takes the root of an array in place, that of a scalar by itself
            if result.ndim:
                raise TypeError(named(f"the root of a variance is not of {as_dtype(dtype)}"))
            result = result.astype(dtype)
    return store(result, out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Mean squared distance of the elements from their mean along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    ddof : float, optional
        The divisor is the number of elements less this; `correction` is another name for it.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.var(np.array([1, 2, 3, 4]))
    array(1.25)
    """
    return _vary(_core.var, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """Root of the variance of the elements along axes.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    ddof : float, optional
        The divisor is the number of elements less this; `correction` is another name for it.
    out : dpnp.ndarray, optional
        Where to write the result.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    where : dpnp.ndarray of bool, optional
        The elements to include; broadcasts against `a`.

    Returns
    -------
    dpnp.ndarray
        Without dimensions if no axis is left.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> np.std(np.array([2.0, 4.0]))
    array(1.)
    """
    return _vary(_core.std, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def logsumexp(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    """Logarithm of the sum of the exponentials along axes, without overflow; see `sum`.

    Parameters
    ----------
    x : dpnp.ndarray
        Real numbers.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Minus infinity for no elements.

    Raises
    ------
    ValueError
        If the numbers are complex.
    """
    return store(_core.logsumexp(as_array(x), axis=axis, dtype=dtype, keepdims=keepdims), out, "unsafe")


def reduce_hypot(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    """Root of the sum of the squares along axes; see `sum`.

    Parameters
    ----------
    x : dpnp.ndarray
        Real numbers.
    axis : int or tuple of ints, optional
        The axes; None: all.
    dtype : data type, optional
        Data type of the computation.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        0 for no elements.

    Raises
    ------
    ValueError
        If the numbers are complex.
    """
    return store(_core.reduce_hypot(as_array(x), axis=axis, dtype=dtype, keepdims=keepdims), out, "unsafe")
