"""Arrays as sets: distinct elements, membership, and sets of two arrays."""

from __future__ import annotations

import numpy

from dpctl.tensor._set_functions import UniqueAllResult, UniqueCountsResult, UniqueInverseResult
from opendpex import _core
from opendpex._messages import as_flag, as_word

from ._arrays import as_array, as_array_like, as_main, as_pair, as_parameter
from ._creation.arrays import arange, zeros
from ._manipulation.shapes import moveaxis
from ._ufunc.functions import isnan, minimum

__all__ = [
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]


# ---- distinct elements --------------------------------------------------------------------------------------------


def _one_nan(values, parts):
    """Merge NaNs, which come last, into one element."""
    if values.dtype.kind not in "fc":
        return values, parts
    n = int(_core.count_nonzero(isnan(values)))
    if n < 2:
        return values, parts
    last = values.size - n
    merged = {}
    for name, x in parts.items():
        if name == "index":
            merged[name] = x[: last + 1]
        elif name == "inverse":
            merged[name] = minimum(x, last)
        else:
            merged[name] = _core.concat([x[:last], _core.sum(x[last:], keepdims=True)], axis=0)
    return values[: last + 1], merged


def _distinct(x, index, inverse, counts, equal_nan):
    results = list(_core.unique(x, index, inverse, counts))
    names = [name for name, wanted in (("index", index), ("inverse", inverse), ("counts", counts)) if wanted]
    parts = dict(zip(names, results[1:], strict=True))
    return _one_nan(results[0], parts) if as_flag(equal_nan, "equal_nan") else (results[0], parts)


