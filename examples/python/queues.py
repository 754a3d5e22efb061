"""Queues: what they are made of, copies that run while Python goes on, events, order, and times."""

import numpy as np

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
from dpctl.utils import SequentialOrderManager


def make():
    """From nothing, a device, a context; with properties."""
    queue = dpctl.SyclQueue()
    same = dpctl.SyclQueue(queue.sycl_context, queue.sycl_device)
    print("another queue, the same context:", same != queue and same.sycl_context == queue.sycl_context)
    print(
        "properties:",
        dpctl.SyclQueue(property="in_order").is_in_order,
        dpctl.SyclQueue(property="enable_profiling").has_enable_profiling,
    )


def copy():
    """Commands that wait for each other by events."""
    queue = dpctl.SyclQueue()
    source, middle, target = (dpm.MemoryUSMShared(1000, queue=queue) for _ in range(3))
    source.copy_from_host(np.arange(1000, dtype="u2").view("u1")[:1000])
    first = queue.memcpy_async(middle, source, 1000)
    second = queue.memcpy_async(target, middle, 1000, [first])
    second.wait()
    print("copied:", target.tobytes() == source.tobytes(), second.execution_status.name)


def keep_order():
    """A manager collects the events of a queue, so that nobody has to hand them on."""
    queue = dpctl.SyclQueue()
    manager = SequentialOrderManager[queue]
    source, target = dpm.MemoryUSMHost(64, queue=queue), dpm.MemoryUSMShared(64, queue=queue)
    source.memset(5)
    event = queue.memcpy_async(target, source, 64, manager.submitted_events)
    manager.add_event_pair(queue._submit_keep_args_alive((source, target), [event]), event)
    manager.wait()
    print("in order:", target.tobytes() == bytes([5] * 64))


def measure():
    """Time that the device and the host took for what is in the block."""
    queue = dpctl.SyclQueue(property="enable_profiling")
    timer = dpctl.SyclTimer(time_scale=1e3)
    x = dpt.linspace(0, 1, 1_000_000, dtype="f4", sycl_queue=queue)
    with timer(queue):
        dpt.sum(dpt.sqrt(x))
    print("milliseconds:", timer.dt.device_dt >= 0, timer.dt.host_dt > 0)


if __name__ == "__main__":
    make()
    copy()
    keep_order()
    measure()
