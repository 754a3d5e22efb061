"""How arrays are printed: as NumPy prints them, with the values copied to the host."""

from __future__ import annotations

import dpctl.tensor._print as tensor_print
from opendpex._core import as_usm_ndarray

__all__ = ["array_repr", "array_str"]


def array_repr(x) -> str:
    """The text of repr(x)."""
    return tensor_print.usm_ndarray_repr(as_usm_ndarray(x), prefix="array")


def array_str(x) -> str:
    """The text of str(x)."""
    return tensor_print.usm_ndarray_str(as_usm_ndarray(x))
