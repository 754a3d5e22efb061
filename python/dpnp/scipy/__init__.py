"""dpnp.scipy: what of SciPy's interface has a place on devices."""

from . import linalg, special

__all__ = ["linalg", "special"]
