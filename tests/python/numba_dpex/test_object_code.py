"""Loading object code: what is no object file of this machine is refused."""

import dpctl
import dpctl.program
import pytest
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.native import compile_object
from numba_dpex._compiler.types import FLOAT64
from opendpex import _core


def kernel(item, x):
    i = item.get_id(0)
    x[i] = x[i] + 1.5


@pytest.fixture(scope="module")
def code():
    return compile_object(lower_kernel(kernel, [(FLOAT64, 1, "C", "global")], 1, False))


@pytest.fixture
def queue():
    return dpctl.SyclQueue("opencl:cpu:0")


def test_a_program_has_its_kernel(code, queue):
    program = _core._create_program_from_object(queue, code)
    assert program.has_sycl_kernel("kernel")
    assert program.get_sycl_kernel("kernel").get_num_args() == 3


def test_files_that_end_early_are_refused(code, queue):
    for n in range(0, len(code) - 1, 7):
        with pytest.raises(dpctl.program.SyclProgramCompilationError):
            _core._create_program_from_object(queue, code[:n])


def test_other_files_are_refused(code, queue):
    for bad in (b"", b"\x7fELF", bytes(4096), code[:18] + b"\x08" + code[19:]):
        with pytest.raises(dpctl.program.SyclProgramCompilationError, match="no object code for this machine"):
            _core._create_program_from_object(queue, bad)


def test_unknown_symbols_are_named(queue):
    import llvmlite.binding as llvm
    from numba_dpex._compiler.native import host, machine

    text = "declare void @no_such_function()\ndefine void @f() {\n call void @no_such_function()\n ret void\n}\n"
    code = machine(host()).emit_object(llvm.parse_assembly(text))
    with pytest.raises(dpctl.program.SyclProgramCompilationError, match="no_such_function"):
        _core._create_program_from_object(queue, code)
