"""The heat equation on a plate whose rows are shared out over several devices.

A device keeps its rows and one row of each neighbour; before each step these rows are copied from device to device.
No call waits: a copy begins when the step before it is complete, on whichever device that ran.

usage: python heat.py [device...] [--size N] [--steps N]      devices are filter strings; all GPUs, or the CPU, unless given
"""

import argparse
import itertools

import dpctl
import dpnp

CONDUCTION = 0.2


def plate_of(size, queue):
    """A cold plate with a hot edge and a hot spot."""
    plate = dpnp.zeros((size, size), dtype="f4", sycl_queue=queue)
    plate[0] = 100
    plate[size // 3 : size // 2, size // 4 : size // 2] = 50
    return plate


def split(plate, queues):
    """The rows in equal parts, each on its queue, with a row of each neighbour."""
    inner = plate.shape[0] - 2
    bounds = [inner * i // len(queues) for i in range(len(queues) + 1)]
    return [
        plate[a : b + 2].to_device(q) if q != plate.sycl_queue else plate[a : b + 2].copy()
        for (a, b), q in zip(itertools.pairwise(bounds), queues, strict=True)
    ]


def exchange(parts):
    """Copy the outer rows of each part to its neighbours."""
    for above, below in itertools.pairwise(parts):
        below[0] = above[-2]
        above[-1] = below[1]


def step(part, result):
    """One step in time of all points but those of the border, into another array."""
    inner = part[1:-1, 1:-1]
    around = part[:-2, 1:-1] + part[2:, 1:-1] + part[1:-1, :-2] + part[1:-1, 2:]
    result[1:-1, 1:-1] = inner + CONDUCTION * (around - 4 * inner)


def run(parts, n_steps):
    """The parts after so many steps in time on all devices, complete."""
    others = [part.copy() for part in parts]
    for _ in range(n_steps):
        exchange(parts)
        for part, other in zip(parts, others, strict=True):
            step(part, other)
        parts, others = others, parts
    for part in parts:
        part.sycl_queue.wait()
    return parts


def joined(parts, queue):
    """The rows that belong to the parts, without those of neighbours, on one queue."""
    return dpnp.concatenate([part[1:-1].to_device(queue) for part in parts])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("devices", nargs="*")
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--steps", type=int, default=100)
    options = parser.parse_args()
    devices = options.devices or dpctl.get_devices(device_type="gpu") or ["cpu"]
    queues = [dpctl.SyclQueue(d) for d in devices]

    whole = plate_of(options.size, queues[0])
    parts = split(whole, queues)
    parts = run(parts, options.steps)
    (whole,) = run([whole], options.steps)
    found = joined(parts, queues[0])
    for part in parts:
        print(f"{part.shape[0] - 2} rows on {part.sycl_device.filter_string}")
    print(f"mean temperature {float(found.mean()):.4f}, largest difference {float(abs(found - whole[1:-1]).max()):.1e}")


if __name__ == "__main__":
    main()
