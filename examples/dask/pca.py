"""Principal components of a table that is larger than one device should hold, in chunks over the workers of a cluster.

The table is drawn where it is used: each worker makes its chunks on its own device, reduces them to a small matrix of
second moments, and only these matrices travel. With --workers 1,2,4 the CPU is split into four parts, of which one,
two and four get a worker, and a picture shows the time over their number; --devices gpu takes all GPUs.

usage: pca.py [--rows N] [--columns N] [--workers LIST] [--devices FILTER] [--picture FILE]
"""

import argparse
import time

import dask
import dask.array as da
from distributed import Client

import dpctl
import dpnp
import opendpex.dask


def principal_components(x, n):
    """The directions of largest variance, and which share of the variance each has."""
    mean = x.mean(axis=0)
    moments, mean = dask.compute(x.T @ x, mean)  # two small arrays, from chunks that stay where they are
    covariance = moments / x.shape[0] - dpnp.outer(mean, mean)
    values, vectors = dpnp.linalg.eigh(covariance)
    return vectors[:, ::-1][:, :n], values[::-1][:n] / values.sum()


def table(rows, columns, chunk):
    """Points near a plane in a space of many dimensions."""
    rng = da.random.default_rng(0)
    plane = rng.normal(size=(2, columns))
    noise = rng.normal(scale=0.1, size=(rows, columns), chunks=(chunk, columns))
    return rng.normal(size=(rows, 2), chunks=(chunk, 2)) @ plane + noise


def parts_of_cpu(n):
    """The CPU in n equal parts."""
    cpu = dpctl.select_cpu_device()
    return cpu.create_sub_devices(partition=cpu.max_compute_units // n)[:n]


def measure(devices, rows, columns):
    """The seconds of one run on a cluster, after a short one that starts everything."""
    with opendpex.dask.local_cluster(devices) as cluster, Client(cluster):
        principal_components(table(4096, columns, 1024), 2)
        start = time.perf_counter()
        _, share = principal_components(table(rows, columns, max(rows // 32, 1)), 2)
        return len(cluster.workers), time.perf_counter() - start, float(share.sum())


def draw(found, file):
    """Seconds over workers, beside the line of perfect scaling."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    workers, seconds = [row[0] for row in found], [row[1] for row in found]
    figure, axes = pyplot.subplots(figsize=(5, 3.5), layout="constrained")
    axes.plot(workers, seconds, "o-", label="measured")
    line = [workers[0] + (workers[-1] - workers[0]) * i / 50 for i in range(51)]
    axes.plot(line, [seconds[0] * workers[0] / n for n in line], "--", color="gray", label="perfect scaling")
    axes.set(xlabel="workers", ylabel="seconds", xticks=workers, ylim=(0, None))
    axes.legend(frameon=False)
    figure.savefig(file, dpi=150)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=64)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--devices")
    parser.add_argument("--picture")
    options = parser.parse_args()
    dask.config.set({"array.backend": "dpnp"})
    workers = [int(n) for n in options.workers.split(",")]
    clusters = [options.devices] if options.devices else [parts_of_cpu(max(workers))[:n] for n in workers]
    found = [measure(devices, options.rows, options.columns) for devices in clusters]
    for workers, seconds, share in found:
        print(f"{workers} workers: {seconds:6.2f} s, two components explained {share:.1%} of the variance")
    if options.picture:
        draw(found, options.picture)


if __name__ == "__main__":
    main()
