"""opendpex.fuse compared with the same functions run eagerly: equal data types and bitwise equal values."""

import itertools
import math
import operator
import threading
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex
from dpctl.utils import ExecutionPlacementError
from opendpex import FuseError, _core, fuse

DTYPES = [
    "bool",
    "int8",
    "uint8",
    "int16",
    "int32",
    "uint64",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]


def data(dtype, shape=(5, 7), seed=0):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    numbers = rng.integers(1 if dtype.kind == "u" else -6, 7, shape)
    if dtype.kind in "fc":
        numbers = numbers + rng.integers(1, 8, shape) / 8
    return (numbers + 1j * rng.integers(-3, 4, shape) if dtype.kind == "c" else numbers).astype(dtype)


def array(dtype, shape=(5, 7), seed=0, **keywords):
    return dpt.asarray(data(dtype, shape, seed), **keywords)


def outcome(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as error:
        return error


def assert_same(fused, eager):
    if isinstance(eager, Exception):
        assert type(fused) is type(eager), (fused, eager)
        return
    if isinstance(eager, tuple):
        assert isinstance(fused, tuple) and len(fused) == len(eager)
        for f, e in zip(fused, eager):
            assert_same(f, e)
        return
    assert not isinstance(fused, Exception), fused
    assert (fused.dtype, fused.shape, fused.usm_type) == (eager.dtype, eager.shape, eager.usm_type)
    assert fused.sycl_queue == eager.sycl_queue
    np.testing.assert_array_equal(dpt.asnumpy(fused), dpt.asnumpy(eager), strict=True)


def check(function, *args, **kwargs):
    fused = fuse(function)
    for _ in range(2):  # traced, then looked up
        assert_same(outcome(fused, *args, **kwargs), outcome(function, *args, **kwargs))
    return fused


# ---- operations


def with_operands(name):
    arity = getattr(dpt, name).nin
    return (lambda x: getattr(dpt, name)(x)) if arity == 1 else (lambda x, y: getattr(dpt, name)(x, y))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [n for n in _core._operation_names() if hasattr(getattr(dpt, n, None), "nin")])
def test_every_element_wise_function(name):
    function = with_operands(name)
    for dtype in DTYPES:
        if getattr(dpt, name).nin == 1:
            check(function, array(dtype))
            continue
        for other in ("int8", dtype, "float32"):
            check(function, array(dtype), array(other, seed=1))
        for number in (3, 2.5, True, 1j, -1):
            check(lambda x, number=number: getattr(dpt, name)(x, number), array(dtype))
            check(lambda x, number=number: getattr(dpt, name)(number, x), array(dtype))


BINARY = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.gt,
    operator.ge,
]
BITWISE = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]


@pytest.mark.parametrize("function", BINARY + BITWISE)
def test_operators(function):
    for dtype in ("bool", "int32", "float32", "complex64"):
        check(function, array(dtype), array(dtype, seed=2))
        for number in (2, 0.5, True):
            check(lambda x, number=number: function(x, number), array(dtype))
            check(lambda x, number=number: function(number, x), array(dtype))
            check(function, array(dtype), number)
            check(function, number, array(dtype))


def test_exponents_that_are_arguments():
    x = dpt.asarray(np.random.default_rng(4).standard_normal(2000).astype("f4"))
    for exponent in (2, 2.0, 1, -1.0, 3, 0.5):
        check(operator.pow, x, exponent)
        check(lambda x, n: (x**n + 1) * x, x, exponent)


@pytest.mark.parametrize("function", [operator.neg, operator.pos, operator.abs, operator.invert])
def test_unary_operators(function):
    for dtype in DTYPES:
        check(function, array(dtype))


