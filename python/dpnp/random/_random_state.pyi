# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpnp import ndarray
from dpnp.random._sampling import Sampling
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "RandomState",
]

class RandomState(Sampling):
    def __init__(
        self,
        seed: SupportsIndex | Sequence[SupportsIndex] | None = None,
        device: str | SyclDevice | SyclQueue | Device | None = None,
        sycl_queue: SyclQueue | None = None,
    ) -> None: ...
    def seed(self, seed: SupportsIndex | Sequence[SupportsIndex] | None = None) -> None: ...
    def get_state(self, legacy: bool = True) -> tuple[Any, ...] | dict[str, Any]: ...
    def set_state(self, state: tuple[Any, ...] | dict[str, Any]) -> None: ...
    def get_sycl_queue(self) -> SyclQueue: ...
    def get_sycl_device(self) -> SyclDevice: ...
    def normal(
        self,
        loc: Any = 0.0,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: type[numpy.float32] | type[numpy.float64] | None = None,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def uniform(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: type[numpy.float32] | type[numpy.float64] | type[numpy.int32] | None = None,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def randint(
        self,
        low: SupportsIndex,
        high: SupportsIndex | None = None,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = ...,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def random_integers(
        self,
        low: SupportsIndex,
        high: SupportsIndex | None = None,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: str = "device",
    ) -> ndarray: ...
    def rand(self, *args: SupportsIndex, usm_type: str = "device") -> ndarray: ...
    def randn(self, *args: SupportsIndex, usm_type: str = "device") -> ndarray: ...
    def random_sample(
        self, size: SupportsIndex | tuple[SupportsIndex, ...] | None = None, usm_type: str = "device"
    ) -> ndarray: ...
    def random(
        self, size: SupportsIndex | tuple[SupportsIndex, ...] | None = None, usm_type: str = "device"
    ) -> ndarray: ...
    def standard_normal(
        self, size: SupportsIndex | tuple[SupportsIndex, ...] | None = None, usm_type: str = "device"
    ) -> ndarray: ...
    def standard_exponential(
        self, size: SupportsIndex | tuple[SupportsIndex, ...] | None = None, *, usm_type: str = "device"
    ) -> ndarray: ...
    def standard_gamma(
        self, shape: Any, size: SupportsIndex | tuple[SupportsIndex, ...] | None = None, *, usm_type: str = "device"
    ) -> ndarray: ...
    def tomaxint(
        self,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] | None = "device",
    ) -> ndarray: ...
