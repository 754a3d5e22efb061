"""Correlation and convolution of one-dimensional signals: products with all windows, by one fused pass or matmul, or
Fourier transforms."""

from __future__ import annotations

import functools

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._fuse import fuse

from .._arrays import as_array
from .._creation.arrays import arange, zeros
from .._ufunc.functions import rint

__all__ = ["convolve", "correlate"]

_FEW = 8  # elements of the shorter signal up to which one pass adds up all products
_SMALL = 1 << 14  # products up to which one call of matmul takes less time than that pass
_DIRECT_LENGTH = 512  # elements of the shorter signal up to which products take no longer than transforms


def _padded(a, before: int, after: int):
    """The signal, padded with zeros."""
    if not before and not after:
        return a
    placement = {"usm_type": a.usm_type, "sycl_queue": a.sycl_queue}
    edges = zeros((max(before, after),), a.dtype, **placement)
    return _core.concat([edges[:before], a, edges[:after]], axis=0)


@functools.cache
def _sum_of_products(m: int):
    """x[0] x[m] + x[1] x[m + 1] + ..., in one pass."""

    def function(*x):
        total = x[0] * x[m]
        for i in range(1, m):
            total = total + x[i] * x[m + i]
        return total

    return fuse(function)


def _windows(a, m: int):
    """All windows of m elements as rows: a view."""
    step = a.strides[0] // a.itemsize  # a signal without zeros around it may be any view
    return _core.view_as(a, _core.ndarray, a.dtype, (a.size - m + 1, m), (step, step))


def _by_windows(a, v, before: int, after: int):
    """sum(a[k + i] v[i]) for every k at which v lies inside the signal, padded by `before` and `after` zeros."""
    a, m = _padded(a, before, after), v.size
    n = a.size - m + 1
    if m <= _FEW and n * m > _SMALL:
        return _sum_of_products(m)(*(a[i : i + n] for i in range(m)), *(v[i : i + 1] for i in range(m)))
    return _core.matmul(_windows(a, m), v)


# ---- infinities and NaN: elements beyond a signal must not be multiplied with padding zeros ----------------------


@fuse
def _products_inside(windows, v, indices, begin, end):
    return dpt.sum(dpt.where((indices >= begin) & (indices < end), windows * v, 0), axis=-1)


def _by_parts_of_windows(a, v, before: int, after: int):
    """`_by_windows` without the products with padding zeros, which are NaN for infinities."""
    n, m = a.size, v.size
    if (n + before + after - m + 1) * m > _SMALL and n >= m:
        parts = (a[: m - 1], before, 0), (a, 0, 0), (a[n - m + 1 :], 0, after)
        left, middle, right = (
            (_by_parts_of_windows if x is not a else _by_windows)(x, v, *edges) for x, *edges in parts
        )
        return _core.concat([left, middle, right], axis=0)
    padded = _padded(a, before, after)
    indices = arange(padded.size, usm_type=a.usm_type, sycl_queue=a.sycl_queue)
    return _products_inside(_windows(padded, m), v, _windows(indices, m), before, before + n)


def _is_finite(x) -> bool:
    """Whether the sum of all elements is finite (False also on overflow); waits for it."""
    total = complex(_core.sum(x))
    return total - total == 0


# ---- long signals -------------------------------------------------------------------------------------------------


def _is_exact(a, v) -> bool:
    """Whether integer sums computed by transforms have an error below 1/2 for all values of the dtype, so that rounding
    is exact.

    The error of a transform grows with the roots of the sums of squares, which are at most sqrt(n m) 4^bits, and with
    log(n).
    """
    bits = 1 if a.dtype.kind == "b" else 8 * a.itemsize - (a.dtype.kind == "i")
    precision = 53 if a.sycl_device.has_aspect_fp64 else 24
    return 2 * bits + (a.size + v.size).bit_length() + 5 < precision


