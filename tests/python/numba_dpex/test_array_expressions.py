"""Array expressions of host functions, and functions of elements, compared with NumPy."""

import itertools
import math
from collections import namedtuple

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
import numba_dpex._array_expression

RNG = np.random.default_rng(23)


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def as_numpy(x):
    if isinstance(x, tuple):
        return tuple(map(as_numpy, x))
    return dpt.asnumpy(x) if isinstance(x, dpt.usm_ndarray) else x


def check(queue, function, *args, rtol=1e-12):
    """Numbers close to one, so that absolute and relative errors agree (a device's tanh and exp have an error of 2 ULP)."""
    compiled = dpex.njit(parallel=True)(function)
    expected = function(*args)
    usm = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in args]
    with dpctl.device_context(queue):
        found = {"usm": compiled(*usm), "numpy": compiled(*args)}
    for name, value in found.items():
        for v, e in zip(*((x,) if not isinstance(x, tuple) else x for x in (value, expected)), strict=True):
            np.testing.assert_allclose(as_numpy(v), e, rtol=rtol, atol=1e-14, err_msg=name)
            if isinstance(e, np.ndarray):
                assert isinstance(v, np.ndarray if name == "numpy" else dpt.usm_ndarray)


def l2_distance(a, b):
    return np.sum((a - b) ** 2)


def black_scholes(price, strike, t, rate, vol):
    mr = -rate
    sig_sig_two = vol * vol * 2
    a = np.log(price / strike)
    b = t * mr
    z = t * sig_sig_two
    c = 0.25 * z
    y = 1.0 / np.sqrt(z)
    w1 = (a - b + c) * y
    w2 = (a - b - c) * y
    d1 = 0.5 + 0.5 * np.tanh(w1)
    d2 = 0.5 + 0.5 * np.tanh(w2)
    call = price * d1 - np.exp(b) * strike * d2
    return call, call - price + np.exp(b) * strike


def reductions(a):
    total = np.sum(a * 2 + 1, axis=0)
    return total, np.mean(a + a * a), np.max(-a + 1), (a * 3).sum() + a.min(), np.argmax(a - 0.5 * a)


def comparisons(a, b):
    return (a + 1 > b * 2) & (a < b), np.maximum(a, b) + np.where(a < b, a, b)


def with_numbers(a, n):
    scale = math.sqrt(n) * 2 + 1
    return a * scale + np.sin(0.5) * n, scale


def with_views(a):
    return a[1:] * 2 - a[:-1] / 2, a[::2] + a[1::2] * 3


def in_place(a):
    b = np.zeros_like(a)
    b[:] = a * 2 + 1
    b += a * a - 1
    b[1:3] = 0
    return b


def broadcast(a, b):
    return a[:, :1] * 2 + b[0] - 1


def with_branches(a, flag):
    if flag:
        a = a * 2 + 1
    for k in range(3):
        a = a - k * 0.5 * a
    return a


def layout(a):
    return a.strides, a.shape, a.ndim


@pytest.mark.parametrize(
    "function, args",
    [
        (l2_distance, (RNG.random(1000), RNG.random(1000))),
        (black_scholes, (*(RNG.uniform(1, 2, (3, 500))), 0.1, 0.2)),
        (reductions, (RNG.random((20, 7)),)),
        (comparisons, (RNG.random(50), RNG.random(50))),
        (with_numbers, (RNG.random(10), 4)),
        (with_numbers, (np.float64(2.5), 4)),
        (with_views, (RNG.random(20),)),
        (in_place, (RNG.random(9),)),
        (broadcast, (RNG.random((4, 5)), RNG.random((4, 5)))),
        (with_branches, (RNG.random(5), True)),
        (layout, (RNG.random((3, 4)),)),
    ],
)
def test_expressions(queue, function, args):
    check(queue, function, *args)


def test_expressions_and_loops_in_one_function(queue):
    def function(a, b):
        c = np.sqrt(a * a + b * b)
        s = 0.0
        for i in dpex.prange(a.shape[0]):
            s += c[i] * (a[i] - b[i])
        return c / 2 + 1, s

    check(queue, function, RNG.random(300), RNG.random(300))


