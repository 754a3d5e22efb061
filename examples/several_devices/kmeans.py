"""k-means of points that are shared out over several devices.

Each device assigns its own points to the nearest centre; only the sums of clusters travel, by `allreduce`, which is
NCCL's between NVIDIA GPUs where that is installed. All devices hold all centres.

usage: python kmeans.py [device...] [--points N] [--clusters N] [--steps N]      devices are filter strings; all GPUs,
       or the CPU, unless given
"""

import argparse

import numpy

import dpctl
import dpnp
from opendpex.collectives import allreduce, broadcast


def points_of(n, n_clusters, n_columns=16, seed=0):
    """Points around centres on the host, and centres to begin with: a point of each cluster."""
    rng = numpy.random.default_rng(seed)
    centres = rng.uniform(-1, 1, (n_clusters, n_columns)).astype("f4")
    points = centres[numpy.arange(n) % n_clusters] + rng.standard_normal((n, n_columns), dtype="f4") * 0.05
    return points, points[:n_clusters].copy()


def sums_of(points, centres):
    """Per cluster the sum of its points, and in the last column their number."""
    distances = (centres * centres).sum(1) - 2 * (points @ centres.T)  # without what is equal for all clusters
    nearest = distances.argmin(1)
    clusters = dpnp.arange(len(centres), sycl_queue=points.sycl_queue)
    is_of = (nearest == clusters[:, None]).astype(points.dtype)
    return dpnp.concatenate([is_of @ points, is_of.sum(1, keepdims=True)], axis=1)


def run(parts, centres, n_steps):
    """The centres on each device after so many steps."""
    centres = broadcast(centres, [part.sycl_queue for part in parts])
    for _ in range(n_steps):
        sums = allreduce([sums_of(part, c) for part, c in zip(parts, centres, strict=True)])
        centres = [s[:, :-1] / dpnp.maximum(s[:, -1:], 1) for s in sums]
    for c in centres:
        c.sycl_queue.wait()
    return centres


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("devices", nargs="*")
    parser.add_argument("--points", type=int, default=20_000)
    parser.add_argument("--clusters", type=int, default=8)
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    devices = options.devices or dpctl.get_devices(device_type="gpu") or ["cpu"]
    queues = [dpctl.SyclQueue(d) for d in devices]

    points, first = points_of(options.points, options.clusters)
    shares = numpy.array_split(points, len(queues))
    parts = [dpnp.asarray(share, sycl_queue=q) for share, q in zip(shares, queues, strict=True)]
    centres = run(parts, dpnp.asarray(first, sycl_queue=queues[0]), options.steps)

    expected = numpy.stack([points[k :: options.clusters].mean(0) for k in range(options.clusters)])
    for part, c in zip(parts, centres, strict=True):
        error = abs(c.asnumpy() - expected).max()
        print(f"{len(part)} points on {part.sycl_device.filter_string}: centres found within {error:.1e}")


if __name__ == "__main__":
    main()
