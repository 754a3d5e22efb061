"""Discrete Fourier transforms: the array API's extension.

The transforms are written in C (src/ops/fft). They take any length; float32 and complex64 are transformed in that
precision, integers as the device's default real type, everything else in double. A transform runs on the queue of its
argument and returns before it is done; the result is bitwise equal for any number of threads.
"""

from __future__ import annotations

from opendpex import _core
from opendpex._core import fft, fftn, hfft, ifft, ifftn, ihfft, irfft, irfftn, rfft, rfftn, usm_ndarray
from opendpex._messages import as_dtype, as_int, as_real, named

from ._ctors import empty
from ._examples import example
from ._manipulation_functions import _check_array

__all__ = [
    "fft",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]

_NORMS = {False: ("1", "1/sqrt(n)", "1/n"), True: ("1/n", "1/sqrt(n)", "1")}


def _document(name, summary, formula, x, length, result, inverse):
    """The docstring template of the one-dimensional transform `name` and its form over several axes."""
    backward, ortho, forward = _NORMS[inverse]
    several = name.endswith("n")
    n = "s" if several else "n"
    axis = (
        "axes : sequence of ints, optional\n    Axes to transform along, the last one first. Default: the last "
        "`len(s)`, or all."
        if several
        else "axis : int, optional\n    Axis to transform along."
    )
    of_n = "sequence of ints" if several else "int"
    _core.document(
        name,
        f"""{name}(x, /, *, {n}=None, {"axes=None" if several else "axis=-1"}, norm='backward')
--

{summary}

{formula}

Parameters
----------
x : usm_ndarray
    {x}
{n} : {of_n}, optional
    {length} `x` is truncated or padded with zeros.
{axis}
norm : {{'backward', 'ortho', 'forward'}}, optional
    The factor: {backward}, {ortho} or {forward}{", with n the product of the lengths" if several else ""}.

Returns
-------
usm_ndarray
    {result}

Raises
------
ValueError
    If a length is below 1, `norm` is unknown{", or `s` and `axes` differ in length" if several else ""}.
numpy.exceptions.AxisError
    If an axis is out of range.
TypeError
    If `x` is not a usm_ndarray{", or complex" if "real numbers" in x else ""}.
"""
        + example(name, f"fft.{name}"),
    )


_SUM = "``factor * sum(x[j] * exp({sign}2i pi j k / n) for j in range(n))`` for each k{where}."
_LENGTH = "Length of the transform; default: that of the axis."
_LENGTHS = "Lengths of the transforms; default (also for -1): those of the axes."
_HALF = "Number of results; default: ``2 * (m - 1)`` for m elements of `x`, of which ``n // 2 + 1`` are used."
_COMPLEX = "Complex numbers, of the shape of `x` with the lengths of the transforms."
_SPECTRUM = "Complex numbers, ``n // 2 + 1`` along the axis; the others would be the conjugates of these."

for _name, _inverse in (("fft", False), ("ifft", True)):
    _sign, _adverb = ("+", "backward") if _inverse else ("-", "forward")
    _formula = _SUM.format(sign=_sign, where="")
    _summary = f"Discrete Fourier transform, {_adverb}, along "
    _any = "Complex numbers; real ones are taken as such."
    _document(_name, _summary + "an axis.", _formula, _any, _LENGTH, _COMPLEX, _inverse)
    _document(_name + "n", _summary + "several axes.", _formula, _any, _LENGTHS, _COMPLEX, _inverse)

_formula = _SUM.format(sign="-", where=" up to n // 2")
_summary = "Discrete Fourier transform of real numbers, forward, along "
_document("rfft", _summary + "an axis.", _formula, "The real numbers.", _LENGTH, _SPECTRUM, False)
_document(
    "rfftn",
    _summary + "several axes.",
    "That of real numbers along the last of the axes, then complex ones along the others.",
    "The real numbers.",
    _LENGTHS,
    _SPECTRUM.replace("the axis", "the last of the axes"),
    False,
)
_document(
    "irfft",
    "The real numbers whose transform is given: the inverse of `rfft`.",
    _SUM.format(sign="+", where=", with x[n - j] = conj(x[j])"),
    "The first half of the transform. Imaginary parts that would have to be 0 are not read.",
    _HALF,
    "The real numbers.",
    True,
)
_document(
    "irfftn",
    "The real numbers whose transform over several axes is given: the inverse of `rfftn`.",
    "Complex transforms along all axes but the last, then that of `irfft`.",
    "The transform, half of it along the last of the axes.",
    "Extents of the result; default: those of the axes, for the last one as in `irfft`.",
    "The real numbers.",
    True,
)
_document(
    "hfft",
    "Discrete Fourier transform, forward, of numbers with Hermitian symmetry, of which half are given.",
    _SUM.format(sign="-", where=", with x[n - j] = conj(x[j])"),
    "The first half. Imaginary parts that would have to be 0 are not read.",
    _HALF,
    "The transform, which is real.",
    False,
)
_document(
    "ihfft",
    "Discrete Fourier transform, backward, of real numbers: the inverse of `hfft`.",
    _SUM.format(sign="+", where=" up to n // 2"),
    "The real numbers.",
    _LENGTH,
    _SPECTRUM,
    True,
)


