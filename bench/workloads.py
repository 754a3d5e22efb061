"""The workloads, one table row each: what every peer of bench/run.py is asked to do.

A row is Workload(name, kind, call), where call(p) does the work once with peer p (its module p.xp, its inputs p.x, p.y, ...) and
returns something that p.sync can wait for. Kinds: "bulk" rows count whole calls in microseconds; "call" rows are
many calls queued one after the other with one wait at the end, as a program does with small arrays.
"""
from dataclasses import dataclass
from typing import Callable

N = 10_000_000  # elements of the bulk rows

__all__ = ["N", "WORKLOADS", "Workload"]


@dataclass(frozen=True)
class Workload:
    name: str
    kind: str
    call: Callable
    goal: float | None = None  # the most that our time may be of the goal_peer's (None: of the fastest peer's)
    goal_peer: str | None = None


def _polynomial(p):
    x = p.x
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def _set_item(p):
    p.small[3] = 1.0


WORKLOADS = [
    Workload("copy f64 10M", "bulk", lambda p: p.copy(p.x), 1.0),
    Workload("add f64 10M", "bulk", lambda p: p.x + p.y, 1.0),
    Workload("add f32 10M", "bulk", lambda p: p.f + p.f, 1.0),
    Workload("mul scalar f64 10M", "bulk", lambda p: p.x * 2.5, 1.0),
    Workload("sqrt f64 10M", "bulk", lambda p: p.xp.sqrt(p.x), 1.0),
    Workload("exp f64 10M", "bulk", lambda p: p.xp.exp(p.x), 1.0),
    Workload("exp f32 10M", "bulk", lambda p: p.xp.exp(p.f), 1.0),
    Workload("log f64 10M", "bulk", lambda p: p.xp.log(p.x), 1.0),
    Workload("sin f64 10M", "bulk", lambda p: p.xp.sin(p.x), 1.0),
    Workload("compare f64 10M", "bulk", lambda p: p.x < p.y, 1.1),
    Workload("cast f64->f32 10M", "bulk", lambda p: p.cast_f32(p.x), 1.1),
    Workload("polynomial f64 10M", "bulk", _polynomial, 1.0),
    Workload("sum f64 10M", "bulk", lambda p: p.xp.sum(p.x), 1.05),
    Workload("sum f32 10M", "bulk", lambda p: p.xp.sum(p.f), 1.1),
    Workload("sum axis 0, 2500x4000", "bulk", lambda p: p.sum_axis(p.matrix, 0), 1.1),
    Workload("sum axis 1, 2500x4000", "bulk", lambda p: p.sum_axis(p.matrix, 1), 1.1),
    Workload("strided x[::2]+1", "bulk", lambda p: p.x[::2] + 1.0, 1.1),
    Workload("broadcast matrix+row", "bulk", lambda p: p.matrix + p.matrix[0], 1.1),
    Workload("transpose copy 2500x4000", "bulk", lambda p: p.transpose_copy(p.matrix), 1.1),
    Workload("to host, 10M", "bulk", lambda p: p.to_host(p.x), 1.1),
    Workload("a + b, n=100", "call", lambda p: p.small + p.small, 2.0, "numpy"),
    Workload("x * 2.0, n=100", "call", lambda p: p.small * 2.0, 2.0, "numpy"),
    Workload("sum, n=100", "call", lambda p: p.xp.sum(p.small), 2.0, "numpy"),
    Workload("empty(100)", "call", lambda p: p.xp.empty(100), 4.0, "numpy"),
    Workload("reshape view", "call", lambda p: p.xp.reshape(p.small, (10, 10)), 4.0, "numpy"),
    Workload("slice x[1:5]", "call", lambda p: p.small[1:5], 4.0, "numpy"),
    Workload("float(x[3])", "call", lambda p: float(p.small[3]), 4.0, "numpy"),
    Workload("x[3] = 1", "call", _set_item, 4.0, "numpy"),
    Workload("a + b, n=10000", "call", lambda p: p.medium + p.medium, 1.3, "numpy"),
    Workload("exp, n=10000", "call", lambda p: p.xp.exp(p.medium), 1.3, "numpy"),
    Workload("a + b, n=1M", "call", lambda p: p.large + p.large, 1.3, "numpy"),
]
