"""Kernels over work-groups: barriers, local and private memory, atomics; compiled and simulated."""

import linecache
import re

import numpy as np
import pytest
from kernel_helpers import check_groups, on_each_device  # noqa: F401

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError

RNG = np.random.default_rng(11)


def tree_sum(nd, x, out, memory):
    i = nd.get_global_id(0)
    local = nd.get_local_id(0)
    group = nd.get_group()
    memory[local] = x[i]
    s = nd.get_local_range(0) // 2
    while s > 0:
        kapi.group_barrier(group)
        if local < s:
            memory[local] += memory[local + s]
        s //= 2
    if local == 0:
        out[group.get_group_id(0)] = memory[0]


@pytest.mark.parametrize("size", [2, 8, 32, 64])
def test_sum_of_each_group(size):
    x = RNG.random(size * 5)
    check_groups(tree_sum, (len(x),), (size,), x, np.zeros(5), kapi.LocalAccessor(size, dtype=np.float64))


def product(nd, A, B, C, a, b):
    i = nd.get_global_id(0)
    j = nd.get_global_id(1)
    li = nd.get_local_id(0)
    lj = nd.get_local_id(1)
    acc = 0.0
    for t in range((A.shape[1] + 3) // 4):
        a[li, lj] = A[i, t * 4 + lj] if i < A.shape[0] and t * 4 + lj < A.shape[1] else 0.0
        b[li, lj] = B[t * 4 + li, j] if t * 4 + li < B.shape[0] and j < B.shape[1] else 0.0
        kapi.group_barrier(nd.get_group(), kapi.MemoryScope.WORK_GROUP)
        for k in range(4):
            acc += a[li, k] * b[k, lj]
        kapi.group_barrier(nd.get_group(), kapi.MemoryScope.WORK_GROUP)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = acc


def test_tiled_matrix_product():
    A, B = RNG.random((10, 7)), RNG.random((7, 9))
    tiles = [kapi.LocalAccessor((4, 4), dtype=np.float64) for _ in range(2)]
    check_groups(product, (12, 12), (4, 4), A, B, np.zeros((10, 9)), *tiles)


def scan(nd, x, y, a, b):
    i = nd.get_global_id(0)
    local = nd.get_local_id(0)
    if i < x.shape[0]:
        a[local] = b[local] = x[i]
    else:
        a[local] = b[local] = 0
    offset = 1
    while offset < nd.get_local_range(0):
        kapi.group_barrier(nd.get_group())
        if local >= offset:
            b[local] = a[local] + a[local - offset]
        else:
            b[local] = a[local]
        kapi.group_barrier(nd.get_group())
        a[local] = b[local]
        offset *= 2
    if i < x.shape[0]:
        y[i] = a[local]


def test_scan_of_each_group():
    memory = [kapi.LocalAccessor(16, dtype=np.int64) for _ in range(2)]
    check_groups(scan, (48,), (16,), RNG.integers(0, 9, 41), np.zeros(41, dtype="int64"), *memory)


def carried_over_barriers(nd, x, y, memory):
    own = kapi.PrivateArray(3, np.int64)
    i = nd.get_global_id(0)
    local = nd.get_local_id(0)
    n = nd.get_local_range(0)
    for k in range(3):
        own[k] = x[i] * k
    before = x[i] * 7
    total = 0
    for step in range(1, 4):
        memory[local] = x[i] * step
        kapi.group_barrier(nd.get_group())
        if step % 2 == 1:
            total += memory[n - 1 - local]
        kapi.group_barrier(nd.get_group())
    y[i] = total + before + own[local % 3]


@pytest.mark.parametrize("size", [5, 16, 24])
def test_values_live_on_over_barriers(size):
    x = RNG.integers(-50, 50, 3 * size)
    check_groups(carried_over_barriers, (3 * size,), (size,), x, np.zeros_like(x), kapi.LocalAccessor(size, np.int64))


def barrier_in_a_device_function(nd, x, memory):
    i = nd.get_global_id(0)
    memory[nd.get_local_id(0)] = x[i]
    x[i] = neighbour(nd, memory) * 2


@dpex.device_func
def neighbour(nd, memory):
    kapi.group_barrier(nd.get_group())
    return memory[(nd.get_local_id(0) + 1) % nd.get_local_range(0)]


def test_barrier_inside_a_device_function():
    check_groups(barrier_in_a_device_function, (40,), (10,), RNG.random(40), kapi.LocalAccessor(10, np.float64))


def ids(nd, out):
    g = nd.get_group()
    i, j = nd.get_global_id(0), nd.get_global_id(1)
    out[i, j, 0] = nd.get_local_id(0) * 100 + nd.get_local_id(1)
    out[i, j, 1] = g.get_group_id(0) * 100 + g.get_group_id(1)
    out[i, j, 2] = nd.get_global_linear_id() * 1000 + nd.get_local_linear_id()
    out[i, j, 3] = g.get_group_linear_id() * 1000 + g.get_group_range(1) * 10 + g.get_local_range(0) + nd.dimensions


def test_ids_of_groups():
    check_groups(ids, (6, 20), (2, 5), np.zeros((6, 20, 4), dtype="int64"))


def local_counters(nd, x, out, memory):
    local = nd.get_local_id(0)
    if local < 4:
        memory[local] = 0
    kapi.group_barrier(nd.get_group())
    kapi.AtomicRef(memory, x[nd.get_global_id(0)], address_space=kapi.AddressSpace.LOCAL).fetch_add(1)
    kapi.group_barrier(nd.get_group())
    if local < 4:
        kapi.AtomicRef(out, local).fetch_add(memory[local])


def test_atomics_in_local_memory():
    x = RNG.integers(0, 4, 128)
    check_groups(local_counters, (128,), (32,), x, np.zeros(4, dtype="int64"), kapi.LocalAccessor(4, np.int64))


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"])
@pytest.mark.parametrize("method", ["fetch_add", "fetch_sub", "fetch_min", "fetch_max", "store", "exchange"])
def test_atomic_operations(method, dtype):
    def kernel(item, x, out):
        value = x[item.get_id(0)]
        getattr(kapi.AtomicRef(out, 0), method)(value)

    x = np.arange(1, 41).astype(dtype)
    out = dpt.asarray(np.array([100], dtype=dtype))
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(40), dpt.asarray(x), out)
    total = int(x.sum())
    expected = {"fetch_add": 100 + total, "fetch_sub": 100 - total, "fetch_min": 1, "fetch_max": 100}
    result = dpt.asnumpy(out)[0]
    if method in expected:
        assert result == np.array([expected[method]]).astype(dtype)[0]
    else:
        assert result in x


