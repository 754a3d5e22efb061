"""Calls with their usual arguments, which go to the core at once, give what the same calls with all arguments give."""

import copy
import inspect
import pickle

import numpy
import pytest

import dpctl
import dpnp
from opendpex import _core

_DTYPES = ["?", "i1", "u2", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
_CALLS = {
    "sort": (lambda np, x: np.sort(x), lambda np, x: np.sort(x, axis=x.ndim - 1, kind="stable")),
    "norm": (lambda np, x: np.linalg.norm(x), lambda np, x: np.linalg.norm(x.ravel(), 2, axis=0)),
    "convolve": (lambda np, x: np.convolve(x, x[:3]), lambda np, x: np.convolve(x, x[:3], "full")),
    "concatenate": (lambda np, x: np.concatenate((x, x[:2])), lambda np, x: np.concatenate([x, x[:2]], axis=0)),
    "array": (lambda np, x: np.array(x), lambda np, x: np.array(x, copy=True)),
    "correlate": (lambda np, x: np.correlate(x, x[:3]), lambda np, x: np.correlate(x, x[:3], mode="valid")),
    "dot": (lambda np, x: np.dot(x, x), lambda np, x: np.dot(x, b=x)),
    "vdot": (lambda np, x: np.vdot(x, x), lambda np, x: np.vdot(x, b=x)),
    "inner": (lambda np, x: np.inner(x, x), lambda np, x: np.inner(x, b=x)),
    "argmin": (lambda np, x: np.argmin(x), lambda np, x: x.argmin(axis=None)),
    "argmax": (lambda np, x: x.argmax(), lambda np, x: np.argmax(x, axis=None)),
    "reshape": (lambda np, x: x.reshape(1, -1), lambda np, x: x.reshape((1, -1), order="C")),
    "ravel": (lambda np, x: x.ravel(), lambda np, x: x.ravel(order="C")),
    "astype": (lambda np, x: x.astype("c16"), lambda np, x: x.astype(dtype="c16")),
    "astype of None": (lambda np, x: x.astype(None), lambda np, x: x.astype(dtype=None)),
    "take": (
        lambda np, x: x.ravel().take(x.ravel().argsort()[:3]),
        lambda np, x: np.take(x.ravel(), x.ravel().argsort()[None, :3], axis=None)[0],
    ),
    "view": (lambda np, x: x.view(), lambda np, x: x.view(x.dtype)),
    "diagonal": (lambda np, x: x.reshape(1, -1).diagonal(), lambda np, x: x.reshape(1, -1).diagonal(0, -2, -1)),
    "copy": (lambda np, x: x.copy(), lambda np, x: x.copy(order="C")),
    "zeros_like": (lambda np, x: np.zeros_like(x), lambda np, x: np.zeros_like(x, order="K")),
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


@pytest.mark.parametrize("dtype", _DTYPES)
def test_item_is_the_element_as_a_number_of_python(dtype, device):
    theirs = numpy.arange(1, 7).astype(dtype).reshape(2, 3)
    ours = dpnp.asarray(theirs, device=device)
    for view in (lambda x: x, lambda x: x.T, lambda x: x[::-1, ::2], lambda x: x[1, 2], lambda x: x[:1, :1]):
        x, y = view(theirs), view(ours)
        indices = [(i,) for i in range(-x.size, x.size)] + list(numpy.ndindex(x.shape)) * (x.ndim == 2)
        for index in [*indices, *[(i,) for i in numpy.ndindex(x.shape)]] + [()] * (x.size == 1):
            found, expected = y.item(*index), x.item(*index)
            assert type(found) is type(expected)
            assert found == expected


@pytest.mark.parametrize("index", [(), (6,), (-7,), (0, 3), (2, 0), (0, 0, 0), (1.0,), ("0",), (2**70,)])
def test_item_refuses_indices_as_numpy(index):
    def kind(x):
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError)) as caught:
            x.item(*index)
        return caught.type

    ours = kind(dpnp.ones((2, 3)))
    assert ours is kind(numpy.ones((2, 3))) or index == (2**70,)


