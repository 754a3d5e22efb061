"""Kernels whose work-items run along rows of memory: with `fastmath` long rows are run in vectors, and results are the same."""

import math
import platform

import numpy as np
import pytest

import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import prange
from numba_dpex._compiler.llvm_kernel import emit_kernel
from numba_dpex._compiler.llvm_target import describe
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.native import compile_assembly, compile_object
from numba_dpex._compiler.row_loops import extents_of_rows
from numba_dpex._compiler.types import FLOAT32, FLOAT64

RNG = np.random.default_rng(11)
MATRIX, COLUMNS, VECTOR = (FLOAT64, 2, "C", "global"), (FLOAT64, 2, "F", "global"), (FLOAT64, 1, "C", "global")


def norm(item, x, out):
    i = item.get_id(0)
    total = 0.0
    for k in range(x.shape[1]):
        total += x[i, k] * x[i, k]
    out[i] = math.sqrt(total)


def softened(item, x, out):
    i = item.get_id(0)
    total = 0.0
    for k in range(x.shape[1]):
        total += math.exp(x[i, k])
    out[i] = total


def conditional(item, x, out):
    i = item.get_id(0)
    total = 0.0
    for k in range(x.shape[1]):
        if x[i, k] > 0.5:
            total += x[i, k]
    out[i] = total


def column(item, x, out):
    i = item.get_id(0)
    total = 0.0
    for k in range(x.shape[0]):
        total += x[k, i]
    out[i] = total


def nearest(item, x, out):
    """The sum of the three least distances to other rows, kept in a private array."""
    i = item.get_id(0)
    least = dpex.kernel_api.PrivateArray(3, np.float64)
    for n in range(3):
        least[n] = 1e300
    for j in range(x.shape[0]):
        total = 0.0
        for k in range(x.shape[1]):
            total += (x[i, k] - x[j, k]) ** 2
        at = 2
        if j != i and total < least[2]:
            while at > 0 and total < least[at - 1]:
                least[at] = least[at - 1]
                at -= 1
            least[at] = total
    out[i] = least[0] + least[1] + least[2]


@pytest.mark.parametrize(
    ("kernel", "layout", "flags", "expected"),
    [
        (norm, MATRIX, ("fast",), [16]),
        (norm, MATRIX, ("contract", "reassoc"), [16]),
        (norm, (FLOAT32, 2, "C", "global"), ("fast",), [32]),
        (norm, MATRIX, ("contract",), []),  # sums keep their order
        (norm, COLUMNS, ("fast",), []),
        (column, MATRIX, ("fast",), []),
        (softened, MATRIX, ("fast",), []),  # the library has exp for vectors of work-items
        (conditional, MATRIX, ("fast",), []),
        (nearest, MATRIX, ("fast",), [16]),
    ],
)
def test_rows_are_found(kernel, layout, flags, expected):
    function = lower_kernel(kernel, [layout, VECTOR], 1, False)
    function.flags = flags
    assert list(extents_of_rows(function).values()) == expected


def prange_norm(x, out):
    for i in prange(x.shape[0]):
        total = 0.0
        for k in range(x.shape[1]):
            total += x[i, k] * x[i, k]
        out[i] = math.sqrt(total)


@pytest.mark.parametrize("n", [1, 7, 45])
@pytest.mark.parametrize("extent", [0, 1, 15, 16, 33, 200])
def test_results_do_not_depend_on_the_form(n, extent):
    x = RNG.random((n, extent))
    given, out = dpt.asarray(x), dpt.empty(n)
    expected = np.sqrt((x * x).sum(axis=1))
    for fastmath in (True, False):
        out[:] = -1.0
        dpex.call_kernel(dpex.kernel(norm, fastmath=fastmath), dpex.Range(n), given, out)
        np.testing.assert_allclose(dpt.asnumpy(out), expected, rtol=1e-12)
        out[:] = -1.0
        dpex.dpjit(prange_norm, fastmath=fastmath)(given, out)
        np.testing.assert_allclose(dpt.asnumpy(out), expected, rtol=1e-12)


@pytest.mark.parametrize("extent", [3, 16, 50])
def test_private_arrays_of_both_forms(extent):
    x = RNG.random((37, extent))
    distances = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    expected = np.sort(distances, axis=1)[:, 1:4].sum(axis=1)
    out = dpt.empty(37)
    dpex.call_kernel(dpex.kernel(nearest, fastmath=True), dpex.Range(37), dpt.asarray(x), out)
    np.testing.assert_allclose(dpt.asnumpy(out), expected, rtol=1e-12)


def test_every_second_element_of_rows():
    x = RNG.random((9, 80))
    out = dpt.empty(9)
    dpex.call_kernel(dpex.kernel(norm, fastmath=True), dpex.Range(9), dpt.asarray(x)[:, ::2], out)
    np.testing.assert_allclose(dpt.asnumpy(out), np.sqrt((x[:, ::2] ** 2).sum(axis=1)), rtol=1e-12)


@pytest.mark.parametrize(
    ("cpu", "features", "register"), [("znver3", {"avx2": True, "fma": True}, "ymm"), ("x86-64", {}, "xmm")]
)
@pytest.mark.parametrize("kernel", [norm, nearest])
def test_other_processors_have_both_forms(kernel, cpu, features, register):
    if platform.machine() != "x86_64":
        pytest.skip("the targets are of x86-64")
    function = lower_kernel(kernel, [MATRIX, VECTOR], 1, False)
    function.flags = ("fast",)
    target = describe("x86_64-unknown-linux-gnu", cpu, features)
    assert "\nrows" in emit_kernel(function, target) and register in compile_assembly(function, target)
    assert compile_object(function, target)[:4] == b"\x7fELF"
