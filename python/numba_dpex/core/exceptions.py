"""Exceptions of numba_dpex."""

from __future__ import annotations

__all__ = [
    "ExecutionQueueInferenceError",
    "KernelHasReturnValueError",
    "UnmatchedNumberOfRangeDimsError",
    "UnsupportedGroupWorkItemSizeError",
    "UnsupportedKernelArgumentError",
]


class _WithMessage(Exception):
    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class KernelHasReturnValueError(_WithMessage):
    """A kernel returns a value."""

    def __init__(self, kernel_name, return_type, sig=None):
        super().__init__(f"Kernel '{kernel_name}' has a return value of type '{return_type}'; a kernel returns nothing")


class UnmatchedNumberOfRangeDimsError(_WithMessage):
    """Global and local range have different numbers of dimensions."""

    def __init__(self, kernel_name, global_ndims, local_ndims):
        super().__init__(f"the global range has {global_ndims} dimensions, the local range {local_ndims}")


class UnsupportedGroupWorkItemSizeError(_WithMessage):
    """A global extent is not a multiple of the local one."""

    def __init__(self, kernel_name, dim, work_groups, work_items):
        super().__init__(f"dimension {dim}: the global extent {work_groups} is not a multiple of the local extent {work_items}")


class ExecutionQueueInferenceError(_WithMessage):
    """The arguments do not say on which queue to execute."""

    def __init__(self, kernel_name, *, usmarray_argnum_list=None):
        if usmarray_argnum_list is None:
            text = f"kernel '{kernel_name}' has no array argument that names a queue"
        else:
            text = f"the arrays of kernel '{kernel_name}' (arguments {usmarray_argnum_list}) are on different queues"
        super().__init__(text)


class UnsupportedKernelArgumentError(_WithMessage):
    """An argument that a kernel cannot take."""

    def __init__(self, kernel_name, argument, type_name):
        super().__init__(f"argument {argument} of kernel '{kernel_name}' has type {type_name}; kernels take USM arrays and numbers")
