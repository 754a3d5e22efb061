# Written by tools/write_stubs.py.
from collections.abc import Callable
from numba_dpex import Signature
from numba_dpex._compiler.dispatcher import DeviceFunction
from numba_dpex._compiler.dispatcher import Kernel
from numba_dpex._element_function import ElementFunction
from numba_dpex._host_function import HostFunction
from typing import Any
from typing import overload

__all__ = [
    "device_func",
    "dpjit",
    "func",
    "kernel",
    "njit",
    "vectorize",
]

@overload
def device_func(function_or_signature: Callable[..., Any], **options: Any) -> DeviceFunction: ...
@overload
def device_func(
    function_or_signature: tuple[Any, ...] | list[Any] | str | Signature | None = None, **options: Any
) -> Callable[[Callable[..., Any]], DeviceFunction]: ...
@overload
def dpjit(function: Callable[..., Any], **options: Any) -> HostFunction: ...
@overload
def dpjit(function: None = None, **options: Any) -> Callable[[Callable[..., Any]], HostFunction]: ...
@overload
def kernel(
    function_or_signature: Callable[..., Any],
    *,
    access_types: dict[str, Any] | None = None,
    access_type: dict[str, Any] | None = None,
    **options: Any,
) -> Kernel: ...
@overload
def kernel(
    function_or_signature: tuple[Any, ...] | list[Any] | str | Signature | None = None,
    *,
    access_types: dict[str, Any] | None = None,
    access_type: dict[str, Any] | None = None,
    **options: Any,
) -> Callable[[Callable[..., Any]], Kernel]: ...
@overload
def njit(function: Callable[..., Any], **options: Any) -> HostFunction: ...
@overload
def njit(function: None = None, **options: Any) -> Callable[[Callable[..., Any]], HostFunction]: ...
@overload
def vectorize(function_or_signatures: Callable[..., Any], **options: Any) -> ElementFunction: ...
@overload
def vectorize(
    function_or_signatures: tuple[Any, ...] | list[Any] | str | Signature | None = None, **options: Any
) -> Callable[[Callable[..., Any]], ElementFunction]: ...

func = device_func
