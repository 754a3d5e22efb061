"""Einstein summation, as pairwise contractions.

Most calls have the form that the plan takes (`einsum_plan`). Others are brought into it: operands are converted to one
dtype, a label repeated in one operand gives a diagonal view, axes of extent 1 that broadcast are dropped, and the
labels become letters. A label that no other operand and not the output has is summed at once. Then the pair of operands
with the smallest product is contracted, by one batched matrix product.
"""

from __future__ import annotations

import math
import string

import numpy

from opendpex import _core
from opendpex._messages import as_dtype, as_int, as_items, named

from .._arrays import KEEP, as_operands, check_casting, store
from .._creation.arrays import asfortranarray
from .einsum_path import pairs_in_order
from .einsum_plan import contracted, einsum_planned, laid_out

__all__ = ["einsum", "einsum_path"]


_N_LETTERS = 52  # of both cases; lists of numbers have no more


def _letters(term: str) -> list:
    """The labels of one operand; Ellipsis for '...'."""
    head, dots, tail = term.partition("...")
    labels = [*head, *([Ellipsis] if dots else []), *tail]
    for label in labels:
        if label is not Ellipsis and not (label.isalpha() and label.isascii()):
            raise ValueError(named(f"{label!r} is not a subscript; letters are"))
    return labels


def _parse_text(subscripts: str, n: int):
    subscripts = subscripts.replace(" ", "")
    inputs, arrow, output = subscripts.partition("->")
    terms = inputs.split(",")
    if len(terms) != n:
        raise ValueError(named(f"{len(terms)} terms for {n} operands"))
    return [_letters(term) for term in terms], _letters(output) if arrow else None


def _parse_lists(operands):
    """einsum(array, [0, 1], array, [1, 2], [0, 2]), with numbers for letters."""
    operands = list(operands)
    output = operands.pop() if len(operands) % 2 else None
    arrays, terms = operands[::2], operands[1::2]

    def label(x):
        if isinstance(x, bool):
            raise TypeError(named("a subscript is an int or an ellipsis, not a bool"))
        number = as_int(x, "a subscript")
        if not 0 <= number < _N_LETTERS:
            raise ValueError(named(f"subscript {number} is not in the range from 0 to {_N_LETTERS - 1}"))
        return number

    def labels(term):
        term = as_items(term, "subscripts", "a list of ints")
        if sum(x is Ellipsis for x in term) > 1:
            raise ValueError(named("more than one ellipsis in a list of subscripts"))
        return [x if x is Ellipsis else label(x) for x in term]

    return arrays, [labels(term) for term in terms], None if output is None else labels(output)


def _spread(labels, n_dims: int, n_dots: list):
    """The labels with Ellipsis replaced by numbers of broadcast axes, the last one -1."""
    if Ellipsis not in labels:
        if len(labels) != n_dims:
            raise ValueError(named(f"{len(labels)} subscripts for an operand of {n_dims} dimensions"))
        return list(labels)
    n = n_dims - (len(labels) - 1)
    if n < 0:
        raise ValueError(named(f"{len(labels) - 1} subscripts for an operand of {n_dims} dimensions"))
    n_dots.append(n)
    at = labels.index(Ellipsis)
    return labels[:at] + [("...", i - n) for i in range(n)] + labels[at + 1 :]


def _sorted(labels):
    return sorted(labels, key=lambda x: (0, x) if isinstance(x, str) else (1, x))


def _resolve(operands):
    """Arrays, their labels and those of the output."""
    if operands and isinstance(operands[0], str):
        arrays = as_operands(operands[1:])
        terms, output = _parse_text(operands[0], len(arrays))
    else:
        if len(operands) < 2:
            raise ValueError(named("an operand and its subscripts are needed at least"))
        arrays, terms, output = _parse_lists(operands)
        arrays = as_operands(arrays)
    if not arrays:
        raise ValueError(named("there is no operand"))
    n_dots: list = []
    terms = [_spread(labels, x.ndim, n_dots) for labels, x in zip(terms, arrays, strict=True)]
    dots = [("...", i - max(n_dots, default=0)) for i in range(max(n_dots, default=0))]
    known = [label for labels in terms for label in labels]
    if output is None:
        letters = [x for x in known if not isinstance(x, tuple)]
        output = dots + _sorted({x for x in letters if letters.count(x) == 1})
    else:
        if Ellipsis in output:
            at = output.index(Ellipsis)
            output = output[:at] + dots + output[at + 1 :]
        elif dots:
            raise ValueError(named("an operand has '...', and the output has not"))
        if len(set(output)) != len(output):
            raise ValueError(named("a subscript comes twice in the output"))
        for label in output:
            if label not in known and label not in dots:
                raise ValueError(named(f"the output's subscript {label!r} is in no operand"))
    return arrays, terms, output


