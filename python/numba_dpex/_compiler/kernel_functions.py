"""Calls of the kernel interface in kernels: ids and sizes, barriers, memory of groups and work-items, atomic
operations, and methods."""

from __future__ import annotations

import math

import numpy as np

from . import interface, ir
from .array_calls import ARRAY_METHODS, call_array_method, raveled, reduced
from .elements import REDUCTIONS, Elements
from .errors import TypingError
from .indexing import as_index, element, size
from .lists import LIST_METHODS, call_list_method
from .lowerings import Lowering, Parameters, lower_call, lowers, numbers, of_function, refused
from .operators import binary, compare, constant, logical, select, unary
from .own_arrays import constant_array_of, data_type, made_array
from .sub_group_functions import call_sub_group, sub_group_of
from .types import FLOAT64, UINT32, Scalar, part_type, unify
from .values import AtomicReference, Group, Item, List, Method, Static, SubGroup, Tuple, cast, describe, zero

__all__ = ["NUMBER_METHODS", "call_method", "conjugate", "group_attribute", "linear_id"]


# ---- ids and sizes ----------------------------------------------------------------------------------------------


def _dimension(lower, node, value, ndim: int) -> int:
    dim = lower.literal(node, value)
    if not isinstance(dim, (int, np.integer)) or isinstance(dim, bool) or not 0 <= dim < ndim:
        raise lower.error(TypingError, f"the dimension must be 0 to {ndim - 1}", node, f"{dim!r}")
    return int(dim)


def _dimension_or_choice(lower, node, kind: str, value, ndim: int) -> ir.Expr:
    """An id along a dimension that may be a run-time value."""
    if not isinstance(value, ir.Expr) or value.type.kind not in "biu":
        raise lower.error(TypingError, "the dimension must be an integer", node, describe(value))
    if isinstance(value, ir.Const):
        return ir.Id(kind, _dimension(lower, node, value, ndim))
    value = lower.named("dim", value)
    result = ir.Id(kind, ndim - 1)
    for d in reversed(range(ndim - 1)):
        result = select(compare("eq", value, constant(d)), ir.Id(kind, d), result)
    return result


def linear_id(kind: str, extent: str, ndim: int) -> ir.Expr:
    """The linear id in row-major order."""
    result = ir.Id(kind, 0)
    for d in range(1, ndim):
        result = binary("add", binary("mul", result, ir.Id(extent, d)), ir.Id(kind, d))
    return result


def _total(kind: str, ndim: int) -> ir.Expr:
    result = ir.Id(kind, 0)
    for d in range(1, ndim):
        result = binary("mul", result, ir.Id(kind, d))
    return result


def _index_lowering(kind: str):
    def lowering(lower, node, args, keywords):
        return _dimension_or_choice(lower, node, kind, args[0], lower.function.ndim)

    return lowering


for _kind, _function in interface.INDEX_FUNCTIONS.items():
    lowers(_function)(_index_lowering(_kind))

_ITEM_IDS = {
    "get_id": "global_id", "get_range": "global_size", "get_global_id": "global_id", "get_global_range": "global_size",
    "get_local_id": "local_id", "get_local_range": "local_size", "get_group_id": "group_id",
    "get_group_range": "num_groups",
}  # fmt: skip
_LINEAR_IDS = {
    "get_linear_id": ("global_id", "global_size"), "get_global_linear_id": ("global_id", "global_size"),
    "get_local_linear_id": ("local_id", "local_size"), "get_group_linear_id": ("group_id", "num_groups"),
}  # fmt: skip
_TOTALS = {
    "get_linear_range": "global_size", "get_global_linear_range": "global_size", "get_local_linear_range": "local_size",
    "get_group_linear_range": "num_groups",
}  # fmt: skip


@lowers(interface.get_work_dim)
def _work_dim(lower, node, args, keywords):
    return ir.Const(UINT32, lower.function.ndim)


def _integer(lower, node, value, default: int) -> int:
    """A constant integer, such as a MemoryOrder."""
    if value is None:
        return default
    found = lower.literal(node, value)
    if not isinstance(found, int):
        raise refused(lower, node, [value], "a constant integer is needed, such as a MemoryOrder or a MemoryScope")
    return int(found)


