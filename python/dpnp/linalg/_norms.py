"""Norms, ranks, condition numbers and determinants."""

from __future__ import annotations

import math

import numpy
from numpy.linalg import LinAlgError

from dpctl.tensor.linalg import SlogdetResult, cutoff, norms_of_matrices
from opendpex import _core
from opendpex._core import ndarray
from opendpex._messages import as_flag, as_int, named, shown

from .._arrays import as_array, as_parameter, is_scalar
from .._manipulation.shapes import moveaxis
from .._ufunc.functions import isnan
from ._decompositions import matrices, svd, svdvals

__all__ = [
    "SlogdetResult",
    "cond",
    "det",
    "matrix_norm",
    "matrix_rank",
    "norm",
    "slogdet",
    "vector_norm",
]


def det(a):
    """Determinants of square matrices, by an LU factorization; 0 for singular ones.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).

    Returns
    -------
    dpnp.ndarray
        Shape (...).

    Raises
    ------
    LinAlgError
        If the matrices are not square.

    Examples
    --------
    >>> np.linalg.det(np.array([[2.0, 0.0], [0.0, 4.0]]))
    array(8.)
    """
    return _core.linalg_det(matrices(a, square=True))


def slogdet(a):
    """Signs and natural logarithms of the absolute values of determinants; 0 and -inf for singular matrices.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).

    Returns
    -------
    SlogdetResult
        `sign` and `logabsdet`, shape (...); the latter real.

    Raises
    ------
    LinAlgError
        If the matrices are not square.
    """
    return SlogdetResult(*_core.linalg_slogdet(matrices(a, square=True)))


# ---- norms --------------------------------------------------------------------------------------------------------


def _as_real(x):
    """Integers as real numbers: norms are real."""
    return x if x.dtype.kind in "fc" else x.astype(None)


def _vector_norm(x, ord, axis, keepdims):
    if not isinstance(ord, (int, float, numpy.number)) or isinstance(ord, bool):
        raise ValueError(named(f"Invalid norm order {shown(ord)} for vectors; ord must be a number"))
    if x.dtype == numpy.float16:  # the core adds up in float16; NumPy too, but for roots of sums
        return _core.linalg_vector_norm(x.astype("float32"), axis, keepdims, ord).astype(x.dtype)
    return _core.linalg_vector_norm(x, axis, keepdims, ord)


def _matrix_norm(x, ord, axes, keepdims):
    first, second = (_core.normalized_axis(axis, x.ndim) for axis in axes)
    if first == second:
        raise ValueError(named("Duplicate axes given."))
    is_usual = ord is None or isinstance(ord, str) and ord == "f"
    result = norms_of_matrices(moveaxis(x, (first, second), (-2, -1)), "fro" if is_usual else ord)
    if as_flag(keepdims, "keepdims"):
        shape = list(x.shape)
        shape[first] = shape[second] = 1
        result = result.reshape(tuple(shape))
    return result


def norm(x, ord=None, axis=None, keepdims=False):
    """Norm of vectors or matrices.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    ord : {None, number, inf, -inf, 'fro', 'nuc'}, optional
        Of vectors: the p-norm, 2 by default; 0 counts elements that are not 0. Of matrices: 'fro' by default, 'nuc', 1,
        2, inf and their negatives.
    axis : int or pair of ints, optional
        The axis of vectors, or the axes of matrices; None: the whole array, of one or two dimensions unless `ord` is
        None too.
    keepdims : bool, optional
        Keep the axes, with extent 1.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    ValueError
        If the array has too many dimensions, or there is no such norm.

    Examples
    --------
    >>> np.linalg.norm(np.array([3, 4]))
    array(5.)
    """
    if type(x) is ndarray and ord is axis is None and keepdims is False:
        if x.dtype.char in "fd":
            return _core.linalg_vector_norm(x, None, False, 2)  # the usual case
    x = _as_real(as_array(x))
    if axis is None:
        known = ord if isinstance(ord, (str, int, float, numpy.number)) else None
        if ord is None or (known == 2 and x.ndim == 1) or (known in ("f", "fro") and x.ndim == 2):
            return _vector_norm(x, 2, tuple(range(x.ndim)) or None, keepdims)
        axis = tuple(range(x.ndim))
    elif isinstance(axis, list):
        raise TypeError(named("axis must be None, an int or a tuple of ints, not list"))
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    axis = tuple([as_int(i, "axis") for i in axis])
    if len(axis) == 1:
        return _vector_norm(x, 2 if ord is None else ord, axis, keepdims)
    if len(axis) == 2:
        return _matrix_norm(x, ord, axis, keepdims)
    raise ValueError(named("Improper number of dimensions to norm."))


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The p-norm of the elements along axes, an int or a tuple; None: of all. See `norm`.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes.
    keepdims : bool, optional
        Keep the axes, with extent 1.
    ord : number, optional
        The p; 0 counts elements that are not 0; None is 2.

    Returns
    -------
    dpnp.ndarray
        Real numbers.
    """
    x = _as_real(as_array(x))
    return _vector_norm(x, 2 if ord is None else ord, axis, keepdims)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norm of matrices, the last two dimensions; see `norm`.

    Parameters
    ----------
    x : dpnp.ndarray
        Shape (..., M, N).
    keepdims : bool, optional
        Keep the last two axes, with extent 1.
    ord : optional
        As in `norm` for matrices.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    ValueError
        If there is no such norm.
    """
    return _matrix_norm(_as_real(as_array(x)), ord, (-2, -1), keepdims)


