"""Calls in kernels: functions of Python, math, NumPy, the two generations of the kernel interface, and methods.

What a name means is decided by the object that it names. Each handler takes (translator, node, args, keywords) and gives a value.
"""

from __future__ import annotations

import builtins
import cmath
import inspect
import math
import operator

import numpy as np

from . import interface, ir, python_functions
from .complex_math import FUNCTIONS, complex_function
from .elements import REDUCTIONS, Elements, dot, elementwise, is_array, reduce
from .errors import TypingError
from .indexing import as_index
from .operators import binary, compare, constant, logical, select, truth, unary
from .types import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT32,
    Scalar,
    arithmetic_type,
    from_numpy,
    part_type,
    unify,
)
from .values import (
    AtomicReference,
    EnumerateValue,
    Method,
    RangeValue,
    Static,
    Tuple,
    ZipValue,
    cast,
    describe,
    zero,
)

__all__ = ["call_method", "call_static"]

_HANDLERS: dict[object, object] = {}


def _handles(*objects):
    def register(handler):
        for o in objects:
            _HANDLERS[o] = handler
        return handler

    return register


def _numbers(lower, node, args, n=None) -> list[ir.Expr]:
    if n is not None and len(args) != n:
        raise lower.error(TypingError, f"{n} arguments are needed, {len(args)} were given", node)
    if not all(isinstance(a, ir.Expr) for a in args):
        raise lower.error(TypingError, "No implementation of function for these arguments", node, ", ".join(map(describe, args)))
    return args


# ---- casts ------------------------------------------------------------------------------------------------------


def _cast_to(lower, node, args, t: Scalar) -> ir.Expr:
    if not args:
        return zero(t)
    (x,) = _numbers(lower, node, args, 1)
    if x.type.kind == "c" and t.kind != "c":
        raise lower.error(TypingError, f"a complex number cannot become {t}", node, hint="take .real")
    return truth(x) if t is BOOL else cast(x, t)


@_handles(int)
def _int(lower, node, args, keywords):
    (x,) = _numbers(lower, node, args, 1)
    return _cast_to(lower, node, [x], x.type if x.type.is_integer else INT64)


@_handles(float)
def _float(lower, node, args, keywords):
    (x,) = _numbers(lower, node, args, 1)
    return _cast_to(lower, node, [x], FLOAT32 if x.type is FLOAT32 else FLOAT64)


@_handles(bool)
def _bool(lower, node, args, keywords):
    return lower.truth_of(node, args[0]) if args else constant(False)


@_handles(complex)
def _complex(lower, node, args, keywords):
    parts = _numbers(lower, node, args)
    if len(parts) == 1 and parts[0].type.kind == "c":
        return parts[0]
    re, im = [*parts, *[zero(FLOAT64)] * (2 - len(parts))]
    t = COMPLEX64 if re.type is im.type is FLOAT32 else COMPLEX128
    return ir.MakeComplex(t, cast(re, part_type(t)), cast(im, part_type(t)))


# ---- Python's functions -----------------------------------------------------------------------------------------


@_handles(interface.prange)
def _prange(lower, node, args, keywords):
    if not lower.whole_arrays:
        raise lower.unsupported(node, "a prange loop inside a plain one")
    return _range(lower, node, args, keywords)


@_handles(range)
def _range(lower, node, args, keywords):
    bounds = [lower.at(node, lambda a=a: _range_bound(a)) for a in args]
    if not 1 <= len(bounds) <= 3:
        raise lower.error(TypingError, f"range takes 1 to 3 arguments, {len(bounds)} were given", node)
    start, stop, step = (constant(0), bounds[0], constant(1)) if len(bounds) == 1 else (*bounds, constant(1))[:3]
    if isinstance(step, ir.Const) and step.value == 0:
        raise lower.error(TypingError, "the step of a range must not be 0", node)
    start, stop, step = (cast(b, INT64) for b in (start, stop, step))
    return RangeValue(lower.named("start", start), lower.named("stop", stop), lower.named("step", step))


