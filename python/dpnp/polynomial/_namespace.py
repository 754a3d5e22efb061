"""The functions of a basis's module under NumPy's names, from the functions for any basis."""

from __future__ import annotations

from opendpex._core import array_base

from .._creation.arrays import array
from .._statistics.reductions import prod
from . import _algebra, _evaluation
from ._basis import POWER
from ._coefficients import as_points, series_like
from .polyutils import trimcoef

__all__ = ["constant_of", "constants_of", "functions_of"]


class _Names:
    """A decorator: the function gets a name and a text in which {p} stands for the basis's prefix and {t} for its
    title."""

    def __init__(self, basis):
        self.basis, self.found = basis, {}

    def __call__(self, pattern: str):
        def publish(function):
            words = {"p": self.basis.prefix, "t": self.basis.title}
            function.__name__ = function.__qualname__ = name = pattern.format(**words)
            function.__doc__ = function.__doc__.format(**words)
            self.found[name] = function
            return function

        return publish


def _add_sums(named, basis):
    @named("{p}add")
    def add(c1, c2):
        """Sum of two {t} series: coefficients, degree 0 first, as dpnp.ndarray or one of them as numbers; without zeros
        at the end."""
        return _algebra.add(basis, c1, c2)

    @named("{p}sub")
    def sub(c1, c2):
        """Difference of two {t} series; parameters and result as of `{p}add`."""
        return _algebra.sub(basis, c1, c2)

    @named("{p}mulx")
    def mulx(c):
        """A {t} series times its variable: one coefficient more."""
        return _algebra.mulx(basis, c)

    @named("{p}mul")
    def mul(c1, c2):
        """Product of two {t} series, as a series of the same basis; parameters as of `{p}add`."""
        return _algebra.mul(basis, c1, c2)

    @named("{p}div")
    def div(c1, c2):
        """Quotient and remainder of two {t} series; ZeroDivisionError if the divisor is zero."""
        return _algebra.div(basis, c1, c2)

    @named("{p}pow")
    def pow(c, pow, maxpower=None if basis is POWER else 16):
        """A {t} series to the power `pow`, at most `maxpower` (None: any); ValueError for other exponents."""
        return _algebra.power(basis, c, pow, maxpower)

    @named("{p}trim")
    def trim(c, tol=0):
        """Coefficients without those of at most `tol` at the end; one stays. ValueError if `tol` is negative."""
        return trimcoef(c, tol)


def _add_calculus(named, basis):
    @named("{p}der")
    def der(c, m=1, scl=1, axis=0):
        """The m-th derivative of {t} series.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first along `axis`; other axes are other series.
        m : int, optional
            How often; ValueError if negative.
        scl : number, optional
            The result is multiplied by this after each step.
        axis : int, optional

        Returns
        -------
        dpnp.ndarray
            `m` coefficients less, but at least one.
        """
        return _algebra.der(basis, c, m, scl, axis)

    @named("{p}int")
    def integ(c, m=1, k=(), lbnd=0, scl=1, axis=0):
        """The m-th integral of {t} series.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first along `axis`; other axes are other series.
        m : int, optional
            How often; ValueError if negative.
        k : number or sequence, optional
            Values at `lbnd`, one for each step, 0 where there are fewer; ValueError if there are more.
        lbnd : number, optional
            The lower bound.
        scl : number, optional
            A factor before each step.
        axis : int, optional

        Returns
        -------
        dpnp.ndarray
            `m` coefficients more.
        """
        return _algebra.integ(basis, c, m, k, lbnd, scl, axis)

    @named("{p}fromroots")
    def fromroots(roots):
        """Coefficients of the {t} series with leading power 1 whose roots these are, each as often as it is given."""
        return _algebra.fromroots(basis, roots)

    @named("{p}line")
    def line(off, scl):
        """The {t} series of ``off + scl * x``; numbers give an array of the default device."""
        return _algebra.line(basis, off, scl)

    if basis is not POWER:

        @named("{p}2poly")
        def to_powers(c):
            """Coefficients of the powers of x, degree 0 first, of a {t} series."""
            return _algebra.to_powers(basis, c)

        @named("poly2{p}")
        def of_powers(pol):
            """The {t} series of a polynomial given by coefficients of powers, degree 0 first."""
            return _algebra.of_powers(basis, pol)


