"""Polynomials in six bases: a module of functions for each, and classes of series with their domain.

Coefficients are arrays on a device, ordered from degree 0. Sums, products and quotients remove trailing zeros, for
which they wait.
"""

from . import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial, polyutils
from ._format import set_default_printstyle
from .chebyshev import Chebyshev
from .hermite import Hermite
from .hermite_e import HermiteE
from .laguerre import Laguerre
from .legendre import Legendre
from .polynomial import Polynomial

__all__ = [
    "Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre", "Polynomial", "chebyshev", "hermite", "hermite_e",
    "laguerre", "legendre", "polynomial", "polyutils", "set_default_printstyle",
]  # fmt: skip
