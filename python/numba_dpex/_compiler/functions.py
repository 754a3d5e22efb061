"""Calls in kernels: functions of Python, math, NumPy, the two generations of the kernel interface, and methods.

A call is resolved by the object that is called, not by its name. A lowering function takes (translator, node, args, keywords) and returns a value.
"""

from __future__ import annotations

import builtins
import cmath
import inspect
import math
import operator

import numpy as np

from . import interface, ir, python_functions, random_functions  # noqa: F401 (the last one registers its own)
from .complex_math import FUNCTIONS, complex_function
from .elements import REDUCTIONS, Elements, dot, elementwise, is_array, reduce
from .errors import TypingError
from .lowerings import ANY_KEYWORDS, LOWERINGS, lower_call, lowers, numbers
from .kernel_functions import call_method, conjugate
from .numpy_loops import computed_in_loops
from .operators import binary, compare, constant, logical, select, truth, unary
from .types import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FIT_FLOAT32,
    FLOAT32,
    FLOAT64,
    INT8,
    INT32,
    INT64,
    UINT32,
    UINT64,
    Scalar,
    from_numpy,
    part_type,
    unify,
)
from .values import (
    AtomicReference,
    EnumerateValue,
    Method,
    RangeValue,
    Slice,
    Static,
    Tuple,
    ZipValue,
    cast,
    describe,
    zero,
)

__all__ = ["call_method", "call_static"]

# ---- casts ------------------------------------------------------------------------------------------------------


def _cast_to(lower, node, args, t: Scalar) -> ir.Expr:
    if not args:
        return zero(t)
    (x,) = numbers(lower, node, args, 1)
    if x.type.kind == "c" and t.kind != "c":
        raise lower.error(TypingError, f"a complex number cannot become {t}", node, hint="take .real")
    return truth(x) if t is BOOL else cast(x, t)


@lowers(int)
def _int(lower, node, args, keywords):
    (x,) = numbers(lower, node, args, 1)
    return _cast_to(lower, node, [x], x.type if x.type.is_integer else INT64)


@lowers(float)
def _float(lower, node, args, keywords):
    (x,) = numbers(lower, node, args, 1)
    return _cast_to(lower, node, [x], FLOAT32 if x.type is FLOAT32 else FLOAT64)


@lowers(bool)
def _bool(lower, node, args, keywords):
    return lower.truth_of(node, args[0]) if args else constant(False)


@lowers(complex, names=("real", "imag"))
def _complex(lower, node, args, keywords):
    parts = numbers(lower, node, args)
    if len(parts) == 1 and parts[0].type.kind == "c":
        return cast(parts[0], COMPLEX128)
    re, im = [*parts, *[zero(parts[0].type if parts else FLOAT64)] * (2 - len(parts))]
    t = COMPLEX64 if re.type is im.type is FLOAT32 else COMPLEX128
    return ir.MakeComplex(t, cast(re, part_type(t)), cast(im, part_type(t)))


# ---- Python's functions -----------------------------------------------------------------------------------------


@lowers(interface.prange)
def _prange(lower, node, args, keywords):
    if not lower.whole_arrays:
        raise lower.unsupported(node, "a prange loop inside a plain one")
    return _range(lower, node, args, keywords)


@lowers(range)
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


@lowers(len)
def _len(lower, node, args, keywords):
    return lower.length_of(node, args[0])


def _least(op: str):
    def lowering(lower, node, args, keywords):
        items = args[0].items if len(args) == 1 and isinstance(args[0], Tuple) else args
        items = numbers(lower, node, list(items))
        if not items or any(x.type.kind == "c" for x in items):
            raise lower.error(TypingError, "No implementation of function for these arguments", node, ", ".join(map(describe, args)))
        result = lower.named("least", items[0])
        for x in items[1:]:
            x = lower.named("least", x)
            result = lower.named("least", select(compare(op, x, result), x, result))
        return result

    return lowering


LOWERINGS[min], LOWERINGS[max] = _least("lt"), _least("gt")


@lowers(abs, operator.abs)
def _abs(lower, node, args, keywords):
    (x,) = numbers(lower, node, args, 1)
    if x.type.kind in "fc":
        return ir.Call("fabs" if x.type.kind == "f" else "hypot", _parts(x), part_type(x.type))
    if x.type.kind == "u":
        return x
    t = INT8 if x.type is BOOL else x.type
    x = lower.named("x", cast(x, INT64))
    return cast(select(compare("lt", x, constant(0)), unary("neg", x), x), t)


