"""Functions of a sub-group: work-items read values of each other without memory or barriers (shuffles).

They are written in the kernel language with one operation of the device (`exchange`), so every device that has
sub-groups, and the simulator, have them. All work-items of the sub-group must call them. Reductions and scans are
unrolled, because shuffles by a constant distance are the fastest.
"""

from __future__ import annotations

from .interface import exchange

__all__ = [
    "combined", "permute_group_by_xor", "scanned", "select_from_group", "shift_group_left", "shift_group_right",
]  # fmt: skip


def select_from_group(group, x, remote_local_id):
    """The value of any work-item of the sub-group.

    Parameters
    ----------
    group : SubGroup
        The work-item's sub-group.
    x : number
        The work-item's number.
    remote_local_id : int
        The id, inside the sub-group, of the work-item to read from; it may vary between work-items. Out of range, the
        result is unspecified.
    """
    return exchange(group, x, remote_local_id)


def shift_group_left(group, x, delta=1):
    """The value of the work-item with id + delta; unspecified if there is none.

    Parameters
    ----------
    group : SubGroup
        The work-item's sub-group.
    x : number
        The work-item's number.
    delta : int
        The same for all work-items.
    """
    return exchange(group, x, group.get_local_linear_id() + delta)


def shift_group_right(group, x, delta=1):
    """The value of the work-item with id - delta; unspecified if there is none.

    Parameters
    ----------
    group : SubGroup
        The work-item's sub-group.
    x : number
        The work-item's number.
    delta : int
        The same for all work-items.
    """
    return exchange(group, x, group.get_local_linear_id() - delta)


def permute_group_by_xor(group, x, mask):
    """The value of the work-item with id ^ mask; unspecified if there is none.

    Parameters
    ----------
    group : SubGroup
        The work-item's sub-group.
    x : number
        The work-item's number.
    mask : int
        The same for all work-items.
    """
    return exchange(group, x, group.get_local_linear_id() ^ mask)


def _halved(group, x, op, step):
    """One step of a tree reduction: values of the upper half are combined into the lower half."""
    if step >= group.get_max_local_range():
        return x
    other = shift_group_left(group, x, step)
    return type(x)(op(x, other)) if group.get_local_linear_id() + step < group.get_local_linear_range() else x


def combined(group, x, op):
    """Reduces the values of all work-items of a sub-group of at most 64."""
    result = _halved(group, x, op, 32)
    result = _halved(group, result, op, 16)
    result = _halved(group, result, op, 8)
    result = _halved(group, result, op, 4)
    result = _halved(group, result, op, 2)
    result = _halved(group, result, op, 1)
    return exchange(group, result, 0)


def _doubled(group, x, op, step):
    """One step of a scan, which doubles the number of work-items of each partial result (Hillis and Steele, "Data
    Parallel Algorithms", 1986)."""
    if step >= group.get_max_local_range():
        return x
    other = shift_group_right(group, x, step)
    return type(x)(op(other, x)) if group.get_local_linear_id() >= step else x


def scanned(group, x, op):
    """An inclusive scan of the work-items' values, in the order of their ids."""
    result = _doubled(group, x, op, 1)
    result = _doubled(group, result, op, 2)
    result = _doubled(group, result, op, 4)
    result = _doubled(group, result, op, 8)
    result = _doubled(group, result, op, 16)
    return _doubled(group, result, op, 32)
