"""Private arrays that do not fit on a stack, and the memory that compiled kernels occupy after their release."""

import shutil
import threading

import numpy as np
import pytest
from kernel_helpers import check, check_groups, on_each_device  # noqa: F401

import dpctl
import dpctl.program as dpp
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError


def large(item, x):
    i = item.get_id(0)
    own = kapi.PrivateArray(65536, dpex.float64)
    for k in range(0, 65536, 4096):
        own[k + i % 100] = x[i] + k
    total = 0.0
    for k in range(0, 65536, 4096):
        total += own[k + i % 100]
    x[i] = total


def several(item, x):
    i = item.get_id(0)
    a = kapi.PrivateArray((300, 7), dpex.int8, fill_zeros=True)
    b = kapi.PrivateArray(30000, dpex.complex128)
    c = kapi.PrivateArray(5, dpex.float32)
    a[i % 300, 3] = 5
    b[29999 - i] = complex(x[i], i)
    c[i % 5] = 2 * i
    x[i] = a[i % 300, 3] + b[29999 - i].imag + c[i % 5] + a[(i + 1) % 300, 3] + b[29999 - i].real


@pytest.mark.parametrize("function", [large, several], ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [1, 50, 1000])
def test_large_arrays_of_work_items(function, n):
    check(function, n, np.arange(float(n)))


def transposed(item, x):
    i = item.get_global_id(0)
    own = kapi.PrivateArray(4000, dpex.float64)
    small = kapi.PrivateArray(3, dpex.int16)
    own[i % 4000] = x[i]
    small[i % 3] = i % 100
    kapi.group_barrier(item.get_group())
    x[i] = own[i % 4000] + small[i % 3]
    kapi.group_barrier(item.get_group())
    own[0] = x[i]
    x[i] = own[0] * 2


@pytest.mark.parametrize(("total", "local"), [((512,), (512,)), ((100,), (50,)), ((90,), (9,)), ((64,), (32,))])
def test_large_arrays_of_groups(total, local):
    check_groups(transposed, total, local, np.arange(float(total[0])))


def in_plane(item, x):
    i, j = item.get_global_id(0), item.get_global_id(1)
    own = kapi.PrivateArray(1000, dpex.float64)
    own[j] = x[i, j]
    kapi.group_barrier(item.get_group())
    x[i, j] = own[j] + i


def test_large_arrays_of_groups_of_two_dimensions():
    check_groups(in_plane, (12, 40), (4, 20), np.arange(480.0).reshape(12, 40))


def test_a_thread_with_a_small_stack_launches():
    x = dpt.ones(4)
    kernel = dpex.kernel(large)
    dpex.call_kernel(kernel, dpex.Range(4), x)
    old = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=dpex.call_kernel, args=(kernel, dpex.Range(4), x))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(old)
    assert dpt.asnumpy(x)[0] > 0


def test_large_arrays_in_loops_of_host_functions():
    @dpex.dpjit
    def f(x):
        for i in dpex.prange(x.shape[0]):
            own = kapi.PrivateArray(60000, dpex.float64)
            own[59999 - i] = i
            x[i] = own[59999 - i]

    x = np.zeros(100)
    f(x)
    assert x.tolist() == list(range(100))


def test_the_limit_is_stated():
    @dpex.kernel
    def f(item, x):
        own = kapi.PrivateArray((1 << 17) + 1, dpex.float64)
        own[0] = x[0]
        x[0] = own[0]

    with pytest.raises(TypingError, match="1048584 bytes, at most 1048576") as info:
        dpex.call_kernel(f, dpex.Range(1), dpt.ones(1))
    assert len(str(info.value).split("\n")) <= 6


TEXT = """__kernel void f(__global double *x) {{
    double own[{n}];
    const int i = get_global_id(0);
    for (int k = 0; k < {n}; k++) own[k] = x[i] + k;
    for (int k = 1; k < {n}; k++) own[(k * 7919 + i) % {n}] += own[(k * 104729 + i) % {n}];
    {barrier}
    x[i] = own[(i * 31) % {n}];
}}"""


@pytest.mark.parametrize("compiler", ["clang", "gcc"])
@pytest.mark.parametrize("barrier", ["", "barrier(CLK_LOCAL_MEM_FENCE);"])
def test_text_whose_frames_fit_no_stack_is_a_compile_error(compiler, barrier, monkeypatch):
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    monkeypatch.setenv("DPEX_CC", compiler)
    queue = dpctl.SyclQueue("opencl:cpu:0")
    for n in (100000, 10000000):
        with pytest.raises(dpp.SyclProgramCompilationError, match="frame size"):
            dpp.create_program_from_source(queue, TEXT.format(n=n, barrier=barrier))
    x = dpt.zeros(64, sycl_queue=queue)
    n = 4000 if barrier else 20000
    queue.submit(
        dpp.create_program_from_source(queue, TEXT.format(n=n, barrier=barrier)).get_sycl_kernel("f"),
        [x.usm_data],
        [64],
    )
    queue.wait()
    assert dpt.asnumpy(x).any()


# ---- memory of released kernels ---------------------------------------------------------------------------------------

MANY = """
import gc, linecache, os
os.environ["DPEX_CACHE_DIR"] = "/dev/null/none"
import dpctl.tensor as dpt
import numba_dpex as dpex

x = dpt.ones(8)

def compile_and_drop(n):
    text = f"def k{n}(item, x):\\n    i = item.get_id(0)\\n    x[i] = x[i] * {n} + {n + 1}\\n"
    linecache.cache[f"<k{n}>"] = (len(text), None, text.splitlines(True), f"<k{n}>")
    names = {}
    exec(compile(text, f"<k{n}>", "exec"), names)
    dpex.call_kernel(dpex.kernel(names[f"k{n}"]), dpex.Range(8), x)
    del linecache.cache[f"<k{n}>"]

def resident_kb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024

def pieces_of_code():
    with open("/proc/self/maps") as file:
        return sum(" r-xp 00000000 00:00 0" in line for line in file)

for n in range(50):
    compile_and_drop(n)
gc.collect()
memory, code = resident_kb(), pieces_of_code()
for n in range(50, 250):
    compile_and_drop(n)
gc.collect()
print((resident_kb() - memory) // 200, pieces_of_code() - code)
"""


def test_dropped_kernels_leave_little(run):
    kb_of_each, pieces = map(int, run(MANY).split())
    assert kb_of_each < 15
    assert pieces <= 0
