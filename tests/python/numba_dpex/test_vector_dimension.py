"""Kernels whose arrays' memory runs along the first dimension: vectors run along it, and results are the same."""

import numpy as np
import pytest

import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.types import FLOAT64
from numba_dpex._compiler.vector_dimension import prefers_first_dimension

RNG = np.random.default_rng(3)
MATRIX, COLUMNS = (FLOAT64, 2, "C", "global"), (FLOAT64, 2, "F", "global")


def by_rows(item, x, out):
    i, j = item.get_id(1), item.get_id(0)
    total = 0.0
    for k in range(x.shape[1]):
        total += (x[i, k] - x[j, k]) ** 2
    out[i, j] = total


def by_columns(item, x, out):
    i, j = item.get_id(0), item.get_id(1)
    total = 0.0
    for k in range(x.shape[1]):
        total += (x[i, k] - x[j, k]) ** 2
    out[i, j] = total


def numbered(item, x, out):
    i, j = item.get_id(1), item.get_id(0)
    out[i, j] = item.get_linear_id() + 1000 * item.get_range(0) + x[0, 0] * item.get_range(1)


@pytest.mark.parametrize(
    ("kernel", "layout", "expected"),
    [(by_rows, MATRIX, True), (by_columns, MATRIX, False), (by_columns, COLUMNS, True), (numbered, MATRIX, True)],
)
def test_the_dimension_is_chosen_by_strides(kernel, layout, expected):
    assert prefers_first_dimension(lower_kernel(kernel, [layout, layout], 2, False)) == expected


@pytest.mark.parametrize("n", [1, 7, 16, 45])
def test_results_do_not_depend_on_the_dimension(n):
    x = RNG.random((n, 5))
    expected = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    for kernel in map(dpex.kernel, (by_rows, by_columns)):
        for order in "CF":
            for _ in range(2):
                out = dpt.zeros((n, n), order=order)
                dpex.call_kernel(kernel, dpex.Range(n, n), dpt.asarray(x, order=order), out)
                np.testing.assert_allclose(dpt.asnumpy(out), expected, rtol=1e-12)
    out = dpt.zeros((n, 40))
    dpex.call_kernel(dpex.kernel(numbered), dpex.Range(40, n), dpt.ones((1, 1)), out)
    j, i = np.indices((40, n))
    np.testing.assert_array_equal(dpt.asnumpy(out), (j * n + i + 40000 + n).T)
