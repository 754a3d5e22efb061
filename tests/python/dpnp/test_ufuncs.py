"""Element-wise functions and the methods of ufuncs, compared with NumPy."""

import copy
import pickle

import numpy
import pytest
from numpy_comparison import same

import dpnp

REAL = numpy.array([[-7.5, -0.0, 0.0, 1.0], [2.25, 6.5, numpy.inf, numpy.nan]])
INTEGER = numpy.array([[-7, 4, 0], [12, -18, 5]])
OTHER = numpy.array([[3, -2, 4], [0, 12, 7]])


def need_half(device, dtype):
    """NumPy computes functions of small types in float16."""
    if dtype in ("bool", "int8", "uint8", "float16") and not device.has_aspect_fp16:
        pytest.skip("the device has no float16")


def of_dtype(x, dtype):
    return (numpy.nan_to_num(x, posinf=9) if numpy.dtype(dtype).kind in "biu" else x).astype(dtype)


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float16", "float32", "float64"])
@pytest.mark.parametrize("name", ["degrees", "deg2rad", "fabs", "spacing", "modf", "frexp", "sinc"])
def test_of_one_operand(device, name, dtype):
    need_half(device, dtype)
    same(
        device,
        lambda np, x: getattr(np, name)(x),
        abs(of_dtype(REAL, dtype)) if dtype == "bool" else of_dtype(REAL, dtype),
    )


def test_python_ints_beside_integers_are_real_where_the_function_is(device):
    n = numpy.arange(4, dtype="u2")
    for name in ("hypot", "arctan2", "heaviside", "logaddexp", "logaddexp2", "copysign", "nextafter"):
        for value in (-1, 70000, 2**70):
            same(device, lambda np, x, name=name, v=value: getattr(np, name)(x, v), n, rtol=1e-5)
            same(device, lambda np, x, name=name, v=value: getattr(np, name)(v, x), n, rtol=1e-5)


def test_dtype_of_numbers_does_not_make_bools_of_them(device):
    n = numpy.asarray([300, -5, 7, 0], "i4")
    for name in ("square", "conj"):
        same(device, lambda np, x, name=name: getattr(np, name)(x, dtype="i1", casting="unsafe"), n)


def test_operands_that_no_rule_takes_are_type_errors(device):
    z = numpy.asarray([1 + 2j, 3])
    for name in ("floor", "bitwise_count", "degrees"):
        for casting in ("no", "safe", "same_kind"):
            same(device, lambda np, x, name=name, c=casting: getattr(np, name)(x, casting=c), z, fails=True)


def test_spacing_of_every_half(device):
    need_half(device, "float16")
    same(device, lambda np, x: np.spacing(x), numpy.arange(2**16, dtype="u2").view("f2"))


@pytest.mark.parametrize("dtype", ["int8", "int64", "float32", "float64"])
def test_i0(device, dtype):
    need_half(device, dtype)
    x = numpy.array([-60, -3, -1, 0, 1, 2, 8, 31, 80]).astype(dtype)
    same(device, lambda np, x: np.i0(x), x, rtol=1e-5 if dtype == "float32" else 1e-13)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64", "int64", "bool"])
