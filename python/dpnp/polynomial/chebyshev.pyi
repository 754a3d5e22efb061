# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Sequence
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp.polynomial._basis import Basis
from dpnp.polynomial._series import Series
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "Chebyshev",
    "chebweight",
    "chebinterpolate",
    "chebpts1",
    "chebpts2",
    "chebadd",
    "chebsub",
    "chebmulx",
    "chebmul",
    "chebdiv",
    "chebpow",
    "chebtrim",
    "chebder",
    "chebint",
    "chebfromroots",
    "chebline",
    "cheb2poly",
    "poly2cheb",
    "chebval",
    "chebval2d",
    "chebval3d",
    "chebvalnd",
    "chebgrid2d",
    "chebgrid3d",
    "chebvander",
    "chebvander2d",
    "chebvander3d",
    "chebfit",
    "chebcompanion",
    "chebroots",
    "chebgauss",
    "chebdomain",
    "chebzero",
    "chebone",
    "chebx",
]

def chebweight(x: ndarray | usm_ndarray) -> ndarray: ...
def chebinterpolate(
    func: Callable[..., Any],
    deg: SupportsIndex,
    args: tuple[Any, ...] = ...,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def chebpts1(
    npts: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def chebpts2(
    npts: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> ndarray: ...
def chebadd(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebsub(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebmulx(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def chebmul(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebdiv(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> tuple[ndarray, ...]: ...
def chebpow(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    pow: SupportsIndex,
    maxpower: SupportsIndex | None = 16,
) -> ndarray: ...
def chebtrim(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic], tol: complex | numpy.generic = 0
) -> ndarray: ...
def chebder(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def chebint(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    k: complex | numpy.generic | Sequence[Any] = ...,
    lbnd: complex | numpy.generic = 0,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def chebfromroots(roots: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def chebline(
    off: complex | numpy.generic | ndarray | usm_ndarray, scl: complex | numpy.generic | ndarray | usm_ndarray
) -> ndarray: ...
def cheb2poly(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def poly2cheb(pol: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def chebval(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    tensor: bool = True,
) -> ndarray: ...
def chebval2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebval3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebvalnd(
    pts: Sequence[ndarray | usm_ndarray], c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]
) -> ndarray: ...
def chebgrid2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebgrid3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def chebvander(x: ndarray | usm_ndarray | Sequence[complex | numpy.generic], deg: SupportsIndex) -> ndarray: ...
def chebvander2d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def chebvander3d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    z: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def chebfit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    full: bool = False,
    w: ndarray | usm_ndarray | None = None,
) -> ndarray | tuple[Any, ...]: ...
def chebcompanion(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def chebroots(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def chebgauss(
    deg: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...

chebdomain: ndarray
chebzero: ndarray
chebone: ndarray
chebx: ndarray

class Chebyshev(Series):
    basis_: Basis
    @classmethod
    def interpolate(
        cls,
        func: Callable[..., Any],
        deg: SupportsIndex,
        domain: Sequence[complex | numpy.generic] | None = None,
        args: tuple[Any, ...] = ...,
    ) -> Chebyshev: ...
