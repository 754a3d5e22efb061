"""Inverses and solutions of linear equations."""

from __future__ import annotations

import math

import numpy
from numpy.linalg import LinAlgError

from dpctl.tensor._copy_utils import default_real
from dpctl.tensor.linalg import inverse_above, pseudo_inverse
from opendpex import _core
from opendpex._messages import as_int, as_real, named, wrong_type

from .._arrays import as_array, as_pair, as_parameter, in_common_kind, int_tuple, is_scalar
from .._creation.arrays import asarray
from ._decompositions import matrices, qr, svd

__all__ = ["inv", "lstsq", "pinv", "solve", "tensorinv", "tensorsolve"]


def inv(a):
    """Inverses of square matrices.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, M).

    Returns
    -------
    dpnp.ndarray
        The shape of `a`.

    Raises
    ------
    LinAlgError
        If a matrix is singular, or not square.

    Examples
    --------
    >>> a = np.array([[2.0, 1.0], [1.0, 1.0]])
    >>> np.allclose(a @ np.linalg.inv(a), np.eye(2))
    array(True)
    """
    try:
        return _core.linalg_inv(matrices(a, square=True))
    except LinAlgError as error:
        if "is singular" in str(error):
            raise LinAlgError(named("Singular matrix")) from error
        raise


def solve(a, b):
    """Solve the linear equations ``a @ x = b``.

    Parameters
    ----------
    a : dpnp.ndarray
        Coefficients, shape (..., M, M).
    b : dpnp.ndarray
        Right sides: shape (M,), or (..., M, K), whose stack broadcasts with that of `a`.

    Returns
    -------
    dpnp.ndarray
        The solutions, shape (..., M) or (..., M, K).

    Raises
    ------
    LinAlgError
        If a matrix is singular, or not square.

    Examples
    --------
    >>> np.linalg.solve(np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([2.0, 2.0]))
    array([1. , 0.5])
    """
    a, b = as_pair(a, b)
    a = matrices(a, square=True)
    if b.ndim == 0:
        raise ValueError(named("the right sides have no dimension"))
    try:
        return _core.linalg_solve(a, b)
    except LinAlgError as error:
        if "is singular" in str(error):
            raise LinAlgError(named("Singular matrix: The input coefficient matrix is singular.")) from error
        raise


_WIDE = {"f": numpy.dtype("float64"), "F": numpy.dtype("complex128")}  # by single precision's letter


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    """Moore-Penrose pseudo-inverse, by singular values.

    Parameters
    ----------
    a : dpnp.ndarray
        Shape (..., M, N).
    rcond : float or dpnp.ndarray, optional
        Singular values up to this times the largest one count as 0; of the shape of the stack. Default: 1e-15.
    hermitian : bool, optional
        The matrices are symmetric or Hermitian.
    rtol : float or dpnp.ndarray, optional
        The same as `rcond`; default: max(M, N) times the epsilon.

    Returns
    -------
    dpnp.ndarray
        Shape (..., N, M).

    Examples
    --------
    >>> a = np.array([[1.0, 2.0]])
    >>> np.linalg.pinv(a).shape
    (2, 1)
    """
    a = matrices(a)
    if rcond is not None and rtol is not None:
        raise ValueError(named("`rtol` and `rcond` can't be both set."))
    least = rcond if rtol is None else rtol
    if least is not None and not is_scalar(least):
        least = as_parameter(least, a, "rcond" if rtol is None else "rtol")
    return pseudo_inverse(a, lambda x: svd(x, full_matrices=False, hermitian=hermitian), least)


