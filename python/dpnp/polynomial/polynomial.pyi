# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp.polynomial._basis import Basis
from dpnp.polynomial._series import Series
from typing import Any
from typing import Literal
from typing import SupportsIndex
from typing import overload
import numpy

__all__ = [
    "Polynomial",
    "polyadd",
    "polysub",
    "polymulx",
    "polymul",
    "polydiv",
    "polypow",
    "polytrim",
    "polyder",
    "polyint",
    "polyfromroots",
    "polyline",
    "polyval",
    "polyval2d",
    "polyval3d",
    "polyvalnd",
    "polygrid2d",
    "polygrid3d",
    "polyvander",
    "polyvander2d",
    "polyvander3d",
    "polyfit",
    "polycompanion",
    "polyroots",
    "polyvalfromroots",
    "polydomain",
    "polyzero",
    "polyone",
    "polyx",
]

def polyadd(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> Any: ...
def polysub(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> Any: ...
def polymulx(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def polymul(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> Any: ...
def polydiv(
    c1: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    c2: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> tuple[Any, Any]: ...
def polypow(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    pow: SupportsIndex,
    maxpower: SupportsIndex | None = None,
) -> ndarray: ...
def polytrim(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic], tol: complex | numpy.generic = 0
) -> ndarray: ...
def polyder(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> Any: ...
def polyint(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    m: SupportsIndex = 1,
    k: complex | numpy.generic | Sequence[Any] = ...,
    lbnd: complex | numpy.generic = 0,
    scl: complex | numpy.generic = 1,
    axis: SupportsIndex = 0,
) -> Any: ...
def polyfromroots(roots: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def polyline(
    off: complex | numpy.generic | ndarray | usm_ndarray, scl: complex | numpy.generic | ndarray | usm_ndarray
) -> ndarray: ...
def polyval(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    tensor: bool = True,
) -> Any: ...
def polyval2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def polyval3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def polyvalnd(
    pts: Sequence[ndarray | usm_ndarray], c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]
) -> ndarray: ...
def polygrid2d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def polygrid3d(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    y: ndarray | usm_ndarray | complex | numpy.generic,
    z: ndarray | usm_ndarray | complex | numpy.generic,
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def polyvander(x: ndarray | usm_ndarray | Sequence[complex | numpy.generic], deg: SupportsIndex) -> ndarray: ...
def polyvander2d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
def polyvander3d(
    x: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    y: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    z: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    deg: Sequence[SupportsIndex],
) -> ndarray: ...
@overload
def polyfit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    *,
    full: Literal[True],
    w: ndarray | usm_ndarray | None = None,
) -> tuple[Any, ...]: ...
@overload
def polyfit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    full: Literal[False] = False,
    w: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
@overload
def polyfit(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    deg: SupportsIndex | Sequence[SupportsIndex],
    rcond: float | None = None,
    full: bool = False,
    w: ndarray | usm_ndarray | None = None,
) -> Any: ...
def polycompanion(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def polyroots(c: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def polyvalfromroots(
    x: ndarray | usm_ndarray | complex | numpy.generic,
    r: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    tensor: bool = True,
) -> ndarray: ...

polydomain: ndarray
polyzero: ndarray
polyone: ndarray
polyx: ndarray

class Polynomial(Series):
    basis_: Basis
