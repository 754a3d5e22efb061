"""python -m opendpex."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dpctl
import opendpex
from opendpex._commands import doctor


def run(*arguments, status=0, **variables):
    done = subprocess.run(
        [sys.executable, "-m", "opendpex", *arguments], capture_output=True, text=True, env={**os.environ, **variables}
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_devices_are_listed():
    text = run("devices")
    for device in dpctl.get_devices():
        assert f"{device.filter_string} " in text and device.name in text
    assert text.endswith(f"default: {dpctl.select_default_device().filter_string}\n")


def test_reader_that_has_seen_enough_is_no_failure_to_tell():
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "opendpex", "devices"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode == 1 and done.stderr == ""


def test_no_device_is_a_failure():
    assert "doctor" in run("devices", status=1, DPEX_BACKENDS="sim", DPEX_SIMULATE="")


def test_doctor_says_what_is_there():
    text = run("doctor", DPEX_BACKENDS="native", DPEX_SIMULATE="")
    assert "opencl:cpu:0" in text and "opencl:cpu:0: right" in text
    assert "numpy" in text and "Cache of compiled kernels" in text
    assert text.endswith("Nothing to mend\n")


def test_doctor_says_why_there_are_no_devices(tmp_path):
    hidden = {"DPEX_BACKENDS": "opencl", "OCL_ICD_VENDORS": str(tmp_path), "OCL_ICD_FILENAMES": "/nonexistent.so"}
    text = run("doctor", status=1, **hidden)
    assert "opencl: /nonexistent.so does not open" in text
    assert "no device is listed; " in text and "OCL_ICD_VENDORS" in text


@pytest.mark.skipif(os.path.exists("/dev/nvidiactl"), reason="there is an NVIDIA driver")
def test_doctor_says_that_there_is_no_nvidia_driver():
    text = run("doctor", DPEX_BACKENDS="native,cuda", DPEX_SIMULATE="")
    assert text.count("cuda: no devices: ") == text.count("no devices: no kernel module of NVIDIA's is loaded") == 1


def test_doctor_tells_of_a_cache_that_cannot_be_used(tmp_path):
    tmp_path.chmod(0o777)
    assert "compiled kernels are not kept" in run("doctor", status=1, DPEX_CACHE_DIR=str(tmp_path))


def test_doctor_tells_of_a_package_that_is_gone(tmp_path):
    for path in Path(opendpex.__file__).parents[1].iterdir():
        if path.name != "dpctl":
            (tmp_path / path.name).symlink_to(path)
    # NumPy may be installed elsewhere.
    (tmp_path / "numpy").exists() or (tmp_path / "numpy").symlink_to(Path(np.__file__).parent)
    done = subprocess.run(
        [sys.executable, "-S", "-m", "opendpex", "doctor"],  # -S: nothing that is installed is seen, but for the folder
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 1 and "the package dpctl is gone; pip install" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("status, said, reason", [
    (1, "dpex discovery: a line\nTraceback (most recent call last):\nValueError: no such device\n", "ValueError: no such device"),
    (3, "dpex program: a line\n", "status 3"),
    (-6, "", "the driver ended the process (SIGABRT)"),
    (-11, "dpex program: a line\nsome words\n", "the driver ended the process (SIGSEGV): some words"),
    (-6, "error: unable to execute command: Executable \"ld\" doesn't exist!\nFinal linking failed.\n",
     "the driver ended the process (SIGABRT): error: unable to execute command: Executable \"ld\" doesn't exist!; Final linking failed. "
     "(the driver starts the program ld, which is not in PATH; Debian's package binutils has ld)"),
])  # fmt: skip
def test_doctor_says_why_a_process_failed(status, said, reason):
    assert doctor.reason_of(subprocess.CompletedProcess([], status, "", said)) == reason


def test_doctor_names_the_program_that_a_driver_lacks(device, tmp_path):
    if "Portable" not in device.sycl_platform.name:
        pytest.skip("PoCL is the driver that starts a linker")
    for name in ("kernels", "pocl"):
        (tmp_path / name).mkdir(mode=0o700)
    text = run(
        "doctor",
        status=1,
        PATH=str(tmp_path),
        DPEX_CACHE_DIR=str(tmp_path / "kernels"),
        POCL_CACHE_DIR=str(tmp_path / "pocl"),
    )
    assert f"{device.filter_string} does not compute: the driver ended the process (SIGABRT)" in text
    assert "starts the program ld, which is not in PATH" in text


def test_cache_is_shown_and_cleared(tmp_path):
    tmp_path.chmod(0o700)
    folder = tmp_path / "cache"
    assert "0 all" in run("cache", DPEX_CACHE_DIR=str(folder))
    (folder / "entry.o").write_bytes(bytes(1_000_000))
    assert "1 all             1.0 MB" in run("cache", "show", DPEX_CACHE_DIR=str(folder))
    assert "1 entries removed, 1.0 MB" in run("cache", "clear", DPEX_CACHE_DIR=str(folder))
    assert not any(folder.iterdir())


def test_cache_of_the_cpu_needs_no_warmth():
    assert "part of the library" in run("cache", "warm", DPEX_BACKENDS="native")


def test_bench_compares_with_numpy():
    text = run("bench", "--seconds", "0.1", "--device", "cpu")
    assert "geometric mean of dpnp's time over NumPy's" in text and "sort" in text


def test_unknown_command_is_refused():
    done = subprocess.run([sys.executable, "-m", "opendpex", "cure"], capture_output=True, text=True)
    assert done.returncode == 2 and "doctor" in done.stderr
