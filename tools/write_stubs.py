"""The stubs (.pyi) of the Python packages, beside their modules: written from the signatures and docstrings of the
installed packages, with the tables of stub_words.py.

    python tools/write_stubs.py            write them
    python tools/write_stubs.py --check    fail if one is not what would be written
    python tools/write_stubs.py --gaps     list the parameters and results without a type

A name is defined in the stub of the module that defines it, and imported in the others, so that editors find its source
and docstring."""

from __future__ import annotations

import argparse
import ast
import builtins
import collections
import enum
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tempfile
import textwrap
import types
import typing
import warnings
from pathlib import Path

import stub_types
import stub_words as words

ROOT = Path(__file__).resolve().parent.parent / "python"
PACKAGES = ("opendpex", "dpctl", "dpnp", "numba_dpex")
HEAD = "# Written by tools/write_stubs.py.\n"
SIMPLE = (bool, int, float, complex, str, type(None))
KINDS = inspect.Parameter
INHERITABLE = 1 << 10  # CPython's Py_TPFLAGS_BASETYPE
INSTANCE = object()  # stands for the value of an attribute that instances have
gaps = []


def is_private(module):
    return any(part.startswith("_") for part in module.split("."))


class Index:
    """Where the objects of the packages are defined."""

    def __init__(self):
        self.modules = {}
        for package in PACKAGES:
            self.modules[package] = importlib.import_module(package)
            for found in pkgutil.walk_packages(self.modules[package].__path__, package + "."):
                if not re.search(words.NOT_STUBBED, found.name):
                    self.modules[found.name] = importlib.import_module(found.name)
        self.listed = collections.defaultdict(list)
        self.kept = []  # the objects: some are made at each access, and another one would get the identity
        for name, module in self.modules.items():
            for attribute in public_names(module):
                self.kept.append(getattr(module, attribute))
                self.listed[id(self.kept[-1])].append((name, attribute))
        self.classes = collections.defaultdict(list)
        for module in self.modules.values():
            for attribute in public_names(module):
                value = getattr(module, attribute)
                if isinstance(value, type):
                    self.classes[attribute].append((value, self.home(value)))

    def home(self, value):
        """The module and the name under which a value is defined, or None."""
        module, name = getattr(value, "__module__", None), getattr(value, "__name__", None)
        if isinstance(value, SIMPLE):
            return None
        if (
            isinstance(value, type)
            and name in words.HOMES
            and getattr(self.modules[words.HOMES[name]], name, None) is value
        ):
            return words.HOMES[name], name
        listed = self.listed.get(id(value), [])
        if (
            module in self.modules
            and getattr(self.modules[module], str(name), None) is value
            and not (hasattr(self.modules[module], "__path__") and any(p[0] != module for p in listed))
        ):
            return module, name
        ranked = sorted(listed, key=lambda p: (hasattr(self.modules[p[0]], "__path__"), p[1] != name, p[0].count(".")))
        return ranked[0] if ranked else None

    def find(self, name, package):
        """The home of a class that a docstring names: of the same package, if there are several."""
        found = self.classes.get(name, [])
        ranked = sorted(found, key=lambda f: f[1][0].split(".")[0] != package)
        return ranked[0][1] if ranked else None


def public_names(module):
    names = getattr(module, "__all__", None)
    if names is None:
        names = [n for n, v in vars(module).items() if not n.startswith("_") and not inspect.ismodule(v)]
        names = [n for n in names if getattr(vars(module)[n], "__module__", module.__name__) == module.__name__]
    return list(dict.fromkeys(names))


