"""NumPy's functions that put arrays together, in kernels: `vstack`, `hstack`, `column_stack`, `tile`, `pad`, `kron` of
matrices. The functions of arrays are written in the kernel language and inlined, as those of array_functions.py."""

# ruff: noqa: B007 (compiled as kernels)

from __future__ import annotations

import numpy as np

from . import array_functions, ir
from .array_calls import OF_ARRAYS, in_memory
from .elements import is_array
from .errors import TypingError
from .lowerings import Lowering, Parameters, numbers, refused
from .operators import binary, compare, constant, select
from .values import Slice, Static, Tuple

__all__ = ["OF_ASSEMBLED"]


# ---- in the kernel language -----------------------------------------------------------------------------------------


def _row(x):
    """A vector as a matrix of one row."""
    return x.reshape(1, x.size)


def _column(x):
    """A vector as a matrix of one column."""
    found = np.empty((x.size, 1), x.dtype)
    found[:, 0] = x
    return found


def _rows_of_both(a, b):
    """The rows of one matrix, then those of another with as many columns."""
    found = np.empty((a.shape[0] + b.shape[0], a.shape[1]), (a[0, 0] + b[0, 0]).dtype)
    found[: a.shape[0], :] = a
    found[a.shape[0] :, :] = b
    return found


def _columns_of_both(a, b):
    """The columns of one matrix, then those of another with as many rows."""
    found = np.empty((a.shape[0], a.shape[1] + b.shape[1]), (a[0, 0] + b[0, 0]).dtype)
    found[:, : a.shape[1]] = a
    found[:, a.shape[1] :] = b
    return found


def _repeated(x, n):
    """The elements of a vector n times."""
    found = np.empty(x.size * n, x.dtype)
    for k in range(n):
        for i in range(x.size):
            found[k * x.size + i] = x[i]
    return found


def _repeated_matrix(x, n, m):
    """A matrix n times below and m times beside itself."""
    rows, columns = x.shape
    found = np.empty((rows * n, columns * m), x.dtype)
    for i in range(rows * n):
        for j in range(columns * m):
            found[i, j] = x[i % rows, j % columns]
    return found


def _padded(x, before, after, value):
    """A vector with a number before and behind it."""
    found = np.empty(x.size + before + after, x.dtype)
    for i in range(found.size):
        found[i] = value
    for i in range(x.size):
        found[before + i] = x[i]
    return found


def _kron_of_matrices(a, b):
    """The Kronecker product of two matrices."""
    found = np.empty((a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]), (a[0, 0] * b[0, 0]).dtype)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(b.shape[0]):
                for m in range(b.shape[1]):
                    found[i * b.shape[0] + k, j * b.shape[1] + m] = a[i, j] * b[k, m]
    return found


# ---- their calls ----------------------------------------------------------------------------------------------------


def _parts(lower, node, args) -> list:
    """The arrays of a tuple, in memory."""
    items = args[0].items if isinstance(args[0], Tuple) else ()
    if not items or not all(is_array(x) and x.ndim <= 2 for x in items):
        raise refused(lower, node, args, "in a kernel it takes a tuple of vectors and matrices")
    return [in_memory(lower, node, x) for x in items]


def _chained(lower, node, function, parts):
    found, *others = parts
    for x in others:
        found = lower.inline_python(node, function, [found, x], {})
    return found


def _vstack(lower, node, args, keywords):
    parts = _parts(lower, node, args)
    rows = [lower.inline_python(node, _row, [x], {}) if x.ndim == 1 else x for x in parts]
    return _chained(lower, node, _rows_of_both, rows)


def _hstack(lower, node, args, keywords):
    parts = _parts(lower, node, args)
    if len({x.ndim for x in parts}) > 1:
        raise refused(lower, node, args, "all are vectors, or all are matrices")
    function = array_functions.concatenated if parts[0].ndim == 1 else _columns_of_both
    return _chained(lower, node, function, parts)


def _column_stack(lower, node, args, keywords):
    parts = _parts(lower, node, args)
    columns = [lower.inline_python(node, _column, [x], {}) if x.ndim == 1 else x for x in parts]
    return _chained(lower, node, _columns_of_both, columns)


def _tile(lower, node, args, keywords):
    array, times = args
    array = in_memory(lower, node, array)
    counts = list(times.items) if isinstance(times, Tuple) else [times]
    if not is_array(array) or array.ndim > 2 or not 1 <= len(counts) <= 2:
        raise refused(lower, node, args, "in a kernel it takes a vector or a matrix, and one or two numbers")
    if array.ndim == len(counts) == 1:
        return lower.inline_python(node, _repeated, [array, *counts], {})
    matrix = lower.inline_python(node, _row, [array], {}) if array.ndim == 1 else array
    counts = [constant(1)] * (2 - len(counts)) + counts
    return lower.inline_python(node, _repeated_matrix, [matrix, *counts], {})


