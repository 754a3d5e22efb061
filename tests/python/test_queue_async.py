"""What happens while commands are pending: order, dependencies, kept objects, failures, Ctrl-C, threads, fork.

A gate (conftest) holds commands back until the test lets them go, so nothing here depends on how long something takes.
"""

import os
import signal
import threading
import time
import weakref

import pytest

import dpctl
import dpctl.memory as dpm

COMPLETE = dpctl.event_status_type.complete


class Kept:
    """An object that can be referred to weakly."""


# ---- pending commands ----------------------------------------------------------------------------


def test_submit_async_returns_while_the_kernel_runs(gate):
    event = gate.close()
    assert event.execution_status != COMPLETE
    gate.open()
    event.wait()
    assert event.execution_status == COMPLETE


def test_dependent_command_waits(gate):
    target = bytearray(4)
    blocker = gate.close()
    event = gate.queue.memcpy_async(target, b"done", 4, [blocker])
    assert target == bytes(4) and event.execution_status != COMPLETE
    gate.open()
    event.wait()
    assert target == b"done" and blocker.execution_status == COMPLETE


def test_command_without_dependencies_overtakes_on_an_out_of_order_queue(gate):
    blocker, target = gate.close(), bytearray(4)
    gate.queue.memcpy(target, b"done", 4)
    assert target == b"done" and blocker.execution_status != COMPLETE


def test_in_order_queue_keeps_the_order(gate, device):
    queue, target = dpctl.SyclQueue(device, property="in_order"), bytearray(4)
    gate.close(queue)
    event = queue.memcpy_async(target, b"done", 4)
    assert target == bytes(4) and event.execution_status != COMPLETE
    gate.open()
    queue.wait()
    assert target == b"done" and event.execution_status == COMPLETE


def test_another_queue_is_not_blocked(gate, device):
    blocker, target = gate.close(), bytearray(4)
    other = dpctl.SyclQueue(device)
    other.memcpy(target, b"done", 4)
    other.wait()
    assert target == b"done" and blocker.execution_status != COMPLETE


def test_barrier_waits_for_earlier_commands(gate):
    gate.close()
    after_one, after_all = gate.queue.submit_barrier([dpctl.SyclEvent()]), gate.queue.submit_barrier()
    after_one.wait()
    assert after_all.execution_status != COMPLETE
    gate.open()
    after_all.wait()
    assert after_all.execution_status == COMPLETE


def test_wait_list_names_pending_dependencies(gate):
    blocker = gate.close()
    event = gate.queue.submit_barrier([blocker, dpctl.SyclEvent()])
    waits_for = event.get_wait_list()
    assert type(waits_for) is list and [e.addressof_ref() for e in waits_for] == [blocker.addressof_ref()]
    gate.open()
    event.wait()
    assert event.get_wait_list() == []


def test_queue_that_is_dropped_still_runs_its_commands(gate, device):
    queue, target = dpctl.SyclQueue(device), bytearray(4)
    event = queue.memcpy_async(target, b"done", 4, [gate.close()])
    del queue
    gate.open()
    event.wait()
    assert target == b"done"


# ---- objects that commands use -------------------------------------------------------------------


def test_kept_object_lives_until_the_event(gate):
    kept = Kept()
    watch = weakref.ref(kept)
    event = gate.queue._submit_keep_args_alive([kept], [gate.close()])
    del kept
    assert watch() is not None
    gate.open()
    event.wait()
    assert watch() is None


def test_buffer_of_a_pending_copy_cannot_be_resized(gate):
    target, source = bytearray(4), bytearray(b"done")
    event = gate.queue.memcpy_async(target, source, 4, [gate.close()])
    for buffer in (target, source):
        with pytest.raises(BufferError):
            buffer.extend(b"more")
    gate.open()
    event.wait()
    gate.queue.wait()
    assert target == b"done"
    target.extend(b"more")


