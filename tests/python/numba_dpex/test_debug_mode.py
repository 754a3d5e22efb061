"""DPEX_KERNEL_DEBUG=1: the exceptions that Python would raise, with the kernel's line and the work-item."""

import re

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi


@pytest.fixture
def debug(monkeypatch):
    monkeypatch.setenv("DPEX_KERNEL_DEBUG", "1")


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def out_of_bounds(item, x):
    i = item.get_id(0)
    if i == 7:
        x[i + 100] = 1.0
    x[i] = 2.0


def divided(item, x, y):
    i = item.get_id(0)
    y[i] = 10 // x[i]


def asserted(item, x):
    i = item.get_id(0)
    j = item.get_id(1)
    assert x[i, j] < 5.0, "too large"
    x[i, j] = 0.0


@dpex.device_func
def element(x, i):
    return x[i]


def out_of_bounds_inside(item, x):
    i = item.get_id(0)
    x[i] = element(x, i - 1000)


def with_barrier(nd, x, memory):
    i = nd.get_global_id(0)
    memory[nd.get_local_id(0)] = x[i]
    kapi.group_barrier(nd.get_group())
    x[i] = memory[nd.get_local_id(0) + 1]


def line_in(function, text):
    import inspect

    lines, first = inspect.getsourcelines(function)
    return first + next(n for n, line in enumerate(lines) if text in line)


def test_index_error_names_line_and_item(debug, queue):
    x = dpt.zeros(50, sycl_queue=queue)
    where = f"test_debug_mode.py:{line_in(out_of_bounds, '+ 100')}, work-item (7,)"
    with pytest.raises(IndexError, match=re.escape(where)) as caught:
        dpex.call_kernel(dpex.kernel(out_of_bounds), dpex.Range(50), x)
    assert "index out of bounds for x" in str(caught.value)
    assert "x[i + 100] = 1.0" in str(caught.value)
    expected = np.full(50, 2.0)
    expected[7] = 0.0  # the work-item ended
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)


def test_zero_division_error(debug, queue):
    x = dpt.asarray(np.arange(20) - 3, sycl_queue=queue)
    y = dpt.zeros(20, dtype="i8", sycl_queue=queue)
    with pytest.raises(ZeroDivisionError, match=re.escape("work-item (3,)")):
        dpex.call_kernel(dpex.kernel(divided), dpex.Range(20), x, y)


def test_assertion_error_has_its_text(debug, queue):
    x = dpt.asarray(np.arange(6.0).reshape(2, 3), sycl_queue=queue)
    with pytest.raises(AssertionError, match=r"too large\n.*work-item \(1, 2\)"):
        dpex.call_kernel(dpex.kernel(asserted), dpex.Range(2, 3), x)


def test_device_functions_are_checked(debug, queue):
    with pytest.raises(IndexError, match="index out of bounds"):
        dpex.call_kernel(dpex.kernel(out_of_bounds_inside), dpex.Range(10), dpt.zeros(10, sycl_queue=queue))


def test_groups_with_barriers(debug):
    x = dpt.zeros(64, sycl_queue=dpctl.SyclQueue("opencl:cpu:0"))
    with pytest.raises(IndexError, match=r"memory\n.*work-item \((15|31|47|63),\)"):
        dpex.call_kernel(dpex.kernel(with_barrier), dpex.NdRange((64,), (16,)), x, kapi.LocalAccessor(16, dtype="f8"))


