"""Kernels over plain ranges: statements, expressions, types, arrays."""

import math
from typing import NamedTuple

import numpy as np
import pytest
from kernel_helpers import check, on_each_device  # noqa: F401

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError, UnsupportedError
from numba_dpex.core.exceptions import (
    ExecutionQueueInferenceError,
    KernelHasReturnValueError,
    UnmatchedNumberOfRangeDimsError,
    UnsupportedGroupWorkItemSizeError,
    UnsupportedKernelArgumentError,
)

RNG = np.random.default_rng(5)


def swapped(item, x):
    i = 2 * item.get_id(0)
    x[i], x[i + 1] = x[i + 1], x[i]


def test_elements_are_read_before_others_are_written():
    check(swapped, 20, np.arange(40.0))


def reals(*shape, dtype="float64"):
    return RNG.uniform(0.5, 4, shape).astype(dtype)


def ints(*shape, low=-20, high=20, dtype="int64"):
    return RNG.integers(low, high, shape).astype(dtype)


# ---- a few whole programs -----------------------------------------------------------------------------------------


def polynomial(item, x, y):
    i = item.get_id(0)
    v = x[i]
    y[i] = 3.0 + v * (1.0 + v * (-0.5 + 0.3 * v))


def pairwise_distance(item, X, D):
    i = item.get_id(0)
    j = item.get_id(1)
    d = 0.0
    for k in range(X.shape[1]):
        t = X[i, k] - X[j, k]
        d += t * t
    D[i, j] = math.sqrt(d)


def mandelbrot(item, out, w, h):
    i = item.get_id(0)
    j = item.get_id(1)
    cr = -2.0 + 3.0 * j / w
    ci = -1.0 + 2.0 * i / h
    zr = 0.0
    zi = 0.0
    n = 0
    while n < 60 and zr * zr + zi * zi < 4.0:
        t = zr * zr - zi * zi + cr
        zi = 2.0 * zr * zi + ci
        zr = t
        n += 1
    out[i, j] = n


def test_polynomial():
    check(polynomial, 1003, reals(1003), np.zeros(1003))


def test_pairwise_distance():
    check(pairwise_distance, (23, 23), reals(23, 5), np.zeros((23, 23)))


def test_mandelbrot():
    check(mandelbrot, (30, 45), np.zeros((30, 45), dtype="int64"), 45, 30)


# ---- control flow -------------------------------------------------------------------------------------------------


def branches(item, x, y):
    i = item.get_id(0)
    if x[i] > 10:
        y[i] = 1
    elif x[i] > 0:
        if x[i] % 2 == 0:
            y[i] = 2
        else:
            y[i] = 3
    else:
        y[i] = -x[i]


def loop_with_else(item, x, y):
    i = item.get_id(0)
    found = -1
    for k in range(2, x[i]):
        if x[i] % k == 0:
            found = k
            break
    else:
        found = 0
    y[i] = found


def nested_loops(item, x, y):
    i = item.get_id(0)
    total = 0
    for a in range(i % 7):
        for b in range(a, 9, 2):
            if b == 3:
                continue
            if a * b > x[i] + 20:
                break
            total += a * b
        if total > 40:
            return
    y[i] = total


def while_with_two_exits(item, x, y):
    i = item.get_id(0)
    n = x[i] + 21
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps > 100:
            break
    y[i] = steps


def countdown(item, x, y):
    i = item.get_id(0)
    s = 0
    for k in range(x[i], -5, -3):
        s = s * 3 + k
    y[i] = s


def swaps(item, x, y):
    i = item.get_id(0)
    a, b = 0, 1
    for _ in range(i % 13):
        a, b = b, a + b
    y[i] = a


def loops_over_things(item, x, y):
    i = item.get_id(0)
    s = 0
    for weight in (1, 10, 100):
        s += weight
    for k, v in enumerate((3, 4, 5), start=1):
        s += k * v
    for a, b in zip((1, 2, 3), (i, 2, 4)):
        s += a * b
    y[i] = s + x[i]


def uniform_break(item, x, y):
    i = item.get_id(0)
    s = 0
    for k in range(100):
        if k == 5:
            break
        s += k
    y[i] = s + x[i]


def variable_of_two_types(item, x, y):
    i = item.get_id(0)
    v = 1
    if x[i] > 0:
        v = 2.5
    y[i] = v * 10


