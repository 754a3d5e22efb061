"""Enumerations: kinds of devices and backends, states of events, capabilities of devices.

Their members count from 1, in the order of the reference packages; ``libdpex`` uses the same numbers.
"""

from enum import Enum, auto

__all__ = [
    "backend_type",
    "device_type",
    "event_status_type",
    "fp_config",
    "global_mem_cache_type",
    "local_mem_type",
    "memory_order",
    "memory_scope",
    "partition_property",
]


class device_type(Enum):
    """Type of a device."""

    all = auto()
    accelerator = auto()
    automatic = auto()
    cpu = auto()
    custom = auto()
    gpu = auto()


class backend_type(Enum):
    """Backend under whose name a device answers."""

    all = auto()
    cuda = auto()
    hip = auto()
    level_zero = auto()
    opencl = auto()


class event_status_type(Enum):
    """How far a command is."""

    unknown_status = auto()
    submitted = auto()
    running = auto()
    complete = auto()


class global_mem_cache_type(Enum):
    """Kind of cache of a device's global memory."""

    indeterminate = auto()
    none = auto()
    read_only = auto()
    read_write = auto()


class local_mem_type(Enum):
    """Kind of a device's local memory."""

    none = auto()
    local = auto()
    global_mem = auto()


class partition_property(Enum):
    """Kinds of partition of a device into sub-devices."""

    no_partition = auto()
    partition_equally = auto()
    partition_by_counts = auto()
    partition_by_affinity_domain = auto()


class fp_config(Enum):
    """Floating-point capabilities of a device."""

    denorm = auto()
    inf_nan = auto()
    round_to_nearest = auto()
    round_to_zero = auto()
    round_to_inf = auto()
    fma = auto()
    correctly_rounded_divide_sqrt = auto()
    soft_float = auto()


class memory_order(Enum):
    """Memory orders of atomic operations and fences."""

    relaxed = auto()
    acquire = auto()
    release = auto()
    acq_rel = auto()
    seq_cst = auto()


class memory_scope(Enum):
    """Scopes of atomic operations and fences."""

    work_item = auto()
    sub_group = auto()
    work_group = auto()
    device = auto()
    system = auto()
