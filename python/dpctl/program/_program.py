"""Kernels from OpenCL C source and SPIR-V."""

from opendpex import _core
from opendpex._core import (
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

# The C functions for extensions (dpctl_capi.h).
__pyx_capi__ = _core._c_api[__name__]

_core.document(
    "create_program_from_source",
    """create_program_from_source(q, src, copts="")
--

Compile OpenCL C for the context and device of a queue.

Parameters
----------
q : SyclQueue
src : str
    The source. On the CPU device ``clang`` compiles all of OpenCL C; other C compilers its scalar subset.
copts : str
    Options of the OpenCL C compiler, such as ``"-DN=4"``.

Returns
-------
SyclProgram

Raises
------
SyclProgramCompilationError
    With the complete message of the compiler.
TypeError
    If an argument is of another type.
""",
)
_core.document(
    "create_program_from_spirv",
    """create_program_from_spirv(q, IL, copts="")
--

Create a program from SPIR-V for the context and device of a queue.

Parameters
----------
q : SyclQueue
IL : bytes-like
    The SPIR-V module.
copts : str

Returns
-------
SyclProgram

Raises
------
SyclProgramCompilationError
    If the device takes no SPIR-V, or not this module.
TypeError
    If an argument is of another type.
""",
)
