"""Linear algebra: NumPy's `numpy.linalg` on a device.

Matrices are the last two dimensions of an array; leading dimensions index the matrices of a stack. Factorizations use
LAPACK from OpenBLAS, in double precision also for single, and return the precision of their argument, for integers the
default real type. Functions that can fail for the values of a matrix wait for the result and raise `LinAlgError`, which
is NumPy's class.
"""

from . import _decompositions, _norms, _products, _solutions
from ._decompositions import *
from ._norms import *
from ._products import *
from ._solutions import *

__all__ = sorted(_decompositions.__all__ + _norms.__all__ + _products.__all__ + _solutions.__all__)
