"""Prints what tests depend on without saying so: the processor, the CPUs that may be used, the loops and OpenBLAS's
kernels chosen for it.

describe_processor.py BUILD
"""

import ctypes
import os
import pathlib
import platform
import subprocess
import sys

FLAGS = [
    "sse4_2",
    "avx",
    "avx2",
    "fma",
    "bmi2",
    "avx512f",
    "avx512dq",
    "avx512bw",
    "avx512vl",
    "avx512_bf16",
    "amx_tile",
]


def cpu_info():
    """The fields of the first processor."""
    fields = {}
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return fields
    for line in text.split("\n\n")[0].splitlines():
        name, _, value = line.partition(":")
        fields[name.strip()] = value.strip()
    return fields


def openblas_core(build):
    """The name of OpenBLAS's kernels; OPENBLAS_CORETYPE may have chosen them."""
    path = build / "src" / "libscipy_openblas.so"
    if not path.exists():
        return "no OpenBLAS"
    get = ctypes.CDLL(str(path)).scipy_openblas_get_corename
    get.restype = ctypes.c_char_p
    return get().decode()


def main():
    """Print a line for each."""
    build = pathlib.Path(sys.argv[1])
    fields = cpu_info()
    flags = set(fields.get("flags", "").split())
    print("processor:", fields.get("model name", platform.processor() or platform.machine()))
    print("flags:    ", " ".join(flag for flag in FLAGS if flag in flags) or "not known")
    print("CPUs:     ", len(os.sched_getaffinity(0)), "of", os.cpu_count())
    loops = subprocess.run([build / "tests/c/c_tests", "--loops"], capture_output=True, text=True, check=True)
    print("loops:    ", loops.stdout.strip())
    print("OpenBLAS: ", openblas_core(build))
    print("C library:", *platform.libc_ver())


if __name__ == "__main__":
    main()
