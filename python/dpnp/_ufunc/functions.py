"""Element-wise functions: for each NumPy's name, an operation of the core's table and a docstring line."""

from .calls import define, ufunc

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

abs = define("absolute", "abs", doc="Absolute value; of complex numbers the modulus.")
acos = define("arccos", "acos", doc="Inverse cosine, in radians.")
acosh = define("arccosh", "acosh", doc="Inverse hyperbolic cosine.")
add = define("add", "add", doc="Sum.", identity=0)
asin = define("arcsin", "asin", doc="Inverse sine, in radians.")
asinh = define("arcsinh", "asinh", doc="Inverse hyperbolic sine.")
atan = define("arctan", "atan", doc="Inverse tangent, in radians.")
atan2 = define("arctan2", "atan2", doc="Angle of the point (x2, x1), in radians from -pi to pi.")
atanh = define("arctanh", "atanh", doc="Inverse hyperbolic tangent.")
bitwise_and = define("bitwise_and", "bitwise_and", doc="Bits that both operands have.", identity=-1)
bitwise_count = define("bitwise_count", "bitwise_count", doc="Number of bits that are set in the absolute value.")
bitwise_or = define("bitwise_or", "bitwise_or", doc="Bits that one operand has.", identity=0)
bitwise_xor = define("bitwise_xor", "bitwise_xor", doc="Bits in which the operands differ.", identity=0)
cbrt = define("cbrt", "cbrt", doc="Cube root.")
ceil = define("ceil", "ceil", doc="Least integer not below the number.")
conjugate = define("conjugate", "conj", doc="Complex conjugate.")
copysign = define("copysign", "copysign", doc="Magnitude of x1 with the sign of x2.")
cos = define("cos", "cos", doc="Cosine of an angle in radians.")
cosh = define("cosh", "cosh", doc="Hyperbolic cosine.")
degrees = define("degrees", "degrees", doc="The angle in degrees of one in radians.")
divide = define("divide", "divide", doc="Quotient; integers become real.")
equal = define("equal", "equal", doc="Whether x1 == x2.")
erf = define("erf", "erf", doc="Error function.")
exp = define("exp", "exp", doc="Exponential function.")
exp2 = define("exp2", "exp2", doc="2 to the power of x.")
expm1 = define("expm1", "expm1", doc="exp(x) - 1, exact near 0.")
fabs = define("fabs", "fabs", doc="Absolute value of a real number; integers become real.")
floor = define("floor", "floor", doc="Greatest integer not above the number.")
floor_divide = define("floor_divide", "floor_divide", doc="Greatest integer not above the quotient.")
fmax = define("fmax", "fmax", doc="The larger operand; where one is NaN the other.")
fmin = define("fmin", "fmin", doc="The smaller operand; where one is NaN the other.")
fmod = define("fmod", "fmod", doc="Remainder of the quotient cut off towards 0; it has the sign of x1.")
gcd = define("gcd", "gcd", doc="Greatest common divisor of the absolute values.", identity=0)
greater = define("greater", "greater", doc="Whether x1 > x2.")
greater_equal = define("greater_equal", "greater_equal", doc="Whether x1 >= x2.")
heaviside = define("heaviside", "heaviside", doc="0 where x1 < 0, x2 where it is 0, 1 where x1 > 0.")
hypot = define("hypot", "hypot", doc="Root of x1**2 + x2**2, without overflow in between.", identity=0)
invert = define("invert", "bitwise_invert", doc="All bits inverted.")
isfinite = define("isfinite", "isfinite", doc="Whether a number is neither infinite nor NaN.")
isinf = define("isinf", "isinf", doc="Whether a number is infinite.")
isnan = define("isnan", "isnan", doc="Whether a number is NaN.")
lcm = define("lcm", "lcm", doc="Least common multiple of the absolute values.")
left_shift = define("left_shift", "bitwise_left_shift", doc="x1 * 2**x2 by shifting bits.")
less = define("less", "less", doc="Whether x1 < x2.")
less_equal = define("less_equal", "less_equal", doc="Whether x1 <= x2.")
log = define("log", "log", doc="Natural logarithm.")
log10 = define("log10", "log10", doc="Logarithm to base 10.")
log1p = define("log1p", "log1p", doc="log(1 + x), exact near 0.")
log2 = define("log2", "log2", doc="Logarithm to base 2.")
logaddexp = define(
    "logaddexp", "logaddexp", doc="log(exp(x1) + exp(x2)), without overflow in between.", identity=float("-inf")
)
logaddexp2 = define(
    "logaddexp2", "logaddexp2", doc="log2(2**x1 + 2**x2), without overflow in between.", identity=float("-inf")
)
logical_and = define("logical_and", "logical_and", doc="Whether both operands are true.", identity=True)
logical_not = define("logical_not", "logical_not", doc="Whether the operand is false.")
logical_or = define("logical_or", "logical_or", doc="Whether one operand is true.", identity=False)
logical_xor = define("logical_xor", "logical_xor", doc="Whether just one operand is true.", identity=False)
maximum = define("maximum", "maximum", doc="The larger operand; NaN if one is NaN.")
minimum = define("minimum", "minimum", doc="The smaller operand; NaN if one is NaN.")
multiply = define("multiply", "multiply", doc="Product.", identity=1)
negative = define("negative", "negative", doc="The number with the other sign.")
nextafter = define("nextafter", "nextafter", doc="The next number after x1 in the direction of x2.")
not_equal = define("not_equal", "not_equal", doc="Whether x1 != x2.")
positive = define("positive", "positive", doc="A copy of the number.")
power = define("power", "pow", doc="x1 to the power of x2.")
proj = define("proj", "proj", doc="Projection onto the Riemann sphere: all infinities become one.")
radians = define("radians", "radians", doc="The angle in radians of one in degrees.")
reciprocal = define("reciprocal", "reciprocal", doc="1 / x.")
remainder = define("remainder", "remainder", doc="Remainder of the floored quotient; it has the sign of x2.")
right_shift = define("right_shift", "bitwise_right_shift", doc="x1 / 2**x2, floored, by shifting bits.")
rint = define("rint", "round", doc="Nearest integer; halves go to the even one.")
rsqrt = define("rsqrt", "rsqrt", doc="1 / sqrt(x).")
sign = define("sign", "sign", doc="-1, 0 or 1 by the sign; of complex numbers z / |z|.")
signbit = define("signbit", "signbit", doc="Whether the sign bit is set.")
sin = define("sin", "sin", doc="Sine of an angle in radians.")
sinh = define("sinh", "sinh", doc="Hyperbolic sine.")
sqrt = define("sqrt", "sqrt", doc="Square root.")
square = define("square", "square", doc="x * x.")
subtract = define("subtract", "subtract", doc="Difference.")
tan = define("tan", "tan", doc="Tangent of an angle in radians.")
tanh = define("tanh", "tanh", doc="Hyperbolic tangent.")
trunc = define("trunc", "trunc", doc="Nearest integer towards 0.")

# other names of the same functions
absolute = abs
arccos = acos
arccosh = acosh
arcsin = asin
arcsinh = asinh
arctan = atan
arctan2 = atan2
arctanh = atanh
bitwise_invert = invert
bitwise_left_shift = left_shift
bitwise_not = invert
bitwise_right_shift = right_shift
conj = conjugate
deg2rad = radians
mod = remainder
pow = power
rad2deg = degrees
true_divide = divide
