"""Random kernels: compiled and simulated results are bitwise equal; damaged source compiles, or fails with the line of the error."""

import math
import random

import numpy as np
import pytest
from random_group_kernels import generate_for_groups
from random_kernels import VIEWS, WHOLE, arguments, define, generate, outcomes, twice

import dpctl
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import CompileError
from numba_dpex._compiler.kernel_c import emit_kernel_c
from numba_dpex._compiler.llvm_kernel import emit_kernel
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.native import host
from numba_dpex._compiler.types import FLOAT32, FLOAT64, INT32, INT64, UINT8

SEEDS = [*range(15), 63, 97, 102, *range(1000, 1010), 1118, 1289]
N = {1: (37, 64), 2: (5, 21)}  # extents of ranges; 2 dimensions: one range


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
    for space, extents in spaces(program):
        shared = [kapi.LocalAccessor(program.group, dtype=np.int64)] if program.group else []
        assert_same_outcomes(program, function, space, arguments(extents, seed), shared, WHOLE, device)


def assert_same_outcomes(program, function, space, memory, shared, views, device):
    for expected, found in outcomes(function, space, memory, shared, views, dpctl.SyclQueue(device)):
        np.testing.assert_array_equal(found, expected, err_msg=program.source)


@pytest.mark.parametrize("seed", range(8))
def test_random_kernels_over_groups_do_what_python_does(device, seed):
    if seed > 1 and device.backend == dpctl.backend_type.opencl and "opendpex" not in device.vendor:
        pytest.skip("the driver takes seconds to compile it")
    program = generate_for_groups(seed)
    function = define(program.source, f"<random kernel over groups {seed}>")
    n = math.prod(program.total)
    views = [random.Random(seed + position).choice(VIEWS) for position in range(11)]
    shared = [kapi.LocalAccessor(math.prod(program.local), dtype=np.dtype(program.local_type).type)]
    assert_same_outcomes(
        program,
        function,
        dpex.NdRange(program.total, program.local),
        twice(arguments((n,), seed)),
        shared,
        views,
        device,
    )


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
        kinds = [
            *KINDS,
            (INT64, program.ndim, "C", "global"),
            (UINT8, program.ndim, "C", "global"),
            (FLOAT64, program.ndim, "C", "global"),
            INT64,
            INT64,
        ]
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
