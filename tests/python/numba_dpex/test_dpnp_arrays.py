"""Arrays of dpnp in kernels and in dpjit functions."""

import numpy as np
import pytest

import dpctl
import dpnp
import numba_dpex as dpex
from numba_dpex import prange
from numba_dpex._compiler.errors import TypingError

RNG = np.random.default_rng(31)


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def test_kernels_call_functions_of_dpnp(queue):
    @dpex.kernel
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = dpnp.sin(x[i]) + dpnp.maximum(x[i], 0.5) + dpnp.sqrt(x[i]) ** 2 + dpnp.logical_not(x[i] > 1) + dpnp.pi

    host = RNG.random(50) * 2
    x = dpnp.asarray(host, sycl_queue=queue)
    y = dpnp.empty_like(x)
    dpex.call_kernel(kernel, dpex.Range(50), x, y)
    expected = np.sin(host) + np.maximum(host, 0.5) + host + (host <= 1) + np.pi
    np.testing.assert_allclose(dpnp.asnumpy(y), expected, rtol=1e-13)


def test_the_older_form_takes_them(queue):
    @dpex.kernel
    def kernel(x):
        x[dpex.get_global_id(0)] += 1

    x = dpnp.zeros(7, sycl_queue=queue)
    kernel[7, dpex.DEFAULT_LOCAL_SIZE](x)
    assert dpnp.asnumpy(x).tolist() == [1.0] * 7


def test_dpjit_gives_them_back(queue):
    @dpex.dpjit
    def function(a, b):
        c = dpnp.sqrt(a * a + b * b)
        d = dpnp.zeros_like(a)
        s = 0.0
        for i in prange(a.shape[0]):
            d[i] = c[i] * 2
            s += d[i]
        return a, c, d, s, dpnp.sum((a - b) ** 2)

    a, b = RNG.random((2, 30))
    first, second = (dpnp.asarray(x, sycl_queue=queue) for x in (a, b))
    same, c, d, s, total = function(first, second)
    assert same is first and all(isinstance(x, dpnp.ndarray) for x in (c, d, total)) and c.sycl_queue == queue
    np.testing.assert_allclose(dpnp.asnumpy(d), 2 * np.hypot(a, b), rtol=1e-13)
    np.testing.assert_allclose([s, float(total)], [2 * np.hypot(a, b).sum(), ((a - b) ** 2).sum()], rtol=1e-13)


def test_queues_and_events_in_dpjit(queue):
    @dpex.kernel
    def twice(item, x):
        x[item.get_id(0)] *= 2

    @dpex.dpjit
    def function(x, events):
        q = x.sycl_queue
        host, event = dpex.call_kernel_async(twice, dpex.Range(x.size), events, x)
        event.wait()
        host.wait()
        return q

    x = dpnp.ones(5, sycl_queue=queue)
    assert function(x, (dpctl.SyclEvent(),)) == queue and dpnp.asnumpy(x).tolist() == [2.0] * 5


def like_with_shape(a):
    return dpnp.zeros_like(a, shape=(3,))


def like_a_number(a):
    return dpnp.ones_like(5)


def device_and_queue(a):
    return dpnp.empty(3, device="cpu", sycl_queue=a.sycl_queue)


@pytest.mark.parametrize(
    "function, text",
    [
        (like_with_shape, "shape"),
        (like_a_number, "int"),
        (device_and_queue, "`device` and `sycl_queue` are exclusive keywords"),
    ],
)
def test_constructors_that_dpjit_refuses(function, text):
    with pytest.raises(TypingError, match=text):
        dpex.dpjit(function)(dpnp.ones(3))


def test_types_of_them():
    assert isinstance(dpex.types.typeof(dpnp.ones((2, 3))), dpex.DpnpNdArray)


HOST = np.arange(6.0)
FOUR = np.array(4.0)


def creates(a):
    return np.zeros(6) + a, np.ones(a.shape[0]) @ a, a @ np.array([1, 2, 3, 4, 5, 6]), np.linspace(0, 1, 6) * a[0]


def operators(a):
    a /= HOST + 1
    a -= HOST
    return a + HOST, HOST @ a, a > HOST, HOST / (a * a + 1), a % (HOST + 1), a * HOST + 2, a * FOUR


