"""The usual array operations: for ``python -m opendpex cache warm``, and for the kernels that wheels bring along."""

__all__ = ["calls", "calls_of_any_strides"]

_FLOATS, _INTEGERS, _COMPLEX = ("f4", "f8"), ("i4", "i8"), ("c8", "c16")
_NUMBERS = _FLOATS + _INTEGERS
# Functions by what they take: a name, or several, and the dtypes that programs call them with.
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
_BROADCAST = "add subtract multiply divide".split()
_REDUCTIONS = {
    "sum max min mean": _NUMBERS,
    "prod std var argmax argmin": _FLOATS,
    "nansum nanmean nanmax nanmin linalg.norm": _FLOATS,
    "any all sum count_nonzero": ("?",),
    "sum mean": _COMPLEX,
}
_SCANS = {"cumsum": _NUMBERS, "cumprod": _FLOATS}
_ORDER = {"sort argsort unique": _NUMBERS, "median": _FLOATS}
_TRANSFORMS = {"fft ifft": _COMPLEX, "rfft": _FLOATS, "irfft": _COMPLEX}
_RANDOM = {
    "random": lambda np, n: np.random.random(n),
    "uniform": lambda np, n: np.random.uniform(-1.0, 1.0, n),
    "standard_normal": lambda np, n: np.random.standard_normal(n),
    "normal": lambda np, n: np.random.normal(1.0, 2.0, n),
    "randint": lambda np, n: np.random.randint(0, 10, n),
    "exponential": lambda np, n: np.random.exponential(1.0, n),
    "gamma": lambda np, n: np.random.gamma(2.0, 1.0, n),
    "poisson": lambda np, n: np.random.poisson(4.0, n),
    "choice": lambda np, n: np.random.choice(n, n),
    "permutation": lambda np, n: np.random.permutation(n),
}


def _rows(table):
    return [(name, dtype) for names, dtypes in table.items() for name in names.split() for dtype in dtypes]


def _named(np, name):
    for part in name.split("."):
        np = getattr(np, part)
    return np


def _assign(x, key, value):
    x[key] = value


