"""Functions of a sub-group: each work-item sees numbers of the others, without memory and without waiting for the rest of the group.

They are written in the kernel language, with one operation of the device (`exchange`), so every device that has sub-groups, and the simulator,
have them. All work-items of the sub-group must call them. Steps of trees are written out, because exchanges over a known distance cost least.
"""

from __future__ import annotations

from .interface import exchange

__all__ = [
    "combined", "permute_group_by_xor", "scanned", "select_from_group", "shift_group_left", "shift_group_right",
]  # fmt: skip


def select_from_group(group, x, remote_local_id):
    """The number of any work-item of the sub-group.

    Parameters
    ----------
    group : SubGroup
        The work-item's sub-group.
    x : number
        The work-item's number.
    remote_local_id : int
        Whose number the work-item gets: an id inside the sub-group, which may differ between work-items. For others the result is some number.
    """
    return exchange(group, x, remote_local_id)


def shift_group_left(group, x, delta=1):
    """The number of the work-item that is `delta` places behind: of id + delta; some number where there is none.

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
    """The number of the work-item that is `delta` places before: of id - delta; some number where there is none.

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
    """The number of the work-item whose id differs in the bits of `mask`: of id ^ mask; some number where there is none.

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
    """One step of a tree: numbers of the upper half go to the lower one."""
    if step >= group.get_max_local_range():
        return x
    other = shift_group_left(group, x, step)
    return type(x)(op(x, other)) if group.get_local_linear_id() + step < group.get_local_linear_range() else x


def combined(group, x, op):
    """The numbers of all work-items of a sub-group of at most 64."""
    result = _halved(group, x, op, 32)
    result = _halved(group, result, op, 16)
    result = _halved(group, result, op, 8)
    result = _halved(group, result, op, 4)
    result = _halved(group, result, op, 2)
    result = _halved(group, result, op, 1)
    return exchange(group, result, 0)


def _doubled(group, x, op, step):
    """One step of a scan: each work-item has the numbers of `step` work-items, and then of twice as many."""
    if step >= group.get_max_local_range():
        return x
    other = shift_group_right(group, x, step)
    return type(x)(op(other, x)) if group.get_local_linear_id() >= step else x


def scanned(group, x, op):
    """The numbers of the work-items up to each, combined in their order."""
    result = _doubled(group, x, op, 1)
    result = _doubled(group, result, op, 2)
    result = _doubled(group, result, op, 4)
    result = _doubled(group, result, op, 8)
    result = _doubled(group, result, op, 16)
    return _doubled(group, result, op, 32)
