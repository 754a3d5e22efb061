# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import Literal

__all__ = [
    "argwhere",
    "extract",
    "flatnonzero",
    "nonzero",
    "place",
    "where",
]

def argwhere(a: ndarray | usm_ndarray) -> ndarray: ...
def extract(condition: ndarray | usm_ndarray, a: ndarray | usm_ndarray) -> ndarray: ...
def flatnonzero(a: ndarray | usm_ndarray) -> ndarray: ...
def nonzero(a: ndarray | usm_ndarray) -> tuple[ndarray, ...]: ...
def place(a: ndarray | usm_ndarray, mask: ndarray | usm_ndarray, vals: Any) -> None: ...
def where(
    condition: ndarray | usm_ndarray,
    x: Any = ...,
    y: Any = ...,
    /,
    *,
    order: Literal["C", "F", "A", "K"] = "K",
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
