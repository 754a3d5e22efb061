"""The front end's representation of kernels, as text: structured control flow, and copies to variables where branches merge."""

import math

from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import ir
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.types import FLOAT32, FLOAT64, INT64

VECTOR, LOCAL = (FLOAT64, 1, "C", "global"), (FLOAT64, 1, "C", "local")


def text(function, kinds, ndim=1, has_groups=False):
    return ir.format_function(lower_kernel(function, kinds, ndim, has_groups)).strip().splitlines()


def search(item, x, out):
    i = item.get_id(0)
    n = 0
    while n < 10:
        if x[i] > n:
            break
        n += 1
    out[i] = n


def test_loops_and_merges():
    assert (
        text(search, [VECTOR, VECTOR])
        == """
kernel search(x: global float64[1, C], out: global float64[1, C]) over range(1):
    i: int64 = global_id(0)
    n: int64 <- 0
    L1: loop:
        if (not (n < 10)):
            leave L1
        if (x[i] > float64(n)):
            leave L1
        n.2: int64 = (n + 1)
        n: int64 <- n.2
    out[i] = float64(n)
""".strip().splitlines()
    )


def reduce(nd, x, out, memory):
    i = nd.get_local_id(0)
    memory[i] = x[nd.get_global_id(0)]
    s = 4
    while s > 0:
        kapi.group_barrier(nd.get_group())
        if i < s:
            memory[i] += memory[i + s]
        s //= 2
    if i == 0:
        out[nd.get_group().get_group_id(0)] = memory[0]


def test_barriers():
    assert (
        text(reduce, [VECTOR, VECTOR, LOCAL], has_groups=True)
        == """
kernel reduce(x: global float64[1, C], out: global float64[1, C], memory: local float64[1, C]) over nd_range(1):
    i: int64 = local_id(0)
    memory[i] = x[global_id(0)]
    s: int64 <- 4
    L1: loop:
        if (not (s > 0)):
            leave L1
        barrier 3
        if (i < s):
            index: int64 = i
            old: float64 = memory[index]
            memory[index] = (old + memory[(((i + s) + memory_shape0) if ((i + s) < 0) else (i + s))])
        s.2: int64 = (s // 2)
        s: int64 <- s.2
    if (i == 0):
        out[group_id(0)] = memory[0]
""".strip().splitlines()
    )


def widen(item, x, k):
    i = item.get_id(0)
    x[i] = math.sqrt(x[i - 1] * 2) if k else x[-1]


def test_types_and_negative_indices():
    assert (
        text(widen, [(FLOAT32, 1, "A", "global"), INT64])
        == """
kernel widen(x: global float32[1, A], k: int64) over range(1):
    i: int64 = global_id(0)
    if (k != 0):
        chosen: float64 <- sqrt((float64(x[(((i - 1) + x_shape0) if ((i - 1) < 0) else (i - 1))]) * 2.0))
    else:
        chosen: float64 <- float64(x[(x_shape0 + -1)])
    x[i] = float32(chosen)
""".strip().splitlines()
    )