def test_bitwise_count(device, dtype):
    same(device, lambda np, x: np.bitwise_count(x), INTEGER.astype(dtype))


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint16", "int32", "int64", "float16", "float32", "float64", "complex64"]
)
@pytest.mark.parametrize(
    "name", ["fmod", "fmax", "fmin", "gcd", "lcm", "heaviside", "float_power", "logaddexp2", "divmod", "ldexp"]
)
def test_of_two_operands(device, name, dtype):
    need_half(device, dtype)
    x, y = of_dtype(REAL, dtype), of_dtype(REAL[::-1, ::-1], dtype)
    if name == "ldexp":
        y = of_dtype(REAL, "int32")
    if name in ("gcd", "lcm") and dtype == "bool":
        pytest.skip("NumPy has no such signature")
    if name == "float_power":
        x = abs(x) if dtype != "bool" else x
    fails = (name, numpy.dtype(dtype).kind) in [
        *((n, "c") for n in ("fmod", "gcd", "lcm", "heaviside", "logaddexp2", "divmod", "ldexp")),
        ("gcd", "f"),
        ("lcm", "f"),
    ]  # fmt: skip
    rtol = {"bool": 4e-3, "int8": 4e-3, "float16": 4e-3, "uint16": 1e-5, "float32": 1e-5}.get(dtype, 1e-13)
    same(device, lambda np, x, y: getattr(np, name)(x, y), x, y, fails=fails, rtol=rtol)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, y: np.gcd(x, 6),
        lambda np, x, y: np.lcm(4, y),
        lambda np, x, y: np.fmod(x, y),
        lambda np, x, y: np.divmod(x, 5),
        lambda np, x, y: np.divmod(7, y),
        lambda np, x, y: np.float_power(x, 2),
        lambda np, x, y: np.float_power(abs(x), 0.5),
        lambda np, x, y: np.ldexp(x, 3),
        lambda np, x, y: np.ldexp(1.5, y),
        lambda np, x, y: np.ldexp(x.astype("f4"), np.asarray(y, dtype="i8") if np is numpy else y.astype("i8")),
        lambda np, x, y: np.fmax(x, 2.5),
        lambda np, x, y: np.modf(x / 3, out=(np.zeros_like(x, dtype="f8"), None))[0],
        lambda np, x, y: np.add(x, y, signature="dd->d"),
        lambda np, x, y: np.sqrt(abs(x), where=x > 2, out=np.zeros_like(x, dtype="f8")),
        lambda np, x, y: np.multiply.outer(x, y),
        lambda np, x, y: np.add.nin + np.divmod.nout + np.frexp.nout + np.modf.nargs,
    ],
)
def test_mixed_operands_and_keywords(device, body):
    same(device, body, INTEGER, OTHER)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, y: np.add(x, y, signature="dd->d", dtype="f8"),
        lambda np, x, y: np.add(x, y, signature="dX->d"),
        lambda np, x, y: np.add(x, y, casting="nonsense"),
        lambda np, x, y: np.add(x, y, nonsense=1),
        lambda np, x, y: np.ldexp(x, x / 2),
        lambda np, x, y: np.divmod(x, y, 1, 2, 3),
        lambda np, x, y: np.add(x, y, out=(np.zeros_like(x), np.zeros_like(x))),
        lambda np, x, y: np.sqrt.reduce(x),
        lambda np, x, y: np.subtract.reduce(x, axis=None),
        lambda np, x, y: np.subtract.reduce(x[:0]),
        lambda np, x, y: np.maximum.reduce(x[:0]),
        lambda np, x, y: np.add.reduce(x, axis=2),
        lambda np, x, y: np.add.accumulate(x[0, 0]) if np is not numpy else np.add.accumulate(5),
        lambda np, x, y: np.add.reduceat(x, [0, 9]),
        lambda np, x, y: np.divmod.reduce(x),
        lambda np, x, y: np.maximum.reduce(x, where=x > 0),
    ],
)
def test_refusals(device, body):
    same(device, body, INTEGER, OTHER, fails=True)


REDUCED = numpy.array([[5, 3, 8, 1, 9], [2, 7, 4, 6, 3], [1, 1, 5, 2, 8]])


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "float32"])
@pytest.mark.parametrize(
    "name",
    ["add", "multiply", "maximum", "minimum", "logical_and", "logical_or", "logical_xor", "fmax", "fmin"],
)
@pytest.mark.parametrize("axis", [0, -1, None, (1, 0)])
def test_reduce(device, name, dtype, axis):
    same(device, lambda np, x: getattr(np, name).reduce(x, axis=axis), REDUCED.astype(dtype), rtol=1e-5)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.bitwise_and.reduce(x),
        lambda np, x: np.bitwise_xor.reduce(x, axis=1, keepdims=True),
        lambda np, x: np.bitwise_or.reduce(x[:0]),
        lambda np, x: np.bitwise_and.reduce(x[:0]),
        lambda np, x: np.gcd.reduce(x * 6, axis=None),
        lambda np, x: np.lcm.reduce(x, axis=1),
        lambda np, x: np.subtract.reduce(x),
        lambda np, x: np.subtract.reduce(x, axis=-1, keepdims=True),
        lambda np, x: np.divide.reduce(x, axis=1),
        lambda np, x: np.power.reduce(x[:, :2], axis=1),
        lambda np, x: np.hypot.reduce(x, axis=1),
        lambda np, x: np.logaddexp.reduce(x / 2, axis=None),
        lambda np, x: np.add.reduce(x, dtype="f4"),
        lambda np, x: np.add.reduce(x, initial=100, where=x > 3),
        lambda np, x: np.maximum.reduce(x, initial=6, where=x < 5),
        lambda np, x: np.bitwise_or.reduce(x, initial=64, where=x > 2),
        lambda np, x: np.fmax.reduce(x, initial=6),
        lambda np, x: np.add.reduce(x, axis=()),
        lambda np, x: np.minimum.reduce(x, axis=1, dtype="f8"),
        lambda np, x: np.add.reduce(x, axis=0, out=np.zeros_like(x[0])),
        lambda np, x: np.add.accumulate(x, axis=1),
        lambda np, x: np.multiply.accumulate(x),
        lambda np, x: np.maximum.accumulate(x, axis=1),
        lambda np, x: np.minimum.accumulate(x[:, ::-1], axis=1),
        lambda np, x: np.bitwise_xor.accumulate(x, axis=1),
        lambda np, x: np.subtract.accumulate(x, axis=1),
        lambda np, x: np.logical_and.accumulate(x - 1, axis=1),
        lambda np, x: np.add.accumulate(x.astype("i1")),
        lambda np, x: np.add.reduceat(x, [0, 2, 3], axis=1),
        lambda np, x: np.add.reduceat(x, [3, 0, 2], axis=1),
        lambda np, x: np.maximum.reduceat(x, [0, 1]),
        lambda np, x: np.subtract.reduceat(x, [0, 2], axis=1),
        lambda np, x: np.multiply.reduceat(x[0], [4]),
    ],
)
def test_reduce_accumulate_and_reduceat(device, body):
    same(device, body, REDUCED)


