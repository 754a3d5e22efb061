"""What type checkers and editors make of the installed wheel."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jedi
import pytest

import dpctl.tensor as dpt
import dpnp as np

PACKAGES = ["dpctl", "dpnp", "numba_dpex", "opendpex"]
HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
ROOT = HERE.parents[1]
EXAMPLES = ROOT / "examples"
BESIDE = Path(sys.executable).parent


def run(program, *arguments, **environment):
    """What a program of this environment prints."""
    command = [str(BESIDE / program), *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | environment, cwd=ROOT, check=False
    ).stdout


def folder_of(package):
    return Path(importlib.util.find_spec(package).origin).parent


@pytest.mark.parametrize("package", PACKAGES)
def test_package_says_that_it_is_typed(package):
    assert (folder_of(package) / "py.typed").exists()


def test_stubs_say_what_the_packages_have(tmp_path):
    # The stubs alone: beside the modules, their sources would be checked too.
    for package in PACKAGES:
        folder = folder_of(package)
        for stub in folder.rglob("*.pyi"):
            copy = tmp_path / stub.relative_to(folder.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(stub, copy)
    for folder in [p for p in tmp_path.rglob("*") if p.is_dir()]:
        (folder / "__init__.pyi").touch()
    allowed = ["--allowlist", HERE / "stubtest_allowlist.txt", "--ignore-disjoint-bases"]
    printed = run("stubtest", *allowed, "--concise", *PACKAGES, MYPYPATH=str(tmp_path))
    private = re.compile(r"[\w.]*(\._|\.__main__)[\w.]* failed to find stubs")
    assert [line for line in printed.splitlines() if not private.fullmatch(line)] == []


@pytest.fixture(scope="module")
def errors_of_pyright():
    """What pyright finds, by file: one run, since starting it takes most of the time."""
    printed = json.loads(run("pyright", "--pythonpath", sys.executable, "--outputjson", PROGRAMS, EXAMPLES))
    assert printed["summary"]["filesAnalyzed"] > 20
    found = {}
    for error in printed["generalDiagnostics"]:
        if error["severity"] == "error":
            found.setdefault(Path(error["file"]), []).append(error)
    return found


def is_of_what_is_not_built(error):
    """Whether an example needs the extension that it builds, or a library that is not in this environment."""
    return (
        error.get("rule") == "reportMissingImports"
        or re.search(BUILT_BY_EXAMPLES, error["message"])
        or re.search(OF_DASK, error["message"])
    )


# What Dask's own annotations leave out or say wrongly.
OF_DASK = r'not exported from module "dask"|parameter "chunks" of type "str"|"workers" for class "CoroutineType'
BUILT_BY_EXAMPLES = r'"offloaded_poly_evaluate" is unknown import symbol|not a known attribute of module "column_sums"'


def test_pyright_finds_nothing_in_correct_programs(errors_of_pyright):
    assert errors_of_pyright.get(PROGRAMS / "correct.py", []) == []


def test_pyright_finds_every_mistake(errors_of_pyright):
    path = PROGRAMS / "mistakes.py"
    lines = enumerate(path.read_text().splitlines())
    wrong = {number for number, line in lines if line.endswith("# mistake")}
    assert len(wrong) > 70
    assert {error["range"]["start"]["line"] for error in errors_of_pyright[path]} == wrong


def test_pyright_finds_nothing_in_the_examples(errors_of_pyright):
    found = [e for path, errors in errors_of_pyright.items() if EXAMPLES in path.parents for e in errors]
    assert [e for e in found if not is_of_what_is_not_built(e)] == []


def test_mypy_finds_nothing_in_correct_programs(tmp_path):
    checks = ["--check-untyped-defs", "--ignore-missing-imports", "--explicit-package-bases", "--cache-dir", tmp_path]
    examples = [p for p in EXAMPLES.rglob("*.py") if p.name != "setup.py"]
    printed = run("mypy", *checks, PROGRAMS / "correct.py", *examples)
    errors = [line for line in printed.splitlines() if ": error:" in line and '"poly_ext" has no attribute' not in line]
    assert errors == [] and printed


def test_correct_programs_run():
    subprocess.run([sys.executable, PROGRAMS / "correct.py"], check=True)


def completed(text):
    return {c.name for c in jedi.Script(text).complete()}


def test_jedi_completes_functions():
    assert {"sort", "sort_complex"} <= completed("import dpnp as np\nnp.so")
    assert {"ones", "ones_like"} <= completed("import dpctl.tensor as dpt\ndpt.one")
    assert {"SyclQueue", "SyclQueueCreationError"} <= completed("import dpctl\ndpctl.SyclQ")
    assert {"sin", "sinh"} <= completed("import dpnp\ndpnp.sin")


@pytest.mark.parametrize(
    "made",
    [
        "x = np.zeros(3)",
        "x = np.arange(3) + 1",
        "x = np.sin(np.ones(3))",
        "x = np.sum(np.ones(3)).T",
        "x = np.ones(3)[1:]",
    ],
)
def test_jedi_completes_methods(made):
    offered = completed(f"import dpnp as np\n{made}\nx.")
    assert {"T", "shape", "dtype", "sum", "reshape", "astype", "sycl_queue", "asnumpy"} <= offered


def test_jedi_completes_queues():
    assert {"submit", "sycl_device", "wait"} <= completed("import dpctl\nq = dpctl.SyclQueue('cpu')\nq.")


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 2, 2)])
@pytest.mark.parametrize("module", [np, dpt])
def test_dir_of_an_array_offers_nothing_that_raises(module, shape):
    x = module.ones(shape)
    for name in dir(x):
        getattr(x, name)