def test_functions_with_usual_calls_are_as_other_functions():
    for function in (dpnp.asarray, dpnp.dot, dpnp.random.rand, dpnp.ndarray.item):
        assert inspect.isroutine(function) and inspect.signature(function).parameters and function.__doc__
        assert pickle.loads(pickle.dumps(function)) is function
        assert copy.deepcopy(function) is function
        assert repr(function).startswith("<function ")
    x = dpnp.arange(6)
    assert x.reshape.__self__ is x and x.reshape(2, 3).shape == (2, 3)
    assert list(map(dpnp.ndarray.item, [x[2:3]])) == [2]
    assert dpnp.asarray(*[x], **{}) is x and dpnp.asarray(a=x) is x


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda x: x.reshape(4, 4), "reshape: cannot reshape"),
        (lambda x: dpnp.dot(x, x[:2]), "dot: the inner dimensions"),
        (lambda x: dpnp.vdot(x, x[:2]), "vdot: arrays of 6 and 2 elements"),
        (lambda x: x.item(9), "item: index 9"),
        (lambda x: dpnp.argmin(x[:0]), "argmin: axis 0 has no elements"),
        (lambda x: x.astype("nothing"), "astype: dtype must be a data type such as 'float32', not 'nothing'"),
        (lambda x: dpnp.asarray(), r"asarray\(\) missing 1 required"),
        (lambda x: dpnp.convolve(x, x[:0]), "convolve: a convolution needs"),
        (lambda x: dpnp.random.rand(-1), "rand: negative dimensions"),
        (lambda x: dpnp.random.rand("a"), "rand: size must be"),
        (lambda x: dpnp.random.randint(3, 2), "randint: low=3 >= high=2"),
        (lambda x: dpnp.random.normal(0, -1), "normal: scale=-1"),
        (lambda x: dpnp.random.uniform(0, 1, -2), "uniform: negative dimensions"),
    ],
)
def test_wrong_calls_name_the_function(call, text):
    with pytest.raises((TypeError, ValueError, IndexError), match=text):
        call(dpnp.arange(6))


_DRAWS = {
    "rand": [(), (3,), (2, 3), (0,)],
    "randn": [(), (3,), (2, 3)],
    "random": [(), (None,), (3,), ((2, 3),)],
    "standard_normal": [(), (5,), ((2, 3),)],
    "uniform": [(), (2,), (1.5, 4), (4, 1.5, 3), (0, 1, (2, 2)), (3, 3, 2)],
    "normal": [(), (2.5,), (1, 2), (1, 0, 4), (0.0, 2.0, (2, 3))],
    "randint": [(10,), (3, 10), (3, 10, 5), (-5, 5, (2, 3)), (7, None, 2)],
}


@pytest.mark.parametrize("name", _DRAWS)
def test_draws_with_usual_arguments_are_those_with_all(name):
    usual = getattr(dpnp.random, name)
    for args in _DRAWS[name]:
        dpnp.random.seed(5)
        found = [usual(*args) for _ in range(3)]
        dpnp.random.seed(5)
        expected = [usual(*args, usm_type="device") for _ in range(3)]
        for f, e in zip(found, expected, strict=True):
            assert f.dtype == e.dtype and f.sycl_queue == e.sycl_queue and f.usm_type == e.usm_type
            numpy.testing.assert_array_equal(dpnp.asnumpy(f), dpnp.asnumpy(e))


_NUMBERS = [2, -1, 0.5, True, 2**70, numpy.float64(0.25), numpy.float32(0.25), numpy.int8(3), 1j, numpy.bool_(True)]


def _of_numbers(call):
    try:
        with numpy.errstate(all="ignore"):
            result = call()
    except Exception as error:
        return type(error), str(error)
    return result.dtype, result.shape, result.sycl_queue, result.usm_type, dpnp.asnumpy(result).tobytes()


@pytest.mark.parametrize(
    "name", ["sqrt", "exp", "abs", "negative", "sign", "floor", "isnan", "bitwise_count", "invert"]
)
@pytest.mark.parametrize("x", _NUMBERS)
def test_a_number_alone_is_an_array_without_dimensions(name, x):
    function = getattr(dpnp, name)
    found = _of_numbers(lambda: function(x))
    assert found == _of_numbers(lambda: function(x, where=True))
    assert len(found) == 2 or found[1] == ()


@pytest.mark.parametrize("name", ["add", "hypot", "maximum", "power", "less", "bitwise_and", "floor_divide"])
@pytest.mark.parametrize("x", _NUMBERS)
def test_two_numbers_are_arrays_without_dimensions(name, x):
    function = getattr(dpnp, name)
    for y in _NUMBERS:
        found = _of_numbers(lambda y=y: function(x, y))
        assert found == _of_numbers(lambda y=y: function(x, y, where=True))
        assert len(found) == 2 or found[1] == ()


