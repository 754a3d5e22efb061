"""Where arrays and headers lie."""

from __future__ import annotations

import numpy

from ._arrays import as_array

__all__ = ["byte_bounds", "get_include", "may_share_memory", "shares_memory"]


def byte_bounds(a):
    """Addresses of the first byte of an array's elements and of the byte behind the last: a pair of ints.

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
    """The folder of the C headers, for a compiler's ``-I``.

    Returns
    -------
    str
    """
    import dpctl

    return dpctl.get_include()


def may_share_memory(a, b, /, max_work=0) -> bool:
    """Whether the bytes from first to last of two arrays overlap, though perhaps no element does.

    Parameters
    ----------
    a, b : dpnp.ndarray
        The arrays.
    max_work : optional
        Makes no difference.

    Returns
    -------
    bool
    """
    (low, high), (other_low, other_high) = byte_bounds(a), byte_bounds(b)
    return low < other_high and other_low < high


class _Layout:
    """An array's addresses in the form in which NumPy takes them; nothing is there to be read."""

    def __init__(self, x):
        self.__array_interface__ = {
            "version": 3, "shape": x.shape, "strides": x.strides, "typestr": x.dtype.str, "data": (as_array(x)._pointer, True),
        }  # fmt: skip


def shares_memory(a, b, /, max_work=-1) -> bool:
    """Whether two arrays have a byte in common; worked out on the host from addresses, extents and strides.

    Parameters
    ----------
    a, b : dpnp.ndarray
        The arrays.
    max_work : optional
        How hard to look, as of `numpy.shares_memory`; -1: until it is known.

    Returns
    -------
    bool
    """
    if not may_share_memory(a, b):
        return False
    return numpy.shares_memory(numpy.asarray(_Layout(as_array(a))), numpy.asarray(_Layout(as_array(b))), max_work=max_work)
