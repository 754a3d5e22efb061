"""Properties of Intel devices beyond those of every device."""

from opendpex import _core

from .._sycl_device import SyclDevice

__all__ = ["intel_device_info"]


def intel_device_info(dev, /) -> dict:
    """Return what is known of an Intel device beyond its attributes.

    Parameters
    ----------
    dev : dpctl.SyclDevice

    Returns
    -------
    dict
        Of the keys ``device_id``, ``gpu_eu_count``, ``gpu_hw_threads_per_eu``, ``gpu_eu_simd_width``, ``gpu_slices``,
        ``gpu_subslices_per_slice``, ``gpu_eu_count_per_subslice``, ``max_mem_bandwidth`` (bytes per second),
        ``free_memory`` (bytes), ``memory_clock_rate`` (MHz) and ``memory_bus_width`` (bits) those that the device's
        backend reports; empty for devices of other vendors.

    Raises
    ------
    TypeError
        If `dev` is not a device.
    """
    if not isinstance(dev, SyclDevice):
        raise TypeError(f"intel_device_info() takes a dpctl.SyclDevice, got {type(dev)}")
    if "Intel" not in dev.vendor:
        return {}
    free_memory = _core._free_memory(dev)
    return {} if free_memory is None else {"free_memory": free_memory}
