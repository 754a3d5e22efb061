"""Array expressions inside kernels and `prange` bodies: ``np.sum((X[i] - X[j]) ** 2)``, ``y[i, :] = 2 * x[i, :]``.

They are evaluated lazily: an expression is a function from an index to the element, and its consumer (a reduction, an
assignment to a slice) emits the loop. So a named expression may be used only until the next store.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import ir
from .errors import TypingError, UnsupportedError
from .indexing import size
from .operators import binary, compare, constant, logical, select, truth
from .types import BOOL, FLOAT64, INT64, UINT64
from .values import cast, describe

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "REDUCTIONS",
    "Elements",
    "NeedsStorage",
    "dot",
    "elementwise",
    "fitted",
    "is_array",
    "item_at",
    "loops_over",
    "reads_elsewhere",
    "reduce",
    "type_of_items",
]

REDUCTIONS = ("sum", "prod", "min", "max", "mean", "any", "all", "argmin", "argmax")


class NeedsStorage(Exception):
    """Raised when a named array expression is used after a store, so that the kernel is translated again with its named
    array expressions stored in memory."""


@dataclass(slots=True, eq=False)
class Elements:
    """An array that is not in memory: `item(index)` emits the code that computes an element."""

    shape: tuple[ir.Expr, ...]
    item: Callable
    time: tuple  # Lowerer.now() at its creation

    @property
    def ndim(self) -> int:
        return len(self.shape)


def is_array(value) -> bool:
    return isinstance(value, (ir.Array, Elements)) and value.ndim > 0


def item_at(lower, node, value, index):
    """The element of an operand at an index of the broadcast shape; an operand of fewer dimensions uses the last
    ones."""
    if isinstance(value, ir.Array):
        own = index[len(index) - value.ndim :]
        own = tuple(
            constant(0) if isinstance(n, ir.Const) and n.value == 1 else i
            for i, n in zip(own, value.shape, strict=True)
        )
        return ir.Load(value, own)
    if isinstance(value, Elements):
        own = index[len(index) - value.ndim :]
        own = tuple(
            constant(0) if isinstance(n, ir.Const) and n.value == 1 else i
            for i, n in zip(own, value.shape, strict=True)
        )
        if value.time != lower.now():
            if not lower.stores_names:
                raise NeedsStorage
            hint = "write it where it is used, or store it in an array"
            raise lower.error(TypingError, "an array expression is used after something was stored", node, hint=hint)
        return value.item(own)
    return value


def _text_of(shapes: list) -> str:
    """Shapes for a message; extents that are known at run time alone are n."""
    return " ".join(f"({','.join(str(n.value) if isinstance(n, ir.Const) else 'n' for n in s)})" for s in shapes)


def _check_extents(lower, node, shapes: list) -> None:
    """Refuse operands whose constant extents do not broadcast."""
    for d in range(-max(map(len, shapes)), 0):
        known = {s[d].value for s in shapes if len(s) >= -d and isinstance(s[d], ir.Const)} - {1}
        if len(known) > 1:
            message = f"operands could not be broadcast together with shapes {_text_of(shapes)}"
            raise lower.error(TypingError, message, node)


def check_target(lower, node, target, shape) -> None:
    """Refuse a value whose constant extents do not broadcast to those of the part that it is assigned to."""
    for n, m in zip(target[len(target) - len(shape) :], shape, strict=True):
        if isinstance(n, ir.Const) and isinstance(m, ir.Const) and m.value not in (1, n.value):
            message = f"could not broadcast input array from shape {_text_of([shape])} into shape {_text_of([target])}"
            raise lower.error(TypingError, message, node)


def _is_one(n: ir.Expr) -> bool:
    return isinstance(n, ir.Const) and n.value == 1


def _without_ones(extents: list) -> list:
    """The extents that are not the constant 1, those that are alike once."""
    found: list = []
    for n in extents:
        if not _is_one(n) and not any(_is_same(n, m) for m in found):
            found.append(n)
    return found


def _common(lower, n: ir.Expr, m: ir.Expr) -> ir.Expr:
    """The extent of two, known at run time, to which both broadcast; where they do not, the smaller one, so that
    nothing is read or written beyond an array; in debug mode they are an error."""
    is_one, other = compare("eq", m, constant(1)), compare("eq", n, constant(1))
    if lower.debug:
        fits = logical("or", logical("or", compare("eq", n, m), is_one), other)
        text = "operands could not be broadcast together"
        lower.emit(ir.Check(lower.line, fits, "ValueError", text))
    least = select(compare("lt", m, n), m, n)
    return lower.named("extent", select(is_one, n, select(other, m, least)))


def _broadcast(lower, shapes: list) -> tuple[tuple[ir.Expr, ...], list]:
    """The broadcast shape, and for each operand and dimension what makes its index of that of the result: None where
    they are alike."""
    ndim = max(map(len, shapes))
    common: list = []
    for d in range(-ndim, 0):
        extents = _without_ones([s[d] for s in shapes if len(s) >= -d])
        known = [n for n in extents if isinstance(n, ir.Const)]
        if len(extents) > 1 and not known:
            extents = [lower.named("extent", n) for n in extents]
            for m in extents[1:]:
                extents[0] = _common(lower, extents[0], m)
        common.append((known or extents or [constant(1)])[0])
    own = [tuple(_own_index(lower, n, m) for n, m in zip(s, common[ndim - len(s) :], strict=True)) for s in shapes]
    return tuple(common), own


def _own_index(lower, extent: ir.Expr, common: ir.Expr):
    """What makes an operand's index of that of the result, in a dimension where it has another extent: 1, to be
    repeated, or, where the common one is a constant, any."""
    if isinstance(extent, ir.Const) or _is_same(extent, common):
        return None
    n = lower.named("extent", extent)
    if isinstance(common, ir.Const):  # known extents decide how an expression is stored
        return lambda i: select(compare("lt", i, n), i, constant(0))
    several = lower.named("several", cast(compare("ne", n, constant(1)), INT64))
    return lambda i: binary("mul", i, several)


def _at(lower, node, value, own, index):
    """item_at for an operand whose indices are not all those of the result."""
    if is_array(value) and any(own):
        mine = index[len(index) - value.ndim :]
        index = tuple(i if change is None else change(i) for change, i in zip(own, mine, strict=True))
    return item_at(lower, node, value, index)


def fitted(lower, node, part: ir.Array, value) -> tuple[ir.Array, object]:
    """The part of an array and a value that is assigned to it, both of the extents that they have in common, as far as
    those are not known before: of more elements only the first are assigned."""
    if not is_array(value):
        return part, value
    check_target(lower, node, part.shape, value.shape)
    n_more = part.ndim - value.ndim
    shape, own = list(part.shape), []
    for d, m in enumerate(value.shape, n_more):
        n = shape[d]
        if isinstance(m, ir.Const) and (m.value == 1 or isinstance(n, ir.Const)) or _is_same(n, m):
            own.append(None)
            continue
        m = lower.named("extent", m)
        is_one = compare("eq", m, constant(1))
        if lower.debug:
            text = "could not broadcast input array into the part of an array that it is assigned to"
            fits = logical("or", compare("eq", n, m), is_one)
            lower.emit(ir.Check(lower.line, fits, "ValueError", text))
        if not isinstance(n, ir.Const):  # a loop of known length stays one
            shape[d] = lower.named("extent", select(is_one, n, select(compare("lt", m, n), m, n)))
        own.append(_own_index(lower, m, shape[d]))
    if shape == list(part.shape) and not any(own):
        return part, value
    part = ir.Array(part.base, part.dtype, part.offset, tuple(shape), part.strides)
    item = lambda index: _at(lower, node, value, own, index)  # noqa: E731
    return part, Elements(tuple(shape[n_more:]), item, lower.now())


def elementwise(lower, node, function, args) -> Elements:
    """function applied elementwise to arrays and numbers, with broadcasting."""
    for a in args:
        if not isinstance(a, (ir.Expr, ir.Array, Elements)):
            raise lower.error(TypingError, "an array expression needs arrays and numbers", node, describe(a))
    shapes = [a.shape for a in args if is_array(a)]
    _check_extents(lower, node, shapes)
    shape, own = _broadcast(lower, shapes)
    args = [lower.named("operand", a) if isinstance(a, ir.Expr) else a for a in args]
    indices = iter(own)
    pairs = [(a, next(indices) if is_array(a) else ()) for a in args]
    return Elements(shape, lambda index: function(*(_at(lower, node, a, o, index) for a, o in pairs)), lower.now())


def loops_over(lower, shape) -> tuple[list[ir.For], tuple[ir.Expr, ...]]:
    """Nested loops over an index space, innermost last, and the index."""
    if not lower.whole_arrays:
        raise UnsupportedError("operations of whole arrays are not part of plain loops")
    loops = [ir.For(lower.line, ir.Var("i", INT64, True), constant(0), n, constant(1), []) for n in shape]
    for outer, inner in zip(loops, loops[1:], strict=False):
        outer.body.append(inner)
    return loops, tuple(ir.Read(loop.var) for loop in loops)


def _is_same(a: ir.Expr, b: ir.Expr) -> bool:
    """Whether two expressions are alike, and so have the same value."""
    if a is b:
        return True
    if type(a) is not type(b) or a.type is not b.type or isinstance(a, ir.Load | ir.Atomic | ir.Shuffle):
        return False
    parts = [getattr(x, name, None) for name in ("value", "var", "op", "name", "kind", "dim", "index") for x in (a, b)]
    if any(x is not y and x != y for x, y in zip(parts[::2], parts[1::2], strict=True)):
        return False
    mine, others = list(ir.children(a)), list(ir.children(b))
    return len(mine) == len(others) and all(map(_is_same, mine, others))


def reads_elsewhere(body: list, item: ir.Expr, array: ir.Array, index) -> bool:
    """Whether statements or an expression read elements of an array's memory other than that of the index."""

    seen: set[int] = set()  # expressions share parts

    def is_other(e: ir.Expr) -> bool:
        if id(e) in seen:
            return False
        seen.add(id(e))
        if isinstance(e, ir.Load) and e.array.base is array.base:
            mine, others = ((a.offset, *a.strides, *i) for a, i in ((e.array, e.index), (array, index)))
            if len(mine) != len(others) or not all(map(_is_same, mine, others)):
                return True
        return any(map(is_other, ir.children(e)))

    return is_other(item) or any(is_other(e) for s in ir.walk(body) for e in ir.expressions(s))


