"""From a prange loop to a kernel.

A loop without reductions becomes a kernel over the range of its iterations. One with reductions runs over (blocks,
lanes): a block computes a contiguous part of the iterations, which its lanes take cyclically, so that neighbouring
work-items read neighbouring elements; each work-item writes its partial result to an element of its own, and the caller
combines them.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import NamedTuple

from ..core.exceptions import UnsupportedParforError
from . import ir
from .checked import report_failures
from .elements import NeedsStorage
from .errors import TypingError, located
from .frame import Frame
from .kernel_functions import linear_id
from .lists import NeedsListType
from .loop_text import Loop
from .lower import Lowerer, parameter
from .operators import binary, constant
from .own_arrays import settle
from .prune import prune
from .source import Source
from .types import BOOL, COMPLEX128, FLOAT64, INT64, UINT64, Scalar
from .values import Tuple, cast

__all__ = ["LoopKernel", "ReducedArray", "StaticKind", "TupleKind", "lower_loop", "value_of"]


# by kind: the type in which a scalar is passed, that of Python
_PASSED_AS = {"b": BOOL, "i": INT64, "u": UINT64, "f": FLOAT64, "c": COMPLEX128}


class TupleKind(NamedTuple):
    """The kind of a tuple. cls: the class of a named tuple."""

    items: tuple
    cls: type | None = None


class ReducedArray(NamedTuple):
    """The kind of an array that iterations add to, as in ``total += x[i]``."""

    dtype: Scalar
    ndim: int


class StaticKind(NamedTuple):
    """The kind of an object that is known at compile time."""

    value: object


@dataclass(slots=True, eq=False)
class LoopKernel:
    """The representation of a loop, the arguments that it writes to, the types of its partial results, and the messages
    of its checks."""

    function: ir.Function
    written: frozenset[int]  # indices in function.parameters
    partials: list[Scalar]
    failures: list
    generators: frozenset[str]  # the generators for which a seed is passed: "random", "numpy"


_BLOCK_1D = """
for __r in range(__full):
    __k = __base + __r * __lanes + __lane
