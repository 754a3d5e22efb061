"""Every element-wise function, compared with NumPy: types, values, accuracy, integers at their limits, in-place and reflected operators."""

import copy
import operator
import pickle

import numpy as np
import pytest
from tensor_helpers import DTYPES, INTEGERS, LAYOUTS, PREAMBLE, assert_same, host, pair, sample

import dpctl
import dpctl.tensor as dpt

LETTERS = "?bBhHiIlLefdFD"  # in the order in which promotion tries them
REAL, FLOATS, INTS = "efd", "efdFD", "bBhHiIlL"
NUMBERS = INTS + FLOATS

# The types in which functions compute, by the groups of the reference's table.
TYPES = {
    LETTERS: "abs add multiply maximum minimum real imag isfinite isinf isnan logical_not logical_and logical_or logical_xor "
    "equal not_equal less less_equal greater greater_equal",
    NUMBERS: "conj square positive negative round sign subtract pow",
    "?" + INTS + REAL: "floor ceil trunc",
    INTS + REAL: "floor_divide remainder",
    "?" + INTS: "bitwise_and bitwise_or bitwise_xor bitwise_invert",
    INTS: "bitwise_left_shift bitwise_right_shift",
    FLOATS: "acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log10 log1p log2 reciprocal sin sinh sqrt tan tanh divide",
    REAL: "cbrt rsqrt atan2 copysign hypot logaddexp nextafter signbit",
    "FD": "angle proj",
}
TYPES = {name: letters for letters, names in TYPES.items() for name in names.split()}
TO_BOOL = "isfinite isinf isnan logical_not logical_and logical_or logical_xor signbit equal not_equal less less_equal greater greater_equal"
TO_REAL = "abs real imag angle"
DEFAULT_REAL = ("divide", "reciprocal")
NO_BOOL = ("negative", "subtract")
NAMES = sorted(TYPES)
UNARY = [name for name in NAMES if getattr(dpt, name).nin == 1]
BINARY = [name for name in NAMES if getattr(dpt, name).nin == 2]

NUMPYS = {
    "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan", "atanh": "arctanh",
    "atan2": "arctan2", "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift", "pow": "power", "round": "rint",
}  # fmt: skip
EXACT = (
    "abs add subtract multiply divide floor_divide remainder maximum minimum real imag conj square positive negative round sign floor "
    "ceil trunc copysign nextafter reciprocal sqrt proj " + TO_BOOL
).split()


def numpys_result(name, *operands):
    with np.errstate(all="ignore"):
        if name == "proj":
            return operands[0].copy()
        if name == "rsqrt":
            return 1 / np.sqrt(operands[0])
        return getattr(np, NUMPYS.get(name, name))(*operands)


def supported(letter):
    return np.dtype(letter).name in DTYPES


def computed_in(name, *given):
    """The first type of the function's to which all operands convert safely."""
    if name in DEFAULT_REAL and all(np.dtype(g).kind in "biu" for g in given):
        return "d"
    for letter in LETTERS:
        if letter in TYPES[name] and supported(letter) and all(np.can_cast(g, letter) for g in given):
            return letter
    return None


def result_type(name, *given):
    computed = np.dtype(computed_in(name, *given))
    if name in TO_BOOL.split():
        return np.dtype(bool)
    return np.finfo(computed).dtype if name in TO_REAL.split() and computed.kind == "c" else computed


# ---- types --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_types_are_listed(name):
    function = getattr(dpt, name)
    listed = {text[: function.nin]: text[-1] for text in function.types}
    assert [t[0] for t in function.types] == sorted((t[0] for t in function.types), key=LETTERS.index)
    expected = {letter * function.nin for letter in TYPES[name]}
    if name in ("conj", "square"):
        expected.add("?")
    if name == "divide":
        expected |= {"fF", "Ff", "dD", "Dd"}
    if "equal" in name or name in ("less", "greater"):
        expected |= {"lL", "Ll"}
    assert set(listed) == expected
    for letter in TYPES[name]:
        assert listed[letter * function.nin] == result_type(name, letter).char


