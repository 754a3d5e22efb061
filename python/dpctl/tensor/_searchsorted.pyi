# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import Literal

__all__ = [
    "searchsorted",
]

def searchsorted(
    x1: usm_ndarray, x2: usm_ndarray, /, *, side: Literal["left", "right"] = "left", sorter: usm_ndarray | None = None
) -> usm_ndarray: ...
