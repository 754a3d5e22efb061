"""pad: arrays with margins.

Axes are padded in order: the margins of an axis are computed from the array with the margins of the axes before it.
Margins that repeat adjacent elements are copied as slices; margins wider than the array are gathered by indices.
"""

from __future__ import annotations

import itertools

import numpy

from opendpex import _core
from opendpex._messages import as_items, by_others, named, unknown_word

from .._arrays import as_array, as_array_like, in_common_kind
from .._creation.arrays import asarray, asfortranarray, empty, linspace, zeros
from .._statistics.quantiles import median
from .._statistics.reductions import mean
from .._ufunc.functions import rint
from .shapes import broadcast_to
from .stacking import concatenate

__all__ = ["pad"]

_KEYWORDS = {
    "constant": ("constant_values",),
    "edge": (),
    "empty": (),
    "linear_ramp": ("end_values",),
    "maximum": ("stat_length",),
    "mean": ("stat_length",),
    "median": ("stat_length",),
    "minimum": ("stat_length",),
    "reflect": ("reflect_type",),
    "symmetric": ("reflect_type",),
    "wrap": (),
}


def _widths(pad_width, ndim: int):
    """(before, after) for each axis."""
    if type(pad_width) is int and pad_width >= 0:
        return [(pad_width, pad_width)] * ndim
    if isinstance(pad_width, dict):
        widths = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            widths[axis] = (
                (width, width)
                if isinstance(width, (int, numpy.integer))
                else as_items(width, "pad_width", "an int or a pair of ints")
            )
        pad_width = widths
    if isinstance(pad_width, _core.array_base):
        pad_width = _core.asnumpy(pad_width)
    given = by_others(numpy.asarray, pad_width)
    if given.dtype.kind not in "iu" and given.size:
        raise TypeError(named("`pad_width` must be of integral type."))
    pairs = by_others(numpy.broadcast_to, given, (ndim, 2)).astype(numpy.intp)
    if (given < 0).any():
        raise ValueError(named("index can't contain negative values"))
    return [(int(before), int(after)) for before, after in pairs]


def _pairs(values, ndim: int):
    """Expand a value, a pair, or a pair for each axis to pairs."""
    if isinstance(values, _core.array_base):
        values = _core.asnumpy(values)
    if values is None or type(values) is int:
        return [(values, values)] * ndim
    return [tuple(pair) for pair in numpy.broadcast_to(numpy.asarray(values), (ndim, 2)).tolist()]