_ORDERS = ("RELAXED", "ACQUIRE", "", "RELEASE", "ACQ_REL", "SEQ_CST")  # by the numbers of MemoryOrder
_SCOPES = ("WORK_ITEM", "SUB_GROUP", "WORK_GROUP", "DEVICE", "SYSTEM")  # by those of MemoryScope


def _member(lower, node, value, default: int, what: str, names: tuple) -> int:
    """A constant integer that is the number of one of the names."""
    found = _integer(lower, node, value, default)
    if not (0 <= found < len(names) and names[found]):
        hint = f"they are {', '.join(filter(None, names))}"
        raise lower.error(TypingError, f"this is no {what} that kernels have", node, str(found), hint)
    return found


def _order(lower, node, value, default: int) -> int:
    return _member(lower, node, value, default, "MemoryOrder", _ORDERS)


def _scope(lower, node, value, default: int) -> int:
    return _member(lower, node, value, default, "MemoryScope", _SCOPES)


@lowers(interface.group_barrier)
def _group_barrier(lower, node, args, keywords):
    group, scope = args
    _scope(lower, node, scope, 2)
    if lower.function.has_groups and not isinstance(group, (Group, SubGroup)):
        raise lower.error(
            TypingError, "group_barrier takes a group", node, describe(group), "nd_item.get_group() is one"
        )
    return _barrier_of(lower, node, is_of_sub_group=isinstance(group, SubGroup))


@lowers(interface.barrier, interface.sub_group_barrier, takes="flags?")
def _barrier(lower, node, args, keywords):
    _integer(lower, node, args[0], 0)
    return _barrier_of(lower, node, is_of_sub_group=False)


def _barrier_of(lower, node, is_of_sub_group: bool) -> Static:
    if not lower.function.has_groups:
        raise lower.error(TypingError, "a barrier needs work-groups: launch the kernel over an NdRange", node)
    lower.emit(ir.SubGroupBarrier(lower.line) if is_of_sub_group else ir.Barrier(lower.line, 3))
    return Static(None)


@lowers(interface.atomic_fence)
def _fence(lower, node, args, keywords):
    order, scope = _order(lower, node, args[0], 0), _scope(lower, node, args[1], 0)
    lower.emit(ir.Fence(lower.line, order, scope))
    return Static(None)


@lowers(interface.mem_fence)
def _older_fence(lower, node, args, keywords):
    _integer(lower, node, args[0], 0)
    lower.emit(ir.Fence(lower.line, 5, 3))
    return Static(None)


_OWN_ELEMENTS = 4096  # maximum of np.empty, zeros, ones and full


def _made_array(lower, node, space: str, shape, dtype, zeroed: bool) -> ir.Array:
    extents = lower.literal(node, shape)
    extents = extents if isinstance(extents, tuple) else (extents,)
    return constant_array_of(lower, node, space, extents, data_type(lower, node, dtype), zeroed)


def _array_maker(space: str):
    def lowering(lower, node, args, keywords):
        shape, dtype, *zeros = (a for a in args if a is not None)
        if space == "local" and not lower.function.has_groups:
            raise lower.error(TypingError, "local memory needs work-groups: launch the kernel over an NdRange", node)
        zeroed = any(bool(lower.literal(node, z)) for z in zeros)
        array = _made_array(lower, node, space, shape, dtype, zeroed)
        if zeroed:
            lower.store_part(node, array, zero(array.dtype))
        return array

    return lowering


@lowers(interface.is_sequential)
def _is_sequential(lower, node, args, keywords):
    return constant(lower.function.is_on_host)


@lowers(interface.group_scratch)
def _group_scratch(lower, node, args, keywords):
    """One local array per type; sharing it is safe because its users begin and end with barriers."""
    (x,) = numbers(lower, node, args)
    if not lower.function.has_groups:
        raise lower.error(TypingError, "functions of a group need work-groups: launch the kernel over an NdRange", node)
    name = f"group_scratch_{x.type}"
    base = next((a for a in lower.function.arrays if a.name == name), None)
    if base is None:
        size = x.type.bits // 8
        base = ir.ArrayParameter(name, x.type, "local", (1024,), (size,), "C", False)
        lower.function.arrays.append(base)
    return ir.Array(base, x.type, constant(0), (constant(1024),), (constant(base.strides[0]),))


