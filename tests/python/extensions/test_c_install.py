"""The C library for other languages: what `meson install` puts under a prefix with -Dpython=false, and programs that use it by pkg-config.

Only the list of files is meson's: the libraries are those of the installed package, which are built from the same sources."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dpctl
import opendpex

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = Path(sys.executable).parent
SYCL = """
#include <sycl/sycl.hpp>
#include <cstdio>
int main()
{
    sycl::queue q(sycl::cpu_selector_v);
    int *x = sycl::malloc_shared<int>(3, q);
    q.parallel_for(3, [=](sycl::id<1> i) { x[i] = 1 << i; }).wait();
    std::printf("%d\\n", x[0] + x[1] + x[2]);
    sycl::free(x, q);
}
"""
INTERFACE = """
#include <dpctl_sycl_interface.h>
#include <stdio.h>
int main(void) { printf("%zu\\n", DPCTLDeviceMgr_GetNumDevices(DPCTL_ALL_BACKENDS | DPCTL_CPU)); }
"""


def run(*command, **variables):
    env = {**os.environ, "PATH": f"{SCRIPTS}:{os.environ['PATH']}", **{k: str(v) for k, v in variables.items()}}
    done = subprocess.run([str(c) for c in command], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """The installed files."""
    build, prefix = tmp_path_factory.mktemp("build"), tmp_path_factory.mktemp("prefix")
    run("meson", "setup", build, ROOT, "-Dpython=false", f"--prefix={prefix}", "--libdir=lib")
    for source, target in json.loads(run("meson", "introspect", "--installed", build)).items():
        assert target.startswith(str(prefix)), f"{source} goes to {target}"
        built = Path(opendpex.get_library_dir()) / Path(source).name
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        if Path(source).is_dir():
            shutil.copytree(
                source, target, ignore=shutil.ignore_patterns("python.h", ".clang-format"), dirs_exist_ok=True
            )
        else:
            shutil.copy(source if Path(source).exists() else built, target)
    return prefix


def build_and_run(prefix, folder, name, text, *compiler):
    (folder / name).write_text(text)
    module = "dpex" if name.endswith("cpp") else "dpctl"
    modules = ["dpctl", "dpex"] if module == "dpex" else [module]
    flags = run("pkg-config", "--cflags", "--libs", *modules, PKG_CONFIG_PATH=prefix / "lib/pkgconfig").split()
    run(*compiler, "-Wall", "-Wextra", "-Werror", folder / name, *flags, "-pthread", "-o", folder / "program")
    return run(folder / "program").strip()


def test_prefix_has_libraries_and_headers_and_nothing_of_python(prefix):
    names = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    wanted = {"lib/libdpex.so", "lib/libDPCTLSyclInterface.so", "lib/pkgconfig/dpex.pc", "lib/pkgconfig/dpctl.pc"}
    headers = ["dpex/dpex.h", "dpex/kernel.h", "opendpex/sycl/sycl.hpp", "opendpex/oneapi/mkl.hpp"]
    assert wanted | {f"include/{name}" for name in headers} <= names
    assert not [name for name in names if "python" in name or "pybind11" in name or name.endswith(".py")]


def test_example_without_python_is_built_from_the_prefix(prefix, tmp_path):
    shutil.copytree(ROOT / "examples/c/standalone", tmp_path / "c")
    run("make", "-C", tmp_path / "c", f"PKG_CONFIG_PATH={prefix}/lib/pkgconfig", "CFLAGS=-Wall -Wextra -Werror")
    lines = run(tmp_path / "c/tour").splitlines()
    assert f"device 0: {dpctl.get_devices()[0].name}" in lines
    assert lines[-2:] == ["kernel: 321", "product: 2 1 4 3"]


def test_programs_in_c_and_sycl_are_built_from_the_prefix(prefix, tmp_path):
    assert build_and_run(prefix, tmp_path, "interface.c", INTERFACE, "cc") == str(
        dpctl.get_num_devices(device_type="cpu")
    )
    assert build_and_run(prefix, tmp_path, "program.cpp", SYCL, "g++", "-std=c++17") == "7"
