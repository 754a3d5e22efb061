"""oneapi/mkl.hpp: the program of its page and the examples, built as users build them. Programs per domain: tests/cpp, by test_sycl_header.py."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpctl

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs/mkl.md").read_text()
COMMANDS = re.search("```bash\n(.*?)```", (ROOT / "docs/cpp-extensions.md").read_text(), re.DOTALL)[1]


def build_and_run(folder, text, *arguments, **variables):
    """What a program prints, built by the commands of docs/cpp-extensions.md."""
    (folder / "program.cpp").write_text(text)
    variables = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **variables}
    done = subprocess.run(
        ["bash", "-e", "-c", COMMANDS + " ".join(["./program", *arguments])],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("simulated", ["", "gpu:2"])
def test_program_of_the_page_runs(simulated, tmp_path):
    program = re.search("```cpp\n(.*?)```", GUIDE, re.DOTALL)[1]
    assert build_and_run(tmp_path, program, DPEX_SIMULATE=simulated) == "root mean square of the rows' means: 0.50\n"


@pytest.mark.parametrize("example", sorted(ROOT.glob("examples/mkl/*.cpp")), ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    printed = build_and_run(tmp_path, example.read_text())
    simulated, exact = re.fullmatch(r"simulated (\S+), exact (\S+)\n", printed).groups()
    assert abs(float(simulated) - float(exact)) < 0.05


HEADERS = sorted(ROOT.glob("python/dpctl/include/oneapi/**/*.hpp"))


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_header_compiles_alone(header, tmp_path):
    name = header.relative_to(ROOT / "python/dpctl/include")
    (tmp_path / "alone.cpp").write_text(f"#include <{name}>\nint main() {{}}\n")
    command = [
        "g++",
        "-std=c++17",
        "-Wall",
        "-Wextra",
        "-Wconversion",
        "-Wshadow",
        "-Werror",
        "-fsyntax-only",
        "alone.cpp",
    ]
    done = subprocess.run([*command, "-I", dpctl.get_include()], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_device_without_double_computes_in_float_and_refuses_double(tmp_path):
    source = (ROOT / "tests/cpp/mkl_blas.cpp").read_text()
    for name in ("check.hpp", "mkl_check.hpp"):
        (tmp_path / name).write_text((ROOT / "tests/cpp" / name).read_text())
    build_and_run(tmp_path, source, "simulated", DPEX_SIMULATE="gpu:1-fp64")


def test_names_of_the_page_are_in_the_headers():
    """Each function that the table lists is defined in the domain's header."""
    for row in re.findall(r"^\| `(\w+)[^|]*\| ([^|]*) \|", GUIDE, re.M):
        domain, names = row[0], set(re.findall(r"`([a-z]\w*)", row[1]))
        header = {"dft": "dfti"}.get(domain, domain)
        folder = ROOT / "python/dpctl/include/oneapi/mkl"
        text = (folder / f"{header}.hpp").read_text() + "".join(
            path.read_text() for path in (folder / "detail").glob(f"{domain}*")
        )
        missing = [name for name in names if not re.search(rf"\b{name}\b", text)]
        assert names and not missing, (domain, missing)