def used_after_the_loop(item, x, y):
    i = item.get_id(0)
    for k in range(i % 4):
        last = k + x[i]
    y[i] = last if i % 4 > 0 else 7


@pytest.mark.parametrize(
    "kernel",
    [
        branches,
        loop_with_else,
        nested_loops,
        while_with_two_exits,
        countdown,
        swaps,
        loops_over_things,
        uniform_break,
        variable_of_two_types,
        used_after_the_loop,
    ],
)
@pytest.mark.parametrize("n", [1, 16, 75])
def test_control_flow(kernel, n):
    check(kernel, n, ints(n), np.full(n, -99, dtype="int64"))


# ---- arithmetic ---------------------------------------------------------------------------------------------------


def integer_division(item, x, y, z):
    i = item.get_id(0)
    if y[i] != 0:
        z[i] = x[i] // y[i] * 1000 + x[i] % y[i]


def division_by_constants(item, x, y, z):
    i = item.get_id(0)
    z[i] = x[i] // 7 + 100 * (x[i] % 7) + 10000 * (x[i] // 8) + x[i] % 8


def shifts_and_bits(item, x, y, z):
    i = item.get_id(0)
    z[i] = ((x[i] << 3) ^ (y[i] >> 1)) & 0xFFFF | (~x[i] & 5)


def test_integer_arithmetic():
    for kernel in (integer_division, division_by_constants, shifts_and_bits):
        check(kernel, 200, ints(200), ints(200), np.zeros(200, dtype="int64"))


def test_integer_division_by_zero_and_overflow_are_defined():
    def kernel(item, x, y, q, r):
        i = item.get_id(0)
        q[i] = x[i] // y[i]
        r[i] = x[i] % y[i]

    x = dpt.asarray(np.array([5, -5, np.iinfo("int64").min], dtype="int64"))
    y = dpt.asarray(np.array([0, 0, -1], dtype="int64"))
    q, r = dpt.ones(3, dtype="int64"), dpt.ones(3, dtype="int64")
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(3), x, y, q, r)
    assert dpt.asnumpy(q).tolist() == [0, 0, np.iinfo("int64").min]
    assert dpt.asnumpy(r).tolist() == [0, 0, 0]


def functions_of_math(item, x, y):
    i = item.get_id(0)
    v = x[i]
    y[i] = (
        math.sin(v)
        + math.exp(-v) * math.log(v)
        - math.sqrt(v)
        + math.atan2(v, 2.0)
        + math.tanh(v)
        + math.erf(v)
        + math.pow(v, 1.5)
    )


def rounding(item, x, y):
    i = item.get_id(0)
    v = (x[i] - 2.0) * 3.0
    y[i] = (
        math.floor(v)
        + 10.0 * math.ceil(v)
        + abs(v)
        + min(v, 1.0)
        + max(v, 0.5)
        + int(v)
        + round(v)
        + v // 0.7
        + v % 0.7
    )


def powers(item, x, y):
    i = item.get_id(0)
    y[i] = x[i] ** 2 + x[i] ** 3 - x[i] ** -1 + x[i] ** 0.5 + 2.0 ** x[i]


def test_functions():
    for kernel in (functions_of_math, rounding, powers):
        check(kernel, 133, reals(133), np.zeros(133), rtol=1e-12)


def test_float32_stays_float32():
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] * x[i] + x[i]

    check(kernel, 50, reals(50, dtype="float32"), np.zeros(50, dtype="float32"), rtol=1e-6)


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"]
)
def test_copy_of_each_type(dtype):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[x.shape[0] - 1 - i]

    check(kernel, 37, ints(37, low=0, high=2).astype(dtype), np.zeros(37, dtype=dtype))


def test_complex_numbers():
    def kernel(item, x, y):
        i = item.get_id(0)
        z = x[i] * x[i] + (1.0 + 2.0j)
        y[i] = (z - x[i].conjugate()) / x[i] + z.real

    x = reals(40) + 1j * reals(40)
    check(kernel, 40, x, np.zeros(40, dtype="complex128"))


# ---- arrays -------------------------------------------------------------------------------------------------------


def stencil(item, x, y):
    i = item.get_id(0)
    y[i] = x[i - 1] + 2 * x[i]


def rows(item, X, y):
    i = item.get_id(0)
    row = X[i]
    s = 0.0
    for v in row:
        s += v
    y[i] = s + X[i, 1:4].sum() + X[:, 0].max() + len(X)


