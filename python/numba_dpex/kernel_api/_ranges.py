"""Index spaces."""

from __future__ import annotations

from opendpex._messages import by_others

from ..core.exceptions import UnmatchedNumberOfRangeDimsError, UnsupportedGroupWorkItemSizeError

__all__ = ["NdRange", "Range"]

_tuple_new = tuple.__new__


class Range(tuple):
    """The extents of an index space of 1 to 3 dimensions.

    Parameters
    ----------
    dim0, dim1, dim2 : int
        Extents; the last one given varies fastest.

    Raises
    ------
    TypeError
        If an extent is not an int.
    """

    UNDEFINED_DIMENSION = -1

    def __new__(cls, dim0, dim1=None, dim2=None):
        if dim1 is None and isinstance(dim0, int):  # the most frequent case; the general one takes longer than a launch
            return _tuple_new(cls, (dim0,))
        for i, extent in enumerate((dim1, dim2), 1):
            if extent is not None and not isinstance(extent, int):
                raise TypeError(f"Range: dim{i} must be an int, not {type(extent).__name__}")
        values = (dim0, dim1, dim2) if dim1 and dim2 else (dim0, dim1) if dim1 else (dim0,)
        for i, extent in enumerate(values):
            if not isinstance(extent, int):
                raise TypeError(f"Range: dim{i} must be an int, not {type(extent).__name__}")
        return _tuple_new(cls, values)

    def __str__(self) -> str:
        return tuple.__repr__(self)

    def __repr__(self) -> str:
        return f"Range({', '.join(map(str, self))})"

    def get(self, index: int) -> int:
        """The extent of a dimension."""
        return by_others(self.__getitem__, index)

    def size(self) -> int:
        """The number of work-items."""
        n = 1
        for extent in self:
            n *= extent
        return n

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self)

    def _dim(self, i: int) -> int:
        return self[i] if i < len(self) else self.UNDEFINED_DIMENSION

    @property
    def dim0(self) -> int:
        """The first extent."""
        return self[0]

    @property
    def dim1(self) -> int:
        """The second extent; -1 if there is none."""
        return self._dim(1)

    @property
    def dim2(self) -> int:
        """The third extent; -1 if there is none."""
        return self._dim(2)


class NdRange:
    """An index space that is divided into work-groups.

    Parameters
    ----------
    global_size, local_size : Range or iterable of int
        Extents of the whole and of a group.

    Raises
    ------
    TypeError
        If an argument is neither.
    UnmatchedNumberOfRangeDimsError
        If the two have different numbers of dimensions.
    UnsupportedGroupWorkItemSizeError
        If a global extent is not a multiple of the local one.
    """

    __hash__ = None

    def __init__(self, global_size, local_size):
        self._global, self._local = _as_range(global_size, "global_size"), _as_range(local_size, "local_size")
        if len(self._global) != len(self._local):
            raise UnmatchedNumberOfRangeDimsError("", len(self._global), len(self._local))
        for i, (g, n) in enumerate(zip(self._global, self._local, strict=True)):
            if n <= 0 or g % n:
                raise UnsupportedGroupWorkItemSizeError("", i, g, n)

    @property
    def global_range(self) -> Range:
        """The extents of the whole."""
        return self._global

    @property
    def local_range(self) -> Range:
        """The extents of a group."""
        return self._local

    def get_global_range(self) -> Range:
        """The extents of the whole."""
        return self._global

    def get_local_range(self) -> Range:
        """The extents of a group."""
        return self._local

    def __str__(self) -> str:
        return f"({self._global}, {self._local})"

    def __repr__(self) -> str:
        return f"NdRange({self._global!r}, {self._local!r})"

    def __eq__(self, other) -> bool:
        return isinstance(other, NdRange) and self._global == other._global and self._local == other._local


def _as_range(value, what: str) -> Range:
    if isinstance(value, Range):
        return value
    try:
        return Range(*value)
    except TypeError as error:
        raise TypeError(
            f"NdRange: {what} must be a Range or an iterable of ints, not {type(value).__name__}"
        ) from error
