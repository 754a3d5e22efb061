"""dpnp: NumPy's interface on every device.

Functions compute on the queue of their arrays and return before they are done; reading a result waits for it.
"""

import importlib as _importlib
import sys as _sys

import numpy as _numpy

from opendpex import _core
from opendpex._core import ndarray
from opendpex._core import version as _opendpex_version
from opendpex._messages import by_others as _by_others

_FAMILIES = (
    "_constants",
    "_creation.arrays",
    "_manipulation.shapes",
    "_indexing.searching",
    "_ufunc.functions",
    "_math.compositions",
    "_statistics.reductions",
    "_statistics.scans",
    "_ufunc.methods",
    "_logic",
    "_types",
    "_math.rounding",
    "_statistics.nan_reductions",
    "_products.products",
    "_products.einsum",
    "_manipulation.stacking",
    "_manipulation.rearranging",
    "_manipulation.padding",
    "_creation.grids",
    "_creation.reading",
    "_indexing.indices",
    "_indexing.selecting",
    "_sorting",
    "_sets",
    "_statistics.quantiles",
    "_statistics.averages",
    "_statistics.histograms",
    "_windows",
    "_functional",
    "_statistics.correlation",
    "_memory_sharing",
    "_helpers",
    "_math.differences",
    "_products.vectors",
    "_polynomials",
    "_manipulation.assembly",
    "_bits",
    "_io.saving",
    "_io.printing",
    "_indexing.iteration",
)
__all__ = ["ndarray"]
for _family in _FAMILIES:
    _module = _importlib.import_module(f"dpnp.{_family}")
    __all__ += _module.__all__
    globals().update({_name: getattr(_module, _name) for _name in _module.__all__})

from dpctl.tensor import DLDeviceType, __array_namespace_info__

from . import (
    _interop,
    config,
    dpnp_array,
    dpnp_utils,
    emath,
    exceptions,
    fft,
    lib,
    linalg,
    memory,
    random,
    scipy,
    tensor,
)
from ._ndarray import methods as _methods
from ._ndarray import namespace as _namespace
from ._ndarray import protocols as _protocols

_namespace.enter(_sys.modules[__name__])

__version__ = f"0.20.0+opendpex.{_opendpex_version}"
__array_api_version__ = "2024.12"


def asnumpy(a, order="C"):
    """Copy an array to a NumPy array; anything else goes through ``numpy.asarray``.

    Parameters
    ----------
    a : object
        An array on a device, or what ``numpy.asarray`` takes.
    order : {'C', 'F', 'A', 'K'}, optional
        For what is on no device.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> np.asnumpy(np.arange(3)) * 2
    array([0, 2, 4])
    """
    return _core.asnumpy(a) if isinstance(a, _core.array_base) else _by_others(_numpy.asarray, a, order=order)


def __getattr__(name):
    if name in ("polynomial", "testing"):  # most programs have no use for them, and they take time
        return _importlib.import_module(f"dpnp.{name}")
    from ._ndarray.unsupported import unsupported  # here, because only names that are not there need it

    raise unsupported(name) or AttributeError(f"module 'dpnp' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__, "testing"})


__all__ += [
    "asnumpy",
    "emath",
    "exceptions",
    "fft",
    "lib",
    "linalg",
    "memory",
    "polynomial",
    "random",
    "scipy",
    "tensor",
]
