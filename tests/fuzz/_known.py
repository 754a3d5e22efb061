"""Differences from NumPy that stay: `docs/differences.md` says of most of them why. As narrow as they can be said.

A row is the package (`np` for dpnp, `dpt`, or both), the functions, the kind of difference, and what must be so besides, if anything.
"""

import re

import numpy as np

import dpctl.tensor as dpt

__all__ = ["known"]


def _says(pattern):
    """The text of the difference, which holds both errors, matches."""
    pattern = re.compile(pattern)
    return lambda c, text: pattern.search(text) is not None


def _empty(c, text):
    return any(0 in p.host.shape for p in c.pairs)


def _scalar(c, text):
    return not c.pairs[0].host.ndim


def _complex(c, text):
    return "c" in c.kinds()


def _half(c, text):
    return "float16" in text or "e" in c.dtypes()


def _half_steps(c):
    try:
        return np.dtype(c.kwargs.get("dtype")) == np.float16
    except TypeError:
        return False


def _wide(c, text):
    return c.style in ("special", "wide")


def _weird(c, text):
    return c.weird


def _both(*tests):
    return lambda c, text: all(test(c, text) for test in tests)


def _always(c, text):
    return True


def _boolean(c, text):
    return "b" in c.kinds()


def _integers(c, text):
    return bool(c.pairs) and c.pairs[0].host.dtype.kind in "biu"


def _out(c):
    """The array that the call writes to."""
    return c.kwargs["out"].host if hasattr(c.kwargs.get("out"), "host") else None


def _integer_out(c, text):
    return _out(c) is not None and _out(c).dtype.kind in "iu"


def _other_out(c, text):
    return _out(c) is not None and _out(c).dtype != c.pairs[0].host.dtype


_INTEGER_RESULT = re.compile(r"^(of x\d+: |x\d+ after the call: )?np\.u?int\d+\(")


def _converted(c, text):
    """Real numbers became integers, negative ones unsigned integers, or ones beyond the range: the standard leaves open what they are."""
    if not _INTEGER_RESULT.search(text):
        return False
    inexact = any(p.host.dtype.kind in "fc" for p in c.pairs) or {"u", "i"} <= {p.host.dtype.kind for p in c.pairs}  # whose common type is float64
    if inexact and (_wide(c, text) or "np.uint" in text) or re.search(r"\bnan\b.*casting='unsafe'", str(c)):
        return True
    return any(isinstance(a, float) for a in [*c.args, *c.kwargs.values()])


def _constant(c, text):
    """All numbers along an axis are one: what is left of a variance is what was rounded."""
    return any(p.host.size and (p.host == p.host.take([0], axis)).all() for p in c.pairs for axis in range(p.host.ndim))


# The mistakes that a message may be about. Of a call with two mistakes, either error is right; two errors about one mistake are to be of one class.
_MISTAKES = [(word, re.compile(pattern)) for word, pattern in {
    "type": r"not supported for|could not be safely coerced|cannot be cast|Cannot cast|cannot cast|UFuncTypeError|no signature|does not cast|does not go into"
            r"|No loop|is not supported|the output array (\w+'|\w+\)$)|out has dtype|result has dtype|imaginary part to set|must be of integral type|cannot convert a complex number|out must be of dtype",
    "shape": r"broadcast|do not fit|mismatch|the output array \(|has shape|number of dimensions|must have (the )?same|must match exactly|does not match result|remapped|0-dimensional|inner dimensions|too many indices|duplicate value"
             r"|zero-size|zero-dimensional|AxisError|needs an axis|indices have|setting an array element|do not have enough|does not have enough dimensions|has 0 dimensions",
    "place": r"out of bounds for axis|index \d+ is out",
    "range": r"Python int is out of bounds|Python integer -?\d+ out of bounds|the (int|float) is out of bounds|cannot convert (float )?(infinity|NaN)",
    "read-only": r"read-only",
    "powers": r"negative integer powers",
    "operand": r"unsupported operand type|not int'|not int\"",
    "elements": r"empty array|empty axes|no elements",
}.items()]