lowers(interface.local_array)(_array_maker("local"))
lowers(interface.private_array, interface.PrivateArray)(_array_maker("private"))


def _maker_of_numpy(fill: int | None):
    """np.empty, zeros and ones of a constant shape: a private array."""

    def lowering(lower, node, args, keywords):
        shape, dtype = args
        return _filled(
            lower, node, shape, Static(FLOAT64) if dtype is None else dtype, None if fill is None else constant(fill)
        )

    return lowering


def _filled(lower, node, shape, dtype, value) -> ir.Array:
    extents = shape.items if isinstance(shape, Tuple) else (shape,)
    if extents and not all(isinstance(n, (ir.Const, Static)) for n in extents):
        extents = tuple(map(as_index, extents))
        array = made_array(lower, node, data_type(lower, node, dtype), extents, value is not None)
        if value is not None:
            lower.store_part(node, array, value)
        return array
    array = _made_array(lower, node, "private", shape, dtype, value is not None)
    if array.base.shape and math.prod(array.base.shape) > _OWN_ELEMENTS:
        raise lower.error(TypingError, f"arrays of a work-item's own have at most {_OWN_ELEMENTS} elements", node)
    if value is not None:
        lower.store_part(node, array, value)
    return array


@lowers(np.full, takes="shape, fill_value, dtype?")
def _full(lower, node, args, keywords):
    shape, value, dtype = args
    (value,) = numbers(lower, node, [value])
    return _filled(lower, node, shape, Static(value.type) if dtype is None else dtype, value)


lowers(np.empty, takes="shape, dtype?")(_maker_of_numpy(None))
lowers(np.zeros, takes="shape, dtype?")(_maker_of_numpy(0))
lowers(np.ones, takes="shape, dtype?")(_maker_of_numpy(1))


# ---- atomics ----------------------------------------------------------------------------------------------------


def _element_index(lower, node, array, index):
    found = lower.at(node, lambda: element(array, index)) if isinstance(array, ir.Array) else None
    if found is None:
        raise lower.error(
            TypingError, "an atomic operation needs an array and the index of one element", node, describe(array)
        )
    lower.check_bounds(array, found)
    return tuple(i if isinstance(i, ir.Const) else lower.named("index", i) for i in found)


@lowers(interface.AtomicRef)
def _atomic_ref(lower, node, args, keywords):
    array, index, order, scope, space = args
    index = _element_index(lower, node, array, index)
    if array.dtype.kind not in "iuf" or array.dtype.bits < 32:
        raise lower.error(TypingError, "atomic operations need 32 or 64 bit integers or floats", node, describe(array))
    order, scope = _order(lower, node, order, 0), _scope(lower, node, scope, 3)
    own = {"global": 1, "local": 3}.get(array.base.space)
    is_default = space is None or isinstance(space, Static) and space.value is None
    if own is None or not is_default and _integer(lower, node, space, 0) != own:
        raise lower.error(TypingError, f"the address space is not that of the array, which is {array.base.space}", node)
    return AtomicReference(array, index, order, scope)


_FETCH = {f"fetch_{op}": op for op in ("add", "sub", "min", "max", "and", "or", "xor")}


def _operand(lower, node, value, t: Scalar, exact: bool) -> ir.Expr:
    if not isinstance(value, ir.Expr):
        raise lower.error(TypingError, f"an operand of type {t} is needed", node, describe(value))
    if value.type.kind == "c":
        raise refused(lower, node, [value], "atomic operations have real operands")
    if exact and value.type is not t:
        literal = isinstance(value, ir.Const) and (t.kind == "f" or value.type.is_integer)
        if not literal and unify(value.type, t) is not t:
            hint = f"write numba_dpex.{t}(...), or the array's dtype.type(...)"
            raise lower.error(
                TypingError, f"the operand must be of the element's type, {t}", node, describe(value), hint
            )
    return cast(value, t)


