"""Code for aarch64, executed by an emulator if one and a cross compiler are installed."""

import shutil
import struct
import subprocess

import numpy as np
import pytest

import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.llvm_target import describe
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.native import compile_object
from numba_dpex._compiler.types import FLOAT64, INT64

GCC, EMULATOR = (
    shutil.which("aarch64-linux-gnu-gcc"),
    shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64"),
)
TARGET = describe("aarch64-unknown-linux-gnu", "neoverse-n1", {"neon": True})
RNG = np.random.default_rng(5)

# Reads words of arguments from stdin: 'w' and 8 bytes, or 'p', a size and that much memory; runs one span; writes all memory.
HARNESS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct span { size_t first[3], count[3], group_id[3], num_groups[3], global_size[3], local_size[3]; unsigned work_dim;
              char *local_memory, *scratch; void *group; void (*barrier)(void *, unsigned); };
void RUN(const struct span *, void *const *);
int main(int argc, char **argv)
{
    size_t slots[32], sizes[32], n = 0;
    void *args[32];
    for (int kind; (kind = getchar()) != EOF; n++) {
        args[n] = &slots[n];
        sizes[n] = 0;
        if (fread(&slots[n], 8, 1, stdin) != 1) return 1;
        if (kind != 'p') continue;
        void *memory = aligned_alloc(64, (sizes[n] = slots[n]) + 64);
        if (fread(memory, 1, sizes[n], stdin) != sizes[n]) return 2;
        slots[n] = (size_t)memory;
    }
    size_t x = strtoul(argv[1], 0, 10), y = strtoul(argv[2], 0, 10);
    struct span span = {.count = {x, y, 1}, .num_groups = {1, 1, 1}, .global_size = {x, y, 1}, .local_size = {x, y, 1}, .work_dim = 1 + (y > 1)};
    span.local_memory = aligned_alloc(64, 262144);
    RUN(&span, args);
    for (size_t i = 0; i < n; i++) fwrite((void *)slots[i], 1, sizes[i], stdout);
    return 0;
}
"""


def parting(item, x, k):
    i = item.get_id(0)
    if x[i] > 0.5:
        k[i] = i * 3 // 7
    else:
        n = 0
        while n < i:
            n += k[i] % 5 + 1
        k[i] = -n


def fractal(item, out, zoom):
    i = item.get_id(0)
    j = item.get_id(1)
    zr, zi, n = 0.0, 0.0, 0
    while n < 50 and zr * zr + zi * zi < 4.0:
        zr, zi = zr * zr - zi * zi + j / zoom - 2.0, 2.0 * zr * zi + i / zoom - 1.0
        n += 1
    out[i, j] = n


def counted(item, x, bins):
    i = item.get_id(0)
    kapi.AtomicRef(bins, int(x[i] * 8)).fetch_add(1)


def group_sums(nd, x, out):
    i = nd.get_global_id(0)
    out[i] = kapi.inclusive_scan_over_group(nd.get_group(), x[i])


def executed(function, extents, has_groups, args, folder):
    kinds, packed = [], b""
    for a in args:
        if isinstance(a, np.ndarray):
            kinds.append((FLOAT64 if a.dtype.kind == "f" else INT64, a.ndim, "C", "global"))
            packed += b"p" + struct.pack("<q", a.nbytes) + a.tobytes()
            packed += b"".join(b"w" + struct.pack("<q", n) for n in (*a.shape, *a.strides))
        else:
            kinds.append(FLOAT64)
            packed += b"w" + struct.pack("<d", a)
    lowered = lower_kernel(function, kinds, len(extents), has_groups)
    (folder / "kernel.o").write_bytes(compile_object(lowered, TARGET))
    (folder / "main.c").write_text(HARNESS)
    command = [GCC, "-static", f"-DRUN=dpex_cl_run_{lowered.name}", "main.c", "kernel.o", "-lm", "-o", "program"]
    subprocess.run(command, cwd=folder, check=True)
    x, y = (*reversed(extents), 1)[:2]
    output = subprocess.run(
        [EMULATOR, "./program", str(x), str(y)], cwd=folder, input=packed, stdout=subprocess.PIPE, check=True
    ).stdout
    for a in args:
        if isinstance(a, np.ndarray):
            yield np.frombuffer(output[: a.nbytes], a.dtype).reshape(a.shape)
            output = output[a.nbytes :]


def test_code_for_aarch64_computes_what_python_computes(tmp_path):
    if not (GCC and EMULATOR):
        pytest.skip("needs aarch64-linux-gnu-gcc and qemu-aarch64")
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        llvm.Target.from_triple(TARGET.triple)
    except RuntimeError as error:
        pytest.skip(str(error))
    cases = [
        (parting, (37,), [RNG.random(37), RNG.integers(0, 9, 37)]), (fractal, (9, 21), [np.zeros((9, 21), dtype=np.int64), 8.0]),
        (counted, (50,), [RNG.random(50), np.zeros(8, dtype=np.int64)]), (group_sums, (13,), [RNG.random(13), np.zeros(13)]),
    ]  # fmt: skip
    for function, extents, args in cases:
        expected = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
        has_groups = function is group_sums
        space = dpex.NdRange(extents, extents) if has_groups else dpex.Range(*extents)
        kapi.call_kernel(function, space, *expected)
        found = executed(function, extents, has_groups, args, tmp_path)
        for e, f in zip([e for e in expected if isinstance(e, np.ndarray)], found, strict=True):
            np.testing.assert_allclose(f, e, rtol=1e-14, err_msg=function.__name__)
