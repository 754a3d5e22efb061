# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
import numpy

__all__ = [
    "allclose",
    "array_equal",
    "array_equiv",
    "isclose",
    "iscomplex",
    "iscomplexobj",
    "isfortran",
    "isneginf",
    "isposinf",
    "isreal",
    "isrealobj",
    "isscalar",
]

def allclose(
    a: ndarray | usm_ndarray | complex | numpy.generic,
    b: ndarray | usm_ndarray | complex | numpy.generic,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> ndarray: ...
def array_equal(
    a1: ndarray | usm_ndarray | complex | numpy.generic,
    a2: ndarray | usm_ndarray | complex | numpy.generic,
    equal_nan: bool = False,
) -> ndarray: ...
def array_equiv(
    a1: ndarray | usm_ndarray | complex | numpy.generic, a2: ndarray | usm_ndarray | complex | numpy.generic
) -> ndarray: ...
def isclose(
    a: ndarray | usm_ndarray | complex | numpy.generic,
    b: ndarray | usm_ndarray | complex | numpy.generic,
    rtol: float | ndarray | usm_ndarray = 1e-05,
    atol: float | ndarray | usm_ndarray = 1e-08,
    equal_nan: bool = False,
) -> ndarray: ...
def iscomplex(x: ndarray | usm_ndarray) -> ndarray: ...
def iscomplexobj(x: Any) -> bool: ...
def isfortran(a: ndarray | usm_ndarray) -> bool: ...
def isneginf(x: ndarray | usm_ndarray, out: ndarray | usm_ndarray | None = None) -> ndarray: ...
def isposinf(x: ndarray | usm_ndarray, out: ndarray | usm_ndarray | None = None) -> ndarray: ...
def isreal(x: ndarray | usm_ndarray) -> ndarray: ...
def isrealobj(x: Any) -> bool: ...
def isscalar(element: Any) -> bool: ...
