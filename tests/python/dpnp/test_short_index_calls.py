"""Calls of index functions with their usual arguments, which go to the core at once, do what they do by Python."""

import numpy
import pytest

import dpctl
import dpnp
from opendpex import _core


class Marked(dpnp.ndarray):
    """Of which all calls are Python's."""


def _outcome(call, x):
    try:
        result = call(dpnp, x)
    except Exception as error:
        return type(error), str(error)
    return result.dtype, result.shape, dpnp.asnumpy(result).tobytes()


_INDICES = [
    0,
    3,
    -1,
    5,
    -6,
    6,
    -7,
    2**70,
    True,
    None,
    1.0,
    [0, 2],
    (1, -1, 1),
    [7, -9],
    [[0, 1], [2, 3]],
    [],
    [True, False],
]
_INDICES += [numpy.array([1, 2]), numpy.int64(2), [0, 2**70], [0.5]]
_VALUES = [
    2,
    -3,
    2.5,
    300,
    2**70,
    float("nan"),
    float("inf"),
    1e300,
    True,
    1j,
    None,
    "a",
    [1, 2],
    [2.5, -1.5],
    [1, 2, 3],
    [],
]
_VALUES += [[300, 1], (True, False), [[1, 2]], numpy.float32(1.5), numpy.array([1.5, 2.5]), [float("nan"), 1.0]]


def _both(device, numbers, call, **more):
    """What a call does of an array, by the usual call and by Python."""
    queue, found = dpctl.SyclQueue(device), []
    for of_type in (dpnp.ndarray, Marked):
        x = dpnp.asarray(numbers, sycl_queue=queue, **more).view(type=of_type)

        def called(np, x):
            result = call(np, x)  # noqa: B023
            return x if result is None else result

        try:
            result = called(dpnp, x)
            text = None if result is x else (result.usm_type, result.sycl_queue == queue, result.flags.c_contiguous)
            found.append((text, result.dtype, result.shape, dpnp.asnumpy(result).tobytes(), dpnp.asnumpy(x).tobytes()))
        except Exception as error:
            found.append((type(error), str(error), dpnp.asnumpy(x).tobytes()))
    return found


@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "f4", "c8"])
@pytest.mark.parametrize("axis", [None, 0, 1, -1, 2])
def test_elements_are_taken_as_by_python(axis, dtype, device):
    for numbers in (numpy.arange(6), numpy.arange(12).reshape(6, 2), numpy.arange(0), numpy.array(3)):
        for index in _INDICES:
            for more in ({}, {"mode": "clip"}, {"mode": "wrap"}, {"mode": "raise"}, {"mode": "no mode"}):
                usual, python = _both(
                    device,
                    numbers.astype(dtype),
                    lambda np, x: np.take(x, index, axis, **more),  # noqa: B023
                    usm_type="shared",
                )
                assert usual == python
                by_method = _both(device, numbers.astype(dtype), lambda np, x: x.take(index, axis))  # noqa: B023
                assert by_method[0] == by_method[1]


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i8", "f4", "f8", "c8"])
def test_elements_are_put_and_placed_as_by_python(dtype, device):
    if dtype == "f8" and not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    numbers = (numpy.arange(6) % 2 if dtype == "?" else numpy.arange(6)).astype(dtype)
    mask = dpnp.asarray(numpy.arange(6) % 3 > 0, device=device)
    for value in _VALUES:
        for index in _INDICES:
            for mode in ("wrap", "clip", "raise"):
                usual, python = _both(device, numbers, lambda np, x: np.put(x, index, value, mode))  # noqa: B023
                assert usual == python
        for where in (mask, mask[:5], mask.reshape(2, 3)):
            for write in (
                lambda np, x: np.place(x, dpnp.asarray(where, sycl_queue=x.sycl_queue), value),  # noqa: B023
                lambda np, x: np.putmask(x, dpnp.asarray(where, sycl_queue=x.sycl_queue), value),  # noqa: B023
                lambda np, x: np.copyto(x, value, where=dpnp.asarray(where, sycl_queue=x.sycl_queue)),  # noqa: B023
            ):
                usual, python = _both(device, numbers, write)
                assert usual == python
    for values in (lambda x: x[::-1], lambda x: x[:2] * 2, lambda x: x[0], lambda x: x[:0]):
        for write in (
            lambda np, x: np.place(x, dpnp.asarray(mask, sycl_queue=x.sycl_queue), values(x.copy())),  # noqa: B023
            lambda np, x: np.put(x, [3, 1], values(x.copy())),  # noqa: B023
            lambda np, x: x.put(np.asarray([3, 1], sycl_queue=x.sycl_queue), values(x.copy())),  # noqa: B023
        ):
            usual, python = _both(device, numbers, write)
            assert usual == python


