"""Random kernels beside Python: expressions of all operators, casts and functions over all types and special values, and statements.

Of *expressions* the values are computed along with the text, by Numba's rules (`_typed.py`), for all work-items at once. Now and then Numba itself, where it
is installed, is asked too. Kernels of *statements*, over ranges and over work-groups, are those of the tests (`random_kernels.py`); they are executed
by the simulator, as Python. One case in three is of statements.
"""

import importlib.util
import math
import pathlib
import random
import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

from . import _functions, note
from . import _typed as typed
from ._growth import Growth

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python/numba_dpex"))

from random_group_kernels import generate_for_groups
from random_kernels import VIEWS, WHOLE, arguments, define, generate, outcomes, twice

__all__ = ["CASES", "ENV", "case"]

ENV = {"OCL_ICD_VENDORS": "/nonexistent", "DPEX_CACHE_DIR": "/nonexistent"}
CASES = 300
HAS_NUMBA = importlib.util.find_spec("numba") is not None
N_ITEMS = 75  # some whole vectors and a rest

# ---- values ------------------------------------------------------------------------------------------------------------


def special(type_):
    """Numbers of a type at which functions and operators change."""
    if type_ == "bool":
        return [False, True]
    if type_[0] in "iu":
        info = np.iinfo(type_)
        near = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 3, 7, 31, 32, 63, 64, 65, info.max // 2]
        return near if info.min == 0 else [*near, -1, -2, -3, -7]
    if type_[0] == "c":
        parts = [0.0, -0.0, 1.0, -1.0, 0.5, 3.25, -7.0, np.inf, -np.inf, np.nan]
        return [complex(a, b) for a in parts for b in parts]
    info = np.finfo(type_)
    near = [0.0, 1.0, 0.5, 1.5, 2.5, 3.0, 7.0, 1e-3, 100.0, 2.0**31, 2.0**53, 2.0**63, 2.0**64, float(info.max), float(info.tiny), float(info.smallest_subnormal),
            float(info.eps), np.inf, np.nan]  # fmt: skip
    return near + [-x for x in near]


def draw(rng, type_, n):
    """n numbers: special ones, small ones, and any."""
    pool, found = special(type_), []
    for _ in range(n):
        kind = rng.random()
        if kind < 0.5:
            found.append(rng.choice(pool))
        elif type_ == "bool":
            found.append(rng.random() < 0.5)
        elif type_[0] in "iu":
            info = np.iinfo(type_)
            found.append(rng.randint(max(info.min, -20), 20) if kind < 0.8 else rng.randint(info.min, info.max))
        elif type_[0] == "f":
            found.append(rng.randint(-40, 40) / 4 if kind < 0.8 else rng.gauss(0, 1) * 10.0 ** rng.randint(-8, 8))
        else:
            found.append(complex(rng.randint(-40, 40) / 4, rng.randint(-40, 40) / 4))
    return np.array(found, type_)


# ---- expressions -------------------------------------------------------------------------------------------------------

OPERATORS = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "and", "or"]
CASTS = ["int", "float", "bool", *(f"np.{t}" for t in typed.TYPES[1:])]


class Maker:
    def __init__(self, rng, leaves):
        self.rng, self.leaves = rng, leaves

    def constant(self):
        kind = self.rng.random()
        if kind < 0.5:
            value = self.rng.choice((0, 1, 2, 3, 5, 8, 10, 63, 64, 255, 1 << 31, (1 << 63) - 1))
            value = -value if self.rng.random() < 0.3 else value
            return typed.Expression(f"({value})", "int64", np.full(N_ITEMS, value, "int64"), is_constant=True)
        value = self.rng.choice((0.0, 0.5, 1.0, 2.0, 1e10, -1.5, -0.0))
        return typed.Expression(f"({value})", "float64", np.full(N_ITEMS, value), is_constant=True)

    def make(self, depth, exact=True):
        """An expression; exact: one that can be an operand."""
        while True:
            made = self.attempt(depth)
            if made is not None and not (exact and made.inexact):
                return made

    def attempt(self, depth):
        rng = self.rng
        if depth <= 0:
            return self.constant() if rng.random() < 0.15 else rng.choice(self.leaves)
        kind = rng.random()
        if kind < 0.5:
            a, b = self.make(depth - 1), self.make(depth - 1)
            return (
                None if a.is_constant and b.is_constant else typed.binary(rng.choice(OPERATORS), a, b)
            )  # Python computes these
        if kind < 0.58:
            a = self.make(depth - 1)
            return None if a.is_constant else typed.unary(rng.choice(("-", "+", "~", "not")), a)
        if kind < 0.66:
            condition = self.make(depth - 1)
            return (
                typed.choice(condition, self.make(depth - 1), self.make(depth - 1)) if condition.kind == "b" else None
            )
        if kind < 0.8:
            return typed.call_cast(rng.choice(CASTS), self.make(depth - 1))
        name = rng.choice(_functions.NAMES)
        return _functions.call(name, [self.make(depth - 1) for _ in range(_functions.n_operands(name))])


