"""What the tests of USM memory share: the classes by kind, queues on each sort of device, an owner of another package."""
import pytest

import dpctl
import dpctl.memory as dpm

CLASSES = {"device": dpm.MemoryUSMDevice, "shared": dpm.MemoryUSMShared, "host": dpm.MemoryUSMHost}


class Shown:
    """An object of another package that shows the memory of `memory` with the items given instead of the true ones."""

    def __init__(self, memory, **items):
        self.memory = memory
        self.__sycl_usm_array_interface__ = {**memory.__sycl_usm_array_interface__, **items}
        for key in [key for key, value in items.items() if value is KeyError]:
            del self.__sycl_usm_array_interface__[key]


def split(device):
    """Two or more parts of a device: of one core each, or its tiles; None where it cannot be split."""
    for partition in (1, "next_partitionable"):
        try:
            return device.create_sub_devices(partition=partition)
        except dpctl.SyclSubDeviceCreationError:
            pass
    return None


@pytest.fixture(params=["device", "sub-device", "in-order queue"])
def queue(request, device):
    """A queue on each device under test, on a part of it, and one that runs its commands in order."""
    if request.param == "in-order queue":
        return dpctl.SyclQueue(device, property="in_order")
    if request.param == "device":
        return dpctl.SyclQueue(device)
    return dpctl.SyclQueue(request.getfixturevalue("part"))


def context_elsewhere(device):
    """A context that does not know the memory of a queue on the device: of another root, or of another part of the same."""
    parent = device.parent_device
    if parent is None:
        others = [other for other in dpctl.get_devices() if other != device] or (split(device) or [])
    else:
        others = [part for part in split(parent) if part != device]
    if not others:
        pytest.skip("there is only one device, and it cannot be split")
    return dpctl.SyclContext(others[:1])
