# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "argpartition",
    "argsort",
    "lexsort",
    "partition",
    "searchsorted",
    "sort",
    "sort_complex",
]

def argpartition(
    a: ndarray | usm_ndarray,
    kth: Any,
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = -1,
    kind: str | None = "introselect",
    order: str | None = None,
) -> ndarray: ...
def argsort(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex = -1,
    kind: str | None = None,
    order: str | None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> ndarray: ...
def lexsort(keys: Sequence[ndarray | usm_ndarray], axis: SupportsIndex = -1) -> ndarray: ...
def partition(
    a: ndarray | usm_ndarray,
    kth: SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex = -1,
    kind: Literal["introselect"] = "introselect",
    order: str | None = None,
) -> ndarray: ...
def searchsorted(
    a: ndarray | usm_ndarray,
    v: ndarray | usm_ndarray | complex | numpy.generic,
    side: Literal["left", "right"] = "left",
    sorter: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def sort(
    a: ndarray | usm_ndarray,
    axis: SupportsIndex = -1,
    kind: str | None = None,
    order: str | None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> ndarray: ...
def sort_complex(a: ndarray | usm_ndarray) -> ndarray: ...
