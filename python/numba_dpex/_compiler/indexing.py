"""Elements and views of arrays inside kernels.

Functions here raise `InvalidOperands(message)`; the front end adds the source location.
"""

from __future__ import annotations

from . import ir
from .errors import InvalidOperands
from .operators import binary, compare, constant, logical, select
from .types import BOOL, INT64
from .values import Slice, Static, Tuple, cast, describe

__all__ = [
    "as_index",
    "dense_strides",
    "element",
    "fixed",
    "flat",
    "in_bounds",
    "is_non_negative",
    "length",
    "reshape",
    "size",
    "transpose",
    "view",
    "wrapped_index",
]


def is_non_negative(x: ir.Expr) -> bool:
    """Whether x is known to be at least 0, assuming that sums do not overflow."""
    match x:
        case ir.Const(value=value):
            return x.type.kind != "c" and value >= 0
        case ir.Id():
            return True
        case ir.Read(var=var):
            return var.non_negative or var.type.kind == "u"
        case ir.Binary(op="add" | "mul" | "and" | "floordiv" | "shr", a=a, b=b):
            return is_non_negative(a) and is_non_negative(b)
        case ir.Binary(op="mod", b=b):
            return is_non_negative(b)
        case ir.Cast(x=inner):
            return inner.type.kind in "bu" or inner.type.is_integer and is_non_negative(inner)
        case ir.Select(a=a, b=b):
            return is_non_negative(a) and is_non_negative(b)
    return x.type.kind == "u"


def as_index(value) -> ir.Expr:
    """An index or extent as int64; InvalidOperands if it is not an integer."""
    if isinstance(value, ir.Expr) and value.type.kind in "biu":
        return cast(value, INT64)
    raise InvalidOperands(f"an index must be an integer, not {describe(value)}")


def wrapped_index(index, extent: ir.Expr) -> ir.Expr:
    """The index, with negative ones counted from the end."""
    if isinstance(index, ir.Expr) and index.type is BOOL:
        raise InvalidOperands("an index must be an integer, not a bool")
    index = as_index(index)
    if is_non_negative(index):
        return index
    if isinstance(index, ir.Const):
        return binary("add", extent, index)
    return select(compare("lt", index, constant(0)), binary("add", index, extent), index)


def _clamped(value, extent: ir.Expr, default: ir.Expr) -> ir.Expr:
    """A bound of a slice with a positive step."""
    if isinstance(value, Static) and value.value is None:
        return default
    index = wrapped_index(value, extent)
    if not is_non_negative(index):
        index = select(compare("lt", index, constant(0)), constant(0), index)
    return select(compare("gt", index, extent), extent, index)


def _sliced(s: Slice, extent: ir.Expr) -> tuple[ir.Expr, ir.Expr, ir.Expr]:
    """Start, length and step of a slice of `extent` elements."""
    step = constant(1) if isinstance(s.step, Static) else as_index(s.step)
    if not isinstance(step, ir.Const) or step.value == 0:
        raise InvalidOperands("the step of a slice must be a constant other than 0")
    if step.value > 0:
        start, stop = _clamped(s.start, extent, constant(0)), _clamped(s.stop, extent, extent)
        span = _within(s, binary("sub", stop, start)) if step.value == 1 else binary("sub", stop, start)
    else:
        last = binary("sub", extent, constant(1))
        start = last if isinstance(s.start, Static) else _below(s.start, extent)
        stop = constant(-1) if isinstance(s.stop, Static) else _below(s.stop, extent)
        span = binary("sub", start, stop)
    whole = abs(step.value)
    count = binary("floordiv", binary("add", span, constant(whole - 1)), constant(whole)) if whole > 1 else span
    count = select(compare("lt", count, constant(0)), constant(0), count)
    return start, count, step


def _terms(x: ir.Expr, sign: int, found: dict) -> int:
    """Adds the terms of a sum to `found`, by id of what they multiply: [expression, factor]; returns the constant."""
    match x:
        case ir.Const(value=value):
            return sign * value
        case ir.Binary(op="add" | "sub" as op, a=a, b=b):
            return _terms(a, sign, found) + _terms(b, sign if op == "add" else -sign, found)
        case ir.Cast(x=inner) if inner.type.kind == "i":
            return _terms(inner, sign, found)
    key = id(x.var) if isinstance(x, ir.Read) else id(x)
    found.setdefault(key, [x, 0])[1] += sign
    return 0


def _within(s: Slice, span: ir.Expr) -> ir.Expr:
    """The span, as at most the difference of the bounds as they are written, ``x[i - k:i + k]``: the same value, but
    bounded where i is not."""
    if not all(isinstance(b, ir.Expr) for b in (s.start, s.stop)):
        return span
    terms: dict = {}
    rest = _terms(s.stop, 1, terms) + _terms(s.start, -1, terms)
    if not any(n == 0 for _, n in terms.values()):
        return span
    difference = constant(rest)
    for x, n in terms.values():
        difference = binary("add", difference, binary("mul", cast(x, INT64), constant(n))) if n else difference
    least = select(compare("lt", difference, span), difference, span)
    # a negative difference that is one of bounds counted from the end says nothing
    return select(compare("lt", difference, constant(0)), span, least)


def _below(value, extent: ir.Expr) -> ir.Expr:
    """A bound of a slice with a negative step: between -1 and extent - 1."""
    index = wrapped_index(value, extent)
    index = select(compare("lt", index, constant(0)), constant(-1), index)
    last = binary("sub", extent, constant(1))
    return select(compare("gt", index, last), last, index)