_NESTS = [
    [1.5, 2, 3],
    (1, 2),
    [[1, 2, 3], [4, 5, 6]],
    [[1.0], [2]],
    ([1, 2], (3, 4.5)),
    [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
    [[[[[1.0]]]]],
    [list(range(9))] * 7,
    [list(range(9))] * 8,
    [[1, 2], [3]],
    [[1, 2], 3],
    [1, [2, 3]],
    [[], []],
    [],
    [True, 2],
    [2**70],
    [2**63],
    [1e300, 1],
    [float("nan"), 1],
    ["1"],
    [None],
    [[1j, 2]],
]


@pytest.mark.parametrize(
    "dtype", [None, "f8", "f4", "i8", "i4", "?", "c16", float, int, numpy.float32, "nothing", ">f8"]
)
@pytest.mark.parametrize("nest", _NESTS, ids=str)
def test_nests_of_numbers_are_arrays_as_in_numpy(nest, dtype):
    if nest == ["1"] or nest == [None]:  # NumPy has arrays of texts and objects
        with pytest.raises((TypeError, ValueError)):
            dpnp.array(nest, dtype)
        return
    if dtype == ">f8" or (nest == [2**70] and dtype is None):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            dpnp.array(nest, dtype)
        return

    def made(np, *args, **kwargs):
        with numpy.errstate(all="ignore"):
            return _outcome(lambda np, x: np.array(x, *args, **kwargs), np, nest)

    found = made(dpnp, dtype)
    assert found == made(dpnp, dtype=dtype) == made(dpnp, dtype, ndmin=1)
    expected = made(numpy, dtype)
    assert found == expected or (isinstance(found, type) and isinstance(expected, type))
    if isinstance(found, tuple):
        assert _outcome(lambda np, x: np.asarray(x, dtype), dpnp, nest) == found


def test_nests_hold_arrays_without_dimensions(device):
    x = dpnp.asarray([1.5, 2.5], device=device, usm_type="shared")
    made = dpnp.array([[x[0], 2], (3, x[1])], dtype="f4")
    assert made.tolist() == [[1.5, 2], [3, 2.5]] and made.dtype == "f4"
    assert made.sycl_queue == x.sycl_queue and made.usm_type == "shared"


@pytest.mark.parametrize("dtype", _DTYPES)
def test_sort_in_place_is_that_with_all_arguments(dtype, device):
    numbers = ((numpy.arange(24) * 5) % 7).astype(dtype).reshape(4, 6)
    for view in (lambda x: x, lambda x: x.T, lambda x: x[::-1, ::2], lambda x: x[1], lambda x: x[:0]):
        theirs, ours, plain = numbers.copy(), dpnp.asarray(numbers, device=device), dpnp.asarray(numbers, device=device)
        view(theirs).sort()
        assert view(ours).sort() is None
        view(plain).sort(axis=-1, kind="stable")
        assert numpy.array_equal(dpnp.asnumpy(ours), theirs) and numpy.array_equal(dpnp.asnumpy(plain), theirs)


def test_sort_in_place_refuses_what_numpy_refuses():
    with pytest.raises(numpy.exceptions.AxisError, match="sort"):
        dpnp.asarray(1.0).sort()
    x = dpnp.asarray([2.0, 1.0])
    x.flags.writable = False
    with pytest.raises(ValueError, match="read-only|not writable|readonly"):
        x.sort()
    assert x.tolist() == [2, 1]


@pytest.mark.parametrize("name", ["dot", "inner", "vdot"])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "i8"])
def test_products_of_long_vectors_have_the_same_bits_by_name(name, dtype, device):
    function, rng = getattr(dpnp, name), numpy.random.default_rng(4)
    x, y = (dpnp.asarray((9 * rng.random(5000)).astype(dtype), device=device) for _ in range(2))
    for step in (1, 2, -1):
        a, b = x[::step], y[::step]
        assert dpnp.asnumpy(function(a, b)).tobytes() == dpnp.asnumpy(function(a, b=b)).tobytes()


_SCALARS = [numpy.dtype(letter).type(value) for letter in _DTYPES for value in (0, 1, 100)] + [
    numpy.float64("nan"),
    numpy.float64(-1.5),
    numpy.float32("inf"),
    numpy.int64(-7),
    numpy.int64(300),
    numpy.complex128(2 - 1j),
]


def _written(np, dtype, key, value):
    x = np.asarray(numpy.arange(24).astype(dtype).reshape(4, 6))
    x[np.asarray(key) if isinstance(key, numpy.ndarray) else key] = value
    return x


@pytest.mark.parametrize(
    "key", [(1, 2), 1, slice(1, 3), numpy.arange(24).reshape(4, 6) % 5 == 0, numpy.array([3, 0, 3])], ids=str
)
@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "u8", "f4", "f8", "c16"])
def test_scalars_of_numpy_are_written_as_arrays_of_them_are(dtype, key):
    for value in _SCALARS:
        if value.dtype == "f2" and not dpctl.SyclDevice().has_aspect_fp16:
            continue

        def written(np, x, value=value):
            return _written(np, dtype, key, x.dtype.type(x[()]) if np is numpy else value)

        with numpy.errstate(all="ignore"):
            found = _outcome(written, dpnp, value)
            beside = _outcome(lambda np, x: _written(np, dtype, key, np.asarray(x)), dpnp, value)
        assert found == beside


