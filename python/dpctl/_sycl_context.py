"""``SyclContext`` and its exception."""

from opendpex import _core
from opendpex._core import SyclContext, SyclContextCreationError, _SyclContext

__all__ = ["SyclContext", "SyclContextCreationError", "_SyclContext"]

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]