def _add_values(named, basis):
    @named("{p}val")
    def val(x, c, tensor=True):
        """Values of {t} series, in a pass over the points for each coefficient.

        Parameters
        ----------
        x : dpnp.ndarray or number
            The points.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first along the first axis; other axes are other series.
        tensor : bool, optional
            Evaluate each series at all points; else series and points are broadcast together.

        Returns
        -------
        dpnp.ndarray
            Of shape ``c.shape[1:] + x.shape`` if `tensor`.
        """
        return _evaluation.val(basis, x, c, tensor)

    @named("{p}val2d")
    def val2d(x, y, c):
        """Values of {t} series of two variables, ``c[i, j]`` for degrees i and j, at points (x, y); ValueError if
        shapes differ."""
        return _evaluation.valnd(basis, c, x, y)

    @named("{p}val3d")
    def val3d(x, y, z, c):
        """Values of {t} series of three variables at points (x, y, z), which are arrays of one shape."""
        return _evaluation.valnd(basis, c, x, y, z)

    @named("{p}valnd")
    def of_points(pts, c):
        """Values of {t} series of as many variables as `pts` has arrays, which are of one shape and say the points'
        coordinates."""
        return _evaluation.valnd(basis, c, *pts)

    @named("{p}grid2d")
    def grid2d(x, y, c):
        """Values of {t} series of two variables at all pairs of x and y; shape ``c.shape[2:] + x.shape + y.shape``."""
        return _evaluation.gridnd(basis, c, x, y)

    @named("{p}grid3d")
    def grid3d(x, y, z, c):
        """Values of {t} series of three variables at all triples of x, y and z."""
        return _evaluation.gridnd(basis, c, x, y, z)

    @named("{p}vander")
    def vander(x, deg):
        """The {t} polynomials of degrees 0 to `deg` at x, along a new last axis; ValueError if `deg` is negative."""
        return _evaluation.vander(basis, x, deg)

    @named("{p}vander2d")
    def vander2d(x, y, deg):
        """Products of the {t} polynomials of x and of y, up to the two degrees in `deg`, along a new last axis."""
        return _evaluation.vandernd(basis, deg, x, y)

    @named("{p}vander3d")
    def vander3d(x, y, z, deg):
        """Products of the {t} polynomials of three coordinates, up to the degrees in `deg`, along a new last axis."""
        return _evaluation.vandernd(basis, deg, x, y, z)


def _add_fits(named, basis):
    @named("{p}fit")
    def fit(x, y, deg, rcond=None, full=False, w=None):
        """Least-squares fit of {t} series to points.

        Parameters
        ----------
        x : dpnp.ndarray
            Points, of shape (n,).
        y : dpnp.ndarray
            Values, of shape (n,), or (n, k) for k series.
        deg : int or sequence of int
            The degree, or the degrees of the terms that are wanted.
        rcond : float, optional
            Singular values below this share of the largest count as 0; default: n times the precision.
        full : bool, optional
            Give [residuals, rank, singular values, rcond] too.
        w : dpnp.ndarray, optional
            Weights of the distances.

        Returns
        -------
        dpnp.ndarray or tuple

        Raises
        ------
        TypeError
            If numbers of dimensions or lengths do not suit, or there are no points.
        ValueError
            If a degree is negative.
        """
        return _evaluation.fit(basis, x, y, deg, rcond, full, w)

    @named("{p}companion")
    def companion(c):
        """The matrix whose eigenvalues are the roots of a {t} series, symmetric for one polynomial of the basis;
        ValueError for constants."""
        return _evaluation.companion(basis, c)

    @named("{p}roots")
    def roots(c):
        """Roots of a {t} series in ascending order; real where all are."""
        return _evaluation.roots(basis, c)

    if basis.mass:

        @named("{p}gauss")
        def gauss(deg, *, device=None, usm_type=None, sycl_queue=None):
            """Nodes and weights of Gaussian quadrature, exact for polynomials up to degree ``2 * deg - 1`` times the
            {t} weight.

            Parameters
            ----------
            deg : int
                The number of nodes; ValueError unless positive.
            device, usm_type, sycl_queue : optional
                Where the arrays are made.

            Returns
            -------
            tuple of dpnp.ndarray
                Nodes and weights, of shape (deg,), in the device's default precision.
            """
            return _evaluation.gauss(basis, deg, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def functions_of(basis, module: str) -> dict:
    """Name to function."""
    named = _Names(basis)
    for add in (_add_sums, _add_calculus, _add_values, _add_fits):
        add(named, basis)
    if basis is POWER:

        @named("polyvalfromroots")
        def valfromroots(x, r, tensor=True):
            """Products of ``x - r`` over the first axis of the roots `r`; shape ``r.shape[1:] + x.shape`` if
            `tensor`."""
            r = series_like(r, x if isinstance(x, array_base) else None, "roots")
            x = as_points(x, r)
            r = r.reshape(1) if r.ndim == 0 else r
            if tensor:
                r = r.reshape(r.shape + (1,) * x.ndim)
            return prod(x - r, axis=0)

    for function in named.found.values():
        function.__module__ = module
    return named.found


_CONSTANTS = {
    "domain": lambda basis: array(basis.domain),
    "zero": lambda basis: array([0]),
    "one": lambda basis: array([1]),
    "x": lambda basis: _algebra.line(basis, 0, 1),
}


def constants_of(basis) -> list:
    """The names of the module's constants."""
    return [basis.prefix + name for name in _CONSTANTS]


def constant_of(basis, name: str, module: str):
    """A constant that is an array in NumPy: created on the default device at each access."""
    if name not in constants_of(basis):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return _CONSTANTS[name.removeprefix(basis.prefix)](basis)
