"""dpnp.lib: what NumPy keeps below ``numpy.lib``."""

from . import stride_tricks

__all__ = ["stride_tricks"]
