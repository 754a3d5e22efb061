"""Programs over two GPUs of one machine: copies, order, failures of one beside the other, collectives and Dask.

They run on the first two GPUs of the backend under test; without real ones, ``DPEX_TEST_BACKENDS=sim DPEX_SIMULATE=gpu:2``.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import dpctl.utils
import dpnp
import numba_dpex as dpex
import opendpex
from opendpex.collectives import allreduce, broadcast, uses_nccl

EXAMPLES = Path(__file__).parents[2] / "examples" / "several_devices"
MiB = 2**20


def gpus_of(backend):
    return dpctl.get_devices(backend=backend, device_type="gpu")


@pytest.fixture
def pair(device):
    """Queues of two GPUs."""
    backend = device.backend.name
    found = gpus_of(backend)
    if len(found) < 2:
        pytest.skip(f"two GPUs are needed; {backend} has {len(found)}")
    return [dpctl.SyclQueue(d) for d in found[:2]]


@pytest.fixture
def run_on_both(pair, run):
    """Runs a program, to which a and b are queues of the two GPUs, in an interpreter of its own; gives the words it prints."""
    filters = [q.sycl_device.filter_string for q in pair]
    simulated = {name: value for name, value in os.environ.items() if name == "DPEX_SIMULATE"}
    head = (
        "import numpy as np, dpctl, dpctl.memory as dpm, dpctl.tensor as dpt, dpnp, opendpex\n"
        f"a, b = (dpctl.SyclQueue(d) for d in {filters})\n"
    )
    return lambda program, **environment: run(head + program, **simulated, **environment).split()


def numbers(shape, dtype):
    values = np.random.default_rng(0).integers(0, 100, shape)
    return (values % 2 == 0) if dtype == "?" else values.astype(dtype)


# ---- copies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
@pytest.mark.parametrize("shape", [(), (0,), (1,), (7, 3), (1 << 20,), (1000, 3001)])
def test_arrays_go_to_the_other_gpu_and_back(pair, module, shape):
    for dtype in "?bhilefdFD":
        host = numbers(shape, dtype)
        for a, b in (pair, pair[::-1]):
            x = module.asarray(host, sycl_queue=a)
            y = x.to_device(b)
            z = module.asarray(y, device=a)
            assert type(y) is type(x) and y.sycl_queue == b and z.sycl_queue == a
            assert np.array_equal(module.asnumpy(y), host) and np.array_equal(module.asnumpy(z), host)
            assert y.usm_type == x.usm_type and y.dtype == x.dtype


def test_views_go_to_the_other_gpu(pair):
    a, b = pair
    host = np.arange(600 * 700.0).reshape(600, 700)
    x = dpnp.asarray(host, sycl_queue=a)
    for view in (np.s_[::2], np.s_[:, 3:50:7], np.s_[::-1, ::-3], np.s_[5], np.s_[..., None]):
        assert np.array_equal(x[view].to_device(b).asnumpy(), host[view])
    assert np.array_equal(x.T.to_device(b).asnumpy(), host.T)
    target = dpnp.zeros((600, 700), sycl_queue=b)
    target[1::2, ::5] = x[::2, ::5]
    expected = np.zeros((600, 700))
    expected[1::2, ::5] = host[::2, ::5]
    assert np.array_equal(target.asnumpy(), expected)


@pytest.mark.parametrize("kind", [dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost])
@pytest.mark.parametrize("n", [1, 4096, 3 * MiB + 1])
def test_memory_of_both_is_copied_by_the_queue_of_either(pair, kind, n):
    data = bytes(i % 251 for i in range(n))
    for user in pair:
        a, b = (kind(n, queue=q) for q in pair)
        back = bytearray(n)
        user.memcpy(a, data, n)
        user.memcpy(b, a, n)
        user.memcpy(back, b, n)
        assert back == data


PROGRAM_OF_COPIES = """
host = np.arange(3_000_001.0)
x = dpt.asarray(host, sycl_queue=a)
y = dpt.sin(x).to_device(b)
z = (y + 1).to_device(a)
assert np.allclose(dpt.asnumpy(z), np.sin(host) + 1)
for n in (1, 4096, 5_000_000):
    data, back = bytes(i % 251 for i in range(n)), bytearray(n)
    for user in (a, b):
        first, second = (dpm.MemoryUSMDevice(n, queue=q) for q in (a, b))
        user.memcpy(first, data, n)
        user.memcpy(second, first, n)
        user.memcpy(back, second, n)
        assert back == data
