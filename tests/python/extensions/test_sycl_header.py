"""sycl/sycl.hpp: programs of tests/cpp, built against the installed headers and library as users build them, on the CPU and on
simulated devices."""

import os
import shutil
import subprocess
from pathlib import Path

import dpctl
import opendpex
import pytest

SOURCES = Path(__file__).resolve().parents[2] / "cpp"
LIBRARIES = Path(opendpex.get_include()).parent / "lib"
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]
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
PROGRAMS = sorted(path.name for path in SOURCES.glob("*.cpp"))


def build(compiler, standard, source, *options):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    command = [compiler, f"-std={standard}", *WARNINGS, "-I", dpctl.get_include(), str(source), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and f"'-std={standard}'" in done.stderr:
        pytest.skip(f"{compiler} does not know {standard}")
    return done


def run_program(program, **variables):
    return subprocess.run([str(program)], env={**os.environ, **variables}, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("compiler, standard", BUILDS)
def test_program_compiles_without_a_warning_and_runs(compiler, standard, program, tmp_path):
    runs = (compiler, standard) in RUN
    target = tmp_path / "program"
    options = (
        ["-O1", "-o", str(target), f"-L{LIBRARIES}", f"-Wl,-rpath,{LIBRARIES}", "-ldpex", "-pthread"]
        if runs
        else ["-fsyntax-only"]
    )
    done = build(compiler, standard, SOURCES / program, *options)
    assert done.returncode == 0, done.stderr
    for variables in [{}, {"DPEX_SIMULATE": "gpu:2"}] if runs else []:
        done = run_program(target, **variables)
        assert done.returncode == 0, f"{variables}: {done.stderr}"
