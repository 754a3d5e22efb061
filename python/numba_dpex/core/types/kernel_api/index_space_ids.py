"""Types of items and groups, under the module name of the reference."""

from . import GroupType, ItemType, NdItemType

__all__ = ["GroupType", "ItemType", "NdItemType"]
