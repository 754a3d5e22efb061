"""NumPy's functions and methods of whole arrays, written in the kernel language; they are inlined.

Arguments are in memory: array expressions are stored first (array_calls.py).
"""

# ruff: noqa: B007 (compiled as kernels)

from __future__ import annotations

import math

import numpy as np

__all__ = ["ASSIGNMENTS", "METHODS", "OF_NUMPY", "OF_SEVERAL", "concatenated"]


def cumsum(x):
    """The sums of the first 1, 2, ... elements."""
    found = np.empty(x.size, (x[0] + x[0]).dtype)
    total = found.dtype.type(0)
    for i in range(x.size):
        total += x[i]
        found[i] = total
    return found


def cumprod(x):
    """The products of the first 1, 2, ... elements."""
    found = np.empty(x.size, (x[0] + x[0]).dtype)
    total = found.dtype.type(1)
    for i in range(x.size):
        total *= x[i]
        found[i] = total
    return found


def diff(x):
    """The differences of neighbours."""
    found = np.empty(max(x.size - 1, 0), x.dtype)
    for i in range(x.size - 1):
        found[i] = x[i + 1] - x[i]
    return found


def argsort(x):
    """The indices of the elements in ascending order, NaN last; stable (merge sort)."""
    n = x.size
    order, other = np.empty(n, np.int64), np.empty(n, np.int64)
    for i in range(n):
        order[i] = i
    width = 1
    while width < n:
        for left in range(0, n, 2 * width):
            middle, right = min(left + width, n), min(left + 2 * width, n)
            i, j = left, middle
            for k in range(left, right):
                first = j >= right
                if i < middle and j < right:
                    a, b = x[order[i]], x[order[j]]
                    first = not (b < a or a != a and b == b)
                if first:
                    other[k] = order[i]
                    i += 1
                else:
                    other[k] = order[j]
                    j += 1
        for k in range(n):
            order[k] = other[k]
        width *= 2
    return order


def sorted_copy(x):
    """np.sort: the elements in ascending order."""
    order = argsort(x)
    found = np.empty(x.size, x.dtype)
    for i in range(x.size):
        found[i] = x[order[i]]
    return found


def sort(x):
    """The elements in ascending order, in place."""
    x[...] = sorted_copy(x)


