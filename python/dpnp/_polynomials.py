"""Polynomials as coefficients, the highest power first.

Polynomials have few coefficients: products, quotients and derivatives take one step on the device for each coefficient
of the shorter operand; evaluation takes one pass over the points for each coefficient (Horner's rule). `poly1d` keeps
its coefficients in an array.
"""

from __future__ import annotations

import numbers
import operator
import warnings

import numpy

from opendpex import _core
from opendpex._core import array_base, ndarray
from opendpex._fuse import fuse
from opendpex._messages import as_flag, as_items, as_text, as_whole, named, not_an_array

from ._arrays import as_array, as_array_like, as_pair, as_parameter, beside, common_shape, in_common_kind, is_scalar
from ._creation.arrays import asarray, ones, zeros
from ._creation.grids import vander
from ._manipulation.stacking import concatenate, hstack
from ._statistics.correlation import convolve
from .linalg import inv, lstsq

__all__ = [
    "poly", "poly1d", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul", "polysub", "polyval", "roots",
]  # fmt: skip

_DOUBLE = numpy.dtype("f8")


def _coefficients(p, like=None):
    """The coefficients of a poly1d or an array; numbers as an array on the queue of another."""
    if isinstance(p, poly1d):
        return p.coeffs
    if isinstance(p, array_base):
        p = as_array(p)
    elif like is not None and (is_scalar(p) or isinstance(p, (list, tuple, numpy.ndarray))):
        p = as_parameter(p, like, "a polynomial")
    else:
        raise not_an_array(p, "a polynomial")
    return p.reshape(1) if p.ndim == 0 else p


def _pair(a1, a2):
    """Two operands, of which one may be numbers; and whether the result is a poly1d."""
    known = a1 if isinstance(a1, (array_base, poly1d)) else a2
    like = _coefficients(known)
    return _coefficients(a1, like), _coefficients(a2, like), isinstance(a1, poly1d) or isinstance(a2, poly1d)


def _wrapped(c, is_poly1d: bool):
    return poly1d(c) if is_poly1d else c


def _trimmed(c):
    """Without zeros before the highest power; waits for their number."""
    nonzero = _core.nonzero(c)[0]
    return c[int(nonzero[0]) :] if nonzero.size else c[:0]


def poly(seq_of_zeros):
    """Coefficients of the polynomial with given roots, or of the characteristic one of a matrix, computed by its
    eigenvalues.

    Parameters
    ----------
    seq_of_zeros : dpnp.ndarray
        Roots, or a square matrix.

    Returns
    -------
    dpnp.ndarray
        Shape (N + 1,) for N roots or a matrix of shape (N, N), real or complex. The first is 1; real where complex
        roots come in pairs, for which the call waits.

    Raises
    ------
    ValueError
        For any other shape.
    TypeError
        If it is not an array.
    """
    zeros_ = as_array(seq_of_zeros)
    if zeros_.ndim == 0:
        zeros_ = zeros_.reshape(1)
    if zeros_.ndim == 2 and zeros_.shape[0] == zeros_.shape[1] and zeros_.size:
        zeros_ = _core.linalg_eigvals(zeros_.astype(None if zeros_.dtype.kind in "biu" else zeros_.dtype, copy=False))
        if not bool(_core.any(zeros_.imag != 0)):
            zeros_ = zeros_.real
    elif zeros_.ndim != 1:
        raise ValueError(named("input must be 1d or non-empty square 2d array."))
    if zeros_.size == 0:
        return ones((), **beside(zeros_))
    if zeros_.dtype.kind in "biu":
        zeros_ = zeros_.astype(None)
    made = zeros((zeros_.size + 1,), zeros_.dtype, **beside(zeros_))
    made[0] = 1
    for i in range(zeros_.size):
        made[1 : i + 2] -= made[: i + 1] * zeros_[i]
    if made.dtype.kind == "c":
        same = _core.all(_core.sort(zeros_) == _core.sort(zeros_.conj()))
        if bool(same):
            made = made.real.copy()
    return made


