"""The plan of `einsum`: which products and sums over operands of one dtype, each letter once in an operand, no '...',
no broadcasting.

It depends on subscripts and shapes only and is cached by them. Most calls are of this form; `einsum` brings others into
it.
"""

from __future__ import annotations

import functools
import math

import dpctl.tensor as dpt
from opendpex import _core
from opendpex._core import ndarray
from opendpex._fuse import fuse

from .._arrays import back, nested_axes
from .einsum_path import pairs_in_order

__all__ = []


def einsum_planned(subscripts, arrays, is_laid_out: bool):
    """The result, or None where the operands are not of this form; of several operands laid out as in NumPy where
    `is_laid_out`."""
    if len(arrays) == 2:
        x, y = arrays
        if type(x) is not ndarray or type(y) is not ndarray or x.dtype != y.dtype:
            return None
        plan, axes = _plan_in_rows(subscripts, x.shape, y.shape)
        if plan is None:
            return None
        result = plan(x, y)
        if result.ndim < 2 or not is_laid_out:
            return result
        is_in_rows = x.flags.c_contiguous and y.flags.c_contiguous  # the usual case
        return _nested(result, axes) if is_in_rows else laid_out(result, subscripts, arrays)
    if len(arrays) > 2:
        result = _of_many(subscripts, arrays)
        is_done = result is None or result.ndim < 2 or not is_laid_out
        return result if is_done else laid_out(result, subscripts, arrays)
    if len(arrays) != 1 or type(arrays[0]) is not ndarray:
        return None
    x = arrays[0]
    plan = _plan_of_one(subscripts, x.ndim)
    if plan is None and x.ndim == 2 and x.shape[0] == x.shape[1] and subscripts in ("ii", "ii->", "ii->i"):
        diagonal = _core.linalg_diagonal(x, 0)
        return diagonal if subscripts == "ii->i" else _add_up(diagonal, None)
    if plan is None:
        return None
    result = plan(x)
    return result if result.ndim in (x.ndim, 0, 1) else laid_out(result, subscripts, arrays)


def _add_up(x, axis):
    return _core.any(x, axis=axis) if x.dtype.kind == "b" else _core.sum(x, axis=axis, dtype=x.dtype)


def _terms(subscripts: str, n: int):
    """The letters of the operands and of the output, or None where they are not of this form."""
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != n or not all(letter.isalpha() and letter.isascii() for letter in "".join(terms) + output):
        return None
    if any(len(set(term)) != len(term) for term in (*terms, output)):
        return None
    known = "".join(terms)
    if not arrow:
        output = "".join(sorted(letter for letter in known if known.count(letter) == 1))
    return (terms, output) if set(output) <= set(known) else None


def _moved(labels: str, wanted: str):
    """The permutation of axes from `labels` to `wanted`, None if it is the identity."""
    return None if labels == wanted else tuple(labels.index(letter) for letter in wanted)


@functools.lru_cache(maxsize=512)
def _plan_of_one(subscripts: str, ndim: int):
    found = _terms(subscripts, 1)
    if found is None or len(found[0][0]) != ndim:
        return None
    (labels,), output = found
    gone = tuple(i for i, letter in enumerate(labels) if letter not in output)
    order = _moved("".join(letter for letter in labels if letter in output), output)

    def run(x):
        if gone:
            x = _add_up(x, gone)
        return _core.permute_dims(x, order) if order else x if gone else x[...]

    return run


@functools.lru_cache(maxsize=512)
def _plan_of_two(subscripts: str, of_x: tuple, of_y: tuple):
    found = _terms(subscripts, 2)
    if found is None or (len(found[0][0]), len(found[0][1])) != (len(of_x), len(of_y)):
        return None
    (first, second), output = found
    extents = dict(zip(first, of_x, strict=True))
    if any(extents.setdefault(letter, extent) != extent for letter, extent in zip(second, of_y, strict=True)):
        return None
    both = [letter for letter in first if letter in second]
    gone = "".join(letter for letter in both if letter not in output)
    batch = "".join(letter for letter in both if letter in output)
    mine = "".join(letter for letter in first if letter not in second)
    other = "".join(letter for letter in second if letter not in first)
    if not set(mine + other) <= set(output):
        return None
    plan = (
        _product(first, second, batch, mine, other)
        if not gone
        else _contraction(first, second, (batch, mine, other, gone), extents)
    )
    order = _moved(batch + mine + other, output)
    return plan if order is None else lambda x, y: _core.permute_dims(plan(x, y), order)


