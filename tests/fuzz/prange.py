"""Random functions of `dpjit` with prange loops and array expressions, beside the same text as Python.

In the text, `I(x)` and `F(x)` are NumPy's int64 and float64 for Python, so that it computes in Numba's types and wraps around; for us they are nothing. All
numbers are such that sums do not depend on the order: integers, and quarters of small ones; products of floats are of powers of two.
"""

import linecache
import math

import numpy as np

import dpctl.tensor as dpt
import numba_dpex as dpex

from . import note
from ._growth import Growth

__all__ = ["CASES", "ENV", "case"]

ENV = {"OCL_ICD_VENDORS": "/nonexistent", "DPEX_CACHE_DIR": "/nonexistent"}
CASES = 300

# How a reduction begins and what a round does to it; V is an integer and Q a quarter of one, P a power of two or its negative, C a condition.
REDUCTIONS = [
    ("I(3)", "S += V"), ("I(0)", "S -= V"), ("I(1)", "S *= V"), ("I(-1)", "S &= V"), ("I(0)", "S |= V"), ("I(5)", "S ^= V"), ("I(0)", "S = S + V - I(1)"),
    ("I(1 << 62)", "S = min(S, V)"), ("I(-(1 << 62))", "S = max(S, V)"), ("I(7)", "S = V + S"), ("F(0.5)", "S += Q"), ("F(0.0)", "S -= Q"), ("F(1.0)", "S *= P"),
    ("F(1.0)", "S /= P"), ("F(1e300)", "S = min(S, Q)"), ("F(-1e300)", "S = max(Q, S)"), ("F(0.0)", "S = S + Q + Q"), ("True", "S = S and C"), ("False", "S = S or C"),
]  # fmt: skip


