# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import NamedTuple
import numpy

__all__ = [
    "isin",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]

def isin(
    x: usm_ndarray | complex | numpy.generic,
    test_elements: usm_ndarray | complex | numpy.generic,
    /,
    *,
    invert: bool = False,
) -> usm_ndarray: ...
def unique_all(x: usm_ndarray) -> UniqueAllResult: ...
def unique_counts(x: usm_ndarray) -> UniqueCountsResult: ...
def unique_inverse(x: usm_ndarray) -> UniqueInverseResult: ...
def unique_values(x: usm_ndarray) -> usm_ndarray: ...

class UniqueAllResult(NamedTuple):
    values: usm_ndarray
    indices: usm_ndarray
    inverse_indices: usm_ndarray
    counts: usm_ndarray

class UniqueCountsResult(NamedTuple):
    values: usm_ndarray
    counts: usm_ndarray

class UniqueInverseResult(NamedTuple):
    values: usm_ndarray
    inverse_indices: usm_ndarray
