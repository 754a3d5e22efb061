"""Discrete Fourier transforms: NumPy's `numpy.fft` on a device.

Any length; float32 and complex64 are transformed in that precision, float16 in float32, everything else in double. A
transform runs on the queue of its argument and returns before it is done.
"""

from __future__ import annotations

import numpy

import dpctl.tensor as dpt
from dpctl.tensor.fft import shifted
from opendpex import _core
from opendpex._core import SyclQueue, array_base, as_ndarray
from opendpex._messages import as_extent, as_int, as_items, named, wrong_type

from ._arrays import as_array, axes_in_memory, in_memory_order, is_scalar, store
from ._creation.arrays import asarray

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]


def _ready(a):
    """The array in a precision that is transformed as it is."""
    a = as_array(a)
    return a.astype("float32") if a.dtype == numpy.float16 else a


def _along(transform, a, n, axis, norm, out):
    if isinstance(n, bool) or not (n is None or hasattr(n, "__index__")):
        raise wrong_type("n", "an int", n)
    a = _ready(a)
    if a.ndim < 2 or a.flags.c_contiguous:  # the usual case
        return store(transform(a, n=n, axis=axis, norm=norm), out)
    return store(in_memory_order(lambda x, at: transform(x, n=n, axis=at, norm=norm), a, axis), out)


def _over(transform, a, s, axes, norm, out):
    a = as_array(a)
    if axes is not None and not isinstance(axes, (tuple, list)):
        if not numpy.iterable(axes) or isinstance(axes, str):
            raise wrong_type("axes", "a sequence of ints", axes)
        axes = tuple(axes)
    if s is not None:
        s = tuple([as_extent(n, "s") for n in as_items(s, "s", "a sequence of ints")])
        if axes is None:
            axes = tuple(range(-len(s), 0))
        if len(s) != len(axes):
            raise ValueError(named("Shape and axes have different lengths."))
    if a.ndim == 0 and axes is None:
        axes = ()
    if axes is not None and len(axes) == 0:
        if transform not in (_core.fftn, _core.ifftn):
            raise IndexError(named("a transform of real numbers needs at least one axis"))
        return store(a, out)  # no axis is transformed; NumPy returns the array itself
    a = _ready(a)
    order = axes_in_memory(a)
    if order is None:
        return store(_over_all(transform, a, s, axes, norm), out)
    axes = range(a.ndim) if axes is None else [_core.normalized_axis(axis, a.ndim, "axes") for axis in axes]
    made = _over_all(transform, a.transpose(order), s, tuple(map(order.index, axes)), norm)
    return store(made.transpose(tuple(map(order.index, range(a.ndim)))), out)


def _over_all(transform, a, s, axes, norm):
    if axes is not None and len({as_int(axis, "axes") % max(a.ndim, 1) for axis in axes}) < len(axes):
        return _one_by_one(transform, a, s, axes, norm)
    return transform(a, s=s, axes=axes, norm=norm)


def _one_by_one(transform, a, s, axes, norm):
    """Transform over repeated axes, whose extents change between passes: a real transform begins or ends with the last
    axis."""
    single = {_core.fftn: _core.fft, _core.rfftn: _core.fft, _core.ifftn: _core.ifft, _core.irfftn: _core.ifft}[
        transform
    ]
    axes = [_core.normalized_axis(axis, a.ndim, "axes") for axis in axes]
    lengths = [a.shape[axis] if n == -1 else n for n, axis in zip(s or [-1] * len(axes), axes, strict=True)]
    if transform is _core.irfftn and s is None:
        lengths[-1] = 2 * (a.shape[axes[-1]] - 1)
    steps = [(single, n, axis) for n, axis in zip(lengths, axes, strict=True)]
    if transform is _core.irfftn:
        steps[-1] = (_core.irfft, *steps[-1][1:])
    else:
        steps.reverse()
        if transform is _core.rfftn:
            steps[0] = (_core.rfft, *steps[0][1:])
    for step, n, axis in steps:
        a = step(a, n=n, axis=axis, norm=norm)
    return a