def _range_bound(value) -> ir.Expr:
    if isinstance(value, ir.Expr) and value.type.kind in "biu":
        return value
    raise ValueError(f"range needs integers, not {describe(value)}")


@_handles(len)
def _len(lower, node, args, keywords):
    return lower.length_of(node, args[0])


def _least(op: str):
    def handler(lower, node, args, keywords):
        items = args[0].items if len(args) == 1 and isinstance(args[0], Tuple) else args
        items = _numbers(lower, node, list(items))
        if not items or any(x.type.kind in "bc" for x in items):
            raise lower.error(TypingError, "No implementation of function for these arguments", node, ", ".join(map(describe, args)))
        result = lower.named("least", items[0])
        for x in items[1:]:
            x = lower.named("least", x)
            result = lower.named("least", select(compare(op, x, result), x, result))
        return result

    return handler


_HANDLERS[min], _HANDLERS[max] = _least("lt"), _least("gt")


@_handles(abs, operator.abs)
def _abs(lower, node, args, keywords):
    (x,) = _numbers(lower, node, args, 1)
    if x.type.kind in "fc":
        return ir.Call("fabs" if x.type.kind == "f" else "hypot", _parts(x), part_type(x.type))
    if x.type.kind == "u":
        return cast(x, arithmetic_type(x.type, x.type))
    x = lower.named("x", cast(x, INT64))
    return select(compare("lt", x, constant(0)), unary("neg", x), x)


def _parts(x: ir.Expr) -> tuple[ir.Expr, ...]:
    if x.type.kind != "c":
        return (x,)
    t = part_type(x.type)
    return ir.Part(x, 0, t), ir.Part(x, 1, t)


@_handles(sum)
def _sum(lower, node, args, keywords):
    total = args[1] if len(args) > 1 else constant(0)
    if is_array(args[0]):
        return reduce(lower, node, args[0], "sum")
    for x in _numbers(lower, node, list(args[0].items)):
        total = binary("add", total, x)
    return total


@_handles(round)
def _round(lower, node, args, keywords):
    x, *digits = _numbers(lower, node, args)
    if x.type.kind in "biu":
        return cast(x, INT64)
    if not digits:
        return cast(ir.Call("rint", (x,), x.type), INT64)
    scale = binary("pow", constant(10.0), cast(digits[0], FLOAT64))
    scaled = ir.Call("rint", (binary("mul", cast(x, FLOAT64), lower.named("scale", scale)),), FLOAT64)
    return cast(binary("div", scaled, scale), x.type)


@_handles(pow)
def _pow(lower, node, args, keywords):
    return lower.operate(node, "pow", *_numbers(lower, node, args, 2))


@_handles(divmod)
def _divmod(lower, node, args, keywords):
    a, b = (lower.named("operand", x) for x in _numbers(lower, node, args, 2))
    return Tuple((lower.operate(node, "floordiv", a, b), lower.operate(node, "mod", a, b)))


@_handles(enumerate)
def _enumerate(lower, node, args, keywords):
    start = keywords.get("start", args[1] if len(args) > 1 else constant(0))
    return EnumerateValue(args[0], start)


@_handles(zip)
def _zip(lower, node, args, keywords):
    return ZipValue(tuple(args))


@_handles(print)
def _print(lower, node, args, keywords):
    if not lower.whole_arrays:
        raise lower.unsupported(node, "print")
    values = [a.value if isinstance(a, Static) and isinstance(a.value, str) else a for a in args]
    if not all(isinstance(v, (ir.Expr, str)) for v in values):
        raise lower.error(TypingError, "LoweringError: print takes numbers and texts", node, ", ".join(map(describe, args)))
    lower.emit(ir.Print(lower.line, tuple(values)))
    return Static(None)


@_handles(isinstance)
def _isinstance(lower, node, args, keywords):
    value, wanted = args
    types = lower.literal(node, wanted)
    types = types if isinstance(types, tuple) else (types,)
    if not isinstance(value, ir.Expr):
        return constant(isinstance(value, Tuple) and tuple in types)
    python = {"b": bool, "i": int, "u": int, "f": float, "c": complex}[value.type.kind]
    return constant(any(t is python or t is value.type or (isinstance(t, type) and issubclass(value.type.numpy.type, t)) for t in types))


