"""Basic blocks of a code object: the statements of each, as syntax trees, and how it ends.

Instructions are executed on a stack of expressions. Where paths with different values on the stack meet (conditional
expressions, `and`, `or`, chained comparisons), the value is found from the conditions between (`_merged`).
"""

from __future__ import annotations

import ast
import dis
import inspect
import itertools
import math
import sys
import types
from dataclasses import dataclass, field

from .copies import without_copies
from .inlined import Inlined, has_handlers, instructions_of

__all__ = ["COMPREHENSIONS", "Block", "Unknown", "blocks_of", "is_same", "combined", "negated"]


class Unknown(Exception):
    """Bytecode that is not understood."""


@dataclass(eq=False)
class Block:
    """end: ("goto", block), ("cond", test, block if true, block if false, whether the first of them is next),
    ("for", iterable, body, exit), ("return", value),
    ("fail", message) or ("raise", [exception, cause])."""

    start: int
    statements: list = field(default_factory=list)
    end: tuple = ()
    entry: list | None = None  # the stack at its start
    out: list = field(default_factory=list)  # at its end
    sources: list = field(default_factory=list)  # blocks that reach it by forward edges
    target: ast.expr | None = None  # of the for loop whose body it begins
    is_loop_entry: bool = False
    back: int = -1  # of a loop's head: where its last jump back is


@dataclass(eq=False)
class _Iterator:
    """The iterator of a for loop on the stack."""

    value: ast.expr


@dataclass(eq=False)
class _Item:
    """What a for loop assigns; header: the block with its FOR_ITER."""

    header: Block


@dataclass(eq=False)
class _Unpacking:
    """A sequence whose items are assigned to targets."""

    value: object
    targets: list
    star: int | None = None


@dataclass(eq=False)
class _Part:
    unpacking: _Unpacking
    index: int


@dataclass(eq=False)
class _Null:
    pass


@dataclass(eq=False)
class _Method:
    """An attribute that is called."""

    node: ast.expr


@dataclass(eq=False)
class _Saved:
    """The value of a variable around a comprehension, which is restored after it."""

    name: str


@dataclass(eq=False)
class _Cell:
    name: str


_NUMBERS = itertools.count()
_BINARY = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "//": ast.FloorDiv, "%": ast.Mod, "**": ast.Pow,
    "<<": ast.LShift, ">>": ast.RShift, "&": ast.BitAnd, "|": ast.BitOr, "^": ast.BitXor, "@": ast.MatMult,
}  # fmt: skip
_COMPARE = {"<": ast.Lt, "<=": ast.LtE, "==": ast.Eq, "!=": ast.NotEq, ">": ast.Gt, ">=": ast.GtE}
_INVERSE = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
_UNARY = {
    "UNARY_NEGATIVE": ast.USub, "UNARY_NOT": ast.Not, "UNARY_INVERT": ast.Invert, "UNARY_POSITIVE": ast.UAdd,
}  # fmt: skip
_IGNORED = {
    "RESUME", "NOP", "CACHE", "PRECALL", "MAKE_CELL", "COPY_FREE_VARS", "EXTENDED_ARG", "TO_BOOL", "GEN_START",
}  # fmt: skip
COMPREHENSIONS = ("<listcomp>", "<genexpr>")  # names of their functions
_UNARY_POSITIVE, _LIST_TO_TUPLE = 5, 6  # numbers of CALL_INTRINSIC_1
_LOCAL_LOADS = ("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME")
_LOCAL_STORES = ("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")


def _name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def is_same(a, b) -> bool:
    """Whether two trees are alike."""
    return a is b or isinstance(a, ast.AST) and isinstance(b, ast.AST) and ast.dump(a) == ast.dump(b)


