"""NCCL, opened at run time: the part of its interface that `opendpex.collectives` calls.

A communicator is made for each set of devices and kept. Operations run on each device's default stream: they begin
after what is pending on the arrays' queues, and the call returns when they are complete. Whether NCCL is there is asked
once; without it, or with ``DPEX_VENDOR_LIBRARIES=0``, nothing is taken and nothing fails.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
import threading
from pathlib import Path

__all__ = ["allreduce", "broadcast", "takes"]

_FILE = "libnccl.so.2"
_DTYPES = {
    "int8": 0, "uint8": 1, "int32": 2, "uint32": 3, "int64": 4, "uint64": 5, "float16": 6, "float32": 7, "float64": 8,
    "complex64": 7, "complex128": 8,
}  # fmt: skip
_OPERATIONS = {"sum": 0, "prod": 1, "max": 2, "min": 3}
_pointer, _size, _int = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
_FUNCTIONS = {
    "ncclCommInitAll": [_pointer, _int, _pointer],
    "ncclGroupStart": [],
    "ncclGroupEnd": [],
    "ncclAllReduce": [_pointer, _pointer, _size, _int, _int, _pointer, _pointer],
    "ncclBroadcast": [_pointer, _pointer, _size, _int, _int, _pointer, _pointer],
}

_lock = threading.Lock()  # guards the communicators and orders their operations
_communicators = {}


def _paths():
    """Where NCCL may be: below CUDA_PATH, in installed wheels, where the loader finds it."""
    if os.environ.get("CUDA_PATH"):
        yield str(Path(os.environ["CUDA_PATH"], "lib64", _FILE))
    for folder in sys.path:
        path = Path(folder or ".", "nvidia", "nccl", "lib", _FILE)
        if path.exists():
            yield str(path)
    yield _FILE


@functools.cache
def _library():
    """The library, or None."""
    if os.environ.get("DPEX_VENDOR_LIBRARIES") == "0":
        return None
    for path in _paths():
        try:
            library = ctypes.CDLL(path)
            for name, types in _FUNCTIONS.items():
                getattr(library, name).argtypes = types
            library.ncclGetErrorString.restype = ctypes.c_char_p
        except (OSError, AttributeError):  # not there, or of another release
            continue
        return library
    return None


def _check(code: int, call: str):
    if code:
        raise RuntimeError(f"NCCL: {call} failed: {_library().ncclGetErrorString(code).decode()}")


def takes(arrays) -> bool:
    """Whether NCCL computes with these arrays: contiguous, of its dtypes, on different NVIDIA GPUs."""
    ordinals = {x.sycl_device._cuda_ordinal() for x in arrays}
    return (
        -1 not in ordinals
        and len(ordinals) == len(arrays) > 1
        and all(x.dtype.name in _DTYPES and x.flags.c_contiguous for x in arrays)
        and _library() is not None
    )


def _communicator(ordinals: tuple):
    """An array of communicators, one per device; the lock is held."""
    key = os.getpid(), ordinals  # a communicator does not outlive a fork
    if key not in _communicators:
        made = (ctypes.c_void_p * len(ordinals))()
        numbers = (ctypes.c_int * len(ordinals))(*ordinals)
        _check(_library().ncclCommInitAll(made, len(ordinals), numbers), "ncclCommInitAll")
        _communicators[key] = made
    return _communicators[key]


def _run(arrays, call):
    """Call once per device within a group, after pending work, and wait for the devices."""
    for x in arrays:
        x.sycl_queue.wait()
    library = _library()
    with _lock:
        communicators = _communicator(tuple(x.sycl_device._cuda_ordinal() for x in arrays))
        _check(library.ncclGroupStart(), "ncclGroupStart")
        codes = [call(library, i, communicators[i]) for i in range(len(arrays))]
        _check(library.ncclGroupEnd() or next(filter(None, codes), 0), "an operation")
        for x in arrays:
            x.sycl_device._synchronize()


def _words(x) -> tuple:
    """How many numbers an array has for NCCL, which knows no complex ones, and of which type."""
    return x.size * (2 if x.dtype.kind == "c" else 1), _DTYPES[x.dtype.name]


def allreduce(arrays, results, op: str) -> bool:
    """Reduce into results; False: NCCL does not take it."""
    if not takes([*arrays]) or not takes(results) or arrays[0].dtype.kind == "c" and op != "sum":
        return False
    n, dtype = _words(arrays[0])

    def call(library, i, communicator):
        addresses = arrays[i]._pointer, results[i]._pointer
        return library.ncclAllReduce(*addresses, n, dtype, _OPERATIONS[op], communicator, None)

    _run(arrays, call)
    return True


def broadcast(arrays, root: int) -> bool:
    """Copy one of the arrays to the others; False: NCCL does not take it."""
    if not takes(arrays):
        return False
    n, dtype = _words(arrays[0])

    def call(library, i, communicator):
        return library.ncclBroadcast(arrays[i]._pointer, arrays[i]._pointer, n, dtype, root, communicator, None)

    _run(arrays, call)
    return True
