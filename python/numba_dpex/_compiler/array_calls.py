"""Calls of NumPy's functions of whole arrays in kernels, and indexing by masks and by arrays of indices.

What is computed element by element stays an array expression (elements.py); the rest is a function of
array_functions.py, for which array expressions are stored in arrays of the work-item's own.
"""

from __future__ import annotations

import functools
import math

from . import array_functions, ir
from .elements import Elements, dot, elementwise, is_array, item_at, reduce, type_of_items
from .errors import InvalidOperands, TypingError
from .indexing import as_index, reshape, size, transpose, wrapped_index
from .lowerings import Lowering, Parameters, numbers, refused
from .operators import binary, compare, constant, select
from .own_arrays import constant_array_of, data_type, made_array
from .types import BOOL, FLOAT64, INT64, Scalar, unify
from .values import Static, Tuple, cast, describe

__all__ = [
    "ARRAY_METHODS",
    "OF_ARRAYS",
    "array_of",
    "assign_elements",
    "call_array_method",
    "in_memory",
    "kind_of_key",
    "matmul",
    "new_array",
    "selected",
    "stored",
]


# ---- storing ----------------------------------------------------------------------------------------------------


def new_array(lower, node, shape, t: Scalar, zeroed: bool = False) -> ir.Array:
    """An array of the work-item's own, of constant or of run-time extents."""
    if all(isinstance(n, ir.Const) and n.value > 0 for n in shape):
        return constant_array_of(lower, node, "private", tuple(n.value for n in shape), t, zeroed)
    return made_array(lower, node, t, tuple(shape), zeroed)


def stored(lower, node, value, t: Scalar | None = None) -> ir.Array:
    """A copy in an array of the work-item's own."""
    made = new_array(lower, node, value.shape, t or type_of_items(lower, node, value))
    if isinstance(value, Elements):
        value = Elements(value.shape, value.item, lower.now())
    lower.store_part(node, made, value)
    return made


def in_memory(lower, node, value):
    """An array expression as an array; other values unchanged."""
    return stored(lower, node, value) if isinstance(value, Elements) else value


def array_of(lower, node, value, t: Scalar | None = None) -> ir.Array:
    """np.array: an array of nested tuples, or a copy."""
    if is_array(value):
        return stored(lower, node, value, t)
    shape, items = [], value
    while isinstance(items, Tuple):
        shape.append(len(items.items))
        items = items.items[0] if items.items else None
    rows, flat = [value], []
    for n in shape:
        if any(not isinstance(r, Tuple) or len(r.items) != n for r in rows):
            raise refused(lower, node, [value], "rows of one length are needed")
        rows = [x for r in rows for x in r.items]
    flat = numbers(lower, node, rows)
    if not shape or not flat:
        raise refused(lower, node, [value], "it takes an array, or numbers in brackets")
    if t is None:
        t = flat[0].type
        for x in flat[1:]:
            t = unify(t, x.type)
    made = new_array(lower, node, tuple(map(constant, shape)), t)
    for i, x in enumerate(flat):
        index = []
        for n in reversed(shape):
            i, k = divmod(i, n)
            index.insert(0, constant(k))
        lower.put(node, made, tuple(index), x)
    return made


# ---- products ---------------------------------------------------------------------------------------------------


def matmul(lower, node, a, b):
    """a @ b for vectors and matrices."""
    if not (is_array(a) and is_array(b) and a.ndim <= 2 and b.ndim <= 2):
        raise lower.error(
            TypingError, "a product in a kernel is one of vectors and matrices", node, f"{describe(a)}, {describe(b)}"
        )
    if a.ndim == b.ndim == 1:
        return dot(lower, node, a, b)
    a, b = in_memory(lower, node, a), in_memory(lower, node, b)

    def item(index):
        row, column = index[: a.ndim - 1], index[a.ndim - 1 :]
        count = a.shape[-1]
        left = Elements((count,), lambda k: ir.Load(a, (*row, *k)), lower.now())
        right = Elements((count,), lambda k: ir.Load(b, (*k, *column)), lower.now())
        return dot(lower, node, left, right)

    return Elements((*a.shape[:-1], *b.shape[1:]), item, lower.now())


