"""prange loops of host functions, compared with the same function as plain Python."""

import math

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
from numba_dpex import _parallel_loop, prange
from numba_dpex._compiler.errors import TypingError
from numba_dpex.core.exceptions import ExecutionQueueInferenceError, UnsupportedParforError

RNG = np.random.default_rng(17)


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def check(queue, function, *args, rtol=1e-12):
    """The compiled function gives the same result and modifies arrays as the Python function does, on USM arrays and on NumPy arrays."""
    compiled = dpex.njit(parallel=True)(function)
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with np.errstate(all="ignore"):
        result = function(*expected)
    usm = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in args]
    host = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    for given in (usm, host):
        with dpctl.device_context(queue):
            found = compiled(*given)
        if result is not None:
            np.testing.assert_allclose(found, result, rtol=rtol, err_msg=function.__name__)
        for g, e in zip(given, expected, strict=True):
            if isinstance(e, np.ndarray):
                np.testing.assert_allclose(g if isinstance(g, np.ndarray) else dpt.asnumpy(g), e, rtol=rtol)


# ---- loops over elements ------------------------------------------------------------------------------------------


def fill(x):
    for i in prange(x.shape[0]):
        x[i] = i * i


def from_a_start(x):
    for i in prange(3, x.shape[0]):
        x[i] = x[i] + i


def with_a_step(x, step):
    for i in prange(2, len(x) - 1, step):
        x[i] = -i


def backwards(x):
    for i in prange(len(x) - 1, 4, -3):
        x[i] = i + 0.5


def nested(A, B):
    for i in prange(A.shape[0]):
        for j in prange(A.shape[1]):
            B[i, j] = A[i, j] * 10 + i - j


def nested_three(A):
    for i in prange(A.shape[0]):
        for j in prange(1, A.shape[1], 2):
            for k in prange(A.shape[2]):
                A[i, j, k] = i * 100 + j * 10 + k


def nested_with_work_between(A, y):
    for i in prange(A.shape[0]):
        s = 0.0
        for j in prange(A.shape[1]):
            s += A[i, j]
        y[i] = s


def depends_on_the_outer_index(A):
    for i in prange(A.shape[0]):
        for j in prange(i):
            A[i, j] = 1.0


def branches(x, y):
    for i in prange(x.shape[0]):
        if x[i] < 0.3:
            continue
        v = x[i]
        while v < 10:
            v = v * 2
        y[i] = v


def distances(X, D):
    for i in prange(X.shape[0]):
        for j in prange(X.shape[0]):
            d = 0.0
            for k in range(X.shape[1]):
                t = X[i, k] - X[j, k]
                d += t * t
            D[i, j] = math.sqrt(d)


def of_a_slice(A, y):
    for i in prange(A.shape[0]):
        row = A[i, 1:4]
        y[i] = row.sum() + A[i, :].max() - A[:, 0].min() + A[i].mean()


def with_tuple_and_none(x, shape, scale, flag):
    for i in prange(shape[0]):
        x[i] = shape[1] * i * (1 if flag is None else scale)


def several_loops(x, y):
    n = x.size
    for i in prange(n):
        y[i] = x[i] + 1
    total = 0.0
    for step in range(3):
        for i in prange(n):
            y[i] = y[i] * 2 + step
        for i in prange(n):
            total += y[i]
    return total


@pytest.mark.parametrize(
    "function, args",
    [
        (fill, (np.zeros(1000),)),
        (from_a_start, (RNG.random(77),)),
        (with_a_step, (RNG.random(50), 4)),
        (backwards, (RNG.random(41),)),
        (nested, (RNG.random((13, 70)), np.zeros((13, 70)))),
        (nested_three, (np.zeros((3, 9, 20), dtype="int64"),)),
        (nested_with_work_between, (RNG.random((9, 30)), np.zeros(9))),
        (depends_on_the_outer_index, (np.zeros((8, 8)),)),
        (branches, (RNG.random(200), np.zeros(200))),
        (distances, (RNG.random((20, 3)), np.zeros((20, 20)))),
        (of_a_slice, (RNG.random((12, 6)), np.zeros(12))),
        (with_tuple_and_none, (np.zeros(30), (20, 3), 2.5, None)),
        (with_tuple_and_none, (np.zeros(30), (20, 3), 2.5, True)),
        (several_loops, (RNG.random(300), np.zeros(300))),
    ],
)
def test_loops(queue, function, args):
    check(queue, function, *args)


