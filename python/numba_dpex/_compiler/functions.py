"""Calls in kernels: functions of Python, math, NumPy, the two generations of the kernel interface, and methods.

A call is resolved by the object that is called, not by its name. A lowering function takes (translator, node, args,
keywords) and returns a value.
"""

from __future__ import annotations

import builtins
import cmath
import inspect
import math
import operator

import numpy as np

from . import interface, ir, python_functions, random_functions  # noqa: F401 (the last one registers its own)
from .array_calls import OF_ARRAYS, in_memory, reduced
from .array_functions import sorted_copy
from .assembled_arrays import OF_ASSEMBLED
from .complex_math import FUNCTIONS, complex_function, in_order
from .elements import REDUCTIONS, elementwise, is_array, reduce
from .errors import TypingError
from .kernel_functions import call_method, conjugate
from .lists import list_of, new_list
from .lowerings import LOWERINGS, Lowering, Parameters, lower_call, lowers, numbers, reals, refused
from .numpy_loops import computed_in_loops
from .operators import binary, compare, constant, logical, negate_condition, select, truth, unary
from .own_arrays import data_type
from .sample_statistics import OF_SAMPLES
from .signature_text import chosen, kernel_costs
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
    UINT64,
    Scalar,
    from_numpy,
    part_type,
    unify,
)
from .values import (
    EnumerateValue,
    List,
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


def _cast_to(t: Scalar) -> Lowering:
    """A call of a type of numbers."""
    return Lowering(lambda lower, node, args, keywords: _converted(lower, node, args, t), Parameters.of("x?, /"))


def _converted(lower, node, args, t: Scalar) -> ir.Expr:
    if args == [None]:
        return zero(t)
    (x,) = numbers(lower, node, args)
    if x.type.kind == "c" and t.kind != "c":
        raise lower.error(TypingError, f"a complex number cannot become {t}", node, hint="take .real")
    return truth(x) if t is BOOL else cast(x, t)


@lowers(int, takes="x, /")
def _int(lower, node, args, keywords):
    (x,) = numbers(lower, node, args)
    return _converted(lower, node, [x], x.type if x.type.is_integer else INT64)


@lowers(float, takes="x, /")
def _float(lower, node, args, keywords):
    if isinstance(args[0], Static) and isinstance(args[0].value, str):
        try:
            return constant(float(args[0].value))
        except ValueError as error:
            raise lower.error(TypingError, str(error), node) from None
    (x,) = numbers(lower, node, args)
    return _converted(lower, node, [x], FLOAT32 if x.type is FLOAT32 else FLOAT64)


@lowers(bool, takes="x?, /")
def _bool(lower, node, args, keywords):
    return constant(False) if args[0] is None else lower.truth_of(node, args[0])


@lowers(complex, takes="real?, imag?")
def _complex(lower, node, args, keywords):
    parts = numbers(lower, node, args)
    if any(x.type.kind == "c" for x in parts):
        if len(parts) == 1 and args[0] is not None:
            return cast(parts[0], COMPLEX128)
        raise refused(lower, node, args, "the parts of a complex number are real")
    t = parts[0].type if parts else FLOAT64
    re, im = (zero(t) if x is None else x for x in args)
    t = COMPLEX64 if re.type is im.type is FLOAT32 else COMPLEX128
    return ir.MakeComplex(t, cast(re, part_type(t)), cast(im, part_type(t)))


# ---- Python's functions -----------------------------------------------------------------------------------------


@lowers(interface.prange, takes="start, stop?, step?, /")
def _prange(lower, node, args, keywords):
    if not lower.whole_arrays:
        raise lower.unsupported(node, "a prange loop inside a plain one")
    return _range(lower, node, args, keywords)


@lowers(range, takes="start, stop?, step?, /")
def _range(lower, node, args, keywords):
    bounds = [a for a in args if a is not None]
    if not all(isinstance(a, ir.Expr) and a.type.kind in "biu" for a in bounds):
        raise refused(lower, node, bounds, "range needs integers")
    start, stop, step = (constant(0), bounds[0], constant(1)) if len(bounds) == 1 else (*bounds, constant(1))[:3]
    if isinstance(step, ir.Const) and step.value == 0:
        raise lower.error(TypingError, "the step of a range must not be 0", node)
    start, stop, step = (cast(b, INT64) for b in (start, stop, step))
    return RangeValue(lower.named("start", start), lower.named("stop", stop), lower.named("step", step))


@lowers(len, takes="x, /")
def _len(lower, node, args, keywords):
    return lower.length_of(node, args[0])


def _least(op: str):
    def lowering(lower, node, args, keywords):
        if len(args) == 1 and is_array(args[0]) and args[0].ndim == 1:
            return reduce(lower, node, args[0], "min" if op == "lt" else "max")
        items = args[0].items if len(args) == 1 and isinstance(args[0], Tuple) else args
        items = numbers(lower, node, items)
        if not items or any(x.type.kind == "c" for x in items):
            raise refused(lower, node, args, "it takes numbers that have an order, or a tuple of them")
        result = lower.named("least", items[0])
        for x in items[1:]:
            x = lower.named("least", x)
            result = lower.named("least", select(compare(op, x, result), x, result))
        return result

    return lowering


lowers(min, takes="x, *others")(_least("lt"))
lowers(max, takes="x, *others")(_least("gt"))


@lowers(abs, operator.abs, takes="x, /")
def _abs(lower, node, args, keywords):
    if is_array(args[0]):
        return elementwise(lower, node, lambda x: _abs(lower, node, [x], {}), args)
    (x,) = numbers(lower, node, args)
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


@lowers(sum, takes="iterable, start?")
def _sum(lower, node, args, keywords):
    items, start = args
    if is_array(items):
        total = reduce(lower, node, items, "sum")
        return total if start is None else binary("add", *numbers(lower, node, [start, total]))
    if not isinstance(items, Tuple):
        raise refused(lower, node, args, "it takes a tuple of numbers, or an array")
    total, *rest = numbers(lower, node, [constant(0) if start is None else start, *items.items])
    for x in rest:
        total = binary("add", total, x)
    return total


@lowers(round, takes="number, ndigits?")
def _round(lower, node, args, keywords):
    x, *digits = reals(lower, node, args)
    if digits and digits[0].type.kind not in "biu":
        raise refused(lower, node, args, "it takes a real number and an integer, the number of digits")
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
        if not isinstance(items, Tuple):
            raise refused(lower, node, args, "it takes a tuple or an array")
        result = constant(op == "and")
        for item in items.items:
            result = logical(op, result, lower.truth_of(node, item))
        return result

    return lowering


lowers(any, takes="iterable, /")(_truth_of_all("or"))
lowers(all, takes="iterable, /")(_truth_of_all("and"))


@lowers(list, takes="iterable?, /")
def _list(lower, node, args, keywords):
    return new_list(lower, node) if args == [None] else list_of(lower, node, *_iterables(lower, node, args))


@lowers(sorted, takes="iterable, reverse?")
def _sorted(lower, node, args, keywords):
    items, reverse = args
    of_list = isinstance(items, List)
    descends = reverse is not None and bool(lower.literal(node, reverse))
    if is_array(items) and items.ndim == 1:
        backwards = Slice(Static(None), Static(None), constant(-1))
        if descends:  # reversed before and after, so that equal elements keep their order
            items = lower.subscript(node, in_memory(lower, node, items), backwards)
        found = lower.inline_python(node, sorted_copy, [in_memory(lower, node, items)], {})
        found = lower.subscript(node, found, backwards) if descends else found
        return list_of(lower, node, found) if of_list else found
    if not isinstance(items, Tuple):
        raise refused(lower, node, args, "it takes a tuple of numbers, or a vector")
    found = numbers(lower, node, items.items)
    t = found[0].type if found else None
    for x in found[1:]:
        t = unify(t, x.type)
    found = [lower.named("sorted", cast(x, t)) for x in found]
    for end in range(len(found) - 1, 0, -1):
        for i in range(end):  # neighbours are exchanged by selection, without branches
            a, b = found[i], found[i + 1]
            swaps = lower.named("swaps", compare("gt" if descends else "lt", b, a))
            found[i] = lower.named("sorted", select(swaps, b, a))
            found[i + 1] = lower.named("sorted", select(swaps, a, b))
    return Tuple(tuple(found))


@lowers(reversed, takes="sequence, /")
def _reversed(lower, node, args, keywords):
    (x,) = args
    if isinstance(x, Tuple):
        return Tuple(x.items[::-1])
    if isinstance(x, RangeValue):
        last = binary("sub", lower.range_length(node, x), constant(1))
        first = lower.named("start", binary("add", x.start, binary("mul", last, x.step)))
        return RangeValue(
            first, lower.named("stop", binary("sub", x.start, x.step)), lower.named("step", unary("neg", x.step))
        )
    if not is_array(x):
        raise refused(lower, node, args, "it takes a range, a tuple or an array")
    return lower.subscript(node, x, Slice(Static(None), Static(None), constant(-1)))


@lowers(pow, takes="base, exp")
def _pow(lower, node, args, keywords):
    return lower.operate(node, "pow", *numbers(lower, node, args))


@lowers(divmod, takes="x1, x2, /")
def _divmod(lower, node, args, keywords):
    a, b = (lower.named("operand", x) for x in numbers(lower, node, args))
    return Tuple((lower.operate(node, "floordiv", a, b), lower.operate(node, "mod", a, b)))


_ITERABLES = (Tuple, RangeValue, EnumerateValue, ZipValue)


def _iterables(lower, node, args) -> list:
    if not all(isinstance(a, _ITERABLES) or is_array(a) and isinstance(a, ir.Array) for a in args):
        raise refused(lower, node, args, "a range, an array, a tuple of numbers, enumerate or zip can be iterated over")
    return args


@lowers(enumerate, takes="iterable, start?")
def _enumerate(lower, node, args, keywords):
    (start,) = numbers(lower, node, [constant(0) if args[1] is None else args[1]])
    return EnumerateValue(*_iterables(lower, node, args[:1]), start)


@lowers(zip, takes="*iterables")
def _zip(lower, node, args, keywords):
    return ZipValue(tuple(_iterables(lower, node, args)))


@lowers(print, takes="*values")
def _print(lower, node, args, keywords):
    if not lower.whole_arrays:
        raise lower.unsupported(node, "print")
    values = [a.value if isinstance(a, Static) and isinstance(a.value, str) else a for a in args]
    if not all(isinstance(v, (ir.Expr, str)) for v in values):
        raise lower.error(
            TypingError, "LoweringError: print takes numbers and texts", node, ", ".join(map(describe, args))
        )
    lower.emit(ir.Print(lower.line, tuple(values)))
    return Static(None)


@lowers(isinstance, takes="x, types, /")
def _isinstance(lower, node, args, keywords):
    value, wanted = args
    types = lower.literal(node, wanted)
    types = types if isinstance(types, tuple) else (types,)
    if not all(isinstance(t, (type, Scalar)) for t in types):
        raise refused(lower, node, args, "the second argument is a type, or a tuple of types")
    if not isinstance(value, ir.Expr):
        return constant(isinstance(value, Tuple) and tuple in types)
    python = {"b": bool, "i": int, "u": int, "f": float, "c": complex}[value.type.kind]
    return constant(
        any(
            t is python or t is value.type or (isinstance(t, type) and issubclass(value.type.numpy.type, t))
            for t in types
        )
    )


@lowers(ord, takes="character, /")
def _ord(lower, node, args, keywords):
    text = lower.literal(node, args[0])
    if not isinstance(text, str) or len(text) != 1:
        raise lower.error(TypingError, "ord takes a text of one character", node)
    return constant(ord(text))


@lowers(hash, takes="x, /")
def _hash(lower, node, args, keywords):
    """Python's hash of integers and floats."""
    (x,) = reals(lower, node, args)
    if x.type.kind == "f":
        return lower.inline_python(node, python_functions.hash_of_float, [cast(x, FLOAT64)], {})
    return lower.inline_python(node, python_functions.hash_of_integer, [cast(x, INT64)], {})


@lowers(type, takes="x, /")
def _type(lower, node, args, keywords):
    (x,) = numbers(lower, node, args)
    return Static(x.type)


@lowers(getattr, takes="x, name, /")
def _getattr(lower, node, args, keywords):
    value, name = args[0], lower.literal(node, args[1])
    if not isinstance(name, str):
        raise refused(lower, node, args, "the name of an attribute is a text")
    return lower.attribute(node, value, name)


# ---- mathematics ------------------------------------------------------------------------------------------------

# Functions of floats with a float result; arguments that are integers become float64.
_FLOAT_FUNCTIONS = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmod gamma
    hypot ldexp lgamma
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


_ONE_NUMBER, _TWO_NUMBERS, _THREE_NUMBERS = (
    Parameters.of("x, /"),
    Parameters.of("x1, x2, /"),
    Parameters.of("x1, x2, x3, /"),
)


def _of_one(lowering) -> Lowering:
    return Lowering(lowering, _ONE_NUMBER)


def _of_two(lowering) -> Lowering:
    return Lowering(lowering, _TWO_NUMBERS)


def _float_function(name: str) -> Lowering:
    def lowering(lower, node, args, keywords):
        args = numbers(lower, node, args)
        t = _float_type(args)
        if t.kind == "c" and name not in _COMPLEX_FUNCTIONS:
            raise lower.error(
                TypingError,
                f"{name} is not defined for complex numbers",
                node,
                ", ".join(map(describe, args)),
                "it takes .real and .imag, each a number",
            )
        if name == "pow":
            return lower.operate(node, "pow", *(cast(a, t) for a in args))
        if t.kind == "c":
            return complex_function(lower, name, cast(args[0], t))
        if name == "ldexp":
            if args[1].type.kind not in "biu":
                raise lower.error(TypingError, "the exponent of ldexp is an integer", node, describe(args[1]))
            return ir.Call("ldexp", (cast(args[0], t), cast(args[1], INT32)), t)
        return ir.Call(name, tuple(cast(a, t) for a in args), t)

    return Lowering(lowering, _THREE_NUMBERS if name == "fma" else _TWO_NUMBERS if name in _TWO else _ONE_NUMBER)


def _predicate(name: str) -> Lowering:
    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args)
        if x.type.kind in "biu":
            return constant(name == "isfinite") if name != "signbit" else compare("lt", x, constant(0))
        if x.type.kind == "c" and name != "signbit":
            re, im = (ir.Call(name, (part,), BOOL) for part in _parts(lower.named("x", x)))
            return logical("and" if name == "isfinite" else "or", re, im)
        if x.type.kind == "c":  # signbit
            raise refused(lower, node, args, "it takes a real number")
        return ir.Call(name, (x,), BOOL)

    return _of_one(lowering)


