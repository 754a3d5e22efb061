"""Host functions with parallel parts (`dpjit` and `njit`).

The function's syntax tree is rewritten: `prange` loops become calls of kernels; the rest is executed by Python, with
array operations that are parallel themselves, and 64-bit integers (`_host_integers.py`). Line numbers are kept, so that
tracebacks and debuggers show the user's source.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import traceback
import warnings

import dpctl.utils
from opendpex import _core

from ._array_expression import (
    ArrayExpression,
    ArrayMethod,
    Constructor,
    NumpyFunction,
    is_array_function,
    strides_in_bytes,
)
from ._compiler.arithmetic import flags_of
from ._compiler.array_text import find_tree, is_numpy_function
from ._compiler.deep import deeply
from ._compiler.dispatcher import reduced
from ._compiler.errors import UnassignedError, UnsupportedError, for_programs, located
from ._compiler.loop_text import find_loop, is_parallel, meaning
from ._compiler.lower import assigned_names
from ._compiler.serial_text import find_serial_loop
from ._compiler.source import MISSING, Source
from ._compiler.unassigned import read_without_value
from ._entry import Entry, shortened
from ._host_integers import bounded, combined
from ._numpy_arrays import calling_on_one_queue, returned
from ._parallel_loop import ParallelLoop
from ._serial_loop import SerialLoop
from .core.exceptions import ExecutionQueueInferenceError

__all__ = ["HostFunction"]


@functools.cache
def _operations() -> frozenset:
    """Names of the element-wise functions of dpctl.tensor."""
    return frozenset(_core._operation_names())


_RETURNED = "__dpex_returned"
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _is_store(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _span(node) -> tuple:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _read_name(node) -> str | None:
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else None


def _names_of_comprehensions(tree) -> set[int]:
    """Ids of nodes that name variables of a comprehension, which are local to it."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
            targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
            found |= {id(n) for n in names if n.id in targets}
    return found


