"""The device-selection interface of dpctl up to 0.16: a stack of queues.

Kernels launched without a queue and NumPy arguments of kernels use the queue on top; array creation does not, its queue
is an argument. Each thread has a stack; the global queue below it belongs to the process.
"""

import contextlib
import threading

from ._sycl_device_factory import select_default_device
from ._sycl_queue import SyclQueue
from ._sycl_queue_manager import get_device_cached_queue

__all__ = [
    "device_context",
    "get_current_queue",
    "get_current_backend",
    "get_current_device_type",
    "get_num_activated_queues",
    "is_in_device_context",
    "set_global_queue",
    "nested_context_factories",
]

#: Callables that take a queue and return a context manager; `device_context` enters those too.
nested_context_factories = []


class _Stack(threading.local):
    def __init__(self):
        self.queues = []


_stack = _Stack()
_global_queue = None


def _as_queue(arg) -> SyclQueue:
    """A queue unchanged, or the cached queue of a device or filter string, which arrays on that device have."""
    return arg if isinstance(arg, SyclQueue) else get_device_cached_queue(arg)


@contextlib.contextmanager
def device_context(arg):
    """Context manager that makes a queue the current one of this thread.

    Parameters
    ----------
    arg : dpctl.SyclQueue, dpctl.SyclDevice, str or tuple of (dpctl.SyclContext, dpctl.SyclDevice)
        A queue, or what selects a device.

    Yields
    ------
    dpctl.SyclQueue
        The queue, or the cached queue of the device.

    Raises
    ------
    dpctl.SyclQueueCreationError
        If a filter string selects no device.
    TypeError
        If `arg` has another type.

    Examples
    --------
    >>> import dpctl
    >>> with dpctl.device_context("cpu") as q:
    ...     dpctl.get_current_queue() == q
    True
    """
    queue = _as_queue(arg)
    with contextlib.ExitStack() as nested:
        for factory in list(nested_context_factories):
            nested.enter_context(factory(queue))
        depth = len(_stack.queues)
        _stack.queues.append(queue)
        try:
            yield queue
        finally:
            del _stack.queues[depth:]


def get_current_queue() -> SyclQueue:
    """Return the queue of the innermost `device_context` of this thread, else the global queue."""
    return _stack.queues[-1] if _stack.queues else _get_global_queue()


def _get_global_queue() -> SyclQueue:
    global _global_queue
    if _global_queue is None:
        _global_queue = get_device_cached_queue(select_default_device())
    return _global_queue


def get_current_backend():
    """Return the `dpctl.backend_type` of the current queue."""
    return get_current_queue().backend


def get_current_device_type():
    """Return the `dpctl.device_type` of the current queue's device."""
    return get_current_queue().sycl_device.device_type


def get_num_activated_queues() -> int:
    """Return how many `device_context` blocks this thread is in."""
    return len(_stack.queues)


def is_in_device_context() -> bool:
    """Return whether this thread is in a `device_context` block."""
    return bool(_stack.queues)


def set_global_queue(arg) -> None:
    """Make a queue (or the cached queue of a device or filter string) the current one outside `device_context`
    blocks."""
    global _global_queue
    _global_queue = _as_queue(arg)
