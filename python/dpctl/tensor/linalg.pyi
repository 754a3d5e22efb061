# Written by tools/write_stubs.py.
from dpctl.tensor._linear_algebra_functions import matmul as matmul
from dpctl.tensor._linear_algebra_functions import tensordot as tensordot
from dpctl.tensor._linear_algebra_functions import vecdot as vecdot
from dpctl.tensor._manipulation_functions import matrix_transpose as matrix_transpose
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import NamedTuple
from typing import SupportsIndex

__all__ = [
    "EighResult",
    "LinAlgError",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]

def cholesky(x: usm_ndarray, /, *, upper: bool = False) -> usm_ndarray: ...
def cross(x1: usm_ndarray, x2: usm_ndarray, /, *, axis: SupportsIndex = -1) -> usm_ndarray: ...
def det(x: usm_ndarray, /) -> usm_ndarray: ...
def diagonal(x: usm_ndarray, /, *, offset: SupportsIndex = 0) -> usm_ndarray: ...
def eigh(x: usm_ndarray, /) -> EighResult: ...
def eigvalsh(x: usm_ndarray, /) -> usm_ndarray: ...
def inv(x: usm_ndarray, /) -> usm_ndarray: ...
def matrix_norm(
    x: usm_ndarray, /, *, keepdims: bool = False, ord: Literal["fro", "nuc", 1, 2, -1, -2] | float = "fro"
) -> usm_ndarray: ...
def matrix_power(x: usm_ndarray, n: SupportsIndex, /) -> usm_ndarray: ...
def matrix_rank(x: usm_ndarray, /, *, rtol: float | usm_ndarray | None = None) -> usm_ndarray: ...
def outer(x1: usm_ndarray, x2: usm_ndarray, /) -> usm_ndarray: ...
def pinv(x: usm_ndarray, /, *, rtol: float | usm_ndarray | None = None) -> usm_ndarray: ...
def qr(x: usm_ndarray, /, *, mode: Literal["reduced", "complete"] = "reduced") -> QRResult: ...
def slogdet(x: usm_ndarray, /) -> SlogdetResult: ...
def solve(x1: usm_ndarray, x2: usm_ndarray, /) -> usm_ndarray: ...
def svd(x: usm_ndarray, /, *, full_matrices: bool = True) -> SVDResult: ...
def svdvals(x: usm_ndarray, /) -> usm_ndarray: ...
def trace(x: usm_ndarray, /, *, offset: SupportsIndex = 0, dtype: DTypeLike | None = None) -> usm_ndarray: ...
def vector_norm(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    keepdims: bool = False,
    ord: SupportsIndex | float = 2,
) -> usm_ndarray: ...

class EighResult(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any

class QRResult(NamedTuple):
    Q: Any
    R: Any

class SVDResult(NamedTuple):
    U: Any
    S: Any
    Vh: Any

class SlogdetResult(NamedTuple):
    sign: Any
    logabsdet: Any

class LinAlgError(ValueError): ...