def _of_many(subscripts, arrays):
    shapes, dtype = [], arrays[0].dtype if isinstance(arrays[0], ndarray) else None
    for x in arrays:
        if type(x) is not ndarray or x.dtype != dtype:
            return None
        shapes.append(x.shape)
    run = _plan_for_many(subscripts, tuple(shapes), dtype.char in "fdFD")
    return None if run is None else run(*arrays)


@functools.lru_cache(maxsize=512)
def _plan_for_many(subscripts: str, shapes: tuple, is_inexact: bool):
    """A function of the operands, or None."""
    alone = _product_alone(subscripts, len(shapes)) if is_inexact else None
    if alone is not None and shapes.count(shapes[0]) == len(shapes) and len(shapes[0]) == alone[0]:
        return _product_of_all if alone[1] else _sum_of_products
    steps = _plan_of_many(subscripts, shapes)
    return None if steps is None else lambda *arrays: _run(steps, arrays)


def _run(steps, arrays):
    arrays = list(arrays)
    for run, i, *others in steps:
        if not others:
            arrays[i] = run(arrays[i])
            continue
        (j,) = others
        arrays.append(run(arrays[i], arrays[j]))
        del arrays[j], arrays[i]
    return arrays[0]


def contracted(subscripts: str, arrays, pairs=None):
    """The result for operands of the form above, in the order of a path from `einsum_path` if `pairs` has it."""
    return _run(_plan_of_many(subscripts, tuple([x.shape for x in arrays]), tuple(pairs) if pairs else None), arrays)


@functools.lru_cache(maxsize=512)
def _product_alone(subscripts: str, n: int):
    """(number of dimensions, whether nothing is summed) if all operands have the same letters and the output has these
    or none; else None."""
    found = _terms(subscripts, n)
    if found is None or len(set(found[0])) != 1 or found[1] not in ("", found[0][0]):
        return None
    return len(found[0][0]), bool(found[1])


@fuse
def _product_of_all(*arrays):
    return math.prod(arrays[1:], start=arrays[0])


@fuse
def _sum_of_products(*arrays):
    return dpt.sum(math.prod(arrays[1:], start=arrays[0]))


@functools.lru_cache(maxsize=512)
def _plan_of_many(subscripts: str, shapes: tuple, pairs=None):
    """Steps: (function, i) replaces an operand; (function, i, j) with i < j removes two from the list and appends the
    result."""
    found = _terms(subscripts, len(shapes))
    if found is None or any(len(term) != len(shape) for term, shape in zip(found[0], shapes, strict=True)):
        return None
    terms, output = list(found[0]), found[1]
    extents: dict = {}
    for term, shape in zip(terms, shapes, strict=True):
        if any(extents.setdefault(letter, extent) != extent for letter, extent in zip(term, shape, strict=True)):
            return None
    steps = []

    def keep(i, letters):
        """Sum an operand over its other letters."""
        kept = "".join(letter for letter in terms[i] if letter in letters)
        steps.append((_plan_of_one(f"{terms[i]}->{kept}", len(terms[i])), i))
        terms[i] = kept

    if len(terms) == 1:
        return [(_plan_of_one(subscripts, len(terms[0])), 0)]
    for i in range(len(terms)):
        others = set(output).union(*terms[:i], *terms[i + 1 :])
        if not others.issuperset(terms[i]):
            keep(i, others)
    for i, j in pairs or pairs_in_order(terms, output, extents):
        kept = set(output).union(*(term for k, term in enumerate(terms) if k not in (i, j)))
        first, second = terms[i], terms[j]
        combined = "".join(dict.fromkeys(letter for letter in first + second if letter in kept))
        terms = [term for k, term in enumerate(terms) if k not in (i, j)] + [combined]
        shape_of = (tuple(extents[letter] for letter in term) for term in (first, second))
        steps.append((_plan_of_two(f"{first},{second}->{combined if len(terms) > 1 else output}", *shape_of), i, j))
    return None if any(step[0] is None for step in steps) else steps


