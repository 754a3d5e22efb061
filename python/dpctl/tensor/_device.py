"""`Device`: the array API's device object. It stands for one queue, by default the cached queue of a SYCL device."""

from __future__ import annotations

import dpctl
from opendpex import _core
from opendpex._messages import named

__all__ = ["Device", "device_of_queue", "normalize_queue_device"]


def _queue_of(device) -> dpctl.SyclQueue:
    """The queue that a filter string, a root device, a queue, a `Device` or None stands for."""
    if isinstance(device, Device):
        return device.sycl_queue
    if isinstance(device, dpctl.SyclQueue):
        return device
    if device is None:
        return dpctl.get_device_cached_queue(dpctl.select_default_device())
    if isinstance(device, str):
        return dpctl.get_device_cached_queue(dpctl.SyclDevice(device))
    if isinstance(device, dpctl.SyclDevice):
        if device.parent_device is not None:
            raise ValueError(
                named("a sub-device does not determine a queue; make a SyclQueue on it and pass that queue")
            )
        return dpctl.get_device_cached_queue(device)
    raise TypeError(
        named(
            f"device must be None, a filter string, a SyclDevice, a SyclQueue or a Device, not {type(device).__name__}"
        )
    )


class Device:
    """The device of arrays, with the queue of their operations.

    Objects come from `Device.create_device` and from ``usm_ndarray.device``. Two are equal if their queues are; a queue
    is equal to the device that stands for it.
    """

    __slots__ = ("_queue",)

    def __new__(cls, *args, **kwargs):
        raise TypeError(named("Device has no constructor; use Device.create_device"))

    @classmethod
    def create_device(cls, device=None) -> Device:
        """Return the `Device` for a filter string, a root SyclDevice, a SyclQueue, another `Device`, or (None) the
        default.

        Raises
        ------
        ValueError
            For a sub-device, which needs a queue instead.
        TypeError
            For anything else.
        """
        return device_of_queue(_queue_of(device))

    @property
    def sycl_queue(self) -> dpctl.SyclQueue:
        """The queue to which operations on arrays of this device go."""
        return self._queue

    @property
    def sycl_context(self) -> dpctl.SyclContext:
        """The queue's context."""
        return self._queue.sycl_context

    @property
    def sycl_device(self) -> dpctl.SyclDevice:
        """The queue's device."""
        return self._queue.sycl_device

    def print_device_info(self) -> None:
        """Print information about the device."""
        self.sycl_device.print_device_info()

    def wait(self) -> None:
        """Wait for all operations on arrays of this device."""
        self._queue.wait()

    def __eq__(self, other) -> bool:
        if isinstance(other, Device):
            return self._queue == other._queue
        if isinstance(other, dpctl.SyclQueue):
            return self._queue == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._queue)

    def __repr__(self) -> str:
        return f"Device({self.sycl_device._describe()})"


def device_of_queue(queue: dpctl.SyclQueue) -> Device:
    """Return the `Device` with this queue."""
    made = object.__new__(Device)
    made._queue = queue
    return made


def normalize_queue_device(sycl_queue=None, device=None) -> dpctl.SyclQueue:
    """Return the queue that the arguments ``sycl_queue=`` and ``device=`` name together.

    Raises
    ------
    TypeError
        If both are given and name different queues, or if ``sycl_queue`` is not a queue.
    """
    return _queue_of_both(sycl_queue, device)


def _queue_of_both(sycl_queue=None, device=None):
    """The same for functions in C, which errors name."""
    if sycl_queue is not None and not isinstance(sycl_queue, dpctl.SyclQueue):
        raise TypeError(named(f"sycl_queue must be a SyclQueue, not {type(sycl_queue).__name__}"))
    if device is None:
        return sycl_queue if sycl_queue is not None else _queue_of(None)
    queue = _queue_of(device)
    if sycl_queue is not None and sycl_queue != queue:
        raise TypeError(named("device and sycl_queue name different queues; give one of them"))
    return queue


_core.set_hook("device_of_queue", device_of_queue)
_core.set_hook("normalize_queue_device", _queue_of_both)