@pytest.mark.parametrize("name", UNARY)
def test_result_types_of_one_operand(name):
    for dtype in DTYPES:
        x = dpt.ones(3, dtype=dtype)
        if name in NO_BOOL and dtype == "bool" or computed_in(name, dtype) is None:
            with pytest.raises(ValueError):
                getattr(dpt, name)(x)
        else:
            assert getattr(dpt, name)(x).dtype == result_type(name, dtype), dtype


@pytest.mark.parametrize("name", BINARY)
def test_result_types_of_two_operands(name):
    for first in DTYPES:
        for second in DTYPES:
            x, y = dpt.ones(2, dtype=first), dpt.ones(2, dtype=second)
            if name in NO_BOOL and first == second == "bool":
                computed = None
            else:
                computed = computed_in(name, first, second)
            if computed is None and not {first, second} == {"int64", "uint64"}:
                with pytest.raises(ValueError):
                    getattr(dpt, name)(x, y)
            elif computed is not None:
                assert getattr(dpt, name)(x, y).dtype == result_type(name, first, second), (first, second)


def test_a_device_without_double_or_half(run):
    program = """
d = dpctl.SyclDevice("level_zero:gpu")
for name in ("int8", "int64", "uint64", "float32", "bool"):
    x = dpt.ones(3, dtype=name, device=d)
    for f in (dpt.sqrt, dpt.cbrt, dpt.reciprocal, dpt.signbit):
        assert f(x).dtype == (bool if f is dpt.signbit else np.float32), (f, name)
    assert dpt.angle(x).dtype == np.float32 and dpt.proj(x).dtype == np.complex64
    assert dpt.divide(x, x).dtype == dpt.atan2(x, x).dtype == dpt.hypot(x, 2.5).dtype == np.float32
    assert dpt.pow(x, 1j).dtype == np.complex64
x, y = dpt.ones(3, dtype="int64", device=d), dpt.ones(3, dtype="uint64", device=d)
assert dpt.floor_divide(x, y).dtype == dpt.remainder(x, y).dtype == np.float32
"""
    run(PREAMBLE + program, DPEX_SIMULATE="gpu:1-fp64-fp16")


# ---- values -------------------------------------------------------------------------------------------------


def wide(dtype, name, seed):
    """Numbers of all sizes, in the domain of the function as far as it has one."""
    dtype, rng = np.dtype(dtype), np.random.default_rng(seed)
    if dtype.kind in "biu":
        return sample(500, dtype, seed)
    if dtype.kind == "c":
        return (rng.uniform(-2, 2, 500) + 1j * rng.uniform(-2, 2, 500)).astype(dtype)
    x = rng.uniform(-1, 1, 500) * 10.0 ** rng.uniform(-4, 4, 500)
    if name in ("asin", "acos", "atanh"):
        x = rng.uniform(-1, 1, 500)
    if name in ("exp", "exp2", "expm1", "sinh", "cosh"):
        x = rng.uniform(-9, 9, 500)
    if name in ("log", "log10", "log1p", "log2", "sqrt", "rsqrt"):
        x = abs(x)
    if name in ("logaddexp", "pow"):  # the first near 0 is left with the operands' rounding
        x = rng.uniform(0, 9, 500)
    return (1 + abs(x) if name == "acosh" else x).astype(dtype)


def allowed_ulp(name, dtype):
    if np.dtype(dtype).kind == "c":
        return (
            0
            if name in ("add", "subtract", "negative", "conj", "real", "imag", "proj")
            or result_type(name, dtype) == bool
            else 8
        )
    return 0 if name in EXACT or "bitwise" in name else 4


def assert_like_numpy(name, *operands):
    ours = getattr(dpt, name)(*map(dpt.asarray, operands))
    kind = np.result_type(*operands)
    expected = result_type(name, *(x.dtype for x in operands))
    computed = np.dtype(computed_in(name, *(x.dtype for x in operands)))
    numpys = np.asarray(numpys_result(name, *(x.astype(computed) for x in operands))).astype(expected)
    assert_same(ours, numpys, ulp=allowed_ulp(name, computed if kind.kind == "c" else expected))