def test_memory_object_of_a_pending_copy_may_be_dropped(gate):
    source, target = dpm.MemoryUSMShared(4, queue=gate.queue), bytearray(4)
    source.copy_from_host(b"done")
    event = gate.queue.memcpy_async(target, source, 4, [gate.close()])
    del source
    dpm.MemoryUSMShared(4, queue=gate.queue).copy_from_host(b"evil")
    gate.open()
    event.wait()
    assert target == b"done"


def test_many_kept_objects_are_dropped_by_the_wait(gate):
    blocker, watches = gate.close(), []
    for _ in range(1000):
        kept = Kept()
        watches.append(weakref.ref(kept))
        gate.queue._submit_keep_args_alive(kept, [blocker])
        del kept
    assert all(watch() is not None for watch in watches)
    gate.open()
    gate.queue.wait()
    assert all(watch() is None for watch in watches)


# ---- threads -------------------------------------------------------------------------------------


def test_another_thread_runs_during_wait(gate):
    """The waiter is in wait() or about to be; only the other thread can let it end."""
    event = gate.close()
    waiter = threading.Thread(target=event.wait)
    waiter.start()
    gate.open()
    waiter.join(timeout=60)
    assert not waiter.is_alive()


@pytest.mark.parametrize(
    "wait", ["queue.wait()", "event.wait()", "queue.submit_barrier().wait()", "event.profiling_info_end"]
)
def test_main_thread_waits_while_another_opens_the_gate(gate, wait):
    event = gate.close()
    opener = threading.Thread(target=gate.open)
    opener.start()
    eval(wait, {"queue": gate.queue, "event": event})
    opener.join()
    assert event.execution_status == COMPLETE


def test_two_threads_with_a_queue_each(device):
    results = {}

    def work(name):
        queue = dpctl.SyclQueue(device)
        memory = dpm.MemoryUSMDevice(4096, queue=queue)
        back = bytearray(4096)
        for i in range(200):
            queue.memset(memory, i)
            queue.memcpy(back, memory, 4096)
            if back != bytes([i]) * 4096:
                return
        results[name] = True

    threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {"a": True, "b": True}


def test_two_threads_on_one_queue(device):
    queue, targets = dpctl.SyclQueue(device), [bytearray(64) for _ in range(4)]

    def work(i):
        for _ in range(200):
            queue.memcpy(targets[i], bytes([i]) * 64, 64)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert targets == [bytes([i]) * 64 for i in range(4)]


# ---- Ctrl-C --------------------------------------------------------------------------------------

INTERRUPTIBLE = """
import os
import signal
from conftest import Gate
import dpctl

inside = False

def interrupt(signum, frame):
    if inside:
        raise KeyboardInterrupt
    print("early", flush=True)

signal.signal(signal.SIGINT, interrupt)
gate = Gate(dpctl.SyclDevice())
target = bytearray(4)
"""


def interrupt_inside(child):
    """Send SIGINT until it comes while `inside` is true; returns the line that the program prints then.

    A program that was inside, but not yet where it should be, says "early" too and tries again.
    """
    line = child.read_line()
    assert line == "waiting"
    while line in ("waiting", "early"):
        child.interrupt()
        line = child.read_line()
    return line


@pytest.mark.parametrize(
    "wait",
    [
        "gate.queue.wait()",
        "event.wait()",
        "dpctl.SyclEvent.wait_for([event, event])",
        "barrier.wait()",
        "event.profiling_info_end",
    ],
)
def test_ctrl_c_ends_a_wait_and_leaves_the_queue_usable(start, wait):
    child = start(
        INTERRUPTIBLE
        + f"""
event = gate.close()
barrier = gate.queue.submit_barrier()
print("waiting", flush=True)
try:
    inside = True
    {wait}
except KeyboardInterrupt:
    inside = False
    print("interrupted", event.execution_status != dpctl.event_status_type.complete, flush=True)
gate.open()
gate.queue.wait()
gate.queue.memcpy(target, b"done", 4)
print(target.decode())
"""
    )
    assert interrupt_inside(child) == "interrupted True"
    out, err, code = child.finish()
    assert (out.strip(), code) == ("done", 0), err


