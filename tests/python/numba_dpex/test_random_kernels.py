"""Random kernels: compiled and simulated results are bitwise equal; damaged source compiles, or fails with the line of the error."""

import linecache
import math
import random

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import CompileError
from numba_dpex._compiler.kernel_c import emit_kernel_c
from numba_dpex._compiler.llvm_kernel import emit_kernel
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.native import host
from numba_dpex._compiler.types import FLOAT32, FLOAT64, INT32, INT64, UINT8
from random_group_kernels import generate_for_groups
from random_kernels import PAD, generate

SEEDS = [*range(15), 63, 97, 102, *range(1000, 1010), 1118, 1289]
N = {1: (37, 64), 2: (5, 21)}  # extents of ranges; 2 dimensions: one range


def define(source: str, name: str):
    """The function `kernel` of a source text."""
    found = {"dpex": dpex, "kapi": kapi, "math": math, "np": np}
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), found)
    return found["kernel"]


def arguments(program, extents, seed: int) -> list:
    rng = np.random.default_rng(seed)
    n = max(extents)
    return [
        rng.integers(-50, 50, n + PAD), rng.integers(-50, 50, n + PAD, dtype="i4"), rng.integers(0, 100, n + PAD, dtype="u1"),
        rng.integers(-40, 40, n + PAD) / 4, (rng.integers(-40, 40, n + PAD) / 4).astype("f4"), np.full(24, 500), np.zeros(extents, "i8"),
        np.zeros(extents, "u1"), np.zeros(extents), n, int(rng.integers(0, 6)),
    ]  # fmt: skip


def spaces(program):
    if program.ndim == 2:
        return [(dpex.Range(*N[2]), N[2])]
    if not program.group:
        return [(dpex.Range(n), (n,)) for n in N[1]]
    return [(dpex.NdRange((3 * program.group,), (program.group,)), (3 * program.group,))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_kernels_do_what_python_does(device, seed):
    program = generate(seed)
    function = define(program.source, f"<random kernel {seed}>")
    kernel = dpex.kernel(function)
    for space, extents in spaces(program):
        expected = arguments(program, extents, seed)
        shared = [kapi.LocalAccessor(program.group, dtype=np.int64)] if program.group else []
        given = [a.copy() if isinstance(a, np.ndarray) else a for a in expected]
        with np.errstate(all="ignore"):
            kapi.call_kernel(function, space, *expected, *shared)
        queue = dpctl.SyclQueue(device)
        args = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in given]
        dpex.call_kernel(kernel, space, *args, *shared)
        for e, a in zip(expected, args, strict=True):
            if isinstance(e, np.ndarray):
                np.testing.assert_array_equal(dpt.asnumpy(a), e, err_msg=program.source)


def compare(program, function, space, extents, seed: int, device, shared: list, views: list) -> None:
    """Both get views of arrays; all of the underlying memory must be equal."""
    memory = [np.repeat(a, 2, axis=0) if isinstance(a, np.ndarray) else a for a in arguments(program, extents, seed)]
    queue = dpctl.SyclQueue(device)
    usm = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in memory]
    seen = lambda given: [a if isinstance(a, int) else a[view] for a, view in zip(given, views, strict=True)]  # noqa: E731
    with np.errstate(all="ignore"):
        kapi.call_kernel(function, space, *seen(memory), *shared)
    dpex.call_kernel(dpex.kernel(function), space, *seen(usm), *shared)
    for e, a in zip(memory, usm, strict=True):
        if isinstance(e, np.ndarray):
            np.testing.assert_array_equal(dpt.asnumpy(a), e, err_msg=program.source)


@pytest.mark.parametrize("seed", range(8))
def test_random_kernels_over_groups_do_what_python_does(device, seed):
    if seed > 1 and device.backend == dpctl.backend_type.opencl and "opendpex" not in device.vendor:
        pytest.skip("the driver takes seconds to compile it")
    program = generate_for_groups(seed)
    function = define(program.source, f"<random kernel over groups {seed}>")
    n = math.prod(program.total)
    every = slice(None)
    views = [random.Random(seed + position).choice((every, slice(None, None, 2), slice(None, None, -2))) for position in range(11)]
    shared = [kapi.LocalAccessor(math.prod(program.local), dtype=np.dtype(program.local_type).type)]
    compare(program, function, dpex.NdRange(program.total, program.local), (n,), seed, device, shared, views)


# ---- damaged text -----------------------------------------------------------------------------------------------

KINDS = [
    (INT64, 1, "C", "global"), (INT32, 1, "C", "global"), (UINT8, 1, "C", "global"), (FLOAT64, 1, "C", "global"),
    (FLOAT32, 1, "C", "global"), (INT64, 1, "C", "global"),
]  # fmt: skip
WORDS = ["i", "p", "f", "0", "-1", "1.5", "None", "True", "'a'", "p[i]", "p[1:]", "(1, 2)", "item", "kapi", "math.sin", "undefined", "lambda: 0", "[1]", "i.real",
         "kernel", "np.int32", "not", "=", "==", "**", "@", ",", "(", ")", ":", "for", "while", "return", "yield", "break", "else:", "*", "..."]  # fmt: skip


def damaged(source: str, rng: random.Random) -> str:
    lines = source.splitlines()
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(1, len(lines))
        words = lines[at].split(" ")
        where = rng.randrange(len(words))
        action = rng.random()
        if action < 0.6:
            words[where] = rng.choice(WORDS) if words[where] else words[where]
        elif action < 0.8:
            words.insert(where, rng.choice(WORDS))
        else:
            lines[at], lines[rng.randrange(1, len(lines))] = lines[rng.randrange(1, len(lines))], lines[at]
            continue
        lines[at] = " ".join(words)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(100))
def test_damaged_kernels_compile_or_say_where(seed):
    rng = random.Random(seed)
    program = generate(seed)
    for attempt in range(20):
        text = damaged(program.source, rng)
        try:
            function = define(text, f"<damaged kernel {seed} {attempt}>")
        except SyntaxError:
            continue
        kinds = [*KINDS, (INT64, program.ndim, "C", "global"), (UINT8, program.ndim, "C", "global"), (FLOAT64, program.ndim, "C", "global"), INT64, INT64]
        kinds += [(INT64, 1, "C", "local")] if program.group else []
        try:
            lowered = lower_kernel(function, kinds, program.ndim, program.group > 0)
            emit_kernel(lowered, host())
            emit_kernel_c(lowered)
        except CompileError as error:
            assert f"<damaged kernel {seed} {attempt}>:" in str(error), str(error)
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{text}") from error
        return
