"""packbits and unpackbits: 8 elements at a time, as 64-bit words."""

from __future__ import annotations

import numpy

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import as_int, named, unknown_word

from ._arrays import as_array, usually, without_bool
from ._creation.arrays import zeros
from ._manipulation.shapes import moveaxis
from ._manipulation.stacking import concatenate

__all__ = ["packbits", "unpackbits"]

_BOOL, _BYTE, _WORD = numpy.dtype("?"), numpy.dtype("u1"), numpy.dtype("u8")

# A word of 8 bytes, each 0 or 1, times this has the 8 bits in order in its highest byte: byte i comes to bit 63 - i, or
# 56 + i.
_GATHER = {"big": 0x8040201008040201, "little": 0x0102040810204080}


def _check_order(bitorder):
    if not isinstance(bitorder, str) or bitorder not in _GATHER:
        raise unknown_word("bitorder", bitorder, ("little", "big"))


def _lines(a, axis):
    """The array with the axis moved last, and the original axis."""
    if axis is None:
        return (a if a.ndim == 1 else a.ravel()), -1
    a = a.reshape((1,)) if a.ndim == 0 else a
    axis = _core.normalized_axis(without_bool(axis), a.ndim)
    return (a, -1) if axis == a.ndim - 1 else (moveaxis(a, axis, -1), axis)


def _back(made, axis):
    """The last axis moved to where it was, in rows."""
    return made if axis == -1 else moveaxis(made, -1, axis).copy(order="C")


@fuse
def _packed(words, factor):
    return dpt.astype((words * factor) >> 56, "u1")


# Unpacking: the byte is copied to all 8 bytes of a word and each copy masked to one bit; adding 0x7f carries that bit
# to the highest one.
_SPREAD = {"big": 0x0102040810204080, "little": 0x8040201008040201}
_EACH, _BELOW = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F


@fuse
def _bits(bytes_, chosen, each, below):
    return ((((dpt.astype(bytes_, "u8") * each) & chosen) + below) >> 7) & each


@usually(_core.usual_packbits, most=2, keywords=True)
def packbits(a, /, axis=None, bitorder="big"):
    """Pack each 8 elements, as bits, into a byte.

    Parameters
    ----------
    a : dpnp.ndarray of bool or integers
        Elements other than 0 give a set bit.
    axis : int, optional
        The axis; None: the flattened array.
    bitorder : {'big', 'little'}, optional
        Which bit comes first.

    Returns
    -------
    dpnp.ndarray of uint8
        The last byte is padded with zero bits.

    Raises
    ------
    TypeError
        For other dtypes.
    """
    a = as_array(a)
    if a.dtype.kind not in "biu":
        raise TypeError(named("Expected an input array of integer or boolean data type"))
    lines, axis = _lines(a, axis)
    _check_order(bitorder)
    n = lines.shape[-1]
    rest = -n % 8
    if lines.size == 0:
        shape = lines.shape[:-1] + ((n + rest) // 8,)
        return _back(zeros(shape, "u1", usm_type=a.usm_type, sycl_queue=a.sycl_queue), axis)
    if rest:
        bits = zeros(lines.shape[:-1] + (n + rest,), _BOOL, usm_type=a.usm_type, sycl_queue=a.sycl_queue)
        bits[..., :n] = lines
    else:
        bits = lines if lines.dtype is _BOOL else lines != 0
        if not bits.flags.c_contiguous or bits._element_offset % 8:
            bits = bits.copy(order="C")
    return _back(_packed(bits.view(_WORD), _GATHER[bitorder]), axis)


@usually(_core.usual_unpackbits, most=2, keywords=True)
def unpackbits(a, /, axis=None, count=None, bitorder="big"):
    """Unpack bytes into bits, one element each.

    Parameters
    ----------
    a : dpnp.ndarray of uint8
        The bytes.
    axis : int, optional
        The axis; None: the flattened array.
    count : int, optional
        The number of bits along the axis, padded with zeros; negative: all but that many.
    bitorder : {'big', 'little'}, optional
        Which bit comes first.

    Returns
    -------
    dpnp.ndarray of uint8

    Raises
    ------
    TypeError
        For other dtypes.
    ValueError
        If `count` is negative and leaves out more bits than there are.
    """
    a = as_array(a)
    if a.dtype is not _BYTE:
        raise TypeError(named("Expected an input array of unsigned byte data type"))
    lines, axis = _lines(a, axis)
    n = lines.shape[-1] * 8
    _check_order(bitorder)
    lines = lines if lines.flags.c_contiguous else lines.copy(order="C")
    made = _bits(lines, _SPREAD[bitorder], _EACH, _BELOW).view(_BYTE)
    if count is not None:
        count = as_int(count, "count")
        if count < -n:
            raise ValueError(named(f"-count larger than number of elements: {n}"))
        count = n + count if count < 0 else count
        made = made[..., :count]
        if count > n:
            more = zeros(made.shape[:-1] + (count - n,), "u1", usm_type=a.usm_type, sycl_queue=a.sycl_queue)
            made = concatenate([made, more], -1)
    return _back(made, axis)