def _extents(arrays, terms) -> dict:
    extents: dict = {}
    for x, labels in zip(arrays, terms, strict=True):
        # an extent of 1 does not broadcast against another in a diagonal
        if len(set(zip(labels, x.shape, strict=True))) != len(set(labels)):
            raise ValueError(
                named(f"a subscript that comes twice in one operand stands for different extents of {x.shape}")
            )
        for label, extent in zip(labels, x.shape, strict=True):
            if extents.setdefault(label, extent) != extent:
                if 1 not in (extents[label], extent):
                    raise ValueError(named(f"the subscript {label!r} has extents {extents[label]} and {extent}"))
                extents[label] = max(extents[label], extent) if extent and extents[label] else 0
    return extents


def _diagonals(x, labels):
    """The operand with each label once: a view."""
    labels = list(labels)
    while len(set(labels)) != len(labels):
        label = next(x for x in labels if labels.count(x) > 1)
        first = labels.index(label)
        second = labels.index(label, first + 1)
        x = _core.linalg_diagonal(_core.moveaxis(x, (first, second), (-2, -1)), 0)
        labels = [y for i, y in enumerate(labels) if i not in (first, second)] + [label]
    return x, labels


def _drop_broadcast(x, labels, extents):
    """Remove axes of extent 1 whose label has a larger extent in another operand."""
    narrow = {i for i, (label, extent) in enumerate(zip(labels, x.shape, strict=True)) if extent != extents[label]}
    shape = tuple(extent for i, extent in enumerate(x.shape) if i not in narrow)
    return (x.reshape(shape) if narrow else x), [label for i, label in enumerate(labels) if i not in narrow]


def _evaluate(arrays, terms, output, pairs=None):
    extents = _extents(arrays, terms)
    operands = [_drop_broadcast(*_diagonals(x, labels), extents) for x, labels in zip(arrays, terms, strict=True)]
    known = dict.fromkeys(label for _, labels in operands for label in labels)
    if len(known) > _N_LETTERS:
        raise ValueError(named(f"{len(known)} subscripts and broadcast axes, {_N_LETTERS} are possible"))
    letters = dict(zip(known, string.ascii_letters, strict=False))
    inputs = ",".join("".join(letters[label] for label in labels) for _, labels in operands)
    return contracted(f"{inputs}->{''.join(letters[label] for label in output)}", [x for x, _ in operands], pairs)


def einsum(*operands, out=None, dtype=None, order="K", casting="safe", optimize=False):
    """Einstein summation of arrays.

    Parameters
    ----------
    *operands : str and arrays, or arrays and lists
        ``einsum('ij,jk->ik', a, b)``: subscripts, one letter for each axis, '...' for axes that broadcast, then the
        arrays. Or ``einsum(a, [0, 1], b, [1, 2], [0, 2])``.
    out : dpnp.ndarray, optional
        Where to write the result.
    dtype : data type, optional
        Data type of the computation.
    order : {'C', 'F', 'A', 'K'}, optional
        Layout of the result.
    casting : str, optional
        The casting rule.
    optimize : bool, str or list, optional
        The order of contractions is always optimized; a list from `einsum_path` prescribes it.

    Returns
    -------
    dpnp.ndarray
        A view where the axes of one operand are only permuted or taken as diagonals.

    Raises
    ------
    ValueError
        If subscripts do not fit the operands, or `order` is unknown.
    TypeError
        If `casting` forbids a conversion.
    RuntimeError
        If a path does not end with one operand.
    KeyError
        If `optimize` is an unknown str.

    Examples
    --------
    >>> np.einsum("ij,j->i", np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    array([3, 7])
    """
    if optimize is not False and optimize is not True:
        _check_optimize(optimize)
    check_casting(casting)
    order = order if order is KEEP else _core.order_letter(order)
    is_plain = dtype is None and out is None and order == "K" and not isinstance(optimize, (list, tuple))
    is_plain = is_plain and casting not in ("no", "equiv")
    if is_plain and operands and isinstance(operands[0], str):
        result = einsum_planned(operands[0], operands[1:], not optimize)
        if result is not None:
            return result
    arrays, terms, output = _resolve(operands)
    if order == "A":
        order = "F" if all(x.flags.f_contiguous for x in arrays) else "C"
    target = as_dtype(dtype) if dtype is not None else numpy.result_type(*(x.dtype for x in arrays))
    if out is None and len(arrays) == 1 and set(terms[0]) <= set(output):
        target = arrays[0].dtype  # a view, as in NumPy: nothing is computed
    for x in arrays:
        if not numpy.can_cast(x.dtype, target, casting):
            raise TypeError(named(f"an operand of {x.dtype} cannot be cast to {target} by the rule {casting!r}"))
    arrays = [x.astype(target, copy=False) for x in arrays]
    result = _evaluate(arrays, terms, output, _given_path(optimize, len(arrays)))
    if order == "C" and not result.flags.c_contiguous:
        result = result.copy(order="C")
    elif order == "F" and not result.flags.f_contiguous:
        result = asfortranarray(result)
    elif order == "K" and out is None and (not optimize or len(arrays) == 1):
        result = laid_out(result, (tuple(map(tuple, terms)), tuple(output)), arrays)
    return store(result, out, casting)