def test_ctrl_c_in_a_copy_keeps_its_buffers_until_it_is_over(start):
    child = start(
        INTERRUPTIBLE
        + """
queue = dpctl.SyclQueue(property="in_order")
gate.close(queue)
print("waiting", flush=True)
kept = False
while not kept:
    target = bytearray(4)
    try:
        inside = True
        queue.memcpy(target, bytearray(b"done"), 4)
    except KeyboardInterrupt:
        inside = False
    try:
        target.extend(b"more")
    except BufferError:
        kept = True
    print("kept" if kept else "early", flush=True)
gate.open()
queue.wait()
target.extend(b"more")
print(target.decode())
"""
    )
    assert interrupt_inside(child) == "kept"
    out, err, code = child.finish()
    assert (out.strip(), code) == ("donemore", 0), err


def test_ctrl_c_in_submit_keeps_the_arguments_until_the_kernel_is_over(start):
    child = start(
        INTERRUPTIBLE
        + """
import weakref
import dpctl.memory as dpm

class Window(dpm.MemoryUSMShared):
    pass

gate.view[:] = bytes(4)
print("waiting", flush=True)
kept = False
while not kept:
    args = [Window(gate.flag)]
    watch = weakref.ref(args[0])
    try:
        inside = True
        gate.queue.submit(gate.kernel, args, [1])
    except KeyboardInterrupt:
        inside = False
    args.clear()
    kept = watch() is not None
    print("kept" if kept else "early", flush=True)
gate.open()
gate.queue.wait()
print("dropped", watch() is None)
"""
    )
    assert interrupt_inside(child) == "kept"
    out, err, code = child.finish()
    assert (out.strip(), code) == ("dropped True", 0), err


def test_handler_that_raises_ends_a_wait_and_one_that_does_not_does_not(start):
    child = start("""
import os
import signal
from conftest import Gate
import dpctl
gate = Gate(dpctl.SyclDevice())
event = gate.close()
def tell(signum, frame):
    print("seen", flush=True)
    gate.open()
signal.signal(signal.SIGINT, tell)
print("waiting", flush=True)
event.wait()
print("over", event.execution_status.name)
""")
    assert child.read_line() == "waiting"
    child.interrupt()
    out, err, code = child.finish()
    assert (out.split(), code) == (["seen", "over", "complete"], 0), err


# ---- failures ------------------------------------------------------------------------------------

FAILING = """
import dpctl, dpctl.memory as dpm
queue = dpctl.SyclQueue("level_zero:gpu")
memory, events, told = dpm.MemoryUSMDevice(64, queue=queue), [], None

def failure(call):
    try:
        call()
    except dpctl.SyclAsyncError as error:
        return str(error)

try:
    while not told and len(events) < 100:
        events.append(queue.memset_async(memory, 1))
        told = failure(queue.wait)
except RuntimeError as error:
    assert type(error) is RuntimeError and "DPEX_SIMULATE_FAIL" in str(error)
    print("refused")
else:
    failed = events[-1]
    assert "DPEX_SIMULATE_FAIL" in told and failure(queue.wait) is None
    assert failure(failed.wait) == failure(failed.wait) == failure(lambda: failed.profiling_info_end)
    assert failed.execution_status == dpctl.event_status_type.complete
    assert failure(lambda: dpctl.SyclEvent.wait_for(events + [failed])) == failure(failed.wait)
    dependent = queue.submit_barrier([failed])
    assert failure(failed.wait) in failure(dependent.wait)
    assert failure(queue.wait) and failure(queue.wait) is None
    print("failed")
back = bytearray(64)
queue.memset(memory, 7)
queue.memcpy(back, memory, 64)
queue.wait()
assert back == b"\\7" * 64
"""


def test_command_that_fails_is_told_by_wait_and_the_queue_stays_usable(run):
    """The simulator counts submissions and starts of commands, one after the other: of two numbers in a row, one is a start."""
    told = [run(FAILING, DPEX_SIMULATE="gpu:1", DPEX_SIMULATE_FAIL=str(n)).strip() for n in (20, 21)]
    assert sorted(told) == ["failed", "refused"]


