"""``SyclQueue``, the arguments of kernels, and the exceptions of both."""

from enum import Enum

from opendpex import _core
from opendpex._core import (
    LocalAccessor,
    RawKernelArg,
    SyclAsyncError,
    SyclKernelInvalidRangeError,
    SyclKernelSubmitError,
    SyclQueue,
    SyclQueueCreationError,
    WorkGroupMemory,
    _RawKernelArg,
    _SyclQueue,
    _WorkGroupMemory,
)

__all__ = [
    "LocalAccessor",
    "RawKernelArg",
    "SyclAsyncError",
    "SyclKernelInvalidRangeError",
    "SyclKernelSubmitError",
    "SyclQueue",
    "SyclQueueCreationError",
    "WorkGroupMemory",
    "_RawKernelArg",
    "_SyclQueue",
    "_WorkGroupMemory",
    "kernel_arg_type",
]

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]


class kernel_arg_type(Enum):
    """Kinds of kernel arguments, numbered as in the C interface."""

    dpctl_int8 = 0
    dpctl_uint8 = 1
    dpctl_int16 = 2
    dpctl_uint16 = 3
    dpctl_int32 = 4
    dpctl_uint32 = 5
    dpctl_int64 = 6
    dpctl_uint64 = 7
    dpctl_float32 = 8
    dpctl_float64 = 9
    dpctl_void_ptr = 10
    dpctl_local_accessor = 11
    dpctl_work_group_memory = 12
    dpctl_raw_kernel_arg = 13
