"""From Python's syntax tree to the representation: statements, and merging of values where control flow merges.

Translation is an abstract interpretation of the function with typed values (values.py), which infers types as it
proceeds. A loop is translated repeatedly until the types of its loop-carried variables reach a fixed point; the
statements of earlier passes are discarded. Calls are inlined. A variable gets a new `ir.Var` at each assignment, and
one more where branches with different values merge (as in SSA construction), so two uses of one name may have two
types, as in Numba.
"""

from __future__ import annotations

import ast
import re
from contextlib import contextmanager
from functools import reduce

from ..core.exceptions import KernelHasReturnValueError
from . import ir
from .array_calls import array_of, assign_elements, in_memory, kind_of_key, selected, stored
from .elements import (
    Elements,
    NeedsStorage,
    fitted,
    is_array,
    item_at,
    loops_over,
    reads_elsewhere,
    type_of_items,
)
from .epilogue import separate_epilogues
from .errors import (
    CompileError,
    InvalidOperands,
    TypingError,
    UnassignedError,
    UnsupportedError,
    for_programs,
    located,
    taken,
)
from .expressions import Expressions
from .frame import Exit, Frame, LoopContext
from .indexing import element, in_bounds, is_non_negative, length
from .lists import NeedsListType, extended, typed
from .operators import BINARY, compare, constant, negate_condition, select
from .own_arrays import settle
from .prune import prune
from .rebound import NeedsMemory, detached, in_memory_at_once, in_own_memory, key_of, may_be_copied
from .source import Source
from .types import BOOL, INT64, unify
from .unassigned import read_without_value
from .values import (
    UNDEFINED,
    EnumerateValue,
    Item,
    List,
    Poison,
    RangeValue,
    Static,
    Tuple,
    ZipValue,
    assign,
    cast,
    describe,
    instantiate,
    merge_shapes,
    same,
    shape_of,
)

__all__ = ["Lowerer", "assigned_names", "lower_kernel", "parameter"]