def _result_type(name: str, t):
    if name in ("any", "all"):
        return BOOL
    if name in ("sum", "prod") and t.kind in "biu":
        return UINT64 if t.kind == "u" else INT64
    return FLOAT64 if name == "mean" and t.kind in "biu" else t


def _first(lower, node, array):
    """The element at index 0, which also determines the type."""
    return lower.assign_new("first", item_at(lower, node, array, tuple(constant(0) for _ in array.shape)))


def _combined(name: str, total: ir.Expr, item: ir.Expr) -> ir.Expr:
    if name in ("min", "max"):
        return select(compare("lt" if name == "min" else "gt", item, total), item, total)
    if name in ("any", "all"):
        return logical("or" if name == "any" else "and", total, truth(item))
    return binary("mul" if name == "prod" else "add", total, item)


def type_of_items(lower, node, array):
    """The element type, found by emitting an element to a discarded list."""
    if isinstance(array, ir.Array):
        return array.dtype
    with lower.into([]):
        return item_at(lower, node, array, tuple(constant(0) for _ in array.shape)).type


def reduce(lower, node, array, name: str) -> ir.Expr:
    """One of REDUCTIONS over all elements, in C order."""
    if name in ("argmin", "argmax"):
        return _arg_extremum(lower, node, array, name)
    t = _result_type(name, type_of_items(lower, node, array))
    if name in ("min", "max"):
        start = _first(lower, node, array)
    else:
        start = cast(constant(1 if name in ("prod", "all") else 0), t)
    total = ir.Var("total", t)
    lower.emit(ir.Copies(lower.line, [(total, start)]))
    loops, index = loops_over(lower, array.shape)
    with lower.into(loops[-1].body if loops else lower.out):
        item = lower.assign_new("item", item_at(lower, node, array, index))
        item = item if name in ("any", "all") else cast(item, t)
        lower.emit(ir.Copies(lower.line, [(total, cast(_combined(name, ir.Read(total), item), t))]))
    if loops:
        lower.emit(loops[0])
    return binary("div", ir.Read(total), cast(size(array), t)) if name == "mean" else ir.Read(total)


