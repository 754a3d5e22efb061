# Written by tools/write_stubs.py.
from . import flag_enum as flag_enum
from . import random as random
from collections.abc import Callable
from dpnp import ndarray
from numba_dpex.core.types._arrays import USMNdArray
from numba_dpex.kernel_api._enums import AddressSpace
from numba_dpex.kernel_api._enums import AddressSpace as AddressSpace
from numba_dpex.kernel_api._enums import MemoryOrder
from numba_dpex.kernel_api._enums import MemoryOrder as MemoryOrder
from numba_dpex.kernel_api._enums import MemoryScope
from numba_dpex.kernel_api._enums import MemoryScope as MemoryScope
from numba_dpex.kernel_api._items import Group
from numba_dpex.kernel_api._items import Group as Group
from numba_dpex.kernel_api._items import Item as Item
from numba_dpex.kernel_api._items import NdItem as NdItem
from numba_dpex.kernel_api._items import SubGroup
from numba_dpex.kernel_api._items import SubGroup as SubGroup
from numba_dpex.kernel_api._memory import LocalAccessor
from numba_dpex.kernel_api._memory import LocalAccessor as LocalAccessor
from numba_dpex.kernel_api._ranges import NdRange as NdRange
from numba_dpex.kernel_api._ranges import Range as Range
from numba_dpex.kernel_api._simulator import call_kernel as call_kernel
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex
import numpy

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

def PrivateArray(
    shape: SupportsIndex | tuple[SupportsIndex, ...], dtype: DTypeLike | None, fill_zeros: bool = False
) -> numpy.ndarray[Any, Any]: ...
def all_of_group(group: Group | SubGroup, condition: Any) -> bool: ...
def any_of_group(group: Group | SubGroup, condition: Any) -> bool: ...
def atomic_fence(memory_order: MemoryOrder, memory_scope: MemoryScope) -> None: ...
def exclusive_scan_over_group(
    group: Group | SubGroup, x: complex | numpy.generic, op: Callable[..., Any] = ..., init: complex | numpy.generic = 0
) -> Any: ...
def group_barrier(group: Group | SubGroup, fence_scope: MemoryScope | int = 2) -> None: ...
def group_broadcast(group: Group | SubGroup, x: complex | numpy.generic, source: SupportsIndex = 0) -> Any: ...
def inclusive_scan_over_group(
    group: Group | SubGroup, x: complex | numpy.generic, op: Callable[..., Any] = ...
) -> Any: ...
def none_of_group(group: Group | SubGroup, condition: Any) -> bool: ...
def permute_group_by_xor(group: SubGroup, x: complex | numpy.generic, mask: SupportsIndex) -> Any: ...
def reduce_over_group(group: Group | SubGroup, x: complex | numpy.generic, op: Callable[..., Any] = ...) -> Any: ...
def select_from_group(group: SubGroup, x: complex | numpy.generic, remote_local_id: SupportsIndex) -> Any: ...
def shift_group_left(group: SubGroup, x: complex | numpy.generic, delta: SupportsIndex = 1) -> Any: ...
def shift_group_right(group: SubGroup, x: complex | numpy.generic, delta: SupportsIndex = 1) -> Any: ...

class AtomicRef:
    def __init__(
        self,
        ref: ndarray | USMNdArray | LocalAccessor,
        index: SupportsIndex | tuple[SupportsIndex, ...],
        memory_order: MemoryOrder | int = 0,
        memory_scope: MemoryScope | int = 3,
        address_space: AddressSpace | None = None,
    ) -> None: ...
    def fetch_add(self, val: Any) -> Any: ...
    def fetch_sub(self, val: Any) -> Any: ...
    def fetch_min(self, val: Any) -> Any: ...
    def fetch_max(self, val: Any) -> Any: ...
    def fetch_and(self, val: Any) -> Any: ...
    def fetch_or(self, val: Any) -> Any: ...
    def fetch_xor(self, val: Any) -> Any: ...
    def load(self) -> Any: ...
    def store(self, val: Any) -> None: ...
    def exchange(self, val: Any) -> Any: ...
    def compare_exchange(
        self, expected: Any = None, desired: Any = None, expected_idx: Any = 0, *, expected_ref: Any = None
    ) -> bool: ...
    ref: Any
    memory_order: Any
    memory_scope: Any
    address_space: Any
