"""Linear algebra: the array API's extension.

Matrices are the last two dimensions of an array; leading dimensions index the matrices of a stack, and every function
works on all of them. Results of factorizations have the precision of their argument (integers that of the device's
default real type; float16 raises TypeError); they are computed in double precision by LAPACK from OpenBLAS, which comes
with the package. They run on the queue of their argument. Those that can fail for the numbers in a matrix wait for the
result and raise `LinAlgError`, which is NumPy's and a ValueError.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy
from numpy.linalg import LinAlgError

from opendpex import _core
from opendpex._core import array_base, matmul, tensordot, usm_ndarray, vecdot
from opendpex._messages import as_flag, as_int, as_real, as_word, named, names_errors, shown

from ._ctors import empty_like, eye
from ._elementwise import conj, multiply
from ._manipulation_functions import expand_dims, matrix_transpose, reshape
from ._reduction import sum as _sum
from ._type_utils import finfo

__all__ = [
    "EighResult",
    "LinAlgError",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]


class EighResult(NamedTuple):
    """The result of `eigh`.

    Parameters
    ----------
    eigenvalues : array
        Of shape (..., M), real. In ascending order.
    eigenvectors : array
        Of shape (..., M, M). A column for each, orthonormal.
    """

    eigenvalues: usm_ndarray
    eigenvectors: usm_ndarray


class QRResult(NamedTuple):
    """The result of `qr`.

    Parameters
    ----------
    Q : array
        Of shape (..., M, K). Orthonormal columns; K as the mode of `qr` says.
    R : array
        Of shape (..., K, N). Upper triangular.
    """

    Q: usm_ndarray
    R: usm_ndarray


class SlogdetResult(NamedTuple):
    """The result of `slogdet`.

    Parameters
    ----------
    sign : array
        Of shape (...): a number of absolute value 1, or 0 of a singular matrix.
    logabsdet : array
        Of shape (...), real: the logarithm of the determinant's absolute value, -inf of a singular matrix.
    """

    sign: usm_ndarray
    logabsdet: usm_ndarray


class SVDResult(NamedTuple):
    """The result of `svd`.

    Parameters
    ----------
    U : array
        Of shape (..., M, K). Orthonormal columns.
    S : array
        Of shape (..., min(M, N)), real. In descending order, not negative.
    Vh : array
        Of shape (..., K, N). Orthonormal rows.
    """

    U: usm_ndarray
    S: usm_ndarray
    Vh: usm_ndarray


def _check_matrices(x, function: str, square: bool = False) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(named(f"{function}: x must be a dpctl.tensor.usm_ndarray, not {type(x).__name__}"))
    if x.ndim < 2:
        raise ValueError(named(f"{function}: an array of shape {x.shape}; at least 2 dimensions are needed"))
    if square and x.shape[-1] != x.shape[-2]:
        raise ValueError(named(f"{function}: matrices of shape {x.shape[-2:]} are not square"))


# ---- factorizations --------------------------------------------------------------------------------------


def cholesky(x, /, *, upper=False) -> usm_ndarray:
    """Return the Cholesky factor of a symmetric or Hermitian, positive definite matrix.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M); only its lower triangle is read, with `upper` its upper one.
    upper : bool, optional
        False: L with ``x = L @ conj(L.mT)``. True: U with ``x = conj(U.mT) @ U``.

    Returns
    -------
    usm_ndarray
        Array of shape (..., M, M): zeros beyond the triangle.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite.

    Examples
    --------
    >>> dpt.linalg.cholesky(dpt.asarray([[4.0, 0.0], [0.0, 9.0]]))
    usm_ndarray([[2., 0.],
                 [0., 3.]])
    """
    return _core.linalg_cholesky(x, upper)


def inv(x, /) -> usm_ndarray:
    """Return the inverses of matrices.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M).

    Returns
    -------
    usm_ndarray
        Array of shape (..., M, M).

    Raises
    ------
    LinAlgError
        If a matrix is singular.
    ValueError
        If the matrices are not square.
    """
    return _core.linalg_inv(x)


def solve(x1, x2, /) -> usm_ndarray:
    """Solve the linear equations ``x1 @ x = x2``.

    Parameters
    ----------
    x1 : usm_ndarray
        Coefficients, shape (..., M, M).
    x2 : usm_ndarray
        Right sides: shape (M,), or (..., M, K), whose stack broadcasts with that of `x1`.

    Returns
    -------
    usm_ndarray
        The solutions, shape (..., M) or (..., M, K).

    Raises
    ------
    LinAlgError
        If a matrix is singular.

    Examples
    --------
    >>> dpt.linalg.solve(dpt.asarray([[2.0, 0.0], [0.0, 4.0]]), dpt.asarray([2.0, 2.0]))
    usm_ndarray([1. , 0.5])
    """
    return _core.linalg_solve(x1, x2)


def det(x, /) -> usm_ndarray:
    """Return the determinants of matrices, by an LU factorization; 0 for singular matrices.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M).

    Returns
    -------
    usm_ndarray
        Array of shape (...).

    Raises
    ------
    ValueError
        If the matrices are not square.

    Examples
    --------
    >>> dpt.linalg.det(dpt.asarray([[2.0, 0.0], [0.0, 4.0]]))
    usm_ndarray(8.)
    """
    return _core.linalg_det(x)


def slogdet(x, /) -> SlogdetResult:
    """Return signs and natural logarithms of the absolute values of the determinants of matrices.

    ``det(x) = sign * exp(logabsdet)``; for singular matrices they are 0 and -inf. The sign of a complex
    determinant is a number of absolute value 1.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M).

    Returns
    -------
    SlogdetResult
        Two arrays of shape (...), the logarithms real.

    Raises
    ------
    ValueError
        If the matrices are not square.
    """
    return SlogdetResult(*_core.linalg_slogdet(x))


def qr(x, /, *, mode="reduced") -> QRResult:
    """Return the QR factorization ``x = Q @ R``.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    mode : {'reduced', 'complete'}, optional
        Whether Q has min(M, N) columns, or M.

    Returns
    -------
    QRResult
        Q with orthonormal columns, R upper triangular.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    """
    as_word(mode, "mode", ("reduced", "complete"))
    return QRResult(*_core.linalg_qr(x, mode == "complete"))


def eigh(x, /) -> EighResult:
    """Return eigenvalues and eigenvectors of a symmetric or Hermitian matrix.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back. cuSOLVER, where
    it is installed, computes large ones on CUDA devices.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M); only its lower triangle is read.

    Returns
    -------
    EighResult
        Eigenvalues, real and in ascending order, shape (..., M), and orthonormal eigenvectors as columns of shape (...,
        M, M).

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    """
    return EighResult(*_core.linalg_eigh(x))


def eigvalsh(x, /) -> usm_ndarray:
    """Return the eigenvalues of symmetric or Hermitian matrices, as `eigh` does, without eigenvectors.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back. cuSOLVER, where
    it is installed, computes large ones on CUDA devices.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M); only its lower triangle is read.

    Returns
    -------
    usm_ndarray
        Array of shape (..., M), real and in ascending order.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    ValueError
        If the matrices are not square.
    """
    return _core.linalg_eigvalsh(x)


def svd(x, /, *, full_matrices=True) -> SVDResult:
    """Return the singular value decomposition ``x = (U * S[..., None, :]) @ Vh``.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    full_matrices : bool, optional
        True: U and Vh are square. False: U has K = min(M, N) columns and Vh as many rows.

    Returns
    -------
    SVDResult
        U with orthonormal columns, the K singular values in descending order, Vh with orthonormal rows.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    """
    return SVDResult(*_core.linalg_svd(x, full_matrices))


def svdvals(x, /) -> usm_ndarray:
    """Return the singular values of matrices, in descending order.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).

    Returns
    -------
    usm_ndarray
        Array of shape (..., min(M, N)), real.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    dpctl.tensor.linalg.LinAlgError
        If the iteration does not converge.
    """
    return _core.linalg_svdvals(x)


# ---- functions of factorizations -------------------------------------------------------------------------


# The next functions take arrays of either package, and are dpnp's too.


def cutoff(x, singular_values, rtol):
    """The threshold up to which singular values, in descending order, count as 0: shape (..., 1)."""
    if rtol is None:
        rtol = max(x.shape[-2:]) * float(finfo(singular_values.dtype).eps)
    if isinstance(rtol, array_base):
        return singular_values[..., :1] * expand_dims(rtol, axis=-1)
    return singular_values[..., :1] * as_real(rtol, "rtol")


def inverse_above(s, threshold):
    """1 / s where s is above the threshold, else 0."""
    kept = _core.cast_copy(s > threshold, s.dtype, "K", None, None)
    return kept / (s + (1 - kept))


def pseudo_inverse(x, decompose, rtol):
    """The pseudo-inverse by ``decompose(x) -> u, s, vh``, of the conjugate, so that the factors need only be
    transposed."""
    u, s, vh = decompose(conj(x) if x.dtype.kind == "c" else x)
    return matmul(vh.mT * expand_dims(inverse_above(s, cutoff(x, s, rtol)), axis=-2), u.mT)


def power(x, n: int, invert):
    """The n-th power of square matrices, by squaring; the identity for 0, which has a layout as x."""
    if n < 0:
        x, n = invert(x), -n
    if n == 0:
        unit = empty_like(x)
        unit[...] = eye(x.shape[-1], dtype=x.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
        return unit
    result = None
    while True:
        if n & 1:
            result = x if result is None else matmul(result, x)
        n >>= 1
        if n == 0:
            return result
        x = matmul(x, x)


def norms_of_matrices(x, ord):
    """Norms of the matrices in the last two axes, by `ord` as in `matrix_norm`; without these axes."""
    known = ord if isinstance(ord, (str, int, float, numpy.number)) else None
    if known == "fro":
        return vector_norm(x, axis=(-2, -1))
    if known in ("nuc", 2, -2):
        return vector_norm(svdvals(x), axis=-1, ord=1 if ord == "nuc" else math.copysign(math.inf, ord))
    if known in (1, -1, math.inf, -math.inf):
        sums = vector_norm(x, axis=-2 if abs(ord) == 1 else -1, ord=1)
        return vector_norm(sums, axis=-1, ord=math.copysign(math.inf, ord))
    raise ValueError(
        named(f"Invalid norm order, ord={shown(ord)} for matrices; there are 'fro', 'nuc', 1, -1, 2, -2, inf and -inf")
    )


def matrix_rank(x, /, *, rtol=None) -> usm_ndarray:
    """Return the rank: the number of singular values above ``rtol`` times the largest one.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    rtol : float or usm_ndarray, optional
        Relative tolerance, with the shape of the stack if it is an array. Default: max(M, N) times the type's epsilon.

    Returns
    -------
    usm_ndarray
        int64 array of shape (...).

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    """
    _check_matrices(x, "matrix_rank")
    singular_values = svdvals(x)
    return _core.count_nonzero(singular_values > cutoff(x, singular_values, rtol), axis=-1)


def pinv(x, /, *, rtol=None) -> usm_ndarray:
    """Return the Moore-Penrose pseudo-inverse, by singular values.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    rtol : float or usm_ndarray, optional
        Singular values up to `rtol` times the largest one count as 0; of the shape of the stack if it is an array.
        Default: max(M, N) times the type's epsilon.

    Returns
    -------
    usm_ndarray
        Array of shape (..., N, M).

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    """
    _check_matrices(x, "pinv")
    return pseudo_inverse(x, lambda x: svd(x, full_matrices=False), rtol)


def matrix_power(x, n, /) -> usm_ndarray:
    """Return the n-th power of an array of shape (..., M, M), by squaring.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, M).
    n : int
        The exponent; for a negative one the inverse is raised to its absolute value.

    Returns
    -------
    usm_ndarray
        Array of shape (..., M, M); the identity for 0.

    Raises
    ------
    ValueError
        If the matrices are not square.
    TypeError
        If `n` is not an integer.
    dpctl.tensor.linalg.LinAlgError
        If `n` is negative and a matrix is singular.
    """
    _check_matrices(x, "matrix_power", square=True)
    return power(x, as_int(n, "n"), inv)


def matrix_norm(x, /, *, keepdims=False, ord="fro") -> usm_ndarray:
    """Return the norm of each matrix.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    keepdims : bool, optional
        Whether to keep the last two dimensions, with extent 1.
    ord : {'fro', 'nuc', 1, 2, inf, -1, -2, -inf}, optional
        'fro': root of the sum of squared absolute values. 'nuc': sum of singular values. 1, inf: largest sum of
        absolute values of a column, of a row; -1, -inf: the smallest. 2, -2: largest and smallest singular value.

    Returns
    -------
    usm_ndarray
        Real array of shape (...), or (..., 1, 1).

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions, or `ord` is none of those.
    """
    _check_matrices(x, "matrix_norm")
    norm = norms_of_matrices(x, ord)
    return reshape(norm, (*norm.shape, 1, 1)) if as_flag(keepdims, "keepdims") else norm


# ---- products, norms, diagonals --------------------------------------------------------------------------


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2) -> usm_ndarray:
    """Return the norm of vectors, ``sum(abs(x)**ord)**(1/ord)``.

    Parameters
    ----------
    x : usm_ndarray
        The array.
    axis : int or tuple of ints, optional
        The axes of the vectors; default: all axes form one vector.
    keepdims : bool, optional
        Whether to keep the axes, with extent 1.
    ord : int or float, optional
        The order. inf: largest absolute value, -inf: smallest; 0: the number of elements that are not 0.

    Returns
    -------
    usm_ndarray
        Real array.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.
    TypeError
        If `x` is not an array.

    Examples
    --------
    >>> dpt.linalg.vector_norm(dpt.asarray([3.0, 4.0]))
    usm_ndarray(5.)
    """
    return _core.linalg_vector_norm(x, axis, keepdims, 2 if ord is None else ord)


@names_errors
def cross(x1, x2, /, *, axis=-1) -> usm_ndarray:
    """Return the cross products of three-component vectors.

    Parameters
    ----------
    x1, x2 : usm_ndarray
        Arrays with extent 3 along the axis; other axes broadcast.
    axis : int, optional
        The axis, from the end.

    Returns
    -------
    usm_ndarray
        Of the shape to which the arrays broadcast, and the promoted data type.

    Raises
    ------
    numpy.exceptions.AxisError
        If the axis is out of range.
    ValueError
        If the extent is not 3, or the shapes do not broadcast.
    """
    return _core.linalg_cross(x1, x2, axis)


def outer(x1, x2, /) -> usm_ndarray:
    """Return the products of all pairs of elements of two arrays.

    Parameters
    ----------
    x1, x2 : usm_ndarray
        Arrays of shape (M,) and (N,).

    Returns
    -------
    usm_ndarray
        Array of shape (M, N), of the promoted data type.

    Raises
    ------
    ValueError
        If an array has not one dimension.
    TypeError
        If an argument is not an array.
    """
    for x in (x1, x2):
        if not isinstance(x, usm_ndarray):
            raise TypeError(named(f"an argument must be a dpctl.tensor.usm_ndarray, not {type(x).__name__}"))
        if x.ndim != 1:
            raise ValueError(named(f"an array of shape {x.shape}; one dimension is needed"))
    return multiply(expand_dims(x1, axis=1), x2)


@names_errors
def diagonal(x, /, *, offset=0) -> usm_ndarray:
    """Return a diagonal of each matrix, a view.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    offset : int, optional
        Which diagonal: above the main one, or below for negative numbers.

    Returns
    -------
    usm_ndarray
        View of shape (..., min(M, N)), shorter for other diagonals.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    """
    return _core.linalg_diagonal(x, offset)


@names_errors
def trace(x, /, *, offset=0, dtype=None) -> usm_ndarray:
    """Return the sum along a diagonal of each matrix.

    Parameters
    ----------
    x : usm_ndarray
        Array of shape (..., M, N).
    offset : int, optional
        As for `diagonal`.
    dtype : data type, optional
        As for `dpctl.tensor.sum`.

    Returns
    -------
    usm_ndarray
        Array of shape (...).

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.
    """
    return _sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def __dir__():
    return __all__