def fft(a, n=None, axis=-1, norm=None, out=None):
    """Discrete Fourier transform, forward.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    n : int, optional
        Length of the transform: `a` is truncated or padded with zeros. Default: that of the axis.
    axis : int, optional
        The axis.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.

    Examples
    --------
    >>> np.fft.fft(np.array([1.0, 0.0, 0.0, 0.0]))
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return _along(_core.fft, a, n, axis, norm, out)


def ifft(a, n=None, axis=-1, norm=None, out=None):
    """Discrete Fourier transform, inverse.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    n : int, optional
        Length of the transform: `a` is truncated or padded with zeros. Default: that of the axis.
    axis : int, optional
        The axis.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.

    Examples
    --------
    >>> np.fft.ifft(np.array([4.0, 0.0, 0.0, 0.0]))
    array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
    """
    return _along(_core.ifft, a, n, axis, norm, out)


def rfft(a, n=None, axis=-1, norm=None, out=None):
    """Discrete Fourier transform of real numbers.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, real.
    n : int, optional
        Length of the transform: `a` is truncated or padded with zeros. Default: that of the axis.
    axis : int, optional
        The axis.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers, n // 2 + 1 along the (last) axis; the others would be the conjugates of these.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.

    Examples
    --------
    >>> np.fft.rfft(np.array([1.0, 0.0, 0.0, 0.0]))
    array([1.+0.j, 1.+0.j, 1.+0.j])
    """
    return _along(_core.rfft, a, n, axis, norm, out)


def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The real numbers with a given transform: inverse of the `r` transform.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, half of a transform.
    n : int, optional
        Length of the result: `a` is truncated or padded with zeros. Default: 2 (m - 1).
    axis : int, optional
        The axis.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _along(_core.irfft, a, n, axis, norm, out)


def hfft(a, n=None, axis=-1, norm=None, out=None):
    """Discrete Fourier transform of numbers with Hermitian symmetry.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, half of them.
    n : int, optional
        Length of the result: `a` is truncated or padded with zeros. Default: 2 (m - 1).
    axis : int, optional
        The axis.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _along(_core.hfft, a, n, axis, norm, out)


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    """Inverse of `hfft`.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, real.
    n : int, optional
        Length of the transform: `a` is truncated or padded with zeros. Default: that of the axis.
    axis : int, optional
        The axis.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers, n // 2 + 1 along the (last) axis; the others would be the conjugates of these.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _along(_core.ihfft, a, n, axis, norm, out)


def fftn(a, s=None, axes=None, norm=None, out=None):
    """Discrete Fourier transform, forward.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    s : sequence of ints, optional
        Lengths of the transform along the axes; -1: that of the axis.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last `len(s)`, or all.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.fftn, a, s, axes, norm, out)


def ifftn(a, s=None, axes=None, norm=None, out=None):
    """Discrete Fourier transform, inverse.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    s : sequence of ints, optional
        Lengths of the transform along the axes; -1: that of the axis.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last `len(s)`, or all.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.ifftn, a, s, axes, norm, out)


def rfftn(a, s=None, axes=None, norm=None, out=None):
    """Discrete Fourier transform of real numbers.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, real.
    s : sequence of ints, optional
        Lengths of the transform along the axes; -1: that of the axis.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last `len(s)`, or all.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers, n // 2 + 1 along the (last) axis; the others would be the conjugates of these.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.rfftn, a, s, axes, norm, out)