def _parts(x: ir.Expr) -> tuple[ir.Expr, ...]:
    if x.type.kind != "c":
        return (x,)
    t = part_type(x.type)
    return ir.Part(x, 0, t), ir.Part(x, 1, t)


@lowers(sum, names=("iterable", "start"))
def _sum(lower, node, args, keywords):
    total = args[1] if len(args) > 1 else constant(0)
    if is_array(args[0]):
        return reduce(lower, node, args[0], "sum")
    for x in numbers(lower, node, list(args[0].items)):
        total = binary("add", total, x)
    return total


@lowers(round, names=("number", "ndigits"))
def _round(lower, node, args, keywords):
    x, *digits = numbers(lower, node, args)
    if len(digits) > 1:
        raise lower.error(TypingError, "round takes a number and how many digits", node)
    if x.type.kind in "biu":
        return cast(x, INT64)
    if not digits:
        return cast(ir.Call("rint", (x,), x.type), INT64)
    scale = binary("pow", constant(10.0), cast(digits[0], FLOAT64))
    scaled = ir.Call("rint", (binary("mul", cast(x, FLOAT64), lower.named("scale", scale)),), FLOAT64)
    return cast(binary("div", scaled, scale), x.type)


def _truth_of_all(op: str):
    def lowering(lower, node, args, keywords):
        (items,) = args
        if is_array(items):
            return reduce(lower, node, items, "all" if op == "and" else "any")
        result = constant(op == "and")
        for item in items.items:
            result = logical(op, result, lower.truth_of(node, item))
        return result

    return lowering


LOWERINGS[any], LOWERINGS[all] = _truth_of_all("or"), _truth_of_all("and")


@lowers(reversed)
def _reversed(lower, node, args, keywords):
    (x,) = args
    if isinstance(x, Tuple):
        return Tuple(x.items[::-1])
    if isinstance(x, RangeValue):
        last = binary("sub", lower.range_length(node, x), constant(1))
        first = lower.named("start", binary("add", x.start, binary("mul", last, x.step)))
        return RangeValue(first, lower.named("stop", binary("sub", x.start, x.step)), lower.named("step", unary("neg", x.step)))
    return lower.subscript(node, x, Slice(Static(None), Static(None), constant(-1)))


@lowers(pow, names=("base", "exp"))
def _pow(lower, node, args, keywords):
    return lower.operate(node, "pow", *numbers(lower, node, args, 2))


@lowers(divmod)
def _divmod(lower, node, args, keywords):
    a, b = (lower.named("operand", x) for x in numbers(lower, node, args, 2))
    return Tuple((lower.operate(node, "floordiv", a, b), lower.operate(node, "mod", a, b)))


@lowers(enumerate, names=("iterable", "start"))
def _enumerate(lower, node, args, keywords):
    return EnumerateValue(args[0], args[1] if len(args) > 1 else constant(0))


@lowers(zip)
def _zip(lower, node, args, keywords):
    return ZipValue(tuple(args))


@lowers(print)
def _print(lower, node, args, keywords):
    if not lower.whole_arrays:
        raise lower.unsupported(node, "print")
    values = [a.value if isinstance(a, Static) and isinstance(a.value, str) else a for a in args]
    if not all(isinstance(v, (ir.Expr, str)) for v in values):
        raise lower.error(TypingError, "LoweringError: print takes numbers and texts", node, ", ".join(map(describe, args)))
    lower.emit(ir.Print(lower.line, tuple(values)))
    return Static(None)


@lowers(isinstance)
def _isinstance(lower, node, args, keywords):
    value, wanted = args
    types = lower.literal(node, wanted)
    types = types if isinstance(types, tuple) else (types,)
    if not isinstance(value, ir.Expr):
        return constant(isinstance(value, Tuple) and tuple in types)
    python = {"b": bool, "i": int, "u": int, "f": float, "c": complex}[value.type.kind]
    return constant(any(t is python or t is value.type or (isinstance(t, type) and issubclass(value.type.numpy.type, t)) for t in types))


@lowers(ord)
def _ord(lower, node, args, keywords):
    text = lower.literal(node, args[0]) if len(args) == 1 else None
    if not isinstance(text, str) or len(text) != 1:
        raise lower.error(TypingError, "ord takes a text of one character", node)
    return constant(ord(text))