@_handles(ord)
def _ord(lower, node, args, keywords):
    text = lower.literal(node, args[0]) if len(args) == 1 else None
    if not isinstance(text, str) or len(text) != 1:
        raise lower.error(TypingError, "ord takes a text of one character", node)
    return constant(ord(text))


@_handles(hash)
def _hash(lower, node, args, keywords):
    """Of integers, as Python has it."""
    (x,) = _numbers(lower, node, args, 1)
    if x.type.kind not in "biu":
        raise lower.error(TypingError, "hash is available for integers", node, describe(x))
    return lower.inline_python(node, python_functions.hash_of_integer, [cast(x, INT64)], {})


@_handles(type)
def _type(lower, node, args, keywords):
    (x,) = _numbers(lower, node, args, 1)
    return Static(x.type)


@_handles(getattr)
def _getattr(lower, node, args, keywords):
    return lower.attribute(node, args[0], lower.literal(node, args[1]))


# ---- mathematics ------------------------------------------------------------------------------------------------

# Functions of floats with a float result; arguments that are integers become float64.
_FLOAT_FUNCTIONS = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmod gamma hypot ldexp lgamma
    log log10 log1p log2 nextafter pow rint sin sinh sqrt tan tanh trunc fmin fmax
""".split()
_PREDICATES = "isnan isinf isfinite signbit".split()
_COMPLEX_FUNCTIONS = (*FUNCTIONS, "pow")
_NUMPY_NAMES = {
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2",
    "arctanh": "atanh", "absolute": "abs", "power": "pow",
}  # fmt: skip


def _float_type(args) -> Scalar:
    t = None
    for a in args:
        own = a.type if a.type.kind in "fc" else FLOAT64
        t = own if t is None else unify(t, own)
    return t


def _float_function(name: str):
    def handler(lower, node, args, keywords):
        args = _numbers(lower, node, args)
        t = _float_type(args)
        if t.kind == "c" and name not in _COMPLEX_FUNCTIONS:
            raise lower.error(TypingError, f"{name} is not defined for complex numbers", node)
        if name == "pow":
            return lower.operate(node, "pow", *(cast(a, t) for a in args))
        if t.kind == "c":
            return complex_function(lower, name, cast(args[0], t))
        if name == "ldexp":
            return ir.Call("ldexp", (cast(args[0], t), cast(args[1], INT32)), t)
        return ir.Call(name, tuple(cast(a, t) for a in args), t)

    return handler


def _predicate(name: str):
    def handler(lower, node, args, keywords):
        (x,) = _numbers(lower, node, args, 1)
        if x.type.kind in "biu":
            return constant(name == "isfinite") if name != "signbit" else compare("lt", x, constant(0))
        if x.type.kind == "c":
            re, im = (ir.Call(name, (part,), BOOL) for part in _parts(lower.named("x", x)))
            return logical("and" if name == "isfinite" else "or", re, im)
        return ir.Call(name, (x,), BOOL)

    return handler


def _operator(op: str):
    return lambda lower, node, args, keywords: lower.operate(node, op, *_numbers(lower, node, args, 2))


def _comparison(op: str):
    return lambda lower, node, args, keywords: lower.compare_values(node, op, *_numbers(lower, node, args, 2))


def _truth_operator(op: str):
    def handler(lower, node, args, keywords):
        a, b = (truth(x) for x in _numbers(lower, node, args, 2))
        return logical(op, a, b) if op != "xor" else compare("ne", a, b)

    return handler


def _minimum(op: str, ignore_nan: bool):
    """NumPy's minimum and fmin: beside a NaN the result is NaN, or the other number."""

    def handler(lower, node, args, keywords):
        a, b = (lower.named("x", x) for x in _numbers(lower, node, args, 2))
        t = unify(a.type, b.type)
        a, b = cast(a, t), cast(b, t)
        first = compare(op, a, b)
        if t.kind == "f":
            first = logical("or", first, ir.Call("isnan", (b if ignore_nan else a,), BOOL))
        return select(first, a, b)

    return handler