def test_where_clip_astype_and_parts():
    x, y = array("float32"), array("int16", seed=1)
    check(lambda x, y: dpt.where(x > 0, x, y), x, y)
    check(lambda x, y: dpt.where(y, x, 0.5), x, y)
    check(lambda x: dpt.clip(x, -1, 2.5), x)
    check(lambda x, y: dpt.clip(x, y, 5), x, y)
    check(lambda x: dpt.clip(x, max=3), x)
    check(lambda x: dpt.clip(x, min=3), x)
    check(lambda y: dpt.clip(y, -(2**40), 3), y)
    check(lambda y: dpt.clip(y, 2**40, 3), y)
    check(lambda y: dpt.clip(y, 0.5, 3), y)
    check(lambda y, low: dpt.clip(y, low, 3) + 1, y, -2)
    for dtype in DTYPES:
        check(lambda x, dtype=dtype: dpt.astype(x, dtype) * 2, x)
    check(lambda x: dpt.astype(x, None), y)
    check(lambda x: dpt.astype(x, "int32", casting="safe"), x)
    check(lambda z: z.real * z.imag, array("complex64"))


def test_a_namespace_from_the_argument():
    def function(x):
        xp = x.__array_namespace__()
        return xp.sqrt(xp.abs(x)) if x.dtype.kind == "f" and x.ndim == 2 else x

    check(function, array("float64"))


ARITHMETIC = [operator.add, operator.sub, operator.mul, lambda a, b: b - a]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32", "complex64"])
def test_pairs_of_operations(dtype):
    """Two steps become one loop: any two, of arrays, of numbers and of what is one for all elements."""
    x, y, z = (array(dtype, (3, 700), seed) for seed in range(3))
    one = array(dtype, (), 4)
    for first, second in itertools.product(ARITHMETIC, repeat=2):
        check(lambda x, y, z, f=first, s=second: s(f(x, y), z), x, y, z)
        check(lambda x, y, z, f=first, s=second: s(z, f(x, y)), x, y[::-1], z[:, ::-1])
        for number in (3, one):
            check(lambda x, y, a, f=first, s=second: s(f(x, a), y), x, y, number)
            check(lambda x, y, a, f=first, s=second: s(f(a, x), y), x, y, number)
            check(lambda x, y, a, f=first, s=second: s(f(x, y), a), x, y, number)
        check(lambda x, a, b, f=first, s=second: s(f(x, a), b), x, 3, one)
        check(lambda x, a, b, f=first, s=second: s(f(a, b), x), x, one, one + one)
        check(lambda x, y, f=first, s=second: s(f(x, y), f(x, y)), x, y)
        check(lambda x, y, f=first, s=second: (f(x, y), s(f(x, y), x)), x, y)
        check(lambda x, y, f=first, s=second: s(f(x, x), s(f(y, y), x)), x, y)


# ---- expressions

LEAVES = ["float64", "float32", "int32", "uint8", "bool"]
STEPS = {
    1: [operator.neg, operator.abs, dpt.square, dpt.exp, dpt.sin, dpt.floor, dpt.isnan, dpt.sign],
    2: [
        operator.add,
        operator.sub,
        operator.mul,
        operator.truediv,
        operator.floordiv,
        operator.lt,
        operator.ge,
        dpt.maximum,
    ],
    3: [lambda c, a, b: dpt.where(c > 0, a, b)],
}


def expressions():
    leaf = st.one_of(
        st.tuples(st.just("argument"), st.integers(0, len(LEAVES) - 1)),
        st.tuples(st.just("number"), st.sampled_from([0, 1, -2, 3, 0.5, -1.25, True])),
    )

    def extend(inner):
        return st.one_of(
            *(st.tuples(st.just("step"), st.sampled_from(steps), st.tuples(*[inner] * n)) for n, steps in STEPS.items())
        )

    return st.recursive(leaf, extend, max_leaves=8)


def evaluate(expression, args):
    if expression[0] == "argument":
        return args[expression[1]]
    if expression[0] == "number":
        return expression[1]
    return expression[1](*(evaluate(e, args) for e in expression[2]))


def result_of(expression, args):
    """The expression plus an argument, so that it is an array in any case."""
    return evaluate(expression, args) + args[0]


@pytest.mark.filterwarnings("ignore")
@given(expressions(), st.booleans())
@settings(max_examples=250, deadline=None)
def test_generated_expressions(expression, broadcast):
    shapes = [(5, 7), (7,), (5, 1), (), (5, 7)] if broadcast else [(5, 7)] * 5
    args = [array(dtype, shape, i) for i, (dtype, shape) in enumerate(zip(LEAVES, shapes))]
    eager = outcome(lambda *a: result_of(expression, a), *args)
    if isinstance(eager, (TypeError, AttributeError)):
        return  # functions of numbers alone
    assert_same(outcome(fuse(lambda *a: result_of(expression, a)), *args), eager)


