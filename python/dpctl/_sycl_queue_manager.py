"""The queue cache: one queue for each context and device, used when no queue is given."""

from contextvars import ContextVar

from opendpex import _core
from opendpex._core import get_device_cached_queue

__all__ = ["get_device_cached_queue"]

# The C functions for extensions (*.pxd).
__pyx_capi__ = _core._c_api[__name__]

_core.document(
    "get_device_cached_queue",
    """get_device_cached_queue(key, /)
--

Return the cached queue of a device, which is used when no queue is given.

Parameters
----------
key : SyclDevice or str or tuple of (SyclContext, SyclDevice)
    The device, its filter string, or a context and a device in it. A device stands for its default context.

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
    """The keys used through this object; the queues themselves are cached in the core."""

    def __init__(self) -> None:
        self._known = {}

    def get_or_create(self, key):
        """Return the cached queue of a key, and whether this object was not yet used with it."""
        queue = get_device_cached_queue(key)
        changed = queue not in self._known
        if changed:
            self._known[queue] = None
        return queue, changed

    def __copy__(self):
        copied = type(self)()
        copied._known.update(self._known)
        return copied


_global_device_queue_cache = ContextVar("_global_device_queue_cache", default=_DeviceDefaultQueueCache())  # noqa: B039 (copied before a change)