def test_results_of_numpy_arrays_are_writable():
    result = dpex.njit(lambda_free)(np.ones(4))
    result[0] = 7
    assert result.tolist() == [7.0, 3.0, 3.0, 3.0]


def lambda_free(a):
    return a * 2 + 1


def test_float32_stays_float32(queue):
    x = dpt.ones(8, dtype="float32", sycl_queue=queue)
    assert dpex.dpjit(lambda_free)(x).dtype == np.float32


def test_what_numpy_has_and_dpctl_has_not_is_named():
    def function(a):
        return np.is_busday(a)

    with pytest.raises(TypeError, match="is_busday is not available for arrays in USM memory"):
        dpex.njit(function)(dpt.ones(4))
    assert dpex.njit(function)(np.array(["2024-01-06"], dtype="M8[D]")).tolist() == [False]


def test_what_dpnp_has_and_dpctl_has_not_is_computed_by_dpnp(queue):
    def function(a):
        b = a.copy()
        return np.convolve(a, b), a.cumsum(), np.unique(b.ravel())

    a = np.array([3.0, 1.0, 3.0])
    for found, expected in zip(dpex.njit(function)(dpt.asarray(a, sycl_queue=queue)), function(a), strict=True):
        assert isinstance(found, dpt.usm_ndarray) and found.sycl_queue == queue
        np.testing.assert_array_equal(dpt.asnumpy(found), expected)


REDUCED = [
    (lambda a: np.max(a), float), (lambda a: np.sum(a), float), (lambda a: a.argmax(), int), (lambda a: a.any(), bool),
    (lambda a: np.sum(a * 2 + 1), float), (lambda a: np.sum(a * 1j), complex), (lambda a: a[0] + a[1], float),
    (lambda a: np.max(a.astype(np.int64)), int), (lambda a: np.max(a.astype(np.float32)), np.float32),
    (lambda a: np.max(a.astype(np.int8)), np.int8), (lambda a: np.sqrt(2.0), float), (lambda a: a * 2, np.ndarray),
]  # fmt: skip


@pytest.mark.parametrize("n, function, kind", [(n, *row) for n, row in enumerate(REDUCED)])
def test_results_of_numpy_arrays_are_arrays_and_pythons_numbers(queue, n, function, kind):
    with dpctl.device_context(queue):
        found = dpex.dpjit(function)(np.arange(4.0))
    assert type(found) is kind
    np.testing.assert_array_equal(found, function(np.arange(4.0)))


Pair = namedtuple("Pair", "least greatest")


def test_results_in_tuples_are_pythons_numbers():
    def ends(a):
        if a.size == 1:
            return a, (a.min(), a)
        return Pair(a.min(), a.argmax())

    found, one = dpex.dpjit(ends)(np.arange(4.0)), np.ones(1)
    assert found == Pair(0.0, 3) and type(found) is Pair and [*map(type, found)] == [float, int]
    first, (least, second) = dpex.dpjit(ends)(one)
    assert first is one and second is one and type(least) is float


# ---- functions of elements ----------------------------------------------------------------------------------------


def test_vectorize_with_signatures(queue):
    @dpex.vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="dpex")
    def larger(a, b):
        return a if a > b else b * 2

    a, b = RNG.random((4, 30)), RNG.random(30)
    expected = np.where(a > b, a, b * 2)
    with dpctl.device_context(queue):
        np.testing.assert_array_equal(larger(a, b), expected)
    found = larger(*(dpt.asarray(x, dtype="float32", sycl_queue=queue) for x in (a, b)))
    assert found.dtype == np.float32 and found.sycl_queue == queue
    np.testing.assert_allclose(dpt.asnumpy(found), expected, rtol=1e-6)
    assert larger(1, 2) == 4.0
    with pytest.raises(TypeError, match="not a signature"):
        dpex.vectorize(["text"])(lambda_free)
    with pytest.raises(dpex._compiler.errors.TypingError, match="complex128"):
        larger(a * 1j, b)


