"""take, put, choose, select and related functions of index arrays and conditions."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_flag, as_items, as_word, by_others, named

from .._arrays import (
    WRAP,
    as_array,
    as_array_like,
    as_main,
    as_parameter,
    as_values,
    common_queue,
    common_shape,
    first_array,
    in_common_kind,
    is_scalar,
    ndarray,
    renamed,
    store,
    usually,
    without_bool,
)
from .._manipulation.rearranging import resize
from .._manipulation.shapes import broadcast_to
from .._products.products import diagonal_view
from .._ufunc.functions import maximum, minimum
from .indices import as_index
from .searching import check_parts

__all__ = [
    "choose",
    "compress",
    "diagonal",
    "fill_diagonal",
    "flatiter",
    "put",
    "put_along_axis",
    "putmask",
    "select",
    "take",
    "take_along_axis",
]


def _checked(indices, extent: int, mode: str) -> str:
    """The mode for the core; indices are checked first where NumPy raises IndexError."""
    if mode is WRAP or as_word(mode, "mode", ("wrap", "clip", "raise")) != "raise":
        return mode
    if indices.size and bool(_core.any((indices < -extent) | (indices >= extent))):
        raise IndexError(
            named(
                f"an index is out of bounds for an axis of {extent}: the least is {indices.min().item()}, the "
                f"largest {indices.max().item()}"
            )
        )
    return "wrap"


def _as_integers(indices, like):
    """Integers as an array on the queue of `like`; bools are 0 and 1, as in NumPy, and not a mask.

    Raises
    ------
    TypeError
        If they are other numbers.
    """
    indices = as_index(indices, like, TypeError)
    kind = indices.dtype.kind
    if kind == "i" or kind == "u":
        return indices
    if kind != "b":
        raise TypeError(named(f"indices must be integers, not {indices.dtype}"))
    return indices.astype(numpy.intp)


@usually(_core.usual_take, arrays=1, most=5, keywords=True)
def take(a, indices, axis=None, out=None, mode="wrap"):
    """Take elements along an axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    indices : dpnp.ndarray, int or sequence of ints
        Indices along the axis, of any shape.
    axis : int, optional
        The axis; None: the flattened array.
    out : dpnp.ndarray, optional
        Where to write the result.
    mode : str, optional
        'wrap' (default): negative indices count from the end, and indices out of range are clipped.
        'clip': negative indices are clipped to 0. 'raise': IndexError, for which the call waits.

    Returns
    -------
    dpnp.ndarray
        The shape of `a` with the extent of the axis replaced by the shape of the indices.

    Examples
    --------
    >>> np.take(np.array([10, 20, 30]), np.array([2, 0]))
    array([30, 10])
    """
    a = as_array(a)
    indices = _as_integers(indices, a)
    if axis is None or a.ndim == 0:
        a, axis = a if a.ndim == 1 else a.ravel(), 0 if axis is None else axis
    axis = _core.normalized_axis(without_bool(axis), a.ndim)
    mode = _checked(indices, a.shape[axis], mode)
    flat = indices if indices.ndim == 1 else indices.ravel()
    result = _core.take(a, flat, axis=axis, mode=mode)
    if indices.ndim != 1:
        result = result.reshape(a.shape[:axis] + indices.shape + a.shape[axis + 1 :])
    return store(result, out)


def flat_view(a):
    """The elements in one dimension as a view, or (a copy, True) where there is no view."""
    try:
        return _core.reshape(a, (-1,), copy=False), False
    except ValueError:
        return _core.ravel(a, "C", True), True


@usually(_core.usual_put, arrays=1, most=4, ndim=1)
def put(a, ind, v, mode="wrap", *, axis=None):
    """Write values into elements.

    Parameters
    ----------
    a : dpnp.ndarray
        The array that is changed.
    ind : dpnp.ndarray, int or sequence of ints
        Indices.
    v : dpnp.ndarray or scalar
        The values; without an axis they are repeated if there are too few, and no values change nothing.
    mode : str, optional
        'wrap' (default): negative indices count from the end, and indices out of range are clipped.
        'clip': negative indices are clipped to 0. 'raise': IndexError, for which the call waits.
    axis : int, optional
        The axis; None: the flattened array.

    Raises
    ------
    IndexError
        For mode 'raise', if an index is out of range.
    ValueError
        If the mode is unknown, or the values do not broadcast along an axis.

    Examples
    --------
    >>> x = np.zeros(3)
    >>> np.put(x, np.array([0, 2]), 5)
    >>> x
    array([5., 0., 5.])
    """
    a = as_array(a)
    ind = _as_integers(ind, a)
    values = as_values(v, a)
    if axis is not None:
        axis = _core.normalized_axis(axis, a.ndim)
        _core.put(a, ind, values, axis=axis, mode=_checked(ind, a.shape[axis], mode))
        return
    flat, is_copy = (a, False) if a.ndim == 1 else flat_view(a)
    ind = ind if ind.ndim == 1 else ind.ravel()
    if values.size == 0:
        ind = ind[:0]  # nothing is written, so indices are not checked
    if values.size != 1:
        values = resize(values, (ind.size,)) if values.size != ind.size else values.ravel()
    elif values.ndim:
        values = values.reshape(())
    _core.put(flat, ind, values, axis=0, mode=_checked(ind, flat.size, mode))
    if is_copy:
        a[...] = flat.reshape(a.shape)


def _indices_along(a, indices, axis):
    """Indices for lines of an array, or for the flat one, and the axis or None."""
    indices = as_index(indices, a)
    if indices.dtype.kind not in "iu":
        raise IndexError(named("`indices` must be an integer array"))
    if axis is None:
        if indices.ndim != 1:
            raise ValueError(named("when axis=None, `indices` must have a single dimension."))
        return indices, None
    axis = _core.normalized_axis(axis, a.ndim)
    if indices.ndim != a.ndim:
        raise ValueError(named("`indices` and `arr` must have the same number of dimensions"))
    return indices, axis


@renamed(arr="a")
def take_along_axis(a, indices, axis=-1, mode="wrap"):
    """Take values along an axis by matching index and data slices.

    ``result[i, j] = a[i, indices[i, j]]`` for two dimensions and the last axis.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    indices : dpnp.ndarray
        Integers, of the dimensions of `a`; the other extents broadcast.
    axis : int, optional
        The axis; None: the array counts as flat, and `indices` have one dimension.
    mode : {'wrap', 'clip', 'raise'}, optional
        As in `take`.

    Returns
    -------
    dpnp.ndarray
        Of the shape of `indices`, as it broadcasts.

    Raises
    ------
    ValueError
        If the numbers of dimensions differ.
    IndexError
        If `indices` are not integers or their extents do not broadcast, or in mode 'raise' one is outside.

    Examples
    --------
    >>> x = np.array([[3, 1], [2, 4]])
    >>> np.take_along_axis(x, np.argsort(x, axis=1), axis=1)
    array([[1, 3],
           [2, 4]])
    """
    a = as_array(a)
    indices, axis = _indices_along(a, indices, axis)
    if axis is None:
        a, axis = a.ravel(), 0
    mode = _checked(indices, a.shape[axis], mode)
    extent = indices.shape[axis]
    shape = _check_beside(a, indices, axis)
    indices = broadcast_to(indices, (*shape[:axis], extent, *shape[axis + 1 :]))
    a = broadcast_to(a, (*shape[:axis], a.shape[axis], *shape[axis + 1 :]))
    return _core.take_along_axis(a, indices, axis=axis, mode=mode)


def _check_beside(a, indices, axis: int) -> tuple:
    """The shape that an array and indices along an axis broadcast to, with extent 1 there."""
    try:
        return common_shape(
            a.shape[:axis] + (1,) + a.shape[axis + 1 :], indices.shape[:axis] + (1,) + indices.shape[axis + 1 :]
        )
    except ValueError as error:
        raise IndexError(
            named(f"indices of shape {indices.shape} do not broadcast with {a.shape} beside axis {axis}")
        ) from error


@renamed(arr="a", indices="ind")
def put_along_axis(a, ind, values, axis, mode="wrap"):
    """Write values along an axis by matching index and data slices; see `take_along_axis` and `put`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, which is changed.
    ind : dpnp.ndarray
        Integers, of the dimensions of `a`; the other extents broadcast.
    values : dpnp.ndarray or scalar
        What to write; broadcasts to `ind`.
    axis : int or None
        The axis; None: of the flat array.
    mode : str, optional
        As in `put`.

    Raises
    ------
    IndexError
        If the indices are not integers, or their extents do not broadcast.
    ValueError
        If the values do not broadcast, or with `axis` None the indices have more than one dimension.
    """
    whole = as_array(a)
    ind, axis = _indices_along(whole, ind, axis)
    values = as_values(values, whole)
    if axis is not None:
        _check_beside(whole, ind, axis)
    if axis is None:
        put(whole, ind, broadcast_to(values, ind.shape) if values.size != 1 else values, mode=mode)
        return
    _core.put_along_axis(whole, ind, values, axis=axis, mode=_checked(ind, whole.shape[axis], mode))


def _kind_of(x):
    """What an operand contributes to the result's dtype: its dtype, or a number of Python itself."""
    if isinstance(x, array_base) or is_scalar(x):
        return getattr(x, "dtype", x)
    return by_others(numpy.asarray, x).dtype


