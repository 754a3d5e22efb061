"""Read-only arrays: kernels read them, and a kernel that would write to one is refused before it is launched."""

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
import opendpex
from numba_dpex import kernel_api as kapi

N = 10


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def by_bytes(queue):
    return dpt.from_dlpack(np.frombuffer(np.arange(N, dtype="f8").tobytes()))


def by_flag(queue):
    x = dpt.arange(N, dtype="f8", sycl_queue=queue)
    x.flags["W"] = False
    return x


def by_view(queue):
    return by_flag(queue)[::1]


def of_dpnp(queue):
    x = dpnp.arange(N, dtype="f8", sycl_queue=queue)
    x.flags["W"] = False
    return x


MAKERS = [by_bytes, by_flag, by_view, of_dpnp]


@pytest.fixture(params=MAKERS, ids=lambda f: f.__name__)
def read_only(request, queue):
    x = request.param(queue)
    if x.sycl_device != queue.sycl_device:
        pytest.skip("memory of the process is that of the CPU")
    yield x
    np.testing.assert_array_equal(dpt.asnumpy(dpt.asarray(x)), np.arange(N))


def stores(item, x, y):
    i = item.get_id(0)
    y[i] = x[i] + 1


def rows(item, x, y):
    y[:] = x[:]


def in_place(item, x, y):
    i = item.get_id(0)
    y[i] += x[i]


def sometimes(item, x, y):
    i = item.get_id(0)
    if x[i] > 100:
        y[i] = 1


def by_function(item, x, y):
    put(y, item.get_id(0), x[0])


@dpex.device_func
def put(a, i, value):
    a[i] = value


def atomically(item, x, y):
    kapi.AtomicRef(y, 0).fetch_add(x[0])


def exchanged(item, x, y):
    kapi.AtomicRef(y, 0).exchange(x[0])


def expected_back(item, x, y):
    z = kapi.PrivateArray(1, dpex.float64)
    z[0] = x[0]
    kapi.AtomicRef(z, 0).compare_exchange(y, 5.0, 0)


def by_a_view(item, x, y):
    part = y[2:]
    part[0] = x[0]


WRITERS = [stores, rows, in_place, sometimes, by_function, atomically, exchanged, by_a_view]


@pytest.mark.parametrize("function", WRITERS, ids=lambda f: f.__name__)
def test_kernels_do_not_write_to_them(function, read_only):
    kernel = dpex.kernel(function)
    x = dpt.ones(N, sycl_queue=read_only.sycl_queue)
    for _ in range(2):
        with pytest.raises(ValueError, match="read-only.*'y'"):
            dpex.call_kernel(kernel, dpex.Range(N), x, read_only)
        with pytest.raises(ValueError, match="read-only.*'y'"):
            dpex.call_kernel_async(kernel, dpex.Range(N), (), x, read_only)
        with pytest.raises(ValueError, match="read-only.*'y'"):
            kernel[N, dpex.DEFAULT_LOCAL_SIZE](x, read_only)


def test_kernels_over_groups_do_not_write_to_them(read_only):
    @dpex.kernel
    def sums(item, x, y):
        i = item.get_global_id(0)
        total = kapi.reduce_over_group(item.get_group(), x[i])
        if item.get_local_id(0) == 0:
            y[item.get_group().get_group_id(0)] = total

    x = dpt.ones(N, sycl_queue=read_only.sycl_queue)
    for local in (2, 5):
        with pytest.raises(ValueError, match="read-only.*'y'"):
            dpex.call_kernel(sums, dpex.NdRange((N,), (local,)), x, read_only)
        dpex.call_kernel(sums, dpex.NdRange((N,), (local,)), read_only, x)


def test_they_may_be_read(read_only):
    kernel = dpex.kernel(stores)
    y = dpt.zeros(N, sycl_queue=read_only.sycl_queue)
    dpex.call_kernel(kernel, dpex.Range(N), read_only, y)
    np.testing.assert_array_equal(dpt.asnumpy(y), np.arange(N) + 1)
    y.flags["W"] = False
    with pytest.raises(ValueError, match="read-only"):
        dpex.call_kernel(kernel, dpex.Range(N), read_only, y)
    y.flags["W"] = True
    dpex.call_kernel(kernel, dpex.Range(N), read_only, y)


