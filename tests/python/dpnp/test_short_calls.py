"""Calls with their usual arguments, which go to the core at once, give what the same calls with all arguments give."""

import numpy
import pytest

import dpctl
import dpnp

_DTYPES = ["?", "i1", "u2", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
_CALLS = {
    "sort": (lambda np, x: np.sort(x), lambda np, x: np.sort(x, axis=x.ndim - 1, kind="stable")),
    "norm": (lambda np, x: np.linalg.norm(x), lambda np, x: np.linalg.norm(x.ravel(), 2, axis=0)),
    "convolve": (lambda np, x: np.convolve(x, x[:3]), lambda np, x: np.convolve(x, x[:3], "full")),
    "concatenate": (lambda np, x: np.concatenate((x, x[:2])), lambda np, x: np.concatenate([x, x[:2]], axis=0)),
    "array": (lambda np, x: np.array(x), lambda np, x: np.array(x, copy=True)),
}


class Marked(dpnp.ndarray):
    pass


def _outcome(call, np, x):
    try:
        result = call(np, x)
    except Exception as error:
        return type(error)
    values = dpnp.asnumpy(result) if np is dpnp else numpy.asarray(result)
    return values.dtype, values.shape, values.tobytes()


@pytest.fixture(autouse=True)
def _types_of_the_device(request):
    parameters = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    device = parameters.get("device") and request.getfixturevalue("device")
    if device and parameters.get("dtype") == "f2" and not device.has_aspect_fp16:
        pytest.skip("the device has no float16")


@pytest.mark.parametrize("dtype", _DTYPES)
@pytest.mark.parametrize("name", _CALLS)
def test_usual_calls_are_those_with_all_arguments(name, dtype, device):
    short, long = _CALLS[name]
    queue = dpctl.SyclQueue(device)
    for shape in [(7,), (1,), (0,), (), (3, 4)]:
        numbers = ((numpy.arange(numpy.prod(shape, dtype=int)) * 5) % 7).astype(dtype).reshape(shape)
        if dtype in "f4 f8" and shape == (7,):
            numbers[2] = numpy.nan
        x = dpnp.asarray(numbers, sycl_queue=queue, usm_type="shared")
        expected = _outcome(long, dpnp, x)
        assert _outcome(short, dpnp, x) == expected == _outcome(short, dpnp, x.view(type=Marked))
        strided = dpnp.asarray(numpy.repeat(numbers, 2, axis=-1), sycl_queue=queue)[..., ::2] if shape else x
        assert _outcome(short, dpnp, strided) == expected
        if isinstance(expected, tuple):
            made = short(dpnp, x)
            assert type(made) is dpnp.ndarray and made.sycl_queue == queue and made.usm_type == "shared"
            theirs = _outcome(short, numpy, numbers)
            assert theirs[:2] == expected[:2]
        else:
            assert _outcome(short, numpy, numbers) is expected or issubclass(expected, (ValueError, TypeError))


def test_arrays_on_two_queues_are_refused(device):
    x, y = (dpnp.ones(5, sycl_queue=dpctl.SyclQueue(device)) for _ in range(2))
    for call in (
        lambda: dpnp.convolve(x, y),
        lambda: dpnp.concatenate((x, y)),
        lambda: dpnp.concatenate([x, x, y]),
    ):
        with pytest.raises(ValueError, match="queue"):
            call()


def test_wrong_arguments_are_refused():
    x = dpnp.ones(5)
    for call in (
        lambda: dpnp.sort(x, axis=1),
        lambda: dpnp.sort(x, axis=numpy.array([-1, 0])),
        lambda: dpnp.sort(x, order="f"),
        lambda: dpnp.convolve(x, x, "half"),
        lambda: dpnp.convolve(x, x, None),
        lambda: dpnp.concatenate(()),
        lambda: dpnp.concatenate((x, 1)),
        lambda: dpnp.concatenate((x, x), axis=1),
        lambda: dpnp.linalg.norm(x, "fro"),
        lambda: dpnp.linalg.norm(x, axis=1),
        lambda: dpnp.random.rand(-1),
        lambda: dpnp.random.rand(2.5),
        lambda: dpnp.random.random((3, -1)),
    ):
        with pytest.raises((ValueError, TypeError, NotImplementedError)):
            call()


def test_readonly_operands_are_read():
    x = dpnp.asarray([3.0, 1.0, 2.0])
    x.flags.writable = False
    assert dpnp.asnumpy(dpnp.sort(x)).tolist() == [1, 2, 3]
    assert dpnp.asnumpy(dpnp.concatenate((x, x))).tolist() == [3, 1, 2, 3, 1, 2]
    assert dpnp.asnumpy(dpnp.convolve(x, x)).tolist() == [9, 6, 13, 4, 4]
    assert float(dpnp.linalg.norm(x) ** 2) == pytest.approx(14)


def test_operands_may_be_dropped_while_they_are_computed(device):
    made = []
    for k in range(20):
        x = dpnp.full(200_000, k, dtype="f4", device=device)
        x = x + 1
        made.append((dpnp.concatenate((x[:3], x[-2:])), dpnp.sort(x[:10]), dpnp.array(x[:4])))
        del x
    for k, results in enumerate(made):
        assert [set(dpnp.asnumpy(result).tolist()) for result in results] == [{k + 1.0}] * 3


def test_functions_of_random_draw_from_the_state_of_the_default_queue():
    dpnp.random.seed(7)
    first = dpnp.random.rand(5)
    dpnp.random.seed(7, sycl_queue=first.sycl_queue)
    assert dpnp.asnumpy(dpnp.random.rand(5)).tolist() == dpnp.asnumpy(first).tolist()
    dpnp.random.seed(7)
    assert dpnp.asnumpy(dpnp.random.random_sample((5,))).tolist() == dpnp.asnumpy(first).tolist()
    other = dpctl.SyclQueue(first.sycl_device)
    dpnp.random.seed(8, sycl_queue=other)
    assert dpnp.random.rand(5, sycl_queue=other).sycl_queue == other
    assert dpnp.random.rand(5).sycl_queue == first.sycl_queue
    assert dpnp.random.rand().shape == () and dpnp.random.rand(numpy.int64(2), 3).shape == (2, 3)


@pytest.mark.parametrize("dtype", _DTYPES)
def test_zeros_and_ones_of_every_dtype(dtype, device):
    for n in (0, 1, 60, 20_000):
        for _ in range(3):  # in memory that held something else
            assert not dpnp.asnumpy(dpnp.zeros(n, dtype, device=device)).any()
            assert dpnp.asnumpy(dpnp.ones(n, dtype, device=device)).all()
            made = dpnp.full((2, n), 0, dtype, device=device)
            assert not dpnp.asnumpy(made).any()
            made[...] = -0.0 if dtype[0] in "fc" else 0
            assert dpnp.asnumpy(made).tobytes() == numpy.full((2, n), -0.0, dtype).tobytes()


def test_copies_are_in_rows_and_own_their_memory(device):
    numbers = numpy.arange(24).reshape(2, 3, 4)
    x = dpnp.asarray(numbers, sycl_queue=dpctl.SyclQueue(device), usm_type="shared")
    for view in (x, x.T, x[:, ::-1, 1:], x[0, 0, 0], x[:0], x.view(type=Marked)):
        copied = view.copy()
        assert type(copied) is dpnp.ndarray and copied.flags.c_contiguous and copied.flags.writable
        assert copied.sycl_queue == x.sycl_queue and copied.usm_type == "shared"
        assert numpy.array_equal(dpnp.asnumpy(copied), dpnp.asnumpy(view))
        copied += 1
        assert numpy.array_equal(dpnp.asnumpy(x), numbers)
    assert x.T.copy("F").flags.f_contiguous and x.copy(usm_type="host").usm_type == "host"


def test_asarray_gives_arrays_back():
    x = dpnp.arange(6.0).reshape(2, 3)
    assert dpnp.asarray(x) is x and dpnp.asarray(x, copy=False) is x and dpnp.asarray(x, copy=True) is not x
    marked = x.view(type=Marked)
    assert type(dpnp.asarray(marked)) is dpnp.ndarray and dpnp.asarray(x, order="F").flags.f_contiguous
    assert dpnp.asarray(x, dtype="f4").dtype == "f4" and dpnp.asarray(x.get_array()).get_array() is x.get_array()


@pytest.mark.parametrize("dtype", _DTYPES)
def test_few_elements_by_index_arrays(dtype, device):
    """Indices inside of a line are gathered in the calling thread, others as for larger arrays."""
    queue = dpctl.SyclQueue(device)
    numbers = numpy.arange(50).astype(dtype)
    x = dpnp.asarray(numbers, sycl_queue=queue, usm_type="shared")
    generator = numpy.random.default_rng(5)
    for n in (0, 1, 7, 512, 513):
        for view in (slice(None), slice(40, 3, -2), slice(5, 45, 3), slice(7, 8)):
            extent = numbers[view].size
            indices = generator.integers(-extent, extent, n)
            index = dpnp.asarray(indices, sycl_queue=queue, usm_type="shared")
            got = x[view][index]
            assert type(got) is dpnp.ndarray and got.usm_type == "shared" and got.sycl_queue == queue
            assert numpy.array_equal(dpnp.asnumpy(got), numbers[view][indices])
            assert numpy.array_equal(dpnp.asnumpy(x[view][index[::-1]]), numbers[view][indices[::-1]])
            assert numpy.array_equal(dpnp.asnumpy(x[view][index.astype("i4")]), numbers[view][indices])
    beyond = dpnp.asarray([0, 50, -51, 49, -50], sycl_queue=queue)
    assert numpy.array_equal(dpnp.asnumpy(x[beyond]), numbers[[0, 49, 0, 49, 0]])  # as docs/differences.md says
    assert x[dpnp.asarray([1, 2], sycl_queue=queue)].usm_type == "device"
    with pytest.raises(ValueError):
        x[dpnp.asarray([0], sycl_queue=dpctl.SyclQueue(device))]
    with pytest.raises(IndexError):
        x[[0, 50]]


def test_index_arrays_that_are_pending(device):
    x = dpnp.arange(1_000_000, device=device)
    index = (x * 2 + 1)[:5]
    y = x + 7
    got = y[index]
    del x, y, index
    assert dpnp.asnumpy(got).tolist() == [8, 10, 12, 14, 16]


def test_generators_draw_the_same_numbers_with_all_arguments():
    def draw(**kwargs):
        return dpnp.asnumpy(dpnp.random.default_rng(5).random((2, 3), **kwargs))

    numbers, out = draw(), dpnp.zeros((2, 3))
    assert numbers.dtype == dpnp.ones(1).dtype and numpy.array_equal(numbers, draw(dtype=None))
    assert numpy.array_equal(numbers, draw(out=out)) and numpy.array_equal(numbers, dpnp.asnumpy(out))
    assert dpnp.random.default_rng(5).random(4, usm_type="shared").usm_type == "shared"
    assert dpnp.random.default_rng(5).random().shape == () and dpnp.random.default_rng(5).random(0).shape == (0,)
    for size in (-1, 2.5, (3, -1), "3"):
        with pytest.raises((ValueError, TypeError)):
            dpnp.random.default_rng(5).random(size)


@pytest.mark.parametrize("dtype", _DTYPES)
@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "logical_or", "subtract"])
def test_reduce_along_an_axis_as_numpy(name, dtype):
    numbers = (numpy.arange(12) % 5).astype(dtype).reshape(3, 4)
    for x in (numbers, numbers[:, :0], numbers[0]):
        for axis in (0, x.ndim - 1, -1, x.ndim, None):
            theirs = _outcome(lambda np, y, axis=axis: getattr(np, name).reduce(y, axis), numpy, x)
            ours = _outcome(lambda np, y, axis=axis: getattr(np, name).reduce(y, axis), dpnp, dpnp.asarray(x))
            if isinstance(theirs, tuple):
                assert ours[:2] == theirs[:2]
                numpy.testing.assert_array_equal(
                    numpy.frombuffer(ours[2], ours[0]), numpy.frombuffer(theirs[2], theirs[0])
                )
            else:
                assert isinstance(ours, type) and issubclass(ours, (theirs, ValueError, TypeError))


