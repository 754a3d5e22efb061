# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp.random._bit_generators import BitGenerator as BitGenerator
from dpnp.random._bit_generators import MT19937 as MT19937
from dpnp.random._bit_generators import PCG64 as PCG64
from dpnp.random._bit_generators import PCG64DXSM as PCG64DXSM
from dpnp.random._bit_generators import Philox as Philox
from dpnp.random._bit_generators import SFC64 as SFC64
from dpnp.random._generator import Generator as Generator
from dpnp.random._generator import default_rng as default_rng
from dpnp.random._random_state import RandomState as RandomState
from dpnp.random._seed_sequence import SeedSequence as SeedSequence
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import builtins
import numpy

__all__ = [
    "BitGenerator",
    "Generator",
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "Philox",
    "RandomState",
    "SFC64",
    "SeedSequence",
    "beta",
    "binomial",
    "bytes",
    "chisquare",
    "choice",
    "dirichlet",
    "exponential",
    "f",
    "gamma",
    "geometric",
    "gumbel",
    "hypergeometric",
    "laplace",
    "logistic",
    "lognormal",
    "logseries",
    "multinomial",
    "multivariate_normal",
    "negative_binomial",
    "noncentral_chisquare",
    "noncentral_f",
    "normal",
    "pareto",
    "permutation",
    "poisson",
    "power",
    "rand",
    "randint",
    "randn",
    "random",
    "random_integers",
    "random_sample",
    "rayleigh",
    "shuffle",
    "standard_cauchy",
    "standard_exponential",
    "standard_gamma",
    "standard_normal",
    "standard_t",
    "triangular",
    "uniform",
    "vonmises",
    "wald",
    "weibull",
    "zipf",
    "default_rng",
    "get_state",
    "ranf",
    "sample",
    "seed",
    "set_state",
]

def beta(
    a: Any,
    b: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def binomial(
    n: Any,
    p: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def bytes(
    length: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> builtins.bytes: ...
def chisquare(
    df: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def choice(
    a: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    replace: bool = True,
    p: Any = None,
    axis: SupportsIndex = 0,
    shuffle: bool = True,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def dirichlet(
    alpha: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def exponential(
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def f(
    dfnum: Any,
    dfden: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def gamma(
    shape: Any,
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def geometric(
    p: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def gumbel(
    loc: Any = 0.0,
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def hypergeometric(
    ngood: Any,
    nbad: Any,
    nsample: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def laplace(
    loc: Any = 0.0,
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def logistic(
    loc: Any = 0.0,
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def lognormal(
    mean: Any = 0.0,
    sigma: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def logseries(
    p: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def multinomial(
    n: Any,
    pvals: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def multivariate_normal(
    mean: Any,
    cov: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    check_valid: Literal["warn", "raise", "ignore"] = "warn",
    tol: float = 1e-08,
    *,
    method: Literal["svd", "eigh", "cholesky"] = "svd",
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def negative_binomial(
    n: Any,
    p: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def noncentral_chisquare(
    df: Any,
    nonc: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def noncentral_f(
    dfnum: Any,
    dfden: Any,
    nonc: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def normal(
    loc: Any = 0.0,
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: type[numpy.float32] | type[numpy.float64] | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def pareto(
    a: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def permutation(
    x: SupportsIndex | ndarray | usm_ndarray,
    axis: SupportsIndex = 0,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def poisson(
    lam: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def power(
    a: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def rand(
    *args: SupportsIndex,
    usm_type: str = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def randint(
    low: SupportsIndex,
    high: SupportsIndex | None = None,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: DTypeLike | None = ...,
    usm_type: Literal["device", "shared", "host"] = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def randn(
    *args: SupportsIndex,
    usm_type: str = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def random(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    usm_type: str = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def random_integers(
    low: SupportsIndex,
    high: SupportsIndex | None = None,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: str = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def random_sample(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    usm_type: str = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def rayleigh(
    scale: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def shuffle(
    x: ndarray | usm_ndarray,
    axis: SupportsIndex = 0,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> None: ...
def standard_cauchy(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def standard_exponential(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: str = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def standard_gamma(
    shape: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: str = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def standard_normal(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    usm_type: str = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def standard_t(
    df: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def triangular(
    left: Any,
    mode: Any,
    right: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def uniform(
    low: Any = 0.0,
    high: Any = 1.0,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    dtype: type[numpy.float32] | type[numpy.float64] | type[numpy.int32] | None = None,
    usm_type: Literal["device", "shared", "host"] = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def vonmises(
    mu: Any,
    kappa: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def wald(
    mean: Any,
    scale: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def weibull(
    a: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def zipf(
    a: Any,
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    usm_type: Literal["device", "shared", "host"] = "device",
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def get_state(
    legacy: bool = True,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> tuple[Any, ...] | dict[str, Any]: ...
def ranf(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    usm_type: str = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def sample(
    size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    usm_type: str = "device",
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def seed(
    seed: SupportsIndex | Sequence[SupportsIndex] | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> None: ...
def set_state(
    state: tuple[Any, ...] | dict[str, Any],
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> None: ...
