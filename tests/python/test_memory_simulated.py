"""Memory of simulated GPUs, which the host cannot read: the tests of memory again, and each call to the device failing once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tested_backends import BACKENDS


@pytest.mark.skipif("sim" in BACKENDS, reason="the tests of memory run on simulated devices anyway")
def test_memory_of_simulated_devices_behaves_the_same():
    files = [str(Path(__file__).with_name(name)) for name in ("test_memory.py", "test_usm_array_interface.py")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files],
        env={**os.environ, "DPEX_TEST_BACKENDS": "sim"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


# Prints what the first attempt failed with; the second one must succeed.
PROGRAM = """
import dpctl, dpctl.memory as dpm

def attempt():
    queue = dpctl.SyclQueue("gpu")
    first, second = (cls(1000, queue=queue) for cls in (dpm.MemoryUSMDevice, dpm.MemoryUSMHost))
    first.memset(5)
    second.copy_from_device(first)
    first.copy_from_host(second.tobytes())
    other = dpm.MemoryUSMDevice(1000, queue=dpctl.SyclQueue(dpctl.SyclContext([queue.sycl_device]), queue.sycl_device))
    other.copy_from_device(first)
    assert other.copy_to_host().tobytes() == bytes([5]) * 1000

try:
    attempt()
    raise SystemExit("nothing failed")
except (RuntimeError, dpctl.SyclQueueCreationError, dpctl.SyclContextCreationError, dpm.USMAllocationError) as error:
    print(type(error).__name__, error)
attempt()
"""


def test_each_call_to_the_device_may_fail_and_the_next_attempt_succeeds(start):
    messages = []
    for n in range(1, 100):
        out, err, code = start(PROGRAM, DPEX_SIMULATE="gpu:1", DPEX_SIMULATE_FAIL=str(n)).finish()
        if err == "nothing failed\n":
            break
        assert code == 0, err
        messages.append(out.strip())
    assert 0 < len(messages) < 99
    assert all("DPEX_SIMULATE_FAIL" in message for message in messages)
    kinds = {message.split()[0] for message in messages}
    assert kinds == {
        "RuntimeError",
        "SyclAsyncError",
        "SyclContextCreationError",
        "SyclQueueCreationError",
        "USMAllocationError",
    }
