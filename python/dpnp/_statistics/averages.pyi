# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
from typing import overload

__all__ = [
    "average",
    "corrcoef",
    "cov",
]

@overload
def average(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    weights: ndarray | usm_ndarray | None = None,
    *,
    returned: Literal[True],
    keepdims: bool = False,
) -> tuple[ndarray, ndarray]: ...
@overload
def average(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    weights: ndarray | usm_ndarray | None = None,
    returned: Literal[False] = False,
    *,
    keepdims: bool = False,
) -> ndarray: ...
@overload
def average(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    weights: ndarray | usm_ndarray | None = None,
    returned: bool = False,
    *,
    keepdims: bool = False,
) -> Any: ...
def corrcoef(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray | None = None,
    rowvar: bool = True,
    *,
    dtype: DTypeLike | None = None,
) -> ndarray: ...
def cov(
    m: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray | None = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: SupportsIndex | None = None,
    fweights: ndarray | usm_ndarray | None = None,
    aweights: ndarray | usm_ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> ndarray: ...