def changed(function):
    def body(np, x):
        x = x.copy()
        function(np, x)
        return x

    return body


@pytest.mark.parametrize(
    "function",
    [
        lambda np, x: np.add.at(x, [0, 2, 0, 0], 10),
        lambda np, x: np.subtract.at(x, ([0, 2, 0, 0], [1, 1, 1, 2]), x[0, :4]),
        lambda np, x: np.negative.at(x, ([0, 0, 1], [1, 1, 2])),
        lambda np, x: np.maximum.at(x, (slice(None), 1), x[:, 0] * 2),
        lambda np, x: np.multiply.at(x, x > 4, 3),
        lambda np, x: np.add.at(x, [], 10) if np is dpnp else None,
        lambda np, x: np.add.at(x, [1], 1.5),
        lambda np, x: np.divmod(x, 3, out=(x, None)),
        lambda np, x: np.add.at(x[:, ::2], ([0, 0, 1], [1, 1, 2]), 7),
        lambda np, x: np.minimum.at(x[1], [-1, 0, -1], 3),
    ],
)
def test_at(device, function):
    same(device, changed(function), REDUCED)


_EXPONENTS = numpy.array([[3, 2], [5, 1]])
_LDEXP = {
    "at": lambda np, x, n: np.ldexp.at(x, [0, 0, 2], 2),
    "at, an exponent for each": lambda np, x, n: np.ldexp.at(x, [0, 2], n[0]),
    "at, of two indices": lambda np, x, n: np.ldexp.at(x.reshape(2, 2), ([0, 1], [1, 0]), n[1]),
    "at, a truth value": lambda np, x, n: np.ldexp.at(x, [1], True),
    "at, integers": lambda np, x, n: np.ldexp.at(n, ([0], [1]), 2),
    "reduce": lambda np, x, n: np.ldexp.reduce(n),
    "reduce, axis 1": lambda np, x, n: np.ldexp.reduce(n, axis=1, keepdims=True),
    "reduce, one element": lambda np, x, n: np.ldexp.reduce(n[:1]),
    "reduce, dtype": lambda np, x, n: np.ldexp.reduce(n, dtype="f4"),
    "reduce, initial": lambda np, x, n: np.ldexp.reduce(n, initial=3.5),
    "reduce, where": lambda np, x, n: np.ldexp.reduce(n, initial=1, where=n > 2),
    "reduce, out": lambda np, x, n: np.ldexp.reduce(n, out=x[:2]),
    "outer": lambda np, x, n: np.ldexp.outer(x, n),
}  # fmt: skip
_NO_LDEXP = {
    "at, a fraction": lambda np, x, n: np.ldexp.at(x, [0], 2.0),
    "reduce, real numbers": lambda np, x, n: np.ldexp.reduce(x),
    "reduce, two axes": lambda np, x, n: np.ldexp.reduce(n, axis=None),
    "reduce, no element": lambda np, x, n: np.ldexp.reduce(n[:0]),
    "reduce, where without initial": lambda np, x, n: np.ldexp.reduce(n, where=n > 2),
    "accumulate": lambda np, x, n: np.ldexp.accumulate(n),
    "reduceat": lambda np, x, n: np.ldexp.reduceat(n, [0]),
}


