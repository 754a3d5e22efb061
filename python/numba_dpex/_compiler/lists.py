"""Lists of numbers in kernels and prange loops: ``[]``, `append`, comprehensions.

A list is memory of the work-item's own, with the number of its elements beside it, so that all names of a list see what
is appended. Private memory is allocated before a launch: `grown` bounds the number of elements by the loops around each
`append`. Comprehensions and generators become functions with loops, which are inlined.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from . import ir
from .array_functions import sort
from .errors import CompileError, TypingError
from .list_functions import METHODS, concatenated, copied, extend, repeated
from .operators import binary, compare, constant, select
from .own_arrays import MOST_UNKNOWN
from .types import INT64, Scalar, unify
from .values import List, cast, describe

__all__ = [
    "LIST_METHODS",
    "NeedsListType",
    "accumulated",
    "call_list_method",
    "comprehension",
    "current",
    "new_list",
    "operate_on_lists",
]


class NeedsListType(Exception):
    """Raised where a number is appended that a list cannot hold, so that the kernel is translated again with the list
    of a type that can: (position of the list in the source, type)."""


@dataclass(slots=True, eq=False)
class Growth:
    """What bounds the elements of a list: where it is made, and where an element is added."""

    created: ir.Statement
    error: CompileError  # for a list without a bound
    position: tuple  # in the source
    additions: list = field(default_factory=list)
    checks: list = field(default_factory=list)
    is_typed: bool = False
    is_searched: bool = False  # whether its type is being searched in the function's text

    def most(self, body: list) -> ir.Expr | None:
        """The maximum number of elements, as an expression; None if loops without a count add them."""
        wanted = {id(s) for s in (self.created, *self.additions)}
        paths = dict(_paths(body, wanted, ()))
        around = {id(loop) for loop in paths.get(id(self.created), ())}
        total = constant(0)
        for s in self.additions:
            if id(s) not in paths:
                continue  # of an earlier translation
            n = constant(1)
            for loop in paths[id(s)]:
                if id(loop) not in around:
                    rounds = _rounds(loop)
                    if rounds is None:
                        return None
                    n = binary("mul", n, rounds)
            total = binary("add", total, n)
        return total


def _paths(body: list, wanted: set[int], loops: tuple):
    """(id of a wanted statement, the loops around it)"""
    for s in body:
        if id(s) in wanted:
            yield id(s), loops
        inner = (*loops, s) if isinstance(s, (ir.For, ir.Loop)) else loops
        for name in ("then", "orelse", "body"):
            if hasattr(s, name):
                yield from _paths(getattr(s, name), wanted, inner)


def _rounds(loop) -> ir.Expr | None:
    """The number of iterations of a loop, or more."""
    if not isinstance(loop, ir.For) or not isinstance(loop.step, ir.Const):
        return None
    step = loop.step.value
    first, last = (loop.start, loop.stop) if step > 0 else (loop.stop, loop.start)
    span = binary("add", binary("sub", last, first), constant(abs(step) - 1))
    n = binary("floordiv", span, constant(abs(step)))
    return select(compare("gt", n, constant(0)), n, constant(0))


# ---- making, reading ------------------------------------------------------------------------------------------------


def new_list(lower, node, items=()) -> List:
    """A list of these numbers."""
    base = ir.ArrayParameter("list", INT64, "private", (1,), (INT64.bits // 8,), "C")
    counter = ir.ArrayParameter("length", INT64, "private", (1,), (INT64.bits // 8,), "C")
    lower.function.arrays += [base, counter]
    n = ir.Array(counter, INT64, constant(0), (constant(1),), (constant(INT64.bits // 8),))
    created = ir.Store(lower.line, n, (constant(0),), constant(0))
    lower.emit(created)
    hint = "let loops over range or arrays append to it, or pass an array for the elements"
    error = lower.error(TypingError, "the size of this list must be known at the launch", node, hint=hint)
    position = lower.frame.source.file, lower.frame.source.line_of(node), node.col_offset
    made = List(base, INT64, constant(0), (constant(0),), (constant(8),), n, Growth(created, error, position))
    made.origin = made
    lower.lists.append(made)
    wider = lower.list_types.get(position)
    if items or wider is not None:
        t = items[0].type if items else wider
        for x in items[1:]:
            t = unify(t, x.type)
        _set_type(made, t if wider is None else wider)
        for i, x in enumerate(items):
            _store(lower, made, constant(i), x)
        lower.emit(ir.Store(lower.line, n, (constant(0),), constant(len(items))))
    return _with_extent(made, constant(len(items)))


def _set_type(made: List, t: Scalar) -> None:
    made.dtype = made.base.dtype = t
    made.strides, made.base.strides = (constant(t.bits // 8),), (t.bits // 8,)
    made.growth.is_typed = True


def _store(lower, made: List, at: ir.Expr, value: ir.Expr) -> None:
    statement = ir.Store(lower.line, _with_extent(made, at), (at,), cast(value, made.dtype))
    made.growth.additions.append(statement)
    lower.emit(statement)
    lower.n_stores += 1


def _with_extent(made: List, n: ir.Expr) -> List:
    return List(made.base, made.dtype, made.offset, (n,), made.strides, made.n, made.growth, made.origin)


def current(lower, node, value: List) -> List:
    """The list as its name reads it: with its present number of elements."""
    made = value.origin
    if not made.growth.is_typed and isinstance(node, ast.Name):
        _search_type(lower, node, made)
    var = ir.Var("length", INT64, True)
    lower.emit(ir.Assign(lower.line, var, ir.Load(made.n, (constant(0),))))
    return _with_extent(made, ir.Read(var))


def _search_type(lower, node: ast.Name, made: List) -> None:
    """The common type of all that the function's text appends to the name, as far as it can be known here."""
    if made.growth.is_searched:
        return
    made.growth.is_searched, found = True, None
    for call in ast.walk(lower.frame.source.node):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=node.id), attr="append"), args=[item]):
                t = _type_of(lower, item)
                found = found if t is None else t if found is None else unify(found, t)
    made.growth.is_searched = False
    if found is not None:
        _set_type(made, found)


