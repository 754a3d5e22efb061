"""Programs in which type checkers find nothing; `test_types.py` runs them too."""

import numpy

import dpctl
import dpctl.memory as dpmem
import dpctl.program as dpprog
import dpctl.tensor as dpt
import dpctl.utils
import dpnp as np
import dpnp.tensor
import numba_dpex as dpex
import numba_dpex.dpnp as older_dpnp
import opendpex
from numba_dpex import kernel_api as kapi


def creation() -> None:
    x = np.arange(10)
    assert x.shape == (10,) and x.dtype == np.int64 and x.ndim == 1
    y = np.zeros((2, 3), dtype=np.float32)
    assert len(y) == 2 and y.size == 6 and y.T.shape == (3, 2)
    z = np.array([[1, 2], [3, 4]], dtype="f8", device="cpu", usm_type="shared")
    assert z.usm_type == "shared" and z.sycl_device.is_cpu
    assert np.linspace(0, 1, 5)[-1] == 1
    a, b = np.meshgrid(np.arange(2), np.arange(3))
    assert a.shape == b.shape == (3, 2)
    assert np.full_like(y, 7, dtype=int)[0, 0] == 7
    assert np.eye(3, k=1).sum() == 2
    assert np.asarray(dpt.ones(3)).sum() == 3
    assert np.ones(3, sycl_queue=x.sycl_queue).sycl_queue == x.sycl_queue
    u = dpt.ones(3)
    assert dpt.sum(u) == 3 and dpt.arange(3, dtype=dpt.int32).dtype == dpt.int32
    assert dpt.asarray([1.5, 2.5], device="cpu").shape == (2,)
    assert dpt.zeros((2, 2), usm_type="device").usm_type == "device"


def operators() -> None:
    x = np.arange(6).reshape(2, 3)
    y = (x + 1) * 2 - x / 3 + 2**x
    y += 1
    y[0] = 0
    y[:, 1:] = x[:, 1:]
    assert (x @ x.T).shape == (2, 2)
    assert ((x > 1) & ~(x == 3) | (x != x)).sum() == 3
    assert abs(-x).max() == 5 and float(y[0, 1]) == 1.0 and int(x[1, 2]) == 5 and bool(x[0, 1])
    q, r = divmod(x, 2)
    assert (q * 2 + r == x).all()
    assert x[x > 2].tolist() == [3, 4, 5] and x[..., None].shape == (2, 3, 1) and x[[0, 1], [1, 2]].shape == (2,)
    assert [int(e) for e in x[0]] == [0, 1, 2]
    u = dpt.arange(6)
    u = u[::2] * 2 + 1 - dpt.sqrt(dpt.astype(u[:3], dpt.float64))
    assert dpt.all(u != 100) and (u**2).shape == (3,) and (1 / (u + 1)).ndim == 1
    mixed = x[0] + dpt.ones(3)
    assert isinstance(mixed, np.ndarray)


def methods() -> None:
    x = np.arange(12.0).reshape(3, 4)
    assert x.sum(axis=0).shape == (4,) and x.mean() == 5.5 and x.std(axis=(0, 1), keepdims=True).shape == (1, 1)
    assert x.astype(np.int32).dtype == numpy.dtype("i4") and x.copy().flags.c_contiguous
    assert x.T.ravel()[1] == 4 and x.transpose(1, 0).flatten().size == 12 and x.real.shape == x.imag.shape
    assert x.argmax() == 11 and x.cumsum()[-1] == 66 and x.clip(1, 3).max() == 3 and x.dot(x.T).shape == (3, 3)
    assert x.reshape((2, 6)).shape == x.reshape(2, -1).shape and x.item(3) == 3.0
    x.sort(axis=0)
    x.fill(1)
    assert x.asnumpy().sum() == 12 and np.asnumpy(x).shape == (3, 4)
    assert x.to_device("cpu").device.sycl_queue.sycl_device.name
    x.shape = (4, 3)


