"""Types of a work-item's place, under the module name of the reference."""

from . import GroupType, ItemType, NdItemType

__all__ = ["GroupType", "ItemType", "NdItemType"]
