"""Helpers of the tests of USM memory: the classes by kind, queues on each kind of device, a foreign owner of memory."""

import pytest

import dpctl
import dpctl.memory as dpm

CLASSES = {"device": dpm.MemoryUSMDevice, "shared": dpm.MemoryUSMShared, "host": dpm.MemoryUSMHost}


class Shown:
    """A foreign object with the USM array interface of `memory`, some of its items replaced."""

    def __init__(self, memory, **items):
        self.memory = memory
        self.__sycl_usm_array_interface__ = {**memory.__sycl_usm_array_interface__, **items}
        for key in [key for key, value in items.items() if value is KeyError]:
            del self.__sycl_usm_array_interface__[key]


def split(device):
    """Two or more sub-devices: of one core each, or tiles; None if the device cannot be partitioned."""
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
    """A context in which the memory of a queue on the device is not known: of another root device, or of another sub-device."""
    parent = device.parent_device
    if parent is None:
        others = [other for other in dpctl.get_devices() if other != device] or (split(device) or [])
    else:
        others = [part for part in split(parent) if part != device]
    if not others:
        pytest.skip("there is only one device, and it cannot be split")
    return dpctl.SyclContext(others[:1])
