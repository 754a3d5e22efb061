"""Pickles and copies of devices and queues.

A pickle holds a filter string, and for a sub-device the partition and its number in it, so that it names the device in
the same position of another process or machine. A queue without properties that was made for a device's default context
becomes the cached queue there, on which arrays are, so that both can be used together.
"""

from __future__ import annotations

from ._sycl_device import SyclDevice
from ._sycl_queue import SyclQueue
from ._sycl_queue_manager import get_device_cached_queue

__all__ = []


def _part(parent: SyclDevice, partition, number: int) -> SyclDevice:
    """Unpickle a sub-device."""
    return parent.create_sub_devices(partition=partition)[number]


def _composite(component: SyclDevice) -> SyclDevice:
    """Unpickle a composite device by one of its components."""
    return component.composite_device


def _queue(device: SyclDevice, properties: tuple) -> SyclQueue:
    """Unpickle a queue."""
    return SyclQueue(device, property=list(properties)) if properties else get_device_cached_queue(device)


def _partitions(device: SyclDevice, parent: SyclDevice):
    """The partitions of the parent that may have given the device."""
    kind = device.partition_type_property.name
    if kind == "partition_by_affinity_domain":
        return [device.partition_type_affinity_domain]
    n = device.max_compute_units
    if kind == "partition_equally":
        return [n]
    return [(n,), *((before, n) for before in range(1, parent.max_compute_units - n + 1))]


def _reduce_device(self):
    """For pickle: the filter string, or the parent, the partition and the number in it."""
    parent = self.parent_device
    if parent is not None:
        for partition in _partitions(self, parent):
            parts = parent.create_sub_devices(partition=partition)
            if self in parts:
                return _part, (parent, partition, parts.index(self))
        raise TypeError(f"cannot pickle {self!r}: no partition of its parent gives it")
    components = self.component_devices()
    if components:
        return _composite, (components[0],)
    return SyclDevice, (self.filter_string,)


def _reduce_queue(self):
    """For pickle: the device and the properties."""
    names = (("in_order", self.is_in_order), ("enable_profiling", self.has_enable_profiling))
    return _queue, (self.sycl_device, tuple(name for name, has in names if has))


def _same(self, memo=None):
    """copy.copy and copy.deepcopy: the object itself, which does not change."""
    return self


for _type, _reduce in ((SyclDevice, _reduce_device), (SyclQueue, _reduce_queue)):
    _type.__reduce__ = _reduce
    _type.__copy__ = _type.__deepcopy__ = _same