def calls(a):
    np.copyto(a, HOST)
    return (
        np.dot(a, HOST),
        a.dot(HOST),
        np.concatenate((a, np.ones((1, 6)))),
        np.where(a > HOST, a, HOST),
        divmod(a, HOST + 1),
    )


def writes(a):
    own, sums = np.empty(6), np.zeros(6)
    own[:3], own[3:] = 2, 3
    own[4:] = a[0, :2]
    sums += a[1]
    sums *= a[2]
    np.add(a[0], 1, out=own)
    result = a + own
    own[:] = 7
    return result, own + a, sums * a


def chosen_by_masks(a):
    own, big = np.arange(6.0), np.ones((6, 6))
    own[a[0] > 0.5] = 3
    own[a[1] > 0.5] += 1.5
    own[a[2] > 0.5] *= a[2][a[2] > 0.5]
    own[a[3] > 0.25] /= 2
    big[a > 0.5] = a[a > 0.5]
    total = 0.0
    for i in range(3):
        total += own[i]
    mask = a[0] > 0.5
    return HOST[mask], HOST[a[1] > 2], a + own, big[:, mask] + a[:, mask], HOST[mask].sum() + a * total


def chosen_by_indices(a):
    rows = a.argsort(axis=1)[0]
    own = np.zeros((6, 6))
    own[rows, rows] = a[0]
    own[rows[0]][1] = 5
    own[rows[:2], 0] -= 1
    return HOST[rows], HOST[rows + 0] * 2, a + own, HOST[a.argmax(axis=1)]


def _flat(values):
    return [x for v in values for x in (_flat(v) if isinstance(v, tuple) else [v])]


@pytest.mark.parametrize("function", [creates, operators, calls, writes, chosen_by_masks, chosen_by_indices])
def test_numpy_arrays_beside_them_are_copied_to_the_queue(queue, function):
    host = RNG.random((6, 6))
    x = dpnp.asarray(host, sycl_queue=queue)
    found, expected = _flat(dpex.dpjit(function)(x)), _flat(function(host.copy()))
    assert all(y.sycl_queue == queue for y in found)
    for y, e in zip(map(dpnp.asnumpy, found), expected, strict=True):
        np.testing.assert_allclose(y, e, rtol=1e-12)


def test_numpy_arrays_that_change_later(queue):
    def function(a):
        r = np.zeros(a.shape[0])
        for _ in range(3):
            a = a * 2 + r
            r[:] = 100
        return a

    assert dpnp.asnumpy(dpex.dpjit(function)(dpnp.ones(300000, sycl_queue=queue))[::1000]).tolist() == [308.0] * 300


PARTS = (0.0, -0.0, 1.0, -2.5, 0.75, 1e-9, 40.0, np.inf, -np.inf, np.nan)
COMPLEX = np.array([complex(a, b) for a in PARTS for b in PARTS])
REAL, INTEGERS = np.array(PARTS), np.array([1, 2, -3, 5, 100])
OF_TWO = "maximum minimum fmax fmin less less_equal greater greater_equal".split()


@pytest.mark.parametrize(
    "name", ["rsqrt", "proj", "reciprocal", "exp2", "expm1", "log1p", "log2", "rint", "sign", *OF_TWO]
)
def test_functions_in_loops_are_those_of_arrays(queue, name):
    function = getattr(dpnp, name)

    def of_one(x, y, result):
        for i in prange(x.shape[0]):
            result[i] = function(x[i])

    def of_two(x, y, result):
        for i in prange(x.shape[0]):
            result[i] = function(x[i], y[i])

    for host in (COMPLEX, COMPLEX.astype("c8"), REAL, REAL.astype("f4"), INTEGERS, INTEGERS.astype("i4")):
        if name == "rsqrt" and host.dtype.kind == "c":
            continue  # it takes real numbers
        x, y = (dpnp.asarray(v, sycl_queue=queue) for v in (host, np.roll(host, 7)))
        expected = function(x, y) if name in OF_TWO else function(x)
        result = dpnp.empty_like(expected)
        dpex.dpjit(of_two if name in OF_TWO else of_one)(x, y, result)
        rtol = 2e-6 if host.dtype.char in "fF" else 1e-14
        np.testing.assert_allclose(dpnp.asnumpy(result), dpnp.asnumpy(expected), rtol=rtol, err_msg=str(host.dtype))
