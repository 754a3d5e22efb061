"""Vector loads and stores: indices that may be negative, on both sides of 0 in one vector, and rows that end inside a vector."""

import numpy as np
import pytest
from kernel_helpers import check, on_each_device  # noqa: F401

import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.llvm_kernel import emit_kernel
from numba_dpex._compiler.llvm_target import Target, describe
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.types import FLOAT64


def before(item, x, y):
    i = item.get_id(0)
    y[i] = x[i - 5] - x[i - 1]


def store_before(item, x, y):
    i = item.get_id(0)
    y[i - 3] = x[i]


def inner(item, x, y):
    i = item.get_id(0)
    if i > 0 and i < x.shape[0] - 1:
        y[i] = x[i - 1] + x[i + 1]


def from_the_end(item, x, y):
    i = item.get_id(0)
    y[-1 - i] = x[i]


@pytest.mark.parametrize("kernel", [before, store_before, inner, from_the_end])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i1", "c16", "?"])
def test_negative_indices_count_from_the_end(kernel, dtype):
    for n in (6, 31, 64, 100, 1000):
        x = (np.arange(n) % 2 if dtype == "?" else np.arange(n) % 50).astype(dtype)
        if dtype == "?" and kernel in (before, inner):
            continue  # NumPy does not define differences of bools
        check(kernel, n, x, np.zeros(n, dtype))


def stencil(item, a, out):
    i = item.get_id(0) + 1
    j = item.get_id(1) + 1
    out[i, j] = a[i - 1, j] + a[i, j - 1] + a[i, j + 1] + a[i - 2, j - 2]


def test_neighbours_in_two_dimensions():
    a = np.random.default_rng(1).random((20, 70))
    check(stencil, (18, 68), a, np.zeros_like(a))


TARGETS = [
    describe(
        "x86_64-unknown-linux-gnu", "znver4", {"avx512f": True, "avx512vl": True, "avx512dq": True, "avx512bw": True}
    ),
    describe("x86_64-unknown-linux-gnu", "znver3", {"avx2": True}),
    describe("x86_64-unknown-linux-gnu", "x86-64", {}),
    describe("aarch64-unknown-linux-gnu", "neoverse-n1", {}),
]


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: t.cpu)
def test_vectors_are_as_wide_as_the_registers_allow(target: Target):
    text = emit_kernel(lower_kernel(inner, [(FLOAT64, 1, "C", "global")] * 2, 1, False), target)
    lanes = {512: 16, 256: 16, 128: 8}[target.register_bits]
    assert f"<{lanes} x double>" in text


def test_elements_are_read_before_a_masked_store_after_the_load():
    """If LLVM merges the load with the select after the branch, the load must not move past the store."""

    def kernel(item, q, out, k):
        i = item.get_id(0)
        own = kapi.PrivateArray(4, np.int64, fill_zeros=True)
        v = 0
        if i % 3 != 0:
            v = own[k & 3]
            own[q[i + 1] & 3] = 126
        out[i, item.get_id(1)] = v + own[1]

    check(kernel, (5, 21), np.array([-16, 1, 2, 3, 4, 0]), np.zeros((5, 21), dtype="i8"), 0)


def picked(item, x, indices, y):
    i = item.get_id(0)
    if x[i] > 0:
        y[indices[i]] = x[indices[indices[i]]]


def stores_to_one_element(item, x, y):
    i = item.get_id(0)
    if x[i] > 0:
        y[0] = x[i]


@pytest.mark.parametrize("dtype", ["f8", "f4", "i2", "u1", "c8"])
def test_gathers_and_scatters_of_some_work_items(device, dtype):
    random = np.random.default_rng(3)
    for n in (1, 7, 100):
        x = random.integers(0, 3, n).astype(dtype)
        if dtype == "c8":
            x = x.real.astype("f4")
        check(picked, n, x, random.permutation(n), np.full(n, 9, dtype))
        y = dpt.zeros(1, dtype=x.dtype, device=device)
        dpex.call_kernel(dpex.kernel(stores_to_one_element), dpex.Range(n), dpt.asarray(x, device=device), y)
        assert dpt.asnumpy(y)[0] in (x[x > 0] if (x > 0).any() else (0,))  # which value is stored last is unspecified


def test_elements_beyond_the_end_are_not_touched():
    x = np.array([1, 0, 2])  # the second work-item is masked off
    check(picked, 3, x, np.array([2, 1 << 40, 0]), np.zeros(3))