_NOT_OF = {"load": "RELEASE", "store": "ACQUIRE"}  # operations that only read, or only write


def _atomic(lower, node, ref: AtomicReference, op: str, operands) -> ir.Expr:
    if _NOT_OF.get(op) == _ORDERS[ref.order]:
        hint = "operations that read and write have it, such as fetch_add and exchange"
        raise lower.error(TypingError, f"an atomic {op} has no memory order {_ORDERS[ref.order]}", node, hint=hint)
    if op in ("and", "or", "xor") and not ref.array.dtype.is_integer:
        raise lower.error(
            TypingError,
            f"fetch_{op} needs integers",
            node,
            describe(ref.array),
            "floats have fetch_add, fetch_sub, fetch_min, fetch_max",
        )
    return lower.assign_new("old", ir.Atomic(op, ref.array, ref.index, tuple(operands), ref.order, ref.scope))


_METHODS = {name: of_function(getattr(interface.AtomicRef, name), 1) for name in (*_FETCH, "load", "store", "exchange")}
_METHODS["compare_exchange"] = Parameters.of("expected, desired, expected_idx?")


def _call_atomic(lower, node, ref: AtomicReference, name: str, args, keywords):
    if name not in _METHODS:
        raise lower.error(TypingError, f"AtomicRef has no method '{name}'", node, hint=f"it has {', '.join(_METHODS)}")
    if name == "compare_exchange":
        keywords = {("expected" if k == "expected_ref" else k): v for k, v in keywords.items()}
        lowering = lambda lower, node, args, keywords: _compare_exchange(lower, node, ref, *args)  # noqa: E731
    else:
        lowering = lambda lower, node, args, keywords: _change_atomic(lower, node, ref, _FETCH.get(name, name), args)  # noqa: E731
    return lower_call(
        lower, node, getattr(interface.AtomicRef, name), Lowering(lowering, _METHODS[name]), args, keywords
    )


def _change_atomic(lower, node, ref: AtomicReference, op: str, args):
    old = _atomic(lower, node, ref, op, [_operand(lower, node, value, ref.array.dtype, True) for value in args])
    return Static(None) if op == "store" else old


def _compare_exchange(lower, node, ref, expected, desired, at):
    index = _element_index(lower, node, expected, constant(0) if at is None else at)
    wanted = lower.assign_new("expected", cast(ir.Load(expected, index), ref.array.dtype))
    desired = _operand(lower, node, desired, ref.array.dtype, True)
    old = _atomic(lower, node, ref, "compare_exchange", (wanted, desired))
    done = lower.assign_new("done", compare("eq", old, wanted))
    lower.branch(lower.inverted(done), lambda: lower.put(node, expected, index, old), lambda: None)
    return done


def _old_atomic(op: str):
    def lowering(lower, node, args, keywords):
        array, index, value = args
        index = _element_index(lower, node, array, index)
        return _atomic(
            lower, node, AtomicReference(array, index, 0, 3), op, (_operand(lower, node, value, array.dtype, False),)
        )

    return lowering


lowers(interface.atomic_add)(_old_atomic("add"))
lowers(interface.atomic_sub)(_old_atomic("sub"))


# ---- methods of numbers and arrays -------------------------------------------------------------------------------


def conjugate(lower, node, args, keywords):
    """The complex conjugate: NumPy's function, and the method of numbers."""
    x = lower.named("x", numbers(lower, node, args)[0])
    if x.type.kind != "c":
        return x
    t = part_type(x.type)
    re, im = ir.Part(x, 0, t), ir.Part(x, 1, t)
    return ir.MakeComplex(x.type, re, unary("neg", im))


