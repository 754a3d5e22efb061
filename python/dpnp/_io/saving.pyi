# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from os import PathLike
from re import Pattern
from typing import Any
from typing import IO
from typing import Literal

__all__ = [
    "fromregex",
    "genfromtxt",
    "load",
    "save",
    "savetxt",
    "savez",
    "savez_compressed",
]

def fromregex(
    file: str | PathLike[str] | IO[Any],
    regexp: str | Pattern[Any],
    dtype: DTypeLike | None,
    encoding: str | None = None,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def genfromtxt(
    fname: str | PathLike[str] | IO[Any] | Sequence[str],
    dtype: DTypeLike | None = ...,
    *args: Any,
    like: ndarray | usm_ndarray | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
    **kwargs: Any,
) -> ndarray: ...
def load(
    file: str | PathLike[str] | IO[Any],
    mmap_mode: Any = None,
    allow_pickle: bool = False,
    fix_imports: Any = True,
    encoding: Any = "ASCII",
    *,
    max_header_size: Any = 10000,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = "device",
    sycl_queue: SyclQueue | None = None,
) -> Any: ...
def save(file: str | PathLike[str] | IO[Any], arr: ndarray | usm_ndarray, allow_pickle: bool = True) -> None: ...
def savetxt(
    fname: str | PathLike[str] | IO[Any],
    X: Any,
    fmt: str | Sequence[str] = "%.18e",
    delimiter: str = " ",
    newline: str = "\n",
    header: str = "",
    footer: str = "",
    comments: str = "# ",
    encoding: str | None = None,
) -> None: ...
def savez(file: str | PathLike[str] | IO[Any], *args: Any, allow_pickle: bool = True, **kwds: Any) -> None: ...
def savez_compressed(file: Any, *args: Any, allow_pickle: bool = True, **kwds: Any) -> None: ...
