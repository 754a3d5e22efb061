# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy import binary_repr as binary_repr
from numpy import issubdtype as issubdtype
from numpy import mintypecode as mintypecode
from numpy import promote_types as promote_types
from numpy import typename as typename
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "base_repr",
    "binary_repr",
    "can_cast",
    "common_type",
    "finfo",
    "iinfo",
    "isdtype",
    "issubdtype",
    "min_scalar_type",
    "mintypecode",
    "promote_types",
    "result_type",
    "typename",
]

def base_repr(number: SupportsIndex, base: SupportsIndex = 2, padding: SupportsIndex = 0) -> str: ...
def can_cast(
    from_: DTypeLike | None | ndarray | usm_ndarray,
    to: DTypeLike | None,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
) -> bool: ...
def common_type(*arrays: ndarray | usm_ndarray) -> type[Any]: ...
def finfo(dtype: DTypeLike | None | ndarray | usm_ndarray) -> Any: ...
def iinfo(dtype: DTypeLike | None | ndarray | usm_ndarray) -> Any: ...
def isdtype(dtype: DTypeLike | None, kind: str | DTypeLike | None | tuple[DTypeLike | None, ...]) -> bool: ...
def min_scalar_type(a: complex | numpy.generic | ndarray | usm_ndarray) -> numpy.dtype[Any]: ...
def result_type(
    *arrays_and_dtypes: ndarray | usm_ndarray | DTypeLike | None | complex | numpy.generic,
) -> numpy.dtype[Any]: ...