def _distinct_slices(x, axis):
    """Distinct slices along an axis, in lexical order: columns sorted from the last to the first, then neighbours
    compared."""
    x = moveaxis(x, axis, 0)
    n = x.shape[0]
    rows = x.reshape((n, x.size // n if n else 0))
    if n == 0:
        none = zeros((0,), "int64", usm_type=x.usm_type, sycl_queue=x.sycl_queue)
        return moveaxis(x, 0, axis).copy(), {"index": none, "inverse": none.copy(), "counts": none.copy()}

    order = arange(n, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    for k in reversed(range(rows.shape[1])):
        next_ = _core.argsort(_core.take(rows[:, k], order, axis=0))
        order = _core.take(order, next_, axis=0)
    ordered = _core.take(rows, order, axis=0)
    is_new = _core.any(ordered[1:] != ordered[:-1], axis=1)
    is_new = _core.concat([_core.ones((1,), dtype="?", usm_type=x.usm_type, sycl_queue=x.sycl_queue), is_new], axis=0)
    (starts,) = _core.nonzero(is_new)
    values = moveaxis(_core.take(ordered, starts, axis=0).reshape((starts.size, *x.shape[1:])), 0, axis)
    inverse = _core.empty_like(order)
    _core.put(inverse, order, _core.cumulative_sum(is_new, dtype="int64") - 1, axis=0)
    ends = _core.concat([starts[1:], as_array_like(n, x, "int64").reshape((1,))], axis=0)
    return values, {"index": _core.take(order, starts, axis=0), "inverse": inverse, "counts": ends - starts}


def unique(
    ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True
):
    """Distinct elements, ascending; the call waits for their number.

    Parameters
    ----------
    ar : dpnp.ndarray
        The array.
    return_index, return_inverse, return_counts : bool, optional
        Also return the index of the first occurrence of each; the indices that reconstruct `ar`; the number of
        occurrences.
    axis : int, optional
        Distinct slices along the axis; None: elements of the flat array.
    equal_nan : bool, optional
        Whether NaNs are equal.
    sorted : bool, optional
        Ignored: the result is always sorted.

    Returns
    -------
    dpnp.ndarray, or a tuple

    Examples
    --------
    >>> np.unique(np.array([2, 1, 2]))
    array([1, 2])
    """
    ar = as_array(ar)
    return_index = return_index is not False and as_flag(return_index, "return_index")
    return_inverse = return_inverse is not False and as_flag(return_inverse, "return_inverse")
    return_counts = return_counts is not False and as_flag(return_counts, "return_counts")
    # equal_nan is about elements, not about slices of several
    if axis is None or (ar.ndim == 1 and _core.normalized_axis(axis, 1) == 0):
        values, parts = _distinct(ar, return_index, return_inverse, return_counts, equal_nan)
    else:
        values, parts = _distinct_slices(ar, _core.normalized_axis(axis, ar.ndim))
    wanted = [
        name
        for name, is_asked in (("index", return_index), ("inverse", return_inverse), ("counts", return_counts))
        if is_asked
    ]
    return (values, *(parts[name] for name in wanted)) if wanted else values


def unique_values(x):
    """Distinct elements, ascending; every NaN is distinct.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    dpnp.ndarray
        One dimension; the call waits for their number.
    """
    return _core.unique(as_array(x), False, False, False)[0]


def unique_counts(x):
    """Distinct elements and their numbers of occurrences: named `values` and `counts`; see `unique_values`.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    named tuple of dpnp.ndarray
    """
    return UniqueCountsResult(*_core.unique(as_array(x), False, False, True))


def unique_inverse(x):
    """Distinct elements and the indices that reconstruct `x` from them: named `values` and `inverse_indices`; see
    `unique_values`.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    named tuple of dpnp.ndarray
        ``values[inverse_indices]`` is `x`.
    """
    return UniqueInverseResult(*_core.unique(as_array(x), False, True, False))


def unique_all(x):
    """Distinct elements with indices and counts: named `values`, `indices`, `inverse_indices`, `counts`; see
    `unique_values`.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.

    Returns
    -------
    named tuple of dpnp.ndarray
        `indices` of first occurrences; `inverse_indices` of the shape of `x`.
    """
    return UniqueAllResult(*_core.unique(as_array(x), True, True, True))


# ---- sets of two arrays -------------------------------------------------------------------------------------------


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Test whether each element is in a set of values.

    Parameters
    ----------
    element, test_elements : dpnp.ndarray or scalar
        The elements to test, and the set of values; at least one is an array.
    assume_unique : bool, optional
        Ignored.
    invert : bool, optional
        Negate the result.
    kind : {None, 'sort', 'table'}, optional
        Ignored.

    Returns
    -------
    dpnp.ndarray
        bool, of the shape of `element`.

    Examples
    --------
    >>> np.isin(np.array([1, 2, 3]), np.array([2, 3]))
    array([False,  True,  True])
    """
    if kind is not None:
        as_word(kind, "kind", ("sort", "table"))
    element = as_main(element, test_elements)
    return _core.is_in(element, as_parameter(test_elements, element, "test_elements"), as_flag(invert, "invert"))


def _flat_pair(ar1, ar2):
    ar1, ar2 = as_pair(ar1, ar2)
    dtype = numpy.result_type(ar1.dtype, ar2.dtype)
    return ar1.ravel().astype(dtype, copy=False), ar2.ravel().astype(dtype, copy=False)


def _where_true(x, condition):
    return _core.extract(condition, x)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """Distinct elements that two arrays have in common, ascending; the call waits for their number.

    Parameters
    ----------
    ar1, ar2 : dpnp.ndarray
        The arrays; flattened.
    assume_unique : bool, optional
        Both have distinct elements: faster.
    return_indices : bool, optional
        Also return the index of the first occurrence of each in both arrays.

    Returns
    -------
    dpnp.ndarray, or a tuple of three

    Examples
    --------
    >>> np.intersect1d(np.array([1, 2]), np.array([2, 3]))
    array([2])
    """
    ar1, ar2 = _flat_pair(ar1, ar2)
    values, first = _core.unique(ar1, True, False, False)
    is_common = _core.is_in(values, ar2, False)
    common = _where_true(values, is_common)
    if not as_flag(return_indices, "return_indices"):
        return common
    of_ar2, second = _core.unique(ar2, True, False, False)
    return common, _where_true(first, is_common), _where_true(second, _core.is_in(of_ar2, common, False))


def setdiff1d(ar1, ar2, assume_unique=False):
    """Distinct elements of `ar1` that are not in `ar2`, ascending; with `assume_unique` those of `ar1` in their order.

    Parameters
    ----------
    ar1, ar2 : dpnp.ndarray
        The arrays, of any shapes.
    assume_unique : bool, optional
        The elements of each are distinct.

    Returns
    -------
    dpnp.ndarray
        One dimension.

    Examples
    --------
    >>> np.setdiff1d(np.array([1, 2]), np.array([2, 3]))
    array([1])
    """
    ar1, ar2 = as_pair(ar1, ar2)
    values = ar1.ravel() if as_flag(assume_unique, "assume_unique") else unique(ar1)
    return _where_true(values, _core.is_in(values, ar2.ravel(), True))


def setxor1d(ar1, ar2, assume_unique=False):
    """Distinct elements that are in exactly one of two arrays, ascending; see `intersect1d`.

    Parameters
    ----------
    ar1, ar2 : dpnp.ndarray
        The arrays, of any shapes.
    assume_unique : bool, optional
        The elements of each are distinct.

    Returns
    -------
    dpnp.ndarray
        One dimension; the call waits for their number.
    """
    ar1, ar2 = _flat_pair(ar1, ar2)
    if not as_flag(assume_unique, "assume_unique"):
        ar1, ar2 = unique(ar1), unique(ar2)
    mine = _where_true(ar1, _core.is_in(ar1, ar2, True))
    return _core.sort(_core.concat([mine, _where_true(ar2, _core.is_in(ar2, ar1, True))], axis=0))


def union1d(ar1, ar2):
    """Distinct elements of two arrays, ascending; the call waits for their number.

    Parameters
    ----------
    ar1, ar2 : dpnp.ndarray
        The arrays, of any shapes.

    Returns
    -------
    dpnp.ndarray
        One dimension, the promoted type.

    Examples
    --------
    >>> np.union1d(np.array([1, 2]), np.array([2, 3]))
    array([1, 2, 3])
    """
    return unique(_core.concat(list(_flat_pair(ar1, ar2)), axis=0))
