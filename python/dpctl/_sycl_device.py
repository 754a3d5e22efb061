"""``SyclDevice`` and the exceptions of devices."""

from opendpex import _core
from opendpex._core import (
    SyclDevice,
    SyclDeviceCreationError,
    SyclSubDeviceCreationError,
    _SyclDevice,
)

__all__ = ["SyclDevice", "SyclDeviceCreationError", "SyclSubDeviceCreationError", "_SyclDevice"]

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]
