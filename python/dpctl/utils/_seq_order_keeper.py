"""The events of the pending operations of a queue, and an empty command for ordering."""

import threading

from .._sycl_event import SyclEvent
from ..enum_types import event_status_type

__all__ = ["_OrderManager", "_submit_empty_task"]


def _as_list(events, what: str) -> list:
    listed = [events] if isinstance(events, SyclEvent) else list(events)
    for event in listed:
        if not isinstance(event, SyclEvent):
            raise TypeError(f"{what} must be a dpctl.SyclEvent or a sequence of them, got {type(event)}")
    return listed


def _pending(events: list) -> list:
    return [event for event in events if event.execution_status != event_status_type.complete]


class _OrderManager:
    """Two lists of events; each access removes the complete ones.

    Array operations of this library are ordered by their queue; the lists serve extensions that submit work of their
    own and order it by events: what was submitted before (`submitted_events`), and host tasks that keep arguments
    alive.
    """

    def __init__(self):
        self._lock = threading.Lock()  # guards the two lists
        self._host_tasks = []
        self._submitted = []

    def _update(self, host_tasks=(), submitted=()) -> tuple:
        """Forget what is complete, add what is new, and return copies of both lists."""
        with self._lock:
            self._host_tasks = _pending(self._host_tasks) + list(host_tasks)
            self._submitted = _pending(self._submitted) + list(submitted)
            return list(self._host_tasks), list(self._submitted)

    def add_event_pair(self, host_task_ev, comp_ev) -> None:
        """Record host tasks and computations, each a `dpctl.SyclEvent` or a sequence of them."""
        self._update(_as_list(host_task_ev, "host_task_ev"), _as_list(comp_ev, "comp_ev"))

    @property
    def host_task_events(self) -> list:
        """The host tasks that are not complete."""
        return self._update()[0]

    @property
    def submitted_events(self) -> list:
        """The computations that are not complete: what the next operation on the queue must come after."""
        return self._update()[1]

    @property
    def num_host_task_events(self) -> int:
        """Number of host tasks that are not complete."""
        return len(self.host_task_events)

    @property
    def num_submitted_events(self) -> int:
        """Number of computations that are not complete."""
        return len(self.submitted_events)

    def wait(self) -> None:
        """Wait for all events recorded so far, which are forgotten then."""
        host_tasks, submitted = self._update()
        SyclEvent.wait_for(submitted + host_tasks)
        self._update()

    def __copy__(self):
        twin = type(self)()
        twin._update(*self._update())
        return twin


def _submit_empty_task(sycl_queue, depends=()):
    """Submit an operation that does nothing after the events in `depends`; none: after everything submitted so far."""
    return sycl_queue.submit_barrier(list(depends))
