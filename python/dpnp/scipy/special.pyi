# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
import numpy

__all__ = [
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
]

def erf(x: ndarray | usm_ndarray | complex | numpy.generic, /, out: ndarray | usm_ndarray | None = None) -> ndarray: ...
def erfc(
    x: ndarray | usm_ndarray | complex | numpy.generic, /, out: ndarray | usm_ndarray | None = None
) -> ndarray: ...
def erfcinv(
    x: ndarray | usm_ndarray | complex | numpy.generic, /, out: ndarray | usm_ndarray | None = None
) -> ndarray: ...
def erfcx(
    x: ndarray | usm_ndarray | complex | numpy.generic, /, out: ndarray | usm_ndarray | None = None
) -> ndarray: ...
def erfinv(
    x: ndarray | usm_ndarray | complex | numpy.generic, /, out: ndarray | usm_ndarray | None = None
) -> ndarray: ...
