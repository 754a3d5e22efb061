# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpctl.tensor.linalg import EighResult
from dpctl.tensor.linalg import EighResult as EighResult
from dpctl.tensor.linalg import LinAlgError as LinAlgError
from dpctl.tensor.linalg import QRResult
from dpctl.tensor.linalg import QRResult as QRResult
from dpctl.tensor.linalg import SVDResult
from dpctl.tensor.linalg import SVDResult as SVDResult
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import NamedTuple
from typing import overload

__all__ = [
    "EigResult",
    "EighResult",
    "LinAlgError",
    "QRResult",
    "SVDResult",
    "cholesky",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "qr",
    "svd",
    "svdvals",
]

def cholesky(a: ndarray | usm_ndarray, /, *, upper: bool = False) -> ndarray: ...
def eig(a: ndarray | usm_ndarray) -> EigResult: ...
def eigh(a: ndarray | usm_ndarray, UPLO: Literal["L", "U"] = "L") -> EighResult: ...
def eigvals(a: ndarray | usm_ndarray) -> ndarray: ...
def eigvalsh(a: ndarray | usm_ndarray, UPLO: Literal["L", "U"] = "L") -> ndarray: ...
@overload
def qr(a: ndarray | usm_ndarray, *, mode: Literal["r"]) -> ndarray: ...
@overload
def qr(a: ndarray | usm_ndarray, *, mode: Literal["raw"]) -> tuple[ndarray, ndarray]: ...
@overload
def qr(a: ndarray | usm_ndarray, mode: Literal["reduced"] = "reduced") -> QRResult: ...
@overload
def qr(a: ndarray | usm_ndarray, mode: Literal["reduced", "complete", "r", "raw"] = "reduced") -> Any: ...
@overload
def svd(
    a: ndarray | usm_ndarray, full_matrices: bool = True, *, compute_uv: Literal[False], hermitian: bool = False
) -> ndarray: ...
@overload
def svd(
    a: ndarray | usm_ndarray, full_matrices: bool = True, compute_uv: Literal[True] = True, hermitian: bool = False
) -> SVDResult: ...
@overload
def svd(
    a: ndarray | usm_ndarray, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False
) -> Any: ...
def svdvals(x: ndarray | usm_ndarray, /) -> ndarray: ...

class EigResult(NamedTuple):
    eigenvalues: ndarray
    eigenvectors: ndarray