@lowers(hash)
def _hash(lower, node, args, keywords):
    """Python's hash of integers and floats."""
    (x,) = numbers(lower, node, args, 1)
    if x.type.kind == "c":
        raise lower.error(TypingError, "hash is available for integers and floats", node, describe(x))
    if x.type.kind == "f":
        return lower.inline_python(node, python_functions.hash_of_float, [cast(x, FLOAT64)], {})
    return lower.inline_python(node, python_functions.hash_of_integer, [cast(x, INT64)], {})


@lowers(type)
def _type(lower, node, args, keywords):
    (x,) = numbers(lower, node, args, 1)
    return Static(x.type)


@lowers(getattr)
def _getattr(lower, node, args, keywords):
    return lower.attribute(node, args[0], lower.literal(node, args[1]))


# ---- mathematics ------------------------------------------------------------------------------------------------

# Functions of floats with a float result; arguments that are integers become float64.
_FLOAT_FUNCTIONS = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmod gamma hypot ldexp lgamma
    log log10 log1p log2 nextafter pow rint sin sinh sqrt tan tanh trunc fmin fmax
""".split()
_PREDICATES = "isnan isinf isfinite signbit".split()
_COMPLEX_FUNCTIONS = (*FUNCTIONS, *_PREDICATES[:3], "pow")
_NUMPY_NAMES = {
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2",
    "arctanh": "atanh", "absolute": "abs", "power": "pow",
}  # fmt: skip


def _float_type(args) -> Scalar:
    t = None
    fits = any(a.type is FLOAT32 for a in args)
    for a in args:
        own = a.type if a.type.kind in "fc" else FLOAT32 if fits and a.type in FIT_FLOAT32 else FLOAT64
        t = own if t is None else unify(t, own)
    return t


_TWO = "atan2 copysign fmax fmin fmod hypot ldexp nextafter pow".split()


def _float_function(name: str):
    n = 3 if name == "fma" else 2 if name in _TWO else 1

    def lowering(lower, node, args, keywords):
        if name == "log" and len(args) == 2:
            return lower.operate(node, "div", lowering(lower, node, args[:1], {}), lowering(lower, node, args[1:], {}))
        if name == "hypot" and len(args) != 2:
            return lower.inline_python(node, python_functions.length, [Tuple(tuple(numbers(lower, node, args)))], {})
        args = numbers(lower, node, args, n)
        t = _float_type(args)
        if t.kind == "c" and name not in _COMPLEX_FUNCTIONS:
            raise lower.error(TypingError, f"{name} is not defined for complex numbers", node, ", ".join(map(describe, args)), "it takes .real and .imag, each a number")
        if name == "pow":
            return lower.operate(node, "pow", *(cast(a, t) for a in args))
        if t.kind == "c":
            return complex_function(lower, name, cast(args[0], t))
        if name == "ldexp":
            if args[1].type.kind not in "biu":
                raise lower.error(TypingError, "the exponent of ldexp is an integer", node, describe(args[1]))
            return ir.Call("ldexp", (cast(args[0], t), cast(args[1], INT32)), t)
        return ir.Call(name, tuple(cast(a, t) for a in args), t)

    return lowering


def _predicate(name: str):
    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args, 1)
        if x.type.kind in "biu":
            return constant(name == "isfinite") if name != "signbit" else compare("lt", x, constant(0))
        if x.type.kind == "c":
            re, im = (ir.Call(name, (part,), BOOL) for part in _parts(lower.named("x", x)))
            return logical("and" if name == "isfinite" else "or", re, im)
        return ir.Call(name, (x,), BOOL)

    return lowering


def _operator(op: str):
    return lambda lower, node, args, keywords: lower.operate(node, op, *numbers(lower, node, args, 2))


def _comparison(op: str):
    return lambda lower, node, args, keywords: lower.compare_values(node, op, *numbers(lower, node, args, 2))


def _truth_operator(op: str):
    def lowering(lower, node, args, keywords):
        a, b = (truth(x) for x in numbers(lower, node, args, 2))
        return logical(op, a, b) if op != "xor" else compare("ne", a, b)

    return lowering


def _minimum(op: str, ignore_nan: bool):
    """NumPy's minimum (a NaN operand gives NaN) or fmin (a NaN operand is ignored), and maximum and fmax."""

    def lowering(lower, node, args, keywords):
        a, b = (lower.named("x", x) for x in numbers(lower, node, args, 2))
        t = unify(a.type, b.type)
        a, b = cast(a, t), cast(b, t)
        first = compare(op, a, b)
        if t.kind == "f":
            first = logical("or", first, ir.Call("isnan", (b if ignore_nan else a,), BOOL))
        return select(first, a, b)

    return lowering