def _pad(lower, node, args, keywords):
    array, width, mode, value = args
    array = in_memory(lower, node, array)
    is_constant = mode is None or isinstance(mode, Static) and mode.value == "constant"
    if not is_array(array) or array.ndim != 1 or not is_constant:
        raise refused(lower, node, args, "in a kernel it pads a vector by a constant")
    widths = list(width.items) if isinstance(width, Tuple) else [width, width]
    if len(widths) != 2 or any(isinstance(n, Tuple) for n in widths):
        raise refused(lower, node, args, "the width is a number or two")
    return lower.inline_python(node, _padded, [array, *widths, constant(0) if value is None else value], {})


def _kron(lower, node, args, keywords):
    a, b = args
    if not (is_array(a) and is_array(b)):
        raise refused(lower, node, args, "in a kernel it takes vectors or matrices")
    if a.ndim == b.ndim == 1:
        return OF_ARRAYS["kron"].function(lower, node, args, keywords)
    if max(a.ndim, b.ndim) > 2:
        raise refused(lower, node, args, "in a kernel it takes vectors or matrices")
    a, b = (in_memory(lower, node, x) for x in args)
    a, b = (lower.inline_python(node, _row, [x], {}) if x.ndim == 1 else x for x in (a, b))
    return lower.inline_python(node, _kron_of_matrices, [a, b], {})


def _split(is_uneven: bool) -> Lowering:
    """np.split, or np.array_split: views of parts along the first dimension, in a tuple."""

    def lowering(lower, node, args, keywords):
        array, sections, axis = args
        if not is_array(array) or axis is not None and lower.literal(node, axis) != 0:
            raise refused(lower, node, args, "in a kernel it takes an array, and splits its first dimension")
        array = in_memory(lower, node, array)
        n = array.shape[0]
        if isinstance(sections, Tuple):
            bounds = numbers(lower, node, sections.items)
        else:
            bounds = _section_bounds(lower, node, n, sections, is_uneven)
        none = Static(None)
        pairs = zip([none, *bounds], [*bounds, none], strict=True)
        return Tuple(tuple(lower.subscript(node, array, Slice(a, b, none)) for a, b in pairs))

    return Lowering(lowering, Parameters.of("ary, indices_or_sections, axis?"))


def _section_bounds(lower, node, n: ir.Expr, sections, is_uneven: bool) -> list:
    """The indices between equal parts; of uneven ones, the first have one element more."""
    count = lower.literal(node, sections)
    if not isinstance(count, int) or not 0 < count <= _MOST_SECTIONS:
        hint = "parts of a number that is known at run time are slices, in a loop"
        message = f"the number of sections is a constant of 1 to {_MOST_SECTIONS}"
        raise lower.error(TypingError, message, node, f"{count!r}", hint)
    whole = lower.named("part", binary("floordiv", n, constant(count)))
    rest = lower.named("rest", binary("mod", n, constant(count)))
    if is_uneven:
        more = lambda k: select(compare("lt", constant(k), rest), constant(k), rest)  # noqa: E731
        return [binary("add", binary("mul", whole, constant(k)), more(k)) for k in range(1, count)]
    message = "array split does not result in an equal division"
    if isinstance(rest, ir.Const) and rest.value:
        raise lower.error(TypingError, message, node)
    if not isinstance(rest, ir.Const) and (lower.debug or lower.checks_names):
        lower.emit(ir.Check(lower.line, compare("eq", rest, constant(0)), "ValueError", message))
    return [binary("mul", whole, constant(k)) for k in range(1, count)]


_MOST_SECTIONS = 64


def _split_otherwise(lower, node, args, keywords):
    hint = "np.split of a transposed array, or slices"
    raise lower.error(TypingError, "this function is not available in a kernel", node, hint=hint)


#: By NumPy's name.
OF_ASSEMBLED = {
    "vstack": Lowering(_vstack, Parameters.of("tup")), "row_stack": Lowering(_vstack, Parameters.of("tup")),
    "hstack": Lowering(_hstack, Parameters.of("tup")), "column_stack": Lowering(_column_stack, Parameters.of("tup")),
    "tile": Lowering(_tile, Parameters.of("A, reps")), "kron": Lowering(_kron, Parameters.of("a, b")),
    "pad": Lowering(_pad, Parameters.of("array, pad_width, mode?, constant_values?")),
    "split": _split(False), "array_split": _split(True),
    **{name: Lowering(_split_otherwise, None) for name in ("hsplit", "vsplit", "dsplit")},
}  # fmt: skip
