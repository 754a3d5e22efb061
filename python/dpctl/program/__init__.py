"""Kernels compiled at run time: ``create_program_from_source``, ``create_program_from_spirv``."""
from ._program import (
    SyclKernel,
    SyclProgram,
    SyclProgramCompilationError,
    create_program_from_source,
    create_program_from_spirv,
)

__all__ = [
    "SyclKernel",
    "SyclProgram",
    "SyclProgramCompilationError",
    "create_program_from_source",
    "create_program_from_spirv",
]
