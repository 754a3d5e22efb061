# Written by tools/write_stubs.py.
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
    "Laguerre",
    "lagweight",
    "lagadd",
    "lagsub",
    "lagmulx",
    "lagmul",
    "lagdiv",
    "lagpow",
    "lagtrim",
    "lagder",
    "lagint",
    "lagfromroots",
    "lagline",
    "lag2poly",
    "poly2lag",
    "lagval",
    "lagval2d",
    "lagval3d",
    "lagvalnd",
    "laggrid2d",
    "laggrid3d",
    "lagvander",
    "lagvander2d",
    "lagvander3d",
    "lagfit",
    "lagcompanion",
    "lagroots",
    "laggauss",
    "lagdomain",
    "lagzero",
    "lagone",
    "lagx",
]

def lagweight(x: ndarray | usm_ndarray) -> ndarray: ...
def lagadd(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def lagsub(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def lagmulx(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def lagmul(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def lagdiv(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> tuple[ndarray, ...]: ...
def lagpow(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    pow: SupportsIndex,
    maxpower: SupportsIndex | None = 16,
) -> ndarray: ...
def lagtrim(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic], tol: complex | numpy.generic = 0
) -> ndarray: ...
def lagder(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def lagint(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    k: complex | numpy.generic | Sequence[Any] = ...,
    lbnd: complex | numpy.generic = 0,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def lagfromroots(roots: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def lagline(
    off: complex | numpy.generic | ndarray | usm_ndarray, scl: complex | numpy.generic | ndarray | usm_ndarray
) -> ndarray: ...
def lag2poly(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def poly2lag(pol: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def lagval(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    tensor: bool = True,
) -> ndarray: ...
def lagval2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def lagval3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def lagvalnd(
    pts: Sequence[ndarray | usm_ndarray], c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]
) -> ndarray: ...
def laggrid2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def laggrid3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def lagvander(x: ndarray | usm_ndarray | Sequence[complex | numpy.generic], deg: SupportsIndex) -> ndarray: ...
def lagvander2d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def lagvander3d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    z: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def lagfit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    full: bool = False,
    w: ndarray | usm_ndarray | None = None,
) -> ndarray | tuple[Any, ...]: ...
def lagcompanion(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def lagroots(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def laggauss(
    deg: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...

lagdomain: ndarray
lagzero: ndarray
lagone: ndarray
lagx: ndarray

class Laguerre(Series):
    basis_: Basis
