"""docs/native-extensions.md: its extensions are built and installed as it says, and its programs print what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpctl

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "native-extensions.md"


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", GUIDE.read_text(), re.M | re.S).group(1)


def write_files(text, folder):
    folder.mkdir(exist_ok=True)
    for name, content in re.findall(r"^`([\w.]+)`\n```\w+\n(.*?)```", text, re.M | re.S):
        (folder / name).write_text(content)


def install_and_run(source, program):
    """Installs what is in the folder, and compares what the program prints with its comments."""
    target = source.parent / "target"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    env = dict(os.environ, PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}")  # cmake, meson, ninja
    env.update(CFLAGS="-O0", CXXFLAGS="-O0")
    done = subprocess.run([*install, "--target", str(target), str(source)], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = re.findall(r"^print\(.*\)\s+# (.*)$", program, re.M)
    assert expected
    env["PYTHONPATH"] = str(target)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.splitlines() == expected


def program_of(text):
    return re.findall(r"(?<!`\n)^```python\n(.*?)```", text, re.M | re.S)[-1]


@pytest.mark.parametrize("title", ["In C", "In Cython", r"In C\+\+ with pybind11"])
def test_extension_of_the_guide(title, tmp_path):
    text = section(title)
    write_files(text, tmp_path / "source")
    install_and_run(tmp_path / "source", program_of(text))


@pytest.mark.parametrize("title", ["CMake, with scikit-build-core", "meson-python"])
def test_recipe_of_the_guide(title, tmp_path):
    common, *recipes = re.split(r"^### ", section("Build systems"), flags=re.M)
    write_files(common, tmp_path / "source")
    write_files(next(r for r in recipes if r.startswith(title)), tmp_path / "source")
    install_and_run(tmp_path / "source", program_of(common))


def test_commands_of_the_guide_build_a_program(tmp_path):
    text = section("Build systems").split("### make and pkg-config")[1]
    write_files(text, tmp_path)
    env = dict(os.environ, PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    commands = re.search(r"```bash\n(.*?)```", text, re.S)[1]
    done = subprocess.run(["bash", "-e", "-c", commands], cwd=tmp_path, capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout) == (0, f"{len(dpctl.get_devices())} devices\n"), done.stderr