def median(x):
    """The middle element, or the mean of two; NaN if there is one."""
    line = x.ravel()
    order = argsort(line)
    n = line.size
    low, high, last = line[order[(n - 1) // 2]], line[order[n // 2]], line[order[n - 1]]
    return (low + high) / 2 if last == last else last / 1


def var(x):
    """The mean of the squared deviations from the mean."""
    m = x.mean()
    return np.mean((x - m) * (x - m))


def std(x):
    """The square root of the variance."""
    return math.sqrt(var(x))


def norm(x):
    """The Euclidean norm of all elements."""
    return math.sqrt(np.sum(np.abs(x) ** 2))


def ptp(x):
    """The maximum minus the minimum."""
    return x.max() - x.min()


def fill(x, value):
    """Assigns to all elements."""
    x[...] = value


def compress(x, mask):
    """x[mask]."""
    found = np.empty(x.shape[0], x.dtype)
    n = 0
    for i in range(x.shape[0]):
        if mask[i]:
            found[n] = x[i]
            n += 1
    return found[:n]


def set_where(x, mask, value):
    """x[mask] = value for a number."""
    for i in range(x.shape[0]):
        if mask[i]:
            x[i] = value


def set_each_where(x, mask, values):
    """x[mask] = values for an array."""
    n = 0
    for i in range(x.shape[0]):
        if mask[i]:
            x[i] = values[n]
            n += 1


def put(x, index, value):
    """x[index] = value for an array of indices and a number."""
    for i in range(index.shape[0]):
        x[index[i]] = value


def put_each(x, index, values):
    """x[index] = values for an array of indices and an array."""
    for i in range(index.shape[0]):
        x[index[i]] = values[i]


def eye(n, m, dtype):
    """The identity matrix."""
    found = np.zeros((n, m), dtype)
    for i in range(min(n, m)):
        found[i, i] = 1
    return found


def trace(x):
    """The sum of the diagonal."""
    total = x[0, 0] * 0
    for i in range(min(x.shape[0], x.shape[1])):
        total += x[i, i]
    return total


def cross(a, b):
    """The vector product in three dimensions."""
    found = np.empty(3, (a[0] * b[0]).dtype)
    found[0] = a[1] * b[2] - a[2] * b[1]
    found[1] = a[2] * b[0] - a[0] * b[2]
    found[2] = a[0] * b[1] - a[1] * b[0]
    return found


def _eliminated(m, right):
    """Gaussian elimination with partial pivoting, in place; returns the determinant."""
    n = m.shape[0]
    found = 1.0
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(m[i, k]) > abs(m[pivot, k]):
                pivot = i
        if pivot != k:
            found = -found
            for j in range(n):
                m[k, j], m[pivot, j] = m[pivot, j], m[k, j]
            for j in range(right.shape[1]):
                right[k, j], right[pivot, j] = right[pivot, j], right[k, j]
        found *= m[k, k]
        for i in range(k + 1, n):
            factor = m[i, k] / m[k, k] if m[k, k] != 0 else 0.0
            for j in range(k, n):
                m[i, j] -= factor * m[k, j]
            for j in range(right.shape[1]):
                right[i, j] -= factor * right[k, j]
    for j in range(right.shape[1]):
        for k in range(n):
            i = n - 1 - k
            total = right[i, j]
            for c in range(i + 1, n):
                total -= m[i, c] * right[c, j]
            right[i, j] = total / m[i, i]
    return found


def _doubles(a):
    """A copy in which a matrix may be eliminated."""
    found = np.empty(a.shape, np.float64)
    found[...] = a
    return found


def det(a):
    """The determinant."""
    none = np.empty((1, 1))[:, :0]
    return _eliminated(_doubles(a), none)


def inv(a):
    """The inverse matrix."""
    found = np.eye(a.shape[0])
    _eliminated(_doubles(a), found)
    return found


def solve_vector(a, b):
    """The solution x of a @ x = b for a vector b."""
    found = np.empty((b.shape[0], 1))
    found[:, 0] = b
    _eliminated(_doubles(a), found)
    return found[:, 0]


def solve_matrix(a, b):
    """The solution x of a @ x = b for a matrix b."""
    found = _doubles(b)
    _eliminated(_doubles(a), found)
    return found


def searchsorted(a, v, side):
    """The index at which a number keeps an ascending array in order."""
    low, high = 0, a.size
    while low < high:
        middle = (low + high) // 2
        if a[middle] < v or side == "right" and a[middle] == v:
            low = middle + 1
        else:
            high = middle
    return low


def interp(x, xp, fp):
    """The piecewise linear function through the points, at a number."""
    n = xp.size
    k = min(max(searchsorted(xp, x, "right"), 1), n - 1)
    slope = (fp[k] - fp[k - 1]) / (xp[k] - xp[k - 1])
    between = slope * (x - xp[k - 1]) + fp[k - 1]
    return fp[0] / 1 if x <= xp[0] else fp[n - 1] / 1 if x >= xp[n - 1] else between if x == x else x / 1


def linspace(start, stop, num):
    """Numbers at equal distances, both ends included."""
    found = np.empty(num, np.float64)
    for i in range(num):
        found[i] = start + i * ((stop - start) / max(num - 1, 1))
    if num > 1:
        found[num - 1] = stop
    return found


def flip(x):
    """The elements in reverse order."""
    return x[::-1]


def roll(x, shift):
    """The elements shifted, those beyond the end at the start."""
    n = x.size
    found = np.empty(n, x.dtype)
    for i in range(n):
        found[(i + shift) % n] = x[i]
    return found


def average(x, weights):
    """The weighted mean."""
    return np.sum(x * weights) / np.sum(weights)


def quantile(x, q):
    """The value below which a share q of the elements is, linear between elements."""
    line = x.ravel()
    order = argsort(line)
    n = line.size
    at = q * (n - 1)
    k = min(int(at), max(n - 2, 0))
    low, high, last = line[order[k]], line[order[min(k + 1, n - 1)]], line[order[n - 1]]
    t = at - k
    between = low + (high - low) * t if t < 0.5 else high - (high - low) * (1 - t)
    return between if last == last else last / 1


def percentile(x, q):
    """quantile of a percentage."""
    return quantile(x, q / 100)


def polyval(p, x):
    """The value of a polynomial, the highest power first."""
    total = p[0] * 0 * x
    for i in range(p.size):
        total = total * x + p[i]
    return total


def trapezoid(y, dx):
    """The integral by the trapezoidal rule."""
    total = 0.0
    for i in range(1, y.size):
        total += dx * (y[i] + y[i - 1]) / 2
    return total


def unique(x):
    """The different elements in ascending order."""
    line = sorted_copy(x.ravel())
    n = 0
    for i in range(line.size):
        if i == 0 or line[i] != line[n - 1]:
            line[n] = line[i]
            n += 1
    return line[:n]


def diagonal(x):
    """The elements of the diagonal."""
    n = min(x.shape[0], x.shape[1])
    found = np.empty(n, x.dtype)
    for i in range(n):
        found[i] = x[i, i]
    return found


def nansum(x):
    """The sum of the elements that are not NaN."""
    return np.sum(np.where(x == x, x, 0))


def nanmean(x):
    """The mean of the elements that are not NaN."""
    return nansum(x) / np.sum(x == x)


def nanmin(x):
    """The minimum of the elements that are not NaN; NaN if there is none."""
    line = x.ravel()
    found = line[0]
    for i in range(1, line.size):
        found = np.fmin(found, line[i])
    return found


def nanmax(x):
    """The maximum of the elements that are not NaN; NaN if there is none."""
    line = x.ravel()
    found = line[0]
    for i in range(1, line.size):
        found = np.fmax(found, line[i])
    return found


def nanvar(x):
    """The variance of the elements that are not NaN."""
    m = nanmean(x)
    return nanmean((x - m) * (x - m))


def nanstd(x):
    """The standard deviation of the elements that are not NaN."""
    return math.sqrt(nanvar(x))


def repeat(x, repeats):
    """Each element several times."""
    line = x.ravel()
    found = np.empty(line.size * repeats, x.dtype)
    for i in range(found.size):
        found[i] = line[i // repeats]
    return found


def isin(x, values):
    """Which elements are among the values."""
    found = np.zeros(x.size, np.bool_)
    for i in range(x.size):
        for k in range(values.size):
            if x[i] == values[k]:
                found[i] = True
    return found


def nonzero(x):
    """A tuple of the indices of the elements that are not 0."""
    found = np.empty(x.size, np.int64)
    n = 0
    for i in range(x.size):
        if x[i]:
            found[n] = i
            n += 1
    return (found[:n],)


def isclose(a, b, rtol, atol):
    """Whether two numbers are close."""
    return a == b or math.isfinite(a) and math.isfinite(b) and abs(a - b) <= atol + rtol * abs(b)


def array_equal(a, b):
    """Whether two vectors have the same elements."""
    found = a.size == b.size
    for i in range(min(a.size, b.size)):
        found = found and a[i] == b[i]
    return found


def digitize(x, bins, right):
    """The index of the bin of a number; bins ascend."""
    return searchsorted(bins, x, "left" if right else "right")


def convolve(a, v):
    """The discrete convolution of two vectors."""
    found = np.zeros(a.size + v.size - 1, (a[0] * v[0]).dtype)
    for i in range(a.size):
        for k in range(v.size):
            found[i + k] += a[i] * v[k]
    return found


def bincount(x, minlength):
    """The number of times that each integer occurs."""
    found = np.zeros(max(x.max() + 1, minlength), np.int64)
    for i in range(x.size):
        found[x[i]] += 1
    return found


def triu(x, k):
    """A copy with zeros below a diagonal."""
    found = x.copy()
    for i in range(x.shape[0]):
        for j in range(min(max(i + k, 0), x.shape[1])):
            found[i, j] = 0
    return found


def tril(x, k):
    """A copy with zeros above a diagonal."""
    found = x.copy()
    for i in range(x.shape[0]):
        for j in range(max(i + k + 1, 0), x.shape[1]):
            found[i, j] = 0
    return found


def diag(x):
    """The matrix with the vector as its diagonal."""
    found = np.zeros((x.size, x.size), x.dtype)
    for i in range(x.size):
        found[i, i] = x[i]
    return found


def append(x, value):
    """The elements, and one more."""
    found = np.empty(x.size + 1, (x[0] + value).dtype)
    found[: x.size] = x
    found[x.size] = value
    return found


def vector_norm(x, order):
    """The norm of a vector of any order."""
    if order == math.inf:
        return np.max(np.abs(x))
    if order == -math.inf:
        return np.min(np.abs(x))
    if order == 0:
        return np.sum(x != 0) / 1
    return np.sum(np.abs(x) ** order) ** (1 / order)


def kron(a, b):
    """The Kronecker product of two vectors."""
    found = np.empty(a.size * b.size, (a[0] * b[0]).dtype)
    for i in range(a.size):
        for k in range(b.size):
            found[i * b.size + k] = a[i] * b[k]
    return found


def concatenated(a, b):
    """The elements of one vector, then those of another."""
    found = np.empty(a.size + b.size, (a[0] + b[0]).dtype)
    found[: a.size] = a
    found[a.size :] = b
    return found


#: By the name of NumPy's function or of the method: a function of one array.
OF_NUMPY = {
    "cumsum": cumsum, "cumprod": cumprod, "diff": diff, "argsort": argsort, "sort": sorted_copy, "median": median,
    "var": var, "std": std, "norm": norm, "ptp": ptp, "trace": trace, "det": det, "inv": inv, "flip": flip,
    "unique": unique, "diagonal": diagonal, "nansum": nansum, "nanmean": nanmean, "nanmin": nanmin, "nanmax": nanmax,
    "nanvar": nanvar, "nanstd": nanstd, "nonzero": nonzero, "ediff1d": diff,
}  # fmt: skip
#: Functions of several arguments, with their parameters; an argument that is not given has the default, if any.
OF_SEVERAL = {
    "searchsorted": (searchsorted, "a, v, side?", {"side": "left"}), "interp": (interp, "x, xp, fp", {}),
    "linspace": (linspace, "start, stop, num?", {"num": 50}), "roll": (roll, "a, shift", {}),
    "average": (average, "a, weights", {}), "quantile": (quantile, "a, q", {}),
    "percentile": (percentile, "a, q", {}), "polyval": (polyval, "p, x", {}),
    "repeat": (repeat, "a, repeats", {}), "isin": (isin, "element, test_elements", {}),
    "isclose": (isclose, "a, b, rtol?, atol?", {"rtol": 1e-05, "atol": 1e-08}),
    "array_equal": (array_equal, "a1, a2", {}), "digitize": (digitize, "x, bins, right?", {"right": False}),
    "convolve": (convolve, "a, v", {}), "kron": (kron, "a, b", {}),
    "bincount": (bincount, "x, minlength?", {"minlength": 0}),
    "append": (append, "arr, values", {}), "trapezoid": (trapezoid, "y, x?, dx?", {"x": None, "dx": 1.0}),
}  # fmt: skip
METHODS = {
    "cumsum": cumsum,
    "cumprod": cumprod,
    "argsort": argsort,
    "sort": sort,
    "var": var,
    "std": std,
    "trace": trace,
    "nonzero": nonzero,
    "diagonal": diagonal,
    "repeat": repeat,
}
#: By what is assigned to ("mask" or "index") and whether values are an array.
ASSIGNMENTS = {
    ("mask", False): set_where, ("mask", True): set_each_where, ("index", False): put, ("index", True): put_each,
}  # fmt: skip