def _dot(lower, node, args, keywords):
    a, b = args
    if isinstance(a, ir.Expr) or isinstance(b, ir.Expr):
        return lower.operate(node, "mul", a, b)
    return matmul(lower, node, a, b)


def _outer(lower, node, args, keywords):
    a, b = (in_memory(lower, node, x) for x in args)
    if not (is_array(a) and is_array(b) and a.ndim == b.ndim == 1):
        raise refused(lower, node, args, "it takes two vectors")
    item = lambda index: lower.operate(node, "mul", ir.Load(a, index[:1]), ir.Load(b, index[1:]))  # noqa: E731
    return Elements((a.shape[0], b.shape[0]), item, lower.now())


# ---- reductions -------------------------------------------------------------------------------------------------


def _axis(lower, node, value, ndim: int) -> int | None:
    if value is None or isinstance(value, Static) and value.value is None:
        return None
    axis = lower.literal(node, value)
    if not isinstance(axis, int) or not -ndim <= axis < ndim:
        raise lower.error(TypingError, f"the axis must be {-ndim} to {ndim - 1}", node, f"{axis!r}")
    return axis % ndim


def reduced(lower, node, array, name: str, axis=None):
    """A reduction of all elements, or along an axis."""
    axis = _axis(lower, node, axis, array.ndim)
    if axis is None or array.ndim == 1:
        return reduce(lower, node, array, name)

    def item(index):
        line = lambda k: item_at(lower, node, array, (*index[:axis], *k, *index[axis:]))  # noqa: E731
        return reduce(lower, node, Elements((array.shape[axis],), line, lower.now()), name)

    return Elements((*array.shape[:axis], *array.shape[axis + 1 :]), item, lower.now())


def _count_nonzero(lower, node, args, keywords):
    (x,) = args
    if not is_array(x):
        raise refused(lower, node, args, "it takes an array")
    counted = elementwise(lower, node, lambda v: cast(lower.truth_of(node, v), INT64), [x])
    return reduce(lower, node, counted, "sum")


# ---- element by element -----------------------------------------------------------------------------------------


def _where(lower, node, args, keywords):
    def one(cond, a, b):
        t = unify(a.type, b.type)
        return select(lower.truth_of(node, cond), cast(a, t), cast(b, t))

    if any(map(is_array, args)):
        return elementwise(lower, node, one, args)
    return one(*(lower.named("chosen", x) for x in numbers(lower, node, args)))


def _clip(lower, node, args, keywords):
    bounds = [None if b is None or isinstance(b, Static) and b.value is None else b for b in args[1:]]

    def one(x, *limits):
        limits = iter(limits)
        for bound, op in zip(bounds, ("lt", "gt"), strict=True):
            if bound is not None:
                limit = next(limits)
                t = unify(x.type, limit.type) if not isinstance(limit, ir.Const) or limit.type.kind == "f" else x.type
                x, limit = lower.named("x", cast(x, t)), cast(limit, t)
                x = select(compare(op, x, limit), limit, x)
        return x

    given = [args[0], *(b for b in bounds if b is not None)]
    return elementwise(lower, node, one, given) if any(map(is_array, given)) else one(*numbers(lower, node, given))


def _arange(lower, node, args, keywords):
    bounds = numbers(lower, node, args[:3])
    if any(b.type.kind == "c" for b in bounds):
        raise refused(lower, node, args, "it takes real numbers")
    if any(b.type.kind == "f" for b in bounds):
        return _arange_of_reals(lower, node, bounds, args[3])
    start, stop, step = (constant(0), bounds[0], constant(1)) if len(bounds) == 1 else (*bounds, constant(1))[:3]
    if not isinstance(step, ir.Const) or step.value < 1:
        raise refused(lower, node, args, "its step is a positive constant")
    start, span = lower.named("start", cast(start, INT64)), binary("sub", stop, start)
    n = binary("floordiv", binary("add", cast(span, INT64), constant(step.value - 1)), step) if step.value > 1 else span
    n = lower.named("count", select(compare("lt", n, constant(0)), constant(0), cast(n, INT64)))
    t = INT64 if args[3] is None else data_type(lower, node, args[3])
    item = lambda index: cast(binary("add", start, binary("mul", index[0], step)), t)  # noqa: E731
    return Elements((n,), item, lower.now())


