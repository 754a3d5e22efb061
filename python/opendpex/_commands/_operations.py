"""The usual lines of programs with arrays: for ``python -m opendpex cache warm``, and for the kernels that wheels bring
along."""

import functools

__all__ = ["calls", "calls_of_any_strides"]

_FLOATS, _INTEGERS, _COMPLEX = ("f4", "f8"), ("i4", "i8"), ("c8", "c16")
_NUMBERS = _FLOATS + _INTEGERS
_ALL = ("?", *_NUMBERS, *_COMPLEX)
# Functions by what they take: names, and the dtypes that programs call them with.
_UNARY = {
    "negative absolute square sign": _NUMBERS,
    "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh floor ceil trunc rint "
    "reciprocal isnan isinf isfinite deg2rad rad2deg": _FLOATS,
    "invert": ("?", *_INTEGERS),
    "logical_not": ("?",),
    "negative absolute square sqrt exp log conj real imag angle": _COMPLEX,
}
_BINARY = {
    "add subtract multiply divide power maximum minimum less less_equal greater greater_equal equal not_equal "
    "floor_divide remainder": _NUMBERS,
    "arctan2 hypot": _FLOATS,
    "bitwise_and bitwise_or bitwise_xor": ("?", *_INTEGERS),
    "left_shift right_shift": _INTEGERS,
    "logical_and logical_or": ("?",),
    "add subtract multiply divide": _COMPLEX,
}
_WITH_NUMBERS = "add subtract multiply divide power maximum minimum less greater equal floor_divide remainder".split()
_ARITHMETIC = "add subtract multiply divide".split()
_REDUCTIONS = {
    "sum max min mean": _NUMBERS,
    "prod std var argmax argmin": _FLOATS,
    "nansum nanmean nanmax nanmin linalg.norm": _FLOATS,
    "any all sum count_nonzero": ("?",),
    "sum mean": _COMPLEX,
}
# What is called less often, for the kernels that serve operands of any strides.
_ALL_INTEGERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")
_ALL_REALS = (*_ALL_INTEGERS, *_FLOATS)
_RARE_UNARY = {
    "arcsinh arccosh arctanh cbrt exp2 fabs sinc signbit spacing i0 logical_not positive": _FLOATS,
    "sin cos tan tanh sinh cosh expm1 log1p log2 log10 reciprocal isnan isfinite isinf sign": _COMPLEX,
    "negative absolute square sign": _ALL_INTEGERS,
    "sqrt exp log sin cos tanh": ("?", *_ALL_INTEGERS),
    "invert bitwise_count": _ALL_INTEGERS,
}
_RARE_BINARY = {
    "add subtract multiply divide floor_divide remainder power maximum minimum less less_equal greater greater_equal "
    "equal not_equal": _ALL_REALS,
    "fmax fmin fmod copysign nextafter logaddexp logaddexp2 heaviside arctan2 hypot float_power": _FLOATS,
    "add subtract multiply divide power equal not_equal less": _COMPLEX,
    "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm": _ALL_INTEGERS,
    "add multiply equal not_equal less greater logical_xor": ("?",),
}
_MIXED = "add subtract multiply divide power less greater equal maximum minimum".split()


