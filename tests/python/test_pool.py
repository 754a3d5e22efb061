"""opendpex.pool_statistics, pool_trim and pool_set_limit."""

import gc
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import opendpex

MiB = 2**20


@pytest.fixture(autouse=True)
def trimmed():
    """Each test starts with an empty cache and leaves the default limit."""
    gc.collect()
    opendpex.pool_trim()
    yield
    opendpex.pool_set_limit(0)


def test_statistics_are_counts_of_bytes_and_calls():
    statistics = opendpex.pool_statistics()
    assert set(statistics) == {
        "live_bytes",
        "live_blocks",
        "cached_bytes",
        "reserved_bytes",
        "peak_live_bytes",
        "n_allocations",
        "n_reused",
        "limit_bytes",
    }
    assert all(type(value) is int and value >= 0 for value in statistics.values())
    assert statistics["limit_bytes"] > 0


def test_live_bytes_count_held_memory():
    before = opendpex.pool_statistics()
    memory = dpm.MemoryUSMDevice(3 * MiB + 1)
    window = dpm.MemoryUSMDevice(memory)
    held = opendpex.pool_statistics()
    assert held["live_bytes"] == before["live_bytes"] + 3 * MiB + 1
    assert held["live_blocks"] == before["live_blocks"] + 1
    assert held["n_allocations"] == before["n_allocations"] + 1
    assert held["reserved_bytes"] >= held["live_bytes"]
    del memory
    assert opendpex.pool_statistics()["live_bytes"] == held["live_bytes"]
    del window
    after = opendpex.pool_statistics()
    assert after["live_bytes"] == before["live_bytes"] and after["live_blocks"] == before["live_blocks"]
    assert after["peak_live_bytes"] >= held["live_bytes"]


def test_freed_memory_is_reused_and_trim_gives_it_back():
    before = opendpex.pool_statistics()
    dpm.MemoryUSMDevice(5 * MiB)
    cached = opendpex.pool_statistics()
    assert cached["cached_bytes"] >= before["cached_bytes"] + 5 * MiB
    dpm.MemoryUSMDevice(5 * MiB)
    assert opendpex.pool_statistics()["n_reused"] == cached["n_reused"] + 1
    opendpex.pool_trim(keep_bytes=2**62)
    assert opendpex.pool_statistics()["cached_bytes"] == cached["cached_bytes"]
    opendpex.pool_trim()
    assert opendpex.pool_statistics()["cached_bytes"] <= before["cached_bytes"]


def test_each_device_is_counted_apart():
    devices = dpctl.get_devices()
    before = [opendpex.pool_statistics(device)["live_bytes"] for device in devices]
    memory = dpm.MemoryUSMDevice(MiB, queue=dpctl.SyclQueue(devices[0]))
    after = [opendpex.pool_statistics(device)["live_bytes"] for device in devices]
    assert after == [before[0] + memory.nbytes, *before[1:]]


def test_allocations_beyond_the_limit_are_refused():
    limit = opendpex.pool_statistics()["reserved_bytes"] + 64 * MiB
    opendpex.pool_set_limit(limit)
    assert opendpex.pool_statistics()["limit_bytes"] == limit
    with pytest.raises(dpm.USMAllocationError, match=rf"cannot allocate {65 * MiB} bytes on \w+:\w+:\d"):
        dpm.MemoryUSMDevice(65 * MiB)
    assert dpm.MemoryUSMDevice(16 * MiB).nbytes == 16 * MiB
    opendpex.pool_set_limit(0)
    assert dpm.MemoryUSMDevice(65 * MiB).nbytes == 65 * MiB


@pytest.mark.parametrize("wrong", [-1, 2**64])
def test_numbers_of_bytes_are_checked(wrong):
    with pytest.raises(ValueError, match=str(wrong)):
        opendpex.pool_trim(wrong)
    with pytest.raises(ValueError, match=str(wrong)):
        opendpex.pool_set_limit(wrong)


def test_kinds_of_arguments_are_checked():
    for call in (opendpex.pool_trim, opendpex.pool_set_limit, opendpex.pool_statistics):
        with pytest.raises(TypeError):
            call("1M")
    with pytest.raises(TypeError):
        opendpex.pool_statistics(dpctl.SyclQueue())


