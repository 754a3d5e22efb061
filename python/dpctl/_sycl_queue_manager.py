"""One queue per context and device, shared by all that does not name a queue."""
from contextvars import ContextVar

from opendpex import _core
from opendpex._core import get_device_cached_queue

__all__ = ["get_device_cached_queue"]

_core.document(
    "get_device_cached_queue",
    """get_device_cached_queue(key, /)
--

Return the queue that is shared by everything on a device.

Parameters
----------
key : SyclDevice or str or tuple of (SyclContext, SyclDevice)
    The device, its filter string, or a context and a device in it. Of a device its default context is meant.

Returns
-------
SyclQueue
    The same queue (equal) for the same context and device; it has no properties.

Raises
------
TypeError
    If the key is of another kind.
SyclDeviceCreationError
    If the filter string selects no device.
""",
)


class _DeviceDefaultQueueCache:
    """What a program has asked of the cache through this object; the queues themselves are held in the core."""

    def __init__(self) -> None:
        self._known = {}

    def get_or_create(self, key):
        """Return the cached queue of a key, and whether this object sees it for the first time."""
        queue = get_device_cached_queue(key)
        changed = queue not in self._known
        if changed:
            self._known[queue] = None
        return queue, changed

    def __copy__(self):
        copied = type(self)()
        copied._known.update(self._known)
        return copied


_global_device_queue_cache = ContextVar("_global_device_queue_cache", default=_DeviceDefaultQueueCache())
