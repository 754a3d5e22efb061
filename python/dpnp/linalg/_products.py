"""Products and views under the names of linear algebra."""

from __future__ import annotations

import functools

from dpctl.tensor.linalg import power
from opendpex import _core
from opendpex._messages import as_int, as_items, named

from .._arrays import as_operands, as_pair
from .._manipulation.shapes import matrix_transpose
from .._products import products as _products
from .._products import vectors as _vectors
from .._products.products import tensordot
from ._decompositions import LinAlgError, matrices
from ._solutions import inv

__all__ = [
    "cross",
    "diagonal",
    "matmul",
    "matrix_power",
    "matrix_transpose",
    "multi_dot",
    "outer",
    "tensordot",
    "trace",
    "vecdot",
]


def matmul(x1, x2, /):
    """Matrix product; see `dpnp.matmul`.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        Shapes (..., M, K) and (..., K, N), or (K,).

    Returns
    -------
    dpnp.ndarray
        Shape (..., M, N).

    Raises
    ------
    ValueError
        If extents differ.
    """
    return _products.matmul(x1, x2)


def vecdot(x1, x2, /, *, axis=-1):
    """Dot products along an axis; see `dpnp.vecdot`.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        The vectors; the first are conjugated.
    axis : int, optional
        The axis.

    Returns
    -------
    dpnp.ndarray
        Without the axis.

    Raises
    ------
    ValueError
        If extents differ.
    """
    return _products.vecdot(x1, x2, axis=axis)


def outer(x1, x2, /):
    """Products of all pairs of elements of two arrays of one dimension.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        Shapes (M,) and (N,).

    Returns
    -------
    dpnp.ndarray
        Shape (M, N).

    Raises
    ------
    ValueError
        If an array has another number of dimensions.
    """
    x1, x2 = as_pair(x1, x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(named(f"Input arrays must be one-dimensional, but they are {x1.ndim} and {x2.ndim}."))
    return _products.outer(x1, x2)


def cross(x1, x2, /, *, axis=-1):
    """Cross products of three-component vectors along an axis.

    Parameters
    ----------
    x1, x2 : dpnp.ndarray
        The vectors.
    axis : int, optional
        The axis.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the extent is not 3.
    """
    x1, x2 = as_pair(x1, x2)
    _core.normalized_axis(axis, x1.ndim), _core.normalized_axis(axis, x2.ndim)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(
            named(
                "Both input arrays must be (arrays of) 3-dimensional vectors, not "
                f"{x1.shape[axis]} and {x2.shape[axis]}."
            )
        )
    if axis >= 0 and x1.ndim != x2.ndim:  # a different axis counted from the last, at which broadcasting aligns
        return _vectors.cross(x1, x2, axis=axis)
    return _core.linalg_cross(x1, x2, axis)


def diagonal(x, /, *, offset=0):
    """A diagonal of each matrix, the last two dimensions: a view.

    Parameters
    ----------
    x : dpnp.ndarray
        Shape (..., M, N).
    offset : int, optional
        The diagonal: 0 the main one, positive above it.

    Returns
    -------
    dpnp.ndarray
        Shape (..., K).
    """
    return _products.diagonal_view(x, offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    """Sum along a diagonal of each matrix, the last two dimensions.

    Parameters
    ----------
    x : dpnp.ndarray
        Shape (..., M, N).
    offset : int, optional
        The diagonal: 0 the main one, positive above it.
    dtype : data type, optional
        Data type of the computation; default: as of `dpnp.sum`.

    Returns
    -------
    dpnp.ndarray
        Shape (...).
    """
    return _products.trace(x, offset, -2, -1, dtype)


def matrix_power(a, n):
    """Powers of square matrices, by squaring.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).
    n : int
        The exponent; for a negative one the inverse is raised to its absolute value.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    LinAlgError
        If the matrices are not square, or have no inverse.

    Examples
    --------
    >>> np.linalg.matrix_power(np.array([[1, 1], [0, 1]]), 3)
    array([[1, 3],
           [0, 1]])
    """
    return power(matrices(a, square=True), as_int(n, "n"), inv)


@functools.lru_cache(maxsize=256)
def _chain(extents):
    """The products of a matrix chain in the best order, on a stack: the number of a matrix to be pushed, or -1 for the
    product of the last two. By dynamic programming (T. H. Cormen et al., "Introduction to Algorithms", matrix-chain
    multiplication)."""
    n = len(extents) - 1
    cost = [[0] * n for _ in range(n)]
    split = [[0] * n for _ in range(n)]
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i][j], split[i][j] = min(
                (cost[i][k] + cost[k + 1][j] + extents[i] * extents[k + 1] * extents[j + 1], k) for k in range(i, j)
            )
    # The tree of splits without recursion: ranges to open, products once both sides are there.
    todo, order = [(0, n - 1, False)], []
    while todo:
        i, j, is_open = todo.pop()
        if i == j:
            order.append(i)
        elif is_open:
            order.append(-1)
        else:
            k = split[i][j]
            todo += [(i, j, True), (k + 1, j, False), (i, k, False)]
    return tuple(order)


def multi_dot(arrays, *, out=None):
    """Product of two or more matrices, in the order with the fewest multiplications.

    Parameters
    ----------
    arrays : sequence of dpnp.ndarray
        Matrices; the first may be a row, the last a column, of one dimension.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If there are fewer than two.
    LinAlgError
        If one has another number of dimensions.
    """
    arrays = as_operands(as_items(arrays, "arrays"))
    if len(arrays) < 2:
        raise ValueError(named("Expecting at least two arrays."))
    is_row, is_column = arrays[0].ndim == 1, arrays[-1].ndim == 1
    if is_row:
        arrays[0] = arrays[0].reshape((1, -1))
    if is_column:
        arrays[-1] = arrays[-1].reshape((-1, 1))
    for x in arrays:
        if x.ndim != 2:
            raise LinAlgError(named(f"{x.ndim}-dimensional array given. Array must be two-dimensional"))
    values = []
    for i in _chain((*[x.shape[0] for x in arrays], arrays[-1].shape[1])):
        if i < 0:
            right = values.pop()
            values[-1] = _core.matmul(values[-1], right)
        else:
            values.append(arrays[i])
    (result,) = values
    if is_row:
        result = result[0]
    if is_column:
        result = result[..., 0]
    return _products.exact_out("multi_dot", result, out)
