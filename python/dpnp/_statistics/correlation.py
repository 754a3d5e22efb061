"""Correlation and convolution of one-dimensional signals: the core chooses how (`ops/matmul/correlate.c`)."""

from __future__ import annotations

from opendpex import _core
from opendpex._messages import named

from .._arrays import as_pair, usually

__all__ = ["convolve", "correlate"]


@usually(_core.correlate, arrays=2, most=4, ndim=1, keywords=True)
def correlate(a, v, mode="valid", method="auto"):
    """Correlation of two signals: the sums of ``a[n + k] * conj(v[n])`` over n.

    Parameters
    ----------
    a, v : dpnp.ndarray or list of numbers
        One-dimensional signals; one at least is an array.
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
    a, v = as_pair(a, v)
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError(named("Only 1-dimensional arrays are supported."))
    if a.size == 0 or v.size == 0:
        raise ValueError(named("array of 0 elements"))
    return _core.correlate(a, v, mode, method)


@usually(_core.convolve, arrays=2, most=4, ndim=1, keywords=True)
def convolve(a, v, mode="full", method="auto"):
    """Convolution of two signals: the sums of ``a[m] * v[n - m]`` over m; see `correlate`.

    Parameters
    ----------
    a, v : dpnp.ndarray or list of numbers
        One-dimensional signals; one at least is an array.
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

    Examples
    --------
    >>> np.convolve(np.array([1, 2, 3]), np.array([0, 1, 0.5]))
    array([0. , 1. , 2.5, 4. , 1.5])
    """
    a, v = as_pair(a, v)
    a, v = (x.reshape(1) if x.ndim == 0 else x for x in (a, v))
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError(named("a and v must have one dimension"))
    if a.size == 0 or v.size == 0:
        raise ValueError(named("a convolution needs signals that are not empty"))
    return _core.convolve(a, v, mode, method)
