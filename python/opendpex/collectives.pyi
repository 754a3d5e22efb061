# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any

__all__ = [
    "allreduce",
    "broadcast",
    "uses_nccl",
]

def allreduce(
    arrays: Sequence[ndarray | usm_ndarray], op: str = "sum", *, out: Sequence[ndarray | usm_ndarray] | None = None
) -> list[Any]: ...
def broadcast(x: ndarray | usm_ndarray, queues: Sequence[SyclQueue | SyclDevice | str]) -> list[Any]: ...
def uses_nccl(arrays: Sequence[ndarray | usm_ndarray]) -> bool: ...