def _arg_extremum(lower, node, array, name: str) -> ir.Expr:
    """argmin and argmax: the index, in C order, of the first minimum or maximum."""
    first = _first(lower, node, array)
    best, position, count = ir.Var("best", first.type), ir.Var("place", INT64, True), ir.Var("count", INT64, True)
    zero = constant(0)
    lower.emit(ir.Copies(lower.line, [(best, first), (position, zero), (count, zero)]))
    loops, index = loops_over(lower, array.shape)
    with lower.into(loops[-1].body):
        item = lower.assign_new("item", item_at(lower, node, array, index))
        better = lower.assign_new("better", compare("lt" if name == "argmin" else "gt", item, ir.Read(best)))
        pairs = [
            (best, select(better, item, ir.Read(best))),
            (position, select(better, ir.Read(count), ir.Read(position))),
        ]
        lower.emit(ir.Copies(lower.line, [*pairs, (count, binary("add", ir.Read(count), constant(1)))]))
    lower.emit(loops[0])
    return ir.Read(position)


def dot(lower, node, a, b) -> ir.Expr:
    """The dot product of two vectors."""
    if not (is_array(a) and is_array(b) and a.ndim == b.ndim == 1):
        raise lower.error(
            TypingError, "the dot product in a kernel is one of two vectors", node, f"{describe(a)}, {describe(b)}"
        )
    return reduce(lower, node, elementwise(lower, node, lambda x, y: lower.operate(node, "mul", x, y), [a, b]), "sum")