def _names_of_others(tree) -> set[str]:
    """Names that imports, exception handlers and patterns bind, and those of inner functions and of other scopes."""
    found: set[str] = set()
    for n in ast.walk(tree):
        if isinstance(n, (ast.alias, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            found.add(getattr(n, "asname", None) or (n.name or "").partition(".")[0])
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            found |= {*n.names}
        elif isinstance(n, _SCOPES) and n is not tree:
            found |= {m.arg for m in ast.walk(n) if isinstance(m, ast.arg)}
            found |= {m.id for m in ast.walk(n) if isinstance(m, ast.Name) and _is_store(m)}
    return found


def _parameters(node: ast.FunctionDef) -> set[str]:
    spec = node.args
    given = (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, spec.vararg, spec.kwarg)
    return {a.arg for a in given if a is not None}


class _Rewriter(ast.NodeTransformer):
    """Replaces parallel parts; `helpers`: by name, the objects that the rewritten code calls."""

    def __init__(self, source: Source):
        self.source = source
        self.parameters = parameters = _parameters(source.node)
        self.own = own = _names_of_comprehensions(source.node)
        names = [n for n in ast.walk(source.node) if id(n) not in own]
        self.stores = [(n.id, (n.lineno, n.col_offset)) for n in names if isinstance(n, ast.Name) and _is_store(n)]
        self.loads = [(name, (n.lineno, n.col_offset)) for n in names if (name := _read_name(n)) is not None]
        self.local = parameters | set(assigned_names(source.node.body))
        keeps_names = any(isinstance(n, (ast.Lambda, ast.GeneratorExp)) for n in ast.walk(source.node))
        keeps_names |= any(isinstance(n, ast.FunctionDef) for s in source.node.body for n in ast.walk(s))
        self.loops = [  # none where a name may be read at any later time
            (n.target.id, _span(n), (_span(n.body[0])[0], _span(n.body[-1])[1]))
            for n in ast.walk(source.node)
            if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and not keeps_names
        ]
        self.parallel = [_span(n) for n in ast.walk(source.node) if is_parallel(source, n, self.local)]
        self.counters = self._names_of_counts(source.node)
        self.helpers: dict[str, object] = {}
        self.n_parallel = 0

    def _names_of_counts(self, tree) -> frozenset:
        """Names to which only loops over ranges assign."""
        counts = [
            n.target.id
            for n in ast.walk(tree)
            if isinstance(n, ast.For)
            and isinstance(n.target, ast.Name)
            and isinstance(n.iter, ast.Call)
            and self.meaning(n.iter.func) is range
        ]
        stores = [name for name, _ in self.stores]
        return frozenset(name for name in counts if counts.count(name) == stores.count(name)) - self.parameters

    def helper(self, node, thing) -> ast.Name:
        name = f"__dpex_{len(self.helpers)}"
        self.n_parallel += not isinstance(thing, SerialLoop)
        self.helpers[name] = thing
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef

    def visit(self, node):
        """Visits in pre-order, so that the largest array expression is replaced."""
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call)):
            tree = find_tree(self.source, node, self.local, _operations())
            if tree is not None:
                leaves = [self.visit(copy.deepcopy(leaf)) for leaf in tree.leaves]
                call = ast.Call(self.helper(node, ArrayExpression(tree)), leaves, [])
                return ast.fix_missing_locations(ast.copy_location(call, node))
        made = super().visit(node)
        made = bounded(made, self.integers, self.meaning) if isinstance(made, ast.AST) else made
        return combined(made, self.integers, self.counters) if isinstance(made, ast.AST) else made

    def meaning(self, node):
        return meaning(self.source, node, self.local)

    def integers(self, node, function) -> ast.Name:
        """A helper for integer operations, which does not make the function parallel."""
        name = self.helper(node, function)
        self.n_parallel -= 1
        return name

    def visit_Call(self, node):
        node = self.generic_visit(node)
        function = meaning(self.source, node.func, self.local)
        if function is not MISSING and is_numpy_function(function):
            node.func = self.helper(node.func, NumpyFunction(function))
        elif Constructor.is_one(function):
            node.func = self.helper(node.func, Constructor(function))
        elif function is not MISSING and is_array_function(function):
            node.func = self.integers(node.func, calling_on_one_queue(function))
        elif function is MISSING and isinstance(node.func, ast.Attribute) and node.func.attr in ArrayMethod.NAMES:
            node.args.insert(0, node.func.value)
            node.func = self.helper(node.func, ArrayMethod(node.func.attr))
        return node

    def visit_Attribute(self, node):
        node = self.generic_visit(node)
        if node.attr == "strides" and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Call(self.helper(node, strides_in_bytes), [node.value], []), node)
        return node

    def visit_Return(self, node):
        node = self.generic_visit(node)
        if node.value is not None and not isinstance(node.value, ast.Constant):
            self.helpers[_RETURNED] = returned
            call = ast.Call(ast.Name(_RETURNED, ast.Load()), [node.value], [])
            node.value = ast.fix_missing_locations(ast.copy_location(call, node.value))
        return node

    def bound_outside(self, node) -> set[str]:
        """Names that parameters or statements outside of the node bind."""
        first, last = _span(node)
        return self.parameters | {name for name, position in self.stores if not first <= position < last}

    def visit_For(self, node):
        loop = find_loop(self.source, node, self.local, self.bound_outside(node))
        if loop is None:
            return self.serial(node)
        load = lambda name: ast.Name(name, ast.Load())  # noqa: E731
        bounds = [self.visit(copy.deepcopy(b)) for three in loop.bounds for b in three]
        call = ast.Call(
            self.helper(node, ParallelLoop(self.source, loop)),
            [*bounds, *map(load, loop.reductions), *map(load, loop.inputs)],
            [],
        )
        if loop.reductions:
            target = ast.Tuple([ast.Name(name, ast.Store()) for name in loop.reductions], ast.Store())
            statement = ast.Assign([target], call)
        else:
            statement = ast.Expr(call)
        return ast.fix_missing_locations(ast.copy_location(statement, node))

    def check_private_names(self) -> None:
        """Raise for a read, outside of its loops, of a name to which prange loops alone assign."""
        stores: dict[str, list] = {}
        for name, position in self.stores:
            stores.setdefault(name, []).append([loop for loop in self.parallel if loop[0] <= position < loop[1]])
        bound = self.parameters | _names_of_others(self.source.node)
        for node in ast.walk(self.source.node):
            name = _read_name(node)
            if name not in stores or name in bound or not all(stores[name]) or id(node) in self.own:
                continue
            position = node.lineno, node.col_offset
            if any(first <= position < last for loops in stores[name] for first, last in loops):
                continue
            line = self.source.line_of(self.prange_at(stores[name][0][0]))
            text = (
                f"'{name}' has no value here: names are private to an iteration of a prange loop, here of line {line}"
            )
            hint = "store it in an array, or combine it with += or its like, from a value before the loop"
            raise located(UnassignedError, text, self.source, node, hint=hint)

    def prange_at(self, span: tuple) -> ast.For:
        return next(n for n in ast.walk(self.source.node) if isinstance(n, ast.For) and _span(n) == span)

    def is_private(self, position) -> bool:
        """Whether a position is inside a prange loop, whose names are private to it."""
        return any(start <= position < end for start, end in self.parallel)

    def is_bound_by_loop(self, name: str, position, other) -> bool:
        """Whether a loop that does not contain the position `other` gives the name a value before this position."""
        return any(
            target == name and start <= position < end and not first <= other < last
            for target, (first, last), (start, end) in self.loops
        )

    def visit_While(self, node):
        return self.serial(node)

    def serial(self, node):
        """rounds = range(...); found = loop(rounds, inputs); if found is None: the original loop; else: outputs = found

        An unassigned input can only be an output that an iteration need not set; then, too, the original loop is
        executed.
        """
        first, last = _span(node)
        bound = self.parameters | {
            name for name, position in self.stores if position < first and not self.is_private(position)
        }
        read = {
            name
            for name, position in self.loads
            if not first <= position < last and not self.is_bound_by_loop(name, position, first)
        }
        loop = find_serial_loop(self.source, node, self.local, bound, read)
        plain = self.generic_visit(copy.deepcopy(node))
        if loop is None:
            return plain
        rounds, before = ast.Constant(True), []
        helper = self.helper(node, SerialLoop(self.source, loop))
        found = f"__found_{len(self.helpers)}"
        if isinstance(node, ast.For):  # the iterable is evaluated once
            before = [ast.Assign([ast.Name(f"{found}_rounds", ast.Store())], plain.iter)]
            rounds = plain.iter = ast.Name(f"{found}_rounds", ast.Load())
        call = ast.Call(helper, [rounds, *(ast.Name(n, ast.Load()) for n in loop.inputs)], [])
        assign = lambda value: ast.Assign([ast.Name(found, ast.Store())], value)  # noqa: E731
        unbound = ast.ExceptHandler(ast.Name("__dpex_unbound", ast.Load()), None, [assign(ast.Constant(None))])
        self.helpers["__dpex_unbound"] = UnboundLocalError
        assigned = ast.Try([assign(call)], [unbound], [], [])
        is_none = ast.Compare(ast.Name(found, ast.Load()), [ast.Is()], [ast.Constant(None)])
        taken = ast.Assign(
            [ast.Tuple([ast.Name(name, ast.Store()) for name in loop.outputs], ast.Store())],
            ast.Name(found, ast.Load()),
        )
        statements = [*before, assigned, ast.If(is_none, [plain], [taken] if loop.outputs else [])]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in statements]


