"""Small operands of all layouts, which the calling thread computes by itself where it can: the numbers and orders of NumPy's results."""

import itertools

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp

_ROWS, _COLUMNS = 5, 7
_SHAPES = [(_ROWS, _COLUMNS), (1, _COLUMNS), (_ROWS, 1), (_COLUMNS,), (1,), (), (1, 1)]


def _layouts(shape):
    """Arrays of that shape: contiguous, a slice, with steps, from the end on, another's transpose."""
    numbers = (
        numpy.random.default_rng(3 + len(shape)).random(tuple(2 * n + 1 for n in shape))
        if shape
        else numpy.float64(0.3)
    )
    numbers = numpy.asarray(numbers)
    if not shape:
        return [lambda np, make: make(numbers)]
    first = tuple(slice(0, n) for n in shape)
    return [
        lambda np, make: make(numbers[first].copy()),
        lambda np, make: make(numbers)[tuple(slice(1, 1 + n) for n in shape)],
        lambda np, make: make(numbers)[tuple(slice(0, 2 * n, 2) for n in shape)],
        lambda np, make: make(numbers)[::-1][first],
        lambda np, make: make(numbers[first].T.copy()).T,
    ]


_OPERANDS = [(shape, make) for shape in _SHAPES for make in _layouts(shape)]
_TWO = {
    "add": lambda np, x, y: x + y,
    "less": lambda np, x, y: x < y,
    "where": lambda np, x, y: np.where(x < 0.5, x, y),
    "where of a number": lambda np, x, y: np.where(y < x, 2.0, x),
    "where of two": lambda np, x, y: np.where(y < x, 2.0, 0.5),
    "where of integers": lambda np, x, y: np.where(y < x, 2, 3),
    "clip": lambda np, x, y: np.clip(x, 0.25, y),
    "clip by numbers": lambda np, x, y: np.clip(x, 0.25, 0.75),
    "power of an array": lambda np, x, y: x ** y[(0,) * y.ndim],
}


def _both(device):
    queue = dpctl.SyclQueue(device)
    return [(numpy, numpy.array), (dpnp, lambda x: dpnp.asarray(x, sycl_queue=queue))]


def _check(theirs, ours, context):
    values = dpnp.asnumpy(ours)
    assert values.shape == theirs.shape and values.dtype == theirs.dtype, context
    numpy.testing.assert_allclose(values, theirs, rtol=1e-12, err_msg=str(context))


@pytest.mark.parametrize("name", _TWO)
def test_operations_on_small_operands_of_any_layout(name, device):
    if not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    for (one, make), (other, make_other) in itertools.product(_OPERANDS, _OPERANDS):
        theirs, ours = (_TWO[name](np, make(np, of), make_other(np, of)) for np, of in _both(device))
        _check(theirs, ours, (one, other))


@pytest.mark.parametrize("layout", range(5))
def test_results_into_small_arrays_of_any_layout(layout, device):
    if not device.has_aspect_fp64:
        pytest.skip("the device has no float64")
    for shape, make in _OPERANDS:
        found = []
        for np, of in _both(device):
            out = _layouts((_ROWS, _COLUMNS))[layout](np, of)
            out += make(np, of)
            np.multiply(out, make(np, of), out=out)
            np.subtract(out, out[0], out=out)  # what is read is written before the end
            out[1:] *= out[:-1]
            out /= out[2, 2] + 3.0
            out -= out[1, 1]
            found.append(out)
        _check(*found, (layout, shape))


def test_numbers_beside_small_arrays_keep_the_dtype(device):
    queue = dpctl.SyclQueue(device)
    for dtype in ["?", "i1", "u8", "f4", "c8"]:
        host = numpy.arange(12).reshape(3, 4).astype(dtype)
        x = dpnp.asarray(host, sycl_queue=queue)
        for call in (
            lambda np, x: x == x[0, 1],
            lambda np, x: np.where(x[:, :1] == x[0], x[1, 1], x),
            lambda np, x: np.where(x != 0, x, 0),
            lambda np, x: np.maximum(x[:2, 1:3], x[2, 2]) if x.dtype.kind != "c" else x[:2] * x[2, 2],
        ):
            _check(call(numpy, host), call(dpnp, x), dtype)


_DTYPES = ["?", "i1", "u1", "i4", "u8", "i8", "f2", "f4", "f8", "c8", "c16"]


def _outcome(call, *operands, **more):
    try:
        result = call(*operands, **more)
    except Exception as error:
        return type(error), str(error)
    return result.dtype, result.shape, dpt.asnumpy(result).tobytes()


@pytest.mark.parametrize("dtype", _DTYPES)
def test_conversions_of_few_elements_have_the_bits_of_those_of_many(dtype, device):
    """What has another order than the operands, order F, goes the way of large arrays."""
    generator, queue = numpy.random.default_rng(4), dpctl.SyclQueue(device)

    def numbers(of_dtype, shape):
        values = generator.integers(0, 2 if of_dtype == "?" else 7, shape)
        return dpt.asarray((values * (1.25 if of_dtype[0] in "fc" else 1)).astype(of_dtype), sycl_queue=queue)

    if dtype in "f2 f8 c16" and not (device.has_aspect_fp16 if dtype == "f2" else device.has_aspect_fp64):
        pytest.skip("the device has no such numbers")
    for other in _DTYPES:
        if other in "f2 f8 c16" and not (device.has_aspect_fp16 if other == "f2" else device.has_aspect_fp64):
            continue
        x, y, z, mask = numbers(dtype, 37), numbers(other, 37), numbers(other, ()), numbers("?", 37)
        for name in ("add", "multiply", "divide", "floor_divide", "pow", "less", "maximum", "atan2", "logical_and"):
            call = getattr(dpt, name)
            for operands in (
                (x, y),
                (y, x),
                (x, z),
                (z, x),
                (x[::2], y[:19]),
                (x, 2),
                (0.5, x),
                (x, -2.0),
                (x, 1j),
                (x, 2**40),
            ):
                assert _outcome(call, *operands) == _outcome(call, *operands, order="F"), (name, other, operands)
        for operands in ((mask, x, y), (mask, x, 2.5), (mask, 7, y), (x, x, y), (mask[0], x, z), (mask, 1, 2.0)):
            assert _outcome(dpt.where, *operands) == _outcome(dpt.where, *operands, order="F"), (other, operands)
