"""Lists, comprehensions, generators and `split` in kernels and prange loops, against Python."""

import types

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import njit, prange
from numba_dpex._compiler.errors import TypingError, UnsupportedError

X = np.random.default_rng(1).normal(size=(40, 12))


@njit
def first_elements(n, x):
    out = []
    for k in range(n):
        out.append(x[k])
    return out


def comprehensions(x, y):
    for i in prange(x.shape[0]):
        v = [x[i, k] ** 2 for k in range(x.shape[1])]
        w = [a for a in x[i] if a > 0 if a < 2]
        pairs = [x[i, a] * x[i, b] for a in range(4) for b in range(a) if a != b]
        y[i] = v[0] + v[-1] + len(v) + sum(v) + len(w) + (w[0] if w else -1.0) + max(pairs)


def arrays_of_comprehensions(x, y):
    for i in prange(x.shape[0]):
        v = np.array([x[i, a] * x[i, b] for a in range(4) for b in range(a)])
        fixed = np.array([1.0 * k for k in range(5)])
        y[i] = v.sum() + fixed.mean() + np.dot(fixed, np.array([x[i, k] for k in range(5)]))


def appended(x, y):
    for i in prange(x.shape[0]):
        v = []
        for k in range(x.shape[1]):
            if len(v) == 0 or x[i, k] > v[-1]:
                v.append(x[i, k])
        y[i] = len(v) + max(v)


def appended_numbers_of_two_types(x, y):
    for i in prange(x.shape[0]):
        v = []
        v.append(0)
        for k in range(3):
            v.append(x[i, k])
        w = [0.0 for _ in range(len(v))]
        for k, q in enumerate(v):
            w[k] = q
        first, *others = [v[1], v[2], 3.0]
        y[i] = sum(w) + first + others[1]


def stack_of_a_search(x, y):
    for i in prange(x.shape[0]):
        waiting = [0]
        n = 0
        while waiting:
            k = waiting.pop()
            n += k
            if k < 6 + i % 3:
                waiting.append(2 * k + 1)
                waiting.append(2 * k + 2)
        y[i] = n


def generators(x, y):
    for i in prange(x.shape[0]):
        y[i] = sum(x[i, k] * k for k in range(12)) + max(abs(a) for a in x[i]) + min([a for a in x[i]])
        if any(a > 1 for a in x[i]) and all(a < 2.5 for a in x[i]) or i == 3:
            y[i] += 100
        y[i] += sum((k * a for k, a in enumerate(x[i])), 0.5)
        y[i] += sum([a * b for a, b in zip(x[i], x[(i + 1) % 40])])  # noqa: B905 (kernels have no keywords of zip)


def sections(x, y):
    for i in prange(x.shape[0]):
        a, b, c = np.split(x[i], 3)
        p, q = np.split(x[i], [2, 5]), np.array_split(x[i], 5)
        y[i] = np.dot(a, b) + c.sum() + p[0].sum() * p[1].sum() + p[2][0] + q[0].sum() + q[4].size


def methods_and_operators(x, y):
    for i in prange(x.shape[0]):
        b = [1.0, 2.0] + [x[i, 0]] + [0.0] * 3
        b += [4.0, 5.0]
        b.insert(1, 9.0)
        b.reverse()
        b.sort()
        c = b[1:4]
        c[0] = 100.0
        other = b
        other.append(3.5)
        b.extend(x[i, :2])
        c.clear()
        y[i] = sum(b) + len(c) + b.pop(0) + b.pop() + b.count(0.0) + (2.0 in b) + (7.0 not in b) + list(range(4))[2]
        y[i] += len(sorted(b, reverse=True)) + sum(x for x in b.copy())


def lists_of_tuples(x, y):
    for i in prange(x.shape[0]):
        total = 0.0
        for dx, dy in [(0, 1), (1, 0), (2, 3)]:
            total += x[(i + dx) % 40, dy]
        y[i] = total + (i if i in [1, 2, 3] else 0)


def lists_of_functions(x, y):
    for i in prange(x.shape[0]):
        found = first_elements(3 + i % 4, x[i])
        y[i] = len(found) + found[-1]


PROGRAMS = [
    comprehensions, arrays_of_comprehensions, appended, appended_numbers_of_two_types, stack_of_a_search, generators,
    sections, methods_and_operators, lists_of_tuples, lists_of_functions,
]  # fmt: skip


