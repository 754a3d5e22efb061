# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Sequence
from collections.abc import Set
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "apply_along_axis",
    "apply_over_axes",
    "piecewise",
    "vectorize",
]

def apply_along_axis(
    func1d: Callable[..., Any], axis: SupportsIndex, arr: ndarray | usm_ndarray, *args: Any, **kwargs: Any
) -> ndarray: ...
def apply_over_axes(
    func: Callable[..., Any], a: ndarray | usm_ndarray, axes: SupportsIndex | Sequence[SupportsIndex]
) -> ndarray: ...
def piecewise(
    x: ndarray | usm_ndarray,
    condlist: Sequence[ndarray | usm_ndarray],
    funclist: Sequence[Callable[..., Any] | complex | numpy.generic],
    *args: Any,
    **kw: Any,
) -> ndarray: ...

class vectorize:
    def __init__(
        self,
        pyfunc: Callable[..., Any],
        otypes: str | Sequence[DTypeLike | None] | None = None,
        doc: str | None = None,
        excluded: Set[Any] | None = None,
        cache: bool = False,
        signature: str | None = None,
    ) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    signature: Any
    pyfunc: Any
    otypes: Any
    excluded: Any
    cache: Any
