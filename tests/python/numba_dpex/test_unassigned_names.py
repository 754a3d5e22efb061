"""Local variables that may have no value when they are read: an error where Python has one, and only there."""

# ruff: noqa: F821, F823, F841 (what is tested)

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import prange
from numba_dpex._compiler.errors import TypingError

LARGE, SMALL = np.array([0.6, 0.6, 0.8, 0.9, 0.6]), np.array([0.2, 0.9, 0.6, 0.8, 0.6])
GLOBAL = 5


def in_one_branch(x, y):
    for i in prange(x.shape[0]):
        if x[i] > 0.5:
            t = x[i]
        y[i] = t


def in_a_loop(x, y):
    for i in prange(x.shape[0]):
        for k in range(i):
            last = k
        y[i] = last


def under_one_condition(x, y):
    for i in prange(x.shape[0]):
        if x[i] > 0.5:
            t = x[i]
        if x[i] > 0.7:
            y[i] = t


def found_in_a_loop(x, y):
    for i in prange(x.shape[0]):
        k = 0
        while k < 5:
            if k == i:
                found = k
            k += 1
        y[i] = found


def of_the_iteration_before(x, y):
    for i in prange(x.shape[0]):
        for k in range(4):
            if k > 1:
                y[i] += p + q
            if k:
                q = p * 2
            p = x[i] + k


def of_no_iteration_before(x, y):
    for i in prange(x.shape[0]):
        for k in range(2):  # noqa: B007 (compiled)
            y[i] += z
            z = 1.0


def in_a_plain_loop(x, y):
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            t = x[i]
        y[i] = t


PROGRAMS = [
    in_one_branch, in_a_loop, under_one_condition, found_in_a_loop, of_the_iteration_before, of_no_iteration_before,
    in_a_plain_loop,
]  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS)
@pytest.mark.parametrize("x", [LARGE, SMALL], ids=["large", "small"])
def test_loops_raise_where_python_does(device, function, x):
    expected, queue = np.zeros(5), dpctl.SyclQueue(device)
    found = dpt.zeros(5, sycl_queue=queue)
    given = dpt.asarray(x, sycl_queue=queue)
    try:
        function(x, expected)
    except UnboundLocalError as error:
        name = str(error).split("'")[1]
        with pytest.raises(UnboundLocalError, match=f"local variable '{name}'") as caught:
            dpex.dpjit(function)(given, found)
        if function is not in_a_plain_loop:
            assert __file__ in str(caught.value) and f"= {name}" in str(caught.value).splitlines()[-1]
    else:
        dpex.dpjit(function)(given, found)
        np.testing.assert_allclose(dpt.asnumpy(found), expected)


def kernel_of_one_branch(item, x, y):
    i = item.get_id(0)
    if x[i] > 0.5:
        t = x[i]
    y[i] = t


def test_kernels_raise_in_debug_mode(device, monkeypatch):
    queue = dpctl.SyclQueue(device)
    x, y = dpt.asarray([0.6, 0.2, 0.9, 0.8, 0.6], sycl_queue=queue), dpt.zeros(5, sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(kernel_of_one_branch), dpex.Range(1), x, y)
    assert dpt.asnumpy(y)[0] == 0.6
    monkeypatch.setenv("DPEX_KERNEL_DEBUG", "1")
    dpex.call_kernel(dpex.kernel(kernel_of_one_branch), dpex.Range(1), x, y)
    with pytest.raises(UnboundLocalError, match=r"variable 't'[^\n]*\n.*work-item \(1,\)\n    y\[i\] = t"):
        dpex.call_kernel(dpex.kernel(kernel_of_one_branch), dpex.Range(5), x, y)


def never(item, y):
    y[item.get_id(0)] = value
    value = 1


def a_global(item, y):
    y[item.get_id(0)] = GLOBAL
    GLOBAL = 1


def deleted(item, y):
    value = 2.0
    del value
    y[item.get_id(0)] = value


@pytest.mark.parametrize(("function", "name"), [(never, "value"), (a_global, "GLOBAL"), (deleted, "value")])
def test_names_without_a_value_are_errors_of_the_compiler(function, name):
    line = function.__code__.co_firstlineno + (3 if function is deleted else 1)
    with pytest.raises(TypingError, match=f"the local variable '{name}' has no value here\n.*:{line} in"):
        dpex.call_kernel(dpex.kernel(function), dpex.Range(1), dpt.zeros(1))