print(a.sycl_device.can_access_peer(b.sycl_device))
"""


def test_copies_do_without_a_link(pair, run_on_both):
    shows = run_on_both(PROGRAM_OF_COPIES, DPEX_PEER_ACCESS="0")
    if pair[0].sycl_device.backend.name == "cuda":
        assert shows == ["False"]


def test_peer_access_is_enabled_and_disabled(pair):
    first, second = (q.sycl_device for q in pair)
    if not first.can_access_peer(second):
        pytest.skip("the two GPUs have no link")
    host = np.arange(100_000.0)
    for change in ("enable_peer_access", "disable_peer_access") * 2:
        getattr(first, change)(second)
        getattr(second, change)(first)
        x = dpnp.asarray(host, sycl_queue=pair[0]).to_device(pair[1]) * 2
        assert np.array_equal(x.to_device(pair[0]).asnumpy(), host * 2)


# ---- order -----------------------------------------------------------------------------------------------


def test_a_copy_waits_for_its_source_and_the_call_does_not(pair, gate):
    a, b = gate.queue, pair[1]

    def chain(x):
        x += 1
        return dpt.sin(x.to_device(b)).to_device(a)

    dpt.asnumpy(
        chain(dpt.zeros(1000, sycl_queue=a))
    )  # compiles, and opens memory to the other GPU, for which drivers wait
    x = dpt.zeros(1000, sycl_queue=a)
    a.wait()
    a.submit_barrier([gate.close()])
    y = chain(x)  # would not return before the gate is open, which this thread opens
    gate.open()
    assert np.allclose(dpt.asnumpy(y), np.sin(1.0))


def test_a_source_is_not_overwritten_before_it_is_copied(pair):
    a, b = pair
    for _ in range(20):
        x = dpt.zeros(MiB, dtype="i4", sycl_queue=a)
        copies = []
        for i in range(8):
            x += 1
            copies.append(x.to_device(b))
        for i, y in enumerate(copies):
            assert int(dpt.min(y)) == int(dpt.max(y)) == i + 1


def test_chains_over_both_need_no_waits(pair):
    a, b = pair
    x = dpnp.ones(300_001, sycl_queue=a)
    for i in range(30):
        x = (x * 2 - 1 + i).to_device((a, b)[i % 2])
    expected = np.float64(1)
    for i in range(30):
        expected = expected * 2 - 1 + i
    assert bool((x == expected).all())


def test_both_directions_at_once_beside_kernels(pair):
    a, b = pair
    n = 4 * MiB
    x, y = dpt.full(n, 2.0, sycl_queue=a), dpt.full(n, 3.0, sycl_queue=b)
    for _ in range(5):
        there, back = x.to_device(b), y.to_device(a)
        x = dpt.sqrt(x * x) + 0 * back
        y = dpt.sqrt(y * y) + 0 * there
    assert bool(dpt.all(x == 2)) and bool(dpt.all(y == 3))
    assert bool(dpt.all(there == 2)) and bool(dpt.all(back == 3))


# ---- placement -------------------------------------------------------------------------------------------


def test_operands_of_both_are_refused(pair):
    x, y = (dpnp.ones(100_000, sycl_queue=q) for q in pair)
    u, v = dpt.asarray(x, copy=False), dpt.asarray(y, copy=False)
    error = dpctl.utils.ExecutionPlacementError
    calls = [
        lambda: x + y, lambda: dpnp.add(x, y, out=x), lambda: dpnp.add(x, x, out=y), lambda: x @ y,
        lambda: dpnp.where(x > 0, x, y), lambda: dpnp.concatenate([x, y]), lambda: u + v, lambda: dpt.concat([u, v]),
        lambda: x.__iadd__(y), lambda: dpnp.dot(x, y), lambda: x[y.astype("i8")], lambda: dpnp.einsum("i,i", x, y),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(error, match=r"gpu:[01], not on .*gpu:[01]; to_device copies it"):
            call()
    assert float(x.sum()) == float(y.sum()) == 100_000


def test_kernels_refuse_arrays_of_both(pair):
    @dpex.kernel
    def add(item, x, y):
        i = item.get_id(0)
        x[i] += y[i]

    x, y = (dpt.ones(10, sycl_queue=q) for q in pair)
    with pytest.raises(dpex.core.exceptions.ExecutionQueueInferenceError):
        dpex.call_kernel(add, dpex.Range(10), x, y)
    assert float(dpt.sum(x)) == 10


# ---- both at work ----------------------------------------------------------------------------------------


def test_arrays_of_one_are_freed_while_the_other_works(pair):
    a, b = pair
    x = dpt.linspace(0, 1, MiB, sycl_queue=b)
    expected = np.linspace(0, 1, MiB)
    for i in range(20):
        dropped = dpt.sin(dpt.ones(MiB, sycl_queue=a))
        copied = dropped.to_device(b)
        x = x + 0 * copied
        del dropped, copied
        if i % 5 == 0:
            opendpex.pool_trim()
    assert np.allclose(dpt.asnumpy(x), expected)


def test_kernels_and_fused_passes_run_on_both_from_threads(pair):
    @dpex.kernel
    def double(item, x):
        i = item.get_id(0)
        x[i] = x[i] * 2

    @opendpex.fuse
    def polynomial(x):
        return 3 + x * (1 + x * (-0.5 + 0.3 * x))

    results, errors = {}, []

    def work(queue, start):
        try:
            x = dpnp.full(500_000, start, sycl_queue=queue)
            for _ in range(10):
                dpex.call_kernel(double, dpex.Range(x.size), x)
                x = x / 2 + 0 * polynomial(x)
                x = dpnp.sqrt(x * x)  # a pass of its own
            results[start] = (float(x.min()), float(x.max()), x.sycl_queue == queue)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(pair[i % 2], float(i + 1))) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert results == {start: (start, start, True) for start in (1.0, 2.0, 3.0, 4.0)}


# ---- failures of one -------------------------------------------------------------------------------------


def test_memory_that_runs_out_on_one_leaves_the_other(pair, run_on_both):
    if pair[0].sycl_device.backend.name != "cuda":
        pytest.skip("simulated GPUs share the memory of the host")
    program = """
