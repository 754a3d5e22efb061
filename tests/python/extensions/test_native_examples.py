"""The native examples are built against the installed packages as their files say, and do what they say."""

import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dpctl
import dpctl.program
import dpctl.tensor as dpt
import opendpex

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
SCRIPTS = Path(sys.executable).parent


def run(*command, cwd=None, **variables):
    env = {**os.environ, "PATH": f"{SCRIPTS}:{os.environ['PATH']}", **{k: str(v) for k, v in variables.items()}}
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def flag(module, option):
    return run(sys.executable, "-m", module, option).strip()


def pip_install(source, folder):
    copy = folder / "source"  # builds leave files beside the sources
    shutil.copytree(source, copy)
    target = folder / "target"
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--target",
        target,
        copy,
    )
    return target


@pytest.fixture(scope="module")
def pybind11_modules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pybind11_examples")
    options = [f"-DCMAKE_PREFIX_PATH={flag('dpctl', '--cmakedir')}", f"-Dpybind11_DIR={flag('pybind11', '--cmakedir')}"]
    options += [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0"]
    options += ["-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"]
    options += ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run("cmake", "-G", "Ninja", "-S", EXAMPLES / "pybind11", "-B", folder, *options)
    run("cmake", "--build", folder)
    return folder


@pytest.mark.parametrize(
    "name, expected",
    [
        ("polynomial", r"largest difference from numpy.polynomial: (0\.0|.*e-1[4-9])\n"),
        ("conjugate_gradient", "f8 True True True\nf4 True True True\n"),
        ("density", r"largest relative difference from NumPy: (0\.0|.*e-1[3-9])\n"),
        (
            "external_usm",
            r"the vector after `x \+= 1`: 3.0 3.0\nits sum, when the vector is gone: 3000.0\nbytes of a NumPy array: 4950 and of bytes: 6\n",
        ),
        (
            "use_kernel",
            r"from text: (\[0, 2, .*, 18\])\nfrom SPIR-V: (\1|.* SPIR-V.*)\nthe queue in C\+\+: True True True\n",
        ),
    ],
)
def test_pybind11_examples_run(pybind11_modules, name, expected):
    output = run(sys.executable, EXAMPLES / "pybind11" / f"{name}.py", PYTHONPATH=pybind11_modules)
    assert re.fullmatch(expected, output), output


def test_spirv_kernels_run_on_devices_that_take_them(pybind11_modules, device, monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES / "pybind11")
    import double_it

    try:
        dpctl.program.create_program_from_spirv(dpctl.SyclQueue(device), double_it.module())
        expected = r"\[0, 2, 4, .*\]"
    except dpctl.program.SyclProgramCompilationError:
        expected = r".* SPIR-V.*"
    script = EXAMPLES / "pybind11" / "use_kernel.py"
    output = run(sys.executable, script, device.filter_string, PYTHONPATH=pybind11_modules)
    assert re.search(rf"^from text: \[0, 2, 4, .*\]\nfrom SPIR-V: {expected}$", output, re.M), output


def test_cython_examples_run(tmp_path):
    target = pip_install(EXAMPLES / "cython", tmp_path)
    output = run(sys.executable, EXAMPLES / "cython" / "run.py", PYTHONPATH=target)
    assert output.splitlines() == [
        "the commonest letter: d 3",
        "device memory: True False",
        "prices: [5.0912, 10.4506, 17.663] True",
        "the queue's device: True",
        "what C++ says of it: True",
        "copied: True",
        "sums of columns: [12.0, 15.0, 18.0, 21.0] float32",
        "by random numbers: True True",
    ]


def test_c_extension_lists_devices(tmp_path):
    target = pip_install(EXAMPLES / "c" / "py_sycl_ls", tmp_path)
    program = (
        "import dpctl, py_sycl_ls\nprint(py_sycl_ls.devices() == dpctl.get_devices())\nprint(py_sycl_ls.describe())"
    )
    first, *lines = run(sys.executable, "-c", program, PYTHONPATH=target).splitlines()
    assert first == "True"
    for device in dpctl.get_devices():
        assert f"    {device.name}, {device.max_compute_units} compute units" in lines


@pytest.fixture(scope="module")
def column_sums(tmp_path_factory):
    """The folder that the example is installed to."""
    return pip_install(EXAMPLES / "c" / "column_sums", tmp_path_factory.mktemp("column_sums"))


def test_c_extension_with_groups_returns_events(column_sums):
    output = run(sys.executable, EXAMPLES / "c" / "column_sums" / "run.py", PYTHONPATH=column_sums)
    assert output == "NumPy: True\nUSM, backwards: True\n"


def test_c_extension_with_groups_runs_on_every_device(column_sums, device, monkeypatch):
    if not device.has_aspect_fp64:
        pytest.skip("the device computes without double")
    monkeypatch.syspath_prepend(column_sums)
    start = importlib.import_module("column_sums").start
    queue = dpctl.SyclQueue(device)
    a = dpt.reshape(dpt.arange(7 * 5 * 2, dtype="f8", sycl_queue=queue), (7, 10))[:, ::-2]
    sums = dpt.full(10, -1.0, sycl_queue=queue)
    kept, computed = start(queue, a, sums[1::2])
    computed.wait()
    kept.wait()
    assert (dpt.asnumpy(sums[1::2]) == dpt.asnumpy(a).sum(0)).all()
    assert (dpt.asnumpy(sums[::2]) == -1).all()


def test_c_extension_with_groups_refuses_what_does_not_fit(column_sums, monkeypatch):
    monkeypatch.syspath_prepend(column_sums)
    start = importlib.import_module("column_sums").start
    queue = dpctl.SyclQueue("cpu")
    a, sums = np.ones((3, 2)), np.empty(2)
    for arguments, error, text in [
        ((1, a, sums), TypeError, "expected a dpctl.SyclQueue"),
        ((queue, a, sums, [1]), TypeError, "expected a dpctl.SyclEvent, got <class 'int'>"),
        ((queue, a, sums, 1), TypeError, "has no len"),
        ((queue, a.astype("f4"), sums), TypeError, "must have dtype float64"),
        ((queue, a, np.empty(3)), ValueError, "an element for each column"),
        ((queue, a[0], sums), ValueError, "an element for each column"),
        ((queue, np.zeros(6, "f8, f4")["f0"].reshape(3, 2), sums), ValueError, "multiples of the item size"),
        ((dpctl.SyclQueue("cpu"), dpt.asarray(a, sycl_queue=queue), sums), ValueError, "another queue"),
    ]:
        with pytest.raises(error, match=text):
            start(*arguments)
    assert dpctl.SyclEvent.wait_for(list(start(queue, a, sums))) is None and (sums == 3).all()


def test_arrays_that_nobody_else_holds_stay_until_the_kernel_is_done(column_sums):
    """The interpreter ends with the work pending, too."""
    program = """
import dpctl, column_sums, numpy as np
queue = dpctl.SyclQueue("cpu")
for _ in range(200):
    events = column_sums.start(queue, np.ones((2000, 50)), np.empty(50))
print("submitted")
"""
    assert run(sys.executable, "-c", program, PYTHONPATH=column_sums) == "submitted\n"


def test_c_program_runs_without_python(tmp_path):
    shutil.copytree(EXAMPLES / "c" / "standalone", tmp_path / "c")
    run(
        "make",
        "-C",
        tmp_path / "c",
        f"PKG_CONFIG_PATH={opendpex.get_library_dir()}/pkgconfig",
        "CFLAGS=-Wall -Wextra -Werror",
    )
    lines = run(tmp_path / "c" / "tour").splitlines()
    assert f"device 0: {dpctl.get_devices()[0].name}" in lines
    assert lines[-2:] == ["kernel: 321", "product: 2 1 4 3"]


@pytest.mark.parametrize("script", sorted((EXAMPLES / "python").glob("*.py")), ids=lambda path: path.stem)
def test_python_examples_run(script):
    output = run(sys.executable, script)
    assert output and "False" not in output, output


PROGRAMS = {
    "CMakeLists.txt": """
        cmake_minimum_required(VERSION 3.20)
        project(programs LANGUAGES C CXX)
        find_package(IntelSYCL REQUIRED)
        add_executable(sycl_program sycl_program.cpp)
        add_sycl_to_target(TARGET sycl_program SOURCES sycl_program.cpp)
        add_executable(c_program c_program.c)
        target_link_libraries(c_program PRIVATE Dpctl::SyclInterface)
        add_executable(dpex_program dpex_program.c)
        target_link_libraries(dpex_program PRIVATE Dpctl::Dpex)
    """,
    "sycl_program.cpp": """
        #include <sycl/sycl.hpp>
        #include <cstdio>
        int main()
        {
            sycl::queue q(sycl::cpu_selector_v);
            int *x = sycl::malloc_shared<int>(3, q);
            q.parallel_for(sycl::range<1>(3), [=](sycl::id<1> i) { x[i] = static_cast<int>(i[0]) + 1; }).wait();
            std::printf("%d\\n", x[0] + x[1] + x[2]);
            sycl::free(x, q);
        }
    """,
    "c_program.c": """
        #include <dpctl_sycl_interface.h>
        #include <stdio.h>
        int main(void)
        {
            printf("%zu\\n", DPCTLDeviceMgr_GetNumDevices(DPCTL_ALL_BACKENDS | DPCTL_CPU));
        }
    """,
    "dpex_program.c": """
        #include <dpex/dpex.h>
        #include <stdio.h>
        int main(void) { puts(dpex_version()); }
    """,
}


def test_programs_are_built_by_cmake(tmp_path):
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text)
    build = tmp_path / "build"
    run("cmake", "-G", "Ninja", "-S", tmp_path, "-B", build, f"-DCMAKE_PREFIX_PATH={flag('dpctl', '--cmakedir')}")
    run("cmake", "--build", build)
    outputs = [run(build / name).strip() for name in ("sycl_program", "c_program", "dpex_program")]
    assert outputs == ["6", str(dpctl.get_num_devices(device_type="cpu")), opendpex.__version__]
