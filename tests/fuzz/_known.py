"""Differences from NumPy that stay: `docs/differences.md` says of most of them why. As narrow as they can be said.

A row is the package (`np` for dpnp, `dpt`, or both), the functions, the kind of difference, and what must be so besides, if anything.
"""

import re

import dpctl.tensor as dpt
import numpy as np

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


def _wide(c, text):
    return c.style in ("special", "wide")


def _to_integers(c):
    """Numbers that are out of the range of integers may have become such."""
    return any(p.host.dtype.kind in "iu" for p in c.pairs) and any(p.host.dtype.kind in "fc" for p in c.pairs)


_ROUNDED = ("take", "choose", "compress", "clip")  # whose results stay in the range of the operands


def _has_out(c, text):
    return "out" in c.kwargs or "out=" in str(c)


def _always(c, text):
    return True


def _other_out(c, text):
    out = c.kwargs.get("out")
    return out is not None and (c.expected is None or out.host.dtype != c.pairs[0].host.dtype)


_BOOL = lambda c, text: c.pairs and c.pairs[0].host.dtype.kind == "b"  # noqa: E731
_INTEGERS = lambda c, text: c.pairs and c.pairs[0].host.dtype.kind in "biu"  # noqa: E731

# Arguments that NumPy refuses and ours take as a number, a truth value or nothing
_LAX = r"integer argument expected|too large to convert|Maximum allowed|invalid norm|Invalid norm|an integer is required|cannot be interpreted as an integer|expected a sequence of integers|Tuple must have size|int\(\) argument must be"