def assigned_names(nodes) -> list[str]:
    """Names that statements bind, without those of nested functions, in source order."""
    names: dict[str, None] = {}

    def visit(node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
        if isinstance(node, ast.FunctionDef):
            names[node.name] = None
        elif isinstance(node, ast.comprehension):  # its names are its own
            for child in (node.iter, *node.ifs):
                visit(child)
        elif not isinstance(node, ast.Lambda):
            for child in ast.iter_child_nodes(node):
                visit(child)

    for node in nodes:
        visit(node)
    return list(names)


class Lowerer(Expressions):
    """Translates one kernel. `out` is the list that receives statements; `reachable` is False after an unconditional
    exit."""

    whole_arrays = True  # whether operations on whole arrays, nested parallel loops and print are supported
    stores_names = False  # whether array expressions with a name are stored in memory
    checks_division = False  # whether divisions by zero are checked also outside of debug mode
    checks_names = False  # whether reads of unassigned names are checked also outside of debug mode
    called = ""  # the function that the user's code calls here, for messages
    draws = None  # in loops with random numbers: a function that gives seed, index and draw of the next one

    def __init__(self, function: ir.Function, debug: bool):
        self.function = function
        self.debug = debug
        self.out: list[ir.Statement] = function.body
        self.reachable = True
        self.frame: Frame = None
        self.line = 0
        self.depth = 0
        self.n_stores = 0
        self.copies: dict = {}  # by id of an array in USM memory from outside: it, and its elements
        self.pending: list = []  # arrays of run-time extents (own_arrays.py)
        self.lists: list = []  # (lists.py)
        self.list_types: dict = {}  # of lists to which numbers of several types are appended, by position
        self.rebound: frozenset = frozenset()  # keys of names with memory of their own (rebound.py)
        self.memories: list = []
        self.assigned: dict = {}  # by id of a variable that may be unassigned: it, and whether it is assigned

    # ---- errors and output ----

    def error(self, cls: type, message: str, node, found: str = "", hint: str = "") -> CompileError:
        frame = self.frame
        # an error inside a function of this package is reported at its call
        while frame.source.is_ours and frame.call is not None:
            frame, node = frame.call
        if self.called and not re.search(rf"\b{re.escape(self.called)}\b", message):
            message = f"{self.called}: {message}"
        return located(cls, message, frame.source, node, found, hint)

    def unsupported(self, node, what: str, instead: str = "") -> CompileError:
        return self.error(UnsupportedError, f"{what} is not supported in a kernel", node, hint=instead)

    @contextmanager
    def into(self, statements: list):
        """Within the context, statements are appended to this list."""
        saved, self.out = self.out, statements
        try:
            yield
        finally:
            self.out = saved

    def emit(self, statement: ir.Statement) -> None:
        self.out.append(statement)

    def assign_new(self, name: str, value: ir.Expr) -> ir.Read:
        """Assigns the value to a new variable."""
        var = ir.Var(name, value.type, is_non_negative(value))
        self.emit(ir.Assign(self.line, var, value))
        return ir.Read(var)

    # ---- merging control flow ----

    def exit(self, env: dict, value=None) -> Exit:
        """An exit at the current position, to which copies can be added later."""
        copies = ir.Copies(self.line, [])
        self.emit(copies)
        return Exit(dict(env), copies, value)

    def merge_values(self, name: str, exits: list[Exit], values: list):
        """The merged value of `values`, of which there is one per exit."""
        if all(same(v, values[0]) for v in values):
            return values[0]
        shape = shape_of(values[0])
        for v in values[1:]:
            shape = merge_shapes(name, shape, shape_of(v))
        target = instantiate(name, shape)
        for e, v in zip(exits, values, strict=True):
            assign(target, v, e.copies.pairs)
        if any(self.is_assigned(v) is not None for v in values):
            flag = self.flag_of(name, target)
            for e, v in zip(exits, values, strict=True):
                self.copy_flag(flag, v, e.copies.pairs)
        return target

    # ---- names that may be unassigned ----

    def is_assigned(self, value) -> ir.Expr | None:
        """The condition that a name with this value is assigned; None if it is known to be."""
        if value is UNDEFINED:
            return constant(False)
        found = self.assigned.get(id(value.var)) if isinstance(value, ir.Read) else None
        return found and found[1]

    def flag_of(self, name: str, target) -> ir.Var | None:
        """A new variable for the condition that the merged value of a name is assigned; None for what is no number."""
        if not isinstance(target, ir.Read):
            return None
        flag = ir.Var(f"{name}_assigned", BOOL)
        self.assigned[id(target.var)] = target.var, ir.Read(flag)
        return flag

    def copy_flag(self, flag: ir.Var | None, value, pairs: list) -> None:
        if flag is not None:
            condition = self.is_assigned(value)
            pairs.append((flag, constant(True) if condition is None else condition))

    def merge(self, exits: list[Exit]) -> dict:
        """The values of names where several exits merge; sets `reachable`."""
        self.reachable = bool(exits)
        if len(exits) < 2:
            return dict(exits[0].env) if exits else dict(self.frame.env)
        names = dict.fromkeys(name for e in exits for name in e.env)
        return {name: self.merge_values(name, exits, [e.env.get(name, UNDEFINED) for e in exits]) for name in names}

    # ---- statements ----

    def body(self, nodes) -> None:
        for node in nodes:
            if not self.reachable:
                return
            if not self.frame.source.is_ours:  # statements of this package have the line of the call
                self.line = self.frame.source.line_of(node)
            method = getattr(self, f"do_{type(node).__name__}", None)
            if method is None:
                name = type(node).__name__
                raise self.unsupported(node, f"'{_WORDS.get(name, name.lower())}'", _INSTEAD.get(type(node), ""))
            method(node)

    def do_Pass(self, node) -> None:
        pass

    def do_Expr(self, node) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def do_FunctionDef(self, node) -> None:
        self.frame.env[node.name] = self.local_function(node)

    def do_Delete(self, node) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Name) or target.id not in self.frame.env:
                raise self.unsupported(
                    node, "'del' of anything but a local name", "names of the kernel itself can be deleted"
                )
            self.frame.env[target.id] = UNDEFINED

    def do_Assert(self, node) -> None:
        if self.debug:
            text = node.msg.value if isinstance(node.msg, ast.Constant) else ""
            self.emit(ir.Check(self.line, self.condition(node.test), "AssertionError", str(text)))

    def do_Return(self, node) -> None:
        value = Static(None) if node.value is None else self.value(node.value)
        frame = self.frame
        if frame.block is None:
            if not (isinstance(value, Static) and value.value is None):
                raise self.returns_value(node, describe(value))
            self.emit(ir.Return(self.line))
        else:
            frame.returns.append(self.exit({}, value))
            self.emit(ir.Leave(self.line, frame.block))
        self.reachable = False

    def returns_value(self, node, found: str) -> CompileError:
        error = KernelHasReturnValueError(self.function.name, found)
        error.message += located(CompileError, "", self.frame.source, node).message
        error.args = (error.message,)
        return for_programs(error)

    # ---- assignment ----

    def do_Assign(self, node) -> None:
        if isinstance(node.value, ast.IfExp) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self.assign_choice(node)
            return
        value = self.value(node.value)
        if len(node.targets) > 1 or isinstance(node.targets[0], ast.Tuple | ast.List):
            if any(isinstance(n, ast.Subscript) for t in node.targets for n in ast.walk(t)):
                value = self.named("value", value)  # all elements are read before the first one is written
            if self.stores_names and isinstance(value, Tuple):  # and all arrays
                value = in_memory_at_once(self, node, value)
        for target in node.targets:
            self.store(target, value)

    def assign_choice(self, node) -> None:
        """x = a if c else b; of arrays in different memory: the statement with its two branches, which may copy."""
        choice, start, env = node.value, len(self.out), dict(self.frame.env)
        value = self.choice(choice)
        if isinstance(value, Poison) and value.of_arrays:
            del self.out[start:]
            self.frame.env = env
            name = node.targets[0].id
            parts = (
                ast.Pass() if isinstance(v, ast.Name) and v.id == name else ast.Assign(node.targets, v)
                for v in (choice.body, choice.orelse)
            )
            branches = ([ast.copy_location(part, choice)] for part in parts)
            self.do_If(ast.copy_location(ast.If(choice.test, *branches), node))
        else:
            self.store(node.targets[0], self.usable(choice, value))

    def do_AnnAssign(self, node) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value))

    def do_AugAssign(self, node) -> None:
        target, op = node.target, BINARY.get(type(node.op))
        if op is None:
            raise self.unsupported(node, "the operator '@='", "write x = x @ y")
        if isinstance(target, ast.Name):
            old = self.value(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            if isinstance(old, Elements) and not self.stores_names and self.has_another_name(target.id, old):
                raise NeedsStorage  # which changes in place
            value = self.value(node.value)
            if isinstance(old, List) and op == "add":
                extended(self, node, old, value)
                return
            if isinstance(old, List):
                self.store(target, self.operate(node, op, old, value))
                return
            if isinstance(old, ir.Array) and old.ndim:
                old, value = self.changed_part(node, old, value)
            value = self.operate(node, op, old, value)
            if isinstance(old, ir.Array) and old.ndim:
                self.change_in_place(node, old, value)
            else:
                self.store(target, value)
            return
        if not isinstance(target, ast.Subscript):
            raise self.unsupported(target, "assignment to an attribute", "assign to a name or to an element")
        array, key = self.value(target.value), self.value(target.slice)
        if isinstance(array, ir.Array) and (kind := kind_of_key(self, target, key)):
            key = in_memory(self, target, key)
            old = selected(self, target, array, key, kind)
            value = self.operate(node, op, old, self.value(node.value))
            assign_elements(self, target, array, key, value, kind)
            return
        index = self.at(target, lambda: self.index_of(array, key, target))
        if index is None:
            part, value = self.changed_part(target, self.part(target, array, key), self.value(node.value))
            self.store_part(target, part, self.operate(node, op, part, value))
            return
        index = tuple(i if isinstance(i, ir.Const) else self.assign_new("index", i) for i in index)
        old = self.assign_new("old", ir.Load(array, index))
        self.put(target, array, index, self.operate(node, op, old, self.value(node.value)))

    def has_another_name(self, name: str, value) -> bool:
        return any(_holds(v, value) for n, v in self.frame.env.items() if n != name)

    def changed_part(self, node, part: ir.Array, value) -> tuple:
        """Both operands of an operation in place, of the extents that they have in common."""
        return (part, value) if is_array(value) and value.ndim > part.ndim else fitted(self, node, part, value)

    def change_in_place(self, node, array: ir.Array, value) -> None:
        """array += value and its like, which change the array that the name has, as in NumPy."""
        t = type_of_items(self, node, value)
        if t.kind in "fc" and "iufc".index(t.kind) > "iufc".index(array.dtype.kind if array.dtype.kind != "b" else "i"):
            found, hint = f"{describe(array)}, {t}", "write x = x + y, which makes a new array"
            raise self.error(TypingError, f"an array of {array.dtype} cannot hold {t}", node, found, hint)
        self.store_part(node, array, value)

    def store(self, target, value) -> None:
        match target:
            case ast.Name(id=name):
                if self.rebound:
                    value = self.given(target, value)
                if self.stores_names and isinstance(value, Elements):
                    value = stored(self, target, value)
                self.frame.env[name] = self.named(name, value)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                targets, values = _gathered(targets, self.unpack(target, value, _n_names(targets)))
                if len(values) != len(targets):
                    raise self.error(TypingError, f"{len(values)} values for {len(targets)} names", target)
                for t, v in zip(targets, values, strict=True):
                    self.store(t, v)
            case ast.Subscript(value=array, slice=key):
                array, key = self.value(array), self.value(key)
                self.store_element(target, array, key, value)
            case _:
                raise self.unsupported(target, "assignment to an attribute", "assign to a name or to an element")

    def given(self, target: ast.Name, value):
        """The value of a name where some have memory of their own."""
        if key_of(self.frame, target.id) in self.rebound:
            return in_own_memory(self, target, target.id, value)
        return detached(self, target, value)

    def require_memory(self, name: str) -> None:
        """Begins again with memory of its own for a name whose arrays merge, if that is possible."""
        key = key_of(self.frame, name)
        if key not in self.rebound and may_be_copied(self.frame.source.node, name):
            raise NeedsMemory(key)

    def named(self, name: str, value):
        """The value that a name gets: numbers that would be recomputed at each use get a variable."""
        match value:
            case ir.Const():
                return value
            case ir.Expr():
                return self.assign_new(name, value)
            case Tuple(items=items):
                return Tuple(tuple(self.named(name, v) for v in items), value.cls)
            case List(origin=origin):
                return origin
            case ir.Array():
                parts = [self.named(name, p) for p in (value.offset, *value.shape, *value.strides)]
                n = value.ndim
                return ir.Array(value.base, value.dtype, parts[0], tuple(parts[1 : n + 1]), tuple(parts[n + 1 :]))
        return value

    def unpack(self, node, value, n: int | None = None) -> list:
        """The items of a tuple or an array. n: the number of names, which in debug mode is checked."""
        if isinstance(value, Tuple):
            return list(value.items)
        if is_array(value) and isinstance(value.shape[0], ir.Const):
            return [self.subscript(node, value, constant(i)) for i in range(value.shape[0].value)]
        if is_array(value) and n is not None:
            if self.debug:
                text = f"an array has as many elements as there are names, {n}"
                self.emit(ir.Check(self.line, compare("eq", value.shape[0], constant(n)), "ValueError", text))
            return [self.subscript(node, value, constant(i)) for i in range(n)]
        raise self.error(
            TypingError, "only a tuple can be unpacked", node, describe(value), "index it, one element a name"
        )

    def index_of(self, array, key, node):
        if not isinstance(array, ir.Array):
            raise InvalidOperands(f"elements of {describe(array)} cannot be assigned")
        return element(array, key)

    def store_element(self, node, array, key, value) -> None:
        if isinstance(typed(self, node, array), List) and not isinstance(key, ir.Expr):
            raise self.unsupported(node, "assignment to a part of a list", "assign its elements one by one")
        if isinstance(array, ir.Array) and (kind := kind_of_key(self, node, key)):
            assign_elements(self, node, array, key, value, kind)
            return
        if isinstance(array, Elements) and isinstance(node.value, ast.Name) and not self.stores_names:
            raise NeedsStorage  # of a name
        index = self.at(node, lambda: self.index_of(array, key, node))
        if index is not None:
            self.put(node, array, index, value)
        else:
            self.store_part(node, self.part(node, array, key), value)

    def put(self, node, array: ir.Array, index, value) -> None:
        if not isinstance(value, ir.Expr):
            raise self.error(
                TypingError,
                f"an element of type {array.dtype} cannot hold this",
                node,
                describe(value),
                "it holds a number",
            )
        if value.type.kind == "c" and array.dtype.kind != "c":
            raise self.error(
                TypingError,
                f"a complex number cannot be stored as {array.dtype}",
                node,
                describe(value),
                "store its .real or .imag",
            )
        if array.base.space == "constant":
            hint = "pass it as an argument"
            raise self.error(
                TypingError, "an array from outside is a constant, and cannot be written to", node, hint=hint
            )
        self.check_bounds(array, index)
        self.emit(ir.Store(self.line, array, index, cast(value, array.dtype)))
        self.n_stores += 1

    def check_bounds(self, array: ir.Array, index) -> None:
        if self.debug:
            message = f"index out of bounds for {array.base.name}"
            self.emit(ir.Check(self.line, in_bounds(index, array.shape), "IndexError", message))

    def store_part(self, node, part: ir.Array, value) -> None:
        """part[...] = value, element by element."""
        if isinstance(value, Tuple):
            value = array_of(self, node, value)
        if is_array(value) and value.ndim > part.ndim:
            raise self.error(TypingError, "the dimensions differ", node, f"{describe(part)}, {describe(value)}")
        part, value = fitted(self, node, part, value)
        n_arrays, n_stores = len(self.function.arrays), self.n_stores
        loops, index = loops_over(self, part.shape)
        with self.into(loops[-1].body):
            item = item_at(self, node, value, index)
            if not is_array(value) or not reads_elsewhere(self.out, item, part, index):
                self.put(node, part, index, item)
        if self.n_stores == n_stores:  # the value is computed before anything is assigned, as in NumPy
            del self.function.arrays[n_arrays:]
            self.store_part(node, part, stored(self, node, value))
            return
        self.emit(loops[0])

    def now(self) -> tuple:
        """A timestamp that changes with every store and every loop: an array expression is valid for one timestamp."""
        return self.n_stores, len(self.frame.loops)

    # ---- if ----

    def do_If(self, node) -> None:
        cond = self.condition(node.test)
        if isinstance(cond, ir.Const):
            self.body(node.body if cond.value else node.orelse)
        else:
            self.branch(cond, lambda: self.body(node.body), lambda: self.body(node.orelse))

    def branch(self, cond: ir.Expr, then, orelse) -> None:
        """An ir.If whose branches the two functions translate."""
        statement = ir.If(self.line, cond, [], [])
        self.emit(statement)
        env, exits = self.frame.env, []
        for do, out in ((then, statement.then), (orelse, statement.orelse)):
            self.frame.env, self.reachable = dict(env), True
            with self.into(out):
                do()
                if self.reachable:
                    exits.append(self.exit(self.frame.env))
        self.frame.env = self.merge(exits)

    def do_Match(self, node) -> None:
        subject = self.named("subject", self.value(node.subject))
        self.match_cases(node, subject, node.cases)

    def match_cases(self, node, subject, cases) -> None:
        if not cases:
            return
        case, rest = cases[0], cases[1:]
        cond = self.pattern(case.pattern, subject)
        if case.guard is not None:
            cond = self.both("and", cond, lambda: self.condition(case.guard))
        if isinstance(cond, ir.Const):
            self.body(case.body) if cond.value else self.match_cases(node, subject, rest)
        else:
            self.branch(cond, lambda: self.body(case.body), lambda: self.match_cases(node, subject, rest))

    def pattern(self, pattern, subject) -> ir.Expr:
        match pattern:
            case ast.MatchValue(value=value):
                return self.compare_values(pattern, "eq", subject, self.value(value))
            case ast.MatchOr(patterns=patterns):
                cond = constant(False)
                for p in patterns:
                    cond = self.both("or", cond, lambda p=p: self.pattern(p, subject))
                return cond
            case ast.MatchAs(pattern=None, name=name):
                if name is not None:
                    self.frame.env[name] = subject
                return constant(True)
        raise self.unsupported(pattern, "this pattern of 'match'", "match numbers, alternatives of them, and '_'")

    # ---- loops ----

    def do_Break(self, node) -> None:
        loop = self.frame.loops[-1]
        loop.breaks.append(self.exit(self.frame.env))
        self.emit(ir.Leave(self.line, loop.block or loop.statement))
        self.reachable = False

    def do_Continue(self, node) -> None:
        loop = self.frame.loops[-1]
        loop.iterations.append(self.exit(self.frame.env))
        self.emit(ir.Continue(self.line, loop.statement))
        self.reachable = False

    def carried(self, node, names: list[str], translate) -> None:
        """Translates a loop with the loop-carried variables `names`: calls translate(), which emits the loop for the
        current shapes of these variables and returns its LoopContext, until the shapes reach a fixed point."""
        frame, before = self.frame, dict(self.frame.env)
        shapes = {name: shape_of(before.get(name, UNDEFINED)) for name in names}
        n_arrays, n_loops = (len(self.function.arrays), len(self.pending)), len(frame.loops)
        guessed: set[str] = set()  # names that an iteration reads before it assigns to them
        while True:
            heads = {name: instantiate(name, shape) for name, shape in shapes.items()}
            entry, flags = ir.Copies(self.line, []), {}
            for name, head in heads.items():
                value = before.get(name, UNDEFINED)
                assign(head, value, entry.pairs)
                if head is not UNDEFINED and self.is_assigned(value) is not None:
                    flags[name] = self.flag_of(name, head)
                    self.copy_flag(flags[name], value, entry.pairs)
            out: list[ir.Statement] = [entry]
            frame.env = {**before, **{n: h for n, h in heads.items() if h is not UNDEFINED}}
            self.reachable = True
            try:
                with self.into(out):
                    context = translate()
            except UnassignedError as error:
                read, at = error.unassigned
                name = getattr(read, "id", None)
                if at is not frame or name not in names or name in guessed or shapes[name] is not UNDEFINED:
                    raise
                if read_without_value([node], [name]) is not None:
                    raise
                guessed.add(name)  # an earlier iteration may have assigned to it; any type until that is known
                shapes[name] = BOOL
                self._discard(frame, out, n_arrays)
                del frame.loops[n_loops:]
                continue
            grown = {name: UNDEFINED if name in guessed else shape for name, shape in shapes.items()}
            for e in context.iterations:
                for name in names:
                    grown[name] = merge_shapes(name, grown[name], shape_of(e.env.get(name, UNDEFINED)))
            if all(_equal_shapes(grown[n], shapes[n]) for n in names):
                break
            shapes = grown
            self._discard(frame, out, n_arrays)
        for e in context.iterations:
            for name, head in heads.items():
                value = e.env.get(name, UNDEFINED)
                assign(head, value, e.copies.pairs)
                self.copy_flag(flags.get(name), value, e.copies.pairs)
        self.out.extend(out)

    def _discard(self, frame: Frame, out: list, n_arrays: tuple[int, int]) -> None:
        """Forgets a translation of a loop."""
        frame.returns[:] = [e for e in frame.returns if not _is_inside(e.copies, out)]
        del self.function.arrays[n_arrays[0] :]
        del self.pending[n_arrays[1] :]

    def do_While(self, node) -> None:
        def translate() -> LoopContext:
            loop = ir.Loop(self.line, [])
            context = LoopContext(loop, None)
            self.emit(loop)
            with self.into(loop.body):
                cond = self.condition(node.test)
                if not isinstance(cond, ir.Const):
                    leaving = ir.If(self.line, negate_condition(cond), [], [])
                    self.emit(leaving)
                    self.leave(context, node.orelse, leaving.then, loop)
                elif not cond.value:
                    self.leave(context, node.orelse, loop.body, loop)
                    self.reachable = False
                self.round(context, node.body)
            self.frame.env = self.merge(context.breaks)
            return context

        self.carried(node, assigned_names([node.test, *node.body, *node.orelse]), translate)

    def leave(self, context: LoopContext, orelse, out: list, target) -> None:
        """The exit of a loop whose condition is false: its else clause, then the statements after it."""
        env = self.frame.env
        self.frame.env = dict(env)
        with self.into(out):
            self.body(orelse)
            if self.reachable:
                context.breaks.append(self.exit(self.frame.env))
                self.emit(ir.Leave(self.line, target))
        self.frame.env, self.reachable = env, True

    def round(self, context: LoopContext, nodes, first=None) -> None:
        """The body of a loop."""
        self.frame.loops.append(context)
        if first is not None:
            first()
        self.body(nodes)
        if self.reachable:
            context.iterations.append(self.exit(self.frame.env))
        self.frame.loops.pop()

    def do_For(self, node) -> None:
        iterable = self.settled(self.value(node.iter))
        if isinstance(iterable, Tuple) and not iterable.items:
            self.body(node.orelse)
            return
        if isinstance(iterable, Tuple):
            iterable = self.at(node, lambda: self.homogeneous(iterable))
        extent, item = self.iteration(node, iterable)

        def translate() -> LoopContext:
            start, stop, step = extent
            up = isinstance(step, ir.Const) and step.value > 0
            var = ir.Var(_target_name(node.target), start.type, up and is_non_negative(start))
            loop, block = ir.For(self.line, var, start, stop, step, []), ir.Block(self.line, [])
            context = LoopContext(loop, block)
            self.emit(block)
            with self.into(block.body):
                self.emit(loop)
                head = dict(self.frame.env)
                with self.into(loop.body):
                    self.round(context, node.body, lambda: self.store(node.target, item(ir.Read(var))))
                self.frame.env, self.reachable = head, True
                self.body(node.orelse)
                if self.reachable:
                    context.breaks.append(self.exit(self.frame.env))
            if len(context.breaks) == 1 and not any(_leaves(s, block) for s in ir.walk(block.body)):
                self.out[-1:] = block.body
            self.frame.env = self.merge(context.breaks)
            return context

        self.carried(node, assigned_names([node.target, *node.body, *node.orelse]), translate)

    def settled(self, iterable):
        """Copies the iterable's numbers to variables, so that they keep the values from before the first iteration."""
        match iterable:
            case Tuple():
                return self.named("item", iterable)
            case List():
                return iterable
            case EnumerateValue(value=value, start=start):
                return EnumerateValue(self.settled(value), start)
            case ZipValue(values=values):
                return ZipValue(tuple(map(self.settled, values)))
        return iterable

    def homogeneous(self, value: Tuple):
        if all(isinstance(v, Tuple) and len(v.items) == len(value.items[0].items) for v in value.items):
            columns = [self.homogeneous(Tuple(c)).items for c in zip(*(v.items for v in value.items), strict=True)]
            return Tuple(tuple(Tuple(row, value.items[0].cls) for row in zip(*columns, strict=True)))
        if not all(isinstance(v, ir.Expr) for v in value.items):
            raise InvalidOperands("a loop over a tuple needs numbers")
        t = reduce(unify, (v.type for v in value.items))
        return Tuple(tuple(cast(v, t) for v in value.items))

    def iteration(self, node, iterable):
        """((start, stop, step), item) of an iterable, where item(i) is its value in the iteration with loop variable
        i."""
        whole = lambda n: (constant(0), n, constant(1))  # noqa: E731
        match iterable:
            case RangeValue(start=start, stop=stop, step=step):
                return (start, stop, step), lambda i: i
            case ir.Array():
                n = self.at(node, lambda: length(iterable))
                return whole(n), lambda i: self.subscript(node, iterable, i)
            case Tuple(items=items):
                return whole(constant(len(items))), lambda i: self.subscript(node, iterable, i)
            case EnumerateValue(value=value, start=first):
                extent, item = self.counted(node, value)
                number = lambda i: self.operate(node, "add", i, first)  # noqa: E731
                return extent, lambda i: Tuple((number(i), item(i)))
            case ZipValue(values=values) if values:
                parts = [self.counted(node, v) for v in values]
                n = parts[0][0][1]
                for extent, _ in parts[1:]:
                    n = self.smaller(n, extent[1])
                return whole(n), lambda i: Tuple(tuple(item(i) for _, item in parts))
        raise self.error(
            TypingError,
            "a loop goes over range, an array, a tuple of numbers, enumerate or zip",
            node.iter,
            describe(iterable),
        )

    def counted(self, node, value):
        """Like `iteration`, with the loop variable counting 0, 1, 2, ..."""
        (start, stop, step), item = self.iteration(node, value)
        if isinstance(value, RangeValue):
            n = self.range_length(node, value)
            go = lambda i: self.operate(node, "add", start, self.operate(node, "mul", i, step))  # noqa: E731
            return (constant(0), n, constant(1)), lambda i: item(go(i))
        return (start, stop, step), item

    def smaller(self, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        return select(compare("lt", a, b), a, b)


def _holds(value, array) -> bool:
    return value is array or isinstance(value, Tuple) and any(_holds(v, array) for v in value.items)


def _equal_shapes(a, b) -> bool:
    if isinstance(a, Poison) and isinstance(b, Poison):
        return True
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_equal_shapes, a, b))
    if hasattr(a, "cls") and hasattr(b, "cls") and hasattr(a, "items"):
        return a.cls is b.cls and _equal_shapes(a.items, b.items)
    return a is b or same(a, b) or type(a) is type(b) and type(a).__name__ == "_ArrayShape"


