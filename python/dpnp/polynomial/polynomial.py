"""Powers of x: functions over coefficients, that of degree 0 first, and the class `Polynomial`."""

from . import _basis, _namespace
from ._series import Series

_functions = _namespace.functions_of(_basis.POWER, __name__)
globals().update(_functions)


class Polynomial(Series):
    __doc__ = Series.__doc__
    basis_ = _basis.POWER


def __getattr__(name):
    return _namespace.constant_of(_basis.POWER, name, __name__)


def __dir__():
    return __all__


__all__ = ["Polynomial", *_functions, *_namespace.constants_of(_basis.POWER)]
