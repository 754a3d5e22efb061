"""The array type, its operators and the first functions, compared with NumPy."""

import pickle

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpctl.tensor as dpt
import dpnp
from dpctl.utils import ExecutionPlacementError

A = numpy.arange(24, dtype="float32").reshape(2, 3, 4)
B = numpy.array([[1, -2, 3], [4, 5, -6]])


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: x + 1,
        lambda np, x: 2.5 * x,
        lambda np, x: x[1],
        lambda np, x: x[..., ::-2],
        lambda np, x: x.T,
        lambda np, x: x.reshape(4, -1),
        lambda np, x: x.reshape((6, 4), order="F"),
        lambda np, x: np.transpose(x, (1, 2, 0)),
        lambda np, x: x.transpose(2, 0, 1),
        lambda np, x: x.ravel("F"),
        lambda np, x: x.T.ravel(order="K"),
        lambda np, x: np.sum(x, axis=(0, 2)),
        lambda np, x: x.max(axis=1, keepdims=True),
        lambda np, x: x.min(),
        lambda np, x: np.max(x, axis=0, initial=10, where=x > 3),
        lambda np, x: np.sum(x, where=x > 3),
        lambda np, x: np.mean(x, axis=1, where=x > 3),
        lambda np, x: x.std(axis=-1, ddof=1),
        lambda np, x: np.var(x, axis=0, where=x < 20),
        lambda np, x: x.cumsum(),
        lambda np, x: np.cumprod(x, axis=1),
        lambda np, x: np.concatenate([x, x + 1], axis=1),
        lambda np, x: np.stack((x, x), axis=-1),
        lambda np, x: np.where(x > 3, x, 0),
        lambda np, x: np.nonzero(x),
        lambda np, x: np.add(x, 1, where=x > 3, out=np.zeros_like(x)),
        lambda np, x: np.multiply(x, x, dtype="float64"),
        lambda np, x: np.subtract.outer(x[0, 0], x[0, :, 1]),
        lambda np, x: np.sqrt(x, order="F"),
        lambda np, x: np.atleast_3d(x[0]),
        lambda np, x: np.broadcast_to(x[0, 0], (2, 4)),
        lambda np, x: x.flatten("F"),
        lambda np, x: x.item(3),
        lambda np, x: x.tolist(),
        lambda np, x: np.full_like(x, 7, dtype="int16"),
        lambda np, x: np.zeros_like(x, shape=(2, 2)),
    ],
)
def test_as_numpy(device, body):
    same(device, body, A)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: x.reshape(5, 5),
        lambda np, x: np.sum(x, axis=4),
        lambda np, x: np.concatenate([x, x[0]]),
        lambda np, x: np.transpose(x, (0, 0, 1)),
        lambda np, x: -(x > 0),
        lambda np, x: x.item(99),
        lambda np, x: np.add(x, x, out=np.empty_like(x, dtype="int32")),
        lambda np, x: np.add(x, x, order="Z"),
    ],
)
def test_errors_as_numpys(device, body):
    same(device, body, A, fails=True)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float32", "complex64"])
@pytest.mark.parametrize("function", ["sum", "prod", "max", "min", "mean", "any", "all", "argmax"])
def test_reductions_of_each_dtype(device, function, dtype):
    same(
        device,
        lambda np, x: getattr(np, function)(x, axis=1),
        (B > 0).astype(dtype) if dtype == "bool" else abs(B).astype(dtype),
        rtol=1e-5,
    )


def test_strides_are_bytes(device):
    x = dpnp.zeros((2, 3), "int32", device=device)
    assert x.strides == (12, 4) and x.T.strides == (4, 12)
    y = dpnp.ndarray((3,), "int32", buffer=x, strides=(8,), offset=1)
    assert y.strides == (8,) and y.get_array().strides == (2,)


def test_crossing_between_the_types_copies_nothing(device):
    x = dpnp.zeros(3, device=device)
    view = x.get_array()
    assert type(view) is dpt.usm_ndarray and not isinstance(x, dpt.usm_ndarray)
    view[1] = 5
    assert x.tolist() == [0, 5, 0]
    assert type(dpt.sin(x)) is dpnp.ndarray and type(dpnp.sin(view)) is dpnp.ndarray and type(x + view) is dpnp.ndarray


