"""Types of the index spaces and items of `kernel_api`."""

from __future__ import annotations

from ...._compiler.errors import TypingError
from ...._compiler.signature import Type

__all__ = ["GroupType", "ItemType", "NdItemType", "NdRangeType", "RangeType"]


class _OfDimensions(Type):
    def __init__(self, ndim: int):
        if ndim not in (1, 2, 3):
            raise TypingError(f"{type(self).__name__} has 1 to 3 dimensions, not {ndim}")
        self.ndim = ndim

    def key(self):
        return (self.ndim,)


class ItemType(_OfDimensions):
    """The type of the item of a kernel over a Range."""


class NdItemType(_OfDimensions):
    """The type of the item of a kernel over an NdRange."""


class GroupType(_OfDimensions):
    """The type of a work-group."""


class RangeType(_OfDimensions):
    """The type of a Range."""


class NdRangeType(_OfDimensions):
    """The type of an NdRange."""