def negated(test: ast.expr) -> ast.expr:
    """`not test`."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _INVERSE:
        return ast.Compare(test.left, [_INVERSE[type(test.ops[0])]()], test.comparators)
    if isinstance(test, ast.BoolOp):
        n_inverted = sum(isinstance(v, ast.UnaryOp) and isinstance(v.op, ast.Not) for v in test.values)
        if 2 * n_inverted >= len(test.values):
            op = ast.Or() if isinstance(test.op, ast.And) else ast.And()
            return ast.BoolOp(op, list(map(negated, test.values)))
    return ast.UnaryOp(ast.Not(), test)


def _stored(node) -> ast.expr:
    """An expression as a target of an assignment."""
    node.ctx = ast.Store()
    return node


def combined(op, a: ast.expr, b: ast.expr) -> ast.expr:
    """`a and b` or `a or b`, with the operands of its own kind in one node, as Python's parser has them."""
    values = []
    for x in (a, b):
        values += x.values if isinstance(x, ast.BoolOp) and type(x.op) is op else [x]
    if op is ast.And:
        values = _with_chains(values)
    return values[0] if len(values) == 1 else ast.BoolOp(op(), values)


def _with_chains(values: list) -> list:
    """`x < y < z` in place of `x < y` and `y < z` whose y is one value on the stack."""
    found = values[:1]
    for b in values[1:]:
        a = found[-1]
        if isinstance(a, ast.Compare) and isinstance(b, ast.Compare) and a.comparators[-1] is b.left:
            found[-1] = ast.Compare(a.left, a.ops + b.ops, a.comparators + b.comparators)
        else:
            found.append(b)
    return found


def chosen(test: ast.expr, yes, no, is_next: bool = True):
    """The value of `yes if test else no`, as `and` or `or` where it is the test's. is_next: whether the code for `yes`
    follows that of the test."""
    if no is test:
        return _in_parts(ast.And, test, yes)
    if yes is test:
        return _in_parts(ast.Or, test, no)
    if isinstance(yes, ast.BoolOp) and getattr(yes, "parts", (None,))[-1] is no and isinstance(yes.op, ast.Or):
        return _in_parts(ast.Or, combined(ast.And, test, yes.parts[0]), no)  # test and part or no
    if isinstance(no, ast.BoolOp) and getattr(no, "parts", (None,))[-1] is yes and isinstance(no.op, ast.And):
        return _in_parts(ast.And, combined(ast.Or, test, no.parts[0]), yes)  # (test or part) and yes
    if isinstance(no, ast.IfExp) and getattr(no, "parts", (None,))[-1] is yes:
        return ast.IfExp(combined(ast.And, combined(ast.Or, test, no.parts[0]), yes.test), yes.body, yes.orelse)
    if isinstance(yes, ast.IfExp) and getattr(yes, "parts", (None,))[-1] is no:
        return ast.IfExp(combined(ast.Or, combined(ast.And, test, yes.parts[0]), no.test), no.body, no.orelse)
    found = None
    if isinstance(yes, ast.IfExp) and yes.orelse is no:
        found = ast.IfExp(combined(ast.And, test, yes.test), yes.body, no)
        found.parts = test, yes
    elif isinstance(no, ast.IfExp) and no.body is yes:
        found = ast.IfExp(combined(ast.Or, test, no.test), yes, no.orelse)
        found.parts = test, no
    if found is not None:
        return found
    return ast.IfExp(test, yes, no) if is_next else ast.IfExp(negated(test), no, yes)


def _in_parts(op, a: ast.expr, b: ast.expr) -> ast.expr:
    """`combined`, which keeps the operands, because several paths reach the second one."""
    found = combined(op, a, b)
    found.parts = a, b
    return found


