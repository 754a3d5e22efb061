"""Random kernels, their arguments, and their execution by Python and by the compiler: nested control flow, masks, loads and stores of neighbours, atomics, private and local memory, barriers.

Python and the compiled kernel agree to the last bit: integers stay small, and floats are only multiplied by powers of two, so that contraction
to fused multiply-adds does not change results.
"""

import linecache
import math
import random
from dataclasses import dataclass

import numpy as np

import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

__all__ = ["VIEWS", "WHOLE", "Program", "arguments", "define", "generate", "outcomes", "twice"]

VIEWS = slice(None), slice(None, None, 2), slice(None, None, -2)  # of arrays of twice as many elements, see `twice`
WHOLE = [slice(None)] * 11
PAD = 8  # arrays are longer than the range by this number of elements
_INTS, _FLOATS = ("v0", "v1", "v2"), ("w0", "w1")


@dataclass
class Program:
    source: str
    ndim: int
    group: int  # work-items of a work-group; 0: a plain range


class _Generator:
    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 1
        self.loops: list[str] = []  # kinds of the enclosing loops
        self.n_names = 0
        self.budget = self.random.randint(8, 22)
        self.ndim = self.random.choice((1, 1, 2))
        self.group = self.random.choice((0, 0, 0, 1, 5, 16, 20)) if self.ndim == 1 else 0
        self.has_returned = False
        self.exits_late = (
            seed >= 1000
        )  # also loops whose only exit is at their end, and functions that return inside of loops

    def put(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def one_of(self, *choices):
        return self.random.choice(choices)

    # ---- expressions ----

    def fill(self, text: str, depth: int) -> str:
        """Replaces I, F, C, P and N in a template by an integer, a float, a condition, an array index and a literal below 9."""
        made = {
            "I": self.integer,
            "F": self.real,
            "C": self.condition,
            "P": self.element_index,
            "N": lambda _: str(self.random.randrange(1, 9)),
        }
        return "".join(made[c](depth - 1) if c in made else c for c in text)

    def element_index(self, depth: int) -> str:
        """An index into the arrays of n + PAD elements."""
        texts = ["i", "i + 1", "i + N", "i - 1", "i - N", "-1 - i", "n - 1 - i", "N", "n // 2"]
        return self.fill(self.one_of(*texts, *(["(I) % n", "(I) % n - n"] if depth > 0 else [])), depth)

    def integer(self, depth: int) -> str:
        if depth <= 0:
            return self.one_of("i", "j", *_INTS, str(self.random.randrange(-9, 10)), "k")
        return self.fill(
            self.one_of(
                "(I + I)", "(I - I)", "(I * N)", "(I * -N)", "(I & I)", "(I | I)", "(I ^ I)", "(I // N)", "(I // -N)", "(I % N)", "(I % -N)",
                "((I & 1023) << N)", "(I >> N)", "abs(I)", "min(I, I)", "max(I, I)", "(I if C else I)", "(I // (abs(I) + 1))",
                "(I % (abs(I) + 1))", "int(min(max(F, -99.0), 99.0))", "int(p[P])", "int(q[P])", "int(r[P])",
            ),
            depth,
        )  # fmt: skip

    def real(self, depth: int) -> str:
        if depth <= 0:
            return self.one_of(*_FLOATS, "f[i]", f"{self.random.randrange(-20, 20) / 4}")
        return self.fill(
            self.one_of(
                "(F + F)", "(F - F)", "(F * 0.5)", "(F * 2.0)", "(F * -1.0)", "(F / 3.0)", "(F / 7.0)", "min(F, F)", "max(F, F)", "abs(F)",
                "math.sqrt(abs(F))", "(F if C else F)", "float(I)", "f[P]", "np.float64(g[P])",
            ),
            depth,
        )  # fmt: skip

    def condition(self, depth: int) -> str:
        op = self.one_of("<", "<=", ">", ">=", "==", "!=")
        plain = [f"I {op} I", f"F {op} F", "i % 3 == 0", "k > 2"]
        more = ["(not C)", "(C and C)", "(C or C)"] if depth > 0 else []
        return self.fill(self.one_of(*plain, *plain, *more), depth)

    # ---- statements ----

    def block(self) -> None:
        self.depth += 1
        n = self.random.randint(1, 3)
        for _ in range(n):
            if not self.statement():
                break
        self.depth -= 1

    def statement(self) -> bool:
        """Returns False if the following statements are unreachable."""
        self.budget -= 1
        choices = [self.assign_int, self.assign_int, self.assign_real, self.private]
        if self.depth < 4 and self.budget > 0:
            choices += [self.if_, self.if_, self.for_, self.while_]
            choices += [self.forever, self.function, self.searched] if self.exits_late else []
        if self.loops:
            choices += [self.leave]
        if self.depth > 1 and not self.group:
            choices += [self.return_]
        choices += [self.store, self.atomic]
        return self.random.choice(choices)() is not False

    def assign_int(self) -> None:
        name = self.one_of(*_INTS)
        self.put(f"{name} = {self.integer(2)} % {self.one_of(1000, 1024, 99991)}")

    def assign_real(self) -> None:
        self.put(f"{self.one_of(*_FLOATS)} = {self.real(2)}")

    def private(self) -> None:
        if self.random.random() < 0.5:
            self.put(f"own[{self.integer(1)} & 3] = {self.integer(1)} % 5003")
        else:
            self.put(f"{self.one_of(*_INTS)} = own[{self.integer(1)} & 3]")

    def store(self) -> None:
        self.put(
            f"out_r[{self.at}] = {self.integer(1)} & 127"
            if self.random.random() < 0.5
            else f"out_f[{self.at}] = {self.real(1)}"
        )

    def atomic(self) -> None:
        method = self.one_of("fetch_add", "fetch_sub", "fetch_max", "fetch_min")
        target = {"fetch_add": 0, "fetch_sub": 0, "fetch_max": 8, "fetch_min": 16}[
            method
        ]  # one operation per element, so that the order does not matter
        self.put(f"kapi.AtomicRef(counts, ({self.integer(1)} & 7) + {target}).{method}({self.integer(1)} % 1000)")

    def if_(self) -> None:
        self.put(f"if {self.condition(1)}:")
        self.block()
        if self.random.random() < 0.3:
            self.put(f"elif {self.condition(1)}:")
            self.block()
        if self.random.random() < 0.5:
            self.put("else:")
            self.block()

    def for_(self) -> None:
        self.n_names += 1
        name, step = f"t{self.n_names}", self.one_of(1, 1, 1, 2, -1)
        bound = self.one_of("4", "k", "v0 & 7", "i & 3", "n & 3")
        text = f"range({bound})" if step == 1 else f"range({bound}, {'-1, -1' if step < 0 else '9, 2'})"
        self.put(f"for {name} in {text}:")
        self.loops.append("for")
        self.depth += 1
        self.put(f"v1 = (v1 + {name}) % 1000")
        self.depth -= 1
        self.block()
        self.loops.pop()
        if self.random.random() < 0.2:
            self.put("else:")
            self.block()

    def while_(self) -> None:
        self.n_names += 1
        name = f"u{self.n_names}"
        self.put(f"{name} = {self.one_of('0', 'i & 3', 'v2 & 3')}")
        self.put(f"while {name} < {self.one_of('5', 'k', '(i & 7)')} and {self.condition(1)}:")
        self.loops.append("while")
        self.depth += 1
        self.put(f"{name} += 1")
        self.depth -= 1
        self.block()
        self.loops.pop()

    def forever(self) -> None:
        """A loop with one or two exits, after which its names are read."""
        self.n_names += 1
        name, seen = f"e{self.n_names}", f"s{self.n_names}"
        self.put(f"{name} = {self.one_of('0', 'i & 1')}")
        self.put("while True:")
        self.loops.append("forever")
        self.depth += 1
        self.put(f"{name} += 1")
        self.put(f"{seen} = {self.one_of(f'{name} * 3', f'{name} + k', f'v1 + {name}', 'int(p[v0 % n])')}")
        if self.random.random() < 0.6:
            self.depth -= 1
            self.block()
            self.depth += 1
        self.put(
            f"if {name} > {self.one_of('3', 'k', '(i & 7)', '(v0 & 7)')} {self.one_of('', f'or {self.condition(1)}')}:"
        )
        self.put("    break")
        self.depth -= 1
        self.loops.pop()
        self.put(f"v2 = (v2 + {name} * 7 + {seen}) % 1000")

    def function(self) -> None:
        self.n_names += 1
        name = f"h{self.n_names}"
        self.put(f"def {name}(a):")
        self.put(f"    y = {self.one_of('0', 'a & 3')}")
        if self.random.random() < 0.5:
            self.put("    while True:")
            self.put(f"        y += {self.one_of('1', '2', '(a & 1) + 1')}")
            self.put(f"        if y > {self.one_of('a & 7', 'k', '5')}:")
            self.put(f"            return {self.one_of('y', 'y * 2 - a', '(y, a)[0] + 1')}")
        else:
            self.put(f"    for t in range({self.one_of('6', 'a & 7')}):")
            self.put(f"        y += t * {self.one_of('2', 'a')}")
            self.put(f"        if y {self.one_of('>', '==')} {self.one_of('a & 7', '5')}:")
            self.put(f"            return {self.one_of('t', 'y + t', 'a')}")
            self.put("    return y - 1")
        self.put(f"v0 = (v0 + {name}({self.integer(1)} % 97)) % 99991")

    def searched(self) -> None:
        """A search for the first element with a property; its index is read after the loop."""
        self.n_names += 1
        name, seen = f"t{self.n_names}", f"s{self.n_names}"
        self.put(f"{seen} = 3")
        self.put(f"for {name} in range({self.one_of('7', 'k', '(i & 7)')}):")
        self.put(f"    {seen} = {name} * 3 + {self.one_of('k', 'i', '1')}")
        self.put(f"    if {seen} > {self.one_of('9', 'v0 % 23', 'i')}:")
        self.put("        break")
        if self.random.random() < 0.6 and not self.group:
            self.put("else:")
            self.put(f"    {self.one_of('return', f'{seen} = -1')}")
        self.put(f"v1 = (v1 + {seen}) % 1000")

    def leave(self) -> bool:
        self.put(f"if {self.condition(1)}:")
        self.put(f"    {self.one_of('break', 'continue') if self.loops[-1] != 'forever' else 'break'}")
        return True

    def return_(self) -> None:
        self.put(f"if {self.condition(1)}:")
        self.put("    return")

    def exchange(self) -> None:
        """Work-items of a group exchange values."""
        loop = self.random.random() < 0.4
        if loop:
            self.n_names += 1
            self.put(f"for t{self.n_names} in range({self.one_of('3', 'k')}):")
            self.depth += 1
        self.put(f"shared[l] = {self.one_of(*_INTS)}")
        self.put("kapi.group_barrier(nd.get_group())")
        self.put(f"v0 = (v0 + shared[{self.one_of('(l + 1)', '(l + 3)', '(l * 2)')} % {self.group}]) % 99991")
        self.put("kapi.group_barrier(nd.get_group())")
        if loop and self.random.random() < 0.5:  # all work-items reach the next barrier
            self.put(f"if {self.condition(1)}:")
            self.put(f"    v1 = (v1 + {self.one_of(*_INTS)}) % 1000")
            self.put("    continue")
        if self.random.random() < 0.5:
            self.statement()
        if loop:
            self.depth -= 1

    # ---- the kernel ----

    def run(self) -> Program:
        self.at = "i" if self.ndim == 1 else "i, j"
        item = "nd" if self.group else "item"
        arrays = "p, q, r, f, g, counts, out_v, out_r, out_f, n, k"
        self.lines.append(f"def kernel({item}, {arrays}{', shared' if self.group else ''}):")
        self.put(f"i = {item}.get_{'global_' if self.group else ''}id(0)")
        self.put("j = item.get_id(1)" if self.ndim == 2 else "j = k")
        if self.group:
            self.put("l = nd.get_local_id(0)")
        for name in _INTS:
            self.put(f"{name} = {self.one_of('0', 'i', 'int(p[i])', 'j + 2')}")
        for name in _FLOATS:
            self.put(f"{name} = {self.one_of('0.0', 'f[i]', '1.5')}")
        self.put("own = kapi.PrivateArray(4, np.int64, fill_zeros=True)")
        while self.budget > 0:
            if self.group and self.random.random() < 0.3:
                self.exchange()
            self.statement()
        self.put(f"out_v[{self.at}] = (v0 ^ v1 ^ v2) + own[1]")
        self.put(f"out_f[{self.at}] = w0 + w1")
        return Program("\n".join(self.lines) + "\n", self.ndim, self.group)


def generate(seed: int) -> Program:
    return _Generator(seed).run()


# ---- execution ------------------------------------------------------------------------------------------------------


def define(source: str, name: str):
    """The function `kernel` of a text, whose lines can be looked up by the compiler."""
    found = {"dpex": dpex, "kapi": kapi, "math": math, "np": np}
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), found)
    return found["kernel"]