def test_the_environment_sets_the_limit():
    program = "import opendpex; print(opendpex.pool_statistics()['limit_bytes'])"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DPEX_POOL_LIMIT": "3M"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == 3 * MiB


# ---- memory that was dropped and that commands still use -----------------------------------------------------

NEEDED = [lambda queue: dpm.MemoryUSMDevice(45 * MiB, queue=queue), lambda queue: dpt.empty(45 * MiB, dtype="u1", sycl_queue=queue),
          lambda queue: dpt.ones(45 * MiB, dtype="u1", sycl_queue=queue)]  # fmt: skip


def drop_under_a_gate(gate):
    """40 MiB of the 64 MiB that there may be from now on are used by a command that waits for the gate."""
    with opendpex.fusion(False):  # loads the kernel, for which some drivers wait until a running one is over
        dpt.ones(40 * MiB, dtype="u1", sycl_queue=gate.queue).sycl_queue.wait()
    gate.queue.submit_barrier([gate.close()])
    with opendpex.fusion(False):  # which would leave out what nobody keeps
        dpt.ones(40 * MiB, dtype="u1", sycl_queue=gate.queue)
    opendpex.pool_trim()
    opendpex.pool_set_limit(opendpex.pool_statistics()["reserved_bytes"] + 24 * MiB)


def wait_while(other, make):
    """make(), while another thread calls other() as soon as this one gives up the GIL."""
    start = threading.Event()
    thread = threading.Thread(target=lambda: (start.wait(), other()))
    thread.start()
    often = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # the other thread runs when this one waits, not before
    try:
        start.set()
        return make()
    finally:
        sys.setswitchinterval(often)
        thread.join()


@pytest.mark.parametrize("make", NEEDED, ids=["memory", "empty", "ones"])
def test_a_request_waits_for_memory_under_way_and_lets_other_threads_run(make, gate):
    queue = dpctl.SyclQueue(gate.queue.sycl_device)
    drop_under_a_gate(gate)
    assert wait_while(gate.open, lambda: make(queue)).nbytes == 45 * MiB


@pytest.mark.parametrize("make", NEEDED, ids=["memory", "empty", "ones"])
def test_ctrl_c_ends_the_wait_for_memory(make, gate):
    queue = dpctl.SyclQueue(gate.queue.sycl_device)
    drop_under_a_gate(gate)
    with pytest.raises(KeyboardInterrupt):
        wait_while(lambda: os.kill(os.getpid(), signal.SIGINT), lambda: make(queue))
    gate.open()
    assert make(queue).nbytes == 45 * MiB


def test_signals_whose_handlers_return_do_not_end_the_wait_for_memory(gate):
    queue, numbers = dpctl.SyclQueue(gate.queue.sycl_device), []
    drop_under_a_gate(gate)
    before = signal.signal(signal.SIGALRM, lambda number, frame: (numbers.append(number), gate.open()))
    try:
        made = wait_while(lambda: os.kill(os.getpid(), signal.SIGALRM), lambda: NEEDED[1](queue))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert numbers == [signal.SIGALRM] and made.nbytes == 45 * MiB


@pytest.mark.parametrize("n_queues", [1, 50])
def test_arrays_of_all_sizes_need_no_more_than_the_limit(n_queues, device):
    rng = np.random.default_rng(3)
    queues = [dpctl.SyclQueue(device) for _ in range(n_queues)]
    opendpex.pool_set_limit(opendpex.pool_statistics()["reserved_bytes"] + 60 * MiB)
    for i in range(200):
        # PoCL 3.1 ends the process when launches of a kernel of fewer and of more than 65,535 items are under way on
        # several queues (an assertion of its cache of kernels).
        n = int(rng.integers(MiB // 4, 2 * MiB))
        x = dpt.sin(dpt.sin(dpt.ones(n, dtype="f4", sycl_queue=queues[i % n_queues])))
    assert abs(float(x[n - 1]) - np.sin(np.sin(1))) < 1e-6