# ---- layout of the result -------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=512)
def _axes_of_output(subscripts, shapes: tuple, strides: tuple):
    """The output's axes from the outermost to the innermost, of NumPy's iteration over all letters, those of the output
    first; () for a view of the operand, None for C order."""
    terms, output = _terms(subscripts, len(shapes)) if isinstance(subscripts, str) else subscripts
    if len(terms) == 1 and set(terms[0]) <= set(output):
        return ()
    labels = [*output, *sorted(set().union(*terms).difference(output), key=str)]
    steps = []
    for term, shape, own in zip(terms, shapes, strides, strict=True):
        found = dict.fromkeys(labels, 0)
        for label, extent, step in zip(term, shape, own, strict=True):
            found[label] += step if extent != 1 else 0
        steps.append(list(found.values()))
    axes = nested_axes(steps, len(labels))
    axes = None if axes is None else tuple([axis for axis in axes if axis < len(output)])
    return None if axes == tuple(range(len(output))) else axes


def _nested(result, axes):
    """The result with its axes nested so in memory: a copy where they are not."""
    if axes is None:
        return result if result.flags.c_contiguous else result.copy(order="C")
    nested = result.transpose(axes)
    return result if nested.flags.c_contiguous else nested.copy(order="C").transpose(back(axes))


def laid_out(result, subscripts, arrays):
    """The result as NumPy's iteration lays it out: copied where the contraction gave another order. `subscripts`: text
    of the form above, or the labels of the operands and of the output."""
    axes = _axes_of_output(subscripts, tuple([x.shape for x in arrays]), tuple([x.strides for x in arrays]))
    return result if axes == () else _nested(result, axes)


@functools.lru_cache(maxsize=512)
def _plan_in_rows(subscripts: str, *shapes):
    """`_plan_of_two`, and how NumPy lays out the result of operands in rows."""
    plan = _plan_of_two(subscripts, *shapes)
    if plan is None:
        return None, None
    rows = tuple([tuple([math.prod(shape[i + 1 :]) for i in range(len(shape))]) for shape in shapes])
    return plan, _axes_of_output(subscripts, shapes, rows)


# ---- products -----------------------------------------------------------------------------------------------------


def _shaped(x, order, shape):
    x = x if order is None else _core.permute_dims(x, order)
    return x if shape is None else x.reshape(shape)


def _product(first, second, batch, mine, other):
    """Outer product of the axes `mine` and `other`, element by element along `batch`."""
    order_x, order_y = _moved(first, batch + mine), _moved(second, batch + other)

    def run(x, y):
        x, y = _shaped(x, order_x, None), _shaped(y, order_y, None)
        if other and mine:
            at = len(batch)
            y = y.reshape(y.shape[:at] + (1,) * len(mine) + y.shape[at:])
        return x.reshape(x.shape + (1,) * len(other)) * y if other else x * y.reshape(y.shape + (1,) * len(mine))

    return run


def _contraction(first, second, parts, extents):
    """One batched matrix product; if neither operand has axes of its own, inner products."""
    batch, mine, other, gone = parts

    def count(letters):
        return math.prod(extents[letter] for letter in letters)

    result = tuple(extents[letter] for letter in batch + mine + other)
    lines = (*(extents[letter] for letter in batch), count(gone))
    order_x, order_y = _moved(first, batch + mine + gone), _moved(second, batch + gone + other)
    if len(gone) == 1 and not mine and not other:
        lines = None  # as they are
    stack = (count(batch),) if batch else ()
    shape_x, shape_y = (*stack, count(mine), count(gone)), (*stack, count(gone), count(other))
    # Two matrices, or one and a vector; of a matrix that is a line as well the sum would have other last bits.
    is_plain = not batch and len(gone) == 1 and len(mine) < 2 and len(other) < 2
    is_plain = is_plain and (len(mine + other) == 2 or count(mine + other) > 1)
    if is_plain and order_x is None and order_y is None:
        return lambda x, y: _core.matmul(x, y, order="C")

    def multiply(x, y):
        if not mine and not other and x.dtype.kind in "iuf":
            return _core.vecdot(_shaped(x, order_x, lines), _shaped(y, order_y, lines))
        if is_plain:
            return _core.matmul(_shaped(x, order_x, None), _shaped(y, order_y, None), order="C")
        return _core.matmul(_shaped(x, order_x, shape_x), _shaped(y, order_y, shape_y), order="C").reshape(result)

    return multiply
