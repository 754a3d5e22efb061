"""Finding devices: by default, by kind, by filter, by what they can do; and taking one apart."""

import dpctl


def choose():
    """Five ways to the same or another device."""
    print("default:", dpctl.select_default_device().name)
    print("a CPU:", dpctl.select_cpu_device().device_type.name)
    print("the first one that is there:", dpctl.SyclDevice("gpu,cpu").device_type.name in ("gpu", "cpu"))
    print("one that can do double:", dpctl.select_device_with_aspects("fp64").has_aspect_fp64)
    try:
        dpctl.SyclDevice("cuda:gpu:99")
    except dpctl.SyclDeviceCreationError as error:
        print("none:", type(error).__name__)


def describe():
    """Platforms, and what can be asked of a device. dpctl.lsplatform() prints all of it."""
    dpctl.lsplatform(2)
    for platform in dpctl.get_platforms():
        print("platform:", bool(platform.name and platform.vendor and platform.version))
    device = dpctl.select_cpu_device()
    print("found by its own filter string:", dpctl.SyclDevice(device.filter_string) == device)
    print("memory:", device.global_mem_size > 0, "work-groups:", device.max_work_group_size > 0)


def divide():
    """Parts of a CPU are devices too."""
    device = dpctl.select_cpu_device()
    n = device.max_compute_units
    if n < 2:
        print("parts: 1 each")
        return
    parts = device.create_sub_devices(partition=[1, n - 1])
    print("parts:", sum(p.max_compute_units for p in parts) == n, all(p.parent_device == device for p in parts))


if __name__ == "__main__":
    choose()
    describe()
    divide()
