# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import Literal
import numpy

__all__ = [
    "clip",
]

def clip(
    x: usm_ndarray,
    /,
    min: usm_ndarray | complex | numpy.generic | None = None,
    max: usm_ndarray | complex | numpy.generic | None = None,
    out: usm_ndarray | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
) -> usm_ndarray: ...