@pytest.mark.parametrize("name", list(_LDEXP))
def test_methods_of_a_function_of_a_real_number_and_an_integer(device, name):
    def called(np, x, n):
        made = _LDEXP[name](np, x, n)
        return (x, n) if made is None else (x, made)

    same(device, called, numpy.array([1.0, 2.5, -3, 0]), _EXPONENTS)


@pytest.mark.parametrize("name", list(_NO_LDEXP))
def test_what_methods_of_such_a_function_refuse(device, name):
    same(device, _NO_LDEXP[name], numpy.array([1.0, 2.5, -3, 0]), _EXPONENTS, fails=True)


def test_at_of_functions_of_several_results_is_refused(device):
    same(device, lambda np, x: np.divmod.at(x, [0], 2), INTEGER, fails=True)
    same(device, lambda np, x: np.frexp.at(x, [0]), REAL, fails=True)


_UFUNCS = [name for name in sorted(dpnp.__all__) if isinstance(getattr(dpnp, name), dpnp.ufunc)]


@pytest.mark.parametrize("name", _UFUNCS)
def test_names_and_pickles_of_functions(name):
    function = getattr(dpnp, name)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(function, protocol)) is function
    assert copy.copy(function) is function and copy.deepcopy(function) is function
    if hasattr(numpy, name) and name not in ("deg2rad", "rad2deg"):  # two names of one function, here
        assert function.__name__ == getattr(numpy, name).__name__ and repr(function) == repr(getattr(numpy, name))


def test_types_are_letters():
    assert "dd->d" in dpnp.add.types and dpnp.frexp.types == ["e->ei", "f->fi", "d->di"]
    assert dpnp.gcd.ntypes == 8 and dpnp.bitwise_count.types[0] == "b->B"


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "bitwise_or"])
def test_at_many_indices(device, name):
    """In the order of the indices: floating-point results are bitwise equal."""
    rng = numpy.random.default_rng(3)
    indices = rng.integers(-50, 50, 9000)
    values = rng.integers(1, 4, 9000)
    for dtype in "bHildf" if device.vendor.startswith("opendpex") else "":
        if name == "bitwise_or" and dtype in "fd":
            continue
        x, given = numpy.arange(50, dtype=dtype), (values * 0.7).astype(dtype)
        expected = x.copy()
        with numpy.errstate(all="ignore"):
            getattr(numpy, name).at(expected, indices, given)
        found = dpnp.asarray(x, device=device)
        getattr(dpnp, name).at(found, dpnp.asarray(indices, device=device), dpnp.asarray(given, device=device))
        numpy.testing.assert_array_equal(dpnp.asnumpy(found), expected)


def test_at_indices_of_a_large_array(device):
    """By several threads."""
    if not device.vendor.startswith("opendpex"):
        pytest.skip("the other way of doing it has no threads")
    rng = numpy.random.default_rng(4)
    n = 1_050_000
    for dtype in "fh":
        indices, values = rng.integers(-n, n, 9000), rng.integers(1, 9, 9000).astype(dtype)
        expected, found = numpy.zeros(n, dtype), dpnp.zeros(n, dtype, device=device)
        numpy.add.at(expected, indices, values)
        dpnp.add.at(found, dpnp.asarray(indices, device=device), dpnp.asarray(values, device=device))
        assert numpy.array_equal(dpnp.asnumpy(found), expected)


@pytest.mark.parametrize("begins", [[0, 5, 9], [5, 5, 3, 19], [0], []])
def test_segments(device, begins):
    def body(np, x):
        chosen = numpy.asarray(begins, "i8")
        results = [np.add.reduceat(x, chosen, axis=axis) for axis in (0, 1)]
        results += [
            np.maximum.reduceat(x, chosen),
            np.fmin.reduceat(x, chosen, axis=1),
            np.logical_or.reduceat(x, chosen),
        ]
        return [*results, np.maximum.accumulate(x, axis=1), np.minimum.accumulate(x)]

    for dtype in "bHld?" if device.vendor.startswith("opendpex") else "d":
        x = (numpy.arange(400) * 7 % 13).reshape(20, 20).astype(dtype)
        if dtype == "d":
            x[3, 4] = numpy.nan
        same(device, body, x, rtol=1e-12)


