"""The source of functions that `inspect` does not find: of ``python -c``, of a file that is standard input, of the
interactive prompt, and of text that a running function passed to `exec`.

Each is a guess that is checked: the text is compiled, and must give the function's bytecode.
"""

from __future__ import annotations
import __future__

import ast
import os
import stat
import sys
import types

__all__ = ["recovered"]

_FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)


def _of_command_line(code: types.CodeType):
    """The text of ``python -c``."""
    if code.co_filename == "<string>" and "-c" in sys.orig_argv[1:-1]:
        yield sys.orig_argv[sys.orig_argv.index("-c", 1) + 1]


def _of_standard_input(code: types.CodeType):
    """Standard input, if it is a file."""
    if code.co_filename == "<stdin>":
        try:
            about = os.fstat(0)
            if stat.S_ISREG(about.st_mode):
                yield os.pread(0, about.st_size, 0).decode("utf-8", "replace")
        except OSError:
            return


def _of_prompt(code: types.CodeType):
    """The lines that were typed, from the definition's last occurrence on."""
    history = sys.modules.get("readline")
    if code.co_filename != "<stdin>" or history is None:
        return
    lines = [history.get_history_item(i + 1) or "" for i in range(history.get_current_history_length())]
    for start in reversed(range(len(lines))):
        if lines[start].lstrip().startswith(f"def {code.co_name}"):
            margin = len(lines[start]) - len(lines[start].lstrip())
            end = start + 1
            while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > margin:
                end += 1
            yield "\n".join(line[margin:] for line in lines[start:end]) + "\n"


def _of_running_functions(code: types.CodeType):
    """Texts with the definition that running functions hold, such as the argument of `exec`."""
    seen, frame = set(), sys._getframe(1)
    wanted = f"def {code.co_name}"
    while frame is not None:
        for values in (frame.f_locals.values(), frame.f_code.co_consts, frame.f_globals.values()):
            for text in list(values):
                if isinstance(text, str) and wanted in text and id(text) not in seen:
                    seen.add(id(text))
                    yield text
        frame = frame.f_back


def _codes(code: types.CodeType):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)


def _value(constant):
    """A constant for comparison: nested code by its own bytecode, numbers with their types."""
    return constant.co_code if isinstance(constant, types.CodeType) else (type(constant), repr(constant))


def _is_code(a: types.CodeType, b: types.CodeType) -> bool:
    names = "co_name co_code co_names co_varnames co_freevars co_cellvars".split()
    same = all(getattr(a, name) == getattr(b, name) for name in names)
    return same and list(map(_value, a.co_consts)) == list(map(_value, b.co_consts))


def _block(text: str, code: types.CodeType) -> tuple[str, int] | None:
    """The definition in a text, and its first line; None if there is none with this bytecode."""
    try:
        made = compile(text, code.co_filename, "exec", code.co_flags & _FUTURE, True)
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    found = [c.co_firstlineno for c in _codes(made) if _is_code(c, code)]
    if not found:
        return None
    line = code.co_firstlineno if code.co_firstlineno in found else found[0]
    lines = text.splitlines(True)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first == line:
                return "".join(lines[first - 1 : node.end_lineno]), code.co_firstlineno
    return None


def recovered(function: types.FunctionType) -> tuple[str, int] | None:
    """The text of a function's definition and its first line, or None."""
    code = function.__code__
    for texts in (_of_command_line, _of_standard_input, _of_prompt, _of_running_functions):
        for text in texts(code):
            found = _block(text, code)
            if found is not None:
                return found
    return None
