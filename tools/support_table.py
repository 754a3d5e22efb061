"""Writes the support table of a device: operation × dtype, each computed there and compared with the CPU's result.

usage: support_table.py FILTER COMMIT > docs/support-NAME.md      (for example cuda:gpu, and git rev-parse --short HEAD)
A cell is the result's dtype where the results agree (arithmetic exactly, functions to 4 units in the last place), "-"
where the operation does not take the dtype, empty where the device has no kernel for it yet, and "WRONG" otherwise;
then the exit status is 1.
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import dpnp
from dpnp.scipy import special

DTYPES = "? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 c16".split()
EXACT = {
    "add",
    "subtract",
    "multiply",
    "negative",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
}


CHOICES = ["clip", "where"]
OF_DPNP = [
    "bitwise_count",
    "deg2rad",
    "fabs",
    "float_power",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "heaviside",
    "i0",
    "lcm",
    "logaddexp2",
    "rad2deg",
    "rint",
    "sinc",
    "spacing",
]
OF_SCIPY = ["erf", "erfc", "erfcinv", "erfcx", "erfinv"]
REDUCTIONS = [
    "all",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "logsumexp",
    "max",
    "mean",
    "min",
    "prod",
    "reduce_hypot",
    "std",
    "sum",
    "var",
]


def operations():
    """Functions by name: the element-wise ones of dpctl.tensor, those that only dpnp has, and the reductions."""
    kinds = (type(dpt.add), type(dpt.negative))
    elementwise = [n for n in dpt.__all__ if isinstance(getattr(dpt, n), kinds)] + CHOICES
    found = {name: getattr(dpt, name) for name in elementwise} | {name: getattr(dpnp, name) for name in OF_DPNP}
    found |= {name: getattr(special, name) for name in OF_SCIPY}
    return dict(sorted(found.items())) | {name: getattr(dpt, name) for name in REDUCTIONS}


def sample(dtype, n=1000):
    rng = np.random.default_rng(7)
    kind = np.dtype(dtype).kind
    if kind == "b":
        return rng.integers(0, 2, n).astype(dtype)
    if kind in "iu":
        return rng.integers(1, 100, n).astype(dtype)
    values = rng.random(n) + 0.5
    return (values + 1j * rng.random(n) if kind == "c" else values).astype(dtype)


def compute(name, function, host, queue):
    package = dpt if name in dpt.__all__ else dpnp
    x = package.asarray(host, sycl_queue=queue)
    if name == "clip":
        result = function(x, x[0], x[1])
    elif name == "where":
        result = function(dpt.astype(x, "?"), x, x)
    else:
        result = function(x, x) if getattr(function, "nin", 1) == 2 else function(x)
    return package.asnumpy(result)


def agrees(name, got, expected):
    if got.dtype != expected.dtype:
        return False
    if name in EXACT or got.dtype.kind in "biu":
        return np.array_equal(got, expected)
    ulps = 64 if name in REDUCTIONS else 8 if got.dtype.kind == "c" else 4
    limits = np.finfo(got.dtype)  # a unit of a subnormal number is the smallest there is
    return np.allclose(got, expected, rtol=ulps * limits.eps, atol=ulps * limits.smallest_subnormal, equal_nan=True)


def cell(name, function, dtype, queue, cpu):
    host = sample(dtype)
    try:
        got = compute(name, function, host, queue)
    except (ValueError, TypeError):
        return "-"
    except NotImplementedError:
        return ""
    expected = compute(name, function, host, cpu)
    if expected.dtype == np.float16 != got.dtype:
        # a device without half precision takes the next type
        expected = compute(name, function, host.astype(got.dtype), cpu)
    return got.dtype.name if agrees(name, got, expected) else "WRONG"


def main():
    device, cpu = dpctl.SyclDevice(sys.argv[1]), dpctl.SyclQueue("opencl:cpu:0")
    queue = dpctl.SyclQueue(device)
    lacks = {"f2": not device.has_aspect_fp16, "f8": not device.has_aspect_fp64, "c16": not device.has_aspect_fp64}
    dtypes = [d for d in DTYPES if not lacks.get(d)]
    print(
        f"# What runs on {device.name}\n\n{device.sycl_platform.version}, driver {device.driver_version}, commit "
        f"{sys.argv[2]}. "
        "Written by `tools/support_table.py`: a cell is the dtype of the result, which agreed with the CPU's; "
        "`-`: not defined; empty: no kernel for the device yet.\n"
    )
    print("| | " + " | ".join(np.dtype(d).name for d in dtypes) + " |\n|" + "---|" * (len(dtypes) + 1))
    wrong = 0
    for name, function in operations().items():
        row = [cell(name, function, d, queue, cpu) for d in dtypes]
        wrong += row.count("WRONG")
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
