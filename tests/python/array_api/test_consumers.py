"""Libraries that use the array API accept arrays, with NumPy's results (in a separate interpreter: SciPy reads a variable when it
is imported)."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[3] / "examples" / "array_api_consumers.py"


def test_array_api_compat_scipy_and_scikit_learn():
    for name in ("array_api_compat", "scipy", "sklearn"):
        pytest.importorskip(name, reason=f"{name} (tools/requirements.txt) is not installed")
    done = subprocess.run([sys.executable, "-W", "ignore", str(EXAMPLE)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert len(rows) == 7
    for name, kind, difference in rows:
        assert kind == "usm_ndarray" and float(difference) < 1e-10, name
