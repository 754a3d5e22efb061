# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal

__all__ = [
    "asarray",
    "from_numpy",
]

def asarray(
    obj: Any,
    /,
    *,
    dtype: DTypeLike | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    copy: bool | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
) -> usm_ndarray: ...
def from_numpy(
    np_ary: Any,
    /,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