def _type_of(lower, node) -> Scalar | None:
    """The type of an expression, whose code is discarded; None if it has none here."""
    env, n_arrays, n_lists = dict(lower.frame.env), len(lower.function.arrays), len(lower.lists)
    n_stores, reachable = lower.n_stores, lower.reachable
    frame, depth, line, called = lower.frame, lower.depth, lower.line, lower.called
    try:
        with lower.into([]):
            value = lower.value(node)
    except CompileError:
        value = None
    lower.frame, lower.depth, lower.line, lower.called = frame, depth, line, called
    lower.frame.env, lower.n_stores, lower.reachable = env, n_stores, reachable
    del lower.function.arrays[n_arrays:], lower.lists[n_lists:]
    return value.type if isinstance(value, ir.Expr) else None


def typed(lower, node, value):
    """A value, which if it is a list must have elements of a known type."""
    if isinstance(value, List) and not value.growth.is_typed:
        message = "nothing is appended to this list yet, so that the type of its elements is not known"
        raise lower.error(TypingError, message, node, hint="append before it is read")
    return value


# ---- methods and operators ------------------------------------------------------------------------------------------

LIST_METHODS = ("append", "clear", "copy", "count", "extend", "insert", "pop", "reverse", "sort")


_WRITTEN = METHODS | {"pop": METHODS["pop_at"]}


def call_list_method(lower, node, value: List, name: str, args, keywords):
    """A method of LIST_METHODS."""
    made = value.origin
    if keywords:
        raise lower.error(TypingError, f"{name} of a list takes no keywords", node)
    n_args = {"append": (1,), "clear": (0,), "copy": (0,), "pop": (0, 1), "sort": (0,)}.get(name)
    if n_args is not None and len(args) not in n_args:
        raise lower.error(TypingError, f"{name} of a list takes {n_args[-1]} argument", node, f"{len(args)}")
    if name == "append":
        return _append(lower, node, made, args[0])
    if name == "clear":
        lower.emit(ir.Store(lower.line, made.n, (constant(0),), constant(0)))
        return lower.wrap(node, None)
    if name == "copy":
        return list_of(lower, node, made)
    if name == "sort":
        typed(lower, node, value)
        array = ir.Array(made.base, made.dtype, made.offset, value.shape, made.strides)
        return lower.inline_python(node, sort, [array], {})
    if name == "pop" and not args:
        return _pop(lower, node, made)
    return lower.inline_python(node, _WRITTEN[name], [made, *args], {})


def _append(lower, node, made: List, value):
    if not isinstance(value, ir.Expr):
        hint = "in a kernel, lists are of numbers: use one list for each part"
        raise lower.error(TypingError, "this cannot be appended to a list", node, describe(value), hint)
    if not made.growth.is_typed:
        _set_type(made, value.type)
    wider = unify(made.dtype, value.type)
    if wider is not made.dtype:
        raise NeedsListType(made.growth.position, wider)
    at = ir.Var("length", INT64, True)
    lower.emit(ir.Assign(lower.line, at, ir.Load(made.n, (constant(0),))))
    text = f"a list of a work-item's own takes at most {MOST_UNKNOWN} elements if its size depends on elements"
    check = ir.Check(lower.line, compare("lt", ir.Read(at), constant(MOST_UNKNOWN)), "MemoryError", text)
    made.growth.checks.append(check)
    lower.emit(check)
    _store(lower, made, ir.Read(at), value)
    more = binary("add", ir.Read(at), constant(1))
    lower.emit(ir.Store(lower.line, made.n, (constant(0),), more))
    return lower.wrap(node, None)


