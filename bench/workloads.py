"""The workloads, one table row each: what every peer of bench/run.py is asked to do.

A row is Workload(name, kind, call), where call(p) does the work once with peer p (its module p.xp, its inputs p.x, p.y, ...) and
returns something that p.sync can wait for. Kinds: "bulk" rows count whole calls in microseconds, and so do "library" rows, whose
work is another library's for most peers; "call" rows are many calls queued one after the other with one wait at the end,
as a program does with small arrays.
"""

from collections.abc import Callable
from dataclasses import dataclass

N = 10_000_000  # elements of the bulk rows

__all__ = ["N", "WORKLOADS", "Workload", "polynomial"]


@dataclass(frozen=True)
class Workload:
    name: str
    kind: str
    call: Callable
    goal: float | None = None  # the most that our time may be of the goal_peer's (None: of the fastest peer's)
    goal_peer: str | None = None


def polynomial(x):
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def _set_item(p):
    p.small[3] = 1.0


def _l2_distance(p):
    difference = p.x - p.y
    return p.xp.sum(difference * difference)


# Goals: at most so many times the fastest peer's time, or the named peer's. Rows that are one library's work (matrix products,
# LAPACK) are compared with NumPy, which uses the same library.
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
    Workload("tanh f32 10M", "bulk", lambda p: p.xp.tanh(p.f), 1.1),
    Workload("pow f64 10M", "bulk", lambda p: p.x**p.y, 1.1),
    Workload("atan2 f64 10M", "bulk", lambda p: p.xp.atan2(p.x, p.y), 1.1),
    Workload("compare f64 10M", "bulk", lambda p: p.x < p.y, 1.1),
    Workload("where f64 10M", "bulk", lambda p: p.xp.where(p.x < p.y, p.x, p.y), 1.1),
    Workload("cast f64->f32 10M", "bulk", lambda p: p.cast_f32(p.x), 1.1),
    Workload("floor_divide i64 10M", "bulk", lambda p: p.i // 7, 1.1),
    Workload("polynomial f64 10M", "bulk", lambda p: polynomial(p.x), 1.0),
    Workload("fused polynomial f64 10M", "bulk", lambda p: p.polynomial(p.x), 1.0),
    Workload("l2 distance f64 10M", "bulk", _l2_distance, 1.1),
    Workload("sum f64 10M", "bulk", lambda p: p.xp.sum(p.x), 1.05),
    Workload("sum f32 10M", "bulk", lambda p: p.xp.sum(p.f), 1.1),
    Workload("sum axis 0, 2500x4000", "bulk", lambda p: p.sum_axis(p.matrix, 0), 1.1),
    Workload("sum axis 1, 2500x4000", "bulk", lambda p: p.sum_axis(p.matrix, 1), 1.1),
    Workload("max f64 10M", "bulk", lambda p: p.xp.max(p.x), 1.1),
    Workload("argmax f64 10M", "bulk", lambda p: p.xp.argmax(p.x), 1.1),
    Workload("std f64 10M", "bulk", lambda p: p.xp.std(p.x), 1.1),
    Workload("cumulative sum f64 10M", "bulk", lambda p: p.cumulative_sum(p.x), 1.1),
    Workload("sort f64 10M", "bulk", lambda p: p.xp.sort(p.x), 1.1),
    Workload("sort f32 10M", "bulk", lambda p: p.xp.sort(p.f), 1.1),
    Workload("sort i64 10M", "bulk", lambda p: p.xp.sort(p.i), 1.1),
    Workload("argsort f64 10M", "bulk", lambda p: p.xp.argsort(p.x), 1.1),
    Workload("unique i64 10M", "bulk", lambda p: p.unique(p.i), 1.1),
    Workload("searchsorted 1M", "bulk", lambda p: p.xp.searchsorted(p.sorted, p.large), 1.1),
    Workload("strided x[::2]+1", "bulk", lambda p: p.x[::2] + 1.0, 1.1),
    Workload("broadcast matrix+row", "bulk", lambda p: p.matrix + p.matrix[0], 1.1),
    Workload("transpose copy 2500x4000", "bulk", lambda p: p.transpose_copy(p.matrix), 1.1),
    Workload("concat 2x10M", "bulk", lambda p: p.xp.concat([p.x, p.y]), 1.1),
    Workload("take random 10M", "bulk", lambda p: p.x[p.permutation], 1.1),
    Workload("mask x[x > 0.5]", "bulk", lambda p: p.x[p.x > 0.5], 1.1),
    Workload("nonzero 10M", "bulk", lambda p: p.xp.nonzero(p.x > 0.5), 1.1),
    Workload("to host, 10M", "bulk", lambda p: p.to_host(p.x), 1.1),
    Workload("matmul f64 2000", "library", lambda p: p.square @ p.square, 1.1, "numpy"),
    Workload("matvec f64 2000", "library", lambda p: p.square @ p.square[0], 1.1, "numpy"),
    Workload("solve f64 500", "library", lambda p: p.xp.linalg.solve(p.regular, p.regular[:, :8]), 1.1, "numpy"),
    Workload("svd f64 500", "library", lambda p: p.xp.linalg.svd(p.regular), 1.1, "numpy"),
    Workload("eigh f64 500", "library", lambda p: p.xp.linalg.eigh(p.regular), 1.1, "numpy"),
    Workload("inv f64 500", "library", lambda p: p.xp.linalg.inv(p.regular), 1.1, "numpy"),
    Workload("qr f64 500", "library", lambda p: p.xp.linalg.qr(p.regular), 1.1, "numpy"),
    Workload("fft c128 2^20", "bulk", lambda p: p.xp.fft.fft(p.waves), 1.5),
    Workload("rfft2 f64 2000", "bulk", lambda p: p.xp.fft.rfftn(p.square), 1.5),
    Workload("random normal 10M", "bulk", lambda p: p.random_normal(), 1.1),
    Workload("random uniform 10M", "bulk", lambda p: p.random_uniform(), 1.1),
    Workload("a + b, n=100", "call", lambda p: p.small + p.small, 2.0, "numpy"),
    Workload("x * 2.0, n=100", "call", lambda p: p.small * 2.0, 2.0, "numpy"),
    Workload("sum, n=100", "call", lambda p: p.xp.sum(p.small), 2.0, "numpy"),
    Workload("empty(100)", "call", lambda p: p.xp.empty(100), 4.0, "numpy"),
    Workload("reshape view", "call", lambda p: p.xp.reshape(p.small, (10, 10)), 4.0, "numpy"),
    Workload("slice x[1:5]", "call", lambda p: p.small[1:5], 4.0, "numpy"),
    Workload("float(x[3])", "call", lambda p: float(p.small[3]), 4.0, "numpy"),
    Workload("x[3] = 1", "call", _set_item, 4.0, "numpy"),
    Workload("matmul 8x8", "call", lambda p: p.tiny @ p.tiny, 4.0, "numpy"),
    Workload("a + b, n=10000", "call", lambda p: p.medium + p.medium, 1.3, "numpy"),
    Workload("exp, n=10000", "call", lambda p: p.xp.exp(p.medium), 1.3, "numpy"),
    Workload("a + b, n=1M", "call", lambda p: p.large + p.large, 1.3, "numpy"),
]
