"""Measures dpnp beside NumPy on this machine: microseconds of a call, the least of interleaved repetitions."""

import math
import time

import numpy

import dpctl
import dpnp

__all__ = ["add_arguments", "run"]

# Name, number of elements, what is timed: f(module, x, y) on doubles in (0, 1).
_ROWS = (
    ("a + b", 100, lambda np, a, b: a + b),
    ("a + b", 10_000, lambda np, a, b: a + b),
    ("a + b", 10_000_000, lambda np, a, b: a + b),
    ("sqrt", 10_000_000, lambda np, a, b: np.sqrt(a)),
    ("exp", 10_000_000, lambda np, a, b: np.exp(a)),
    ("3 + x (1 + x (-0.5 + 0.3 x))", 10_000_000, lambda np, a, b: 3.0 + a * (1.0 + a * (-0.5 + 0.3 * a))),
    ("sum", 10_000_000, lambda np, a, b: a.sum()),
    ("cumsum", 10_000_000, lambda np, a, b: np.cumsum(a)),
    ("sort", 1_000_000, lambda np, a, b: np.sort(a)),
    ("x[x > 0.5]", 10_000_000, lambda np, a, b: a[a > 0.5]),
    ("x @ y, 1000 x 1000", 1_000_000, lambda np, a, b: a.reshape(1000, 1000) @ b.reshape(1000, 1000)),
    ("fft", 1 << 20, lambda np, a, b: np.fft.fft(a)),
)


def add_arguments(parser):
    """The command's arguments."""
    parser.add_argument("--device", help="filter string; default: the default device")
    parser.add_argument("--seconds", type=float, default=60.0, help="about how long it takes")


def _best(calls, waits, seconds):
    """The least time of each call; they take turns."""
    best = [math.inf] * len(calls)
    until = time.perf_counter() + seconds
    n_rounds = 0
    while n_rounds < 3 or time.perf_counter() < until:
        for i, (call, wait) in enumerate(zip(calls, waits, strict=True)):
            wait()
            began = time.perf_counter()
            for _ in range(repeats := 1 if best[i] > 1e-4 else 50):
                result = call()
            wait()
            best[i] = min(best[i], (time.perf_counter() - began) / repeats)
            del result
        n_rounds += 1
    return best


def run(args) -> int:
    """Measure and print."""
    queue = dpctl.SyclQueue(args.device) if args.device else dpctl.SyclQueue()
    print(f"{queue.sycl_device.name} beside NumPy {numpy.__version__}, double precision unless the device has none")
    print(f"{'':30} {'elements':>10} {'NumPy us':>12} {'dpnp us':>12} {'ratio':>6}")
    dtype = "f8" if queue.sycl_device.has_aspect_fp64 else "f4"
    generator = numpy.random.default_rng(1)
    ratios = []
    for name, n, f in _ROWS:
        host = [generator.random(n).astype(dtype) for _ in range(2)]
        device = [dpnp.asarray(x, sycl_queue=queue) for x in host]
        calls = (lambda f=f, host=host: f(numpy, *host)), (lambda f=f, device=device: f(dpnp, *device))
        theirs, ours = _best(calls, (lambda: None, queue.wait), args.seconds / len(_ROWS))
        ratios.append(ours / theirs)
        print(f"{name:30} {n:10} {theirs * 1e6:12.2f} {ours * 1e6:12.2f} {ratios[-1]:6.2f}")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean of dpnp's time over NumPy's: {mean:.2f}")
    return 0