def _mistakes(error):
    return {word for word, pattern in _MISTAKES if pattern.search(repr(error))}


def _two_mistakes(c, text):
    ours, theirs = _mistakes(c.own_error), _mistakes(c.error)
    return bool(ours) and bool(theirs) and not ours & theirs


def _types_are_values(c, text):
    """A type that no loop takes: ValueError in `dpctl.tensor`, by its interface."""
    return type(c.own_error) is ValueError and isinstance(c.error, TypeError) and "type" in _mistakes(c.own_error) & _mistakes(c.error)


# Arguments that NumPy refuses and ours take as a number, a truth value or nothing
_LAX = r"integer argument expected|too large to convert|Maximum allowed|invalid norm|Invalid norm|an integer is required|cannot be interpreted as an integer|expected a sequence of integers|Tuple must have size|int\(\) argument must be" \
    r"|unsupported operand type|boolean index did not match|setting an array element|malformed string|'axis' must be None|invalid literal for int|not supported between instances|Input must be 1- or 2-d|Partition index must be integer"

ROWS = [
    # ---- which of two errors
    ("both", ".*", "which error", _two_mistakes),
    ("dpt", ".*", "which error", _types_are_values),
    ("dpt", "tril|triu|where", "which error", _scalar),  # NumPy's own tell of a call inside
    ("np", "tril|triu", "which error", _scalar),
    ("dpt", ".*", "which error", _says("arguments by position")),  # keywords in the interface, so the mistake is another
    ("dpt", "linalg.vector_norm", "which error", _says("ord must be a real number, not str")),
    ("dpt", "take", "which error", _says("indices must be a")),
    ("both", "arange", "which error", _says("step must not be 0")),
    ("np", "getitem .*", ".*", lambda c, text: not c.hosts[0].ndim or "sequence" in text or "0-dimensional" in text or "Python integer" in text),  # in NumPy the other operand is not an array
    # ---- dpctl.tensor: its interface and the standard
    ("dpt", ".*", "raises", _says(r"takes at most \d+ arguments by position|the output array|out has (dtype|shape)")),  # keywords; `out` of the very type
    ("dpt", "put_along_axis", "raises", _says("arguments by position")),
    ("dpt", "sign|positive|clip|round|angle", "accepts|dtype", lambda c, text: _integers(c, text) and ("BoolDType" in text or "float16" in text or "float" in text)),
    ("dpt", "angle", "dtype", _half),
    ("dpt", "broadcast_arrays|meshgrid|unstack", "container", _always),  # lists, as the standard has them
    ("dpt", "tril|triu", "raises", _says("at least 2 dimensions")),
    ("dpt", "take", "raises", _says("take: indices have|indices must be a|no elements")),
    ("dpt", "take|put", "raises", _says("needs an axis")),
    ("dpt", "put", "raises", _says("cannot broadcast values")),
    ("dpt", "argsort|cumulative_sum|cumulative_prod", "shape", _scalar),
    ("dpt", "sort|argsort|repeat", "accepts|raises", _both(_scalar, _says("AxisError|axis"))),
    ("dpt", "argmax|argmin|cumulative_sum|cumulative_prod|sum|prod|max|min|mean|std|var|all|any|count_nonzero|diff|squeeze|stack|expand_dims", "raises", _both(_scalar, _says("AxisError|has shape"))),
    ("dpt", "diff", "shape|copy|raises", lambda c, text: c.kwargs.get("n") == 0),
    ("dpt", "diff", "dtype", lambda c, text: any(isinstance(c.kwargs.get(k), int | float) for k in ("prepend", "append"))),
    ("dpt", "diff", "raises", _says("int is out of bounds")),
    ("dpt", "sort|argsort", "raises", _says("NoneType|kind must be")),
    ("dpt", "vecdot", "raises", _says("must be negative")),
    ("dpt", "where", "raises", _says("needs argument")),
    ("dpt", "std|var", "raises", _both(_complex, _says("not supported for complex"))),
    ("dpt", "reshape", "raises", _says("order must be 'C' or 'F', not 'A'")),
    ("dpt", "real|imag", "copy", _always),
    ("dpt", "linspace", "raises", _says("positional argument: 'num'|must be a number, not usm_ndarray")),
    ("dpt", "linspace", "dtype|shape", lambda c, text: len(c.pairs) > 0 or any(isinstance(a, np.generic) for a in c.args)),
    ("dpt", "clip", "raises", _says("does not go into")),
    ("dpt", "diff", "dtype", lambda c, text: any(not hasattr(c.kwargs.get(name, c.args[0]), "host") for name in ("prepend", "append"))),  # numbers are weak
    ("dpt", r"fft\..*n|fft\..*2", "raises", _says("named twice")),
    ("dpt", "result_type", "raises", _says("Cannot interpret '<attribute")),
    ("dpt", "meshgrid", "raises", _says("of 1 dimension|of one data type|0 or 1 dimension")),
    # ---- loops of the interface
    ("both", "reciprocal", "dtype|value|infinity", _integers),
    ("both", "reciprocal", "raises", _says("cannot be cast|no signature with results of (bool|u?int)|the result is float")),
    ("np", "rint", "dtype|accepts", _integers),
    ("np", "rint|round|around|clip", "accepts", lambda c, text: "b" in c.kinds()[:1]),
    ("np", "rint", "accepts", _says("No loop matching")),
    ("both", "abs|absolute", "accepts", lambda c, text: "dtype" in c.kwargs and _complex(c, text)),
    ("np", "i?pow|power", "dtype", _both(_boolean, _says("^u?int64, expected int8"))),  # of bool with a Python int
    ("both", "i?pow|power|float_power", "accepts", _says("negative integer powers")),
    ("np", "ldexp", "dtype", lambda c, text: not hasattr(c.args[0], "host")),
    ("np", "arctan2|atan2|hypot|logaddexp|copysign|nextafter|logical_.*|fmod|float_power|divide|true_divide", "raises", _says("the Python int is out of bounds")),
    ("dpt", "logical_.*|where", "raises", _says("is out of bounds")),
    ("both", "i?matmul", "which error", _says("unsupported operand type")),
    ("both", ".*", "accepts", _says("cannot cast Python (int|float|complex|bool) to .* under the casting rule '(equiv|no)'")),
    ("np", "ldexp|less.*|greater.*|equal|not_equal|logical_.*", "accepts", _both(lambda c, text: "dtype" in c.kwargs, _says("No loop matching"))),
    ("np", "equal|not_equal|less.*|greater.*", "raises", _says("by the rule 'equiv'|by the rule 'no'")),
    # ---- numbers: what NumPy computes otherwise
    ("np", "nanmedian", "accepts", _says("out of bounds for int")),  # the median as a Python int, in NumPy
    ("np", "put|take", "written|memory|value", lambda c, text: c.kwargs.get("mode") == "wrap" and "2147483648" in str(c)),  # 'wrap' clips here what is out of range
    ("np", "matmul|vecdot|matvec|vecmat|i?matmul", "raises", _says(r"out has shape \(\d+,\), the result \(\)")),  # NumPy repeats the result
    ("dpt", "clip", "raises", _says("a Python int is out of bounds")),  # of the array's dtype, whatever the other bound is
    ("np", "block", "dtype", _always),  # NumPy promotes row by row if there are few elements
    ("np", "abs|absolute", "value", lambda c, text: "casting='unsafe'" in str(c) and _complex(c, text)),  # dtype= is that of the operand here
    ("np", "std|var|nanstd|nanvar", "accepts", _both(_empty, _weird)),
    ("both", "i?pow|power", "nan", _says(r"np.complex\d+\((-?0|inf|-inf)")),  # zeros and infinities
    ("both", "divide|true_divide|reciprocal|i?truediv|multiply|i?mul", "nan|infinity|value|memory", _both(_wide, _complex)),  # quotients near the ends of the range
    ("both", "i?pow|power|float_power|expm1|sinc", "nan|infinity|value|memory", lambda c, text: (_complex(c, text) or "np.complex" in text) and (_wide(c, text) or "nan" in text)),
    ("both", "i?truediv|divide|true_divide", "nan", _says(r"\((-?0)?[+-]?0j\) at .*expected np.complex.*nan")),  # by denormals, whose reciprocals overflow in NumPy
    ("both", "i?pow|power", "nan", _says(r"inf\) at .*expected np.float\d+\(nan\)")),  # (-inf) ** 0.5 of 0-d arrays is a square root in NumPy
    ("both", "tensordot", "nan", _both(_complex, _wide)),
    ("np", "dot", "nan", lambda c, text: any(not p.host.ndim and p.host == 0 for p in c.pairs)),  # NumPy's product by 0 does not read the other operand
    ("np", "median|nanmedian", "accepts", _both(_other_out, _says("Cannot cast array data|too large to convert"))),  # only where there is a NaN, only beyond the range
    ("np", "quantile|percentile", "which error", _empty),
    ("np", "isin", "accepts", _says("must have same number of dimensions")),  # of NumPy's own sort, for few numbers and many dimensions
    ("both", "log1p|exp2", "value|infinity", _says("np.complex")),  # NumPy's are 1 + z and z * log(2), rounded
    ("both", "sign", "value", _both(_wide, _complex)),  # NumPy's lengths overflow
    ("both", "i?floordiv|floor_divide|divmod", "nan|infinity", _says(r"inf.* expected .*nan")),  # of an infinity
    ("both", "i?floordiv|floor_divide|divmod", "value|memory", _both(_wide, _says(r"^(of x\d: )?np.(float|complex)\d+\(-?(\d+\.\d+e\+\d+|\d{16}\.0)"))),  # the last bit of large quotients
    ("np", "floor_divide|divmod|i?floordiv", "nan|infinity|memory|value", _both(_wide, _half)),
    ("both", ".*", "value|memory|written", _converted),
    ("np", "nansum|sum", "value", _both(_says(r"^np.float16\(-?inf\) at .*expected np.float16\(-?inf\)"), lambda c, text: "initial" in c.kwargs)),
    ("np", "nanmean|nanvar|nanstd|mean|var|std", "value", _says(r"np.uint\d+\(0\) at .*expected np.uint\d+\((2147483648|9223372036854775808)\)")),  # of NaN
    ("np", "spacing", "value", _says(r"-\d+(\.\d+)?e-\d+\) at")),  # of -0.0
    ("np", "divide|true_divide", "value|memory", _both(_complex, _says(r"float16\(-?inf\) at .*expected np.float16\(-?inf\)"))),  # by zero: NumPy drops its sign
    ("np", "divide|true_divide|remainder|floor_divide", "value|memory", lambda c, text: _INTEGER_RESULT.search(text) and "casting='unsafe'" in str(c)),  # the last bit decides; of infinities
    ("np", "spacing", "value", _half),
    ("both", ".*", "sign of zero|memory", _says(r"np.float16\(-?0.0\) at .* expected np.float16\(-?0.0\)")),  # NumPy's nextafter; equal zeros in maximum and minimum
    ("both", "i0", "nan", _wide),
    ("np", "i0|sinc|round|around|degrees|rad2deg", "value|infinity", _half),  # steps in float16 in NumPy, in float32 here
    ("both", "cumulative_prod|n?a?n?cumprod|prod|nanprod|mean|nanmean|var|nanvar|std|nanstd", "value|infinity|nan", _half),
    ("both", "prod|nanprod|cumulative_prod|cumprod|nancumprod", "value", _both(_wide, _says(r"np.\w+\(-?0(\.0|[+-]0j|j)\)"))),  # what underflows first
    ("np", "histogram_bin_edges|histogram", "shape", _half),  # 'stone' counts in float16 in NumPy
    ("np", "histogram_bin_edges|histogram", "shape", lambda c, text: c.dtypes()[:1] == ["b"] and "fd" in str(c)),  # NumPy's percentiles of int8 wrap
    ("both", "(nan)?cumsum|cumulative_sum", "nan|infinity|value", lambda c, text: _half(c, text) or _half_steps(c)),  # steps in float16 in NumPy, in float32 here
    ("np", "isclose|allclose", "value|memory", lambda c, text: _complex(c, text) and len(set(c.dtypes())) > 1 and "rtol=1.0" in str(c)),  # |y| of complex64 on the edge
    ("both", "corrcoef", "nan|infinity|value", lambda c, text: _wide(c, text) or _constant(c, text)),
    ("both", "cov", "nan|infinity|value", _wide),
    ("both", "std|var|nanstd|nanvar", "infinity|nan", _wide),
    ("both", "clip", "nan", _both(_complex, _wide)),
    ("np", "tensordot", "nan", _wide),  # NaN times 0 is 0 in NumPy's product of one column
    ("np", "vander", "value", lambda c, text: c.args[0].host.size > 64),  # powers of many factors
    ("both", "round|around", "value", lambda c, text: c.kwargs.get("decimals", 0) < 0),  # NumPy divides through doubles
    ("both", "linspace", "value", lambda c, text: any(isinstance(a, np.generic) for a in c.args)),
    ("both", "arange", "shape|value", lambda c, text: any(hasattr(a, "dtype") for a in c.args)),  # NumPy's scalars decide the type here
    ("np", "geomspace|logspace|linspace", "value", _says("np.uint")),  # negative numbers to unsigned integers
    ("np", "negative", "value|written|memory", lambda c, text: "where=" in str(c) or "out=" in str(c)),  # NumPy takes steps for dense
    ("both", "isfinite|isinf|isnan|signbit", "value|written|memory", lambda c, text: "out=" in str(c)),
    ("np", "exp|sin|cos|tan|log|divide|true_divide", "value", lambda c, text: "float64" in text and "out=" in str(c) and ("F" in c.dtypes() or "f" in c.dtypes())),
    ("np", "(nan)?(quantile|percentile|median)", "value", lambda c, text: c.dtypes()[:1] == ["b"] or c.kinds()[0] in "iu" and _wide(c, text)),  # differences wrap in NumPy
    ("both", "fft.*", "copy", lambda c, text: c.kwargs.get("axes") == ()),  # over no axis NumPy gives its argument back
    ("both", "fft.*", "value|nan|infinity", _empty),  # NumPy shows what was in memory
    ("np", "unpackbits", "value", _empty),
    # ---- results that `out` takes
    ("np", "amin|amax|min|max|nanmin|nanmax|median|nanmedian", "value|written", _other_out),
    ("np", "mean|var|std|nanmean|nanvar|nanstd", "value|written", _integer_out),
    ("np", "take|compress|choose", "raises|accepts", _both(lambda c, text: _out(c) is not None, _says("cannot be cast to out's|Cannot cast (scalar|array data)"))),
    ("np", "argmax|argmin|nanargmax|nanargmin|count_nonzero", "accepts", _says("Cannot cast")),
    ("np", "take|compress", "raises", _empty),
    ("np", "clip|cum.*|nancum.*", "raises", _says("out has shape")),
    ("np", "dot", "raises", _says("out must be of dtype bool|in C order")),  # products of bool, as integers
    ("np", "nanmedian|median", "accepts", _says("then out must be inexact")),
    ("np", "nanmedian|median", "raises", _says("out has shape")),
    ("np", "nanmedian|median", "which error", _says("too many indices")),
    ("np", "round|around", "accepts", lambda c, text: _out(c) is not None and (_other_out(c, text) or c.kwargs.get("decimals", 0) < 0) and "UFuncTypeError" in text),
    ("np", "i?matmul|round|around", "raises", _says(r"the result (has shape )?\(1,")),  # NumPy drops leading extents of 1
    ("np", "dot", "which error", _says("out must be of dtype .*UFuncTypeError")),
    ("np", "(nan)?(quantile|percentile|median)", "accepts", _both(_empty, _says("cannot reshape array of size 0"))),
    ("np", "(nan)?(quantile|percentile)", "raises", _both(_empty, _says("quantiles of no element"))),
    # ---- no dimensions, no elements
    ("both", r"fft.i?fftshift|roll", "accepts", _both(_scalar, _says("not enough values to unpack"))),
    ("both", "sort_complex", "accepts", _scalar),
    ("both", "squeeze", "accepts", _both(_scalar, _says("AxisError"))),
    ("np", "setitem", "which error", _says("only 0-dimensional arrays can be converted")),  # of bool and complex numbers; ValueError of others
    ("np", "mean|nanmean|median", "accepts", _scalar),
    ("np", "average", "accepts", _empty),
    ("both", "linalg.pinv", "dtype", _empty),
    ("np", "block", "dtype", _empty),
    ("np", "setitem", "accepts", _says("requires a 0 or 1-dimensional input|setting an array element|only 0-dimensional arrays")),
    ("np", "setitem|getitem.*", "raises", _says("cannot broadcast values of shape .*0|is out of bounds for axis")),  # NumPy checks nothing where there are no elements
    ("both", "reshape", "raises", _says("negative extent in shape .*-2")),  # NumPy takes any negative extent for -1
    ("np", r"polynomial\..*mul", "dtype", _both(lambda c, text: any(not p.host[1:].any() for p in c.pairs), _says("^float32, expected float64"))),
    ("np", "apply_over_axes", "raises", _says("AxisError")),
    ("np", r"polynomial\..*", "accepts", _both(_weird, _says("no common type|has no len|array is empty|for axis 0 with size 0"))),
    # ---- sets of two types: NumPy merges what became equal by promotion only where it has to sort
    ("np", "setxor1d|intersect1d|union1d|setdiff1d", "shape|value", lambda c, text: len(set(c.dtypes())) > 1),
    ("np", "isin", "value", lambda c, text: len(set(c.dtypes())) > 1),
    ("np", "unique", "nan|value", lambda c, text: "axis" in c.kwargs and "nan" in text),  # rows with NaN have no order in NumPy
    ("np", "intersect1d", "accepts", _says("is out of bounds for axis 0")),  # several NaN
    ("both", "unique_(inverse|all)", "value", lambda c, text: _wide(c, text) or _complex(c, text)),  # the order of several NaN
    # ---- arguments that are none
    ("both", "full(_like)?", "raises", _says("cannot convert")),
    ("both", ".*", "accepts", _both(_weird, _says(_LAX))),
    ("np", "(nan)?(quantile|percentile)|arange|polyder|nan_to_num|insert|put|polyval|vander|zeros|fft.fftfreq|logical_.*|ldexp|logspace|unravel_index", "accepts", _weird),
    ("np", "(un)?ravel_(multi_)?index", "accepts", _says("indices must be integral|Maximum allowed")),
    ("np", "less.*|greater.*|equal|not_equal|signbit", "accepts", _both(lambda c, text: "dtype" in c.kwargs, _says("UFuncTypeError.*'(no|equiv)'"))),
    ("np", "polydiv", "accepts", _says("index 0 is out of bounds for axis 0 with size 0")),
    ("np", "isclose|allclose|linalg.vector_norm", "accepts", _says("dtype..O..|'isfinite' not supported")),  # integers beyond 64 bits are objects there
    ("np", "nan(std|var)", "accepts", _says("truth value of an empty array")),
    ("np", "sort|argsort", "accepts", _both(_weird, _says("sort kind must be"))),
    ("np", "[vhd]?stack|column_stack|row_stack|concatenate|concat", "accepts", _says("casting must be str|according to the rule 'equiv'")),
]
_ROWS = [(spaces, re.compile(names), re.compile(kinds), test) for spaces, names, kinds, test in ROWS]


def known(c, kind, text):
    """Whether the call `c` may differ in this way."""
    space = "dpt" if c.space is dpt else "np"
    return any(spaces in (space, "both") and names.fullmatch(c.name) and kinds.fullmatch(kind) and test(c, text) for spaces, names, kinds, test in _ROWS)