def _arange_of_reals(lower, node, bounds: list, dtype):
    """As NumPy's: so many elements as steps go into the range, at the distance of the first two."""
    t = functools.reduce(unify, (b.type for b in bounds))
    bounds = [cast(b, t) for b in bounds]
    start, stop, step = (constant(0.0), bounds[0], constant(1.0)) if len(bounds) == 1 else (*bounds, constant(1.0))[:3]
    if all(isinstance(b, ir.Const) for b in (start, stop, step)):
        if not step.value:
            raise refused(lower, node, bounds, "its step is not 0")
        n = constant(max(math.ceil((stop.value - start.value) / step.value), 0))
    else:
        steps = ir.Call("ceil", (cast(lower.operate(node, "div", binary("sub", stop, start), step), FLOAT64),), FLOAT64)
        n = lower.named("count", cast(steps, INT64))
        n = lower.named("count", select(compare("lt", n, constant(0)), constant(0), n))
    start = lower.named("start", cast(start, t))
    distance = lower.named("distance", binary("sub", binary("add", start, cast(step, t)), start))
    made = t if dtype is None else data_type(lower, node, dtype)
    item = lambda index: cast(binary("add", start, binary("mul", cast(index[0], t), distance)), made)  # noqa: E731
    return Elements((n,), item, lower.now())


# ---- creation ---------------------------------------------------------------------------------------------------


def _like(fill):
    def lowering(lower, node, args, keywords):
        array, *value, dtype = args
        if not is_array(array):
            raise refused(lower, node, args, "it takes an array")
        t = type_of_items(lower, node, array) if dtype is None else data_type(lower, node, dtype)
        made = new_array(lower, node, array.shape, t, fill == 0)
        if fill is not None or value:
            lower.store_part(node, made, value[0] if value else constant(fill))
        return made

    return lowering


def _eye(lower, node, args, keywords):
    n, m, dtype = args
    (n,) = numbers(lower, node, [n])
    m = n if m is None or isinstance(m, Static) and m.value is None else m
    dtype = Static(FLOAT64) if dtype is None else dtype
    return lower.inline_python(node, array_functions.eye, [n, m, dtype], {})


def _solve(lower, node, args, keywords):
    a, b = (in_memory(lower, node, x) for x in args)
    if not (is_array(a) and is_array(b) and a.ndim == 2 and b.ndim in (1, 2)):
        raise refused(lower, node, args, "it takes a matrix, and a vector or a matrix")
    function = array_functions.solve_vector if b.ndim == 1 else array_functions.solve_matrix
    return lower.inline_python(node, function, [a, b], {})


def _cross(lower, node, args, keywords):
    return lower.inline_python(node, array_functions.cross, [in_memory(lower, node, x) for x in args], {})


def _of_one_array(name: str) -> Lowering:
    function = array_functions.OF_NUMPY[name]
    one_line = name in ("cumsum", "cumprod", "diff", "ediff1d", "argsort", "sort", "flip", "nonzero")

    def lowering(lower, node, args, keywords):
        array = in_memory(lower, node, args[0])
        if not is_array(array) or one_line and array.ndim != 1:
            raise refused(lower, node, args, "in a kernel it takes one vector" if one_line else "it takes an array")
        return lower.inline_python(node, function, [array], {})

    return Lowering(lowering, Parameters.of("a"))


