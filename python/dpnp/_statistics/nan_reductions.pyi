# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex

__all__ = [
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
]

def nanargmax(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    *,
    keepdims: bool = False,
) -> ndarray: ...
def nanargmin(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    *,
    keepdims: bool = False,
) -> ndarray: ...
def nancumprod(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def nancumsum(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def nanmax(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: bool | ndarray | usm_ndarray = True,
) -> ndarray: ...
def nanmean(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    *,
    where: bool | ndarray | usm_ndarray = True,
) -> ndarray: ...
def nanmin(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: bool | ndarray | usm_ndarray = True,
) -> ndarray: ...
def nanprod(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: bool | ndarray | usm_ndarray = True,
) -> ndarray: ...
def nanstd(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: bool | ndarray | usm_ndarray = True,
    mean: ndarray | usm_ndarray | None = None,
    correction: float | None = None,
) -> ndarray: ...
def nansum(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    keepdims: bool = False,
    initial: Any = ...,
    where: bool | ndarray | usm_ndarray = True,
) -> ndarray: ...
def nanvar(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: bool | ndarray | usm_ndarray = True,
    mean: ndarray | usm_ndarray | None = None,
    correction: float | None = None,
) -> ndarray: ...
