"""The functions of the kernel language, in both generations of the interface.

The compiler recognizes them by identity. Executed as Python, they work inside the simulator (`kernel_api.call_kernel`),
which sets the current work-item; elsewhere functions that need a work-item raise an error. `numba_dpex` and
`numba_dpex.kernel_api` export them.
"""

from __future__ import annotations

import threading

import numpy as np

from opendpex._messages import by_others

__all__ = [
    "INDEX_FUNCTIONS",
    "SUB_GROUP_SIZE",
    "AtomicRef",
    "PrivateArray",
    "atomic_add",
    "atomic_fence",
    "atomic_sub",
    "barrier",
    "current",
    "exchange",
    "get_work_dim",
    "group_barrier",
    "group_scratch",
    "is_sequential",
    "is_sub_group",
    "local_array",
    "mem_fence",
    "prange",
    "private_array",
    "sub_group_barrier",
]

SUB_GROUP_SIZE = 32  # on the CPU and in the simulator; NVIDIA's warp size, since programs rely on it
current = threading.local()  # .item: the work-item that this thread simulates
_atomic_lock = threading.RLock()


def _item(name: str):
    found = getattr(current, "item", None)
    if found is None:
        raise NotImplementedError(f"{name} can be called from kernels only")
    return found


def _index_function(name: str, method: str, doc: str):
    def function(dim):
        return getattr(_item(name), method)(dim)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


INDEX_FUNCTIONS = {
    "global_id": _index_function("get_global_id", "get_global_id", "The work-item's index in a dimension."),
    "local_id": _index_function("get_local_id", "get_local_id", "The work-item's index inside its group."),
    "group_id": _index_function("get_group_id", "get_group_id", "The group's index."),
    "global_size": _index_function("get_global_size", "get_global_range", "The number of work-items in a dimension."),
    "local_size": _index_function("get_local_size", "get_local_range", "The number of work-items of a group."),
    "num_groups": _index_function("get_num_groups", "get_group_range", "The number of groups."),
}


def get_work_dim() -> int:
    """The number of dimensions of the range."""
    return _item("get_work_dim").dimensions


def group_barrier(group, fence_scope=2) -> None:
    """Wait until all work-items of the group are here; what they wrote to memory is seen by all afterwards.

    Parameters
    ----------
    group : Group or SubGroup
        The work-item's group, or its sub-group, for which other sub-groups need not come.
    fence_scope : MemoryScope
        For whom memory accesses are ordered.
    """
    (group if is_sub_group(group) else _item("group_barrier")).wait()


def barrier(flags=None) -> None:
    """Wait until all work-items of the group are here."""
    _item("barrier").wait()


def sub_group_barrier() -> None:
    """Wait until all work-items of the group are here."""
    _item("sub_group_barrier").wait()


def atomic_fence(memory_order, memory_scope) -> None:
    """Order the memory accesses before and after it."""


def mem_fence(flags=None) -> None:
    """Order the memory accesses before and after it."""
    _item("mem_fence")


def PrivateArray(shape, dtype, fill_zeros=False) -> np.ndarray:  # noqa: N802 (the interface's name)
    """An array of the work-item's own, in C order.

    Parameters
    ----------
    shape : int or tuple of ints
        Constant extents.
    dtype : data type
        Of its elements.
    fill_zeros : bool
        Whether it starts with zeros; else its contents are not specified.
    """
    return (np.zeros if fill_zeros else np.empty)(shape, dtype=getattr(dtype, "numpy", dtype))


def private_array(shape, dtype) -> np.ndarray:
    """An array of the work-item's own, in C order, of a constant shape."""
    _item("private.array")
    return PrivateArray(shape, dtype)


def local_array(shape, dtype) -> np.ndarray:
    """An array that the work-items of a group share, of a constant shape."""
    return _item("local.array").shared_array(shape, getattr(dtype, "numpy", dtype))