def lstsq(a, b, rcond=None):
    """Solve ``a @ x = b`` with the least sum of squared residuals, and among those the shortest `x`.

    Parameters
    ----------
    a : dpnp.ndarray
        Coefficients, shape (M, N).
    b : dpnp.ndarray
        Right sides, shape (M,) or (M, K).
    rcond : float, optional
        Singular values up to this times the largest one count as 0. Default: max(M, N) times the epsilon of
        float64, in which single precision is computed too; -1: that epsilon.

    Returns
    -------
    x : dpnp.ndarray
        Shape (N,) or (N, K).
    residuals : dpnp.ndarray
        Sums of squared residuals, shape (1,) or (K,); empty if the rank is below N or M <= N.
    rank : dpnp.ndarray
        Of `a`, without dimensions; the call waits for it.
    s : dpnp.ndarray
        Singular values.

    Raises
    ------
    LinAlgError
        If the shapes do not fit, or the iteration does not converge.

    Examples
    --------
    >>> x, residuals, rank, s = np.linalg.lstsq(np.eye(2), np.array([1.0, 2.0]))
    >>> x.round(6)
    array([1., 2.])
    """
    a, b = as_pair(a, b)
    a = in_common_kind(a, b)
    if a.ndim != 2:
        raise LinAlgError(named(f"{a.ndim}-dimensional array given. Array must be two-dimensional"))
    if b.ndim not in (1, 2):
        raise LinAlgError(named(f"{b.ndim}-dimensional array given. Array must be two-dimensional"))
    m, n = a.shape
    if m != b.shape[0]:
        raise LinAlgError(named("Incompatible dimensions"))
    right = b.reshape((-1, 1)) if b.ndim == 1 else b
    # integers count as such, also beside single precision
    real = default_real(a)
    dtype = numpy.result_type(*(x.dtype if x.dtype.kind in "fc" else real for x in (a, b)))
    narrow = None
    # what follows has several roundings; NumPy's result has one
    if dtype.char in _WIDE and a.sycl_device.has_aspect_fp64:
        narrow, dtype = dtype, _WIDE[dtype.char]
    a, right = a.astype(dtype, copy=False), right.astype(dtype, copy=False)
    square, projected = a, right
    if m >= 2 * n > 0:  # a = Q R has R's singular values, and with few columns R takes much less time
        q, square = qr(a)
        projected = _core.matmul(q.mT.conj(), right)
    u, s, vh = svd(square, full_matrices=False)
    eps = float(numpy.finfo(s.dtype).eps)
    if isinstance(rcond, (str, list, tuple, dict, complex)):
        raise wrong_type("rcond", "a number", rcond)
    rcond = eps * max(m, n) if rcond is None else as_real(rcond, "rcond")
    if rcond == -1:
        rcond = eps
    if s.size:
        threshold = s[:1] * rcond
        inverse = inverse_above(s, threshold)
        rank = _core.count_nonzero(s > threshold).astype("int32")
        n_rank = int(rank)
        if n_rank == 0 and not math.isfinite(s[0]):
            raise LinAlgError(named("SVD did not converge in Linear Least Squares"))
        x = _core.matmul(vh.mT.conj() * inverse, _core.matmul(u.mT.conj(), projected))
    else:
        n_rank, rank = 0, asarray(0, "int32", usm_type=a.usm_type, sycl_queue=a.sycl_queue)
        x = _core.matmul(vh.mT, _core.matmul(u.mT, projected))
    if n_rank == n and m > n:
        distance = abs(_core.matmul(a, x) - right)
        residuals = _core.sum(distance * distance, axis=0)
    else:
        residuals = s[:0].copy()
    if narrow is not None:
        x, residuals, s = x.astype(narrow), residuals.astype("float32"), s.astype("float32")
    return (x[:, 0] if b.ndim == 1 else x), residuals, rank, s


def tensorinv(a, ind=2):
    """Inverse of an array as a map between its first `ind` axes and the others.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.
    ind : int, optional
        How many axes the map goes to, from the first on.

    Returns
    -------
    dpnp.ndarray
        The last axes of `a`, then the first `ind`.

    Raises
    ------
    LinAlgError
        If the products of the extents differ, or there is no inverse.
    """
    a, ind = as_array(a), as_int(ind, "ind")
    if ind <= 0:
        raise ValueError(named("Invalid ind argument."))
    first, last = a.shape[:ind], a.shape[ind:]
    return inv(a.reshape((math.prod(first), math.prod(last)) if ind else (-1, 1))).reshape(last + first)


def tensorsolve(a, b, axes=None):
    """Solve ``tensordot(a, x, x.ndim) = b``.

    Parameters
    ----------
    a : dpnp.ndarray
        Coefficients, shape b.shape + Q.
    b : dpnp.ndarray
        The right side.
    axes : tuple of ints, optional
        Axes of `a` that go to the end first.

    Returns
    -------
    dpnp.ndarray
        Shape Q.

    Raises
    ------
    LinAlgError
        If the coefficients are not square in that sense, or singular.
    """
    a, b = as_pair(a, b)
    if axes is not None:
        axes = [_core.normalized_axis(as_int(axis, "axes"), a.ndim) for axis in int_tuple(axes)]
        order = [axis for axis in range(a.ndim) if axis not in axes] + axes
        a = _core.permute_dims(a, tuple(order))
    shape = a.shape[-(a.ndim - b.ndim) :]
    n = math.prod(shape)
    if a.size != n * n:
        raise LinAlgError(
            named("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
        )
    return solve(a.reshape((n, n)), b.ravel()).reshape(shape)
