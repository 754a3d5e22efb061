"""Names to which loops and branches give other arrays, compared with Python; where a copy would not be as good as Python's reference it is
an error."""

# ruff: noqa: B007 (as users write them)

import numpy as np
import pytest

import dpctl
import dpnp
import numba_dpex as dpex
from numba_dpex import prange
from numba_dpex._compiler.errors import TypingError

RNG = np.random.default_rng(11)
X, M = RNG.random((5, 3)), RNG.random((5, 3, 3)) * 0.6


def matrix_power(x, m, out):
    for i in prange(x.shape[0]):
        t = np.eye(3)
        for k in range(4):
            t = t @ m[i] / (k + 1)
        out[i] = t[0]


def power_iteration(x, m, out):
    for i in prange(x.shape[0]):
        v = np.ones(x.shape[1])
        for _ in range(6):
            v = m[i] @ v
            v = v / np.linalg.norm(v)
        out[i] = v


def in_one_branch(x, m, out):
    for i in prange(x.shape[0]):
        v = np.zeros(3)
        if x[i, 0] > 0.5:
            v = x[i] * 2
        elif x[i, 1] > 0.5:
            v = m[i, 1]
        out[i] = v


def in_both_branches(x, m, out):
    for i in prange(x.shape[0]):
        if x[i, 0] > 0.5:
            v = x[i] * 2
        else:
            v = x[i] + 1
        out[i] = v - x[i]


def another_name(x, m, out):
    for i in prange(x.shape[0]):
        v = x[i].copy()
        for _ in range(3):
            w = v
            v = v * 2 + 1
            w = w + v
        out[i] = v + w


def a_row_first(x, m, out):
    for i in prange(x.shape[0]):
        v = x[i]
        n = 0
        while n < 3 and np.sum(v) > 0.1:
            v = v * 0.5
            n += 1
        out[i] = v


def two_recurrences(x, m, out):
    for i in prange(x.shape[0]):
        before, now = np.zeros(3), np.ones(3)
        for _ in range(5):
            following = now + before * x[i]
            before = now
            now = following
        out[i] = now + 10 * before


def at_once(x, m, out):
    for i in prange(x.shape[0]):
        a, b = np.zeros(3), np.ones(3)
        for _ in range(4):
            a, b = b, a + b * x[i]
        a, b = a + b, a - b
        out[i] = a * 10 + b


def conjugate_gradients(x, m, out):
    for i in prange(x.shape[0]):
        a = m[i] @ m[i].T + np.eye(3)
        v = np.zeros(3)
        r = x[i] - a @ v
        p = r
        rr = np.dot(r, r)
        for _ in range(3):
            ap = a @ p
            step = rr / np.dot(p, ap)
            v = v + step * p
            r = r - step * ap
            new = np.dot(r, r)
            p = r + new / rr * p
            rr = new
        out[i] = v


def the_best_row(x, m, out):
    for i in prange(x.shape[0]):
        best = np.zeros(3)
        for j in range(x.shape[0]):
            if x[j, 0] > best[0]:
                best = x[j]
        out[i] = best


def changed_alone(x, m, out):
    for i in prange(x.shape[0]):
        v = np.ones(3)
        for k in range(3):
            v = v + x[i]
            v[k] = 0.0
            v *= 2
        out[i] = v


def halved(x, m, out):
    for i in prange(x.shape[0]):
        v = np.arange(8) * 1.0
        while len(v) > 2:
            v = v[::2] + v[1::2]
        out[i, :2] = v


def of_a_given_size(x, m, out):
    for i in prange(x.shape[0]):
        n = 2 if x[i, 0] > 0.5 else 3
        v = np.ones(n)
        for k in range(n):
            v = v * (k + 1)
        out[i, :n] = v


def written_after_it_is_named(x, m, out):
    for i in prange(x.shape[0]):
        v = x[i] * 2
        v[1] = 7
        w = v + 1
        z = w
        z += 1
        out[i] = v + w


PROGRAMS = [
    matrix_power, power_iteration, in_one_branch, in_both_branches, another_name, a_row_first, two_recurrences, at_once,
    conjugate_gradients, the_best_row, changed_alone, halved, of_a_given_size, written_after_it_is_named,
]  # fmt: skip


@pytest.fixture
def queue(device):
    if not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    return dpctl.SyclQueue(device)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_arrays_of_a_name_in_loops_and_branches(queue, function):
    expected = np.zeros((5, 3))
    function(X.copy(), M, expected)
    x, m = (dpnp.asarray(v, sycl_queue=queue) for v in (X, M))
    found = dpnp.zeros((5, 3), sycl_queue=queue)
    dpex.dpjit(function)(x, m, found)
    np.testing.assert_allclose(dpnp.asnumpy(found), expected, rtol=1e-12)
    assert np.array_equal(dpnp.asnumpy(x), X)


def kernel_of_powers(item, x, m, out):
    i = item.get_id(0)
    t = np.eye(3)
    for k in range(4):
        t = t @ m[i] / (k + 1)
    if x[i, 0] > 0.5:
        t = t * 2
    out[i] = t[0]


