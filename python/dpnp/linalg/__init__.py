"""Linear algebra: NumPy's `numpy.linalg` on a device.

Matrices are the last two dimensions of an array; those before number the matrices of a stack. Factorizations compute by LAPACK from
OpenBLAS, single precision in double, and have the precision of their argument, integers that of the default real type. Those that can fail for the numbers in a matrix wait
for the result and raise `LinAlgError`, which is NumPy's class.
"""

from . import _decompositions, _norms, _products, _solutions
from ._decompositions import *  # noqa: F403
from ._norms import *  # noqa: F403
from ._products import *  # noqa: F403
from ._solutions import *  # noqa: F403

__all__ = sorted(_decompositions.__all__ + _norms.__all__ + _products.__all__ + _solutions.__all__)