def _scaled(factor: float):
    def handler(lower, node, args, keywords):
        (x,) = _numbers(lower, node, args, 1)
        t = _float_type([x])
        return binary("mul", cast(x, t), cast(constant(factor), t))

    return handler


def _sign(lower, node, args, keywords):
    (x,) = _numbers(lower, node, args, 1)
    x = lower.named("x", x)
    one = cast(constant(1), x.type)
    sign = select(compare("gt", x, zero(x.type)), one, zero(x.type))
    if x.type.kind in "iuf" and x.type.kind != "u":
        sign = select(compare("lt", x, zero(x.type)), unary("neg", one) if x.type.kind == "f" else cast(constant(-1), x.type), sign)
    return select(ir.Call("isnan", (x,), BOOL), x, sign) if x.type.kind == "f" else sign


def _square(lower, node, args, keywords):
    x = lower.named("x", _numbers(lower, node, args, 1)[0])
    return lower.operate(node, "mul", x, x)


def _reciprocal(lower, node, args, keywords):
    (x,) = _numbers(lower, node, args, 1)
    t = _float_type([x])
    return binary("div", cast(constant(1), t), cast(x, t))


def _conjugate(lower, node, args, keywords):
    x = lower.named("x", _numbers(lower, node, args, 1)[0])
    if x.type.kind != "c":
        return x
    re, im = _parts(x)
    return ir.MakeComplex(x.type, re, unary("neg", im))


def _unary_operator(op: str):
    return lambda lower, node, args, keywords: lower.at(node, lambda: unary(op, _numbers(lower, node, args, 1)[0]))


def _logical_not(lower, node, args, keywords):
    return lower.inverted(truth(_numbers(lower, node, args, 1)[0]))


def _written_in_python(name: str):
    return lambda lower, node, args, keywords: lower.inline_python(node, python_functions.BY_NAME[name], args, keywords)


# By NumPy's names, which dpnp shares.
_BY_NAME = {
    "add": _operator("add"), "subtract": _operator("sub"), "multiply": _operator("mul"), "divide": _operator("div"),
    "true_divide": _operator("div"), "floor_divide": _operator("floordiv"), "remainder": _operator("mod"), "mod": _operator("mod"),
    "pow": _operator("pow"), "bitwise_and": _operator("and"), "bitwise_or": _operator("or"), "bitwise_xor": _operator("xor"),
    "left_shift": _operator("shl"), "right_shift": _operator("shr"), "bitwise_left_shift": _operator("shl"),
    "bitwise_right_shift": _operator("shr"), "equal": _comparison("eq"), "not_equal": _comparison("ne"), "less": _comparison("lt"),
    "less_equal": _comparison("le"), "greater": _comparison("gt"), "greater_equal": _comparison("ge"),
    "logical_and": _truth_operator("and"), "logical_or": _truth_operator("or"), "logical_xor": _truth_operator("xor"),
    "logical_not": _logical_not, "minimum": _minimum("lt", False), "maximum": _minimum("gt", False), "fmin": _minimum("lt", True),
    "fmax": _minimum("gt", True), "degrees": _scaled(180 / math.pi), "rad2deg": _scaled(180 / math.pi),
    "radians": _scaled(math.pi / 180), "deg2rad": _scaled(math.pi / 180), "sign": _sign, "square": _square,
    "reciprocal": _reciprocal, "conjugate": _conjugate, "conj": _conjugate, "negative": _unary_operator("neg"),
    "positive": _unary_operator("pos"), "invert": _unary_operator("invert"), "bitwise_not": _unary_operator("invert"),
    "bitwise_invert": _unary_operator("invert"), "abs": _abs, "gcd": _written_in_python("gcd"), "lcm": _written_in_python("lcm"),
    **{name: _predicate(name) for name in _PREDICATES},
}  # fmt: skip
_HANDLERS |= {
    operator.add: _BY_NAME["add"], operator.sub: _BY_NAME["subtract"], operator.mul: _BY_NAME["multiply"],
    operator.truediv: _BY_NAME["divide"], operator.and_: _BY_NAME["bitwise_and"], operator.or_: _BY_NAME["bitwise_or"],
    operator.xor: _BY_NAME["bitwise_xor"],
}  # fmt: skip
for _name in _FLOAT_FUNCTIONS:
    _BY_NAME.setdefault(_name, _float_function(_name))
