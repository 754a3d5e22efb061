"""Functions that find devices."""

from collections.abc import Sequence

from opendpex import _core
from opendpex._core import (
    SyclDevice,
    SyclDeviceCreationError,
    get_composite_devices,
    get_devices,
    get_num_devices,
    has_accelerator_devices,
    has_cpu_devices,
    has_gpu_devices,
    select_accelerator_device,
    select_cpu_device,
    select_default_device,
    select_gpu_device,
)
from opendpex._messages import named

__all__ = [
    "get_composite_devices",
    "get_devices",
    "get_num_devices",
    "has_accelerator_devices",
    "has_cpu_devices",
    "has_gpu_devices",
    "select_accelerator_device",
    "select_cpu_device",
    "select_default_device",
    "select_device_with_aspects",
    "select_gpu_device",
]

# The C functions for extensions (*.pxd).
__pyx_capi__ = _core._c_api[__name__]

_core.document(
    "get_devices",
    """get_devices(backend='all', device_type='all')
--

Return the list of root devices, in the order in which the backends list them.

Parameters
----------
backend : backend_type or str
device_type : device_type or str
    Strings are compared without regard to case. An unknown string filters nothing, two of them leave nothing.

Returns
-------
list of SyclDevice
    Without the devices whose `default_selector_score` is negative.

Raises
------
TypeError
    If an argument is neither a member of its enum nor a string.
""",
)
_core.document(
    "get_num_devices",
    """get_num_devices(backend='all', device_type='all')
--

Return the length of the list that `get_devices` returns for the same arguments.
""",
)
_core.document("has_cpu_devices", "has_cpu_devices()\n--\n\nReturn whether there is a CPU device.")
_core.document("has_gpu_devices", "has_gpu_devices()\n--\n\nReturn whether there is a GPU device.")
_core.document("has_accelerator_devices", "has_accelerator_devices()\n--\n\nReturn whether there is an accelerator.")
_core.document(
    "get_composite_devices",
    """get_composite_devices()
--

Return the list of cards whose tiles are root devices (``ZE_FLAT_DEVICE_HIERARCHY=COMBINED``).
""",
)
for _kind, _what in (("default", "device"), ("cpu", "CPU"), ("gpu", "GPU"), ("accelerator", "accelerator")):
    _core.document(
        f"select_{_kind}_device",
        f"select_{_kind}_device()\n--\n\n"
        f"Return the {_what} with the highest `default_selector_score`.\n\n"
        "Raises\n------\nSyclDeviceCreationError\n    If there is none.\n",
    )


def _aspect_names(aspects, argument: str) -> list[str]:
    if isinstance(aspects, str):
        return [aspects]
    if not isinstance(aspects, Sequence):
        raise TypeError(named(f"{argument} must be a str or a sequence of str, not {type(aspects).__name__}"))
    for aspect in aspects:
        if not isinstance(aspect, str):
            raise TypeError(named(f"each item of {argument} must be a str, not {type(aspect).__name__}"))
    return list(aspects)


def _require_known(aspects: list[str]) -> None:
    for aspect in aspects:
        if not hasattr(SyclDevice, "has_aspect_" + aspect):
            raise AttributeError(named(f"the aspect {aspect!r} is not supported in dpctl"))


def select_device_with_aspects(required_aspects, excluded_aspects=None) -> SyclDevice:
    """Return the best device that has some aspects and lacks others.

    Parameters
    ----------
    required_aspects : str or sequence of str
        Names as in ``SyclDevice.has_aspect_NAME``.
    excluded_aspects : str or sequence of str, optional

    Returns
    -------
    SyclDevice
        The one with the highest `default_selector_score` above 0.

    Raises
    ------
    TypeError
        If an argument is of another kind.
    AttributeError
        If there is no such aspect.
    SyclDeviceCreationError
        If no device qualifies.
    """
    required = _aspect_names(required_aspects, "required_aspects")
    excluded = [] if excluded_aspects is None else _aspect_names(excluded_aspects, "excluded_aspects")
    _require_known(required + excluded)
    best, best_score = None, 0
    for device in get_devices():
        score = device.default_selector_score
        if (
            score > best_score
            and all(getattr(device, "has_aspect_" + name) for name in required)
            and not any(getattr(device, "has_aspect_" + name) for name in excluded)
        ):
            best, best_score = device, score
    if best is None:
        raise SyclDeviceCreationError(f"no device has the aspects {required} and lacks {excluded}")
    return best


def _cached_default_device() -> SyclDevice:
    """Return the default device; finding it costs no more than a look-up."""
    return select_default_device()
