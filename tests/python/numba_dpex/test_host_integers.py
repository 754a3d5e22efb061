"""Integers of host functions outside of loops have 64 bits and wrap around, as in loops."""

import linecache
import math

import numpy as np
import pytest

import numba_dpex as dpex
from numba_dpex import prange

LEAST, MOST = -(2**63), 2**63 - 1


def int64(value):
    """The expected value: the low 64 bits in two's complement."""
    low = value & (2**64 - 1)
    return low - 2**64 if low >> 63 else low


def of(expression):
    """A function of a and b."""
    source, name = f"def function(a, b):\n    return {expression}\n", f"<{expression}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {"math": math}
    exec(compile(source, name, "exec"), found)
    return found["function"]


OPERATORS = [
    ("a * b", 2**62, 4), ("a * b", MOST, MOST), ("a + b", MOST, 1), ("a - b", LEAST, 1), ("a**b", 3, 100), ("a**b", -7, 63), ("a << b", 5, 62), ("a << b", -1, 64 - 1),
    ("a << b", 3, 63), ("-a", LEAST, 0), ("abs(a)", LEAST, 0), ("a // b", LEAST, -1), ("pow(a, b)", 3, 100), ("divmod(a, b)[0]", LEAST, -1), ("sum([a, b, b])", MOST, 7),
    ("math.prod([a, b, b])", MOST, 7), ("a * b + a", MOST, 3), ("(a + b) * (a - b) * 5", MOST, 3), ("-(a - b)", LEAST, 0), ("(a + b) / 2", MOST, 5),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "a", "b"), OPERATORS)
def test_operators_wrap(expression, a, b):
    function = of(expression)
    found = dpex.dpjit(function)(a, b)
    if "/ 2" in expression:
        assert found == int64(a + b) / 2
    else:
        assert type(found) is int and found == int64(function(a, b))


def test_numbers_that_fit_stay_what_they_are():
    def function(a, b, x):
        return (
            a * b,
            a + b,
            -a,
            abs(a),
            a**b,
            a**-b,
            a // b,
            a << b,
            a >> b,
            a * x,
            -x,
            x**b,
            int(x),
            "ab" + "c",
            [a] * 2,
            (1,) + (2,),
            a / b,
            sum([a, b]),
            +a,
            True + True,
        )

    for values in ((-7, 3, 2.5), (12, 2, -1e100)):
        expected = list(function(*values[:2], values[2]))
        found = list(dpex.dpjit(function)(*values))
        if values[2] < 0:
            assert found[12] == LEAST
            found[12] = expected[12] = None
        assert found == expected and list(map(type, found)) == list(map(type, expected))


def test_counts_of_shifts_are_modulo_64():
    def function(a, b):
        return a << b, a >> b

    run = dpex.dpjit(function)
    assert (
        run(3, 64) == (3, 3)
        and run(-5, 65) == (-10, -3)
        and run(3, -1) == (LEAST, 0)
        and run(3, 10**18) == (3 << 10**18 % 64 if 10**18 % 64 else 3, 3 >> 10**18 % 64)
    )


def test_powers_with_large_exponents_end():
    assert dpex.dpjit(of("a**b"))(3, 10**15) == int64(pow(3, 10**15, 2**64))


def test_floats_that_fit_no_integer_are_the_least():
    def function(x):
        return int(x), round(x), math.floor(x), math.ceil(x), math.trunc(x)

    assert dpex.dpjit(function)(1e30) == (LEAST,) * 5
    assert dpex.dpjit(function)(-2.5) == function(-2.5)


def test_augmented_assignments_wrap():
    def function(p, numbers, thing, x):
        p *= p
        p <<= 3
        p -= 2**62
        numbers[1] *= p
        numbers[0:1] += [p]
        thing.value += p
        thing.value **= 5
        x[1:] *= 2
        x *= 3
        return p, numbers, thing.value, x

    class Thing:
        value = MOST

    p = int64(int64((2**40 + 7) ** 2) * 8 - 2**62)
    x = np.arange(4)
    found = dpex.dpjit(function)(2**40 + 7, [3, 2**61], Thing(), x)
    assert found[:3] == (p, [3, p, int64(2**61 * p)], int64(int64(MOST + p) ** 5))
    assert found[3] is x and x.tolist() == [0, 6, 12, 18]


def test_targets_of_augmented_assignments_are_evaluated_once():
    def function(calls, numbers):
        numbers[calls.append("index") or 0] += calls.append("value") or 5
        return calls, numbers

    assert dpex.dpjit(function)([], [1]) == (["index", "value"], [6])


def test_integers_grow_between_loops():
    def function(a, rounds):
        p = 3
        for _ in [None] * rounds:
            s = 1
            for i in prange(a.shape[0]):
                s += a[i]
            p = p * p + s
        return p, -p << 1

    p = 3
    for _ in range(20):
        p = int64(p * p + 1 + 45)
    assert dpex.dpjit(function)(np.arange(10), 20) == (p, int64(int64(-p) << 1))


def test_bounds_of_loops_wrap():
    def function(out, n):
        for i in prange(n * n + 3):
            out[i] = i + 1
        return out

    assert dpex.dpjit(function)(np.zeros(5, "i8"), 2**32).tolist() == [1, 2, 3, 0, 0]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (np.int32(2**30), np.int32(8), 2**33), (np.uint8(200), np.uint8(100), np.uint64(20000)), (np.uint64(2**63), np.uint64(3), np.uint64(2**63)),
        (np.uint64(2**63), 3, LEAST), (np.int64(MOST), 2, -2), (np.int8(-128), True, -128), (np.uint16(7), np.int8(-1), -7),
    ],
)  # fmt: skip
def test_numbers_of_numpy_have_64_bits(a, b, expected, recwarn):
    """An int64 is returned as an int; Python has no uint64."""
    found = dpex.dpjit(of("a * b"))(a, b)
    assert type(found) is type(expected) and found == expected and not recwarn.list


def test_signs_of_numpys_numbers_have_their_own_bits():
    run = dpex.dpjit(of("-a"))
    for value, expected in (
        (np.uint32(5), np.uint64(2**32 - 5)),
        (np.uint64(5), np.uint64(2**64 - 5)),
        (np.int8(-128), -128),
        (np.int64(LEAST), LEAST),
        (np.True_, -1),
    ):
        found = run(value, 0)
        assert type(found) is type(expected) and found == expected