held, size = [], 1 << 40
y = dpt.ones(1 << 20, sycl_queue=b)
while size >= 1 << 20:  # until nothing is left of the first
    try:
        held.append(dpm.MemoryUSMDevice(size, queue=a))
    except dpm.USMAllocationError:
        size //= 2
    y = dpt.sin(y) * 0 + 1
try:
    dpt.ones(1 << 24, sycl_queue=a)
    print("enough")
except MemoryError:
    print("none")
assert float(dpt.sum(y)) == 1 << 20
x = y.to_device(b)
del held
opendpex.pool_trim()
assert float(dpt.sum(dpt.ones(1 << 24, sycl_queue=a) + 0)) == 1 << 24
assert float(dpt.sum(x.to_device(a))) == 1 << 20
"""
    assert run_on_both(program) == ["none"]


def test_a_request_that_one_cannot_meet_leaves_both(pair):
    x, y = (dpnp.ones(MiB, sycl_queue=q) for q in pair)
    for a, b in ((x, y), (y, x)):
        b = b * 2
        with pytest.raises(MemoryError):
            dpnp.ones(1 << 50, sycl_queue=a.sycl_queue)
        assert float(b.sum()) == 2 * MiB and float((a + 1).sum()) == 2 * MiB


def test_a_fault_on_one_is_told_by_both_and_leaves_the_process(pair, run_on_both):
    """The driver ends the contexts of all its devices with the one that faults; what remains are the messages and the CPU."""
    if pair[0].sycl_device.backend.name != "cuda":
        pytest.skip("a simulated GPU computes on the host, where an illegal address ends the process")
    program = """
