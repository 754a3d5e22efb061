"""What a release is made of: the wheel in an environment of its own, its metadata, the workflows, cibuildwheel's configuration and
the conda recipe. What builds for minutes runs with DPEX_TEST_RELEASE=1 (RELEASING.md)."""

import importlib.metadata
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml
from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig

ROOT = Path(__file__).resolve().parents[2]
BESIDE = Path(sys.executable).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
VERSION = re.search(r"version: '([\d.]+)'", (ROOT / "meson.build").read_text())[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
builds = pytest.mark.skipif(
    os.environ.get("DPEX_TEST_RELEASE") != "1", reason="builds for minutes: DPEX_TEST_RELEASE=1"
)


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def install(python, *packages, **options):
    call(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages, **options)


@pytest.fixture(scope="module")
def wheel():
    """The wheel that `make test-ecosystem` has built, or the one that DPEX_TEST_WHEEL names."""
    found = os.environ.get("DPEX_TEST_WHEEL")
    return (
        Path(found) if found else max((ROOT / "build/venv/wheel").glob("*.whl"), key=lambda path: path.stat().st_mtime)
    )


@pytest.fixture(scope="module")
def fresh(wheel, tmp_path_factory):
    """Runs a Python program where the wheel and what it depends on is all that is installed: no compiler, no linker."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "venv", with_pip=True)
    bin_dir = folder / "venv" / "bin"
    for name in ("cc", "gcc", "clang", "ld"):
        assert shutil.which(name, path=str(bin_dir)) is None
    install(bin_dir / "python", wheel)
    environment = {"HOME": str(folder), "PATH": str(bin_dir), "OCL_ICD_VENDORS": "/nonexistent"}

    def run(*words):
        return call(bin_dir / "python", *words, cwd=folder, env=environment)

    return run


# ---- the wheel ------------------------------------------------------------------------------------------------


def test_first_lines_of_the_readme_run_without_a_compiler(fresh):
    program = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]
    (promised,) = re.findall(r"^print\(.*\) +# (.*)", program, re.M)
    lines = fresh("-c", program).splitlines()
    assert lines[0] == promised and lines[1].startswith("(1000, 3) ")


def test_kernels_in_python_need_no_compiler(fresh):
    assert fresh(ROOT / "examples" / "kernels" / "mandelbrot.py")


def test_doctor_finds_nothing_to_mend_in_a_fresh_environment(fresh):
    text = fresh("-m", "opendpex", "doctor")
    assert "no C compiler is installed" in text and text.endswith("Nothing to mend\n")


def test_metadata_of_the_wheel(wheel):
    call(sys.executable, "-m", "twine", "check", "--strict", wheel)
    metadata = importlib.metadata.metadata("opendpex")
    assert metadata["Version"] == VERSION
    assert metadata["Author"] == "The opendpex developers"
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} == {
        text.split(",")[0] for text in metadata.get_all("Project-URL")
    }
    assert {"cuda", "dask", "docs"} <= set(metadata.get_all("Provides-Extra"))
    assert "NumPy" in metadata["Keywords"] and len(metadata.get_all("Classifier")) > 10
    files = {str(path) for path in importlib.metadata.distribution("opendpex").files}
    licences = {path.rpartition("/licenses/")[2] for path in files if "dist-info/licenses/" in path}
    assert {"LICENSE", "LICENSES/OpenBLAS.txt"} <= licences and "BSD-3-Clause" in metadata["License-Expression"]
    for package in ("opendpex", "dpctl", "dpnp", "numba_dpex"):
        assert f"{package}/py.typed" in files


def test_wheel_is_small(wheel):
    assert wheel.stat().st_size < 15e6  # debug information alone would make it larger


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="glibc has vector variants for x86-64")
def test_loops_of_the_wheel_call_vector_variants(wheel):
    # A compiler without the attribute simd would leave exp and its like scalar, several times slower.
    with zipfile.ZipFile(wheel) as files:
        library = files.read("opendpex/lib/libdpex.so")
    for lanes in ("bN2", "dN4", "eN8"):
        assert f"_ZGV{lanes}v_exp\0".encode() in library


def test_links_of_the_readme_work_on_an_index_page():
    text = re.sub(r"```.*?```", "", (ROOT / "README.md").read_text(), flags=re.S)
    targets = re.findall(r"^\[\w+\]: (\S+)", text, re.M) + re.findall(r"\]\(([^()\s]+)\)", text)
    assert len(targets) > 20 and all(target.startswith("https://") for target in targets)


# ---- workflows and cibuildwheel -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_is_one(path):
    call(BESIDE / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", path)


def steps():
    for path in WORKFLOWS:
        for job in yaml.safe_load(path.read_text())["jobs"].values():
            yield from job["steps"]


def test_commands_of_the_workflows_are_there():
    commands = [step["run"] for step in steps() if "run" in step]
    assert commands
    targets = re.search(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text(), re.M)[1].split()
    for command in commands:
        for words in map(shlex.split, command.split(" && ")):
            if words[0] == "make":
                assert words[1] in targets
            for word in words:
                if "/" in word and not word.startswith((".venv", "-")):
                    assert (ROOT / word).exists(), word


def test_cibuildwheel_builds_one_wheel_for_each_architecture():
    for arch in ("x86_64", "aarch64"):
        command = [BESIDE / "cibuildwheel", "--print-build-identifiers", "--platform", "linux", "--archs", arch, ROOT]
        assert call(*command).split() == [f"cp311-manylinux_{arch}"]
    (used,) = {step["uses"] for step in steps() if "cibuildwheel" in step.get("uses", "")}
    assert importlib.metadata.version("cibuildwheel").split(".")[0] == re.search(r"@v(\d+)\.", used)[1]


@builds
def test_command_with_which_cibuildwheel_tests(wheel, tmp_path):
    options = PROJECT["tool"]["cibuildwheel"]
    venv.create(tmp_path / "venv", with_pip=True)
    install(tmp_path / "venv/bin/python", wheel, *options["test-requires"])
    environment = {
        "HOME": str(tmp_path),
        "PATH": f"{tmp_path / 'venv/bin'}:/usr/bin:/bin",
        "OCL_ICD_VENDORS": "/nonexistent",
    }
    call("sh", "-c", options["test-command"].format(project=ROOT), cwd=tmp_path, env=environment)


@builds
def test_sdist_installs(tmp_path):
    # As the job `sdist` makes it; it is made of what is committed.
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    install(python, "build")
    call(python, "-m", "build", "--sdist", "-o", tmp_path, ROOT)
    (sdist,) = tmp_path.glob("opendpex-*.tar.gz")
    install(python, sdist)
    call(python, ROOT / "examples" / "numpy" / "programs.py", cwd=tmp_path)


# ---- the conda recipe ---------------------------------------------------------------------------------------------


def rendered(platform):
    """The recipe as rattler-build makes it for a platform, for which conda-forge's compilers are given."""
    recipe = Stage0Recipe.from_file(ROOT / "packaging" / "conda" / "recipe.yaml")
    variants = {"c_compiler": ["gcc"], "c_stdlib": ["sysroot"], "c_stdlib_version": ["2.28"], "python": ["3.11.*"]}
    config = RenderConfig(platform=PlatformConfig(target_platform=platform))
    (one,) = recipe.render(VariantConfig(variants), config)
    return one.recipe.to_dict() if not callable(one.recipe) else one.recipe().to_dict()


def names(requirements):
    return {re.match(r"[\w.-]+", text)[0].replace("_", "-"): re.sub(r"^[\w.-]+ *", "", text) for text in requirements}


@pytest.mark.parametrize("platform", ["linux-64", "linux-aarch64"])
def test_conda_recipe_says_what_the_project_says(platform):
    recipe = rendered(platform)
    assert recipe["package"] == {"name": "opendpex", "version": VERSION}
    needed = {text.replace(" ", "") for text in PROJECT["project"]["dependencies"]}
    needed.add("python" + PROJECT["project"]["requires-python"].replace(" ", ""))
    assert {text.replace(" ", "") for text in recipe["requirements"]["run"]} == needed
    at_build = {**names(recipe["requirements"]["build"]), **names(recipe["requirements"]["host"])}
    for text in PROJECT["build-system"]["requires"]:
        name = re.match(r"[\w.-]+", text)[0]
        assert name in at_build or any(name in line for line in recipe["build"]["script"]), text
    assert recipe["about"]["license"] == PROJECT["project"]["license"]
    assert all((ROOT / path).exists() for path in recipe["about"]["license_file"])


@pytest.fixture(scope="module")
def conda_environment(tmp_path_factory):
    """An environment with what the recipe names at build time, from PyPI, and the words of the command that installs."""
    folder = tmp_path_factory.mktemp("conda")
    recipe = rendered("linux-64")
    needed = names(recipe["requirements"]["build"]) | names(recipe["requirements"]["host"])
    packages = [name + needed[name] for name in needed if name not in ("python", "gcc-linux-64", "sysroot-linux-64")]
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv/bin/python"
    install(python, *packages)
    environment = {**os.environ, "PATH": f"{python.parent}:{os.environ['PATH']}", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    *before, last = (shlex.split(line.replace("${{ PYTHON }}", str(python))) for line in recipe["build"]["script"])
    for words in before:
        call(*words, cwd=ROOT, env=environment)
    return python, environment, last


def test_options_of_the_conda_recipe_configure_the_build(conda_environment, tmp_path):
    python, environment, words = conda_environment
    options = [word.removeprefix("-Csetup-args=") for word in words if word.startswith("-Csetup-args=")]
    assert options
    printed = call("meson", "setup", tmp_path / "build", ROOT, *options, "-Dbuildtype=release", env=environment)
    assert re.search(r"openblas +: *enabled", printed), printed


@builds
def test_commands_of_the_conda_recipe_build_and_install(conda_environment, tmp_path):
    python, environment, words = conda_environment
    call(*words, cwd=ROOT, env=environment)
    recipe = rendered("linux-64")
    install(python, *(text.replace(" ", "") for text in recipe["requirements"]["run"] if not text.startswith("python")))
    for test in recipe["tests"]:
        for name in test.get("python", {}).get("imports", []):
            call(python, "-c", f"import {name}", cwd=tmp_path)
        if "script" in test:
            call("sh", "-c", test["script"], cwd=tmp_path, env=environment)