class _Operands:
    """Arrays of n elements, and tables of them, on one device."""

    def __init__(self, np, n, device):
        self.np, self.n, self.device = np, n, device
        self.shape = (1 << (n.bit_length() // 2),) * 2
        self.index = np.arange(n, device=device)
        self.mask = self.index > n // 2

    def x(self, dtype):
        return self.np.ones(self.n, dtype=dtype, device=self.device)

    def table(self, dtype):
        return self.np.ones(self.shape, dtype=dtype, device=self.device)


def _elementwise(np, on):
    for name, dtype in _rows(_UNARY):
        yield f"{name} {dtype}", lambda name=name, dtype=dtype: getattr(np, name)(on.x(dtype))
    for name, dtype in _rows(_BINARY):
        call = getattr(np, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype), on.x(dtype))
        if name in _WITH_NUMBERS and dtype != "?":
            yield f"{name} {dtype}, 2", lambda call=call, dtype=dtype: call(on.x(dtype), 2)
            yield f"2 {name} {dtype}", lambda call=call, dtype=dtype: call(2, on.x(dtype))
        if name in _BROADCAST and dtype in _FLOATS:
            yield f"table {name} row {dtype}", lambda call=call, dtype=dtype: call(on.table(dtype), on.table(dtype)[0])
            yield (
                f"table {name} column {dtype}",
                lambda call=call, dtype=dtype: call(on.table(dtype), on.table(dtype)[:, :1]),
            )
    for dtype in _FLOATS:
        yield from _views(np, on, dtype)
        yield f"{dtype} times bool", lambda dtype=dtype: on.x(dtype) * on.mask
        for name in _BROADCAST:
            call = getattr(np, name)
            yield f"{name} {dtype}, i8", lambda call=call, dtype=dtype: call(on.x(dtype), on.index)
            yield f"{name} i8, {dtype}", lambda call=call, dtype=dtype: call(on.index, on.x(dtype))
    for x, y in (("f8", "c16"), ("f4", "c8")):
        yield f"{x} times {y}", lambda x=x, y=y: on.x(x) * on.x(y)
        yield f"{x} plus {y}", lambda x=x, y=y: on.x(x) + on.x(y)
        yield f"{y} times 2", lambda y=y: on.x(y) * 2
        yield f"{x} times 1j", lambda x=x: 1j * on.x(x)
    for dtype in _NUMBERS:
        yield f"where {dtype}", lambda dtype=dtype: np.where(on.mask, on.x(dtype), on.x(dtype))
        yield f"where {dtype}, 0", lambda dtype=dtype: np.where(on.mask, on.x(dtype), 0)
        yield f"clip {dtype}", lambda dtype=dtype: np.clip(on.x(dtype), 0, 1)
        yield f"diff {dtype}", lambda dtype=dtype: np.diff(on.x(dtype))


def _views(np, on, dtype):
    """Operations on parts of arrays, whose kernels depend on where they begin and how their elements lie."""
    starts = ((0, 0), (0, 1), (1, 0), (1, 1))

    def line(start):
        return on.x(dtype)[start:][: on.n - 4]

    for start, to in starts:
        yield (
            f"copy from {start} to {to} {dtype}",
            lambda start=start, to=to: _assign(line(to), slice(None), line(start)),
        )
    for name in _BROADCAST:
        call = getattr(np, name)
        for first, second in starts:
            for to in (0, 1):
                yield (
                    f"{name} {dtype} from {first} and {second} to {to}",
                    lambda call=call, at=(first, second, to): call(line(at[0]), line(at[1]), out=line(at[2])),
                )
        for start, to in starts[1:]:
            yield (
                f"{name} {dtype} from {start} and 2 to {to}",
                lambda call=call, at=(start, to): call(line(at[0]), 2, out=line(at[1])),
            )
    tables = {
        "inner": lambda: on.table(dtype)[1:-1, 1:-1],
        "columns": lambda: on.table(dtype)[1:-1, :1],
        "rows": lambda: on.table(dtype)[1, 1:-1],
        "transposed": lambda: on.table(dtype)[1:-1, 1:-1].T,
    }
    for name, part in tables.items():
        yield f"copy of {name} {dtype}", lambda part=part: part().copy()
        yield f"{name} = x {dtype}", lambda part=part: _assign(part(), Ellipsis, part().copy())
        for function in _BROADCAST:
            call = getattr(np, function)
            yield (
                f"{function} inner, {name} {dtype}",
                lambda call=call, part=part: call(on.table(dtype)[1:-1, 1:-1], part()),
            )
            yield f"{function} {name}, 2 {dtype}", lambda call=call, part=part: call(part(), 2)

    def column():
        return on.table(dtype)[:, 0]

    yield f"copy of a column {dtype}", lambda: column().copy()
    yield f"column = x {dtype}", lambda: _assign(on.table(dtype), np.s_[:, 0], on.table(dtype)[0])
    for name in (*_BROADCAST, "maximum", "not_equal"):
        call = getattr(np, name)
        yield f"{name} of columns {dtype}", lambda call=call: call(column(), column())
        yield f"outer {name} {dtype}", lambda call=call: call(on.table(dtype)[0][:, None], on.table(dtype)[0][None, :])
        yield f"{name} of one operand {dtype}", lambda call=call: (lambda x: call(x, x))(on.x(dtype))


def _reductions(np, on):
    for name, dtype in _rows(_REDUCTIONS):
        call = _named(np, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype))
        for axis in (0, 1):
            yield (
                f"{name} {dtype}, axis {axis}",
                lambda call=call, dtype=dtype, axis=axis: call(on.table(dtype), axis=axis),
            )
    for name, dtype in _rows(_SCANS):
        call = getattr(np, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype))
        yield f"{name} {dtype}, axis 0", lambda call=call, dtype=dtype: call(on.table(dtype), axis=0)


