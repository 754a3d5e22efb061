"""Determines from a kernel's source whether it needs work-groups: whether it mentions a barrier, local memory, or an
index inside a group."""

from __future__ import annotations

import ast
import types
from weakref import WeakKeyDictionary

from . import interface
from .errors import UnsupportedError
from .source import MISSING, Source

__all__ = ["uses_groups"]

_FUNCTIONS = {
    interface.barrier,
    interface.group_barrier,
    interface.sub_group_barrier,
    interface.local_array,
    interface.group_scratch,
} | {interface.INDEX_FUNCTIONS[kind] for kind in ("local_id", "group_id", "local_size", "num_groups")}
_METHODS = {
    "get_group",
    "get_sub_group",
    "get_local_id",
    "get_local_linear_id",
    "get_local_range",
    "get_local_linear_range",
}
_known: WeakKeyDictionary = WeakKeyDictionary()


def _meaning(source: Source, node):
    """The object that an expression of names and attributes evaluates to; MISSING if it is not known before a
    launch."""
    if isinstance(node, ast.Name):
        return source.lookup(node.id)
    if isinstance(node, ast.Attribute):
        owner = _meaning(source, node.value)
        return MISSING if owner is MISSING else getattr(owner, node.attr, MISSING)
    return MISSING


def _mentions(function, seen: set) -> bool:
    try:
        source = Source(function)
    except UnsupportedError:
        return False
    for node in ast.walk(source.node):
        if not isinstance(node, (ast.Name, ast.Attribute)):
            continue
        if isinstance(node, ast.Attribute) and node.attr in _METHODS:
            return True
        found = _meaning(source, node)
        found = getattr(found, "py_func", found)
        if not isinstance(found, types.FunctionType) or found in seen:
            continue
        seen.add(found)
        if found in _FUNCTIONS or found.__module__ != interface.__name__ and _mentions(found, seen):
            return True
    return False


def uses_groups(kernel) -> bool:
    """Whether a kernel, an object with `py_func`, needs work-groups."""
    if kernel not in _known:
        _known[kernel] = _mentions(kernel.py_func, {kernel.py_func})
    return _known[kernel]
