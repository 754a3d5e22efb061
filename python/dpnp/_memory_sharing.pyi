# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any

__all__ = [
    "byte_bounds",
    "get_include",
    "may_share_memory",
    "shares_memory",
]

def byte_bounds(a: ndarray | usm_ndarray) -> tuple[int, ...]: ...
def get_include() -> str: ...
def may_share_memory(a: ndarray | usm_ndarray, b: ndarray | usm_ndarray, /, max_work: Any = 0) -> bool: ...
def shares_memory(a: ndarray | usm_ndarray, b: ndarray | usm_ndarray, /, max_work: Any = -1) -> bool: ...