# ---- frequencies


def _frequencies(n, d, dtype, device, parts) -> usm_ndarray:
    """The concatenated integer ranges `parts`, divided by n d."""
    if dtype is not None and as_dtype(dtype).kind != "f":
        raise ValueError(named(f"frequencies are real numbers, not {as_dtype(dtype)}"))
    d = as_real(d, "d")
    if n * d == 0:
        raise ZeroDivisionError(named(f"frequencies divide by n * d, which is 0 for n={n}, d={d}"))
    factor = 1.0 / (n * d)
    result = empty(sum(part.stop - part.start for part in parts), dtype=dtype, device=device)
    at = 0
    for part in parts:
        if len(part):
            end = at + len(part)
            _core.fill_arange(result[at:end], part.start, 1)
            at = end
    result *= factor
    return result


def _count(n) -> int:
    n = as_int(n, "n")
    if n < 0:
        raise ValueError(named(f"n is {n}, not a number of elements"))
    return n


def fftfreq(n, /, *, d=1.0, dtype=None, device=None) -> usm_ndarray:
    """Sample frequencies of a transform, in cycles per unit of `d`.

    ``[0, 1, ..., (n - 1) // 2, -(n // 2), ..., -1] / (n * d)``

    Parameters
    ----------
    n : int
        Length of the transform.
    d : float, optional
        Sample spacing.
    dtype : data type, optional
        Real; default: the device's default real type.
    device : optional
        Where to allocate the array.

    Returns
    -------
    usm_ndarray
        One dimension, real.

    Raises
    ------
    ValueError
        If `n` is negative or `dtype` is not real.
    ZeroDivisionError
        If `n` or `d` is 0.

    Examples
    --------
    >>> import dpctl.tensor as dpt
    >>> dpt.fft.fftfreq(5, d=0.1)
    usm_ndarray([ 0.,  2.,  4., -4., -2.])
    """
    n = _count(n)
    return _frequencies(n, d, dtype, device, (range(0, (n - 1) // 2 + 1), range(-(n // 2), 0)))


def rfftfreq(n, /, *, d=1.0, dtype=None, device=None) -> usm_ndarray:
    """Sample frequencies of a transform of real numbers, in cycles per unit of `d`.

    ``[0, 1, ..., n // 2] / (n * d)``

    Parameters
    ----------
    n : int
        How many real numbers there are.
    d : float, optional
        Sample spacing.
    dtype : data type, optional
        Real; default: the device's default real type.
    device : optional
        Where to allocate the array.

    Returns
    -------
    usm_ndarray
        One dimension, real.

    Raises
    ------
    ValueError
        If `n` is negative or `dtype` is not real.
    ZeroDivisionError
        If `n` or `d` is 0.

    Examples
    --------
    >>> import dpctl.tensor as dpt
    >>> dpt.fft.rfftfreq(5, d=0.1)
    usm_ndarray([0., 2., 4.])
    """
    n = _count(n)
    return _frequencies(n, d, dtype, device, (range(0, n // 2 + 1),))


# ---- fftshift


def shifted(x, axes, direction: int):
    """An array of either package, rolled by half of each extent: +1 forward, -1 back."""
    axes = _core.normalized_axes(axes, x.ndim, True, "axes")
    return _core.roll(x, tuple(direction * (x.shape[axis] // 2) for axis in axes), axis=axes)


def fftshift(x, /, *, axes=None) -> usm_ndarray:
    """Move the element of frequency 0 from the front to the middle.

    Parameters
    ----------
    x : usm_ndarray
        A transform, or frequencies.
    axes : int or sequence of ints, optional
        The axes; default: all.

    Returns
    -------
    usm_ndarray
        A copy with the elements moved forward by half of each axis, rounded down.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Examples
    --------
    >>> import dpctl.tensor as dpt
    >>> dpt.fft.fftshift(dpt.fft.fftfreq(5, d=0.1))
    usm_ndarray([-4., -2.,  0.,  2.,  4.])
    """
    _check_array(x)
    return shifted(x, axes, 1)


def ifftshift(x, /, *, axes=None) -> usm_ndarray:
    """Move the element of frequency 0 from the middle to the front: the inverse of `fftshift`.

    Parameters
    ----------
    x : usm_ndarray
        What `fftshift` gives.
    axes : int or sequence of ints, optional
        The axes; default: all.

    Returns
    -------
    usm_ndarray
        A copy with the elements moved back by half of each axis, rounded down.

    Raises
    ------
    numpy.exceptions.AxisError
        If an axis is out of range.

    Examples
    --------
    >>> import dpctl.tensor as dpt
    >>> dpt.fft.ifftshift(dpt.arange(5))
    usm_ndarray([2, 3, 4, 0, 1])
    """
    _check_array(x)
    return shifted(x, axes, -1)


def __dir__():
    return __all__
