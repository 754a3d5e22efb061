# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp.polynomial._format import format_float as format_float
from typing import Any
import numpy

__all__ = [
    "as_series",
    "format_float",
    "getdomain",
    "mapdomain",
    "mapparms",
    "trimcoef",
    "trimseq",
]

def as_series(alist: Sequence[Any], trim: bool = True) -> list[ndarray]: ...
def getdomain(x: ndarray | usm_ndarray | Sequence[complex | numpy.generic]) -> ndarray: ...
def mapdomain(
    x: ndarray | usm_ndarray | complex | numpy.generic | Sequence[complex | numpy.generic],
    old: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    new: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> ndarray: ...
def mapparms(
    old: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    new: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
) -> tuple[Any, ...]: ...
def trimcoef(
    c: ndarray | usm_ndarray | Sequence[complex | numpy.generic], tol: complex | numpy.generic = 0
) -> ndarray: ...
def trimseq(seq: ndarray | usm_ndarray) -> ndarray: ...
