# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import SupportsIndex

__all__ = [
    "cumulative_logsumexp",
    "cumulative_prod",
    "cumulative_sum",
]

def cumulative_logsumexp(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    include_initial: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def cumulative_prod(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    include_initial: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
def cumulative_sum(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    include_initial: bool = False,
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
