"""unique_* and isin: distinct values, and membership."""

from __future__ import annotations

from typing import NamedTuple

from opendpex import _core
from opendpex._core import usm_ndarray

from ._asarray import asarray
from ._type_utils import result_type

__all__ = ["isin", "unique_all", "unique_counts", "unique_inverse", "unique_values"]


class UniqueAllResult(NamedTuple):
    """The result of `unique_all`."""

    values: usm_ndarray
    indices: usm_ndarray
    inverse_indices: usm_ndarray
    counts: usm_ndarray


class UniqueCountsResult(NamedTuple):
    """The result of `unique_counts`."""

    values: usm_ndarray
    counts: usm_ndarray


class UniqueInverseResult(NamedTuple):
    """The result of `unique_inverse`."""

    values: usm_ndarray
    inverse_indices: usm_ndarray


def unique_values(x) -> usm_ndarray:
    """Return the distinct values of an array, ascending. Every NaN is distinct; -0.0 equals 0.0.

    The call waits until the values are sorted, because their number decides the shape of the result.

    Parameters
    ----------
    x : usm_ndarray
        The array, of any shape.

    Returns
    -------
    usm_ndarray
        One dimension, of the data type of `x`.

    Raises
    ------
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> dpt.unique_values(dpt.asarray([2, 1, 2]))
    usm_ndarray([1, 2])
    """
    return _core.unique(x, False, False, False)[0]


def unique_counts(x) -> UniqueCountsResult:
    """Return the distinct values of an array, as `unique_values` does, and their numbers of occurrences.

    Parameters
    ----------
    x : usm_ndarray
        The array, of any shape.

    Returns
    -------
    UniqueCountsResult
        A named tuple of `values` and int64 `counts`.

    Raises
    ------
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> dpt.unique_counts(dpt.asarray([2, 1, 2])).counts
    usm_ndarray([1, 2])
    """
    return UniqueCountsResult(*_core.unique(x, False, False, True))


def unique_inverse(x) -> UniqueInverseResult:
    """Return the distinct values of an array, as `unique_values` does, and the indices that make the array of them.

    Parameters
    ----------
    x : usm_ndarray
        The array, of any shape.

    Returns
    -------
    UniqueInverseResult
        A named tuple of `values` and int64 `inverse_indices`, of the shape of `x`: ``values[inverse_indices]`` is `x`.

    Raises
    ------
    TypeError
        If `x` is not an array.
    """
    return UniqueInverseResult(*_core.unique(x, False, True, False))


def unique_all(x) -> UniqueAllResult:
    """Return the distinct values of an array, as `unique_values` does, with all that is known of them.

    Parameters
    ----------
    x : usm_ndarray
        The array, of any shape.

    Returns
    -------
    UniqueAllResult
        A named tuple of `values`; int64 `indices`, the first occurrence of each in the flattened array (C order);
        `inverse_indices`, of the shape of `x`; and `counts`.

    Raises
    ------
    TypeError
        If `x` is not an array.
    """
    return UniqueAllResult(*_core.unique(x, True, True, True))


def _beside(scalar, x) -> usm_ndarray:
    """A Python scalar as an array that is compared with x: of x's data type, unless the value does not fit it."""
    try:
        return asarray(scalar, dtype=result_type(x, scalar), sycl_queue=x.sycl_queue)
    except OverflowError:
        return asarray(scalar, sycl_queue=x.sycl_queue)


def isin(x, test_elements, /, *, invert=False) -> usm_ndarray:
    """Return whether each element of an array is among others.

    Parameters
    ----------
    x, test_elements : usm_ndarray or scalar
        The elements to test, and the set of values; at least one is an array. Data types are promoted. NaN equals
        nothing.
    invert : bool, optional
        Whether to return the negation.

    Returns
    -------
    usm_ndarray
        bool, of the shape of `x`.

    Raises
    ------
    ExecutionPlacementError
        If the arrays are on different queues.

    Examples
    --------
    >>> import dpctl.tensor as dpt
    >>> dpt.isin(dpt.asarray([1, 2, 3]), dpt.asarray([3, 1]))
    usm_ndarray([ True, False,  True])
    """
    if isinstance(test_elements, (bool, int, float, complex)) and isinstance(x, usm_ndarray):
        test_elements = _beside(test_elements, x)
    elif isinstance(x, (bool, int, float, complex)) and isinstance(test_elements, usm_ndarray):
        x = _beside(x, test_elements)
    return _core.is_in(x, test_elements, invert)