# ---- shapes and layouts


@pytest.mark.parametrize(
    "view",
    [
        lambda x: x,
        lambda x: x.T,
        lambda x: x[::2, ::-1],
        lambda x: x[1],
        lambda x: x[1, 2],
        lambda x: x[2:2],
        lambda x: dpt.broadcast_to(x[0], (4, 7)),
        lambda x: x[None, :, None, 2:5],
    ],
)
def test_layouts(view):
    x, y = view(array("float64")), view(array("int32", seed=1))
    check(lambda x, y: x * 2 - y / 3, x, y)


def test_shapes_broadcast():
    function = lambda a, b, c: (a + b) * c - 1
    check(function, array("f4", (4, 1)), array("f8", (3,)), array("i4", (2, 4, 3)))
    check(function, array("f4", ()), array("f8", ()), array("i4", ()))
    check(function, array("f4", (4, 2)), array("f8", (3,)), array("i4", (3,)))


def test_large_arrays():
    x, y = array("float64", 300_001), array("float32", 300_001, 1)
    check(lambda x, y: 3.0 + x * (1.0 + x * (-0.5 + 0.3 * y)), x, y)
    check(lambda x, y: dpt.sum((x - y) * (x - y)), x, y)


# ---- results


def test_several_results():
    x, y = array("float64"), array("int32", seed=1)
    check(lambda x, y: (x + y, x - y, dpt.sin(x) * y), x, y)
    check(lambda x: (x + 1,), x)
    check(lambda x: (x, x), x)


def test_results_of_different_shapes():
    function = fuse(lambda x, y: (x + 1, x * y, y - 1))
    eager = lambda x, y: (x + 1, x * y, y - 1)
    for shape in ((5, 7), (7,), (5, 1)):
        args = array("float64"), array("float64", shape)
        assert_same(function(*args), eager(*args))
    assert function.n_programs == 2  # one dimension and two


def test_an_argument_returned_is_a_copy():
    x = array("float64")
    result = fuse(lambda x: x)(x)
    assert_same(result, x)
    assert result._pointer != x._pointer


# ---- reductions


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (), 1])
def test_sums(dtype, axis):
    x, y = array(dtype, (4, 5, 6)), array("int16", (4, 5, 6), 1)
    for keepdims in (False, True):
        check(lambda x, y: dpt.sum(x * y, axis=axis, keepdims=keepdims), x, y)
    check(lambda x: dpt.sum(x + x, axis=axis, dtype="float64"), x)


REDUCTIONS = [
    "sum", "prod", "max", "min", "argmax", "argmin", "all", "any", "count_nonzero",
    "mean", "var", "std", "logsumexp", "reduce_hypot",
]  # fmt: skip
LOCATING = ("argmax", "argmin")


def assert_close(fused, eager):
    """assert_same, but for last bits of sums, whose order follows the layout of what is read."""
    if isinstance(eager, Exception) or eager.dtype.kind not in "fc":
        return assert_same(fused, eager)
    assert not isinstance(fused, Exception), fused
    assert (fused.dtype, fused.shape, fused.usm_type) == (eager.dtype, eager.shape, eager.usm_type)
    tolerance = {"e": 2e-3, "f": 1e-6, "F": 1e-6}.get(eager.dtype.char, 1e-12)
    np.testing.assert_allclose(dpt.asnumpy(fused), dpt.asnumpy(eager), rtol=tolerance, equal_nan=True)
    return None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (), 1])
