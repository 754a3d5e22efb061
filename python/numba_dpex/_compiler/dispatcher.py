"""Kernels as objects: what the decorator makes of a function, and how it is launched."""

from __future__ import annotations

import functools
import inspect
import os

import numpy as np
from dpctl.program import SyclProgramCompilationError
from opendpex import _core

from . import ir
from .cache_key import cache_key
from .types import from_numpy

__all__ = ["DeviceFunction", "Kernel", "build"]

_KEY_HEAD = 18  # range and place: python/core/kernel_dispatch.c
_SCALAR = 255


def _kinds(key: bytes) -> list:
    """What lower_kernel is told of the arguments."""
    kinds = []
    for at in range(_KEY_HEAD, len(key), 3):
        dtype = from_numpy(np.dtype(chr(key[at])))
        ndim, layout = key[at + 1], chr(key[at + 2])
        if ndim == _SCALAR:
            kinds.append(dtype)
        else:
            kinds.append((dtype, ndim, "C", "local") if layout == "L" else (dtype, ndim, layout, "global"))
    return kinds


def build(function: ir.Function, queue, kept: bytes | None = None) -> object:
    """A `dpctl.program.SyclKernel` for the queue's device; object code is kept on disk under that key."""
    if not _core._runs_on_host(queue):
        from .kernel_c import emit_kernel_c, kernel_c_name

        program = _core.create_program_from_source(queue, emit_kernel_c(function))
        return program.get_sycl_kernel(kernel_c_name(function))
    from .native import compile_object

    code = compile_object(function)
    if kept is not None:
        _core._kept_store(kept, function.name.encode() + b"\0" + code)
    return _core._create_program_from_object(queue, code).get_sycl_kernel(function.name)


def _load_kept(queue, key: bytes):
    """The kernel that an earlier process compiled, or None."""
    entry = _core._kept_find(key)
    if entry is None:
        return None
    name, _, code = entry.partition(b"\0")
    try:
        return _core._create_program_from_object(queue, code).get_sycl_kernel(name.decode())
    except (SyclProgramCompilationError, ValueError):  # damaged in a way that its sum does not tell
        return None


class Kernel(_core.KernelDispatcher):
    """A kernel: a Python function that is executed for each work-item of a range.

    It is launched by `call_kernel` and `call_kernel_async`, or as ``kernel[global, local](...)``; a direct call raises
    NotImplementedError.
    """

    is_kernel = True

    def __init__(self, function, access_types=None, **options):
        from .._indexed_launch import access_of

        self.py_func = function
        self.targetoptions = options
        functools.update_wrapper(self, function)
        self._access = access_of(self.__name__, access_types)

    def access_of_arguments(self, n: int) -> list[str]:
        """How the kernel uses each of n arguments: read_only, write_only or read_write."""
        names = list(inspect.signature(self.py_func).parameters)[-n:]
        return [self._access.get(name, "read_write") for name in names]

    def __getitem__(self, key):
        from .._indexed_launch import IndexedLaunch

        return IndexedLaunch(self, key)

    def compile(self, key: bytes, queue, args) -> object:
        """Compile for arguments described by a key; returns a `dpctl.program.SyclKernel`."""
        kept = self._kept_key(key) if _core._runs_on_host(queue) else None
        found = _load_kept(queue, kept) if kept is not None else None
        if found is not None:
            return found
        from .lower import lower_kernel

        return build(lower_kernel(self.py_func, _kinds(key), key[0], bool(key[1])), queue, kept)

    def _kept_key(self, key: bytes) -> bytes | None:
        """Under which the object code is kept on disk; None where it is not."""
        if os.environ.get("NUMBA_DPEX_DUMP_KERNEL_LLVM", "0") not in ("", "0"):
            return None
        options = sorted((name, repr(value)) for name, value in self.targetoptions.items())
        return cache_key(self.py_func, key[:2] + key[_KEY_HEAD:], tuple(options))

    def __call__(self, *args, **keywords):
        from ..core.exceptions import UnknownGlobalRangeError

        raise UnknownGlobalRangeError(self.__name__)


class DeviceFunction:
    """A function that kernels call; it becomes part of each of them."""

    def __init__(self, function, **options):
        self.py_func = function
        self.targetoptions = options
        functools.update_wrapper(self, function)

    def __call__(self, *args, **keywords):
        return self.py_func(*args, **keywords)
