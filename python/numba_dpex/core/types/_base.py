"""The types of None and of constants."""

from __future__ import annotations

import enum

from ..._compiler.signature import Type
from ..exceptions import IllegalIntEnumLiteralValueError

__all__ = ["IntEnumLiteral", "NoneType"]


class NoneType(Type):
    """The type of None, and the result type of a function without a result."""

    def __repr__(self) -> str:
        return "none"


class IntEnumLiteral(Type):
    """The type of a member of an IntEnum or FlagEnum, as a constant.

    Raises
    ------
    IllegalIntEnumLiteralValueError
        If `value` is not such a member.
    """

    def __init__(self, value):
        if not isinstance(value, enum.IntEnum):
            raise IllegalIntEnumLiteralValueError(value)
        self.literal_value = value

    def key(self):
        return (self.literal_value,)
