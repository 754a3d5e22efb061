"""Our times on an NVIDIA GPU beside CuPy's and PyTorch's, in one process and one run.

usage: gpu.py [N]        elements of the float32 rows, 2**27 unless given; float64 rows have half as many
Rates count the bytes that must move: each input read once, each output written once. Times are medians of repetitions that each
wait for the device. A peer that is not installed is left out.
"""

import sys
import time

import numpy as np

import dpctl
import dpctl.tensor as dpt
import opendpex

N = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 27


def median_seconds(call, wait, repetitions=20):
    for _ in range(3):
        call()
    wait()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        result = call()
        wait()
        times.append(time.perf_counter() - start)
        del result
    return sorted(times)[len(times) // 2]


def seconds_a_call(call, wait, n=2000):
    """Calls queued up one behind the other, one wait at the end."""
    for _ in range(200):
        call()
    wait()
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(n):
            call()
        wait()
        best = min(best, (time.perf_counter() - start) / n)
    return best


def polynomial(x):
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def ours():
    queue = dpctl.SyclQueue("cuda:gpu")
    return (
        "opendpex",
        dpt,
        lambda host: dpt.asarray(host, sycl_queue=queue),
        queue.wait,
        dpt.copy,
        dpt.asnumpy,
        opendpex.fuse,
    )


def cupy():
    import cupy

    return "cupy", cupy, cupy.asarray, cupy.cuda.Device().synchronize, lambda x: x.copy(), cupy.asnumpy, cupy.fuse()


def torch():
    import torch

    return (
        "torch",
        torch,
        lambda host: torch.from_numpy(host).cuda(),
        torch.cuda.synchronize,
        lambda x: x.clone(),
        lambda x: x.cpu().numpy(),
        None,
    )


def rows(xp, array, wait, copy, to_host, fuse):
    """Yields (name, unit, value) for each workload."""
    host = np.random.default_rng(0).random(N, dtype=np.float32)
    x, y, d = array(host), array(host), array(host[: N // 2].astype(np.float64))
    matrix = xp.reshape(x, (N // 4096, 4096))
    fused = fuse(polynomial) if fuse else None
    axis = "dim" if xp.__name__ == "torch" else "axis"
    rates = [
        ("copy f32", 8 * N, lambda: copy(x)),
        ("add f32", 12 * N, lambda: x + y),
        ("exp f32", 8 * N, lambda: xp.exp(x)),
        ("sum f32", 4 * N, lambda: xp.sum(x)),
        ("sum axis 0", 4 * N, lambda: xp.sum(matrix, **{axis: 0})),
        ("sum axis 1", 4 * N, lambda: xp.sum(matrix, **{axis: 1})),
        ("argmax f32", 4 * N, lambda: xp.argmax(x)),
        ("var f32", 4 * N, lambda: xp.var(x)),
        ("from NumPy", 4 * N, lambda: array(host)),
        ("to NumPy", 4 * N, lambda: to_host(x)),
    ]
    odd = xp.reshape(x[: N // 4096 * 4093], (N // 4096, 4093))  # a number of columns without divisors
    rates += [
        ("sum axis 0, 4093 columns", 4 * odd.shape[0] * 4093, lambda: xp.sum(odd, **{axis: 0})),
        ("var axis 0", 4 * N, lambda: xp.var(matrix, **{axis: 0})),
        ("var axis 1", 4 * N, lambda: xp.var(matrix, **{axis: 1})),
    ]
    if hasattr(xp, "logsumexp"):
        rates += [(f"logsumexp axis {i}", 4 * N, lambda i=i: xp.logsumexp(matrix, **{axis: i})) for i in (0, 1)]
    if fused:
        rates.append(("polynomial f32, one kernel", 8 * N, lambda: fused(x)))
    for name, n_bytes, call in rates:
        yield name, "GB/s", n_bytes / median_seconds(call, wait) / 1e9
    yield "polynomial f64, eager", "us", median_seconds(lambda: polynomial(d), wait) * 1e6
    small = array(host[:100].copy())
    yield "add, n=100", "us a call", seconds_a_call(lambda: small + small, wait) * 1e6
    yield "sum, n=100", "us a call", seconds_a_call(lambda: xp.sum(small), wait) * 1e6
    yield "from NumPy, n=100", "us a call", seconds_a_call(lambda: array(host[:100]), wait) * 1e6
    yield "to NumPy, n=100", "us a call", seconds_a_call(lambda: to_host(small), wait) * 1e6
    yield "add, to NumPy, n=100", "us a call", seconds_a_call(lambda: to_host(small + small), wait) * 1e6


def main():
    table, names = {}, []
    for peer in (ours, cupy, torch):
        try:
            name, xp, array, wait, copy, to_host, fuse = peer()
        except ImportError:
            continue
        names.append(name)
        for row, unit, value in rows(xp, array, wait, copy, to_host, fuse):
            table.setdefault((row, unit), {})[name] = value
    print(f"{'':<34}" + "".join(f"{name:>12}" for name in names))
    for (row, unit), values in table.items():
        print(
            f"{row + ', ' + unit:<34}" + "".join(f"{values[n]:12.1f}" if n in values else f"{'-':>12}" for n in names)
        )


if __name__ == "__main__":
    main()