def functions() -> None:
    x = np.linspace(0.1, 1, 10)
    assert np.sqrt(np.sin(x) ** 2 + np.cos(x) ** 2).sum() == 10
    assert np.add.reduce(x).ndim == 0 and np.add(x, 1, out=np.empty(10)).shape == (10,) and np.exp(1.0) > 2
    assert np.where(x > 0.5, x, 0).shape == (10,) and np.concatenate([x, x], axis=0).size == 20
    values, edges = np.histogram(x, bins=3)
    assert edges.size == values.size + 1
    assert np.unique(np.array([1, 1, 2])).size == 2
    values, counts = np.unique(np.array([1, 1, 2]), return_counts=True)
    assert counts[0] == 2
    points, step = np.linspace(0, 1, 3, retstep=True)
    assert step == 0.5 and points.size == 3
    fraction, whole = np.modf(x)
    assert fraction.shape == whole.shape
    assert np.einsum("i,i", x, x) > 0 and np.dot(x, x) > 0 and np.interp(x, x, x).size == 10
    assert np.allclose(x, x) and np.median(x) > 0.5 and np.percentile(x, 50) > 0.5 and np.pi > 3
    m = np.eye(3) * 2
    assert np.linalg.det(m) == 8 and np.linalg.solve(m, np.ones(3)).shape == (3,) and np.linalg.norm(m) > 3
    u, s, vh = np.linalg.svd(m)
    q, r = np.linalg.qr(m)
    w, v = np.linalg.eigh(m)
    assert u.shape == vh.shape == q.shape == r.shape == v.shape and s.size == w.size == 3
    assert np.linalg.svd(m, compute_uv=False).shape == (3,)
    assert np.fft.ifft(np.fft.fft(x)).real.shape == (10,) and np.fft.rfftfreq(8).size == 5
    rng = np.random.default_rng(0)
    assert rng.normal(0, 1, size=(2, 3)).shape == (2, 3) and rng.integers(0, 10, 5).size == 5
    assert np.random.rand(3, 2).shape == (3, 2) and np.random.normal(size=4).size == 4
    p = np.polynomial.Polynomial([1, 2])
    assert (p * p + 1).degree() == 2 and float(p(2.0)) == 5 and np.polyfit(x, x, 1).size == 2
    assert dpt.linalg.vector_norm(dpt.ones(4)) == 2 and dpt.matmul(dpt.eye(2), dpt.eye(2)).shape == (2, 2)
    assert dpt.unique_counts(dpt.asarray([1, 1])).counts[0] == 2
    assert dpt.concat([dpt.ones(1), dpt.zeros(2)]).size == 3 and dpt.max(dpt.arange(4), axis=0) == 3


def devices() -> None:
    queue = dpctl.SyclQueue("cpu", property="enable_profiling")
    device: dpctl.SyclDevice = queue.sycl_device
    assert device.is_cpu and device.max_compute_units > 0 and device.name.strip() and device.global_mem_size > 0
    assert device.backend in list(dpctl.backend_type) and device.has_aspect_cpu
    memory = dpmem.MemoryUSMShared(64, queue=queue)
    queue.memset(memory, 0, 64)
    event = queue.submit_barrier()
    event.wait()
    assert event.profiling_info_end >= 0 and bytes(memory.copy_to_host()[:4]) == b"\0\0\0\0" and len(memory) == 64
    with dpctl.device_context("cpu") as current:
        assert current.sycl_device.is_cpu
    for found in dpctl.get_devices(device_type="cpu"):
        assert isinstance(found, dpctl.SyclDevice)
    program = dpprog.create_program_from_source(queue, "__kernel void f(__global int *a) { a[get_global_id(0)] = 7; }")
    out = dpt.zeros(4, dtype="i4", sycl_queue=queue)
    queue.submit(program.get_sycl_kernel("f"), [out.usm_data], [4]).wait()
    assert out[3] == 7
    assert dpctl.utils.get_execution_queue([queue, queue]) == queue
    timer = dpctl.SyclTimer()
    with timer(queue):
        out += 1
    assert timer.dt.host_dt >= 0


@dpex.kernel
def add(item: kapi.Item, a, b, c):
    i = item.get_id(0)
    c[i] = a[i] + b[i]


@dpex.kernel
def by_group(item: kapi.NdItem, a):
    i = item.get_global_id(0)
    a[i] = item.get_group().get_group_id(0)


@dpex.kernel
def older(a):
    a[dpex.get_global_id(0)] *= 2


@dpex.dpjit
def summed(a):
    total = 0
    for i in dpex.prange(a.shape[0]):
        total += a[i]
    return total


@dpex.vectorize
def squared(x):
    return x * x


def kernels() -> None:
    a, b = np.arange(8), np.ones(8, dtype=int)
    c = np.empty_like(a)
    dpex.call_kernel(add, dpex.Range(8), a, b, c)
    dpex.call_kernel(by_group, dpex.NdRange((8,), (4,)), c)
    older[8](c)
    older[dpex.Range(8)](c)
    assert c.sum() == 16 and summed(a) == 28 and squared(a)[3] == 9


@opendpex.fuse
def fused(x, y):
    return dpt.sqrt(x * x + y * y)


def fusion() -> None:
    assert fused(dpt.ones(3), dpt.zeros(3))[0] == 1
    scaled = opendpex.ElementwiseKernel("T x, T y", "T z", "z = 2 * x + y", "scaled")
    assert scaled(np.ones(3), np.ones(3))[0] == 3


def other_names() -> None:
    x: dpt.usm_ndarray = dpnp.tensor.ones(3)
    y: np.ndarray = older_dpnp.sqrt(older_dpnp.ones(3))
    assert dpt.sum(x) == 3 and y.sum() == 3 and older_dpnp.__version__ == np.__version__


if __name__ == "__main__":
    for part in (creation, operators, methods, functions, devices, kernels, fusion, other_names):
        part()