@pytest.mark.parametrize("dtype", _DTYPES)
def test_few_elements_are_written_by_index_arrays(dtype, device):
    """Indices inside of a line are written in the calling thread, the last value of one element staying."""
    queue = dpctl.SyclQueue(device)
    numbers, generator = numpy.arange(50).astype(dtype), numpy.random.default_rng(5)
    for n in (0, 1, 7, 512, 513):
        for view in (slice(None), slice(40, 3, -2), slice(5, 45, 3), slice(7, 8)):
            extent = numbers[view].size
            indices = generator.integers(-extent, extent, n) if extent < 3 else generator.permutation(extent)[:n]
            values = (indices * 3 + 1).astype(dtype)
            for given in (values, values.astype("i1"), values[:1], numbers[3], 1):
                if isinstance(given, numpy.ndarray) and given.size not in (1, indices.size):
                    continue
                expected, x = numbers.copy(), dpnp.asarray(numbers, sycl_queue=queue)
                expected[view][indices] = given
                index = dpnp.asarray(indices, dtype="i8", sycl_queue=queue)
                x[view][index] = dpnp.asarray(given, sycl_queue=queue) if given is not 1 else given  # noqa: F632
                assert numpy.array_equal(dpnp.asnumpy(x), expected)


def test_written_lines_may_be_their_own_indices(device):
    x = dpnp.asarray([2, 0, 1, 1], device=device)
    x[x] = dpnp.asarray([5, 6, 7, 8], device=device)
    assert x.tolist() == [6, 8, 5, 1]
    x[dpnp.asarray([0, 1], device=device)] = x[2:]
    assert x.tolist() == [5, 1, 5, 1]
    x.flags.writable = False
    with pytest.raises(ValueError, match="read-only"):
        x[dpnp.asarray([0], device=device)] = 1


@pytest.mark.parametrize("nest", [[3, 1], [-1, 0, -1], [[0, 1], [2, 3]], [True, False, True, True], range(3)], ids=str)
def test_short_lists_are_indices_as_in_numpy(nest):
    numbers = numpy.arange(12.0).reshape(4, 3)
    x = dpnp.asarray(numbers)
    assert numpy.array_equal(dpnp.asnumpy(x[nest]), numbers[nest])
    assert numpy.array_equal(dpnp.asnumpy(x[nest, 1]), numbers[nest, 1])
    numbers[nest] = 7
    x[nest] = 7
    assert numpy.array_equal(dpnp.asnumpy(x), numbers)


@pytest.mark.parametrize("nest", [[4], [0, -5], [[0, 1], [2, 9]], [True, False], [0, 2**70], [0, 0.5], [0, None]])
def test_short_lists_outside_are_refused_as_in_numpy(nest):
    x = numpy.arange(4)
    with pytest.raises(IndexError) as expected:
        x[nest]
    with pytest.raises(IndexError) as found:
        dpnp.asarray(x)[nest]
    if "size 4" in str(expected.value) and "boolean" not in str(expected.value):
        assert str(found.value) == str(expected.value)


_ENDS = [0, 5, -3, 2.5, 0.1, -0.7, numpy.float64(3.3), numpy.int64(4), numpy.float32(2.5), numpy.int8(3), 2**53 + 1]
_ENDS += [2**70, 1e300, float("inf"), float("nan"), True, None]


@pytest.mark.parametrize("dtype", [None, float, int, "f4", bool])
@pytest.mark.parametrize("step", [None, 1, 2, -1, 0.25, 0, numpy.float64(-0.5), numpy.int64(2), 2**60])
def test_usual_ranges_are_those_with_all_arguments(step, dtype):
    for start in _ENDS:
        for stop in _ENDS:
            given = (start, stop) if step is None else (start, stop, step)
            length = abs((float(stop or start or 0) - float(start or 0)) / float(step or 1))
            if length < 1e4 or length > 1e300:
                made = _outcome(lambda np, x: np.arange(*x, dtype=dtype), dpnp, given)  # noqa: B023
                assert made == _outcome(lambda np, x: np.arange(*x, dtype=dtype, like=None), dpnp, given)  # noqa: B023


def test_ranges_are_allocated_where_they_are_asked_for(device):
    x = dpnp.arange(3, dtype=int, device=device, usm_type="host")
    assert x.usm_type == "host" and x.sycl_device == device
    assert dpnp.arange(1.5, usm_type="shared").usm_type == "shared"


