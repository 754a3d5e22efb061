"""``debug=True``: line tables by which gdb stops in kernels and shows their functions and lines."""

import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import prange

PROGRAM = """
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import prange
from helper import doubled


@dpex.kernel(debug=True)
def scaled(item, x, y):
    i = item.get_id(0)
    t = doubled(x[i])
    if t > 3.0:
        t = t - 1.0  # in the kernel
    y[i] = t


@dpex.dpjit(debug=True)
def summed(x, y):
    for i in prange(x.shape[0]):
        a = x[i] * 3.0
        y[i] = a + 1.0  # in the loop


x, y = dpt.ones(100), dpt.zeros(100)
dpex.call_kernel(scaled, dpex.Range(100), x, y)
summed(x, y)
print("computed", float(y[0]))
"""
HELPER = """
import numba_dpex as dpex


@dpex.device_func
def doubled(a):
    b = a / 0.5  # in the helper
    return b + 2.0
"""


def gdb(folder, *commands):
    """What gdb prints; the test is skipped where it cannot run programs."""
    found = shutil.which("gdb")
    if found is None:
        pytest.skip("there is no gdb")
    check = subprocess.run(
        [found, "-batch", "-nx", "-ex", "run", "--args", "/bin/true"], capture_output=True, text=True
    )
    if "exited normally" not in check.stdout:
        pytest.skip("gdb may not run programs here")
    settings = ("set breakpoint pending on", "set debuginfod enabled off", "handle all nostop noprint pass")
    texts = [x for c in (*settings, *commands) for x in ("-ex", c)]
    arguments = [found, "-batch", "-nx", *texts, "--args", sys.executable, "program.py"]
    result = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return result.stdout


def line_of(text, words):
    return next(i for i, line in enumerate(text.splitlines(), 1) if words in line)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "helper.py").write_text(HELPER)
    return tmp_path


def test_gdb_stops_at_lines_of_kernels_functions_and_loops(folder):
    wanted = [
        ("helper.py", line_of(HELPER, "in the helper"), "scaled"),
        ("program.py", line_of(PROGRAM, "in the kernel"), "scaled"),
        ("program.py", line_of(PROGRAM, "in the loop"), "summed_loop"),
    ]
    for file, line, function in wanted:
        seen = gdb(folder, f"break {file}:{line}", "run", "bt 1", "kill")
        assert re.search(rf"#0 +(0x\w+ in )?{function} \(\) at [^\n]*{file}:{line}\n", seen), seen


def test_programs_run_to_their_end_in_gdb(folder):
    assert "computed 4.0" in gdb(folder, "run")


def scaled(item, x, y):
    i = item.get_id(0)
    y[i] = 3.0 * x[i] if x[i] > 0.5 else x[i]


def test_results_are_those_without_line_tables(device):
    import dpctl

    queue, x = dpctl.SyclQueue(device), np.random.default_rng(1).random(77)
    results = []
    for debug in (False, True):
        y = dpt.zeros(77, sycl_queue=queue)
        dpex.call_kernel(dpex.kernel(debug=debug)(scaled), dpex.Range(77), dpt.asarray(x, sycl_queue=queue), y)
        results.append(dpt.asnumpy(y))

        @dpex.dpjit(debug=debug)
        def total(x):
            s = 0.0
            for i in prange(x.shape[0]):
                s += x[i]
            return s

        results.append(total(dpt.asarray(x, sycl_queue=queue)))
    np.testing.assert_array_equal(results[0], results[2])
    assert abs(results[1] - results[3]) < 1e-12


def test_line_tables_name_files_of_any_name(tmp_path):
    file = tmp_path / 'a "file" \\ of é.py'
    file.write_text("def k(item, x):\n    x[item.get_id(0)] = 1\n")
    names = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    kernel, x = dpex.kernel(debug=True)(names["k"]), dpt.zeros(3)
    dpex.call_kernel(kernel, dpex.Range(3), x)
    assert dpt.asnumpy(x).tolist() == [1, 1, 1]
    (text,) = kernel.inspect_llvm().values()
    assert "!DILocation(line: 2" in text and "\\22file\\22" in text
