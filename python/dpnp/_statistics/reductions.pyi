# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex

__all__ = [
    "all",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "mean",
    "min",
    "prod",
    "ptp",
    "reduce_hypot",
    "std",
    "sum",
    "var",
]

def all(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    *,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def any(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    *,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def argmax(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | None = None,
    out: ndarray | usm_ndarray | None = None,
    *,
    keepdims: bool = False,
) -> ndarray: ...
def argmin(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | None = None,
    out: ndarray | usm_ndarray | None = None,
    *,
    keepdims: bool = False,
) -> ndarray: ...
def count_nonzero(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    keepdims: bool = False,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def logsumexp(
    x: ndarray | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def max(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def mean(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    *,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def min(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def prod(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def ptp(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
) -> ndarray: ...
def reduce_hypot(
    x: ndarray | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    keepdims: bool = False,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def std(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: ndarray | usm_ndarray | bool = True,
    mean: ndarray | usm_ndarray | None = None,
    correction: float | None = None,
) -> ndarray: ...
def sum(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: ndarray | usm_ndarray | bool = True,
) -> ndarray: ...
def var(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: ndarray | usm_ndarray | bool = True,
    mean: ndarray | usm_ndarray | None = None,
    correction: float | None = None,
) -> ndarray: ...

amax = max
amin = min
