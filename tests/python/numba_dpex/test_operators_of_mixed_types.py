"""Operators in kernels on all pairs of types: Numba's result types, and its values where it defines them."""

import itertools
import linecache

import numpy as np
import pytest

import dpctl.tensor as dpt
import numba_dpex as dpex

TYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]
ARITHMETIC, BITWISE, COMPARISONS = (
    ["+", "-", "*", "/", "//", "%", "**"],
    ["<<", ">>", "&", "|", "^"],
    ["<", "<=", ">", ">=", "==", "!="],
)
KINDS = {"?": "bools", "i": "integers", "u": "unsigned", "f": "floats"}
FIT_FLOAT32 = ["?", "i1", "u1", "i2"]  # types that combine with float32 to float32


def operators_of(a, b):
    return ARITHMETIC + COMPARISONS + ([] if "f" in a + b else BITWISE)


def result_type(op, a, b):
    """Numba's result type, except that a power of bools is an integer as in Python."""
    if op in COMPARISONS or op in ("&", "|", "^") and a == b == "?":
        return "?"
    if op == "**" and a == "f4" and b[0] != "f":
        return "f4"
    if "f" in a + b:
        return "f4" if all(t in (*FIT_FLOAT32, "f4") for t in (a, b)) else "f8"
    if op == "/":
        return "f8"
    return "u8" if a[0] == "u" and (op in ("<<", ">>") or b[0] == "u") else "i8"


def numbers(t, rng):
    if t == "?":
        return np.array([False, True, True, False, True, False])
    if t[0] == "f":
        return np.array([0.0, -0.0, 1.5, -2.5, 7.0, np.inf, np.nan, 1e10, -1.0, 3.0, 0.1], t)
    info = np.iinfo(t)
    few = [
        0,
        1,
        2,
        3,
        5,
        7,
        63,
        64,
        65,
        100,
        info.max,
        info.min,
        info.max - 1,
        *(rng.integers(info.min, info.max, 4, dtype=t, endpoint=True)),
    ]
    return np.array([int(v) for v in few] + ([-1, -2, -7, -64] if t[0] == "i" else []), t)


def wrapped(value, t):
    low = value & (2**64 - 1)
    return low - 2**64 if t == "i8" and low >> 63 else low


def integer(op, a, b, t):
    """a op b of Python's integers, of which the low 64 bits count. Division by zero gives 0; shift counts are modulo 64; a power with a negative
    exponent is the whole part of the fraction."""
    a, b = wrapped(a, t), wrapped(b, t) if op not in ("<<", ">>") else b
    match op:
        case "+" | "-" | "*" | "&" | "|" | "^":
            return eval(f"a {op} b")
        case "//" | "%":
            return 0 if b == 0 else eval(f"a {op} b")
        case "<<":
            return a << (b & 63)
        case ">>":
            return a >> (b & 63)
    if b >= 0:
        return pow(a, b, 2**64)
    return (1 if b % 2 == 0 else a) if abs(a) == 1 else 0


def expected_of(op, a, b):
    """The expected value, from Python's numbers and NumPy's loops."""
    t = result_type(op, a.dtype.str[1:] if a.dtype != bool else "?", b.dtype.str[1:] if b.dtype != bool else "?")
    if op in COMPARISONS:
        return np.array([eval(f"x {op} y") for x, y in zip(a.tolist(), b.tolist(), strict=True)])
    if t == "?":
        return eval(f"a {op} b")
    if t[0] in "iu":
        return np.array(
            [wrapped(integer(op, int(x), int(y), t), t) for x, y in zip(a.tolist(), b.tolist(), strict=True)], t
        )
    with np.errstate(all="ignore"):
        if op == "//":
            quotient = a.astype(t) // b.astype(t)
            return np.where(b.astype(t) == 0, a.astype(t) / b.astype(t), quotient)
        return eval(f"a {op} b", {"a": a.astype(t), "b": b.astype(t)}).astype(t)


def of(a, b):
    """A kernel that writes the results of all operators to rows of the array of their kind, and whether their types are as expected."""
    lines = [
        "def function(item, x, y, bools, integers, unsigned, floats, has_type):",
        "    i = item.get_id(0)",
        "    a, b = x[i], y[i]",
    ]
    for k, op in enumerate(operators_of(a, b)):
        t = result_type(op, a, b)
        lines += [f"    {KINDS[t[0]]}[{k}, i] = a {op} b", f"    has_type[{k}] = 1 if (a {op} b).dtype == '{t}' else 0"]
    source, name = "\n".join(lines) + "\n", f"<operators of {a} and {b}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {}
    exec(compile(source, name, "exec"), found)
    return dpex.kernel(found["function"])


@pytest.mark.parametrize(("a", "b"), itertools.product(TYPES, TYPES))
def test_operators(a, b):
    rng, operators = np.random.default_rng(7), operators_of(a, b)
    pairs = list(itertools.product(numbers(a, rng), numbers(b, rng)))
    x, y = np.array([p[0] for p in pairs], a), np.array([p[1] for p in pairs], b)
    results = {
        name: dpt.zeros((len(operators), len(pairs)), dtype=kind if kind == "?" else f"{kind}8")
        for kind, name in KINDS.items()
    }
    has_type = dpt.zeros(len(operators), dtype="i8")
    dpex.call_kernel(of(a, b), dpex.Range(len(pairs)), dpt.asarray(x), dpt.asarray(y), *results.values(), has_type)
    assert dict(zip(operators, dpt.asnumpy(has_type).tolist(), strict=True)) == dict.fromkeys(operators, 1)
    for k, op in enumerate(operators):
        t = result_type(op, a, b)
        found, expected = dpt.asnumpy(results[KINDS[t[0]]])[k], expected_of(op, x, y)
        if op == "**" and t[0] == "f":
            np.testing.assert_allclose(found, expected, rtol=1e-6 if t == "f4" else 1e-13, err_msg=f"{a} {op} {b}")
            continue
        wrong = [
            (p, q, f, e) for p, q, f, e in zip(x, y, found, expected, strict=True) if not (f == e or f != f and e != e)
        ]
        assert not wrong, f"{a} {op} {b}: {wrong[:5]}"