from ctypes import c_uint64
from dpctl.program import create_program_from_source
source = 'extern "C" __global__ void fault(unsigned long long at) { *(volatile int *)at = 1; }'
kernel = create_program_from_source(a, source).get_sycl_kernel("fault")
y = dpt.linspace(0, 1, 1 << 22, sycl_queue=b)
x = dpt.ones(1 << 20, sycl_queue=a)
z = dpt.ones(1 << 20, device="cpu")
b.wait()
event = a.submit_async(kernel, [c_uint64(64)], [1])
z = z * 2

def message(call):
    try:
        call()
    except RuntimeError as error:
        return str(error)
    return "no error"

found = message(event.wait)
print("lost: a kernel read or wrote an illegal address" in found)
print("lost" in message(lambda: dpt.asnumpy(x + 1)))
for call in (lambda: dpt.asnumpy(y), lambda: dpt.sum(y + 1), lambda: dpt.ones(1 << 22, sycl_queue=b), lambda: x.to_device(b)):
    print("lost with another device of the process" in message(call) or message(call))
print(float(dpt.sum(z)) == 1 << 21)
"""
    assert run_on_both(program) == ["True"] * 7


# ---- programs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["i4", "i8", "f2", "f4", "f8", "c8", "i2", "?"])
def test_collectives(pair, dtype):
    host = np.stack([numbers((3, 10_007), dtype), numbers((3, 10_007), dtype)[:, ::-1]])
    arrays = [dpnp.asarray(x, sycl_queue=q) for x, q in zip(host, pair)]
    is_library = pair[0].sycl_device.backend.name == "cuda" and dtype not in ("i2", "?")
    assert uses_nccl(arrays) in ([True, False] if is_library else [False])
    for op, function in {"sum": np.add, "max": np.maximum, "min": np.minimum}.items():
        if dtype == "c8" and op != "sum":
            continue
        expected = function(*host)
        for result, queue in zip(allreduce(arrays, op), pair):
            assert result.sycl_queue == queue and result.dtype == arrays[0].dtype
            assert np.array_equal(result.asnumpy(), expected.astype(result.dtype))
    first, second = broadcast(arrays[1], pair)
    assert np.array_equal(first.asnumpy(), host[1]) and first.sycl_queue == pair[0] and second is arrays[1]


def test_results_of_a_collective_are_used_at_once(pair):
    arrays = [dpnp.full(MiB, float(i + 1), sycl_queue=q) for i, q in enumerate(pair)]
    for _ in range(10):
        arrays = [x / 2 + 0.75 for x in allreduce([dpnp.sqrt(x * x) for x in arrays])]
    expected = np.array([1.0, 2.0])
    for _ in range(10):
        expected[:] = expected.sum() / 2 + 0.75
    for x, value in zip(arrays, expected):
        assert float(x.min()) == float(x.max()) == value


@pytest.mark.parametrize("name", ["heat", "kmeans"])
def test_examples(pair, name):
    filters = [q.sycl_device.filter_string for q in pair]
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *filters], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert all(f"on {text}" in done.stdout for text in filters)
    error = float(done.stdout.split()[-1])
    assert error < (1e-3 if name == "heat" else 1e-4)


def test_dask_has_a_worker_per_gpu(pair):
    pytest.importorskip("distributed")
    program = f"""
import dask.array as da, numpy as np, dpnp, opendpex.dask
from distributed import Client

def where(x):
    return x.sycl_device.filter_string, x.sycl_device.max_compute_units > 0

if __name__ == "__main__":
    with opendpex.dask.local_cluster({[q.sycl_device.filter_string for q in pair]}) as cluster, Client(cluster) as client:
        names = sorted(cluster.workers)
        x = da.random.default_rng(0).random((4000, 50), chunks=(500, 50))
        total = (x.T @ x).sum().compute()
        mean = float(x.mean().compute())
        assert abs(mean - 0.5) < 0.01, mean
        parts = client.map(lambda i: type(dpnp.ones(i + 1)).__module__ + str(dpnp.ones(3).sycl_device.device_type), range(4))
        print(len(names), len(set(client.who_has(parts).values())) >= 1, *sorted(set(client.gather(parts))))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:2] == ["2", "True"] and done.stdout.count("gpu") == 1