class Stub:
    """The stub of one module: its lines, and what they import."""

    def __init__(self, index, module):
        self.index, self.module, self.runtime = index, module, index.modules[module]
        self.names = public_names(self.runtime)
        self.extra = []  # private names that other stubs import
        self.imports, self.lines, self.wanted = set(), [], set()

    # ---- names of types ------------------------------------------------------------------------------------------

    def resolve(self, text):
        """A type with the names of other modules imported, and those of builtins that the module hides qualified."""
        text = re.sub(r"\{([\w.]+)\}", lambda m: self.import_type(m[1]), text)
        for name in set(re.findall(r"(?<![\w.'\"])[A-Za-z_]\w*", re.sub(r"'[^']*'", "", text))):
            if name in words.IMPORTS and name not in self.names:
                self.imports.add(f"from {words.IMPORTS[name]} import {name}")
            elif name == "numpy":
                self.imports.add("import numpy")
            elif name in self.hidden and hasattr(builtins, name):
                self.imports.add("import builtins")
                text = re.sub(rf"(?<![\w.'\"]){name}\b(?!')", f"builtins.{name}", text)
        return text

    def import_type(self, name):
        home = self.locate(name)
        if home is None:
            print(f"{self.module}: no class {name}", file=sys.stderr)
            return "Any"
        module, attribute = home
        if module != self.module:
            self.wanted.add(home)
            alias = f" as _{attribute}" if attribute in self.hidden else ""
            self.imports.add(f"from {module} import {attribute}{alias}")
            return f"_{attribute}" if alias else attribute
        if attribute not in self.names and attribute not in self.extra:
            self.extra.append(attribute)
        return attribute

    def locate(self, name):
        module, _, attribute = name.rpartition(".")
        if f"class {attribute}(" in words.EXTRAS.get(module, ""):
            return module, attribute
        if name in words.HOMES:
            return words.HOMES[name], name
        value = getattr(sys.modules.get(module or self.module), attribute, None)
        if value is not None:
            return self.index.home(value)
        return self.index.find(attribute, self.module.split(".")[0])

    # ---- definitions ---------------------------------------------------------------------------------------------

    def write(self):
        if self.runtime.__name__ != self.module and self.runtime.__name__ in self.index.modules:
            return self.other_name(self.runtime.__name__)
        self.hidden = {n for n in self.names if not isinstance(getattr(self.runtime, n), types.ModuleType)}
        self.hidden -= {
            n for n in self.names if isinstance(getattr(self.runtime, n), type) and not hasattr(builtins, n)
        }
        self.imports, self.lines, done = set(), [], {}
        text = words.EXTRAS.get(self.module, "")
        if text:
            self.lines += self.resolve(text).splitlines()
        self.aliases = aliases = []
        for name in sorted([*self.names, *self.extra], key=self.depth):
            value = getattr(self.runtime, name)
            if inspect.ismodule(value):
                self.imports.add(self.import_module(name, value))
            elif id(value) in done and (inspect.isroutine(value) or isinstance(value, type)):
                aliases.append(f"{name} = {done[id(value)]}")
            else:
                before = len(aliases)
                self.define(name, value)
                if len(aliases) == before:
                    done[id(value)] = name
        self.lines += aliases
        if hasattr(self.runtime, "__all__"):
            names = "".join(f'\n    "{n}",' for n in self.runtime.__all__)
            self.lines.insert(0, f"__all__ = [{names}\n]")
        if hasattr(self.runtime, "__version__") and "__version__" not in self.names:
            self.lines.append("__version__: str")
        body = "\n".join(self.lines)
        for name in ("Any", "overload", "Literal"):
            if re.search(rf"\b{name}\b", body):
                self.imports.add(f"from typing import {name}")
        return HEAD + "\n".join(sorted(self.imports)) + "\n\n" + body + "\n"

    def other_name(self, module):
        """A module under another one's name is that one."""
        special = ["__all__", *(["__version__"] if hasattr(self.runtime, "__version__") else [])]
        return HEAD + f"from {module} import *\n" + "".join(f"from {module} import {n} as {n}\n" for n in special)

    def depth(self, name):
        """Classes stand behind their bases."""
        value = getattr(self.runtime, name)
        return len(value.__mro__) if isinstance(value, type) else 0

    def import_module(self, name, value):
        package, _, last = value.__name__.rpartition(".")
        if not package:
            return f"import {last} as {name}"
        return f"from {'.' if package == self.module else package} import {last} as {name}"

    def define(self, name, value):
        """Add the definition of a name, or its import from where it is defined."""
        home = self.index.home(value)
        if self.import_foreign(name, value):
            pass
        elif home and home[0] != self.module:
            self.wanted.add(home)
            self.imports.add(f"from {home[0]} import {home[1]} as {name}")
        elif (
            home and home[1] != name and home[1] in self.names and (inspect.isroutine(value) or isinstance(value, type))
        ):
            self.aliases.append(f"{name} = {home[1]}")
        elif isinstance(value, type):
            self.define_class(name, value)
        elif inspect.isroutine(value):
            self.lines += self.function(name, value, f"{self.module}.{name}")
        else:
            self.lines.append(f"{name}: {self.resolve(self.type_of(f'{self.module}.{name}', value))}")

    def import_foreign(self, name, value):
        """Import what another package defines under the same name."""
        module = getattr(value, "__module__", None) or type(value).__module__
        if module.split(".")[0] == "numpy" and isinstance(value, type):
            numpy = sys.modules["numpy"]
            if getattr(numpy, name, None) is value:
                self.imports.add(f"from numpy import {name} as {name}")
            elif value.__module__ == "numpy":
                self.imports.add(f"from numpy import {value.__name__} as {name}")
            else:
                return False
            return True
        if inspect.isroutine(value) and module.split(".")[0] not in PACKAGES:
            self.imports.add(f"from {module} import {value.__name__} as {name}")
            return True
        return False

    def type_of(self, where, value):
        if where in words.VALUES:
            return words.VALUES[where]
        home = self.index.home(type(value))
        if type(value).__name__ == "ufunc":
            return f"{{{words.UFUNCS[value.nin, value.nout]}}}"
        if home is None and type(value).__module__.split(".")[0] in PACKAGES:
            return "Any"
        return stub_types.of_value(value) if home is None else f"{{{'.'.join(home)}}}"

    # ---- functions -----------------------------------------------------------------------------------------------

    def function(self, name, value, where, owner=None, docs=None, static=""):
        """The lines of a function or method."""
        try:
            signature = inspect.signature(value)
        except (TypeError, ValueError):
            return [f"def {name}(*args: Any, **kwargs: Any) -> Any: ..."]
        doc, self.now = inspect.getdoc(value) if docs is None else docs, value
        hints = hints_of(value)
        said = stub_types.parameters(doc)
        key = f"{where.split('.')[0]}:{self.qualified(where)}"
        given = words.FUNCTIONS.get(key, {})
        known = {}
        for i, p in enumerate(signature.parameters.values()):
            if not (owner and i == 0 and static != "staticmethod"):
                known[p.name] = self.parameter_type(where, p, hints, said, given)
        result = given.get("return") or self.result_type(where, name, doc, hints, owner)
        lines = [f"@{static}"] if static else []
        variants = [v for v in words.OVERLOADS.get(key, []) if set(v[0]) <= set(known)]
        if not variants:
            return [*lines, self.signature(name, signature, known, result, owner, static)]
        # One for each variant, one where the arguments have their default values, and one for what is not known.
        made, usual = [], {}
        for changed, returned in variants:
            made.append(self.signature(name, signature, known | changed, returned, owner, static, changed))
            defaults = {n: signature.parameters[n].default for n in changed}
            usual |= {n: known[n] if d is None else f"Literal[{d!r}]" for n, d in defaults.items()}
        made.append(self.signature(name, signature, known | usual, result, owner, static))
        if any(None is not signature.parameters[n].default for n in usual):
            made.append(self.signature(name, signature, known, "Any", owner, static))
        return [line for one in made for line in ("@overload", *lines, one)]

    def qualified(self, where):
        return where.removeprefix(self.module).strip(".")

    def parameter_type(self, where, p, hints, said, given):
        if p.name in given or "NoValue" in type(p.default).__name__:
            return given.get(p.name, "Any")
        hint = hints.get(p.name)
        text = said.get(p.name)
        try:
            if hint is not None and (hint not in (tuple, list, dict, object, typing.Any) or text is None):
                found = stub_types.of_annotation(hint)
                found = stub_types.BARE.get(found, found)
            elif text is not None:
                found = stub_types.parse(text)
            elif p.kind in (KINDS.VAR_POSITIONAL, KINDS.VAR_KEYWORD):
                found = None
            else:
                found = words.BY_NAME.get(f"{where.split('.')[0]}:{p.name}") or words.BY_NAME.get(p.name)
        except stub_types.UnknownWord as error:
            print(f"{where}: {error}", file=sys.stderr)
            found = None
        if found is None:
            if p.kind not in (KINDS.VAR_POSITIONAL, KINDS.VAR_KEYWORD):
                gaps.append(f"{where}({p.name})")
            return "Any"
        if p.kind is KINDS.VAR_POSITIONAL:  # several, or one sequence of them
            inner = re.match(r"(?:tuple|Sequence)\[(.*?)(?:, \.\.\.)?\]$", found)
            return stub_types.union([found, inner[1]]) if inner else found
        return self.with_default(found, p.default)

    def with_default(self, found, default):
        """A type that takes the default value, too."""
        parts = stub_types.split(found, " | ")
        if default is None and not {"None", "Any", "DTypeLike"} & set(parts):
            return f"{found} | None"
        kind = type(default).__name__
        if default is KINDS.empty or "Any" in parts or kind not in ("bool", "int", "float", "str", "tuple", "list"):
            return found
        if kind == "tuple" and not any(p.startswith(("tuple", "Sequence")) for p in parts):
            return f"{found} | {stub_types.of_value(default)}"
        wider = {
            "bool": {"complex", "float", "int", "SupportsIndex", "DTypeLike | None"},
            "int": {"complex", "float", "SupportsIndex"},
            "float": {"complex"},
            "str": {"DTypeLike", "Literal"},
        }
        if kind == "str" and any(p.startswith("Literal") or p == "DTypeLike" for p in parts):
            return found
        if kind in parts or wider.get(kind, set()) & set(parts) or kind in ("tuple", "list"):
            return found
        return f"{found} | {kind}"

    def result_type(self, where, name, doc, hints, owner):
        hint = hints.get("return", KINDS.empty)
        try:
            said = stub_types.result(doc)
            if said is not None and "Yields" in stub_types.sections(doc) and hasattr(self.now, "__wrapped__"):
                return f"AbstractContextManager[{said}]"
            if hint is not KINDS.empty and (said is None or hint not in (tuple, list, dict, object, typing.Any)):
                found = stub_types.of_annotation(hint)
                return stub_types.BARE.get(found, found)
            if said is not None:
                return said
        except stub_types.UnknownWord as error:
            print(f"{where}: {error}", file=sys.stderr)
            return "Any"
        found = words.RESULTS.get(name) or words.RESULTS.get(f"{where.split('.')[0]}:{name}")
        if found is None and name not in ("__init__", "__new__"):
            if "Parameters" in stub_types.sections(doc):
                return "None"  # a docstring with parameters says what is returned
            gaps.append(f"{where} ->")
        return found or "Any"

    def signature(self, name, signature, known, result, owner, static, keywords=()):
        parts, seen_keyword, positional = [], False, False
        for i, p in enumerate(signature.parameters.values()):
            text = p.name
            if positional and p.kind is not KINDS.POSITIONAL_ONLY:
                parts.append("/")
                positional = False
            bound = owner and i == 0 and static != "staticmethod"
            annotated = "" if bound else f": {self.resolve(known[p.name])}"
            if p.kind is KINDS.VAR_POSITIONAL:
                text, seen_keyword = f"*{text}", True
            elif p.kind is KINDS.VAR_KEYWORD:
                text = f"**{text}"
            elif (p.kind is KINDS.KEYWORD_ONLY or (p.name in keywords and i > bool(owner))) and not seen_keyword:
                parts.append("*")
                seen_keyword = True
            positional = positional or p.kind is KINDS.POSITIONAL_ONLY
            default = ""
            if p.default is not KINDS.empty and p.name not in keywords:
                literal = (
                    type(p.default) in SIMPLE and len(repr(p.default)) < 20 and repr(p.default) not in ("inf", "nan")
                )
                default = f" = {p.default!r}" if literal else " = ..."
            parts.append(text + annotated + (default if annotated else default.replace(" ", "")))
        if positional:
            parts.append("/")
        return f"def {name}({', '.join(parts)}) -> {self.resolve(result)}: ..."

    # ---- classes -------------------------------------------------------------------------------------------------

    def define_class(self, name, cls):
        where = f"{self.module}.{name}"
        bases, members = self.bases_and_members(cls)
        lines = [f"def {n}{self.resolve(t)}: ..." for n, t in words.METHODS.get(name, {}).items()]
        if issubclass(cls, enum.Enum):
            lines += [
                f"{m} = {v.value!r}" if isinstance(v.value, SIMPLE) else f"{m}: Any" for m, v in cls.__members__.items()
            ]
        elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
            said = stub_types.entries(stub_types.sections(cls.__doc__).get("Attributes", "")) | stub_types.parameters(
                cls.__doc__
            )
            lines += [f"{f}: {self.resolve(self.field_type(where, f, said))}" for f in cls._fields]
            bases = ["NamedTuple"]
            self.imports.add("from typing import NamedTuple")
            members = {}
        sample = words.sample(name)
        members |= instance_attributes(cls)
        for member, value in members.items():
            if (
                member in words.METHODS.get(name, ())
                or re.search(words.NOT_MEMBERS, member)
                and member not in words.KEPT
            ):
                continue
            made = self.member(where, cls, member, value, sample)
            if made and any(
                hasattr(base, member) for base in cls.__bases__ if base.__module__ == "builtins" and base is not object
            ):
                made[-1] += "  # type: ignore[override]" if "ignore" not in made[-1] else ""
            lines += made
        heading = f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"
        if not cls.__flags__ & INHERITABLE:
            self.imports.add("from typing import final")
            self.lines.append("@final")
        if issubclass(cls, enum.Enum) and not cls.__members__:
            heading += "  # type: ignore[misc]"
        self.lines += [heading, *("    " + line for line in lines or ["..."])]

    def field_type(self, where, field, said):
        try:
            return words.VALUES.get(f"{where}.{field}") or stub_types.parse(said[field], True)
        except (KeyError, stub_types.UnknownWord):
            return "{usm_ndarray}" if where.startswith("dpctl") else "{ndarray}"

    def bases_and_members(self, cls):
        """Base classes that have a stub, and members of the class and of its other bases."""
        bases, chain, covered = [], [], set()
        for base in cls.__mro__:
            if base in covered or base is object:
                continue
            public = self.index.home(base) and not base.__name__.startswith("_")
            if base is not cls and (public or base.__module__.split(".")[0] not in PACKAGES):
                covered |= set(base.__mro__)
                if base.__name__ not in ("Generic", "ABC", "Protocol"):
                    bases.append(
                        self.resolve(stub_types.of_class(base)) if base.__module__ != "enum" else self.enum_base(base)
                    )
            else:
                chain.append(base)
        members = {}
        for base in reversed(chain):
            members |= vars(base)
        if issubclass(cls, enum.Enum):
            members = {n: v for n, v in members.items() if n not in cls.__members__}
        return bases, members

    def enum_base(self, base):
        self.imports.add("import enum")
        return f"enum.{base.__name__}"

    def member(self, where, cls, name, value, sample):
        """The lines of one member of a class."""
        full = f"{where}.{name}"
        if type(value).__name__ == "UnsupportedAttribute":
            return []
        if name == "__hash__" and value is None:
            self.imports.add("from typing import ClassVar")
            return ["__hash__: ClassVar[None]  # type: ignore[assignment]  # pyright: ignore"]
        if name in (words.OF_ARRAYS if cls.__name__ in words.OPERANDS else ()) or name in words.OPERATORS:
            return self.operator(where, name)
        if (
            isinstance(value, (property, types.GetSetDescriptorType, types.MemberDescriptorType))
            or type(value).__name__ == "cached_property"
        ):
            return self.attribute(full, name, value, sample)
        if isinstance(value, (staticmethod, classmethod)) or type(value).__name__ == "classmethod_descriptor":
            kind = "staticmethod" if isinstance(value, staticmethod) else "classmethod"
            inner = getattr(value, "__func__", None)
            if kind == "classmethod" and inner is None:
                return self.bound(name, getattr(cls, name), full)
            return self.function(name, inner, full, cls, static=kind)
        if name in ("__new__", "__init__"):
            if issubclass(cls, enum.Enum):
                return []
            return self.constructor(where, cls, name, value)
        if inspect.isroutine(value):
            return self.function(name, value, full, cls)
        if value is INSTANCE:
            return [
                f"{name}: {self.resolve(self.type_of(full, value_of(sample, name)) if sample is not None else 'Any')}"
            ]
        if isinstance(value, type):
            return [f"{name}: type[Any]"]
        return [f"{name}: {self.resolve(self.type_of(full, value))}"]

    def bound(self, name, method, full):
        lines = self.function(name, method, full)
        return ["@classmethod", lines[0].replace("(", "(cls, ", 1).replace("(cls, )", "(cls)")]

    def constructor(self, where, cls, name, value):
        if name == "__init__" and isinstance(value, types.WrapperDescriptorType):
            return []
        doc = f"{cls.__doc__ or ''}"
        if name == "__init__":
            doc = doc if stub_types.parameters(doc) else f"{value.__doc__ or ''}"
            lines = self.function(name, value, f"{where}.__init__", cls, docs=doc)
            return [re.sub(r" -> .*", " -> None: ...", line) for line in lines]
        try:
            signature = inspect.signature(cls)
        except (TypeError, ValueError):
            return []
        first = inspect.Parameter("cls", KINDS.POSITIONAL_OR_KEYWORD)
        if any(p.kind is KINDS.POSITIONAL_ONLY for p in signature.parameters.values()):
            first = inspect.Parameter("cls", KINDS.POSITIONAL_ONLY)
        made = type("made", (), {"__call__": lambda self: None})()
        made.__signature__ = signature.replace(parameters=[first, *signature.parameters.values()])
        lines = self.function(name, made, f"{where}.__init__", cls, docs=doc)
        return [
            line.rpartition(" -> ")[0] + f" -> {self.resolve('Self')}: ..." if line.startswith("def") else line
            for line in lines
        ]

    def operator(self, where, name):
        cls = where.rpartition(".")[2]
        me = words.OPERAND_RESULTS.get(cls, "Self")
        operand = words.OPERANDS.get(cls, "Any")
        known = words.OPERATORS | (words.OF_ARRAYS if cls in words.OPERANDS else {})
        text = known[name].replace("ME", me).replace("OTHER", operand)
        ignore = "  # type: ignore  # pyright: ignore" if name in ("__eq__", "__ne__", "__ipow__") else ""
        return [f"def {name}{self.resolve(text)}: ...{ignore}"]

    def attribute(self, full, name, value, sample):
        said = (value.__doc__ or "").split("\n")[0]
        getter = getattr(value, "fget", None) or getattr(value, "func", None)
        found = words.VALUES.get(full) or words.VALUES.get(full.rpartition(".")[2])
        try:
            hint = hints_of(getter).get("return") if getter else None
            if found is None and hint is not None:
                found = stub_types.of_annotation(hint)
                found = stub_types.BARE.get(found, found)
            current = value_of(sample, name)
            if found is None and not (current is None or type(current) is tuple and not current):
                found = self.type_of(full, current)
            if found is None:
                found = stub_types.parse(re.split(r"[:;]", said)[0], True)
        except stub_types.UnknownWord:
            found = None
        settable = getattr(value, "fset", None) is not None
        if sample is not None:
            if not isinstance(value, property) and current is not None:
                settable = is_settable(sample, name, current)
        if found is None:
            gaps.append(f"{full} (attribute)")
        found = self.resolve(found or "Any")
        if settable:
            return [
                "@property",
                f"def {name}(self) -> {found}: ...",
                f"@{name}.setter",
                f"def {name}(self, value: Any) -> None: ...",
            ]
        return ["@property", f"def {name}(self) -> {found}: ..."]


