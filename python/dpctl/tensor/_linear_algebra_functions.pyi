# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from numpy.typing import DTypeLike
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "matmul",
    "tensordot",
    "vecdot",
]

def matmul(
    x1: usm_ndarray,
    x2: usm_ndarray,
    out: usm_ndarray | None = None,
    dtype: DTypeLike | None = None,
    order: Literal["K", "C", "F", "A"] = "K",
) -> usm_ndarray: ...
def tensordot(
    x1: usm_ndarray, x2: usm_ndarray, axes: SupportsIndex | tuple[Sequence[SupportsIndex], Sequence[SupportsIndex]] = 2
) -> usm_ndarray: ...
def vecdot(x1: usm_ndarray, x2: usm_ndarray, axis: SupportsIndex = -1) -> usm_ndarray: ...