def result_type(rng, expression):
    """What an expression's result is stored as: mostly its own type."""
    if rng.random() < 0.7 or expression.kind == "c" or expression.inexact:
        return expression.type
    return rng.choice([t for t in typed.TYPES if t[0] != "c" and t != "bool"])


def same(found, expected, inexact):
    """Elements that agree: to the last bit and sign of zero, or within some units of the last place."""
    if expected.dtype.kind == "c":
        if not inexact:
            return same(found.real, expected.real, False) & same(found.imag, expected.imag, False)
        size = np.maximum(np.abs(expected), np.finfo(expected.dtype).tiny)
        close = np.abs(found - expected) <= 64 * np.finfo(expected.dtype).eps * size
        return close | ~np.isfinite(expected)  # which parts of what is not finite are NaN differs with the formula
    if expected.dtype.kind != "f":
        return found == expected
    equal = ((found == expected) & (np.signbit(found) == np.signbit(expected))) | (np.isnan(found) & np.isnan(expected))
    if inexact:
        info = np.finfo(expected.dtype)
        equal |= np.isfinite(expected) & (
            np.abs(found - expected) <= 16 * info.eps * np.abs(expected) + 4 * info.smallest_subnormal
        )
    return equal


def root(text):
    """The operator or function that an expression ends with."""
    if not text.startswith("("):
        return text.split("(")[0].split("[")[0]
    depth, words = 0, []
    for word in text[1:-1].replace("(", " ( ").replace(")", " ) ").split():
        depth += (word == "(") - (word == ")")
        if depth == 0 and word in (*OPERATORS, "if", "~", "not"):
            words.append(word)
    return words[-1] if words else "a constant"


def show(expression, leaves, found, expected, device):
    where = np.argwhere(~same(found, expected, expression.inexact))[:4, 0]
    lines = [
        f"another value of {root(expression.text)}\n{expression.text}: {expression.type}, stored as {expected.dtype}, on {device}"
    ]
    for i in where:
        operands = ", ".join(f"{leaf.text} = {leaf.values[i]!r}" for leaf in leaves if leaf.text in expression.text)
        lines.append(f"{found[i]!r}, not {expected[i]!r}, with {operands}")
    return "\n".join(lines)