def call_method(lower, node, method: Method, args, keywords):
    value, name = method.value, method.name
    if isinstance(value, AtomicReference):
        return _call_atomic(lower, node, value, name, args, keywords)
    if isinstance(value, SubGroup):
        return call_sub_group(lower, node, name, args, keywords)
    if isinstance(value, (Item, Group)):
        return _call_item_method(lower, node, value, name, args, keywords)
    if isinstance(value, List) and name in LIST_METHODS:
        return call_list_method(lower, node, value, name, args, keywords)
    if name == "reshape" and not keywords:
        extents = args[0].items if len(args) == 1 and isinstance(args[0], Tuple) else args
        result = raveled(lower, node, value, extents)
        if lower.debug:
            lower.emit(
                ir.Check(
                    lower.line,
                    compare("eq", size(result), size(value)),
                    "ValueError",
                    "the shapes have different sizes",
                )
            )
        return result
    if isinstance(value, (ir.Array, Elements)) and name in ARRAY_METHODS:
        return call_array_method(lower, node, value, name, args, keywords)
    if isinstance(value, (ir.Array, Elements)) and name in REDUCTIONS:
        (axis,) = Parameters.of("axis?").bound(lower, node, name, args, keywords)
        return reduced(lower, node, value, name, axis)
    if name == "astype" and args:
        return cast(value, data_type(lower, node, args[0]))
    if args or keywords:
        raise lower.error(TypingError, f"{name} takes no arguments in a kernel", node)
    if name == "ravel":
        return raveled(lower, node, value)
    return conjugate(lower, node, [value], {}) if name in ("conj", "conjugate") else value


#: Methods of numbers, which are arrays without dimensions too.
NUMBER_METHODS = ("astype", "conj", "conjugate", "copy", "item", "max", "min", "prod", "sum")


# ---- methods of items and groups --------------------------------------------------------------------------------

_OF_ITEM = {"get_id", "get_linear_id", "get_range", "get_linear_range"}
_OF_ND_ITEM = {
    "get_global_id", "get_global_linear_id", "get_global_range", "get_global_linear_range", "get_local_id",
    "get_local_linear_id", "get_local_range", "get_local_linear_range", "get_group", "get_sub_group",
}  # fmt: skip
_OF_GROUP = {
    "get_group_id", "get_group_linear_id", "get_group_range", "get_group_linear_range", "get_local_id",
    "get_local_linear_id", "get_local_range", "get_local_linear_range",
}  # fmt: skip
_MAIN = {
    id(_OF_ITEM): "get_id, get_range",
    id(_OF_ND_ITEM): "get_global_id, get_local_id, get_group, get_sub_group",
    id(_OF_GROUP): "get_group_id, get_group_range",
}


def _call_item_method(lower, node, value, name: str, args, keywords):
    """A method of an item or a group."""
    known = _OF_GROUP if isinstance(value, Group) else _OF_ND_ITEM if value.has_groups else _OF_ITEM
    if name not in known:
        hint = "get_group() has it" if known is _OF_ND_ITEM and name in _OF_GROUP else ""
        hint = hint or ("launch the kernel over an NdRange" if name in _OF_ND_ITEM and known is _OF_ITEM else "")
        raise lower.error(
            TypingError, f"no method '{name}' of {describe(value)}", node, hint=hint or f"it has {_MAIN[id(known)]}"
        )
    if name in _ITEM_IDS:
        dims = [*args, *keywords.values()]
        if len(dims) != 1 or keywords.keys() - {"dim"}:
            raise lower.error(TypingError, f"{name} takes a dimension", node, ", ".join(map(describe, dims)))
        return _dimension_or_choice(lower, node, _ITEM_IDS[name], dims[0], value.ndim)
    if args or keywords:
        raise lower.error(TypingError, f"{name} takes no arguments", node)
    if name == "get_group":
        return Group(value.ndim)
    if name == "get_sub_group":
        return sub_group_of(lower)
    if name in _LINEAR_IDS:
        return linear_id(*_LINEAR_IDS[name], value.ndim)
    return _total(_TOTALS[name], value.ndim)


def group_attribute(value: Group, name: str):
    """`group.leader`: whether the work-item is the first one of its group; None for another name."""
    if name != "leader":
        return None
    result = constant(True)
    for d in range(value.ndim):
        result = logical("and", result, compare("eq", ir.Id("local_id", d), constant(0)))
    return result
