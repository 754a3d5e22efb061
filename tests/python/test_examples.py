"""The code in the README and the examples runs as written."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpctl

ROOT = Path(__file__).resolve().parents[2]


def run(*command):
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True)


def test_the_programs_in_the_readme_run():
    programs = [
        program
        for file in ("README.md", "docs/devices.md")
        for program in re.findall(r"```python\n(.*?)```", (ROOT / file).read_text(), re.S)
    ]
    last_lines = [f"(1000, 3) {dpctl.select_default_device().name}", "(1000,) 1", "[3. 3. 3.]"]
    assert len(programs) == len(last_lines)
    for program, expected in zip(programs, last_lines):
        done = run("-c", program)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == expected


@pytest.mark.parametrize("file", sorted((ROOT / "examples" / "kernels").glob("*.py")), ids=lambda f: f.stem)
def test_kernels_run(file, device):
    done = run(str(file), device.filter_string)
    assert done.returncode == 0, done.stderr
    assert done.stdout
