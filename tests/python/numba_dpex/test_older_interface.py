"""The interface of versions 0.17 to 0.20: ``kernel[global, local](...)``, index functions, and NumPy arguments."""

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex._compiler.errors import TypingError
from numba_dpex.core import exceptions

RNG = np.random.default_rng(3)


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


@dpex.kernel
def polynomial(X, Y):
    i = dpex.get_global_id(0)
    x = X[i]
    Y[i] = 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def of_polynomial(x):
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def test_numpy_arrays_in_a_device_context(queue):
    X, Y = RNG.random(1000), np.zeros(1000)
    with dpctl.device_context(queue):
        polynomial[X.size, dpex.DEFAULT_LOCAL_SIZE](X, Y)
    np.testing.assert_allclose(Y, of_polynomial(X), rtol=1e-13)


def test_numpy_arrays_on_the_default_queue():
    X, Y = RNG.random(100), np.zeros(100)
    polynomial[X.size, dpex.DEFAULT_LOCAL_SIZE](X, Y)
    np.testing.assert_allclose(Y, of_polynomial(X), rtol=1e-13)


def test_numpy_views_are_written_through(queue):
    X, Y = RNG.random(40)[::-2], np.zeros((20, 3))
    with dpctl.device_context(queue):
        polynomial[20](X, Y[:, 1])
    np.testing.assert_allclose(Y[:, 1], of_polynomial(X), rtol=1e-13)
    assert not Y[:, 0].any() and not Y[:, 2].any()


def test_arguments_that_are_only_read_may_be_read_only(queue):
    X, Y = RNG.random(64), np.zeros(64)
    X.flags.writeable = False
    with dpctl.device_context(queue):
        polynomial[64, 8](X, Y)
    np.testing.assert_allclose(Y, of_polynomial(X), rtol=1e-13)


@pytest.mark.parametrize("keyword", ["access_types", "access_type"])
def test_access_types(queue, keyword):
    @dpex.kernel(**{keyword: {"read_only": ["X"], "write_only": ["Y"]}})
    def double(X, Y):
        i = dpex.get_global_id(0)
        Y[i] = 2 * X[i]

    X, Y = RNG.random(50), np.zeros(50)
    with dpctl.device_context(queue):
        double[50, dpex.DEFAULT_LOCAL_SIZE](X, Y)
    np.testing.assert_array_equal(Y, 2 * X)


def test_arrays_in_device_memory_need_no_context(queue):
    X = dpt.arange(0.0, end=1.0, step=1e-3, sycl_queue=queue)
    Y = dpt.empty_like(X)
    polynomial[X.size, dpex.DEFAULT_LOCAL_SIZE](X, Y)
    np.testing.assert_allclose(dpt.asnumpy(Y), of_polynomial(dpt.asnumpy(X)), rtol=1e-13)


@dpex.kernel
def positions(out):
    i = dpex.get_global_id(0)
    j = dpex.get_global_id(1)
    out[i, j, 0] = dpex.get_local_id(0) * 100 + dpex.get_local_id(1)
    out[i, j, 1] = dpex.get_group_id(0) * 100 + dpex.get_group_id(1)
    out[i, j, 2] = dpex.get_num_groups(0) * 100 + dpex.get_num_groups(1)
    out[i, j, 3] = dpex.get_local_size(0) * 100 + dpex.get_local_size(1)
    out[i, j, 4] = dpex.get_global_size(0) * 100 + dpex.get_global_size(1)
    out[i, j, 5] = dpex.get_work_dim()


