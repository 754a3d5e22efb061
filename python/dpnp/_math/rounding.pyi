# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "angle",
    "around",
    "clip",
    "fix",
    "imag",
    "nan_to_num",
    "real",
    "real_if_close",
    "round",
]

def angle(
    z: ndarray | usm_ndarray,
    deg: bool = False,
    *,
    out: ndarray | usm_ndarray | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
) -> ndarray: ...
def around(
    a: ndarray | usm_ndarray, decimals: SupportsIndex = 0, out: ndarray | usm_ndarray | None = None
) -> ndarray: ...
def clip(
    a: ndarray | usm_ndarray,
    min: ndarray | usm_ndarray | complex | numpy.generic | None = None,
    max: ndarray | usm_ndarray | complex | numpy.generic | None = None,
    out: ndarray | usm_ndarray | None = None,
    *,
    order: Literal["C", "F", "A", "K"] = "K",
    a_min: Any = None,
    a_max: Any = None,
    where: bool | ndarray | usm_ndarray = True,
    dtype: DTypeLike | None = None,
    casting: str = "same_kind",
) -> ndarray: ...
def fix(x: ndarray | usm_ndarray, out: ndarray | usm_ndarray | None = None, *, order: str | None = "K") -> ndarray: ...
def imag(val: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def nan_to_num(
    x: ndarray | usm_ndarray,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> ndarray: ...
def real(val: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def real_if_close(a: ndarray | usm_ndarray, tol: float = 100) -> ndarray: ...
def round(
    a: ndarray | usm_ndarray,
    decimals: SupportsIndex = 0,
    out: ndarray | usm_ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> ndarray: ...