_MATH_NAMES = {"degrees", "radians", "pow", *_FLOAT_FUNCTIONS, *_PREDICATES}
for _name in _MATH_NAMES:
    for _module in (math, cmath):
        if hasattr(_module, _name) and (_module is math or _name in _COMPLEX_FUNCTIONS):
            _HANDLERS[getattr(_module, _name)] = _float_function("pow") if _name == "pow" else _BY_NAME[_name]
for _name in python_functions.BY_NAME:
    _HANDLERS[getattr(math, _name)] = _written_in_python(_name)


@_handles(cmath.polar)
def _polar(lower, node, args, keywords):
    re, im = _parts(lower.named("z", cast(_numbers(lower, node, args, 1)[0], COMPLEX128)))
    return Tuple((ir.Call("hypot", (re, im), FLOAT64), ir.Call("atan2", (im, re), FLOAT64)))


@_handles(cmath.phase)
def _phase(lower, node, args, keywords):
    re, im = _parts(lower.named("z", cast(_numbers(lower, node, args, 1)[0], COMPLEX128)))
    return ir.Call("atan2", (im, re), FLOAT64)


@_handles(cmath.rect)
def _rect(lower, node, args, keywords):
    r, phi = (lower.named("x", cast(x, FLOAT64)) for x in _numbers(lower, node, args, 2))
    parts = (binary("mul", r, ir.Call(f, (phi,), FLOAT64)) for f in ("cos", "sin"))
    return ir.MakeComplex(COMPLEX128, *parts)


# ---- the kernel interface ---------------------------------------------------------------------------------------


def _dimension(lower, node, value, ndim: int) -> int:
    dim = lower.literal(node, value)
    if not isinstance(dim, (int, np.integer)) or isinstance(dim, bool) or not 0 <= dim < ndim:
        raise lower.error(TypingError, f"the dimension must be 0 to {ndim - 1}", node, f"{dim!r}")
    return int(dim)


def _dimension_or_choice(lower, node, kind: str, value, ndim: int) -> ir.Expr:
    """An id along a dimension, which may be known only at run time."""
    if not isinstance(value, ir.Expr) or value.type.kind not in "biu":
        raise lower.error(TypingError, "the dimension must be an integer", node, describe(value))
    if isinstance(value, ir.Const):
        return ir.Id(kind, _dimension(lower, node, value, ndim))
    value = lower.named("dim", value)
    result = ir.Id(kind, ndim - 1)
    for d in reversed(range(ndim - 1)):
        result = select(compare("eq", value, constant(d)), ir.Id(kind, d), result)
    return result


def _linear(kind: str, extent: str, ndim: int) -> ir.Expr:
    result = ir.Id(kind, 0)
    for d in range(1, ndim):
        result = binary("add", binary("mul", result, ir.Id(extent, d)), ir.Id(kind, d))
    return result


def _total(kind: str, ndim: int) -> ir.Expr:
    result = ir.Id(kind, 0)
    for d in range(1, ndim):
        result = binary("mul", result, ir.Id(kind, d))
    return result


def _index_handler(kind: str):
    def handler(lower, node, args, keywords):
        return _dimension_or_choice(lower, node, kind, args[0], lower.function.ndim)

    return handler


for _kind, _function in interface.INDEX_FUNCTIONS.items():
    _HANDLERS[_function] = _index_handler(_kind)

