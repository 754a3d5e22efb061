"""Fixtures of the tests beside other libraries (`make test-ecosystem`): each library is installed there, in an environment of its own."""

import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # SciPy reads it when it is imported
os.environ.setdefault("OCL_ICD_VENDORS", "/nonexistent")  # installed drivers must not change the default device
os.environ.setdefault("MPLBACKEND", "agg")

import pytest  # noqa: E402

import opendpex  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def allowed():
    """Conversion of arrays to NumPy is allowed during the test."""
    with opendpex.host_conversion("allow"):
        yield


@pytest.fixture
def run(tmp_path):
    """run(program or path, *arguments, **environment) -> what a Python program printed, which must succeed."""

    def run_program(program, *arguments, command=(sys.executable,), **environment):
        path = program if isinstance(program, Path) else tmp_path / "program.py"
        if path is not program:
            path.write_text(program)
        done = subprocess.run(
            [*command, str(path), *arguments],
            env={**os.environ, **environment},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    return run_program


@pytest.fixture
def examples():
    """The folder of the examples."""
    return ROOT / "examples"
