# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import SupportsIndex

__all__ = [
    "mean",
    "std",
    "var",
]

def mean(
    x: usm_ndarray, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
) -> usm_ndarray: ...
def std(
    x: usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    correction: SupportsIndex | float = 0.0,
    keepdims: bool = False,
) -> usm_ndarray: ...
def var(
    x: usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    correction: SupportsIndex | float = 0.0,
    keepdims: bool = False,
) -> usm_ndarray: ...
