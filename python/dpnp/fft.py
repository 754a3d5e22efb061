"""Discrete Fourier transforms: NumPy's `numpy.fft` on a device.

Any length; float32 and complex64 are transformed in that precision, float16 in float32, everything else in double. A
transform runs on the queue of its argument and returns before it is done.
"""

from __future__ import annotations

import operator

import numpy

import dpctl.tensor as dpt
from dpctl.tensor.fft import shifted
from opendpex import _core
from opendpex._core import as_ndarray

from ._arrays import as_array, store
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

_DOC = """{what}

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers{taken}.
    {lengths}
    norm : {{None, 'backward', 'ortho', 'forward'}}, optional
        Normalization: the inverse transform by 1/n (also None), both by 1/sqrt(n), or the forward one by 1/n.
    out : dpnp.ndarray, optional
        Where to write the result.

    Returns
    -------
    dpnp.ndarray
        {result}

    Raises
    ------
    ValueError
        If a length is below 1, `norm` is unknown, or `out` has another shape.
    IndexError
        If an axis is out of range.
    TypeError
        If `a` is complex and must not be, or the result cannot be cast to `out`.
    """
_ONE = """n : int, optional
        Length {of}: `a` is truncated or padded with zeros. Default: {default}.
    axis : int, optional
        The axis."""
_SEVERAL = """s : sequence of ints, optional
        Lengths {of} along the axes; -1: {default}.
    axes : sequence of ints, optional
        The axes, which may be repeated. Default: {axes}."""
_WHOLE = "that of the axis"
_HALVED = "2 (m - 1) along the last axis, m its extent, and the extents of the others"


def _document(function, what, taken, result, of="of the transform", default=_WHOLE):
    """The docstring of a transform from a template."""
    name = function.__name__
    if name.endswith(("2", "n")):
        lengths = _SEVERAL.format(
            of=of, default=default, axes="the last two" if name.endswith("2") else "the last `len(s)`, or all"
        )
    else:
        lengths = _ONE.format(of=of, default=default.partition(" along")[0])
    function.__doc__ = _DOC.format(what=what, taken=taken, lengths=lengths, result=result)


def _ready(a):
    """The array in a precision that is transformed as it is."""
    a = as_array(a)
    return a.astype("float32") if a.dtype == numpy.float16 else a


def _along(transform, a, n, axis, norm, out):
    if isinstance(n, bool) or not (n is None or hasattr(n, "__index__")):
        raise TypeError(f"n must be an integer, not {type(n).__name__}")
    return store(transform(_ready(a), n=n, axis=axis, norm=norm), out)


def _over(transform, a, s, axes, norm, out):
    a = as_array(a)
    if axes is not None and not isinstance(axes, (tuple, list)):
        if not numpy.iterable(axes):
            raise TypeError(f"axes must be a sequence of integers, not {type(axes).__name__}")
        axes = tuple(axes)
    if s is not None:
        s = tuple(operator.index(n) for n in s)
        if axes is None:
            axes = tuple(range(-len(s), 0))
        if len(s) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
    if a.ndim == 0 and axes is None:
        axes = ()
    if axes is not None and len(axes) == 0:
        if transform not in (_core.fftn, _core.ifftn):
            raise IndexError("a transform of real numbers needs at least one axis")
        return store(a, out)  # no axis is transformed; NumPy returns the array itself
    a = _ready(a)
    if axes is not None and len({axis % max(a.ndim, 1) for axis in axes}) < len(axes):
        return store(_one_by_one(transform, a, s, axes, norm), out)
    return store(transform(a, s=s, axes=axes, norm=norm), out)


def _one_by_one(transform, a, s, axes, norm):
    """Transform over repeated axes, whose extents change between passes: a real transform begins or ends with the last
    axis."""
    single = {_core.fftn: _core.fft, _core.rfftn: _core.fft, _core.ifftn: _core.ifft, _core.irfftn: _core.ifft}[
        transform
    ]
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
    return _along(_core.fft, a, n, axis, norm, out)


def ifft(a, n=None, axis=-1, norm=None, out=None):
    return _along(_core.ifft, a, n, axis, norm, out)


def rfft(a, n=None, axis=-1, norm=None, out=None):
    return _along(_core.rfft, a, n, axis, norm, out)


def irfft(a, n=None, axis=-1, norm=None, out=None):
    return _along(_core.irfft, a, n, axis, norm, out)


def hfft(a, n=None, axis=-1, norm=None, out=None):
    return _along(_core.hfft, a, n, axis, norm, out)


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    return _along(_core.ihfft, a, n, axis, norm, out)


def fftn(a, s=None, axes=None, norm=None, out=None):
    return _over(_core.fftn, a, s, axes, norm, out)


def ifftn(a, s=None, axes=None, norm=None, out=None):
    return _over(_core.ifftn, a, s, axes, norm, out)


def rfftn(a, s=None, axes=None, norm=None, out=None):
    return _over(_core.rfftn, a, s, axes, norm, out)


def irfftn(a, s=None, axes=None, norm=None, out=None):
    return _over(_core.irfftn, a, s, axes, norm, out)


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _over(_core.fftn, a, s, axes, norm, out)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _over(_core.ifftn, a, s, axes, norm, out)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _over(_core.rfftn, a, s, axes, norm, out)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _over(_core.irfftn, a, s, axes, norm, out)


_COMPLEX = "Complex numbers."
_SPECTRUM = "Complex numbers, n // 2 + 1 along the (last) axis; the others would be the conjugates of these."
_REAL = "Real numbers."
for _function in (fft, fftn, fft2):
    _document(_function, "Discrete Fourier transform, forward.", "", _COMPLEX)
for _function in (ifft, ifftn, ifft2):
    _document(_function, "Discrete Fourier transform, inverse.", "", _COMPLEX)
for _function in (rfft, rfftn, rfft2):
    _document(_function, "Discrete Fourier transform of real numbers.", ", real", _SPECTRUM)
for _function in (irfft, irfftn, irfft2):
    _document(
        _function,
        "The real numbers with a given transform: inverse of the `r` transform.",
        ", half of a transform",
        _REAL,
        "of the result",
        _HALVED,
    )
_document(
    hfft,
    "Discrete Fourier transform of numbers with Hermitian symmetry.",
    ", half of them",
    _REAL,
    "of the result",
    _HALVED,
)
_document(ihfft, "Inverse of `hfft`.", ", real", _SPECTRUM)


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
        If `n` is no integer or negative.
    """
    return _frequencies(dpt.fft.rfftfreq, n, d, dtype, device, usm_type, sycl_queue)


def _frequencies(make, n, d, dtype, device, usm_type, sycl_queue):
    if not hasattr(n, "__index__"):
        raise ValueError("n should be an integer")
    made = as_ndarray(make(n, d=d, dtype=dtype, device=sycl_queue if device is None else device))
    if usm_type in (None, made.usm_type):
        return made
    return asarray(made, usm_type=usm_type)


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
    """
    return shifted(as_array(x), axes, 1)


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
    return shifted(as_array(x), axes, -1)
