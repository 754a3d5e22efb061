"""A first look at a GPU: what is there, whether it computes, what single calls cost.

    python bench/gpu_smoke.py [FILTER]      default: cuda, for example cuda:gpu:1

Each check prints one line; the exit status says whether all passed. Where the filter matches no device, it says so and ends
with status 77, which test drivers take as "skipped". Checks that end a device (an illegal address) run in processes of their own.
"""

import ctypes
import os
import subprocess
import sys
import time
import traceback
import warnings

import numpy as np

import dpctl
import dpctl.memory as dpm
import dpctl.program as dpp

SKIPPED = 77

CUDA_C = """
extern "C" __global__ void saxpy(float *y, const float *x, float a, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

// Not extern "C": found by its plain name.
__global__ void number_cells(int *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
             z = blockIdx.z * blockDim.z + threadIdx.z, w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y;
    out[(z * h + y) * w + x] = x + 1000 * y + 1000000 * z;
}

extern "C" __global__ void reverse_groups(int *x, dpex_local<int> tile)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = x[i];
    __syncthreads();
    x[i] = tile[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void empty() {}
extern "C" __global__ void write_nowhere(int *x) { *(int *)(1ull << 50) = x[0]; }
"""

# The same kernels for other devices.
OPENCL_C = """
__kernel void saxpy(__global float *y, __global const float *x, float a, uint n)
{
    uint i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}

__kernel void number_cells(__global int *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[(z * get_global_size(1) + y) * get_global_size(0) + x] = x + 1000 * y + 1000000 * z;
}

__kernel void reverse_groups(__global int *x, __local int *tile)
{
    uint i = get_global_id(0);
    tile[get_local_id(0)] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = tile[get_local_size(0) - 1 - get_local_id(0)];
}

__kernel void empty(void) {}
"""

PORTABLE = """
float twice(float x) { return 2 * x; }

__kernel void reverse_groups(__global int *x, __local int *tile)
{
    size_t i = get_local_id(0);
    tile[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[get_local_size(0) - 1 - i];
}

__kernel void roots(__global const float *x, __global float *y, const uint n)
{
    size_t i = get_global_id(0);
    if (i < n) y[i] = sqrt(twice(x[i]));
}
"""

CHECKS = []


def check(function):
    """Adds a function of a queue to the list of checks; what it returns is printed."""
    CHECKS.append(function)
    return function


def on_device(queue, values):
    """Device memory with a copy of a NumPy array."""
    memory = dpm.MemoryUSMDevice(values.nbytes, queue=queue)
    memory.copy_from_host(values.view("u1").reshape(-1))
    return memory


def on_host(memory, dtype):
    return memory.copy_to_host().view(dtype)


def is_cuda(queue):
    return queue.backend == dpctl.backend_type.cuda


def program(queue, text=None, options=""):
    """A program from a text, by default the kernels above in the device's language."""
    return dpp.create_program_from_source(queue, text or (CUDA_C if is_cuda(queue) else OPENCL_C), options)


def expect_error(types, part, call, *args):
    """Runs a call that must raise; returns the first line of its message."""
    try:
        call(*args)
    except types as error:
        if part not in str(error):
            raise AssertionError(f"{part!r} is not in {error!r}") from None
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    raise AssertionError(f"no {types} raised")


# ---- what is there -------------------------------------------------------------------------------------------


@check
def properties(queue):
    device = queue.sycl_device
    lines = [f"{device.name}, {device.vendor}, driver {device.driver_version}"]
    lines += [
        f"    {name} = {getattr(device, name)}"
        for name in sorted(dir(type(device)))
        if not name.startswith(("_", "create_", "get_"))
        and name not in ("sycl_platform", "parent_device")
        and not callable(getattr(device, name, None))
    ]
    return "\n".join(lines)


# ---- memory --------------------------------------------------------------------------------------------------