def roots(p):
    """Roots of a polynomial: the eigenvalues of its companion matrix.

    Parameters
    ----------
    p : dpnp.ndarray or poly1d
        Coefficients of shape (N,), the highest power first.

    Returns
    -------
    dpnp.ndarray
        Shape (N - 1,), less leading zeros; real if all roots are, for which the call waits, else complex.

    Raises
    ------
    ValueError
        If `p` has more than one dimension.
    TypeError
        If `p` is neither an array nor a poly1d.
    dpnp.linalg.LinAlgError
        If the iteration for the eigenvalues does not converge.
    """
    p = _coefficients(p)
    if p.ndim != 1:
        raise ValueError(named("Input must be a rank-1 array."))
    nonzero = _core.asnumpy(_core.nonzero(p)[0])
    if len(nonzero) == 0:
        return zeros((0,), p.dtype if p.dtype.kind in "fc" else None, **beside(p))[:0]
    at_zero = p.size - 1 - int(nonzero[-1])
    p = p[int(nonzero[0]) : int(nonzero[-1]) + 1]
    if p.dtype.kind not in "fc":
        p = p.astype(None)
    n = p.size - 1
    if n < 1:
        return zeros((at_zero,), p.dtype, **beside(p))
    companion = zeros((n, n), p.dtype, **beside(p))
    companion.ravel()[n :: n + 1] = 1
    companion[0] = p[1:] / -p[0]
    found = _core.linalg_eigvals(companion)
    if not bool(_core.any(found.imag != 0)):
        found = found.real.copy()
    return hstack((found, zeros((at_zero,), found.dtype, **beside(found)))) if at_zero else found


def _aligned(a1, a2):
    """Pad coefficients so that equal powers have equal indices."""
    n = max(a1.size, a2.size)
    return (x if x.size == n else concatenate([zeros((n - x.size,), x.dtype, **beside(x)), x]) for x in (a1, a2))


def _combined(operation, a1, a2):
    """The operation on the coefficients of equal powers."""
    a1, a2, is_poly1d = _pair(a1, a2)
    return _wrapped(operation(*_aligned(a1, a2)), is_poly1d)


def polyadd(a1, a2):
    """Sum of two polynomials: arrays of coefficients or poly1d; one of them may be numbers.

    Parameters
    ----------
    a1, a2 : dpnp.ndarray, poly1d or array_like
        Coefficients of shape (M,) and (N,), the highest power first; one at least on a device.

    Returns
    -------
    dpnp.ndarray or poly1d
        Shape (max(M, N),), of the promoted dtype; poly1d if one of them is.

    Raises
    ------
    TypeError
        If none is an array or a poly1d.
    dpctl.utils.ExecutionPlacementError
        If the arrays are on different queues.
    """
    return _combined(operator.add, a1, a2)


def polysub(a1, a2):
    """Difference of two polynomials; see `polyadd`.

    Parameters
    ----------
    a1, a2
        As in `polyadd`.

    Returns
    -------
    dpnp.ndarray or poly1d
        Shape (max(M, N),), of the promoted dtype; poly1d if one of them is.

    Raises
    ------
    TypeError, dpctl.utils.ExecutionPlacementError
        As `polyadd`.
    """
    return _combined(operator.sub, a1, a2)


def polymul(a1, a2):
    """Product of two polynomials; see `polyadd`. Waits for the numbers of leading zeros, which are left out.

    Parameters
    ----------
    a1, a2
        As in `polyadd`.

    Returns
    -------
    dpnp.ndarray or poly1d
        Shape (M + N - 1,), of the promoted dtype; poly1d if one of them is.

    Raises
    ------
    ValueError
        If an array has another number of dimensions than one.
    TypeError, dpctl.utils.ExecutionPlacementError
        As `polyadd`.
    """
    a1, a2, is_poly1d = _pair(a1, a2)
    if a1.ndim != 1 or a2.ndim != 1:
        raise ValueError(named("Polynomial must be 1d only."))
    a1, a2 = (_trimmed(a) if a.size else a for a in (a1, a2))
    a1, a2 = (a if a.size else zeros((1,), a.dtype, **beside(a)) for a in (a1, a2))
    return _wrapped(convolve(a1, a2), is_poly1d)