# ---- choices ------------------------------------------------------------------------------------------------------


@usually(_core.usual_choose, arrays=1, most=2)
def choose(a, choices, out=None, mode="wrap"):
    """Construct an array by choosing each element from several arrays by an index.

    Parameters
    ----------
    a : dpnp.ndarray of ints
        Which of the choices each element comes from.
    choices : sequence of dpnp.ndarray or scalars, or dpnp.ndarray
        The choices, along the first axis of an array; all broadcast.
    out : dpnp.ndarray, optional
        Where to write the result.
    mode : {'wrap', 'clip', 'raise'}, optional
        Indices out of range are taken modulo the number of choices, clipped, or raise ValueError, for which the call
        waits.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.choose(np.array([0, 1, 0]), [np.array([1, 2, 3]), np.array([10, 20, 30])])
    array([ 1, 20,  3])
    """
    if isinstance(choices, array_base):
        choices = list(as_array(choices))
    choices = as_items(choices, "choices")
    if not choices:
        raise ValueError(named("there are no choices"))
    a = as_main(a, *choices)
    if a.dtype.kind not in "iub":
        raise TypeError(named(f"numbers must be integers, not {a.dtype}"))
    n = len(choices)
    dtypes = [_kind_of(x) for x in choices]
    if not all(isinstance(x, ndarray) and x.dtype == dtypes[0] for x in choices):
        dtype = numpy.result_type(*dtypes)
        choices = [as_array_like(x, a, dtype).astype(dtype, copy=False) for x in choices]
    common_queue([a, *choices])
    if as_word(mode, "mode", ("wrap", "clip", "raise")) == "raise":
        if a.size and bool(_core.any((a < 0) | (a >= n))):
            raise ValueError(named("invalid entry in choice array"))
    elif mode == "wrap":
        a = a.astype("int64", copy=False) % n
    else:
        a = minimum(maximum(a.astype("int64", copy=False), 0), n - 1)
    shape = common_shape(a.shape, *[x.shape for x in choices])
    if out is not None and as_array(out, "out").shape != shape:  # the class that NumPy raises
        raise TypeError(named(f"out has shape {out.shape}, the result {shape}"))
    a = broadcast_to(a, shape)
    result = broadcast_to(in_common_kind(choices[0], a) if n == 1 else choices[0], shape)
    for i, x in enumerate(choices[1:], 1):
        result = _core.where(a == i, broadcast_to(x, shape), result)
    return store(result.copy() if n == 1 else result, out)