def _operator(op: str) -> Lowering:
    return _of_two(lambda lower, node, args, keywords: lower.operate(node, op, *numbers(lower, node, args)))


def _comparison(op: str) -> Lowering:
    def lowering(lower, node, args, keywords):
        a, b = numbers(lower, node, args)
        if op not in ("eq", "ne") and "c" in (a.type.kind, b.type.kind):
            t = unify(a.type, b.type)
            return in_order(lower, op, cast(a, t), cast(b, t))
        return lower.compare_values(node, op, a, b)

    return _of_two(lowering)


def _truth_operator(op: str) -> Lowering:
    def lowering(lower, node, args, keywords):
        a, b = (truth(x) for x in numbers(lower, node, args))
        return logical(op, a, b) if op != "xor" else compare("ne", a, b)

    return _of_two(lowering)


def _minimum(op: str, ignore_nan: bool) -> Lowering:
    """NumPy's minimum (a NaN operand gives NaN) or fmin (a NaN operand is ignored), and maximum and fmax."""

    def lowering(lower, node, args, keywords):
        a, b = (lower.named("x", x) for x in numbers(lower, node, args))
        t = unify(a.type, b.type)
        a, b = cast(a, t), cast(b, t)
        if t.kind == "c":
            return _minimum_of_complex(lower, node, op, ignore_nan, a, b)
        first = compare(op, a, b)
        if t.kind == "f":
            first = logical("or", first, ir.Call("isnan", (b if ignore_nan else a,), BOOL))
        return select(first, a, b)

    return _of_two(lowering)