def test_ranges_take_elements():
    x = dpnp.asarray([0.5, 2.0])
    assert dpnp.arange(x[0], x[1], 0.5).tolist() == [0.5, 1.0, 1.5]
    n = dpnp.asarray([1, 4])
    assert dpnp.arange(n[1]).tolist() == [0, 1, 2, 3] and dpnp.arange(n.max() + n[0]).dtype == "i8"


@pytest.mark.parametrize("dtype", [None, "f8", "f4"])
def test_lists_of_arrays_are_stacked_as_in_numpy(dtype, device):
    numbers = numpy.arange(24.0).reshape(2, 3, 4)
    x = dpnp.asarray(numbers, device=device, dtype="f4")
    host = numbers.astype("f4")
    for nest in (
        lambda x: [x[0], x[1]],
        lambda x: (x[0].T, x[1].T),
        lambda x: [x[0, 0], x[1, 2], x[0, 1] * 2] * 30,
        lambda x: [[x[0, 0], x[1, 2]], [x[0, 1], x[0, 2]]],
        lambda x: [x[0, 0], [1, 2, 3, 4]],
        lambda x: [x[0, :0], x[1, 0, :0]] if x.ndim == 2 else [x[0, 0, :0], x[1, 0, :0]],
        lambda x: [x[0], x[0, 0]],
    ):
        found = _outcome(lambda np, x: np.array(nest(x), dtype), dpnp, x)  # noqa: B023
        expected = _outcome(lambda np, x: np.array(nest(x), dtype), numpy, host)  # noqa: B023
        assert found == expected or found[:2] == ("f4", expected[1]) or isinstance(expected, type)


def test_bools_and_scalars_of_numpy_in_lists():
    for nest in (
        [True, False],
        [[True], [False]],
        [True, 2],
        [True, 0.5],
        [numpy.float64(0.5), 2],
        [numpy.int64(3), True],
        [numpy.bool_(True), False],
        [numpy.float32(1), 2.0],
        numpy.float64(2),
        range(3, 9, 2),
        range(0),
    ):
        for dtype in (None, "f8", "i8", "?"):
            found = _outcome(lambda np, x: np.array(x, dtype), dpnp, nest)  # noqa: B023
            assert found == _outcome(lambda np, x: np.array(x, dtype), numpy, nest)  # noqa: B023


def test_interpolation_of_usual_arguments_is_that_with_all(device):
    xp = dpnp.asarray([0.0, 1.0, 4.0], device=device)
    fp = dpnp.asarray([1.0, 3.0, -1.0], device=device)
    x = dpnp.asarray([[-1.0, 0.0, 0.3], [2.0, 4.0, numpy.nan]], device=device)
    for given in (x, x.T, x[0], x[:0], 0.3, numpy.float64(2), 3, x.astype("f4")):
        found, expected = dpnp.interp(given, xp, fp), dpnp.interp(given, xp, fp, left=None)
        assert found.shape == expected.shape and found.sycl_queue == xp.sycl_queue and found.dtype == expected.dtype
        assert dpnp.asnumpy(found).tobytes() == dpnp.asnumpy(expected).tobytes()
    with pytest.raises(ValueError, match="interp: fp and xp"):
        dpnp.interp(x, xp, fp[1:])


def test_choices_beside_scalars_of_numpy():
    numbers = numpy.linspace(-1, 1, 9)
    for dtype in ("f8", "f4", "i8", "?"):
        host = numbers.astype(dtype)
        x = dpnp.asarray(host)
        for value in (numpy.float64(0.25), numpy.float32(0.5), numpy.int64(0), numpy.bool_(True)):
            if dtype == "?":
                continue
            for call in (
                lambda np, x: np.where(x > 0, x, value),  # noqa: B023
                lambda np, x: np.where(x > 0, value, x),  # noqa: B023
                lambda np, x: np.where(x > 0, value, value),  # noqa: B023
                lambda np, x: np.clip(x, value, None),  # noqa: B023
                lambda np, x: x.clip(value, numpy.float64(0.5)),  # noqa: B023
            ):
                assert _outcome(call, dpnp, x) == _outcome(call, numpy, host)


def test_append_and_others_take_tuples_of_arrays(device):
    """What `where` and `nonzero` give of one condition; the arrays in it say where to compute."""
    host = numpy.array([5, 5, 5, 2, 2, 7])
    x = dpnp.asarray(host, device=device)
    for call in (
        lambda np, x: np.append(np.where(x[1:] != x[:-1]), len(x) - 1),
        lambda np, x: np.append([x[0], x[3]], 9),
        lambda np, x: np.dot([x[0], x[1]], [2, 3]),
        lambda np, x: np.array_equal([x[0], x[3]], [5, 2]),
    ):
        assert _outcome(call, dpnp, x) == _outcome(call, numpy, host)
    assert dpnp.append(dpnp.where(x == 5), 9).sycl_queue == x.sycl_queue


