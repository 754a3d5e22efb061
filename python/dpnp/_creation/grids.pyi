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

__all__ = [
    "diag",
    "diagflat",
    "geomspace",
    "logspace",
    "meshgrid",
    "mgrid",
    "ogrid",
    "vander",
]

def diag(
    v: ndarray | usm_ndarray,
    k: SupportsIndex = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def diagflat(
    v: Any,
    k: SupportsIndex = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def geomspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10.0,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def meshgrid(
    *xi: ndarray | usm_ndarray, copy: bool = True, sparse: bool = False, indexing: Literal["xy", "ij"] = "xy"
) -> tuple[ndarray, ...]: ...

mgrid: _Grid
ogrid: _Grid

def vander(
    x: ndarray | usm_ndarray,
    N: SupportsIndex | None = None,
    increasing: bool = False,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...

class _Grid:
    def __init__(self, is_sparse: bool, placement: dict[Any, Any]) -> None: ...
    def __call__(
        self,
        device: str | SyclDevice | SyclQueue | Device | None = None,
        usm_type: Literal["device", "shared", "host"] | None = "device",
        sycl_queue: SyclQueue | None = None,
    ) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
