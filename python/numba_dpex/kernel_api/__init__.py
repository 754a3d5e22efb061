"""The interface for kernels: index spaces, items, atomics, barriers, local and private memory; and the simulator."""

from .._compiler.exchanges import permute_group_by_xor, select_from_group, shift_group_left, shift_group_right
from .._compiler.group_functions import (
    all_of_group,
    any_of_group,
    exclusive_scan_over_group,
    group_broadcast,
    inclusive_scan_over_group,
    none_of_group,
    reduce_over_group,
)
from .._compiler.interface import AtomicRef, PrivateArray, atomic_fence, group_barrier
from . import flag_enum, random
from ._enums import AddressSpace, MemoryOrder, MemoryScope
from ._items import Group, Item, NdItem, SubGroup
from ._memory import LocalAccessor
from ._ranges import NdRange, Range
from ._simulator import call_kernel

__all__ = [
    "AddressSpace",
    "AtomicRef",
    "Group",
    "Item",
    "LocalAccessor",
    "MemoryOrder",
    "MemoryScope",
    "NdItem",
    "NdRange",
    "PrivateArray",
    "Range",
    "SubGroup",
    "all_of_group",
    "any_of_group",
    "atomic_fence",
    "call_kernel",
    "exclusive_scan_over_group",
    "flag_enum",
    "group_barrier",
    "group_broadcast",
    "inclusive_scan_over_group",
    "none_of_group",
    "permute_group_by_xor",
    "random",
    "reduce_over_group",
    "select_from_group",
    "shift_group_left",
    "shift_group_right",
]
