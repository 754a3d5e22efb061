# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp._ufunc.calls import BinaryPairUfunc
from dpnp._ufunc.calls import BinaryUfunc
from dpnp._ufunc.calls import UnaryPairUfunc
from dpnp._ufunc.calls import UnaryUfunc
from typing import Literal

__all__ = [
    "divmod",
    "float_power",
    "frexp",
    "i0",
    "ldexp",
    "modf",
    "sinc",
    "spacing",
]
divmod: BinaryPairUfunc
float_power: BinaryUfunc
frexp: UnaryPairUfunc

def i0(
    x: ndarray | usm_ndarray, *, out: ndarray | usm_ndarray | None = None, order: Literal["C", "F", "A", "K"] = "K"
) -> ndarray: ...

ldexp: BinaryUfunc
modf: UnaryPairUfunc

def sinc(
    x: ndarray | usm_ndarray, *, out: ndarray | usm_ndarray | None = None, order: Literal["C", "F", "A", "K"] = "K"
) -> ndarray: ...

spacing: UnaryUfunc