def _arrangements(np, on):
    dtypes = ("?", *_NUMBERS, *_COMPLEX)
    for dtype in dtypes:
        for to in dtypes:
            if to in _COMPLEX or dtype not in _COMPLEX:
                yield f"{dtype} as {to}", lambda dtype=dtype, to=to: on.x(dtype).astype(to)
        yield f"transposed {dtype}", lambda dtype=dtype: on.table(dtype).T.copy()
        yield f"x[::2] {dtype}", lambda dtype=dtype: on.x(dtype)[::2].copy()
        yield f"x[mask] {dtype}", lambda dtype=dtype: on.x(dtype)[on.mask]
        yield f"x[mask] = 0 {dtype}", lambda dtype=dtype: _assign(on.x(dtype), on.mask, 0)
        yield f"x[index] {dtype}", lambda dtype=dtype: on.x(dtype)[on.index]
        yield f"x[index] = x {dtype}", lambda dtype=dtype: _assign(on.x(dtype), on.index, on.x(dtype))
        yield f"take rows {dtype}", lambda dtype=dtype: on.table(dtype)[on.index[: on.shape[0]]]
        yield f"concatenate {dtype}", lambda dtype=dtype: np.concatenate([on.x(dtype), on.x(dtype)])
        yield f"repeat {dtype}", lambda dtype=dtype: np.repeat(on.x(dtype), 3)
        yield f"tile {dtype}", lambda dtype=dtype: np.tile(on.x(dtype), 3)
        yield f"roll {dtype}", lambda dtype=dtype: np.roll(on.x(dtype), 7)
        yield f"full {dtype}", lambda dtype=dtype: np.full(on.n, 3, dtype=dtype, device=on.device)
    for dtype in _NUMBERS:
        yield f"arange {dtype}", lambda dtype=dtype: np.arange(on.n, dtype=dtype, device=on.device)
    for dtype in _FLOATS:
        yield f"linspace {dtype}", lambda dtype=dtype: np.linspace(0, 1, on.n, dtype=dtype, device=on.device)
        yield f"eye {dtype}", lambda dtype=dtype: np.eye(on.shape[0], dtype=dtype, device=on.device)
        yield f"tril {dtype}", lambda dtype=dtype: np.tril(on.table(dtype))


def _order(np, on):
    for name, dtype in _rows(_ORDER):
        call = getattr(np, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype))
    for dtype in _FLOATS:
        yield f"sort rows {dtype}", lambda dtype=dtype: np.sort(on.table(dtype), axis=1)
        yield f"partition {dtype}", lambda dtype=dtype: np.partition(on.x(dtype), on.n // 3)
        yield f"percentile {dtype}", lambda dtype=dtype: np.percentile(on.x(dtype), 30)
        yield f"histogram {dtype}", lambda dtype=dtype: np.histogram(on.x(dtype), 100)
        yield f"searchsorted {dtype}", lambda dtype=dtype: np.searchsorted(on.x(dtype), on.x(dtype))
        yield f"digitize {dtype}", lambda dtype=dtype: np.digitize(on.x(dtype), on.x(dtype)[:100])
        yield f"interp {dtype}", lambda dtype=dtype: np.interp(on.x(dtype), on.x(dtype)[:100], on.x(dtype)[:100])
    yield "nonzero", lambda: np.nonzero(on.mask)
    yield "bincount", lambda: np.bincount(on.index % 1000, minlength=1000)
    yield "bincount, weights", lambda: np.bincount(on.index % 1000, on.x("f8"), minlength=1000)


def _products(np, on):
    for dtype in _FLOATS + _COMPLEX:
        yield f"dot {dtype}", lambda dtype=dtype: np.dot(on.x(dtype), on.x(dtype))
        yield f"matmul {dtype}", lambda dtype=dtype: on.table(dtype).T @ on.table(dtype)
        yield f"matrix times vector {dtype}", lambda dtype=dtype: on.table(dtype) @ on.table(dtype)[0]
        yield (
            f"matmul of a stack {dtype}",
            lambda dtype=dtype: np.matmul(*[np.ones((64, 16, 16), dtype, device=on.device)] * 2),
        )
    for dtype in _FLOATS:
        yield f"convolve {dtype}", lambda dtype=dtype: np.convolve(on.x(dtype), on.x(dtype)[:5])
        for shape in ((64, 64), (64, 16, 16)):

            def matrix(dtype=dtype, shape=shape):
                return np.eye(shape[-1], dtype=dtype, device=on.device) + np.zeros(shape, dtype, device=on.device)

            yield f"solve {dtype} {shape}", lambda matrix=matrix: np.linalg.solve(matrix(), matrix()[..., :1])
            for name in ("inv", "det", "cholesky", "qr", "eigh", "svd"):
                call = getattr(np.linalg, name)
                yield f"{name} {dtype} {shape}", lambda call=call, matrix=matrix: call(matrix())


def _transforms(np, on):
    """Long lines, whose steps have kernels of their own; others share those of _rare_transforms."""
    if on.n < 1 << 20:
        return
    for name, dtype in _rows(_TRANSFORMS):
        call = getattr(np.fft, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype))
    for dtype in _FLOATS:
        yield f"fft2 {dtype}", lambda dtype=dtype: np.fft.fft2(on.table(dtype))