def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The real numbers with a given transform: inverse of the `r` transform.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, half of a transform.
    s : sequence of ints, optional
        Lengths of the result along the axes; -1: 2 (m - 1) along the last axis, m its extent, and the
        extents of the others.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last `len(s)`, or all.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.irfftn, a, s, axes, norm, out)


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """Discrete Fourier transform, forward.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    s : sequence of ints, optional
        Lengths of the transform along the axes; -1: that of the axis.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last two.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.fftn, a, s, axes, norm, out)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """Discrete Fourier transform, inverse.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    s : sequence of ints, optional
        Lengths of the transform along the axes; -1: that of the axis.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last two.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.ifftn, a, s, axes, norm, out)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """Discrete Fourier transform of real numbers.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, real.
    s : sequence of ints, optional
        Lengths of the transform along the axes; -1: that of the axis.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last two.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Complex numbers, n // 2 + 1 along the (last) axis; the others would be the conjugates of these.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.rfftn, a, s, axes, norm, out)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The real numbers with a given transform: inverse of the `r` transform.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers, half of a transform.
    s : sequence of ints, optional
        Lengths of the result along the axes; -1: 2 (m - 1) along the last axis, m its extent, and the
        extents of the others.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: the last two.
    norm : {None, 'backward', 'ortho', 'forward'}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        Real numbers.

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
    return _over(_core.irfftn, a, s, axes, norm, out)


def fftfreq(n, d=1.0, device=None, *, dtype=None, usm_type=None, sycl_queue=None):
    """Sample frequencies of a transform, ``[0, 1, ..., (n - 1) // 2, -(n // 2), ..., -1] / (n * d)``.

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float, optional
        Sample spacing.
    dtype : data type, optional
        Real; default: the device's default real type.
    device, usm_type, sycl_queue : optional
        Where to allocate the array.

    Returns
    -------
    dpnp.ndarray

    Examples
    --------
    >>> np.fft.fftfreq(4)
    array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    return _frequencies(dpt.fft.fftfreq, n, d, dtype, device, usm_type, sycl_queue)


def rfftfreq(n, d=1.0, device=None, *, dtype=None, usm_type=None, sycl_queue=None):
    """Sample frequencies of an `rfft`, ``[0, 1, ..., n // 2] / (n * d)``.

    Parameters
    ----------
    n, d, dtype, device, usm_type, sycl_queue
        As in `fftfreq`.

    Returns
    -------
    dpnp.ndarray
        n // 2 + 1 numbers, in cycles per unit of `d`.

    Raises
    ------
    ValueError
        If `n` is not an integer, or is negative.
    """
    return _frequencies(dpt.fft.rfftfreq, n, d, dtype, device, usm_type, sycl_queue)


def _frequencies(make, n, d, dtype, device, usm_type, sycl_queue):
    if not hasattr(n, "__index__"):
        raise ValueError(named("n should be an integer"))
    n = as_extent(n, "n")
    if not is_scalar(d) and not isinstance(d, (array_base, numpy.ndarray)):
        raise wrong_type("d", "a number", d)
    if sycl_queue is not None and not isinstance(sycl_queue, SyclQueue):
        raise wrong_type("sycl_queue", "None or a SyclQueue", sycl_queue)
    made = as_ndarray(make(n, d=d, dtype=dtype, device=sycl_queue if device is None else device))
    if usm_type is None or isinstance(usm_type, str) and usm_type == made.usm_type:
        return made
    return asarray(made, usm_type=usm_type)


def _shifted(x, axes, direction):
    axes = axes.tolist() if isinstance(axes, numpy.ndarray) else axes
    order = axes_in_memory(x)
    if order is None:
        return shifted(x, axes, direction)
    axes = tuple(map(order.index, _core.normalized_axes(axes, x.ndim, True, "axes")))
    return shifted(x.transpose(order), axes, direction).transpose(tuple(map(order.index, range(x.ndim))))


def fftshift(x, axes=None):
    """Shift the zero-frequency component to the centre.

    Parameters
    ----------
    x : dpnp.ndarray
        A transform, or frequencies.
    axes : int or tuple of ints, optional
        The axes; None: all.

    Returns
    -------
    dpnp.ndarray
        A copy, moved by half of each extent.

    Examples
    --------
    >>> np.fft.fftshift(np.arange(4))
    array([2, 3, 0, 1])
    """
    return _shifted(as_array(x), axes, 1)


def ifftshift(x, axes=None):
    """Inverse of `fftshift`.

    Parameters
    ----------
    x : dpnp.ndarray
        A transform, or frequencies.
    axes : int or tuple of ints, optional
        The axes; None: all.

    Returns
    -------
    dpnp.ndarray
        A copy.
    """
    return _shifted(as_array(x), axes, -1)


def __dir__():
    return __all__