def _scaled(factor: float):
    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args, 1)
        t = _float_type([x])
        return binary("mul", cast(x, t), cast(constant(factor), t))

    return lowering


def _sign(lower, node, args, keywords):
    (x,) = numbers(lower, node, args, 1)
    x = lower.named("x", x)
    one = cast(constant(1), x.type)
    sign = select(compare("gt", x, zero(x.type)), one, zero(x.type))
    if x.type.kind in "iuf" and x.type.kind != "u":
        sign = select(compare("lt", x, zero(x.type)), unary("neg", one) if x.type.kind == "f" else cast(constant(-1), x.type), sign)
    return select(ir.Call("isnan", (x,), BOOL), x, sign) if x.type.kind == "f" else sign


def _square(lower, node, args, keywords):
    x = lower.named("x", numbers(lower, node, args, 1)[0])
    return lower.operate(node, "mul", x, x)


def _reciprocal(lower, node, args, keywords):
    (x,) = numbers(lower, node, args, 1)
    t = _float_type([x])
    return binary("div", cast(constant(1), t), cast(x, t))


def _unary_operator(op: str):
    return lambda lower, node, args, keywords: lower.at(node, lambda: unary(op, numbers(lower, node, args, 1)[0]))


def _logical_not(lower, node, args, keywords):
    return lower.inverted(truth(numbers(lower, node, args, 1)[0]))


def _written_in_python(name: str):
    function = getattr(python_functions, name)
    return lambda lower, node, args, keywords: lower.inline_python(node, function, args, keywords)


def _part(index: int):
    """np.real and np.imag."""

    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args, 1)
        return lower.number_attribute(node, x, ("real", "imag")[index])

    return lowering


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
    "reciprocal": _reciprocal, "conjugate": conjugate, "conj": conjugate, "real": _part(0), "imag": _part(1), "negative": _unary_operator("neg"),
    "positive": _unary_operator("pos"), "invert": _unary_operator("invert"), "bitwise_not": _unary_operator("invert"),
    "bitwise_invert": _unary_operator("invert"), "abs": _abs, "divmod": _divmod,
    **{name: _written_in_python(name) for name in python_functions.OF_NUMPY},
    **{name: _predicate(name) for name in _PREDICATES},
}  # fmt: skip
_OF_TRUTH = {*_PREDICATES, "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor", "logical_not"}
_FULL_NAMES = {"abs": "absolute", "pow": "power", "mod": "remainder"}
LOWERINGS |= {
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
            LOWERINGS[getattr(_module, _name)] = _float_function("pow") if _name == "pow" else _BY_NAME[_name]


def _whole(name: str):
    """Rounding functions: those of math return integers, NumPy's return floats."""

    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args, 1)
        if x.type.kind in "biu":
            return cast(x, UINT64 if x.type.kind == "u" else INT64)
        return cast(_BY_NAME[name](lower, node, [x], {}), INT64)

    return lowering


for _name in ("floor", "ceil", "trunc"):
    LOWERINGS[getattr(math, _name)] = _whole(_name)
lowers(cmath.isclose, names=ANY_KEYWORDS)(_written_in_python("isclose"))
for _name in python_functions.OF_MATH:
    lowers(getattr(math, _name), names=ANY_KEYWORDS)(_written_in_python(_name))


@lowers(cmath.polar)
def _polar(lower, node, args, keywords):
    re, im = _parts(lower.named("z", cast(numbers(lower, node, args, 1)[0], COMPLEX128)))
    return Tuple((ir.Call("hypot", (re, im), FLOAT64), ir.Call("atan2", (im, re), FLOAT64)))


@lowers(cmath.phase)
def _phase(lower, node, args, keywords):
    re, im = _parts(lower.named("z", cast(numbers(lower, node, args, 1)[0], COMPLEX128)))
    return ir.Call("atan2", (im, re), FLOAT64)


@lowers(cmath.rect)
def _rect(lower, node, args, keywords):
    r, phi = (lower.named("x", cast(x, FLOAT64)) for x in numbers(lower, node, args, 2))
    nowhere = logical("and", compare("eq", r, zero(FLOAT64)), ir.Unary("not", ir.Call("isfinite", (phi,), BOOL)))
    parts = (select(nowhere, zero(FLOAT64), binary("mul", r, ir.Call(f, (phi,), FLOAT64))) for f in ("cos", "sin"))
    return ir.MakeComplex(COMPLEX128, *parts)


# ---- resolution of calls ----------------------------------------------------------------------------------------


