"""Translates a serial loop to a kernel of one work-item, which is emitted as scalar code because all values are
uniform."""

from __future__ import annotations

from dataclasses import dataclass

from . import ir
from .checked import report_failures
from .elements import NeedsStorage
from .errors import UnsupportedError
from .frame import Frame
from .loop_kernel import value_of
from .lower import Lowerer, parameter
from .operators import constant
from .own_arrays import settle
from .prune import prune
from .serial_text import SerialLoopText
from .source import Source
from .types import Scalar

__all__ = ["SerialKernel", "lower_serial"]


@dataclass(slots=True, eq=False)
class SerialKernel:
    """The representation, the arguments that it writes to, the types of the results, and the messages of its checks."""

    function: ir.Function
    written: frozenset[int]
    results: list[Scalar]
    failures: list


class _ScalarLowerer(Lowerer):
    """Rejects operations on whole arrays and parallel loops, which run faster in parallel outside of the kernel."""

    whole_arrays = False
    checks_division = checks_names = True


def lower_serial(source: Source, loop: SerialLoopText, kinds: list, debug: bool) -> SerialKernel:
    """Translate a loop; kinds are those of its inputs.

    Parameters of the kernel: the inputs, an array of one element for each output, and a record (checked.py) if anything
    is checked.
    """
    function = ir.Function(f"{source.identifier}_serial", source.file, 1, False, [], lanes=1)
    lowerer = _ScalarLowerer(function, debug)
    lowerer.frame = Frame(source, {})
    lowerer.line = source.line_of(loop.node)
    env = lowerer.frame.env
    for name, kind in zip(loop.inputs, kinds, strict=True):
        env[name] = value_of(lowerer, loop.node, name, kind)
    try:
        lowerer.body([loop.node])
    except NeedsStorage:
        raise UnsupportedError("an array expression is used after a store") from None
    results = []
    for name in loop.outputs:
        value = lowerer.frame.env.get(name)
        if not isinstance(value, ir.Expr):
            raise UnsupportedError(f"'{name}' is not a number")
        out = parameter(f"{name}_result", (value.type, 1, "C", "global"), function.parameters)
        lowerer.emit(ir.Store(lowerer.line, out, (constant(0),), value))
        results.append(value.type)
    settle(lowerer, True)
    prune(function)
    ir.verify(function)
    failures: list = []
    written = ir.written_parameters(function)
    if any(isinstance(s, ir.Check) for s in ir.walk(function.body)):
        report_failures(function, failures)
    return SerialKernel(function, written, results, failures)