for __r in range(__full, (__count - __lane + __lanes - 1) // __lanes):
    __k = __base + __r * __lanes + __lane
"""
_BLOCK_ND = """
for __o in range(__first, __last):
    for __r in range(__full):
        __k = __r * __lanes + __lane
    for __r in range(__full, (__count - __lane + __lanes - 1) // __lanes):
        __k = __r * __lanes + __lane
"""


def _parsed(text: str, node) -> list[ast.stmt]:
    statements = ast.parse(text).body
    for s in statements:
        for n in ast.walk(s):
            if isinstance(n, (ast.expr, ast.stmt)):
                ast.copy_location(n, node)
    return statements


def value_of(lowerer: Lowerer, node, name: str, kind):
    """The value of a name from outside, for which parameters are added; for kind see lower_loop."""
    parameters = lowerer.function.parameters
    match kind:
        case Scalar():
            return cast(parameter(name, _PASSED_AS[kind.kind], parameters), kind)
        case TupleKind(items=items, cls=cls):
            return Tuple(tuple(value_of(lowerer, node, name, k) for k in items), cls)
        case StaticKind(value=list() | dict() | set() as value):
            kind = type(value).__name__
            hint = "lists of ints alone, or of floats alone, are taken; else use a tuple or an array"
            raise lowerer.error(TypingError, f"the {kind} '{name}' cannot be used in a loop", node, hint=hint)
        case StaticKind(value=value):
            return lowerer.wrap(node, value)
    found = parameter(name, kind, parameters)
    return found if found.ndim else ir.Load(found, ())


class _DrawsNumbers(Exception):
    """Raised when a loop is found to draw random numbers, so that it is translated again with their state."""


class _Draws:
    """The state of a loop's random numbers: the seed of the launch, and for each work-item the current iteration and
    its number of draws."""

    def __init__(self, lowerer: Lowerer):
        self.lowerer, self.generators = lowerer, set()
        self.seed = ir.Var("seed", INT64)
        base = ir.ArrayParameter("draws", INT64, "private", (2,), (8,), "C")
        lowerer.function.arrays.append(base)
        self.state = ir.Array(base, INT64, constant(0), (constant(2),), (constant(8),))
        lowerer.draws = self.next

    def start_round(self, number: ir.Expr) -> None:
        for slot, value in enumerate((number, constant(0))):
            self.lowerer.emit(ir.Store(self.lowerer.line, self.state, (constant(slot),), value))

    def next(self, generator: str) -> list[ir.Expr]:
        self.generators.add(generator)
        load = lambda slot: ir.Load(self.state, (constant(slot),))  # noqa: E731
        index, draw = (self.lowerer.assign_new(name, load(slot)) for slot, name in enumerate(("index", "draw")))
        self.lowerer.emit(ir.Store(self.lowerer.line, self.state, (constant(1),), binary("add", draw, constant(1))))
        return [ir.Read(self.seed), index, draw]


def _ask_for_draws(generator: str):
    raise _DrawsNumbers


class _InPlace(ast.NodeTransformer):
    """Rewrites ``name += value`` for arrays to an assignment to all elements."""

    def __init__(self, source: Source, names: set[str]):
        self.source, self.names = source, names

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name) and node.target.id in self.names:
            array = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            everything = ast.copy_location(ast.Constant(...), node.target)
            node.target = ast.copy_location(ast.Subscript(array, everything, ast.Store()), node.target)
        return node

    def visit_Assign(self, node):
        if any(isinstance(t, ast.Name) and t.id in self.names for t in node.targets):
            hint = "write += (or another operator and =) for an array"
            raise located(
                UnsupportedParforError,
                "this reduction of an array assigns a new one in each round",
                self.source,
                node,
                hint=hint,
            )
        return node


class _LoopLowerer:
    """The translation of one loop for arguments of given kinds."""

    def __init__(self, source: Source, loop: Loop, unit: tuple[bool, ...], debug: bool, draws: bool):
        self.loop, self.statements = loop, loop.body
        ndim = 2 if loop.reductions else len(loop.targets)
        self.function = ir.Function(f"{source.identifier}_loop", source.file, ndim, False, [])
        self.lowerer = Lowerer(self.function, debug)
        self.lowerer.checks_names = True
        self.draws = _Draws(self.lowerer) if draws else None
        if not draws:
            self.lowerer.draws = _ask_for_draws
        self.lowerer.frame = Frame(source, {})
        self.lowerer.line = source.line_of(loop.node)
        self.env = self.lowerer.frame.env
        self.unit = unit
        self.starts, self.steps = [], []

    def scalar(self, name: str) -> ir.Expr:
        var = ir.Var(name, INT64, name.startswith("__"))
        self.function.parameters.append(var)
        return ir.Read(var)

    def add_bounds(self) -> None:
        """Start and step of each dimension; those of a plain range are constants."""
        for i, plain in enumerate(self.unit):
            self.starts.append(constant(0) if plain else self.scalar(f"start{i}"))
            self.steps.append(constant(1) if plain else self.scalar(f"step{i}"))

    def value_of(self, name: str, kind):
        return value_of(self.lowerer, self.loop.node, name, kind)

    def set_target(self, d: int, k: ir.Expr) -> None:
        value = binary("add", self.starts[d], binary("mul", k, self.steps[d])) if not self.unit[d] else k
        self.lowerer.store(self.loop.targets[d], value)

    def rounds(self) -> None:
        """Translates the loop with one work-item per iteration."""
        for d in range(len(self.unit)):
            self.set_target(d, ir.Id("global_id", d))
        if self.draws:
            self.draws.start_round(linear_id("global_id", "global_size", len(self.unit)))
        body = self.loop.body
        if any(isinstance(n, ast.Continue) for b in body for n in ast.walk(b)):
            (once,) = _parsed("for __once in range(1): pass", self.loop.node)
            once.body = body
            body = [once]
        self.lowerer.body(body)

    def target_statements(self, d: int, k: str) -> list[ast.stmt]:
        text = k if self.unit[d] else f"__start{d} + ({k}) * __step{d}"
        (statement,) = _parsed(f"__target = {text}", self.loop.node)
        statement.targets = [self.loop.targets[d]]
        return [statement]

    def round_statements(self) -> list[ast.stmt]:
        """Statements at the start of an iteration, after __k is assigned."""
        statements = self.target_statements(len(self.unit) - 1, "__k")
        if self.draws:
            self.env["__draws"] = self.draws.state
            number = "__k" if len(self.unit) == 1 else "__o * __inner + __k"
            statements += _parsed(f"__draws[0] = {number}\n__draws[1] = 0", self.loop.node)
        return statements

    def fill(self, statements, outer: list[ast.stmt]) -> list[ast.stmt]:
        """Inserts the body after each assignment of __k."""
        for s in statements:
            if isinstance(s, ast.For) and isinstance(s.body[0], ast.Assign):
                s.body += [*self.round_statements(), *self.statements]
            elif isinstance(s, ast.For):
                s.body = [*outer, *self.fill(s.body, [])]
        return statements

    def blocks(self, starts: dict[str, ir.Expr], lanes: int) -> list[Scalar]:
        """Translates the loop with one work-item per lane of each block; returns the types of its partial results.

        A CPU computes the lanes of a block at once in a vector, so that it reads memory sequentially.
        """
        env, n = self.env, len(self.unit)
        self.function.lanes = lanes
        env.update({f"__start{d}": self.starts[d] for d in range(n)} | {f"__step{d}": self.steps[d] for d in range(n)})
        env["__lanes"] = constant(lanes)
        env["__lane"], block = ir.Id("global_id", 1), ir.Id("global_id", 0)
        piece, total, inner, middle = (self.scalar(f"__{what}") for what in ("piece", "total", "inner", "middle"))
        env |= {"__block": block, "__piece": piece, "__total": total, "__inner": inner, "__middle": middle}
        node = self.loop.node
        if n == 1:
            head = "__base = __block * __piece\n__count = min(__piece, __total - __base)\n__full = __count // __lanes"
            text, outer = _BLOCK_1D, []
        else:
            head = (
                "__first = __block * __piece\n__last = min(__first + __piece, __total)\n__count = __inner\n__full = "
                "__count // __lanes"
            )
            text = _BLOCK_ND
            rounds = ["__o"] if n == 2 else ["__o // __middle", "__o % __middle"]
            outer = [s for d, k in enumerate(rounds) for s in self.target_statements(d, k)]
        env.update(starts)
        self.lowerer.body(_parsed(head, node))
        for name in ("__count", "__full"):
            self.lowerer.frame.env[name].var.non_negative = True
        self.lowerer.body(self.fill(_parsed(text, node), outer))
        index = binary("add", binary("mul", block, constant(lanes)), env["__lane"])
        return [self.write_partial(name, index) for name, start in starts.items() if isinstance(start, ir.Expr)]

    def own_part(self, name: str, kind: ReducedArray, lanes: int) -> ir.Array:
        """The work-item's partial sums of an array, interleaved with those of its neighbours."""
        whole = parameter(f"{name}_partial", (kind.dtype, kind.ndim + 1, "C", "global"), self.function.parameters)
        item = binary("add", binary("mul", ir.Id("global_id", 0), constant(lanes)), ir.Id("global_id", 1))
        offset = binary("mul", item, constant(kind.dtype.bits // 8))
        return ir.Array(whole.base, kind.dtype, offset, whole.shape[:-1], whole.strides[:-1])

    def write_partial(self, name: str, index: ir.Expr) -> Scalar:
        value = self.lowerer.frame.env[name]
        if not isinstance(value, ir.Expr):
            raise located(
                TypingError, f"the reduction '{name}' must be a number", self.lowerer.frame.source, self.loop.node
            )
        if self.loop.reductions[name] in ("all", "any") and value.type != BOOL:
            what = f"a reduction by 'and' or 'or' must be true or false, not {value.type}: '{name}'"
            raise located(
                TypingError,
                what,
                self.lowerer.frame.source,
                self.loop.node,
                hint="compare with 0, or begin with True or False",
            )
        out = parameter(f"{name}_partial", (value.type, 1, "C", "global"), self.function.parameters)
        self.lowerer.emit(ir.Store(self.lowerer.line, out, (index,), value))
        return value.type


_NEUTRAL = {"add": 0, "mul": 1, "xor": 0}


def lower_loop(
    source: Source, loop: Loop, unit: tuple[bool, ...], kinds: list, initial: list, lanes: int, debug: bool
) -> LoopKernel:
    """Translate a loop.

    unit: for each dimension, whether it starts at 0 and has step 1. kinds: of the loop's inputs: a Scalar, (dtype,
    ndim, layout, space) for an array, a TupleKind or a StaticKind. initial: the types that the reductions have before
    the loop (a Scalar or a ReducedArray). lanes: work-items of a block of a reduction. debug: whether indices, divisors
    and assertions are checked.

    Parameters of the kernel: start and step of each dimension that is not unit; with reductions four numbers
    (iterations of a block, iterations of all outer dimensions, the last extent, the middle one); the inputs; for each
    reduction the value before the loop, or for an array the partial results of all work-items along the last dimension;
    arrays of partial results; a seed if there are random numbers; in debug mode a record (checked.py).
    """
    draws = stores_names = False
    list_types: dict = {}
    rebound: frozenset = frozenset()
    while True:
        work = _LoopLowerer(source, loop, unit, debug, draws)
        work.lowerer.stores_names, work.lowerer.list_types = stores_names, list_types
        work.lowerer.rebound = rebound
        try:
            return _lower_loop(source, loop, unit, kinds, initial, lanes, work)
        except _DrawsNumbers:
            draws = True
        except NeedsStorage as needed:
            stores_names, rebound = True, rebound | set(needed.args)
        except NeedsListType as needed:
            list_types |= dict([needed.args])


def _lower_loop(
    source: Source, loop: Loop, unit, kinds: list, initial: list, lanes: int, work: _LoopLowerer
) -> LoopKernel:
    work.add_bounds()
    if not loop.reductions:
        for name, kind in zip(loop.inputs, kinds, strict=True):
            work.env[name] = work.value_of(name, kind)
        work.rounds()
        partials = []
    else:
        later = work.function.parameters
        work.function.parameters = []
        for name, kind in zip(loop.inputs, kinds, strict=True):
            work.env[name] = work.value_of(name, kind)
        starts = {}
        for (name, op), t in zip(loop.reductions.items(), initial, strict=True):
            if isinstance(t, ReducedArray):
                starts[name] = work.own_part(name, t, lanes)
                continue
            before = work.value_of(name, t)
            starts[name] = cast(constant(_NEUTRAL[op]), t) if op in _NEUTRAL else before
        arrays = {name for name, t in zip(loop.reductions, initial, strict=True) if isinstance(t, ReducedArray)}
        if arrays:
            work.statements = [_InPlace(source, arrays).visit(copy.deepcopy(s)) for s in loop.body]
        inputs, work.function.parameters = work.function.parameters, later
        n = len(later) + 4
        partials = work.blocks(starts, lanes)
        work.function.parameters[n:n] = inputs
    generators = frozenset(work.draws.generators if work.draws else ())
    if generators:
        work.function.parameters.append(work.draws.seed)
    settle(work.lowerer, True)
    prune(work.function)
    ir.verify(work.function)
    written, failures = ir.written_parameters(work.function), []
    if any(isinstance(s, ir.Check) for s in ir.walk(work.function.body)):
        report_failures(work.function, failures)
    return LoopKernel(work.function, written, partials, failures, generators)