def test_in_kernels(queue):
    expected = np.zeros((5, 3))

    class Item:
        def get_id(self, dim):
            return self.i

    for Item.i in range(5):
        kernel_of_powers(Item(), X, M, expected)
    x, m = (dpnp.asarray(v, sycl_queue=queue) for v in (X, M))
    found = dpnp.zeros((5, 3), sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(kernel_of_powers), dpex.Range(5), x, m, found)
    np.testing.assert_allclose(dpnp.asnumpy(found), expected, rtol=1e-12)


def changed_under_two_names(x, m, out):
    for i in prange(x.shape[0]):
        v = np.ones(3)
        w = v
        for k in range(3):
            w[k] = 5.0
            v = v + x[i]
        out[i] = v + w


def changed_in_a_view(x, m, out):
    for i in prange(x.shape[0]):
        v = np.ones(3)
        for k in range(3):
            v = v + x[i]
            part = v[1:]
            part[0] = 0.0
        out[i] = v


def a_row_that_is_written_to(x, m, out):
    for i in prange(x.shape[0]):
        v = x[i]
        for _ in range(2):
            x[i, 0] = 3.0
            v = v + 1
        out[i] = v


def changed_by_a_function(x, m, out):
    for i in prange(x.shape[0]):
        v = np.ones(3)
        w = v
        for _ in range(2):
            set_first(w)
            v = v + 1
        out[i] = v


def of_two_types(x, m, out):
    for i in prange(x.shape[0]):
        v = np.zeros(3, dtype=np.int64)
        for _ in range(2):
            v = v + x[i]
        out[i] = v


@dpex.device_func
def set_first(v):
    v[0] = 3.0


@pytest.mark.parametrize(
    "function",
    [
        changed_under_two_names,
        changed_in_a_view,
        a_row_that_is_written_to,
        changed_by_a_function,
        of_two_types,
    ],
    ids=lambda f: f.__name__,
)
def test_what_copies_would_not_compute_is_an_error(function):
    with pytest.raises(TypingError, match="Cannot unify arr"):
        dpex.dpjit(function)(dpnp.asarray(X), dpnp.asarray(M), dpnp.zeros((5, 3)))


def a_parameter(item, x, out):
    for _ in range(2):
        x = x + 1
    out[0] = x[0]


def rows_by_a_choice(item, a, b, out):
    i = item.get_id(0)
    r = a[i] if i % 2 else b[i]
    for k in range(3):
        s = a[k] if k == i else (b[k] + 1 if i else np.ones(3))
        r = r + s if k < 2 else r
    out[i] = r


def rows_by_statements(item, a, b, out):
    i = item.get_id(0)
    if i % 2:
        r = a[i]
    else:
        r = b[i]
    for k in range(3):
        if k == i:
            s = a[k]
        elif i:
            s = b[k] + 1
        else:
            s = np.ones(3)
        if k < 2:
            r = r + s
    out[i] = r


def test_arrays_of_a_choice(queue):
    a, b = X + 1, X * 2
    found = []
    for function in (rows_by_a_choice, rows_by_statements):
        out = dpnp.zeros((5, 3), sycl_queue=queue)
        dpex.call_kernel(
            dpex.kernel(function), dpex.Range(5), *(dpnp.asarray(v, sycl_queue=queue) for v in (a, b)), out
        )
        found.append(dpnp.asnumpy(out))
    assert (found[0] == found[1]).all() and (found[0] > 0).all()


CONSTANT = np.arange(3.0)


def of_two_arguments(item, a, b):
    r = a if item.get_id(0) else b
    r[0] = 1


def of_an_argument_and_a_private_array(item, a, b):
    r = np.zeros(3) if item.get_id(0) else a
    r[0] = 1


def of_a_captured_array_and_local_memory(item, a, b):
    r = CONSTANT
    if item.get_global_id(0):
        r = dpex.local.array(3, np.float64)
    b[0] = r[0]
    r[0] = 1


MEMORIES = {
    of_two_arguments: "argument a and argument b", of_an_argument_and_a_private_array: "a private array and argument a",
    of_a_captured_array_and_local_memory: "a local array and a captured array",
}  # fmt: skip


@pytest.mark.parametrize("function", MEMORIES, ids=lambda f: f.__name__)
def test_arrays_in_different_memory_are_named(function):
    text = f"Cannot unify array.* for 'r': they lie in different memory, {MEMORIES[function]}"
    with pytest.raises(TypingError, match=text):
        dpex.call_kernel(
            dpex.kernel(function),
            dpex.NdRange((2,), (2,)) if "local" in function.__name__ else dpex.Range(2),
            dpnp.ones(3),
            dpnp.zeros(3),
        )


def test_parameters_are_not_copied():
    with pytest.raises(TypingError, match="Cannot unify arr"):
        dpex.call_kernel(dpex.kernel(a_parameter), dpex.Range(1), dpnp.ones(3), dpnp.zeros(3))
