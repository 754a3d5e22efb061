"""The tests of memory again, in a process whose default device is a simulated GPU: one that the host cannot read."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = ["test_memory.py", "test_suai.py"]


@pytest.mark.parametrize("devices, hierarchy", [("gpu:2", "FLAT"), ("gpu:1x2", "COMPOSITE")])
def test_memory_of_simulated_devices_behaves_the_same(devices, hierarchy):
    environment = {**os.environ, "DPEX_SIMULATE": devices, "ZE_FLAT_DEVICE_HIERARCHY": hierarchy}
    environment.pop("ONEAPI_DEVICE_SELECTOR", None)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *FILES],
        cwd=Path(__file__).parent, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
