"""`Flags`, the type of ``usm_ndarray.flags``, at the path that the reference has; written in C
(python/core/flags.c)."""

from opendpex._core import Flags

__all__ = ["Flags"]
