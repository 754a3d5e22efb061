"""Legendre's polynomials: functions over coefficients, that of degree 0 first, and the class `Legendre`."""

from opendpex._messages import names_errors

from . import _basis, _namespace
from ._series import Series

_functions = _namespace.functions_of(_basis.LEGENDRE, __name__)
globals().update(_functions)


@names_errors
def legweight(x):
    """The weight of orthogonality, 1 everywhere.

    Parameters
    ----------
    x : dpnp.ndarray

    Returns
    -------
    dpnp.ndarray
        Of the shape of x; NaN stays NaN.
    """
    return x * 0.0 + 1.0


class Legendre(Series):
    __doc__ = Series.__doc__
    basis_ = _basis.LEGENDRE


def __getattr__(name):
    return _namespace.constant_of(_basis.LEGENDRE, name, __name__)


def __dir__():
    return __all__


__all__ = ["Legendre", "legweight", *_functions, *_namespace.constants_of(_basis.LEGENDRE)]
