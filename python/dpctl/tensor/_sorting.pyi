# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from typing import Literal
from typing import NamedTuple
from typing import SupportsIndex

__all__ = [
    "argsort",
    "sort",
    "top_k",
]

def argsort(
    x: usm_ndarray,
    axis: SupportsIndex = -1,
    descending: bool = False,
    stable: bool = True,
    kind: Literal["stable", "mergesort", "radixsort"] | None = None,
) -> usm_ndarray: ...
def sort(
    x: usm_ndarray,
    /,
    *,
    axis: SupportsIndex = -1,
    descending: bool = False,
    stable: bool = True,
    kind: Literal["stable", "mergesort", "radixsort"] | None = None,
) -> usm_ndarray: ...
def top_k(
    x: usm_ndarray,
    k: SupportsIndex,
    /,
    *,
    axis: SupportsIndex | None = None,
    mode: Literal["largest", "smallest"] = "largest",
) -> TopKResult: ...

class TopKResult(NamedTuple):
    values: usm_ndarray
    indices: usm_ndarray