def _random(np, on):
    for name, call in _RANDOM.items():
        yield name, lambda call=call: call(np, on.n)


# What is rarely called, for kernels that serve operands of any strides: one for an operation and its dtypes.
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
_MIXED = ("add", "subtract", "multiply", "divide", "power", "less", "greater", "equal", "maximum", "minimum")
_MIXED_DTYPES = ("?", "i4", "i8", "f4", "f8")


def _rare(np, on):
    for name, dtype in _rows(_RARE_UNARY):
        yield f"{name} {dtype}", lambda name=name, dtype=dtype: getattr(np, name)(on.x(dtype))
    for name, dtype in _rows(_RARE_BINARY):
        call = getattr(np, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype), on.x(dtype))
        if dtype != "?":
            yield f"{name} {dtype}, 2", lambda call=call, dtype=dtype: call(on.x(dtype), 2)
            yield f"2 {name} {dtype}", lambda call=call, dtype=dtype: call(2, on.x(dtype))
    for name in _MIXED:
        call = getattr(np, name)
        for x in _MIXED_DTYPES:
            for y in _MIXED_DTYPES:
                if x != y:
                    yield f"{name} {x}, {y}", lambda call=call, x=x, y=y: call(on.x(x), on.x(y))
    for name in _BROADCAST:
        call = getattr(np, name)
        for x, y in (("f4", "c8"), ("c8", "f4"), ("f8", "c16"), ("c16", "f8")):
            yield f"{name} {x}, {y}", lambda call=call, x=x, y=y: call(on.x(x), on.x(y))
    for x, y in (("f4", "f8"), ("f8", "f4"), ("i8", "f8"), ("f8", "i8")):
        yield f"where {x}, {y}", lambda x=x, y=y: np.where(on.mask, on.x(x), on.x(y))
    for x in (*_ALL_REALS, "?"):
        for y in (*_ALL_REALS, "?", *_COMPLEX):
            yield f"{x} as {y}", lambda x=x, y=y: on.x(x).astype(y)
        yield f"where {x}", lambda x=x: np.where(on.mask, on.x(x), on.x(x))
        yield f"where {x}, 0", lambda x=x: np.where(on.mask, on.x(x), 0)
        yield f"where 0, {x}", lambda x=x: np.where(on.mask, 0, on.x(x))
        yield f"clip {x}", lambda x=x: np.clip(on.x(x), 0, 1)