def test_dtype_names_the_result(device):
    x, n = numpy.asarray([-3.5, 2, 9], "f8"), numpy.asarray([-3, 2, 9], "i4")
    same(device, lambda np, x: [np.add(x, x, dtype="f4"), np.abs(x, dtype="f8"), np.multiply(x, 2.5, dtype="c16")], x)
    same(
        device,
        lambda np, n: [
            np.sin(n, dtype="f4"),
            np.isnan(n, dtype=bool),
            np.less(n, 3, dtype=bool),
            np.add(n, n, dtype="i8"),
        ],
        n,
    )
    for wrong in ("i4", "?", "u1"):
        same(device, lambda np, x, wrong=wrong: np.sin(x, dtype=wrong), x, fails=True)
    same(device, lambda np, n: np.less(n, n, dtype="f4"), n, fails=True)
    same(device, lambda np, n: np.add(n, n, dtype="i1", casting="safe"), n, fails=True)


def test_strict_casting_holds_for_operands(device):
    n = numpy.asarray([1, 2, 3], "i4")
    for casting in ("no", "equiv"):
        same(device, lambda np, n, c=casting: np.sqrt(n, casting=c), n, fails=True)
        same(device, lambda np, n, c=casting: np.add(n, n, casting=c), n)
    same(device, lambda np, n: np.sqrt(n, casting="safe"), n)


def test_where_keeps_the_type_of_out(device):
    x, out = numpy.asarray([1, 2, 2**63 + 1], "u8"), numpy.asarray([-1, -2, -3], "i8")
    same(device, lambda np, x, out: np.add(x, x, out=out, where=x > 1), x, out)


def test_where_wraps_python_ints_beside_integers(device):
    """As NumPy 2.4 does; earlier ones raise beside scalars."""
    b = dpnp.asarray([True, False], device=device)
    for other, wrapped in (
        (numpy.uint8(1), 254),
        (numpy.int8(1), -2),
        (dpnp.asarray(1, dtype="u1", device=device), 254),
    ):
        x = dpnp.where(b, other, -2)
        assert x.dtype == other.dtype and dpnp.asnumpy(x).tolist() == [1, wrapped]
    assert dpnp.asnumpy(dpnp.where(b, 300, numpy.int8(1))).tolist() == [44, 1]


def test_no_numbers_and_no_integers(device):
    b, n = numpy.asarray([True, False]), numpy.asarray([1, 2, -3])
    for name in ("positive", "sign", "negative"):
        same(device, lambda np, b, name=name: getattr(np, name)(b), b, fails=True)
    for name in ("gcd", "lcm"):
        same(device, lambda np, b, name=name: getattr(np, name)(b, b), b, fails=True)
    same(device, lambda np, n: n**-1, n, fails=True)
    same(device, lambda np, n: [n**2, n**-1.0, np.power(n, 0)], n)


def test_reductions_from_an_identity_and_segments(device):
    n = numpy.asarray([[-4], [-6]])
    same(
        device,
        lambda np, n: [np.gcd.reduce(n), np.gcd.reduce(n[:1]), np.hypot.reduce(n[:1] * 1.0), np.gcd.reduce(n, axis=())],
        n,
    )
    same(device, lambda np, n, i: np.add.reduceat(n, i), n, numpy.asarray([0]))
    same(device, lambda np, n: np.maximum.reduceat(n, [[0]]), n, fails=True)


def test_at_with_many_of_one_index(device):
    rng = numpy.random.default_rng(1)
    i, v = rng.integers(0, 7, 300), rng.integers(-9, 9, 300)
    for name in ("add", "subtract", "maximum", "bitwise_xor"):

        def body(np, i, v, name=name):
            x = i[:8] * 0
            getattr(np, name).at(x, i, v)
            return x

        same(device, body, i, v)


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum"])
def test_at_many_indices_of_each_dtype(device, name):
    rng = numpy.random.default_rng(0)
    indices = rng.integers(-50, 50, 5000)
    for dtype in "fdiqIQhB" if device.vendor.startswith("opendpex") else "d":
        x, values = rng.integers(0, 9, 50).astype(dtype), rng.integers(0, 99, 5000).astype(dtype)
        if dtype in "fd":
            values = values / 99 if name == "multiply" else values
            values[77] = x[3] = numpy.nan
            values = values.astype(dtype)
        same(device, lambda np, x, i, y: (getattr(np, name).at(x, i, y), x)[1], x, indices, values, rtol=1e-4)


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
def test_casting_of_functions_of_every_making(device, casting):
    x, y = numpy.asarray([1, 2, 3], "i2"), numpy.asarray([1.5, 2, 3], "f4")
    for name in "frexp modf sqrt negative isnan signbit ldexp divmod float_power add fmax divide logical_and left_shift less equal gcd".split():
        for args in (
            ((x,), (y,))
            if getattr(numpy, name).nin == 1
            else ((x, x), (x, y), (y, y), (x, 2), (y, True), (y, 2.5), (x, numpy.uint8(3)))
        ):
            if casting == "equiv" and any(type(arg) in (int, float) for arg in args):
                continue  # refused by NumPy, which takes them by the narrower rule "no"
            with numpy.errstate(all="ignore"):
                try:
                    getattr(numpy, name)(*args, casting=casting)
                    fails = False
                except TypeError:
                    fails = True
                same(device, lambda np, *args, name=name: getattr(np, name)(*args, casting=casting), *args, fails=fails)