@pytest.mark.parametrize("dtype", ["?", "i4", "f4", "c8"])
def test_choices_by_an_index_are_those_by_python(dtype, device):
    index = numpy.array([[0, 1, 2], [-1, 5, 3]])
    queue = dpctl.SyclQueue(device)
    choices = [dpnp.asarray((index * k).astype(dtype), sycl_queue=queue) for k in (1, 2, 3)]
    for given in (
        choices,
        tuple(choices),
        choices[:2],
        choices[:1],
        [],
        [choices[0], 1, 2],
        [choices[0], choices[1].T],
        [1, 2, 3],
        (1.5, -2.0),
        [1.5, 2],
        [True, 2],
        [2**63, 1],
        [2**70, 1],
        [1j, 2j],
        [None, 1],
        [7],
    ):
        for of_index in ("i8", "i1", "i4", "u1", "u8", "?", "f4"):
            found = []
            for of_type in (dpnp.ndarray, Marked):
                x = dpnp.asarray(index.astype(of_index), sycl_queue=queue).view(type=of_type)
                found.append(_outcome(lambda np, x: np.choose(x, given), x))  # noqa: B023
            assert found[0] == found[1]
    host = [dpnp.asnumpy(x) for x in choices]
    assert (
        dpnp.choose(dpnp.asarray(index, sycl_queue=queue), choices).tolist()
        == numpy.choose(index, host, mode="wrap").tolist()
    )


def test_usual_writes_and_indices_need_no_call_of_python():
    x = dpnp.arange(6.0)
    assert _core.usual_take(x, 2).shape == () and _core.usual_take(x, [1, -1]).tolist() == [1.0, 5.0]
    assert _core.usual_put(x, 1, 9) is _core.usual_put(x, [0, 2], 7.0) is _core.usual_put(x, [4, 5], [1, 2]) is None
    assert x.tolist() == [7.0, 9.0, 7.0, 3.0, 1.0, 2.0]
    assert _core.usual_place(x, x > 5, [0.5, 1.5]) is _core.usual_place(x, x == 3, 4) is None
    assert x.tolist() == [0.5, 1.5, 0.5, 4.0, 1.0, 2.0]
    x.flags.writable = False
    for write in (lambda: dpnp.put(x, 1, 9), lambda: dpnp.put(x, [1], 9), lambda: dpnp.place(x, x > 0, 1)):
        with pytest.raises(ValueError, match="read-only"):
            write()


@pytest.mark.parametrize(
    "shape", [(6,), (2, 3), (3, 1, 2), (1,), (0, 3), (2, -3), (2.0, 3), (2**40, 2**40), [2, 3], 6, ()]
)
def test_flat_indices_and_coordinates_are_those_by_python(shape, device):
    queue = dpctl.SyclQueue(device)
    numbers = [
        numpy.array([0, 5, 3, 1]),
        numpy.array([[0, 1], [2, 4]]),
        numpy.array(3),
        numpy.arange(0),
        numpy.array([6, 0]),
    ]
    numbers += [numpy.array([-1, 2]), numpy.arange(600) % 6, numpy.array([[0, 1], [2, 4]]).T, numpy.array([1, 2], "i4")]
    for given in (*numbers, 3, -1, 6, 2**70, True, 1.5, [1, 2]):
        on_device = dpnp.asarray(given, sycl_queue=queue) if isinstance(given, numpy.ndarray) else given
        outcomes = []
        for more in ({}, {"order": "C"}):
            try:
                found = dpnp.unravel_index(on_device, shape, **more)
                outcomes.append([(type(x), x.dtype, x.shape, x.tolist(), x.sycl_queue == queue) for x in found])
            except (TypeError, ValueError, OverflowError) as error:
                outcomes.append((type(error), str(error)))
        assert outcomes[0] == outcomes[1]
    for given in (*numbers, 0, 1, -1):
        part = dpnp.asarray(given, sycl_queue=queue) if isinstance(given, numpy.ndarray) else given
        smaller = part % 2
        for parts in (
            (part,),
            (smaller, part),
            (smaller, smaller),
            (smaller, smaller * 0, smaller),
            (smaller, 1),
            [part],
        ):
            outcomes = []
            for more in ({}, {"order": "C"}):
                try:
                    x = dpnp.ravel_multi_index(parts, shape, **more)
                    outcomes.append((type(x), x.dtype, x.shape, x.tolist(), x.sycl_queue == queue))
                except Exception as error:
                    outcomes.append((type(error), str(error)))
            assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "fmax", "fmin", "subtract"])
