"""dpctl.program: compiling, finding kernels, diagnostics of invalid source."""

import gc

import numpy as np
import pytest

import dpctl
import dpctl.program as dpp
import dpctl.program._program as home
from dpctl.memory import MemoryUSMShared

SOURCE = "__kernel void one(__global int *x) { x[0] = N; } __kernel void two(__global int *x, int y) { x[0] = y; }"


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


@pytest.fixture
def program(queue):
    return dpp.create_program_from_source(queue, SOURCE, "-DN=4")


def test_program_has_the_kernels_of_its_text(program):
    assert type(program) is dpp.SyclProgram is home.SyclProgram
    assert [program.has_sycl_kernel(name) for name in ("one", "two", "three", "")] == [
        True,
        True,
        False,
        False,
    ]
    assert type(program.addressof_ref()) is int


def test_kernel_tells_about_itself(program, device):
    kernel = program.get_sycl_kernel("two")
    assert type(kernel) is dpp.SyclKernel is home.SyclKernel
    assert kernel.get_function_name() == "two"
    assert kernel.num_args == kernel.get_num_args() == 2 and program.get_sycl_kernel("one").num_args == 1
    for name in (
        "work_group_size",
        "preferred_work_group_size_multiple",
        "max_num_sub_groups",
        "max_sub_group_size",
    ):
        assert getattr(kernel, name) > 0
    for name in ("private_mem_size", "compile_num_sub_groups", "compile_sub_group_size"):
        assert getattr(kernel, name) >= 0
    assert kernel.work_group_size <= device.max_work_group_size
    assert type(kernel.addressof_ref()) is int


def test_kernel_outlives_its_program(queue):
    source = "__kernel void f(__global int *x) { x[get_global_id(0)] = 7 + (int)get_global_id(0); }"
    kernel = dpp.create_program_from_source(queue, source).get_sycl_kernel("f")
    gc.collect()
    memory = MemoryUSMShared(16, queue=queue)
    queue.submit(kernel, [memory], [4])
    queue.wait()
    assert memory.copy_to_host().view(np.int32).tolist() == [7, 8, 9, 10]


@pytest.mark.parametrize("name", ["three", "", "ONE", "one "])
def test_missing_kernel_is_a_value_error_that_lists_the_others(program, name):
    with pytest.raises(ValueError, match="one.*two"):
        program.get_sycl_kernel(name)


@pytest.mark.parametrize("name", [1, None, b"one"])
def test_kernel_names_are_texts(program, name):
    for call in (program.get_sycl_kernel, program.has_sycl_kernel):
        with pytest.raises(TypeError):
            call(name)
    with pytest.raises(ValueError):
        program.get_sycl_kernel("one\0")


def test_compiler_text_is_in_the_exception(queue):
    with pytest.raises(dpp.SyclProgramCompilationError, match="no_such_variable"):
        dpp.create_program_from_source(queue, "__kernel void f(__global int *x) { x[0] = no_such_variable; }")


@pytest.mark.parametrize("text", ["__kernel void f(", "this is not C", "__kernel void f(__global int *x) { x[0] = }"])
def test_text_that_does_not_compile(queue, text):
    with pytest.raises(dpp.SyclProgramCompilationError):
        dpp.create_program_from_source(queue, text)


def test_options_decide(queue):
    with pytest.raises(dpp.SyclProgramCompilationError, match="N"):
        dpp.create_program_from_source(q=queue, src=SOURCE)
    dpp.create_program_from_source(q=queue, src=SOURCE, copts="-DN=1")


@pytest.mark.parametrize(
    "il", [b"", b"not SPIR-V", bytes.fromhex("03022307") + bytes(16), bytearray(8), memoryview(b"1234")]
)
def test_spirv_on_a_host_device_is_refused_with_a_reason(queue, il):
    with pytest.raises(dpp.SyclProgramCompilationError, match="SPIR-V"):
        dpp.create_program_from_spirv(queue, il)


@pytest.mark.parametrize(
    "args",
    [
        ("q", SOURCE),
        (None, SOURCE),
        (dpctl.SyclQueue(), SOURCE.encode()),
        (dpctl.SyclQueue(), None),
        (dpctl.SyclQueue(), SOURCE, b"-DN=1"),
        (dpctl.SyclQueue(), SOURCE, 1),
        (dpctl.SyclQueue(),),
        (dpctl.SyclQueue(), SOURCE, "", 1),
    ],
)
def test_source_refuses_other_types(args):
    with pytest.raises(TypeError):
        dpp.create_program_from_source(*args)


@pytest.mark.parametrize(
    "args", [("q", b""), (dpctl.SyclQueue(), "text"), (dpctl.SyclQueue(), 1), (dpctl.SyclQueue(), b"", 1)]
)
def test_spirv_refuses_other_types(args):
    with pytest.raises(TypeError):
        dpp.create_program_from_spirv(*args)


@pytest.mark.parametrize("name", ["SyclKernel", "SyclProgram"])
def test_classes_are_made_by_functions_only(name):
    with pytest.raises(TypeError):
        getattr(dpp, name)()
    assert set(dpp.__all__) <= set(vars(dpp)) and name in dpp.__all__


def test_later_names_mean_the_same(queue):
    assert dpp.SyclKernelBundle is dpp.SyclProgram
    assert dpp.SyclKernelBundleCompilationError is dpp.SyclProgramCompilationError
    assert dpp.create_kernel_bundle_from_source(queue, SOURCE, "-DN=1").has_sycl_kernel("one")
    with pytest.raises(dpp.SyclKernelBundleCompilationError):
        dpp.create_kernel_bundle_from_spirv(queue, b"")
    assert dpp.is_sycl_source_compilation_available() is False


def test_kernels_are_asked_for_by_keyword(device):
    program = dpp.create_program_from_source(dpctl.SyclQueue(device), "__kernel void f(__global int *x) { x[0] = 1; }")
    assert program.has_sycl_kernel(kernel_name="f")
    assert program.get_sycl_kernel(kernel_name="f").get_function_name() == "f"
