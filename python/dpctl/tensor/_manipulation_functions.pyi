# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "matrix_transpose",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "swapaxes",
    "tile",
    "unstack",
]

def broadcast_arrays(*args: usm_ndarray) -> list[usm_ndarray]: ...
def broadcast_to(X: usm_ndarray, /, shape: tuple[SupportsIndex, ...]) -> usm_ndarray: ...
def concat(arrays: list[Any] | tuple[usm_ndarray, ...], /, *, axis: SupportsIndex = 0) -> usm_ndarray: ...
def expand_dims(X: usm_ndarray, /, *, axis: SupportsIndex | tuple[SupportsIndex, ...] = 0) -> usm_ndarray: ...
def flip(X: usm_ndarray, /, *, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> usm_ndarray: ...
def matrix_transpose(x: usm_ndarray) -> usm_ndarray: ...
def moveaxis(
    X: usm_ndarray,
    source: SupportsIndex | tuple[SupportsIndex, ...],
    destination: SupportsIndex | tuple[SupportsIndex, ...],
    /,
) -> usm_ndarray: ...
def permute_dims(X: usm_ndarray, /, axes: tuple[SupportsIndex, ...]) -> usm_ndarray: ...
def repeat(
    x: usm_ndarray,
    repeats: SupportsIndex | Sequence[SupportsIndex] | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
) -> usm_ndarray: ...
def reshape(
    X: usm_ndarray,
    /,
    shape: SupportsIndex | tuple[SupportsIndex, ...],
    *,
    order: Literal["C", "F"] = "C",
    copy: bool | None = None,
) -> usm_ndarray: ...
def roll(
    x: usm_ndarray,
    /,
    shift: SupportsIndex | tuple[SupportsIndex, ...],
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
) -> usm_ndarray: ...
def squeeze(X: usm_ndarray, /, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> usm_ndarray: ...
def stack(arrays: list[Any] | tuple[usm_ndarray, ...], /, *, axis: SupportsIndex = 0) -> usm_ndarray: ...
def swapaxes(X: usm_ndarray, axis1: SupportsIndex, axis2: SupportsIndex) -> usm_ndarray: ...
def tile(x: usm_ndarray, repetitions: SupportsIndex | tuple[SupportsIndex, ...], /) -> usm_ndarray: ...
def unstack(X: usm_ndarray, /, *, axis: SupportsIndex = 0) -> tuple[usm_ndarray, ...]: ...
