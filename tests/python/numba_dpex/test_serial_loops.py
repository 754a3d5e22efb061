"""Serial loops (`range` and `while`) of host functions are compiled and give the same results as Python."""

import math

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import prange
from numba_dpex._serial_loop import SerialLoop
from numba_dpex.core.exceptions import ExecutionQueueInferenceError

RNG = np.random.default_rng(23)


def total(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1] - 1, -1, -1):
            if a[i, j] > 0.9:
                continue
            s += a[i, j] * 2
    return s, i


def primes(flags):
    count = 0
    for i in range(2, len(flags)):
        if flags[i]:
            count += 1
            for j in range(i * i, len(flags), i):
                flags[j] = False
    return count


def collatz(n):
    k = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        k += 1
    return k


def last_above(a, limit):
    index, found = -1, False
    for i in range(len(a)):
        if a[i] > limit:
            index, found = i, True
            break
    else:
        index = -2
    return index, found


def smooth(a, n_steps):
    for step in range(n_steps):
        for i in range(1, len(a) - 1):
            a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3
    return math.sqrt(a[1])


@dpex.njit
def cube(x):
    return x * x * x


def with_a_call(a):
    best = a[0]
    for i in range(len(a)):
        v = cube(a[i])
        best = max(best, v)
    return best


def in_parallel_steps(a, b):
    for step in range(3):
        for i in prange(len(a)):
            b[i] = a[i] + step
        for i in range(len(a)):
            a[i] = b[len(a) - 1 - i]


def bubbles(a):
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


CASES = [
    (total, lambda: (RNG.random((7, 9)),)), (primes, lambda: (np.ones(100, dtype=bool),)), (collatz, lambda: (27,)),
    (last_above, lambda: (np.arange(10.0), 4.5)), (last_above, lambda: (np.arange(10.0), 40.0)), (smooth, lambda: (RNG.random(20), 4)),
    (with_a_call, lambda: (RNG.random(20),)), (in_parallel_steps, lambda: (np.arange(6.0), np.zeros(6))), (fibonacci, lambda: (40,)), (bubbles, lambda: (RNG.random(12),)),
]  # fmt: skip


@pytest.fixture
def compiled(monkeypatch):
    """Fails if a loop was executed by Python, except for those that contain parallel ones."""
    outcomes = []
    call = SerialLoop.__call__
    monkeypatch.setattr(SerialLoop, "__call__", lambda self, *args: outcomes.append(call(self, *args)) or outcomes[-1])
    return outcomes


def test_serial_loops_compute_what_python_computes(device, compiled):
    queue = dpctl.SyclQueue(device)
    for function, make in CASES:
        args = make()
        expected = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
        result = function(*expected)
        for usm in (True, False):
            given = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
            if usm:
                given = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in given]
            compiled.clear()
            found = dpex.njit(function)(*given)
            assert compiled and None not in compiled, function.__name__
            if result is not None:
                np.testing.assert_allclose(found, result, rtol=1e-13, err_msg=function.__name__)
            for g, e in zip(given, expected, strict=True):
                if isinstance(e, np.ndarray):
                    np.testing.assert_allclose(dpt.asnumpy(g) if usm else g, e, rtol=1e-13)


def no_round(a):
    i, s = 5, 1.5
    for i in range(3, len(a)):
        s = a[i]
    return i, s


def strided(a):
    for i in range(len(a)):
        a[i] += 1


def test_loops_without_rounds_change_nothing():
    assert dpex.njit(no_round)(np.zeros(3)) == (5, 1.5)


def test_views_of_numpy_arrays_are_changed_in_place():
    whole = np.zeros((6, 4))
    dpex.njit(strided)(whole[::-2, 1])
    np.testing.assert_array_equal(whole[:, 1], [0, 1, 0, 1, 0, 1])


def divided(x, y):
    for i in range(len(x)):
        y[i] = 10 // x[i]


def test_division_by_zero_raises_as_in_python():
    y = np.zeros(3, dtype=int)
    with pytest.raises(ZeroDivisionError, match="y\\[i\\] = 10 // x\\[i\\]"):
        dpex.njit(divided)(np.array([1, 0, 2]), y)
    assert y[0] == 10


def beyond(x):
    for i in range(len(x) + 1):
        x[i] = 1.0