def test_kernels_without_fault_give_their_results(debug, queue):
    x, y = dpt.asarray(np.arange(1, 21), sycl_queue=queue), dpt.zeros(20, dtype="i8", sycl_queue=queue)
    kernel = dpex.kernel(divided)
    for _ in range(2):
        _, event = dpex.call_kernel_async(kernel, dpex.Range(20), (), x, y)
        event.wait()
    np.testing.assert_array_equal(dpt.asnumpy(y), 10 // np.arange(1, 21))


def test_without_debug_mode_nothing_is_raised(queue):
    x, y = dpt.asarray(np.arange(20) - 3, sycl_queue=queue), dpt.zeros(20, dtype="i8", sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(divided), dpex.Range(20), x, y)
    assert dpt.asnumpy(y)[3] == 0


# ---- loops of host functions ------------------------------------------------------------------------------------


def loop_out_of_bounds(x):
    for i in dpex.prange(x.shape[0]):
        x[i + 1] = 1.0


def loop_divided(x):
    s = 0
    for i in dpex.prange(x.shape[0]):
        s += 100 // x[i]
    return s


def test_parallel_loops_raise_too(queue, debug):
    with dpctl.device_context(queue), pytest.raises(IndexError, match=r"x\[i \+ 1\] = 1.0") as caught:
        dpex.dpjit(loop_out_of_bounds)(dpt.zeros(5, sycl_queue=queue))
    assert "work-item (4,)" in str(caught.value)
    with pytest.raises(ZeroDivisionError, match=r"s \+= 100 // x\[i\]"):
        dpex.dpjit(loop_divided)(dpt.arange(70, sycl_queue=queue))
    assert dpex.dpjit(loop_divided)(dpt.full(70, 50, sycl_queue=queue)) == 140


def row_out_of_bounds(item, x):
    row = x[item.get_id(0)]
    row[0] = 1.0


def tuple_out_of_bounds(item, x):
    i = item.get_id(0)
    x[0, 0] = (1.0, 2.0, 3.0)[i - 2]


def test_rows_and_tuples_are_checked(debug, queue):
    import dpnp

    for kernel, text in (
        (row_out_of_bounds, "index out of bounds for x"),
        (tuple_out_of_bounds, "tuple index out of range"),
    ):
        for x in (dpt.zeros((5, 4), dtype="f4", sycl_queue=queue), dpnp.zeros((5, 4), dtype="f4", sycl_queue=queue)):
            with pytest.raises(IndexError, match=text) as caught:
                dpex.call_kernel(dpex.kernel(kernel), dpex.Range(6), x)
            assert "work-item (5,)" in str(caught.value)


# ---- barriers that only some work-items reach ---------------------------------------------------------------------


def barrier_of_some(nd, x):
    if nd.get_local_id(0) < 2:
        kapi.group_barrier(nd.get_group())
    x[nd.get_global_id(0)] = 1


def barrier_in_rounds(nd, x):
    for _ in range(nd.get_local_id(0)):
        kapi.group_barrier(nd.get_group())
    x[nd.get_global_id(0)] = 1


def barrier_in_a_loop_that_some_leave(nd, x):
    k = 0
    while k <= nd.get_local_id(0):
        kapi.group_barrier(nd.get_group())
        k += 1
    x[nd.get_global_id(0)] = k


@dpex.device_func
def met(nd):
    if nd.get_local_id(0) == 1:
        return 5
    kapi.group_barrier(nd.get_group())
    return 6


def barrier_behind_a_return(nd, x):
    x[nd.get_global_id(0)] = met(nd)


@pytest.mark.parametrize(
    ("function", "item", "line"),
    [
        (barrier_of_some, 2, "if nd.get_local_id"), (barrier_in_rounds, 1, "group_barrier"), (barrier_in_a_loop_that_some_leave, 1, "while k <="),
        (barrier_behind_a_return, 1, "== 1"),
    ],
)  # fmt: skip
def test_barriers_that_only_some_reach(debug, queue, function, item, line):
    text = "a barrier that not all work-items of the group reach"
    with pytest.raises(RuntimeError, match=rf"{text}\n.*test_debug_mode.py:\d+, work-item \({item},\)\n.*{line}"):
        dpex.call_kernel(dpex.kernel(function), dpex.NdRange((16,), (16,)), dpt.zeros(16, sycl_queue=queue))
    with pytest.raises(RuntimeError, match=text):
        kapi.call_kernel(function, dpex.NdRange((16,), (16,)), np.zeros(16))


def barriers_that_all_reach(nd, x):
    step, me, i, group = nd.get_local_range(0) // 2, nd.get_local_id(0), nd.get_global_id(0), nd.get_group()
    while step > 0:
        kapi.group_barrier(group)
        if me < step:
            x[i] += x[i + step]
        step //= 2
    if me >= 0 and x[0] > -1.0:
        kapi.group_barrier(group)
    for k in range(me * 0, 3):
        if me * 0 + k == 1:
            continue
        kapi.group_barrier(group)
        x[i] += k


def test_barriers_that_all_reach_whatever_decides(debug, queue):
    x, expected = dpt.asarray(np.arange(32.0), sycl_queue=queue), np.arange(32.0)
    dpex.call_kernel(dpex.kernel(barriers_that_all_reach), dpex.NdRange((32,), (16,)), x)
    kapi.call_kernel(barriers_that_all_reach, dpex.NdRange((32,), (16,)), expected)
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)
