"""Constants of the memory model; their numbers are part of the interface."""

from .flag_enum import FlagEnum

__all__ = ["AddressSpace", "MemoryOrder", "MemoryScope"]


class MemoryOrder(FlagEnum):
    """The ordering of other memory accesses by an atomic operation."""

    RELAXED = 0
    ACQUIRE = 1
    CONSUME_UNSUPPORTED = 2
    RELEASE = 3
    ACQ_REL = 4
    SEQ_CST = 5


class MemoryScope(FlagEnum):
    """The set of work-items for which an atomic operation or a fence orders memory accesses."""

    WORK_ITEM = 0
    SUB_GROUP = 1
    WORK_GROUP = 2
    DEVICE = 3
    SYSTEM = 4


class AddressSpace(FlagEnum):
    """Kinds of memory."""

    PRIVATE = 0
    GLOBAL = 1
    CONSTANT = 2
    LOCAL = 3
    GENERIC = 4
