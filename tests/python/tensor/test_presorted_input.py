"""Sorting of ascending, nearly ascending and descending lines; and top_k of large parts of long lines."""

import numpy as np
import pytest
from sorting_helpers import assert_same_bits, reference_order

import dpctl.tensor as dpt

DTYPES = ["i1", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "c8", "c16"]


def lines(dtype, n):
    """Ascending, ascending with ties, descending, descending with ties, equal, and with one element out of order at either end and in the middle."""
    rng = np.random.default_rng(n)
    few, many = np.sort(rng.integers(0, 9, n)), np.sort(rng.integers(0, 1 << 30, n))
    found = [few, many, few[::-1], many[::-1], np.zeros(n), np.arange(n)]
    for index in (1, n // 2, n - 1):
        broken = np.arange(n)
        broken[index] = 0
        found.append(broken)
    found = [np.ascontiguousarray(a).astype(dtype) for a in found]
    if np.dtype(dtype).kind == "f":
        zeros = np.where(np.arange(n) % 3 == 0, -0.0, 0.0).astype(dtype)
        nans = np.concatenate([np.sort(rng.random(n - n // 4)), np.full(n // 4, np.nan)]).astype(dtype)
        found += [zeros, nans, nans[::-1].copy()]
    return found


@pytest.mark.parametrize("n", [2, 3, 700, 70_001])
@pytest.mark.parametrize("dtype", DTYPES)
def test_lines_in_order_are_sorted_stably(dtype, n):
    for a in lines(dtype, n):
        x = dpt.asarray(a)
        for descending in (False, True):
            order = reference_order(a, 0, descending)
            assert_same_bits(dpt.asnumpy(dpt.argsort(x, descending=descending)), order)
            assert_same_bits(dpt.asnumpy(dpt.sort(x, descending=descending)), a[order])
        reversed_sort = dpt.asnumpy(dpt.sort(dpt.flip(x)))
        assert_same_bits(reversed_sort, a[::-1][reference_order(a[::-1], 0, False)])


@pytest.mark.parametrize("dtype", ["i1", "u4", "i8", "f4", "f8", "c16"])
def test_large_shares_of_lines_are_found_in_order(dtype):
    rng = np.random.default_rng(1)
    cases = [
        rng.integers(-100, 100, 150_000),
        rng.standard_normal(150_000) * 1e6,
        rng.integers(0, 3, 150_000),
        np.arange(150_000),
    ]
    for a in cases:
        a = a.astype(dtype)
        x = dpt.asarray(a)
        for mode, descending in (("largest", True), ("smallest", False)):
            order = reference_order(a, 0, descending)
            for k in (40_000, 149_999, 150_000):
                values, indices = dpt.top_k(x, k, mode=mode)
                assert_same_bits(dpt.asnumpy(indices), order[:k])
                assert_same_bits(dpt.asnumpy(values), a[order[:k]])


def test_large_shares_of_many_lines():
    a = np.random.default_rng(2).integers(0, 1000, (40, 300, 3)).astype("f4")
    x = dpt.asarray(a)
    for axis in range(3):
        order = reference_order(a, axis, True)
        for k in {1, a.shape[axis] - 1, a.shape[axis]}:
            values, indices = dpt.top_k(x, k, axis=axis)
            first = np.take(order, np.arange(k), axis)
            assert_same_bits(dpt.asnumpy(indices), first)
            assert_same_bits(dpt.asnumpy(values), np.take_along_axis(a, first, axis))


def test_numbers_of_any_size_are_named_in_messages():
    x, large = dpt.ones((3, 4)), 10**30
    for call, error in (
        (lambda: dpt.top_k(x, large), ValueError),
        (lambda: dpt.reshape(x, (large,)), ValueError),
        (lambda: x[large], IndexError),
        (lambda: dpt.tile(x, large), OverflowError),
    ):
        with pytest.raises(error, match=str(large)):
            call()
