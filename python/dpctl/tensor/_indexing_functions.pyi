# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "extract",
    "nonzero",
    "place",
    "put",
    "put_along_axis",
    "take",
    "take_along_axis",
]

def extract(condition: usm_ndarray, arr: usm_ndarray) -> usm_ndarray: ...
def nonzero(arr: usm_ndarray) -> tuple[usm_ndarray, ...]: ...
def place(arr: usm_ndarray, mask: usm_ndarray, vals: usm_ndarray) -> None: ...
def put(
    x: usm_ndarray,
    indices: Any,
    vals: usm_ndarray | complex | numpy.generic | numpy.ndarray[Any, Any] | Sequence[Any],
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    mode: Any = "wrap",
) -> None: ...
def put_along_axis(
    x: usm_ndarray,
    indices: Any,
    vals: usm_ndarray | complex | numpy.generic | numpy.ndarray[Any, Any] | Sequence[Any],
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = -1,
    mode: Any = "wrap",
) -> None: ...
def take(
    x: usm_ndarray,
    indices: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | None = None,
    out: usm_ndarray | None = None,
    mode: Literal["wrap", "clip"] = "wrap",
) -> usm_ndarray: ...
def take_along_axis(
    x: usm_ndarray, indices: usm_ndarray, /, *, axis: SupportsIndex = -1, mode: Literal["wrap", "clip"] = "wrap"
) -> usm_ndarray: ...
