"""``SyclEvent``."""

from opendpex import _core
from opendpex._core import SyclEvent, _SyclEvent

__all__ = ["SyclEvent", "_SyclEvent"]

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]
