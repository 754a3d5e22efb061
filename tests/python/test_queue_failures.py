"""Everything that makes a device, context, queue, event or program, with the n-th allocation of the library, or the n-th
call to the device, failing: an ordinary exception each time, and the next attempt succeeds."""

import ctypes

import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.program as dpp
from opendpex import _core

# What a lack of memory for the library's own bookkeeping may raise: each call its own kind, all of them naming the reason.
EXPECTED = (
    MemoryError,
    RuntimeError,
    ValueError,
    dpm.USMAllocationError,
    dpctl.SyclContextCreationError,
    dpctl.SyclDeviceCreationError,
    dpctl.SyclKernelSubmitError,
    dpctl.SyclQueueCreationError,
    dpctl.SyclSubDeviceCreationError,
    dpp.SyclProgramCompilationError,
)

SOURCE = (
    "__kernel void put(__global int *x, int y, __local int *t) { t[get_local_id(0)] = y; x[get_global_id(0)] = y; }"
)


class Case:
    """Objects that the attempts start from."""

    def __init__(self):
        self.device = dpctl.SyclDevice("cpu")
        self.queue = dpctl.SyclQueue(self.device)
        self.context = dpctl.SyclContext([self.device])
        self.program = dpp.create_program_from_source(self.queue, SOURCE)
        self.kernel = self.program.get_sycl_kernel("put")
        self.memory = dpm.MemoryUSMShared(64, queue=self.queue)
        self.events = [dpctl.SyclEvent() for _ in range(20)]

    def submit(self, name):
        args = [self.memory, ctypes.c_int(7), dpctl.LocalAccessor("i4", [4])]
        getattr(self.queue, name)(self.kernel, args, [16], [4], self.events).wait()


FORMS = {
    "device": lambda case: dpctl.SyclDevice("cpu"),
    "devices": lambda case: dpctl.get_devices(),
    "parts": lambda case: case.device.create_sub_devices(partition=1),
    "parts by counts": lambda case: case.device.create_sub_devices(partition=[1, 1]),
    "context": lambda case: dpctl.SyclContext([case.device]),
    "context of a part": lambda case: dpctl.SyclContext(case.device.create_sub_devices(partition=[1])[0]),
    "queue": lambda case: dpctl.SyclQueue(case.device),
    "queue of a part": lambda case: dpctl.SyclQueue(case.device.create_sub_devices(partition=[1])[0]).wait(),
    "queue in a context": lambda case: dpctl.SyclQueue(case.context, case.device, property="in_order"),
    "cached queue": lambda case: dpctl.get_device_cached_queue((dpctl.SyclContext([case.device]), case.device)),
    "capsule": lambda case: dpctl.SyclQueue(case.queue._get_capsule()),
    "event": lambda case: dpctl.SyclEvent(),
    "barrier": lambda case: case.queue.submit_barrier(case.events).wait(),
    "wait list": lambda case: case.queue.submit_barrier(case.events).get_wait_list(),
    "keep": lambda case: case.queue._submit_keep_args_alive([case], case.events).wait(),
    "copy": lambda case: case.queue.memcpy(case.memory, bytes(64), 64),
    "copy without waiting": lambda case: case.queue.memcpy_async(case.memory, bytes(64), 64, case.events).wait(),
    "fill": lambda case: case.queue.memset_async(case.memory, 0, 64, case.events).wait(),
    "hints": lambda case: (case.queue.prefetch(case.memory), case.queue.mem_advise(case.memory, 1, 0)),
    "program": lambda case: dpp.create_program_from_source(case.queue, SOURCE),
    "kernel": lambda case: case.program.get_sycl_kernel("put"),
    "launch": lambda case: case.submit("submit"),
    "launch without waiting": lambda case: case.submit("submit_async"),
    "lookups": lambda case: (
        dpctl.get_platforms(),
        case.device.filter_string,
        dpctl.SyclPlatform("cpu").default_context,
    ),
}


