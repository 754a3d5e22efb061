"""sycl/sycl.hpp: programs of tests/cpp, built against the installed headers and library as users build them, on the CPU, on simulated
devices and on those of OpenCL drivers.

Two builds run every program; the other compilers and standards check two programs with most of the headers, or all of them with
``DPEX_TEST_STANDARDS=all``. ``DPEX_TEST_SANITIZERS`` (``"address,undefined thread"``) runs the programs once more under each sanitizer, those that
``DPEX_TEST_SANITIZED`` names or, which takes minutes, all. ``DPEX_TEST_THREAD_LIBRARIES`` is a folder with libdpex built with
the thread sanitizer, which does not see otherwise how the library orders what programs do."""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dpctl
import dpctl.tensor
import opendpex

SOURCES = Path(__file__).resolve().parents[2] / "cpp"
LIBRARIES = Path(opendpex.get_include()).parent / "lib"
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
BUILDS = [
    ("g++", "c++17"),
    ("clang++", "c++17"),
    ("g++", "c++20"),
    ("clang++", "c++20"),
    ("g++", "c++23"),
    ("clang++", "c++2b"),
]
# The builds that also run; the others are checked for what the compiler says only.
RUN = BUILDS[0], BUILDS[3]
# Checks devices that cannot run lambdas: those of OpenCL drivers.
OTHER_DEVICES = "without_lambdas.cpp"
PROGRAMS = sorted(path.name for path in SOURCES.glob("*.cpp"))
CHECKED = PROGRAMS if os.environ.get("DPEX_TEST_STANDARDS") == "all" else ["mkl_blas.cpp", "vectors.cpp"]
CASES = [(*b, program) for b in BUILDS for program in (PROGRAMS if b in RUN else CHECKED)]
SANITIZERS = os.environ.get("DPEX_TEST_SANITIZERS", "").split()
SANITIZED = [f"{name}.cpp" for name in os.environ.get("DPEX_TEST_SANITIZED", "").split()] or PROGRAMS
THREAD_LIBRARIES = os.environ.get("DPEX_TEST_THREAD_LIBRARIES")
LINK = [f"-L{LIBRARIES}", f"-Wl,-rpath,{LIBRARIES}", "-ldpex", "-pthread"]


