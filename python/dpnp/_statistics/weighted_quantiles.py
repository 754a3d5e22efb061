"""Quantiles of weighted elements, by method 'inverted_cdf': the first element up to which that part of the weights
lies."""

from __future__ import annotations

import math

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._copy_utils import default_real
from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import named

from .._arrays import as_array, as_parameter
from .._manipulation.shapes import broadcast_to
from .averages import _weights_like

__all__ = []


@fuse
def _n_before(parts, total, level, dtype):
    """How many elements lie before the quantile; those without weight at the beginning do not count. Shares are rounded
    as the level is."""
    return dpt.count_nonzero((dpt.astype(parts / total, dtype) < level) | (parts == 0), axis=-1)


def checked_weights(a, weights, axis, method):
    """Weights for each element of `a`, as an array that broadcasts against it; waits to know whether all are valid.

    Raises
    ------
    ValueError
        If a weight is negative, or the method is another.
    TypeError
        If the shapes differ and no axis is given.
    """
    if method != "inverted_cdf":
        raise ValueError(named(f"Only method 'inverted_cdf' supports weights. Got: {method}."))
    weights = as_parameter(weights, a, "weights")
    if isinstance(axis, (tuple, list)):
        axis = _core.normalized_axes(axis, a.ndim)
    weights = _weights_like(a, weights, axis)
    if bool(_core.any(weights < 0)):
        raise ValueError(named("Weights must be non-negative."))
    return broadcast_to(weights, a.shape)


def weighted_quantiles(lines, weights, q, skips_nan):
    """Quantiles along the last axis of `lines`, as `quantiles_of` gives them.

    Raises
    ------
    ValueError
        If the weights of a line are all 0, or one is infinite or NaN.
    """
    lines, n = as_array(lines), lines.shape[-1]
    is_real = lines.dtype.kind == "f"
    weights = weights.astype(default_real(lines), copy=False)
    if skips_nan and is_real:
        weights = _core.where(_core.as_ndarray(lines != lines), 0.0, weights)
    order = _core.argsort(lines, axis=-1)
    ordered = _core.take_along_axis(lines, order, axis=-1)
    parts = _core.cumulative_sum(_core.take_along_axis(weights, order, axis=-1), axis=lines.ndim - 1)
    total = parts[..., -1:]
    first = ordered[..., :1]  # NaN: of a line of nothing else
    counts = (first != first) & skips_nan | (total > 0) & (total < math.inf)
    if not bool(_core.all(_core.as_ndarray(counts))):
        raise ValueError(named("Weights included NaN, inf or were all zero."))
    results = []
    dtype = min(q.dtype, parts.dtype, key=lambda dtype: dtype.itemsize).name
    for level in q.ravel():
        index = _core.clip(_n_before(parts, total, float(level), dtype), 0, n - 1)
        results.append(_core.take_along_axis(ordered, index.reshape((*index.shape, 1)), axis=-1)[..., 0])
    found = _core.stack(results, axis=0) if results else ordered[None, ..., 0][:0]
    if is_real and not skips_nan:
        last = ordered[..., -1]
        found = _core.where(_core.as_ndarray(last != last), last, found)
    elif is_real:
        found = _core.where(_core.as_ndarray(total[..., 0] > 0), found, numpy.nan)
    return found.reshape(q.shape + lines.shape[:-1])
