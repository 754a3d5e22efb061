"""Names of the older interface (0.17 to 0.20), as programs write them: ``numba_dpex.get_global_id(0)``,
``numba_dpex.local.array(...)``."""

from __future__ import annotations

from types import SimpleNamespace

import dpctl
from dpctl import device_context as offload_to_sycl_device
from dpctl.tensor import asarray

from ._compiler import interface
from ._decorators import kernel as autojit

__all__ = [
    "CLK_GLOBAL_MEM_FENCE",
    "CLK_LOCAL_MEM_FENCE",
    "DEFAULT_LOCAL_SIZE",
    "GLOBAL_MEM_FENCE",
    "LOCAL_MEM_FENCE",
    "asarray",
    "atomic",
    "autojit",
    "barrier",
    "get_global_id",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
    "get_work_dim",
    "is_available",
    "local",
    "mem_fence",
    "offload_to_sycl_device",
    "private",
    "sub_group_barrier",
]

get_global_id = interface.INDEX_FUNCTIONS["global_id"]
get_local_id = interface.INDEX_FUNCTIONS["local_id"]
get_group_id = interface.INDEX_FUNCTIONS["group_id"]
get_num_groups = interface.INDEX_FUNCTIONS["num_groups"]
get_global_size = interface.INDEX_FUNCTIONS["global_size"]
get_local_size = interface.INDEX_FUNCTIONS["local_size"]
get_work_dim = interface.get_work_dim
barrier = interface.barrier
sub_group_barrier = interface.sub_group_barrier
mem_fence = interface.mem_fence

CLK_LOCAL_MEM_FENCE = LOCAL_MEM_FENCE = 1
CLK_GLOBAL_MEM_FENCE = GLOBAL_MEM_FENCE = 2

#: ``kernel[global, DEFAULT_LOCAL_SIZE]``: the implementation chooses.
DEFAULT_LOCAL_SIZE = []

local = SimpleNamespace(array=interface.local_array)
private = SimpleNamespace(array=interface.private_array)
atomic = SimpleNamespace(add=interface.atomic_add, sub=interface.atomic_sub)


def is_available() -> bool:
    """Whether a device that executes kernels is available."""
    return dpctl.get_num_devices() > 0
