# Written by tools/write_stubs.py.
from collections.abc import Sequence
from typing import Any

__all__ = [
    "ComputeFollowsDataInferenceError",
    "ExecutionQueueInferenceError",
    "IllegalIntEnumLiteralValueError",
    "IllegalRangeValueError",
    "IndeterminateExecutionQueueError",
    "InternalError",
    "InvalidKernelLaunchArgsError",
    "InvalidKernelSpecializationError",
    "KernelHasReturnValueError",
    "MissingSpecializationError",
    "MixedArgumentsError",
    "SUAIProtocolError",
    "UncompiledKernelError",
    "UnknownGlobalRangeError",
    "UnmatchedNumberOfRangeDimsError",
    "UnreachableError",
    "UnsupportedAccessQualifierError",
    "UnsupportedBackendError",
    "UnsupportedCompilationModeError",
    "UnsupportedGroupWorkItemSizeError",
    "UnsupportedKernelArgumentError",
    "UnsupportedNumberOfRangeDimsError",
    "UnsupportedParforError",
    "UnsupportedWorkItemSizeError",
]

class InternalError(Exception):
    def __init__(self, message: str) -> None: ...

class SUAIProtocolError(Exception):
    def __init__(self, message: str) -> None: ...

class UncompiledKernelError(Exception):
    def __init__(self, kernel_name: Any) -> None: ...

class UnmatchedNumberOfRangeDimsError(Exception):
    def __init__(self, kernel_name: Any, global_ndims: Any, local_ndims: Any) -> None: ...

class UnreachableError(Exception):
    def __init__(self, message: Any = ...) -> None: ...

class UnsupportedAccessQualifierError(Exception):
    def __init__(self, kernel_name: Any, array_val: Any, illegal_access_type: Any, legal_access_list: Any) -> None: ...

class UnsupportedBackendError(Exception):
    def __init__(self, message: str) -> None: ...

class UnsupportedCompilationModeError(Exception):
    def __init__(self) -> None: ...

class UnsupportedGroupWorkItemSizeError(Exception):
    def __init__(self, kernel_name: Any, dim: int, work_groups: Any, work_items: Any) -> None: ...

class UnsupportedNumberOfRangeDimsError(Exception):
    def __init__(self, kernel_name: Any, ndims: Any, max_work_item_dims: Any = 3) -> None: ...

class UnsupportedWorkItemSizeError(Exception):
    def __init__(self, kernel_name: Any, dim: int, requested_work_items: Any, supported_work_items: Any) -> None: ...

class IllegalRangeValueError(ValueError):
    def __init__(self, kernel_name: Any, extents: Any = None) -> None: ...  # type: ignore[override]

class InvalidKernelLaunchArgsError(TypeError):
    def __init__(self, kernel_name: Any, args: Sequence[Any] | None = None) -> None: ...  # type: ignore[override]

class ExecutionQueueInferenceError(Exception):
    def __init__(
        self, kernel_name: Any, *, usmarray_argnum_list: Any = None, names: Any = None, where: Any = ""
    ) -> None: ...
    has_position: Any

class IllegalIntEnumLiteralValueError(Exception):
    def __init__(self, value: Any = None) -> None: ...

class InvalidKernelSpecializationError(Exception):
    def __init__(self, kernel_name: Any, invalid_sig: Any, unsupported_argnum_list: Any) -> None: ...

class MissingSpecializationError(Exception):
    def __init__(self, kernel_name: Any, argtypes: Any, known: Any = ...) -> None: ...

class UnknownGlobalRangeError(NotImplementedError):
    def __init__(self, kernel_name: Any) -> None: ...  # type: ignore[override]

class UnsupportedKernelArgumentError(Exception):
    def __init__(self, kernel_name: Any, argument: Any, type_name: Any, where: Any = "") -> None: ...

class UnsupportedParforError(Exception):
    def __init__(self, message: str) -> None: ...

class KernelHasReturnValueError(TypeError):
    def __init__(self, kernel_name: Any, return_type: Any, sig: Any = None) -> None: ...  # type: ignore[override]

class MixedArgumentsError(ExecutionQueueInferenceError, TypeError):
    def __init__(self, kernel_name: Any, numpy_arguments: Any, usm_arguments: Any) -> None: ...  # type: ignore[override]

ComputeFollowsDataInferenceError = ExecutionQueueInferenceError
IndeterminateExecutionQueueError = ExecutionQueueInferenceError
