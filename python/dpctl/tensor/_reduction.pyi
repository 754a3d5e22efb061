# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import SupportsIndex

__all__ = [
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "min",
    "prod",
    "reduce_hypot",
    "sum",
]

def argmax(
    x: usm_ndarray, /, *, axis: SupportsIndex | None = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray: ...
def argmin(
    x: usm_ndarray, /, *, axis: SupportsIndex | None = None, keepdims: bool = False, out: usm_ndarray | None = None
) -> usm_ndarray: ...
def count_nonzero(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def logsumexp(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def max(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def min(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def prod(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def reduce_hypot(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def sum(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
