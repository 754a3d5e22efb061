"""Types from docstrings (numpydoc's sections) and from objects, as text for tools/write_stubs.py."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import types
import typing

import numpy
from stub_words import PLURALS, WORDS

SECTION = re.compile(r"\n *([A-Z][A-Za-z ]+)\n *-{3,}\n")
ENTRY = re.compile(r"(\*{0,2}\w+(?:, *\*{0,2}\w+)*) ?:(?: (.*))?$")
SUFFIX = re.compile(r",? *(optional|keyword-only|default.*)$")
SHAPE = re.compile(r"\(\.\.\.[^)]*(\([^)]*\))?[^)]*\)( or \(\.\.\.[^)]*\))? ")


class UnknownWord(Exception):
    """A docstring has a type that the table of words lacks."""


def sections(doc):
    """The sections of a docstring: titles and texts."""
    parts = SECTION.split("\n" + inspect.cleandoc(doc or ""))
    return {title: textwrap.dedent(text) for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def entries(text):
    """The entries of a section of parameters: names and what is said of their types."""
    found = {}
    for line in text.splitlines():
        entry = ENTRY.match(line)
        if entry:
            said = SUFFIX.sub("", entry[2] or "").strip()
            found |= {name.strip("* "): said for name in entry[1].split(",") if said and said != "optional"}
    return found


def parameters(doc):
    """What a docstring says of the types of parameters."""
    found = sections(doc)
    return entries(found.get("Parameters", "")) | entries(found.get("Other Parameters", ""))


def result(doc):
    """The type of what a function returns, or None where its docstring has no such section."""
    text = sections(doc).get("Returns") or sections(doc).get("Yields")
    if not text or not text.strip():
        return None
    lines = [line for line in text.splitlines() if line and not line.startswith(" ")]
    said = []
    for line in lines:
        named = re.match(r"[\w, ]+ : (.*)$", line)
        said += [parse(named[1] if named else line, True)] * (line.count(",", 0, named.start(1)) + 1 if named else 1)
    return said[0] if len(said) == 1 else f"tuple[{', '.join(said)}]"


def union(parts):
    """One type of several, each alternative once."""
    flat = [one for part in parts for one in split(part, "|")]
    return "Any" if "Any" in flat else " | ".join(dict.fromkeys(flat))


def split(text, separator):
    """The parts of a text between separators that are in no brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if not depth and text.startswith(separator, i):
            parts.append(text[start:i].strip())
            start = i + len(separator)
    return [*parts, text[start:].strip()]


def parse(said, returned=False):
    """The type that words of a docstring mean.

    Raises
    ------
    UnknownWord
        If a word is not in the table.
    """
    text = SHAPE.sub("", said).strip().rstrip(".")
    whole = one(text, returned)
    if whole:
        return whole
    alternatives = [part for some in split(text.replace(", or ", " or "), " or ") for part in split(some, ", ")]
    alternatives = [a.removeprefix("a ").removeprefix("an ").strip() for a in alternatives if a]
    # "a sequence of ints or arrays", "tuple of them": what the words before are said of holds for the word after
    found, before = [], ""
    for word in alternatives:
        before, word = word, word.replace("of them", f"of {before}")
        known = one(word, returned)
        if known is None:
            raise UnknownWord(f"{word!r} in {said!r}")
        found.append(known)
    return union(found)


