"""Operators and element-wise functions, compared with NumPy."""

import itertools
import operator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra.numpy import mutually_broadcastable_shapes
from tensor_helpers import DTYPES, FLOATS, INTEGERS, LAYOUTS, assert_same, host, pair, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

ARITHMETIC = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv}
COMPARISONS = {
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
    "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
}  # fmt: skip
BINARY = ARITHMETIC | COMPARISONS
UNARY = {"negative": operator.neg, "sqrt": None, "exp": None, "log": None, "sin": None, "cos": None}

# Sums and products of complex numbers are compared as numbers; NumPy divides them by another algorithm.
ULP = {"divide": 4}


def numpys_result(name, *operands):
    with np.errstate(all="ignore"):
        return getattr(np, name)(*operands)


def takes(name, dtype):
    """Whether the operation takes the dtype; negative and subtract leave bool out."""
    return not (name in ("subtract", "negative") and np.dtype(dtype).kind == "b")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", BINARY)
def test_binary_in_every_layout(name, layout):
    for dtype in ("int32", "float32", "complex64", "bool"):
        (a, x), (b, y) = pair(layout, dtype, 1), pair(layout, dtype, 2)
        if takes(name, dtype):
            assert_same(getattr(dpt, name)(x, y), numpys_result(name, a, b), ulp=ULP.get(name, 0))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_binary_of_one_dtype(name, dtype):
    a, b = sample(1000, dtype, 1), sample(1000, dtype, 2)
    x, y = dpt.asarray(a), dpt.asarray(b)
    if not takes(name, dtype):
        with pytest.raises(ValueError):
            BINARY[name](x, y)
        return
    expected = numpys_result(name, a, b)
    if name == "divide" and expected.dtype == np.float16 and np.dtype(dtype).kind != "f":
        expected = numpys_result(name, a.astype("f8"), b.astype("f8"))  # integers never become float16 here
    assert_same(BINARY[name](x, y), expected, ulp=ULP.get(name, 0))


def expected_dtype(name, first, second):
    if name in COMPARISONS:
        return np.dtype("bool")
    promoted = np.result_type(first, second)
    return np.dtype("float64") if name == "divide" and promoted.kind in "biu" else promoted


@pytest.mark.parametrize("first, second", list(itertools.combinations(DTYPES, 2)))
def test_promotion_of_two_dtypes(first, second):
    a, b = sample(5, first, 1), sample(5, second, 2)
    for name in ("add", "multiply", "divide", "less"):
        result = BINARY[name](dpt.asarray(a), dpt.asarray(b))
        assert result.dtype == expected_dtype(name, first, second), name
        if name != "divide":
            assert_same(result, numpys_result(name, a, b))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("scalar", [True, 3, 2.5, 1 + 2j])
def test_python_scalars_count_by_kind_only(dtype, scalar):
    a = sample(5, dtype, 1)
    x = dpt.asarray(a)
    for compute in (operator.add, operator.mul):
        expected = compute(a, scalar)
        if np.dtype(dtype).kind in "biu" and isinstance(scalar, (float, complex)):
            expected = expected.astype("complex128" if isinstance(scalar, complex) else "float64")
        assert_same(compute(x, scalar), expected)
        assert_same(compute(scalar, x), compute(scalar, a).astype(expected.dtype))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_python_integers_out_of_range(dtype):
    x = dpt.ones(3, dtype=dtype)
    for value in (2**70, -(2**70), int(np.iinfo(dtype).max) + 1):
        with pytest.raises(OverflowError):
            x + value
    limits = np.iinfo(dtype)
    for value in (2**70, -(2**70), 2**64, int(limits.max) + 1, int(limits.min) - 1, 10**400):
        a = np.array([limits.min, 1, limits.max], dtype=dtype)
        extremes = dpt.asarray(a)
        for compare in COMPARISONS.values():
            assert_same(compare(extremes, value), [compare(int(v), value) for v in a])
        if abs(value) < 2**100:
            assert_same(x / value, np.full(3, 1 / value), ulp=2)


@pytest.mark.parametrize("value", [2**70, -(2**70), 2**64])
def test_long_python_integers_beside_real_numbers(value):
    x = dpt.ones(3)
    assert_same(x * value, np.full(3, float(value)))
    assert host(x < value).tolist() == [value > 0] * 3
    x[1] = value
    assert_same(x[1], np.float64(value))