@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "u8", "f2", "f4", "f8", "c16"])
def test_segments_are_reduced_as_by_python(name, dtype, device):
    if numpy.dtype(dtype).itemsize > 4 and numpy.dtype(dtype).kind in "fc" and not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    ufunc, numbers = getattr(dpnp, name), (numpy.arange(12) % 5 + 1).astype(dtype)
    for shape in ((12,), (4, 3), ()):
        for indices in (
            [0, 3],
            [3, 0, 2],
            [0],
            [],
            [-1],
            [12],
            (1, 2),
            numpy.array([0, 2]),
            numpy.array([0, 40]),
            1,
            [1.5],
        ):

            def reduced(np, x):
                at = np.asarray(indices, sycl_queue=x.sycl_queue) if isinstance(indices, numpy.ndarray) else indices  # noqa: B023
                return ufunc.reduceat(x, at)

            usual, python = _both(device, numbers[: numpy.prod(shape, dtype=int)].reshape(shape), reduced)
            assert usual == python


def test_index_arithmetic_needs_no_call_of_python():
    x = dpnp.asarray([5, 0, 3])
    assert [y.tolist() for y in _core.usual_unravel_index(x, (2, 3))] == [[1, 0, 1], [2, 0, 0]]
    assert _core.usual_ravel_multi_index((x % 2, x % 3), (2, 3)).tolist() == [5, 0, 3]
    assert _core.usual_reduceat(dpnp.add, x, [0, 2]).tolist() == [5, 3]
    assert _core.usual_reduceat(dpnp.maximum, x, dpnp.asarray([1])).tolist() == [3]
    for wrong in ((x, (5,)), (x, [2, 3]), (x, (2, 3), "C"), (x.astype("i4"), (2, 3)), (dpnp.arange(600) % 2, (2, 3))):
        assert _core.usual_unravel_index(*wrong) is NotImplemented


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "power", "equal", "divide", "sqrt"])
@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "f4", "f8", "c8"])
def test_functions_are_applied_at_indices_as_by_python(name, dtype, device):
    if dtype == "f8" and not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    ufunc, numbers = getattr(dpnp, name), (numpy.arange(6) % 4 + 1).astype(dtype)
    row = numpy.arange(3)
    for indices in (
        numpy.array([0, 2, 0]),
        numpy.array([-1, 5, -6]),
        numpy.array([1, 1, 1], "i4"),
        [0, 3, 3],
        2,
        numpy.arange(0),
    ):
        for value in (
            2.5,
            3,
            True,
            row.astype(dtype),
            row.astype("i2"),
            row[:1].astype(dtype),
            row[2].astype(dtype),
            None,
        ):
            if name == "sqrt" and value is not None:
                continue

            def applied(np, x):
                def on_device(x):
                    return dpnp.asarray(x, sycl_queue=queue) if isinstance(x, (numpy.ndarray, numpy.generic)) else x

                queue = x.sycl_queue
                return ufunc.at(x, on_device(indices), *([] if value is None else [on_device(value)]))  # noqa: B023

            usual, python = _both(device, numbers, applied)
            assert usual == python