def test_an_atomic_load_reads(read_only):
    @dpex.kernel
    def loads(item, x, y):
        y[item.get_id(0)] = kapi.AtomicRef(x, 3).load()

    y = dpt.zeros(N, sycl_queue=read_only.sycl_queue)
    dpex.call_kernel(loads, dpex.Range(N), read_only, y)
    assert dpt.asnumpy(y).tolist() == [3.0] * N


@pytest.mark.parametrize("function", [stores, sometimes], ids=lambda f: f.__name__)
def test_debug_mode_refuses_too(function, read_only, monkeypatch):
    monkeypatch.setenv("DPEX_KERNEL_DEBUG", "1")
    kernel = dpex.kernel(function)
    x = dpt.ones(N, sycl_queue=read_only.sycl_queue)
    with pytest.raises(ValueError, match="read-only.*'y'"):
        dpex.call_kernel(kernel, dpex.Range(N), x, read_only)
    y = dpt.zeros(N, sycl_queue=read_only.sycl_queue)
    dpex.call_kernel(kernel, dpex.Range(N), read_only, y)


@pytest.mark.parametrize("function", WRITERS, ids=lambda f: f.__name__)
def test_the_simulator_refuses_too(function):
    x, y = np.ones(N), np.frombuffer(bytes(8 * N))
    with pytest.raises(ValueError, match="read-only"):
        kapi.call_kernel(lambda item, x, y: (function(item, x, y), y.__setitem__(0, 1)), dpex.Range(N), x, y)
    assert not y.any()


def test_numpy_arrays_of_the_older_interface(queue):
    @dpex.kernel
    def k(x, y):
        i = dpex.get_global_id(0)
        y[i] = x[i] + 1

    x, y = np.frombuffer(bytes(8 * N)), np.zeros(N)
    with dpctl.device_context(queue):
        k[N, dpex.DEFAULT_LOCAL_SIZE](x, y)
        assert y.tolist() == [1.0] * N
        y.flags.writeable = False
        with pytest.raises(ValueError, match="read-only.*'y'"):
            k[N, dpex.DEFAULT_LOCAL_SIZE](x, y)
        with pytest.raises(ValueError, match="read-only.*'y'"):
            k[N, dpex.DEFAULT_LOCAL_SIZE](x, x)
        swapped = np.zeros(N, dtype=np.dtype("f8").newbyteorder())
        swapped.flags.writeable = False
        with pytest.raises(ValueError, match="read-only.*'y'"):
            k[N, dpex.DEFAULT_LOCAL_SIZE](x, swapped)
    assert not x.any() and y.tolist() == [1.0] * N


def test_access_types_do_not_open_them(queue):
    @dpex.kernel(access_types={"write_only": ["y"]})
    def k(y):
        y[dpex.get_global_id(0)] = 1.0

    y = np.frombuffer(bytes(8 * N))
    with dpctl.device_context(queue), pytest.raises(ValueError, match="read-only.*'y'"):
        k[N, dpex.DEFAULT_LOCAL_SIZE](y)
    assert not y.any()


@dpex.dpjit
def parallel(x, y):
    for i in dpex.prange(x.shape[0]):
        y[i] = x[i] + 1


@dpex.njit
def serial(x, y):
    for i in range(x.shape[0]):
        y[i] = x[i] + 1


@dpex.njit(parallel=True)
def reduced(x, y):
    for i in dpex.prange(x.shape[0]):
        y += x[i]
    return y


@dpex.dpjit
def expression(x, y):
    y[:] = x * 2 + 1


@dpex.dpjit
def augmented(x, y):
    y += x * 2 + 1


@pytest.mark.parametrize("function", [parallel, serial, reduced, expression, augmented], ids=lambda f: f.__name__)
@pytest.mark.parametrize("memory", ["usm", "numpy"])
def test_host_functions_do_not_write_to_them(function, memory, queue):
    if memory == "usm":
        x, y = dpt.ones(N, sycl_queue=queue), by_flag(queue)
    else:
        x, y = np.ones(N), np.frombuffer(np.arange(N, dtype="f8").tobytes())
    with dpctl.device_context(queue):
        with pytest.raises(ValueError, match="read-only"):
            function(x, y)
        np.testing.assert_array_equal(np.asarray(y) if memory == "numpy" else dpt.asnumpy(y), np.arange(N))
        z = np.zeros(N) if memory == "numpy" else dpt.zeros(N, sycl_queue=queue)
        function(y, z)