class _Machine:
    """Executes instructions of one block."""

    def __init__(self, block: Block, constants: tuple, tree_of_code):
        self.block, self.stack, self.constants = block, list(block.entry), constants
        self.tree_of_code = tree_of_code
        self.keywords: tuple = ()
        self.parallel: list = []  # targets and values of an assignment of several values
        self.line = 1

    def pop(self, n: int | None = None):
        if n is None:
            if not self.stack:
                raise Unknown("an empty stack")
            return self.stack.pop()
        found = self.stack[len(self.stack) - n :]
        if len(found) != n:
            raise Unknown("an empty stack")
        del self.stack[len(self.stack) - n :]
        return found

    def push(self, value) -> None:
        if isinstance(value, ast.expr):
            value.lineno = value.end_lineno = self.line
            value.col_offset = value.end_col_offset = 0
            value.number = next(_NUMBERS)
        self.stack.append(value)

    def emit(self, statement: ast.stmt) -> None:
        statement.lineno = statement.end_lineno = self.line
        statement.col_offset = statement.end_col_offset = 0
        self.block.statements.append(statement)

    # ---- assignment ----

    def assign(self, target: ast.expr, value) -> None:
        if isinstance(value, _Part):
            unpacking = value.unpacking
            if value.index == unpacking.star:
                target = ast.Starred(target, ast.Store())
            unpacking.targets[value.index] = target
            if None not in unpacking.targets:
                self.assign(ast.Tuple(unpacking.targets, ast.Store()), unpacking.value)
        elif isinstance(value, _Item):
            value.header.target = target
        elif isinstance(value, _Saved):
            return
        elif isinstance(value, ast.Lambda) and hasattr(value, "function"):
            value.function.name = target.id
            self.emit(value.function)
        elif isinstance(value, ast.BinOp) and hasattr(value, "in_place"):
            if ast.unparse(target) != ast.unparse(value.left):
                raise Unknown("an assignment in place to another target")
            self.emit(ast.AugAssign(target, value.op, value.right))
        elif isinstance(value, ast.expr):
            waits = any(isinstance(x, ast.expr) and x is not value for x in self.stack)
            if waits or self.parallel:
                self.parallel.append((target, value))
                if not waits:
                    self.parallel.sort(key=lambda pair: getattr(pair[1], "number", 0))  # as they were computed
                    targets, values = map(list, zip(*self.parallel, strict=True))
                    self.parallel = []
                    self.emit(ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(values, ast.Load())))
                return
            last = self.block.statements[-1:]
            if last and isinstance(last[0], ast.Assign) and last[0].value is value:
                last[0].targets.append(target)  # a = b = value
            else:
                self.emit(ast.Assign([target], value))
        else:
            raise Unknown("an assignment")

    # ---- instructions ----

    def run(self, op: str, arg: int, value, text: str) -> None:
        if op in _IGNORED:
            return
        if op in _LOCAL_LOADS:
            if op == "LOAD_GLOBAL" and arg & 1:
                self.push(_Null())
            self.push(_Iterator(_name(value)) if value == ".0" else _name(value))
        elif op in _LOCAL_STORES:
            self.assign(ast.Name(value, ast.Store()), self.pop())
        elif op in _UNARY:
            self.push(ast.UnaryOp(_UNARY[op](), self.pop()))
        else:
            method = getattr(self, f"op_{op}", None)
            if method is None:
                raise Unknown(f"the instruction {op}")
            method(arg, value, text)

    def op_LOAD_FAST_LOAD_FAST(self, arg, value, text):
        for name in value:
            self.push(_name(name))

    def op_STORE_FAST_LOAD_FAST(self, arg, value, text):
        self.assign(ast.Name(value[0], ast.Store()), self.pop())
        self.push(_name(value[1]))

    def op_STORE_FAST_STORE_FAST(self, arg, value, text):
        for name in value:
            self.assign(ast.Name(name, ast.Store()), self.pop())

    def op_LOAD_CONST(self, arg, value, text):
        if isinstance(value, types.CodeType):
            self.push(value)
        elif isinstance(value, complex) and math.copysign(1, value.real) < 0:  # written as -2j
            self.push(ast.UnaryOp(ast.USub(), ast.Constant(-value)))
        else:
            self.push(ast.Constant(value))

    def op_PUSH_NULL(self, arg, value, text):
        self.push(_Null())

    def op_POP_TOP(self, arg, value, text):
        found = self.pop()
        if isinstance(found, ast.expr) and not getattr(found, "is_copy", False):
            self.emit(ast.Expr(found))

    def op_COPY(self, arg, value, text):
        found = self.stack[-arg]
        if isinstance(found, ast.expr):
            found.is_copy = True
        self.stack.append(found)

    def op_SWAP(self, arg, value, text):
        s = self.stack
        s[-1], s[-arg] = s[-arg], s[-1]

    def op_DELETE_FAST(self, arg, value, text):
        self.emit(ast.Delete([ast.Name(value, ast.Del())]))

    def op_BINARY_OP(self, arg, value, text):
        a, b = self.pop(2)
        node = ast.BinOp(a, _BINARY[text.rstrip("=")](), b)
        if text.endswith("="):
            node.in_place = True
        self.push(node)

    def op_COMPARE_OP(self, arg, value, text):
        a, b = self.pop(2)
        symbol = value if isinstance(value, str) else text
        symbol = symbol.removeprefix("bool(").removesuffix(")")
        self.push(ast.Compare(a, [_COMPARE[symbol]()], [b]))

    def op_IS_OP(self, arg, value, text):
        a, b = self.pop(2)
        self.push(ast.Compare(a, [ast.IsNot() if arg else ast.Is()], [b]))

    def op_CONTAINS_OP(self, arg, value, text):
        a, b = self.pop(2)
        self.push(ast.Compare(a, [ast.NotIn() if arg else ast.In()], [b]))

    def op_LOAD_ATTR(self, arg, value, text):
        node = ast.Attribute(self.pop(), value, ast.Load())
        if text.startswith("NULL|self + ") or text.endswith(" + NULL|self"):
            self.push(_Null())
        self.push(node)

    def op_LOAD_METHOD(self, arg, value, text):
        self.push(_Null())
        self.push(ast.Attribute(self.stack.pop(-2), value, ast.Load()))

    def op_KW_NAMES(self, arg, value, text):
        self.keywords = self.constants[arg]

    def op_CALL(self, arg, value, text):
        args, names, self.keywords = self.pop(arg), self.keywords, ()
        self.call(args, names)

    def op_CALL_KW(self, arg, value, text):
        names = self.pop().value
        self.call(self.pop(arg), names)

    def call(self, args: list, names: tuple) -> None:
        pair = [x for x in self.pop(2) if not isinstance(x, _Null)]
        if len(pair) == 2 and isinstance(pair[1], _Iterator) and hasattr(pair[0], "of"):
            self.push(pair[0].of(pair[1].value))
            return
        if len(pair) == 2 and pair[0] is AssertionError:
            args = [pair.pop(), *args]
        if len(pair) != 1:
            raise Unknown("a call")
        n = len(args) - len(names)
        keywords = [ast.keyword(name, x) for name, x in zip(names, args[n:], strict=True)]
        self.push(ast.Call(pair[0], args[:n], keywords))

    def op_CALL_FUNCTION_EX(self, arg, value, text):
        if arg & 1:
            raise Unknown("a call with **")
        args = self.pop()
        (function,) = (x for x in self.pop(2) if not isinstance(x, _Null))
        items = args.elts if isinstance(args, ast.Tuple) else [ast.Starred(args, ast.Load())]
        self.push(ast.Call(function, items, []))

    def op_CALL_INTRINSIC_1(self, arg, value, text):
        if arg == _UNARY_POSITIVE:
            self.push(ast.UnaryOp(ast.UAdd(), self.pop()))
        elif arg == _LIST_TO_TUPLE:
            self.op_LIST_TO_TUPLE(arg, value, text)
        else:
            raise Unknown("an intrinsic")

    def op_LIST_TO_TUPLE(self, arg, value, text):
        self.push(ast.Tuple(self.pop().elts, ast.Load()))

    def op_LIST_EXTEND(self, arg, value, text):
        more = self.pop()
        if isinstance(more, ast.Constant) and isinstance(more.value, tuple):
            self.stack[-arg].elts += [ast.Constant(x) for x in more.value]
        else:
            self.stack[-arg].elts.append(ast.Starred(more, ast.Load()))

    def op_LIST_APPEND(self, arg, value, text):
        item = self.pop()
        if isinstance(self.stack[-1], _Iterator):  # of a comprehension
            self.emit(ast.Expr(ast.Yield(item)))
            return
        self.stack[-arg].elts.append(item)

    def op_RETURN_GENERATOR(self, arg, value, text):
        self.stack.append(_Null())

    def op_YIELD_VALUE(self, arg, value, text):
        self.emit(ast.Expr(ast.Yield(self.pop())))
        self.stack.append(_Null())

    def op_BUILD_TUPLE(self, arg, value, text):
        items = self.pop(arg)
        self.push(items if items and isinstance(items[0], _Cell) else ast.Tuple(items, ast.Load()))

    def op_BUILD_LIST(self, arg, value, text):
        self.push(ast.List(self.pop(arg), ast.Load()))

    def op_BUILD_SET(self, arg, value, text):
        self.push(ast.Set(self.pop(arg)))

    def op_SET_UPDATE(self, arg, value, text):
        more = self.pop()
        if not (isinstance(more, ast.Constant) and isinstance(more.value, frozenset)):
            raise Unknown("a set of other values")
        self.stack[-arg].elts += [ast.Constant(x) for x in more.value]

    def op_BUILD_MAP(self, arg, value, text):
        items = self.pop(2 * arg)
        self.push(ast.Dict(items[::2], items[1::2]))

    def op_BUILD_CONST_KEY_MAP(self, arg, value, text):
        keys = self.pop().value
        self.push(ast.Dict([ast.Constant(k) for k in keys], self.pop(arg)))

    # f-strings; 3.13 has an instruction of its own for each form

    def op_FORMAT_VALUE(self, arg, value, text):
        spec = _text_parts(self.pop()) if arg & 4 else None
        self.push(_formatted(self.pop(), _CONVERSIONS[arg & 3], spec))

    def op_CONVERT_VALUE(self, arg, value, text):
        found = _formatted(self.pop(), _CONVERSIONS[arg], None)
        found.is_converted = True
        self.push(found)

    def op_FORMAT_SIMPLE(self, arg, value, text):
        self.push(_formatted(self.pop(), -1, None))

    def op_FORMAT_WITH_SPEC(self, arg, value, text):
        spec = _text_parts(self.pop())
        self.push(_formatted(self.pop(), -1, spec))

    def op_BUILD_STRING(self, arg, value, text):
        self.push(ast.JoinedStr([x for part in self.pop(arg) for x in _text_parts(part).values]))

    def op_BUILD_SLICE(self, arg, value, text):
        self.push(ast.Slice(*(None if _is_none(x) else x for x in self.pop(arg))))

    def op_BINARY_SUBSCR(self, arg, value, text):
        a, key = self.pop(2)
        self.push(ast.Subscript(a, key, ast.Load()))

    def op_BINARY_SLICE(self, arg, value, text):
        a, start, stop = self.pop(3)
        key = ast.Slice(*(None if _is_none(x) else x for x in (start, stop)))
        self.push(ast.Subscript(a, key, ast.Load()))

    def op_STORE_SUBSCR(self, arg, value, text):
        found, a, key = self.pop(3)
        self.assign(ast.Subscript(a, key, ast.Store()), found)

    def op_STORE_SLICE(self, arg, value, text):
        found, a, start, stop = self.pop(4)
        key = ast.Slice(*(None if _is_none(x) else x for x in (start, stop)))
        self.assign(ast.Subscript(a, key, ast.Store()), found)

    def op_STORE_ATTR(self, arg, value, text):
        found, a = self.pop(2)
        self.assign(ast.Attribute(a, value, ast.Store()), found)

    def op_UNPACK_SEQUENCE(self, arg, value, text):
        unpacking = _Unpacking(self.pop(), [None] * arg)
        self.stack += [_Part(unpacking, i) for i in reversed(range(arg))]

    def op_UNPACK_EX(self, arg, value, text):
        before, after = arg & 255, arg >> 8
        n = before + 1 + after
        unpacking = _Unpacking(self.pop(), [None] * n, before)
        self.stack += [_Part(unpacking, i) for i in reversed(range(n))]

    def op_GET_ITER(self, arg, value, text):
        self.stack.append(_Iterator(self.pop()))

    def op_COMPREHENSION(self, arg, value, text):
        """Of Python 3.12: from the iterator to the values of the variables that it saved, and the list."""
        value.iterator = self.pop()
        made = self.tree_of_code(value, [], {})
        self.stack += map(_Saved, value.saved)
        self.push(made.of(value.iterator.value))

    def op_LOAD_CLOSURE(self, arg, value, text):
        self.stack.append(_Cell(value))

    def op_LOAD_ASSERTION_ERROR(self, arg, value, text):
        self.stack.append(AssertionError)

    def op_MAKE_FUNCTION(self, arg, value, text):
        arg = arg or 0
        code = self.pop()
        if not isinstance(code, types.CodeType):
            raise Unknown("a function")
        if code.co_name in COMPREHENSIONS:
            self.pop(1 if arg & 8 else 0)
            self.stack.append(self.tree_of_code(code, [], {}))
            return
        if arg & 8:
            self.pop()
        if arg & 6:
            raise Unknown("annotations of an inner function")
        defaults = self.pop() if arg & 1 else None
        self.push_function(self.tree_of_code(code, _default_nodes(defaults), {}))

    def op_SET_FUNCTION_ATTRIBUTE(self, arg, value, text):
        made = self.pop()
        given = self.pop()
        if arg == 8:
            self.stack.append(made)
            return
        if arg != 1:
            raise Unknown("annotations of an inner function")
        made.args.defaults[:] = _default_nodes(given)
        self.stack.append(made)

    def push_function(self, tree) -> None:
        if isinstance(tree, ast.Lambda):
            self.push(tree)
            return
        node = ast.Lambda(tree.args, ast.Constant(None))
        node.function = tree
        self.push(node)

    def op_END_FOR(self, arg, value, text):
        self.pop()
        if isinstance(self.stack[-1], _Iterator) and sys.version_info < (3, 13):
            self.pop()


