"""Executes kernels as Python: the reference for compiled kernels, and a way to debug them.

Work-items of a Range are executed sequentially. Those of a work-group of an NdRange are threads, of which one runs at a
time until it waits at a barrier; each group has its own local memory.
"""

from __future__ import annotations

import inspect
import itertools
import sys
import threading
from typing import NamedTuple

import numpy as np

from opendpex import _core

from .._compiler.interface import current
from ._items import Item, NdItem
from ._memory import LocalAccessor
from ._ranges import NdRange, Range

__all__ = ["call_kernel"]


def call_kernel(kernel_fn, index_range, *kernel_args) -> None:
    """Execute a function for each work-item of an index space, as Python.

    Parameters
    ----------
    kernel_fn : callable
        The kernel; its first parameter is the item.
    index_range : Range or NdRange
        The work-items.
    *kernel_args
        NumPy arrays, other arrays with item access, numbers, and LocalAccessors.

    Raises
    ------
    ValueError
        If `kernel_fn` is not callable, `index_range` is not a range, or the number of arguments differs from that of
        the parameters.
    TypeError
        For a LocalAccessor with a Range.
    RuntimeError
        If a work-item ends while others of its group wait at a barrier.
    """
    if "dpnp._ufunc.calls" in sys.modules:
        sys.modules["dpnp._ufunc.calls"].without_arrays = _of_numbers
        _core.hand_numbers_to_python()
    function = getattr(kernel_fn, "py_func", kernel_fn)
    if not callable(function):
        raise ValueError("the kernel must be a function")
    if not isinstance(index_range, (Range, NdRange)):
        raise ValueError("the index range must be a Range or an NdRange")
    names = list(inspect.signature(function).parameters)
    n, n_given = len(names) - 1, len(kernel_args)
    if n_given != n:
        called = f"{getattr(function, '__name__', 'the kernel')}({', '.join(names)})"
        given = f"{n_given} argument{' was' if n_given == 1 else 's were'} given"
        raise ValueError(f"{called} takes an item and {n} argument{'s' * (n != 1)}, {given}")
    if isinstance(index_range, Range):
        _run_range(function, index_range, kernel_args)
    else:
        _run_groups(function, index_range, kernel_args)


def _of_numbers(ufunc, operands):
    """Evaluates dpnp's functions of numbers, which kernels support, by NumPy while a work-item is simulated."""
    function = getattr(np, ufunc.__name__, None)
    if getattr(current, "item", None) is None or function is None:
        return NotImplemented
    return function(*operands)


def _run_range(function, extents: Range, args) -> None:
    if any(isinstance(a, LocalAccessor) for a in args):
        raise TypeError("a LocalAccessor needs work-groups: use an NdRange")
    try:
        for index in itertools.product(*map(range, extents)):
            current.item = Item(extents, index)
            function(current.item, *args)
    finally:
        current.item = None


def _run_groups(function, space: NdRange, args) -> None:
    total, local = space.global_range, space.local_range
    starts = [range(0, g, n) for g, n in zip(total, local, strict=True)]
    for first in itertools.product(*starts):
        _Group(function, total, local, first, args).run()


class _Meeting(NamedTuple):
    """The exchange of values between the work-items of a sub-group."""

    barrier: threading.Barrier
    numbers: list[list]
    rounds: list[int]  # by work-item: the number of exchanges that it has begun


class _Group:
    """One work-group: a thread per work-item; the lock `running` is held by the one that runs."""

    def __init__(self, function, total, local, first, args):
        self.function = function
        self.args = [_memory_of(a) for a in args]
        self.running = threading.Lock()
        self.shared: dict = {}
        self.failure: BaseException | None = None
        indices = [
            tuple(f + i for f, i in zip(first, inner, strict=True)) for inner in itertools.product(*map(range, local))
        ]
        self.barrier = threading.Barrier(len(indices))
        self.n_waiting = self.n_ended = 0  # numbers of work-items at the barrier and at the kernel's end
        self.meetings: dict[int, _Meeting] = {}
        self.items = [NdItem(total, local, index, self.wait, self.shared_array, self.meet) for index in indices]

    def shared_array(self, number: int, shape, dtype) -> np.ndarray:
        return self.shared.setdefault(number, np.zeros(shape, dtype=dtype))

    def wait(self) -> None:
        self.n_waiting = (self.n_waiting + 1) % len(self.items)  # the last one releases the barrier
        try:
            if self.n_ended:
                raise threading.BrokenBarrierError
            self.wait_at(self.barrier)
        except threading.BrokenBarrierError:
            if self.n_ended:
                raise RuntimeError("a barrier that not all work-items of the group reach") from None
            raise

    def wait_at(self, barrier: threading.Barrier) -> None:
        self.running.release()
        try:
            barrier.wait()
        finally:
            self.running.acquire()

    def meet(self, number: int, count: int, me: int, x) -> list:
        """The values of the work-items of a sub-group. Two lists alternate, since slow work-items still read that of
        the previous exchange."""
        meeting = self.meetings.setdefault(
            number, _Meeting(threading.Barrier(count), [[None] * count, [None] * count], [0] * count)
        )
        numbers = meeting.numbers[meeting.rounds[me] % 2]
        meeting.rounds[me] += 1
        numbers[me] = x
        self.wait_at(meeting.barrier)
        return numbers

    def run_item(self, item: NdItem) -> None:
        current.item = item
        with self.running:
            try:
                self.function(item, *self.args)
                self.n_ended += 1
                if self.n_waiting:
                    self.barrier.abort()
            except threading.BrokenBarrierError:
                pass
            except BaseException as error:
                self.failure = self.failure or error
                self.barrier.abort()
                for meeting in self.meetings.values():
                    meeting.barrier.abort()

    def run(self) -> None:
        threads = [threading.Thread(target=self.run_item, args=(item,)) for item in self.items]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.failure is not None:
            raise self.failure


def _memory_of(argument):
    return np.zeros(argument._shape, argument._dtype) if isinstance(argument, LocalAccessor) else argument
