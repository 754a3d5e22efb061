"""Hermite's polynomials, as physics has them: functions over coefficients, that of degree 0 first, and the class
`Hermite`."""

from opendpex._messages import names_errors

from .._ufunc.functions import exp
from . import _basis, _namespace
from ._series import Series

_functions = _namespace.functions_of(_basis.HERMITE, __name__)
globals().update(_functions)


@names_errors
def hermweight(x):
    """The weight of orthogonality, ``exp(-x ** 2)``.

    Parameters
    ----------
    x : dpnp.ndarray

    Returns
    -------
    dpnp.ndarray
        Of the shape of x.
    """
    return exp(-(x**2))


class Hermite(Series):
    __doc__ = Series.__doc__
    basis_ = _basis.HERMITE


def __getattr__(name):
    return _namespace.constant_of(_basis.HERMITE, name, __name__)


def __dir__():
    return __all__


__all__ = ["Hermite", "hermweight", *_functions, *_namespace.constants_of(_basis.HERMITE)]