def test_a_function_is_applied_to_an_array_at_its_own_elements(device):
    x = dpnp.asarray([1, 0, 2, 2], device=device)
    dpnp.add.at(x, x, x)
    assert x.tolist() == [1, 1, 6, 2]


@pytest.mark.parametrize("name", ["ascontiguousarray", "asfortranarray"])
def test_layouts_of_usual_calls_are_those_by_python(name, device):
    function = getattr(dpnp, name)
    for numbers in (
        numpy.arange(6.0),
        numpy.arange(6).reshape(2, 3),
        numpy.arange(0).reshape(0, 3),
        numpy.array(3),
        numpy.ones((1, 4)),
    ):
        x = dpnp.asarray(numbers.astype("f4"), device=device, usm_type="shared")
        for view in (x, x.T, x[..., ::2] if x.ndim else x):
            found, python = function(view), function(view, None, like=None)
            assert (found is view) == (python is view) and found.usm_type == python.usm_type == "shared"
            assert (found.strides, found.shape, found.tolist()) == (python.strides, python.shape, python.tolist())


@pytest.mark.parametrize("name", ["sort", "argsort"])
@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "f4", "c8"])
def test_elements_are_ordered_as_by_python(name, dtype, device):
    for numbers in (numpy.arange(7) * 5 % 7, (numpy.arange(24) * 7 % 24).reshape(2, 3, 4), numpy.ones((2, 0))):
        for view in (lambda x: x, lambda x: x.T, lambda x: x[..., ::-1], lambda x: x.ravel()[0]):
            for axis in (0, 1, 2, -1, -2, 3, -4, True, None, 1.0, "0", numpy.int64(0), 2**70):
                for call in (
                    lambda np, x: getattr(np, name)(view(x), axis),  # noqa: B023
                    lambda np, x: getattr(np, name)(view(x), axis=axis),  # noqa: B023
                ):
                    usual, python = _both(device, numbers.astype(dtype), call, usm_type="shared")
                    assert usual == python
            for more in ({}, {"kind": "stable"}, {"descending": True}, {"order": "a"}, {"axes": 1}):
                usual, python = _both(
                    device,
                    numbers.astype(dtype),
                    lambda np, x: getattr(np, name)(view(x), **more),  # noqa: B023
                )
                assert usual == python


@pytest.mark.parametrize("name", ["partition", "argpartition"])
@pytest.mark.parametrize(
    "kth", [0, -1, 2, 3, -4, [1, 0, 1], (0, -1), [], [0, 9], True, None, 1.5, [0.5], 2**70, [None]]
)
def test_elements_are_partitioned_as_by_python(name, kth, device):
    for numbers in (numpy.arange(7) * 5 % 7, (numpy.arange(24) * 7 % 24).reshape(2, 3, 4), numpy.ones((2, 0))):
        for view in (lambda x: x, lambda x: x.T, lambda x: x[..., ::-1], lambda x: x.ravel()[0]):
            for axis in (0, 2, -2, 3, True, None, "0"):
                for call in (
                    lambda np, x: getattr(np, name)(view(x), kth, axis),  # noqa: B023
                    lambda np, x: getattr(np, name)(view(x), kth, axis=axis),  # noqa: B023
                    lambda np, x: getattr(np, name)(view(x), kth),  # noqa: B023
                ):
                    usual, python = _both(device, numbers.astype("f4"), call, usm_type="shared")
                    assert usual == python


def test_usual_orders_need_no_call_of_python():
    x = dpnp.asarray([[3, 1, 2], [0, 5, 4]])
    assert _core.usual_sort(x, 0).tolist() == [[0, 1, 2], [3, 5, 4]]
    assert _core.usual_sort(x).tolist() == [[1, 2, 3], [0, 4, 5]]
    assert _core.usual_argsort(x.T, 0).tolist() == [[1, 0], [2, 2], [0, 1]]
    assert _core.usual_partition(x, [0, 1]).tolist() == [[1, 2, 3], [0, 4, 5]]
    assert _core.usual_argpartition(x, -1).shape == (2, 3)
    assert _core.usual_choose(x % 2, [5, 7]).tolist() == [[7, 7, 5], [5, 7, 5]]


