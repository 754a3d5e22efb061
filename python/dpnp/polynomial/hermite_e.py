"""Hermite's polynomials, as probability has them: functions over coefficients, that of degree 0 first, and the class
`HermiteE`."""

from opendpex._messages import names_errors

from .._ufunc.functions import exp
from . import _basis, _namespace
from ._series import Series

_functions = _namespace.functions_of(_basis.HERMITE_E, __name__)
globals().update(_functions)


@names_errors
def hermeweight(x):
    """The weight of orthogonality, ``exp(-x ** 2 / 2)``.

    Parameters
    ----------
    x : dpnp.ndarray

    Returns
    -------
    dpnp.ndarray
        Of the shape of x.
    """
    return exp(-0.5 * x**2)


class HermiteE(Series):
    __doc__ = Series.__doc__
    basis_ = _basis.HERMITE_E


def __getattr__(name):
    return _namespace.constant_of(_basis.HERMITE_E, name, __name__)


def __dir__():
    return __all__


__all__ = ["HermiteE", "hermeweight", *_functions, *_namespace.constants_of(_basis.HERMITE_E)]
