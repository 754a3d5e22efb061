"""Inspection by the array API: what the namespace and its devices support."""

from __future__ import annotations

import dpctl

from ._data_types import isdtype
from ._device import Device
from ._type_utils import default_dtypes, supported_dtypes

__all__ = ["__array_api_version__", "__array_namespace_info__"]

__array_api_version__ = "2024.12"


class Info:
    """The inspection object of `dpctl.tensor`: capabilities, devices and data types."""

    def capabilities(self) -> dict:
        """Return the capabilities of the namespace, as in the standard."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Device:
        """Return the default device."""
        return Device.create_device()

    def default_dtypes(self, *, device=None) -> dict:
        """Return the default data types of a device."""
        return default_dtypes(device)

    def dtypes(self, *, device=None, kind=None) -> dict:
        """Return the data types that a device supports, by name.

        Parameters
        ----------
        device : optional
            What `Device.create_device` takes.
        kind : str or tuple of str, optional
            Only those of a kind, as for `isdtype`.
        """
        found = supported_dtypes(device)
        return found if kind is None else {name: d for name, d in found.items() if isdtype(d, kind)}

    def devices(self) -> list:
        """Return all devices."""
        return [Device.create_device(device) for device in dpctl.get_devices()]


def __array_namespace_info__() -> Info:
    """Return an object with the inspection functions of the array API."""
    return Info()
