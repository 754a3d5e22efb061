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
    "arange",
    "empty",
    "empty_like",
    "eye",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]

def arange(
    start: complex | numpy.generic,
    /,
    stop: complex | numpy.generic | None = None,
    step: complex | numpy.generic = 1,
    *,
    end: Any = None,
    dtype: DTypeLike | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def empty(
    shape: SupportsIndex | Sequence[SupportsIndex],
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def empty_like(
    x: usm_ndarray,
    /,
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def eye(
    n_rows: SupportsIndex,
    n_cols: SupportsIndex | None = None,
    /,
    *,
    k: SupportsIndex = 0,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def full(
    shape: SupportsIndex | Sequence[SupportsIndex],
    fill_value: complex | numpy.generic | ndarray | usm_ndarray | Sequence[Any],
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def full_like(
    x: usm_ndarray,
    /,
    fill_value: complex | numpy.generic | ndarray | usm_ndarray | Sequence[Any],
    *,
    dtype: DTypeLike | None = None,
    order: str | None = "K",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def linspace(
    start: complex | numpy.generic,
    stop: complex | numpy.generic,
    /,
    num: SupportsIndex,
    *,
    dtype: DTypeLike | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    endpoint: bool = True,
    sycl_queue: SyclQueue | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
) -> usm_ndarray: ...
def meshgrid(*arrays: usm_ndarray, indexing: Literal["xy", "ij"] = "xy") -> list[usm_ndarray]: ...
def ones(
    shape: SupportsIndex | Sequence[SupportsIndex],
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def ones_like(
    x: usm_ndarray,
    /,
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def tril(x: usm_ndarray, /, *, k: SupportsIndex = 0) -> usm_ndarray: ...
def triu(x: usm_ndarray, /, *, k: SupportsIndex = 0) -> usm_ndarray: ...
def zeros(
    shape: SupportsIndex | Sequence[SupportsIndex],
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def zeros_like(
    x: usm_ndarray,
    /,
    *,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
