"""bincount, digitize and histograms."""

from __future__ import annotations

import math
import operator

import numpy

from dpctl.tensor._copy_utils import default_real
from opendpex import _core
from opendpex._core import array_base, ndarray
from opendpex._messages import as_extent, as_flag, as_items, as_real, named, not_an_array

from .._arrays import as_array, as_main, as_operands, as_pair, as_parameter, beside, in_common_kind
from .._creation.arrays import arange, empty, linspace, zeros
from .bin_widths import number_of_bins

__all__ = [
    "bincount",
    "digitize",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
]


def _counts(indices, weights, n: int):
    """The number (or the sum of weights) of each index 0..n-1; other indices are ignored."""
    if weights is None:
        return _core.bincount(indices, None, n)
    if weights.dtype.kind == "c":
        made = empty((n,), weights.dtype, **beside(indices))
        made.real, made.imag = (_counts(indices, part, n) for part in (weights.real, weights.imag))
        return made
    real = default_real(weights)
    if weights.dtype == real:
        return _core.bincount(indices, weights, n)
    return _core.bincount(indices, weights.astype(real), n).astype(weights.dtype)


def _highest(x) -> int:
    """The greatest of int64 numbers in one pass, in which negative ones are found too: without signs they are the
    greatest."""
    highest = int(_core.max((x if x.flags.forc else x.copy()).view("uint64")))
    if highest >= 2**63:
        raise ValueError(named("'list' argument must have no negative elements"))
    return highest


