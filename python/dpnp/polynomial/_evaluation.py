"""Evaluation of series, Vandermonde matrices, least-squares fits, roots, and Gaussian quadrature.

Each function takes the basis first. Each step over all points is one pass.
"""

from __future__ import annotations

import warnings

import numpy

from opendpex import _core
from opendpex._core import array_base, caller_depth
from opendpex._fuse import fuse
from opendpex._messages import as_flag, as_int, as_items, named

from .._arrays import as_array, beside
from .._creation.arrays import asarray, empty, ones, zeros
from .._manipulation.shapes import moveaxis
from .._polynomials import weighted
from .._ufunc.functions import cos
from ..linalg import lstsq
from ._coefficients import as_points, as_series, constants, inexact, series_like

__all__ = ["companion", "fit", "gauss", "gridnd", "roots", "val", "valnd", "vander", "vandernd"]


@fuse
def _first_step(c, x, made, a, b):
    return c + (a * x + b) * made


@fuse
def _step(c, x, made, before, a, b, d):
    return c + (a * x + b) * made - d * before


def _coefficients(c, x=None):
    c = series_like(c, x if isinstance(x, array_base) else None)
    return c.reshape(1) if c.ndim == 0 else c


def val(basis, x, c, tensor=True):
    """By Clenshaw's recurrence: a pass over the points for each coefficient."""
    c = _coefficients(c, x)
    x = as_points(x, c)
    if as_flag(tensor, "tensor"):
        c = c.reshape(c.shape + (1,) * x.ndim)
    if c.shape[0] == 0:
        raise ValueError(named("Coefficient array is empty"))
    dtype = numpy.result_type(c.dtype, x.dtype)
    c, x = c.astype(dtype, copy=False), x.astype(dtype, copy=False)
    if c.shape[0] == 1:
        return c[0] + 0 * x
    before, made = None, c[-1]
    for n in range(c.shape[0] - 2, -1, -1):
        if before is None or not basis.c(n + 1):
            term = _first_step(c[n], x, made, basis.a(n), basis.b(n))
        else:
            term = _step(c[n], x, made, before, basis.a(n), basis.b(n), basis.c(n + 1))
        before, made = made, term
    return made


def valnd(basis, c, *points):
    """At points whose coordinates are arrays of one shape."""
    known = next((x for x in (c, *points) if isinstance(x, array_base)), None)
    points = [as_points(x, known) for x in points]
    if not points:
        raise ValueError(named("there are no coordinates"))
    if any(x.shape != points[0].shape for x in points):
        raise ValueError(
            named(
                f"x, y{', z' if len(points) > 2 else ''} are incompatible: shapes "
                f"{', '.join(str(x.shape) for x in points)}"
            )
        )
    made = val(basis, points[0], _coefficients(c, known))
    for x in points[1:]:
        made = val(basis, x, made, tensor=False)
    return made


def gridnd(basis, c, *points):
    """At all combinations of coordinates."""
    known = next((x for x in (c, *points) if isinstance(x, array_base)), None)
    made = _coefficients(c, known)
    for x in points:
        made = val(basis, as_points(x, known), made)
    return made


def _degree(deg) -> int:
    deg = as_int(deg, "deg")
    if deg < 0:
        raise ValueError(named(f"deg must be non-negative, not {deg}"))
    return deg


def vander(basis, x, deg):
    """The polynomials of degrees 0 to `deg` at x, along a new last axis."""
    deg, x = _degree(deg), as_points(x)
    x = x.reshape(1) if x.ndim == 0 else x
    made = empty((deg + 1, *x.shape), x.dtype, **beside(x))
    made[0] = 1
    for n in range(deg):
        if n and basis.c(n):
            made[n + 1] = _step(0, x, made[n], made[n - 1], basis.a(n), basis.b(n), basis.c(n))
        else:
            made[n + 1] = _first_step(0, x, made[n], basis.a(n), basis.b(n))
    return moveaxis(made, 0, -1)


def vandernd(basis, deg, *points):
    """Columns are the products of the polynomials of each coordinate, the last one's degree running fastest."""
    deg = as_items(deg, "deg", "a sequence of ints")
    if len(deg) != len(points):
        raise ValueError(named(f"Expected {len(points)} dimensions of degrees, got {len(deg)}"))
    known = next((x for x in points if isinstance(x, array_base)), None)
    made = None
    for x, n in zip(points, deg, strict=True):
        one = vander(basis, as_points(x, known), n)
        made = one if made is None else (made[..., None] * one[..., None, :]).reshape((*one.shape[:-1], -1))
    return made


def _degrees(deg) -> list:
    """The degrees of terms, as numbers of the host."""
    given = (
        deg if isinstance(deg, (list, tuple)) else _core.asnumpy(deg).tolist() if isinstance(deg, array_base) else deg
    )
    many = isinstance(given, (list, tuple))
    if (
        not many
        and not isinstance(given, (int, numpy.integer))
        or many
        and not all(isinstance(n, (int, numpy.integer)) for n in given)
        or many
        and not given
    ):
        raise TypeError(named("deg must be an int or non-empty 1-D array of int"))
    wanted = sorted(int(n) for n in given) if many else list(range(int(given) + 1))
    if (many and wanted[0] < 0) or not wanted:
        raise ValueError(named("expected deg >= 0"))
    return wanted