def of_its_types():
    """Each function with each data type that it takes."""
    return [
        (name, dtype)
        for name in NAMES
        for dtype in DTYPES
        if computed_in(name, dtype) is not None and not (dtype == "bool" and name in NO_BOOL)
    ]


@pytest.mark.parametrize("name, dtype", of_its_types())
def test_values(name, dtype):
    operands = [wide(dtype, name, seed) for seed in range(1, getattr(dpt, name).nin + 1)]
    if "shift" in name or name == "pow" and np.dtype(dtype).kind in "iu":
        operands[1] = abs(operands[1]) % 8
    if name == "floor_divide":
        operands = [np.round(x) if x.dtype.kind == "f" else x for x in operands]  # NumPy rounds on the way
        operands[1] = np.where(operands[1] == 0, 1, operands[1]).astype(dtype)
    assert_like_numpy(name, *operands)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", NAMES)
def test_every_layout(name, layout):
    dtype = "int32" if "bitwise" in name else "complex64" if name in ("angle", "proj") else "float32"
    arrays = [pair(layout, dtype, seed) for seed in range(1, getattr(dpt, name).nin + 1)]
    if "shift" in name:
        arrays[1] = tuple(abs(x) for x in arrays[1])
    ours = getattr(dpt, name)(*(x for _, x in arrays))
    numpys = numpys_result(name, *(a for a, _ in arrays))
    assert_same(ours, numpys, ulp=0 if name in EXACT or "bitwise" in name else 4)


LONG = [name for name in NAMES if name in "acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log10 log1p log2 sin sinh tan tanh "
        "cbrt rsqrt atan2 hypot pow".split()]  # fmt: skip


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", LONG)
def test_accuracy(name, dtype):
    """Within 4 ULP of the result in a wider type, over the whole range of exponents."""
    if dtype not in DTYPES:
        pytest.skip(f"the device has no {dtype}")
    rng = np.random.default_rng(5)
    info = np.finfo(dtype)
    operands = []
    for _ in range(getattr(dpt, name).nin):
        exponents = rng.uniform(info.minexp, info.maxexp, 20000)
        x = np.ldexp(rng.uniform(1, 2, 20000) * rng.choice([-1, 1], 20000), exponents.astype(int)).astype(dtype)
        operands.append(
            np.concatenate([x, rng.uniform(-20, 20, 20000).astype(dtype), rng.uniform(-1, 1, 20000).astype(dtype)])
        )
    if name == "pow":
        operands[0] = abs(operands[0])
    ours = host(getattr(dpt, name)(*map(dpt.asarray, operands))).astype(np.longdouble)
    exact = numpys_result(name, *(x.astype(np.longdouble) for x in operands))
    exact = np.where(abs(exact) > info.max, np.copysign(np.inf, exact), exact)
    assert np.array_equal(np.isnan(ours), np.isnan(exact))
    finite = np.isfinite(exact) & np.isfinite(ours)
    assert np.all(abs(exact[np.isfinite(exact) & ~finite]) > info.max * (1 - 4 * info.eps))
    spacing = np.spacing(np.minimum(abs(exact[finite]), info.max).astype(dtype))
    assert np.all(abs(ours[finite] - exact[finite]) <= 4 * spacing)


# ---- integers at their limits -------------------------------------------------------------------------------


