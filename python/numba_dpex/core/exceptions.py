"""Exceptions of numba_dpex.

If versions of the reference raise different classes for one failure, the class here derives from, or is an alias of,
all of them. Exceptions of a launch also derive from the kernel compiler's TypingError, because the reference reports
them as such.
"""

from __future__ import annotations

from .._compiler.errors import TypingError

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


class _WithMessage(Exception):
    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


# ---- kernels ----------------------------------------------------------------------------------------------------


class KernelHasReturnValueError(_WithMessage, TypingError, TypeError):
    """A kernel returns a value."""

    def __init__(self, kernel_name, return_type, sig=None):
        super().__init__(f"Kernel '{kernel_name}' has a return value of type '{return_type}'; a kernel returns nothing")


class InvalidKernelSpecializationError(_WithMessage, TypingError):
    """A signature of a kernel has types that its arguments cannot have."""

    def __init__(self, kernel_name, invalid_sig, unsupported_argnum_list):
        super().__init__(
            f"Kernel '{kernel_name}' cannot be compiled for {invalid_sig}: arguments {unsupported_argnum_list} "
            "are not USM arrays or numbers"
        )


class MissingSpecializationError(_WithMessage, TypingError):
    """A kernel with signatures is launched with arguments of other types."""

    def __init__(self, kernel_name, argtypes, known=()):
        text = (
            f"Kernel '{kernel_name}' was compiled for given signatures, compilation is disabled: none of them is "
            f"({argtypes})"
        )
        super().__init__("\n".join([text, *(f"there is ({types})" for types in known)]))


class UncompiledKernelError(_WithMessage):
    """The code of a kernel is requested that has not been compiled."""

    def __init__(self, kernel_name):
        super().__init__(f"Kernel '{kernel_name}' has not been compiled")


class UnsupportedAccessQualifierError(_WithMessage):
    """`access_types` has a key other than read_only, write_only, read_write."""

    def __init__(self, kernel_name, array_val, illegal_access_type, legal_access_list):
        super().__init__(
            f"Kernel '{kernel_name}': access type '{illegal_access_type}' of {array_val}; there are "
            f"{', '.join(legal_access_list)}"
        )


class UnsupportedCompilationModeError(_WithMessage):
    """dpjit is called with the option to compile in object mode."""

    def __init__(self):
        super().__init__("dpjit has no mode 'force_pyobject': what is not offloaded runs as Python anyway")


class UnsupportedParforError(_WithMessage, TypingError):
    """A parallel loop that cannot be executed in parallel."""


# ---- index spaces -----------------------------------------------------------------------------------------------


class InvalidKernelLaunchArgsError(_WithMessage, TypeError):
    """The index of kernel[...] is neither a global range nor a pair of a global and a local range."""

    def __init__(self, kernel_name, args=None):
        super().__init__(
            f"Kernel '{kernel_name}' is launched as {kernel_name}[global] or {kernel_name}[global, local], not "
            f"with {args!r}"
        )


class UnknownGlobalRangeError(_WithMessage, NotImplementedError):
    """A kernel is called without a range."""

    def __init__(self, kernel_name):
        super().__init__(
            f"Kernel '{kernel_name}' needs a range: call_kernel({kernel_name}, range, ...) or "
            f"{kernel_name}[global, local](...)"
        )


class IllegalRangeValueError(_WithMessage, ValueError):
    """A range has no extents, or an extent that is not a positive integer."""

    def __init__(self, kernel_name, extents=None):
        super().__init__(f"Kernel '{kernel_name}': {extents!r} is not a range of one to three positive integers")


class UnsupportedNumberOfRangeDimsError(_WithMessage):
    """A range of more than three dimensions."""

    def __init__(self, kernel_name, ndims, max_work_item_dims=3):
        super().__init__(
            f"Kernel '{kernel_name}': a range of {ndims} dimensions; there are at most {max_work_item_dims}"
        )


class UnmatchedNumberOfRangeDimsError(_WithMessage):
    """Global and local range have different numbers of dimensions."""

    def __init__(self, kernel_name, global_ndims, local_ndims):
        super().__init__(f"NdRange: the global range has {global_ndims} dimensions, the local range {local_ndims}")


class UnsupportedWorkItemSizeError(_WithMessage):
    """A work-group that is larger than the device allows."""

    def __init__(self, kernel_name, dim, requested_work_items, supported_work_items):
        super().__init__(
            f"Kernel '{kernel_name}': a work-group of {requested_work_items} work-items; the device allows "
            f"{supported_work_items}"
        )


class UnsupportedGroupWorkItemSizeError(_WithMessage):
    """A global extent is not a multiple of the local one."""

    def __init__(self, kernel_name, dim, work_groups, work_items):
        super().__init__(
            f"NdRange: dimension {dim}: the global extent {work_groups} is not a multiple of the local extent "
            f"{work_items}"
        )


# ---- arguments --------------------------------------------------------------------------------------------------


class ExecutionQueueInferenceError(_WithMessage, TypingError):
    """The queue to execute on cannot be determined from the arguments."""

    def __init__(self, kernel_name, *, usmarray_argnum_list=None, names=None, where=""):
        """names: those of the arrays, also of what are no arguments; empty if unknown."""
        if names is not None:
            arrays = f"the arrays {', '.join(names)}" if names else "arrays"
            text = f"{arrays} of '{kernel_name}' are on different queues"
        elif usmarray_argnum_list is None:
            text = f"kernel '{kernel_name}' has no array argument that names a queue"
        else:
            text = f"the arrays of kernel '{kernel_name}' (arguments {usmarray_argnum_list}) are on different queues"
        self.has_position = bool(where)
        super().__init__(f"{text}\n{where}" if where else text)


IndeterminateExecutionQueueError = ComputeFollowsDataInferenceError = ExecutionQueueInferenceError


class MixedArgumentsError(ExecutionQueueInferenceError, TypeError):
    """NumPy arrays beside USM arrays."""

    def __init__(self, kernel_name, numpy_arguments, usm_arguments):
        _WithMessage.__init__(
            self,
            f"kernel '{kernel_name}' gets NumPy arrays (arguments {numpy_arguments}) beside USM arrays "
            f"(arguments {usm_arguments})",
        )


class UnsupportedKernelArgumentError(_WithMessage, TypingError):
    """An argument that a kernel cannot take."""

    def __init__(self, kernel_name, argument, type_name, where=""):
        text = (
            f"argument {argument} of kernel '{kernel_name}' has type {type_name}; kernels take USM arrays and numbers"
        )
        super().__init__(f"{text}\n{where}" if where else text)


class SUAIProtocolError(_WithMessage):
    """An object's __sycl_usm_array_interface__ is invalid."""


class UnsupportedBackendError(_WithMessage):
    """A device that kernels cannot run on."""


# ---- the rest ---------------------------------------------------------------------------------------------------


class IllegalIntEnumLiteralValueError(_WithMessage, TypingError):
    """IntEnumLiteral was given a value that is not a member of an enum."""

    def __init__(self, value=None):
        super().__init__(f"IntEnumLiteral: {value!r} is not a member of an IntEnum or FlagEnum")


class UnreachableError(_WithMessage):
    """A bug of the compiler: unreachable code was reached."""

    def __init__(self, message="unreachable code was reached"):
        super().__init__(message)


class InternalError(_WithMessage):
    """A bug of the compiler."""
