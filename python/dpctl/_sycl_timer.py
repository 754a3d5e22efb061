"""`SyclTimer`: how long a block of code takes on the host and on a device."""

import timeit

from opendpex._messages import named

from ._sycl_queue import SyclQueue

__all__ = ["SyclTimer", "HostDeviceDuration"]


class HostDeviceDuration:
    """A pair of durations, in seconds times the timer's scale; iterable as ``(host_dt, device_dt)``."""

    __slots__ = ("_host_dt", "_device_dt")

    def __init__(self, host_dt, device_dt):
        self._host_dt = host_dt
        self._device_dt = device_dt

    @property
    def host_dt(self):
        """Duration by the host's timer."""
        return self._host_dt

    @property
    def device_dt(self):
        """Duration by the device's clock."""
        return self._device_dt

    def __iter__(self):
        yield self._host_dt
        yield self._device_dt

    def __repr__(self):
        return f"(host_dt={self._host_dt}, device_dt={self._device_dt})"


def _barrier(queue):
    return queue.submit_barrier()


def _ordered_task(queue):
    # Here, so that `import dpctl` does not import the utilities, which most programs have no use for.
    from .utils import SequentialOrderManager
    from .utils._seq_order_keeper import _submit_empty_task

    manager = SequentialOrderManager[queue]
    event = _submit_empty_task(queue, manager.submitted_events)
    manager.add_event_pair(event, event)
    return event


_MARKERS = {None: _barrier, "queue_barrier": _barrier, "order_manager": _ordered_task}


class SyclTimer:
    """Timer of blocks of code on the host and on a device.

    Parameters
    ----------
    host_timer : callable, optional
        Returns the host's time in seconds.
    device_timer : {None, "queue_barrier", "order_manager"}, optional
        How a block is marked on the queue: by barriers (the default), or by empty tasks ordered by
        `dpctl.utils.SequentialOrderManager`.
    time_scale : number, optional
        Factor on all durations, e.g. 1e3 for milliseconds.

    Raises
    ------
    ValueError
        If `device_timer` is something else.

    Examples
    --------
    >>> import dpctl
    >>> q = dpctl.SyclQueue(property="enable_profiling")
    >>> timer = dpctl.SyclTimer()
    >>> with timer(q):
    ...     _ = q.submit_barrier()
    >>> timer.dt.device_dt >= 0
    True
    """

    def __init__(self, host_timer=timeit.default_timer, device_timer=None, time_scale=1):
        if not isinstance(device_timer, (str, type(None))) or device_timer not in _MARKERS:
            raise ValueError(
                named(f"device_timer must be None, 'queue_barrier' or 'order_manager', got {device_timer!r}")
            )
        self._device_timer = device_timer
        self.timer = host_timer
        self.time_scale = time_scale
        self.queue = None
        self.host_times = []
        self.bracketing_events = []
        self._mark = _MARKERS[device_timer]
        self._started = []

    def __repr__(self):
        clock = getattr(self.timer, "__name__", repr(self.timer))
        marker = self._device_timer or "queue_barrier"
        return (
            f"<dpctl.SyclTimer of {len(self.host_times)} blocks, host_timer={clock}, device_timer={marker!r}, "
            f"time_scale={self.time_scale}>"
        )

    def __call__(self, queue=None):
        """Choose the queue of the next blocks, which must have the property "enable_profiling"; returns the timer."""
        if not isinstance(queue, SyclQueue):
            raise TypeError(f"a timer is called with a dpctl.SyclQueue, got {type(queue)}")
        if not queue.has_enable_profiling:
            raise ValueError("the queue keeps no times; make it with property='enable_profiling'")
        self.queue = queue
        return self

    def __enter__(self):
        if self.queue is None:
            raise ValueError("which queue to time? use `with timer(queue):`")
        self._started.append((self._mark(self.queue), self.timer()))
        return self

    def __exit__(self, *exception):
        begin, host_begin = self._started.pop()
        self.bracketing_events.append((begin, self._mark(self.queue)))
        self.host_times.append((host_begin, self.timer()))

    @property
    def dt(self):
        """The durations of all blocks so far, a `HostDeviceDuration`; waits for the blocks to be over."""
        host = sum(end - begin for begin, end in self.host_times)
        device = sum(end.profiling_info_start - begin.profiling_info_end for begin, end in self.bracketing_events)
        return HostDeviceDuration(host * self.time_scale, device * 1e-9 * self.time_scale)
