"""The values that names of a kernel can have during translation (abstract interpretation).

A number is an expression of the representation (`ir.Expr`), an array an `ir.Array`. All others (tuples, functions,
types, strings, index spaces) exist at compile time only and do not appear in the result.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import ir
from .types import BOOL, Scalar, unify

__all__ = [
    "UNDEFINED",
    "AtomicReference",
    "EnumerateValue",
    "Group",
    "Item",
    "List",
    "LocalFunction",
    "Method",
    "Poison",
    "RangeValue",
    "Slice",
    "Static",
    "SubGroup",
    "Tuple",
    "ZipValue",
    "assign",
    "cast",
    "describe",
    "instantiate",
    "merge_shapes",
    "same",
    "shape_of",
    "wrapped",
    "zero",
]


@dataclass(slots=True, eq=False)
class Static:
    """A Python object that is not a number: a function, module, type, string, None."""

    value: object


@dataclass(slots=True, eq=False)
class Tuple:
    items: tuple
    cls: type | None = None  # of a named tuple


@dataclass(slots=True, eq=False)
class List(ir.Array):
    """A list of numbers (lists.py), with an extent at one time; `origin` is the list itself, which names have."""

    n: ir.Array  # its number of elements
    growth: object
    origin: List | None = None


@dataclass(slots=True, eq=False)
class Slice:
    start: object
    stop: object
    step: object


@dataclass(slots=True, eq=False)
class Item:
    ndim: int
    has_groups: bool


@dataclass(slots=True, eq=False)
class Group:
    ndim: int


@dataclass(slots=True, eq=False)
class SubGroup:
    pass


@dataclass(slots=True, eq=False)
class Method:
    """`value.name`, to be called."""

    value: object
    name: str


@dataclass(slots=True, eq=False)
class LocalFunction:
    """A function defined inside the kernel, with the scope in which it was defined."""

    node: object
    frame: object


@dataclass(slots=True, eq=False)
class RangeValue:
    start: ir.Expr
    stop: ir.Expr
    step: ir.Expr


@dataclass(slots=True, eq=False)
class EnumerateValue:
    value: object
    start: ir.Expr


@dataclass(slots=True, eq=False)
class ZipValue:
    values: tuple


@dataclass(slots=True, eq=False)
class AtomicReference:
    array: ir.Array
    index: tuple
    order: int
    scope: int


@dataclass(slots=True, eq=False)
class Poison:
    """A name that cannot be used, because branches that merge assign values to it that have no common type."""

    reason: str
    of_arrays: bool = False  # that lie in different memory


class _Undefined:
    """Unassigned: a use is an error; merged with a number of another branch it is 0."""


UNDEFINED = _Undefined()


def zero(t: Scalar) -> ir.Const:
    return ir.Const(t, False if t is BOOL else t.numpy.type(0).item())


def wrapped(value, t: Scalar) -> ir.Const:
    """A constant of an integer type from any integer."""
    value = int(value) % (1 << t.bits)
    return ir.Const(t, value - (1 << t.bits) if t.kind == "i" and value >> (t.bits - 1) else value)


def cast(x: ir.Expr, t: Scalar) -> ir.Expr:
    """x converted to type t by the rules of ir.Cast; constants are folded."""
    if x.type is t:
        return x
    if isinstance(x, ir.Const) and t.kind in "fcb":
        value = bool(x.value) if t is BOOL else t.numpy.type(x.value).item()
        return ir.Const(t, value)
    if isinstance(x, ir.Const) and x.type.kind in "biu" and t.is_integer:
        return wrapped(x.value, t)
    if isinstance(x, ir.Const) and x.type.kind == "f" and t.is_integer and abs(x.value) < 1 << (t.bits - 1):
        return cast(ir.Const(_index_type(), int(x.value)), t)
    return ir.Cast(t, x)


def describe(value) -> str:
    """The type of a value, for messages."""
    match value:
        case ir.Expr():
            return value.type.name
        case List():
            return f"list({value.dtype if value.growth.is_typed else ''})"
        case ir.Array():
            return f"array({value.dtype}, {value.ndim}d)"
        case Tuple(items=items):
            return f"{value.cls.__name__ if value.cls else 'tuple'}({', '.join(map(describe, items))})"
        case Static(value=v):
            return (
                "None"
                if v is None
                else f"text {v!r}"
                if isinstance(v, str)
                else getattr(v, "__name__", type(v).__name__)
            )
        case LocalFunction(node=node):
            return f"function {getattr(node, 'name', '<lambda>')}"
        case Item(has_groups=g):
            return "an NdItem" if g else "an Item"
        case Group():
            return "a Group"
        case SubGroup():
            return "a SubGroup"
        case Method(value=v, name=name):
            return f"method {name} of {describe(v)}"
    return {"Elements": "an array expression"}.get(type(value).__name__, type(value).__name__.removesuffix("Value"))


# ---- merging values where control flow merges ---------------------------------------------------------------------
#
# The shape of a value determines the variables that hold it where branches merge: a scalar type for a number, a tuple
# of shapes for a tuple, an _ArrayShape for a view of an array, and the value itself if it needs no variables.


@dataclass(slots=True, eq=False)
class _NamedShape:
    items: tuple
    cls: type


@dataclass(slots=True, eq=False)
class _ArrayShape:
    base: ir.ArrayParameter
    dtype: Scalar
    ndim: int


def shape_of(value):
    match value:
        case ir.Expr():
            return value.type
        case Tuple(items=items, cls=cls):
            shapes = tuple(map(shape_of, items))
            return shapes if cls is None else _NamedShape(shapes, cls)
        case List(origin=origin):
            return origin
        case ir.Array():
            return _ArrayShape(value.base, value.dtype, value.ndim)
    return value


def same(a, b) -> bool:
    """Whether two values are known to be equal at compile time."""
    if a is b or isinstance(a, List) and isinstance(b, List) and a.origin is b.origin:
        return True
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return a.type is b.type and repr(a.value) == repr(b.value)
    if isinstance(a, ir.Read) and isinstance(b, ir.Read):
        return a.var is b.var
    if isinstance(a, Static) and isinstance(b, Static):
        return a.value is b.value or type(a.value) is type(b.value) is str and a.value == b.value
    if isinstance(a, Tuple) and isinstance(b, Tuple):
        return a.cls is b.cls and len(a.items) == len(b.items) and all(map(same, a.items, b.items))
    return False


def _kind_of_shape(shape) -> str:
    match shape:
        case Scalar():
            return shape.name
        case tuple():
            return f"tuple({', '.join(map(_kind_of_shape, shape))})"
        case _NamedShape(items=items, cls=cls):
            return f"{cls.__name__}({', '.join(map(_kind_of_shape, items))})"
        case _ArrayShape():
            return f"array({shape.dtype}, {shape.ndim}d) {shape.base.name}"
    return describe(shape)


def merge_shapes(name: str, a, b):
    """The least shape that holds both; a Poison if there is none."""
    if isinstance(a, Poison) or b is UNDEFINED or a is b:
        return a
    if isinstance(b, Poison) or a is UNDEFINED:
        return b
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return unify(a, b)
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        parts = tuple(merge_shapes(name, x, y) for x, y in zip(a, b, strict=True))
        return next((p for p in parts if isinstance(p, Poison)), parts)
    if isinstance(a, _NamedShape) and isinstance(b, _NamedShape) and a.cls is b.cls:
        merged = merge_shapes(name, a.items, b.items)
        return merged if isinstance(merged, Poison) else _NamedShape(merged, a.cls)
    if (
        isinstance(a, _ArrayShape)
        and isinstance(b, _ArrayShape)
        and a.base is b.base
        and a.dtype is b.dtype
        and a.ndim == b.ndim
    ):
        return a
    if same(a, b):
        return a
    reason = f"Cannot unify {_kind_of_shape(a)} and {_kind_of_shape(b)} for '{name}'"
    if isinstance(a, _ArrayShape) and isinstance(b, _ArrayShape) and (a.dtype, a.ndim) == (b.dtype, b.ndim):
        reason += f": they lie in different memory, {_memory(a.base)} and {_memory(b.base)}"
    return Poison(reason, 0 < getattr(a, "ndim", 0) == getattr(b, "ndim", 0))


_MEMORIES = {"global": "argument", "local": "local array", "private": "private array", "constant": "captured array"}


def _memory(base: ir.ArrayParameter) -> str:
    kind = _MEMORIES[base.space]
    return f"{kind} {base.name}" if any(isinstance(n, ir.Var) for n in base.shape) else f"a {kind}"


def instantiate(name: str, shape):
    """A value of this shape, made of new variables."""
    match shape:
        case Scalar():
            return ir.Read(ir.Var(name, shape))
        case tuple():
            return Tuple(tuple(instantiate(name, s) for s in shape))
        case _NamedShape(items=items, cls=cls):
            return Tuple(tuple(instantiate(name, s) for s in items), cls)
        case _ArrayShape():
            number = lambda what: ir.Read(ir.Var(f"{name}_{what}", _index_type()))  # noqa: E731
            dims = range(shape.ndim)
            return ir.Array(
                shape.base,
                shape.dtype,
                number("offset"),
                tuple(number("shape") for _ in dims),
                tuple(number("stride") for _ in dims),
            )
    return shape


def _index_type() -> Scalar:
    return ir.Id.type


def assign(target, value, pairs: list) -> None:
    """Adds the (variable, expression) pairs that make `target`, from instantiate, equal to `value`."""
    match target:
        case ir.Read(var=var):
            pairs.append((var, zero(var.type) if value is UNDEFINED else cast(value, var.type)))
        case Tuple(items=items):
            given = value.items if isinstance(value, Tuple) else (UNDEFINED,) * len(items)
            for t, v in zip(items, given, strict=True):
                assign(t, v, pairs)
        case ir.Array() if isinstance(value, ir.Array):
            for t, v in zip(
                (target.offset, *target.shape, *target.strides),
                (value.offset, *value.shape, *value.strides),
                strict=True,
            ):
                assign(t, v, pairs)