_CONVERSIONS = (-1, ord("s"), ord("r"), ord("a"))


def _formatted(value: ast.expr, conversion: int, spec) -> ast.JoinedStr:
    """One value of an f-string, in one of its own."""
    if isinstance(value, ast.JoinedStr) and getattr(value, "is_converted", False):
        (inner,) = value.values
        return ast.JoinedStr([ast.FormattedValue(inner.value, inner.conversion, spec)])
    return ast.JoinedStr([ast.FormattedValue(value, conversion, spec)])


def _text_parts(part: ast.expr) -> ast.JoinedStr:
    """A part of an f-string: one, or a constant text."""
    return part if isinstance(part, ast.JoinedStr) else ast.JoinedStr([part])


def _default_nodes(defaults) -> list:
    if defaults is None:
        return []
    if isinstance(defaults, ast.Constant):
        return [ast.Constant(x) for x in defaults.value]
    return list(defaults.elts)


def _is_none(x) -> bool:
    return isinstance(x, ast.Constant) and x.value is None


# ---- blocks ------------------------------------------------------------------------------------------------------


_ENDS = ("RETURN_VALUE", "RETURN_CONST")


def _is_jump(instruction) -> bool:
    return instruction.opcode in dis.hasjrel or instruction.opcode in dis.hasjabs


