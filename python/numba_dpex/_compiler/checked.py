"""Debug mode (DPEX_KERNEL_DEBUG=1): a work-item that indexes outside of an array, divides by zero or fails an assertion
ends, and the launch raises what Python would raise, with the kernel's line and the work-item's id.

The kernel gets one more argument, a record: the first work-item that fails stores the number of its check in element 0,
by compare-and-swap with 0, and its ids in the following elements. That is expressed in the representation itself, so it
works on every device.
"""

from __future__ import annotations

import builtins
import linecache
from dataclasses import dataclass

import dpctl
import dpctl.tensor as dpt
from opendpex import _core

from . import ir
from .dispatcher import Kernel, build
from .errors import NeedsSizes
from .operators import compare, constant, logical, truth
from .types import BOOL, INT32, INT64
from .uniform import Uniformity
from .values import cast

__all__ = ["CheckedKernel", "new_record", "raise_reported", "report_failures"]

_WORDS = 4  # the number of the check that failed, counted from 1; the work-item's id


@dataclass(frozen=True)
class Failure:
    """The exception and message of a check that fails, with its source line."""

    exception: str
    message: str
    file: str
    line: int

    def error(self, item: tuple) -> Exception:
        location = f", work-item {item}" if item else ""
        text = f"{self.message or 'an assertion failed'}\n  {self.file}:{self.line}{location}"
        source = linecache.getline(self.file, self.line).strip()
        return getattr(builtins, self.exception)(f"{text}\n    {source}" if source else text)


