"""The older form of a launch, ``kernel[global, local](...)``: synchronous, on USM arrays or on NumPy arrays.

NumPy arrays use the queue of the innermost `dpctl.device_context`, else the default queue. On the CPU the kernel
accesses their memory directly; for other devices they are copied, and arrays that the kernel may have written to are
copied back.
"""

from __future__ import annotations

import math
import operator

import numpy as np

import dpctl
import dpctl.tensor as dpt
from opendpex import _core

from ._compiler.errors import NeedsSizes, for_programs
from ._compiler.groups import uses_groups
from ._entry import Entry
from ._numpy_arrays import borrow
from ._refusal import refuse
from .core.exceptions import (
    IllegalRangeValueError,
    InvalidKernelLaunchArgsError,
    MixedArgumentsError,
    UnmatchedNumberOfRangeDimsError,
    UnsupportedAccessQualifierError,
    UnsupportedGroupWorkItemSizeError,
    UnsupportedNumberOfRangeDimsError,
    UnsupportedWorkItemSizeError,
)
from .kernel_api import NdRange

__all__ = ["IndexedLaunch", "access_of", "is_usm"]

_ACCESS = ("read_only", "write_only", "read_write")


def access_of(name: str, access_types) -> dict[str, str]:
    """The access of parameters by name, from {"read_only": [names], ...}."""
    found = {}
    for access, names in (access_types or {}).items():
        if access not in _ACCESS:
            raise UnsupportedAccessQualifierError(name, ", ".join(names), access, _ACCESS)
        found.update(dict.fromkeys(names, access))
    return found


# ---- ranges -----------------------------------------------------------------------------------------------------


def _extents(name: str, given) -> tuple[int, ...]:
    """A range from an index in the brackets: an integer, or a sequence of integers."""
    try:
        extents = (operator.index(given),)
    except TypeError:
        try:
            extents = tuple(map(operator.index, given))
        except TypeError:
            raise InvalidKernelLaunchArgsError(name, given) from None
    if len(extents) > 3:
        raise UnsupportedNumberOfRangeDimsError(name, len(extents))
    return extents


def _space(name: str, key) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Global and local range; a local range of None is chosen by the implementation."""
    if isinstance(key, NdRange):
        return tuple(key.global_range), tuple(key.local_range)
    pair = key if type(key) in (tuple, list) else (key,)
    if not 1 <= len(pair) <= 2 or isinstance(key, list) and not all(hasattr(k, "__index__") for k in key):
        raise InvalidKernelLaunchArgsError(name, key)
    total = _extents(name, pair[0])
    if not total or min(total) < 1:
        raise IllegalRangeValueError(name, pair[0])
    local = _extents(name, pair[1]) if len(pair) == 2 and pair[1] is not None else ()
    if not local:
        return total, None
    if len(local) != len(total):
        raise UnmatchedNumberOfRangeDimsError(name, len(total), len(local))
    for i, (g, n) in enumerate(zip(total, local, strict=True)):
        if n < 1 or g % n:
            raise UnsupportedGroupWorkItemSizeError(name, i, g, n)
    return total, local


def _chosen_local(total: tuple[int, ...], device) -> tuple[int, ...]:
    """The local range for a kernel that needs groups if none was given: the whole range if it fits, else its largest
    divisors."""
    left = device.max_work_group_size
    local = []
    for extent in total:
        n = next(n for n in range(min(extent, left), 0, -1) if extent % n == 0)
        local.append(n)
        left //= n
    return tuple(local)


# ---- arguments --------------------------------------------------------------------------------------------------


def is_usm(x) -> bool:
    return isinstance(x, _core.array_base) or hasattr(x, "__sycl_usm_array_interface__")


def _as_usm(x):
    if isinstance(x, _core.array_base) or not is_usm(x):
        return x
    return dpt.asarray(x, copy=False)


def _as_array(x: np.ndarray, queue, access: str) -> tuple[dpt.usm_ndarray, bool]:
    """A NumPy array as an array of a queue, with its read-only flag, and whether it shares the memory."""
    if access == "write_only" and x.flags.writeable and not _core._runs_on_host(queue):
        return dpt.empty(x.shape, dtype=x.dtype, sycl_queue=queue), False
    return borrow(x, queue)


class IndexedLaunch(Entry):
    """A kernel with a range, ``kernel[global, local]``. A call launches it and waits for its end."""

    __slots__ = ("_kernel", "_local", "_total")

    def __init__(self, kernel, key):
        self._kernel = kernel
        kernel.is_indexed = True
        self._total, self._local = _space(kernel.__name__, key)

    def _called(self, *args, **keywords) -> None:
        if keywords:
            raise TypeError(f"a launch of {self._kernel.__name__} takes no keyword arguments")
        if any(isinstance(a, np.ndarray) for a in args):
            self._with_numpy(args)
            return
        args = tuple(map(_as_usm, args))
        arrays = [i for i, a in enumerate(args) if isinstance(a, _core.array_base)]
        if not arrays:
            refuse(self._kernel, args)
        self._launch(args, args[arrays[0]].sycl_queue)

    def _launch(self, args, queue) -> None:
        local = self._local
        if local is None and uses_groups(self._kernel):
            local = _chosen_local(self._total, queue.sycl_device)
        elif local is not None and math.prod(local) > queue.sycl_device.max_work_group_size:
            limit = queue.sycl_device.max_work_group_size
            raise UnsupportedWorkItemSizeError(self._kernel.__name__, 0, math.prod(local), limit)
        try:
            done = self._kernel.launch(self._total, local, args, None, True)
        except NeedsSizes:
            done = self._kernel.launch_sized(self._kernel, self._total, local, args, None, True)
        if done is NotImplemented:
            refuse(self._kernel, args)

    def _with_numpy(self, args) -> None:
        arrays = [i for i, a in enumerate(args) if isinstance(a, np.ndarray)]
        usm = [i for i, a in enumerate(args) if is_usm(a)]
        if usm:
            raise for_programs(MixedArgumentsError(self._kernel.__name__, arrays, usm))
        queue = dpctl.get_current_queue()
        access = self._kernel.access_of_arguments(len(args))
        given, back = list(args), []
        for i in arrays:
            given[i], same = _as_array(args[i], queue, access[i])
            if not same and access[i] != "read_only" and args[i].flags.writeable:
                back.append(i)
        self._launch(tuple(given), queue)
        for i in back:
            args[i][...] = dpt.asnumpy(given[i])
