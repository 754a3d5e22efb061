"""LU factorization and solution, with SciPy's names; all functions take stacks of matrices.

Like `dpnp.linalg` they use LAPACK on the host, for devices that run on the host.
"""

from __future__ import annotations

import warnings

import numpy

from opendpex import _core
from opendpex._messages import as_flag, as_int, as_items, named

from .._arrays import as_array, common_shape, in_common_kind
from .._creation.arrays import arange, ascontiguousarray, eye, tril, triu
from .._manipulation.shapes import broadcast_to
from .._ufunc.functions import isfinite

__all__ = ["lu", "lu_factor", "lu_solve"]


def _checked(a, check_finite: bool, name: str = "a"):
    a = as_array(a, name)
    if as_flag(check_finite, "check_finite") and a.dtype.kind in "fc" and not bool(_core.all(isfinite(a))):
        raise ValueError(named("array must not contain infs or NaNs"))
    return a


def _matrices(a, check_finite: bool):
    a = _checked(a, check_finite)
    if a.ndim < 2:
        raise ValueError(named(f"Expected at least ndim=2, got ndim={a.ndim}"))
    return a


def _diagonal_has_zero(factors) -> bool:
    return bool(_core.any(factors.diagonal(0, -2, -1) == 0))


def lu_factor(a, overwrite_a=False, check_finite=True):
    """LU factorization of matrices with partial pivoting.

    Parameters
    ----------
    a : (..., M, N) dpnp.ndarray
        The matrices.
    overwrite_a : bool, optional
        Nothing is saved by True.
    check_finite : bool, optional
        Whether to check for infinities and NaN first.

    Returns
    -------
    lu : (..., M, N) dpnp.ndarray
        U, and below its diagonal L without its diagonal of ones.
    piv : (..., min(M, N)) dpnp.ndarray
        Pivot indices: row i was interchanged with row piv[i].

    Warns
    -----
    RuntimeWarning
        If a matrix is singular; the call waits to know.
    """
    factors, pivots, _ = _core.linalg_lu(_matrices(a, check_finite))
    if factors.size and _diagonal_has_zero(factors):
        warnings.warn("a diagonal number of U is exactly zero: a singular matrix", RuntimeWarning, stacklevel=2)
    return factors.mT, pivots


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """Factorize matrices: ``a = p @ l @ u``.

    Parameters
    ----------
    a : (..., M, N) dpnp.ndarray
        The matrices.
    permute_l : bool, optional
        Return ``p @ l`` instead of both.
    overwrite_a : bool, optional
        Nothing is saved by True.
    check_finite : bool, optional
        Whether to check for infinities and NaN first.
    p_indices : bool, optional
        Return indices of rows for `p`: ``a = l[p] @ u``.

    Returns
    -------
    tuple of dpnp.ndarray
        p, l, u; or l, u.
    """
    factors, _, order = _core.linalg_lu(_matrices(a, check_finite))
    packed = factors.mT
    m, n = packed.shape[-2:]
    k = min(m, n)
    placement = {"usm_type": packed.usm_type, "sycl_queue": packed.sycl_queue}
    lower = tril(packed[..., :, :k], -1) + eye(m, k, dtype=packed.dtype, **placement)
    upper = triu(packed[..., :k, :])
    rows = _core.argsort(order, axis=-1)
    if as_flag(permute_l, "permute_l"):
        index = broadcast_to(_core.expand_dims(rows, axis=-1), (*rows.shape, k))
        return _core.take_along_axis(lower, index, axis=-2), upper
    if as_flag(p_indices, "p_indices"):
        return rows, lower, upper
    real = numpy.empty(0, packed.dtype).real.dtype
    p = _core.expand_dims(rows, axis=-1) == arange(m, dtype=rows.dtype, **placement)
    return p.astype(real), lower, upper


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """Solve ``a x = b`` with what `lu_factor` gave for a.

    Parameters
    ----------
    lu_and_piv : tuple of dpnp.ndarray
        What `lu_factor` returned.
    b : (..., N) or (..., N, K) dpnp.ndarray
        The right sides; stacks broadcast.
    trans : {0, 1, 2}, optional
        Which system: a, its transposed, its conjugated and transposed.
    overwrite_b : bool, optional
        Nothing is saved by True.
    check_finite : bool, optional
        Whether to check `b` for infinities and NaN first.

    Returns
    -------
    dpnp.ndarray
        Of the shape of `b`, broadcast.

    Raises
    ------
    ValueError
        If shapes do not fit.
    """
    pair = as_items(lu_and_piv, "lu_and_piv", "a pair of arrays")
    if len(pair) != 2:
        raise ValueError(named(f"lu_and_piv must be a pair of arrays, not {len(pair)}"))
    factors, pivots = map(as_array, pair)
    b = _checked(b, check_finite, "b")
    trans = as_int(trans, "trans")
    if trans not in (0, 1, 2):
        raise ValueError(named(f"trans must be 0, 1 or 2, not {trans!r}"))
    if factors.ndim < 2 or factors.shape[-1] != factors.shape[-2]:
        raise ValueError(named("lu must be square"))
    n = factors.shape[-1]
    is_vector = b.ndim == 1
    columns = b.reshape(n, 1) if is_vector and b.size == n else b
    if columns.ndim < 2 or columns.shape[-2] != n:
        raise ValueError(named(f"Shapes of lu {factors.shape} and b {b.shape} are incompatible"))
    dtype = numpy.result_type(factors.dtype, columns.dtype if columns.dtype.kind in "fc" else factors.dtype)
    stack = common_shape(factors.shape[:-2], columns.shape[:-2])
    packed = broadcast_to(factors.mT.astype(dtype, copy=False), (*stack, n, n))
    rows = broadcast_to(pivots.astype(numpy.int64, copy=False), (*stack, n))
    columns = in_common_kind(columns, factors, pivots)
    sides = broadcast_to(columns.mT, (*stack, columns.shape[-1], n)).astype(dtype, order="C", copy=True)
    solved = _core.linalg_lu_solve(ascontiguousarray(packed), ascontiguousarray(rows), "NTC"[trans], sides).mT
    return solved.reshape(n) if is_vector else solved


def __dir__():
    return __all__
