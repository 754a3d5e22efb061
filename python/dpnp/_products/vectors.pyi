# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import SupportsIndex

__all__ = [
    "cross",
]

def cross(
    a: ndarray | usm_ndarray,
    b: ndarray | usm_ndarray,
    axisa: SupportsIndex = -1,
    axisb: SupportsIndex = -1,
    axisc: SupportsIndex = -1,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