def instance_attributes(cls):
    """The public attributes that a constructor assigns."""
    init = vars(cls).get("__init__")
    if not inspect.isfunction(init):
        return {}
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(init)))
    except OSError:  # made by a decorator
        return {}
    names = [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
    return {n: INSTANCE for n in names if not n.startswith("_") and not hasattr(cls, n)}


def value_of(sample, name):
    """An attribute of an object; None if there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return getattr(sample, name)
        except Exception:
            return None


def is_settable(sample, name, value):
    try:
        setattr(sample, name, value)
    except Exception:
        return False
    return True


def hints_of(value):
    """The annotations of a function, evaluated."""
    try:
        return typing.get_type_hints(value)
    except Exception:
        return {}


def stubs():
    """The texts of all stubs by their modules."""
    index = Index()
    made = {m: Stub(index, m) for m in index.modules if not is_private(m)}
    texts, before = {}, None
    while before != (len(made), sum(len(s.extra) for s in made.values())):
        before = len(made), sum(len(s.extra) for s in made.values())
        gaps.clear()
        for stub in list(made.values()):
            texts[stub.module] = stub.write()
            for module, name in stub.wanted:
                package = module.rpartition(".")[0]
                if hasattr(index.modules.get(package), "__all__"):
                    made.setdefault(package, Stub(index, package))
                other = made.setdefault(module, Stub(index, module))
                if name not in other.names and name not in other.extra and name not in words.EXTRAS.get(module, ""):
                    other.extra.append(name)
    return texts, index


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--gaps", action="store_true")
    options = parser.parse_args()
    texts, index = stubs()
    if options.gaps:
        print(*gaps, sep="\n")
        return 0
    stale = 0
    wanted = {}
    for module, text in texts.items():
        folder = ROOT / Path(*module.split("."))
        is_package = folder.is_dir()
        wanted[folder / "__init__.pyi" if is_package else folder.with_suffix(".pyi")] = text
    formatted = format_all(wanted)
    for path in {*ROOT.rglob("*.pyi"), *wanted}:
        text = formatted.get(path)
        if text != (path.read_text() if path.exists() else None):
            stale += 1
            if options.check:
                print(f"{path.relative_to(ROOT.parent)}: not what tools/write_stubs.py writes")
            elif text is None:
                path.unlink()
            else:
                path.write_text(text)
    print(f"stubs: {len(wanted)} files, {stale} {'stale' if options.check else 'written'}, {len(gaps)} types unknown")
    return options.check and stale > 0


def format_all(wanted):
    """The texts as ruff formats them."""
    with tempfile.TemporaryDirectory() as folder:
        copies = {path: Path(folder) / f"{number}.pyi" for number, path in enumerate(wanted)}
        for path, copy in copies.items():
            copy.write_text(wanted[path])
        subprocess.run(["ruff", "format", "-q", "--config", ROOT.parent / "pyproject.toml", folder], check=True)
        return {path: copy.read_text() for path, copy in copies.items()}


if __name__ == "__main__":
    sys.exit(main())