@pytest.mark.parametrize("value", [10**400, -(10**400)])
def test_python_integers_beyond_all_real_numbers(value):
    for x in (dpt.ones(3), dpt.ones(3, dtype="float32"), dpt.ones(3, dtype="complex64")):
        for call in (
            lambda x=x: x * value, lambda x=x: value - x, lambda x=x: x.__iadd__(value), lambda x=x: x.__setitem__(1, value),
            lambda x=x: dpt.where(x == x, x, value), lambda x=x: dpt.full_like(x, value), lambda x=x: dpt.put(x, dpt.asarray([0]), value),
        ):  # fmt: skip
            with pytest.raises(OverflowError):
                call()
        assert host(x).tolist() == [1] * 3
        assert host(x == value).tolist() == [False] * 3
    assert host(dpt.ones(3) < value).tolist() == [value > 0] * 3


def test_numpy_scalars_have_a_dtype():
    x = dpt.ones(3, dtype="float32")
    assert (x + np.float64(1)).dtype == (x * np.float64(1)).dtype == np.float64
    assert (x + np.int8(1)).dtype == np.float32
    assert (x + np.complex128(1)).dtype == np.complex128
    assert (x + 1.0).dtype == np.float32


def test_arrays_without_dimensions_have_a_dtype():
    assert (dpt.ones(3, dtype="float32") + dpt.asarray(1.0, dtype="float64")).dtype == np.float64


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", UNARY)
def test_unary_of_every_dtype(name, dtype):
    a = sample(1000, dtype, 3)
    x = dpt.asarray(a)
    if not takes(name, dtype):
        with pytest.raises(ValueError):
            getattr(dpt, name)(x)
        return
    if name in ("log", "sqrt") and np.dtype(dtype).kind != "c":
        a = abs(a)
        x = dpt.asarray(a)
    ulp = {"negative": 0, "sqrt": 0}.get(name, 4) if np.dtype(dtype).kind != "c" else 4 * (name != "negative")
    assert_same(getattr(dpt, name)(x), numpys_result(name, a), ulp=ulp)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", UNARY)
def test_unary_in_every_layout(name, layout):
    a, x = pair(layout, "float32", 4)
    if name in ("log", "sqrt"):
        a, x = a * a, x * x
    assert_same(getattr(dpt, name)(x), numpys_result(name, a), ulp=0 if name in ("negative", "sqrt") else 4)


@pytest.mark.parametrize("dtype", [d for d in FLOATS if np.dtype(d).kind == "f"])
@pytest.mark.parametrize("name", UNARY)
def test_special_values(name, dtype):
    a = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0] * 3, dtype=dtype)
    ours, numpys = host(getattr(dpt, name)(dpt.asarray(a))), numpys_result(name, a)
    np.testing.assert_array_max_ulp(ours[np.isfinite(numpys)], numpys[np.isfinite(numpys)], 4)
    np.testing.assert_array_equal(ours[~np.isfinite(numpys)], numpys[~np.isfinite(numpys)])
    zero = numpys == 0
    np.testing.assert_array_equal(np.signbit(ours[zero]), np.signbit(numpys[zero]))


def test_division_by_zero_is_no_error():
    for dtype in DTYPES:
        host(dpt.ones(3, dtype=dtype) / dpt.zeros(3, dtype=dtype))


@given(mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4))
@settings(max_examples=60, deadline=None)
def test_broadcasting(shapes):
    first, second = (sample(shape, "int32", seed) for seed, shape in enumerate(shapes.input_shapes))
    assert_same(dpt.asarray(first) - dpt.asarray(second), first - second)


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match=r"\(3, ?4\).*\(5,\)"):
        dpt.ones((3, 4)) + dpt.ones(5)


# ---- in place and out= ------------------------------------------------------------------------------------

IN_PLACE = [operator.iadd, operator.isub, operator.imul, operator.itruediv]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("compute", IN_PLACE)
def test_in_place_writes_to_the_array(compute, dtype):
    a, b = sample((4, 5), dtype, 5), sample(5, dtype, 6)
    x = dpt.asarray(a)
    view = x[1:3]
    result = compute(x, dpt.asarray(b))
    assert result is x
    expected = {operator.iadd: a + b, operator.isub: a - b, operator.imul: a * b, operator.itruediv: a / b}[compute]
    assert_same(x, expected, ulp=4 if compute is operator.itruediv else 0)
    assert_same(view, expected[1:3], ulp=4 if compute is operator.itruediv else 0)