# ---- fork and exit -------------------------------------------------------------------------------

FORKING = """
import os
import dpctl, dpctl.memory as dpm
queue = dpctl.get_device_cached_queue("{device}")
memory = dpm.MemoryUSMDevice(1 << 22, queue=queue)
queue.memset(memory, 1)
{before}
child = os.fork()
{after}
back = bytearray(1 << 22)
queue.memset(memory, 2 if child else 3)
queue.memcpy(back, memory, 1 << 22)
assert back == bytes([2 if child else 3]) * (1 << 22)
fresh = dpctl.SyclQueue("{device}")
fresh.memcpy(back, bytes(1 << 22), 1 << 22)
fresh.submit_barrier().wait()
assert not any(back) and dpctl.get_device_cached_queue("{device}") == queue
if not child:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print("both")
"""


@pytest.mark.parametrize("device", ["opencl:cpu:0", "level_zero:gpu:0"])
def test_child_of_a_fork_computes_on_its_own(run, device):
    assert run(FORKING.format(device=device, before="", after=""), DPEX_SIMULATE="gpu:1").split() == ["both"]


def test_fork_with_commands_pending(run):
    """They go on in the parent; in the child they are cancelled, and the queue is usable."""
    before = "from conftest import Gate\ngate = Gate(queue.sycl_device)\nevent = gate.close()"
    after = (
        "gate.open()\n"
        "if child:\n"
        "    event.wait()\n"
        "else:\n"
        "    try: event.wait()\n"
        "    except dpctl.SyclAsyncError: pass\n"
        "    else: raise AssertionError('ran in the child')"
    )
    assert run(FORKING.format(device="opencl:cpu:0", before=before, after=after)).split() == ["both"]


def test_exit_waits_for_pending_commands(run, tmp_path):
    """The copy goes to a file mapping: what arrives there before the end of the process is what counts."""
    path = tmp_path / "target"
    path.write_bytes(bytes(4))
    run(f"""
import mmap, threading
from conftest import Gate
import dpctl
gate = Gate(dpctl.SyclDevice())
with open({str(path)!r}, "r+b") as file:
    target = mmap.mmap(file.fileno(), 4)
gate.queue.memcpy_async(target, b"done", 4, [gate.close()])
gate.open()
""")
    assert path.read_bytes() == b"done"


def test_ctrl_c_ends_a_process_that_waits_at_its_exit(start):
    """Signals until it is over: the first may come before the wait, and then is an exception that atexit prints."""
    child = start("""
import atexit
from conftest import Gate
import dpctl
gate = Gate(dpctl.SyclDevice())
gate.close()
atexit.register(print, "leaving", flush=True)
""")
    assert child.read_line() == "leaving"
    while child.process.poll() is None:
        child.interrupt()
    assert child.finish()[2] == -signal.SIGINT


def test_objects_dropped_at_exit_do_no_harm(run):
    out = run("""
import dpctl
class Kept:
    def __del__(self):
        print("dropped")
queue = dpctl.SyclQueue()
queue._submit_keep_args_alive(Kept(), [])
""")
    assert out.split() == ["dropped"]


def test_many_copies_leave_no_threads_behind(device):
    queue = dpctl.SyclQueue(device)
    target, data = dpm.MemoryUSMDevice(64, queue=queue), bytearray(64)
    queue.memcpy_async(target, data, 64)
    queue.wait()
    before = len(os.listdir("/proc/self/task"))
    for _ in range(3000):
        queue.memcpy_async(target, data, 64)
    queue.wait()
    # Workers of the host begin when they are needed; what served copies beyond a few ends when it has been idle for a while.
    allowed, deadline = before + 8 + os.cpu_count(), time.monotonic() + 30
    while len(os.listdir("/proc/self/task")) > allowed and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(os.listdir("/proc/self/task")) <= allowed