def polydiv(u, v):
    """Quotient and remainder of two polynomials; waits to know where the remainder begins. See `polyadd`.

    Parameters
    ----------
    u, v : dpnp.ndarray, poly1d or scalar
        Coefficients of dividend and divisor in one dimension, that of the highest power first.

    Returns
    -------
    q, r : dpnp.ndarray or poly1d
        Shapes (max(M - N + 1, 1),) and (N - 1,) or less, of a real or complex dtype; polynomials where an argument is
        one. Without terms they are one 0.

    Raises
    ------
    TypeError, dpctl.utils.ExecutionPlacementError
        As `polyadd`.
    """
    u, v, is_poly1d = _pair(u, v)
    u = in_common_kind(u, v)
    dtype = numpy.result_type(u.dtype, v.dtype, 1.0)
    if u.dtype.kind in "biu" and v.dtype.kind in "biu":
        dtype = u.astype(None).dtype
    u, v = u.astype(dtype), v.astype(dtype)
    m, n = u.size - 1, v.size - 1
    quotient = zeros((max(m - n + 1, 1),), dtype, **beside(u))
    for k in range(m - n + 1):
        factor = u[k] / v[0]
        quotient[k] = factor
        u[k : k + n + 1] -= factor * v
    rest = _core.asnumpy(u)
    start = 0
    while start < rest.size - 1 and abs(rest[start]) <= 1e-8:
        start += 1
    return _wrapped(quotient, is_poly1d), _wrapped(u[start:], is_poly1d)


def _powers(first: int, last: int, p):
    """first, first - 1, ..., last as an array beside p."""
    return asarray(numpy.arange(first, last - 1, -1), **beside(p))


def polyder(p, m=1):
    """Derivative of a polynomial, `m` times.

    Parameters
    ----------
    p : dpnp.ndarray or poly1d
        Coefficients, the highest power first.
    m : int, optional
        The number of times.

    Returns
    -------
    dpnp.ndarray or poly1d
        Shape (N - m,), or (0,) beyond the degree; integers stay so.

    Raises
    ------
    ValueError
        If `m` is negative.
    TypeError
        If `p` is neither an array nor a poly1d.
    """
    m = as_whole(m, "m")
    if m < 0:
        raise ValueError(named("Order of derivative must be positive (see polyint)"))
    made = _coefficients(p)
    for _ in range(min(m, made.size)):
        made = made[:-1] * _powers(made.size - 1, 1, made) if made.size else made
    return _wrapped(made, isinstance(p, poly1d))


_MOST_INTEGRALS = 1000  # NumPy recurses about as often


def polyint(p, m=1, k=None):
    """Antiderivative of a polynomial, `m` times, with the constants `k`, numbers, the last of which is the result's.

    Parameters
    ----------
    p : dpnp.ndarray or poly1d
        Coefficients, the highest power first.
    m : int, optional
        The number of times.
    k : number or sequence of numbers, optional
        The constants; default: 0.

    Returns
    -------
    dpnp.ndarray or poly1d
        Shape (N + m,); integers become the device's default real type.

    Raises
    ------
    ValueError
        If `m` is negative or above 1000, or there are fewer constants.
    """
    m = as_whole(m, "m")
    if m < 0:
        raise ValueError(named("Order of integral must be positive (see polyder)"))
    if m > _MOST_INTEGRALS:
        raise ValueError(named(f"m is {m}, and {_MOST_INTEGRALS} integrals are the most"))
    constants = (
        [0] * m if k is None else [k] * m if is_scalar(k) else as_items(k, "k", "a number or a sequence of numbers")
    )
    if len(constants) == 1 and m > 1:
        constants *= m
    if len(constants) < m:
        raise ValueError(named("k must be a scalar or a rank-1 array of length 1 or >m."))
    made = _coefficients(p)
    if m and made.dtype.kind not in "fc":
        made = made.astype(None)
    for i in range(m):
        made = concatenate(
            [made / _powers(made.size, 1, made), as_array_like(constants[i], made, made.dtype).reshape(1)]
        )
    return _wrapped(made, isinstance(p, poly1d))


@fuse
def _horner(made, x, c):
    return made * x + c


def _numbers(p) -> tuple:
    """The coefficients of a short list of numbers that are those of an array of float64, as floats; () of others."""
    if type(p) not in (list, tuple) or not 0 < len(p) <= 32:
        return ()
    if not all(type(c) is float or (type(c) is int and -(2**63) <= c < 2**63) for c in p):
        return ()
    return tuple(map(float, p))


