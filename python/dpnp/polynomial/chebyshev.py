"""Chebyshev's polynomials of the first kind: functions over coefficients, that of degree 0 first, and the class
`Chebyshev`."""

import math

from opendpex._messages import as_function, as_int, as_items, as_whole, named, names_errors

from .._creation.arrays import linspace
from .._ufunc.functions import cos, sin, sqrt
from . import _basis, _namespace
from ._series import Series, given_ends

_functions = _namespace.functions_of(_basis.CHEBYSHEV, __name__)
globals().update(_functions)


@names_errors
def chebweight(x):
    """The weight of orthogonality, ``1 / sqrt(1 - x ** 2)``.

    Parameters
    ----------
    x : dpnp.ndarray
        Points within -1 to 1.

    Returns
    -------
    dpnp.ndarray
        Of the shape of x; infinite at the ends, NaN outside.
    """
    return 1.0 / (sqrt(1.0 + x) * sqrt(1.0 - x))


def chebpts1(npts, *, device=None, usm_type=None, sycl_queue=None):
    """Chebyshev points of the first kind: the roots of the polynomial of degree `npts`.

    Parameters
    ----------
    npts : int
        How many, positive.
    device, usm_type, sycl_queue : optional
        Where the array is made.

    Returns
    -------
    dpnp.ndarray
        Of shape (npts,), ascending, in the device's default precision.

    Raises
    ------
    ValueError
        If `npts` is not positive, or no integer.
    """
    n = _count("npts", npts, 1)
    return sin(
        linspace(-n + 1, n - 1, n, device=device, usm_type=usm_type, sycl_queue=sycl_queue) * (math.pi / (2 * n))
    )


def chebpts2(npts, *, device=None, usm_type=None, sycl_queue=None):
    """Chebyshev points of the second kind: the extremes of the polynomial of degree ``npts - 1``, with -1 and 1.

    Parameters
    ----------
    npts : int
        How many, 2 at least.
    device, usm_type, sycl_queue : optional
        Where the array is made.

    Returns
    -------
    dpnp.ndarray
        Of shape (npts,), ascending, in the device's default precision.

    Raises
    ------
    ValueError
        If `npts` is less than 2, or no integer.
    """
    n = _count("npts", npts, 2)
    return cos(linspace(-math.pi, 0, n, device=device, usm_type=usm_type, sycl_queue=sycl_queue))


def _count(name: str, n, least: int) -> int:
    if as_whole(n, name) != n or n < least:
        raise ValueError(named(f"{name} must be an integer >= {least}, not {n}"))
    return int(n)


def chebinterpolate(func, deg, args=(), *, device=None, usm_type=None, sycl_queue=None):
    """The Chebyshev series that agrees with a function at the roots of the polynomial of the next degree.

    Parameters
    ----------
    func : callable
        ``func(x, *args)`` gives the values at an array of points within -1 to 1.
    deg : int
        The degree.
    args : tuple, optional
        Further arguments of `func`.
    device, usm_type, sycl_queue : optional
        Where it is computed.

    Returns
    -------
    dpnp.ndarray
        ``deg + 1`` coefficients.

    Raises
    ------
    TypeError
        If `deg` is not an integer.
    ValueError
        If it is negative.
    """
    deg = as_int(deg, "deg")
    if deg < 0:
        raise ValueError(named(f"expected deg >= 0, not {deg}"))
    x = chebpts1(deg + 1, device=device, usm_type=usm_type, sycl_queue=sycl_queue)
    matrix = _functions["chebvander"](x, deg)
    found = matrix.T @ as_function(func, "func")(x, *as_items(args, "args", "a tuple"))
    found[0] /= deg + 1
    found[1:] /= 0.5 * (deg + 1)
    return found


class Chebyshev(Series):
    __doc__ = Series.__doc__
    basis_ = _basis.CHEBYSHEV

    @classmethod
    @names_errors
    def interpolate(cls, func, deg, domain=None, args=()):
        """The series that agrees with a function at the Chebyshev points of a domain.

        Parameters
        ----------
        func : callable
            ``func(x, *args)`` gives the values at an array of points of the domain.
        deg : int
            The degree.
        domain : sequence of two numbers, optional
            Default: -1 to 1.
        args : tuple, optional
            Further arguments of `func`.

        Returns
        -------
        Chebyshev

        Raises
        ------
        TypeError
            If `deg` is not an integer.
        ValueError
            If it is negative.
        """
        ends = cls.basis_.domain if domain is None else given_ends("domain", domain)
        first, last = float(ends[0]), float(ends[1])
        middle, half = 0.5 * (first + last), 0.5 * (last - first)
        return cls(chebinterpolate(lambda x: func(middle + half * x, *args), deg), domain=ends)


def __getattr__(name):
    return _namespace.constant_of(_basis.CHEBYSHEV, name, __name__)


def __dir__():
    return __all__


__all__ = [
    "Chebyshev",
    "chebweight",
    "chebinterpolate",
    "chebpts1",
    "chebpts2",
    *_functions,
    *_namespace.constants_of(_basis.CHEBYSHEV),
]
