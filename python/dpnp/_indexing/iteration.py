"""Iteration over elements and over broadcast arrays. Each step accesses the device, so use it for few elements only."""

from __future__ import annotations

import itertools
import math

from .._arrays import as_array, common_shape
from .._manipulation.shapes import broadcast_to

__all__ = ["broadcast", "ndenumerate"]


class ndenumerate:
    """Pairs of an index and the element there, an array without dimensions.

    Parameters
    ----------
    arr : dpnp.ndarray
        The array.
    """

    def __init__(self, arr):
        self._array = as_array(arr)
        self._indices = itertools.product(*map(range, self._array.shape))

    def __iter__(self):
        return self

    def __next__(self):
        index = next(self._indices)
        return index, self._array[index]


class broadcast:
    """Broadcasting of arrays: the resulting shape, and iteration over tuples of elements.

    Parameters
    ----------
    *args : dpnp.ndarray
        The arrays.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """

    def __init__(self, *args):
        self._arrays = [as_array(x) for x in args]
        self.shape = common_shape(*(x.shape for x in self._arrays))
        self.reset()

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    nd = ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def numiter(self) -> int:
        """Number of arrays."""
        return len(self._arrays)

    @property
    def iters(self):
        """An iterator over the elements of each array."""
        return tuple(broadcast_to(x, self.shape).flat for x in self._arrays)

    def reset(self):
        """Reset the iteration to the first element."""
        self.index = 0
        self._indices = itertools.product(*map(range, self.shape))

    def __iter__(self):
        return self

    def __next__(self):
        index = next(self._indices)
        self.index += 1
        return tuple(broadcast_to(x, self.shape)[index] for x in self._arrays)
