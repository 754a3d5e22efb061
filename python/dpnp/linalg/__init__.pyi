# Written by tools/write_stubs.py.
from dpctl.tensor.linalg import EighResult as EighResult
from dpctl.tensor.linalg import LinAlgError as LinAlgError
from dpctl.tensor.linalg import QRResult as QRResult
from dpctl.tensor.linalg import SVDResult as SVDResult
from dpctl.tensor.linalg import SlogdetResult as SlogdetResult
from dpnp._manipulation.shapes import matrix_transpose as matrix_transpose
from dpnp._products.products import tensordot as tensordot
from dpnp.linalg._decompositions import EigResult as EigResult
from dpnp.linalg._decompositions import cholesky as cholesky
from dpnp.linalg._decompositions import eig as eig
from dpnp.linalg._decompositions import eigh as eigh
from dpnp.linalg._decompositions import eigvals as eigvals
from dpnp.linalg._decompositions import eigvalsh as eigvalsh
from dpnp.linalg._decompositions import qr as qr
from dpnp.linalg._decompositions import svd as svd
from dpnp.linalg._decompositions import svdvals as svdvals
from dpnp.linalg._norms import cond as cond
from dpnp.linalg._norms import det as det
from dpnp.linalg._norms import matrix_norm as matrix_norm
from dpnp.linalg._norms import matrix_rank as matrix_rank
from dpnp.linalg._norms import norm as norm
from dpnp.linalg._norms import slogdet as slogdet
from dpnp.linalg._norms import vector_norm as vector_norm
from dpnp.linalg._products import cross as cross
from dpnp.linalg._products import diagonal as diagonal
from dpnp.linalg._products import matmul as matmul
from dpnp.linalg._products import matrix_power as matrix_power
from dpnp.linalg._products import multi_dot as multi_dot
from dpnp.linalg._products import outer as outer
from dpnp.linalg._products import trace as trace
from dpnp.linalg._products import vecdot as vecdot
from dpnp.linalg._solutions import inv as inv
from dpnp.linalg._solutions import lstsq as lstsq
from dpnp.linalg._solutions import pinv as pinv
from dpnp.linalg._solutions import solve as solve
from dpnp.linalg._solutions import tensorinv as tensorinv
from dpnp.linalg._solutions import tensorsolve as tensorsolve

__all__ = [
    "EigResult",
    "EighResult",
    "LinAlgError",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]
