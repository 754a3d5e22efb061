"""Signatures, and the types in them that types of numbers make: calling one with types gives a signature, indexing it
the type of a NumPy array.

Types compare by their keys.
"""

from __future__ import annotations

from opendpex._messages import as_flag, by_others

__all__ = ["Array", "Signature", "Type"]


class Signature:
    """The types of the result and of the arguments."""

    def __init__(self, return_type, args):
        self.return_type, self.args = return_type, by_others(tuple, args)

    def __eq__(self, other) -> bool:
        return isinstance(other, Signature) and (self.return_type, self.args) == (other.return_type, other.args)

    def __hash__(self) -> int:
        return hash((self.return_type, self.args))

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self.args))}) -> {self.return_type}"


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


class Array(Type):
    """The type of a NumPy array.

    Parameters
    ----------
    dtype : type of a number
        Of the elements.
    ndim : int
        The number of dimensions.
    layout : str
        "C", "F" or "A".
    """

    def __init__(self, dtype, ndim, layout, readonly=False, name=None, aligned=True):
        self.dtype, self.ndim, self.layout = dtype, ndim, layout
        self.mutable, self.aligned = not as_flag(readonly, "readonly"), aligned

    def key(self):
        return (self.dtype, self.ndim, self.layout)

    def __repr__(self) -> str:
        return f"array({self.dtype}, {self.ndim}d, {self.layout})"