_WITH_OUT = {
    "matmul": lambda np, x, out: np.matmul(x, x, out=out),
    "matmul by position": lambda np, x, out: np.matmul(x, x, out),
    "dot": lambda np, x, out: np.dot(x, x, out=out),
    "x.dot": lambda np, x, out: x.dot(x, out),
    "max": lambda np, x, out: np.max(np.stack([x, x]), axis=0, out=out),
    "cumsum": lambda np, x, out: np.cumsum(x, axis=1, out=out),
    "round": lambda np, x, out: np.round(x, 1, out=out),
}
_OUTPUTS = {
    "of the result's dtype": lambda np, x: np.empty((3, 3)),
    "of another dtype": lambda np, x: np.empty((3, 3), "f4"),
    "of integers": lambda np, x: np.empty((3, 3), "i4"),
    "by columns": lambda np, x: np.empty((3, 3), order="F"),
    "of a part": lambda np, x: np.empty((3, 6))[:, ::2],
    "the operand": lambda np, x: x,
    "too large": lambda np, x: np.empty((3, 4)),
    "a stack": lambda np, x: np.empty((2, 3, 3)),
    "a list": lambda np, x: [1.0],
}


@pytest.mark.parametrize("call", _WITH_OUT, ids=str)
@pytest.mark.parametrize("output", _OUTPUTS, ids=str)
def test_outputs(call, output, device):
    if not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    found = []
    for np, make in ((numpy, numpy.asarray), (dpnp, lambda x: dpnp.asarray(x, device=device))):
        x = make(numpy.arange(9.0).reshape(3, 3) / 4)
        out = _OUTPUTS[output](np, x)
        if np is dpnp and isinstance(out, dpnp.ndarray) and out is not x:
            out = dpnp.empty_like(out, device=device) if out.flags.forc else dpnp.empty((3, 6), device=device)[:, ::2]
        try:
            result = _WITH_OUT[call](np, x, out)
        except (TypeError, ValueError):
            found.append("an error")
        else:
            assert result is out
            found.append(numpy.asarray(dpnp.asnumpy(result) if np is dpnp else result).tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize("dtype", _DTYPES)
@pytest.mark.parametrize("name", "sum prod max min all any count_nonzero argmax argmin mean".split())
def test_few_rows_are_reduced_to_the_bits_of_strided_ones(name, dtype, device):
    queue = dpctl.SyclQueue(device)
    for shape in [(7, 7), (3, 1), (1, 5), (2, 3, 4), (300, 2), (4, 0), (2, 17)]:
        numbers = (numpy.sin(numpy.arange(numpy.prod(shape, dtype=int)) + 1) * 3).astype(dtype).reshape(shape)
        dense = dpnp.asarray(numbers, sycl_queue=queue)
        strided = dpnp.asarray(numpy.repeat(numbers, 2, axis=-1), sycl_queue=queue)[..., ::2]
        calls = [lambda np, x: getattr(np, name)(x, -1), lambda np, x: getattr(np, name)(x, axis=x.ndim - 1)]
        results = [_outcome(call, dpnp, x) for x in (dense, strided) for call in calls]
        assert results == results[:1] * 4


@pytest.mark.parametrize("name", "sum prod max min all any count_nonzero argmax argmin mean".split())
def test_reductions_along_an_axis_need_no_call_of_python(name):
    usual, x = getattr(_core, f"usual_{name}"), dpnp.arange(6.0).reshape(2, 3)
    for result in (usual(x, 1), usual(x, axis=1), getattr(x, name)(1) if hasattr(x, name) else usual(x, -1)):
        assert type(result) is dpnp.ndarray and result.tolist() == getattr(numpy, name)(x.asnumpy(), axis=1).tolist()
    assert usual(x[0, 0], 0) is usual(x, keepdims=True) is usual(x, axis=(0, 1)) is NotImplemented


@pytest.mark.parametrize("dtype", _DTYPES)
def test_values_are_written_where_a_mask_holds(dtype, device):
    queue = dpctl.SyclQueue(device)
    for shape in [(7,), (3, 4), (0,), ()]:
        size = numpy.prod(shape, dtype=int)
        target, values = (numpy.arange(size).reshape(shape).astype(dtype) for _ in range(2))
        values, mask = values[..., ::-1] if shape else values, (numpy.arange(size) % 3 == 1).reshape(shape)
        expected = numpy.where(mask, values, target)
        for of_type in (dpnp.ndarray, Marked):  # the usual call, and that by Python
            y, b = (dpnp.asarray(x, sycl_queue=queue) for x in (values, mask))
            for write in (
                lambda x, y, b: dpnp.putmask(x, b, y),
                lambda x, y, b: dpnp.copyto(x, y, where=b),
            ):
                x = dpnp.asarray(target, sycl_queue=queue)
                write(x.view(type=of_type), y, b)
                numpy.testing.assert_array_equal(dpnp.asnumpy(x), expected)


def test_masked_writes_need_no_call_of_python():
    x, y = dpnp.arange(5.0), -dpnp.ones(5)
    b = y < x
    assert _core.usual_putmask(x, b, y) is _core.usual_copyto(x, y, where=b) is None
    assert x.tolist() == [-1.0] * 5
    for wrong in (y[:4], y.astype("f4"), 2j, dpnp.ones(5, sycl_queue=dpctl.SyclQueue(x.sycl_device))):
        assert _core.usual_putmask(x, b, wrong) is _core.usual_copyto(x, wrong, where=b) is NotImplemented
    x.flags.writable = False
    for write in (lambda: dpnp.putmask(x, b, y), lambda: dpnp.copyto(x, y, where=b)):
        with pytest.raises(ValueError):
            write()


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
def test_ints_seed_as_lists_of_one_do(seed, device):
    by_int, by_list = (dpnp.random.RandomState(x, sycl_queue=dpctl.SyclQueue(device)) for x in (seed, [seed]))
    assert by_int.rand(5).tolist() == by_list.rand(5).tolist()
    by_int.seed(seed)
    by_list.seed(numpy.array([seed]))
    assert by_int.rand(5).tolist() == by_list.rand(5).tolist()


_TYPED = {
    "add": lambda np, x, **keywords: np.add(x, x, **keywords),
    "add of a number": lambda np, x, **keywords: np.add(x, 2, **keywords),
    "add to a float": lambda np, x, **keywords: np.add(0.5, x, **keywords),
    "divide": lambda np, x, **keywords: np.divide(x, x, **keywords),
    "equal": lambda np, x, **keywords: np.equal(x, x, **keywords),
    "square": lambda np, x, **keywords: np.square(x, **keywords),
    "sqrt": lambda np, x, **keywords: np.sqrt(x, **keywords),
    "ldexp": lambda np, x, **keywords: np.ldexp(x, 2, **keywords),
    "abs": lambda np, x, **keywords: np.abs(x, **keywords),
    "with other shapes": lambda np, x, **keywords: np.multiply(x, x.reshape(-1, 1), **keywords),
    "that do not fit": lambda np, x, **keywords: np.multiply(x, x[:2], **keywords),
}


@pytest.mark.parametrize("call", _TYPED, ids=str)
@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i8", "f4", "f8", "c16"])
def test_ufuncs_of_a_dtype_are_those_by_python(call, dtype):
    numbers = (numpy.arange(6) % 4 + 1).astype(dtype)
    x = dpnp.asarray(numbers)
    for given in ("?", "i1", "i4", "i8", int, "f4", float, numpy.dtype("f8"), "c16", None):
        for out in (None, "f8", "i8", "c16"):

            def typed(np, x, given=given, out=out, **by_python):
                more = {} if out is None else {"out": np.zeros(6, out)}
                result = _TYPED[call](np, x, dtype=given, **more, **by_python)
                assert out is None or result is more["out"]
                return result

            found = _outcome(typed, dpnp, x)
            assert found == _outcome(lambda np, x: typed(np, x, subok=True), dpnp, x)  # noqa: B023
            with numpy.errstate(all="ignore"):
                expected = _outcome(typed, numpy, numbers)
            assert found == expected or isinstance(expected, type) or call in ("abs", "ldexp")


def test_outputs_and_dtypes_of_ufuncs_need_no_call_of_python(monkeypatch):
    def refuse(*args):
        raise AssertionError("the call is Python's")

    x, out = dpnp.arange(5, dtype="f4"), dpnp.empty(5, dtype="f4")
    monkeypatch.setattr(_core.ufunc, "_call", refuse)
    assert dpnp.add(x, x, out=out, dtype="f4") is out and dpnp.sqrt(x, dtype=numpy.float32, out=out) is out
    assert dpnp.arctan2(0, x, order="K").tolist() == [0.0] * 5 and dpnp.sqrt(x, order="K").dtype == "f4"
    assert dpnp.add(x, 2, dtype="f4").tolist() == [2.0, 3.0, 4.0, 5.0, 6.0]
    for wrong in ({"dtype": "f8"}, {"order": "C"}, {"dtype": "f4", "where": True}, {"dtype": "no type"}):
        with pytest.raises(AssertionError):
            dpnp.add(x, x, **wrong)


@pytest.mark.parametrize("ends", [(1, 1000), (2.5, 1e-5), (1e300, 1e-300), (3, 3), (0, 1), (-1, -8), (1, -8), (True, 8), (2**70, 1), (1, numpy.inf), (1, numpy.nan), (1j, 2)])  # fmt: skip
def test_progressions_of_numbers_are_those_with_all_arguments(ends):
    for num in (0, 1, 2, 20, -1, 2.0, numpy.int64(5)):
        for endpoint in (True, False):
            given = (*ends, num, endpoint)
            assert _outcome(lambda np, x: np.geomspace(*x), dpnp, given) == _outcome(  # noqa: B023
                lambda np, x: np.geomspace(*x, usm_type="device"), dpnp, given
            )


@pytest.mark.parametrize(
    "coefficients", [[1.0, 2, 3], (1, -1), [2**53 + 1, 1], [1.5], [], [True, 2.0], [1e308, 2, 3], [2**63, 1], [2**70, 1], ["a"], [[1, 2]]]
)  # fmt: skip
def test_polynomials_of_a_list_are_those_of_an_array(coefficients, device):
    for dtype in ("f8", "f4", "i4") if device.has_aspect_fp64 else ("f4", "i4"):
        x = dpnp.asarray(numpy.arange(-3, 4).astype(dtype), device=device)
        usual = _outcome(lambda np, x: np.polyval(coefficients, x), dpnp, x)  # noqa: B023
        assert usual == _outcome(lambda np, x: np.polyval(coefficients, x.view(type=Marked)), dpnp, x)  # noqa: B023


def test_chains_of_matrices_are_multiplied_in_the_best_order(device):
    generator = numpy.random.default_rng(4)
    for extents in ((2, 3), (5, 2, 7), (2, 9, 3, 4), (9, 2, 8, 1, 7), (3, 3, 3, 3, 3, 3)):
        chain = [generator.random((m, n)) for m, n in zip(extents, (*extents[1:], 4), strict=True)]
        for _ in range(2):
            made = dpnp.linalg.multi_dot([dpnp.asarray(x, device=device) for x in chain])
            expected = numpy.linalg.multi_dot(chain) if len(chain) > 1 else chain[0]
            numpy.testing.assert_allclose(dpnp.asnumpy(made), expected, rtol=1e-5)


@pytest.mark.parametrize(
    "subscripts", ["i,ij->j", "ij,j->i", "ij,i->j", "i,ij,j->", "i,i->", "ij,jk,kl->il", "i,i,i->i"]
)
def test_short_contractions_are_as_numpys(subscripts, device):
    generator = numpy.random.default_rng(4)
    for extents in ((3, 4, 5, 2), (300, 1, 7, 1), (1, 300, 1, 3), (0, 2, 2, 2)):
        letters = dict(zip("ijkl", extents, strict=True))
        arrays = [generator.random([letters[x] for x in term]) for term in subscripts.split("->")[0].split(",")]
        made = dpnp.einsum(subscripts, *(dpnp.asarray(x, device=device) for x in arrays))
        numpy.testing.assert_allclose(dpnp.asnumpy(made), numpy.einsum(subscripts, *arrays), rtol=1e-5)


@pytest.mark.parametrize("args", [(5,), (0,), (2, 7), (2.5,), (5, 0, -2), (0, 1, 0.25), (0, 5, 0), (1j,), (2**70,)])
def test_ranges_on_a_queue_are_those_with_all_arguments(args, device):
    queue = dpctl.SyclQueue(device)
    for dtype in (None, "i8", "f8", "f4", int, float, "no type"):
        for more in (
            {"sycl_queue": queue},
            {"device": device},
            {"device": None, "usm_type": "shared", "sycl_queue": queue},
            {"usm_type": None, "sycl_queue": queue},
            {"usm_type": "no kind", "sycl_queue": queue},
            {"sycl_queue": 3},
            {"device": "no device"},
            {"device": device, "sycl_queue": dpctl.SyclQueue(device)},
        ):
            found = []
            for by_python in ({}, {"like": None}):
                try:
                    made = dpnp.arange(*args, dtype=dtype, **more, **by_python)
                    found.append((made.dtype, made.shape, made.usm_type, made.sycl_queue, made.tolist()))
                except Exception as error:
                    found.append((type(error), str(error)))
            assert found[0] == found[1]
