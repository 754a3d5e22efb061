"""The key of a kernel's object code on disk: all that the code depends on, as bytes.

It consists of the source of the function and of all functions that it calls, the constants that they capture, the types
of the arguments, the options, and this compiler. A kernel that captures a value without a canonical form has no key and
is compiled in each process. The CPU and the C library are added where entries are stored.
"""

from __future__ import annotations

import ast
import enum
import os
import sys
import types
from functools import cache

import numpy as np

from .source import MISSING, Source
from .types import Scalar

__all__ = ["cache_key"]

_OWN = ("builtins", "cmath", "dpctl", "dpnp", "math", "numba", "numba_dpex", "numpy", "operator", "opendpex")


class _Unknown(Exception):
    """A value without a canonical form that is the same in other processes."""


@cache
def _compiler() -> str:
    """Identifies this compiler by the sizes and modification times of its files."""
    parts = [sys.version]
    with os.scandir(os.path.dirname(__file__)) as files:
        for file in sorted(files, key=lambda f: f.name):
            if file.name.endswith(".py"):
                info = file.stat()
                parts.append(f"{file.name} {info.st_size} {info.st_mtime_ns}")
    return "\n".join(parts)


def _names_of(code: types.CodeType) -> set[str]:
    """A superset of the names that code takes from outside."""
    found = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _names_of(constant)
    return found


class _Writer:
    def __init__(self):
        self.parts: list[bytes] = []
        self.seen: set[int] = set()

    def put(self, text: str) -> None:
        self.parts.append(text.encode("utf-8", "surrogatepass"))

    # ---- values ----

    def value(self, v) -> None:
        if v is None or v is Ellipsis or isinstance(v, (bool, int, float, complex, str, bytes)):
            self.put(f"{type(v).__module__}.{type(v).__qualname__} {v!r}")
        elif isinstance(v, tuple):
            self.put(f"{type(v).__qualname__} of {len(v)}")
            for item in v:
                self.value(item)
        elif isinstance(v, (np.ndarray, np.generic)):
            self.array(np.asarray(v))
        elif isinstance(v, (Scalar, np.dtype)):
            self.put(f"{type(v).__qualname__} {v!r}")
        elif isinstance(v, type):
            self.type(v)
        else:
            self.callable(v)

    def array(self, a: np.ndarray) -> None:
        if a.dtype.hasobject:
            raise _Unknown
        self.put(f"array {a.dtype.str} {a.shape}")
        self.parts.append(a.tobytes())

    def type(self, v: type) -> None:
        self.put(f"type {v.__module__}.{v.__qualname__}")
        if issubclass(v, enum.Enum):
            for member in v:
                self.put(f"{member.name} {member.value!r}")
        elif v.__module__.partition(".")[0] not in _OWN:
            raise _Unknown

    def callable(self, v) -> None:
        function = getattr(v, "py_func", v)
        name = getattr(function, "__name__", None)
        module = getattr(function, "__module__", None) or ("numpy" if isinstance(function, np.ufunc) else None)
        if name is None or module is None:
            raise _Unknown
        if module.partition(".")[0] in _OWN:
            self.put(f"{module}.{getattr(function, '__qualname__', name)}")
        elif isinstance(function, types.FunctionType):
            self.put(f"function {getattr(v, 'targetoptions', '')!r} {getattr(v, 'signatures', '')!r}")
            self.function(function)
        else:
            raise _Unknown

    # ---- functions ----

    def function(self, function: types.FunctionType) -> None:
        if id(function) in self.seen:
            self.put(f"again {function.__qualname__}")
            return
        self.seen.add(id(function))
        source = Source(function)
        self.put("\n".join(source.lines))
        if not isinstance(source.node, ast.FunctionDef):
            self.names(source, source.node)
            return
        names = _names_of(function.__code__)
        for statement in source.node.body:
            self.names(source, statement, names)
        spec = source.node.args
        for default in (*spec.defaults, *filter(None, spec.kw_defaults)):
            self.names(source, default)

    def names(self, source: Source, node: ast.AST, known: set[str] | None = None) -> None:
        """Writes the values of all names in a subtree that are taken from outside."""
        if isinstance(node, ast.Attribute) and self.chain(source, node, known):
            return
        if isinstance(node, ast.Name) and (known is None or node.id in known):
            found = source.lookup(node.id)
            if found is not MISSING:
                if isinstance(found, types.ModuleType):
                    raise _Unknown  # which attributes are used cannot be determined
                self.put(node.id)
                self.value(found)
        for child in ast.iter_child_nodes(node):
            self.names(source, child, known)

    def chain(self, source: Source, node: ast.Attribute, known: set[str] | None) -> bool:
        """Writes module.name.name; False if the base is not a module."""
        names, base = [], node
        while isinstance(base, ast.Attribute):
            names.append(base.attr)
            base = base.value
        if not isinstance(base, ast.Name) or known is not None and base.id not in known:
            return False
        value = source.lookup(base.id)
        if not isinstance(value, types.ModuleType):
            return False
        for name in reversed(names):
            if not isinstance(value, types.ModuleType):
                self.put(name)
                break
            value = getattr(value, name, MISSING)
        if value is MISSING or isinstance(value, types.ModuleType):
            raise _Unknown
        self.put(".".join([base.id, *reversed(names)]))
        self.value(value)
        return True


def cache_key(function: types.FunctionType, *about) -> bytes | None:
    """The key of a kernel; `about`: further values that the code depends on. None if a value has no canonical form."""
    writer = _Writer()
    try:
        writer.put(_compiler())
        writer.value(about)
        writer.function(function)
    except (_Unknown, RecursionError):
        return None
    return b"\0".join(b"%d:%s" % (len(part), part) for part in writer.parts)
