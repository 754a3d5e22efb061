# Written by tools/write_stubs.py.
import enum

__all__ = [
    "FlagEnum",
]

class FlagEnum(enum.IntEnum):  # type: ignore[misc]
    @classmethod
    def basetype(cls) -> int: ...