def _minimum_of_complex(lower, node, op: str, ignore_nan: bool, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = lower.named("a", a), lower.named("b", b)
    no_number, other = (_BY_NAME["isnan"].function(lower, node, [x], {}) for x in ((b, a) if ignore_nan else (a, b)))
    first = logical("and", in_order(lower, op[0] + "e", a, b), negate_condition(other))
    return select(logical("or", no_number, first), a, b)


def _scaled(factor: float) -> Lowering:
    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args)
        t = _float_type([x])
        return binary("mul", cast(x, t), cast(constant(factor), t))

    return _of_one(lowering)


def _sign(lower, node, args, keywords):
    (x,) = numbers(lower, node, args)
    if x.type.kind == "c":
        return complex_function(lower, "sign", x)
    x = lower.named("x", x)
    one = cast(constant(1), x.type)
    sign = select(compare("gt", x, zero(x.type)), one, zero(x.type))
    if x.type.kind in "iuf" and x.type.kind != "u":
        sign = select(
            compare("lt", x, zero(x.type)),
            unary("neg", one) if x.type.kind == "f" else cast(constant(-1), x.type),
            sign,
        )
    return select(ir.Call("isnan", (x,), BOOL), x, sign) if x.type.kind == "f" else sign


def _square(lower, node, args, keywords):
    x = lower.named("x", numbers(lower, node, args)[0])
    return lower.operate(node, "mul", x, x)


