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

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

def fft(
    a: ndarray | usm_ndarray,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def fft2(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] = ...,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def fftfreq(
    n: SupportsIndex,
    d: float = 1.0,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    *,
    dtype: DTypeLike | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def fftn(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def fftshift(x: ndarray | usm_ndarray, axes: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> ndarray: ...
def hfft(
    a: ndarray | usm_ndarray,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def ifft(
    a: ndarray | usm_ndarray,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def ifft2(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] = ...,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def ifftn(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def ifftshift(x: ndarray | usm_ndarray, axes: SupportsIndex | tuple[SupportsIndex, ...] | None = None) -> ndarray: ...
def ihfft(
    a: ndarray | usm_ndarray,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def irfft(
    a: ndarray | usm_ndarray,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def irfft2(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] = ...,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def irfftn(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def rfft(
    a: ndarray | usm_ndarray,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def rfft2(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] = ...,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def rfftfreq(
    n: Any,
    d: Any = 1.0,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    *,
    dtype: DTypeLike | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def rfftn(
    a: ndarray | usm_ndarray,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
