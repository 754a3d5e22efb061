"""Memory bounds of arrays, memory shared by two arrays, and the folder of the C headers."""

from __future__ import annotations

import numpy

import dpctl
from opendpex._messages import by_others

from ._arrays import as_array

__all__ = ["byte_bounds", "get_include", "may_share_memory", "shares_memory"]


def byte_bounds(a):
    """Return the addresses of the first byte of an array's elements and of the byte after the last.

    Parameters
    ----------
    a : dpnp.ndarray
        The array.

    Returns
    -------
    tuple of two ints
    """
    low, high = as_array(a)._byte_bounds
    return low, high


def get_include() -> str:
    """Return the folder of the C headers, for a compiler's ``-I``.

    Returns
    -------
    str
    """
    return dpctl.get_include()


def may_share_memory(a, b, /, max_work=0) -> bool:
    """Return whether the memory bounds of two arrays overlap; elements need not.

    Parameters
    ----------
    a, b : dpnp.ndarray
        The arrays.
    max_work : optional
        Ignored.

    Returns
    -------
    bool
    """
    (low, high), (other_low, other_high) = byte_bounds(a), byte_bounds(b)
    return low < other_high and other_low < high


class _Layout:
    """The address, shape and strides of an array as NumPy's array interface; NumPy never reads the memory."""

    def __init__(self, x):
        self.__array_interface__ = {
            "version": 3, "shape": x.shape, "strides": x.strides, "typestr": x.dtype.str,
            "data": (as_array(x)._pointer, True),
        }  # fmt: skip


def shares_memory(a, b, /, max_work=-1) -> bool:
    """Return whether two arrays have a byte in common; computed on the host from addresses, shapes and strides.

    Parameters
    ----------
    a, b : dpnp.ndarray
        The arrays.
    max_work : optional
        Limit of the search, as in `numpy.shares_memory`; -1: the exact answer.

    Returns
    -------
    bool
    """
    if not may_share_memory(a, b):
        return False
    return by_others(
        numpy.shares_memory, numpy.asarray(_Layout(as_array(a))), numpy.asarray(_Layout(as_array(b))), max_work=max_work
    )