def test_in_place_keeps_the_dtype():
    x = dpt.ones(3, dtype="float32")
    x += dpt.ones(3, dtype="float64")
    x += 1
    assert x.dtype == np.float32
    y = dpt.ones(3, dtype="int32")
    for value in (1.5, dpt.ones(3, dtype="float32")):
        with pytest.raises(ValueError):
            y += value
    with pytest.raises(ValueError):
        y /= 2
    assert host(y).tolist() == [1, 1, 1]


WIDER = [
    ("i4", "i8"),
    ("i1", "u1"),
    ("u1", "u2"),
    ("u2", "u8"),
    ("i2", "i4"),
    ("f4", "f8"),
    ("f2", "f4"),
    ("f4", "i8"),
    ("c8", "c16"),
    ("c8", "f8"),
]
IN_PLACE_OF_KIND = {
    "+=": "iufc", "-=": "iufc", "*=": "iufc", "/=": "fc", "//=": "iuf", "%=": "iuf", "**=": "iufc",
    "&=": "iu", "|=": "iu", "^=": "iu", "<<=": "iu", ">>=": "iu",
}  # fmt: skip


def wide_operands(dtypes, n, power):
    """Numbers of which the second ones have values, or digits, that the first one's dtype does not hold."""
    of_left, of_right = (np.dtype(d) for d in dtypes)
    left = np.asarray([7, 100, 3, 1, 90], of_left)
    if of_right.kind in "iu":
        right = np.asarray(
            [2, 3, 1, 5, 0]
            if power
            else [np.iinfo(of_left).max + 4 if of_left.kind in "iu" else 2**24 + 1, 2, 3, 1, 40],
            of_right,
        )
    else:
        right = np.asarray([1 + 2**-11 if of_right == "f4" else 1 + 2**-40, 3, 7, 0.1, 2.5], of_right)
    return np.resize(left, n), np.resize(right, n)


@pytest.mark.parametrize("dtypes", WIDER, ids="-".join)
@pytest.mark.parametrize("sign", IN_PLACE_OF_KIND)
def test_in_place_computes_in_the_wider_dtype(sign, dtypes):
    if any(np.dtype(d).kind not in IN_PLACE_OF_KIND[sign] for d in dtypes):
        return
    body = compile(f"x {sign} y", "<in place>", "exec")
    for n in (5, 4001):
        left, right = wide_operands(dtypes, n, sign == "**=")
        for cut in (slice(None), slice(None, None, -2)):
            for other in (right[cut], right[0]):
                if np.ndim(other) == 0:
                    other = np.asarray(other)
                a, x = left.copy(), dpt.asarray(left, copy=True)
                with np.errstate(all="ignore"):
                    exec(body, {"x": a[cut], "y": other})
                exec(body, {"x": x[cut], "y": dpt.asarray(other)})
                assert_same(x, a, ulp=2)


def test_in_place_overlap_of_two_dtypes_reads_before_it_writes():
    memory = np.arange(2**20, 2**20 + 64, dtype="i8")
    shared = dpt.asarray(memory.view("u1"))
    a, x = memory.view("i4"), dpt.usm_ndarray(128, dtype="i4", buffer=shared)
    y = dpt.usm_ndarray(64, dtype="i8", buffer=shared)
    expected = a[:64] % memory
    a[:64] = expected
    x[:64] %= y
    assert_same(x, a)


def test_in_place_overlap_reads_before_it_writes():
    a = np.arange(10.0)
    x = dpt.asarray(a)
    x[1:] += x[:-1]
    assert_same(x, np.concatenate([a[:1], a[1:] + a[:-1]]))


def test_in_place_does_not_broadcast_the_array():
    x = dpt.ones(3)
    with pytest.raises(ValueError):
        x += dpt.ones((2, 3))


def test_augmented_assignment_to_an_item():
    a = np.arange(6.0).reshape(2, 3)
    x = dpt.asarray(a)
    x[:, 1] *= 10
    a[:, 1] *= 10
    assert_same(x, a)