def select(condlist, choicelist, default=0):
    """Construct an array by choosing each element from the first array whose condition holds.

    Parameters
    ----------
    condlist : list of dpnp.ndarray of bool
        Conditions.
    choicelist : list of dpnp.ndarray or scalars
        As many arrays; all broadcast.
    default : scalar or dpnp.ndarray, optional
        The value where no condition holds.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the lists differ in length or are empty.
    TypeError
        If a condition is not of bool.

    Examples
    --------
    >>> x = np.arange(4)
    >>> np.select([x < 1, x > 2], [x, x * 10], default=-1)
    array([ 0, -1, -1, 30])
    """
    condlist, choicelist = as_items(condlist, "condlist"), as_items(choicelist, "choicelist")
    if len(condlist) != len(choicelist):
        raise ValueError(named("list of cases must be same length as list of conditions"))
    if len(condlist) == 0:
        raise ValueError(named("select with an empty condition list is not possible"))
    values = [*choicelist, default]
    like = first_array(*condlist, *values)
    conditions = [as_parameter(x, like, "a condition") for x in condlist]
    for i, x in enumerate(conditions):
        if x.dtype != numpy.bool_:
            raise TypeError(named(f"entry {i} of condlist must be of bool, not of {x.dtype}"))
    dtype = numpy.result_type(*map(_kind_of, values))
    values = [as_array_like(x, like, dtype).astype(dtype, copy=False) for x in values]
    shape = common_shape(*[x.shape for x in conditions + values])
    result = broadcast_to(values[-1], shape)
    for condition, value in zip(reversed(conditions), reversed(values[:-1]), strict=True):
        result = _core.where(broadcast_to(condition, shape), broadcast_to(value, shape), result)
    return result