def test_negative_indices_and_views():
    check(stencil, 33, reals(33), np.zeros(33))
    check(rows, 9, reals(9, 5), np.zeros(9))


@pytest.mark.parametrize(
    "layout",
    [lambda a: np.asfortranarray(a), lambda a: a[::2, ::3], lambda a: a[::-1], lambda a: a.T],
    ids=["F", "strided", "reversed", "T"],
)
def test_layouts(layout):
    def kernel(item, X, Y):
        i = item.get_id(0)
        j = item.get_id(1)
        Y[i, j] = 2 * X[i, j] + i

    host = reals(20, 24)
    x = dpt.asarray(host, order="K")
    view, expected = layout(host), None
    given = (
        {"F": dpt.asarray(np.asfortranarray(host), order="F")}.get("F")
        if view.flags.f_contiguous and view.shape == host.shape
        else None
    )
    if given is None:
        given = {(10, 8): x[::2, ::3], (20, 24): x[::-1, :], (24, 20): x.T}[view.shape]
    y = dpt.zeros(view.shape)
    expected = 2 * view + np.arange(view.shape[0])[:, None]
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(*view.shape), given, y)
    np.testing.assert_array_equal(dpt.asnumpy(y), expected)


def test_three_dimensions():
    def kernel(item, X):
        i = item.get_id(0)
        j = item.get_id(1)
        k = item.get_id(2)
        X[i, j, k] = 100 * i + 10 * j + k + item.get_linear_id() * 1000

    check(kernel, (3, 4, 5), np.zeros((3, 4, 5)))


def test_device_functions_and_closures():
    scale = 3

    @dpex.device_func
    def inner(a, b=2):
        if a > b:
            return a - b
        for k in range(3):
            if a == k:
                return k * 10
        return a

    def kernel(item, x, y):
        i = item.get_id(0)
        twice = lambda v: 2 * v
        y[i] = inner(x[i]) * scale + inner(twice(x[i]), b=1)

    check(kernel, 60, ints(60), np.zeros(60, dtype="int64"))


def test_atomic_add_counts_every_item():
    def kernel(item, x, h):
        i = item.get_id(0)
        kapi.AtomicRef(h, x[i]).fetch_add(1)

    x = ints(5000, low=0, high=10)
    h = dpt.zeros(10, dtype="int64")
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(5000), dpt.asarray(x), h)
    assert dpt.asnumpy(h).tolist() == np.bincount(x, minlength=10).tolist()


# ---- launching ----------------------------------------------------------------------------------------------------


def test_asynchronous_launches_follow_their_events():
    def double(item, x):
        i = item.get_id(0)
        x[i] = 2 * x[i]

    x = dpt.ones(1000)
    kernel, events = dpex.kernel(double), ()
    for _ in range(5):
        _, event = dpex.call_kernel_async(kernel, dpex.Range(1000), events, x)
        events = (event,)
    assert isinstance(event, dpctl.SyclEvent)
    event.wait()
    assert (dpt.asnumpy(x) == 32).all()


def one(item, x):
    x[item.get_id(0)] = 1


def test_ranges_are_checked():
    with pytest.raises(TypeError, match="dim1"):
        dpex.Range(4, 2.5)
    with pytest.raises(UnmatchedNumberOfRangeDimsError):
        dpex.NdRange((4, 4), (2,))
    with pytest.raises(UnsupportedGroupWorkItemSizeError):
        dpex.NdRange((5,), (2,))
    assert dpex.Range(3, 4).size() == 12 and dpex.Range(3).dim1 == -1


def test_arguments_that_cannot_be_launched_with():
    kernel = dpex.kernel(one)
    with pytest.raises(UnsupportedKernelArgumentError, match="ndarray") as caught:
        dpex.call_kernel(kernel, dpex.Range(3), np.zeros(3))
    assert f"{__file__}:" in str(caught.value) and "parameter x" in str(caught.value) and "hint: " in str(caught.value)
    with pytest.raises(ExecutionQueueInferenceError):
        dpex.call_kernel(kernel, dpex.Range(3), 5)
    with pytest.raises(NotImplementedError, match="call_kernel"):
        kernel(dpt.zeros(3))


