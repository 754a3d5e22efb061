"""dpnp.scipy: functions of SciPy's interface that run on devices."""

from . import linalg, special

__all__ = ["linalg", "special"]
