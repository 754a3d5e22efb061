# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
import numpy

__all__ = [
    "arccos",
    "arcsin",
    "arctanh",
    "log",
    "log10",
    "log2",
    "logn",
    "power",
    "sqrt",
]

def arccos(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def arcsin(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def arctanh(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def log(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def log10(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def log2(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
def logn(
    n: ndarray | usm_ndarray | complex | numpy.generic, x: ndarray | usm_ndarray | complex | numpy.generic
) -> ndarray: ...
def power(
    x: ndarray | usm_ndarray | complex | numpy.generic, p: ndarray | usm_ndarray | complex | numpy.generic
) -> ndarray: ...
def sqrt(x: ndarray | usm_ndarray | complex | numpy.generic) -> ndarray: ...