def _rare_reductions(np, on):
    """Of rows that are read in packs and of others, in groups of work-items and by single ones."""
    table = {name: sorted({*_NUMBERS, *dtypes}) for name, dtypes in _REDUCTIONS.items()}
    for name, dtype in _rows(table):
        call = _named(np, name)
        yield f"{name} {dtype}", lambda call=call, dtype=dtype: call(on.x(dtype))
        yield f"{name} {dtype}[1:]", lambda call=call, dtype=dtype: call(on.x(dtype)[1:])
        yield f"{name} {dtype}, axis 1", lambda call=call, dtype=dtype: call(on.table(dtype), axis=1)
        yield f"{name} {dtype}[:, 1:], axis 1", lambda call=call, dtype=dtype: call(on.table(dtype)[:, 1:], axis=1)
        yield f"{name} {dtype}, axis 0", lambda call=call, dtype=dtype: call(on.table(dtype), axis=0)
        yield f"{name} {dtype}[:, :4], axis 1", lambda call=call, dtype=dtype: call(on.table(dtype)[:, :4], axis=1)
    for dtype in (*_NUMBERS, *_COMPLEX):
        yield f"dot {dtype}", lambda dtype=dtype: np.dot(on.x(dtype), on.x(dtype))
        yield f"dot {dtype}[1:]", lambda dtype=dtype: np.dot(on.x(dtype)[1:], on.x(dtype)[1:])
        yield f"dot of 4 {dtype}", lambda dtype=dtype: np.dot(on.x(dtype)[:4], on.x(dtype)[:4])
        for name, part in (("table", lambda x: x), ("transposed", lambda x: x.T), ("parts", lambda x: x[:, 1:])):
            yield f"{name} @ row {dtype}", lambda part=part, dtype=dtype: _times_row(part(on.table(dtype)))
            yield f"row @ {name} {dtype}", lambda part=part, dtype=dtype: _times_row(part(on.table(dtype)).T)


def _rare_transforms(np, on):
    """Of lengths whose factors are of each of the usual sets, of all, part and more of a line, even and odd."""
    for real, dtype in zip(_FLOATS, _COMPLEX, strict=True):
        for n in (64, 125, 100, 343, 700, 11 * 13, 263):
            for length in (n, n - 3, n + 3):

                def x(real=real, length=length):
                    return on.x(real)[:length]

                def z(dtype=dtype, length=length):
                    return on.x(dtype)[:length]

                yield f"fft {dtype} {length}, {n}", lambda z=z, n=n: np.fft.fft(z(), n)
                yield f"fft {real} {length}, {n}", lambda x=x, n=n: np.fft.fft(x(), n)
                yield f"rfft {real} {length}, {n}", lambda x=x, n=n: np.fft.rfft(x(), n)
                yield f"irfft {dtype} {length}, {n}", lambda z=z, n=n: np.fft.irfft(z(), n)
        yield f"fft {dtype}[::2]", lambda dtype=dtype: np.fft.fft(on.x(dtype)[::2])
        yield f"fft2 {real}", lambda real=real: np.fft.fft2(on.table(real)[:31, :31])
        yield f"rfft2 {real}", lambda real=real: np.fft.rfft2(on.table(real))
        yield f"irfft2 {dtype}", lambda dtype=dtype: np.fft.irfft2(on.table(dtype))


def _times_row(table):
    return table @ table[0].copy()


def calls(np, n, device):
    """Pairs of a name and a call of dpnp's functions, on arrays of n elements on a device. A call may raise what its
    function raises: NotImplementedError, and errors of arguments where kernels compute nothing."""
    on = _Operands(np, n, device)
    for family in (_elementwise, _reductions, _arrangements, _order, _products, _transforms, _random):
        yield from family(np, on)


def calls_of_any_strides(np, n, device):
    """The same of element-wise functions and reductions, with those that are called less often."""
    on = _Operands(np, n, device)
    for family in (_elementwise, _arrangements, _rare, _rare_reductions, _rare_transforms):
        yield from family(np, on)
