"""The functions of a basis's module under NumPy's names, from the functions for any basis."""

from __future__ import annotations

from opendpex._core import array_base
from opendpex._messages import as_flag, names_errors

from .._creation.arrays import array
from .._statistics.reductions import prod
from . import _algebra, _evaluation
from ._basis import POWER
from ._coefficients import as_points, series_like
from .polyutils import trimcoef

__all__ = ["constant_of", "constants_of", "functions_of"]


class _Names:
    """A decorator: the function gets a name and a text in which {p} stands for the basis's prefix, {t} for its title
    and {m} for its module."""

    def __init__(self, basis, module: str):
        self.basis, self.module, self.found = basis, module, {}

    def __call__(self, pattern: str):
        def publish(function):
            words = {"p": self.basis.prefix, "t": self.basis.title, "m": self.module.rpartition(".")[2]}
            function.__name__ = function.__qualname__ = name = pattern.format(**words)
            function.__code__ = function.__code__.replace(co_name=name)  # by which messages name it
            function.__doc__ = function.__doc__.format(**words)
            self.found[name] = names_errors(function)
            return function

        return publish


def _add_sums(named, basis):
    @named("{p}add")
    def add(c1, c2):
        """Sum of two {t} series.

        Parameters
        ----------
        c1, c2 : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first, of one dimension; one of them at least as an array decides the queue, else the
            result is on the default device.

        Returns
        -------
        dpnp.ndarray
            Coefficients in the promoted real or complex dtype, without zeros at the end.

        Raises
        ------
        ValueError
            If there are no coefficients, or they have several dimensions.

        Examples
        --------
        >>> from dpnp.polynomial import {m}
        >>> {m}.{p}add([1, 2, 3], [3, 2, 1])
        array([4., 4., 4.])
        """
        return _algebra.add(basis, c1, c2)

    @named("{p}sub")
    def sub(c1, c2):
        """Difference of two {t} series.

        Parameters
        ----------
        c1, c2 : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first, as of `{p}add`.

        Returns
        -------
        dpnp.ndarray
            Coefficients, without zeros at the end.

        Raises
        ------
        ValueError
            If there are no coefficients, or they have several dimensions.
        """
        return _algebra.sub(basis, c1, c2)

    @named("{p}mulx")
    def mulx(c):
        """A {t} series times its variable.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first, of shape (n,).

        Returns
        -------
        dpnp.ndarray
            Of shape (n + 1,); zero stays one coefficient.

        Raises
        ------
        ValueError
            If there are no coefficients, or they have several dimensions.
        """
        return _algebra.mulx(basis, c)

    @named("{p}mul")
    def mul(c1, c2):
        """Product of two {t} series, as a series of the same basis.

        Parameters
        ----------
        c1, c2 : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first, as of `{p}add`.

        Returns
        -------
        dpnp.ndarray
            Coefficients, one less than those of both together, without zeros at the end.

        Raises
        ------
        ValueError
            If there are no coefficients, or they have several dimensions.
        """
        return _algebra.mul(basis, c1, c2)

    @named("{p}div")
    def div(c1, c2):
        """Quotient and remainder of two {t} series.

        Parameters
        ----------
        c1, c2 : dpnp.ndarray or sequence of numbers
            Coefficients of the dividend and the divisor, degree 0 first, as of `{p}add`.

        Returns
        -------
        tuple of dpnp.ndarray
            ``quotient, remainder``, the latter of lower degree than the divisor.

        Raises
        ------
        ZeroDivisionError
            If the divisor is zero.
        ValueError
            If there are no coefficients, or they have several dimensions.
        """
        return _algebra.div(basis, c1, c2)

    @named("{p}pow")
    def pow(c, pow, maxpower=None if basis is POWER else 16):
        """A {t} series to a power.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first.
        pow : int
            The exponent, not negative.
        maxpower : int or None, optional
            The largest exponent that is allowed; None: any.

        Returns
        -------
        dpnp.ndarray
            Coefficients.

        Raises
        ------
        ValueError
            If the exponent is negative, no integer, or above `maxpower`.
        """
        return _algebra.power(basis, c, pow, maxpower)

    @named("{p}trim")
    def trim(c, tol=0):
        """Coefficients without small ones at the end.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first.
        tol : number, optional
            The largest magnitude that is removed.

        Returns
        -------
        dpnp.ndarray
            One coefficient at least; waits for their number.

        Raises
        ------
        ValueError
            If `tol` is negative, there are no coefficients, or they have several dimensions.
        """
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
            The order of the derivative.
        scl : number, optional
            The result is multiplied by this after each step.
        axis : int, optional

        Returns
        -------
        dpnp.ndarray
            `m` coefficients less along `axis`, but at least one.

        Raises
        ------
        ValueError
            If `m` is negative.
        TypeError
            If it is not an integer.

        Examples
        --------
        >>> from dpnp.polynomial import {m}
        >>> {m}.{p}der({m}.{p}line(1, 2))
        array([2.])
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
            How often it is integrated.
        k : number or sequence, optional
            Values at `lbnd`, one for each step, 0 where there are fewer.
        lbnd : number, optional
            The lower bound.
        scl : number, optional
            A factor before each step.
        axis : int, optional

        Returns
        -------
        dpnp.ndarray
            `m` coefficients more along `axis`.

        Raises
        ------
        ValueError
            If `m` is negative, there are more than `m` constants, or `lbnd` or `scl` is not a scalar.
        TypeError
            If `m` is not an integer.
        """
        return _algebra.integ(basis, c, m, k, lbnd, scl, axis)

    @named("{p}fromroots")
    def fromroots(roots):
        """The {t} series with given roots and leading power 1.

        Parameters
        ----------
        roots : dpnp.ndarray or sequence of numbers
            Of shape (n,); a root of higher multiplicity comes as often.

        Returns
        -------
        dpnp.ndarray
            ``n + 1`` coefficients, degree 0 first; of no roots the series 1.

        Examples
        --------
        >>> import dpnp
        >>> from dpnp.polynomial import {m}
        >>> {m}.{p}val(dpnp.asarray([0.0, 2.0]), {m}.{p}fromroots([1, 3])).round(6)
        array([ 3., -1.])
        """
        return _algebra.fromroots(basis, roots)

    @named("{p}line")
    def line(off, scl):
        """The {t} series of ``off + scl * x``.

        Parameters
        ----------
        off, scl : number or dpnp.ndarray
            Numbers, or arrays without dimensions; numbers give an array of the default device.

        Returns
        -------
        dpnp.ndarray
            Two coefficients, or one where `scl` is 0.
        """
        return _algebra.line(basis, off, scl)

    if basis is not POWER:

        @named("{p}2poly")
        def to_powers(c):
            """Coefficients of the powers of x of a {t} series.

            Parameters
            ----------
            c : dpnp.ndarray or sequence of numbers
                Coefficients of the series, degree 0 first.

            Returns
            -------
            dpnp.ndarray
                As many coefficients, of the power 0 first.

            Raises
            ------
            ValueError
                If there are no coefficients, or they have several dimensions.
            """
            return _algebra.to_powers(basis, c)

        @named("poly2{p}")
        def of_powers(pol):
            """The {t} series of a polynomial in powers of x.

            Parameters
            ----------
            pol : dpnp.ndarray or sequence of numbers
                Coefficients of the powers, that of 0 first.

            Returns
            -------
            dpnp.ndarray
                As many coefficients, degree 0 first.

            Raises
            ------
            ValueError
                If there are no coefficients, or they have several dimensions.
            """
            return _algebra.of_powers(basis, pol)


def _add_values(named, basis):
    @named("{p}val")
    def val(x, c, tensor=True):
        """Values of {t} series, in a pass over the points for each coefficient.

        Parameters
        ----------
        x : dpnp.ndarray or number
            The points, real or complex.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first along the first axis; other axes are other series.
        tensor : bool, optional
            Evaluate each series at all points; else series and points are broadcast together.

        Returns
        -------
        dpnp.ndarray
            In the promoted dtype; of shape ``c.shape[1:] + x.shape`` if `tensor`.

        Raises
        ------
        ValueError
            If there are no coefficients.

        Examples
        --------
        >>> import dpnp
        >>> from dpnp.polynomial import {m}
        >>> {m}.{p}val(dpnp.asarray([0.0, 1.0, 2.0]), {m}.{p}line(1, 2))
        array([1., 3., 5.])
        """
        return _evaluation.val(basis, x, c, tensor)

    @named("{p}val2d")
    def val2d(x, y, c):
        """Values of {t} series of two variables at points.

        Parameters
        ----------
        x, y : dpnp.ndarray or number
            The points' coordinates, of one shape.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, ``c[i, j]`` for the degrees i of x and j of y; further axes are other series.

        Returns
        -------
        dpnp.ndarray
            Of shape ``c.shape[2:] + x.shape``.

        Raises
        ------
        ValueError
            If the coordinates' shapes differ.
        """
        return _evaluation.valnd(basis, c, x, y)

    @named("{p}val3d")
    def val3d(x, y, z, c):
        """Values of {t} series of three variables at points.

        Parameters
        ----------
        x, y, z : dpnp.ndarray or number
            The points' coordinates, of one shape.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, ``c[i, j, k]`` for the degrees of x, y and z; further axes are other series.

        Returns
        -------
        dpnp.ndarray
            Of shape ``c.shape[3:] + x.shape``.

        Raises
        ------
        ValueError
            If the coordinates' shapes differ.
        """
        return _evaluation.valnd(basis, c, x, y, z)

    @named("{p}valnd")
    def of_points(pts, c):
        """Values of {t} series of any number of variables at points.

        Parameters
        ----------
        pts : sequence of dpnp.ndarray
            The points' coordinates, an array of one shape for each variable.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, an axis for each variable; further axes are other series.

        Returns
        -------
        dpnp.ndarray
            Of shape ``c.shape[len(pts):] + pts[0].shape``.

        Raises
        ------
        ValueError
            If the coordinates' shapes differ.
        """
        return _evaluation.valnd(basis, c, *pts)

    @named("{p}grid2d")
    def grid2d(x, y, c):
        """Values of {t} series of two variables at all pairs of coordinates.

        Parameters
        ----------
        x, y : dpnp.ndarray or number
            Coordinates, of any shapes.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, ``c[i, j]`` for the degrees i of x and j of y; further axes are other series.

        Returns
        -------
        dpnp.ndarray
            Of shape ``c.shape[2:] + x.shape + y.shape``.
        """
        return _evaluation.gridnd(basis, c, x, y)

    @named("{p}grid3d")
    def grid3d(x, y, z, c):
        """Values of {t} series of three variables at all triples of coordinates.

        Parameters
        ----------
        x, y, z : dpnp.ndarray or number
            Coordinates, of any shapes.
        c : dpnp.ndarray or sequence of numbers
            Coefficients, ``c[i, j, k]`` for the degrees of x, y and z; further axes are other series.

        Returns
        -------
        dpnp.ndarray
            Of shape ``c.shape[3:] + x.shape + y.shape + z.shape``.
        """
        return _evaluation.gridnd(basis, c, x, y, z)

    @named("{p}vander")
    def vander(x, deg):
        """The {t} polynomials of degrees 0 to `deg` at points.

        Parameters
        ----------
        x : dpnp.ndarray or sequence of numbers
            The points.
        deg : int
            The highest degree.

        Returns
        -------
        dpnp.ndarray
            Of shape ``x.shape + (deg + 1,)``.

        Raises
        ------
        ValueError
            If `deg` is negative.
        TypeError
            If it is not an integer.

        Examples
        --------
        >>> import dpnp
        >>> from dpnp.polynomial import {m}
        >>> {m}.{p}vander(dpnp.ones(5), 3).shape
        (5, 4)
        """
        return _evaluation.vander(basis, x, deg)

    @named("{p}vander2d")
    def vander2d(x, y, deg):
        """Products of the {t} polynomials of two coordinates.

        Parameters
        ----------
        x, y : dpnp.ndarray or sequence of numbers
            The points' coordinates, of one shape.
        deg : sequence of two int
            The highest degrees of x and y.

        Returns
        -------
        dpnp.ndarray
            Of shape ``x.shape + ((deg[0] + 1) * (deg[1] + 1),)``; the degree of y varies fastest.

        Raises
        ------
        ValueError
            If a degree is negative, or there are not two.
        """
        return _evaluation.vandernd(basis, deg, x, y)

    @named("{p}vander3d")
    def vander3d(x, y, z, deg):
        """Products of the {t} polynomials of three coordinates.

        Parameters
        ----------
        x, y, z : dpnp.ndarray or sequence of numbers
            The points' coordinates, of one shape.
        deg : sequence of three int
            The highest degrees of x, y and z.

        Returns
        -------
        dpnp.ndarray
            A product for each triple of degrees along a new last axis; the degree of z varies fastest.

        Raises
        ------
        ValueError
            If a degree is negative, or there are not three.
        """
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
            Weights of the distances, of shape (n,).

        Returns
        -------
        dpnp.ndarray or tuple
            Coefficients, of shape (deg + 1,) or (deg + 1, k); with `full` also the list.

        Raises
        ------
        TypeError
            If numbers of dimensions or lengths do not suit, or there are no points.
        ValueError
            If a degree is negative.

        Examples
        --------
        >>> import dpnp
        >>> from dpnp.polynomial import {m}
        >>> x = dpnp.asarray([0.0, 1.0, 2.0])
        >>> {m}.{p}val(x, {m}.{p}fit(x, 1 + 2 * x, 1)).round(6)
        array([1., 3., 5.])
        """
        return _evaluation.fit(basis, x, y, deg, rcond, full, w)

    @named("{p}companion")
    def companion(c):
        """The matrix whose eigenvalues are the roots of a {t} series.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first, of shape (n,).

        Returns
        -------
        dpnp.ndarray
            Of shape (n - 1, n - 1), symmetric for a single polynomial of the basis.

        Raises
        ------
        ValueError
            If the degree is 0.
        """
        return _evaluation.companion(basis, c)

    @named("{p}roots")
    def roots(c):
        """Roots of a {t} series.

        Parameters
        ----------
        c : dpnp.ndarray or sequence of numbers
            Coefficients, degree 0 first, of shape (n,).

        Returns
        -------
        dpnp.ndarray
            Of shape (n - 1,), ascending; real if c and all of the roots are.

        Raises
        ------
        ValueError
            If there are no coefficients, or they have several dimensions.

        Examples
        --------
        >>> from dpnp.polynomial import {m}
        >>> {m}.{p}roots({m}.{p}fromroots([2, 1])).round(6)
        array([1., 2.])
        """
        return _evaluation.roots(basis, c)

    if basis.mass:

        @named("{p}gauss")
        def gauss(deg, *, device=None, usm_type=None, sycl_queue=None):
            """Nodes and weights of Gaussian quadrature with the {t} weight, exact up to degree ``2 * deg - 1``.

            Parameters
            ----------
            deg : int
                The number of nodes.
            device, usm_type, sycl_queue : optional
                Where the arrays are made.

            Returns
            -------
            tuple of dpnp.ndarray
                Nodes and weights, of shape (deg,), in the device's default precision.

            Raises
            ------
            ValueError
                If `deg` is not positive.
            """
            return _evaluation.gauss(basis, deg, device=device, usm_type=usm_type, sycl_queue=sycl_queue)


def functions_of(basis, module: str) -> dict:
    """Name to function."""
    named = _Names(basis, module)
    for add in (_add_sums, _add_calculus, _add_values, _add_fits):
        add(named, basis)
    if basis is POWER:

        @named("polyvalfromroots")
        def valfromroots(x, r, tensor=True):
            """Values of polynomials that are given by their roots: products of ``x - r``.

            Parameters
            ----------
            x : dpnp.ndarray or number
                The points.
            r : dpnp.ndarray or sequence of numbers
                Roots along the first axis; other axes are other polynomials.
            tensor : bool, optional
                Evaluate each polynomial at all points; else roots and points are broadcast together.

            Returns
            -------
            dpnp.ndarray
                Of shape ``r.shape[1:] + x.shape`` if `tensor`.

            Examples
            --------
            >>> import dpnp
            >>> from dpnp.polynomial import polynomial
            >>> polynomial.polyvalfromroots(dpnp.asarray([0.0, 2.0]), [1, 3])
            array([ 3., -1.])
            """
            r = series_like(r, x if isinstance(x, array_base) else None, "roots")
            x = as_points(x, r)
            r = r.reshape(1) if r.ndim == 0 else r
            if as_flag(tensor, "tensor"):
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
