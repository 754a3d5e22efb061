"""From Python's syntax tree to the representation: expressions, names, attributes, and calls, which are inlined."""

from __future__ import annotations

import ast
import enum
import types as python_types
from contextlib import contextmanager

import numpy as np

import dpctl.tensor as dpt
from opendpex import _core

from . import ir
from .array_calls import ARRAY_METHODS, in_memory, kind_of_key, matmul, selected, stored
from .complex_power import complex_power
from .elements import REDUCTIONS, Elements, elementwise, is_array, item_at, type_of_items
from .errors import InvalidOperands, TypingError, UnassignedError
from .frame import Frame
from .functions import call_method, call_static
from .indexing import as_index, element, fixed, flat, in_bounds, length, size, transpose, view, wrapped_index
from .kernel_functions import NUMBER_METHODS, group_attribute
from .list_functions import contains
from .lists import LIST_METHODS, accumulated, comprehension, current, list_of, new_list, operate_on_lists, typed
from .literals import literal_number
from .lowerings import name_of
from .operators import (
    BINARY,
    COMPARE,
    binary,
    compare,
    constant,
    is_cheap,
    logical,
    select,
    truth,
    unary,
)
from .python_functions import integer_power, unsigned_power
from .source import MISSING, Source
from .sub_group_functions import sub_group_attribute
from .types import BOOL, INT64, UINT64, Scalar, from_numba, from_numpy, part_type
from .values import (
    UNDEFINED,
    AtomicReference,
    Group,
    Item,
    List,
    LocalFunction,
    Method,
    Poison,
    RangeValue,
    Slice,
    Static,
    SubGroup,
    Tuple,
    cast,
    describe,
    zero,
)

__all__ = ["Expressions"]

_UNARY = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
_MAX_DEPTH = 64