def compress(condition, a, axis=None, out=None):
    """Take the slices along an axis where a condition holds; the call waits for their number.

    Parameters
    ----------
    condition : dpnp.ndarray or sequence of bools
        In one dimension; it may be shorter than the axis.
    a : dpnp.ndarray
        The array.
    axis : int, optional
        The axis; None: the flattened array.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the condition has another number of dimensions.
    IndexError
        If it holds beyond the end of the axis.

    Examples
    --------
    >>> np.compress([True, False, True], np.array([1, 2, 3]))
    array([1, 3])
    """
    a = as_array(a)
    condition = as_parameter(condition, a, "condition")
    if condition.ndim != 1:
        raise ValueError(named("condition must be a 1-d array"))
    a = a.reshape(1) if a.ndim == 0 else a
    lines, axis = (a.ravel(), None) if axis is None else (a, _core.normalized_axis(axis, a.ndim))
    if condition.dtype == numpy.bool_ and lines.ndim == 1 and condition.size == lines.size:
        return store(_core.extract(condition, lines), out)
    (indices,) = _core.nonzero(condition)
    return take(
        a, indices, axis, out, "raise" if condition.size > (a.size if axis is None else a.shape[axis]) else "wrap"
    )


@usually(_core.usual_putmask, arrays=3)
def putmask(x1, mask, values):
    """Write values where a mask holds: each element gets the value at its own index, modulo the number of values.

    Parameters
    ----------
    x1 : dpnp.ndarray
        The array that is changed.
    mask : dpnp.ndarray
        Of the same size.
    values : dpnp.ndarray or scalar
        The values.

    Raises
    ------
    ValueError
        If mask and array have not the same size.
    TypeError
        If the values are complex and the array is not.
    """
    x1 = as_array(x1)
    mask = as_parameter(mask, x1, "mask")
    if mask.size != x1.size:
        raise ValueError(named("mask and data must be the same size"))
    if isinstance(values, (array_base, numpy.ndarray)):
        check_parts(values, x1)
    values = as_values(values, x1)
    if values.size == 0:
        return
    if values.shape != x1.shape:
        values = values.reshape(()) if values.size == 1 else resize(values, x1.shape)
    _core.where(mask if mask.shape == x1.shape else mask.reshape(x1.shape), values, x1, out=x1)