def group_scratch(x) -> np.ndarray:
    """Local memory for 1024 values of the type of x, which the functions of group_functions.py share."""
    return _item("a function of a group").shared_array(1024, np.asarray(x).dtype)


def is_sequential() -> bool:
    """Whether a group runs on one thread, as on the CPU, so that one work-item may do the work of all; a compile-time
    constant."""
    return False


def is_sub_group(group) -> bool:
    """Whether group is a SubGroup; a compile-time constant."""
    return hasattr(group, "exchange")


def exchange(sub_group, x, lane):
    """x of the sub-group's work-item with index `lane`; all work-items of the sub-group must call it."""
    if not is_sub_group(sub_group):
        raise TypeError("this is a function of sub-groups: take item.get_sub_group()")
    return sub_group.exchange(x, int(lane))


def atomic_add(array, index, value):
    """Add to an element; returns the old value."""
    _item("atomic.add")
    with _atomic_lock:
        old = array[index].copy()
        array[index] += value
    return old


def atomic_sub(array, index, value):
    """Subtract from an element; returns the old value."""
    _item("atomic.sub")
    with _atomic_lock:
        old = array[index].copy()
        array[index] -= value
    return old


class AtomicRef:
    """An element of an array, on which operations are atomic.

    Parameters
    ----------
    ref : array or LocalAccessor
        The array.
    index : int or tuple of ints
        The element.
    memory_order, memory_scope, address_space
        Constants: ordering of other accesses, for whom, and the space of the array.

    Raises
    ------
    TypeError
        If `ref` is not an array.
    """

    def __init__(self, ref, index, memory_order=0, memory_scope=3, address_space=None):
        if not (hasattr(ref, "__getitem__") and hasattr(ref, "__setitem__")):
            raise TypeError(f"an AtomicRef needs an array, not {type(ref).__name__}")
        self.ref, self._index = ref, index
        self.memory_order, self.memory_scope, self.address_space = memory_order, memory_scope, address_space

    def _change(self, function):
        with _atomic_lock:
            old = self.ref[self._index]
            old = old.copy() if hasattr(old, "copy") else old
            self.ref[self._index] = function(old)
        return old

    def fetch_add(self, val):
        """Add; returns the old value."""
        return self._change(lambda old: old + val)

    def fetch_sub(self, val):
        """Subtract; returns the old value."""
        return self._change(lambda old: old - val)

    def fetch_min(self, val):
        """Keep the smaller; returns the old value."""
        return self._change(lambda old: min(old, val))

    def fetch_max(self, val):
        """Keep the larger; returns the old value."""
        return self._change(lambda old: max(old, val))

    def fetch_and(self, val):
        """Bitwise and; returns the old value."""
        return self._change(lambda old: old & val)

    def fetch_or(self, val):
        """Bitwise or; returns the old value."""
        return self._change(lambda old: old | val)

    def fetch_xor(self, val):
        """Bitwise exclusive or; returns the old value."""
        return self._change(lambda old: old ^ val)

    def load(self):
        """The value."""
        return self._change(lambda old: old)

    def store(self, val) -> None:
        """Set the value."""
        self._change(lambda old: val)

    def exchange(self, val):
        """Set the value; returns the old one."""
        return self._change(lambda old: val)

    def compare_exchange(self, expected=None, desired=None, expected_idx=0, *, expected_ref=None) -> bool:
        """Set the value to `desired` if it equals ``expected[expected_idx]``, else store it there; returns whether it
        was set.

        `expected_ref` is another name of `expected`.
        """
        expected = expected_ref if expected is None else expected
        with _atomic_lock:
            if self.ref[self._index] == expected[expected_idx]:
                self.ref[self._index] = desired
                return True
            expected[expected_idx] = self.ref[self._index]
            return False


def prange(*bounds):
    """A range whose iterations may run in parallel; in plain Python, a range."""
    return by_others(range, *bounds)