def _definition(node: ast.Lambda, name: str) -> ast.FunctionDef:
    """A function definition that is equivalent to a lambda."""
    body = [ast.copy_location(ast.Return(node.body), node.body)]
    return ast.copy_location(ast.FunctionDef(name, node.args, body, [], None, type_params=[]), node)


def _check_names(source: Source) -> None:
    """Raise for the first read of a local variable that cannot have a value, which Python finds where it gets there."""
    names = set(assigned_names(source.node.body)) - _parameters(source.node)
    found = read_without_value(source.node.body, names)
    if found is not None:
        text, hint = f"the local variable '{found.id}' has no value here", "assign to it before, on each path to here"
        raise located(UnassignedError, text, source, found, hint=hint)


def _compiled(function, options: dict):
    """The function with its parallel parts replaced, and whether it has any."""
    try:
        source = Source(function)
    except UnsupportedError as error:
        warnings.warn(f"{error}; until then it runs as Python", RuntimeWarning, stacklevel=_core.caller_depth())
        return function, False
    source.flags, source.has_lines = flags_of(options), bool(options.get("debug"))
    if isinstance(source.node, ast.Lambda):
        source.node = _definition(source.node, source.identifier)
    _check_names(source)
    rewriter = _Rewriter(source)
    rewriter.check_private_names()
    node = copy.copy(source.node)
    body = []
    for s in source.node.body:
        changed = rewriter.visit(copy.deepcopy(s))
        body += changed if isinstance(changed, list) else [changed]
    if rewriter.helpers.keys() <= {_RETURNED}:
        return function, False
    node.body, node.decorator_list, node.returns = body, [], None
    node.args = copy.deepcopy(node.args)
    node.args.defaults, node.args.kw_defaults = [], [None] * len(node.args.kwonlyargs)
    for a in ast.walk(node.args):
        if isinstance(a, ast.arg):
            a.annotation = None
    free = [*source.outer_names(), *rewriter.helpers]
    spec = ast.arguments(posonlyargs=[], args=[ast.arg(n) for n in free], kwonlyargs=[], kw_defaults=[], defaults=[])
    maker = ast.FunctionDef("__make", spec, [node, ast.Return(ast.Name(node.name, ast.Load()))], [], type_params=[])
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(maker, node)], []))
    ast.increment_lineno(module, source.first_line - 1)
    made: dict = {}
    exec(compile(module, source.file, "exec"), function.__globals__, made)
    result = made["__make"](*[source.lookup(n) for n in source.outer_names()], *rewriter.helpers.values())
    result.__name__, result.__qualname__ = function.__name__, function.__qualname__  # in Python's messages
    result.__defaults__, result.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return result, rewriter.n_parallel > 0