class Text:
    def __init__(self, rng):
        self.rng, self.lines, self.n_names, self.results = rng, [], 0, []

    def one_of(self, *choices):
        return self.rng.choice(choices)

    def fill(self, text, i, depth):
        made = {"V": self.integer, "Q": self.quarter, "P": self.power, "C": self.condition}
        return "".join(made[c](i, depth - 1) if c in made else c for c in text)

    def integer(self, i, depth):
        if depth <= 0:
            return self.one_of(
                f"I(a[{i}])",
                f"I(b[{i}])",
                f"I(c[{i}])",
                f"I({i})",
                "I(k)",
                f"I({self.rng.randrange(-9, 10)})",
                f"I(a[n - 1 - {i}])",
                f"I(b[{i} - 1])",
            )
        return self.fill(self.one_of("(V + V)", "(V - V)", "(V * V)", "(V // I(7))", "(V % I(5))", "(V & V)", "(V | V)", "(V ^ V)", "(-V)", "abs(V)", "min(V, V)",
                                     "(V if C else V)", "(V >> I(3))", "(V << I(2))"), i, depth)  # fmt: skip

    def quarter(self, i, depth):
        """Small enough that sums of thousands are exact."""
        if depth <= 0:
            return self.one_of(f"x[{i}]", f"F(y[{i}])", "F(0.75)", f"x[{i} - 1]", f"F(c[{i}])")
        return self.fill(
            self.one_of("(Q + Q)", "(Q - Q)", "abs(Q)", "max(Q, Q)", "(Q if C else Q)", "(Q * P)", "(-Q)"), i, depth
        )

    def power(self, i, depth):
        return self.one_of(
            "F(2.0)",
            "F(0.5)",
            "F(-1.0)",
            f"(F(2.0) if c[{i}] > 60 else F(0.5))",
            f"(F(-1.0) if x[{i}] > F(0.0) else F(1.0))",
        )

    def condition(self, i, depth):
        if depth > 0 and self.rng.random() < 0.3:
            return self.fill(self.one_of("(C and C)", "(C or C)", "(not C)"), i, depth)
        op = self.one_of("<", "<=", ">", ">=", "==", "!=")
        return self.fill(self.one_of(f"(V {op} V)", f"(Q {op} Q)"), i, depth)

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def name(self, letter):
        self.n_names += 1
        return f"{letter}{self.n_names}"

    def rounds(self):
        """Numbers that are indices of all arrays."""
        return self.one_of(
            "n",
            "n",
            "n",
            "len(a)",
            "a.shape[0]",
            "1, n",
            "2, n - 1",
            "n - 1, -1, -1",
            "0, n, 3",
            "n, 0" if self.rng.random() < 0.1 else "n",
            "n - 1, 2, -4",
        )

    def loop(self):
        i, body, given = self.name("i"), [], []
        for _ in range(self.one_of(1, 1, 2, 3)):
            start, step = self.rng.choice(REDUCTIONS)
            s = self.name("s")
            self.put(1, f"{s} = {start}")
            given.append(s)
            step = self.fill(step, i, self.one_of(1, 2, 3)).replace("S", s)
            if self.rng.random() < 0.3 and "and" not in step and "or" not in step:
                body += [f"if {self.condition(i, 1)}:", f"    {step}"]
            else:
                body.append(step)
        if self.rng.random() < 0.5:
            body.append(f"out[{i}] = {self.integer(i, 2)}")
        if self.rng.random() < 0.3:
            body.append(f"outx[{i}] = {self.quarter(i, 2)}")
        if self.rng.random() < 0.3:
            v, t = self.name("v"), self.name("t")
            body += [
                f"{v} = {self.integer(i, 1)}",
                f"for {t} in range({self.one_of('3', 'k')}):",
                f"    {v} = {v} + I({t}) * {self.integer(i, 1)}",
                f"out[{i}] = {v}",
            ]
        if self.rng.random() < 0.15:
            body.insert(0, f"if {self.condition(i, 1)}:\n            continue")
        self.put(1, f"for {i} in prange({self.rounds()}):")
        for line in body:
            self.put(2, line)
        self.results += given

    def nested(self):
        i, j, s = self.name("i"), self.name("j"), self.name("s")
        start, step = self.rng.choice([r for r in REDUCTIONS if "C" not in r[1]])
        self.put(1, f"{s} = {start}")
        self.put(1, f"for {i} in prange(n):")
        self.put(2, f"for {j} in prange({self.one_of('k', 'n - 1', '3')}):")
        self.put(3, self.fill(step, self.one_of(i, j), 2).replace("S", s))
        self.results.append(s)

    def of_array(self):
        i, s = self.name("i"), self.name("s")
        self.put(1, f"{s} = np.zeros(3, np.int64)")
        self.put(1, f"for {i} in prange(n):")
        self.put(2, f"{s} {self.one_of('+=', '-=')} A[{i}]")
        self.results.append(s)

    def expression(self):
        s = self.name("s")
        whole = self.one_of(
            "a + b",
            "a * b - a",
            "x * x + 0.25",
            "x - y",
            "np.abs(a) + b",
            "np.maximum(a, b)",
            "np.where(a > b, a, b)",
            "a & b",
            "(x + x) * 0.5 - x",
        )
        self.put(1, f"{s} = {self.one_of('np.sum({})', 'np.max({})', 'np.min({})', '({})').format(whole)}")
        self.results.append(s)

    def plain(self):
        t, s = self.name("t"), self.name("s")
        self.put(1, f"{s} = I(0)")
        self.put(1, f"for {t} in range(n):")
        self.put(2, f"{s} = ({s} * I(3) + {self.integer(t, 1)}) % I(1000003)")
        if self.rng.random() < 0.4:
            self.put(2, f"if {s} == I(77):")
            self.put(3, "break")
        self.results.append(s)

    def grown(self):
        """Plain arithmetic between the loops, of numbers that soon need more than 64 bits."""
        s = self.name("s")
        self.put(1, f"{s} = I({self.one_of('k', 'n', '-7', '1 << 40', '-(1 << 63)', '(1 << 63) - 1')})")
        for _ in range(self.rng.randrange(1, 8)):
            self.put(1, self.one_of("S = S * S + I(3)", "S *= S", "S = -S", "S = abs(S)", "S <<= I(5)", "S = S << I(k)", "S **= I(3)", "S = S ** I(k)", "S -= I(1 << 62)",
                                    "S = (S + S) * I(5) - I(n)", "S = S >> I(2)", "S = S // I(-1)", "S = S ^ I(77)").replace("S", s))  # fmt: skip
        self.results.append(s)

    def make(self):
        for _ in range(self.one_of(1, 2, 2, 3)):
            self.one_of(
                self.loop,
                self.loop,
                self.loop,
                self.loop,
                self.nested,
                self.of_array,
                self.expression,
                self.plain,
                self.grown,
            )()
        return (
            "def function(a, b, c, x, y, A, out, outx, n, k):\n"
            + "\n".join(self.lines)
            + f"\n    return {', '.join(self.results)},\n"
        )