def _record(function: ir.Function) -> ir.Array:
    """Adds the record to the function's parameters."""
    shape, strides = (ir.Var("failure_shape0", INT64, True),), (ir.Var("failure_stride0", INT64, True),)
    base = ir.ArrayParameter("failure", INT32, "global", shape, strides, "C")
    function.parameters.append(base)
    return ir.Array(base, INT32, constant(0), (ir.Read(shape[0]),), (constant(INT32.bits // 8),))


def _note(record: ir.Array, number: int, line: int, ndim: int) -> list:
    """Statements that write to the record, if it is empty, and end the work-item."""
    number32, nothing = ir.Const(INT32, number), ir.Const(INT32, 0)
    before = ir.Var("before", INT32)
    swap = ir.Atomic("compare_exchange", record, (constant(0),), (nothing, number32))
    ids = [ir.Store(line, record, (constant(1 + d),), ir.Cast(INT32, ir.Id("global_id", d))) for d in range(ndim)]
    return [
        ir.Assign(line, before, swap),
        ir.If(line, compare("eq", ir.Read(before), nothing), ids, []),
        ir.Return(line),
    ]


class _Agreement:
    """Checks that control flow around barriers is uniform: work-items of a group follow the condition of the first one,
    and those whose own condition differs report it."""

    def __init__(self, function: ir.Function, failures: list[Failure], record: ir.Array):
        self.function, self.failures, self.record = function, failures, record
        self.uniformity = Uniformity(function)
        self.shared = {id(s) for s in ir.walk(function.body) if any(isinstance(x, ir.Barrier) for x in ir.walk([s]))}
        self.slot: ir.Array | None = None

    def before(self, s: ir.Statement) -> list:
        """Statements to insert before s, whose condition or bounds are replaced by those of the group's first
        work-item."""
        if not isinstance(s, (ir.If, ir.For)) or not self._decides(s):
            return []
        out: list = []
        for name in ("cond",) if isinstance(s, ir.If) else ("start", "stop", "step"):
            if self.uniformity.is_varying(getattr(s, name)):
                setattr(s, name, self._agreed(out, s.line, getattr(s, name)))
        return out

    def _decides(self, s: ir.Statement) -> bool:
        """Whether s contains a barrier, or an exit from a construct that contains one."""
        return id(s) in self.shared or any(
            isinstance(x, (ir.Leave, ir.Continue)) and id(x.target) in self.shared for x in ir.walk([s])
        )

    def _agreed(self, out: list, line: int, e: ir.Expr) -> ir.Expr:
        if self.slot is None:
            base = ir.ArrayParameter("agreed", INT64, "local", (1,), (8,), "C", False)
            self.function.arrays.append(base)
            self.slot = ir.Array(base, INT64, constant(0), (constant(1),), (constant(8),))
        own, agreed = ir.Var("own", INT64), ir.Var("agreed", INT64)
        first: ir.Expr = compare("eq", ir.Id("local_id", 0), constant(0))
        for d in range(1, self.function.ndim):
            first = logical("and", first, compare("eq", ir.Id("local_id", d), constant(0)))
        text = "a barrier that not all work-items of the group reach"
        self.failures.append(Failure("RuntimeError", text, self.function.file, line))
        note = _note(self.record, len(self.failures), line, self.function.ndim)[:-1]
        out += [
            ir.Assign(line, own, cast(e, INT64)),
            ir.If(line, first, [ir.Store(line, self.slot, (constant(0),), ir.Read(own))], []), ir.Barrier(line, 3),
            ir.Assign(line, agreed, ir.Load(self.slot, (constant(0),))), ir.Barrier(line, 3),
            ir.If(line, compare("ne", ir.Read(own), ir.Read(agreed)), note, []),
        ]  # fmt: skip
        return truth(ir.Read(agreed)) if e.type is BOOL else cast(ir.Read(agreed), e.type)


def report_failures(function: ir.Function, failures: list[Failure]) -> None:
    """Replaces each Check by statements that write to the record; appends their messages to `failures`."""
    record = _record(function)
    agreement = _Agreement(function, failures, record)

    def changed(body: list) -> list:
        out = []
        for s in body:
            for name in ("then", "orelse", "body"):
                if hasattr(s, name):
                    setattr(s, name, changed(getattr(s, name)))
            out += agreement.before(s)
            if isinstance(s, ir.Check):
                failures.append(Failure(s.exception, s.message, getattr(s.line, "file", function.file), s.line))
                s = ir.If(s.line, ir.Unary("not", s.cond), _note(record, len(failures), s.line, function.ndim), [])
            out.append(s)
        return out

    function.body[:] = changed(function.body)
    ir.verify(function)


def new_record(queue) -> dpt.usm_ndarray:
    """An empty record for one launch."""
    record = dpt.zeros(_WORDS, dtype="int32", sycl_queue=queue)
    queue.wait()
    return record


def raise_reported(record: dpt.usm_ndarray, failures: list[Failure], ndim: int) -> None:
    """Raise the exception that a work-item reported, if any; ndim: the number of its ids to print."""
    number, *item = dpt.asnumpy(record).tolist()
    if number:
        raise failures[number - 1].error(tuple(item[:ndim]))


class CheckedKernel(Kernel):
    """A kernel in debug mode. Launches are synchronous, since they may raise."""

    def __init__(self, function, *args, **options):
        self._failures: list[Failure] = []
        super().__init__(function, *args, **options)

    def _kinds_of(self, key: bytes) -> list:
        return super()._kinds_of(key)[:-1]

    def _build(self, key: bytes, kinds: list, queue):
        ndim, row_unit, _ = _core._kernel_key_read(key)
        function = self.represented(kinds, ndim, bool(row_unit), debug=True, on_host=_core._runs_on_host(queue))
        if any(a.bound is not None for a in function.arrays):
            raise NeedsSizes
        report_failures(function, self._failures)
        return self._of_any_rows.setdefault(_core._kernel_key_of_any_rows(key), build(function, queue))

    def checked_function(self, *about, **options) -> tuple[ir.Function, list[Failure]]:
        """Like `represented`, with checks, and their messages."""
        function, failures = self.represented(*about, debug=True, **options), []
        report_failures(function, failures)
        return function, failures

    def launch(self, total, local, args, deps, wait):
        """Like KernelDispatcher.launch, but raises the exception that a work-item reported."""
        queue = next((a.sycl_queue for a in args if isinstance(a, _core.array_base)), None)
        if queue is None:
            return NotImplemented
        record = new_record(queue)
        if super().launch(total, local, (*args, record), deps, True) is NotImplemented:
            return NotImplemented
        raise_reported(record, self._failures, len(total))
        return None if wait else (dpctl.SyclEvent(), dpctl.SyclEvent())