def _starts(instructions: list) -> set[int]:
    found = {instructions[0].offset}
    for i, x in enumerate(instructions):
        if _is_jump(x):
            found.add(x.argval)
        if (_is_jump(x) or x.opname in _ENDS or x.opname.startswith("RAISE_")) and i + 1 < len(instructions):
            found.add(instructions[i + 1].offset)
    return found


def blocks_of(code: types.CodeType, tree_of_code, has_copies: bool = True) -> list[Block]:
    """The reachable blocks, in the order of their instructions; tree_of_code: for the code of inner functions;
    has_copies: whether the copies of the function's ends stay."""
    # the comprehensions of 3.11 are functions, of which that of a generator has a handler
    is_generator = code.co_flags & inspect.CO_GENERATOR and code.co_name not in COMPREHENSIONS
    if is_generator or code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise Unknown("a generator or a coroutine")
    if code.co_name not in COMPREHENSIONS and has_handlers(code):
        raise Unknown("a try or a with statement, or a comprehension")
    instructions = instructions_of(code)
    if not has_copies:
        instructions = without_copies(instructions)
    starts = sorted(_starts(instructions))
    known = {x.offset for x in instructions}
    # a jump to a prefix of an instruction is one to the instruction
    aliases = {s: min((o for o in known if o >= s), default=s) for s in starts}
    blocks = {aliases[s]: Block(aliases[s]) for s in starts}
    blocks[instructions[0].offset].entry = (
        [ast.List([], ast.Load()), code.iterator] if isinstance(code, Inlined) else []
    )
    order = sorted(blocks)
    for i, offset in enumerate(order):
        block = blocks[offset]
        if block.entry is None and not block.sources:
            continue  # not reachable
        following = blocks[order[i + 1]] if i + 1 < len(order) else None
        stop = following.start if following else 1 << 60
        part = [x for x in instructions if offset <= x.offset < stop]
        _execute(block, part, code.co_consts, tree_of_code, lambda at: blocks[aliases[at]], following)
    return [blocks[o] for o in order if blocks[o].end]


