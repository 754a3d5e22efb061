"""Collective functions of a work-group or sub-group: reductions, scans, broadcast.

They are written in the kernel language with barriers and local memory, so every device and the simulator have them. The
local memory has SLOTS slots, one value each; work-items of larger groups use them in several rounds. All work-items of
the group must call them, as they must reach a barrier.

Indices of slots are unsigned where the compiler cannot prove that they are non-negative, which saves the code for
negative indices. They are computed where they are used, because a value that is live across a barrier is not known to
have a constant stride between lanes.
"""

from __future__ import annotations

import operator

from numpy import uint64

from .exchanges import combined, scanned
from .interface import exchange, group_barrier, group_scratch, is_sequential, is_sub_group

__all__ = [
    "all_of_group", "any_of_group", "exclusive_scan_over_group", "group_broadcast", "inclusive_scan_over_group",
    "none_of_group", "reduce_over_group",
]  # fmt: skip

SLOTS = 1024  # as many as interface.group_scratch has


def reduce_over_group(group, x, op=operator.add):
    """Combine a number of each work-item of the group.

    Parameters
    ----------
    group : Group or SubGroup
        The work-item's group or sub-group.
    x : number
        The work-item's number.
    op : function
        An associative and commutative function of two numbers: of `operator`, `min`, `max`, or a device function. Its
        results are converted to the type of `x`.

    Returns
    -------
    number
        The same for all work-items of the group, of the type of `x`.
    """
    if is_sub_group(group):
        return combined(group, x, op)
    n, me, slots = group.get_local_linear_range(), group.get_local_linear_id(), group_scratch(x)
    for start in range(0, n, SLOTS):
        if start <= me < start + SLOTS:
            slots[uint64(me - start)] = x if start == 0 else type(x)(op(slots[uint64(me - start)], x))
        group_barrier(group)
    width = min(n, SLOTS)
    while width > 1:
        half = (width + 1) // 2
        if me + half < width:
            slots[me] = type(x)(op(slots[me], slots[uint64(me + half)]))
        group_barrier(group)
        width = half
    result = slots[0]
    group_barrier(group)
    return type(x)(result)


def _scanned_by_one(group, x, op, init, is_exclusive):
    """A scan by the group's first work-item, for the CPU: op is called less often than in a tree, and a group runs on
    one thread anyway."""
    n, me, slots = group.get_local_linear_range(), group.get_local_linear_id(), group_scratch(x)
    result, sum_so_far = x, init
    for start in range(0, n, SLOTS):
        if start <= me < start + SLOTS:
            slots[uint64(me - start)] = x
        group_barrier(group)
        if me == 0:
            for k in range(min(n - start, SLOTS)):
                here = slots[k]
                if is_exclusive:
                    slots[k] = sum_so_far
                    sum_so_far = type(x)(op(sum_so_far, here))
                else:
                    sum_so_far = here if start + k == 0 else type(x)(op(sum_so_far, here))
                    slots[k] = sum_so_far
        group_barrier(group)
        if start <= me < start + SLOTS:
            result = slots[uint64(me - start)]
        group_barrier(group)
    return result


def inclusive_scan_over_group(group, x, op=operator.add):
    """Combine the numbers of the work-items up to each, in the order of their linear ids.

    Parameters
    ----------
    group : Group or SubGroup
        The work-item's group or sub-group.
    x : number
        The work-item's number.
    op : function
        An associative function of two numbers.

    Returns
    -------
    number
        ``op(... op(x0, x1) ..., x)``, of the type of `x`.
    """
    if is_sub_group(group):
        return scanned(group, x, op)
    if is_sequential():
        return _scanned_by_one(group, x, op, x, False)
    n, me, slots = group.get_local_linear_range(), group.get_local_linear_id(), group_scratch(x)
    result = x
    for start in range(0, n, SLOTS):
        if start > 0:
            if me == start:
                result = type(x)(op(slots[SLOTS - 1], result))
        step = 0
        while step < min(n - start, SLOTS):
            if step > 0:
                if start + step <= me < start + SLOTS:
                    result = type(x)(op(slots[uint64(me - start - step)], result))
            group_barrier(group)
            if start <= me < start + SLOTS:
                slots[uint64(me - start)] = result
            group_barrier(group)
            step = max(2 * step, 1)
    return result


def exclusive_scan_over_group(group, x, op=operator.add, init=0):
    """Combine the numbers of the work-items before each, in the order of their linear ids.

    Parameters
    ----------
    group : Group or SubGroup
        The work-item's group or sub-group.
    x : number
        The work-item's number.
    op : function
        An associative function of two numbers.
    init : number
        The initial value: the result of the first work-item, and combined with the values of the others; 1 for
        products.

    Returns
    -------
    number
        ``op(... op(init, x0) ..., x_before)``, of the type of `x`.
    """
    if is_sub_group(group):
        other = exchange(group, x, group.get_local_linear_id() - 1)
        return scanned(group, type(x)(init) if group.leader else other, op)
    if is_sequential():
        return _scanned_by_one(group, x, op, type(x)(init), True)
    n, me, slots = group.get_local_linear_range(), group.get_local_linear_id(), group_scratch(x)
    before = type(x)(init)
    for start in range(0, n, SLOTS):
        if start <= me < start + SLOTS:
            slots[uint64(me - start)] = x
        group_barrier(group)
        if start < me <= start + SLOTS:
            before = slots[uint64(me - start - 1)]
        group_barrier(group)
    return inclusive_scan_over_group(group, type(x)(before), op)


def group_broadcast(group, x, source=0):
    """The value of one work-item of the group.

    Parameters
    ----------
    group : Group or SubGroup
        The work-item's group or sub-group.
    x : number
        The work-item's number.
    source : int
        The linear id, inside the group, of the work-item whose value all get.
    """
    if is_sub_group(group):
        return exchange(group, x, source)
    slots = group_scratch(x)
    if group.get_local_linear_id() == source:
        slots[0] = x
    group_barrier(group)
    result = slots[0]
    group_barrier(group)
    return type(x)(result)


def any_of_group(group, condition):
    """Whether the condition holds for some work-item of the group."""
    return reduce_over_group(group, 1 if condition else 0, max) != 0


def all_of_group(group, condition):
    """Whether the condition holds for all work-items of the group."""
    return reduce_over_group(group, 1 if condition else 0, min) != 0


def none_of_group(group, condition):
    """Whether the condition holds for no work-item of the group."""
    return reduce_over_group(group, 1 if condition else 0, max) == 0
