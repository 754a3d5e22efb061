# Written by tools/write_stubs.py.
from dpctl._device_context import device_context as offload_to_sycl_device
from dpctl.tensor._asarray import asarray as asarray
from numba_dpex._decorators import kernel as autojit
from types import SimpleNamespace
from typing import Any

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
CLK_GLOBAL_MEM_FENCE: int
CLK_LOCAL_MEM_FENCE: int
DEFAULT_LOCAL_SIZE: list[Any]
GLOBAL_MEM_FENCE: int
LOCAL_MEM_FENCE: int
atomic: SimpleNamespace

def barrier(flags: Any = None) -> None: ...
def get_global_id(dim: int) -> int: ...
def get_global_size(dim: int) -> int: ...
def get_group_id(dim: int) -> int: ...
def get_local_id(dim: int) -> int: ...
def get_local_size(dim: int) -> int: ...
def get_num_groups(dim: int) -> int: ...
def get_work_dim() -> int: ...
def is_available() -> bool: ...

local: SimpleNamespace

def mem_fence(flags: Any = None) -> None: ...

private: SimpleNamespace

def sub_group_barrier() -> None: ...