def _of_several(name: str) -> Lowering:
    """A function of arrays and numbers; where the number in a table may be an array, of each of its elements."""
    function, text, defaults = array_functions.OF_SEVERAL[name]
    parameters = Parameters.of(text)
    each = {"searchsorted": 1, "interp": 0, "polyval": 1, "quantile": 1, "percentile": 1, "digitize": 0}.get(name)

    def lowering(lower, node, args, keywords):
        if name == "isclose":
            tolerances = [
                constant(defaults[p]) if a is None else a for p, a in zip(("rtol", "atol"), args[2:], strict=True)
            ]
            one = lambda a, b: lower.inline_python(node, function, [a, b, *tolerances], {})  # noqa: E731
            if any(map(is_array, args[:2])):
                return elementwise(lower, node, one, args[:2])
            return one(*numbers(lower, node, args[:2]))
        if name == "trapezoid" and args[1] is not None:
            raise refused(lower, node, args, "in a kernel it takes no 'x'")
        names = [p for p in parameters.names if defaults.get(p, "") is not None]
        args = [
            lower.wrap(node, defaults[p]) if a is None else in_memory(lower, node, a)
            for p, a in zip(parameters.names, args, strict=True)
            if p in names
        ]
        if name != "linspace" and not any(map(is_array, args)) or any(is_array(a) and a.ndim != 1 for a in args):
            raise refused(lower, node, args, "in a kernel it takes vectors")
        if each is None or not is_array(args[each]):
            return lower.inline_python(node, function, args, {})

        def item(index):
            one = lower.named("x", ir.Load(args[each], index))
            return lower.inline_python(node, function, [*args[:each], one, *args[each + 1 :]], {})

        return Elements(args[each].shape, item, lower.now())

    return Lowering(lowering, parameters)


def _allclose(lower, node, args, keywords):
    close = _of_several("isclose").function(lower, node, args, {})
    return reduce(lower, node, close, "all") if is_array(close) else close


def _triangle(name: str) -> Lowering:
    def lowering(lower, node, args, keywords):
        matrix, k = args
        if not is_array(matrix) or matrix.ndim != 2:
            raise refused(lower, node, args, "it takes a matrix")
        function, k = getattr(array_functions, name), constant(0) if k is None else k
        return lower.inline_python(node, function, [in_memory(lower, node, matrix), k], {})

    return Lowering(lowering, Parameters.of("m, k?"))


def _diag(lower, node, args, keywords):
    matrix = in_memory(lower, node, args[0])
    if not is_array(matrix) or matrix.ndim > 2:
        raise refused(lower, node, args, "it takes a vector or a matrix")
    function = array_functions.diag if matrix.ndim == 1 else array_functions.diagonal
    return lower.inline_python(node, function, [matrix], {})


def _take(lower, node, args, keywords):
    array, key = args
    if not is_array(array) or array.ndim != 1:
        raise refused(lower, node, args, "in a kernel it takes from a vector")
    return lower.subscript(node, array, key)


def _norm(lower, node, args, keywords):
    array, order = args
    if not is_array(array):
        raise refused(lower, node, args, "it takes an array")
    if order is None or isinstance(order, Static) and order.value is None:
        return lower.inline_python(node, array_functions.OF_NUMPY["norm"], [in_memory(lower, node, array)], {})
    if array.ndim != 1:
        raise refused(lower, node, args, "in a kernel the order is that of a vector's norm")
    return lower.inline_python(node, array_functions.vector_norm, [in_memory(lower, node, array), order], {})


def _concatenate(lower, node, args, keywords):
    if (
        not isinstance(args[0], Tuple)
        or not args[0].items
        or not all(is_array(x) and x.ndim == 1 for x in args[0].items)
    ):
        raise refused(lower, node, args, "in a kernel it takes a tuple of vectors")
    found, *others = (in_memory(lower, node, x) for x in args[0].items)
    for x in others:
        found = lower.inline_python(node, array_functions.concatenated, [found, x], {})
    return found


