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


def _rebuild(data, usm_type: str) -> usm_ndarray:
    """Unpickle: the elements in new memory of that kind on the default device."""
    return from_numpy(data, usm_type=usm_type)


def _reduce(x: usm_ndarray) -> tuple:
    """Pickle: a host copy of the elements and the kind of memory."""
    return _rebuild, (asnumpy(x), x.usm_type)


_core.set_hook("reduce_array", _reduce)