def _merge(block: Block) -> None:
    """The stack at the start of a block: where its sources have different values there, one expression of them."""
    if len(block.sources) < 2:
        return
    stacks = [stack for _, stack in block.sources]
    if len({*map(len, stacks)}) != 1:
        raise Unknown("stacks of different depths")
    for i, values in enumerate(zip(*stacks, strict=True)):
        if any(v is not values[0] for v in values[1:]):
            if i != len(stacks[0]) - 1:
                raise Unknown("different values below the top of the stack")
            block.entry = [*stacks[0][:-1], _value_of_paths(block)]


def _value_of_paths(block: Block):
    """The value on the stack at a block that several paths reach, from the conditions of these paths."""
    region = {source for source, _ in block.sources}
    while True:
        first = min(region, key=lambda b: b.start)
        more = {s for b in region if b is not first for s, _ in b.sources} - region
        if not more:
            break
        region |= more
    if any(b.statements or not b.sources for b in region if b is not first):
        raise Unknown("statements inside of an expression")

    def along(source: Block, to: Block):
        if to is block:
            return next(stack[-1] for s, stack in block.sources if s is source)
        if to not in region:
            raise Unknown("a branch out of an expression")
        return of(to)

    known: dict = {}  # what several paths reach is one object, by which mixtures of `and` and `or` are found

    def of(b: Block):
        if id(b) not in known:
            known[id(b)] = _of(b)
        return known[id(b)]

    def _of(b: Block):
        if b.end[0] == "goto":
            return along(b, b.end[1])
        if b.end[0] != "cond":
            raise Unknown("a loop inside of an expression")
        return chosen(b.end[1], along(b, b.end[2]), along(b, b.end[3]), b.end[4])

    number = getattr(first.end[1], "number", 0)
    found = of(first)
    found.number = number
    first.end = ("goto", block)
    block.sources[:] = [(first, [])]
    for b in region - {first}:
        b.end = ()
    return found