def _stack(lower, node, args, keywords):
    """np.stack: arrays of one shape along a new axis, the first one or, of vectors, the second one."""
    arrays, axis = args
    parts = arrays.items if isinstance(arrays, Tuple) else ()
    if not parts or not all(is_array(x) and x.ndim == parts[0].ndim for x in parts):
        raise refused(lower, node, args, "in a kernel it takes a tuple of arrays of one shape")
    axis = 0 if axis is None else _axis(lower, node, axis, parts[0].ndim + 1)
    if axis and parts[0].ndim != 1:
        raise refused(lower, node, args, "in a kernel the new axis of matrices is the first one")
    parts = [in_memory(lower, node, x) for x in parts]
    t = parts[0].dtype
    for x in parts[1:]:
        t = unify(t, x.dtype)
    for x in parts[1:]:
        for n, m in zip(parts[0].shape, x.shape, strict=True):
            same = compare("eq", n, m)
            if isinstance(same, ir.Const) and not same.value:
                raise refused(lower, node, args, "in a kernel it takes a tuple of arrays of one shape")
            if not isinstance(same, ir.Const) and (lower.debug or lower.checks_names):  # else nobody reads the report
                lower.emit(ir.Check(lower.line, same, "ValueError", "all input arrays must have the same shape"))
    made = new_array(lower, node, (constant(len(parts)), *parts[0].shape), t)
    for i, x in enumerate(parts):
        lower.store_part(node, lower.subscript(node, made, constant(i)), x)
    return transpose(made) if axis else made


def _transpose(lower, node, args, keywords):
    if not is_array(args[0]):
        raise refused(lower, node, args, "it takes an array")
    return transpose(in_memory(lower, node, args[0]))


def _ravel(lower, node, args, keywords):
    if not is_array(args[0]):
        raise refused(lower, node, args, "it takes an array")
    return raveled(lower, node, args[0])


