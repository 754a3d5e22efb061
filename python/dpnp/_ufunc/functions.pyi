# Written by tools/write_stubs.py.
from dpnp._ufunc.calls import BinaryUfunc
from dpnp._ufunc.calls import UnaryUfunc
from dpnp._ufunc.calls import ufunc as ufunc

__all__ = [
    "abs",
    "absolute",
    "acos",
    "acosh",
    "add",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_count",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "conj",
    "conjugate",
    "copysign",
    "cos",
    "cosh",
    "deg2rad",
    "degrees",
    "divide",
    "equal",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "greater",
    "greater_equal",
    "heaviside",
    "hypot",
    "invert",
    "isfinite",
    "isinf",
    "isnan",
    "lcm",
    "left_shift",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "power",
    "proj",
    "rad2deg",
    "radians",
    "reciprocal",
    "remainder",
    "right_shift",
    "rint",
    "rsqrt",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "true_divide",
    "trunc",
    "ufunc",
]
abs: UnaryUfunc
absolute: UnaryUfunc
acos: UnaryUfunc
acosh: UnaryUfunc
add: BinaryUfunc
arccos: UnaryUfunc
arccosh: UnaryUfunc
arcsin: UnaryUfunc
arcsinh: UnaryUfunc
arctan: UnaryUfunc
arctan2: BinaryUfunc
arctanh: UnaryUfunc
asin: UnaryUfunc
asinh: UnaryUfunc
atan: UnaryUfunc
atan2: BinaryUfunc
atanh: UnaryUfunc
bitwise_and: BinaryUfunc
bitwise_count: UnaryUfunc
bitwise_invert: UnaryUfunc
bitwise_left_shift: BinaryUfunc
bitwise_not: UnaryUfunc
bitwise_or: BinaryUfunc
bitwise_right_shift: BinaryUfunc
bitwise_xor: BinaryUfunc
cbrt: UnaryUfunc
ceil: UnaryUfunc
conj: UnaryUfunc
conjugate: UnaryUfunc
copysign: BinaryUfunc
cos: UnaryUfunc
cosh: UnaryUfunc
deg2rad: UnaryUfunc
degrees: UnaryUfunc
divide: BinaryUfunc
equal: BinaryUfunc
erf: UnaryUfunc
exp: UnaryUfunc
exp2: UnaryUfunc
expm1: UnaryUfunc
fabs: UnaryUfunc
floor: UnaryUfunc
floor_divide: BinaryUfunc
fmax: BinaryUfunc
fmin: BinaryUfunc
fmod: BinaryUfunc
gcd: BinaryUfunc
greater: BinaryUfunc
greater_equal: BinaryUfunc
heaviside: BinaryUfunc
hypot: BinaryUfunc
invert: UnaryUfunc
isfinite: UnaryUfunc
isinf: UnaryUfunc
isnan: UnaryUfunc
lcm: BinaryUfunc
left_shift: BinaryUfunc
less: BinaryUfunc
less_equal: BinaryUfunc
log: UnaryUfunc
log10: UnaryUfunc
log1p: UnaryUfunc
log2: UnaryUfunc
logaddexp: BinaryUfunc
logaddexp2: BinaryUfunc
logical_and: BinaryUfunc
logical_not: UnaryUfunc
logical_or: BinaryUfunc
logical_xor: BinaryUfunc
maximum: BinaryUfunc
minimum: BinaryUfunc
mod: BinaryUfunc
multiply: BinaryUfunc
negative: UnaryUfunc
nextafter: BinaryUfunc
not_equal: BinaryUfunc
positive: UnaryUfunc
pow: BinaryUfunc
power: BinaryUfunc
proj: UnaryUfunc
rad2deg: UnaryUfunc
radians: UnaryUfunc
reciprocal: UnaryUfunc
remainder: BinaryUfunc
right_shift: BinaryUfunc
rint: UnaryUfunc
rsqrt: UnaryUfunc
sign: UnaryUfunc
signbit: UnaryUfunc
sin: UnaryUfunc
sinh: UnaryUfunc
sqrt: UnaryUfunc
square: UnaryUfunc
subtract: BinaryUfunc
tan: UnaryUfunc
tanh: UnaryUfunc
true_divide: BinaryUfunc
trunc: UnaryUfunc
