"""Products of matrices and vectors."""

from opendpex import _core
from opendpex._core import matmul, tensordot, vecdot

__all__ = ["matmul", "tensordot", "vecdot"]

_core.document(
    "matmul",
    """matmul(x1, x2, out=None, dtype=None, order='K')
--

Matrix product; also written ``x1 @ x2``.

Parameters
----------
x1, x2 : usm_ndarray
    Arrays of at least one dimension. The last two are matrices of shape (M, K) and (K, N); those before are stacks of
    matrices and broadcast. An `x1` of shape (K,) is one row, an `x2` of shape (K,) one column; the result then lacks
    that dimension.
out : usm_ndarray, optional
    Array to write to, of the shape and data type of the result; it may overlap `x1` and `x2`.
dtype : data type, optional
    Data type of the computation and of the result. Default: what those of `x1` and `x2` are promoted to.
order : {'K', 'C', 'F', 'A'}, optional
    Layout of a new result; 'K': like the matrices of `x1` and `x2`.

Returns
-------
usm_ndarray
    The products: integers wrap around, bool is "or" of "and". Float results do not depend on the number of threads.

Raises
------
ValueError
    If an array has no dimension, the shapes do not fit, `x1` or `x2` does not cast to `dtype` by the same_kind rule, or
    `out` does not fit.
ExecutionPlacementError
    If the arrays are on different queues.

Examples
--------
>>> import dpctl.tensor as dpt
>>> dpt.asarray([[1, 2], [3, 4]]) @ dpt.asarray([1, 1])
usm_ndarray([3, 7])
""",
)

_core.document(
    "tensordot",
    """tensordot(x1, x2, axes=2)
--

Sum of products over pairs of axes.

Parameters
----------
x1, x2 : usm_ndarray
    The arrays.
axes : int or (sequence of ints, sequence of ints), optional
    The axes of `x1` and of `x2` to sum over, in pairs of one extent. An int N stands for the last N axes of `x1` with
    the first N of `x2`.

Returns
-------
usm_ndarray
    An array with the other axes of `x1`, then those of `x2`.

Raises
------
numpy.exceptions.AxisError
    If an axis is out of range.
ValueError
    If extents differ, or an axis is repeated.

Examples
--------
>>> import dpctl.tensor as dpt
>>> x = dpt.ones((2, 3, 4))
>>> dpt.tensordot(x, x, axes=((1, 2), (1, 2)))
usm_ndarray([[12., 12.],
             [12., 12.]])
""",
)

_core.document(
    "vecdot",
    """vecdot(x1, x2, axis=-1)
--

Dot products of vectors along an axis.

Parameters
----------
x1, x2 : usm_ndarray
    The arrays; apart from the axis they broadcast. Of complex numbers those of `x1` are conjugated.
axis : int, optional
    The axis, a negative number; it has one extent in both arrays.

Returns
-------
usm_ndarray
    Of the shape to which the arrays broadcast, without the axis; the promoted data type.

Raises
------
numpy.exceptions.AxisError
    If the axis is out of range.
ValueError
    If the axis is not negative, or the shapes do not fit.

Examples
--------
>>> import dpctl.tensor as dpt
>>> dpt.vecdot(dpt.asarray([1j, 2]), dpt.asarray([1j, 3]))
usm_ndarray(7.+0.j)
""",
)
