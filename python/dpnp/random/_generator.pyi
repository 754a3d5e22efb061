# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp.random._bit_generators import BitGenerator
from dpnp.random._sampling import Sampling
from dpnp.random._seed_sequence import SeedSequence
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "Generator",
    "default_rng",
]

def default_rng(
    seed: SupportsIndex | Sequence[SupportsIndex] | SeedSequence | BitGenerator | Generator | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> Generator: ...

class Generator(Sampling):
    def __init__(
        self,
        bit_generator: BitGenerator,
        device: str | SyclDevice | SyclQueue | Device | None = None,
        sycl_queue: SyclQueue | None = None,
    ) -> None: ...
    @property
    def bit_generator(self) -> BitGenerator: ...
    @property
    def sycl_queue(self) -> SyclQueue: ...
    def spawn(self, n_children: int) -> list[Generator]: ...
    def random(
        self,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: type[numpy.float64] | type[numpy.float32] = ...,
        out: ndarray | usm_ndarray | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def standard_normal(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike | None = ...,
        out: ndarray | usm_ndarray | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] | None = "device",
    ) -> ndarray: ...
    def standard_exponential(
        self,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike | None = ...,
        method: Literal["zig", "inv"] = "zig",
        out: ndarray | usm_ndarray | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] | None = "device",
    ) -> ndarray: ...
    def standard_gamma(
        self,
        shape: Any,
        size: SupportsIndex | Sequence[SupportsIndex] | None = None,
        dtype: DTypeLike | None = ...,
        out: ndarray | usm_ndarray | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] | None = "device",
    ) -> ndarray: ...
    def normal(
        self,
        loc: Any = 0.0,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def uniform(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def integers(
        self,
        low: Any,
        high: Any = None,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        dtype: DTypeLike | None = ...,
        endpoint: bool = False,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