def _reciprocal(lower, node, args, keywords):
    (x,) = numbers(lower, node, args)
    t = _float_type([x])
    return binary("div", cast(constant(1), t), cast(x, t))


def _rsqrt(lower, node, args, keywords):
    """1 / sqrt(x) of a real number, in the type of `sqrt`."""
    (x,) = reals(lower, node, args)
    root = lower.named("root", computed_in_loops("sqrt", _BY_NAME["sqrt"].function)(lower, node, [x], {}))
    return binary("div", cast(constant(1), root.type), root)


def _proj(lower, node, args, keywords):
    (x,) = numbers(lower, node, args)
    t = _float_type([x])
    if t.kind != "c":
        t = COMPLEX128 if t is FLOAT64 else COMPLEX64
    return complex_function(lower, "proj", cast(x, t))


def _unary_operator(op: str) -> Lowering:
    return _of_one(lambda lower, node, args, keywords: lower.at(node, lambda: unary(op, *numbers(lower, node, args))))


def _logical_not(lower, node, args, keywords):
    return lower.inverted(truth(numbers(lower, node, args)[0]))


def _written_in_python(name: str) -> Lowering:
    function = getattr(python_functions, name)

    def lowering(lower, node, args, keywords):
        if name not in python_functions.OF_SEQUENCES:
            numbers(lower, node, [*args, *keywords.values()])
        return lower.inline_python(node, function, args, keywords)

    return Lowering(lowering, None)