def _is_inside(statement: ir.Statement, body: list) -> bool:
    return any(s is statement for s in ir.walk(body))


def _leaves(statement: ir.Statement, block: ir.Block) -> bool:
    return isinstance(statement, ir.Leave) and statement.target is block


def _n_names(targets: list) -> int | None:
    """The number of values that an assignment needs; None if one target takes any number."""
    return None if any(isinstance(t, ast.Starred) for t in targets) else len(targets)


def _gathered(targets: list, values: list) -> tuple[list, list]:
    """Targets and values, with the values of a starred target collected in a tuple."""
    star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    n_behind = 0 if star is None else len(targets) - 1 - star
    if star is None or len(values) < len(targets) - 1:
        return targets, values
    end = len(values) - n_behind
    plain = [*targets[:star], targets[star].value, *targets[star + 1 :]]
    return plain, [*values[:star], Tuple(tuple(values[star:end])), *values[end:]]


def _target_name(target) -> str:
    return target.id if isinstance(target, ast.Name) else "i"


_WORDS = {
    "ClassDef": "class",
    "AsyncFunctionDef": "async def",
    "AsyncFor": "async for",
    "AsyncWith": "async with",
    "ImportFrom": "import",
}
_INSTEAD = {
    ast.With: "a kernel has no context managers",
    ast.Try: "check the condition with 'if'; a kernel raises no exceptions",
    ast.Raise: "use 'assert', which is checked in debug mode",
    ast.Import: "import at the top of the file",
    ast.ImportFrom: "import at the top of the file",
    ast.Global: "pass an array of one element",
    ast.Nonlocal: "return the value",
    ast.ClassDef: "pass numbers and arrays",
    ast.AsyncFunctionDef: "define it with 'def'",
}