def test_dimensions_count_as_the_range_is_written(queue):
    out = dpt.zeros((6, 20, 6), dtype="int64", sycl_queue=queue)
    positions[(6, 20), (2, 5)](out)
    i, j = np.indices((6, 20))
    expected = [i % 2 * 100 + j % 5, i // 2 * 100 + j // 5, 304 + 0 * i, 205 + 0 * i, 620 + 0 * i, 2 + 0 * i]
    np.testing.assert_array_equal(dpt.asnumpy(out), np.stack(expected, axis=-1))


@pytest.mark.parametrize("space", [(12, 4), ([12], [4]), ((12,), (4,)), [12, 4], dpex.NdRange((12,), (4,))], ids=str)
def test_forms_of_a_range_with_groups(queue, space):
    @dpex.kernel
    def groups(out):
        out[dpex.get_global_id(0)] = dpex.get_group_id(0)

    out = dpt.zeros(12, dtype="int64", sycl_queue=queue)
    groups[space](out)
    assert dpt.asnumpy(out).tolist() == [0] * 4 + [1] * 4 + [2] * 4


@pytest.mark.parametrize("space", [12, (12,), np.int64(12), dpex.Range(12), (12, []), ((12,), None)], ids=str)
def test_forms_of_a_range_without_groups(queue, space):
    @dpex.kernel
    def count(out):
        out[dpex.get_global_id(0)] += 1

    out = dpt.zeros(12, dtype="int64", sycl_queue=queue)
    count[space](out)
    assert dpt.asnumpy(out).tolist() == [1] * 12


@dpex.kernel
def reversed_in_groups(x):
    tile = dpex.local.array(64, dtype=np.float64)
    i = dpex.get_global_id(0)
    local = dpex.get_local_id(0)
    tile[local] = x[i]
    dpex.barrier(dpex.CLK_LOCAL_MEM_FENCE)
    x[i] = tile[dpex.get_local_size(0) - 1 - local]


def test_local_memory_and_barriers(queue):
    host = RNG.random(96)
    x = dpt.asarray(host, sycl_queue=queue)
    reversed_in_groups[96, 32](x)
    np.testing.assert_array_equal(dpt.asnumpy(x), host.reshape(3, 32)[:, ::-1].reshape(-1))


def test_a_barrier_with_the_default_local_size_has_one_group(queue):
    host = RNG.random(24)
    x = dpt.asarray(host, sycl_queue=queue)
    reversed_in_groups[24, dpex.DEFAULT_LOCAL_SIZE](x)
    np.testing.assert_array_equal(dpt.asnumpy(x), host[::-1])


def test_private_memory(queue):
    @dpex.kernel
    def kernel(x, y):
        own = dpex.private.array(shape=4, dtype=np.int64)
        i = dpex.get_global_id(0)
        for k in range(4):
            own[k] = x[i] * k
        y[i] = own[3] - own[1]

    x = dpt.arange(40, dtype="int64", sycl_queue=queue)
    y = dpt.zeros_like(x)
    kernel[40](x, y)
    np.testing.assert_array_equal(dpt.asnumpy(y), 2 * np.arange(40))


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64"])
def test_atomics_cast_to_the_elements_type(queue, dtype):
    @dpex.kernel
    def kernel(total):
        dpex.atomic.add(total, 0, 2)
        dpex.atomic.sub(total, (1,), 1.0)

    total = dpt.zeros(2, dtype=dtype, sycl_queue=queue)
    kernel[100](total)
    assert dpt.asnumpy(total).tolist() == [200, -100]


def test_functions_that_kernels_call(queue):
    @dpex.func
    def square(x):
        return x * x

    @dpex.func
    def fourth(x):
        return square(square(x))

    @dpex.kernel
    def kernel(x):
        i = dpex.get_global_id(0)
        x[i] = fourth(x[i])

    x = dpt.arange(10, dtype="float64", sycl_queue=queue)
    kernel[10](x)
    np.testing.assert_array_equal(dpt.asnumpy(x), np.arange(10.0) ** 4)


# ---- errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key, error",
    [
        ((), exceptions.InvalidKernelLaunchArgsError),
        ((1, 2, 3), exceptions.InvalidKernelLaunchArgsError),
        ("4", exceptions.InvalidKernelLaunchArgsError),
        ([], exceptions.InvalidKernelLaunchArgsError),
        (([], []), exceptions.IllegalRangeValueError),
        (0, exceptions.IllegalRangeValueError),
        ((1, 2, 3, 4), exceptions.InvalidKernelLaunchArgsError),
        (((1, 2, 3, 4), []), exceptions.UnsupportedNumberOfRangeDimsError),
        (((4, 4), (2,)), exceptions.UnmatchedNumberOfRangeDimsError),
        ((5, 2), exceptions.UnsupportedGroupWorkItemSizeError),
    ],
)
def test_ranges_that_are_none(key, error):
    with pytest.raises(error):
        polynomial[key]