def in_python(function):
    names = {**globals(), "prange": range, "first_elements": first_elements.py_func}
    return types.FunctionType(function.__code__, names)


def anonymous(function):
    """The function as if its file were gone."""
    code = function.__code__.replace(co_filename="<gone>", co_firstlineno=1)
    return types.FunctionType(code, function.__globals__, function.__name__)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("has_source", [True, False], ids=["source", "bytecode"])
def test_lists_are_those_of_python(function, has_source):
    wanted, found = np.zeros(40), np.zeros(40)
    in_python(function)(X, wanted)
    njit(function if has_source else anonymous(function))(X, found)
    np.testing.assert_allclose(found, wanted, rtol=1e-13)


def sorted_positives(item, x, y):
    i = item.get_id(0)
    v = []
    for k in range(x.shape[1]):
        if x[i, k] > 0:
            v.append(x[i, k])
    w = sorted(v)
    y[i] = len(w) + sum(a * a for a in w) + (w[0] if w else 0)


def test_kernels_have_lists(device):
    if not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    queue = dpctl.SyclQueue(device)
    x, y = dpt.asarray(X, sycl_queue=queue), dpt.zeros(40, dtype="f8", sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(sorted_positives), dpex.Range(40), x, y)
    rows = [sorted(a for a in row if a > 0) for row in X]
    wanted = [len(w) + sum(a * a for a in w) + (w[0] if w else 0) for w in rows]
    np.testing.assert_allclose(dpt.asnumpy(y), wanted, rtol=1e-13)


def test_a_list_without_a_bound_is_refused_in_a_kernel_and_limited_in_a_loop():
    def endless(item, y):
        v = [0]
        while len(v) < y[0]:
            v.append(1)
        y[1] = len(v)

    with pytest.raises(TypingError, match="the size of this list must be known at the launch"):
        dpex.call_kernel(dpex.kernel(endless), dpex.Range(1), dpt.ones(2))

    @njit
    def loop(y):
        for i in prange(2):
            v = [0]
            while len(v) < y[i]:
                v.append(1)
            y[i] = len(v)
        return y

    np.testing.assert_array_equal(loop(np.array([7.0, 4000.0])), [7, 4000])
    with pytest.raises(MemoryError, match="at most 4096 elements"):
        loop(np.array([7.0, 5000.0]))


def test_pop_from_an_empty_list_and_unequal_parts_are_errors():
    @njit
    def pops(y):
        for i in prange(y.size):
            v = [1.0]
            v.pop()
            y[i] = v.pop()

    with pytest.raises(IndexError, match="pop from empty list"):
        pops(np.zeros(3))

    @njit
    def splits(x, y):
        for i in prange(y.size):
            y[i] = np.split(x, 5)[0][0]

    with pytest.raises(ValueError, match="array split does not result in an equal division"):
        splits(np.zeros(12), np.zeros(3))


def of_dict(y):
    for i in prange(y.size):
        y[i] = {1: 2.0}[1]


def of_set(y):
    for i in prange(y.size):
        y[i] = len({a for a in y})


def of_tuples(y):
    for i in prange(y.size):
        d = []
        d.append((1.0, 2.0))
        y[i] = len(d)


def of_nothing(y):
    for i in prange(y.size):
        d = []
        y[i] = d[0]


def of_variable_sections(y):
    for i in prange(y.size):
        y[i] = np.split(y, i)[0][0]


def of_lost_methods(y):
    for i in prange(y.size):
        d = [1]
        y[i] = d.index(1)


@pytest.mark.parametrize(
    ("function", "error", "line", "message"),
    [
        (of_dict, UnsupportedError, 2, "a dict is not supported in a kernel"),
        (of_set, UnsupportedError, 2, "a set comprehension is not supported"),
        (of_tuples, TypingError, 3, "this cannot be appended to a list"),
        (of_nothing, TypingError, 3, "nothing is appended to this list yet"),
        (of_variable_sections, TypingError, 2, "a constant is needed here"),
        (of_lost_methods, TypingError, 3, "lists in a kernel have no method 'index'"),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_what_is_refused_names_its_line(function, error, line, message):
    with pytest.raises(error, match=message) as caught:
        njit(function)(np.zeros(3))
    assert f"test_lists.py:{function.__code__.co_firstlineno + line} in {function.__name__}" in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 6
