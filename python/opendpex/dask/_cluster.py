"""A Dask cluster with a worker process per device: what `opendpex.dask.local_cluster` starts.

A worker sees its device alone: a GPU by ``ONEAPI_DEVICE_SELECTOR``, a part of the CPU by the processors that its
process may use. Both must hold before the worker finds devices, so the first comes as an environment variable of
the process and the second is set by the first thing that it runs.
"""

from __future__ import annotations

import logging
import os
import re

import dask
from distributed import Nanny, Scheduler, SpecCluster, WorkerPlugin
from distributed.worker_memory import parse_memory_limit

import dpctl

__all__ = ["make_cluster"]


def _parts_of_cpu(n: int | None):
    """The CPU in n equal parts, or by NUMA domains, or whole."""
    cpu = dpctl.select_cpu_device()
    if n is not None:
        if not 1 <= n <= cpu.max_compute_units:
            raise ValueError(f"local_cluster: {cpu.max_compute_units} cores cannot be split into {n} parts")
        return cpu.create_sub_devices(partition=cpu.max_compute_units // n)[:n] if n > 1 else [cpu]
    try:
        return cpu.create_sub_devices(partition="numa")
    except dpctl.SyclSubDeviceCreationError:
        return [cpu]


def _devices(devices):
    """The devices that `local_cluster` was given."""
    if devices is None:
        return dpctl.get_devices(device_type="gpu") or _parts_of_cpu(None)
    if isinstance(devices, int):
        return _parts_of_cpu(devices)
    if isinstance(devices, str):
        found = [d for d in dpctl.get_devices() if _matches(d, devices)]
    elif isinstance(devices, dpctl.SyclDevice):
        found = [devices]
    else:
        found = [d if isinstance(d, dpctl.SyclDevice) else dpctl.SyclDevice(d) for d in devices]
    if not found:
        raise ValueError(f"local_cluster: there is no device {devices!r}, but {dpctl.get_devices()}")
    return found


def _matches(device, text: str) -> bool:
    """Whether all parts of a filter are among those of the device's filter string."""
    return set(text.lower().split(":")) <= set(device.filter_string.split(":"))


def _environment(device) -> dict:
    """Variables by which a process sees the device alone."""
    root = device.get_unpartitioned_parent_device()
    backend = root.backend.name
    peers = [d for d in dpctl.get_devices() if d.backend == root.backend]
    if root not in peers:
        raise ValueError(f"local_cluster: {device} is no root device, and no part of one")
    if device != root and device.device_type == dpctl.device_type.cpu:
        return {
            "ONEAPI_DEVICE_SELECTOR": f"{backend}:{peers.index(root)}",
            "DPEX_NUM_THREADS": str(device.max_compute_units),
        }
    selector = f"{backend}:{peers.index(root)}"
    if device != root:
        parts = root.create_sub_devices(partition="next_partitionable")
        if device not in parts:
            raise ValueError(f"local_cluster: {device} is no tile of {root}")
        selector += f".{parts.index(device)}"
    return {"ONEAPI_DEVICE_SELECTOR": selector}


def _processors(device) -> list | None:
    """The processors of a part of the CPU; None for other devices."""
    cores = re.match(r"cores? ([\d,-]+) of", device._describe())
    if cores is None or device.device_type != dpctl.device_type.cpu:
        return None
    ranges = (part.partition("-") for part in cores[1].split(","))
    return [i for first, _, last in ranges for i in range(int(first), int(last or first) + 1)]


class _Setup(WorkerPlugin):
    """What a worker does before its first task."""

    name = "opendpex"

    def __init__(self, processors=None):
        self.processors = processors

    def setup(self, worker):
        if self.processors:
            for thread in os.listdir("/proc/self/task"):
                os.sched_setaffinity(int(thread), self.processors)
        dask.config.set({"array.backend": "dpnp"})


def _label(device) -> str:
    """The worker's name: the filter string, or what the part is."""
    return device._describe()


def make_cluster(devices, threads_per_worker: int, worker_options: dict, options: dict):
    """See `opendpex.dask.local_cluster`."""
    devices = _devices(devices)
    limit = parse_memory_limit("auto", 1, len(devices), logger=None) if "memory_limit" not in worker_options else None
    base = {"nthreads": threads_per_worker, "host": "127.0.0.1", "dashboard": False, "silence_logs": logging.WARNING}
    base |= ({"memory_limit": limit} if limit else {}) | worker_options
    workers = {}
    for device in devices:
        name, n = _label(device), sum(1 for taken in workers if taken.partition("#")[0] == _label(device))
        own = {"env": _environment(device), "plugins": (_Setup(_processors(device)),)}
        workers[f"{name}#{n}" if n else name] = {"cls": Nanny, "options": {**base, **own}}
    scheduler = {"cls": Scheduler, "options": {"host": "127.0.0.1", "port": 0, "dashboard": False}}
    return SpecCluster(workers=workers, scheduler=scheduler, **{"silence_logs": logging.WARNING, **options})
