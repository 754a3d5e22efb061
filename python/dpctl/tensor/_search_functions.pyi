# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import Literal
import numpy

__all__ = [
    "where",
]

def where(
    condition: usm_ndarray,
    x1: usm_ndarray | complex | numpy.generic | None = None,
    x2: usm_ndarray | complex | numpy.generic | None = None,
    /,
    *,
    order: Literal["C", "F", "A", "K"] = "K",
    out: usm_ndarray | None = None,
) -> usm_ndarray: ...