# ---- diagonals ----------------------------------------------------------------------------------------------------


def diagonal(a, offset=0, axis1=0, axis2=1):
    """Return the diagonals of matrices in two axes, along a new last axis, as a read-only view.

    Parameters
    ----------
    a : dpnp.ndarray
        The array, of at least two dimensions.
    offset : int, optional
        Which diagonal: above the main one, or below for negative numbers.
    axis1, axis2 : int, optional
        The axes.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.diagonal(np.array([[1, 2], [3, 4]]))
    array([1, 4])
    """
    view = diagonal_view(a, offset, axis1, axis2)
    view.flags["W"] = False
    return view


def fill_diagonal(a, val, wrap=False):
    """Write values into the main diagonal.

    Parameters
    ----------
    a : dpnp.ndarray
        The array that is changed; of more than two dimensions: with one extent.
    val : scalar or dpnp.ndarray
        The values, repeated if there are too few.
    wrap : bool, optional
        Of a matrix with more rows than columns: begin again, one row below, as often as rows are left.

    Raises
    ------
    ValueError
        If there is one dimension only, or of more than two not all have one extent.
    """
    a, wrap = as_array(a), as_flag(wrap, "wrap")
    if a.ndim == 2 and not wrap and is_scalar(val):
        diagonal_view(a, 0, 0, 1)[...] = val
        return
    if a.ndim < 2:
        raise ValueError(named("array must be at least 2-d"))
    if a.ndim > 2 and len(set(a.shape)) != 1:
        raise ValueError(named("All dimensions of input must be of equal length"))
    views = []
    for start in range(0, a.shape[0] if wrap and a.ndim == 2 else 1, a.shape[1] + 1):
        view = diagonal_view(a[start:] if start else a, 0, 0, 1)
        for _ in range(a.ndim - 2):
            view = diagonal_view(view, 0, 0, -1)
        views.append(view)
    values = as_values(val, a)
    n = sum(view.size for view in views)
    if values.size == 0 or n == 0:
        return
    if values.size > 1:
        values = resize(values, (n,))
    at = 0
    for view in views:
        view[...] = values[at : at + view.size] if values.size > 1 else values.reshape(())
        at += view.size


# ---- the flat array -----------------------------------------------------------------------------------------------


class flatiter:
    """The elements of an array in C order: an iterator that can be indexed as a one-dimensional array.

    Parameters
    ----------
    arr : dpnp.ndarray
        The array.
    """

    def __init__(self, arr):
        self._base = as_array(arr)
        self._next = 0

    base = property(lambda self: self._base, doc="The array.")
    index = property(lambda self: self._next, doc="Flat index of the next element.")

    @property
    def coords(self):
        """Coordinates of the next element."""
        return tuple(int(i) for i in numpy.unravel_index(self._next, self._base.shape))

    def copy(self):
        """A copy of the elements in C order.

        Returns
        -------
        dpnp.ndarray
            Of one dimension.
        """
        return self._base.flatten()

    def __len__(self):
        return self._base.size

    def __iter__(self):
        return self

    def __next__(self):
        if self._next >= self._base.size:
            raise StopIteration
        self._next += 1
        return self[self._next - 1]

    def __getitem__(self, key):
        made = self._base.ravel()[key]
        return made.copy() if isinstance(key, slice) else made

    def __setitem__(self, key, value):
        flat, is_copy = flat_view(self._base)
        if isinstance(value, array_base) and value.size != 1:
            value = resize(value, (flat[key].size,)) if flat[key].ndim else as_array(value).ravel()[0]
        flat[key] = value
        if is_copy:
            self._base[...] = flat.reshape(self._base.shape)


def _flat_set(self, value):
    flatiter(self)[:] = value


ndarray.flat = property(
    flatiter, _flat_set, doc="The elements in C order: an iterator that takes indices, see `dpnp.flatiter`."
)
