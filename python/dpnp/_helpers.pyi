# Written by tools/write_stubs.py.
from dpctl._sycl_device import SyclDevice
from dpctl._sycl_queue import SyclQueue
from dpctl.tensor._device import Device
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.typing import DTypeLike
from typing import Any
from typing import Literal
import numpy

__all__ = [
    "are_same_logical_tensors",
    "as_usm_ndarray",
    "check_limitations",
    "check_supported_arrays_type",
    "default_float_type",
    "get_dpnp_descriptor",
    "get_normalized_queue_device",
    "get_result_array",
    "get_usm_ndarray",
    "get_usm_ndarray_or_scalar",
    "is_cuda_backend",
    "is_supported_array_or_scalar",
    "is_supported_array_type",
    "synchronize_array_data",
]

def are_same_logical_tensors(ar1: Any, ar2: Any) -> bool: ...
def as_usm_ndarray(
    a: Any,
    dtype: DTypeLike | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    usm_type: Literal["device", "shared", "host"] | None = None,
    sycl_queue: SyclQueue | None = None,
) -> usm_ndarray: ...
def check_limitations(
    subok: bool = False,
    like: Any = None,
    initial: complex | numpy.generic | None = None,
    where: bool | ndarray | usm_ndarray = True,
    subok_linalg: Any = True,
    signature: Any = None,
) -> None: ...
def check_supported_arrays_type(*arrays: Any, scalar_type: bool = False, all_scalars: bool = False) -> bool: ...
def default_float_type(
    device: str | SyclDevice | SyclQueue | Device | None = None, sycl_queue: SyclQueue | None = None
) -> numpy.dtype[Any]: ...
def get_dpnp_descriptor(
    ext_obj: Any,
    copy_when_strides: bool = True,
    copy_when_nondefault_queue: bool = True,
    alloc_dtype: Any = None,
    alloc_usm_type: Any = None,
    alloc_queue: SyclQueue | None = None,
) -> Any: ...
def get_normalized_queue_device(
    obj: ndarray | usm_ndarray | None = None,
    device: str | SyclDevice | SyclQueue | Device | None = None,
    sycl_queue: SyclQueue | None = None,
) -> Device: ...
def get_result_array(
    a: ndarray | usm_ndarray, out: ndarray | usm_ndarray | None = None, casting: str = "safe"
) -> ndarray: ...
def get_usm_ndarray(a: ndarray | usm_ndarray) -> usm_ndarray: ...
def get_usm_ndarray_or_scalar(a: ndarray | usm_ndarray | complex | numpy.generic) -> Any: ...
def is_cuda_backend(obj: Any = None) -> bool: ...
def is_supported_array_or_scalar(a: Any) -> bool: ...
def is_supported_array_type(a: Any) -> bool: ...
def synchronize_array_data(a: ndarray | usm_ndarray) -> None: ...
