# Written by tools/write_stubs.py.
from dpctl.tensor._elementwise_common import BinaryElementwiseFunc
from dpctl.tensor._elementwise_common import UnaryElementwiseFunc

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "angle",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "proj",
    "real",
    "reciprocal",
    "remainder",
    "round",
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
    "trunc",
]
abs: UnaryElementwiseFunc
acos: UnaryElementwiseFunc
acosh: UnaryElementwiseFunc
add: BinaryElementwiseFunc
angle: UnaryElementwiseFunc
asin: UnaryElementwiseFunc
asinh: UnaryElementwiseFunc
atan: UnaryElementwiseFunc
atan2: BinaryElementwiseFunc
atanh: UnaryElementwiseFunc
bitwise_and: BinaryElementwiseFunc
bitwise_invert: UnaryElementwiseFunc
bitwise_left_shift: BinaryElementwiseFunc
bitwise_or: BinaryElementwiseFunc
bitwise_right_shift: BinaryElementwiseFunc
bitwise_xor: BinaryElementwiseFunc
cbrt: UnaryElementwiseFunc
ceil: UnaryElementwiseFunc
conj: UnaryElementwiseFunc
copysign: BinaryElementwiseFunc
cos: UnaryElementwiseFunc
cosh: UnaryElementwiseFunc
divide: BinaryElementwiseFunc
equal: BinaryElementwiseFunc
exp: UnaryElementwiseFunc
exp2: UnaryElementwiseFunc
expm1: UnaryElementwiseFunc
floor: UnaryElementwiseFunc
floor_divide: BinaryElementwiseFunc
greater: BinaryElementwiseFunc
greater_equal: BinaryElementwiseFunc
hypot: BinaryElementwiseFunc
imag: UnaryElementwiseFunc
isfinite: UnaryElementwiseFunc
isinf: UnaryElementwiseFunc
isnan: UnaryElementwiseFunc
less: BinaryElementwiseFunc
less_equal: BinaryElementwiseFunc
log: UnaryElementwiseFunc
log10: UnaryElementwiseFunc
log1p: UnaryElementwiseFunc
log2: UnaryElementwiseFunc
logaddexp: BinaryElementwiseFunc
logical_and: BinaryElementwiseFunc
logical_not: UnaryElementwiseFunc
logical_or: BinaryElementwiseFunc
logical_xor: BinaryElementwiseFunc
maximum: BinaryElementwiseFunc
minimum: BinaryElementwiseFunc
multiply: BinaryElementwiseFunc
negative: UnaryElementwiseFunc
nextafter: BinaryElementwiseFunc
not_equal: BinaryElementwiseFunc
positive: UnaryElementwiseFunc
pow: BinaryElementwiseFunc
proj: UnaryElementwiseFunc
real: UnaryElementwiseFunc
reciprocal: UnaryElementwiseFunc
remainder: BinaryElementwiseFunc
round: UnaryElementwiseFunc
rsqrt: UnaryElementwiseFunc
sign: UnaryElementwiseFunc
signbit: UnaryElementwiseFunc
sin: UnaryElementwiseFunc
sinh: UnaryElementwiseFunc
sqrt: UnaryElementwiseFunc
square: UnaryElementwiseFunc
subtract: BinaryElementwiseFunc
tan: UnaryElementwiseFunc
tanh: UnaryElementwiseFunc
trunc: UnaryElementwiseFunc
