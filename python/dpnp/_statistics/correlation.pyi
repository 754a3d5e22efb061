# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Literal
import numpy

__all__ = [
    "convolve",
    "correlate",
]

def convolve(
    a: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    v: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    mode: Literal["full", "same", "valid"] = "full",
    method: Literal["auto", "direct", "fft"] = "auto",
) -> ndarray: ...
def correlate(
    a: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    v: ndarray | usm_ndarray | Sequence[complex | numpy.generic],
    mode: Literal["valid", "same", "full"] = "valid",
    method: Literal["auto", "direct", "fft"] = "auto",
) -> ndarray: ...
