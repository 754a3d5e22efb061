"""The disk cache of compiled kernels: hits need no compiler, keys distinguish kernels, damage and concurrent processes are handled."""

import math
import os
import subprocess
import sys
import types

import numpy as np
import pytest

from numba_dpex import device_func
from numba_dpex._compiler.cache_key import cache_key

PROGRAM = """
import sys
import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

@dpex.device_func
def twice(x):
    return {factor} * x

@dpex.kernel
def kernel(item, x):
    i = item.get_id(0)
    x[i] = twice(x[i]) + {constant}

x = dpt.ones(100, sycl_queue=dpctl.SyclQueue("opencl:cpu:0"))
dpex.call_kernel(kernel, dpex.Range(100), x)
print(float(x[99]), "llvmlite" in sys.modules)
"""


@pytest.fixture
def run(tmp_path):
    """Runs a program with its own cache folder; returns its output."""

    def start(factor=2, constant=1.0, folder="cache"):
        file = tmp_path / "program.py"
        text = PROGRAM.format(factor=factor, constant=constant)
        if not file.exists() or file.read_text() != text:  # a process that was started may still be reading it
            file.write_text(text)
        environment = {**os.environ, "DPEX_CACHE_DIR": str(tmp_path / folder)}
        return subprocess.Popen([sys.executable, str(file)], env=environment, stdout=subprocess.PIPE, text=True)

    def finish(*args, **keywords):
        out, _ = start(*args, **keywords).communicate()
        return out.split()

    finish.start = start
    finish.folder = tmp_path / "cache"
    return finish


def entries(folder):
    return sorted(folder.glob("*.o"))


def test_a_second_process_needs_no_compiler(run):
    assert run() == ["3.0", "True"]
    assert run() == ["3.0", "False"]
    assert run.folder.stat().st_mode & 0o777 == 0o700
    assert len(entries(run.folder)) == 1


def test_other_constants_are_another_kernel(run):
    assert run() == ["3.0", "True"]
    assert run(constant=5.0) == ["7.0", "True"]
    assert run(factor=4) == ["5.0", "True"]


def test_damaged_entries_are_written_anew(run):
    run()
    (entry,) = entries(run.folder)
    good = entry.read_bytes()
    for bad in (b"", good[:30], good[:-1], good[:100] + bytes([good[100] ^ 1]) + good[101:], b"dpexobj1" + bytes(200)):
        entry.write_bytes(bad)
        assert run() == ["3.0", "True"]
        assert run() == ["3.0", "False"]


def test_processes_that_start_together(run):
    together = [run.start() for _ in range(4)]
    assert [p.communicate()[0].split()[0] for p in together] == ["3.0"] * 4
    assert len(entries(run.folder)) == 1
    assert not list(run.folder.glob("*.tmp"))


def test_folders_that_others_may_write_to_are_not_used(run, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert run(folder="open") == ["3.0", "True"]
    assert run(folder="open") == ["3.0", "True"]
    assert not entries(tmp_path / "open")


# ---- keys -------------------------------------------------------------------------------------------------------

OFFSET = 1
TABLE = np.arange(3)


@device_func
def helper(x):
    return x + OFFSET


def kernel(item, x):
    i = item.get_id(0)
    x[i] = helper(x[i]) + TABLE[0] + math.pi


def test_keys_are_the_same_until_something_changes(monkeypatch):
    first = cache_key(kernel, b"types")
    assert first == cache_key(kernel, b"types")
    assert first != cache_key(kernel, b"others")
    monkeypatch.setitem(globals(), "OFFSET", 2)
    second = cache_key(kernel, b"types")
    assert second != first
    monkeypatch.setitem(globals(), "TABLE", np.arange(1, 4))
    assert cache_key(kernel, b"types") not in (first, second)


def test_constants_of_other_modules_are_part_of_the_key():
    settings = types.ModuleType("settings")
    settings.scale = 2

    def scaled(item, x):
        x[0] = settings.scale

    first = cache_key(scaled)
    settings.scale = 3
    assert first is not None and cache_key(scaled) != first


def test_types_of_constants_are_part_of_the_key():
    def with_constant(value):
        def kernel(item, x):
            x[0] = value

        return cache_key(kernel)

    assert len({with_constant(v) for v in (1, 1.0, True, "1", (1,), np.float32(1), np.int64(1))}) == 7


def test_values_without_a_lasting_description_have_no_key():
    thing = object()

    def kernel(item, x):
        x[0] = thing

    assert cache_key(kernel) is None


def test_names_of_the_function_itself_do_not_matter():
    kernel_source = "def kernel(item, x):\n    thing = 1\n    x[0] = thing\n"
    found = {"thing": object()}
    exec(compile(kernel_source, "none", "exec"), found)
    import linecache

    linecache.cache["none"] = (len(kernel_source), None, kernel_source.splitlines(True), "none")
    assert cache_key(found["kernel"]) is not None