def test_every_reduction_over_axes(name, axis):
    reduction = getattr(dpt, name)
    axis = 2 if name in LOCATING and isinstance(axis, tuple) else axis
    for dtype in DTYPES:
        x, y = array(dtype, (4, 5, 6)), array("int16", (4, 5, 6), 1)
        for keepdims in (False, True):
            check(lambda x, y, k=keepdims: reduction(x * y, axis=axis, keepdims=k), x, y)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_a_reduction_of_an_argument_as_it_is(name):
    check(lambda x: getattr(dpt, name)(x, axis=0), array("float32"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_of_layouts_that_differ(name):
    """Positions count in C order of the broadcast shape, whatever the memory of the arguments is like."""
    reduction = getattr(dpt, name)
    x, y = array("float64", (6, 5, 4)), array("int32", (12, 5, 1), 1)
    transposed = dpt.permute_dims(array("float64", (4, 6, 5)), (1, 2, 0))
    others = (
        dpt.permute_dims(array("int32", (4, 5, 6), 1), (2, 1, 0)),
        array("int32", (4,), 1),
        y[::-2],
        array("int32", (), 1),
    )
    for x, y in itertools.product((x, transposed, x[:, ::-1]), others):  # noqa: B020 (the first x of the arguments)
        for axis in (None, 0, 1, 2):
            function = lambda x, y, axis=axis: reduction(x - y * 2, axis=axis)
            assert_close(outcome(fuse(function), x, y), outcome(function, x, y))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (), (1, 1)])
def test_reductions_of_few_elements(name, shape):
    x = array("float64", shape)
    for axis in (None, *range(len(shape))):
        check(lambda x, axis=axis: getattr(dpt, name)(x * 2, axis=axis), x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["sum", "prod", "logsumexp", "reduce_hypot"])
def test_the_type_a_reduction_is_asked_for(name):
    reduction = getattr(dpt, name)
    for dtype in DTYPES:
        for wanted in ("float32", dpt.float64, "int32", np.dtype("complex128"), "nonsense"):
            x = array(dtype, (3, 4))
            function = lambda x, d=wanted: reduction(x * x, dtype=d)
            assert_close(outcome(fuse(function), x), outcome(function, x))


_DROPPING = {
    "astype": lambda z: dpt.astype(z * 2, "f8"),
    "astype, integers": lambda z: dpt.astype(z, "i4") + 1,
    "sum": lambda z: dpt.sum(z * 2, dtype="f4"),
    "prod": lambda z: dpt.prod(z, axis=0, dtype="f8"),
}


@pytest.mark.parametrize("name", list(_DROPPING))
def test_each_call_warns_of_lost_imaginary_parts(device, name):
    z, fused = array("complex64", device=device), fuse(_DROPPING[name])
    with pytest.warns(np.exceptions.ComplexWarning):
        expected = _DROPPING[name](z)
    for _ in range(3):
        with pytest.warns(np.exceptions.ComplexWarning) as caught:
            found = fused(z)
        assert [warning.filename for warning in caught] == [__file__]
        np.testing.assert_allclose(dpt.asnumpy(found), dpt.asnumpy(expected), rtol=1e-5)
        assert found.dtype == expected.dtype


def test_nothing_is_warned_of_where_truth_values_are_asked_for(device):
    z = array("complex64", device=device)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fuse(lambda z: dpt.astype(z, bool))(z).dtype == bool
        fuse(lambda z: dpt.sum(z, dtype="c16" if device.has_aspect_fp64 else "c8"))(z)


def test_corrections():
    x, y = array("float64", (4, 5)), array("float32", (4, 5), 1)
    for name in ("var", "std"):
        reduction = getattr(dpt, name)
        for correction in (0, 1, 1.5, True, 4, 20):
            check(lambda x, y, c=correction: reduction(x * y, axis=0, correction=c), x, y)
            check(lambda x, y, c=correction: reduction(x * y, 1, c, keepdims=True), x, y)
        for correction in ("1", None, 1j, np.int64(1), np.float64(0.5)):
            check(lambda x, c=correction: reduction(x * 2, correction=c), x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REDUCTIONS)
def test_large_reductions(name):
    """Several chunks, of rows and of columns."""
    reduction = getattr(dpt, name)
    shift, scale = (1, 2**-18) if name == "prod" else (0, 1)  # products stay finite
    for shape, axis in (((300_001,), None), ((3, 100_000), 1), ((100_000, 3), 0), ((300, 1000), 0)):
        x, y = array("float64", shape), array("float64", shape, 1)
        function = lambda x, y, axis=axis: reduction(shift + (x * 0.5 - y) * scale, axis=axis)
        assert_close(fuse(function)(x, y), function(x, y))