def define(source, name, **more):
    found = {"math": math, "np": np, **more}
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), found)
    return found["function"]


def without_types(text):
    """The text without `I(...)` and `F(...)`: their operands in parentheses, but for elements of other types."""
    text = text.replace("I(c[", "np.int64(c[").replace("F(c[", "np.float64(c[").replace("F(y[", "np.float64(y[")
    return text.replace("I(", "(").replace("F(", "(")


def arguments(rng, n):
    make = np.random.default_rng(rng.randrange(1 << 30))
    wide = rng.choice((50, 1 << 20, 1 << 62))
    return [
        make.integers(-wide, wide, n), make.integers(-50, 50, n).astype("i4"), make.integers(0, 120, n).astype("u1"), make.integers(-40, 40, n) / 4,
        (make.integers(-40, 40, n) / 4).astype("f4"), make.integers(-wide, wide, (n, 3)), np.zeros(n, "i8"), np.zeros(n), n, rng.randrange(min(n, 4) + 1),
    ]  # fmt: skip


def value(result):
    """Any result as NumPy's array, or number."""
    return dpt.asnumpy(result) if isinstance(result, dpt.usm_ndarray) else np.asarray(result)


def compare(found, expected, what):
    found, expected = value(found), value(expected)
    kinds = {"b": "b", "i": "i", "u": "i", "f": "f"}
    assert kinds[found.dtype.kind] == kinds[expected.dtype.kind], (
        f"another type of a result\n{what}: {found.dtype}, not {expected.dtype}"
    )
    assert found.shape == expected.shape, f"another shape of a result\n{what}: {found.shape}, not {expected.shape}"
    assert np.array_equal(found, expected, equal_nan=True), f"another result\n{what}: {found}, not {expected}"


_growth = Growth(every=1000)


def case(rng):
    """One function, with NumPy's arrays or ours."""
    text = Text(rng)
    source = text.make()
    n = rng.choice((3, 4, 17, 64, 100, 1000, 3000 if "prange(k)" in source or "prange(n - 1)" not in source else 60))
    n = min(n, 60) if "prange(n - 1)" in source or "prange(3)" in source else n
    if (
        "prange(k)" in source and "(F(2.0) if" in source
    ):  # a product of all that some work-items have must not leave what a float can be
        n = min(n, 200)
    args = arguments(rng, n)
    given = [x.copy() if isinstance(x, np.ndarray) else x for x in args]
    if rng.random() < 0.6:
        given = [dpt.asarray(x) if isinstance(x, np.ndarray) else x for x in given]
    note(lambda: f"n = {n}, k = {args[-1]}, {type(given[0]).__name__}\n{source}")
    with np.errstate(all="ignore"):
        expected = define(source, "<prange as Python>", prange=range, I=np.int64, F=np.float64)(*args)
        found = dpex.dpjit(define(without_types(source), "<random prange>", prange=dpex.prange))(*given)
        for name, one, other in zip(text.results, found, expected, strict=True):
            compare(one, other, name)
        for name, one, other in zip(("out", "outx"), given[6:8], args[6:8], strict=True):
            compare(one, other, name)
    _growth.check()
