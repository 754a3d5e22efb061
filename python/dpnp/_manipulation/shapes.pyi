# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "expand_dims",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "ravel",
    "repeat",
    "reshape",
    "squeeze",
    "swapaxes",
    "tile",
    "transpose",
]

def atleast_1d(*arys: ndarray | usm_ndarray | complex | numpy.generic) -> Any: ...
def atleast_2d(*arys: ndarray | usm_ndarray | complex | numpy.generic) -> Any: ...
def atleast_3d(*arys: ndarray | usm_ndarray | complex | numpy.generic) -> Any: ...
def broadcast_arrays(*args: ndarray | usm_ndarray, subok: bool = False) -> tuple[ndarray, ...]: ...
def broadcast_shapes(*args: SupportsIndex | tuple[SupportsIndex, ...]) -> tuple[int, ...]: ...
def broadcast_to(
    array: ndarray | usm_ndarray, shape: SupportsIndex | tuple[SupportsIndex, ...], subok: bool = False
) -> ndarray: ...
def expand_dims(a: ndarray | usm_ndarray, axis: SupportsIndex | tuple[SupportsIndex, ...]) -> ndarray: ...
def matrix_transpose(x: ndarray | usm_ndarray, /) -> ndarray: ...
def moveaxis(
    a: ndarray | usm_ndarray,
    source: SupportsIndex | Sequence[SupportsIndex],
    destination: SupportsIndex | Sequence[SupportsIndex],
) -> ndarray: ...
def ravel(a: ndarray | usm_ndarray, order: Literal["C", "F", "A", "K"] = "C") -> ndarray: ...
def repeat(
    a: ndarray | usm_ndarray,
    repeats: SupportsIndex | tuple[SupportsIndex, ...] | ndarray | usm_ndarray,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
def reshape(
    a: ndarray | usm_ndarray,
    /,
    shape: SupportsIndex | tuple[SupportsIndex, ...],
    order: Literal["C", "F", "A"] = "C",
    *,
    copy: bool | None = None,
) -> ndarray: ...
def squeeze(a: ndarray | usm_ndarray, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> ndarray: ...
def swapaxes(a: ndarray | usm_ndarray, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray: ...
def tile(A: ndarray | usm_ndarray, reps: SupportsIndex | Sequence[SupportsIndex]) -> ndarray: ...
def transpose(a: ndarray | usm_ndarray, axes: tuple[SupportsIndex, ...] | None = None) -> ndarray: ...

permute_dims = transpose
