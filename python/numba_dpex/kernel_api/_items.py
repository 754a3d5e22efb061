"""Work-items and groups of the simulator; the compiler resolves their methods by name."""

from __future__ import annotations

import math

from .._compiler.interface import SUB_GROUP_SIZE

__all__ = ["Group", "Item", "NdItem", "SubGroup"]


def _linear(index, extents) -> int:
    position = 0
    for i, n in zip(index, extents, strict=True):
        position = position * n + i
    return position


class Item:
    """A work-item of a Range."""

    def __init__(self, extent, index):
        self._extent, self._index = tuple(extent), tuple(index)

    @property
    def dimensions(self) -> int:
        """The number of dimensions."""
        return len(self._extent)

    def get_id(self, dim: int) -> int:
        """The index in a dimension."""
        return self._index[dim]

    def get_linear_id(self) -> int:
        """The index in row-major order."""
        return _linear(self._index, self._extent)

    def get_range(self, dim: int) -> int:
        """The extent of a dimension."""
        return self._extent[dim]

    def get_linear_range(self) -> int:
        """The number of work-items."""
        return math.prod(self._extent)

    get_global_id, get_global_range = get_id, get_range  # for the functions of the older interface

    def wait(self) -> None:
        """Raises: there is no group to wait for."""
        raise NotImplementedError("barriers and local memory need work-groups: use an NdRange")

    def shared_array(self, shape, dtype):
        """Raises: there is no group to share memory with."""
        self.wait()


