"""sort, argsort and top_k."""

from __future__ import annotations

from typing import NamedTuple

from opendpex import _core
from opendpex._core import argsort, reshape, sort, usm_ndarray
from opendpex._messages import as_int, named, shown

from ._copy_utils import copy
from ._ctors import zeros

__all__ = ["argsort", "sort", "top_k"]

_core.document(
    "sort",
    """sort(x, /, *, axis=-1, descending=False, stable=True, kind=None)
--

Sort an array along an axis.

Parameters
----------
x : usm_ndarray
    The array. NaN is larger than all other values. Complex numbers are ordered by real, then by imaginary part; behind
    all others come those with a NaN in the imaginary part alone, in the real part alone, in both.
axis : int, optional
    The axis to sort along.
descending : bool, optional
    Whether the largest value comes first.
stable : bool, optional
    Ignored: sorts are always stable.
kind : {None, 'stable', 'mergesort', 'radixsort'}, optional
    Ignored: there is one algorithm.

Returns
-------
usm_ndarray
    The sorted array, of the shape and data type of `x`.

Raises
------
numpy.exceptions.AxisError
    If the axis is out of range.
ValueError
    If `kind` is none of those named, or 'radixsort' for complex numbers.

Examples
--------
>>> dpt.sort(dpt.asarray([3, 1, 2]))
usm_ndarray([1, 2, 3])
""",
)

_core.document(
    "argsort",
    """argsort(x, axis=-1, descending=False, stable=True, kind=None)
--

Return the indices that sort an array along an axis.

Parameters
----------
x : usm_ndarray
    The array; values are ordered as in `sort`.
axis : int, optional
    The axis to sort along.
descending : bool, optional
    Whether the largest value comes first.
stable : bool, optional
    Ignored: sorts are always stable.
kind : {None, 'stable', 'mergesort', 'radixsort'}, optional
    Ignored: there is one algorithm.

Returns
-------
usm_ndarray
    int64 indices along the axis, of the shape of `x`.

Raises
------
numpy.exceptions.AxisError
    If the axis is out of range.
ValueError
    If `kind` is none of those named, or 'radixsort' for complex numbers.

Examples
--------
>>> dpt.argsort(dpt.asarray([3, 1, 2]))
usm_ndarray([1, 2, 0])
""",
)


class TopKResult(NamedTuple):
    """The result of `top_k`: the values in order, and their indices."""

    values: usm_ndarray
    indices: usm_ndarray


def _top_1(x) -> TopKResult:
    """The one element of an array without dimensions."""
    return TopKResult(copy(x), zeros((), dtype="int64", usm_type=x.usm_type, sycl_queue=x.sycl_queue))


def top_k(x, k, /, *, axis=None, mode="largest") -> TopKResult:
    """Return the k largest or smallest values along an axis, in order, and their indices.

    Parameters
    ----------
    x : usm_ndarray
        The array; values are ordered as in `sort`, and of equal ones the first come first.
    k : int
        The number of elements, at least 1.
    axis : int, optional
        The axis; None: the flattened array.
    mode : {'largest', 'smallest'}, optional
        'largest' in descending order, or 'smallest' in ascending order.

    Returns
    -------
    TopKResult
        A named tuple of `values` and int64 `indices`, with extent `k` along the axis; of one dimension if `axis` is
        None.

    Raises
    ------
    numpy.exceptions.AxisError
        If the axis is out of range.
    ValueError
        If `k` is less than 1 or more than there are elements along the axis, or `mode` is unknown.

    Examples
    --------
    >>> import dpctl.tensor as dpt
    >>> dpt.top_k(dpt.asarray([3, 1, 4, 1, 5]), 2).indices
    usm_ndarray([4, 2])
    """
    if not isinstance(x, usm_ndarray):
        raise TypeError(named(f"x must be a usm_ndarray, not {type(x).__name__}"))
    k = as_int(k, "k")
    if not isinstance(mode, str) or mode not in ("largest", "smallest"):  # the class that the reference raises
        raise ValueError(named(f"mode must be 'largest' or 'smallest', not {shown(mode)}"))
    if axis is None:
        if x.ndim == 0 and k == 1:
            return _top_1(x)
        x, axis = reshape(x, (-1,)), 0
    return TopKResult(*_core.top_k(x, axis, k, mode == "largest"))
