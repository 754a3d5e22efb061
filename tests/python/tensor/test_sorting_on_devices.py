"""Sorts and selections on each device: bits, order of equal values, lines of all lengths and layouts."""

import numpy as np
import pytest
from sorting_helpers import SPREADS, assert_same_bits, numbers, reference_order

import dpctl.tensor as dpt
from opendpex import _core

DTYPES = "b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 c16".split()
# Both sides of each limit between the sorts of a GPU and of a CPU, and lines of several parts.
LENGTHS = [1, 2, 16, 17, 128, 129, 1024, 1025, 4097, 40_000]


def on_device(a, device):
    aspects = {"f2": device.has_aspect_fp16, "f8": device.has_aspect_fp64, "c16": device.has_aspect_fp64}
    if not aspects.get(a.dtype.str[1:], True):
        pytest.skip(f"the device has no {a.dtype}")
    return dpt.asarray(a, device=device)


def check(a, x, axis, descending):
    order = reference_order(a, axis, descending)
    values = np.take_along_axis(a, order, axis)
    assert_same_bits(dpt.asnumpy(dpt.sort(x, axis=axis, descending=descending)), values)
    assert_same_bits(dpt.asnumpy(dpt.argsort(x, axis=axis, descending=descending)), order)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_lines_of_all_lengths(device, dtype, descending):
    for n in LENGTHS:
        for spread in SPREADS:
            a = numbers(np.random.default_rng(n), n, dtype, spread)
            check(a, on_device(a, device), 0, descending)


@pytest.mark.parametrize("dtype", ["u1", "i4", "f4", "c8"])
@pytest.mark.parametrize("shape", [(3, 5, 9), (40, 33), (3, 3000), (3000, 3), (2, 200, 3), (5, 9000), (1, 1300, 1)])
def test_every_axis_and_layout(device, dtype, shape):
    a = numbers(np.random.default_rng(0), int(np.prod(shape)), dtype, "few").reshape(shape)
    x = on_device(a, device)
    for axis in range(len(shape)):
        check(a, x, axis, False)
        check(a[::-1, 1:], x[::-1, 1:], axis, True)
        check(np.moveaxis(a, 0, -1), dpt.moveaxis(x, 0, -1), axis, False)
    both = [np.broadcast_to(a[:1], shape), dpt.broadcast_to(x[:1], shape)]
    check(*both, -1, False)


@pytest.mark.parametrize("mode", ["largest", "smallest"])
@pytest.mark.parametrize("dtype", ["i2", "f4", "c8"])
def test_top_k(device, dtype, mode):
    for shape, axis, k in [((50,), 0, 7), ((3, 2000), 1, 3), ((2000, 3), 0, 2000), ((2, 30, 4), 1, 1)]:
        a = numbers(np.random.default_rng(1), int(np.prod(shape)), dtype, "few").reshape(shape)
        order = np.take(reference_order(a, axis, mode == "largest"), np.arange(k), axis=axis)
        values, indices = dpt.top_k(on_device(a, device), k, axis=axis, mode=mode)
        assert_same_bits(dpt.asnumpy(values), np.take_along_axis(a, order, axis))
        assert_same_bits(dpt.asnumpy(indices), order)


def test_arrays_without_elements(device):
    for shape in [(0,), (0, 3), (3, 0)]:
        x = dpt.zeros(shape, dtype="f4", device=device)
        for axis in range(len(shape)):
            assert dpt.sort(x, axis=axis).shape == dpt.argsort(x, axis=axis).shape == shape


def test_the_source_may_change_after_the_call(device):
    a = numbers(np.random.default_rng(2), 50_000, "f4", "wide")
    x = on_device(a, device)
    ordered = dpt.sort(x)
    x[:] = 0
    assert_same_bits(dpt.asnumpy(ordered), a[reference_order(a)])


@pytest.mark.parametrize("digits", [64, 34, 20])
@pytest.mark.parametrize("dtype", ["i8", "f8"])
def test_order_of_random_numbers(device, dtype, digits):
    """What permutations are made of: numbers of all bits, and of so few that many have the same 32 highest ones, or all."""
    bits = np.random.default_rng(digits).integers(0, 2**64, 70_000, dtype="u8") >> (64 - digits) << (64 - digits)
    a = bits.view("i8") if dtype == "i8" else (bits >> 11) * 2.0**-53
    order = _core.argsort_random(on_device(a, device))
    np.testing.assert_array_equal(dpt.asnumpy(order), np.argsort(a, kind="stable"))
