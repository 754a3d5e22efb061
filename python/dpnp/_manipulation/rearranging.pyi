# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "asarray_chkfinite",
    "asfarray",
    "copyto",
    "flip",
    "fliplr",
    "flipud",
    "ndim",
    "require",
    "resize",
    "roll",
    "rollaxis",
    "rot90",
    "shape",
    "size",
    "trim_zeros",
]

def asarray_chkfinite(
    a: Any,
    dtype: DTypeLike | None = None,
    order: str | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def asfarray(
    a: Any,
    dtype: DTypeLike | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def copyto(
    dst: ndarray | usm_ndarray,
    src: ndarray | usm_ndarray | complex | numpy.generic,
    casting: str = "same_kind",
    where: ndarray | usm_ndarray | bool = True,
) -> None: ...
def flip(m: ndarray | usm_ndarray, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> ndarray: ...
def fliplr(m: ndarray | usm_ndarray) -> ndarray: ...
def flipud(m: ndarray | usm_ndarray) -> ndarray: ...
def ndim(a: Any) -> int: ...
def require(
    a: Any,
    dtype: DTypeLike | None = None,
    requirements: str | Sequence[str] | None = None,
    *,
    like: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def resize(a: ndarray | usm_ndarray, new_shape: SupportsIndex | tuple[SupportsIndex, ...]) -> ndarray: ...
def roll(
    x: ndarray | usm_ndarray,
    shift: SupportsIndex | tuple[SupportsIndex, ...],
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
) -> ndarray: ...
def rollaxis(a: ndarray | usm_ndarray, axis: SupportsIndex, start: SupportsIndex = 0) -> ndarray: ...
def rot90(
    m: ndarray | usm_ndarray, k: SupportsIndex = 1, axes: tuple[SupportsIndex, SupportsIndex] = ...
) -> ndarray: ...
def shape(a: Any) -> tuple[int, ...]: ...
def size(a: Any, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> int: ...
def trim_zeros(
    filt: ndarray | usm_ndarray, trim: str = "fb", axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None
) -> ndarray: ...
