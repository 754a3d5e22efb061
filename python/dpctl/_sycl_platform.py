"""``SyclPlatform`` and the listing of platforms."""

import warnings

from opendpex import _core
from opendpex._core import SyclPlatform, get_platforms
from opendpex._core import _SyclPlatform as _SyclPlatform

from .enum_types import backend_type

__all__ = ["SyclPlatform", "get_platforms", "lsplatform"]

# The C functions for extensions (*.pxd).
__pyx_capi__ = _core._c_api[__name__]

_core.document("get_platforms", "get_platforms()\n--\n\nReturn the list of platforms.")


_backend_texts = {
    backend_type.cuda: "ext_oneapi_cuda",
    backend_type.hip: "ext_oneapi_hip",
    backend_type.level_zero: "ext_oneapi_level_zero",
    backend_type.opencl: "opencl",
}


def _known_verbosity(verbosity: int) -> int:
    if isinstance(verbosity, int) and verbosity in (0, 1, 2):
        return verbosity
    warnings.warn(f"verbosity must be 0, 1 or 2, not {verbosity!r}; 0 is used", UserWarning, stacklevel=3)
    return 0


def _platform_lines(platform: SyclPlatform, verbosity: int) -> list[str]:
    if verbosity == 0:
        return [f"{platform.name} {platform.version}"]
    devices = platform.get_devices()
    fields = {
        "Name": platform.name,
        "Version": platform.version,
        "Vendor": platform.vendor,
        "Backend": _backend_texts[platform.backend],
        "Num Devices": len(devices),
    }
    lines = [f"    {label:<12}{value}" for label, value in fields.items()]
    if verbosity == 2:
        for i, device in enumerate(devices):
            lines += [f"      # {i}", *_device_lines(device)]
    return lines


def _device_lines(device) -> list[str]:
    fields = {"Name": device.name, "Version": device.driver_version, "Filter string": device.filter_string}
    return [f"        {label:<20}{value}" for label, value in fields.items()]


def _print_platform_info(platform: SyclPlatform, verbosity: int = 0) -> None:
    """Print what `lsplatform` prints for one platform."""
    print("\n".join(_platform_lines(platform, _known_verbosity(verbosity))))


def lsplatform(verbosity: int = 0) -> None:
    """Print the platforms.

    Parameters
    ----------
    verbosity : int
        0: name and version, a line each. 1: a block for each. 2: with its devices. Other values give a UserWarning
        and mean 0.
    """
    verbosity = _known_verbosity(verbosity)
    for i, platform in enumerate(get_platforms()):
        if verbosity:
            print(f"Platform  {i} ::")
        print("\n".join(_platform_lines(platform, verbosity)))


_core.set_hook("print_platform_info", _print_platform_info)