def test_compare_and_exchange_lets_one_win():
    def kernel(item, lock, won):
        i = item.get_id(0)
        seen = kapi.PrivateArray(1, np.int64)
        seen[0] = 0
        if kapi.AtomicRef(lock, 0).compare_exchange(seen, i + 1):
            won[i] = 1

    lock, won = dpt.zeros(1, dtype="int64"), dpt.zeros(100, dtype="int64")
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(100), lock, won)
    assert int(dpt.asnumpy(won).sum()) == 1 and dpt.asnumpy(won)[int(dpt.asnumpy(lock)[0]) - 1] == 1


def test_sum_by_one_atomic_element():
    def kernel(item, x, total):
        d = x[item.get_id(0)]
        kapi.AtomicRef(total, 0).fetch_add(d * d)

    x = RNG.random(10_001)
    total = dpt.zeros(1)
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(len(x)), dpt.asarray(x), total)
    np.testing.assert_allclose(dpt.asnumpy(total)[0], (x * x).sum(), rtol=1e-12)


# ---- errors -------------------------------------------------------------------------------------------------------


def test_barriers_and_local_memory_need_groups():
    def waits(item, x):
        kapi.group_barrier(item)

    with pytest.raises(TypingError, match="NdRange"):
        dpex.call_kernel(dpex.kernel(waits), dpex.Range(4), dpt.zeros(4))


@pytest.mark.parametrize("shape", [0, (1, 2, 3, 4), (2, -1), "4", 2.5])
def test_shapes_that_local_memory_cannot_have(shape):
    with pytest.raises(TypeError, match="LocalAccessor"):
        kapi.LocalAccessor(shape, np.float64)


def test_data_types_that_local_memory_cannot_have():
    for dtype in (np.complex128, np.bool_, np.float16):
        with pytest.raises(TypeError, match="LocalAccessor"):
            kapi.LocalAccessor(4, dtype)


def test_groups_that_are_too_large():
    def nothing(nd, x):
        x[nd.get_global_id(0)] = nd.get_local_id(0)

    x = dpt.zeros(1 << 20)
    largest = x.sycl_device.max_work_group_size
    with pytest.raises(dpctl.SyclKernelSubmitError, match="work-group of|local size of"):
        dpex.call_kernel(dpex.kernel(nothing), dpex.NdRange((largest * 2,), (largest * 2,)), x)