_ITEM_IDS = {
    "get_id": "global_id", "get_range": "global_size", "get_global_id": "global_id", "get_global_range": "global_size",
    "get_local_id": "local_id", "get_local_range": "local_size", "get_group_id": "group_id", "get_group_range": "num_groups",
}  # fmt: skip
_LINEAR_IDS = {
    "get_linear_id": ("global_id", "global_size"), "get_global_linear_id": ("global_id", "global_size"),
    "get_local_linear_id": ("local_id", "local_size"), "get_group_linear_id": ("group_id", "num_groups"),
}  # fmt: skip
_TOTALS = {
    "get_linear_range": "global_size", "get_global_linear_range": "global_size", "get_local_linear_range": "local_size",
    "get_group_linear_range": "num_groups",
}  # fmt: skip


@_handles(interface.get_work_dim)
def _work_dim(lower, node, args, keywords):
    return ir.Const(UINT32, lower.function.ndim)


@_handles(interface.barrier, interface.group_barrier, interface.sub_group_barrier)
def _barrier(lower, node, args, keywords):
    if not lower.function.has_groups:
        raise lower.error(TypingError, "a barrier needs work-groups: launch the kernel over an NdRange", node)
    lower.emit(ir.Barrier(lower.line, 3))
    return Static(None)


@_handles(interface.mem_fence, interface.atomic_fence)
def _fence(lower, node, args, keywords):
    order, scope = ([int(lower.literal(node, a)) for a in args] + [5, 3])[:2] if len(args) == 2 else (5, 3)
    lower.emit(ir.Fence(lower.line, order, scope))
    return Static(None)


