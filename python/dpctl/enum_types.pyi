# Written by tools/write_stubs.py.
import enum

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

class backend_type(enum.Enum):
    all = 1
    cuda = 2
    hip = 3
    level_zero = 4
    opencl = 5

class device_type(enum.Enum):
    all = 1
    accelerator = 2
    automatic = 3
    cpu = 4
    custom = 5
    gpu = 6

class event_status_type(enum.Enum):
    unknown_status = 1
    submitted = 2
    running = 3
    complete = 4

class fp_config(enum.Enum):
    denorm = 1
    inf_nan = 2
    round_to_nearest = 3
    round_to_zero = 4
    round_to_inf = 5
    fma = 6
    correctly_rounded_divide_sqrt = 7
    soft_float = 8

class global_mem_cache_type(enum.Enum):
    indeterminate = 1
    none = 2
    read_only = 3
    read_write = 4

class local_mem_type(enum.Enum):
    none = 1
    local = 2
    global_mem = 3

class memory_order(enum.Enum):
    relaxed = 1
    acquire = 2
    release = 3
    acq_rel = 4
    seq_cst = 5

class memory_scope(enum.Enum):
    work_item = 1
    sub_group = 2
    work_group = 3
    device = 4
    system = 5

class partition_property(enum.Enum):
    no_partition = 1
    partition_equally = 2
    partition_by_counts = 3
    partition_by_affinity_domain = 4
