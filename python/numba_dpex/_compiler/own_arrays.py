"""Arrays of a work-item's own whose extents are known at run time: ``np.empty(x.shape[1])``, ``x[i, 1:].copy()``.

Private memory is allocated before a launch, so the number of elements must be bounded by then. The bound is an interval
computed from the extent's expression: arguments and their extents are known at a launch, ids and loop variables are in
ranges. Where an extent depends on an element of an array or the like, a check at run time holds it to `MOST_UNKNOWN`.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

from . import ir
from .errors import TypingError
from .indexing import dense_strides, size
from .operators import compare, constant, select
from .types import Scalar, from_numpy
from .values import describe

__all__ = [
    "OWN_BYTES",
    "Bound",
    "capacities",
    "constant_array_of",
    "data_type",
    "definitions_of",
    "made_array",
    "array_in",
    "set_capacities",
    "settle",
]

OWN_BYTES = 1 << 20  # maximum of all private arrays of a work-item
MOST_BYTES = 64 << 20  # the same, where it is allocated for the sizes of a launch
OWN_BYTES_OF_LANES = 256 << 10  # up to which a vector of work-items runs at once
_MOST_ROUNDS = 8  # in which intervals of merged variables grow
MOST_UNKNOWN = 4096  # elements of an array whose size is not bounded before the launch


@dataclass(slots=True, eq=False)
class Pending:
    """An array whose bound is found when the translation is complete."""

    base: ir.ArrayParameter
    n: ir.Expr
    check: ir.Check
    error: object  # makes the exception for an extent that is not bounded


def made_array(lower, node, t: Scalar, shape: tuple[ir.Expr, ...], zeroed: bool) -> ir.Array:
    """A private array of run-time extents, in C order."""
    base = ir.ArrayParameter("own_array", t, "private", (1,), (t.bits // 8,), "C", zeroed)
    lower.function.arrays.append(base)
    return array_in(lower, node, base, shape)


def array_in(lower, node, base: ir.ArrayParameter, shape: tuple[ir.Expr, ...]) -> ir.Array:
    """An array of these extents, in C order, at the begin of private memory, which has to be as large."""
    t = base.dtype
    shape = tuple(lower.named("extent", n) for n in shape)
    steps = dense_strides(shape, t.bits // 8)
    strides = tuple(lower.named("stride", s) for s in steps)
    n = lower.named("size", size(ir.Array(None, t, constant(0), shape, strides)))
    text = f"an array of a work-item's own takes at most {MOST_UNKNOWN} elements if its size depends on elements"
    check = ir.Check(lower.line, compare("le", n, constant(MOST_UNKNOWN)), "MemoryError", text)
    lower.emit(check)
    hint = "pass the size as an argument, or allocate the array outside, with a row for each work-item"
    error = lower.error(TypingError, "the size of this array must be known at the launch", node, hint=hint)
    lower.pending.append(Pending(base, n, check, error))
    return ir.Array(base, t, constant(0), shape, strides)


def _private_bytes(function: ir.Function) -> int:
    return sum(math.prod(a.shape) * a.dtype.bits // 8 for a in function.arrays if a.space == "private")


def constant_array_of(lower, node, space: str, extents: tuple, t: Scalar, zeroed: bool) -> ir.Array:
    """An array that the kernel allocates, of constant extents."""
    if not extents or not all(isinstance(n, int) and n > 0 for n in extents):
        raise lower.error(TypingError, "the shape must be positive constants", node, f"{extents}")
    strides = [t.bits // 8]
    for n in reversed(extents[1:]):
        strides.insert(0, strides[0] * n)
    base = ir.ArrayParameter(f"{space}_array", t, space, tuple(extents), tuple(strides), "C", zeroed)
    lower.function.arrays.append(base)
    own = _private_bytes(lower.function)
    if own > OWN_BYTES:
        hint = "allocate it outside of the kernel, with a row for each work-item"
        raise lower.error(
            TypingError, f"a work-item's own arrays take {own} bytes, at most {OWN_BYTES} are allowed", node, hint=hint
        )
    shape, steps = (tuple(map(constant, n)) for n in (base.shape, base.strides))
    return ir.Array(base, t, constant(0), shape, steps)


def data_type(lower, node, dtype) -> Scalar:
    given = lower.literal(node, dtype)
    try:
        found = given if isinstance(given, Scalar) else from_numpy(given)
    except (TypeError, ValueError):  # not a dtype
        found = None
    if found is None:
        raise lower.error(
            TypingError, "there are no elements of this type", node, describe(dtype), "a dtype of numbers is needed"
        )
    return found


# ---- bounds -----------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Bound:
    """The number of elements of an array as a function of the arguments."""

    n: ir.Expr
    definitions: dict  # by id of a variable: its expression, or the ir.For that it counts

    def most(self, values: dict, total: tuple | None) -> int | None:
        """The maximum; None if it is not bounded. values: of parameters, by id; total: the extents of the launch."""
        interval = _Intervals(self.definitions, values, total).of(self.n)
        return None if interval is None else max(interval[1], 1)


class _Intervals:
    """Intervals of integer expressions. values None: any parameter has a value."""

    def __init__(self, definitions: dict, values: dict | None, total: tuple | None):
        self.definitions, self.values, self.total = definitions, values, total
        self.known: dict = {}
        self.merged: dict = {}  # by id of a variable that several paths give a value: its interval, as far as known

    def of(self, e: ir.Expr) -> tuple[int, int] | None:
        """The interval of an expression; of merged variables the least that holds what the paths give them."""
        rounds = 0
        while True:
            found = self._part(e)
            before = [(key, known) for key, known in self.merged.items() if known is not None]
            n_merged, grown = len(self.merged), {}
            for key, known in before:
                value = functools.reduce(_union, map(self._part, self.definitions[key]), known)
                if value != known:
                    grown[key] = value
            if not grown and n_merged == len(self.merged):
                return found or None
            rounds += 1  # one that goes on growing is not bounded
            self.merged |= grown if rounds < _MOST_ROUNDS else dict.fromkeys(grown)
            self.known = {}

    def _part(self, e: ir.Expr):
        """An interval; None: any number, (): none, of a variable that depends on itself alone."""
        found = self.known.get(id(e))
        if found is None and id(e) not in self.known:
            self.known[id(e)] = None  # ends a cycle
            found = self.known[id(e)] = self._of(e)
        return found

    def _of(self, e: ir.Expr):
        match e:
            case ir.Const(value=value) if e.type.kind in "biu":
                return int(value), int(value)
            case ir.Read(var=var):
                return self._variable(var)
            case ir.Cast(x=x) if e.type.kind in "iu":
                return self._part(x)
            case ir.Id(kind="global_id", dim=d):
                return (0, 1 << 31) if self.total is None else (0, max(self.total[d] - 1, 0))
            case ir.Id(kind="global_size", dim=d):
                return (1, 1 << 31) if self.total is None else (self.total[d],) * 2
            case ir.Binary(op=op, a=a, b=b):
                a, b = self._part(a), self._part(b)
                return None if a is None or b is None else a and b and _of_binary(op, a, b)
            case ir.Select(cond=cond, a=a, b=b):
                return self._select(cond, a, b)
            case ir.Load(array=array) if id(array.base) in self.definitions:  # the length of a list
                most = self._part(self.definitions[id(array.base)])
                return (0, max(most[1], 0)) if most else None
        return None

    def _variable(self, var: ir.Var) -> tuple[int, int] | None:
        definition = self.definitions.get(id(var), ...)
        if isinstance(definition, list):
            return self.merged.setdefault(id(var), ())
        if isinstance(definition, ir.For):
            start, stop, step = map(self._part, (definition.start, definition.stop, definition.step))
            if not (start and stop and step):
                return None if None in (start, stop, step) else ()
            return (start[0], max(stop[1] - 1, start[0])) if step[0] > 0 else (min(stop[0] + 1, start[1]), start[1])
        if definition is not ...:
            return self._part(definition)
        if self.values is None:
            return (1, 1)
        value = self.values.get(id(var))
        return None if value is None else (value, value)

    def _select(self, cond, a: ir.Expr, b: ir.Expr) -> tuple[int, int] | None:
        """A minimum or maximum where the condition compares the operands, else what holds both."""
        x, y = self._part(a), self._part(b)
        if isinstance(cond, ir.Compare):
            p, q = self._part(cond.a), self._part(cond.b)
            decided = None if not p or not q else _decided(cond.op, p, q)
            if decided is not None:
                return x if decided else y
        if not x or not y:
            return _union(x, y)
        if isinstance(cond, ir.Compare) and cond.op in ("lt", "gt", "le", "ge"):
            straight = _is(cond.a, a) and _is(cond.b, b)
            if straight or _is(cond.a, b) and _is(cond.b, a):
                least = (cond.op in ("lt", "le")) == straight
                pick = min if least else max
                return pick(x[0], y[0]), pick(x[1], y[1])
        return min(x[0], y[0]), max(x[1], y[1])


def _union(a, b):
    """The least interval that holds both; () is none, None any number."""
    if not a or not b:
        return None if a is None or b is None else a or b
    return min(a[0], b[0]), max(a[1], b[1])


def _is(a: ir.Expr, b: ir.Expr) -> bool:
    if isinstance(a, ir.Read) and isinstance(b, ir.Read):
        return a.var is b.var
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return a.value == b.value
    return a is b


def _decided(op: str, p: tuple, q: tuple) -> bool | None:
    if op in ("gt", "le"):
        p, q = q, p
    if op in ("lt", "gt"):
        return True if p[1] < q[0] else False if p[0] >= q[1] else None
    if op in ("ge", "le"):
        return True if p[0] >= q[1] else False if p[1] < q[0] else None
    return None


def _of_binary(op: str, a: tuple, b: tuple) -> tuple[int, int] | None:
    if op == "add":
        return a[0] + b[0], a[1] + b[1]
    if op == "sub":
        return a[0] - b[1], a[1] - b[0]
    if op == "mul" or op == "floordiv" and b[0] > 0:
        found = [x * y if op == "mul" else x // y for x in a for y in b]
        return min(found), max(found)
    if op == "mod" and b[0] > 0:
        return 0, b[1] - 1
    if op == "shr" and a[0] >= 0 and b[0] >= 0 and b[1] < 64:
        return a[0] >> b[1], a[1] >> b[0]
    if op == "shl" and a[0] >= 0 and b[0] >= 0 and b[1] < 32:
        return a[0] << b[0], a[1] << b[1]
    return None


def definitions_of(function: ir.Function) -> dict:
    """By id of a variable: its expression, the ir.For that counts it, or a list of what branches merge in it."""
    merged: dict = {}
    loops: dict = {}
    for s in ir.walk(function.body):
        match s:
            case ir.Assign(var=var, value=value):
                merged.setdefault(id(var), []).append(value)
            case ir.For(var=var):
                loops[id(var)] = s
            case ir.Copies(pairs=pairs):
                for var, value in pairs:
                    merged.setdefault(id(var), []).append(value)
    return {key: values[0] if len(values) == 1 else values for key, values in merged.items()} | loops


def settle(lower, checks: bool) -> None:
    """Give each array of run-time extents its bound, when the translation is complete. checks: whether the caller
    reports failures; otherwise an extent without a bound is an error."""
    function = lower.function
    own = {id(a) for a in function.arrays}
    pending = [p for p in lower.pending if id(p.base) in own]
    lists = [v for v in lower.lists if id(v.base) in own]
    if not pending and not lists:
        return
    definitions, superfluous = definitions_of(function), set()
    _settle_lists(function, lists, definitions, superfluous, checks)
    for base in {id(p.base): p.base for p in pending}.values():
        _settle_array(base, [p for p in pending if p.base is base], definitions, superfluous, checks)
    _remove(function.body, superfluous)


def _settle_array(base: ir.ArrayParameter, pending: list, definitions: dict, superfluous: set, checks: bool) -> None:
    """The capacity of an array, whose memory several may share one after the other."""
    unknown = [p for p in pending if _Intervals(definitions, None, None).of(p.n) is None]
    if unknown:
        if not checks:
            raise unknown[0].error
        base.shape = (MOST_UNKNOWN,)
        return
    n = functools.reduce(lambda a, b: select(compare("lt", a, b), b, a), (p.n for p in pending))
    fixed = [_Intervals(definitions, {}, None).of(p.n) for p in pending]
    if len(pending) > 1 and None not in fixed and max(f[1] for f in fixed) <= MOST_UNKNOWN:
        base.shape = (max(1, *(f[1] for f in fixed)),)
    else:
        base.bound = Bound(n, definitions)
    superfluous |= {id(p.check) for p in pending}


def _settle_lists(function: ir.Function, lists, definitions: dict, superfluous: set, checks: bool) -> None:
    """The capacities of lists; the number of elements of one is bounded where loops with a count append to it."""
    most = [(v, v.growth.most(function.body)) for v in lists]
    definitions |= {id(v.n.base): n for v, n in most if n is not None}
    for v, n in most:
        fixed = None if n is None else _Intervals(definitions, {}, None).of(n)
        if fixed is not None and fixed[1] <= MOST_UNKNOWN:
            v.base.shape = (max(fixed[1], 1),)
        elif n is not None and _Intervals(definitions, None, None).of(n) is not None:
            v.base.bound = Bound(n, definitions)
        elif not checks:
            raise v.growth.error
        else:
            v.base.shape = (MOST_UNKNOWN,)
            continue
        superfluous |= {id(c) for c in v.growth.checks}


def _remove(body: list, statements: set[int]) -> None:
    body[:] = [s for s in body if id(s) not in statements]
    for s in body:
        for name in ("then", "orelse", "body"):
            if hasattr(s, name):
                _remove(getattr(s, name), statements)


def capacities(function: ir.Function, args, total: tuple) -> tuple[int, ...]:
    """The number of elements of each array with a bound, rounded up, so that few sizes are compiled."""
    values: dict = {}
    for p, a in zip(function.parameters, args, strict=False):
        if isinstance(p, ir.ArrayParameter):
            values |= {id(v): n for v, n in zip(p.shape, a.shape, strict=False)}
            size = p.dtype.bits // 8
            values |= {id(v): n * size for v, n in zip(p.strides, getattr(a, "strides", ()), strict=False)}
        elif not isinstance(a, (float, complex)):
            values[id(p)] = int(a)
    found = []
    for a in function.arrays:
        if a.bound is not None:
            most = a.bound.most(values, total)
            found.append(MOST_UNKNOWN if most is None else most if most <= 16 else -(-most // 8) * 8)
    return tuple(_rounded(n) for n in found)


def _rounded(n: int) -> int:
    """n with two significant bits."""
    unit = 1 << max(n.bit_length() - 3, 0)
    return -(-n // unit) * unit


def set_capacities(function: ir.Function, sizes: tuple[int, ...]) -> None:
    """Allocate arrays of run-time extents with these numbers of elements."""
    bounded = [a for a in function.arrays if a.bound is not None]
    for a, n in zip(bounded, sizes, strict=True):
        a.shape = (n,)
    own = _private_bytes(function)
    if own > MOST_BYTES:
        text = f"{function.name}: each work-item allocates {own} bytes, at most {MOST_BYTES} are allowed"
        raise MemoryError(f"{text}\n{function.file}\nhint: allocate outside of it, with a row for each work-item")
    if own > OWN_BYTES_OF_LANES and function.lanes is None and not function.has_groups:
        function.lanes = 1