def test_groups_that_are_too_large(queue):
    x = dpt.zeros(1 << 16, sycl_queue=queue)
    with pytest.raises(exceptions.UnsupportedWorkItemSizeError, match="the device allows"):
        polynomial[1 << 16, 1 << 16](x, x)


def test_a_launch_without_a_range():
    with pytest.raises(exceptions.UnknownGlobalRangeError, match="call_kernel"):
        polynomial(np.zeros(3), np.zeros(3))


def test_arguments_on_two_queues():
    x, y = (dpt.zeros(4, sycl_queue=dpctl.SyclQueue("cpu")) for _ in range(2))
    with pytest.raises(dpex.IndeterminateExecutionQueueError, match="different queues"):
        polynomial[4](x, y)


def test_numpy_beside_usm_arrays():
    with pytest.raises(TypeError, match="NumPy"):
        polynomial[4](np.zeros(4), dpt.zeros(4))
    with pytest.raises(exceptions.ComputeFollowsDataInferenceError):
        polynomial[4](np.zeros(4), dpt.zeros(4))


def test_other_arguments():
    with pytest.raises(exceptions.UnsupportedKernelArgumentError, match="list"):
        polynomial[4](dpt.zeros(4), [1, 2, 3, 4])
    with pytest.raises(exceptions.ExecutionQueueInferenceError):
        polynomial[4](1, 2)
    with pytest.raises(TypeError, match="keyword"):
        polynomial[4](X=dpt.zeros(4), Y=dpt.zeros(4))


SCALARS_OF_NO_NUMBERS = (
    np.datetime64(3, "s"), np.timedelta64(3, "s"), np.bytes_(b"a"), np.str_("a"), np.void(b"a"), np.longdouble(1), np.clongdouble(1),
)  # fmt: skip


@pytest.mark.parametrize("x", SCALARS_OF_NO_NUMBERS, ids=lambda x: type(x).__name__)
def test_numpys_scalars_that_are_no_numbers_are_refused(x):
    newer = dpex.kernel(lambda item, a, number: None)
    text = f"argument 1 of kernel '.*' has type {type(x).__name__}(.|\n)*parameter "
    for launch in (
        lambda: polynomial[4](dpt.zeros(4), x),
        lambda: polynomial[4](np.zeros(4), x),
        lambda: dpex.call_kernel(newer, dpex.Range(4), dpt.zeros(4), x),
        lambda: dpex.call_kernel_async(newer, dpex.Range(4), (), dpt.zeros(4), x),
    ):
        with pytest.raises(exceptions.UnsupportedKernelArgumentError, match=text):
            launch()


@pytest.mark.parametrize("x", [np.dtype(c).type(3) for c in "?bBhHiIlLqQefdFD"], ids=lambda x: x.dtype.char)
def test_numpys_numbers_are_passed_as_they_are(x, queue):
    @dpex.kernel
    def copy(a, number):
        a[dpex.get_global_id(0)] = number

    a = np.zeros(2, x.dtype)
    with dpctl.device_context(queue):
        copy[2](a, x)
    assert (a == x).all()


def test_too_many_numpy_arrays():
    for array in (np.zeros(4), dpt.zeros(4)):
        with pytest.raises(dpex._compiler.errors.TypingError, match=r"takes 2 arguments, 3 arguments were given"):
            polynomial[4](array, array, array)


def test_access_types_of_another_name():
    with pytest.raises(exceptions.UnsupportedAccessQualifierError, match="read_onli"):
        dpex.kernel(access_types={"read_onli": ["X"]})(polynomial.py_func)


def test_a_kernel_that_returns_a_value():
    @dpex.kernel
    def kernel(x):
        return x[0]

    for error in (TypeError, TypingError, exceptions.KernelHasReturnValueError):
        with pytest.raises(error, match="return"):
            kernel[4](dpt.zeros(4))


def test_index_functions_belong_to_kernels():
    for function in (dpex.get_global_id, dpex.get_local_size):
        with pytest.raises(NotImplementedError, match="kernels only"):
            function(0)
    assert dpex.is_available()