def test_numbers_of_numpy_are_passed_as_what_they_are(device):
    def kernel(item, x, a, b, c, d, e):
        x[0] = a + b * 2  # float32 and uint8: rounded if they are what they were
        x[1] = c + d
        x[2] = 1 if e else 2

    x = dpt.zeros(3, dtype="f4", sycl_queue=dpctl.SyclQueue(device))
    args = np.float32(0.25), np.uint8(200), np.int32(-3), np.int64(5), np.bool_(True)
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(1), x, *args)
    dpex.kernel(older_numbers)[1, dpex.DEFAULT_LOCAL_SIZE](x, *args)
    assert dpt.asnumpy(x).tolist() == [400.25, 2.0, 2.0]
    with pytest.raises(UnsupportedKernelArgumentError):
        dpex.call_kernel(dpex.kernel(kernel), dpex.Range(1), x, np.array(1.0), *args[1:])


def older_numbers(x, a, b, c, d, e):
    x[2] = x[2] + a * 4


def test_launches_that_are_refused():
    x = dpt.zeros(3)
    with pytest.raises(TypingError, match="NdRange"):
        dpex.call_kernel(dpex.kernel(takes_local_memory), dpex.Range(3), x, kapi.LocalAccessor(3, np.float64))
    with pytest.raises(TypingError, match="tuple of events"):
        dpex.call_kernel_async(dpex.kernel(one), dpex.Range(3), [dpctl.SyclEvent()], x)
    with pytest.raises(TypingError, match="not a function"):
        dpex.call_kernel(one, dpex.Range(3), x)


def takes_local_memory(item, x, memory):
    x[item.get_id(0)] = memory[0]


def test_arrays_on_two_queues_are_refused():
    def kernel(item, x, y):
        x[item.get_id(0)] = y[item.get_id(0)]

    device = dpt.zeros(1).sycl_device
    x, y = (dpt.zeros(3, sycl_queue=dpctl.SyclQueue(device)) for _ in range(2))
    for start in (
        dpex.kernel(kernel)[3, dpex.DEFAULT_LOCAL_SIZE],
        lambda x, y: dpex.call_kernel(dpex.kernel(kernel), dpex.Range(3), x, y),
    ):
        with pytest.raises(ExecutionQueueInferenceError, match="different queues") as caught:
            start(x, y)
        assert f"{__file__}:" in str(caught.value) and "parameters x, y" in str(caught.value)


# ---- errors of the compiler ---------------------------------------------------------------------------------------


def launch(kernel, *args):
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(3), *args)


def has_try(item, x):
    try:
        x[0] = 1
    except ValueError:
        pass


def has_dict(item, x):
    v = {1: 2}
    x[0] = v[1]


def has_unknown_name(item, x):
    x[0] = no_such_name  # noqa: F821


def has_float_index(item, x):
    x[1.5] = 1


def has_return_value(item, x):
    return 5


def has_two_types(item, x):
    v = (1, 2)
    if x[0] > 0:
        v = 3
    x[0] = v


def adds_other_shapes(item, x):
    a = np.ones(3) + np.ones(2)
    x[0] = a[0]


def assigns_another_shape(item, x):
    a = np.empty(3)
    a[:] = np.ones(2)
    x[0] = a[0]


def calls_what_there_is_not(item, x):
    x[0] = repr(3)


def asks_an_array(item, x):
    x[0] = x.shap


def asks_a_number(item, x):
    x[0] = x[0].strides


def asks_a_module(item, x):
    x[0] = np.sqr(2.0)


def has_array_as_condition(item, x):
    if x:
        x[0] = 1


def has_two_indices(item, x):
    x[0, 1] = 2


def unpacks_a_number(item, x):
    x[0], x[1] = x[2]


def stores_a_text(item, x):
    x[0] = "one"


def gives_a_text(item, x):
    x[0] = np.sqrt("one")