def test_numpy_arrays_and_lists_are_no_operands(device):
    x = dpnp.zeros(3, device=device)
    for other in (numpy.zeros(3), [1, 2, 3]):
        with pytest.raises(TypeError):
            x + other
        with pytest.raises(TypeError):
            dpnp.add(x, other)
    assert (x + numpy.float32(2)).tolist() == [2, 2, 2]


def test_two_queues_are_refused(device):
    x, y = (dpnp.ones(3, sycl_queue=dpctl.SyclQueue(device)) for _ in range(2))
    with pytest.raises(ExecutionPlacementError):
        x + y


def test_pickle(device):
    x = dpnp.asarray(A, device=device, usm_type="host")
    y = pickle.loads(pickle.dumps(x))
    assert type(y) is dpnp.ndarray and y.usm_type == "host" and numpy.array_equal(dpnp.asnumpy(y), A)


def test_printing():
    assert repr(dpnp.arange(3)) == "array([0, 1, 2])" and str(dpnp.ones(2)) == "[1. 1.]"


_SOURCES = [numpy.arange(24).astype(code).reshape(2, 3, 4) for code in "?bBhHiIlLqQefdFD"]
_SOURCES += [
    numpy.asfortranarray(A),
    A[:, ::-2, 1:],
    numpy.arange(6, dtype=">f8"),
    numpy.zeros((3, 0, 2)),
    numpy.array(2.5),
    numpy.float32(1.5),
    numpy.broadcast_to(B, (4, 2, 3)),
    numpy.ma.masked_array([1.0, 2.0], [False, True]),
    numpy.asmatrix(B),
]


@pytest.mark.parametrize("source", _SOURCES, ids=lambda x: f"{type(x).__name__}-{x.dtype}-{x.shape}")
def test_array_of_one_argument_is_that_of_all_arguments(source):
    """A call without further arguments is done in C where it can be."""
    short, long = dpnp.array(source), dpnp.array(source, None, copy=True, order="K")
    assert type(short) is type(long) is dpnp.ndarray
    assert (short.dtype, short.shape, short.strides) == (long.dtype, long.shape, long.strides)
    assert (short.usm_type, short.sycl_queue) == (long.usm_type, long.sycl_queue)
    assert numpy.array_equal(dpnp.asnumpy(short), dpnp.asnumpy(long))
    assert short.flags.writable
    again = dpnp.array(short)
    again[...] = 0
    assert numpy.array_equal(dpnp.asnumpy(short), dpnp.asnumpy(long))
    assert again.strides == short.strides or not source.size


@pytest.mark.parametrize("code", ["g", "O", "U3", "M8[s]", "i4,f8"])
def test_array_refuses_elements_that_are_no_numbers(code):
    with pytest.raises(TypeError):
        dpnp.array(numpy.zeros(3, dtype=code))


def test_array_of_an_array_stays_where_it_is(device):
    class Marked(dpnp.ndarray):
        pass

    queue = dpctl.SyclQueue(device)
    x = dpnp.arange(5, dtype="int32", usm_type="shared", sycl_queue=queue)
    made = dpnp.array(x)
    assert made is not x and made.sycl_queue == queue and made.usm_type == "shared"
    assert type(dpnp.array(x.view(type=Marked))) is dpnp.ndarray
    x.flags.writable = False
    assert dpnp.array(x).flags.writable and dpnp.asnumpy(dpnp.array(x)).tolist() == [0, 1, 2, 3, 4]


def test_array_of_elements_reads_what_is_pending(device):
    x = dpnp.ones(2_000_000, device=device)
    for _ in range(4):
        x = x * 2
    assert dpnp.asnumpy(dpnp.array([x[0], x[-1], 1])).tolist() == [16, 16, 1]
    x = x + 1
    made = dpnp.array(x)
    x -= 1
    assert float(made[5]) == 17 and float(x[5]) == 16