def build(compiler, standard, source, *options):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    command = [compiler, f"-std={standard}", *WARNINGS, "-I", dpctl.get_include()]
    if source.name == OTHER_DEVICES:
        command += ["-isystem", opendpex.get_include()]
    command += [str(source), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and f"'-std={standard}'" in done.stderr:
        pytest.skip(f"{compiler} does not know {standard}")
    return done


def run_program(program, **variables):
    return subprocess.run([str(program)], env={**os.environ, **variables}, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("compiler, standard, program", CASES)
def test_program_compiles_without_a_warning_and_runs(compiler, standard, program, tmp_path):
    runs = (compiler, standard) in RUN
    target = tmp_path / "program"
    options = ["-O1", "-o", str(target), *LINK] if runs else ["-fsyntax-only"]
    done = build(compiler, standard, SOURCES / program, *options)
    assert done.returncode == 0, done.stderr
    for variables in [{}, {"DPEX_SIMULATE": "gpu:2"}] if runs and program != OTHER_DEVICES else []:
        done = run_program(target, **variables)
        assert done.returncode == 0, f"{variables}: {done.stderr}"


def test_device_that_cannot_run_lambdas_refuses_them_and_does_the_rest(tmp_path):
    target = tmp_path / "program"
    done = build("g++", "c++17", SOURCES / OTHER_DEVICES, "-O1", "-o", str(target), *LINK)
    assert done.returncode == 0, done.stderr
    drivers = sorted(Path("/etc/OpenCL/vendors").glob("*.icd"))
    results = [
        run_program(target, OCL_ICD_VENDORS=str(driver), POCL_WORK_GROUP_SPECIALIZATION="0") for driver in drivers
    ]
    assert all(done.returncode in (0, 77) for done in results), [done.stderr for done in results]
    if all(done.returncode == 77 for done in results):
        pytest.skip(f"no OpenCL driver with a device: {[str(driver) for driver in drivers]}")


def test_processes_end_with_work_pending_and_with_failures_that_nobody_handles(tmp_path):
    target = tmp_path / "program"
    done = build("g++", "c++17", SOURCES / "misuse.cpp", "-O1", "-o", str(target), *LINK)
    assert done.returncode == 0, done.stderr
    for how in ("pending", "exit"):
        done = subprocess.run([str(target), how], capture_output=True, text=True, timeout=300)
        assert (done.returncode, done.stderr) == (0, ""), how
    done = subprocess.run([str(target), "unhandled"], capture_output=True, text=True, timeout=300)
    assert done.returncode == -signal.SIGABRT and "nobody handles this" in done.stderr


@pytest.mark.skipif(not SANITIZERS, reason="DPEX_TEST_SANITIZERS names no sanitizer")
@pytest.mark.parametrize("program", SANITIZED)
@pytest.mark.parametrize("sanitizer", SANITIZERS or ["none"])
def test_program_is_clean_under_a_sanitizer(sanitizer, program, tmp_path):
    target = tmp_path / "program"
    # (The thread sanitizer does not know atomic_fence, as g++ warns.)
    options = [
        "-O1",
        "-g",
        f"-fsanitize={sanitizer}",
        "-fno-sanitize-recover=all",
        "-Wno-error=tsan",
        "-o",
        str(target),
        *LINK,
    ]
    done = build("g++", "c++17", SOURCES / program, *options)
    assert done.returncode == 0, done.stderr
    # What drivers and the library keep to the end of the process is not a leak.
    variables = {
        "ASAN_OPTIONS": "detect_leaks=0",
        "TSAN_OPTIONS": "ignore_noninstrumented_modules=1",
        "OCL_ICD_VENDORS": "/nonexistent",
    }
    if sanitizer == "thread" and THREAD_LIBRARIES:
        variables["LD_LIBRARY_PATH"] = THREAD_LIBRARIES
    done = run_program(target, **variables)
    assert done.returncode in ((0, 77) if program == OTHER_DEVICES else (0,)), done.stderr


def test_program_of_the_guide_is_built_by_its_commands(tmp_path):
    guide = (SOURCES.parents[1] / "docs/cpp-extensions.md").read_text()
    program, commands = (re.search(f"```{language}\n(.*?)```", guide, re.DOTALL)[1] for language in ("cpp", "bash"))
    (tmp_path / "program.cpp").write_text(program)
    variables = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-e", "-c", commands + "./program"], cwd=tmp_path, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("503500 on ")


EXTENSION = """
#include <sycl/sycl.hpp>
extern "C" int triple(dpex_queue *handle, double *x, std::size_t n)
{
    sycl::queue q(handle);
    q.parallel_for(n, [=](sycl::id<1> i) { x[i] *= 3; }).wait();
    return sycl::get_pointer_type(x, q.get_context()) == sycl::usm::alloc::shared;
}
"""


def test_extension_shares_the_library_of_dpctl_without_linking_it(tmp_path):
    (tmp_path / "extension.cpp").write_text(EXTENSION)
    target = tmp_path / "extension.so"
    done = build("g++", "c++17", tmp_path / "extension.cpp", "-shared", "-fPIC", "-o", str(target), "-ldl")
    assert done.returncode == 0, done.stderr
    queue = dpctl.SyclQueue("cpu")
    x = dpctl.tensor.ones(1000, dtype="f8", sycl_queue=queue)
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    handle = get_pointer(queue._get_capsule(), b"SyclQueueRef")
    triple = ctypes.CDLL(str(target)).triple
    triple.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    shared = triple(handle, x._pointer, 1000)
    assert not shared  # memory of kind device
    assert (dpctl.tensor.asnumpy(x) == 3).all()