@pytest.mark.parametrize("name", ["packbits", "unpackbits"])
@pytest.mark.parametrize("shape", [(9,), (3, 9), (2, 3, 5), (), (0,), (2, 0), (2100,), (300, 9)])
def test_bits_are_those_by_python(name, shape, device):
    numbers = numpy.random.default_rng(3).integers(0, 3, shape)
    for dtype in ("?", "u1", "i1", "i8", "f4"):
        for view in (lambda x: x, lambda x: x.T, lambda x: x[..., ::2]):
            for axis in (None, 0, 1, -1, -2, 3, True, 1.0, 2**70):
                for call in (
                    lambda np, x: getattr(np, name)(view(x), axis),  # noqa: B023
                    lambda np, x: getattr(np, name)(view(x), axis=axis),  # noqa: B023
                    lambda np, x: getattr(np, name)(view(x), axis, bitorder="little"),  # noqa: B023
                ):
                    usual, python = _both(device, numbers.astype(dtype), call, usm_type="shared")
                    assert usual == python


def test_bits_of_pending_elements_are_packed(device):
    x = dpnp.arange(1_000_000, device=device)
    odd = x % 2 == 1
    assert dpnp.packbits(odd[:16]).tolist() == [85, 85]
    assert dpnp.unpackbits(odd[:2].astype("u1") + 1).tolist() == [0] * 7 + [1] + [0] * 6 + [1, 0]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "u8", "?"])
@pytest.mark.parametrize("name", ["ldexp", "divmod", "float_power", "spacing", "modf", "frexp"])
def test_composed_ufuncs_are_those_with_keywords(name, dtype, device):
    if (dtype == "f2" and not device.has_aspect_fp16) or (dtype == "f8" and not device.has_aspect_fp64):
        pytest.skip("the device has no such numbers")
    function, queue = getattr(dpnp, name), dpctl.SyclQueue(device)
    x = dpnp.asarray(numpy.array([1, 0, 3, 2]).astype(dtype), sycl_queue=queue)
    for view in (x, x[::2], x[1], x.reshape(2, 2).T):
        others = [(2,), (-30,), (0.5,), (2**31,), (2**70,), (True,), (1j,), (view,), (view.astype("i4"),), ("a",)]
        for given in [(view, *y) for y in others] + [(*y, view) for y in others] if function.nin == 2 else [(view,)]:
            found = []
            for more in ({}, {"subok": True}):
                try:
                    made = function(*given, **more)
                    made = made if isinstance(made, tuple) else (made,)
                    found.append([(y.dtype, y.shape, y.usm_type, dpnp.asnumpy(y).tobytes()) for y in made])
                except Exception as error:
                    found.append((type(error), str(error)))
            assert found[0] == found[1]


def test_iteration_ends_as_for_lists(device):
    for numbers in (numpy.arange(3), numpy.arange(6).reshape(3, 2), numpy.ones((0, 2))):
        x = dpnp.asarray(numbers, device=device)
        assert [y.tolist() for y in x] == numbers.tolist() and len(list(iter(x))) == len(x)
    with pytest.raises(IndexError, match="index 3 is out of bounds"):
        dpnp.arange(3)[3]
    with pytest.raises(TypeError, match="0 dimensions"):
        iter(dpnp.asarray(1))


_NESTS = [
    lambda a, b, c: [[a, a], [b, c]],
    lambda a, b, c: [a, c],
    lambda a, b, c: [[a], [b]],
    lambda a, b, c: a,
    lambda a, b, c: [[[a], [a]], [[a], [a]]],
    lambda a, b, c: [[a, 1], [b, c]],
    lambda a, b, c: [a[0], 5, a[1]],
    lambda a, b, c: [[a, a], [b]],
    lambda a, b, c: [a, b],
    lambda a, b, c: [[a], b],
    lambda a, b, c: [],
    lambda a, b, c: [[a], []],
    lambda a, b, c: [(a, b)],
    lambda a, b, c: [[a.T, a.T]],
    lambda a, b, c: [[a > 1, a.astype("f4")], [b, c]],
]


