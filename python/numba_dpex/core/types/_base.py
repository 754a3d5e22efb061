"""The base class of types: they compare by their keys, and calling a type with others returns a signature."""

from __future__ import annotations

import enum

from ..exceptions import IllegalIntEnumLiteralValueError

__all__ = ["IntEnumLiteral", "NoneType", "Signature", "Type"]


class Type:
    """A type; equal to others of its class with the same key."""

    def key(self) -> tuple:
        """The values that identify the type in its class."""
        return ()

    def __eq__(self, other) -> bool:
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((type(self), self.key()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.key()))})"

    def __call__(self, *args) -> Signature:
        return Signature(self, args)

    @property
    def name(self) -> str:
        """The type as text."""
        return repr(self)


class NoneType(Type):
    """The type of None, and the result type of a function without a result."""

    def __repr__(self) -> str:
        return "none"


class Signature:
    """The types of the result and of the arguments."""

    def __init__(self, return_type, args):
        self.return_type, self.args = return_type, tuple(args)

    def __eq__(self, other) -> bool:
        return isinstance(other, Signature) and (self.return_type, self.args) == (other.return_type, other.args)

    def __hash__(self) -> int:
        return hash((self.return_type, self.args))

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self.args))}) -> {self.return_type}"


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
