"""The programs of `programs.py` where the pool may hold little memory: they compute the same or are refused memory, and then, when all commands are
over, half of what the pool may hold can be had again."""

import gc

import dpctl
import dpctl.memory as dpm

from . import note, programs

__all__ = ["ENV", "CASES", "case"]

LIMIT = 2 << 20
ENV = {**programs.ENV, "DPEX_POOL_LIMIT": str(LIMIT)}
CASES = 5000


def case(rng):
    """One program."""
    try:
        programs.case(rng)
    except (MemoryError, dpm.USMAllocationError):
        refused = True
    else:
        refused = rng.random() < 0.01
    if not refused:
        return
    text = programs.last_text()
    note(lambda: f"{text}\nafterwards")  # the program itself is not kept by what was noted
    gc.collect()  # a program lies in a circle behind an exception
    programs.wait_for_all()
    for device in dpctl.get_devices():
        memory = dpm.MemoryUSMDevice(LIMIT // 2, queue=dpctl.SyclQueue(device))
        memory.memset(1)
        assert memory.tobytes() == bytes([1]) * (LIMIT // 2)