def one(word, returned):
    """The type of one alternative, or None."""
    word = PLURALS.get(word, word)
    word = re.sub(r"\b(sequence|list|pair|tuple) of (two|three|four|\d+)\b", r"\1 of", word)
    word = re.sub(r"^(tuple|sequence|list) of$", r"\1", word)
    if word in WORDS:
        meaning = WORDS[word]
        return meaning[returned] if isinstance(meaning, tuple) else meaning
    if re.fullmatch(
        r"[A-Z]\w{3,}|dpctl\.\w+|backend_type|device_type|\w+_(type|order|scope|config|property)", word
    ):  # a class of the packages
        return "{" + word.removeprefix("dpctl.") + "}"
    if word.startswith("{") and word.endswith("}"):
        return literals(word[1:-1])
    if re.fullmatch(r"(dpnp\.ndarray|usm_ndarray|list|array) of (bools?|ints|integers|uint8|bool or integers)", word):
        return one(word.partition(" of ")[0], returned)
    kind, of, item = word.partition(" of ")
    if kind == "tuple" and item.startswith("(") and item.endswith(")"):
        return pairs(item, returned)
    kinds = {
        "list": "list[%s]" if returned else "Sequence[%s]",
        "tuple": "tuple[%s, ...]" if returned else "tuple[%s, ...]",
        "sequence": "Sequence[%s]",
        "iterable": "Iterable[%s]",
        "array_like": "Any",
        "named tuple": "tuple[%s, ...]",
        "pair": "tuple[%s, %s]",
        "tuple of two": "tuple[%s, %s]",
    }
    if of and kind in kinds:
        inner = one(PLURALS.get(item, item), returned) or (parse(item, returned) if " or " in item else None)
        return inner and kinds[kind].replace("%s", inner)
    if word.startswith("(") and word.endswith(")"):
        return pairs(word, returned)
    return None


def pairs(word, returned):
    """The type of "(one, another)"."""
    inner = [one(part, returned) for part in split(word[1:-1], ", ")]
    return None if None in inner else f"tuple[{', '.join(inner)}]"


def literals(text):
    """The type of the values between braces."""
    values, other = [], []
    for word in split(text, ","):
        try:
            values.append(repr(ast.literal_eval(word)))
        except ValueError:
            known = one(word, False)
            if known is None and not re.fullmatch(r"\w+", word):
                raise UnknownWord(f"{word!r} in {text!r}") from None
            other.append(known or "str")
    none = ["None"] * ("None" in values)
    values = [v for v in values if v != "None"]
    return union(([f"Literal[{', '.join(values)}]"] if values else []) + other + none)


def of_annotation(annotation):
    """The text of an annotation that was evaluated."""
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is typing.Any or annotation is object:
        return "Any"
    if annotation is Ellipsis:
        return "..."
    if isinstance(annotation, list):
        return f"[{', '.join(map(of_annotation, annotation))}]"
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (types.UnionType, typing.Union):
        return union(map(of_annotation, args))
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(repr, args))}]"
    if origin is not None:
        return f"{of_annotation(origin)}[{', '.join(map(of_annotation, args))}]"
    return of_class(annotation)


BARE = {
    "tuple": "tuple[Any, ...]",
    "list": "list[Any]",
    "dict": "dict[Any, Any]",
    "Callable": "Callable[..., Any]",
    "type": "type[Any]",
}


def of_class(cls):
    """The text of a class."""
    name = getattr(cls, "__name__", None)
    if name is None:
        raise UnknownWord(f"annotation {cls!r}")
    module = cls.__module__
    if module.split(".")[0] == "numpy":
        return {"dtype": "numpy.dtype[Any]", "ndarray": "numpy.ndarray[Any, Any]"}.get(
            name, f"numpy.{name}" if getattr(numpy, name, None) is cls else "Any"
        )
    if name == "PathLike":
        return "PathLike[str]"
    if module in ("builtins", "collections.abc", "typing", "types", "contextlib"):
        return name
    if module == "inspect":
        return "Any"
    if name == "FunctionType":
        return "Callable[..., Any]"
    return f"{{{module}.{name}}}"


def of_value(value):
    """The text of the type of a value, with the types of what a tuple or list has."""
    if isinstance(value, numpy.dtype):
        return "numpy.dtype[Any]"
    if value is None:
        return "None"
    if type(value) is tuple:
        return f"tuple[{union(map(of_value, value)) or 'Any'}, ...]"
    if type(value) is list:
        return f"list[{union(map(of_value, value)) or 'Any'}]"
    if type(value) is dict:
        return "dict[str, Any]"
    return of_class(type(value))