def _link(block: Block, to: Block, stack: list) -> None:
    if to.start <= block.start:
        to.is_loop_entry = True
        return
    to.sources.append((block, list(stack)))
    if to.entry is None:
        to.entry = list(stack)


def _drops_copies(block: Block, part: list) -> bool:
    """Whether a block begins with dropping what a chain of comparisons has kept for its next one."""
    return part[0].opname == "POP_TOP" and all(getattr(stack[-1], "is_copy", False) for _, stack in block.sources)


def _execute(block: Block, part: list, constants: tuple, tree_of_code, find, following: Block | None) -> None:
    if not _drops_copies(block, part):
        _merge(block)
    machine = _Machine(block, constants, tree_of_code)
    for x in part:
        line = x.positions.lineno if x.positions else None
        machine.line = line or machine.line
        op = x.opname
        if op.startswith("RETURN_") and op != "RETURN_GENERATOR":
            value = ast.Constant(x.argval) if op == "RETURN_CONST" else machine.pop()
            block.end = ("return", value, machine.line)
            return
        if op == "RAISE_VARARGS":
            is_assertion = x.arg == 1 and _is_assertion(machine.stack[-1])
            raised = ("fail", _message(machine)) if is_assertion else ("raise", machine.pop(x.arg))
            block.end = (*raised, machine.line)
            return
        if _is_jump(x):
            _jump(machine, block, x, find(x.argval), following)
            return
        machine.run(op, x.arg or 0, x.argval, x.argrepr)
    if following is None:
        raise Unknown("code without an end")
    block.end = ("goto", following)
    _link(block, following, machine.stack)


