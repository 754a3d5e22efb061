# Written by tools/write_stubs.py.
from numba_dpex.kernel_api.flag_enum import FlagEnum

__all__ = [
    "AddressSpace",
    "MemoryOrder",
    "MemoryScope",
]

class AddressSpace(FlagEnum):
    PRIVATE = 0
    GLOBAL = 1
    CONSTANT = 2
    LOCAL = 3
    GENERIC = 4

class MemoryOrder(FlagEnum):
    RELAXED = 0
    ACQUIRE = 1
    CONSUME_UNSUPPORTED = 2
    RELEASE = 3
    ACQ_REL = 4
    SEQ_CST = 5

class MemoryScope(FlagEnum):
    WORK_ITEM = 0
    SUB_GROUP = 1
    WORK_GROUP = 2
    DEVICE = 3
    SYSTEM = 4