def attempt(form, case, n):
    """Whether it succeeds with the n-th allocation failing."""
    _core._fail_allocation(n)
    try:
        form(case)
        case.queue.wait()
    except EXPECTED as error:
        assert "memory" in str(error) or type(error) is MemoryError
        return False
    finally:
        _core._fail_allocation(0)
    return True


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_each_allocation_may_fail(form):
    case = Case()
    if case.device.max_compute_units < 2:
        pytest.skip("one compute unit cannot be split")
    n = 1
    while not attempt(form, case, n):
        n += 1
        assert n < 1000
    form(case)
    case.queue.wait()


# Prints what the first attempt failed with; the second one must succeed.
PROGRAM = """
import ctypes
import dpctl, dpctl.memory as dpm, dpctl.program as dpp

def attempt():
    card = dpctl.SyclDevice("gpu")
    tile = card.create_sub_devices(partition="next_partitionable")[0]
    queue = dpctl.SyclQueue(dpctl.SyclContext([tile]), tile, property="in_order")
    memory, back = dpm.MemoryUSMDevice(64, queue=queue), bytearray(64)
    program = dpp.create_program_from_source(queue, "__kernel void put(__global int *x) { x[get_global_id(0)] = 7; }")
    queue.submit(program.get_sycl_kernel("put"), [memory], [16])
    queue.memcpy_async(back, memory, 64, [queue.submit_barrier()]).wait()
    queue.wait()
    assert back == b"\\7\\0\\0\\0" * 16
    if dpctl.get_num_devices("level_zero") > 1:
        card.enable_peer_access(dpctl.SyclDevice("gpu:1"))

errors = tuple(e for module in (dpctl, dpm, dpp) for e in vars(module).values() if isinstance(e, type) and issubclass(e, Exception))
try:
    attempt()
    raise SystemExit("nothing failed")
except (RuntimeError, ValueError, *errors) as error:
    print(type(error).__name__, error)
attempt()
"""


def test_each_call_to_the_device_may_fail_and_the_next_attempt_succeeds(start):
    messages = []
    for n in range(1, 100):
        environment = {
            "DPEX_SIMULATE": "gpu:2x2",
            "ZE_FLAT_DEVICE_HIERARCHY": "COMPOSITE",
            "DPEX_SIMULATE_FAIL": str(n),
        }
        out, err, code = start(PROGRAM, **environment).finish()
        if err == "nothing failed\n":
            break
        assert code == 0, err
        messages.append(out.strip())
    assert 0 < len(messages) < 99
    assert all("DPEX_SIMULATE_FAIL" in message for message in messages)
    kinds = {message.split()[0] for message in messages}
    made = {
        "SyclSubDeviceCreationError",
        "SyclContextCreationError",
        "SyclQueueCreationError",
        "USMAllocationError",
    }
    assert made | {"SyclProgramCompilationError", "SyclKernelSubmitError", "SyclAsyncError"} <= kinds


TOLD_ONCE = """
import dpctl, dpctl.memory as dpm, dpctl.program as dpp
from opendpex import _core

queue = dpctl.SyclQueue("level_zero:gpu")
memory = dpm.MemoryUSMShared(64, queue=queue)
kernel = dpp.create_program_from_source(queue, "__kernel void put(__global int *x) { x[get_global_id(0)] = 7; }").get_sycl_kernel("put")
for call in (
    lambda: queue.memcpy(memory, bytes(64), 64),
    lambda: queue.submit(kernel, [memory], [16]),
    lambda: memory.copy_from_host(bytes(64)),
    lambda: queue.memcpy_async(memory, bytes(64), 64).wait(),
):
    _core._fail_device_call(2)  # the first one is the submission, the second the start of the command
    try:
        call()
        raise SystemExit("nothing failed")
    except dpctl.SyclAsyncError:
        pass
    try:
        queue.wait()
        print("told once")
    except dpctl.SyclAsyncError:
        print("told again")
"""


def test_failure_that_a_call_told_is_not_told_by_the_next_wait(start):
    """A call that waits has told its failure; an event's is the queue's as well."""
    out, err, code = start(TOLD_ONCE, DPEX_SIMULATE="gpu:1").finish()
    assert code == 0, err
    assert out.split("\n")[:4] == ["told once"] * 3 + ["told again"]
