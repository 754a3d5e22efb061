"""Two GPUs of one machine: copies between them, collectives, and programs on one and on both.

usage: gpu_pair.py [--backend NAME] [--size BYTES] [--plate N] [--points N] [--rows N]
Copies are in GB/s (10^9 bytes), the best of several; CuPy's and PyTorch's, where they are installed, beside ours. Programs
are examples/several_devices/*.py and, where Dask is installed, a sum of squares over its workers: seconds on one GPU, on
both, and how many times faster.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex
from opendpex.collectives import allreduce, uses_nccl

EXAMPLES = Path(__file__).parents[1] / "examples" / "several_devices"
REPEATS = 7


def best(call, wait) -> float:
    """The least seconds of a call; the first two are not counted."""
    found = []
    for _ in range(REPEATS + 2):
        wait()
        start = time.perf_counter()
        call()
        wait()
        found.append(time.perf_counter() - start)
    return min(found[2:])


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ---- copies ----------------------------------------------------------------------------------------------


class Own:
    """Copies between arrays that exist, on queues of their own: those of one queue keep their order."""

    name = "opendpex"

    def __init__(self, queues, n_bytes):
        copying = [dpctl.SyclQueue(q.sycl_device) for q in queues]
        self.queues = queues + copying
        self.x = [dpt.ones(n_bytes, dtype="u1", sycl_queue=q) for q in copying]
        self.y = [dpt.zeros(n_bytes, dtype="u1", sycl_queue=q) for q in copying]
        self.work = [dpt.ones(n_bytes // 8, sycl_queue=q) for q in queues]

    def copy(self, to):
        self.y[to][:] = self.x[1 - to]

    def compute(self, i):
        with opendpex.fusion(False):  # which would make one pass of several calls
            dpt.add(self.work[i], 1, out=self.work[i])

    def wait(self):
        for q in self.queues:
            q.wait()


class CuPy:
    name = "CuPy"

    def __init__(self, _, n_bytes):
        import cupy

        self.cupy, self.x, self.y, self.work, self.streams = cupy, [], [], [], []
        for i in range(2):
            with cupy.cuda.Device(i):
                self.x.append(cupy.ones(n_bytes, dtype="u1"))
                self.y.append(cupy.zeros(n_bytes, dtype="u1"))
                self.work.append(cupy.ones(n_bytes // 8))
                self.streams.append(cupy.cuda.Stream(non_blocking=True))

    def copy(self, to):
        with self.cupy.cuda.Device(to):
            self.y[to].data.copy_from_device_async(self.x[1 - to].data, self.x[0].nbytes, self.streams[to])

    def compute(self, i):
        with self.cupy.cuda.Device(i):
            self.cupy.add(self.work[i], 1, out=self.work[i])

    def wait(self):
        for i in range(2):
            self.cupy.cuda.Device(i).synchronize()


class Torch:
    name = "PyTorch"

    def __init__(self, _, n_bytes):
        import torch

        self.torch = torch
        self.x = [torch.ones(n_bytes, dtype=torch.uint8, device=i) for i in range(2)]
        self.y = [torch.zeros(n_bytes, dtype=torch.uint8, device=i) for i in range(2)]
        self.work = [torch.ones(n_bytes // 8, dtype=torch.float64, device=i) for i in range(2)]

    def copy(self, to):
        self.y[to].copy_(self.x[1 - to], non_blocking=True)

    def compute(self, i):
        self.work[i].add_(1)

    def wait(self):
        for i in range(2):
            self.torch.cuda.synchronize(i)


def copies(peer, n_bytes):
    """(name, bytes moved, seconds) of each pattern."""

    def both():
        peer.copy(0)
        peer.copy(1)

    def beside():
        for i in (0, 1):
            for _ in range(8):
                peer.compute(i)
        both()

    def alone():
        for i in (0, 1):
            for _ in range(8):
                peer.compute(i)

    return {
        "0 to 1, GB/s": n_bytes / best(lambda: peer.copy(1), peer.wait) / 1e9,
        "1 to 0, GB/s": n_bytes / best(lambda: peer.copy(0), peer.wait) / 1e9,
        "both at once, GB/s": 2 * n_bytes / best(both, peer.wait) / 1e9,
        "kernels alone, ms": best(alone, peer.wait) * 1e3,
        "kernels and both copies, ms": best(beside, peer.wait) * 1e3,
    }


def print_copies(queues, n_bytes):
    found = []
    for kind in (Own, CuPy, Torch):
        try:
            peer = kind(queues, n_bytes)
        except ImportError:
            continue
        found.append((kind.name, copies(peer, n_bytes)))
        del peer
    print(f"copies of {n_bytes / 2**20:.0f} MiB".ljust(34), *(name.rjust(10) for name, _ in found))
    for row in found[0][1]:
        print(row.ljust(34), *(f"{rows[row]:10.1f}" for _, rows in found))
    small = Own(queues, 8)
    print(
        "a copy of 8 bytes, µs".ljust(34),
        f"{best(lambda: [small.copy(1) for _ in range(100)], small.wait) * 1e4:10.1f}",
    )


def print_copies_without_a_link(queues, n_bytes):
    """In a process of its own, since links are found once."""
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import gpu_pair, dpctl\n"
        f"queues = [dpctl.SyclQueue(d) for d in {[q.sycl_device.filter_string for q in queues]}]\n"
        f"peer = gpu_pair.Own(queues, {n_bytes})\n"
        f"for name, value in gpu_pair.copies(peer, {n_bytes}).items(): print(name.ljust(34), f'{{value:10.1f}}')"
    )
    print("without the link (DPEX_PEER_ACCESS=0)", flush=True)
    subprocess.run([sys.executable, "-c", program], env={**os.environ, "DPEX_PEER_ACCESS": "0"}, check=True)


# ---- collectives -----------------------------------------------------------------------------------------


def seconds_of_allreduce(arrays, out) -> float:
    def wait():
        for x in arrays:
            x.sycl_queue.wait()

    return best(lambda: allreduce(arrays, out=out), wait)


def print_collectives(queues, n_bytes):
    for size in (n_bytes, 1 << 20, 1 << 10):
        arrays = [dpnp.ones(size // 4, dtype="f4", sycl_queue=q) for q in queues]
        out = [dpnp.empty_like(x) for x in arrays]
        seconds = seconds_of_allreduce(arrays, out)
        by_copies = seconds_of_allreduce([x[::-1] for x in arrays], out)  # which NCCL does not take
        name = "NCCL" if uses_nccl(arrays) else "copies"
        print(
            f"allreduce of {size} bytes".ljust(34),
            f"{name} {seconds * 1e6:.0f} µs ({size / seconds / 1e9:.1f} GB/s), by copies {by_copies * 1e6:.0f} µs",
        )


# ---- programs --------------------------------------------------------------------------------------------


def seconds_of(call) -> float:
    call()
    found = []
    for _ in range(3):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return min(found)


def heat(queues, size):
    module = example("heat")
    parts = module.split(module.plate_of(size, queues[0]), queues)
    return seconds_of(lambda: module.run(parts, 100))


def kmeans(queues, n):
    module = example("kmeans")
    points, first = module.points_of(n, 32)
    parts = [
        dpnp.asarray(share, sycl_queue=q) for share, q in zip(np.array_split(points, len(queues)), queues, strict=True)
    ]
    centres = dpnp.asarray(first, sycl_queue=queues[0])
    return seconds_of(lambda: module.run(parts, centres, 20))


def dask_workers(queues, n_rows):
    import dask.array as da
    from distributed import Client

    from opendpex.dask import local_cluster

    with local_cluster([q.sycl_device.filter_string for q in queues]) as cluster, Client(cluster):

        def call():
            x = da.random.default_rng(0).normal(size=(n_rows, 1000), chunks=(n_rows // 16, 1000))
            (x.T @ x).trace().compute()

        return seconds_of(call)


def print_programs(queues, options):
    programs = [
        (f"heat equation, {options.plate}² f4, 100 steps", heat, options.plate),
        (f"k-means, {options.points} points, 32 clusters, 20 steps", kmeans, options.points),
    ]
    if importlib.util.find_spec("distributed"):
        programs.append((f"Dask, moments of {options.rows} × 1000 normals", dask_workers, options.rows))
    print("program".ljust(52), "one GPU, s", " both, s", "  times")
    for name, program, size in programs:
        one, two = program(queues[:1], size), program(queues, size)
        print(name.ljust(52), f"{one:10.3f} {two:8.3f} {one / two:7.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", default="cuda")
    parser.add_argument("--size", type=int, default=1 << 30)
    parser.add_argument("--plate", type=int, default=16384)
    parser.add_argument("--points", type=int, default=1 << 23)
    parser.add_argument("--rows", type=int, default=1 << 20)
    options = parser.parse_args()
    devices = dpctl.get_devices(backend=options.backend, device_type="gpu")[:2]
    if len(devices) < 2:
        sys.exit(f"gpu_pair.py: two GPUs are needed; {options.backend} has {len(devices)}")
    queues = [dpctl.SyclQueue(d) for d in devices]
    print(
        " and ".join(d.name for d in devices), "linked" if devices[0].can_access_peer(devices[1]) else "without a link"
    )
    print_copies(queues, options.size)
    print_copies_without_a_link(queues, options.size)
    print_collectives(queues, options.size)
    print_programs(queues, options)


if __name__ == "__main__":
    main()
