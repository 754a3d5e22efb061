"""Launches of kernels that are compiled for what only a launch knows: the sizes of their arrays of run-time extents
(_compiler/own_arrays.py), and whether there are enough work-items along the first dimension for vectors
(_compiler/vector_dimension.py)."""

from __future__ import annotations

import functools

import dpctl
from opendpex import _core

from ._compiler.checked import CheckedKernel, new_record, raise_reported
from ._compiler.deep import deeply
from ._compiler.dispatcher import Kernel
from ._compiler.types import from_numpy, of_python
from ._compiler.vector_dimension import exchange_dimensions, prefers_first_dimension
from ._parallel_loop import RepresentedKernel
from .kernel_api import LocalAccessor

__all__ = ["launch_sized"]


_MIN_ROW = 16  # work-items along the first dimension


def _kind_of(value):
    """The kind of an argument, as lower_kernel takes it; None if there is none."""
    if isinstance(value, _core.array_base):
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return from_numpy(value.dtype), value.ndim, layout, "global"
    if isinstance(value, LocalAccessor):
        return from_numpy(value.dtype), len(value.shape), "C", "local"
    return of_python(value)


def _represented(kernel, key: tuple) -> tuple[RepresentedKernel, list, bool]:
    """The kernel for kinds of arguments, the messages of its checks in debug mode, and whether its dimensions are
    exchanged."""
    kinds, ndim, has_groups, on_host, exchanges = key
    checked = isinstance(kernel, CheckedKernel)
    make = kernel.checked_function if checked else kernel.represented
    made = deeply(functools.partial(make, on_host=on_host), kernel.py_func, list(kinds), ndim, has_groups)
    function, failures = made if checked else (made, [])
    exchanges = exchanges and prefers_first_dimension(function)
    if exchanges:
        exchange_dimensions(function)
    options = sorted((name, repr(value)) for name, value in kernel.targetoptions.items())
    return RepresentedKernel(function, (kernel.py_func, key, options, checked)), failures, exchanges


class _NotDirect(Exception):
    """A kernel of these arguments does not run along the dimension that its launcher is for, or needs sizes."""


class _Direct(_core.KernelDispatcher):
    """Launches a kernel over a range of two dimensions by the types of its arguments, which `launch` reads in C."""

    def __init__(self, kernel, made: dict, exchanges: bool):
        self.kernel, self.made, self.exchanges = kernel, made, exchanges

    def compile(self, key, queue, args):
        """Called by a launch, once for each combination of types; returns a `dpctl.program.SyclKernel`."""
        kinds = tuple(map(_kind_of, args))
        if None in kinds or not _core._runs_on_host(queue):
            raise _NotDirect
        about = kinds, 2, False, True, self.exchanges
        if about not in self.made:
            self.made[about] = _represented(self.kernel, about)
        sized, _, exchanged = self.made[about]
        if exchanged != self.exchanges or any(a.bound is not None for a in sized.function.arrays):
            raise _NotDirect
        return sized.compile(key, queue, args)


def launch_sized(kernel, total, local, args, deps, wait):
    """Launch the kernel, and make this the function of later launches."""
    made: dict = {}
    direct = [_Direct(kernel, made, exchanges) for exchanges in (False, True)] if type(kernel) is Kernel else [None] * 2
    kernel.launch = functools.partial(_launch, kernel, made, direct)
    return kernel.launch(total, local, args, deps, wait)


def _launch(kernel, made: dict, direct: list, total, local, args, deps, wait):
    if local is None and len(total) == 2:
        exchanges = total[0] >= _MIN_ROW
        launcher = direct[exchanges]
        if launcher is not None:
            try:
                return launcher.launch(total[::-1] if exchanges else total, None, args, deps, wait)
            except _NotDirect:
                direct[exchanges] = None
    queue = next((a.sycl_queue for a in args if isinstance(a, _core.array_base)), None)
    kinds = tuple(map(_kind_of, args))
    if queue is None or None in kinds:
        return NotImplemented
    on_host = _core._runs_on_host(queue)
    exchanges = on_host and len(total) == 2 and total[0] >= _MIN_ROW and local is None and type(kernel) is Kernel
    key = kinds, len(total), local is not None, on_host, exchanges
    if key not in made:
        made[key] = _represented(kernel, key)
    sized, failures, exchanged = made[key]
    total = total[::-1] if exchanged else total
    if not isinstance(kernel, CheckedKernel):
        return sized.launch(total, local, args, deps, wait)
    record = new_record(queue)
    if sized.launch(total, local, (*args, record), deps, True) is NotImplemented:
        return NotImplemented
    raise_reported(record, failures, len(total))
    return None if wait else (dpctl.SyclEvent(), dpctl.SyclEvent())