def test_reductions_are_traced_by_type_and_dimensions():
    fused = fuse(lambda x, name: getattr(dpt, name)(x + x, axis=0))
    for name in REDUCTIONS:
        for dtype in ("int16", "float32", "int16"):
            for shape in ((3,), (3, 2), (5, 4)):
                x = array(dtype, shape)
                assert_same(fused(x, name), getattr(dpt, name)(x + x, axis=0))
    assert fused.n_programs == len(REDUCTIONS) * 2 * 2


def test_wrong_arguments_of_reductions():
    x = array("float64", (2, 3, 4))
    for name in REDUCTIONS:
        reduction = getattr(dpt, name)
        for axis in (3, -4, (0, 0), 1.5, "0"):
            check(lambda x, r=reduction, axis=axis: r(x * 2, axis=axis), x)
        check(lambda x, r=reduction: r(x * 2, 0, 1, 0, 1, 1), x)
        check(lambda x, r=reduction: r(), x)
        for keywords in ({"out": dpt.empty(())}, {"where": x}):
            with pytest.raises((FuseError, ValueError), match=f"{name}|out has dtype"):
                fuse(lambda x, r=reduction, k=keywords: r(x, **k))(x)
        check(lambda x, axis, r=reduction: r(x, axis=axis), x, 0)
    for name in LOCATING:
        check(lambda x, name=name: getattr(dpt, name)(x, axis=(0, 1)), x)
    for name in ("var", "std", "logsumexp", "reduce_hypot"):
        check(lambda x, name=name: getattr(dpt, name)(x), array("complex64"))
    with pytest.raises(FuseError, match="max"):
        fuse(lambda x, a: dpt.max(a))(x, 3)


def test_wrong_axes():
    for axis in (3, -4, (0, 0), 1.5):
        check(lambda x, axis=axis: dpt.sum(x * 2, axis=axis), array("float64", (2, 3, 4)))


def test_no_pass_ends_in_two_reductions():
    for function in (
        lambda x: dpt.sum(dpt.sum(x, axis=0)),
        lambda x: dpt.sum(x, axis=0) + 1,  # of columns
        lambda x: dpt.max(-dpt.sum(x, axis=1)),
    ):
        with pytest.raises(FuseError, match="after sum"):
            fuse(function)(array("float64"))


@pytest.mark.parametrize("name", ["sum", "max", "mean"])
def test_results_of_reductions_are_used_for_their_rows(name, device):
    x = array("float64", (7, 300), sycl_queue=dpctl.SyclQueue(device))
    reduction = getattr(dpt, name)
    check(lambda x: x - reduction(x, axis=1, keepdims=True), x)


# ---- numbers


def test_numbers_are_weak_and_may_change():
    def axpy(a, x, y):
        return a * x + y

    fused = fuse(axpy)
    for dtype in ("int8", "float32", "float64", "complex64"):
        x, y = array(dtype), array(dtype, seed=1)
        for a in (2, 0.25, 7, -0.5, True, 3, 1e300):
            assert_same(outcome(fused, a, x, y), outcome(axpy, a, x, y))
    assert fused.n_programs == 4 * 3


def test_sizes_of_ints_count():
    def function(x, a):
        return (x < a) + 0

    fused = fuse(function)
    for x in (array("int8"), array("uint8"), array("uint64"), array("int64")):
        for a in (1, -1, 127, 128, 255, 256, -129, 2**31, 2**63 - 1, 2**63, -(2**63), 2**64, -(2**64)):
            assert_same(outcome(fused, x, a), outcome(function, x, a))
    add = lambda x, a: x + a
    fused = fuse(add)
    for a in (1, 127, 128, -128, -129, 2**70):
        assert_same(outcome(fused, array("int8"), a), outcome(add, array("int8"), a))


def test_numbers_computed_from_numbers():
    def mix(a, b, x, y):
        c = (1 - a) * b
        return a * x + c * y + abs(-b) ** 2

    fused = fuse(mix)
    x, y = array("float32"), array("float32", seed=1)
    for a, b in ((0.5, 2), (0.25, 3), (2, 5), (3, 4)):
        assert_same(fused(a, b, x, y), mix(a, b, x, y))
    assert fused.n_programs == 2


