# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import SupportsIndex

__all__ = [
    "cumlogsumexp",
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "cumulative_sum",
]

def cumlogsumexp(
    x: ndarray | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    include_initial: bool = False,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def cumprod(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def cumsum(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def cumulative_prod(
    x: ndarray | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    include_initial: bool = False,
) -> ndarray: ...
def cumulative_sum(
    x: ndarray | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
    include_initial: bool = False,
) -> ndarray: ...