def raveled(lower, node, array, extents=None):
    """The elements in another shape; a copy where a view is not possible."""
    extents = [constant(-1)] if extents is None else extents
    try:
        return reshape(in_memory(lower, node, array), extents)
    except InvalidOperands:
        if not is_array(array) or not extents or not all(isinstance(n, ir.Expr) for n in extents):
            raise
    own = stored(lower, node, array)
    step = constant(own.dtype.bits // 8)
    return reshape(own, extents, ir.Array(own.base, own.dtype, own.offset, (size(own),), (step,)))


#: By NumPy's name.
OF_ARRAYS = {
    "dot": Lowering(_dot, Parameters.of("a, b")), "vdot": Lowering(_dot, Parameters.of("a, b")),
    "matmul": Lowering(lambda lower, node, args, keywords: matmul(lower, node, *args), Parameters.of("x1, x2")),
    "outer": Lowering(_outer, Parameters.of("a, b")), "where": Lowering(_where, Parameters.of("condition, x, y")),
    "clip": Lowering(_clip, Parameters.of("a, a_min?, a_max?")),
    "arange": Lowering(_arange, Parameters.of("start, stop?, step?, dtype?")),
    "eye": Lowering(_eye, Parameters.of("N, M?, dtype?")), "identity": Lowering(
        lambda lower, node, args, keywords: _eye(lower, node, [args[0], None, args[1]], {}), Parameters.of("n, dtype?")
    ),
    "solve": Lowering(_solve, Parameters.of("a, b")), "cross": Lowering(_cross, Parameters.of("a, b")),
    "transpose": Lowering(_transpose, Parameters.of("a")), "ravel": Lowering(_ravel, Parameters.of("a")),
    "count_nonzero": Lowering(_count_nonzero, Parameters.of("a")),
    "empty_like": Lowering(_like(None), Parameters.of("prototype, dtype?")),
    "zeros_like": Lowering(_like(0), Parameters.of("a, dtype?")),
    "ones_like": Lowering(_like(1), Parameters.of("a, dtype?")),
    "full_like": Lowering(_like(None), Parameters.of("a, fill_value, dtype?")),
    **{
        name: Lowering(
            lambda lower, node, args, keywords: array_of(
                lower, node, args[0], None if args[1] is None else data_type(lower, node, args[1])
            ),
            Parameters.of("object, dtype?"),
        )
        for name in ("array", "asarray", "ascontiguousarray")
    },
    "copy": Lowering(lambda lower, node, args, keywords: array_of(lower, node, args[0]), Parameters.of("a")),
    "allclose": Lowering(_allclose, Parameters.of("a, b, rtol?, atol?")), "triu": _triangle("triu"),
    "tril": _triangle("tril"), "diag": Lowering(_diag, Parameters.of("v")),
    "take": Lowering(_take, Parameters.of("a, indices")),
    "concatenate": Lowering(_concatenate, Parameters.of("arrays")),
    "stack": Lowering(_stack, Parameters.of("arrays, axis?")),
    **{name: _of_one_array(name) for name in array_functions.OF_NUMPY},
    "norm": Lowering(_norm, Parameters.of("x, ord?")),
    **{name: _of_several(name) for name in array_functions.OF_SEVERAL}, "trapz": _of_several("trapezoid"),
}  # fmt: skip


# ---- methods ----------------------------------------------------------------------------------------------------

ARRAY_METHODS = ("astype", "clip", "copy", "dot", "fill", "flatten", "item", "ptp", "take", *array_functions.METHODS)


def call_array_method(lower, node, array, name: str, args, keywords):
    """A method of ARRAY_METHODS."""
    if name == "astype":
        (dtype,) = args
        t = data_type(lower, node, dtype)
        return stored(lower, node, elementwise(lower, node, lambda x: cast(x, t), [array]))
    if name in ("copy", "flatten") and not args:
        own = stored(lower, node, array)
        return own if name == "copy" else raveled(lower, node, own)
    if name == "dot":
        return _dot(lower, node, [array, *args], {})
    if name == "item" and not args:
        return item_at(lower, node, array, tuple(constant(0) for _ in array.shape))
    if name == "clip":
        given = Parameters.of("min?, max?").bound(lower, node, name, args, keywords)
        return _clip(lower, node, [array, *given], {})
    if name == "take":
        return _take(lower, node, [array, *args], {})
    if name == "fill":
        return lower.inline_python(node, array_functions.fill, [array, *args], {})
    function = array_functions.METHODS.get(name) or array_functions.OF_NUMPY[name]
    return lower.inline_python(node, function, [in_memory(lower, node, array), *args], keywords)


# ---- masks and arrays of indices --------------------------------------------------------------------------------


def kind_of_key(lower, node, key) -> str:
    """ "mask" or "index" for an array as an index, else ""."""
    if not is_array(key):
        return ""
    t = type_of_items(lower, node, key)
    return "mask" if t is BOOL else "index" if t.is_integer else ""


def _checked_mask(lower, node, array, key):
    if array.ndim != key.ndim or array.ndim != 1:
        raise lower.error(
            TypingError, "in a kernel a mask selects from one dimension", node, f"{describe(array)}, {describe(key)}"
        )
    return in_memory(lower, node, key)


def selected(lower, node, array, key, kind: str):
    """array[key] for a mask or an array of indices."""
    array = in_memory(lower, node, array)
    if kind == "mask":
        mask = _checked_mask(lower, node, array, key)
        return lower.inline_python(node, array_functions.compress, [array, mask], {})

    def item(index):
        at = wrapped_index(as_index(item_at(lower, node, key, index[: key.ndim])), array.shape[0])
        return ir.Load(array, (at, *index[key.ndim :]))

    return Elements((*key.shape, *array.shape[1:]), item, lower.now())


def assign_elements(lower, node, array, key, value, kind: str) -> None:
    """array[key] = value for a mask or an array of indices."""
    if kind == "mask":
        key = _checked_mask(lower, node, array, key)
    elif key.ndim != 1 or array.ndim != 1:
        raise lower.error(
            TypingError, "in a kernel an array of indices assigns to one dimension", node, describe(array)
        )
    key, value = in_memory(lower, node, key), in_memory(lower, node, value)
    lower.inline_python(node, array_functions.ASSIGNMENTS[kind, is_array(value)], [array, key, value], {})
    lower.n_stores += 1
