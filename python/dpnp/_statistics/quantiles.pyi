# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import SupportsIndex

__all__ = [
    "median",
    "nanmedian",
    "nanpercentile",
    "nanquantile",
    "percentile",
    "quantile",
]

def median(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> ndarray: ...
def nanmedian(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    overwrite_input: Any = False,
    keepdims: bool = False,
) -> ndarray: ...
def nanpercentile(
    a: ndarray | usm_ndarray,
    q: float | Sequence[float] | ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def nanquantile(
    a: ndarray | usm_ndarray,
    q: float | Sequence[float] | ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def percentile(
    a: ndarray | usm_ndarray,
    q: float | Sequence[float] | ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def quantile(
    a: ndarray | usm_ndarray,
    q: float | Sequence[float] | ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    out: ndarray | usm_ndarray | None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