def test_out_is_written_and_returned():
    x, out = dpt.arange(5.0), dpt.zeros(5)
    assert dpt.add(x, 1, out=out) is out and host(out).tolist() == [1, 2, 3, 4, 5]
    assert dpt.sqrt(x, out=out) is out
    assert_same(out, np.sqrt(np.arange(5.0)))
    y = dpt.arange(6.0)
    dpt.add(y[:-1], y[1:], out=y[1:])
    assert_same(y, np.concatenate([[0.0], np.arange(5.0) + np.arange(1.0, 6.0)]))


@pytest.mark.parametrize(
    "out, error",
    [(lambda: np.zeros(3), TypeError), (lambda: dpt.zeros(4), ValueError), (lambda: dpt.zeros(3, dtype="float32"), ValueError),
     (lambda: dpt.zeros(3, sycl_queue=dpctl.SyclQueue()), ExecutionPlacementError), (lambda: 5, TypeError)],
)  # fmt: skip
def test_out_that_does_not_fit(out, error):
    for call in (lambda o: dpt.add(dpt.ones(3), 1.0, out=o), lambda o: dpt.sqrt(dpt.ones(3), out=o)):
        with pytest.raises(error):
            call(out())


def test_read_only_arrays_are_not_written():
    x = dpt.ones(3)
    x.flags.writable = False
    with pytest.raises(ValueError, match="read-only"):
        dpt.add(x, x, out=x)
    with pytest.raises(ValueError):
        x += 1
    with pytest.raises(ValueError):
        x[0] = 1
    x.flags["W"] = True
    x += 1


# ---- placement --------------------------------------------------------------------------------------------


def test_operands_on_different_queues():
    x, y = dpt.ones(3, sycl_queue=dpctl.SyclQueue()), dpt.ones(3, sycl_queue=dpctl.SyclQueue())
    for call in (lambda: x + y, lambda: dpt.add(x, y), lambda: operator.iadd(x, y), lambda: x == y):
        with pytest.raises(ExecutionPlacementError):
            call()


def test_no_operand_is_an_array():
    for operands in ((1, 2), (np.ones(3), 1), (1.5, np.ones(3))):
        with pytest.raises(ExecutionPlacementError):
            dpt.add(*operands)


