"""`SequentialOrderManager`: for each queue the events that an operation submitted next must come after.

The reference needs it to order the array operations of one queue. Here the queue does that itself, so operations record
nothing; the manager is for programs and extensions that order work of their own through it.
"""

import atexit
import threading

from .._sycl_queue import SyclQueue
from ._seq_order_keeper import _OrderManager

__all__ = ["SequentialOrderManager"]


class _ManagerOfQueues:
    """Maps each queue to its `_OrderManager`, made when first asked for and shared by all threads."""

    def __init__(self):
        self._lock = threading.Lock()
        self._managers = {}

    def __getitem__(self, queue) -> _OrderManager:
        if not isinstance(queue, SyclQueue):
            raise TypeError(f"a dpctl.SyclQueue is needed, got {type(queue)}")
        with self._lock:
            return self._managers.setdefault(queue, _OrderManager())

    def clear(self) -> None:
        """Wait for the events of all queues and forget the queues."""
        with self._lock:
            managers, self._managers = self._managers, {}
        for manager in managers.values():
            manager.wait()


SequentialOrderManager = _ManagerOfQueues()
atexit.register(SequentialOrderManager.clear)