def cond(x, p=None):
    """Condition number of matrices: the norm by the norm of the inverse.

    Parameters
    ----------
    x : dpnp.ndarray
        Shape (..., M, N); square unless `p` is None, 2 or -2.
    p : {None, 1, -1, 2, -2, inf, -inf, 'fro'}, optional
        The norm; None: 2.

    Returns
    -------
    dpnp.ndarray
        Infinite for singular matrices.

    Raises
    ------
    LinAlgError
        If the matrices are empty or not square where they must be.
    """
    x = matrices(x)
    if 0 in x.shape[-2:]:
        raise LinAlgError(named("cond is not defined on empty arrays"))
    if p is None or isinstance(p, (int, float, numpy.number)) and p in (2, -2):
        s = svdvals(x)
        result = s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    else:
        matrices(x, square=True)
        x = _as_real(x)
        if not isinstance(p, (str, int, float, numpy.number)):
            raise ValueError(named(f"p must be None, 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, not {shown(p)}"))
        result = norm(x, p, (-2, -1)) * norm(_inverse_or_infinity(x), p, (-2, -1))
    unknown = isnan(result) & ~_core.any(isnan(x), axis=(-2, -1))
    return _core.where(unknown, math.inf, result)


def _inverse_or_infinity(x):
    """Inverses; NaN for singular matrices of the stack, whose condition is infinite."""
    try:
        return _core.linalg_inv(x)
    except LinAlgError:
        flat = x.reshape((-1, *x.shape[-2:]))
        made = _core.empty_like(flat)
        for i in range(flat.shape[0]):
            try:
                made[i] = _core.linalg_inv(flat[i])
            except LinAlgError:
                made[i] = math.nan
        return made.reshape(x.shape)


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    """Rank: the number of singular values above a threshold.

    Parameters
    ----------
    A : dpnp.ndarray
        Shape (..., M, N); of fewer dimensions: 1 unless all elements are 0.
    tol : float or dpnp.ndarray, optional
        The threshold, of the shape of the stack.
    hermitian : bool, optional
        The matrices are symmetric or Hermitian.
    rtol : float or dpnp.ndarray, optional
        The threshold relative to the largest singular value. Default: max(M, N) times the epsilon.

    Returns
    -------
    dpnp.ndarray
        int64, shape (...).

    Examples
    --------
    >>> np.linalg.matrix_rank(np.ones((3, 3)))
    array(1)
    """
    if tol is not None and rtol is not None:
        raise ValueError(named("`tol` and `rtol` can't be both set."))
    A = as_array(A)
    tol, rtol = (
        t if t is None or is_scalar(t) else as_parameter(t, A, name) for t, name in ((tol, "tol"), (rtol, "rtol"))
    )
    if A.ndim < 2:
        return _core.any(A).astype("int64")
    s = svd(A, compute_uv=False, hermitian=hermitian)
    if tol is None:
        threshold = cutoff(A, s, rtol)
    else:
        threshold = _core.expand_dims(tol, axis=-1) if isinstance(tol, _core.array_base) else tol
    return _core.count_nonzero(s > threshold, axis=-1)
