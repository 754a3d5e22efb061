# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
from typing import overload
import numpy

__all__ = [
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]

@overload
def intersect1d(
    ar1: ndarray | usm_ndarray,
    ar2: ndarray | usm_ndarray,
    assume_unique: bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[ndarray, ndarray, ndarray]: ...
@overload
def intersect1d(
    ar1: ndarray | usm_ndarray,
    ar2: ndarray | usm_ndarray,
    assume_unique: bool = False,
    return_indices: Literal[False] = False,
) -> ndarray: ...
@overload
def intersect1d(
    ar1: ndarray | usm_ndarray, ar2: ndarray | usm_ndarray, assume_unique: bool = False, return_indices: bool = False
) -> Any: ...
def isin(
    element: ndarray | usm_ndarray | complex | numpy.generic,
    test_elements: ndarray | usm_ndarray | complex | numpy.generic,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    kind: Literal["sort", "table"] | None = None,
) -> ndarray: ...
def setdiff1d(ar1: ndarray | usm_ndarray, ar2: ndarray | usm_ndarray, assume_unique: bool = False) -> ndarray: ...
def setxor1d(ar1: ndarray | usm_ndarray, ar2: ndarray | usm_ndarray, assume_unique: bool = False) -> ndarray: ...
def union1d(ar1: ndarray | usm_ndarray, ar2: ndarray | usm_ndarray) -> ndarray: ...
@overload
def unique(
    ar: ndarray | usm_ndarray,
    *,
    return_index: Literal[True],
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: SupportsIndex | None = None,
    equal_nan: bool = True,
    sorted: bool = True,
) -> tuple[ndarray, ...]: ...
@overload
def unique(
    ar: ndarray | usm_ndarray,
    return_index: bool = False,
    *,
    return_inverse: Literal[True],
    return_counts: bool = False,
    axis: SupportsIndex | None = None,
    equal_nan: bool = True,
    sorted: bool = True,
) -> tuple[ndarray, ...]: ...
@overload
def unique(
    ar: ndarray | usm_ndarray,
    return_index: bool = False,
    return_inverse: bool = False,
    *,
    return_counts: Literal[True],
    axis: SupportsIndex | None = None,
    equal_nan: bool = True,
    sorted: bool = True,
) -> tuple[ndarray, ...]: ...
@overload
def unique(
    ar: ndarray | usm_ndarray,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> ndarray: ...
@overload
def unique(
    ar: ndarray | usm_ndarray,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any: ...
def unique_all(x: ndarray | usm_ndarray) -> tuple[ndarray, ...]: ...
def unique_counts(x: ndarray | usm_ndarray) -> tuple[ndarray, ...]: ...
def unique_inverse(x: ndarray | usm_ndarray) -> tuple[ndarray, ...]: ...
def unique_values(x: ndarray | usm_ndarray) -> ndarray: ...