def polyval(p, x):
    """Evaluate a polynomial at points, or substitute another polynomial.

    Parameters
    ----------
    p : dpnp.ndarray or poly1d
        Coefficients, the highest power first.
    x : dpnp.ndarray, scalar or poly1d
        The points.

    Returns
    -------
    dpnp.ndarray or poly1d
        Of the shape of `x` and the promoted dtype; coefficients of more dimensions broadcast behind the first. poly1d
        if `x` is one.

    Raises
    ------
    TypeError
        If `p` holds numbers only and `x` is not an array, or both are of bool.
    ValueError
        If the shapes do not broadcast.

    Examples
    --------
    >>> np.polyval(np.array([1, 0, 2]), np.array([1, 2]))
    array([3, 6])
    """
    if isinstance(x, poly1d):
        p, made = _coefficients(p, x.coeffs), x * 0
        for i in range(p.size):
            made = made * x + poly1d(p[i : i + 1])
        return made
    c = _numbers(p) if type(x) is ndarray and x.dtype is _DOUBLE else ()
    if len(c) > 1:  # the usual case
        made = _horner(c[0], x, c[1])
        for number in c[2:]:
            made = _horner(made, x, number)
        return made
    p = _coefficients(p, as_array(x) if isinstance(x, array_base) else None)
    x = as_array_like(x, p)
    if p.size == 0:
        return zeros(x.shape, x.dtype, **beside(in_common_kind(x, p)))
    dtype = numpy.result_type(p.dtype, x.dtype)
    p, x = (a if a.dtype == dtype else a.astype(dtype) for a in (p, x))
    if dtype == numpy.bool_:
        raise TypeError(named("polyval is not defined for bool"))
    n = p.shape[0]
    made = _core.broadcast_to(p[0], common_shape(x.shape, p.shape[1:])) if n > 1 else x * 0 + p[0]
    for i in range(1, n):
        made = _horner(made, x, p[i])
    return made


# ---- fits ---------------------------------------------------------------------------------------------------------


def weighted(matrix, y, w):
    if w is None:
        return matrix, y
    w = as_parameter(w, y, "w").astype(None, copy=False)
    if w.ndim != 1:
        raise TypeError(named("expected a 1-d array for weights"))
    if w.shape[0] != y.shape[0]:
        raise TypeError(named("expected w and y to have the same length"))
    column = w.reshape((-1, 1))
    return matrix * column, y * (column if y.ndim == 2 else w)


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """Least-squares fit of a polynomial to points.

    Parameters
    ----------
    x, y : dpnp.ndarray
        The points; `y` may have a column for each of several polynomials.
    deg : int
        The degree.
    rcond : float, optional
        Singular values below this share of the largest one count as 0; default: the number of points times the
        precision.
    full : bool, optional
        Give the residuals, the rank, the singular values and rcond too.
    w : dpnp.ndarray, optional
        Weights of the distances.
    cov : bool or 'unscaled', optional
        Give the covariances of the coefficients too.

    Returns
    -------
    dpnp.ndarray or tuple
        The coefficients, the highest power first, of shape (deg + 1,), or (deg + 1, K) for K columns. With `full` also
        residuals, rank, singular values and `rcond`; with `cov` the covariances, of shape (deg + 1, deg + 1) or (deg +
        1, deg + 1, K).

    Raises
    ------
    TypeError
        If the arrays have other numbers of dimensions, no elements, or other lengths.
    ValueError
        If the degree is negative, or there are too few points to scale the covariances.
    dpnp.linalg.LinAlgError
        If the least squares do not converge.

    Examples
    --------
    >>> np.polyfit(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]), 1).round(6)
    array([2., 1.])
    """
    order = as_whole(deg, "deg") + 1
    x, y = as_pair(x, y)
    if deg < 0:
        raise ValueError(named("expected deg >= 0"))
    if x.ndim != 1:
        raise TypeError(named("expected 1D vector for x"))
    if x.size == 0:
        raise TypeError(named("expected non-empty vector for x"))
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError(named("expected 1D or 2D array for y"))
    if x.shape[0] != y.shape[0]:
        raise TypeError(named("expected x and y to have same length"))
    x, y = (v if v.dtype.kind in "fc" else v.astype(None) for v in (x, y))
    if rcond is None:
        rcond = len(x) * float(numpy.finfo(x.dtype).eps)
    matrix, rhs = weighted(vander(x, order), y, w)
    scale = _core.sum((matrix * matrix.conj()).real, axis=0) ** 0.5
    found, residuals, rank, singular = lstsq(matrix / scale, rhs, rcond)
    found = (found.T / scale).T
    full = as_flag(full, "full")
    if int(rank) != order and not full:
        warnings.warn("Polyfit may be poorly conditioned", numpy.exceptions.RankWarning, stacklevel=2)
    if full:
        return found, residuals, rank, singular, rcond
    if not as_flag(cov, "cov"):
        return found
    base = inv(matrix.T @ matrix / (scale.reshape((-1, 1)) * scale)) / (scale.reshape((-1, 1)) * scale)
    if cov == "unscaled":
        return found, base
    if len(x) <= order:
        raise ValueError(named("the number of data points must exceed order to scale the covariance matrix"))
    factor = residuals / (len(x) - order)
    if y.ndim == 1:
        return found, base * factor
    return found, base.reshape((*base.shape, 1)) * factor


