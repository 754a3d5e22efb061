"""``SyclDevice`` and the exceptions of devices."""

from opendpex._core import (
    SyclDevice,
    SyclDeviceCreationError,
    SyclSubDeviceCreationError,
    _SyclDevice,
)

__all__ = ["SyclDevice", "SyclDeviceCreationError", "SyclSubDeviceCreationError", "_SyclDevice"]