class _Operands:
    """What the names in a line are: a new array for each x, y and z (n elements of the line's dtype), for each dtype's
    name, table (2-d), matrix (square), matrices and stack (3-d); mask, index; side (of the table), n, dtype, device.
    """

    def __init__(self, np, n, device, dtype=None):
        self.constants = {"np": np, "n": n, "device": device, "dtype": dtype, "side": 1 << (n.bit_length() // 2)}

    def _array(self, name):
        np, n, device, dtype, side = self.constants.values()
        if name in ("index", "mask"):
            index = np.arange(n, device=device)
            return index if name == "index" else index > n // 2
        if name in ("matrix", "matrices"):
            shape = (64, 64) if name == "matrix" else (64, 16, 16)
            return np.eye(shape[-1], dtype=dtype, device=device) + np.zeros(shape, dtype, device=device)
        shape = {"table": (side, side), "stack": (64, 16, 16)}.get(name, n)
        return np.ones(shape, dtype=name if name in (*_ALL_REALS, *_COMPLEX) else dtype, device=device)

    def __getitem__(self, name):
        if name in self.constants:
            return self.constants[name]
        if name not in (*"xyz", "table", "stack", "matrix", "matrices", "index", "mask", *_ALL_REALS, *_COMPLEX):
            raise KeyError(name)
        return self._array(name)


def _rows(table):
    return [(name, dtype) for names, dtypes in table.items() for name in names.split() for dtype in dtypes]


# ---- lines, each with the dtype of its operands ----------------------------------------------------------------------


def _elementwise(n):
    for name, dtype in _rows(_UNARY):
        yield f"np.{name}(x)", dtype
    for name, dtype in _rows(_BINARY):
        yield f"np.{name}(x, y)", dtype
        if name in _WITH_NUMBERS:
            yield f"np.{name}(x, 2)", dtype
            yield f"np.{name}(2, x)", dtype
    for dtype in _FLOATS:
        for name in _ARITHMETIC:
            for operands in ("table, table[0]", "table, table[:, :1]", "x, index", "index, x"):
                yield f"np.{name}({operands})", dtype
        for line in _views():
            yield line, dtype
        yield "x * mask", dtype
    for real, dtype in zip(_FLOATS, _COMPLEX, strict=True):
        for line in (f"{real} * x", f"{real} + x", "x * 2", f"1j * {real}"):
            yield line, dtype
    for dtype in _NUMBERS:
        for line in ("np.where(mask, x, y)", "np.where(mask, x, 0)", "np.clip(x, 0, 1)", "np.diff(x)"):
            yield line, dtype


def _views():
    """Of parts of arrays: kernels depend on where these begin and on how their elements lie."""
    x, y, z = [[f"{name}[{start}:][:n - 4]" for start in (0, 1)] for name in "xyz"]
    yield from [f"{to} = {source}" for to in z for source in x]
    for name in _ARITHMETIC:
        yield from [f"np.{name}({a}, {b}, out={to})" for a in x for b in y for to in z]
        yield from [f"np.{name}({a}, 2, out={to})" for a in x for to in z]
    inner = "table[1:-1, 1:-1]"
    for part in (inner, "table[1:-1, :1]", "table[1, 1:-1]", f"{inner}.T"):
        yield f"{part}.copy()"
        yield f"{part}[...] = {part}.copy()"
        for name in _ARITHMETIC:
            yield f"np.{name}({inner}, {part})"
            yield f"np.{name}({part}, 2)"
    yield "table[:, 0].copy()"
    yield "table[:, 0] = table[0]"
    for name in (*_ARITHMETIC, "maximum", "not_equal"):
        yield f"np.{name}(table[:, 0], table[:, 0])"
        yield f"np.{name}(table[0][:, None], table[0])"
        yield f"np.{name}(*[x] * 2)"


def _reductions(n):
    scans = {"cumsum": _NUMBERS, "cumprod": _FLOATS}
    for name, dtype in _rows(_REDUCTIONS):
        for operands in ("x", "table, axis=0", "table, axis=1"):
            yield f"np.{name}({operands})", dtype
    for name, dtype in _rows(scans):
        for operands in ("x", "table, axis=0"):
            yield f"np.{name}({operands})", dtype


def _arrangements(n):
    for dtype in _ALL:
        for to in _ALL:
            if to in _COMPLEX or dtype not in _COMPLEX:
                yield f"x.astype('{to}')", dtype
        yield from [
            (line, dtype)
            for line in (
                "table.T.copy()",
                "x[::2].copy()",
                "x[mask]",
                "x[mask] = 0",
                "x[index]",
                "x[index] = y",
                "table[index[:side]]",
                "np.concatenate([x, y])",
                "np.repeat(x, 3)",
                "np.tile(x, 3)",
                "np.roll(x, 7)",
                "np.full(n, 3, dtype=dtype, device=device)",
            )
        ]
    for dtype in _NUMBERS:
        yield "np.arange(n, dtype=dtype, device=device)", dtype
    for dtype in _FLOATS:
        yield "np.linspace(0, 1, n, dtype=dtype, device=device)", dtype
        yield "np.eye(side, dtype=dtype, device=device)", dtype
        yield "np.tril(table)", dtype


def _order(n):
    for dtype in _NUMBERS:
        for name in ("sort", "argsort", "unique"):
            yield f"np.{name}(x)", dtype
    for dtype in _FLOATS:
        yield from [
            (line, dtype)
            for line in (
                "np.median(x)",
                "np.sort(table, axis=1)",
                "np.partition(x, n // 3)",
                "np.percentile(x, 30)",
                "np.histogram(x, 100)",
                "np.searchsorted(x, y)",
                "np.digitize(x, y[:100])",
                "np.interp(x, y[:100], z[:100])",
            )
        ]
    yield "np.nonzero(mask)", None
    yield "np.bincount(index % 1000, minlength=1000)", None
    yield "np.bincount(index % 1000, f8, minlength=1000)", None


def _products(n):
    for dtype in _FLOATS + _COMPLEX:
        for line in ("np.dot(x, y)", "table.T @ table", "table @ table[0]", "stack @ stack"):
            yield line, dtype
    for dtype in _FLOATS:
        yield "np.convolve(x, y[:5])", dtype
        # A kernel has local memory for matrices of up to 32 or 64 rows.
        for a in ("matrix", "matrix[:32, :32]", "matrices"):
            yield f"np.linalg.solve({a}, {a}[..., :1])", dtype
            yield f"np.linalg.solve({a}, {a})", dtype
            for name in ("inv", "det", "cholesky", "qr", "eigh", "svd"):
                yield f"np.linalg.{name}({a})", dtype
        # Those of stacks are for up to 24, 32, ..., 64 columns.
        for side in (24, 32, 64):
            several = f"(matrix[:{side}, :{side}] + stack[:8, :1, :1])"
            yield f"np.linalg.solve({several}, {several}[..., :1])", dtype
            yield f"np.linalg.inv({several})", dtype
            yield f"np.linalg.det({several})", dtype


def _common(n):
    """Functions made of several operations."""
    for dtype in _FLOATS:
        yield from [
            (line, dtype)
            for line in (
                "np.round(x, 1)",
                "np.diff(x, 2)",
                "np.gradient(x)",
                "np.gradient(table)",
                "np.trapezoid(x)",
                "np.cross(table[:, :3], table[:, :3])",
                "np.kron(table[:8, :8], table[:8, :8])",
                "np.isclose(x, y)",
                "np.nan_to_num(x)",
                "np.nanstd(x)",
                "np.polyval(x[:3], y)",
                "np.where(mask, 1.0, 0.0)",
                "np.quantile(x, 0.3)",
                "np.percentile(x, [25, 50, 75])",
                "np.put(x, index[:3], 0)",
                "table[index[:5] % 5, index[:5] % 5]",
                "x ** 3",
                "x ** -1",
                "np.linalg.norm(x, 1)",
                "np.linalg.norm(table)",
            )
        ]
        if n < 1 << 20:
            yield "np.convolve(x, y)", dtype
            yield "np.histogram2d(x, y)", dtype
            yield "np.linalg.lstsq(matrix, matrix[:, 0])", dtype
            yield "np.linalg.pinv(matrix)", dtype
    yield "np.tri(side, device=device)", None
    yield "np.unique(index, return_counts=True)", None
    yield "np.isin(index, index[:3])", None
    yield "np.random.default_rng(1).normal(size=n)", None


def _transforms(n):
    """Of long lines, whose steps have kernels of their own; others share those of _rare_transforms."""
    if n < 1 << 20:
        return
    for name, dtype in _rows({"fft ifft irfft": _COMPLEX, "rfft": _FLOATS}):
        yield f"np.fft.{name}(x)", dtype
    for dtype in _FLOATS:
        yield "np.fft.fft2(table)", dtype


def _random(n):
    for call in (
        "random(n)",
        "uniform(-1.0, 1.0, n)",
        "standard_normal(n)",
        "normal(1.0, 2.0, n)",
        "randint(0, 10, n)",
        "exponential(1.0, n)",
        "gamma(2.0, 1.0, n)",
        "poisson(4.0, n)",
        "choice(n, n)",
        "permutation(n)",
    ):
        yield f"np.random.{call}", None


def _rare(n):
    for name, dtype in _rows(_RARE_UNARY):
        yield f"np.{name}(x)", dtype
    for name, dtype in _rows(_RARE_BINARY):
        yield f"np.{name}(x, y)", dtype
        if dtype != "?":
            yield f"np.{name}(x, 2)", dtype
            yield f"np.{name}(2, x)", dtype
    for name in _MIXED:
        for dtype in ("?", *_NUMBERS):
            yield from [(f"np.{name}(x, {other})", dtype) for other in _NUMBERS if other != dtype]
            yield from [(f"np.{name}({other}, x)", dtype) for other in _NUMBERS if other != dtype]
    for real, dtype in zip(_FLOATS, _COMPLEX, strict=True):
        for name in _ARITHMETIC:
            yield f"np.{name}(x, {real})", dtype
            yield f"np.{name}({real}, x)", dtype
    for dtype, other in (("f4", "f8"), ("f8", "f4"), ("i8", "f8"), ("f8", "i8")):
        yield f"np.where(mask, x, {other})", dtype
    for dtype in (*_ALL_REALS, "?"):
        yield from [(f"x.astype('{to}')", dtype) for to in (*_ALL_REALS, "?", *_COMPLEX)]
        for line in ("np.where(mask, x, y)", "np.where(mask, x, 0)", "np.where(mask, 0, x)", "np.clip(x, 0, 1)"):
            yield line, dtype


def _rare_reductions(n):
    """Of rows that are read in packs and of others, in groups of work-items and by single ones."""
    table = {name: sorted({*_NUMBERS, *dtypes}) for name, dtypes in _REDUCTIONS.items()}
    for name, dtype in _rows(table):
        for operands in (
            "x",
            "x[1:]",
            "table, axis=0",
            *(f"{t}, axis=1" for t in ("table", "table[:, 1:]", "table[:, :4]")),
        ):
            yield f"np.{name}({operands})", dtype
    for dtype in (*_NUMBERS, *_COMPLEX):
        for operands in ("x, y", "x[1:], y[1:]", "x[:4], y[:4]"):
            yield f"np.dot({operands})", dtype
        for a in ("table", "table.T", "table[:, 1:]", "table[:, 1:].T"):
            yield f"{a} @ {a}[0].copy()", dtype


def _rare_transforms(n):
    """Of lengths whose factors are of each of the usual sets, of all, part and more of a line, even and odd."""
    for real, dtype in zip(_FLOATS, _COMPLEX, strict=True):
        for length in (64, 125, 100, 343, 700, 11 * 13, 263):
            for given in (length, length - 3, length + 3):
                yield f"np.fft.fft(x[:{given}], {length})", dtype
                yield f"np.fft.irfft(x[:{given}], {length})", dtype
                yield f"np.fft.fft(x[:{given}], {length})", real
                yield f"np.fft.rfft(x[:{given}], {length})", real
        yield "np.fft.fft(x[::2])", dtype
        yield "np.fft.irfft2(table)", dtype
        yield "np.fft.fft2(table[:31, :31])", real
        yield "np.fft.rfft2(table)", real


# ---- calls -----------------------------------------------------------------------------------------------------------


def _calls(families, np, n, device):
    for family in families:
        for line, dtype in family(n):
            run = functools.partial(exec, compile(line, line, "exec"), {}, _Operands(np, n, device, dtype))
            yield f"{line}, {dtype}" if dtype else line, run


def calls(np, n, device):
    """Pairs of a line and a call that runs it, with dpnp's functions on arrays of n elements on a device. A call may
    raise what its functions raise: NotImplementedError, and errors of arguments where kernels compute nothing."""
    families = (_elementwise, _reductions, _arrangements, _order, _products, _common, _transforms, _random)
    return _calls(families, np, n, device)


def calls_of_any_strides(np, n, device):
    """The same for element-wise functions, reductions and transforms, with those that are called less often."""
    families = (_elementwise, _arrangements, _rare, _rare_reductions, _rare_transforms)
    return _calls(families, np, n, device)
