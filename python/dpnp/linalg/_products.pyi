# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp._manipulation.shapes import matrix_transpose as matrix_transpose
from dpnp._products.products import tensordot as tensordot
from numpy.typing import DTypeLike
from typing import SupportsIndex

__all__ = [
    "cross",
    "diagonal",
    "matmul",
    "matrix_power",
    "matrix_transpose",
    "multi_dot",
    "outer",
    "tensordot",
    "trace",
    "vecdot",
]

def cross(x1: ndarray | usm_ndarray, x2: ndarray | usm_ndarray, /, *, axis: SupportsIndex = -1) -> ndarray: ...
def diagonal(x: ndarray | usm_ndarray, /, *, offset: SupportsIndex = 0) -> ndarray: ...
def matmul(x1: ndarray | usm_ndarray, x2: ndarray | usm_ndarray, /) -> ndarray: ...
def matrix_power(a: ndarray | usm_ndarray, n: SupportsIndex) -> ndarray: ...
def multi_dot(arrays: Sequence[ndarray | usm_ndarray], *, out: ndarray | usm_ndarray | None = None) -> ndarray: ...
def outer(x1: ndarray | usm_ndarray, x2: ndarray | usm_ndarray, /) -> ndarray: ...
def trace(x: ndarray | usm_ndarray, /, *, offset: SupportsIndex = 0, dtype: DTypeLike | None = None) -> ndarray: ...
def vecdot(x1: ndarray | usm_ndarray, x2: ndarray | usm_ndarray, /, *, axis: SupportsIndex = -1) -> ndarray: ...
