# Written by tools/write_stubs.py.
from collections.abc import Iterator
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex
import numpy

__all__ = [
    "choose",
    "compress",
    "diagonal",
    "fill_diagonal",
    "flatiter",
    "put",
    "put_along_axis",
    "putmask",
    "select",
    "take",
    "take_along_axis",
]

def choose(
    a: ndarray | usm_ndarray,
    choices: Sequence[ndarray | usm_ndarray | complex | numpy.generic],
    out: ndarray | usm_ndarray | None = None,
    mode: Literal["wrap", "clip", "raise"] = "wrap",
) -> ndarray: ...
def compress(
    condition: ndarray | usm_ndarray | Sequence[bool],
    a: ndarray | usm_ndarray,
    axis: SupportsIndex | None = None,
    out: ndarray | usm_ndarray | None = None,
) -> ndarray: ...
def diagonal(
    a: ndarray | usm_ndarray, offset: SupportsIndex = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1
) -> ndarray: ...
def fill_diagonal(
    a: ndarray | usm_ndarray, val: complex | numpy.generic | ndarray | usm_ndarray, wrap: bool = False
) -> None: ...
def put(
    a: ndarray | usm_ndarray,
    ind: ndarray | usm_ndarray | SupportsIndex | Sequence[SupportsIndex],
    v: ndarray | usm_ndarray | complex | numpy.generic,
    mode: str = "wrap",
    *,
    axis: SupportsIndex | None = None,
) -> None: ...
def put_along_axis(
    a: ndarray | usm_ndarray,
    ind: ndarray | usm_ndarray,
    values: ndarray | usm_ndarray | complex | numpy.generic,
    axis: SupportsIndex | None,
    mode: str = "wrap",
) -> None: ...
def putmask(
    x1: ndarray | usm_ndarray, mask: ndarray | usm_ndarray, values: ndarray | usm_ndarray | complex | numpy.generic
) -> None: ...
def select(
    condlist: Sequence[ndarray | usm_ndarray],
    choicelist: Sequence[ndarray | usm_ndarray | complex | numpy.generic],
    default: complex | numpy.generic | ndarray | usm_ndarray = 0,
) -> ndarray: ...
def take(
    a: ndarray | usm_ndarray,
    indices: ndarray | usm_ndarray | SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex | None = None,
    out: ndarray | usm_ndarray | None = None,
    mode: str = "wrap",
) -> ndarray: ...
def take_along_axis(
    a: ndarray | usm_ndarray,
    indices: ndarray | usm_ndarray,
    axis: SupportsIndex = -1,
    mode: Literal["wrap", "clip", "raise"] = "wrap",
) -> ndarray: ...

class flatiter:
    def __init__(self, arr: ndarray | usm_ndarray) -> None: ...
    @property
    def base(self) -> ndarray: ...
    @property
    def index(self) -> int: ...
    @property
    def coords(self) -> tuple[int, ...]: ...
    def copy(self) -> ndarray: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __next__(self) -> Any: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