def _is_assertion(value) -> bool:
    return value is AssertionError or isinstance(value, ast.Call) and value.func is AssertionError


def _message(machine: _Machine):
    value = machine.pop()
    if value is AssertionError:
        return None
    if len(value.args) == 1:
        return value.args[0]
    raise Unknown("an assertion")


def _jump(machine: _Machine, block: Block, x, to: Block, following: Block | None) -> None:
    op, stack = x.opname, machine.stack
    if op == "FOR_ITER":
        iterator = machine.stack[-1]
        if not isinstance(iterator, _Iterator):
            raise Unknown("an iteration")
        item = _Item(block)
        block.end = ("for", iterator.value, following, to)
        _link(block, following, [*stack, item])
        _link(block, to, [*stack, item] if sys.version_info >= (3, 12) else stack[:-1])  # else END_FOR pops both
    elif op.startswith("JUMP_IF_"):  # 3.11: JUMP_IF_FALSE_OR_POP, JUMP_IF_TRUE_OR_POP
        test = stack[-1]
        _link(block, to, stack)
        _link(block, following, stack[:-1])
        block.end = ("cond", test, following, to, True) if "FALSE" in op else ("cond", test, to, following, False)
    elif op.startswith("POP_JUMP_"):
        test = machine.pop()
        if op.endswith("NONE"):
            kind = ast.IsNot() if op.endswith("NOT_NONE") else ast.Is()
            test = ast.Compare(test, [kind], [ast.Constant(None)])
        if not isinstance(test, ast.expr):
            raise Unknown("a condition")
        jumps_if_true = "FALSE" not in op
        block.end = ("cond", test, to, following, False) if jumps_if_true else ("cond", test, following, to, True)
        _link(block, to, stack)
        _link(block, following, stack)
    elif op.startswith("JUMP"):
        block.end = ("goto", to)
        _link(block, to, stack)
    else:
        raise Unknown(f"the instruction {op}")