def _by_numpy_name(callee):
    """The lowering function of an element-wise function of NumPy or dpnp, found by name."""
    module = getattr(callee, "__module__", "") or ""
    if isinstance(callee, np.ufunc) or module.split(".")[0] in ("numpy", "dpnp", "dpctl", "opendpex"):
        name = getattr(callee, "__name__", "")
        name = _NUMPY_NAMES.get(name, name)
        if name in _BY_NAME:
            return _of_elements(_BY_NAME[name] if name in _OF_TRUTH else computed_in_loops(_FULL_NAMES.get(name, name), _BY_NAME[name]))
        return _OF_ARRAYS.get(name)
    return None


def _of_elements(lowering):
    """Extends a function of numbers to arrays, element by element."""

    def applied(lower, node, args, keywords):
        if not any(map(is_array, args)):
            return lowering(lower, node, args, keywords)
        return elementwise(lower, node, lambda *items: lowering(lower, node, list(items), {}), args)

    return applied


def _reduction(name: str):
    return lambda lower, node, args, keywords: reduce(lower, node, _one_array(lower, node, args, keywords), name)


def _one_array(lower, node, args, keywords):
    if len(args) != 1 or keywords or not is_array(args[0]):
        raise lower.error(TypingError, "in a kernel this takes one array, and combines all its elements", node, ", ".join(map(describe, args)))
    return args[0]


_OF_ARRAYS = {name: _reduction(name) for name in REDUCTIONS} | {name: _reduction(name[1:]) for name in ("amin", "amax")}
_OF_ARRAYS |= {name: LOWERINGS[getattr(np, name)] for name in ("empty", "full", "ones", "zeros")}
_OF_ARRAYS["dot"] = _OF_ARRAYS["vdot"] = lambda lower, node, args, keywords: dot(lower, node, *args)


def _hashable(o) -> bool:
    try:
        hash(o)
    except TypeError:
        return False
    return True


def _named_tuple(lower, node, cls: type, args, keywords) -> Tuple:
    given = dict(zip(cls._fields, args, strict=False)) | keywords
    for name, value in cls._field_defaults.items():
        given.setdefault(name, lower.wrap(node, value))
    if len(args) + len(keywords) > len(cls._fields) or given.keys() != set(cls._fields):
        raise lower.error(TypingError, f"{cls.__name__} has the fields {', '.join(cls._fields)}", node, ", ".join(map(describe, args)))
    return Tuple(tuple(given[name] for name in cls._fields), cls)


_SEQUENCE = "tuples are available, and arrays of the work-item's own (PrivateArray)"
_ELSEWHERE = "functions of math, and NumPy's of numbers, are available; call it for whole arrays outside of the kernel"
_INSTEAD = {"dict": _SEQUENCE, "list": _SEQUENCE, "set": _SEQUENCE, "sorted": _SEQUENCE, "reversed": "write range with a negative step"}


def call_static(lower, node, callee, args, keywords):
    """A call of a Python object."""
    lowering = LOWERINGS.get(callee) if _hashable(callee) else None
    if lowering is not None:
        return lower_call(lower, node, callee, lowering, args, keywords)
    if isinstance(callee, Scalar):
        return _cast_to(lower, node, args, callee)
    if isinstance(callee, np.dtype) or isinstance(callee, type) and issubclass(callee, np.generic):
        t = from_numpy(callee)
        if t is not None:
            return _cast_to(lower, node, args, t)
    if isinstance(callee, type) and issubclass(callee, tuple) and hasattr(callee, "_fields"):
        return _named_tuple(lower, node, callee, args, keywords)
    lowering = _by_numpy_name(callee)
    if lowering is not None:
        return lower_call(lower, node, callee, lowering, args, keywords)
    function = getattr(callee, "py_func", callee)
    if inspect.isfunction(function):
        if getattr(callee, "is_kernel", False):
            raise lower.error(TypingError, "a kernel cannot be called from a kernel", node, hint="make it a device_func")
        return lower.inline_python(node, function, args, keywords)
    name = getattr(callee, "__name__", repr(callee))
    kind = "builtin function" if hasattr(builtins, name) else "function"
    owner = getattr(callee, "__self__", None)
    hint = "generators have a state; in prange loops np.random.random and its like work" if hasattr(owner, "bit_generator") else ""
    hint = hint or ("make it before the launch, and pass it as an argument" if name == "LocalAccessor" else _INSTEAD.get(name, _ELSEWHERE))
    raise lower.error(TypingError, f"the {kind} {name} is not available in a kernel", node, ", ".join(map(describe, args)), hint)