@check
def memory_kinds(queue):
    for kind in (dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost):
        values = np.arange(100_000, dtype="i4")
        memory = kind(values.nbytes, queue=queue)
        memory.copy_from_host(values.view("u1"))
        assert (on_host(memory, "i4") == values).all()
        assert memory.get_usm_type() == kind.__name__.removeprefix("MemoryUSM").lower()


@check
def copies_between_devices(queue):
    values = np.random.default_rng(1).integers(0, 255, 1 << 20, dtype="u1")
    source = on_device(queue, values)
    cpu = dpctl.SyclQueue("cpu")
    target = dpm.MemoryUSMDevice(values.nbytes, queue=cpu)
    target.copy_from_device(source)
    assert (target.copy_to_host() == values).all()
    others = [d for d in dpctl.get_devices(backend="cuda") if d != queue.sycl_device]
    for device in others:
        there = dpm.MemoryUSMDevice(values.nbytes, queue=dpctl.SyclQueue(device))
        there.copy_from_device(source)
        assert (there.copy_to_host() == values).all()
    return f"to the CPU and {len(others)} other devices"


@check
def copies_that_overlap(queue):
    values = np.arange(1 << 20, dtype="u4")
    for shift in (1, 1000):
        for down in (False, True):
            memory = on_device(queue, values)
            low, high = memory._pointer, memory._pointer + 4 * shift
            expected = values.copy()
            count = values.size - shift
            if down:
                expected[:count] = values[shift:]
            else:
                expected[shift:] = values[:count]
            copy_pointers(queue, low if down else high, high if down else low, 4 * count, memory)
            assert (on_host(memory, "u4") == expected).all(), (shift, down)


class View:
    """A part of an allocation, for dpctl's copies."""

    def __init__(self, pointer, nbytes, owner):
        self.owner = owner
        self.__sycl_usm_array_interface__ = {
            "data": (pointer, False),
            "shape": (nbytes,),
            "strides": None,
            "typestr": "|u1",
            "version": 1,
            "syclobj": owner.sycl_queue,
        }


def copy_pointers(queue, destination, source, nbytes, owner):
    queue.memcpy(
        dpm.as_usm_memory(View(destination, nbytes, owner)), dpm.as_usm_memory(View(source, nbytes, owner)), nbytes
    )
    queue.wait()


@check
def fills(queue):
    memory = on_device(queue, np.zeros(1 << 20, dtype="u1"))
    queue.memset(memory, 0xA5, 1 << 20)
    queue.wait()
    assert (memory.copy_to_host() == 0xA5).all()


@check
def tensors(queue):
    import dpctl.tensor as dpt

    for dtype in ("i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"):
        if dtype == "f2" and not queue.sycl_device.has_aspect_fp16:
            continue
        x = dpt.full(1001, 3, dtype=dtype, sycl_queue=queue)
        assert (dpt.asnumpy(x) == 3).all(), dtype
    values = np.random.default_rng(2).random((200, 300))
    x = dpt.asarray(values, sycl_queue=queue)
    assert (dpt.asnumpy(x.T[10:20, ::-3]) == values.T[10:20, ::-3]).all()


# ---- programs ------------------------------------------------------------------------------------------------


@check
def launch_one_dimension(queue):
    n = 100_003
    rng = np.random.default_rng(3)
    x, y = rng.random(n, dtype="f4"), rng.random(n, dtype="f4")
    dx, dy = on_device(queue, x), on_device(queue, y)
    kernel = program(queue).get_sycl_kernel("saxpy")
    args = [dy, dx, ctypes.c_float(2.5), ctypes.c_uint(n)]
    queue.submit(kernel, args, [100_096], [256])
    queue.wait()
    expected, found = np.float32(2.5) * x + y, on_host(dy, "f4")
    assert (found == expected).all() if is_cuda(queue) else np.allclose(found, expected)  # CUDA: no contraction


