"""Window functions of signal processing."""

from __future__ import annotations

import math

import numpy

from opendpex import _core
from opendpex._messages import named, wrong_type

from ._arrays import common_kind, common_queue
from ._creation.arrays import arange, empty, ones
from ._ufunc.functions import cos, exp, sqrt

__all__ = ["bartlett", "blackman", "hamming", "hanning", "kaiser"]


def _number(x):
    """An array without dimensions as the number in it, for which the call waits; other objects unchanged."""
    return x.item() if isinstance(x, (_core.array_base, numpy.ndarray)) and x.ndim == 0 else x


def _placement(numbers, device, usm_type, sycl_queue) -> dict:
    """Where a window goes: to the queue and the kind of memory of the arrays among the numbers that it is made from,
    unless others are named."""
    arrays = [x for x in numbers if isinstance(x, _core.array_base)]
    if arrays and device is None and sycl_queue is None:
        sycl_queue = common_queue(arrays)
    if usm_type is None:
        usm_type = common_kind(arrays) if arrays else "device"
    return {"device": device, "usm_type": usm_type, "sycl_queue": sycl_queue}


def _window(M, compute, placement, counts=False):
    """compute(n, M - 1) for n from 1 - M in steps of 2: twice the distance from the centre; below M, or, where it
    `counts`, as many as there are whole numbers from 0 below M."""
    M = _number(M)
    if isinstance(M, complex) or not isinstance(M, (int, float, numpy.number)):
        raise wrong_type("M", "a number of elements", M)
    if M < 1:
        return empty((0,), **placement)
    if not math.isfinite(M):
        raise ValueError(named(f"M must be a number of elements, not {M}"))
    if M == 1:
        return ones((1,), **placement)
    M = float(M)
    n = 2 * arange(M, **placement) + (1 - M) if counts else arange(1 - M, M, 2, **placement)
    return compute(n, M - 1)


def _cosines(*factors):
    """The sum of factors[k] cos(k pi n / m)."""

    def compute(n, m):
        total = factors[0] + factors[1] * cos(n * (math.pi / m))
        return total + factors[2] * cos(n * (2 * math.pi / m)) if len(factors) > 2 else total

    return compute


def bartlett(M, *, device=None, usm_type=None, sycl_queue=None):
    """Triangle from 0 to 1 and back to 0.

    Parameters
    ----------
    M : int or dpnp.ndarray
        The number of elements, which an array holds without dimensions; an empty array if not positive.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`; default: those of an array among the arguments.

    Returns
    -------
    dpnp.ndarray
    """

    def compute(n, m):
        return 1 - abs(n) / m

    return _window(M, compute, _placement((M,), device, usm_type, sycl_queue))


def blackman(M, *, device=None, usm_type=None, sycl_queue=None):
    """0.42 + 0.5 cos(x) + 0.08 cos(2 x), x from -pi to pi.

    Parameters
    ----------
    M : int or dpnp.ndarray
        The number of elements, which an array holds without dimensions; an empty array if not positive.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`; default: those of an array among the arguments.

    Returns
    -------
    dpnp.ndarray
    """
    return _window(M, _cosines(0.42, 0.5, 0.08), _placement((M,), device, usm_type, sycl_queue))


def hamming(M, *, device=None, usm_type=None, sycl_queue=None):
    """0.54 + 0.46 cos(x), x from -pi to pi.

    Parameters
    ----------
    M : int or dpnp.ndarray
        The number of elements, which an array holds without dimensions; an empty array if not positive.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`; default: those of an array among the arguments.

    Returns
    -------
    dpnp.ndarray
    """
    return _window(M, _cosines(0.54, 0.46), _placement((M,), device, usm_type, sycl_queue))


def hanning(M, *, device=None, usm_type=None, sycl_queue=None):
    """0.5 + 0.5 cos(x), x from -pi to pi.

    Parameters
    ----------
    M : int or dpnp.ndarray
        The number of elements, which an array holds without dimensions; an empty array if not positive.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`; default: those of an array among the arguments.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.hanning(3)
    array([0., 1., 0.])
    """
    return _window(M, _cosines(0.5, 0.5), _placement((M,), device, usm_type, sycl_queue))


def _scaled_bessel(x, largest: float):
    """I0(x) exp(-largest) for 0 <= x <= largest: the mean of exp(x cos t) over equal steps of t.

    The integrand is periodic and analytic, so the trapezoidal rule converges faster than any power of the number of
    steps (L. N. Trefethen and J. A. C. Weideman, SIAM Review 56, 2014); half of the period is enough.
    """
    n = 16 + int(largest / 2 + 6 * math.sqrt(largest))
    t = arange(n + 1, usm_type=x.usm_type, sycl_queue=x.sycl_queue).astype(x.dtype)
    weights = ones((n + 1,), x.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    weights[0] = weights[n] = 0.5
    values = exp(x.reshape((-1, 1)) * cos(t * (math.pi / n)) - largest)
    return _core.matmul(values, weights) / n


def kaiser(M, beta, *, device=None, usm_type=None, sycl_queue=None):
    """I0(beta sqrt(1 - x^2)) / I0(beta), x from -1 to 1, I0 the modified Bessel function.

    Parameters
    ----------
    M : int or dpnp.ndarray
        The number of elements, which an array holds without dimensions; an empty array if not positive.
    beta : float or dpnp.ndarray
        The shape parameter, likewise.
    device, usm_type, sycl_queue : optional
        As in `dpnp.empty`; default: those of an array among the arguments.

    Returns
    -------
    dpnp.ndarray
    """
    placement = _placement((M, beta), device, usm_type, sycl_queue)
    beta = _number(beta)
    if isinstance(beta, complex) or not isinstance(beta, (int, float, numpy.number)):
        raise wrong_type("beta", "a real number", beta)
    beta = abs(float(beta))

    def compute(n, m):
        if not math.isfinite(beta):  # I0(beta) is infinite or NaN
            return n * math.nan
        inside = 1 - (n / m) * (n / m)
        x = beta * sqrt(inside)
        largest = n[:1] * 0 + beta
        return _scaled_bessel(x, beta) / _scaled_bessel(largest, beta)

    return _window(M, compute, placement, counts=True)
