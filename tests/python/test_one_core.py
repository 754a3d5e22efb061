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


KERNEL = """
import os, sys
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import dpctl, dpnp, math
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from dpctl import event_status_type

@dpex.kernel
def roots(item: kapi.Item, x):
    i = item.get_id(0)
    for _ in range(100):
        x[i] = math.sqrt(x[i] + 1.0)

x = dpnp.ones(1000)
found = 0
for _ in range(1000):  # on a busy machine some take longer
    own, event = dpex.call_kernel_async(roots, kapi.Range(1000), (), x)
    found += event.execution_status == event_status_type.complete
    event.wait()
    own.wait()
    if found > 5:
        break
print(found > 5)
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs affinity masks of threads")
def test_the_calling_thread_runs_medium_kernels(tmp_path):
    """Of some 300 microseconds here, which are 10 times those that another core would be woken for."""
    file = tmp_path / "program.py"
    file.write_text(KERNEL)
    environment = {**os.environ, "ONEAPI_DEVICE_SELECTOR": "opencl:cpu", "DPEX_BACKENDS": "native"}
    environment.pop("DPEX_NUM_THREADS", None)
    environment.pop("DPEX_SIMULATE", None)
    run = subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True)
    assert run.stdout.split() == ["True"], run.stderr
