"""Helpers of tests that ask several versions of Python, of which this may be one, for texts of functions."""

import os
import shutil
import subprocess
import sys

import pytest

from numba_dpex import _decompiler

__all__ = ["check_have_a_text", "python_of"]


def python_of(version):
    """The program of that version of Python; the test is skipped if there is none."""
    python = sys.executable if sys.version.startswith(version) else shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"there is no Python {version}")
    return python


HAVE_A_TEXT = """
import sys
sys.path.insert(0, {folder!r})
from _decompiler import function_text

names = {{}}
exec(compile({functions!r}, "away.py", "exec"), names)
for name, function in names.items():
    if name != "__builtins__":
        function_text(function)  # it checks that the text has the same bytecode
"""


def check_have_a_text(version, functions):
    """In that version of Python, if it is there."""
    python = python_of(version)
    folder = os.path.dirname(os.path.dirname(_decompiler.__file__))
    text = HAVE_A_TEXT.format(folder=folder, functions=functions)
    result = subprocess.run([python, "-c", text], capture_output=True, text=True, check=False)
    assert not result.returncode, result.stderr
