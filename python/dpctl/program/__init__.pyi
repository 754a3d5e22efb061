# Written by tools/write_stubs.py.
from dpctl.program._program import SyclKernel as SyclKernel
from dpctl.program._program import SyclProgram as SyclKernelBundle
from dpctl.program._program import SyclProgramCompilationError as SyclKernelBundleCompilationError
from dpctl.program._program import create_program_from_source as create_kernel_bundle_from_source
from dpctl.program._program import create_program_from_spirv as create_kernel_bundle_from_spirv

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

def is_sycl_source_compilation_available() -> bool: ...

create_program_from_source = create_kernel_bundle_from_source
create_program_from_spirv = create_kernel_bundle_from_spirv
SyclProgram = SyclKernelBundle
SyclProgramCompilationError = SyclKernelBundleCompilationError