def test_loops_without_rounds(queue):
    check(queue, from_a_start, RNG.random(2))


# ---- reductions ---------------------------------------------------------------------------------------------------


def total(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


def every_operator(x, k):
    plus, minus, times, over = 1.0, 2.0, 1.5, 3.0
    low, high, low2, high2 = x[0], 0.0, 1e9, -1e9
    both, any_, odd, count = 255, 0, 5, 0
    for i in prange(x.shape[0]):
        plus += x[i]
        minus -= x[i]
        times *= 1 + x[i] * 1e-3
        over /= 1 + x[i] * 1e-3
        low = min(low, x[i])
        high = max(x[i], high)
        low2 = min(x[i] - 1, low2)
        high2 = max(high2, x[i] + 1)
        both &= k[i] | 240
        any_ = any_ | k[i]
        odd = k[i] ^ odd
        if x[i] > 0.5:
            count = count + 1
    return plus, minus, times, over, low, high, low2, high2, both, any_, odd, count


def over_two_dimensions(A):
    s, n = 0, 0
    for i in prange(A.shape[0]):
        for j in prange(A.shape[1]):
            s += A[i, j] * (i + 1)
            n += 1
    return s, n


def over_three_dimensions(A):
    s = 0
    for i in prange(1, A.shape[0]):
        for j in prange(A.shape[1]):
            for k in prange(0, A.shape[2], 3):
                s += A[i, j, k] * (i + 10 * j + k)
    return s


def in_an_inner_loop(A):
    s = 0.0
    for i in prange(A.shape[0]):
        for j in range(A.shape[1]):
            s += A[i, j]
    return s


def becomes_a_float(x):
    s = 0
    for i in prange(len(x)):
        s += x[i]
    return s


def without_arrays(n):
    s = 0
    for i in prange(n):
        s += i * i
    return s


def conditions_and_chains(k, x):
    all_, any_, late, s, p = True, False, True, 5, 1.0
    for i in prange(k.shape[0]):
        all_ = all_ and k[i] > 0
        any_ = k[i] == 7 or any_
        if i % 2:
            late = late and k[i] < 15 and x[i] < 2
        s = s + k[i] - i + 1
        p = x[i] * p / 2
    return all_, any_, late, s, p


@pytest.mark.parametrize("n", [1, 63, 64, 1000, 70_001])
def test_sum(queue, n):
    check(queue, total, RNG.random(n))


@pytest.mark.parametrize("n", [1, 100, 5000])
def test_every_operator(queue, n):
    if n == 1:
        check(queue, every_operator, np.array([0.25]), np.array([7]))
    else:
        check(queue, every_operator, RNG.random(n), RNG.integers(0, 16, n), rtol=1e-10)


def test_conditions_and_chains_of_one_operator(queue):
    for low, high in ((0, 7), (1, 16)):
        check(queue, conditions_and_chains, RNG.integers(low, high, 5000), 1 + RNG.random(5000), rtol=1e-10)


@pytest.mark.parametrize(
    "function, args",
    [
        (over_two_dimensions, (RNG.integers(0, 99, (40, 130)),)),
        (over_two_dimensions, (RNG.integers(0, 99, (500, 3)),)),
        (over_three_dimensions, (RNG.integers(0, 99, (5, 6, 71)),)),
        (in_an_inner_loop, (RNG.random((100, 7)),)),
        (becomes_a_float, (RNG.random(99),)),
    ],
)
def test_reductions(queue, function, args):
    check(queue, function, *args)


def test_a_reduction_needs_no_arrays(queue):
    with dpctl.device_context(queue):
        found = dpex.njit(without_arrays)(1000)
    assert found == without_arrays(1000) and isinstance(found, int)


def test_sums_of_float32_keep_their_type(queue):
    def function(x, s):
        for i in prange(x.shape[0]):
            s += x[i]
        return s

    found = dpex.dpjit(function)(dpt.ones(100, dtype="float32", sycl_queue=queue), np.float32(2))
    assert found == 102 and isinstance(found, np.float32)


# ---- the function around ------------------------------------------------------------------------------------------


def test_calls_of_other_compiled_functions(queue):
    @dpex.dpjit
    def square(v):
        return v * v

    @dpex.kernel
    def twice(item, x):
        x[item.get_id(0)] *= 2

    offset = 3

    @dpex.dpjit
    def function(x):
        for i in prange(x.shape[0]):
            x[i] = square(x[i]) + offset
        dpex.call_kernel(twice, dpex.Range(x.shape[0]), x)
        return square(total_of(x))

    @dpex.dpjit
    def total_of(x):
        s = 0.0
        for v in prange(x.shape[0]):
            s += x[v]
        return s

    x = dpt.arange(10, dtype="float64", sycl_queue=queue)
    assert function(x) == (2 * (np.arange(10.0) ** 2 + 3)).sum() ** 2


def test_defaults_and_keywords(queue):
    @dpex.njit
    def function(x, scale=2.0, *, offset=1.0):
        for i in prange(x.shape[0]):
            x[i] = x[i] * scale + offset
        return x

    x = dpt.ones(5, sycl_queue=queue)
    assert function(x) is x and dpt.asnumpy(function(x, offset=0.5, scale=1.0)).tolist() == [3.5] * 5


def test_nothing_parallel_is_plain_python():
    @dpex.njit
    def function(a, b=1):
        return [a, b]

    assert function(5) == [5, 1] and function.py_func(1) == [1, 1]


def test_loops_tell_where_they_run(queue, capsys):
    dpex.config.OFFLOAD_DIAGNOSTICS = 1
    try:
        dpex.njit(fill)(dpt.zeros(4, sycl_queue=queue))
    finally:
        dpex.config.OFFLOAD_DIAGNOSTICS = 0
    out = capsys.readouterr().out
    assert "Auto-offloading" in out and f"Device - '{queue.sycl_device.filter_string}'" in out and f"{__file__}:" in out


def test_functions_without_source_run_as_python():
    names = {"prange": prange}
    lines = "def function(x):", "    s = 0", "    for i in prange(len(x)):", "        s += x[i]", "    return s"
    exec("\n".join(lines), names)
    assert dpex.njit(names["function"])(np.array([1, 2, 3])) == 6  # from its bytecode
    lines = *lines[:2], "    try:", *("    " + line for line in lines[2:4]), "    finally:", "        s += 1", lines[4]
    exec("\n".join(lines), names)
    with pytest.warns(RuntimeWarning, match="source"):
        assert dpex.njit(names["function"])([1, 2, 3]) == 7


# ---- errors -------------------------------------------------------------------------------------------------------


def hands_on(x):
    last = 0.0
    for i in prange(x.shape[0]):
        x[i] = last
        last = x[i] + 1


def mixes_operators(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
        s *= 2
    return s


def takes_from_itself(x):
    s = 0
    for i in prange(x.shape[0]):
        s = 1 + x[i] - s
    return s


def chooses_a_number(x):
    s = 3
    for i in prange(x.shape[0]):
        s = s and x[i] > 0
    return s


def breaks(x):
    for i in prange(x.shape[0]):
        if x[i] > 0:
            break


def returns(x):
    for i in prange(x.shape[0]):
        return i


@pytest.mark.parametrize(
    "function, text",
    [
        (hands_on, "last"),
        (mixes_operators, "'s'"),
        (takes_from_itself, "'s'"),
        (breaks, "'break'"),
        (returns, "'return'"),
    ],
)
def test_loops_that_are_not_parallel(function, text):
    with pytest.raises(UnsupportedParforError, match=text) as caught:
        dpex.njit(function)(dpt.ones(4))
    assert f"{__file__}:" in str(caught.value) and "^" in str(caught.value)


def test_only_conditions_are_chosen_between():
    with pytest.raises(TypingError, match=r"must be true or false, not int64: 's'(\n.*)*hint: compare with 0"):
        dpex.njit(chooses_a_number)(dpt.ones(4))


def test_errors_name_the_line():
    def function(x):
        for i in prange(x.shape[0]):
            x[i] = no_such_name  # noqa: F821

    with pytest.raises(TypingError, match="no_such_name") as caught:
        dpex.njit(function)(dpt.ones(4))
    assert "x[i] = no_such_name" in str(caught.value)


def test_arrays_on_two_queues():
    x, y = (dpt.ones(4, sycl_queue=dpctl.SyclQueue("cpu")) for _ in range(2))

    def function(x, y):
        for i in prange(x.shape[0]):
            x[i] = y[i]

    with pytest.raises(ExecutionQueueInferenceError):
        dpex.dpjit(function)(x, y)


FOUR, SEVEN = np.array(4.0), np.array(7)


def test_arrays_without_dimensions_are_numbers(queue):
    def loop(x):
        for i in prange(x.shape[0]):
            x[i] += FOUR + SEVEN * i - math.sqrt(FOUR)

    def kernel(item, x):
        i = item.get_id(0)
        x[i] -= max(FOUR, 1) + SEVEN // 2

    x = dpt.zeros(3, sycl_queue=queue)
    dpex.dpjit(loop)(x)
    assert dpt.asnumpy(x).tolist() == [2.0, 9.0, 16.0]
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(3), x)
    assert dpt.asnumpy(x).tolist() == [-5.0, 2.0, 9.0]


HALF, TRUTH, WAVE = np.array(0.5, "f4"), np.array(True), np.array(1 + 2j)


def test_numbers_have_the_interface_of_arrays_without_dimensions(queue):
    """As globals, elements and arguments, in kernels, prange loops and plain ones."""
    on_device = dpnp.asarray(2.5, sycl_queue=queue)

    def parallel(x, y):
        for i in prange(x.shape[0]):
            x[i] = FOUR[()] * i + SEVEN.item() + y[()] + y.item() + HALF[...] + HALF.astype(np.float64)
            if TRUTH[()] and TRUTH.item() and FOUR.ndim == 0 and FOUR.shape == () and FOUR.size == 1:
                x[i] += WAVE[()].imag + WAVE.item().real + WAVE.conj().imag + on_device[()] + on_device.item()

    def plain(x, y):
        for i in range(x.shape[0]):
            x[i] = FOUR[()] * i + SEVEN.item() + y[()] + y.item() + HALF[...] + HALF.astype(np.float64)
            if TRUTH[()] and TRUTH.item() and FOUR.ndim == 0 and FOUR.shape == () and FOUR.size == 1:
                x[i] += WAVE[()].imag + WAVE.item().real + WAVE.conj().imag + on_device[()] + on_device.item()

    def kernel(item, x, y):
        i = item.get_id(0)
        x[i] = FOUR[()] * i + SEVEN.item() + y[()] + y.item() + HALF[...] + x[i].astype(np.int32).sum() + HALF.max()
        if TRUTH[()] and TRUTH.item() and FOUR.ndim == 0 and FOUR.shape == () and x[i].size == 1 and HALF.itemsize == 4:
            x[i] += WAVE[()].imag + WAVE.item().real + WAVE.conj().imag + on_device[()] + on_device.copy().item()

    expected = np.zeros(3)
    plain(expected, np.array(3.0))
    for function in (parallel, plain):
        x = dpt.zeros(3, sycl_queue=queue)
        dpex.dpjit(function)(x, dpt.asarray(3.0, sycl_queue=queue))
        assert dpt.asnumpy(x).tolist() == expected.tolist()
    x = dpt.zeros(3, sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(3), x, dpt.asarray(3.0, sycl_queue=queue))
    assert dpt.asnumpy(x).tolist() == expected.tolist()


def test_ranges_of_real_numbers(queue):
    def ranges(x, out):
        for i in prange(out.shape[0]):
            a, b, c = np.arange(0.0, 1.0, 0.1), np.arange(2.5), np.arange(1, 2, 0.25)
            d, e, f = np.arange(5.0, 0.0, -1.0), np.arange(0.0, x[i], 0.5), np.arange(1.0, 0.0)
            out[i, 0], out[i, 1], out[i, 2] = len(a) + a[-1], len(b) + b[-1], len(c) + c[-1]
            out[i, 3], out[i, 4], out[i, 5] = len(d) + d[-1], len(e) + e.sum(), len(f)
            out[i, 6] = np.arange(0.5, 3, dtype=np.int64).sum()

    x, expected = np.array([0.3, 2.0, 7.1]), np.zeros((3, 7))
    ranges(x, expected)
    found = dpt.zeros((3, 7), sycl_queue=queue)
    dpex.dpjit(ranges)(dpt.asarray(x, sycl_queue=queue), found)
    np.testing.assert_allclose(dpt.asnumpy(found), expected, rtol=1e-14)


def test_arrays_on_different_queues_are_named_with_the_line():
    x, outer = (dpt.ones(4, sycl_queue=dpctl.SyclQueue("cpu")) for _ in range(2))

    def loop(x):
        for i in prange(x.shape[0]):
            x[i] = outer[i]

    def expression(x):
        return x * 2 + outer

    def operator(x):
        return x @ outer

    for function, text in (
        (loop, r"the arrays x, outer \(from outside of the function\) of 'loop' are .*\n.*in loop\n    for i in prange\(.*\nhint: "),
        (expression, r"the arrays x, outer of 'x \* 2 \+ outer' are .*\n.*in expression\n    return x \* 2 \+ outer"),
        (operator, r"arrays of 'operator' are on different queues\n.*\n.*in operator\n    return x @ outer"),
    ):  # fmt: skip
        with pytest.raises(ExecutionQueueInferenceError, match=text):
            dpex.dpjit(function)(x)


def test_modes_that_dpjit_does_not_have():
    with pytest.raises(dpex.core.exceptions.UnsupportedCompilationModeError):
        dpex.dpjit(force_pyobject=True)
    with pytest.warns(RuntimeWarning, match="nopython"):
        dpex.dpjit(nopython=False)(total)


# ---- reductions of arrays -----------------------------------------------------------------------------------------


def rows(a, acc):
    for i in prange(a.shape[0]):
        acc += a[i]
    acc /= 2


def weighted(a, acc, product):
    s = 0.0
    for i in prange(a.shape[0]):
        w = a[i, 0, 0]
        acc -= a[i] * w
        product *= 1 + a[i, :, 1]
        s += w
    return s


def bits(k, some, every):
    for i in prange(k.shape[0]):
        for j in prange(2):
            some |= k[i]
            every &= k[i] + j


def newly_made(a, acc):
    for i in prange(a.shape[0]):
        acc = acc + a[i]
    return acc


def test_rounds_add_to_arrays(queue):
    check(queue, rows, RNG.random((300, 5)), np.ones(5))
    check(queue, weighted, RNG.random((21, 3, 2)), np.zeros((3, 2)), np.ones(3))
    check(queue, bits, RNG.integers(0, 99, (17, 3)).astype("u4"), np.zeros(3, "u4"), np.full(3, 255, "u4"))


def test_an_array_reduction_that_makes_new_arrays_names_the_alternative(queue):
    with (
        dpctl.device_context(queue),
        pytest.raises(UnsupportedParforError, match=r"acc = acc \+ a\[i\](.|\n)*hint: write \+="),
    ):
        dpex.njit(newly_made)(np.ones((4, 3)), np.zeros(3))


def test_rounds_make_small_arrays_of_their_own(device):
    @dpex.njit
    def sums(a, out):
        for i in dpex.prange(out.size):
            own = np.empty(3)
            own[:] = a[i]
            counts = np.zeros((2, 3), dtype=np.int32)
            counts[1, 2] = 5
            out[i] = own.sum() + counts.sum() + np.full(2, 2.5)[1] + np.ones(2)[0]

    a, out = np.arange(40.0), np.zeros(40)
    with dpctl.device_context(device):
        sums(a, out)
    assert out.tolist() == (3 * a + 8.5).tolist()

    @dpex.njit
    def of_any_size(a, n):
        for i in dpex.prange(a.size):
            a[i] = np.zeros(n)[0]

    for n in (3, 40, 5000):
        a[:] = 7
        with dpctl.device_context(device):
            of_any_size(a, n)
        assert not a.any()


# ---- numbers between loops ------------------------------------------------------------------------------------------


@dpex.dpjit
def product_twice(x):
    p = 1
    for i in dpex.prange(x.shape[0]):
        p *= x[i]
    for i in dpex.prange(x.shape[0]):
        p *= x[i]
    for i in dpex.prange(x.shape[0]):
        p += x[i] << 62
    return p


@pytest.mark.parametrize("dtype", ["i8", "i4"])
def test_integers_of_reductions_wrap(dtype):
    x = np.arange(3, 30, 2).astype(dtype)
    p = 1
    for v in [*x.tolist(), *x.tolist()]:
        p *= v
    for v in x.tolist():
        p += v << 62
    got = product_twice(x)
    assert type(got) is int
    assert got == (p + 2**63) % 2**64 - 2**63


@pytest.mark.parametrize("start", [np.uint64(2**63 + 5), np.int64(2**62 + 3), np.int32(2**31 - 1), np.uint8(255)])
def test_reductions_start_from_numbers_of_numpy(start):
    @dpex.dpjit
    def total(x, s):
        for i in dpex.prange(x.shape[0]):
            s += x[i]
        for i in dpex.prange(x.shape[0]):
            s *= x[i]
        return s

    x = np.array([2**61, 3, 5], dtype="u8" if start.dtype.kind == "u" else "i8")
    wanted = int(start)
    for v in x.tolist():
        wanted += v
    for v in x.tolist():
        wanted *= v
    assert int(total(x, start)) % 2**64 == wanted % 2**64


def test_float32_numbers_stay_float32():
    @dpex.dpjit
    def length(x, s):
        for i in dpex.prange(x.shape[0]):
            s += x[i] * x[i]
        return np.sqrt(np.sqrt(s) + s)

    got = length(np.ones(9, dtype="f4"), np.float32(0))
    assert got.dtype == np.float32 and got == np.float32(np.sqrt(np.float32(12)))


# ---- launches by the types of the inputs ---------------------------------------------------------------------------


@dpex.dpjit
def scaled(x, factor, y):
    for i in prange(x.shape[0]):
        y[i] = factor * x[i]


@pytest.mark.parametrize("factor", [2, 2.5, True, np.float32(0.1), np.int8(-3), np.uint64(7), 1 + 2j])
def test_a_loop_takes_numbers_of_alternating_types(queue, factor):
    x = RNG.random(50)
    for dtype in ("f8", "c16", "f8"):
        if np.iscomplexobj(factor) and dtype == "f8":
            continue
        y = dpt.zeros(50, dtype=dtype, sycl_queue=queue)
        scaled(dpt.asarray(x, sycl_queue=queue), factor, y)
        expected = x * np.float64(factor) if np.isrealobj(factor) else x * factor
        np.testing.assert_allclose(dpt.asnumpy(y), expected, rtol=1e-15)


def test_a_loop_refuses_what_it_cannot_write_to_at_every_launch(queue):
    x, y = dpt.ones(5, sycl_queue=queue), dpt.zeros(5, sycl_queue=queue)
    fixed = dpt.zeros(5, sycl_queue=queue)
    fixed.flags["W"] = False
    other = dpt.zeros(5, sycl_queue=dpctl.SyclQueue(queue.sycl_device))
    for _ in range(2):
        scaled(x, 3.0, y)
        with pytest.raises(ValueError, match="read-only"):
            scaled(x, 3.0, fixed)
        with pytest.raises(ExecutionQueueInferenceError):
            scaled(x, 3.0, other)
        with pytest.raises(TypingError):
            scaled(x, None, y)
    scaled(x[:0], 3.0, y)
    assert dpt.asnumpy(y).tolist() == [3.0] * 5 and dpt.asnumpy(fixed).tolist() == [0.0] * 5


def test_rounds_of_a_float_are_an_error(queue):
    @dpex.dpjit
    def cleared(x, n):
        for i in prange(n):
            x[i] = 0.0

    x = dpt.ones(4, sycl_queue=queue)
    with pytest.raises(TypeError):
        cleared(x, 4.0)
    cleared(x, np.int64(4))
    assert not dpt.asnumpy(x).any()


@pytest.mark.parametrize("fast", [True, {"reassoc", "nsz"}])
def test_fast_arithmetic_is_an_option_of_loops(queue, fast):
    @dpex.dpjit(fastmath=fast)
    def norms(x, y):
        for i in prange(x.shape[0]):
            s = 0.0
            for k in range(x.shape[1]):
                s += x[i, k] * x[i, k]
            y[i] = np.sqrt(s)

    x, y = RNG.random((40, 9)), dpt.zeros(40, sycl_queue=queue)
    norms(dpt.asarray(x, sycl_queue=queue), y)
    np.testing.assert_allclose(dpt.asnumpy(y), np.linalg.norm(x, axis=1), rtol=1e-12)


def test_reductions_of_known_types_are_those_of_first_calls(device):
    """Calls after the first one with arguments of the same types take a shorter path."""
    if not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")

    def reduced(x, a, start):
        s, p, low, n, even = start, 1.0, np.inf, 0, True
        for i in prange(x.shape[0]):
            s += x[i] * a
            p *= 1 + (x[i] - 0.5) * 1e-3
            low = min(low, x[i])
            n += x[i] > 0.5
            even = even and x[i] < 2
        return s, p, low, n, even

    queue, other = dpctl.SyclQueue(device), dpctl.SyclQueue(dpctl.select_default_device())
    function = dpex.dpjit(reduced)
    for n in (3, 20000, 40, 3):
        x = RNG.random(n)
        packed, locked = x.astype("f4"), x[::-1].copy()
        locked.flags.writeable = False
        for q in (queue, other, queue):
            arrays = [dpnp.asarray(a, sycl_queue=q) for a in (x, packed)]
            arrays += [arrays[0][::-1], x, packed, x[::-1], locked, x.astype(">f8")]
            for given in arrays:
                for numbers in ((2.0, 1.0), (2, 1), (np.float32(2), 1.0)):
                    with dpctl.device_context(q):
                        first = dpex.dpjit(reduced)(given, *numbers)
                        for _ in range(2):
                            found = function(given, *numbers)
                            assert list(map(type, found)) == list(map(type, first))
                            np.testing.assert_array_equal(found, first)
                if n < 1000:
                    np.testing.assert_allclose(found, reduced(dpnp.asnumpy(given).astype("f8"), 2, 1), rtol=1e-6)
    function(dpnp.empty(0, sycl_queue=queue), 2.0, 1.0)
    total = dpex.dpjit(_sum_of_integers)
    for start in (2**62, 2**62, -(2**62)):  # the sum wraps
        x = dpnp.asarray([2**62, 2**62, 5], sycl_queue=queue)
        assert total(x, start) == (start + 2**63 + 5 + 2**63) % 2**64 - 2**63


def _sum_of_integers(x, start):
    for i in prange(x.shape[0]):
        start += x[i]
    return start


def test_another_thread_learns_meanwhile_that_a_loop_needs_more(queue, monkeypatch):
    """It withdraws the direct launch between this thread's question for it and its use."""
    loops = []

    def ask():
        for loop in loops:
            loop.direct = None
        return False

    def call(loop, *values):
        loops.append(loop)
        return launch(loop, *values)

    launch = _parallel_loop.ParallelLoop.__call__
    monkeypatch.setattr(_parallel_loop.ParallelLoop, "__call__", call)
    monkeypatch.setattr(_parallel_loop, "is_debug_mode", ask)

    @dpex.dpjit
    def f(x):
        for i in prange(x.size):
            x[i] = 2 * i

    for _ in range(2):
        x = dpt.zeros(5, dtype="i4", sycl_queue=queue)
        f(x)
        assert dpt.asnumpy(x).tolist() == [0, 2, 4, 6, 8]
    assert loops