@pytest.mark.parametrize("other", [None, "text", [1, 2, 3], {}, object()])
def test_operands_that_are_none(other):
    x = dpt.ones(3)
    for call in (
        lambda: x + other,
        lambda: other - x,
        lambda: dpt.add(x, other),
        lambda: dpt.add(other, x),
        lambda: x < other,
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        dpt.sqrt(other)


def test_numpy_arrays_are_copied_to_the_queue():
    queue = dpctl.SyclQueue()
    x = dpt.ones((2, 3), sycl_queue=queue, dtype="int64")
    result = x + np.arange(3)
    assert_same(result, np.ones((2, 3), dtype="int64") + np.arange(3))
    assert result.sycl_queue == queue
    x += np.arange(3)
    assert_same(x, host(result))


@pytest.mark.parametrize("compute", [operator.add, operator.sub, operator.mul, operator.lt, operator.eq, operator.ge])
@pytest.mark.parametrize(
    "left", [np.float64(2), np.int8(2), np.arange(3), np.arange(6.0).reshape(2, 3)[:, ::-1]], ids=repr
)
def test_numpy_on_the_left_leaves_the_operation_to_the_array(left, compute):
    queue = dpctl.SyclQueue()
    a = np.asarray([1.0, 2, 3])
    x = dpt.asarray(a, sycl_queue=queue)
    result = compute(left, x)
    assert_same(result, compute(left, a))
    assert result.sycl_queue == queue


def test_a_numpy_array_is_not_changed_in_place_by_an_array():
    a = np.ones(3)
    with pytest.raises(TypeError):
        a += dpt.ones(3)
    assert a.tolist() == [1, 1, 1]


@pytest.mark.parametrize("first", ["device", "shared", "host"])
@pytest.mark.parametrize("second", ["device", "shared", "host"])
def test_kind_of_memory_of_the_result(first, second):
    result = dpt.ones(3, usm_type=first) + dpt.ones(3, usm_type=second)
    assert result.usm_type == dpctl.utils.get_coerced_usm_type([first, second])
    assert (dpt.ones(3, usm_type=first) * 2.0).usm_type == first


def test_layout_of_the_result_follows_order():
    x = dpt.ones((3, 4), order="F")
    assert (x + x).flags.fnc and dpt.sqrt(x).flags.fnc
    assert dpt.add(x, x, order="C").flags.c_contiguous
    assert dpt.sqrt(x, order="c").flags.c_contiguous
    assert dpt.add(x, x, order="nonsense").flags.fnc


# ---- the objects ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*BINARY, *UNARY])
def test_functions_describe_themselves(name):
    function = getattr(dpt, name)
    kind, n = ("Binary", 2) if name in BINARY else ("Unary", 1)
    assert repr(function) == str(function) == f"<{kind}ElementwiseFunc '{name}'>"
    assert (function.__name__, function.nin, function.nout) == (name, n, 1)
    assert function.__doc__.startswith(f"{name}(x")
    assert all(len(t) == n + 3 and t[n : n + 2] == "->" for t in function.types)


@pytest.mark.parametrize("call", [dpt.add, lambda *a, **k: dpt.sqrt(*a[:1], *a[2:], **k)])
def test_wrong_calls(call):
    x = dpt.ones(3)
    for arguments, keywords in (((), {}), ((x, x, None, "K", x, x), {}), ((x, x), {"nonsense": 1})):
        with pytest.raises(TypeError):
            call(*arguments, **keywords)
    assert_same(call(*(x, x), **{"order": "K", "out": None}), host(call(x, x)))


def test_large_arrays_are_computed_in_order():
    x = dpt.ones(3_000_000)
    for _ in range(5):
        x = x + x
    x[7] = 5
    y = x * 2.0
    assert float(y[7]) == 10 and float(y[8]) == 64


@pytest.mark.parametrize("plain", [None, [1], (1,), "1", {}])
def test_plain_objects_beside_arrays_raise(plain):
    x = dpt.ones(2)
    for operation in (operator.add, operator.mul, operator.eq, operator.ne, operator.lt, operator.iadd):
        with pytest.raises(TypeError):
            operation(x, plain)
        with pytest.raises(TypeError):
            operation(plain, x)


def test_reflected_operators_of_operands_are_called():
    class Other:
        def __radd__(self, left):
            return "asked"

    assert dpt.ones(2) + Other() == "asked"


def test_out_and_order_are_keywords():
    x = dpt.ones(2)
    with pytest.raises(TypeError):
        dpt.add(x, x, x)
    with pytest.raises(TypeError):
        dpt.sqrt(x, x)


def test_the_layout_of_the_result_does_not_depend_on_operand_order():
    c, f = dpt.ones((2, 3, 4)), dpt.ones((2, 3, 4), order="F")
    repeated = dpt.broadcast_to(dpt.ones((3, 1)), (2, 3, 4))
    scalar = dpt.ones(())
    assert dpt.add(c, f).strides == dpt.add(f, c).strides == c.strides
    assert dpt.add(repeated, f).strides == dpt.add(f, repeated).strides == f.strides
    assert dpt.add(scalar, f, order="A").strides == dpt.add(f, scalar, order="A").strides == f.strides
    assert dpt.add(c, f, order="A").strides == c.strides


@pytest.mark.parametrize("convert", [int, float, bool])
def test_only_one_element_becomes_a_scalar(convert):
    for dtype in ("c8", "f4", "i2"):
        with pytest.raises(ValueError):
            convert(dpt.ones(2, dtype=dtype))


@pytest.mark.parametrize("n", [3, 100_000, 1_000_000])
def test_an_element_that_is_seen_many_times_is_computed_with_once(n):
    x = dpt.asarray([7, 0])
    many = dpt.broadcast_to(x[:1], (n,))
    many += 3
    assert host(x).tolist() == [10, 0]
    dpt.multiply(many, many, out=many)
    assert host(x).tolist() == [100, 0]
    diagonal_bands = dpt.usm_ndarray((3, 3), "i8", strides=(1, 1), buffer=dpt.arange(6))
    diagonal_bands += 1
    assert host(diagonal_bands).tolist() == [[1, 2, 3], [2, 3, 4], [3, 4, 5]]
