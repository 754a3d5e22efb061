"""Every way to make or copy USM memory, with the n-th allocation of the library failing, for every n until it succeeds."""

import gc
import pickle

import pytest
from usm_helpers import CLASSES, Shown

import dpctl
import dpctl.memory as dpm
import opendpex
from opendpex import _core

KINDS = list(CLASSES)
DATA = bytes(range(250))

# What a lack of memory for the library's own bookkeeping may raise.
EXPECTED = (dpm.USMAllocationError, dpctl.SyclQueueCreationError, dpctl.SyclAsyncError, MemoryError)


class Case:
    """Memory of one kind with DATA in it, memory of another kind, and the queue of both."""

    def __init__(self, kind):
        self.cls = CLASSES[kind]
        self.queue = dpctl.SyclQueue()
        self.memory = self.cls(len(DATA), queue=self.queue)
        self.memory.copy_from_host(DATA)
        self.other = CLASSES["host" if kind == "device" else "device"](len(DATA), queue=self.queue)
        self.other.copy_from_host(DATA)
        context = dpctl.SyclContext([self.queue.sycl_device])
        self.elsewhere = self.cls(len(DATA), queue=dpctl.SyclQueue(context, self.queue.sycl_device))
        self.elsewhere.copy_from_host(DATA)
        self.pickled = pickle.dumps(self.memory)

    def written(self, write):
        target = self.cls(len(DATA), queue=self.queue)
        write(target)
        return target


FORMS = {
    "from the host": lambda case: case.written(lambda target: target.copy_from_host(DATA)),
    "aligned": lambda case: bytes(case.cls(len(DATA), alignment=4096, queue=case.queue)) and DATA,
    "window": lambda case: case.cls(case.memory),
    "protocol": lambda case: case.cls(Shown(case.memory)),
    "protocol with a context": lambda case: case.cls(Shown(case.memory, syclobj=case.queue.sycl_context)),
    "protocol with a capsule": lambda case: case.cls(Shown(case.memory, syclobj=case.queue._get_capsule())),
    "copy of another kind": lambda case: case.cls(case.other, copy=True, queue=case.queue),
    "as_usm_memory": lambda case: dpm.as_usm_memory(case.memory),
    "unpickled": lambda case: pickle.loads(case.pickled),
    "to the host": lambda case: case.memory.copy_to_host().tobytes(),
    "within a context": lambda case: case.written(lambda target: target.copy_from_device(case.other)),
    "across contexts": lambda case: case.written(lambda target: target.copy_from_device(case.elsewhere)),
    "memset": lambda case: case.written(lambda target: target.memset(3)).tobytes() == bytes([3]) * 250 and DATA,
}


def attempt(form, case, n):
    """The result with the n-th allocation failing, or None where that raised."""
    _core._fail_allocation(n)
    try:
        return bytes(form(case))
    except EXPECTED:
        return None
    finally:
        _core._fail_allocation(0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_each_allocation_may_fail_and_nothing_is_lost(kind, form):
    case = Case(kind)
    assert attempt(form, case, 0) == DATA
    gc.collect()
    live = opendpex.pool_statistics()["live_bytes"]
    result, n = None, 0
    while result is None and n < 1000:
        n += 1
        result = attempt(form, case, n)
    assert result == DATA
    gc.collect()
    assert opendpex.pool_statistics()["live_bytes"] == live
    assert case.memory.tobytes() == DATA
