# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
import numpy

__all__ = [
    "can_cast",
    "finfo",
    "iinfo",
    "result_type",
]

def can_cast(
    from_: DTypeLike | None | usm_ndarray,
    to: DTypeLike | None,
    /,
    *,
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
) -> bool: ...
def iinfo(dtype: DTypeLike | None | usm_ndarray, /) -> numpy.iinfo: ...
def result_type(*arrays_and_dtypes: usm_ndarray | DTypeLike | None | complex) -> numpy.dtype[Any]: ...

class finfo:
    @staticmethod
    def __new__(cls: Any, dtype: DTypeLike | None, /) -> Any: ...
