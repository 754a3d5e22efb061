# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import SupportsIndex
import numpy

__all__ = [
    "all",
    "allclose",
    "any",
    "diff",
]

def all(
    x: usm_ndarray, /, *, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
) -> usm_ndarray: ...
def allclose(
    a1: usm_ndarray, a2: usm_ndarray, atol: float = 1e-08, rtol: float = 1e-05, equal_nan: bool = False
) -> usm_ndarray: ...
def any(
    x: usm_ndarray, /, *, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
) -> usm_ndarray: ...
def diff(
    x: usm_ndarray,
    /,
    n: SupportsIndex = 1,
    *,
    axis: SupportsIndex = -1,
    prepend: usm_ndarray | complex | numpy.generic | None = None,
    append: usm_ndarray | complex | numpy.generic | None = None,
) -> usm_ndarray: ...