def test_numbers_that_change_their_kind_are_traced_again():
    def power(n, x):
        return x * 2**n

    fused = fuse(power)
    x = array("int32")
    for n in (3, -1, 4, -2, 10):
        assert_same(fused(n, x), power(n, x))
    assert_same(outcome(fused, 70, x), outcome(power, 70, x))
    with pytest.raises(ZeroDivisionError):
        fuse(lambda a, x: x * (1 / a))(0, x)


# ---- other arguments


def test_keywords_and_defaults():
    def function(x, y=2, *, scale=1.0):
        return x * y * scale

    fused = fuse(function)
    x = array("float32")
    assert_same(fused(x), function(x))
    assert_same(fused(x, 3), function(x, 3))
    assert_same(fused(x, y=x), function(x, y=x))
    assert_same(fused(x=x, scale=0.5), function(x, scale=0.5))
    assert_same(fused(*(x, 3), **{"scale": 2}), function(x, 3, scale=2))
    with pytest.raises(TypeError, match="colour"):
        fused(x, colour=1)
    with pytest.raises(TypeError):
        fused()


def test_values_that_select():
    def function(x, how, dtype=None):
        x = dpt.sin(x) if how == "sine" else x + 1
        return x if dtype is None else dpt.astype(x, dtype)

    fused = fuse(function)
    x = array("float64")
    for how in ("sine", "other", "sine"):
        for dtype in (None, dpt.float32, "int8"):
            assert_same(fused(x, how, dtype), function(x, how, dtype))
    assert fused.n_programs == 6


def test_what_is_traced_again():
    fused = fuse(lambda x: x + 1)
    for x in (array("f4"), array("f4", (3, 9)), array("f4").T):
        fused(x)
    assert fused.n_programs == 1
    fused(array("f8"))
    fused(array("f4", (4,)))
    assert fused.n_programs == 3


def test_it_has_the_name_and_docstring_of_the_function():
    def double(x):
        """Twice x."""
        return x * 2

    fused = fuse(double)
    assert fused.__name__ == "double" and fused.__doc__ == "Twice x." and fused.__wrapped__ is double
    assert "double" in repr(fused)
    with pytest.raises(TypeError):
        fuse(3)


# ---- what cannot be traced


@pytest.mark.parametrize(
    "function, named",
    [
        (lambda x: x if dpt.max(x) > 0 else -x, "greater"),
        (lambda x: (x * 2)[1:] - x[1:], "indexing"),
        (lambda x: (x.T * 2)[1:] + x.T[1:], "'T'"),
        (lambda x: x.shape, "'shape'"),
        (lambda x: x @ x.T, "matmul|'T'"),
        (lambda x: dpt.sort(x), "sort"),
        (lambda x: dpt.matmul(x, x.T), "T"),
        (lambda x: dpt.fft.fft(x), "fft"),
        (lambda x: np.sin(x), "numpy.sin"),
        (lambda x: np.sum(x), "numpy.sum"),
        (lambda x: np.asarray(x), "NumPy"),
        (lambda x: x.__dlpack__(), r"`.*x\.__dlpack__\(\).*`.*'__dlpack__'"),
        (lambda x: (x * 2).__sycl_usm_array_interface__, "'__sycl_usm_array_interface__'"),
        (lambda x: memoryview(x), "memoryview"),
        (eval("lambda x: dpnp.sort(x)", {"dpnp": dpnp}), "line 1 cannot be part.*sort"),
        (lambda x: x * math.sin(dpt.sum(x)), "float"),
        (lambda x: [v for v in x], "iteration"),
        (lambda x: len(x), "len"),
        (lambda x: x.__setitem__(0, 1), "assignment"),
        (lambda x: x * OUTSIDE, "usm_ndarray"),
        (lambda x: OUTSIDE * x, "usm_ndarray"),
        (lambda x: dpt.add(OUTSIDE, x), "usm_ndarray"),
        (lambda x: dpt.sin(x, out=OUTSIDE), "out"),
        (lambda x: 3, "int"),
        (lambda x: None, "NoneType"),
        (lambda x: [x], "list"),
        (lambda x: (), "no array"),
        (lambda x: x + "a", "str"),
        (lambda x: divmod(x, 2), "divmod"),
        (lambda x: dpt.unknown(x), "unknown"),
    ],
)
def test_refusals_name_the_operation(function, named):
    with pytest.raises((FuseError, AttributeError), match=named):
        fuse(function)(array("float64"))
    assert dpt.sum(array("float64")).ndim == 0  # tracing is over