@pytest.mark.parametrize("nest", range(len(_NESTS)))
def test_blocks_are_put_together_as_by_numpy(nest, device):
    a, b, c = numpy.arange(6).reshape(2, 3), numpy.ones((1, 3), "i8"), numpy.zeros((2, 3), "i2")
    queue = dpctl.SyclQueue(device)
    ours = [dpnp.asarray(x, sycl_queue=queue, usm_type="shared") for x in (a, b, c)]
    c = c[:1] if nest == 0 else c
    ours[2] = ours[2][:1] if nest == 0 else ours[2]
    try:
        expected = numpy.block(_NESTS[nest](a, b, c))
    except (TypeError, ValueError) as error:
        with pytest.raises(type(error)):
            dpnp.block(_NESTS[nest](*ours))
        return
    made = dpnp.block(_NESTS[nest](*ours))
    assert made.shape == expected.shape and made.sycl_queue == queue and made.usm_type == "shared"
    assert made.flags.c_contiguous == expected.flags.c_contiguous and made.tolist() == expected.tolist()
    if device.has_aspect_fp64:
        assert made.dtype == expected.dtype


@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "i4", "f2", "f4", "f8", "c8", "c16"])
def test_lists_are_those_of_numpy(dtype, device):
    if (dtype == "f2" and not device.has_aspect_fp16) or (dtype in ("f8", "c16") and not device.has_aspect_fp64):
        pytest.skip("the device has no such numbers")
    numbers = (numpy.arange(24) * 0.7 - 3).astype("i4" if dtype == "u8" else "f4").astype(dtype)
    x = dpnp.asarray(numbers, device=device, usm_type="shared")
    for view in (
        lambda x: x,
        lambda x: x[::-3],
        lambda x: x.reshape(4, 6),
        lambda x: x.reshape(4, 6)[1:, ::-2].T,
        lambda x: x.reshape(2, 3, 4),
        lambda x: x[3],
        lambda x: x[:0],
        lambda x: x.reshape(4, 6)[:, :0],
    ):
        ours, theirs = view(x).tolist(), view(numbers).tolist()
        assert repr(ours) == repr(theirs) == repr(view(x).view(type=Marked).tolist())
    pending = (dpnp.arange(1_000_000, device=device) + 1)[:3]
    assert pending.tolist() == [1, 2, 3]


@pytest.mark.parametrize("n_keys", [0, 1, 2, 3, 17])
def test_keys_are_ordered_as_by_python(n_keys, device):
    generator = numpy.random.default_rng(2)
    queue = dpctl.SyclQueue(device)
    for shape in ((60,), (0,), (3, 4), ()):
        numbers = [generator.integers(0, 3, shape).astype(("i4", "f4", "?")[i % 3]) for i in range(n_keys)]
        keys = [dpnp.asarray(x, sycl_queue=queue, usm_type="shared") for x in numbers]
        for given in (keys, tuple(keys), [*keys, *keys[:1], dpnp.ones(5, sycl_queue=queue)], [*keys, [1, 2]]):
            found = []
            for more in ({}, {"axis": -1}):
                try:
                    made = dpnp.lexsort(given, **more)
                    found.append((made.dtype, made.shape, made.usm_type, made.sycl_queue, made.tolist()))
                except (TypeError, ValueError) as error:
                    found.append((type(error), str(error)))
            assert found[0] == found[1]
        if n_keys and shape:
            assert dpnp.lexsort(keys).tolist() == numpy.lexsort(numbers).tolist()


@pytest.mark.parametrize(
    "given",
    [
        [1, 2],
        (1.0, 2),
        [True, False],
        [True, 2.5],
        [[1, 2], [3, 4]],
        [[1], [2, 3]],
        [2**63, 1],
        [2**70],
        [1j, 2],
        [numpy.float32(1.5), 2],
        [numpy.uint64(3), 1],
        [None],
        [-0.0],
        [],
    ],
)
def test_lists_beside_an_array_are_of_numpys_dtype(given, device):
    queue = dpctl.SyclQueue(device)
    found = []
    for kind in ("device", "shared"):
        x = dpnp.ones(3, "i4", sycl_queue=queue, usm_type=kind)
        found.append(_outcome(lambda np, y: np.append(y, given), x))
        assert isinstance(found[-1][0], type) or dpnp.append(x, given).usm_type == kind
    assert found[0] == found[1]