def _checked_points(x, y):
    x, y = as_array(x, "x"), as_array(y, "y")
    if x.ndim != 1:
        raise TypeError(named("expected 1D vector for x"))
    if x.size == 0:
        raise TypeError(named("expected non-empty vector for x"))
    if y.ndim not in (1, 2):
        raise TypeError(named("expected 1D or 2D array for y"))
    if x.shape[0] != y.shape[0]:
        raise TypeError(named(f"expected x and y to have same length, not {x.shape[0]} and {y.shape[0]}"))
    return inexact(x), inexact(y)


def fit(basis, x, y, deg, rcond=None, full=False, w=None):
    """By least squares over columns scaled to length 1, all of them or those of some degrees."""
    wanted = _degrees(deg)
    x, y = _checked_points(x, y)
    matrix = vander(basis, x, wanted[-1])
    if len(wanted) <= wanted[-1]:
        matrix = matrix[:, wanted]
    matrix, rhs = weighted(matrix, y, w)
    if rcond is None:
        rcond = len(x) * float(numpy.finfo(x.dtype).eps)
    scale = _core.sum((matrix * matrix.conj()).real, axis=0) ** 0.5
    scale = scale + (scale == 0)
    found, residuals, rank, singular = lstsq(matrix / scale, rhs, rcond)
    found = (found.T / scale).T
    if len(wanted) <= wanted[-1]:
        some, found = found, zeros((wanted[-1] + 1, *found.shape[1:]), found.dtype, **beside(found))
        found[wanted] = some
    if as_flag(full, "full"):
        return found, [residuals, rank, singular, rcond]
    if int(rank) != len(wanted):
        warnings.warn("The fit may be poorly conditioned", numpy.exceptions.RankWarning, stacklevel=caller_depth())
    return found


def companion(basis, c):
    """The matrix of the multiplication by x, modulo the series, between polynomials of norm 1."""
    (c,) = as_series(c)
    n = c.size - 1
    if n < 1:
        raise ValueError(named("Series must have maximum degree of at least 1."))
    made = zeros((n, n), c.dtype, **beside(c))
    diagonal = made.ravel()
    if basis.b(0):
        diagonal[:: n + 1] = constants(lambda i: -basis.b(i) / basis.a(i), 0, n, c)
    diagonal[n :: n + 1] = constants(lambda i: basis.growth(i) / basis.a(i), 0, n - 1, c)
    diagonal[1 :: n + 1] = constants(lambda i: basis.c(i) / basis.a(i) / basis.growth(i - 1), 1, n, c)
    norms = [1.0]
    for i in range(n - 2, -1, -1):
        norms.append(norms[-1] / basis.growth(i))
    made[:, -1] -= c[:-1] / c[-1] * constants(lambda i: norms[n - 1 - i] / basis.a(n - 1), 0, n, c)
    return made


def roots(basis, c):
    """Eigenvalues of the companion matrix, ascending; real where all are."""
    (c,) = as_series(c)
    if c.size < 2:
        return zeros((0,), c.dtype, **beside(c))
    if c.size == 2:
        return (-c[:1] / c[1] - basis.b(0)) / basis.a(0)
    found = _core.sort(_core.linalg_eigvals(companion(basis, c)[::-1, ::-1]))
    return (
        found
        if found.dtype.kind != "c" or c.dtype.kind == "c" or bool(_core.any(found.imag != 0))
        else found.real.copy()
    )


@fuse
def _next_normed(x, made, before, a, b, d):
    return (a * x + b) * made - d * before


@fuse
def _next_slope(x, made, slope, slope_before, a, b, d):
    return (a * x + b) * slope + a * made - d * slope_before


def _normed(basis, x, deg: int, slopes: bool):
    """P[deg] of norm 1 and its derivative, or the sum of the squares of those below, at x; up to a factor."""
    made, before, slope, slope_before = x * 0 + 1, x * 0, x * 0, x * 0
    total = made * made
    for n in range(deg):
        g = basis.growth(n)
        a, b, d = basis.a(n) / g, basis.b(n) / g, basis.c(n) / (g * basis.growth(n - 1)) if n else 0.0
        if slopes:
            slope, slope_before = _next_slope(x, made, slope, slope_before, a, b, d), slope
        made, before = _next_normed(x, made, before, a, b, d), made
        if n < deg - 1:
            total = total + made * made
    return (made, slope) if slopes else total


def gauss(basis, deg, **placement):
    """Nodes are eigenvalues of the Jacobi matrix (Golub and Welsch 1969), one step of Newton's better; weights are
    Christoffel's numbers."""
    deg = as_int(deg, "deg")
    if deg <= 0:
        raise ValueError(named(f"deg must be a positive integer, not {deg}"))
    if basis.prefix == "cheb":  # DLMF 3.5.23
        x = cos(asarray([numpy.pi * (2 * i + 1) / (2 * deg) for i in range(deg)], **placement))
        return x, ones((deg,), x.dtype, **beside(x)) * (basis.mass / deg)
    unit = zeros((deg + 1,), **placement)
    unit[deg] = 1
    x = _core.linalg_eigvalsh(companion(basis, unit))
    value, slope = _normed(basis, x, deg, slopes=True)
    x = x - value / slope
    w = 1 / _normed(basis, x, deg, slopes=False)
    if basis.even:
        x, w = (x - x[::-1]) / 2, (w + w[::-1]) / 2
    return x, w * (basis.mass / _core.sum(w))