def test_concat_is_refused_or_one_pass():
    """Devices whose passes write several parts of an array put arrays together in one."""
    x = array("float64")
    try:
        result = fuse(lambda x: dpt.concat([x, x]))(x)
    except FuseError as error:
        assert "concat" in str(error)
    else:
        np.testing.assert_array_equal(dpt.asnumpy(result), np.concatenate([dpt.asnumpy(x)] * 2))


OUTSIDE = array("float64")


def test_the_result_is_an_array():
    with pytest.raises(FuseError, match="lambda"):
        fuse(lambda x, a: a)(array("float64"), 1)


def test_arguments_without_an_array():
    with pytest.raises(FuseError, match="usm_ndarray"):
        fuse(lambda a: a + 1)(3)
    for wrong in (np.ones(3), np.float32(2)):
        with pytest.raises(FuseError, match="NumPy"):
            fuse(lambda x, y: x + y)(array("float64"), wrong)
    with pytest.raises(FuseError, match="list"):
        fuse(lambda x, axes: x)(array("float64"), [0])


def test_failures_of_the_function_are_its_own():
    with pytest.raises(KeyError):
        fuse(lambda x: {}["a"])(array("float64"))
    with pytest.raises(ValueError):
        fuse(lambda x: ~x)(array("float64"))
    with pytest.raises(ValueError, match="broadcast"):
        fuse(lambda x, y: x + y)(array("float64", 3), array("float64", 4))


# ---- functions that are executed, their operations collected


def softmax(x):
    e = dpnp.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


COLLECTED = {
    "dpnp functions": lambda a, b: dpnp.exp(a) * dpnp.maximum(b, 0.5) + dpnp.where(a > b, a, dpnp.fabs(b)),
    "NumPy functions": lambda a, b: np.exp(a) + np.hypot(a, b),
    "NumPy numbers": lambda a, b: np.float64(2) * a + b * np.float64(3) - np.float64(1),
    "keywords": lambda a, b: dpnp.add(a, b, dtype="float32"),
    "methods": lambda a, b: (a * b).clip(-2, 2).astype("float32"),
    "a method that reduces": lambda a, b: (a * b).sum(axis=0),
    "a function that reduces": lambda a, b: dpnp.max(a - b, axis=-1),
    "compositions": lambda a, b: dpnp.nan_to_num(dpnp.sinc(a)) + dpnp.isclose(a, b),
    "slices": lambda a, b: a[1:-1] - 2 * a[:-2] + a[2:],
    "reversed": lambda a, b: (a - b[::-1]) ** 2,
    "transposed": lambda a, b: a.T * 2 + b.T,
    "transposed results": lambda a, b: (a.T * 2).T + b,
    "reshaped results": lambda a, b: ((a * 2).reshape(-1) + b.ravel())[None].reshape(5, 7, 1) * 3,
    "new axes": lambda a, b: a[:, None, :3] - b[None, :, :3],
    "a shape": lambda a, b: a * a.shape[0],
    "numbers of NumPy's functions": lambda a, b: a * math.sqrt(2) * np.pi,
    "another fused function": lambda a, b: fuse(lambda x: x * 2)(a) + b,
    "several results": lambda a, b: (dpnp.sum(a, axis=1), np.exp(a)),
    "a branch on numbers": lambda a, b: a if a.ndim > 1 else b,
    "no operation": lambda a, b: a.T,
}


@pytest.mark.parametrize("function", COLLECTED.values(), ids=COLLECTED)
def test_what_cannot_be_traced_is_collected(function):
    a, b = (dpnp.asarray(data("float64", (5, 7), seed)) for seed in (1, 2))
    wanted, fused = function(a, b), fuse(function)
    for _ in range(3):
        found = fused(a, b)
        assert type(found) is type(wanted)
        for x, y in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, wanted)), strict=True):
            assert type(x) is type(y) and x.dtype == y.dtype and x.sycl_queue == a.sycl_queue
            np.testing.assert_array_equal(x.asnumpy(), y.asnumpy())


