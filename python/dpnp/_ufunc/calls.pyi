# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
from typing import Self
from typing import SupportsIndex
import numpy

__all__ = [
    "define",
    "ufunc",
]

class UnaryUfunc(ufunc):
    def __call__(
        self,
        x: ndarray | usm_ndarray | complex | numpy.generic,
        /,
        out: ndarray | usm_ndarray | tuple[Any, ...] | None = None,
        *,
        where: bool | ndarray | usm_ndarray = True,
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: bool = True,
        casting: str = ...,
        signature: Any = None,
    ) -> ndarray: ...  # type: ignore[override]

class BinaryUfunc(ufunc):
    def __call__(
        self,
        x1: ndarray | usm_ndarray | complex | numpy.generic,
        x2: ndarray | usm_ndarray | complex | numpy.generic,
        /,
        out: ndarray | usm_ndarray | tuple[Any, ...] | None = None,
        *,
        where: bool | ndarray | usm_ndarray = True,
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: bool = True,
        casting: str = ...,
        signature: Any = None,
    ) -> ndarray: ...  # type: ignore[override]

class UnaryPairUfunc(ufunc):
    def __call__(
        self,
        x: ndarray | usm_ndarray | complex | numpy.generic,
        /,
        out1: Any = None,
        out2: Any = None,
        *,
        out: ndarray | usm_ndarray | tuple[Any, ...] | None = None,
        where: bool | ndarray | usm_ndarray = True,
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: bool = True,
        casting: str = ...,
        signature: Any = None,
    ) -> tuple[ndarray, ndarray]: ...  # type: ignore[override]

class BinaryPairUfunc(ufunc):
    def __call__(
        self,
        x1: ndarray | usm_ndarray | complex | numpy.generic,
        x2: ndarray | usm_ndarray | complex | numpy.generic,
        /,
        out1: Any = None,
        out2: Any = None,
        *,
        out: ndarray | usm_ndarray | tuple[Any, ...] | None = None,
        where: bool | ndarray | usm_ndarray = True,
        order: Literal["C", "F", "A", "K"] = "K",
        dtype: DTypeLike | None = None,
        subok: bool = True,
        casting: str = ...,
        signature: Any = None,
    ) -> tuple[ndarray, ndarray]: ...  # type: ignore[override]

def define(
    name: str,
    operation: str | None = None,
    *,
    doc: str,
    nin: int = 0,
    nout: int = 1,
    python: Callable[..., Any] | None = None,
    fused: tuple[Any, ...] | None = None,
    identity: complex | numpy.generic | None = None,
    types: Sequence[str] = ...,
) -> ufunc: ...

class ufunc:
    def __new__(cls, operation: Any) -> Self: ...
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any: ...
    def get_array_dtype_scalar_type_resolver_function(self) -> Any: ...
    def get_implementation_function(self) -> Any: ...
    def get_implementation_inplace_function(self) -> Any: ...
    def get_type_promotion_path_acceptance_function(self) -> Any: ...
    def get_type_result_resolver_function(self) -> Any: ...
    @property
    def types(self) -> list[str]: ...
    @property
    def signature(self) -> None: ...
    @property
    def ntypes(self) -> int: ...
    def outer(
        self,
        x1: ndarray | usm_ndarray | complex | numpy.generic,
        x2: ndarray | usm_ndarray | complex | numpy.generic,
        /,
        **kwargs: Any,
    ) -> ndarray: ...
    def reduce(
        self,
        array: ndarray | usm_ndarray,
        /,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
        keepdims: bool = False,
        initial: Any = ...,
        where: ndarray | usm_ndarray | bool = True,
    ) -> ndarray: ...
    def accumulate(
        self,
        array: ndarray | usm_ndarray,
        /,
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def reduceat(
        self,
        array: ndarray | usm_ndarray,
        /,
        indices: Sequence[SupportsIndex | ndarray | usm_ndarray],
        axis: SupportsIndex = 0,
        dtype: DTypeLike | None = None,
        out: ndarray | usm_ndarray | None = None,
    ) -> ndarray: ...
    def at(
        self,
        a: ndarray | usm_ndarray,
        indices: Any,
        b: ndarray | usm_ndarray | complex | numpy.generic | None = None,
        /,
    ) -> None: ...
