# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpctl.tensor.linalg import SlogdetResult
from dpctl.tensor.linalg import SlogdetResult as SlogdetResult
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "SlogdetResult",
    "cond",
    "det",
    "matrix_norm",
    "matrix_rank",
    "norm",
    "slogdet",
    "vector_norm",
]

def cond(x: ndarray | usm_ndarray, p: Literal[1, -1, 2, -2, "fro"] | float | None = None) -> ndarray: ...
def det(a: ndarray | usm_ndarray) -> ndarray: ...
def matrix_norm(x: ndarray | usm_ndarray, /, *, keepdims: bool = False, ord: Any = "fro") -> ndarray: ...
def matrix_rank(
    A: ndarray | usm_ndarray,
    tol: float | ndarray | usm_ndarray | None = None,
    hermitian: bool = False,
    *,
    rtol: float | ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def norm(
    x: ndarray | usm_ndarray,
    ord: Literal["fro", "nuc"] | complex | numpy.generic | float | None = None,
    axis: SupportsIndex | tuple[SupportsIndex, SupportsIndex] | None = None,
    keepdims: bool = False,
) -> ndarray: ...
def slogdet(a: ndarray | usm_ndarray) -> SlogdetResult: ...
def vector_norm(
    x: ndarray | usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: bool = False,
    ord: complex | numpy.generic = 2,
) -> ndarray: ...