def test_complex_results_of_real_operands(device):
    for x in (numpy.asarray([True, False]), numpy.asarray([1, 2], "i2"), numpy.asarray([1.5, 2])):
        for dtype in "FD":
            same(
                device,
                lambda np, x, t=dtype: [
                    np.true_divide(x, 128, dtype=t),
                    np.divide(x, x + 1, dtype=t),
                    np.multiply(2.5, x, dtype=t),
                ],
                x,
            )
    for name in ("add", "multiply", "maximum"):
        same(
            device,
            lambda np, x, name=name: getattr(np, name)(x, 128, dtype="?"),
            numpy.asarray([True, False]),
            fails=True,
        )


def test_dtype_of_integers_takes_no_floats(device):
    x = numpy.asarray([3, 4, 6], "u2")
    for number in (1.5, -1.5, 2j):
        same(device, lambda np, x, n=number: np.fmax(x, n, dtype="l"), x, fails=True)
        same(device, lambda np, x, n=number: np.add(x, n, dtype=np.uint16), x, fails=True)
    for number in (2.0, 3, True):
        same(
            device,
            lambda np, x, n=number: [
                np.add(x, n, dtype=x.dtype, casting="unsafe"),
                np.gcd(x, n, dtype="l", casting="unsafe"),
            ],
            x,
        )


def test_what_is_refused_is_refused_with_out_too(device):
    truth, n = numpy.asarray([True, False]), numpy.asarray([1, 2], "i4")
    for name in ("sign", "positive"):
        same(device, lambda np, x, y, name=name: getattr(np, name)(x, out=y), truth, n.astype("i1"), fails=True)
        same(device, lambda np, x, y, name=name: getattr(np, name)(x, out=y), n, n.copy())
    same(device, lambda np, x, y: np.power(x, -1, out=y), n, n.copy(), fails=True)
    same(device, lambda np, x, y: np.power(x, 3, out=y), n, n.copy())


def test_unsafe_casts_to_small_integers_keep_numbers(device):
    for source in ("i1", "i4", "i8"):
        for dtype in ("i1", "u1", "i2"):
            for name in ("square", "conj", "absolute", "sign", "negative"):
                body = lambda np, x, name=name, t=dtype: getattr(np, name)(x, dtype=t, casting="unsafe")
                same(device, body, numpy.asarray([4, 5, 0], source))


def test_where_is_an_array_or_a_truth_value(device):
    x = dpnp.asarray([1.0, 4.0], device=device)
    for where in ([], ()):
        with pytest.raises(ValueError):
            dpnp.sqrt(x, out=x.copy(), where=where)
    conditions = (True, False, numpy.bool_(True), 1, [True, False], numpy.asarray([True, False]))
    same(
        device,
        lambda np, x: [np.sqrt(x, out=x.copy(), where=w) for w in conditions],
        numpy.asarray([1.0, 4.0]),
    )


@pytest.mark.parametrize("name", ["matmul", "vecdot", "matvec"])
def test_products_of_two_dtypes_by_a_narrow_rule(device, name):
    n, x = numpy.ones((2, 2), "i2"), numpy.ones((2, 2), "f4")
    for casting in ("no", "equiv", "safe", "same_kind"):
        same(
            device,
            lambda np, n, x, c=casting: getattr(np, name)(n, x, casting=c),
            n,
            x,
            fails=casting in ("no", "equiv"),
        )
        same(device, lambda np, n, x, c=casting: getattr(np, name)(x, x, casting=c), n, x)