def bincount(x, weights=None, minlength=0):
    """Count the occurrences of each of the integers 0, 1, 2...; the call waits for the largest.

    Parameters
    ----------
    x : dpnp.ndarray of ints
        In one dimension, not negative.
    weights : dpnp.ndarray, optional
        Weights of the same shape, added instead of 1.
    minlength : int, optional
        The least length of the result.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If there is a negative number, `x` has not one dimension, or the shapes differ.
    TypeError
        If `x` has no integers.

    Examples
    --------
    >>> np.bincount(np.array([0, 1, 1, 3]))
    array([1, 2, 0, 1])
    """
    made = _core.bincount_few(x, weights, minlength)
    if made is not None:
        return made
    if weights is None:
        if type(x) is ndarray and type(minlength) is int and minlength >= 0:
            if x.ndim == 1 and x.size and x.dtype == numpy.int64:
                return _core.bincount(x, None, max(_highest(x) + 1, minlength))  # the usual case
    x = in_common_kind(as_main(x, weights), weights)
    minlength = as_extent(minlength, "minlength")
    if minlength < 0:
        raise ValueError(named(f"minlength must not be negative, and is {minlength}"))
    if x.ndim != 1:
        raise ValueError(named(f"x must have one dimension, not {x.ndim}"))
    if x.dtype.kind not in "biu":
        raise TypeError(
            named(f"Cannot cast array data from dtype('{x.dtype}') to dtype('int64') according to the rule 'safe'")
        )
    if weights is not None:
        weights = as_parameter(weights, x, "weights")
        if weights.shape != x.shape:
            raise ValueError(named("The weights and list don't have the same length."))
        if weights.dtype.kind == "c":
            raise TypeError(named("weights must be real"))
        weights = weights if weights.dtype == numpy.float64 else weights.astype(None, copy=False)
    if x.size == 0:
        return zeros((minlength,), "int64", usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    x = x if x.dtype == numpy.int64 else x.astype("int64")
    return _counts(x, weights, max(_highest(x) + 1, minlength))


# Edges up to this number are compared on the host, which takes less time than kernels on any device.
_FEW_EDGES = 1 << 16


def _direction(edges) -> int:
    """1 where they ascend, -1 where they descend, 0 where they do neither; waits.

    As in NumPy the first two that differ decide which it can be, and a NaN is not compared.
    """
    if edges.size <= _FEW_EDGES and (direction := _core.edge_direction(edges)) is not NotImplemented:
        return direction
    low, high = edges[:-1], edges[1:]
    differ, is_less = low != high, low < high
    if not differ.any():
        return 1
    if is_less[int(differ.argmax())]:
        return 0 if (low > high).any() else 1
    return 0 if is_less.any() else -1


def digitize(x, bins, right=False):
    """Return the indices of the bins that numbers belong to.

    Parameters
    ----------
    x : dpnp.ndarray
        The numbers.
    bins : dpnp.ndarray
        Edges of the bins in one dimension, ascending or descending.
    right : bool, optional
        Bins include their right edge, not the left one.

    Returns
    -------
    dpnp.ndarray
        Indices: 0 before the first edge, the number of edges after the last.

    Raises
    ------
    ValueError
        If the edges are not monotonic, for which the call waits.
    TypeError
        For complex numbers.

    Examples
    --------
    >>> np.digitize(np.array([0.5, 1.5]), np.array([0, 1, 2]))
    array([1, 2])
    """
    x = as_main(x, bins)
    bins = as_parameter(bins, x, "bins")
    if x.dtype.kind == "c" or bins.dtype.kind == "c":
        raise TypeError(named("x may not be complex"))
    if bins.ndim != 1:
        raise ValueError(named("bins must have one dimension"))
    side = "left" if as_flag(right, "right") else "right"
    direction = _direction(bins)
    if direction > 0:
        return _core.searchsorted(bins, x, side=side)
    if direction == 0:
        raise ValueError(named("bins must be monotonically increasing or decreasing"))
    return bins.size - _core.searchsorted(_core.flip(bins, axis=0).copy(), x, side=side)


def _is_array(bins) -> bool:
    """Whether `bins` are edges, or one for each axis, and not the number of bins."""
    return isinstance(bins, (array_base, numpy.ndarray)) and bins.ndim > 0


# ---- edges --------------------------------------------------------------------------------------------------------


def _outer_edges(a, given):
    """First and last edge as Python numbers."""
    if given is not None:
        ends = as_items(given, "range", "a pair of numbers")
        if len(ends) != 2:
            raise ValueError(named(f"range must be a pair of numbers, not {len(ends)}"))
        first, last = (x if isinstance(x, (int, numpy.integer)) else as_real(x, "range") for x in ends)
        if first > last:
            raise ValueError(named("max must be larger than min in range parameter."))
        if not (math.isfinite(first) and math.isfinite(last)):
            raise ValueError(named(f"supplied range of [{first}, {last}] is not finite"))
    elif a.size == 0:
        first, last = 0, 1
    else:
        first, last = _core.min(a).item(), _core.max(a).item()
        if not (math.isfinite(first) and math.isfinite(last)):
            raise ValueError(named(f"autodetected range of [{first}, {last}] is not finite"))
    return (first - 0.5, last + 0.5) if first == last else (first, last)


def _checked_edges(bins):
    if bins.ndim != 1:
        raise ValueError(named("`bins` must be 1d, when an array"))
    if bool(_core.any(bins[:-1] > bins[1:])):
        raise ValueError(named("`bins` must increase monotonically, when an array"))
    return bins


def _edges_in_type(a, first, last, n):
    """n + 1 edges, computed in the dtype of the numbers by NumPy's steps, so that all numbers fall into the same
    bins."""
    first, last = a.dtype.type(first), a.dtype.type(last)
    step = (last - first) / a.dtype.type(n)
    edges = arange(n + 1, dtype=a.dtype, usm_type=a.usm_type, sycl_queue=a.sycl_queue)
    edges = edges * step + first if step else edges / n * (last - first) + first
    edges[-1] = last
    return edges


def _edges(a, bins, range, weights, like_a=True):
    """The edges, and whether they are at equal distances."""
    if isinstance(bins, (list, tuple)) or (isinstance(bins, numpy.ndarray) and bins.ndim):
        bins = as_parameter(bins, a, "bins")
    if isinstance(bins, array_base) and bins.ndim:
        return in_common_kind(_checked_edges(as_array(bins)), a)
    if isinstance(bins, str):
        if weights is not None:
            raise TypeError(named("Automated estimation of the number of bins is not supported for weighted data"))
        first, last = _outer_edges(a, range)
        n = number_of_bins(a, bins, first, last, range is not None, histogram)
    else:
        try:
            n = operator.index(bins)
        except TypeError as error:
            raise TypeError(named("`bins` must be an integer, a string, or an array")) from error
        if n < 1:
            raise ValueError(named("`bins` must be positive, when an integer"))
        first, last = _outer_edges(a, range)
    if range is None and a.dtype.kind == "f" and a.dtype.itemsize < 8:
        return _edges_in_type(a, first, last, n)
    dtype = a.dtype if a.dtype.kind == "f" and like_a else None
    # in the default real type, as NumPy's
    edges = linspace(first, last, n + 1, usm_type=a.usm_type, sycl_queue=a.sycl_queue)
    return edges if dtype is None else edges.astype(dtype, copy=False)


def _numbers(a, *others):
    """The real numbers in one dimension, in the kind of memory of a result of them and other operands."""
    a = in_common_kind(as_array(a), *others)
    if a.dtype.kind == "c":
        raise TypeError(named("a must be an array of real numbers"))
    if a.dtype == numpy.bool_:
        a = a.astype("uint8")
    return a.ravel()


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """Edges of the bins of a histogram; see `histogram`.

    Parameters
    ----------
    a, bins, range, weights
        As in `histogram`.

    Returns
    -------
    dpnp.ndarray
        One more than there are bins, ascending.

    Raises
    ------
    ValueError
        If the edges are not ascending or the range is invalid.
    """
    weights = _flat_weights(a, weights)
    return _edges(_numbers(a, bins, range, weights), bins, range, weights)


def _flat_weights(a, weights):
    if weights is None:
        return None
    a = as_array(a)
    weights = as_parameter(weights, a, "weights")
    if weights.shape != a.shape:
        raise ValueError(named("weights should have the same shape as a."))
    return weights.ravel()


def _bin_indices(x, edges):
    """The bin index of each number: -1 below the first edge, the number of bins above the last, which belongs to the
    last bin."""
    indices = _core.searchsorted(edges, x, side="right") - 1
    return indices - (x == edges[-1])


def _uniform_counts(a, edges, weights):
    """Counts in bins of equal width, by index computation; weights are added in the default precision."""
    if weights is not None and weights.dtype.kind == "c":
        return _counts(_bin_indices(a, edges), weights, edges.size - 1)
    real = default_real(a)
    if a.dtype.kind != "f" or a.dtype == numpy.float16:
        a = a.astype(real)
    made = _core.histogram(
        a, edges.astype(real, copy=False), None if weights is None else weights.astype(real, copy=False)
    )
    return made if weights is None else made.astype(weights.dtype, copy=False)


def histogram(a, bins=10, range=None, density=None, weights=None):
    """Count the elements in bins.

    Parameters
    ----------
    a : dpnp.ndarray
        The numbers.
    bins : int, str or dpnp.ndarray, optional
        The number of bins of equal width; a rule for it: 'auto', 'fd', 'doane', 'scott', 'stone', 'rice', 'sturges',
        'sqrt'; or the edges.
    range : pair of numbers, optional
        First and last edge; default: the least and the largest number.
    density : bool, optional
        Divide by the width of the bins and the total.
    weights : dpnp.ndarray, optional
        Weights of the shape of `a`, added instead of 1.

    Returns
    -------
    counts : dpnp.ndarray
        One element less than there are edges.
    edges : dpnp.ndarray

    Raises
    ------
    ValueError
        If the edges are not ascending, the range is invalid, or shapes differ.

    Examples
    --------
    >>> counts, edges = np.histogram(np.array([0, 1, 1, 2]), bins=2)
    >>> counts
    array([1, 3])
    """
    weights = _flat_weights(a, weights)
    a = _numbers(a, bins, range, weights)
    edges = _edges(a, bins, range, weights)
    is_uniform = not (isinstance(bins, (list, tuple)) or _is_array(bins))
    if is_uniform:
        counts = _uniform_counts(a, edges, weights)
    elif edges.size:
        counts = _counts(_bin_indices(a, edges), weights, edges.size - 1)
    else:
        counts = empty((0,), "int64" if weights is None else weights.dtype, **beside(a))
    if as_flag(density, "density"):
        widths = (edges[1:] - edges[:-1]).astype(None, copy=False)
        return counts / widths / _core.sum(counts), edges
    return counts, edges


# ---- more dimensions ----------------------------------------------------------------------------------------------


def _columns(sample):
    if isinstance(sample, array_base):
        sample = as_array(sample)
        sample = sample.reshape((-1, 1)) if sample.ndim < 2 else sample
        if sample.ndim != 2:
            raise ValueError(named("a sample has a row for each point"))
        return [sample[:, i] for i in range(sample.shape[1])]
    if not isinstance(sample, (tuple, list, numpy.ndarray)):
        raise not_an_array(sample, "sample")
    columns = as_operands(tuple(sample))
    if len({x.shape for x in columns}) > 1:
        raise ValueError(named("coordinates must have one shape"))
    return columns


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    """Histogram of points in several dimensions.

    Parameters
    ----------
    sample : dpnp.ndarray, or sequence of dpnp.ndarray
        Points, shape (N, D); or the coordinates of all points along each axis.
    bins : int, or sequence of ints or arrays, optional
        The number of bins, or the edges, for all axes or for each.
    range : sequence of pairs, optional
        First and last edge along each axis; None: of the points.
    density : bool, optional
        Divide by the volume of the bins and the total.
    weights : dpnp.ndarray, optional
        A weight for each point, added instead of 1.

    Returns
    -------
    counts : dpnp.ndarray
        Of D dimensions, real.
    edges : list of dpnp.ndarray

    Raises
    ------
    ValueError
        If the number of bins or ranges is not that of dimensions, or edges are not ascending.
    """
    columns = _columns(sample)
    columns = [_numbers(x, columns, bins, range, weights) for x in columns]
    d = len(columns)
    if isinstance(bins, (list, tuple)) or _is_array(bins):
        if len(bins) != d:
            raise ValueError(named("The dimension of bins must be equal to the dimension of the sample x."))
    else:
        bins = [bins] * d
    range = None if range is None else as_items(range, "range", "a sequence of pairs of numbers")
    if range is not None and len(range) != d:
        raise ValueError(named("range argument must have one entry per dimension"))
    edges, flat, inside = [], None, None
    for i, x in enumerate(columns):
        n = bins[i]
        if isinstance(n, array_base) and n.ndim == 0:
            n = int(n)
        given = None if range is None else range[i]
        of_axis = _edges(x, n, given, None, like_a=given is None)  # NumPy's `histogram` always takes the dtype of `x`
        index = _bin_indices(x, of_axis)
        n = of_axis.size - 1
        here = (index >= 0) & (index < n)
        flat = index if flat is None else flat * n + index
        inside = here if inside is None else inside & here
        edges.append(of_axis)
    shape = tuple(x.size - 1 for x in edges)
    flat = _core.where(inside, flat, -1)
    if weights is not None:
        weights = _flat_weights(flat, weights).astype(None, copy=False)
    counts = _counts(flat, weights, math.prod(shape)).reshape(shape).astype(None, copy=False)
    if as_flag(density, "density"):
        total = _core.sum(counts)
        for i, x in enumerate(edges):
            counts = counts / (x[1:] - x[:-1]).reshape((1,) * i + (-1,) + (1,) * (d - 1 - i))
        counts = counts / total
    return counts, edges


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """Two-dimensional histogram of points.

    Parameters
    ----------
    x, y : dpnp.ndarray
        Coordinates.
    bins : int, array, or pair of them, optional
        The number of bins, or the edges, for both axes or for each.
    range, density, weights : optional
        As in `histogramdd`.

    Returns
    -------
    counts, edges of x, edges of y : dpnp.ndarray

    Raises
    ------
    ValueError
        If `x` and `y` have more than one dimension or different lengths.
    """
    x, y = as_pair(x, y)
    if x.ndim > 1 or y.ndim > 1:
        raise ValueError(named("x and y must have one dimension"))
    if x.ndim == 0 or y.ndim == 0:
        raise TypeError(named("x and y must have one dimension, not none"))  # the class that NumPy raises
    dtype = numpy.result_type(x.dtype, y.dtype)
    x, y = x.astype(dtype, copy=False), y.astype(dtype, copy=False)
    if len(x) != len(y):
        raise ValueError(named("x and y must have the same length."))
    is_edges = _is_array(bins) and bins.ndim == 1 and bins.size not in (1, 2)
    if is_edges or (isinstance(bins, (list, tuple)) and len(bins) not in (1, 2)):
        bins = [bins, bins]
    elif isinstance(bins, (list, tuple)) and len(bins) == 1:
        bins = [bins[0], bins[0]]
    counts, edges = histogramdd([x, y], bins, range, density, weights)
    return counts, edges[0], edges[1]