class Expressions:
    """The part of the translator for expressions; lower.py has the part for statements."""

    def value(self, node):
        method = getattr(self, f"get_{type(node).__name__}", None)
        if method is None:
            raise self.unsupported(
                node, _NAMES.get(type(node), f"'{type(node).__name__}'"), _INSTEAD.get(type(node), "")
            )
        return method(node)

    def at(self, node, do):
        """do(), with InvalidOperands converted to a compile error at this node."""
        try:
            return do()
        except InvalidOperands as error:
            raise self.error(TypingError, str(error), node) from None

    def in_order(self, nodes) -> list:
        """The values of nodes in evaluation order: loads are assigned to variables before later nodes emit
        statements."""
        start, n_stores, env = len(self.out), self.n_stores, dict(self.frame.env)
        found = self._in_order(nodes, False)
        if self.n_stores != n_stores and any(isinstance(x, Elements) and x.time != self.now() for x in found):
            del self.out[start:]  # an operand was stored after an array expression: both are stored
            self.frame.env = env
            found = self._in_order(nodes, True)
        return found

    def _in_order(self, nodes, stores: bool) -> list:
        found: list = []
        for n in nodes:
            mark = len(self.out)
            value = self.value(n)
            if stores:
                value = in_memory(self, n, value)
            if len(self.out) > mark:
                for i, early in enumerate(found):
                    if isinstance(early, ir.Expr) and not is_cheap(early):
                        var = ir.Var("early", early.type)
                        self.out.insert(mark, ir.Assign(self.line, var, early))
                        mark += 1
                        found[i] = ir.Read(var)
            found.append(value)
        return found

    def number(self, node) -> ir.Expr:
        """The value of a node, which must be a number."""
        value = self.value(node)
        if not isinstance(value, ir.Expr):
            raise self.error(TypingError, "a number is needed here", node, describe(value))
        return value

    def condition(self, node) -> ir.Expr:
        return self.truth_of(node, self.value(node))

    def truth_of(self, node, value) -> ir.Expr:
        match value:
            case ir.Expr():
                return truth(value)
            case List():
                return compare("ne", value.shape[0], constant(0))
            case Tuple(items=items):
                return constant(bool(items))
            case Static(value=v):
                return constant(bool(v))
        raise self.error(
            TypingError, "this has no truth value", node, describe(value), "numbers have one; of an array, its elements"
        )

    # ---- constants and names ----

    def get_Constant(self, node):
        return self.wrap(node, node.value)

    def wrap(self, node, value):
        """The value for a Python object from outside the kernel, or for a constant in it."""
        number = constant(value)
        if number is not None:
            return number
        if isinstance(value, (int, np.number)):
            raise self.error(TypingError, f"the constant {value} does not fit 64 bits", node)
        if isinstance(value, tuple):
            return Tuple(tuple(self.wrap(node, v) for v in value), type(value) if hasattr(value, "_fields") else None)
        if isinstance(value, _core.array_base):
            key = id(value)
            if key not in self.copies:  # with the array, so that its id stays its own
                self.copies[key] = value, dpt.asnumpy(dpt.asarray(value))
            value = self.copies[key][1]
        if isinstance(value, np.ndarray):
            return self.constant_array(node, value) if value.ndim else self.wrap(node, value[()])
        if isinstance(value, (list, dict, set)):
            kind = type(value).__name__
            raise self.error(
                TypingError, f"a {kind} from outside cannot be used in a kernel", node, hint="use a tuple or an array"
            )
        return Static(from_numba(value))

    def get_Name(self, node):
        frame = self.frame
        while frame is not None:
            found = frame.env.get(node.id, MISSING)
            if found is not MISSING:
                return self.usable(node, found)
            if frame.parent is None:
                break
            frame = frame.parent
        if frame is self.frame and frame.source.is_local(node.id):
            return self.usable(node, UNDEFINED)
        found = frame.source.lookup(node.id)
        if found is MISSING:
            raise self.error(TypingError, f"Untyped global name '{node.id}': it is not defined", node)
        return self.wrap(node, found)

    def usable(self, node, value):
        if isinstance(value, Poison):
            if value.of_arrays and isinstance(node, ast.Name):
                self.require_memory(node.id)
            raise self.error(TypingError, value.reason, node, hint="use two names")
        if value is UNDEFINED:
            hint = "assign to it before, on each path to here"
            error = self.error(UnassignedError, f"the local variable '{node.id}' has no value here", node, hint=hint)
            error.unassigned = node, self.frame
            raise error
        if isinstance(value, List):
            return current(self, node, value)
        condition = self.is_assigned(value)
        if condition is not None and (self.debug or self.checks_names) and not self.frame.source.is_ours:
            text = f"cannot access local variable '{node.id}' where it is not associated with a value"
            self.emit(ir.Check(self.line, condition, "UnboundLocalError", text))
        return value

    def get_Tuple(self, node):
        values = self.in_order([n.value if isinstance(n, ast.Starred) else n for n in node.elts])
        items = []
        for n, v in zip(node.elts, values, strict=True):
            items += self.unpack(n, v) if isinstance(n, ast.Starred) else [v]
        return Tuple(tuple(items))

    def get_List(self, node):
        """A list of numbers; what holds other values is a tuple here, to which nothing can be appended."""
        found = self.get_Tuple(node)
        return new_list(self, node, found.items) if all(isinstance(v, ir.Expr) for v in found.items) else found

    def get_ListComp(self, node):
        return comprehension(self, node)

    get_GeneratorExp = get_ListComp

    def get_Slice(self, node):
        part = lambda n: Static(None) if n is None else self.value(n)  # noqa: E731
        return Slice(part(node.lower), part(node.upper), part(node.step))

    def get_Lambda(self, node):
        return self.local_function(node)

    def local_function(self, node) -> LocalFunction:
        return LocalFunction(node, self.frame)

    def get_JoinedStr(self, node):
        raise self.unsupported(node, "a formatted text", "print takes texts and numbers, separated by commas")

    def get_NamedExpr(self, node):
        value = self.named(node.target.id, self.value(node.value))
        self.frame.env[node.target.id] = value
        return value

    # ---- operators ----

    def operate(self, node, op: str, a, b):
        if isinstance(a, Tuple) and isinstance(b, Tuple) and op == "add":
            return Tuple(a.items + b.items)
        if isinstance(a, List) or isinstance(b, List):
            found = operate_on_lists(self, node, op, a, b)
            if found is not None:
                return found
        if is_array(a) or is_array(b):
            return elementwise(self, node, lambda x, y: self.operate(node, op, x, y), [a, b])
        if not (isinstance(a, ir.Expr) and isinstance(b, ir.Expr)):
            raise self.error(TypingError, "this operator needs numbers", node, f"{describe(a)}, {describe(b)}")
        result = self.at(node, lambda: self.checked_division(op, binary(op, a, b)))
        return self.power(node, result) if isinstance(result, ir.Binary) and result.op == "pow" else result

    def power(self, node, x: ir.Binary) -> ir.Expr:
        """Powers of integers and complex numbers are expanded to operations; those of floats are functions of the
        device."""
        if x.type.kind == "u":
            return cast(self.inline_python(node, unsigned_power, [cast(x.a, UINT64), cast(x.b, UINT64)], {}), x.type)
        if x.type.kind == "i":
            return cast(self.inline_python(node, integer_power, [cast(x.a, INT64), cast(x.b, INT64)], {}), x.type)
        if x.type.kind != "c":
            return x
        return complex_power(self, node, self.named("base", x.a), self.named("exponent", cast(x.b, x.type)))

    def checked_division(self, op: str, result: ir.Expr) -> ir.Expr:
        if (self.debug or self.checks_division) and isinstance(result, ir.Binary) and op in ("div", "floordiv", "mod"):
            divisor = result.b if isinstance(result.b, ir.Const) else self.assign_new("divisor", result.b)
            self.emit(
                ir.Check(self.line, compare("ne", divisor, zero(divisor.type)), "ZeroDivisionError", "division by zero")
            )
            return ir.Binary(result.op, result.a, divisor)
        return result

    def get_BinOp(self, node):
        number = literal_number(node)
        if number is not None:
            return self.wrap(node, number)
        op = BINARY.get(type(node.op))
        if op is None:
            return matmul(self, node, *self.in_order([node.left, node.right]))
        return self.operate(node, op, *self.in_order([node.left, node.right]))

    def get_UnaryOp(self, node):
        number = literal_number(node)
        if number is not None:
            return self.wrap(node, number)
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            cond = self.truth_of(node, value)
            return constant(not cond.value) if isinstance(cond, ir.Const) else ir.Unary("not", cond)
        if is_array(value):
            return elementwise(self, node, lambda x: self.at(node, lambda: unary(_UNARY[type(node.op)], x)), [value])
        if not isinstance(value, ir.Expr):
            raise self.error(TypingError, "this operator needs a number", node, describe(value))
        return self.at(node, lambda: unary(_UNARY[type(node.op)], value))

    def get_Compare(self, node):
        values = self.in_order([node.left, *node.comparators])
        if len(values) > 2:
            values = [self.named("compared", v) for v in values]
        result = constant(True)
        for op, a, b in zip(node.ops, values, values[1:], strict=False):
            found = self.comparison(node, op, a, b)
            if not isinstance(found, ir.Expr):  # of arrays
                return found
            result = logical("and", result, found)
        return result

    def comparison(self, node, op, a, b) -> ir.Expr:
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = self.identity(node, a, b)
            return same if isinstance(op, ast.Is) else self.inverted(same)
        if isinstance(op, (ast.In, ast.NotIn)):
            if is_array(b) and b.ndim == 1:
                found = self.inline_python(node, contains, [in_memory(self, node, b), a], {})
                return found if isinstance(op, ast.In) else self.inverted(found)
            if isinstance(b, RangeValue) and isinstance(a, ir.Expr) and a.type.kind in "biu":
                found = self.is_in_range(a, b)
                return found if isinstance(op, ast.In) else self.inverted(found)
            if not isinstance(b, Tuple):
                message = "'in' needs a tuple or a vector, or an integer and a range"
                raise self.error(TypingError, message, node, f"{describe(a)}, {describe(b)}")
            found = constant(False)
            for item in b.items:
                found = logical("or", found, self.compare_values(node, "eq", a, item))
            return found if isinstance(op, ast.In) else self.inverted(found)
        return self.compare_values(node, COMPARE[type(op)], a, b)

    def is_in_range(self, x: ir.Expr, r: RangeValue) -> ir.Expr:
        """Whether an integer is in a range."""
        x = self.named("x", x)
        up, down = (
            logical("and", compare(first, x, r.start), compare(last, x, r.stop))
            for first, last in (("ge", "lt"), ("le", "gt"))
        )
        inside = select(compare("gt", r.step, zero(r.step.type)), up, down)
        rest = binary("mod", binary("sub", cast(x, INT64), r.start), r.step)
        return logical("and", inside, compare("eq", rest, constant(0)))

    def identity(self, node, a, b) -> ir.Expr:
        """`a is b`: numbers of one kind are identical if they are equal, as in Numba; identity of other values is known
        at compile time."""
        if isinstance(a, ir.Expr) and isinstance(b, ir.Expr):
            kinds = ["i" if x.type.kind == "u" else x.type.kind for x in (a, b)]
            return self.compare_values(node, "eq", a, b) if kinds[0] == kinds[1] else constant(False)
        return constant(a.value is b.value if isinstance(a, Static) and isinstance(b, Static) else a is b)

    def inverted(self, cond: ir.Expr) -> ir.Expr:
        return constant(not cond.value) if isinstance(cond, ir.Const) else ir.Unary("not", cond)

    def compare_values(self, node, op: str, a, b) -> ir.Expr:
        if isinstance(a, ir.Expr) and isinstance(b, ir.Expr):
            return self.at(node, lambda: compare(op, a, b))
        if op in ("eq", "ne") and (_is_none(a) or _is_none(b)):
            return constant((_is_none(a) and _is_none(b)) == (op == "eq"))
        if is_array(a) or is_array(b):
            return elementwise(self, node, lambda x, y: self.compare_values(node, op, x, y), [a, b])
        if isinstance(a, Static) and isinstance(b, Static) and op in ("eq", "ne"):
            return constant(_are_equal(a.value, b.value) == (op == "eq"))
        if isinstance(a, Tuple) and isinstance(b, Tuple) and op in ("eq", "ne"):
            if len(a.items) != len(b.items):
                return constant(op == "ne")
            equal = constant(True)
            for x, y in zip(a.items, b.items, strict=True):
                equal = logical("and", equal, self.compare_values(node, "eq", x, y))
            return equal if op == "eq" else self.inverted(equal)
        if isinstance(a, Tuple) and isinstance(b, Tuple):
            return self.compare_in_order(node, op, a.items, b.items)
        raise self.error(
            TypingError, "these cannot be compared", node, f"{describe(a)}, {describe(b)}", "numbers and tuples can"
        )

    def compare_in_order(self, node, op: str, a: tuple, b: tuple) -> ir.Expr:
        """Tuples compared by the first items that differ, else by their lengths."""
        result = compare(op, constant(len(a)), constant(len(b)))
        pairs = [(self.named("compared", x), self.named("compared", y)) for x, y in zip(a, b, strict=False)]
        for x, y in reversed(pairs):
            equal, ordered = self.compare_values(node, "eq", x, y), self.compare_values(node, op, x, y)
            if not (isinstance(equal, ir.Expr) and isinstance(ordered, ir.Expr)):
                raise self.error(TypingError, "tuples of arrays have no order", node, f"{describe(x)}, {describe(y)}")
            result = select(equal, result, ordered)
        return result

    # ---- conditional evaluation ----

    def both(self, op: str, left: ir.Expr, right) -> ir.Expr:
        """`left and right()` or `left or right()` of conditions, with short-circuit evaluation where right() emits
        statements."""
        if isinstance(left, ir.Const):
            return right() if left.value == (op == "and") else left
        out: list[ir.Statement] = []
        with self.into(out):
            value = right()
        if not out and is_cheap(value):
            return logical(op, left, value)
        return self.chosen(left if op == "and" else self.inverted(left), (out, value), ([], constant(op == "or")))

    def chosen(self, cond: ir.Expr, then, orelse):
        """The merged value of two (statements, value) branches, of which one is executed."""
        statement = ir.If(self.line, cond, then[0], orelse[0])
        exits = []
        for out, _ in (then, orelse):
            with self.into(out):
                exits.append(self.exit({}))
        self.emit(statement)
        return self.merge_values("chosen", exits, [then[1], orelse[1]])

    def get_BoolOp(self, node):
        op = "and" if isinstance(node.op, ast.And) else "or"
        values = node.values
        result = self.value(values[0])
        for n in values[1:]:
            result = self.bool_step(node, op, result, n)
        return result

    def bool_step(self, node, op: str, left, right_node):
        """Python's `and` and `or` give one of the operands; of bools, that is a bool."""
        cond = self.truth_of(node, left)
        if isinstance(cond, ir.Const):
            return self.value(right_node) if cond.value == (op == "and") else left
        left = self.named("left", left)
        out: list[ir.Statement] = []
        with self.into(out):
            right = self.value(right_node)
        if (
            isinstance(left, ir.Expr)
            and isinstance(right, ir.Expr)
            and left.type is right.type is BOOL
            and not out
            and is_cheap(right)
        ):
            return logical(op, left, right)
        go_on = truth(left) if op == "and" else self.inverted(truth(left))
        return self.chosen(go_on, (out, right), ([], left))

    def get_IfExp(self, node):
        return self.usable(node, self.choice(node))

    def choice(self, node: ast.IfExp):
        """The value of ``a if c else b``, which may be a Poison."""
        part = lambda n: self.choice(n) if isinstance(n, ast.IfExp) else self.value(n)  # noqa: E731
        cond = self.condition(node.test)
        if isinstance(cond, ir.Const) and not _converts_literal(node.test):
            return part(node.body if cond.value else node.orelse)
        parts = []
        for n in (node.body, node.orelse):
            out: list[ir.Statement] = []
            with self.into(out):
                parts.append((out, part(n)))
        (out_a, a), (out_b, b) = parts
        if (
            isinstance(a, ir.Expr)
            and isinstance(b, ir.Expr)
            and not out_a
            and not out_b
            and is_cheap(a)
            and is_cheap(b)
        ):
            return select(cond, a, b)
        return self.chosen(cond, *parts)

    # ---- elements and attributes ----

    def get_Subscript(self, node):
        return self.subscript(node, self.value(node.value), self.value(node.slice))

    def subscript(self, node, value, key):
        if isinstance(typed(self, node, value), List) and isinstance(key, Slice):
            return list_of(self, node, self.part(node, value, key))
        if is_array(value) and (kind := kind_of_key(self, node, key)):
            return selected(self, node, value, key, kind)
        match value:
            case ir.Array():
                index = self.at(node, lambda: element(value, key))
                if index is None:
                    return self.part(node, value, key)
                if self.debug:
                    index = tuple(i if isinstance(i, ir.Const) else self.assign_new("index", i) for i in index)
                    self.check_bounds(value, index)
                return ir.Load(value, index)
            case Tuple(items=items):
                return self.tuple_item(node, items, key)
            case Elements():
                keys = key.items if isinstance(key, Tuple) else (key,)
                if len(keys) == value.ndim and all(isinstance(k, ir.Expr) for k in keys):
                    index = self.at(node, lambda: tuple(map(wrapped_index, keys, value.shape)))
                    return item_at(self, node, value, index)
                return self.subscript(node, stored(self, node, value), key)
            case ir.Expr() if _chooses_all(key):
                return value
        raise self.error(TypingError, "this cannot be indexed", node, describe(value), "arrays and tuples can")

    def part(self, node, array: ir.Array, key) -> ir.Array:
        """A view, whose indices are checked in debug mode; slice bounds are clamped, as in Python."""
        if self.debug:
            index, extents = self.at(node, lambda: fixed(array, key))
            if index:
                self.emit(
                    ir.Check(
                        self.line, in_bounds(index, extents), "IndexError", f"index out of bounds for {array.base.name}"
                    )
                )
        return self.at(node, lambda: view(array, key))

    def tuple_item(self, node, items, key):
        if isinstance(key, Slice):
            bounds = [self.literal(node, b) for b in (key.start, key.stop, key.step)]
            return Tuple(items[slice(*bounds)])
        index = self.at(node, lambda: as_index(key))
        if isinstance(index, ir.Const):
            if not -len(items) <= index.value < len(items):
                raise self.error(TypingError, f"index {index.value} of a tuple of {len(items)}", node)
            return items[index.value]
        if items and all(isinstance(v, Tuple) and len(v.items) == len(items[0].items) for v in items):
            index = self.named("index", index)
            columns = zip(*(v.items for v in items), strict=True)
            return Tuple(tuple(self.tuple_item(node, column, index) for column in columns), items[0].cls)
        if not items or any(not isinstance(v, ir.Expr) or v.type is not items[0].type for v in items):
            hint = "all elements must be numbers of one type where the index is not a constant"
            raise self.error(TypingError, "this tuple takes only constant indices", node, describe(Tuple(items)), hint)
        index = self.named("index", index)
        if self.debug:
            n = constant(len(items))
            inside = logical("and", compare("ge", index, unary("neg", n)), compare("lt", index, n))
            self.emit(ir.Check(self.line, inside, "IndexError", "tuple index out of range"))
        result = items[-1]
        for i in reversed(range(len(items) - 1)):
            at_i = logical("or", compare("eq", index, constant(i)), compare("eq", index, constant(i - len(items))))
            result = select(at_i, items[i], result)
        return result

    def literal(self, node, value):
        """The Python object of a value that is known at compile time; an error if it is not."""
        match value:
            case ir.Const(value=v):
                return v
            case Static(value=v):
                return v
            case Tuple(items=items):
                return tuple(self.literal(node, v) for v in items)
        raise self.error(
            TypingError,
            "a constant is needed here",
            node,
            describe(value),
            "a literal, or a name from outside of the kernel",
        )

    def get_Attribute(self, node):
        return self.attribute(node, self.value(node.value), node.attr)

    def attribute(self, node, value, name: str):
        match value:
            case Static(value=v):
                return self.static_attribute(node, v, name)
            case ir.Array() | Elements():
                return self.array_attribute(node, value, name)
            case ir.Expr():
                return self.number_attribute(node, value, name)
            case Tuple(items=items, cls=cls) if cls is not None and name in cls._fields:
                return items[cls._fields.index(name)]
            case Item(ndim=n) | Group(ndim=n):
                found = group_attribute(value, name) if isinstance(value, Group) else None
                return constant(n) if name == "dimensions" else Method(value, name) if found is None else found
            case SubGroup():
                found = sub_group_attribute(self, name)
                return Method(value, name) if found is None else found
            case AtomicReference():
                return Method(value, name)
        hint = f"it has {', '.join(value.cls._fields)}" if isinstance(value, Tuple) and value.cls else ""
        raise self.error(TypingError, f"no attribute '{name}'", node, describe(value), hint)

    def static_attribute(self, node, value, name: str):
        if isinstance(value, Scalar) and name == "type":
            return Static(value)
        if isinstance(value, (python_types.ModuleType, type, enum.EnumMeta)) or hasattr(value, name):
            found = getattr(value, name, MISSING)
            if found is not MISSING:
                return self.wrap(node, found)
        import difflib  # here, since only a message needs it

        near = difflib.get_close_matches(name, dir(value), 3)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        raise self.error(
            TypingError, f"{getattr(value, '__name__', value)!s} has no attribute '{name}'", node, hint=hint
        )

    def array_attribute(self, node, array: ir.Array | Elements, name: str):
        """An attribute of an array, or of an array expression, which is stored for what only memory has."""
        if isinstance(array, List) and not self.frame.source.is_ours:
            if name in LIST_METHODS:
                return Method(array, name)
            hint = f"they have {', '.join(LIST_METHODS)}"
            raise self.error(TypingError, f"lists in a kernel have no method '{name}'", node, describe(array), hint)
        match name:
            case "shape":
                return Tuple(array.shape)
            case "strides":
                return Tuple(in_memory(self, node, array).strides)
            case "ndim":
                return constant(array.ndim)
            case "size":
                return size(array)
            case "itemsize":
                return constant(type_of_items(self, node, array).bits // 8)
            case "dtype":
                return Static(type_of_items(self, node, array))
            case "T":
                return transpose(in_memory(self, node, array))
            case "flat" if (found := flat(in_memory(self, node, array))) is not None:
                return found
        if name in _ARRAY_METHODS or name in ("reshape", "ravel") or isinstance(array, List) and name in LIST_METHODS:
            return Method(array, name)
        hint = f"they have {_ARRAY_ATTRIBUTES}, {', '.join(sorted({*_ARRAY_METHODS, 'reshape', 'ravel'}))}"
        raise self.error(TypingError, f"arrays in a kernel have no attribute '{name}'", node, describe(array), hint)

    def number_attribute(self, node, x: ir.Expr, name: str):
        if name in ("real", "imag"):
            if x.type.kind == "c":
                return ir.Part(x, ("real", "imag").index(name), part_type(x.type))
            return x if name == "real" else zero(x.type)
        if name in NUMBER_METHODS:
            return Method(x, name)
        match name:  # as of an array without dimensions
            case "dtype":
                return Static(x.type)
            case "shape":
                return Tuple(())
            case "ndim" | "size":
                return constant(int(name == "size"))
            case "itemsize":
                return constant(x.type.bits // 8)
            case "T":
                return x
        hint = f"they have real, imag, dtype, shape, ndim, size, {', '.join(NUMBER_METHODS)}"
        raise self.error(TypingError, f"numbers have no attribute '{name}'", node, describe(x), hint)

    # ---- calls ----

    def get_Call(self, node):
        callee = self.value(node.func)
        if any(k.arg is None for k in node.keywords):
            raise self.unsupported(node, "a call with '**'")
        if _is_accumulation(node, callee):
            return accumulated(self, node, callee.value)
        inner = [n.value if isinstance(n, ast.Starred) else n for n in node.args]
        if isinstance(callee, Static) and name_of(callee.value) in _OF_LISTS:
            inner = [_as_tuple(n) for n in inner]
        values = self.in_order(inner + [k.value for k in node.keywords])
        args = []
        for n, v in zip(node.args, values, strict=False):
            args += self.unpack(n, v) if isinstance(n, ast.Starred) else [v]
        keywords = {k.arg: v for k, v in zip(node.keywords, values[len(node.args) :], strict=True)}
        match callee:
            case Method(name=name):
                with self.calling(name):
                    return self.at(node, lambda: call_method(self, node, callee, args, keywords))
            case LocalFunction(node=inner, frame=frame):
                return self.inline(node, inner, frame.source, frame, args, keywords)
            case Static(value=function):
                with self.calling(name_of(function)):
                    return self.at(node, lambda: call_static(self, node, function, args, keywords))
        raise self.error(
            TypingError,
            "this cannot be called",
            node,
            describe(callee),
            "functions of the kernel language and device functions can",
        )

    @contextmanager
    def calling(self, name: str):
        """Within the context, errors name this function; in functions of this package, the one that the user's code
        called."""
        outer = self.called
        self.called = outer if outer and self.frame.source.is_ours else name
        try:
            yield
        finally:
            self.called = outer

    def inline_python(self, node, function, args, keywords):
        """A call of a Python function from outside."""
        source = Source(function)
        return self.inline(node, source.node, source, None, args, keywords)

    def inline(self, node, inner, source, parent, args, keywords):
        if self.depth == _MAX_DEPTH:
            text = f"calls nest deeper than {_MAX_DEPTH}: recursion is possible in a kernel only if constants end it"
            raise self.error(TypingError, text, node, hint="write a loop, with a PrivateArray for what waits")
        caller, line, called = self.frame, self.line, self.called
        block = ir.Block(line, [])
        frame = Frame(source, {}, parent, block, call=(caller, node))
        frame.env = self.bind(node, inner, source, parent, args, keywords)
        self.emit(block)
        self.frame, self.depth = frame, self.depth + 1
        self.called = called if source.is_ours else ""
        with self.into(block.body):
            body = (
                inner.body if isinstance(inner.body, list) else [ast.copy_location(ast.Return(inner.body), inner.body)]
            )
            self.body(body)
            if self.reachable:
                frame.returns.append(self.exit({}, Static(None)))
        self.frame, self.depth, self.line, self.called = caller, self.depth - 1, line, called
        return self.returned(node, block, frame.returns)

    def returned(self, node, block: ir.Block, exits):
        """The value of an inlined call. A function whose only return is at its end needs no block."""
        if not exits:
            raise self.error(TypingError, "this call never returns", node)
        self.reachable = True
        result = self.merge_values("returned", exits, [e.value for e in exits])
        last = block.body[-1:]
        if len(exits) == 1 and last and isinstance(last[0], ir.Leave) and last[0].target is block:
            block.body.pop()
        leaves = any(isinstance(s, ir.Leave) and s.target is block for s in ir.walk(block.body))
        if not leaves:
            at = next(i for i, s in enumerate(self.out) if s is block)
            self.out[at : at + 1] = block.body
        return self.usable(node, result) if isinstance(result, (Poison, List)) else result

    def bind(self, node, inner, source, parent, args, keywords) -> dict:
        """The names of an inlined function at its start."""
        spec = inner.args
        names = [a.arg for a in spec.posonlyargs + spec.args]
        name = getattr(inner, "name", "<lambda>")
        env = dict(zip(names, args, strict=False))
        if len(args) > len(names):
            if spec.vararg is None:
                raise self.error(TypingError, f"{name} takes {len(names)} arguments, {len(args)} were given", node)
        if spec.vararg is not None:
            env[spec.vararg.arg] = Tuple(tuple(args[len(names) :]))
        for key, value in keywords.items():
            if key in env or key not in names + [a.arg for a in spec.kwonlyargs]:
                raise self.error(TypingError, f"{name} takes no further argument '{key}'", node)
            env[key] = value
        self.add_defaults(spec, source, env)
        missing = [n for n in names + [a.arg for a in spec.kwonlyargs] if n not in env]
        if missing:
            raise self.error(TypingError, f"{name} lacks the argument '{missing[0]}'", node)
        return {n: self.named(n, v) for n, v in env.items()}

    def add_defaults(self, spec, source, env: dict) -> None:
        names = [a.arg for a in spec.posonlyargs + spec.args]
        pairs = list(zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True))
        pairs += [(a.arg, d) for a, d in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if d is not None]
        caller = self.frame
        for name, default in pairs:
            if name not in env:
                self.frame = type(caller)(source, {})
                env[name] = self.value(default)
        self.frame = caller

    def range_length(self, node, r) -> ir.Expr:
        """The number of iterations of a range."""
        span = self.operate(node, "sub", r.stop, r.start)
        if isinstance(r.step, ir.Const):
            step = r.step.value
            more = self.operate(node, "add", span, constant(step - (1 if step > 0 else -1)))
            n = self.operate(node, "floordiv", more, r.step)
        else:
            up = compare("gt", r.step, zero(r.step.type))
            one = select(up, constant(1), constant(-1))
            n = self.operate(
                node, "floordiv", self.operate(node, "sub", self.operate(node, "add", span, r.step), one), r.step
            )
        return select(compare("lt", n, constant(0)), constant(0), n)

    def length_of(self, node, value) -> ir.Expr:
        match value:
            case ir.Array() | Elements():
                return self.at(node, lambda: length(value))
            case Tuple(items=items):
                return constant(len(items))
            case RangeValue():
                return self.range_length(node, value)
            case Static(value=str(text)):
                return constant(len(text))
        raise self.error(
            TypingError, "this has no length", node, describe(value), "arrays, tuples, ranges and texts have one"
        )

    def constant_array(self, node, array: np.ndarray):
        """A NumPy array from outside: its values become constants of the kernel."""
        dtype = from_numpy(array.dtype) if array.dtype.kind in "biufc" else None
        if dtype is None:
            raise self.error(TypingError, f"an array of {array.dtype} cannot be used in a kernel", node)
        for base in self.function.arrays:
            if base.values is array:
                break
        else:
            steps = np.ascontiguousarray(array).strides
            base = ir.ArrayParameter("constant", dtype, "constant", array.shape, steps, "C", values=array)
            self.function.arrays.append(base)
        shape, strides = (tuple(map(constant, n)) for n in (base.shape, base.strides))
        return ir.Array(base, dtype, constant(0), shape, strides)


_OF_LISTS = ("array", "array_split", "asarray", "concatenate", "split")  # NumPy's functions that take lists


def _is_accumulation(node, callee) -> bool:
    """Whether a call is `sum`, `any` or `all` of a generator or a list comprehension."""
    return (
        isinstance(callee, Static)
        and any(callee.value is f for f in (sum, any, all))
        and 1 <= len(node.args) <= 1 + (callee.value is sum)
        and isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp))
        and not node.keywords
    )