def _part(index: int) -> Lowering:
    """np.real and np.imag."""

    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args)
        return lower.number_attribute(node, x, ("real", "imag")[index])

    return _of_one(lowering)


# By NumPy's names, which dpnp shares.
_BY_NAME = {
    "add": _operator("add"), "subtract": _operator("sub"), "multiply": _operator("mul"), "divide": _operator("div"),
    "true_divide": _operator("div"), "floor_divide": _operator("floordiv"), "remainder": _operator("mod"),
    "mod": _operator("mod"), "pow": _operator("pow"), "bitwise_and": _operator("and"), "bitwise_or": _operator("or"),
    "bitwise_xor": _operator("xor"), "left_shift": _operator("shl"), "right_shift": _operator("shr"),
    "bitwise_left_shift": _operator("shl"), "bitwise_right_shift": _operator("shr"), "equal": _comparison("eq"),
    "not_equal": _comparison("ne"), "less": _comparison("lt"), "less_equal": _comparison("le"),
    "greater": _comparison("gt"), "greater_equal": _comparison("ge"), "logical_and": _truth_operator("and"),
    "logical_or": _truth_operator("or"), "logical_xor": _truth_operator("xor"), "logical_not": _of_one(_logical_not),
    "minimum": _minimum("lt", False), "maximum": _minimum("gt", False), "fmin": _minimum("lt", True),
    "fmax": _minimum("gt", True), "degrees": _scaled(180 / math.pi), "rad2deg": _scaled(180 / math.pi),
    "radians": _scaled(math.pi / 180), "deg2rad": _scaled(math.pi / 180), "sign": _of_one(_sign),
    "rsqrt": _of_one(_rsqrt), "proj": _of_one(_proj), "square": _of_one(_square),
    "reciprocal": _of_one(_reciprocal), "conjugate": _of_one(conjugate),
    "conj": _of_one(conjugate), "real": _part(0), "imag": _part(1), "negative": _unary_operator("neg"),
    "positive": _unary_operator("pos"), "invert": _unary_operator("invert"), "bitwise_not": _unary_operator("invert"),
    "bitwise_invert": _unary_operator("invert"), "abs": _of_one(_abs), "divmod": _of_two(_divmod),
    **{name: _written_in_python(name) for name in python_functions.OF_NUMPY},
    **{name: _predicate(name) for name in _PREDICATES},
}  # fmt: skip
_OF_TRUTH = {
    *_PREDICATES,
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
}
_FULL_NAMES = {"abs": "absolute", "pow": "power", "mod": "remainder"}
LOWERINGS |= {
    operator.add: _BY_NAME["add"], operator.sub: _BY_NAME["subtract"], operator.mul: _BY_NAME["multiply"],
    operator.truediv: _BY_NAME["divide"], operator.and_: _BY_NAME["bitwise_and"], operator.or_: _BY_NAME["bitwise_or"],
    operator.xor: _BY_NAME["bitwise_xor"],
}  # fmt: skip
for _name in _FLOAT_FUNCTIONS:
    _BY_NAME.setdefault(_name, _float_function(_name))
