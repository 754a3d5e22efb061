# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "diff",
    "ediff1d",
    "gradient",
    "interp",
    "trapezoid",
    "unwrap",
]

def diff(
    a: ndarray | usm_ndarray,
    n: SupportsIndex = 1,
    axis: SupportsIndex = -1,
    prepend: complex | numpy.generic | ndarray | usm_ndarray | None = None,
    append: complex | numpy.generic | ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def ediff1d(
    ary: ndarray | usm_ndarray,
    to_end: complex | numpy.generic | ndarray | usm_ndarray | None = None,
    to_begin: complex | numpy.generic | ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def gradient(
    f: ndarray | usm_ndarray,
    *varargs: complex | numpy.generic | ndarray | usm_ndarray,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    edge_order: Literal[1, 2] | int = 1,
) -> Any: ...
def interp(
    x: ndarray | usm_ndarray,
    xp: ndarray | usm_ndarray,
    fp: ndarray | usm_ndarray,
    left: complex | numpy.generic | None = None,
    right: complex | numpy.generic | None = None,
    period: float | None = None,
) -> ndarray: ...
def trapezoid(
    y: ndarray | usm_ndarray,
    x: ndarray | usm_ndarray | None = None,
    dx: complex | numpy.generic = 1.0,
    axis: SupportsIndex = -1,
) -> ndarray: ...
def unwrap(
    p: ndarray | usm_ndarray,
    discont: float | None = None,
    axis: SupportsIndex = -1,
    *,
    period: float = 6.283185307179586,
) -> ndarray: ...
