"""Laguerre's polynomials: functions over coefficients, that of degree 0 first, and the class `Laguerre`."""

from opendpex._messages import names_errors

from .._ufunc.functions import exp
from . import _basis, _namespace
from ._series import Series

_functions = _namespace.functions_of(_basis.LAGUERRE, __name__)
globals().update(_functions)


@names_errors
def lagweight(x):
    """The weight of orthogonality, ``exp(-x)``.

    Parameters
    ----------
    x : dpnp.ndarray

    Returns
    -------
    dpnp.ndarray
        Of the shape of x.
    """
    return exp(-x)


class Laguerre(Series):
    __doc__ = Series.__doc__
    basis_ = _basis.LAGUERRE


def __getattr__(name):
    return _namespace.constant_of(_basis.LAGUERRE, name, __name__)


def __dir__():
    return __all__


__all__ = ["Laguerre", "lagweight", *_functions, *_namespace.constants_of(_basis.LAGUERRE)]