ROWS = [
    # dpctl.tensor: the standard and the reference decide where they say otherwise
    ("dpt", ".*", "which error", _always),  # types that no loop takes are a ValueError there
    ("dpt", ".*", "raises", _says(r"takes at most|the output array|out has dtype|output array has|out has")),
    ("dpt", "abs|positive|sign|negative|clip|round|reciprocal|trunc|floor|ceil|square|angle", "accepts|dtype", _INTEGERS),  # bool and integers
    ("dpt", "broadcast_arrays|meshgrid|unstack", "container", _always),
    ("dpt", "tril|triu|matrix_transpose", "raises", _says("at least 2 dimensions")),
    ("dpt", "take|put|repeat|argmax|argmin|cumulative_.*|sort|argsort|expand_dims|put_along_axis|take_along_axis|stack", "raises|accepts|shape", _scalar),
    ("dpt", "sort|argsort", "raises", _says("NoneType")),
    ("dpt", "take|put", "raises", _says("indices have|needs an axis|needs axis")),
    ("dpt", "vecdot", "raises", _says("must be negative")),
    ("dpt", "where", "raises", _says("needs argument")),
    ("dpt", "std|var", "raises", _says("not supported for complex")),
    ("dpt", "reshape", "raises", _says("order 'A'")),
    ("dpt", "roll|repeat", "accepts", _scalar),
    ("dpt", "real|imag", "copy", _always),
    ("dpt", "diff", "copy", lambda c, text: c.kwargs.get("n") == 0),
    ("dpt", "linspace", "raises|dtype|shape", _says("positional argument: 'num'|float64, expected float32|expected \\(9, 1\\)|array")),
    ("dpt", "sort|argsort", "raises", _says("kind must be")),
    ("dpt", "sum|prod|mean|std|var|squeeze|max|min|diff|argmax|argmin|all|any|count_nonzero", "raises|shape|accepts", lambda c, text: _scalar(c, text) or c.kwargs.get("n") == 0),
    ("dpt", "clip", "raises", _says("does not go into")),
    ("dpt", "put", "raises", _says("cannot broadcast values")),
    ("dpt", "take", "raises", _says("indices must be")),
    ("dpt", "angle", "dtype", _half),
    ("dpt", r"fft\..*n|fft\..*2", "raises", _says("named twice")),
    ("dpt", "result_type|can_cast", "raises", _says("Cannot interpret '<attribute")),
    ("dpt", "diff", "dtype", _always),  # prepend= and append= of a Python number
    ("dpt", "meshgrid", "raises", _always),
    ("both", "arctan2|atan2|hypot|logaddexp|copysign|nextafter|logical_.*|remainder|.*", "raises", _says("the Python int is out of bounds")),
    ("both", "divide|true_divide|reciprocal|i?truediv|multiply|i?mul|i?pow|power|float_power|expm1", "nan|infinity|value|memory", lambda c, text: _wide(c, text) and _complex(c, text)),
    ("both", "log1p|exp2", "value|infinity", _complex),  # NumPy's are 1 + z and z * log(2), rounded
    ("np", ".*", "value", lambda c, text: "out" in c.kwargs and c.kwargs["out"].host.dtype.kind in "iu" and c.name not in _ROUNDED),  # out of range
    ("both", "sum|prod|cumulative_.*|nansum|nanprod", "value", lambda c, text: "dtype" in c.kwargs and _to_integers(c) or "uint" in text),
    ("np", "(nan)?(quantile|percentile|median)", "value", lambda c, text: "b" in c.dtypes()[:1]),  # differences wrap in NumPy
    ("np", "compress", "raises", _empty),
    ("np", "mean|nanmean", "value", lambda c, text: "dtype" in c.kwargs and _to_integers(c) or "uint" in text),
    ("np", "setxor1d|intersect1d|union1d|setdiff1d", "shape|value", lambda c, text: len(set(c.dtypes())) > 1),  # as above
    ("np", "spacing", "value", _says(r"-\d+(\.\d+)?e-\d+\) at")),  # of -0.0
    ("both", "sign", "value", lambda c, text: _wide(c, text) and _complex(c, text)),  # NumPy's lengths overflow
    ("both", "corrcoef|cov", "nan|infinity|value", _wide),
    ("both", "linspace", "value", lambda c, text: any(isinstance(a, np.generic) for a in c.args)),
    ("np", "clip", "raises", _says("out has shape")),
    ("np", "dot", "raises", _says("out must be of dtype bool")),  # products of bool, as integers
    ("np", "take", "raises", _empty),
    ("both", ".*", "value", lambda c, text: ("dtype" in c.kwargs or "out" in c.kwargs) and _to_integers(c) and _wide(c, text)),
    ("both", ".*trace|cumsum|cumprod", "value", lambda c, text: _to_integers(c) or "uint" in text),
    ("np", ".*stack|concat.*", "accepts", _says("casting must be str")),
    ("np", "(nan)?(quantile|percentile)", "accepts", lambda c, text: c.weird),
    ("np", "divide|true_divide|cos|sin|tan|exp|log", "value", lambda c, text: "float64" in text and "out=" in str(c) and ("F" in c.dtypes() or "f" in c.dtypes())),
    ("np", "equal|not_equal|less.*|greater.*", "raises", _says("by the rule 'equiv'|by the rule 'no'")),
    ("both", "negative|isfinite|isinf|isnan|signbit", "value|written|memory", _has_out),  # NumPy takes wrong steps with out=
    ("both", "reciprocal", "which error|infinity", _always),
    ("np", "row_stack|vstack|hstack|dstack|column_stack", "which error", _says("must match exactly|cannot be cast")),
    ("dpt", "diff", "raises", _says("int is out of bounds")),
    ("dpt", "linspace", "shape", lambda c, text: len(c.pairs) > 0),
    ("both", "std|var|nanstd|nanvar", "infinity|nan", _wide),
    ("np", "round|around", "value", _half),
    ("np", "dot", "raises", _says("in C order")),
    ("np", "mean|nanmean|median", "accepts", _scalar),
    ("np", "nanstd|nanvar|std|var|fft.*|mean", "accepts", lambda c, text: c.weird),
    ("np", "i?pow", "nan|infinity|memory", _wide),
    ("np", "floor_divide|divide", "value", lambda c, text: _to_integers(c)),
    ("both", "abs|absolute", "accepts", lambda c, text: "dtype" in c.kwargs),  # of complex numbers, in that precision
    ("np", "arange|polyder|nan_to_num|insert|put", "accepts", lambda c, text: c.weird),
    ("np", "concat.*", "which error", _says("by the rule")),
    ("both", "divmod|floor_divide", "value", _says(r"-0.0\) at .*-1.0")),
    ("np", "degrees|rad2deg|unwrap|nancumsum", "value", lambda c, text: "e" in c.dtypes() or "f" in c.dtypes() or "uint" in text),
    ("np", "clip", "nan", lambda c, text: _complex(c, text) and _wide(c, text)),
    ("np", "tensordot", "nan", _wide),  # NaN times 0 is 0 in NumPy's product of one column
    ("np", "fmax|fmin|.*", "which error", _says("out of bounds for")),
    ("np", "less.*|greater.*|equal|not_equal", "accepts", lambda c, text: "dtype" in c.kwargs),
    ("np", "nextafter", "sign of zero", _half),
    ("np", "polyval|vander|unravel_index|zeros|fft.fftfreq|logical_.*|ldexp|logspace", "accepts", lambda c, text: c.weird),
    ("np", "unravel_index", "accepts", _says("indices must be integral|Maximum allowed")),
    ("np", "atan2|arctan2|clip|median|concat.*|stack|choose|dot|cum.*|nanarg.*|arg.*", "which error", lambda c, text: "out" in c.kwargs or "axis" in c.kwargs),
    # operators
    ("np", "i?pow", "dtype", _BOOL),
    ("np", "imatmul", "which error|raises", _says("do not fit|has 0 dimensions|does not cast|the result has shape")),
    ("np", "setitem|getitem.*", "which error", _says("is out of bounds for axis|is read-only")),
    ("np", ".*", "which error", _says("the Python int is out of bounds")),
    ("both", "floor_divide|i?floordiv|divmod", "nan", _half),
    # calls
    ("np", "i?floordiv|i?mod|divmod", "nan|infinity|value", _wide),
    ("np", "i?floordiv", "nan|value", _says("inf|-1.0")),
    ("np", "i?pow", "accepts|which error|raises", _says("negative integer powers")),
    ("np", "i?matmul|i?matmul", "which error", _says("does not have enough dimensions|out of bounds for|operand type")),
    ("np", ".*", "which error", _says("output array is read-only|assignment destination is read-only")),  # two mistakes
    ("np", ".*", "which error", _says("cannot broadcast|broadcasts shape|boolean array indexing assignment|out must be of dtype|setting an array element")),
    ("np", "setitem", "accepts", _says("requires a 0 or 1-dimensional input|setting an array element|only 0-dimensional arrays")),
    ("np", "setitem|getitem.*", "raises", _says("cannot broadcast values of shape .*0|is out of bounds for axis")),  # of no element NumPy looks at nothing
    ("np", "getitem .*", ".*", lambda c, text: not c.hosts[0].ndim or "sequence" in text or "0-dimensional" in text or "Python integer" in text),
    ("np", "pad", "which error", _says("pad_width")),
    ("np", "setitem|exp|square|sqrt|iadd|getitem.*", "memory|value", lambda c, text: c.style != "plain" and _to_integers(c)),
    # what the interface or the standard wants of both
    ("both", "reciprocal", "dtype|value|raises", _INTEGERS),
    ("np", "rint|round|around", "dtype", _INTEGERS),
    ("both", "power|pow|float_power", "accepts", _says("negative integer powers")),
    ("both", "floor_divide|divmod", "nan|infinity", _wide),
    ("both", "floor_divide", "value", _says(r"^np.float\d+\(-0.0\) at .*expected np.float\d+\(-1.0\)")),  # by an infinity
    ("both", "fft.i?fftshift|roll|sort_complex", "accepts", _scalar),
    ("both", "round|around", "accepts", _BOOL),
    ("both", "round|around", "value", lambda c, text: c.kwargs.get("decimals", 0) < 0),  # NumPy divides through doubles
    ("both", "i0", "nan", _wide),
    ("np", "average", "accepts", _empty),
    ("np", "ldexp", "dtype", lambda c, text: not hasattr(c.args[0], "host")),
    ("np", "linalg.pinv", "dtype", _empty),
    ("dpt", "linalg.pinv", "dtype", _empty),
    ("np", "(nan)?(quantile|percentile)", "accepts|raises", _empty),
    ("np", "setxor1d", "shape", lambda c, text: len(set(c.dtypes())) > 1),  # NumPy joins what became equal by promotion
    ("both", "full(_like)?", "raises", _says("cannot convert")),
    ("np", "(nan)?(quantile|percentile|median)", "value", lambda c, text: c.kinds()[0] in "iu" and c.style in ("special", "wide")),  # wraps in NumPy
    ("np", "nanmax|nanmin", "nan", lambda c, text: c.kwargs.get("initial") != c.kwargs.get("initial")),  # an initial NaN counts in none of NumPy's
    ("both", "reshape", "raises", _says("negative extent in shape .*-2")),  # NumPy takes any negative extent for -1
    ("both", "fft.*", "value|nan", _empty),  # NumPy shows what was in memory
    ("both", "arange", "shape|value", lambda c, text: any(hasattr(a, "dtype") for a in c.args)),  # NumPy's scalars decide the type here
    ("both", "unique_(inverse|all)", "value", lambda c, text: _wide(c, text) or _complex(c, text)),  # the order of several NaN
    ("np", "isin", "value", lambda c, text: len(set(c.dtypes())) > 1),  # NumPy finds what became equal by promotion only if it has to sort
    ("np", "sort|argsort", "accepts", _says("sort kind must be")),
    ("np", "median|nanmedian", "which error|accepts|raises", lambda c, text: "out" in c.kwargs or _empty(c, text)),
    ("np", "cum.*|nancum.*", "raises", _says("out has shape")),
    ("np", "logspace", "accepts", _says("data type '' not understood")),
    ("np", "vander", "value", lambda c, text: c.args[0].host.size > 64),  # powers of many factors
    ("np", "v?h?stack|concatenate|concat", "accepts", _says("according to the rule 'equiv'")),
    ("both", ".*", "accepts", _says("cannot cast Python (int|float|complex|bool) to .* under the casting rule 'equiv'|No loop matching")),
    ("np", "spacing", "value", _half),
    ("np", "choose", "value", lambda c, text: "out" in c.kwargs and not c.kwargs["out"].host.flags.c_contiguous),  # scrambled in NumPy
    ("np", "clip", "accepts", _BOOL),
    ("np", "block", "dtype", _empty),
    ("np", "i0|sinc|unwrap", "value|infinity", _half),  # steps in float16 in NumPy, in float32 here
    ("np", "geomspace|logspace|linspace", "value", lambda c, text: "uint" in text),  # negative numbers to unsigned integers
    ("np", "take|choose|compress|argmax|argmin|nanargmax|nanargmin", "raises|accepts", _says("cannot be cast to out's|Cannot cast (scalar|array data)")),
    ("np", "tril|triu", "which error", _scalar),
    ("np", "unpackbits", "value", _empty),  # NumPy shows what was in memory
    ("np", "rint", "accepts", _INTEGERS),
    ("np", "round|around", "accepts", _INTEGERS),
    ("np", "amin|amax|min|max|nanmin|nanmax", "value", _other_out),
    ("both", "arange", "which error", _says("step must not be 0")),
    ("both", ".*", "accepts", lambda c, text: c.weird and re.search(_LAX, text)),
]
_ROWS = [(spaces, re.compile(names), re.compile(kinds), test) for spaces, names, kinds, test in ROWS]


def known(c, kind, text):
    """Whether the call `c` may differ in this way."""
    space = "dpt" if c.space is dpt else "np"
    return any(spaces in (space, "both") and names.fullmatch(c.name) and kinds.fullmatch(kind) and test(c, text) for spaces, names, kinds, test in _ROWS)