def expected_integers(function, a, b, dtype):
    """In Python's unlimited integers, modulo the range."""
    return (
        np.array([function(int(x), int(y)) % 2 ** (8 * dtype.itemsize) for x, y in zip(a, b)], dtype=object)
        .astype(f"u{dtype.itemsize}")
        .view(dtype)
    )


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_at_their_limits(dtype):
    dtype = np.dtype(dtype)
    low, high, bits = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max), 8 * dtype.itemsize
    numbers = np.array(
        sorted({low, low + 1, max(low, -3), max(low, -1), 0, 1, 2, 7, bits - 1, bits, high - 1, high}), dtype=dtype
    )
    a, b = np.repeat(numbers, len(numbers)), np.tile(numbers, len(numbers))
    x, y = dpt.asarray(a), dpt.asarray(b)
    functions = {
        "floor_divide": lambda p, q: p // q if q else 0,
        "remainder": lambda p, q: p % q if q else 0,
        "bitwise_left_shift": lambda p, q: p << q if 0 <= q < bits else 0,
        "bitwise_right_shift": lambda p, q: p >> q if 0 <= q < bits else -(p < 0),
        "pow": lambda p, q: pow(p, q, 2**bits) if q >= 0 else 0,
        "multiply": operator.mul,
    }
    for name, function in functions.items():
        np.testing.assert_array_equal(
            host(getattr(dpt, name)(x, y)), expected_integers(function, a, b, dtype), err_msg=name
        )
    for name, function in {"abs": abs, "negative": operator.neg, "square": lambda p: p * p}.items():
        expected = expected_integers(lambda p, q, f=function: f(p), a, b, dtype)
        np.testing.assert_array_equal(host(getattr(dpt, name)(x)), expected, err_msg=name)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
