"""`usm_ndarray` at the path that extensions import it from; it is written in C (python/core/usm_ndarray.c)."""

from opendpex import _core
from opendpex._core import usm_ndarray

from ._asarray import from_numpy
from ._copy_utils import asnumpy

__all__ = ["usm_ndarray", "InternalUSMArrayError"]

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]


class InternalUSMArrayError(Exception):
    """An array's invariants are broken; nothing that a program does should lead to it."""

    def __init__(self, *args):  # for inspect.signature, which sees no C constructor
        super().__init__(*args)


def _rebuild(data, usm_type: str) -> usm_ndarray:
    """Unpickle: the elements in new memory of that kind on the default device."""
    return from_numpy(data, usm_type=usm_type)


def _reduce(x: usm_ndarray) -> tuple:
    """Pickle: a host copy of the elements and the kind of memory."""
    return _rebuild, (asnumpy(x), x.usm_type)


def _numba_type(x):
    """What `numba.typeof` finds."""
    try:
        from ._numba_types import type_of  # here, since it imports Numba, which has been loaded if it asks
    except ImportError as error:
        raise AttributeError("_numba_type_ needs Numba") from error
    return type_of(x)


def _names(x: usm_ndarray) -> list:
    """dir(x): without the transposes that the array does not have, and what only Numba asks for."""
    missing = {name for name, has in (("T", x.ndim == 2), ("mT", x.ndim >= 2)) if not has} | {"_numba_type_"}
    return sorted(set(object.__dir__(x)) - missing)


_core.set_hook("reduce_array", _reduce)
_core.array_base._numba_type_ = property(_numba_type)
usm_ndarray.__dir__ = _names
