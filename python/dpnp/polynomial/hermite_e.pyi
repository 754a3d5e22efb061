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
    "HermiteE",
    "hermeweight",
    "hermeadd",
    "hermesub",
    "hermemulx",
    "hermemul",
    "hermediv",
    "hermepow",
    "hermetrim",
    "hermeder",
    "hermeint",
    "hermefromroots",
    "hermeline",
    "herme2poly",
    "poly2herme",
    "hermeval",
    "hermeval2d",
    "hermeval3d",
    "hermevalnd",
    "hermegrid2d",
    "hermegrid3d",
    "hermevander",
    "hermevander2d",
    "hermevander3d",
    "hermefit",
    "hermecompanion",
    "hermeroots",
    "hermegauss",
    "hermedomain",
    "hermezero",
    "hermeone",
    "hermex",
]

def hermeweight(x: ndarray | usm_ndarray) -> ndarray: ...
def hermeadd(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermesub(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermemulx(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermemul(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermediv(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> tuple[ndarray, ...]: ...
def hermepow(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    pow: SupportsIndex,
    maxpower: SupportsIndex | None = 16,
) -> ndarray: ...
def hermetrim(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic], tol: complex | numpy.generic = 0
) -> ndarray: ...
def hermeder(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def hermeint(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    k: complex | numpy.generic | Sequence[Any] = ...,
    lbnd: complex | numpy.generic = 0,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def hermefromroots(roots: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermeline(
    off: complex | numpy.generic | ndarray | usm_ndarray, scl: complex | numpy.generic | ndarray | usm_ndarray
) -> ndarray: ...
def herme2poly(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def poly2herme(pol: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermeval(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    tensor: bool = True,
) -> ndarray: ...
def hermeval2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermeval3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermevalnd(
    pts: Sequence[ndarray | usm_ndarray], c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]
) -> ndarray: ...
def hermegrid2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermegrid3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermevander(x: ndarray | usm_ndarray | Sequence[complex | numpy.generic], deg: SupportsIndex) -> ndarray: ...
def hermevander2d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def hermevander3d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    z: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def hermefit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    full: bool = False,
    w: ndarray | usm_ndarray | None = None,
) -> ndarray | tuple[Any, ...]: ...
def hermecompanion(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermeroots(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermegauss(
    deg: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...

hermedomain: ndarray
hermezero: ndarray
hermeone: ndarray
hermex: ndarray

class HermiteE(Series):
    basis_: Basis