def arguments(extents, seed: int) -> list:
    """The 11 arguments of a random kernel over a range of these extents: inputs, outputs, and two numbers."""
    rng = np.random.default_rng(seed)
    n = max(extents)
    return [
        rng.integers(-50, 50, n + PAD), rng.integers(-50, 50, n + PAD, dtype="i4"), rng.integers(0, 100, n + PAD, dtype="u1"),
        rng.integers(-40, 40, n + PAD) / 4, (rng.integers(-40, 40, n + PAD) / 4).astype("f4"), np.full(24, 500), np.zeros(extents, "i8"),
        np.zeros(extents, "u1"), np.zeros(extents), n, int(rng.integers(0, 6)),
    ]  # fmt: skip


def twice(memory: list) -> list:
    """Each element of the arrays twice, so that there is memory for views of every other one."""
    return [np.repeat(a, 2, axis=0) if isinstance(a, np.ndarray) else a for a in memory]


def outcomes(function, space, memory: list, shared: list, views: list, queue) -> list:
    """Of each array of `memory`: all of it after the kernel, by Python and by the compiler; the kernel gets these views."""
    usm = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in memory]
    seen = lambda given: [a if isinstance(a, int) else a[view] for a, view in zip(given, views, strict=True)]  # noqa: E731
    with np.errstate(all="ignore"):
        kapi.call_kernel(function, space, *seen(memory), *shared)
    dpex.call_kernel(dpex.kernel(function), space, *seen(usm), *shared)
    return [(a, dpt.asnumpy(found)) for a, found in zip(memory, usm, strict=True) if isinstance(a, np.ndarray)]
