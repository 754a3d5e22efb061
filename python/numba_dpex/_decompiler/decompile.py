"""From a code object to a checked syntax tree."""

from __future__ import annotations

import ast
import dis
import inspect
import itertools
import types

from .blocks import COMPREHENSIONS, Unknown, blocks_of
from .comprehensions import comprehension_of
from .structure import statements_of

__all__ = ["Unknown", "function_text", "tree_of_code"]


def _arguments(code: types.CodeType, defaults: list, annotations: dict) -> ast.arguments:
    names = list(code.co_varnames)
    n, n_keyword = code.co_argcount, code.co_kwonlyargcount

    def arg(name: str) -> ast.arg:
        return ast.arg(name, annotations.get(name))

    plain, keyword = names[:n], names[n : n + n_keyword]
    rest = names[n + n_keyword :]
    vararg = arg(rest.pop(0)) if code.co_flags & inspect.CO_VARARGS else None
    kwarg = arg(rest.pop(0)) if code.co_flags & inspect.CO_VARKEYWORDS else None
    positional = code.co_posonlyargcount
    return ast.arguments(
        posonlyargs=[arg(x) for x in plain[:positional]],
        args=[arg(x) for x in plain[positional:]],
        vararg=vararg,
        kwonlyargs=[arg(x) for x in keyword],
        kw_defaults=[None] * len(keyword),
        kwarg=kwarg,
        defaults=defaults,
    )


def tree_of_code(code: types.CodeType, defaults: list, annotations: dict, has_copies: bool = True, *forms: bool):
    """An ast.FunctionDef, or an ast.Lambda, that is not checked yet; has_copies: as of `blocks_of`, forms: as of
    `statements_of`."""
    body = statements_of(blocks_of(code, tree_of_code, has_copies), *forms)
    if code.co_name in COMPREHENSIONS:
        return comprehension_of(code.co_name, body)
    args = _arguments(code, defaults, annotations)
    if code.co_name == "<lambda>":
        if len(body) != 1 or not isinstance(body[0], ast.Return):
            raise Unknown("a lambda")
        return ast.Lambda(args, body[0].value)
    last = body[-1:]
    if (
        last
        and isinstance(last[0], ast.Return)
        and isinstance(last[0].value, ast.Constant)
        and last[0].value.value is None
    ):
        body = body[:-1]
    for node in (n for s in body for n in ast.walk(s)):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and node.value.value is None:
            node.value = None
    made = ast.FunctionDef(code.co_name, args, body or [ast.Pass()], [], None)
    made.type_params = []
    made.lineno = made.end_lineno = code.co_firstlineno
    made.col_offset = made.end_col_offset = 0
    return made


# ---- the check ---------------------------------------------------------------------------------------------------


#: Instructions of 3.13 that stand for two neighbours, if both are in one line of the text.
_PAIRS = {
    f"{a}_{b}": (a, b)
    for a, b in itertools.product(("LOAD_FAST", "STORE_FAST"), repeat=2)
    if (a, b) != ("LOAD_FAST", "STORE_FAST")
}


def _instructions(code: types.CodeType) -> list:
    """Names and arguments, with jumps by the number of their target."""
    # Whether a function is called as a method depends on imports in its file, not on its text.
    skipped = ("CACHE", "EXTENDED_ARG", "NOP", "RESUME", "PRECALL", "PUSH_NULL")
    found = list(dis.get_instructions(code))
    numbers, n = {}, 0
    for x in found:
        numbers[x.offset] = n
        n += (x.opname not in skipped) + (x.opname == "RETURN_CONST" or x.opname in _PAIRS)
    result = []
    for x in found:
        if x.opname in skipped:
            continue
        if x.opname in _PAIRS:
            result += zip(_PAIRS[x.opname], x.argval, strict=True)
            continue
        if x.opcode in dis.hasjrel or x.opcode in dis.hasjabs:
            value = numbers[x.argval]
        elif isinstance(x.argval, types.CodeType):
            value = _instructions(x.argval)
        elif x.opcode in dis.hasconst:
            value = repr(x.argval), type(x.argval).__name__
        elif x.opcode in dis.hasname or x.opcode in dis.haslocal or x.opcode in dis.hasfree:
            value = x.argval
        else:
            value = x.arg
        if x.opname == "RETURN_CONST":
            result += [("LOAD_CONST", value), ("RETURN_VALUE", None)]
            continue
        result.append(("LOAD_ATTR" if x.opname == "LOAD_METHOD" else x.opname, value))
    return result


def _compiled(tree, free: tuple[str, ...]) -> types.CodeType:
    """The code of a function definition with these free variables."""
    if isinstance(tree, ast.FunctionDef):  # by another name, which is not free in it
        tree = ast.FunctionDef("__inner", tree.args, tree.body, [], None)
        tree.type_params = []
    inner = ast.FunctionDef(
        "__outer",
        ast.arguments([], [ast.arg(n) for n in free], None, [], [], None, []),
        [tree if isinstance(tree, ast.FunctionDef) else ast.Return(tree), ast.Pass()],
        [],
        None,
    )
    inner.type_params = []
    module = ast.parse(ast.unparse(ast.fix_missing_locations(ast.Module([inner], []))))
    outer = next(
        c for c in compile(module, "<decompiled>", "exec", dont_inherit=True).co_consts if isinstance(c, types.CodeType)
    )
    return next(c for c in outer.co_consts if isinstance(c, types.CodeType))


def _annotation(value) -> ast.expr | None:
    """A parameter's annotation, of which only the name of a class is known."""
    name = value if isinstance(value, str) else getattr(value, "__name__", None)
    try:
        return ast.parse(name, mode="eval").body if name else None
    except SyntaxError:
        return None


def function_text(function: types.FunctionType) -> str:
    """The definition of a function, or a lambda expression, without comments and decorators.

    Raises
    ------
    Unknown
        If the bytecode is not understood, or if the tree that was found has another one.
    """
    code = function.__code__
    values, named = [*(function.__defaults__ or ())], function.__kwdefaults__ or {}
    if not all(isinstance(v, (bool, int, float, complex, str, tuple, type(None))) for v in (*values, *named.values())):
        raise Unknown("a default that is an object")
    annotations = {n: _annotation(v) for n, v in function.__annotations__.items() if n != "return"}
    reason = None
    for ends, *forms in itertools.product((True, False), repeat=7):  # the last one varies first
        try:
            tree = tree_of_code(code, [ast.Constant(v) for v in values], annotations, *forms, ends)
            made = _compiled(tree, code.co_freevars)
        except (SyntaxError, ValueError, IndexError, AttributeError, StopIteration, RecursionError, TypeError) as error:
            reason = Unknown(f"{type(error).__name__}: {error}")
        except Unknown as error:
            reason = error
        else:
            if _instructions(made) == _instructions(code):
                keywords = [ast.Constant(named[a.arg]) if a.arg in named else None for a in tree.args.kwonlyargs]
                tree.args.kw_defaults[:] = keywords
                return ast.unparse(ast.fix_missing_locations(tree))
            reason = Unknown("control flow that has several forms")
    raise reason