# ---- kernels ----------------------------------------------------------------------------------------------------


def parameter(name: str, kind, parameters: list):
    """The value of a kernel's parameter; adds to the function's list. kind: a Scalar, or (dtype, ndim, layout,
    space)."""
    if not isinstance(kind, tuple):
        var = ir.Var(name, kind)
        parameters.append(var)
        return ir.Read(var)
    dtype, ndim, layout, space = kind
    shape = tuple(ir.Var(f"{name}_shape{i}", INT64, True) for i in range(ndim))
    strides = tuple(ir.Var(f"{name}_stride{i}", INT64, layout != "A") for i in range(ndim))
    base = ir.ArrayParameter(name, dtype, space, shape, strides, layout)
    parameters.append(base)
    steps = [ir.Read(s) for s in strides]
    dense = {"C": ndim - 1, "F": 0}.get(layout)
    if dense is not None and ndim:
        steps[dense] = constant(dtype.bits // 8)
    return ir.Array(base, dtype, constant(0), tuple(ir.Read(s) for s in shape), tuple(steps))


def _has_item(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Whether the kernel's first parameter is annotated as Item or NdItem, or used as one: arrays have no 'get_'."""
    for first in node.args.args[:1]:
        if first.annotation is not None and ast.unparse(first.annotation).split(".")[-1] in ("Item", "NdItem"):
            return True
        owners = (n.value for n in ast.walk(node) if isinstance(n, ast.Attribute) and n.attr.startswith("get_"))
        return any(isinstance(owner, ast.Name) and owner.id == first.arg for owner in owners)
    return False


def _takes_array_first(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Whether the kernel's first parameter is used as an array, and so is no item."""
    for first in node.args.args[:1]:
        return any(
            isinstance(n, ast.Subscript | ast.Attribute)
            and isinstance(n.value, ast.Name)
            and n.value.id == first.arg
            and (isinstance(n, ast.Subscript) or n.attr in ("dtype", "ndim", "shape", "size"))
            for n in ast.walk(node)
        )
    return False


def lower_kernel(
    function,
    kinds,
    ndim: int,
    has_groups: bool,
    debug: bool = False,
    on_host: bool = True,
    stores_names: bool = False,
    list_types: dict | None = None,
    rebound: frozenset = frozenset(),
) -> ir.Function:
    """Translate a Python function for arguments of these kinds: a Scalar, or (dtype, ndim, layout, space) for an array.

    The item parameter is the first one where the function has one parameter more than there are kinds.
    """
    source = Source(function)
    names = [a.arg for a in source.node.args.args]
    result = ir.Function(source.identifier, source.file, ndim, has_groups, [], is_on_host=on_host)
    result.line = source.line_of(source.node)
    lowerer = Lowerer(result, debug)
    lowerer.stores_names, lowerer.list_types, lowerer.rebound = stores_names, list_types or {}, rebound
    lowerer.frame = Frame(source, {})
    spec = source.node.args
    if spec.vararg or spec.kwonlyargs or spec.kwarg:
        raise located(
            UnsupportedError,
            "a kernel's parameters have no '*' and no '**'",
            source,
            source.node,
            hint="name each array and number",
        )
    has_item, takes_array = _has_item(source.node), _takes_array_first(source.node)
    most, least = len(names) - has_item, len(names) - (not takes_array)
    if not least <= len(kinds) <= most:
        wanted = taken(len(names), has_item, takes_array)
        given = f"{len(kinds)} argument{' was' if len(kinds) == 1 else 's were'} given"
        found = ", ".join(f"array({k[0]}, {k[1]}d)" if isinstance(k, tuple) else str(k) for k in kinds)
        raise located(
            TypingError,
            f"{source.name}({', '.join(names)}) takes {wanted} {given}",
            source,
            source.node,
            f"({found})",
            "" if takes_array else "the item is added by the launch, and not passed",
        )
    env = lowerer.frame.env
    if len(names) == len(kinds) + 1:
        env[names.pop(0)] = Item(ndim, has_groups)
    for name, kind in zip(names, kinds, strict=True):
        env[name] = parameter(name, kind, result.parameters)
    body = source.node.body
    try:
        lowerer.body(body if isinstance(body, list) else [ast.copy_location(ast.Expr(body), source.node)])
    except NeedsStorage as needed:
        names = rebound | set(needed.args)
        return lower_kernel(function, kinds, ndim, has_groups, debug, on_host, True, list_types, names)
    except NeedsListType as needed:
        types = lowerer.list_types | dict([needed.args])
        return lower_kernel(function, kinds, ndim, has_groups, debug, on_host, stores_names, types, rebound)
    settle(lowerer, debug)
    prune(result)
    separate_epilogues(result)
    ir.verify(result)
    return result