_MATH_NAMES = {"degrees", "radians", "pow", *_FLOAT_FUNCTIONS, *_PREDICATES}


def _of_math(name: str, lowering: Lowering) -> Lowering:
    """A function of math, which has real arguments; NumPy's of the same name may take complex ones too."""

    def checked(lower, node, args, keywords):
        given = [*args, *keywords.values()]
        if any(isinstance(a, ir.Expr) and a.type.kind == "c" for a in given):
            hint = f"cmath.{name} takes complex numbers" if hasattr(cmath, name) else "it takes real numbers"
            found = ", ".join(describe(a) for a in given if a is not None)
            raise lower.error(TypingError, f"math.{name} is not defined for complex numbers", node, found, hint)
        return lowering.function(lower, node, args, keywords)

    return Lowering(checked, lowering.parameters)


for _name in _MATH_NAMES:
    if hasattr(math, _name):
        LOWERINGS[getattr(math, _name)] = _of_math(_name, _float_function("pow") if _name == "pow" else _BY_NAME[_name])
    if hasattr(cmath, _name) and _name in _COMPLEX_FUNCTIONS:
        LOWERINGS[getattr(cmath, _name)] = _BY_NAME[_name]


def _whole(name: str) -> Lowering:
    """Rounding functions: those of math return integers, NumPy's return floats."""

    def lowering(lower, node, args, keywords):
        (x,) = numbers(lower, node, args)
        if x.type.kind in "biu":
            return cast(x, UINT64 if x.type.kind == "u" else INT64)
        return cast(_BY_NAME[name].function(lower, node, [x], {}), INT64)

    return _of_one(lowering)


for _name in ("floor", "ceil", "trunc"):
    LOWERINGS[getattr(math, _name)] = _of_math(_name, _whole(_name))
LOWERINGS[cmath.isclose] = _written_in_python("isclose")
for _name in python_functions.OF_MATH:
    LOWERINGS[getattr(math, _name)] = _of_math(_name, _written_in_python(_name))


@lowers(cmath.log, takes="x, base?, /")
def _log(lower, node, args, keywords):
    logs = [_BY_NAME["log"].function(lower, node, [x], {}) for x in numbers(lower, node, args)]
    return logs[0] if len(logs) == 1 else lower.operate(node, "div", *logs)


LOWERINGS[math.log] = _of_math("log", LOWERINGS[cmath.log])


