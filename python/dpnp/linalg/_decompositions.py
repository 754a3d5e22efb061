"""Factorizations and eigenvalues."""

from __future__ import annotations

from typing import NamedTuple

import numpy
from numpy.linalg import LinAlgError

from dpctl.tensor.linalg import EighResult, QRResult, SVDResult
from opendpex import _core
from opendpex._messages import as_flag, as_word, named, unknown_word

from .._arrays import as_array, ndarray
from .._ufunc.functions import absolute, isfinite, sign

__all__ = [
    "EigResult",
    "EighResult",
    "LinAlgError",
    "QRResult",
    "SVDResult",
    "cholesky",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "qr",
    "svd",
    "svdvals",
]


class EigResult(NamedTuple):
    """The result of `eig`.

    Parameters
    ----------
    eigenvalues : dpnp.ndarray
        Of shape (..., M), complex. In no particular order.
    eigenvectors : dpnp.ndarray
        Of shape (..., M, M), complex. A column for each, of length 1.
    """

    eigenvalues: ndarray
    eigenvectors: ndarray


def matrices(a, square: bool = False) -> ndarray:
    """Check that an array holds (square) matrices.

    Raises
    ------
    LinAlgError
        If it has fewer than two dimensions, or the matrices are to be square and are not.
    """
    a = as_array(a)
    if a.ndim < 2:
        raise LinAlgError(named(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional"))
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError(named("Last 2 dimensions of the array must be square"))
    if a.dtype == numpy.float16:
        raise TypeError(named("array type float16 is unsupported in linalg"))
    return a


def cholesky(a, /, *, upper=False):
    """Cholesky factor of symmetric or Hermitian, positive definite matrices.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M); only the lower triangle is read, with `upper` the upper one.
    upper : bool, optional
        False: L with ``a = L @ conj(L.mT)``. True: U with ``a = conj(U.mT) @ U``.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite.

    Examples
    --------
    >>> np.linalg.cholesky(np.array([[4.0, 0.0], [0.0, 9.0]]))
    array([[2., 0.],
           [0., 3.]])
    """
    try:
        return _core.linalg_cholesky(matrices(a, square=True), as_flag(upper, "upper"))
    except LinAlgError as error:
        if "definite" in str(error):
            raise LinAlgError(named("Matrix is not positive definite.")) from error
        raise


def qr(a, mode="reduced"):
    """QR factorization ``a = Q @ R``, Q with orthonormal columns, R upper triangular.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, N).
    mode : {'reduced', 'complete', 'r', 'raw'}, optional
        Q has min(M, N) columns, or M; 'r': only R; 'raw': the output of LAPACK's ``geqrf``.

    Returns
    -------
    QRResult, or R alone, or a tuple
        Of the mode 'raw': transposed matrices of shape (..., N, M), R on and the Householder vectors above their
        diagonals, and the factors tau of the reflections, shape (..., min(M, N)).

    Raises
    ------
    ValueError
        If the mode is unknown.
    LinAlgError
        If `a` has fewer than two dimensions.

    Examples
    --------
    >>> q, r = np.linalg.qr(np.eye(2))
    >>> np.allclose(q @ r, np.eye(2))
    array(True)
    """
    a = matrices(a)
    if as_word(mode, "mode", ("reduced", "complete", "r", "raw")) == "raw":
        return tuple(_core.linalg_qr_raw(a))
    q, r = _core.linalg_qr(a, mode == "complete")
    return r if mode == "r" else QRResult(q, r)


# ---- eigenvalues --------------------------------------------------------------------------------------------------


def _lower(a, UPLO):
    """Matrices whose lower triangle holds the triangle UPLO of `a`."""
    if not isinstance(UPLO, str) or UPLO.upper() not in ("L", "U"):
        raise unknown_word("UPLO", UPLO, ("L", "U"))
    a = matrices(a, square=True)
    return a if UPLO.upper() == "L" else a.mT.conj()


def eigh(a, UPLO="L"):
    """Eigenvalues in ascending order and orthonormal eigenvectors of symmetric or Hermitian matrices.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back. cuSOLVER, where
    it is installed, computes large ones on CUDA devices.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).
    UPLO : {'L', 'U'}, optional
        The triangle that is read.

    Returns
    -------
    EighResult
        Eigenvalues of shape (..., M), eigenvectors as columns of shape (..., M, M).

    Examples
    --------
    >>> np.linalg.eigh(np.array([[2.0, 0.0], [0.0, 4.0]])).eigenvalues.round(6)
    array([2., 4.])
    """
    return EighResult(*_core.linalg_eigh(_lower(a, UPLO)))


def eigvalsh(a, UPLO="L"):
    """Eigenvalues of symmetric or Hermitian matrices in ascending order; see `eigh`.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back. cuSOLVER, where
    it is installed, computes large ones on CUDA devices.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).
    UPLO : {'L', 'U'}, optional
        The triangle that is read.

    Returns
    -------
    dpnp.ndarray
        Shape (..., M), real.

    Raises
    ------
    LinAlgError
        If the matrices are not square, or the iteration does not converge.
    """
    return _core.linalg_eigvalsh(_lower(a, UPLO))


def _real_if_all_are(values):
    """NumPy's rule: eigenvalues of real matrices are real where all are."""
    return not bool(_core.any(values.imag != 0))


def _check_finite(a):
    if not bool(_core.all(isfinite(a))):
        raise LinAlgError(named("Array must not contain infs or NaNs"))


def eig(a):
    """Eigenvalues and right eigenvectors of square matrices.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).

    Returns
    -------
    EigResult
        Eigenvalues of shape (..., M) in no order, eigenvectors of length 1 as columns of shape (..., M, M). Complex,
        unless the matrices are real and all eigenvalues are: the call waits to know.

    Raises
    ------
    LinAlgError
        If the iteration does not converge, or a number is not finite.
    """
    a = matrices(a, square=True)
    _check_finite(a)
    values, vectors = _core.linalg_eig(a)
    if a.dtype.kind != "c" and _real_if_all_are(values):
        values, vectors = values.real.copy(), vectors.real.copy()
    return EigResult(values, vectors)


def eigvals(a):
    """Eigenvalues of square matrices, without eigenvectors; see `eig`.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).

    Returns
    -------
    dpnp.ndarray
        Shape (..., M), in no order.

    Raises
    ------
    LinAlgError
        If the matrices are not square, or the iteration does not converge.
    """
    a = matrices(a, square=True)
    _check_finite(a)
    values = _core.linalg_eigvals(a)
    return values.real.copy() if a.dtype.kind != "c" and _real_if_all_are(values) else values


# ---- singular values ----------------------------------------------------------------------------------------------


def _svd_of_hermitian(a, compute_uv):
    """Singular values are the absolute eigenvalues; their signs go into the left vectors."""
    if not compute_uv:
        return _core.sort(absolute(eigvalsh(a)), descending=True)
    values, vectors = eigh(a)
    signs, sizes = sign(values), absolute(values)
    order = _core.argsort(sizes, descending=True)
    s = _core.take_along_axis(sizes, order, axis=-1)
    signs = _core.take_along_axis(signs, order, axis=-1)
    u = _core.take_along_axis(vectors, _core.expand_dims(order, axis=-2), axis=-1)
    return SVDResult(u, s, (u * _core.expand_dims(signs, axis=-2)).mT.conj())


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """Singular value decomposition ``a = (U * S[..., None, :]) @ Vh``.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, N).
    full_matrices : bool, optional
        True: U and Vh are square. False: U has K = min(M, N) columns and Vh as many rows.
    compute_uv : bool, optional
        False: only the singular values.
    hermitian : bool, optional
        The matrices are symmetric or Hermitian: faster.

    Returns
    -------
    SVDResult, or S alone
        Singular values in descending order, shape (..., K).

    Raises
    ------
    LinAlgError
        If the iteration does not converge.

    Examples
    --------
    >>> u, s, vh = np.linalg.svd(np.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> s.round(6)
    array([4., 2.])
    """
    hermitian = as_flag(hermitian, "hermitian")
    a, compute_uv = matrices(a, square=hermitian), as_flag(compute_uv, "compute_uv")
    if hermitian:
        return _svd_of_hermitian(a, compute_uv)
    full_matrices = as_flag(full_matrices, "full_matrices")
    return SVDResult(*_core.linalg_svd(a, full_matrices)) if compute_uv else _core.linalg_svdvals(a)


def svdvals(x, /):
    """Singular values in descending order, shape (..., min(M, N)); see `svd`.

    Iterations run on the CPU: for GPUs and OpenCL devices the matrices are copied to the host and back.

    Parameters
    ----------
    x : dpnp.ndarray
        Shape (..., M, N).

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    LinAlgError
        If the iteration does not converge.
    """
    return _core.linalg_svdvals(matrices(x))
