"""The types that Numba gives arrays in USM memory. `numba.typeof` loads this module; nothing else here needs Numba."""

from __future__ import annotations

import numba
from numba.core import cgutils
from numba.core.datamodel.models import ArrayModel
from numba.extending import NativeValue, register_model, unbox

__all__ = ["USMNdArray", "type_of"]


class USMNdArray(numba.types.Array):
    """The type of an array in USM memory: Numba's type of an array with the class, kind of memory and device.

    Parameters
    ----------
    array : dpnp.ndarray or usm_ndarray
        The array.
    """

    def __init__(self, array):
        self.kind, self.usm_type, self.device = type(array).__name__, array.usm_type, repr(array.device)
        flags = array.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        dtype = numba.from_dtype(array.dtype)
        name = f"{self.kind}({dtype}, {array.ndim}d, {layout}, {self.usm_type}, {self.device})"
        super().__init__(dtype, array.ndim, layout, readonly=not flags.writable, name=name)

    @property
    def key(self):
        return *super().key, self.kind, self.usm_type, self.device


@register_model(USMNdArray)
class _Model(ArrayModel):
    """Compiled code could hold it as any array; `_refuse` keeps arrays from getting there."""


@unbox(USMNdArray)
def _refuse(kind, array, c):
    """TypeError where code for the host would get a pointer to a device's memory."""
    message = f"numba.njit computes with NumPy arrays, not with {kind}; numba_dpex.dpjit takes it, asnumpy copies it"
    c.pyapi.err_set_string("PyExc_TypeError", message)
    nothing = c.context.get_constant_null(kind)
    return NativeValue(nothing, is_error=cgutils.true_bit)


def type_of(array) -> USMNdArray:
    """The type of an array for Numba.

    Parameters
    ----------
    array : dpnp.ndarray or usm_ndarray
        The array.

    Returns
    -------
    numba.types.Array
        Equal for arrays of one class, dtype, number of dimensions, layout, kind of memory and device.
    """
    return USMNdArray(array)
