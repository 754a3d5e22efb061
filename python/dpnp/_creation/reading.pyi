# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Iterable
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpnp import ndarray
from numpy.typing import DTypeLike
from os import PathLike
from typing import Any
from typing import IO
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "frombuffer",
    "fromfile",
    "fromfunction",
    "fromiter",
    "fromstring",
    "loadtxt",
]

def frombuffer(
    buffer: bytes | bytearray | memoryview,
    dtype: DTypeLike | None = ...,
    count: int = -1,
    offset: Any = 0,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def fromfile(
    file: str | PathLike[str] | IO[Any],
    dtype: DTypeLike | None = ...,
    count: int = -1,
    sep: Any = "",
    offset: Any = 0,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def fromfunction(
    function: Callable[..., Any],
    shape: tuple[SupportsIndex, ...],
    *,
    dtype: DTypeLike | None = ...,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
    **kwargs: Any,
) -> Any: ...
def fromiter(
    iter: Iterable[Any],
    dtype: DTypeLike | None,
    count: SupportsIndex = -1,
    *,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def fromstring(
    string: str,
    dtype: DTypeLike | None = ...,
    count: int = -1,
    *,
    sep: Any,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def loadtxt(
    fname: str | PathLike[str] | IO[Any],
    dtype: DTypeLike | None = ...,
    comments: Any = "#",
    delimiter: Any = None,
    converters: Any = None,
    skiprows: Any = 0,
    usecols: Any = None,
    unpack: Any = False,
    ndmin: Any = 0,
    encoding: Any = None,
    max_rows: Any = None,
    *,
    quotechar: Any = None,
    like: Any = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