def test_vectorize_finds_the_type(queue):
    @dpex.vectorize
    def half(a):
        return a // 2 if a > 4 else a

    x = np.arange(24).reshape(4, 6)
    out = np.zeros((2, 6), dtype="int64")
    with dpctl.device_context(queue):
        np.testing.assert_array_equal(
            half(x[:, ::-1].T), half.py_func(np.array(0)) + np.where(x > 4, x // 2, x)[:, ::-1].T
        )
        assert half(x[::2], out=out) is out
    np.testing.assert_array_equal(out, np.where(x > 4, x // 2, x)[::2])
    assert half(np.zeros((0, 3))).shape == (0, 3) and half(7) == 3


@dpex.vectorize
def of_two(a, b):
    return a + b if b != 7 else a // (b - 7)


@dpex.vectorize(["float64(float64, float64)"])
def sum_of_floats(a, b):
    return a + b


@pytest.mark.parametrize("function", (of_two, sum_of_floats))
def test_vectorized_functions_take_sequences(queue, function):
    t = np.float64 if function is sum_of_floats else np.int64
    with dpctl.device_context(queue):
        for found in (function([1, 2], [3, 4]), function((1, 2), np.array([3, 4])), function([[1], [2]], 3)):
            assert isinstance(found, np.ndarray) and found.dtype == t
        np.testing.assert_array_equal(function([1, 2], [3, 4]), [4, 6])
    assert dpt.asnumpy(function([1, 2], dpt.asarray([3, 4], sycl_queue=queue))).tolist() == [4, 6]


@pytest.mark.parametrize(
    "given", ("a", b"a", ["a"], None, {1}, [2**70], np.longdouble(1), np.datetime64(1, "s"), np.array(["a"]))
)
@pytest.mark.parametrize("function", (of_two, sum_of_floats))
def test_vectorized_functions_refuse_what_is_no_number(function, given):
    for other in (1, [1, 2], given):
        with pytest.raises(TypeError, match=f"{function.__name__} takes numbers and arrays of numbers, not "):
            function(given, other)


NUMBERS = [
    (np.int8(100), np.int8(100)),
    (np.float32(1), 2),
    (2**63 - 1, 1),
    (1, 7),
    (1.5, 2),
    (True, True),
    (np.float16(2048), np.float16(1)),
]


@pytest.mark.parametrize("a, b", NUMBERS)
def test_vectorized_functions_have_one_rule_for_numbers_and_arrays(a, b):
    found, expected = of_two(a, b), of_two(np.array([a]), b)
    assert found == expected[0] and found.dtype == expected.dtype
    out = np.zeros(2)
    assert of_two(a, b, out=out) is out and (out == expected[0]).all()
    with pytest.raises(OverflowError, match="does not fit 64 bits"):
        of_two(a, 2**70)


EXPRESSIONS = [
    lambda x, y, n: x * n + y,
    lambda x, y, n: np.sqrt(abs(x)) * y - n,
    lambda x, y, n: np.sum(x * y + n),
    lambda x, y, n: (x < y) | (y <= n),
    lambda x, y, n: np.maximum(x, y) * n + 1.5,
    lambda x, y, n: np.where(x > y, x, y) + n,
    lambda x, y, n: np.argmax(x * y),
    lambda x, y, n: np.mean(x + y) if n else abs(x + y),
]


@pytest.mark.parametrize("function", EXPRESSIONS)
def test_short_arrays_are_computed_as_long_ones(monkeypatch, device, function):
    """Operation by operation, where one pass for all of them costs more."""
    queue = dpctl.SyclQueue(device)
    letters = "?bBilfFdD" if device.has_aspect_fp64 else "?bBilfF"
    host, compiled = np.array([1, 0, 1, 1, 0]), dpex.dpjit(function)
    for a, b in itertools.product(letters, repeat=2):
        x, y = (dpnp.asarray(host, dtype=t, sycl_queue=queue) for t in (a, b))
        for n in (2, 2.5, 0):
            found = []
            for limit in (10**6, 0):
                monkeypatch.setattr(numba_dpex._array_expression, "_SHORT", limit)
                found.append(compiled(x, y, n))
            assert found[0].dtype == found[1].dtype and found[0].shape == found[1].shape
            np.testing.assert_allclose(*map(dpnp.asnumpy, found), rtol=1e-6)
