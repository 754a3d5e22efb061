"""Loading object code: anything but an object file for this machine is refused."""

import math
import struct

import numpy as np
import pytest

import dpctl
import dpctl.program
from numba_dpex._compiler.llvm_target import describe
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.native import compile_object
from numba_dpex._compiler.types import FLOAT64
from opendpex import _core

TABLE = np.arange(5.0)


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
        with pytest.raises(dpctl.program.SyclProgramCompilationError, match="not object code for this machine"):
            _core._create_program_from_object(queue, bad)


def sections_of(code):
    """(start in the file, type, size, number of the linked section) of each section; the number of that with names."""
    at, size, count, names = struct.unpack_from("<Q", code, 0x28)[0], *struct.unpack_from("<HHH", code, 0x3A)
    starts = [at + i * size for i in range(count)]
    return [(s, *struct.unpack_from("<4xI24xQI", code, s)) for s in starts], names


@pytest.mark.parametrize("kind", [0, 8], ids=["null", "nobits"])
def test_sections_without_bytes_in_the_file_have_no_names_or_code(code, queue, kind):
    """Offsets of such sections mean nothing, so they may lie far outside."""
    sections, names = sections_of(code)
    symbols = next(link for _, type_, _, link in sections if type_ == 2)
    loaded = next(i for i, (s, type_, size, _) in enumerate(sections) if type_ == 1 and size and code[s + 8] & 2)
    for number in {names, symbols, *([loaded] if kind == 0 else [])}:
        bad = bytearray(code)
        struct.pack_into("<I", bad, sections[number][0] + 4, kind)
        struct.pack_into("<Q", bad, sections[number][0] + 24, 1 << 40)
        with pytest.raises(dpctl.program.SyclProgramCompilationError, match="not object code for this machine"):
            _core._create_program_from_object(queue, bytes(bad))


def test_names_are_in_a_section_that_is_there(code, queue):
    sections, _ = sections_of(code)
    for number in (0, len(sections), 0xFFFF):
        bad = code[:0x3E] + struct.pack("<H", number) + code[0x40:]
        with pytest.raises(dpctl.program.SyclProgramCompilationError, match="have no names"):
            _core._create_program_from_object(queue, bad)


def test_unknown_symbols_are_named(queue):
    import llvmlite.binding as llvm

    from numba_dpex._compiler.native import host, machine

    text = "declare void @no_such_function()\ndefine void @f() {\n call void @no_such_function()\n ret void\n}\n"
    code = machine(host()).emit_object(llvm.parse_assembly(text))
    with pytest.raises(dpctl.program.SyclProgramCompilationError, match="no_such_function"):
        _core._create_program_from_object(queue, code)


# ---- code for other processors: relocations that src/program/relocate.c knows ------------------------------------

AARCH64_KNOWN = {0, 257, 260, 261, 275, 277, 278, 282, 283, 284, 285, 286, 299, 311, 312}
X86_64_KNOWN = {1, 2, 4, 9, 24, 41, 42}


def relocations(code):
    """Types of all relocations of loaded sections of a relocatable ELF file, without unwinding tables."""
    at, size, count, names = struct.unpack_from("<Q", code, 0x28)[0], *struct.unpack_from("<HHH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, at + i * size) for i in range(count)]
    text = code[sections[names][4] :]
    found = set()
    for _, kind, _, _, offset, bytes_, _, info, _, _ in sections:
        if kind != 4 or text[sections[info][0] :].startswith(b".eh_frame\0"):
            continue
        found |= {struct.unpack_from("<QQq", code, offset + i)[1] & 0xFFFFFFFF for i in range(0, bytes_, 24)}
    return found


def wide_kernel(item, x, y):
    i = item.get_id(0)
    y[i] = math.sin(x[i]) ** 1.5 + TABLE[i % 5] if x[i] > 0.25 else x[i - 1]


@pytest.mark.parametrize(
    "triple, known", [("aarch64-unknown-linux-gnu", AARCH64_KNOWN), ("x86_64-unknown-linux-gnu", X86_64_KNOWN)]
)
def test_relocations_of_other_processors_are_known(triple, known):
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    function = lower_kernel(wide_kernel, [(FLOAT64, 1, "C", "global")] * 2, 1, False)
    found = relocations(
        compile_object(function, describe(triple, "generic" if triple.startswith("aarch64") else "x86-64", {}))
    )
    assert found and found <= known
