# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal

__all__ = [
    "einsum",
    "einsum_path",
]

def einsum(
    *operands: Any,
    out: ndarray | usm_ndarray | None = None,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F", "A", "K"] = "K",
    casting: str = "safe",
    optimize: bool | str | list[Any] = False,
) -> ndarray: ...
def einsum_path(*operands: Any, optimize: bool | str | list[Any] = "greedy") -> tuple[list[Any], str]: ...
