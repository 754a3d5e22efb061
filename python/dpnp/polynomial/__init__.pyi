# Written by tools/write_stubs.py.
from . import chebyshev as chebyshev
from . import hermite as hermite
from . import hermite_e as hermite_e
from . import laguerre as laguerre
from . import legendre as legendre
from . import polynomial as polynomial
from . import polyutils as polyutils
from dpnp.polynomial._format import set_default_printstyle as set_default_printstyle
from dpnp.polynomial.chebyshev import Chebyshev as Chebyshev
from dpnp.polynomial.hermite import Hermite as Hermite
from dpnp.polynomial.hermite_e import HermiteE as HermiteE
from dpnp.polynomial.laguerre import Laguerre as Laguerre
from dpnp.polynomial.legendre import Legendre as Legendre
from dpnp.polynomial.polynomial import Polynomial as Polynomial

__all__ = [
    "Chebyshev",
    "Hermite",
    "HermiteE",
    "Laguerre",
    "Legendre",
    "Polynomial",
    "chebyshev",
    "hermite",
    "hermite_e",
    "laguerre",
    "legendre",
    "polynomial",
    "polyutils",
    "set_default_printstyle",
]
