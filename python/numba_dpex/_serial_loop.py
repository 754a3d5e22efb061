"""Serial loops at run time: compiled for the types of their names, if the kernel language supports all of their
operations."""

from __future__ import annotations

import types
from functools import cache

import numpy as np

import dpctl
import dpctl.tensor as dpt
from dpctl.program import SyclProgramCompilationError
from opendpex import _core

from ._compiler.checked import new_record, raise_reported
from ._compiler.debug_mode import is_debug_mode
from ._compiler.dispatcher import Bounded
from ._compiler.errors import CompileError
from ._compiler.serial_kernel import lower_serial
from ._compiler.serial_text import SerialLoopText
from ._compiler.source import Source
from ._compiler.types import from_numpy, of_python
from ._parallel_loop import PYTHONS, Arguments, RepresentedKernel, common_queue, number

__all__ = ["SerialLoop"]

_STATIC = (
    str,
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.ModuleType,
    types.NoneType,
    np.dtype,
    np.ufunc,
)


@cache
def _host_queue() -> dpctl.SyclQueue | None:
    """The queue for loops over NumPy arrays and numbers; None if there is no CPU device."""
    for device in dpctl.get_devices():
        queue = dpctl.SyclQueue(device)
        if _core._runs_on_host(queue):
            return queue
    return None


def _is_possible(value) -> bool:
    """Whether a value can be an argument of a kernel."""
    if isinstance(value, np.ndarray):
        return not value.dtype.hasobject and value.dtype.kind in "biufc" and from_numpy(value.dtype) is not None
    if isinstance(value, tuple):
        return all(map(_is_possible, value))
    return isinstance(value, (_core.array_base, _STATIC)) or of_python(value) is not None or hasattr(value, "py_func")


class _Usual:
    """Launches a compiled loop with arrays of one queue and Python numbers of known types. What a launch writes besides
    them, outputs and a record of checks, is kept for the next one."""

    def __init__(self, kernel, dispatcher):
        self.kernel, self.dispatcher = kernel, dispatcher
        self.spare: list[tuple] = []

    def __call__(self, inputs: tuple) -> tuple | None:
        kernel = self.kernel
        try:
            extra = self.spare.pop()
        except IndexError:
            queue = next(v.sycl_queue for v in inputs if isinstance(v, _core.array_base))
            extra = tuple(map(_core.as_ndarray, _extra(kernel, queue)))
        if self.dispatcher.launch((1,), None, (*inputs, *extra), None, True) is NotImplemented:
            return None  # what was kept belongs to another queue
        if kernel.failures and _core.item(extra[-1], 0) != 0:
            raise_reported(extra[-1], kernel.failures, 0)
        self.spare.append(extra)
        return tuple(map(_output, extra[: len(kernel.results)]))


def _output(result):
    """The only element of an output as Python has it."""
    value = _core.item(result) if result.dtype.char in PYTHONS else NotImplemented
    return number(result[0]) if value is NotImplemented else value  # of memory that the host cannot read


def _extra(kernel, queue) -> list:
    """The arguments of a launch besides the inputs."""
    results = [dpt.empty(1, dtype=t.numpy, sycl_queue=queue) for t in kernel.results]
    return [*results, new_record(queue)] if kernel.failures else results


class SerialLoop:
    """A serial loop. Called with a value that is false if there is no iteration, and the inputs; returns the outputs,
    or None if Python must execute the loop."""

    def __init__(self, source: Source, loop: SerialLoopText):
        self.source, self.loop = source, loop
        self.compiled: dict = Bounded()
        self.usual: dict = Bounded()  # by what KernelDispatcher.types says

    def __call__(self, rounds, *inputs) -> tuple | None:
        if not rounds:
            return None
        types = _core.KernelDispatcher.types(inputs)
        usual = self.usual.get(types)
        found = usual(inputs) if usual is not None else None
        return self._called(types, inputs) if found is None else found

    def _called(self, types: bytes | None, inputs: tuple) -> tuple | None:
        if not all(map(_is_possible, inputs)):
            return None
        if any(isinstance(v, _core.array_base) for v in inputs):
            try:
                queue = common_queue(self.source.name, inputs)
            except CompileError:
                return None
        elif (queue := _host_queue()) is None:
            return None
        arguments = Arguments(queue)
        key = tuple(map(arguments.add, inputs))
        try:
            made = self.compiled[key]
        except KeyError:
            made = self.compiled[key] = self._compile(key)
        except TypeError:  # an unhashable value
            return None
        # Python raises when the loop writes to it
        if made is None or not arguments.read_only.isdisjoint(made[0].written):
            return None
        try:
            found = self._launch(*made, arguments)
            if types is not None:
                self.usual[types] = _Usual(*made)
            return found
        except (CompileError, SyclProgramCompilationError):  # not supported by the device
            self.compiled[key] = None
            return None

    def _compile(self, key: tuple):
        debug = is_debug_mode()
        try:
            kernel = lower_serial(self.source, self.loop, list(key), debug)
        except (CompileError, NotImplementedError, RecursionError):
            return None
        kernel.function.flags, kernel.function.has_lines = self.source.flags, self.source.has_lines
        kernel.function.line = self.source.line_of(self.loop.node)
        origin = self.source.function, self.loop.node.lineno, self.loop.node.col_offset, debug, key, self.source.flags
        origin += (self.source.has_lines,)
        return kernel, RepresentedKernel(kernel.function, origin)

    def _launch(self, kernel, dispatcher, arguments: Arguments) -> tuple:
        queue = arguments.queue
        extra = _extra(kernel, queue)
        args = (*arguments.args, *extra)
        if not any(isinstance(a, _core.array_base) for a in args):
            return ()  # the loop has no effect
        dispatcher.launch((1,), None, args, None, True)
        for index, array in arguments.copies:
            if index in kernel.written:
                array[...] = dpt.asnumpy(arguments.args[index])
        if kernel.failures:
            raise_reported(extra[-1], kernel.failures, 0)
        return tuple(map(_output, extra[: len(kernel.results)]))