def test_atomic_operands_have_the_elements_type():
    def kernel(item, x):
        kapi.AtomicRef(x, 0).fetch_add(1.5)

    with pytest.raises(TypingError, match="int32"):
        dpex.call_kernel(dpex.kernel(kernel), dpex.Range(1), dpt.zeros(1, dtype="int32"))


ORDERS_AND_SCOPES = {
    "kapi.AtomicRef(x, 0, memory_scope=17)": "17",
    "kapi.AtomicRef(x, 0, memory_scope=-1)": "-1",
    "kapi.AtomicRef(x, 0, memory_order=17)": "17",
    "kapi.AtomicRef(x, 0, kapi.MemoryOrder.CONSUME_UNSUPPORTED)": "they are RELAXED",
    "kapi.AtomicRef(x, 0, kapi.MemoryOrder.RELEASE).load()": "load has no memory order RELEASE",
    "kapi.AtomicRef(x, 0, kapi.MemoryOrder.ACQUIRE).store(1.0)": "store has no memory order ACQUIRE",
    "kapi.group_barrier(nd.get_group(), 9)": "they are WORK_ITEM",
    "kapi.atomic_fence(17, kapi.MemoryScope.DEVICE)": "17",
    "kapi.atomic_fence(kapi.MemoryOrder.SEQ_CST, 5)": "5",
}


def kernel_of(statement: str):
    text = f"def of_a_text(nd, x):\n    {statement}\n"
    name = f"<{statement}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names = {"kapi": kapi}
    exec(compile(text, name, "exec"), names)
    return dpex.kernel(names["of_a_text"])


@pytest.mark.parametrize("statement", ORDERS_AND_SCOPES)
def test_memory_orders_and_scopes_that_do_not_exist_are_refused(statement):
    with pytest.raises(TypingError, match=re.escape(ORDERS_AND_SCOPES[statement])) as caught:
        dpex.call_kernel(kernel_of(statement), dpex.NdRange((4,), (4,)), dpt.zeros(1))
    assert ":2 in of_a_text" in str(caught.value)


@pytest.mark.parametrize("order", ("RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"))
def test_memory_orders_and_scopes_that_exist(order):
    for scope in ("WORK_ITEM", "SUB_GROUP", "WORK_GROUP", "DEVICE", "SYSTEM"):
        x = dpt.zeros(1)
        about = f"kapi.MemoryOrder.{order}, kapi.MemoryScope.{scope}"
        fence = f"kapi.atomic_fence({about}); kapi.group_barrier(nd.get_group(), kapi.MemoryScope.{scope})"
        dpex.call_kernel(
            kernel_of(f"kapi.AtomicRef(x, 0, {about}).fetch_add(1.0); {fence}"), dpex.NdRange((4,), (4,)), x
        )
        assert x[0] == 4


# ---- the simulator ------------------------------------------------------------------------------------------------


def test_the_simulator_checks_its_arguments():
    with pytest.raises(ValueError, match="function"):
        kapi.call_kernel(5, kapi.Range(1))
    with pytest.raises(ValueError, match="range"):
        kapi.call_kernel(scan, 10)
    with pytest.raises(ValueError, match="arguments"):
        kapi.call_kernel(scan, kapi.Range(1), 1)
    with pytest.raises(TypeError, match="NdRange"):
        kapi.call_kernel(lambda item, m: None, kapi.Range(1), kapi.LocalAccessor(1, np.float64))


def test_the_simulator_passes_on_what_a_kernel_raises():
    def kernel(nd, x):
        if nd.get_local_id(0) == 2:
            raise ZeroDivisionError("here")
        kapi.group_barrier(nd.get_group())

    with pytest.raises(ZeroDivisionError, match="here"):
        kapi.call_kernel(kernel, kapi.NdRange((4,), (4,)), np.zeros(4))


def test_outside_of_kernels_barriers_say_where_they_belong():
    with pytest.raises(NotImplementedError, match="kernels only"):
        kapi.group_barrier(None)


def of_the_group(nd, p, out, k):
    i = nd.get_global_id(0)
    v = max(int(p[4]), (k + 2) // -2) % 1024
    kapi.group_barrier(nd.get_group())
    out[i] = v


def test_what_is_the_same_for_a_group_is_computed_behind_what_it_reads():
    check_groups(of_the_group, (15,), (5,), np.arange(100, 110), np.zeros(15, "i8"), 3)