def test_indices_are_checked_in_debug_mode(monkeypatch):
    monkeypatch.setenv("DPEX_KERNEL_DEBUG", "1")
    with pytest.raises(IndexError, match="x\\[i\\] = 1.0"):
        dpex.njit(beyond)(np.zeros(3))


def with_a_list(n):
    out = []
    for i in range(n):
        out.append(i)
    return out


def of_objects(words):
    text = ""
    for i in range(len(words)):
        text = text + words[i]
    return text


def of_whole_arrays(x, n):
    for i in range(n):
        x = x * 2 + 1
    return x


def may_have_no_value(n):
    for i in range(n):
        if i > 100:
            late = i
    return late


def test_what_kernels_do_not_have_runs_as_python():
    assert dpex.njit(with_a_list)(3) == [0, 1, 2]
    assert dpex.njit(of_objects)(["a", "b"]) == "ab"
    np.testing.assert_array_equal(dpex.njit(of_whole_arrays)(np.arange(3), 2), [3, 7, 11])
    assert dpex.njit(may_have_no_value)(103) == 102
    with pytest.raises(UnboundLocalError):
        dpex.njit(may_have_no_value)(3)


def test_names_that_a_loop_may_leave_without_a_value():
    @dpex.njit
    def in_a_comprehension(n, a):
        total = 0
        for i in range(n):
            stack = [int(a[j]) for j in range(n)]
            while stack:
                for j in range(stack.pop()):
                    total += j
        return total

    assert in_a_comprehension(4, np.arange(4)) == 16

    @dpex.njit
    def in_a_loop_without_rounds(n, m):
        total = 0
        for i in range(m):
            for j in range(3):
                total += j
        k = 0
        while k < n:
            for j in range(k):
                total += j
            k += 1
        return total

    assert in_a_loop_without_rounds(4, 0) == 4 and in_a_loop_without_rounds(4, 1) == 7


def test_loops_that_are_called_again(device):
    """Launches by known types keep their outputs and records of checks, and notice other types and queues."""

    @dpex.njit
    def sum_of_quotients(x, y, n):
        s = 0
        for i in range(n):
            s += x[i] // y[i]
        return s

    for queue in (dpctl.SyclQueue(device), dpctl.SyclQueue(device)):
        x = dpt.arange(1, 7, sycl_queue=queue)
        y = dpt.ones(6, dtype="i8", sycl_queue=queue)
        for _ in range(3):
            assert sum_of_quotients(x, y, 6) == 21 and type(sum_of_quotients(x, y, 5)) is int
        y[2] = 0
        for _ in range(2):
            with pytest.raises(ZeroDivisionError, match="s \\+= x"):
                sum_of_quotients(x, y, 6)
        y[2] = 1
        assert sum_of_quotients(x, y, 6) == 21 and sum_of_quotients(dpt.astype(x, "f4"), y, 6) == 21.0
        assert sum_of_quotients(x[::-1], y, 2) == 11 and sum_of_quotients(x, y, np.int64(2)) == 3
        assert sum_of_quotients(dpt.asnumpy(x), dpt.asnumpy(y), 6) == 21
        with pytest.raises(ExecutionQueueInferenceError):
            sum_of_quotients(x, dpt.ones(6, dtype="i8", sycl_queue=dpctl.SyclQueue(device)), 6)


def test_loops_write_to_no_read_only_array(device):
    @dpex.njit
    def increment(x):
        for i in range(len(x)):
            x[i] += 1

    x = dpt.zeros(3, device=device)
    increment(x)
    increment(x)
    x.flags.writable = False
    with pytest.raises(ValueError):
        increment(x)
    assert dpt.asnumpy(x).tolist() == [2, 2, 2]


def names_of_several_loops(x):
    for i in range(3):
        x[i] += i
    for i in range(2):
        x[i] += 10 * i
    last = i
    for j in range(4):
        for i in range(j):
            x[i] += 100
        x[0] += i
    later = i
    for i in range(5):
        x[0] += 1
    return last, later


def names_that_a_function_keeps(x):
    for i in range(2):
        read = lambda: i  # noqa: E731, B023
    for i in range(5):
        x[i] += 1
    return read()


def test_names_that_other_loops_bind(device):
    for function in (names_of_several_loops, names_that_a_function_keeps):
        expected = np.zeros(6)
        result = function(expected)
        for _ in range(2):
            x = dpt.zeros(6, device=device)
            assert dpex.njit(function)(x) == result
            assert np.array_equal(dpt.asnumpy(x), expected)