class HostFunction(Entry):
    """A function whose parallel parts run on the device of its arrays."""

    def __init__(self, function, signatures=(), **options):
        self.py_func = function
        self.targetoptions = options
        self.signatures = signatures
        flags_of(options)  # raises for invalid flags
        self._compiled = None  # _run: what a call runs, where it need not cast the arguments
        functools.update_wrapper(self, function)

    def __repr__(self) -> str:
        code = self.py_func.__code__
        return f"<numba_dpex function {self.__name__} of {code.co_filename}:{code.co_firstlineno}>"

    def __reduce__(self):
        return reduced(self, self.signatures)

    def prepare(self) -> None:
        """Find the parallel parts; called at the first call."""
        if self._compiled is None:
            made, self.has_parallel_parts = deeply(_compiled, self.py_func, self.py_func, self.targetoptions)
            self._compiled = made
            if not self.signatures:
                self._run = made

    def _called(self, *args, **keywords):
        self.prepare()
        return self._cast(args, keywords) if self.signatures else self._compiled(*args, **keywords)

    def _cast(self, args: tuple, keywords: dict):
        """A call that casts numbers to the types of a signature."""
        from ._compiler.signature_text import host_arguments, number_as  # here, since few functions need it

        bound = inspect.signature(self.py_func).bind(*args, **keywords)
        bound.apply_defaults()
        found, given = host_arguments(self.signatures, self.py_func.__name__, bound.args)
        return number_as(self._compiled(*given, **bound.kwargs), found.return_type)

    def _failed(self, error: BaseException) -> BaseException:
        if isinstance(error, dpctl.utils.ExecutionPlacementError):
            where = f"{error}\n{self._position(error)}"
            made = ExecutionQueueInferenceError(self.__name__, names=[], where=where)
            made.__cause__, made.__traceback__ = error, error.__traceback__
            error = for_programs(made)
        elif isinstance(error, ExecutionQueueInferenceError) and not getattr(error, "has_position", True):
            hint = "hint: to_device brings an array to the queue of another"
            error.message = f"{error.message}\n{self._position(error)}\n{hint}"
            error.args, error.has_position = (error.message,), True
        frames = error.__traceback__
        while frames is not None and frames.tb_frame.f_code in _CALLS:
            frames = frames.tb_next
        error.__traceback__ = frames
        return shortened(error)

    def _position(self, error: Exception) -> str:
        """The function's line that raised an exception, and its text."""
        file = self.py_func.__code__.co_filename
        lines = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
        return "\n".join(f"{f.filename}:{f.lineno} in {f.name}\n    {f.line}".rstrip() for f in lines[-1:])

    def __get__(self, obj, objtype=None):
        return self if obj is None else functools.partial(self, obj)


_CALLS = HostFunction._called.__code__, HostFunction._cast.__code__