def _check_optimize(optimize) -> None:
    if optimize is None or isinstance(optimize, bool):
        return
    if isinstance(optimize, (list, tuple)) and optimize and isinstance(optimize[0], str):
        if optimize[0] == "einsum_path":
            return
        if len(optimize) == 2 and isinstance(optimize[1], (int, float)):  # with a limit for intermediate results
            optimize = optimize[0]
    if not isinstance(optimize, str):
        raise TypeError(
            named(f"optimize must be a bool, a str or a path of einsum_path, not {type(optimize).__name__}")
        )
    if optimize not in ("greedy", "optimal"):
        raise KeyError(named(f"{optimize!r} is not a strategy; 'greedy' and 'optimal' are"))


def _given_path(optimize, n: int):
    """The pairs of a path from `einsum_path`; None: the order is chosen here."""
    if not isinstance(optimize, (list, tuple)) or not optimize or optimize[0] != "einsum_path":
        return None
    steps = []
    for step in optimize[1:]:
        positions = sorted(step)
        if len(positions) == 1 and n > 1 or max(positions, default=n) >= n:
            raise ValueError(named(f"{step} names no operands"))
        while len(positions) > 1:  # more than two operands: contract the first two, append the product, repeat
            i, j = positions[:2]
            steps.append((i, j))
            positions = [k - (k > i) - (k > j) for k in positions[2:]] + [n - 2]
            n -= 1
    if n != 1:
        raise RuntimeError(f"einsum: the path ends with {n} operands, not with one")
    return steps


def einsum_path(*operands, optimize="greedy"):
    """The order in which `einsum` contracts its operands; computed on the host from the shapes.

    Parameters
    ----------
    *operands : str and arrays, or arrays and lists
        As in `einsum`.
    optimize : bool, str or list, optional
        False: one contraction of all operands. A list: that path.

    Returns
    -------
    path : list
        'einsum_path', then tuples of positions in the list of remaining operands; each result is appended to it.
    description : str
        Cost of the contractions.

    Raises
    ------
    ValueError, RuntimeError, KeyError, TypeError
        As in `einsum`.
    """
    _check_optimize(optimize)
    arrays, terms, output = _resolve(operands)
    extents = _extents(arrays, terms)
    if optimize is False or len(arrays) < 3:
        steps = [tuple(range(len(arrays)))]
    else:
        steps = _given_path(optimize, len(arrays)) or pairs_in_order(
            [list(dict.fromkeys(x)) for x in terms], output, extents
        )
    known = set(output).union(*terms)
    naive = len(arrays) * math.prod(extents.get(x, 1) for x in known)
    left = [set(labels) for labels in terms]
    cost = 0
    for step in steps:
        here = set().union(*(left[i] for i in step))
        left = [labels for i, labels in enumerate(left) if i not in step]
        cost += len(step) * math.prod(extents[x] for x in here)
        left.append(here & set(output).union(*left))
    costs = (("Naive FLOP count", naive), ("Optimized FLOP count", cost), ("Theoretical speedup", naive / max(cost, 1)))
    text = "\n".join(f"  {name}:  {value:.3e}" for name, value in costs)
    return ["einsum_path", *steps], text
