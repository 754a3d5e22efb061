"""Collective functions of work-groups, compiled and simulated, and random numbers."""

import operator

import numpy as np
import pytest
from kernel_helpers import check, check_groups, on_each_device  # noqa: F401

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError
from numba_dpex.kernel_api import random

RNG = np.random.default_rng(31)


@dpex.device_func
def larger(a, b):
    return a if a > b else b


def sums(nd, x, out):
    i = nd.get_global_id(0)
    out[i] = kapi.reduce_over_group(nd.get_group(), x[i])


def largest(nd, x, out):
    i = nd.get_global_id(0)
    out[i] = kapi.reduce_over_group(nd.get_group(), x[i] * 2, larger)


def differences(nd, x, out):
    i = nd.get_global_id(0)
    group = nd.get_group()
    out[i] = kapi.reduce_over_group(group, x[i], operator.xor) - kapi.group_broadcast(group, x[i], 3)


def truths(nd, x, out):
    i = nd.get_global_id(0)
    out[i] = kapi.any_of_group(nd.get_group(), x[i] > 90)


def scanned(nd, x, out):
    i = nd.get_global_id(0)
    out[i] = kapi.inclusive_scan_over_group(nd.get_group(), x[i])


def scanned_before(nd, x, out):
    i = nd.get_global_id(0) * nd.get_global_range(1) + nd.get_global_id(1)
    out[i] = kapi.exclusive_scan_over_group(nd.get_group(), x[i], max, -5)


def compiles_slowly(device):
    """OpenCL drivers for CPUs take seconds to compile barriers in loops."""
    return device.backend == dpctl.backend_type.opencl and "opendpex" not in device.vendor


CASES = [(sums, "f4"), (scanned, "i8"), (largest, "f8"), (differences, "i4"), (truths, "i8")]


def test_functions_of_groups(device):
    for function, dtype in CASES[:2] if compiles_slowly(device) else CASES:
        x = RNG.integers(0, 100, 2 * 11).astype(dtype)
        check_groups(function, (x.size,), (11,), x, np.zeros_like(x), rtol=1e-6)


def test_scan_in_two_dimensions(device):
    if compiles_slowly(device):
        pytest.skip("the driver takes long to compile it")
    x = RNG.integers(0, 100, 4 * 6)
    check_groups(scanned_before, (4, 6), (2, 3), x, np.zeros_like(x))


def of_all_kinds(nd, x, out):
    i, group = nd.get_global_id(0), nd.get_group()
    out[0, i] = kapi.reduce_over_group(group, x[i])
    out[1, i] = kapi.inclusive_scan_over_group(group, x[i], max)
    out[2, i] = kapi.exclusive_scan_over_group(group, x[i], operator.add, 7)
    out[3, i] = kapi.reduce_over_group(nd.get_sub_group(), x[i])


def test_groups_of_every_length(device):
    """Groups whose rows are whole vectors and other groups use different specializations of one kernel."""
    if compiles_slowly(device):
        pytest.skip("the driver takes long to compile it")
    kernel, queue = dpex.kernel(of_all_kinds), dpctl.SyclQueue(device)
    for local in (1, 3, 16, 20, 32, 48, 64):
        x = RNG.integers(-50, 50, 2 * local)
        out = dpt.zeros((4, x.size), dtype="i8", sycl_queue=queue)
        dpex.call_kernel(kernel, dpex.NdRange((x.size,), (local,)), dpt.asarray(x, sycl_queue=queue), out)
        sums, most, before, in_sub_group = dpt.asnumpy(out).reshape(4, 2, local)
        rows = x.reshape(2, local)
        np.testing.assert_array_equal(sums, rows.sum(axis=1, keepdims=True).repeat(local, axis=1))
        np.testing.assert_array_equal(most, np.maximum.accumulate(rows, axis=1))
        np.testing.assert_array_equal(before, 7 + np.cumsum(rows, axis=1) - rows)
        if local <= 3:
            np.testing.assert_array_equal(in_sub_group, sums)


def large(nd, k, out):
    i = nd.get_global_id(0)
    out[i, 0] = kapi.reduce_over_group(nd.get_group(), k[i])
    out[i, 1] = kapi.exclusive_scan_over_group(nd.get_group(), k[i])


def test_groups_larger_than_their_scratch_memory(device):
    queue, size = dpctl.SyclQueue(device), min(2500, device.max_work_group_size)
    if compiles_slowly(device):
        pytest.skip("the driver takes long to compile it")
    k = dpt.arange(size, sycl_queue=queue)
    out = dpt.zeros((size, 2), dtype=k.dtype, sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(large), dpex.NdRange((size,), (size,)), k, out)
    expected = np.arange(size)
    np.testing.assert_array_equal(dpt.asnumpy(out)[:, 0], expected.sum())
    np.testing.assert_array_equal(dpt.asnumpy(out)[:, 1], np.cumsum(expected) - expected)


def without_groups(item, x):
    x[0] = kapi.group_broadcast(item, x[0])


def test_functions_of_groups_need_groups():
    with pytest.raises(NotImplementedError, match="NdRange"):
        kapi.call_kernel(without_groups, dpex.Range(4), np.zeros(4))
    with pytest.raises(TypingError, match="NdRange"):
        dpex.call_kernel(dpex.kernel(without_groups), dpex.Range(4), dpt.zeros(4))


def numbers(item, seed, words, reals, whole):
    i = item.get_id(0)
    words[i, 0], words[i, 1], words[i, 2], words[i, 3] = random.philox4x32(seed, i, 5)
    reals[i, 0] = random.uniform(seed, i)
    reals[i, 1] = random.uniform32(seed, i)
    reals[i, 2] = random.normal(seed, i, 1)
    reals[i, 3] = random.exponential(seed, i, 2)
    whole[i] = random.integers(seed, i, -3, 9)


def test_random_numbers_are_the_same_everywhere():
    for seed in (0, 12345678901234567, -1):
        words, reals, whole = np.zeros((37, 4), dtype="i8"), np.zeros((37, 4)), np.zeros(37, dtype="i8")
        check(numbers, 37, seed, words, reals, whole, rtol=1e-12)


def test_philox_gives_the_published_words():
    assert random.philox4x32(0, 0) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    assert random.philox4x32(-1, -1, -1) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)
    key, counter = 0x299F31D0A4093822, (0x85A308D3243F6A88, 0x0370734413198A2E)
    assert random.philox4x32(key, *counter) == (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)


def test_distributions_have_their_moments():
    x = np.array(
        [
            [random.uniform(9, i), random.normal(9, i), random.exponential(9, i), random.integers(9, i, 2, 6)]
            for i in range(4000)
        ]
    )
    np.testing.assert_allclose(x.mean(axis=0), [0.5, 0.0, 1.0, 3.5], atol=0.06)
    np.testing.assert_allclose(x.std(axis=0), [12**-0.5, 1.0, 1.0, 1.118], atol=0.06)
    assert set(x[:, 3]) == {2, 3, 4, 5}
