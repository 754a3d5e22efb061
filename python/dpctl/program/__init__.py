"""Kernels compiled at run time: ``create_program_from_source``, ``create_program_from_spirv``.

Later versions of the reference call a program a kernel bundle; their names for the same things are here as well.
"""

from ._program import (
    SyclKernel,
    SyclProgram,
    SyclProgramCompilationError,
    create_program_from_source,
    create_program_from_spirv,
)

__all__ = [
    "SyclKernel",
    "SyclKernelBundle",
    "SyclKernelBundleCompilationError",
    "SyclProgram",
    "SyclProgramCompilationError",
    "create_kernel_bundle_from_source",
    "create_kernel_bundle_from_spirv",
    "create_program_from_source",
    "create_program_from_spirv",
    "is_sycl_source_compilation_available",
]

SyclKernelBundle = SyclProgram
SyclKernelBundleCompilationError = SyclProgramCompilationError
create_kernel_bundle_from_source = create_program_from_source
create_kernel_bundle_from_spirv = create_program_from_spirv


def is_sycl_source_compilation_available() -> bool:
    """Return whether SYCL C++ can be compiled at run time: it cannot, there is no SYCL compiler."""
    return False
