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


def in_a_plain_loop(x, y):
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            t = x[i]
        y[i] = t


PROGRAMS = [
    in_one_branch, in_a_loop, under_one_condition, found_in_a_loop, of_the_iteration_before, in_a_plain_loop,
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


def adds_in_a_loop(item, y):
    for k in range(3):
        total += y[k]
    y[0] = total


def reads_in_a_test(item, y):
    while count < 3:
        count += 1
    y[0] = count


def under_a_condition(item, y):
    for k in range(3):
        if y[k] > 1:
            total += y[k]
    y[0] = 1


def of_no_iteration_before(item, y):
    for k in range(2):
        for j in range(k):
            y[j] += last
        last = last + 1


def swaps(item, y):
    a, b = b, y[0]
    y[0] = a


def behind_an_exit(item, y):
    for k in range(3):
        if y[k] > 1:
            break
        while True:
            y[k] += step if k else 1.0
            if y[k] > 5:
                break
            step = step * 2


LINES = {
    adds_in_a_loop: ("total", 2), reads_in_a_test: ("count", 1), under_a_condition: ("total", 3),
    of_no_iteration_before: ("last", 3), swaps: ("b", 1), behind_an_exit: ("step", 5),
}  # fmt: skip


@pytest.mark.parametrize("function", list(LINES), ids=lambda f: f.__name__)
def test_reads_that_no_iteration_can_get_behind_are_errors_of_the_compiler(function):
    """In kernels, and in host functions, in prange loops and outside of them: before anything runs."""
    name, line = LINES[function]
    line += function.__code__.co_firstlineno
    text = f"the local variable '{name}' has no value here\n.*:{line} in"
    for error in (TypingError, UnboundLocalError):
        with pytest.raises(error, match=text):
            dpex.call_kernel(dpex.kernel(function), dpex.Range(1), dpt.zeros(3))
        with pytest.raises(error, match=text):
            dpex.dpjit(function)(None, dpt.zeros(3))


def parallel(y):
    for i in prange(3):
        y[i] = value
        value = 1.0


def before_a_loop(y):
    y[0] = value
    for value in range(3):
        y[1] = value


@pytest.mark.parametrize(("function", "name"), [(parallel, "value"), (before_a_loop, "value")])
def test_host_functions_are_checked_before_they_run(function, name):
    y = dpt.zeros(3)
    with pytest.raises(UnboundLocalError, match=f"the local variable '{name}' has no value here"):
        dpex.dpjit(function)(y)
    assert dpt.asnumpy(y).tolist() == [0, 0, 0]


def behind_its_loop(y):
    for i in prange(3):
        twice = y[i] * 2
        y[i] = twice
    return (lambda v: v)(twice)


def count_behind_its_loop(y):
    for k in prange(3):
        y[k] = 1.0
    return k


def in_another_loop(y):
    for i in prange(3):
        twice = y[i] * 2
        y[i] = twice
    for i in prange(3):
        y[i] = twice


PRIVATE = [(behind_its_loop, "twice", 4), (count_behind_its_loop, "k", 3), (in_another_loop, "twice", 5)]


@pytest.mark.parametrize(("function", "name", "line"), PRIVATE)
def test_names_of_an_iteration_have_no_value_behind_their_loop(function, name, line):
    first = function.__code__.co_firstlineno
    text = f"'{name}' has no value here: names are private to .* prange loop, here of line {first + 1}\n.*:{first + line} in"
    for error in (TypingError, NameError):
        with pytest.raises(error, match=text):
            dpex.dpjit(function)(dpt.ones(3))


def with_try(y):
    try:
        return value
    except UnboundLocalError:
        value = 1
    return value


def assigned_inside(y):
    def inner():
        nonlocal value
        value = 2

    inner()
    return value
    value = 1


def perhaps(y, n=0):
    for k in range(3):
        if k:
            y[0] += before
        before = y[0] + 1
    else:
        found = 1
    while n < 3:
        if n == 1:
            last = n
        n += 1
    match n:
        case 3:
            third = last
        case _:
            third = 0
    if (most := n) > 2 and most:
        del found
        found = most
    return [q for q in (1, 2)][0] + third + found + (lambda later: later)(most)


def private_names_of_several_loops(y):
    q = 5
    for i in prange(3):
        q = y[i] * 2
        part = q + 1
        y[i] = part
    for i in prange(3):
        part = y[i] - 1
        y[i] = part
    own = lambda part: part + 1  # noqa: E731
    return q + own(1) + [part for part in (1, 2)][1]


HAVE_VALUES = [(with_try, 1), (assigned_inside, 2), (perhaps, 8), (private_names_of_several_loops, 9)]


@pytest.mark.parametrize(("function", "result"), HAVE_VALUES)
def test_names_that_may_have_a_value_are_no_errors(function, result):
    assert dpex.dpjit(function)(np.zeros(3)) == result