def test_a_serial_loop_that_does_not_come_to_write_runs():
    @dpex.njit
    def first_negative(x, y):
        found = -1
        for i in range(x.shape[0]):
            if x[i] < 0:
                y[0] = i
                found = i
        return found

    y = np.frombuffer(bytes(8))
    assert first_negative(np.ones(4), y) == -1
    with pytest.raises(ValueError, match="read-only"):
        first_negative(-np.ones(4), y)


def test_vectorized_functions(queue):
    @dpex.vectorize
    def double(x):
        return 2 * x

    y = by_flag(queue)
    assert dpt.asnumpy(double(y)).tolist() == (2 * np.arange(N)).tolist()
    with pytest.raises(ValueError, match="read-only"):
        double(dpt.ones(N, sycl_queue=queue), out=y)


def test_kernels_from_a_few_lines(read_only):
    twice = opendpex.ElementwiseKernel("T x", "T y", "y = 2 * x")
    assert dpt.asnumpy(dpt.asarray(twice(read_only))).tolist() == (2 * np.arange(N)).tolist()
    with pytest.raises(ValueError, match="y is read-only"):
        twice(dpt.ones(N, sycl_queue=read_only.sycl_queue), read_only)
    total = opendpex.ReductionKernel("T x", "T y", "x", "a + b", "y = a", 0)
    assert float(total(read_only)) == np.arange(N).sum()
    assert float(opendpex.fuse(lambda x: x * 2)(read_only)[1]) == 2


def test_raw_kernels_take_them_as_pointers_to_const(read_only):
    text = "__kernel void k(__global const double *x, __global double * const y /* const * */) { y[get_global_id(0)] = x[get_global_id(0)]; }"
    kernel = opendpex.RawKernel(text, "k")
    y = dpt.zeros(N, sycl_queue=read_only.sycl_queue)
    if read_only._element_offset == 0:
        kernel((N,), (1,), (read_only, y))
        assert dpt.asnumpy(y).tolist() == list(range(N))
    with pytest.raises(ValueError, match="read-only.*double \\* const y"):
        kernel((N,), (1,), (y, read_only))


# ---- the flag ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("xp", [dpt, dpnp], ids=["dpctl", "dpnp"])
def test_memory_that_is_read_only_stays_so(xp):
    x = xp.from_dlpack(np.frombuffer(bytes(80)))
    views = [
        x,
        x[2:],
        x[::2],
        x.reshape(2, 5) if xp is dpnp else dpt.reshape(x, (2, 5)),
        dpt.permute_dims(x[:, None], (1, 0)),
        x.real,
    ]
    views += [
        dpt.usm_ndarray((3,), dtype="f8", buffer=x),
        dpnp.asarray(x),
        dpt.asarray(x),
        dpt.from_dlpack(x),
        dpt.broadcast_to(x, (2, 10)),
    ]
    if xp is dpnp:
        views.append(x.view("i8"))
    for view in views:
        assert not view.flags["W"]
        for key in ("W", "WRITEABLE", "WRITABLE"):
            with pytest.raises(ValueError, match="read-only"):
                view.flags[key] = True
        with pytest.raises(ValueError, match="read-only"):
            view.flags.writable = True
        view.flags["W"] = False
        assert not view.flags["W"]
    copied = xp.copy(x)
    copied[0] = 1
    assert copied.flags["W"]


def test_memory_of_ones_own_may_be_opened_again():
    x = dpt.zeros(4)
    x.flags["W"] = False
    imported = dpt.from_dlpack(x)
    with pytest.raises(ValueError, match="read-only"):
        imported.flags["W"] = True
    x.flags["W"] = True
    x[0] = 1
    assert int(x.flags.flags) == int(dpt.zeros(4).flags.flags)
