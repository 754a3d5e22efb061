"""Random values of every variable that is read, valid or not: a process lists devices, adds arrays, runs kernels and ends, or raises; each variable that
is not understood is warned of once.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np

import dpctl
import dpctl.memory as dpm
import dpctl.program as dpp
import dpctl.tensor as dpt
import numba_dpex as dpex

from . import note
from ._children import Child

__all__ = ["CASES", "PATIENCE", "case"]

CASES = 300
PATIENCE = 300  # longer than the children have
ROOT = pathlib.Path(__file__).parents[2]
NAMES = re.findall(r"^DPEX_ENV\((\w+),", (ROOT / "src/defs/env.def").read_text(), re.M)

# ---- values --------------------------------------------------------------------------------------------------------------

NUMBERS = ["0", "1", "2", "3", "7", "64", "1000", "4294967296", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "-1", "+2", " 2 ", "2x",
           "0x10", "1e3", "1.5", "", " ", "K", "1K", "512M", "1G", "3T", "99999999999T", "8k", "1 K", "1KB", "NaN"]  # fmt: skip
WORDS = {
    "DPEX_BACKENDS": ["native", "opencl", "cuda", "sim", "native,sim", "sim,native", "native,opencl", "NATIVE", "", ",", "native,,sim", "nothing", "native,nothing"],
    "DPEX_SIMULATE": ["gpu:1", "gpu:2", "gpu:6x2", "gpu:64x16", "gpu:65", "gpu:1x17", "gpu:0", "cuda:gpu:2,accelerator:1", "cpu:2", "opencl:cpu:1", "gpu:1-fp64",
                      "gpu:1-fp64-fp16", "gpu:1-fp16-fp64", "level_zero:gpu:1x2", "gpu", "gpu:", "gpu:x", "gpu:1x", "gpu:1,", ",gpu:1", "hip:gpu:1", "gpu:1-fp32",
                      "cuda:gpu:2x2", "gpu:-1", "GPU:1", "gpu:1;gpu:2", "accelerator:64,gpu:64"],
    "ONEAPI_DEVICE_SELECTOR": ["*:*", "opencl:cpu", "level_zero:gpu", "level_zero:0", "level_zero:1.0", "level_zero:*.*", "opencl:*;!opencl:cpu", "!opencl:cpu", "*:0",
                               "native_cpu:*", "cuda:*", "hip:0", "level_zero:*.*.*", "!*:*", "*:*;!level_zero:0", "opencl:cpu,gpu", "x:y", ":", "*", ";", "!", "*:",
                               "level_zero:0.0.0", "level_zero:99999999999999999999", "opencl:fpga", "*:*;*:cpu", "OPENCL:CPU", "!*:cpu;*:gpu", "*:gpu;"],
    "ZE_FLAT_DEVICE_HIERARCHY": ["FLAT", "COMPOSITE", "COMBINED", "flat", "", "BOTH"],
    "ZE_AFFINITY_MASK": ["0", "1", "0,1", "0.0", "0.1,1.0", "9", "", ",", "-1", "a", "0.0.0", "0,0", "99999999999999999999"],
    "CUDA_VISIBLE_DEVICES": ["0", "1,0", "-1", "", "0,0", "7", "GPU-1234", "a", "0,-1,1", "99999999999999999999"],
    "DPEX_LOG": ["discovery", "memory", "queue", "program", "all", "all,none", "", "discovery,queue", "ALL", ","],
    "DPEX_ISA": ["baseline", "v2", "v3", "v4", "v5", "V3", ""],
    "DPEX_KERNEL_FORMS": ["device", "gpu", "cpu", ""], "DPEX_OPENCL_MEMORY": ["usm", "svm", "buffer", "image", ""], "DPEX_OPENBLAS": ["0", "1", "no"],
    "DPCTL_VERBOSITY": ["none", "error", "warning", "all", ""], "DPEX_CC": ["cc", "gcc", "clang", "/bin/true", "/bin/false", "/nonexistent", "/", "", "cc -O2", "sh", "cat"],
    "DPEX_CACHE_DIR": ["/nonexistent/cache", "/dev/null", "/proc", "", ".", "relative", "/tmp", "~", "/etc/passwd"],
    "OCL_ICD_VENDORS": ["/etc/OpenCL/vendors", "/etc/OpenCL/vendors/pocl.icd", "/etc", "/etc/passwd", "/nonexistent", "", "/dev/null", "/proc/self/fd"],
    "OCL_ICD_FILENAMES": ["libpocl.so.2", "libm.so.6", "/etc/passwd", "/nonexistent", "", ":", "::libm.so.6:", "/tmp", "libpocl.so.2:libpocl.so.2"],
    "VIRTUAL_ENV": ["/nonexistent", "", "/", "/etc/passwd", "relative"],
}  # fmt: skip


def value_of(rng, name):
    """A value in bytes: one of those that mean something, something like it, or anything."""
    pool = WORDS.get(name, NUMBERS)
    kind = rng.random()
    text = rng.choice(pool)
    if kind < 0.6:
        return text.encode()
    if kind < 0.75:  # put together, or damaged
        other = rng.choice(pool)
        at = rng.randrange(len(text) + 1)
        return rng.choice(
            (
                text + rng.choice(",;: ") + other,
                text[:at] + other,
                text[:at] + rng.choice(",;:!*.-xX0 \t\n%s") + text[at:],
                text[::-1],
            )
        ).encode()
    if kind < 0.85:
        return (
            (text + rng.choice((",", ";", "x", "9", "."))).encode() * rng.choice((100, 5000))
            if text
            else b"x" * 100_000
        )
    if kind < 0.95:
        return bytes(rng.randrange(1, 256) for _ in range(rng.choice((1, 3, 20, 300))))
    return rng.choice((b"\xff\xfe", b"%n%n%n%s", "é∞".encode(), b"\x01\x02", b"'\"\\", b"/" * 5000, b"../" * 2000))


# ---- what a process does -----------------------------------------------------------------------------------------------

ALLOWED = (dpctl.SyclDeviceCreationError, dpctl.SyclQueueCreationError, dpctl.SyclContextCreationError, dpm.USMAllocationError, MemoryError,
           dpp.SyclProgramCompilationError, dpctl.SyclAsyncError)  # fmt: skip


@dpex.kernel
def add_three(item, x):
    i = item.get_id(0)
    x[i] += 3


def list_devices():
    for device in dpctl.get_devices():
        device.print_device_info()
        device.default_selector_score  # noqa: B018
    dpctl.lsplatform(2)
    dpctl.get_num_devices()


def add(device):
    x = dpt.arange(20, dtype="i4", device=device)
    assert dpt.asnumpy(x + x).tolist() == [2 * i for i in range(20)], "wrong sums"
    y = dpt.ones((20, 20), dtype="f4", device=device)
    assert (dpt.asnumpy(dpt.matmul(y, y)) == 20).all(), "wrong products"


def compile_kernels():
    queue = dpctl.SyclQueue()
    x = dpt.full(20, 5, dtype="i4", sycl_queue=queue)
    dpex.call_kernel(add_three, dpex.Range(20), x)
    assert (dpt.asnumpy(x) == 8).all(), "wrong numbers of a kernel"
    program = dpp.create_program_from_source(queue, "__kernel void k(__global int *x) { x[get_global_id(0)] *= 2; }")
    queue.submit(program.get_sycl_kernel("k"), [x.usm_data], [20])
    assert (dpt.asnumpy(x) == 16).all(), "wrong numbers of a program"


def attempt(action, *args):
    try:
        return action(*args)
    except Exception as error:
        if not isinstance(error, ALLOWED) and "as DPEX_SIMULATE_FAIL asked" not in str(error):
            raise
        os.write(2, f"{type(error).__name__}: {error}\n".encode(errors="replace"))


def use(compiles):
    """What any program might do; warnings are written to stderr."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        attempt(list_devices)
        attempt(add, None)
        for device in dpctl.get_devices()[-2:]:
            attempt(add, device)
        if compiles:
            attempt(compile_kernels)
    said = [str(w.message) for w in caught]
    for name in NAMES:
        about = [
            text for text in said if re.search(rf"\b{name}\b(?!=COMPOSITE also)", text)
        ]  # (one warning names another variable)
        assert len(about) <= 1, f"{len(about)} warnings of {name}: {about}"
    np.testing.assert_equal(sorted(set(said)), sorted(said))


PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from tests.fuzz.environment import use; use(sys.argv[2] == '1')"


def fresh(environment, compiles, folder):
    """The same in a new interpreter, which imports everything itself."""
    whole = {**os.environb, **environment}
    try:
        done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", PROGRAM, str(ROOT), str(int(compiles))], env=whole, stdin=subprocess.DEVNULL, cwd=folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise AssertionError("an interpreter of its own hangs") from error
    text = done.stderr.decode(errors="replace")
    assert done.returncode == 0, (
        f"an interpreter of its own ends with status {done.returncode} {text.strip().split(chr(10))[-1][:100]}\n{text[-4000:]}"
    )


def case(rng):
    """One to four variables."""
    chosen = rng.sample(NAMES, rng.choice((1, 1, 2, 3, 4)))
    environment = {os.fsencode(name): value_of(rng, name).replace(b"\0", b"") for name in chosen}
    if "DPEX_BACKENDS" not in chosen and "OCL_ICD_VENDORS" not in chosen:
        environment[b"OCL_ICD_VENDORS"] = b"/nonexistent"  # drivers take long to open
    if b"DPEX_SIMULATE" not in environment and rng.random() < 0.5:
        environment[b"DPEX_SIMULATE"] = rng.choice((b"gpu:2x2", b"cuda:gpu:2", b"gpu:1,accelerator:1"))
    compiles = rng.random() < 0.2
    note(
        lambda: "\n".join(
            f"{os.fsdecode(k)}={v[:300]!r}{f'... {len(v)} bytes' if len(v) > 300 else ''}"
            for k, v in environment.items()
        )
    )
    with tempfile.TemporaryDirectory() as folder:  # for relative names
        if rng.random() < 0.05:
            fresh(environment, compiles, folder)
            return
        Child(lambda: (os.chdir(folder), use(compiles)), environment).wait().check(
            f"a process with {', '.join(sorted(chosen)[:1])}"
        )
