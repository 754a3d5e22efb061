# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "Distributions",
]

class Distributions:
    def __init__(
        self, device: str | SyclDevice | SyclQueue | Device | None = None, sycl_queue: SyclQueue | None = None
    ) -> None: ...
    def exponential(
        self,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def gumbel(
        self,
        loc: Any = 0.0,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def laplace(
        self,
        loc: Any = 0.0,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def logistic(
        self,
        loc: Any = 0.0,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def lognormal(
        self,
        mean: Any = 0.0,
        sigma: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def pareto(
        self,
        a: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def power(
        self,
        a: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def rayleigh(
        self,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def standard_cauchy(
        self,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def triangular(
        self,
        left: Any,
        mode: Any,
        right: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def weibull(
        self,
        a: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def beta(
        self,
        a: Any,
        b: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def chisquare(
        self,
        df: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def f(
        self,
        dfnum: Any,
        dfden: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def gamma(
        self,
        shape: Any,
        scale: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def noncentral_chisquare(
        self,
        df: Any,
        nonc: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def noncentral_f(
        self,
        dfnum: Any,
        dfden: Any,
        nonc: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def standard_t(
        self,
        df: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def vonmises(
        self,
        mu: Any,
        kappa: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def wald(
        self,
        mean: Any,
        scale: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def binomial(
        self,
        n: Any,
        p: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def geometric(
        self,
        p: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def hypergeometric(
        self,
        ngood: Any,
        nbad: Any,
        nsample: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def logseries(
        self,
        p: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def negative_binomial(
        self,
        n: Any,
        p: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def poisson(
        self,
        lam: Any = 1.0,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def zipf(
        self,
        a: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
