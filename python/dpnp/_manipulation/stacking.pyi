# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "append",
    "array_split",
    "column_stack",
    "concat",
    "concatenate",
    "delete",
    "dsplit",
    "dstack",
    "hsplit",
    "hstack",
    "insert",
    "row_stack",
    "split",
    "stack",
    "unstack",
    "vsplit",
    "vstack",
]

def append(
    arr: ndarray | usm_ndarray,
    values: ndarray | usm_ndarray | complex | numpy.generic,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
def array_split(
    ary: ndarray | usm_ndarray, indices_or_sections: Any, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = 0
) -> list[ndarray]: ...
def column_stack(tup: Sequence[ndarray | usm_ndarray]) -> ndarray: ...
def concatenate(
    arrays: Sequence[ndarray | usm_ndarray],
    /,
    axis: SupportsIndex = 0,
    out: ndarray | usm_ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: str = "same_kind",
) -> ndarray: ...
def delete(
    arr: ndarray | usm_ndarray,
    obj: SupportsIndex | slice | Sequence[Any] | ndarray | usm_ndarray | bool,
    axis: SupportsIndex | None = None,
) -> ndarray: ...
def dsplit(
    ary: ndarray | usm_ndarray, indices_or_sections: SupportsIndex | Sequence[SupportsIndex]
) -> list[ndarray]: ...
def dstack(tup: Sequence[ndarray | usm_ndarray]) -> ndarray: ...
def hsplit(
    ary: ndarray | usm_ndarray, indices_or_sections: SupportsIndex | Sequence[SupportsIndex]
) -> list[ndarray]: ...
def hstack(
    tup: Sequence[ndarray | usm_ndarray], *, dtype: DTypeLike | None = None, casting: str = "same_kind"
) -> ndarray: ...
def insert(
    arr: ndarray | usm_ndarray,
    obj: SupportsIndex | slice | Sequence[Any] | ndarray | usm_ndarray | bool,
    values: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    axis: SupportsIndex | None = None,
) -> ndarray: ...
def split(
    ary: ndarray | usm_ndarray, indices_or_sections: SupportsIndex | Sequence[SupportsIndex], axis: SupportsIndex = 0
) -> list[ndarray]: ...
def stack(
    arrays: Sequence[ndarray | usm_ndarray],
    axis: SupportsIndex = 0,
    out: ndarray | usm_ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: str = "same_kind",
) -> ndarray: ...
def unstack(x: ndarray | usm_ndarray, /, *, axis: SupportsIndex = 0) -> tuple[ndarray, ...]: ...
def vsplit(
    ary: ndarray | usm_ndarray, indices_or_sections: SupportsIndex | Sequence[SupportsIndex]
) -> list[ndarray]: ...
def vstack(
    tup: Sequence[ndarray | usm_ndarray], *, dtype: DTypeLike | None = None, casting: str = "same_kind"
) -> ndarray: ...

concat = concatenate
row_stack = vstack
