"""Enumerations whose members are integers in kernels."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["FlagEnum"]


class FlagEnum(IntEnum):
    """Base class of enumerations whose members kernels use as constants."""

    @classmethod
    def basetype(cls) -> int:
        """A value of the type that the members have."""
        return 0
