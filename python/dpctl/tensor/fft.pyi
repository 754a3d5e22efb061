# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "fft",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]

def fft(
    x: usm_ndarray,
    /,
    *,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def fftfreq(
    n: SupportsIndex,
    /,
    *,
    d: float = 1.0,
    dtype: DTypeLike | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
) -> usm_ndarray: ...
def fftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def fftshift(x: usm_ndarray, /, *, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> usm_ndarray: ...
def hfft(
    x: usm_ndarray,
    /,
    *,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def ifft(
    x: usm_ndarray,
    /,
    *,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def ifftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def ifftshift(x: usm_ndarray, /, *, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> usm_ndarray: ...
def ihfft(
    x: usm_ndarray,
    /,
    *,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def irfft(
    x: usm_ndarray,
    /,
    *,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def irfftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def rfft(
    x: usm_ndarray,
    /,
    *,
    n: SupportsIndex | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
def rfftfreq(
    n: SupportsIndex,
    /,
    *,
    d: float = 1.0,
    dtype: DTypeLike | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
) -> usm_ndarray: ...
def rfftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
) -> usm_ndarray: ...