def test_every_division_of_small_integers(dtype):
    limits = np.iinfo(dtype)
    a = np.arange(limits.min, limits.max + 1).astype(dtype)
    x, step = dpt.asarray(a), 1 if limits.bits == 8 else 1013
    for divisor in range(limits.min, limits.max + 1, step):
        with np.errstate(all="ignore"):
            expected = (
                np.floor_divide(a, np.array(divisor, dtype=dtype)),
                np.remainder(a, np.array(divisor, dtype=dtype)),
            )
        assert_same(x // divisor, expected[0])
        assert_same(x % divisor, expected[1])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_division_by_powers_of_two_and_their_neighbours(dtype):
    limits = np.iinfo(dtype)
    numbers = {2**i + d for i in range(limits.bits) for d in (-1, 0, 1)}
    numbers = sorted({n for m in numbers for n in (m, -m) if limits.min <= n <= limits.max})
    a = np.array(numbers, dtype=dtype)
    for divisor in numbers:
        quotients = [n // divisor if divisor else 0 for n in numbers]
        if limits.min < 0 and divisor == -1:
            quotients = [-n if n != limits.min else n for n in numbers]
        assert_same(dpt.asarray(a) // divisor, np.array(quotients, dtype=dtype))


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("n", [1, 5, 1000, 100_000])
def test_division_by_one_integer(dtype, n):
    """By a scalar another loop may divide: all divisors, beside Python's."""
    rng, limits = np.random.default_rng(n), np.iinfo(dtype)
    a = rng.integers(limits.min, limits.max, n, dtype=dtype, endpoint=True)
    a[: min(n, 4)] = [limits.min, limits.max, 0, 1][: min(n, 4)]
    x = dpt.asarray(a)
    divisors = [1, 2, 3, 7, 10, 64, 100, int(limits.max), int(limits.max) - 1, int(limits.max) // 2 + 1, 0]
    if limits.min < 0:
        divisors += [-1, -2, -3, -7, -64, int(limits.min), int(limits.min) + 1]
    for divisor in divisors:
        with np.errstate(all="ignore"):
            expected = (
                np.floor_divide(a, np.array(divisor, dtype=dtype)),
                np.remainder(a, np.array(divisor, dtype=dtype)),
            )
        for other in (divisor, dpt.asarray(divisor, dtype=dtype)):
            assert_same(x // other, expected[0])
            assert_same(x % other, expected[1])


# ---- operators ----------------------------------------------------------------------------------------------

OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "and_": "bitwise_and", "or_": "bitwise_or", "xor": "bitwise_xor", "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}  # fmt: skip


@pytest.mark.parametrize("symbol, name", OPERATORS.items())
def test_operators(symbol, name):
    compute, in_place = getattr(operator, symbol), getattr(operator, "i" + symbol.rstrip("_"))
    for dtype in ("int64", "uint8", "float32", "float64"):
        if computed_in(name, dtype) != np.dtype(dtype).char or dtype not in DTYPES:
            continue
        a, b = sample(9, dtype, 1), abs(sample(9, dtype, 2)) + 1
        x, y = dpt.asarray(a), dpt.asarray(b)
        exact = assert_same if name != "pow" else lambda ours, numpys: assert_same(ours, numpys, ulp=4)
        with np.errstate(all="ignore"):
            exact(compute(x, y), compute(a, b))
            exact(compute(x, 2), compute(a, 2))
            exact(compute(2, y), compute(np.dtype(dtype).type(2), b))
            exact(compute(a, y), compute(a, b))
            assert in_place(x, y) is x
            exact(x, compute(a, b))
            in_place(y, 3)
            exact(y, compute(b, np.dtype(dtype).type(3)))


@pytest.mark.parametrize("symbol", ["neg", "pos", "abs", "invert"])
def test_unary_operators(symbol):
    compute = getattr(operator, symbol)
    for dtype in ("int8", "float32", "complex64"):
        if symbol != "invert" or dtype == "int8":
            a = sample(9, dtype, 1)
            assert_same(compute(dpt.asarray(a)), compute(a), ulp=4 * (dtype == "complex64"))
    assert_same(~dpt.asarray([True, False]), [False, True])


@pytest.mark.parametrize(
    "symbol", ["iadd", "isub", "imul", "ifloordiv", "imod", "ipow", "iand", "ior", "ixor", "ilshift", "irshift"]
)
def test_in_place_operators_cast_by_the_same_kind_rule(symbol):
    compute = getattr(operator, symbol)
    x = dpt.ones(3, dtype="int16")
    compute(x, dpt.ones(3, dtype="int64"))
    assert x.dtype == np.int16
    for other in (1.5, dpt.ones(3, dtype="float32"), 1j):
        with pytest.raises(ValueError):
            compute(x, other)
    with pytest.raises(OverflowError):
        compute(x, 2**20)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1", "F"])
@pytest.mark.parametrize("n", [17, 47, 49, 100, 131, 400, 1100, 2500])
def test_rows_that_do_not_follow_each_other(dtype, n):
    """As stencils read and write them: in place of an operand, beside it, and with numbers, columns and other dtypes among the operands."""
    if dtype == "f8" and not dpctl.select_default_device().has_aspect_fp64:
        pytest.skip("no doubles")
    rng = np.random.default_rng(n)
    h = (rng.random((9, n + 2)) * 100).astype(dtype)
    g = (rng.random((9, n)) * 100).astype(dtype)
    x, y = dpt.asarray(h), dpt.asarray(g)
    one = np.dtype(dtype).type(1)
    for a, b in ((h, g), (x, y)):
        b[1:-1] = a[2:, 1:-1] + a[:-2, 1:-1] + (a[1:-1, 2:] + a[1:-1, :-2]) * a[1:-1, 4:5]
        b[3:, 1:] -= a[3:, 2:-1] * one
        a[:, 1:-1] += b
        a[1:, 3:] *= a[1:, 3:]
        b[...] = a[:, 2:]
        b[:, ::-1] += a[:, :-2]
    np.testing.assert_array_equal(host(y), g)
    np.testing.assert_array_equal(host(x), h)
    np.testing.assert_array_equal(host(x[1:, 1:-1] == y[:-1]), h[1:, 1:-1] == g[:-1])


@pytest.mark.parametrize("dtype", ["f4", "i2", "u1", "F"])
@pytest.mark.parametrize("shape", [(64, 64), (70, 300), (300, 70), (5, 70, 90), (3, 2000, 65)])
def test_rows_and_columns_are_written_together(dtype, shape):
    """One pass, over large arrays, that stores elements in C order and, of others, whose last two axes are exchanged."""
    rng = np.random.default_rng(1)
    h = [(rng.random(shape) * 50).astype(dtype) for _ in range(2)]
    g = [np.swapaxes((rng.random((*shape[:-2], shape[-1], shape[-2])) * 50).astype(dtype), -1, -2) for _ in range(2)]
    a, b, c, d = (dpt.asarray(x) for x in (*h, *g))
    one = np.dtype(dtype).type(1)
    for p, q, r, s in ((*h, *g), (a, b, c, d)):
        p += r
        r *= p
        q[...] = s
        s[...] = r + one
        r[..., 1:] -= q[..., :-1]
    for x, expected in zip((a, b, c, d), (*h, *g), strict=True):
        np.testing.assert_array_equal(host(x), expected)


# ---- the objects --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_implementation_computes_into_an_array(name):
    function = getattr(dpt, name)
    operands = [dpt.ones(4, dtype=np.dtype(TYPES[name][-1])) for _ in range(function.nin)]
    out = dpt.empty_like(function(*operands))
    compute = function.get_implementation_function()
    events = compute(*operands, out, out.sycl_queue)
    assert all(isinstance(event, dpctl.SyclEvent) for event in events) and len(events) == 2
    assert_same(out, host(function(*operands)))
    events = compute(*operands, out, sycl_queue=out.sycl_queue, depends=[events[1]])
    events[1].wait()


@pytest.mark.parametrize("name", NAMES)
def test_type_resolver(name):
    function = getattr(dpt, name)
    resolve = function.get_type_result_resolver_function()
    for letter in LETTERS:
        listed = [t[-1] for t in function.types if t[: function.nin] == letter * function.nin]
        assert resolve(*[np.dtype(letter)] * function.nin) == (np.dtype(listed[0]) if listed else None)


def test_in_place_implementation():
    in_place = {name for name in BINARY if getattr(dpt, name).get_implementation_inplace_function()}
    assert in_place == set(OPERATORS.values())
    x = dpt.arange(4)
    dpt.add.get_implementation_inplace_function()(x, x, x.sycl_queue)
    assert host(x).tolist() == [0, 2, 4, 6]
    assert not hasattr(dpt.abs, "get_implementation_inplace_function")


def test_promotion_path_acceptance():
    device = dpctl.SyclDevice()
    default = np.dtype("f8" if device.has_aspect_fp64 else "f4")
    i4, f2 = np.dtype("i4"), np.dtype("f2")
    accept = dpt.divide.get_type_promotion_path_acceptance_function()
    assert accept(i4, i4, default, default, default, device) and not accept(i4, i4, f2, f2, f2, device)
    assert accept(f2, i4, f2, f2, f2, device)
    assert not dpt.reciprocal.get_type_promotion_path_acceptance_function()(i4, f2, f2, device)
    assert dpt.exp.get_type_promotion_path_acceptance_function()(i4, f2, f2, device)
    truth = np.dtype("?")
    for function, n in ((dpt.negative, 1), (dpt.subtract, 2)):
        with pytest.raises(ValueError):
            function.get_type_promotion_path_acceptance_function()(*[truth] * n, *[i4] * n, i4, device)


def test_dtype_of_a_scalar_beside_an_array():
    device = dpctl.SyclDevice()
    resolve = dpt.add.get_array_dtype_scalar_type_resolver_function()
    f4, u1, truth = np.dtype("f4"), np.dtype("u1"), np.dtype("?")
    assert resolve(f4, 2.5, device) == resolve(f4, int, device) == (f4, f4)
    assert resolve(True, u1, device) == (u1, u1)
    assert resolve(truth, int, device) == (truth, np.dtype("i8"))
    assert resolve(1j, f4, device) == (np.dtype("c8"), f4)
    assert resolve(u1, 300, device) == (u1, u1)
    assert dpt.less.get_array_dtype_scalar_type_resolver_function()(u1, 300, device) == (u1, np.dtype("u2"))


def test_parts_of_complex_numbers_by_function_are_copies():
    x = dpt.asarray([1 + 2j, 3 - 4j])
    real, imaginary = dpt.real(x), dpt.imag(x)
    x[0] = 0
    assert host(real).tolist() == [1, 3] and host(imaginary).tolist() == [2, -4]
    assert (
        host(dpt.imag(dpt.ones(2, dtype="int8"))).tolist() == [0, 0]
        and dpt.imag(dpt.ones(2, dtype="int8")).dtype == np.int8
    )


def test_pickles_of_functions_hold_their_names():
    for name in dpt._elementwise.__all__:
        function = getattr(dpt, name)
        assert pickle.loads(pickle.dumps(function)) is function and copy.deepcopy([function]) == [function]
