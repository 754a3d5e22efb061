"""Fixtures of all tests: devices under test, programs in fresh interpreters, and a kernel that runs until the test releases it.

``DPEX_TEST_BACKENDS`` lists the backends to test (``native`` if unset, ``native,sim`` in CI). A listed backend
without devices is an error, so that a passed run has tested it. ``DPEX_TEST_OPENCL_DEVICE`` chooses among the devices of
OpenCL by a filter string (``opencl:gpu:0``).
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager

import pytest
from absent_operations import is_absent
from tested_backends import BACKENDS

FILTERS = {
    "native": "opencl:cpu:0",
    "sim": "level_zero:gpu:0",
    "cuda": "cuda:gpu:0",
    # The native device is the first one that matches opencl:cpu.
    "opencl": os.environ.get("DPEX_TEST_OPENCL_DEVICE", "opencl:cpu:1"),
}

if "opencl" not in BACKENDS:  # installed drivers must not change the devices of tests
    os.environ["OCL_ICD_VENDORS"] = "/nonexistent"
    os.environ.pop("OCL_ICD_FILENAMES", None)

# NumPy's BLAS would start a thread for each CPU in each of the test processes, and those spin while they wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if "sim" in BACKENDS:
    os.environ.setdefault("DPEX_SIMULATE", "gpu:1x2")
    os.environ.setdefault("ZE_FLAT_DEVICE_HIERARCHY", "COMPOSITE")

# A background job of a shell ignores SIGINT, and children inherit that; tests send SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)

from fusion_policy import default_policy  # noqa: E402  (after the environment, which is read with the first device)

import dpctl  # noqa: E402
import dpctl.memory as dpm  # noqa: E402
import dpctl.program as dpp  # noqa: E402


def pytest_configure(config):
    for backend in BACKENDS:
        if backend not in FILTERS:
            raise pytest.UsageError(f"DPEX_TEST_BACKENDS names {backend!r}; there are {', '.join(FILTERS)}")
        try:
            dpctl.SyclDevice(FILTERS[backend])
        except dpctl.SyclDeviceCreationError as error:
            raise pytest.UsageError(f"DPEX_TEST_BACKENDS names {backend!r}, but: {error}") from error


def pytest_collection_modifyitems(config, items):
    """Tests without a device fixture run on the default device: if that is not under test, they are skipped as repetitions."""
    default = dpctl.select_default_device()
    if any(dpctl.SyclDevice(FILTERS[backend]) == default for backend in BACKENDS):
        return
    repeated = [item for item in items if "device" not in item.fixturenames]
    config.hook.pytest_deselected(items=repeated)
    items[:] = [item for item in items if "device" in item.fixturenames]


@contextmanager
def skips_what_the_device_lacks():
    """Skips NotImplementedError of operations that have no kernel for devices that compile (the message names operation and backend) and
    of kinds of USM memory that the driver does not have (it names the aspect)."""
    try:
        yield
    except NotImplementedError as error:
        if is_absent(str(error)):
            pytest.skip(f"no kernel: {error}")
        if re.search(r"has no USM memory of kind \w+ \(dpctl's aspect \w+ is False\)", str(error)):
            pytest.skip(str(error))
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    with skips_what_the_device_lacks():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    with skips_what_the_device_lacks():
        return (yield)


@pytest.fixture(params=BACKENDS)
def device(request):
    """A root device of each backend under test."""
    return dpctl.SyclDevice(FILTERS[request.param])


@pytest.fixture
def part(device):
    """A sub-device."""
    for partition in (1, "next_partitionable"):
        try:
            return device.create_sub_devices(partition=partition)[0]
        except dpctl.SyclSubDeviceCreationError:
            pass
    pytest.skip("the device cannot be split")


@pytest.fixture
def default_fusion():
    """For tests of what becomes a pass, and when."""
    with default_policy():
        yield


class Gate:
    """A kernel that runs until the test opens the gate, so that later commands are certainly pending."""

    SOURCE = "__kernel void gate(__global volatile int *open) { while (!*open) {} }"

    def __init__(self, device):
        self.queue = dpctl.SyclQueue(device)
        program = dpp.create_program_from_source(self.queue, self.SOURCE)
        self.kernel = program.get_sycl_kernel("gate")
        self.flag = dpm.MemoryUSMShared(4, queue=self.queue)
        self.view = memoryview(
            self.flag
        )  # created before submission, because creation waits for commands that use the memory
        self.events = []

    def close(self, queue=None):
        """Submit the kernel; its event happens after `open`."""
        self.view[:] = bytes(4)
        self.events.append((queue or self.queue).submit_async(self.kernel, [self.flag], [1]))
        return self.events[-1]

    def open(self):
        self.view[:] = b"\1\0\0\0"


@pytest.fixture
def gate(device):
    if device.sycl_platform.name.startswith("Intel") and device.max_compute_units < 4:
        pytest.skip(
            "a kernel that waits for the host takes one of the two threads that this driver has, and may take both"
        )
    gate = Gate(device)
    yield gate
    gate.open()
    dpctl.SyclEvent.wait_for(gate.events)


class Child:
    """A Python program in a separate interpreter, started in the folder of the tests."""

    def __init__(self, program, environment):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("DPEX_", "ZE_", "ONEAPI_"))}
        if "DPEX_SIMULATE" in environment:  # a real GPU would change the selection among simulated ones
            clean["DPEX_BACKENDS"] = "native,sim"
        path = os.pathsep.join([os.path.dirname(__file__), *sys.path[1:]])
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-c", program],
            env={**clean, **environment, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        self.watchdog = threading.Timer(60, self.process.kill)
        self.watchdog.start()

    def read_line(self):
        return self.process.stdout.readline().strip()

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def finish(self):
        """Wait for the end; returns (what it printed since the last read_line, its messages, its exit code)."""
        out, code = self.process.stdout.read(), self.process.wait()
        self.watchdog.cancel()
        self.errors.seek(0)
        return out, self.errors.read(), code

    def end(self):
        self.watchdog.cancel()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


@pytest.fixture
def start():
    """start(program, **environment) -> Child; children that are still running at the end are killed."""
    children = []

    def start_child(program, **environment):
        children.append(Child(program, environment))
        return children[-1]

    yield start_child
    for child in children:
        child.end()


@pytest.fixture
def run(start):
    """run(program, **environment) -> what the program printed, which must succeed; a NotImplementedError is raised here too."""

    def run_program(program, **environment):
        out, err, code = start(program, **environment).finish()
        _, missing, message = err.rstrip().rpartition("\nNotImplementedError: ")
        if code != 0 and missing:
            raise NotImplementedError(message)
        assert code == 0, err
        return out

    return run_program