@lowers(math.hypot, takes="*coordinates")
def _hypot(lower, node, args, keywords):
    coordinates = numbers(lower, node, args)
    if len(coordinates) == 2:
        return _BY_NAME["hypot"].function(lower, node, coordinates, {})
    return lower.inline_python(node, python_functions.length, [Tuple(tuple(coordinates))], {})


LOWERINGS[math.hypot] = _of_math("hypot", LOWERINGS[math.hypot])


@lowers(cmath.polar, takes="z, /")
def _polar(lower, node, args, keywords):
    re, im = _parts(lower.named("z", cast(numbers(lower, node, args)[0], COMPLEX128)))
    return Tuple((ir.Call("hypot", (re, im), FLOAT64), ir.Call("atan2", (im, re), FLOAT64)))


@lowers(cmath.phase, takes="z, /")
def _phase(lower, node, args, keywords):
    re, im = _parts(lower.named("z", cast(numbers(lower, node, args)[0], COMPLEX128)))
    return ir.Call("atan2", (im, re), FLOAT64)


@lowers(cmath.rect, takes="r, phi, /")
def _rect(lower, node, args, keywords):
    r, phi = (lower.named("x", cast(x, FLOAT64)) for x in reals(lower, node, args))
    nowhere = logical("and", compare("eq", r, zero(FLOAT64)), ir.Unary("not", ir.Call("isfinite", (phi,), BOOL)))
    parts = (select(nowhere, zero(FLOAT64), binary("mul", r, ir.Call(f, (phi,), FLOAT64))) for f in ("cos", "sin"))
    return ir.MakeComplex(COMPLEX128, *parts)


# ---- resolution of calls ----------------------------------------------------------------------------------------


def _by_numpy_name(callee) -> Lowering | None:
    """The lowering of an element-wise function of NumPy or dpnp, found by name."""
    module = getattr(callee, "__module__", "") or ""
    if isinstance(callee, np.ufunc) or module.split(".")[0] in ("numpy", "dpnp", "dpctl", "opendpex"):
        name = getattr(callee, "__name__", "")
        name = _NUMPY_NAMES.get(name, name)
        if name in _BY_NAME:
            function, parameters = _BY_NAME[name]
            # NumPy's reciprocal of an integer is an integer, those of dpnp and dpctl.tensor are not
            own_types = name in _OF_TRUTH or name == "reciprocal" and not isinstance(callee, np.ufunc)
            if not own_types:
                function = computed_in_loops(_FULL_NAMES.get(name, name), function)
            return Lowering(_of_elements(function), parameters)
        return _OF_ARRAYS.get(name)
    return None


def _of_elements(lowering):
    """Extends a function of numbers to arrays, element by element."""

    def applied(lower, node, args, keywords):
        if not any(map(is_array, args)):
            return lowering(lower, node, args, keywords)
        return elementwise(lower, node, lambda *items: lowering(lower, node, list(items), {}), args)

    return applied


def _rounded(lower, node, args, keywords):
    """np.round, whose results have the type of the elements."""
    x, decimals = args
    digits = [constant(0) if decimals is None else decimals]
    one = lambda v: v if v.type.kind in "iu" else cast(_round(lower, node, [v, *digits], {}), v.type)  # noqa: E731
    return elementwise(lower, node, one, [x]) if is_array(x) else one(*numbers(lower, node, [x]))


def _reduction(name: str) -> Lowering:
    def lowering(lower, node, args, keywords):
        array, axis = args
        if not is_array(array):
            raise refused(lower, node, args, "in a kernel this takes one array")
        return reduced(lower, node, array, name, axis)

    return Lowering(lowering, Parameters.of("a, axis?"))


_OF_ARRAYS = {name: _reduction(name) for name in REDUCTIONS} | {name: _reduction(name[1:]) for name in ("amin", "amax")}


def _limits(of):
    """np.iinfo and np.finfo: the object, whose attributes are constants."""

    def lowering(lower, node, args, keywords):
        (given,) = args
        t = given.type if isinstance(given, ir.Expr) else data_type(lower, node, given)
        try:
            return Static(of(t.numpy))
        except ValueError:  # of a type of the other kind
            raise refused(lower, node, args, "iinfo is of integers, finfo of floats") from None

    return lowering