def _framed(x, widths):
    """A new array with x copied into its middle and empty margins, and the slices of the middle."""
    shape = tuple(before + extent + after for (before, after), extent in zip(widths, x.shape, strict=True))
    made = empty(shape, x.dtype, "F" if x.flags.fnc else "C", usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    middle = tuple(slice(before, before + extent) for (before, _), extent in zip(widths, x.shape, strict=True))
    made[middle] = x
    return made, middle


def _constant(x, widths, values):
    made, middle = _framed(x, widths)
    for axis, (pair, (low, high)) in enumerate(zip(widths, values, strict=True)):
        # Margins span the whole extent of axes already padded, so that the later axis determines the corners.
        rest = tuple(middle[axis + 1 :])
        before = (slice(None),) * axis
        if pair[0]:
            made[(*before, slice(0, pair[0]), *rest)] = _as_dtype(low, x.dtype)
        if pair[1]:
            made[(*before, slice(made.shape[axis] - pair[1], None), *rest)] = _as_dtype(high, x.dtype)
    return made


def _as_dtype(value, dtype):
    if type(value) is int and not value:
        return 0  # in every dtype
    return numpy.asarray(value).astype(dtype)[()].item()


# ---- margins along one axis ---------------------------------------------------------------------------------------


def _gathered(x, indices, axis):
    indices = asarray(indices.astype(numpy.int64), usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    return _core.take(x, indices, axis=axis)


def _repeated(mode, x, before, after, axis):
    n = x.shape[axis]
    at = numpy.arange(-before, n + after)
    if mode == "edge":
        at = numpy.clip(at, 0, n - 1)
    elif mode == "wrap":
        at %= n
    elif mode == "symmetric":
        at %= 2 * n
        at = numpy.where(at >= n, 2 * n - 1 - at, at)
    else:
        period = max(2 * (n - 1), 1)
        at %= period
        at = numpy.where(at >= n, period - at, at)
    return _gathered(x, at, axis)


def _slices(mode, n: int, before: int, after: int):
    """For each margin its slice, the slice of its source, and whether that is reversed; None if a margin is too
    wide."""
    end = before + n
    if mode == "edge":
        return [(0, before, before, before + 1, False), (end, end + after, end - 1, end, False)] if n else None
    if max(before, after) > (n - 1 if mode == "reflect" else n):
        return None
    if mode == "wrap":
        return [(0, before, n, n + before, False), (end, end + after, before, before + after, False)]
    skips = mode == "reflect"
    low, high = before + skips, end - skips
    return [(0, before, low, low + before, True), (end, end + after, high - after, high, True)]


def _copied_margins(mode, x, widths):
    """x with margins copied from adjacent elements, one copy each; None if a margin is too wide for that."""
    plans = [_slices(mode, n, *pair) for n, pair in zip(x.shape, widths, strict=True)]
    if None in plans:
        return None
    made, middle = _framed(x, widths)
    for axis, plan in enumerate(plans):
        done, rest = (slice(None),) * axis, tuple(middle[axis + 1 :])
        for first, last, start, stop, is_reversed in plan:
            if first != last:
                part = made[(*done, slice(start, stop), *rest)]
                made[(*done, slice(first, last), *rest)] = _core.flip(part, axis=axis) if is_reversed else part
    return made


def _odd(mode, x, before, after, axis):
    """Point reflections at the ends (reflect_type 'odd'): each period is the reverse of the one before it, shifted by
    last - first."""
    n = x.shape[axis]
    period = n if mode == "symmetric" else n - 1
    if period == 0:
        return _repeated("edge", x, before, after, axis)
    times, rest = numpy.divmod(numpy.arange(-before, n + after), period)
    is_end = (rest == 0) & (times == 1) & (period == n - 1)  # the last element itself
    is_reversed = (times % 2 == 1) & ~is_end
    at = numpy.where(is_reversed, (n - 1) - rest, numpy.where(is_end, n - 1, rest))
    moves = numpy.where(is_reversed, times - 1, numpy.where(is_end, 0, times))
    column = (-1,) + (1,) * (x.ndim - 1 - axis)

    def factors(values):
        return asarray(values.astype(x.dtype), usm_type=x.usm_type, sycl_queue=x.sycl_queue).reshape(column)

    side = (slice(None),) * axis
    first, last = x[(*side, slice(0, 1))], x[(*side, slice(n - 1, n))]
    reflected = _gathered(x, at, axis) * factors(numpy.where(is_reversed, -1, 1))
    return reflected + last * factors(numpy.where(is_reversed, 2, 0)) + (last - first) * factors(moves)


def _stat_lengths(values, ndim: int, mode: str):
    """(first, last) for each axis: the elements that a margin is computed of; fractions are rounded, as by NumPy."""
    pairs = _pairs(values, ndim)
    if values is None:
        return pairs
    lengths = [tuple([int(numpy.round(length)) for length in pair]) for pair in pairs]
    if min(map(min, lengths), default=0) < 0:
        raise ValueError(named(f"stat_length must not be negative, and is {values}"))
    if mode in ("maximum", "minimum") and 0 in [length for pair in lengths for length in pair]:
        raise ValueError(named("stat_length of 0 yields no value for padding"))
    return lengths


def _statistic(mode, x, length, at_end, axis):
    n = x.shape[axis]
    if length is not None:
        length = min(length, n)
        x = x[(*(slice(None),) * axis, slice(n - length, n) if at_end else slice(0, length))]
    if mode in ("maximum", "minimum"):
        return (_core.max if mode == "maximum" else _core.min)(x, axis=axis, keepdims=True)
    value = (mean if mode == "mean" else median)(x, axis=axis, keepdims=True)
    if x.dtype.kind in "iu":
        value = rint(value)
    return value.astype(x.dtype)


def _ramp(x, width, end, at_end, axis):
    """A linear ramp from the edge to the end value at the outermost element."""
    n = x.shape[axis]
    edge = x[(*(slice(None),) * axis, n - 1 if at_end else 0)]
    end = as_array_like(end, x, x.dtype)
    ramp = linspace(broadcast_to(end, edge.shape), edge, width, False, dtype=x.dtype, axis=axis)
    return _core.flip(ramp, axis=axis) if at_end else ramp


def _along(mode, x, before, after, axis, options):
    """x with margins along one axis."""
    if mode in ("edge", "wrap", "reflect", "symmetric"):
        return (_odd if options == "odd" else _repeated)(mode, x, before, after, axis)
    low, high = options
    parts = [x]
    if before:
        parts.insert(0, _margin(mode, x, before, low, False, axis))
    if after:
        parts.append(_margin(mode, x, after, high, True, axis))
    made = concatenate(parts, axis)
    return asfortranarray(made) if x.flags.fnc else made


def _margin(mode, x, width, option, at_end, axis):
    if mode == "linear_ramp":
        return _ramp(x, width, option, at_end, axis)
    shape = (*x.shape[:axis], width, *x.shape[axis + 1 :])
    return broadcast_to(_statistic(mode, x, option, at_end, axis), shape)


def _by_function(x, widths, function, kwargs):
    made, middle = _framed(x, widths)
    whole = zeros(made.shape, x.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    whole[middle] = x
    for axis in range(x.ndim):
        extents = [range(n) if i != axis else [slice(None)] for i, n in enumerate(whole.shape)]
        for key in itertools.product(*extents):
            function(whole[key], widths[axis], axis, kwargs)
    return whole


def pad(array, pad_width, mode="constant", **kwargs):
    """Pad an array.

    Parameters
    ----------
    array : dpnp.ndarray
        The array.
    pad_width : int, pair, sequence of pairs, or dict of axes
        The widths of the margins: one for all, before and after, or for each axis.
    mode : str or callable, optional
        'constant' (`constant_values`), 'edge', 'empty', 'linear_ramp' (`end_values`), 'maximum', 'mean', 'median' and
        'minimum' (`stat_length`), 'reflect' and 'symmetric' (`reflect_type` 'even' or 'odd'), 'wrap'; or a function
        that is called with each line of the result in turn, the widths, the axis and the keywords, and changes it.
    **kwargs
        The keywords in brackets: one value, a pair, or a pair for each axis.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If the mode or a keyword is unknown, a width negative, or an axis without elements cannot be extended.
    TypeError
        If widths are not integers.

    Examples
    --------
    >>> np.pad(np.array([1, 2]), 1)
    array([0, 1, 2, 0])
    """
    x = in_common_kind(as_array(array), pad_width, *kwargs.values())
    widths = _widths(pad_width, x.ndim)
    if callable(mode):
        return _by_function(x, widths, mode, kwargs)
    if not isinstance(mode, str) or mode not in _KEYWORDS:
        raise unknown_word("mode", mode, _KEYWORDS, "pad")
    for name in kwargs:
        if name not in _KEYWORDS[mode]:
            allowed = ", ".join(_KEYWORDS[mode]) or "none"
            raise ValueError(named(f"unsupported keyword argument for mode {mode!r}: {name}; it takes {allowed}"))
    if x.ndim == 0:
        return x.copy()
    if mode == "empty":
        return _framed(x, widths)[0]
    if mode == "constant":
        return _constant(x, widths, _pairs(kwargs.get("constant_values", 0), x.ndim))
    options = [kwargs.get("reflect_type", "even")] * x.ndim
    if mode == "linear_ramp":
        options = _pairs(kwargs.get("end_values", 0), x.ndim)
    elif mode in ("maximum", "mean", "median", "minimum"):
        options = _stat_lengths(kwargs.get("stat_length"), x.ndim, mode)
    if mode in ("edge", "wrap", "reflect", "symmetric") and options[0] == "even":
        made = _copied_margins(mode, x, widths)
        if made is not None:
            return made
    for axis, (before, after) in enumerate(widths):
        if before or after:
            if x.shape[axis] == 0:
                raise ValueError(named(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'"))
            x = _along(mode, x, before, after, axis, options[axis])
    return x if x is not array else x.copy()
