# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy import ndindex as ndindex
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
from typing import overload
import numpy

__all__ = [
    "diag_indices",
    "diag_indices_from",
    "indices",
    "iterable",
    "ix_",
    "mask_indices",
    "ndindex",
    "ravel_multi_index",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
    "unravel_index",
]

def diag_indices(
    n: SupportsIndex,
    ndim: SupportsIndex = 2,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...
def diag_indices_from(arr: ndarray | usm_ndarray) -> tuple[ndarray, ...]: ...
@overload
def indices(
    dimensions: Sequence[SupportsIndex],
    dtype: DTypeLike | None = ...,
    *,
    sparse: Literal[True],
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...
@overload
def indices(
    dimensions: Sequence[SupportsIndex],
    dtype: DTypeLike | None = ...,
    sparse: Literal[False] = False,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
@overload
def indices(
    dimensions: Sequence[SupportsIndex],
    dtype: DTypeLike | None = ...,
    sparse: bool = False,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> Any: ...
def iterable(y: Any) -> bool: ...
def ix_(*args: ndarray | usm_ndarray | Sequence[SupportsIndex]) -> tuple[ndarray, ...]: ...
def mask_indices(
    n: SupportsIndex,
    mask_func: Callable[..., Any],
    k: complex | numpy.generic = 0,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...
def ravel_multi_index(
    multi_index: tuple[ndarray | usm_ndarray, ...],
    dims: tuple[SupportsIndex, ...],
    mode: Literal["raise", "wrap", "clip"] | tuple[Literal["raise", "wrap", "clip"], ...] = "raise",
    order: Literal["C", "F"] = "C",
) -> ndarray: ...
def tril_indices(
    n: SupportsIndex,
    k: SupportsIndex = 0,
    m: SupportsIndex | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...
def tril_indices_from(arr: ndarray | usm_ndarray, k: SupportsIndex = 0) -> tuple[ndarray, ...]: ...
def triu_indices(
    n: SupportsIndex,
    k: SupportsIndex = 0,
    m: SupportsIndex | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...
def triu_indices_from(arr: ndarray | usm_ndarray, k: SupportsIndex = 0) -> tuple[ndarray, ...]: ...
def unravel_index(
    indices: ndarray | usm_ndarray | SupportsIndex, shape: tuple[SupportsIndex, ...], order: Literal["C", "F"] = "C"
) -> tuple[ndarray, ...]: ...
