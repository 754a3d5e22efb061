"""Conversions between types: kernels convert values as arrays do, and constants as numbers."""

import math

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
BEYOND = [np.inf, -np.inf, np.nan, 1e300, -1e300, 70000.5, -70000.5, -9.75, -0.5, 127.9, 2.0**31, -(2.0**31) - 0.5, -(2.0**31) - 1, 3e9, -1e10, 2.0**32, 2.0**63,
          2.0**63 - 1024, -(2.0**63), -(2.0**64), 1e19, 2.0**64, 2.0**64 - 2048]  # fmt: skip


@dpex.kernel
def store(item, x, out):
    i = item.get_id(0)
    out[i] = x[i]


def run(function, device, arrays):
    queue = dpctl.SyclQueue(device)
    given = [dpt.asarray(x, sycl_queue=queue) for x in arrays]
    dpex.call_kernel(function, dpex.Range(len(arrays[0])), *given)
    return dpt.asnumpy(given[-1])


@pytest.mark.parametrize("source", ["float16", "float32", "float64"])
@pytest.mark.parametrize("target", INTS)
def test_floats_that_do_not_fit_an_integer_convert_as_arrays_do(device, source, target):
    if not {"float16": device.has_aspect_fp16, "float64": device.has_aspect_fp64}.get(source, True):
        pytest.skip("the device has no such type")
    with np.errstate(all="ignore"):
        x = np.repeat(np.array(BEYOND, source), 3)
    expected = dpt.asnumpy(dpt.astype(dpt.asarray(x), target))
    np.testing.assert_array_equal(run(store, device, (x, np.zeros(x.size, target))), expected)


@dpex.kernel
def constants(item, out):
    i = item.get_id(0)
    if i == 0:
        out[0] = np.uint32(-9.75)
        out[1] = np.int8(1e300)
        out[2] = np.int16(3e9)
        out[3] = np.int32(math.nan)
        out[4] = np.int32(-1e300)
        out[5] = np.uint8(-1.5)


def test_constants_that_do_not_fit_convert_as_numbers_do(device):
    floats = [(-9.75, "u4"), (1e300, "i1"), (3e9, "i2"), (np.nan, "i4"), (-1e300, "i4"), (-1.5, "u1")]
    expected = [int(dpt.asnumpy(dpt.astype(dpt.asarray([x]), t))[0]) for x, t in floats]
    assert run(constants, device, (np.zeros(6, "i8"),)).tolist() == expected


@dpex.kernel
def products(item, out):
    big = 1 << 62
    out[item.get_id(0)] = np.square(-9223372036854775807) / (big * 4 + 2)


@dpex.kernel
def sums(item, out):
    big = 9223372036854775807
    out[item.get_id(0)] = (big + big) / 2.0


def test_integer_constants_wrap_before_they_are_used(device):
    assert run(products, device, (np.zeros(1),)) == 0.5
    assert run(sums, device, (np.zeros(1),)) == -1.0
