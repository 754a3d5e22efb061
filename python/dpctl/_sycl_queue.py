"""``SyclQueue``, the arguments of kernels, and the exceptions of both."""
from opendpex._core import (
    SyclAsyncError,
    SyclKernelInvalidRangeError,
    SyclKernelSubmitError,
    SyclQueue,
    SyclQueueCreationError,
    _SyclQueue,
)

__all__ = [
    "SyclAsyncError",
    "SyclKernelInvalidRangeError",
    "SyclKernelSubmitError",
    "SyclQueue",
    "SyclQueueCreationError",
    "_SyclQueue",
]
