# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
import numpy

__all__ = [
    "asnumpy",
    "astype",
    "copy",
    "to_numpy",
]

def asnumpy(usm_ary: usm_ndarray) -> numpy.ndarray[Any, Any]: ...
def astype(
    usm_ary: usm_ndarray,
    newdtype: DTypeLike | None,
    /,
    *,
    order: Literal["C", "F", "A", "K"] = "K",
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "unsafe",
    copy: bool = True,
    device: str | SyclDevice | SyclQueue | Device | None = None,
) -> usm_ndarray: ...
def copy(usm_ary: usm_ndarray, /, *, order: Literal["C", "F", "A", "K"] = "K") -> usm_ndarray: ...
def to_numpy(usm_ary: usm_ndarray, /) -> numpy.ndarray[Any, Any]: ...
