"""Names to which loops and branches give other arrays: ``v = A @ v`` in a loop, ``v = x[i] * 2`` in one branch.

An array of the representation says at compile time in which memory it lies, so values that merge must lie in the same.
Such a name gets memory of its own, to which each value is copied; extents are numbers, and merge as those. A copy is
what Python's reference is as long as nobody writes to an array that has two names, and that is checked in the syntax
tree. Where a merge finds arrays in different memory, the translation begins again with the name among
`Lowerer.rebound`.
"""

from __future__ import annotations

import ast

from . import ir
from .array_calls import stored
from .elements import Elements, NeedsStorage, is_array
from .errors import TypingError
from .own_arrays import array_in
from .types import Scalar
from .values import Tuple

__all__ = ["NeedsMemory", "detached", "in_memory_at_once", "in_own_memory", "key_of", "may_be_copied"]


class NeedsMemory(NeedsStorage):
    """Raised where a name must get memory of its own; the argument is its key."""


def key_of(frame, name: str) -> tuple:
    source = frame.source
    return source.file, source.first_line, source.name, name


# ---- values -----------------------------------------------------------------------------------------------------


def in_own_memory(lower, node, name: str, value):
    """An array copied to the memory of the name; other values unchanged."""
    if not is_array(value):
        return value
    memory = lower.frame.memory
    base = memory.get(name)
    if isinstance(value, Elements) or value.base is base:  # they may read what is written
        value = stored(lower, node, value)
    t: Scalar = value.dtype
    if base is None:
        base = memory[name] = ir.ArrayParameter(f"{name}_array", t, "private", (1,), (t.bits // 8,), "C", False)
        lower.memories.append(base)
    if not any(b is base for b in lower.function.arrays):  # it is new, or a translation was discarded
        lower.function.arrays.append(base)
    if base.dtype is not t:
        hint = "use two names, or give the first one that dtype"
        message = f"Cannot unify arrays of {base.dtype} and {t} for '{name}'"
        raise lower.error(TypingError, message, node, hint=hint)
    array = array_in(lower, node, base, value.shape)
    lower.store_part(node, array, value)
    return array


def in_memory_at_once(lower, node, value: Tuple) -> Tuple:
    """The values of several names, before one of these gets its own."""
    items = list(value.items)
    expressions = [i for i, v in enumerate(items) if isinstance(v, Elements)]
    is_valid = all(items[i].time == lower.now() for i in expressions)
    for i in expressions:
        if is_valid:  # what is stored here is read by none of the others
            items[i].time = lower.now()
        items[i] = stored(lower, node, items[i])
    return detached(lower, node, Tuple(tuple(items), value.cls))


def detached(lower, node, value):
    """A value for another name: arrays in the memory of a name are copied."""
    if isinstance(value, Tuple):
        items = tuple(detached(lower, node, v) for v in value.items)
        return value if all(a is b for a, b in zip(items, value.items, strict=True)) else Tuple(items, value.cls)
    if isinstance(value, ir.Array) and any(b is value.base for b in lower.memories):
        return stored(lower, node, value)
    return value


# ---- names that share an array ----------------------------------------------------------------------------------

_VIEWS = {"T", "diagonal", "flat", "imag", "ravel", "real", "reshape", "squeeze", "swapaxes", "transpose", "view"}
_CHANGING = {"copyto", "fill", "fill_diagonal", "partition", "put", "put_along_axis", "putmask", "sort"}
_PLAIN = {
    "abs", "bool", "complex", "enumerate", "float", "int", "len", "max", "min", "print", "range", "reversed", "round",
    "sum", "tuple", "zip",
}  # fmt: skip


def _sources(e) -> set[str]:
    """Names of arrays that an expression's value may share memory with."""
    match e:
        case ast.Name(id=name):
            return {name}
        case ast.Subscript(value=value) | ast.Starred(value=value) | ast.NamedExpr(value=value):
            return _sources(value)
        case ast.Attribute(value=value, attr=attr):
            return _sources(value) if attr in _VIEWS else set()
        case ast.IfExp(body=a, orelse=b):
            return _sources(a) | _sources(b)
        case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            return set().union(*map(_sources, values))
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in _VIEWS:
            return _sources(value).union(*map(_sources, args))
        case ast.Call(func=ast.Name(id=name), args=args) if name not in _PLAIN or name in ("enumerate", "zip", "tuple"):
            return set().union(*map(_sources, args))  # which may return an argument
    return set()


def _pairs(target, value):
    """(name, expression) of an assignment."""
    match target:
        case ast.Name(id=name):
            yield name, value
        case ast.Starred(value=inner):
            yield from _pairs(inner, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            same = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(targets)
            for i, t in enumerate(targets):
                yield from _pairs(t, value.elts[i] if same else value)


def _changed(node) -> set[str]:
    """Names of arrays that a node may write to."""
    match node:
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
            return _sources(value)
        case ast.AugAssign(target=target):
            return _sources(target)
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args, keywords=keywords):
            written = [k.value for k in keywords if k.arg == "out"]
            if attr in _CHANGING:
                written += [value, *args[:1]]
            return set().union(*map(_sources, written))
        case ast.Call(func=ast.Name(id=name), args=args) if name not in _PLAIN:
            return set().union(*map(_sources, args))
    return set()


def _parameters(function) -> set[str]:
    return {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}


def may_be_copied(function, name: str) -> bool:
    """Whether copies of what the name stands for are as good as references, in a function's syntax tree."""
    if name in _parameters(function):
        return False
    shared: list[set[str]] = []
    changed: set[str] = set()
    for node in ast.walk(function):
        changed |= _changed(node)
        pairs = []
        if isinstance(node, ast.Assign):
            pairs = [p for t in node.targets for p in _pairs(t, node.value)]
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            pairs = list(_pairs(node.target, node.value))
        elif isinstance(node, ast.For):
            pairs = list(_pairs(node.target, node.iter))
        shared += [{target} | found for target, value in pairs if (found := _sources(value) - {target})]
    group = {name}
    while more := set().union(*(s for s in shared if s & group)) - group:
        group |= more
    return len(group) == 1 or not group & changed
