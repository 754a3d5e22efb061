"""Types of index spaces, under the module name of the reference."""

from . import NdRangeType, RangeType

__all__ = ["NdRangeType", "RangeType"]
