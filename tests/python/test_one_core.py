"""Processes that may use one core: work is done by the calling thread, as another one would only take turns with it."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import dpnp
def n_threads():
    return len(os.listdir("/proc/self/task"))
before = n_threads()
x = dpnp.ones(100_000)
y = dpnp.sqrt(x + 3) * x[::-1]
y[:50_000] = 1
total = float(y.sum())
print(n_threads() - before, total, dpnp.arange(3_000_000).sum())
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs affinity masks of threads")
def test_the_calling_thread_does_medium_work():
    environment = {**os.environ, "DPEX_FUSION": "0", "ONEAPI_DEVICE_SELECTOR": "opencl:cpu", "DPEX_BACKENDS": "native"}
    environment.pop("DPEX_NUM_THREADS", None)
    environment.pop("DPEX_SIMULATE", None)
    run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert run.stdout.split() == ["0", "150000.0", str(3_000_000 * 2_999_999 // 2)], run.stderr
