"""A tour on real input: lists the devices, then evaluates one polynomial on each of them, in every way there is.

p(x) = 3 + x (1 + x (-0.5 + 0.3 x)) for 10**7 doubles, checked against NumPy. A way of computing is one function below with
the decorator @way; a later release adds rows to the table by adding functions.

usage: tour.py [--n N] [--device FILTER]      (two simulated GPUs are shown unless DPEX_SIMULATE says otherwise)
"""

import argparse
import os
import time

os.environ.setdefault("DPEX_SIMULATE", "gpu:2")  # before the first look at the devices

import numpy as np  # noqa: E402

import dpctl  # noqa: E402
import dpctl.tensor as dpt  # noqa: E402
import dpnp  # noqa: E402
import numba_dpex as dpex  # noqa: E402
import opendpex  # noqa: E402

WAYS: list = []


def way(title):
    """Register a way of computing: a function of (queue, x, y) that returns p(x), in y if it needs an array for it."""

    def register(function):
        WAYS.append((title, function))
        return function

    return register


def polynomial(x):
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


@way("native extension in C")
def by_extension(queue, x, y):
    try:
        from poly_ext import offloaded_poly_evaluate
    except ImportError:
        raise RuntimeError("not installed: pip install examples/poly_ext") from None
    offloaded_poly_evaluate(queue, x, y)
    return y


@way("dpctl.tensor arithmetic")
def by_arrays(queue, x, y):
    return polynomial(x)


@way("dpnp")
def by_dpnp(queue, x, y):
    return polynomial(dpnp.asarray(x)).get_array()  # the same memory, seen with NumPy's interface


fused = opendpex.fuse(polynomial)


@way("the same, fused")
def by_fusion(queue, x, y):
    return fused(x)


@dpex.kernel
def poly(item, x, y):
    i = item.get_id(0)
    v = x[i]
    y[i] = 3.0 + v * (1.0 + v * (-0.5 + 0.3 * v))


@way("kernel in Python")
def by_kernel(queue, x, y):
    dpex.call_kernel(poly, dpex.Range(x.shape[0]), x, y)
    return y


@dpex.dpjit
def poly_loop(x, y):
    for i in dpex.prange(x.shape[0]):
        y[i] = 3.0 + x[i] * (1.0 + x[i] * (-0.5 + 0.3 * x[i]))


@way("parallel loop in Python")
def by_loop(queue, x, y):
    poly_loop(x, y)
    return y


def best_of(call, repetitions=5):
    """Shortest wall-clock time of some calls, in milliseconds."""
    best = float("inf")
    for _ in range(repetitions):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def devices_to_show(filter_string):
    """The chosen device, then one core of the CPU as a sub-device, then all others; each with a title."""
    chosen = dpctl.SyclDevice(filter_string)
    shown = [(chosen.filter_string, chosen)]
    cpu = dpctl.select_cpu_device()
    if cpu.max_compute_units > 1:
        shown.append((f"{cpu.filter_string}, one core", cpu.create_sub_devices(partition=1)[0]))
    return shown + [(d.filter_string, d) for d in dpctl.get_devices() if d != chosen]


def run_on(title, device, host, expected):
    """One line of the table per way; returns whether all agree with NumPy."""
    queue = dpctl.SyclQueue(device)
    x = dpt.asarray(host, sycl_queue=queue)
    agree = True
    for name, function in WAYS:
        y = dpt.empty_like(x)

        def compute():
            result = function(queue, x, y)
            queue.wait()
            return result

        try:
            result = compute()
            milliseconds = best_of(compute)
        except RuntimeError as reason:  # a device need not offer every way; it says why
            print(f"{title:<28}{name:<28}{'-':>9}      {reason}")
            continue
        error = np.max(np.abs(dpt.asnumpy(result) - expected))
        agree = agree and error < 1e-12
        print(f"{title:<28}{name:<28}{milliseconds:9.2f} ms   largest difference {error:.1e}")
    return agree


def main():
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--n", type=int, default=10**7, help="elements")
    parser.add_argument("--device", default="cpu", help="filter string of the device to show first")
    arguments = parser.parse_args()

    print("Devices")
    dpctl.lsplatform(2)
    host = np.random.default_rng(2026).random(arguments.n)
    expected = polynomial(host)
    print(f"\n3 + x (1 + x (-0.5 + 0.3 x)), {arguments.n} doubles, best of 5")
    agree = [run_on(title, device, host, expected) for title, device in devices_to_show(arguments.device)]
    print(f"{'the host':<28}{'NumPy':<28}{best_of(lambda: polynomial(host)):9.2f} ms")
    if not all(agree):
        raise SystemExit("the results differ from NumPy's")
    print("all agree with NumPy")


if __name__ == "__main__":
    main()