def _made_array(lower, node, space: str, shape, dtype, zeroed: bool) -> ir.Array:
    extents = lower.literal(node, shape)
    extents = extents if isinstance(extents, tuple) else (extents,)
    if not extents or not all(isinstance(n, int) and n > 0 for n in extents):
        raise lower.error(TypingError, "the shape must be positive constants", node, f"{extents}")
    t = lower.literal(node, dtype)
    t = t if isinstance(t, Scalar) else lower.at(node, lambda: from_numpy(t))
    strides = [t.bits // 8]
    for n in reversed(extents[1:]):
        strides.insert(0, strides[0] * n)
    base = ir.ArrayParameter(f"{space}_array", t, space, tuple(extents), tuple(strides), "C", zeroed)
    lower.function.arrays.append(base)
    shape, steps = (tuple(map(constant, n)) for n in (base.shape, base.strides))
    return ir.Array(base, t, constant(0), shape, steps)


def _array_maker(space: str):
    def handler(lower, node, args, keywords):
        given = dict(zip(("shape", "dtype", "fill_zeros"), args, strict=False)) | keywords
        if "shape" not in given or "dtype" not in given:
            raise lower.error(TypingError, "a shape and a dtype are needed", node)
        if space == "local" and not lower.function.has_groups:
            raise lower.error(TypingError, "local memory needs work-groups: launch the kernel over an NdRange", node)
        zeroed = bool(lower.literal(node, given["fill_zeros"])) if "fill_zeros" in given else False
        array = _made_array(lower, node, space, given["shape"], given["dtype"], zeroed)
        if zeroed:
            lower.store_part(node, array, zero(array.dtype))
        return array

    return handler


@_handles(interface.group_scratch)
def _group_scratch(lower, node, args, keywords):
    """One array for each type: its users begin and end with barriers."""
    (x,) = _numbers(lower, node, args, 1)
    if not lower.function.has_groups:
        raise lower.error(TypingError, "functions of a group need work-groups: launch the kernel over an NdRange", node)
    name = f"group_scratch_{x.type}"
    base = next((a for a in lower.function.arrays if a.name == name), None)
    if base is None:
        size = x.type.bits // 8
        base = ir.ArrayParameter(name, x.type, "local", (1024,), (size,), "C", False)
        lower.function.arrays.append(base)
    return ir.Array(base, x.type, constant(0), (constant(1024),), (constant(base.strides[0]),))


_HANDLERS[interface.local_array] = _array_maker("local")
_HANDLERS[interface.private_array] = _HANDLERS[interface.PrivateArray] = _array_maker("private")


# ---- atomics ----------------------------------------------------------------------------------------------------


def _element_index(lower, node, array, index):
    from .indexing import element

    found = lower.at(node, lambda: element(array, index)) if isinstance(array, ir.Array) else None
    if found is None:
        raise lower.error(TypingError, "an atomic operation needs an array and the index of one element", node, describe(array))
    lower.check_bounds(array, found)
    return tuple(i if isinstance(i, ir.Const) else lower.named("index", i) for i in found)


@_handles(interface.AtomicRef)
def _atomic_ref(lower, node, args, keywords):
    names = ("ref", "index", "memory_order", "memory_scope", "address_space")
    given = dict(zip(names, args, strict=False)) | keywords
    array = given.get("ref")
    index = _element_index(lower, node, array, given.get("index", constant(0)))
    if array.dtype.kind not in "iuf" or array.dtype.bits < 32:
        raise lower.error(TypingError, "atomic operations need 32 or 64 bit integers or floats", node, describe(array))
    order = int(lower.literal(node, given["memory_order"])) if "memory_order" in given else 0
    scope = int(lower.literal(node, given["memory_scope"])) if "memory_scope" in given else 3
    space = {"global": 1, "local": 3}.get(array.base.space)
    wanted = lower.literal(node, given["address_space"]) if "address_space" in given else None
    if space is None or wanted is not None and int(wanted) != space:
        raise lower.error(TypingError, f"the address space is not that of the array, which is {array.base.space}", node)
    return AtomicReference(array, index, order, scope)


_FETCH = {f"fetch_{op}": op for op in ("add", "sub", "min", "max", "and", "or", "xor")}


def _operand(lower, node, value, t: Scalar, exact: bool) -> ir.Expr:
    if not isinstance(value, ir.Expr):
        raise lower.error(TypingError, f"an operand of type {t} is needed", node, describe(value))
    if exact and value.type is not t:
        literal = isinstance(value, ir.Const) and (t.kind == "f" or value.type.is_integer)
        if not literal and unify(value.type, t) is not t:
            raise lower.error(TypingError, f"the operand must be of the element's type, {t}", node, describe(value))
    return cast(value, t)


def _atomic(lower, node, ref: AtomicReference, op: str, operands) -> ir.Expr:
    if op in ("and", "or", "xor") and not ref.array.dtype.is_integer:
        raise lower.error(TypingError, f"fetch_{op} needs integers", node, describe(ref.array))
    return lower.assign_new("old", ir.Atomic(op, ref.array, ref.index, tuple(operands), ref.order, ref.scope))


def _call_atomic(lower, node, ref: AtomicReference, name: str, args, keywords):
    t = ref.array.dtype
    if name == "load":
        return _atomic(lower, node, ref, "load", ())
    if name == "compare_exchange":
        return _compare_exchange(lower, node, ref, args, keywords)
    op = _FETCH.get(name, name)
    if op not in ("store", "exchange", *_FETCH.values()):
        raise lower.error(TypingError, f"AtomicRef has no method '{name}'", node)
    value = args[0] if args else next(iter(keywords.values()))
    old = _atomic(lower, node, ref, op, (_operand(lower, node, value, t, True),))
    return Static(None) if op == "store" else old


def _compare_exchange(lower, node, ref, args, keywords):
    names = ("expected", "desired", "expected_idx")
    keywords = {("expected" if k == "expected_ref" else k): v for k, v in keywords.items()}
    given = dict(zip(names, args, strict=False)) | keywords
    expected, at = given["expected"], given.get("expected_idx", constant(0))
    index = _element_index(lower, node, expected, at)
    wanted = lower.assign_new("expected", cast(ir.Load(expected, index), ref.array.dtype))
    desired = _operand(lower, node, given["desired"], ref.array.dtype, True)
    old = _atomic(lower, node, ref, "compare_exchange", (wanted, desired))
    done = lower.assign_new("done", compare("eq", old, wanted))
    lower.branch(lower.inverted(done), lambda: lower.put(node, expected, index, old), lambda: None)
    return done


def _old_atomic(op: str):
    def handler(lower, node, args, keywords):
        array, index, value = args
        index = _element_index(lower, node, array, index)
        return _atomic(lower, node, AtomicReference(array, index, 0, 3), op, (_operand(lower, node, value, array.dtype, False),))

    return handler


_HANDLERS[interface.atomic_add], _HANDLERS[interface.atomic_sub] = _old_atomic("add"), _old_atomic("sub")


# ---- methods ----------------------------------------------------------------------------------------------------


def call_method(lower, node, method: Method, args, keywords):
    value, name = method.value, method.name
    if isinstance(value, AtomicReference):
        return _call_atomic(lower, node, value, name, args, keywords)
    if isinstance(value, (ir.Array, Elements)):
        return reduce(lower, node, value, name)
    if isinstance(value, ir.Expr):
        return _conjugate(lower, node, [value], {})
    if name == "get_group":
        from .values import Group

        return Group(value.ndim)
    if name in _ITEM_IDS and (args or keywords):
        dim = args[0] if args else keywords["dim"]
        return _dimension_or_choice(lower, node, _ITEM_IDS[name], dim, value.ndim)
    if name in _LINEAR_IDS:
        return _linear(*_LINEAR_IDS[name], value.ndim)
    if name in _TOTALS:
        return _total(_TOTALS[name], value.ndim)
    raise lower.error(TypingError, f"no method '{name}'", node, describe(value))


# ---- the choice -------------------------------------------------------------------------------------------------


def _by_numpy_name(callee):
    """NumPy's and dpnp's functions of numbers go by their names."""
    module = getattr(callee, "__module__", "") or ""
    if isinstance(callee, np.ufunc) or module.split(".")[0] in ("numpy", "dpnp", "dpctl", "opendpex"):
        name = getattr(callee, "__name__", "")
        name = _NUMPY_NAMES.get(name, name)
        if name in _BY_NAME:
            return _of_elements(_BY_NAME[name])
        return _OF_ARRAYS.get(name)
    return None


def _of_elements(handler):
    """A function of numbers, which of arrays is one of their elements."""

    def applied(lower, node, args, keywords):
        if not any(map(is_array, args)):
            return handler(lower, node, args, keywords)
        return elementwise(lower, node, lambda *items: handler(lower, node, list(items), {}), args)

    return applied


def _reduction(name: str):
    return lambda lower, node, args, keywords: reduce(lower, node, _one_array(lower, node, args, keywords), name)


def _one_array(lower, node, args, keywords):
    if len(args) != 1 or keywords or not is_array(args[0]):
        raise lower.error(TypingError, "in a kernel this takes one array, and combines all its elements", node, ", ".join(map(describe, args)))
    return args[0]


_OF_ARRAYS = {name: _reduction(name) for name in REDUCTIONS} | {name: _reduction(name[1:]) for name in ("amin", "amax")}
_OF_ARRAYS["dot"] = _OF_ARRAYS["vdot"] = lambda lower, node, args, keywords: dot(lower, node, *args)


def _hashable(o) -> bool:
    try:
        hash(o)
    except TypeError:
        return False
    return True


def call_static(lower, node, callee, args, keywords):
    """A call of a Python object."""
    handler = _HANDLERS.get(callee) if _hashable(callee) else None
    if handler is not None:
        return handler(lower, node, args, keywords)
    if isinstance(callee, Scalar):
        return _cast_to(lower, node, args, callee)
    if isinstance(callee, np.dtype) or isinstance(callee, type) and issubclass(callee, np.generic):
        t = from_numpy(callee)
        if t is not None:
            return _cast_to(lower, node, args, t)
    handler = _by_numpy_name(callee)
    if handler is not None:
        return handler(lower, node, args, keywords)
    function = getattr(callee, "py_func", callee)
    if inspect.isfunction(function):
        if getattr(callee, "is_kernel", False):
            raise lower.error(TypingError, "a kernel cannot be called from a kernel", node, hint="make it a device_func")
        return lower.inline_python(node, function, args, keywords)
    name = getattr(callee, "__name__", repr(callee))
    kind = "builtin function" if hasattr(builtins, name) else "function"
    raise lower.error(TypingError, f"the {kind} {name} is not available in a kernel", node, ", ".join(map(describe, args)))
