# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import SupportsIndex

__all__ = [
    "inv",
    "lstsq",
    "pinv",
    "solve",
    "tensorinv",
    "tensorsolve",
]

def inv(a: ndarray | usm_ndarray) -> ndarray: ...
def lstsq(
    a: ndarray | usm_ndarray, b: ndarray | usm_ndarray, rcond: float | None = None
) -> tuple[ndarray, ndarray, ndarray, ndarray]: ...
def pinv(
    a: ndarray | usm_ndarray,
    rcond: float | ndarray | usm_ndarray | None = None,
    hermitian: bool = False,
    *,
    rtol: float | ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def solve(a: ndarray | usm_ndarray, b: ndarray | usm_ndarray) -> ndarray: ...
def tensorinv(a: ndarray | usm_ndarray, ind: SupportsIndex = 2) -> ndarray: ...
def tensorsolve(
    a: ndarray | usm_ndarray, b: ndarray | usm_ndarray, axes: tuple[SupportsIndex, ...] | None = None
) -> ndarray: ...