@pytest.mark.parametrize("dtype", _DTYPES)
@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "all", "any", "argmax", "argmin"])
def test_reductions_with_usual_arguments(name, dtype, device):
    numbers = (numpy.arange(12) % 5).astype(dtype).reshape(3, 4)
    queue = dpctl.SyclQueue(device)
    for x in (numbers, numbers[:, :0], numbers[0], numbers[0, 0].reshape(())):
        y = dpnp.asarray(x, sycl_queue=queue, usm_type="shared")
        for arguments in [
            (),
            (None,),
            (0,),
            (-1,),
            (1,),
            (2,),
            (-3,),
            (numpy.int64(0),),
            ((0,),),
            ("0",),
            (0.0,),
        ]:
            theirs = _outcome(lambda np, z, given=arguments: getattr(np, name)(z, *given), numpy, x)
            for z in (y, y.view(type=Marked)):
                ours = _outcome(lambda np, z, given=arguments: getattr(np, name)(z, *given), dpnp, z)
                method = _outcome(lambda _, z, given=arguments: getattr(z, name)(*given), dpnp, z)
                assert ours == method
                if isinstance(theirs, tuple):
                    assert ours[1] == theirs[1] and dpnp.dtype(ours[0]) == theirs[0]
                    numpy.testing.assert_array_equal(
                        numpy.frombuffer(ours[2], ours[0]), numpy.frombuffer(theirs[2], theirs[0])
                    )
                elif not isinstance(theirs, tuple):
                    assert issubclass(ours, (theirs, ValueError, TypeError))
        if x.size:
            made = getattr(dpnp, name)(y, 0 if x.ndim else None)
            assert type(made) is dpnp.ndarray and made.usm_type == "shared" and made.sycl_queue == queue
    with pytest.raises(numpy.exceptions.AxisError):
        getattr(dpnp, name)(dpnp.ones(3), 1)


