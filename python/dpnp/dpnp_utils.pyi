# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp._helpers import get_usm_ndarray_or_scalar as unwrap_array
from numpy.typing import DTypeLike
from typing import Any
import numpy

__all__ = [
    "call_origin",
    "checker_throw_type_error",
    "checker_throw_value_error",
    "convert_item",
    "copy_from_origin",
    "get_usm_allocations",
    "map_dtype_to_device",
    "unwrap_array",
    "use_origin_backend",
]

def call_origin(function: Any, *args: Any, **kwargs: Any) -> Any: ...
def checker_throw_type_error(function_name: Any, given_type: Any) -> Any: ...
def checker_throw_value_error(function_name: Any, param_name: Any, param: Any, expected: Any) -> Any: ...
def convert_item(item: Any) -> Any: ...
def copy_from_origin(dst: ndarray | usm_ndarray, src: Any) -> None: ...
def get_usm_allocations(objects: list[Any] | tuple[Any, ...]) -> tuple[str | None, SyclQueue | None]: ...
def map_dtype_to_device(dtype: DTypeLike | None, device: str | SyclDevice | SyclQueue | Device) -> numpy.dtype[Any]: ...
def use_origin_backend(input1: Any = None, compute_size: Any = 0) -> bool: ...