@check
def launch_three_dimensions(queue):
    kernel = program(queue).get_sycl_kernel("number_cells")
    for extents, local in (((12, 20, 64), (3, 2, 32)), ((5, 7, 11), None), ((40, 50), (8, 10)), ((1000,), None)):
        out = on_device(queue, np.zeros(int(np.prod(extents)), dtype="i4"))
        queue.submit(kernel, [out], list(extents), list(local) if local else None)
        queue.wait()
        z, y, x = np.indices((1,) * (3 - len(extents)) + extents)
        assert (on_host(out, "i4") == (x + 1000 * y + 1000000 * z).reshape(-1)).all(), extents


@check
def local_memory_and_barriers(queue):
    values = np.arange(256 * 100, dtype="i4")
    for text in (None, PORTABLE):
        x = on_device(queue, values)
        kernel = program(queue, text).get_sycl_kernel("reverse_groups")
        queue.submit(kernel, [x, dpctl.LocalAccessor("i4", (256,))], [values.size], [256])
        queue.wait()
        assert (on_host(x, "i4") == values.reshape(-1, 256)[:, ::-1].reshape(-1)).all()


@check
def portable_kernel(queue):
    x = np.random.default_rng(4).random(1000, dtype="f4")
    dx, dy = on_device(queue, x), on_device(queue, np.zeros_like(x))
    kernel = program(queue, PORTABLE).get_sycl_kernel("roots")
    queue.submit(kernel, [dx, dy, ctypes.c_uint(x.size)], [1024], [64])
    queue.wait()
    assert np.allclose(on_host(dy, "f4"), np.sqrt(2 * x), rtol=1e-6)


@check
def events_and_profiling(queue):
    timed = dpctl.SyclQueue(queue.sycl_device, property=["enable_profiling", "in_order"])
    x = on_device(timed, np.zeros(1 << 24, dtype="f4"))
    kernel = program(timed).get_sycl_kernel("saxpy")
    args = [x, x, ctypes.c_float(2), ctypes.c_uint(1 << 24)]
    events = [timed.submit_async(kernel, args, [1 << 24], [256]) for _ in range(3)]
    for event in events:
        event.wait()
        assert event.execution_status == dpctl.event_status_type.complete
    times = [(e.profiling_info_submit, e.profiling_info_start, e.profiling_info_end) for e in events]
    assert all(submit <= start < end for submit, start, end in times), times
    assert times[0][2] <= times[1][1] + 2000 and times[1][2] <= times[2][1] + 2000, times  # 2 us of rounding
    return ", ".join(f"{(end - start) / 1e3:.1f} us" for _, start, end in times)


@check
def dependencies_between_queues(queue):
    first, second = dpctl.SyclQueue(queue.sycl_device), dpctl.SyclQueue(queue.sycl_device)
    n = 1 << 24
    x = on_device(first, np.ones(n, dtype="f4"))
    kernel = program(first).get_sycl_kernel("saxpy")
    args = [x, x, ctypes.c_float(1), ctypes.c_uint(n)]
    event = None
    for i in range(10):
        target = (first, second)[i % 2]
        event = target.submit_async(kernel, args, [n], [256], [event] if event else [])
    event.wait()
    assert (on_host(x, "f4") == 2**10).all()


# ---- what goes wrong -----------------------------------------------------------------------------------------


@check
def text_that_does_not_compile(queue):
    return expect_error(
        dpp.SyclProgramCompilationError, "missing", program, queue, "__kernel void f(void) { missing = 1; }"
    )


@check
def wrong_arguments(queue):
    kernel = program(queue).get_sycl_kernel("saxpy")
    errors = (dpctl.SyclKernelSubmitError, ValueError, TypeError)
    return expect_error(errors, "argument", queue.submit, kernel, [ctypes.c_float(1)], [1])


@check
def out_of_memory(queue):
    most = queue.sycl_device.global_mem_size
    errors = (MemoryError, dpm.USMAllocationError)
    return expect_error(errors, "", lambda: dpm.MemoryUSMDevice(2 * most, queue=queue))


