# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "dot",
    "inner",
    "kron",
    "matmul",
    "matvec",
    "outer",
    "tensordot",
    "trace",
    "vdot",
    "vecdot",
    "vecmat",
]

def dot(
    a: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    b: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def inner(
    a: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    b: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
) -> ndarray: ...
def kron(
    a: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    b: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
) -> ndarray: ...
def matmul(
    x1: ndarray | usm_ndarray,
    x2: ndarray | usm_ndarray,
    /,
    out: ndarray | usm_ndarray | None = None,
    *,
    casting: str = "same_kind",
    order: Literal["C", "F", "A", "K"] = "K",
    dtype: DTypeLike | None = None,
    subok: bool = True,
    signature: str | tuple[Any, ...] | None = None,
    axes: Sequence[Any] | None = None,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
def matvec(
    x1: ndarray | usm_ndarray,
    x2: ndarray | usm_ndarray,
    /,
    out: ndarray | usm_ndarray | None = None,
    *,
    casting: str = "same_kind",
    order: Literal["C", "F", "A", "K"] = "K",
    dtype: DTypeLike | None = None,
    subok: bool = True,
    signature: str | tuple[Any, ...] | None = None,
    axes: Sequence[Any] | None = None,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
def outer(
    a: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    b: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def tensordot(
    a: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    b: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    axes: SupportsIndex | tuple[SupportsIndex, SupportsIndex] | Sequence[Any] = 2,
) -> ndarray: ...
def trace(
    a: ndarray | usm_ndarray,
    offset: SupportsIndex = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: DTypeLike | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def vdot(a: ndarray | usm_ndarray, b: ndarray | usm_ndarray) -> ndarray: ...
def vecdot(
    x1: ndarray | usm_ndarray,
    x2: ndarray | usm_ndarray,
    /,
    out: ndarray | usm_ndarray | None = None,
    *,
    casting: str = "same_kind",
    order: Literal["C", "F", "A", "K"] = "K",
    dtype: DTypeLike | None = None,
    subok: bool = True,
    signature: str | tuple[Any, ...] | None = None,
    axes: Sequence[Any] | None = None,
    axis: SupportsIndex | None = None,
    keepdims: bool = False,
) -> ndarray: ...
def vecmat(
    x1: ndarray | usm_ndarray,
    x2: ndarray | usm_ndarray,
    /,
    out: ndarray | usm_ndarray | None = None,
    *,
    casting: str = "same_kind",
    order: Literal["C", "F", "A", "K"] = "K",
    dtype: DTypeLike | None = None,
    subok: bool = True,
    signature: str | tuple[Any, ...] | None = None,
    axes: Sequence[Any] | None = None,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