def _keys(array: ir.Array, key) -> list:
    """One key per dimension and new axis, `...` replaced by whole slices."""
    keys = list(key.items) if isinstance(key, Tuple) else [key]
    n_new = sum(map(_is_new_axis, keys))
    whole = Slice(*(Static(None),) * 3)
    dots = [i for i, k in enumerate(keys) if isinstance(k, Static) and k.value is Ellipsis]
    if len(dots) > 1:
        raise InvalidOperands("an index has at most one '...'")
    n = len(keys) - len(dots) - n_new
    if n > array.ndim:
        raise InvalidOperands(f"{n} indices for an array of {array.ndim} dimensions")
    if dots:
        keys[dots[0] : dots[0] + 1] = [whole] * (array.ndim - n)
    return keys + [whole] * (array.ndim + n_new - len(keys))


def _is_new_axis(key) -> bool:
    return isinstance(key, Static) and key.value is None


def element(array: ir.Array, key) -> tuple | None:
    """The index of one element, where the key names one; None where it names a view."""
    keys = _keys(array, key)
    if any(isinstance(k, Slice) or _is_new_axis(k) for k in keys):
        return None
    return tuple(wrapped_index(k, extent) for k, extent in zip(keys, array.shape, strict=True))


def view(array: ir.Array, key) -> ir.Array:
    """A part of an array."""
    offset, shape, strides = array.offset, [], []
    dimensions = iter(zip(array.shape, array.strides, strict=True))
    for k in _keys(array, key):
        if _is_new_axis(k):
            shape.append(constant(1))
            strides.append(constant(0))
            continue
        extent, stride = next(dimensions)
        if isinstance(k, Slice):
            start, count, step = _sliced(k, extent)
            shape.append(count)
            strides.append(binary("mul", stride, step))
        else:
            start = wrapped_index(k, extent)
        offset = binary("add", offset, binary("mul", start, stride))
    return ir.Array(array.base, array.dtype, offset, tuple(shape), tuple(strides))


def fixed(array: ir.Array, key) -> tuple[list, list]:
    """Of a key that names a view: its integer indices, and the extents of their dimensions."""
    keys = [k for k in _keys(array, key) if not _is_new_axis(k)]
    pairs = [(wrapped_index(k, n), n) for k, n in zip(keys, array.shape, strict=True) if not isinstance(k, Slice)]
    return [i for i, _ in pairs], [n for _, n in pairs]


def transpose(array: ir.Array) -> ir.Array:
    return ir.Array(array.base, array.dtype, array.offset, array.shape[::-1], array.strides[::-1])


def flat(array: ir.Array) -> ir.Array | None:
    """The elements in C order as one dimension; None if they have no constant stride."""
    if array.ndim == 1:
        return array
    whole = array.base
    is_whole = isinstance(array.offset, ir.Const) and array.offset.value == 0 and array.ndim == len(whole.shape)
    if not is_whole or whole.layout != "C":
        return None
    own = [s.var if isinstance(s, ir.Read) else s.value for s in array.shape]
    if any(a is not b and a != b for a, b in zip(own, whole.shape, strict=True)):
        return None
    return ir.Array(whole, array.dtype, array.offset, (size(array),), (constant(array.dtype.bits // 8),))


def dense_strides(shape, item_bytes: int) -> tuple[ir.Expr, ...]:
    """The byte strides of an array in C order."""
    strides = [constant(item_bytes)]
    for n in reversed(shape[1:]):
        strides.insert(0, binary("mul", strides[0], n))
    return tuple(strides)


def reshape(array: ir.Array, extents, line: ir.Array | None = None) -> ir.Array:
    """A view of another shape, of which one extent may be -1, with at most as many elements; line: the elements in C
    order, if they are known."""
    line = flat(array) if line is None else line
    if line is None:
        raise InvalidOperands("only an array in C order, not a part of one, can be reshaped in a kernel")
    extents = list(extents)
    if not extents or not all(isinstance(n, ir.Expr) and n.type.is_integer for n in extents):
        raise InvalidOperands("extents are integers")
    free = [i for i, n in enumerate(extents) if isinstance(n, ir.Const) and n.value == -1]
    if free:
        rest = constant(1)
        for i, n in enumerate(extents):
            rest = binary("mul", rest, n) if i != free[0] else rest
        total = line.shape[0]
        extents[free[0]] = total if isinstance(rest, ir.Const) and rest.value == 1 else binary("floordiv", total, rest)
    extents = [cast(n, INT64) for n in extents]
    strides = [line.strides[0]]
    for n in reversed(extents[1:]):
        strides.insert(0, binary("mul", strides[0], n))
    return ir.Array(line.base, line.dtype, line.offset, tuple(extents), tuple(strides))


def length(array: ir.Array) -> ir.Expr:
    if not array.shape:
        raise InvalidOperands("an array without dimensions has no length")
    return array.shape[0]


def size(array: ir.Array) -> ir.Expr:
    n = constant(1)
    for extent in array.shape:
        n = binary("mul", n, extent)
    return n


def in_bounds(index, shape) -> ir.Expr:
    """Whether every index is within its extent; negative ones must have been wrapped."""
    inside = constant(True)
    for i, extent in zip(index, shape, strict=True):
        inside = logical("and", inside, logical("and", compare("ge", i, constant(0)), compare("lt", i, extent)))
    return inside
