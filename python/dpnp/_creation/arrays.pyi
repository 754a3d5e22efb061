# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
from typing import overload
import numpy

__all__ = [
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "astype",
    "copy",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "identity",
    "linspace",
    "ones",
    "ones_like",
    "tri",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]

def arange(
    start: complex | numpy.generic | None = None,
    /,
    stop: complex | numpy.generic | None = None,
    step: complex | numpy.generic = 1,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def array(
    a: Any,
    dtype: DTypeLike | None = None,
    *,
    copy: bool = True,
    order: str | None = "K",
    subok: bool = False,
    ndmin: SupportsIndex = 0,
    ndmax: SupportsIndex = 0,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def asanyarray(
    a: Any,
    dtype: DTypeLike | None = None,
    order: str | None = None,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
    copy: bool | None = None,
) -> ndarray: ...
def asarray(
    a: Any,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
    copy: bool | None = None,
    like: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def ascontiguousarray(
    a: Any,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def asfortranarray(
    a: Any,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def astype(
    x: ndarray | usm_ndarray,
    dtype: DTypeLike | None,
    /,
    *,
    order: Literal["C", "F", "A", "K"] = "K",
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "unsafe",
    copy: bool = True,
    device: str | SyclDevice | SyclQueue | Device | None = None,
) -> ndarray: ...
def copy(
    a: Any,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: bool = False,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def empty(
    shape: SupportsIndex | tuple[SupportsIndex, ...],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    like: ndarray | usm_ndarray | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def empty_like(
    a: ndarray | usm_ndarray,
    /,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: bool = False,
    shape: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def eye(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def from_dlpack(
    x: Any,
    /,
    *,
    device: str | SyclDevice | SyclQueue | Device | tuple[SupportsIndex, SupportsIndex] | None = None,
    copy: bool | None = None,
) -> ndarray: ...
def full(
    shape: SupportsIndex | tuple[SupportsIndex, ...],
    fill_value: Any,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def full_like(
    a: ndarray | usm_ndarray,
    fill_value: Any,
    dtype: DTypeLike | None = None,
    order: str | None = "K",
    subok: bool = False,
    shape: Any = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def identity(
    n: SupportsIndex,
    dtype: DTypeLike | None = None,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
@overload
def linspace(
    start: Any,
    stop: Any,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    *,
    retstep: Literal[True],
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ndarray]: ...
@overload
def linspace(
    start: Any,
    stop: Any,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    retstep: Literal[False] = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
@overload
def linspace(
    start: Any,
    stop: Any,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> Any: ...
def ones(
    shape: SupportsIndex | tuple[SupportsIndex, ...],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    like: ndarray | usm_ndarray | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def ones_like(
    a: ndarray | usm_ndarray,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: bool = False,
    shape: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def tri(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike | None = ...,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def tril(m: ndarray | usm_ndarray, k: SupportsIndex = 0) -> ndarray: ...
def triu(m: ndarray | usm_ndarray, k: SupportsIndex = 0) -> ndarray: ...
def zeros(
    shape: SupportsIndex | tuple[SupportsIndex, ...],
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    like: ndarray | usm_ndarray | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def zeros_like(
    a: ndarray | usm_ndarray,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    subok: bool = False,
    shape: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
