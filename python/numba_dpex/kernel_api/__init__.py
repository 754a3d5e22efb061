"""What kernels are written with: index spaces, items, atomics, barriers, local and private memory; and the simulator."""

from .._compiler.interface import AtomicRef, PrivateArray, atomic_fence, group_barrier
from . import flag_enum
from ._enums import AddressSpace, MemoryOrder, MemoryScope
from ._items import Group, Item, NdItem
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
    "atomic_fence",
    "call_kernel",
    "flag_enum",
    "group_barrier",
]
