"""dpnp.lib: what NumPy keeps below ``numpy.lib``."""

from .. import emath as scimath
from . import stride_tricks

__all__ = ["scimath", "stride_tricks"]
