"""Polynomials in six bases: a module of functions for each, and classes that keep coefficients with the interval they are meant for.

Coefficients are arrays on a device, the one of degree 0 first. Sums, products and quotients leave zeros at the end out, for which they wait.
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
    "Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre", "Polynomial", "chebyshev", "hermite", "hermite_e", "laguerre",
    "legendre", "polynomial", "polyutils", "set_default_printstyle",
]  # fmt: skip