def _as_tuple(node):
    """A list in brackets as a tuple."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return ast.copy_location(ast.Tuple([_as_tuple(n) for n in node.elts], ast.Load()), node)
    return node


def _chooses_all(key) -> bool:
    """Whether a key is () or ..., which arrays without dimensions take."""
    return isinstance(key, Static) and key.value is Ellipsis or isinstance(key, Tuple) and not key.items


def _converts_literal(test) -> bool:
    """Such as bool(5): Numba folds literals only, so this leaves both branches, and the result has their common
    type."""
    literals = (ast.Constant, ast.UnaryOp)
    return isinstance(test, ast.Call) and not test.keywords and all(isinstance(a, literals) for a in test.args)


def _is_none(x) -> bool:
    return isinstance(x, Static) and x.value is None


def _are_equal(a, b) -> bool:
    """Equality of objects that are not numbers; a dtype compares as NumPy's dtype does."""
    if isinstance(b, Scalar):
        a, b = b, a
    if not isinstance(a, Scalar) or isinstance(b, Scalar):
        return a == b
    try:
        return bool(a.numpy == b)
    except TypeError:  # not a dtype
        return False


_ARRAY_METHODS = (*REDUCTIONS, *ARRAY_METHODS)
_ARRAY_ATTRIBUTES = "shape, strides, ndim, size, itemsize, dtype, T, flat"
_NAMES = {
    ast.Dict: "a dict", ast.Set: "a set", ast.DictComp: "a dict comprehension", ast.SetComp: "a set comprehension",
    ast.Await: "'await'", ast.Yield: "'yield'",
}  # fmt: skip
_INSTEAD = {
    ast.Dict: "use arrays, indexed by the key",
    ast.DictComp: "use arrays, indexed by the key",
    ast.Set: "use a tuple, or an array of bools",
    ast.SetComp: "use a list, or an array of bools",
}