@pytest.mark.parametrize("shape", [(5, 7), (1000, 300)])
def test_collected_operations_are_one_pass(shape):
    x = dpnp.asarray(data("float64", shape))
    fused = fuse(softmax)
    opendpex.fusion.flush()
    opendpex.fusion.reset()
    y = fused(x)
    counts = opendpex.fusion.stats()
    assert counts["n_passes"] == 1 and counts["n_stored"] == 1 and counts["n_operations"] >= 5
    np.testing.assert_allclose(y.asnumpy(), softmax(x).asnumpy(), rtol=1e-14)


def test_writes_are_collected():
    x = dpnp.arange(12.0)

    @fuse
    def step(x, a):
        x += a
        x[1:] *= 1
        return x

    with pytest.raises(FuseError):
        step(x, 1)  # the slice is another pass
    assert x.asnumpy().tolist() == list(range(12))  # and nothing was computed

    @fuse
    def whole(x, a):
        x += a
        return np.sqrt(x)

    for _ in range(2):
        whole(x, 3)
    assert x.asnumpy().tolist() == [6.0 + i for i in range(12)]


def test_what_is_collected_on_several_queues_and_threads():
    queues = [dpctl.SyclQueue() for _ in range(12)]
    fused = fuse(lambda x: np.exp(x) * 2)

    def work(queue, found):
        for i in range(20):
            x = dpnp.full(50, i / 10, sycl_queue=queue)
            y = fused(x)
            found.append(y.sycl_queue == queue and np.allclose(y.asnumpy(), np.exp(i / 10) * 2))

    results = [[] for _ in queues]
    threads = [threading.Thread(target=work, args=pair) for pair in zip(queues, results, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found == [True] * 20 for found in results)


def test_many_steps():
    def function(x):
        for i in range(80):
            x = x * 0.99 + i
        return x

    on_host = dpctl.SyclQueue("opencl:cpu:0")  # kernels of other devices take fewer arguments
    check(function, array("float64", sycl_queue=on_host))
    with pytest.raises(NotImplementedError, match="512"):
        fuse(lambda x: sum((x * i for i in range(400)), x))(array("float64", sycl_queue=on_host))


# ---- queues and devices


def test_on_every_device(device):
    queue = dpctl.SyclQueue(device)
    dtypes = ("float32", "int32") + (("float64",) if device.has_aspect_fp64 else ())
    for dtype in dtypes:
        x, y = array(dtype, sycl_queue=queue), array(dtype, seed=1, sycl_queue=queue)
        check(lambda x, y: 3 + x * (1 + x * (y - 2)), x, y)
        check(lambda a, x: (a * x, dpt.where(x > a, x, a)), 2, x)
        check(lambda x, y: dpt.sum((x - y) * (x - y)), x, y)
    x, y = array("float32", sycl_queue=queue), array("float32", seed=1, sycl_queue=queue)
    for name in REDUCTIONS:
        function = lambda x, y, name=name: getattr(dpt, name)(x - y, axis=1)
        assert_close(outcome(fuse(function), x, y), outcome(function, x, y))


def test_kinds_of_memory_and_queues():
    function = lambda x, y: x + y
    for kinds in (("host", "host"), ("shared", "host"), ("device", "shared")):
        check(function, *(array("float64", usm_type=kind) for kind in kinds))
    with pytest.raises(ExecutionPlacementError):
        fuse(function)(array("float64", sycl_queue=dpctl.SyclQueue()), array("float64", sycl_queue=dpctl.SyclQueue()))


def test_device_without_double(run):
    program = """
import dpctl.tensor as dpt, opendpex
f = opendpex.fuse(lambda x: x / 2)
assert f(dpt.arange(4, dtype="i4", device="gpu")).dtype == "float32"
assert f(dpt.arange(4, dtype="i4", device="cpu")).dtype == "float64"
"""
    run(program, DPEX_SIMULATE="gpu:1-fp64")


def test_calls_from_several_threads():
    fused = fuse(lambda a, x: a * x + 1)
    x = array("float64", 1000)
    wrong = []

    def work(a):
        for _ in range(200):
            if not np.array_equal(dpt.asnumpy(fused(a, x)), a * dpt.asnumpy(x) + 1):
                wrong.append(a)

    threads = [threading.Thread(target=work, args=(a,)) for a in (2, 2.5, 3, 0.5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