LOST = """
import sys
sys.path.insert(0, {folder!r})
from gpu_smoke import *
queue = dpctl.SyclQueue({filter!r})
x = on_device(queue, np.zeros(4, dtype="i4"))
p = program(queue)
try:
    queue.submit_async(p.get_sycl_kernel("empty"), [], [1])
    queue.submit_async(p.get_sycl_kernel("write_nowhere"), [x], [1])
    queue.wait()
    print("nothing was raised")
except Exception as error:
    print(type(error).__name__ + ":", error)
try:
    queue.submit(p.get_sycl_kernel("empty"), [], [1])
    print("the device was not marked")
except Exception:
    pass
dpctl.SyclQueue("cpu").submit_barrier().wait()
print("the CPU lives")
"""


@check
def illegal_address(queue):
    if not is_cuda(queue):
        return "not tried: only CUDA devices survive it"
    text = LOST.format(folder=os.path.dirname(os.path.abspath(__file__)), filter=queue.sycl_device.filter_string)
    lines = []
    for sync in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", text],
            env={**os.environ, "DPEX_SYNC": sync},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert run.returncode == 0 and "is lost" in run.stdout and "the CPU lives" in run.stdout, run
        assert "write_nowhere" in run.stdout, run.stdout
        if sync == "1":
            assert '"empty"' not in run.stdout.split("the CPU lives")[0], run.stdout
        lines.append(run.stdout.splitlines()[0])
    return "\n    ".join(lines)


# ---- what calls cost -----------------------------------------------------------------------------------------


def best(function, repeats=20):
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


@check
def cost_of_launches(queue):
    kernel = program(queue).get_sycl_kernel("empty")
    calls = 1000

    def queued():
        for _ in range(calls):
            queue.submit_async(kernel, [], [1], [1])
        queue.wait()

    def waited():
        for _ in range(100):
            queue.submit_async(kernel, [], [1], [1])
            queue.wait()

    queued()
    return f"{best(queued) / calls * 1e6:.2f} us queued, {best(waited) / 100 * 1e6:.2f} us with a wait each"


@check
def bandwidth(queue):
    nbytes = 1 << 28
    device, host = dpm.MemoryUSMDevice(nbytes, queue=queue), dpm.MemoryUSMHost(nbytes, queue=queue)
    other = dpm.MemoryUSMDevice(nbytes, queue=queue)
    pageable = np.zeros(nbytes, dtype="u1")
    rows = []
    for name, copy, moved in (
        ("pinned to device", lambda: device.copy_from_device(host), nbytes),
        ("device to pinned", lambda: host.copy_from_device(device), nbytes),
        ("ordinary to device", lambda: device.copy_from_host(pageable), nbytes),
        ("device to device", lambda: other.copy_from_device(device), 2 * nbytes),
    ):
        copy()
        rows.append(f"{name} {moved / best(copy, 5) / 1e9:.1f} GB/s")
    return ", ".join(rows)


@check
def cost_of_compiling(queue):
    text = (CUDA_C if is_cuda(queue) else OPENCL_C) + f"// {time.time()}\n"
    fresh = best(lambda: program(queue, text), 1)
    return f"{fresh * 1e3:.1f} ms, {best(lambda: program(queue, text), 5) * 1e3:.2f} ms from the cache"


def main():
    warnings.simplefilter("ignore")
    wanted = sys.argv[1] if len(sys.argv) > 1 else "cuda"
    try:
        device = dpctl.SyclDevice(wanted)
    except dpctl.SyclDeviceCreationError as error:
        print(f"skipped: no device matches {wanted!r}: {error}")
        print("DPEX_LOG=discovery says what was looked for.")
        return SKIPPED
    queue, failed = dpctl.SyclQueue(device), 0
    for run in CHECKS:
        try:
            said = run(queue)
            print(f"ok    {run.__name__}" + (f": {said}" if said else ""), flush=True)
        except Exception:
            failed += 1
            print(f"FAIL  {run.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{len(CHECKS) - failed} of {len(CHECKS)} passed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