@pytest.mark.parametrize("name", ["concatenate", "hstack", "vstack"])
def test_arrays_are_put_together_as_by_numpy(name, device):
    queue = dpctl.SyclQueue(device)
    a, b = numpy.arange(12.0).reshape(3, 4), numpy.arange(24, dtype="i4").reshape(2, 3, 4)
    groups = [
        (a, a + 1),
        (a, a[:2]),
        (a, a[:, :2]),
        (a.T, a.T),
        (a, a.T),
        (b, b, b),
        (b, a),
        (a[0], a[1, :3]),
        (a[0, ::2], a[1]),
    ]
    groups += [(a,), (a, a.astype("i8")), (a[0], b[0, 0]), (a, a[0]), (a[:0], a), (a[0, 0], a[0, 1]), (a[0] > 3, a[0])]
    for group in groups:
        arrays = [dpnp.asarray(x, sycl_queue=queue, usm_type="shared") for x in group]
        for given, theirs in ((arrays, list(group)), (tuple(arrays), group)):
            expected = _outcome(lambda np, x: getattr(np, name)(x), numpy, theirs)
            got = _outcome(lambda np, x: getattr(np, name)(x), dpnp, given)
            assert got == expected or (isinstance(expected, type) and issubclass(got, expected))
        if isinstance(expected, tuple):
            made = getattr(dpnp, name)(arrays)
            assert type(made) is dpnp.ndarray and made.sycl_queue == queue and made.usm_type == "shared"
    other = dpnp.asarray(a, sycl_queue=dpctl.SyclQueue(device))
    with pytest.raises(ValueError, match="queue"):
        getattr(dpnp, name)((dpnp.asarray(a, sycl_queue=queue), other))
    for wrong in ((), [], a, (a, a), (other, a), (other, 1), None, 3):
        with pytest.raises((TypeError, ValueError)):
            getattr(dpnp, name)(wrong)
    marked = other.view(type=Marked)
    assert type(getattr(dpnp, name)((marked, marked))) is dpnp.ndarray
    assert dpnp.concatenate((other, other), axis=None).shape == (24,)
    assert dpnp.concatenate((other, other), axis=-1).shape == (3, 8)
    with pytest.raises(numpy.exceptions.AxisError):
        dpnp.concatenate((other, other), axis=2)
