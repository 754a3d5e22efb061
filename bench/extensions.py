"""Extensions in C++ beside loops written by hand, OpenBLAS and limits: needs g++, a C compiler and pybind11.

    python bench/extensions.py [FLAG ...]

Builds bench/extensions/ against the installed packages in a temporary folder. Kernels in C++ and the loops in C are compiled with the same
flags, -O3 -march=native -ffast-math unless others are given. Rows are minima; the ratio is ours divided by the peer's, of elapsed
times and of the time of all threads, which tells the same on a machine that is busy with something else.
"""

import importlib.util
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

import pybind11

import dpctl
import dpctl.tensor as dpt
import opendpex

HERE = Path(__file__).resolve().parent / "extensions"
LIBRARIES = Path(opendpex.get_library_dir())
PYBIND11_ALONE = """
#include <pybind11/pybind11.h>
PYBIND11_MODULE(alone, m) { m.def("add", [](int x, double y) { return x + y; }); }
"""
DEFAULT_FLAGS = ["-O3", "-march=native", "-ffast-math"]
# What each row may be: of ratios, else of the unit.
GOALS = {
    "polynomial": 1.1,
    "density 1e5 x 64": 1.1,
    "density 1e7 x 8": 1.1,
    "nd_range reduction": 1.5,
    "gemv": 1.05,
    "gemv transposed": 1.05,
}


def run(*command, **variables):
    done = subprocess.run([str(c) for c in command], env={**os.environ, **variables}, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def report(name, value, goal):
    print(f"{name:42}{value:>34}   goal {goal}", flush=True)


def measure_kernels(folder, flags):
    program, n_threads = folder / "kernels", str(len(os.sched_getaffinity(0)))
    run("cc", *flags, "-fopenmp", "-c", HERE / "loops.c", "-o", folder / "loops.o")
    libraries = [f"-L{LIBRARIES}", f"-Wl,-rpath,{LIBRARIES}", "-ldpex", "-ldl", "-fopenmp"]
    source = [HERE / "kernels.cpp", folder / "loops.o", "-I", dpctl.get_include(), "-o", program]
    run("g++", "-std=c++17", *flags, *source, *libraries)
    output = run(program, LIBRARIES / "libscipy_openblas.so", n_threads, OMP_WAIT_POLICY="passive")
    rows = {name: [float(x) for x in rest.split()] for name, rest in (line.split(": ") for line in output.splitlines())}
    for name, goal in GOALS.items():
        if name not in rows:
            print(f"{name:42}not measured: no OpenBLAS in {LIBRARIES}")
            continue
        ours, peer, ours_cpu, peer_cpu = rows[name]
        ratios = f"{1e3 * ours:9.2f} ms {ours / peer:5.2f} {ours_cpu / peer_cpu:5.2f}"
        report(name, ratios, f"{goal} of the loop" if not name.startswith("gemv") else f"{goal} of OpenBLAS")
    report("barrier, an item", f"{1e9 * rows['barrier'][2] / rows['barriers'][0]:.1f} ns", "300 ns")


def compile_module(source, target):
    """Seconds of processor time that the compiler takes."""
    includes = ["-I", dpctl.get_include(), "-I", pybind11.get_include(), "-I", sysconfig.get_paths()["include"]]
    best = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run("g++", "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", *includes, source, "-o", target)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return best


def load_module(path):
    spec = importlib.util.spec_from_file_location(path.name.split(".")[0], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def microseconds(function, *arguments):
    best = float("inf")
    for _ in range(50):
        begin = time.perf_counter()
        for _ in range(1000):
            function(*arguments)
        best = min(best, time.perf_counter() - begin)
    return best * 1e3


def measure_module(folder):
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (folder / "alone.cpp").write_text(PYBIND11_ALONE)
    plain = compile_module(HERE / "plain.cpp", folder / f"plain{suffix}")
    bound = compile_module(HERE / "hello.cpp", folder / f"hello{suffix}")
    alone = compile_module(folder / "alone.cpp", folder / f"alone{suffix}")
    report("compiling the least extension", f"{plain:.1f} s", "5 s")
    report("the same with pybind11", f"{bound:.1f} s", f"of pybind11's own: {alone:.1f} s")
    module = load_module(folder / f"hello{suffix}")
    queue = dpctl.SyclQueue("cpu")
    x = dpt.ones(10, dtype="f8", sycl_queue=queue)
    report("call with a queue and an array", f"{microseconds(module.call, queue, x):.2f} us", "2 us")
    report("with three arrays", f"{microseconds(module.call_with_three_arrays, queue, x, x, x):.2f} us", "2 us")
    report("that submits a kernel, returns its event", f"{microseconds(module.add, queue, x, 1.0):.2f} us", "-")
    queue.wait()


def main(flags):
    print(f"{'':42}{'elapsed ratio   cpu':>34}   {' '.join(flags)}")
    with tempfile.TemporaryDirectory() as folder:
        measure_kernels(Path(folder), flags)
        measure_module(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:] or DEFAULT_FLAGS)