def _pop(lower, node, made: List) -> ir.Expr:
    typed(lower, node, made)
    n = lower.assign_new("length", ir.Load(made.n, (constant(0),)))
    has_one = compare("gt", n, constant(0))
    if lower.debug or lower.checks_names:
        lower.emit(ir.Check(lower.line, has_one, "IndexError", "pop from empty list"))
    last = lower.named("last", select(has_one, binary("sub", n, constant(1)), constant(0)))
    found = lower.assign_new("popped", ir.Load(_with_extent(made, n), (last,)))
    lower.emit(ir.Store(lower.line, made.n, (constant(0),), last))
    lower.n_stores += 1
    return found


def operate_on_lists(lower, node, op: str, a, b):
    """Python's operators of lists; None for those of arrays, which take lists too."""
    lists = [isinstance(x, List) for x in (a, b)]
    if all(lists) and op == "add":
        return lower.inline_python(node, concatenated, [a.origin, b.origin], {})
    numbers = [x for x in (a, b) if isinstance(x, ir.Expr)]
    if op == "mul" and len(numbers) == 1 and numbers[0].type.is_integer:
        return lower.inline_python(node, repeated, [(a if lists[0] else b).origin, numbers[0]], {})
    if all(lists) or numbers:
        hint = "np.array(x) makes an array of a list"
        raise lower.error(TypingError, "lists have no such operator", node, f"{describe(a)}, {describe(b)}", hint)
    return None


def extended(lower, node, made: List, values) -> None:
    """made += values"""
    lower.inline_python(node, extend, [made.origin, values], {})


def list_of(lower, node, values) -> List:
    """A new list of what can be iterated over."""
    return lower.inline_python(node, copied, [values], {})


# ---- comprehensions -------------------------------------------------------------------------------------------------


def _name(name: str, store: bool = False) -> ast.Name:
    return ast.Name(name, ast.Store() if store else ast.Load())


def _function(node, before: list, innermost: list, after: list, parameters: tuple = ()) -> ast.FunctionDef:
    """The loops of a comprehension as a function of the first iterable, which is evaluated outside."""
    body = innermost
    for i, g in reversed(list(enumerate(node.generators))):
        for test in reversed(g.ifs):
            body = [ast.If(test, body, [])]
        body = [ast.For(g.target, _name(".0") if i == 0 else g.iter, body, [])]
    args = ast.arguments([], [ast.arg(n) for n in (".0", *parameters)], None, [], [], None, [])
    made = ast.FunctionDef(".comprehension", args, [*before, *body, *after], [], None)
    made.type_params = []
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _called(lower, node, function: ast.FunctionDef, args: list):
    return lower.inline(node, function, lower.frame.source, lower.frame, args, {})


def comprehension(lower, node) -> List:
    """``[... for ... in ...]``, also of a generator."""
    append = ast.Call(ast.Attribute(_name(".list"), "append", ast.Load()), [node.elt], [])
    before = [ast.Assign([_name(".list", True)], ast.List([], ast.Load()))]
    iterable = lower.settled(lower.value(node.generators[0].iter))
    function = _function(node, before, [ast.Expr(append)], [ast.Return(_name(".list"))])
    found = _called(lower, node, function, [iterable])
    if len(node.generators) == 1 and not node.generators[0].ifs and hasattr(iterable, "step"):
        return _with_extent(found, lower.range_length(node, iterable))
    if len(node.generators) == 1 and not node.generators[0].ifs and hasattr(iterable, "shape"):
        return _with_extent(found, iterable.shape[0])
    return found


def accumulated(lower, node, function):
    """`sum`, `any` or `all` (function) of a comprehension or a generator, whose elements are not stored."""
    generator, *start = node.args
    iterable = lower.settled(lower.value(generator.generators[0].iter))
    if function is sum:
        total = _name(".total", True)
        one = ast.Assign([total], ast.BinOp(_name(".total"), ast.Add(), generator.elt))
        made = _function(generator, [], [one], [ast.Return(_name(".total"))], (".total",))
        return _called(lower, node, made, [iterable, *(map(lower.number, start) if start else [constant(0)])])
    test = generator.elt if function is any else ast.UnaryOp(ast.Not(), generator.elt)
    one = ast.If(test, [ast.Return(ast.Constant(function is any))], [])
    return _called(
        lower, node, _function(generator, [], [one], [ast.Return(ast.Constant(function is all))]), [iterable]
    )