@pytest.mark.parametrize(
    "kernel, error, text",
    [
        (asks_an_array, TypingError, "hint: they have shape, strides"),
        (asks_a_number, TypingError, "hint: they have real, imag"),
        (asks_a_module, TypingError, "hint: did you mean sqrt"),
        (has_array_as_condition, TypingError, "hint: numbers have one"),
        (has_two_indices, TypingError, "2 indices for an array of 1"),
        (unpacks_a_number, TypingError, "hint: index it"),
        (stores_a_text, TypingError, "hint: it holds a number"),
        (gives_a_text, TypingError, "hint: it takes numbers"),
        (has_try, UnsupportedError, "'try' is not supported"),
        (has_dict, UnsupportedError, "a dict is not supported"),
        (has_unknown_name, TypingError, "Untyped global name 'no_such_name'"),
        (has_float_index, TypingError, "an index must be an integer, not float64"),
        (has_return_value, KernelHasReturnValueError, "int64"),
        (has_two_types, TypingError, "Cannot unify"),
        (adds_other_shapes, TypingError, r"could not be broadcast together with shapes \(3\) \(2\)"),
        (assigns_another_shape, TypingError, r"from shape \(2\) into shape \(3\)"),
        (calls_what_there_is_not, TypingError, "repr is not available"),
    ],
)
def test_errors_say_what_and_where(kernel, error, text):
    with pytest.raises(error, match=text) as caught:
        launch(kernel, dpt.ones(3))
    lines = str(caught.value).splitlines()
    assert len(lines) <= 6
    if error is not KernelHasReturnValueError:
        assert f"{__file__}:" in lines[1] and "^" in lines[3]


def dpnp_functions(item, x, out):
    i = item.get_id(0)
    out[i] = dpnp.sqrt(x[i]) + dpnp.maximum(x[i], 2.0) + dpnp.power(x[i], 2)


def test_functions_of_dpnp_compute_with_numbers_in_kernels():
    x = np.arange(5.0)
    check(dpnp_functions, 5, x, np.zeros(5))
    with pytest.raises(TypeError, match="array"):
        dpnp.sqrt([2.0])


def ends(item, out):
    i = item.get_id(0)
    if i == 0 or i == item.get_range(0) - 1:
        out[i & 1] = i


def test_ranges_beyond_32_bits(device):
    out = dpt.ones(2, dtype="i8", device=device)
    kernel = dpex.kernel(ends)
    dpex.call_kernel(kernel, dpex.Range(2**31 + 2), out)
    assert dpt.asnumpy(out).tolist() == [0, 2**31 + 1]
    for space in (dpex.Range(2**63), dpex.Range(2**32, 2**31), dpex.Range(2**70), dpex.Range(-1)):
        with pytest.raises(dpctl.SyclKernelSubmitError, match="2\\^63 - 1 are allowed"):
            dpex.call_kernel(kernel, space, out)


def starred(item, x, out):
    i = item.get_id(0)
    first, *rest = x[i], 2 * x[i], 3 * x[i]
    *none, last = (x[i],)
    out[i] = first + rest[0] - rest[1] + len(rest) + len(none) + last


def test_starred_targets():
    check(starred, 5, np.arange(5.0), np.zeros(5))


class Point(NamedTuple):
    x: float
    y: float = 2.0


@dpex.device_func
def further(p, step):
    return Point(p.x + step, y=p.y * step)


START = Point(1.0, 3.0)


def named_tuples(item, x, out):
    i = item.get_id(0)
    p = Point(x[i])
    for k in range(3):
        p = further(p, k + START.x) if i % 2 else further(START, p[1])
    out[i] = p.x + p.y + len(p)


def test_named_tuples():
    check(named_tuples, 7, np.arange(7.0), np.zeros(7))


def other_shapes(item, x, z, out):
    i = item.get_id(0)
    y, line = x.reshape(-1, 4), x.ravel()
    out[i] = y[i, 3] + x.reshape((2, 2, 6 + 0 * i))[1, 1, 0] + line[i] + y.shape[0] + line.size
    out[i] += np.real(z[i]) - np.imag(z[i]) + np.real(x[0, 0])


def test_other_shapes_and_parts():
    check(other_shapes, 6, np.arange(24.0).reshape(6, 4), np.arange(6) * (1 + 3j), np.zeros(6))


def reshaped_part(item, x):
    x[0, 0] = x[1:].reshape(-1)[0]


def test_parts_are_copied_to_be_reshaped():
    x = dpt.asarray([[1.0, 2.0], [3.0, 4.0]])
    dpex.call_kernel(dpex.kernel(reshaped_part), dpex.Range(1), x)
    assert dpt.asnumpy(x).tolist() == [[3.0, 2.0], [3.0, 4.0]]


def half(item, x):
    x[item.get_id(0)] /= 2


def test_names_of_kernels_are_not_those_of_their_helpers():
    for dtype in ("f4", "f2"):
        check(half, 3, np.arange(3).astype(dtype))