def _transform(a, v):
    """sum(a[k + i] v[i]) for every k at which they overlap, by Fourier transforms (convolution theorem)."""
    n = a.size + v.size - 1
    reversed_v = _core.flip(v, axis=0)
    if a.dtype.kind == "c":
        return _core.ifft(_core.fft(a, n=n) * _core.fft(reversed_v, n=n), n=n)
    made = _core.irfft(_core.rfft(a, n=n) * _core.rfft(reversed_v, n=n), n=n)
    if a.dtype.kind == "f":
        return made.astype(a.dtype, copy=False)
    made = rint(made).astype("int64")  # the conversion to the dtype wraps around, as sums of small integers do
    return made != 0 if a.dtype.kind == "b" else made.astype(a.dtype, copy=False)


def slide(a, v, mode: str, method: str):
    """sum(a[k + i] v[i]) for the k of the mode; v is not longer than a, and both have one dtype.

    Raises
    ------
    ValueError
        If the mode or the method is unknown.
    """
    if method not in ("auto", "direct", "fft"):
        raise ValueError(f"Unknown method: {method}. Supported methods: auto, direct, fft")
    if mode not in ("valid", "same", "full"):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')")
    m, is_real = v.size, a.dtype.kind in "fc"
    before, after = {"full": (m - 1, m - 1), "same": (m // 2, m - 1 - m // 2), "valid": (0, 0)}[mode]
    is_long = (a.size + m) * m > _SMALL
    if method == "fft":
        by_transform = is_real or _is_exact(a, v)
    else:
        by_transform = method == "auto" and m > _DIRECT_LENGTH and is_real and _is_finite(v) and _is_finite(a)
    if by_transform:
        made = _transform(a, v)
        return made[m - 1 - before : made.size - (m - 1 - after)]
    # for a short one, other devices would be waited for
    if is_real and before and not ((a.sycl_device.is_cpu or is_long) and _is_finite(v)):
        return _by_parts_of_windows(a, v, before, after)
    return _by_windows(a, v, before, after)


def correlate(a, v, mode="valid", method="auto"):
    """Correlation of two signals: the sums of ``a[n + k] * conj(v[n])`` over n.

    Parameters
    ----------
    a, v : dpnp.ndarray
        One-dimensional signals.
    mode : {'valid', 'same', 'full'}, optional
        Which k: those for which one signal lies inside the other, as many as the longer signal has elements, or all at
        which they overlap.
    method : {'auto', 'direct', 'fft'}, optional
        Sums of products; Fourier transforms, which spread infinities and NaN over the whole result and are used for
        integers only where all results are exact; or the fastest of both.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If a signal is empty or not one-dimensional.

    Notes
    -----
    For real and complex numbers the call may wait to check that the elements are finite.
    """
    a, v = as_array(a), as_array(v)
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("Only 1-dimensional arrays are supported.")
    if a.size == 0 or v.size == 0:
        raise ValueError("array of 0 elements")
    if a.dtype != v.dtype:
        dtype = numpy.result_type(a.dtype, v.dtype)
        a, v = a.astype(dtype, copy=False), v.astype(dtype, copy=False)
    if a.size < v.size:
        return _core.flip(slide(v, a.conj(), mode, method), axis=0).conj()
    return slide(a, v.conj(), mode, method)


def convolve(a, v, mode="full", method="auto"):
    """Convolution of two signals: the sums of ``a[m] * v[n - m]`` over m; see `correlate`.

    Parameters
    ----------
    a, v : dpnp.ndarray
        One-dimensional signals.
    mode : {'full', 'same', 'valid'}, optional
        As in `correlate`.
    method : {'auto', 'direct', 'fft'}, optional
        As in `correlate`.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If a signal is empty or not one-dimensional.
    """
    a, v = as_array(a), as_array(v)
    a, v = (x.reshape(1) if x.ndim == 0 else x for x in (a, v))
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("object too deep for desired array")
    if a.size == 0 or v.size == 0:
        raise ValueError("a convolution needs signals that are not empty")
    if v.size > a.size:
        a, v = v, a
    if a.dtype != v.dtype:
        dtype = numpy.result_type(a.dtype, v.dtype)
        a, v = a.astype(dtype, copy=False), v.astype(dtype, copy=False)
    return slide(a, _core.flip(v, axis=0), mode, method)