def expressions(rng, device):
    with np.errstate(all="ignore"):
        types = [rng.choice(typed.TYPES) for _ in range(4)]
        arrays = [draw(rng, t, N_ITEMS) for t in types]
        leaves = [typed.Expression(f"{name}[i]", t, x) for name, t, x in zip("abcd", types, arrays, strict=True)]
        number_type = rng.choice(("int64", "float64"))
        number = draw(rng, number_type, 1)[0].item()
        leaves.append(typed.Expression("k", number_type, np.full(N_ITEMS, number, number_type)))
        maker = Maker(rng, leaves)
        made = [maker.make(rng.choice((1, 2, 2, 3, 4)), exact=False) for _ in range(rng.choice((2, 4, 6)))]
        stored = [result_type(rng, e) for e in made]
        expected = [typed.convert(e.values, t) for e, t in zip(made, stored, strict=True)]
    outs = [f"out{k}" for k in range(len(made))]
    body = "".join(f"    {out}[i] = {e.text}\n" for out, e in zip(outs, made, strict=True))
    source = f"def kernel(item, a, b, c, d, k, {', '.join(outs)}):\n    i = item.get_id(0)\n{body}"
    note(lambda: f"types {types} {number_type}\n{source}")
    queue = dpctl.SyclQueue(device)
    given = [dpt.asarray(x, sycl_queue=queue) for x in arrays]
    results = [dpt.zeros(N_ITEMS, dtype=t, sycl_queue=queue) for t in stored]
    function = define(source, "<random expressions>")
    dpex.call_kernel(dpex.kernel(function, fp_contract=False), dpex.Range(N_ITEMS), *given, number, *results)
    for expression, result, values in zip(made, results, expected, strict=True):
        found = dpt.asnumpy(result)
        with np.errstate(all="ignore"):
            if not same(found, values, expression.inexact).all():
                raise AssertionError(show(expression, leaves, found, values, device.name))
    if HAS_NUMBA and rng.random() < 0.01:
        beside_numba(source, arrays, number, stored, made, expected)


def beside_numba(source, arrays, number, stored, made, expected):
    """Types and values by Numba. Python's and C's undefined results are compared where they are defined the same way."""
    import numba

    for expression, values, t in zip(made, expected, stored, strict=True):
        if t != expression.type or any(word in expression.text for word in ("<<", ">>", "int", "//", "%")):
            continue  # counts beyond 63, conversions that do not fit, division by zero
        text = f"def kernel(a, b, c, d, k, out):\n    for i in range({N_ITEMS}):\n        out[i] = {expression.text}\n    return {expression.text.replace('[i]', '[0]')}\n"
        function = numba.njit(define(text, "<for Numba>"), error_model="numpy")
        out = np.zeros(N_ITEMS, t)
        try:
            function(*arrays, number, out)
        except Exception:  # noqa: BLE001 (its compiler fails for some of them, and complex numbers divided by 0 raise)
            continue
        returned = str(function.nopython_signatures[0].return_type)
        assert returned == t, f"another type than Numba's\n{expression.text}: {returned}, here {t}"
        if not same(out, values, True).all():
            raise AssertionError(
                f"another value than Numba's of {root(expression.text)}\n" + show(expression, [], out, values, "Numba")
            )


# ---- statements --------------------------------------------------------------------------------------------------------


def statements(rng, device):
    seed = rng.randrange(1000, 1 << 40)
    if rng.random() < 0.5:
        program = generate(seed)
        local, shared = (program.group,), [kapi.LocalAccessor(program.group, dtype=np.int64)] if program.group else []
        total = (
            (program.group * rng.choice((1, 2, 3)),)
            if program.group
            else (rng.choice((1, 2, 5)), 21)
            if program.ndim == 2
            else (rng.choice((1, 7, 37, 64)),)
        )
        space = dpex.NdRange(total, local) if program.group else dpex.Range(*total)
        memory, views = arguments(total, rng.randrange(1 << 30)), WHOLE
    else:
        program = generate_for_groups(seed)
        space, n = dpex.NdRange(program.total, program.local), math.prod(program.total)
        shared = [kapi.LocalAccessor(math.prod(program.local), dtype=np.dtype(program.local_type).type)]
        views = [rng.choice(VIEWS) for _ in range(11)]
        memory = twice(arguments((n,), rng.randrange(1 << 30)))
    note(lambda: program.source)
    function = define(program.source, "<random statements>")
    for k, (expected, found) in enumerate(outcomes(function, space, memory, shared, views, dpctl.SyclQueue(device))):
        if not np.array_equal(found, expected, equal_nan=True):
            raise AssertionError(f"another outcome of statements\narray {k}")


# ---- cases -------------------------------------------------------------------------------------------------------------

_growth = Growth(every=1000)


def run(rng, device):
    """One case on a device."""
    (statements if rng.random() < 0.33 else expressions)(rng, device)


def case(rng: random.Random):
    """One kernel."""
    run(rng, dpctl.SyclDevice("opencl:cpu:0"))
    _growth.check()