class Group:
    """A work-group, as one of its work-items sees it."""

    def __init__(self, global_range, local_range, index, inner):
        self._local, self._index, self._inner = tuple(local_range), tuple(index), tuple(inner)
        self.leader = not any(inner)
        self._groups = tuple(g // n for g, n in zip(global_range, local_range, strict=True))

    @property
    def dimensions(self) -> int:
        """The number of dimensions."""
        return len(self._local)

    def get_group_id(self, dim: int) -> int:
        """The group's index in a dimension."""
        return self._index[dim]

    def get_group_linear_id(self) -> int:
        """The group's index in row-major order."""
        return _linear(self._index, self._groups)

    def get_group_range(self, dim: int) -> int:
        """The number of groups in a dimension."""
        return self._groups[dim]

    def get_group_linear_range(self) -> int:
        """The number of groups."""
        return math.prod(self._groups)

    def get_local_id(self, dim: int) -> int:
        """The work-item's index inside the group."""
        return self._inner[dim]

    def get_local_linear_id(self) -> int:
        """The work-item's index inside the group, in row-major order."""
        return _linear(self._inner, self._local)

    def get_local_range(self, dim: int) -> int:
        """The extent of a group in a dimension."""
        return self._local[dim]

    def get_local_linear_range(self) -> int:
        """The number of work-items of a group."""
        return math.prod(self._local)


class SubGroup:
    """A sub-group, as one of its work-items sees it: work-items of a group that are consecutive in the last dimension.

    `meet(number, count, own id, x)` waits for the `count` work-items of sub-group `number` and returns the list of
    their x.
    """

    dimensions = 1

    def __init__(self, local_range, inner, meet=None):
        *rows, width = local_range
        per_row = -(-width // SUB_GROUP_SIZE)
        sub_group, self._me = divmod(inner[-1], SUB_GROUP_SIZE)
        self._size = min(SUB_GROUP_SIZE, width - sub_group * SUB_GROUP_SIZE)
        self._number, self._count = _linear(inner[:-1], rows) * per_row + sub_group, math.prod(rows) * per_row
        self._meet = meet
        self.leader = self._me == 0

    def get_local_id(self, dim: int = 0) -> int:
        """The work-item's index inside the sub-group."""
        return _only(dim, self._me)

    def get_local_linear_id(self) -> int:
        """The work-item's index inside the sub-group."""
        return self._me

    def get_local_range(self, dim: int = 0) -> int:
        """The number of work-items of this sub-group."""
        return _only(dim, self._size)

    def get_local_linear_range(self) -> int:
        """The number of work-items of this sub-group."""
        return self._size

    def get_max_local_range(self) -> int:
        """The number of work-items of the largest sub-groups."""
        return SUB_GROUP_SIZE

    def get_group_id(self, dim: int = 0) -> int:
        """The sub-group's index inside the group."""
        return _only(dim, self._number)

    def get_group_linear_id(self) -> int:
        """The sub-group's index inside the group."""
        return self._number

    def get_group_range(self, dim: int = 0) -> int:
        """The number of sub-groups of the group."""
        return _only(dim, self._count)

    def get_group_linear_range(self) -> int:
        """The number of sub-groups of the group."""
        return self._count

    def exchange(self, x, lane: int):
        """x of the work-item with an index inside the sub-group; the work-item's own x if there is none."""
        numbers = self._all(x)
        return numbers[lane] if 0 <= lane < self._size else x

    def wait(self) -> None:
        """Wait for the other work-items of the sub-group."""
        self._all(None)

    def _all(self, x) -> list:
        if self._meet is None:
            raise NotImplementedError("sub-groups wait in compiled kernels and in kernel_api.call_kernel")
        return self._meet(self._number, self._size, self._me, x)


def _only(dim: int, value: int) -> int:
    if dim != 0:
        raise IndexError("a sub-group has one dimension, 0")
    return value


class NdItem:
    """A work-item of an NdRange."""

    def __init__(self, global_range, local_range, index, wait=None, shared=None, meet=None):
        self._global, self._local = tuple(global_range), tuple(local_range)
        self._index = tuple(index)
        self._inner = tuple(i % n for i, n in zip(index, self._local, strict=True))
        outer = tuple(i // n for i, n in zip(index, self._local, strict=True))
        self._group = Group(self._global, self._local, outer, self._inner)
        self._sub_group = SubGroup(self._local, self._inner, meet)
        self._wait, self._shared, self._n_shared = wait, shared, 0

    @property
    def dimensions(self) -> int:
        """The number of dimensions."""
        return len(self._global)

    def get_global_id(self, dim: int) -> int:
        """The index in a dimension."""
        return self._index[dim]

    def get_global_linear_id(self) -> int:
        """The index in row-major order."""
        return _linear(self._index, self._global)

    def get_local_id(self, dim: int) -> int:
        """The index inside the group."""
        return self._inner[dim]

    def get_local_linear_id(self) -> int:
        """The index inside the group, in row-major order."""
        return _linear(self._inner, self._local)

    def get_global_range(self, dim: int) -> int:
        """The extent of a dimension."""
        return self._global[dim]

    def get_global_linear_range(self) -> int:
        """The number of work-items."""
        return math.prod(self._global)

    def get_local_range(self, dim: int) -> int:
        """The extent of the group in a dimension."""
        return self._local[dim]

    def get_local_linear_range(self) -> int:
        """The number of work-items of the group."""
        return math.prod(self._local)

    def get_group(self) -> Group:
        """The group."""
        return self._group

    def get_sub_group(self) -> SubGroup:
        """The sub-group."""
        return self._sub_group

    def get_group_id(self, dim: int) -> int:
        """The group's index in a dimension."""
        return self._group.get_group_id(dim)

    def get_group_range(self, dim: int) -> int:
        """The number of groups in a dimension."""
        return self._group.get_group_range(dim)

    def wait(self) -> None:
        """Wait for the other work-items of the group."""
        if self._wait is None:
            raise NotImplementedError("a barrier waits in compiled kernels and in kernel_api.call_kernel")
        self._wait()

    def shared_array(self, shape, dtype):
        """The group's next local array; all work-items allocate them in the same order."""
        self._n_shared += 1
        return self._shared(self._n_shared, shape, dtype)
