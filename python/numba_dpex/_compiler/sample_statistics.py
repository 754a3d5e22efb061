"""NumPy's statistics of samples in kernels: `cov`, `corrcoef`, `histogram`, and what orders a part of a sample or
differentiates one. The functions of arrays are written in the kernel language and inlined, as those of
array_functions.py."""

# ruff: noqa: B007 (compiled as kernels)

from __future__ import annotations

import math

import numpy as np

from . import array_functions, ir
from .array_calls import in_memory
from .elements import is_array
from .lowerings import Lowering, Parameters, numbers, refused
from .operators import constant
from .values import Static, Tuple

__all__ = ["OF_SAMPLES"]


# ---- in the kernel language -----------------------------------------------------------------------------------------


def _covariances(x, ddof):
    """The covariances of the rows."""
    n, m = x.shape
    means, found = np.empty(n), np.empty((n, n))
    for i in range(n):
        total = 0.0
        for k in range(m):
            total += x[i, k]
        means[i] = total / m
    for i in range(n):
        for j in range(i + 1):
            total = 0.0
            for k in range(m):
                total += (x[i, k] - means[i]) * (x[j, k] - means[j])
            found[i, j] = total / (m - ddof)
            found[j, i] = found[i, j]
    return found


def _correlations(x):
    """The correlation coefficients of the rows, held to -1 ... 1."""
    found = _covariances(x, 0)
    deviations = np.empty(x.shape[0])
    for i in range(x.shape[0]):
        deviations[i] = math.sqrt(found[i, i])
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            r = found[i, j] / (deviations[i] * deviations[j])
            found[i, j] = 1.0 if r > 1.0 else -1.0 if r < -1.0 else r
    return found


def _two_rows(x, y):
    """Two vectors as the rows of a matrix."""
    found = np.empty((2, x.size))
    found[0, :] = x
    found[1, :] = y
    return found


def _edges(low, high, n):
    """The edges of n equal bins; those of a range without extent lie half a unit beside it."""
    below, above = (low - 0.5, high + 0.5) if low == high else (low / 1, high / 1)
    return np.linspace(below, above, n + 1)


def _counted(x, edges):
    """How many elements are in each bin; the last one has both of its edges."""
    n = edges.size - 1
    found = np.zeros(n, np.int64)
    for i in range(x.size):
        if x[i] >= edges[0] and x[i] <= edges[n]:
            found[min(array_functions.searchsorted(edges, x[i], "right") - 1, n - 1)] += 1
    return found


def _summed(x, edges, weights):
    """The sum of the weights of the elements of each bin."""
    n = edges.size - 1
    found = np.zeros(n)
    for i in range(x.size):
        if x[i] >= edges[0] and x[i] <= edges[n]:
            found[min(array_functions.searchsorted(edges, x[i], "right") - 1, n - 1)] += weights[i]
    return found


def _gradient(x, spacing):
    """Differences of neighbours on both sides, at the ends of one."""
    n = x.size
    found = np.empty(n)
    found[0] = (x[1] - x[0]) / spacing
    for i in range(1, n - 1):
        found[i] = (x[i + 1] - x[i - 1]) / (2.0 * spacing)
    found[n - 1] = (x[n - 1] - x[n - 2]) / spacing
    return found


# ---- their calls ----------------------------------------------------------------------------------------------------


def _is_omitted(value) -> bool:
    return value is None or isinstance(value, Static) and value.value is None


def _sample(lower, node, args, x, y):
    """The rows whose covariances are asked for."""
    if not is_array(x) or not (_is_omitted(y) or is_array(y) and x.ndim == y.ndim == 1) or x.ndim > 2:
        raise refused(lower, node, args, "in a kernel it takes a matrix whose rows are the variables, or two vectors")
    x = in_memory(lower, node, x)
    if not _is_omitted(y):
        return lower.inline_python(node, _two_rows, [x, in_memory(lower, node, y)], {})
    return x


def _cov(lower, node, args, keywords):
    m, y, bias, ddof = args
    rows = _sample(lower, node, args, m, y)
    if _is_omitted(ddof):
        biased = not _is_omitted(bias) and lower.literal(node, bias)
        ddof = constant(0 if biased else 1)
    if rows.ndim == 1:
        both = lower.inline_python(node, _two_rows, [rows, rows], {})
        return lower.subscript(
            node, lower.inline_python(node, _covariances, [both, ddof], {}), Tuple((constant(0), constant(0)))
        )
    return lower.inline_python(node, _covariances, [rows, ddof], {})


def _corrcoef(lower, node, args, keywords):
    rows = _sample(lower, node, args, *args)
    if rows.ndim == 1:
        return constant(1.0)
    return lower.inline_python(node, _correlations, [rows], {})


def _histogram(lower, node, args, keywords):
    sample, bins, limits, weights = args
    if not is_array(sample):
        raise refused(lower, node, args, "it takes an array")
    sample = lower.inline_python(node, _line, [in_memory(lower, node, sample)], {})
    if is_array(bins):
        edges = in_memory(lower, node, bins)
    else:
        (n,) = numbers(lower, node, [constant(10) if _is_omitted(bins) else bins])
        if _is_omitted(limits):
            ends = [lower.inline_python(node, f, [sample], {}) for f in (_least, _greatest)]
        elif isinstance(limits, Tuple) and len(limits.items) == 2:
            ends = list(limits.items)
        else:
            raise refused(lower, node, args, "the range is a tuple of two numbers")
        edges = lower.inline_python(node, _edges, [*ends, n], {})
    if _is_omitted(weights):
        counts = lower.inline_python(node, _counted, [sample, edges], {})
    elif is_array(weights):
        counts = lower.inline_python(node, _summed, [sample, edges, in_memory(lower, node, weights)], {})
    else:
        raise refused(lower, node, args, "the weights are an array")
    return Tuple((counts, edges))


def _line(x):
    return x.ravel()


def _least(x):
    return x.min()


def _greatest(x):
    return x.max()


def _differentiated(lower, node, args, keywords):
    sample, spacing = args
    sample = in_memory(lower, node, sample)
    spacing = constant(1.0) if spacing is None else spacing
    if not is_array(sample) or sample.ndim != 1 or not isinstance(spacing, ir.Expr):
        raise refused(lower, node, args, "in a kernel it takes a vector and one distance")
    return lower.inline_python(node, _gradient, [sample, spacing], {})


def _ordered(function):
    """partition and argpartition: what is ordered is also partitioned."""

    def lowering(lower, node, args, keywords):
        array = in_memory(lower, node, args[0])
        if not is_array(array) or array.ndim != 1:
            raise refused(lower, node, args, "in a kernel it takes one vector")
        return lower.inline_python(node, function, [array], {})

    return Lowering(lowering, Parameters.of("a, kth"))


#: By NumPy's name.
OF_SAMPLES = {
    "cov": Lowering(_cov, Parameters.of("m, y?, bias?, ddof?")),
    "corrcoef": Lowering(_corrcoef, Parameters.of("x, y?")),
    "histogram": Lowering(_histogram, Parameters.of("a, bins?, range?, weights?")),
    "gradient": Lowering(_differentiated, Parameters.of("f, spacing?")),
    "partition": _ordered(array_functions.sorted_copy), "argpartition": _ordered(array_functions.argsort),
}  # fmt: skip
