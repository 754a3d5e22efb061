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
    "Hermite",
    "hermweight",
    "hermadd",
    "hermsub",
    "hermmulx",
    "hermmul",
    "hermdiv",
    "hermpow",
    "hermtrim",
    "hermder",
    "hermint",
    "hermfromroots",
    "hermline",
    "herm2poly",
    "poly2herm",
    "hermval",
    "hermval2d",
    "hermval3d",
    "hermvalnd",
    "hermgrid2d",
    "hermgrid3d",
    "hermvander",
    "hermvander2d",
    "hermvander3d",
    "hermfit",
    "hermcompanion",
    "hermroots",
    "hermgauss",
    "hermdomain",
    "hermzero",
    "hermone",
    "hermx",
]

def hermweight(x: ndarray | usm_ndarray) -> ndarray: ...
def hermadd(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermsub(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermmulx(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermmul(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermdiv(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> tuple[ndarray, ...]: ...
def hermpow(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    pow: SupportsIndex,
    maxpower: SupportsIndex | None = 16,
) -> ndarray: ...
def hermtrim(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic], tol: complex | numpy.generic = 0
) -> ndarray: ...
def hermder(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def hermint(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    k: complex | numpy.generic | Sequence[Any] = ...,
    lbnd: complex | numpy.generic = 0,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> ndarray: ...
def hermfromroots(roots: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermline(
    off: complex | numpy.generic | ndarray | usm_ndarray, scl: complex | numpy.generic | ndarray | usm_ndarray
) -> ndarray: ...
def herm2poly(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def poly2herm(pol: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermval(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    tensor: bool = True,
) -> ndarray: ...
def hermval2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermval3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermvalnd(
    pts: Sequence[ndarray | usm_ndarray], c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]
) -> ndarray: ...
def hermgrid2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermgrid3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def hermvander(x: ndarray | usm_ndarray | Sequence[complex | numpy.generic], deg: SupportsIndex) -> ndarray: ...
def hermvander2d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def hermvander3d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    z: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def hermfit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    full: bool = False,
    w: ndarray | usm_ndarray | None = None,
) -> ndarray | tuple[Any, ...]: ...
def hermcompanion(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermroots(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def hermgauss(
    deg: SupportsIndex,
    *,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> tuple[ndarray, ...]: ...

hermdomain: ndarray
hermzero: ndarray
hermone: ndarray
hermx: ndarray

class Hermite(Series):
    basis_: Basis
