"""``SyclDevice`` and the exceptions of devices."""

from opendpex import _core
from opendpex._core import (
    SyclDevice,
    SyclDeviceCreationError,
    SyclSubDeviceCreationError,
    _SyclDevice,
)

__all__ = ["SyclDevice", "SyclDeviceCreationError", "SyclSubDeviceCreationError", "_SyclDevice"]


def _names(self) -> list:
    """dir(device): a part of a device has no filter string."""
    missing = set() if self.parent_device is None else {"filter_string"}
    return sorted(set(object.__dir__(self)) - missing)


SyclDevice.__dir__ = _names

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]