_OF_ARRAYS |= {name: LOWERINGS[getattr(np, name)] for name in ("empty", "full", "ones", "zeros")}
_OF_ARRAYS |= {"iinfo": Lowering(_limits(np.iinfo), Parameters.of("type"))}
_OF_ARRAYS |= {"finfo": Lowering(_limits(np.finfo), Parameters.of("dtype"))}
_OF_ARRAYS |= (
    OF_ARRAYS
    | OF_ASSEMBLED
    | OF_SAMPLES
    | {name: Lowering(_rounded, Parameters.of("a, decimals?")) for name in ("round", "around")}
)


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
        raise lower.error(
            TypingError, f"{cls.__name__} has the fields {', '.join(cls._fields)}", node, ", ".join(map(describe, args))
        )
    return Tuple(tuple(given[name] for name in cls._fields), cls)


_SEQUENCE = "tuples are available, and arrays of the work-item's own (PrivateArray)"
_ELSEWHERE = "functions of math, and NumPy's of numbers, are available; call it for whole arrays outside of the kernel"
_INSTEAD = {
    "dict": _SEQUENCE,
    "list": _SEQUENCE,
    "set": _SEQUENCE,
    "reversed": "write range with a negative step",
}


def _cast_call(lower, node, callee, function, args, keywords):
    """A call of a function that has signatures: arguments and result are cast to the types of the one that fits."""
    if keywords:
        raise lower.error(TypingError, "a function with signatures takes no keyword arguments in a kernel", node)
    given = [a.type if isinstance(a, ir.Expr) else (a.dtype, a.ndim) if isinstance(a, ir.Array) else None for a in args]
    found = ", ".join(map(describe, args))
    try:
        signature = chosen(callee.signatures, callee.__name__, kernel_costs(given), f"({found})")
    except TypingError as error:
        message, _, hint = error.message.split("\n")
        raise lower.error(TypingError, message, node, found, hint.removeprefix("hint: ")) from None
    args = [cast(a, t) if isinstance(t, Scalar) else a for a, t in zip(args, signature.args, strict=True)]
    result = lower.inline_python(node, function, args, {})
    wanted = signature.return_type
    return cast(result, wanted) if isinstance(wanted, Scalar) and isinstance(result, ir.Expr) else result


def call_static(lower, node, callee, args, keywords):
    """A call of a Python object."""
    lowering = LOWERINGS.get(callee) if _hashable(callee) else None
    if lowering is not None:
        return lower_call(lower, node, callee, lowering, args, keywords)
    if isinstance(callee, Scalar):
        return lower_call(lower, node, callee, _cast_to(callee), args, keywords)
    if isinstance(callee, np.dtype) or isinstance(callee, type) and issubclass(callee, np.generic):
        t = from_numpy(callee)
        if t is not None:
            return lower_call(lower, node, callee, _cast_to(t), args, keywords)
    if isinstance(callee, type) and issubclass(callee, tuple) and hasattr(callee, "_fields"):
        return _named_tuple(lower, node, callee, args, keywords)
    lowering = _by_numpy_name(callee)
    if lowering is not None:
        return lower_call(lower, node, callee, lowering, args, keywords)
    function = getattr(callee, "py_func", callee)
    if inspect.isfunction(function):
        if getattr(callee, "is_kernel", False):
            raise lower.error(
                TypingError, "a kernel cannot be called from a kernel", node, hint="make it a device_func"
            )
        if getattr(callee, "signatures", ()):
            return _cast_call(lower, node, callee, function, args, keywords)
        return lower.inline_python(node, function, args, keywords)
    name = getattr(callee, "__name__", repr(callee))
    kind = "builtin function" if hasattr(builtins, name) else "function"
    owner = getattr(callee, "__self__", None)
    hint = (
        "generators have a state; in prange loops np.random.random and its like work"
        if hasattr(owner, "bit_generator")
        else ""
    )
    hint = hint or (
        "make it before the launch, and pass it as an argument"
        if name == "LocalAccessor"
        else _INSTEAD.get(name, _ELSEWHERE)
    )
    raise lower.error(
        TypingError, f"the {kind} {name} is not available in a kernel", node, ", ".join(map(describe, args)), hint
    )