# ---- a polynomial as an object --------------------------------------------------------------------------------------


class poly1d:
    """A polynomial of one variable, which is evaluated by a call and can be added, multiplied, divided and raised to a
    power.

    Parameters
    ----------
    c_or_r : dpnp.ndarray, poly1d or sequence of numbers
        Coefficients, the highest power first, or roots. Numbers are put on the default device.
    r : bool, optional
        They are roots.
    variable : str, optional
        How the variable is called in print.
    """

    __array_ufunc__ = None
    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if variable is not None:
            as_text(variable, "variable", "None or a str")
        self.variable = variable or (c_or_r.variable if isinstance(c_or_r, poly1d) else "x")
        given = c_or_r.coeffs if isinstance(c_or_r, poly1d) else c_or_r
        given = as_array(given) if isinstance(given, array_base) else asarray(given)
        if given.ndim > 1:
            raise ValueError(named("Polynomial must be 1d only."))
        given = poly(given) if as_flag(r, "r") else _trimmed(given.reshape(-1))
        self._coeffs = given if given.size else zeros((1,), given.dtype, **beside(given))

    @property
    def coeffs(self):
        """The coefficients, the highest power first."""
        return self._coeffs

    c = coef = coefficients = coeffs

    @property
    def order(self):
        """The highest power."""
        return self._coeffs.size - 1

    o = order

    @property
    def roots(self):
        """The roots."""
        return roots(self._coeffs)

    r = roots

    def deriv(self, m=1):
        """The derivative; see `polyder`.

        Parameters
        ----------
        m : int, optional
            The number of times.

        Returns
        -------
        poly1d
        """
        return poly1d(polyder(self._coeffs, m))

    def integ(self, m=1, k=0):
        """The antiderivative; see `polyint`.

        Parameters
        ----------
        m : int, optional
            The number of times.
        k : number or sequence of numbers, optional
            The constants.

        Returns
        -------
        poly1d
        """
        return poly1d(polyint(self._coeffs, m, k))

    def __call__(self, x):
        return polyval(self._coeffs, x)

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self._coeffs)

    def __getitem__(self, power):
        return self._coeffs[self.order - power] if 0 <= power <= self.order else 0

    def __setitem__(self, power, value):
        if power < 0:
            raise ValueError(named("Does not support negative powers."))
        if power > self.order:
            more = zeros((power - self.order,), self._coeffs.dtype, **beside(self._coeffs))
            self._coeffs = concatenate([more, self._coeffs])
        self._coeffs[self.order - power] = value

    def __neg__(self):
        return poly1d(-self._coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return polyadd(self, other)

    __radd__ = __add__

    def __sub__(self, other):
        return polysub(self, other)

    def __rsub__(self, other):
        return polysub(other, self)

    def __mul__(self, other):
        return poly1d(self._coeffs * other) if is_scalar(other) else polymul(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return poly1d(self._coeffs / other) if is_scalar(other) else polydiv(self, other)

    def __rtruediv__(self, other):
        return polydiv(other, self)

    def __pow__(self, power):
        if not isinstance(power, numbers.Integral) or power < 0:
            raise ValueError(named("Power to non-negative integers only."))
        made = poly1d(ones((1,), self._coeffs.dtype, **beside(self._coeffs)))
        for _ in range(int(power)):
            made = made * self
        return made

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return self.order == other.order and bool(_core.all(self._coeffs == other._coeffs))

    def __repr__(self):
        return f"poly1d({repr(self._coeffs)[6:-1]})"

    def __str__(self):
        return str(numpy.poly1d(_core.asnumpy(self._coeffs), variable=self.variable))
