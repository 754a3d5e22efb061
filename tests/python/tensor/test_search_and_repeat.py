"""searchsorted and repeat by counts on each backend, compared with NumPy."""

import numpy as np
import pytest
from tensor_helpers import DTYPES, assert_same

import dpctl.tensor as dpt

RNG = np.random.default_rng(9)


def skip_without(device, dtype):
    if (
        dtype == "float16"
        and not device.has_aspect_fp16
        or dtype in ("float64", "complex128")
        and not device.has_aspect_fp64
    ):
        pytest.skip(f"the device has no {dtype}")


def numbers(n, dtype):
    values = RNG.integers(0, 100, n).astype(dtype)
    if np.dtype(dtype).kind in "fc":
        values[:: n // 4 + 1] = [np.nan, np.inf, -np.inf, -0.0][: len(values[:: n // 4 + 1])]
    if np.dtype(dtype).kind == "c":
        values.imag = np.roll(values.real, 1)
    return values


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_positions_in_a_sorted_line(device, dtype, side):
    skip_without(device, dtype)
    for n_sorted in (0, 1, 2, 3, 64, 1000):
        line, values = np.sort(numbers(n_sorted, dtype)), numbers(700, dtype).reshape(20, 35)
        for shape in (lambda x: x, lambda x: x.T, lambda x: x[::-2, 3:], lambda x: x[2]):
            x = shape(dpt.asarray(values, device=device))
            wanted = np.searchsorted(line, shape(values), side=side).astype("int64")
            assert_same(dpt.searchsorted(dpt.asarray(line, device=device), x, side=side), wanted)


def test_a_sorter_and_values_of_another_dtype(device):
    a, v = RNG.integers(0, 100, 300).astype("int32"), RNG.random(80).astype("float32") * 110
    order = np.argsort(a, kind="stable")
    x = dpt.asarray(a, device=device)
    for sorter in (order, order - 300):
        got = dpt.searchsorted(x, dpt.asarray(v, device=device), sorter=dpt.asarray(sorter, device=device))
        assert_same(got, np.searchsorted(a, v, sorter=order).astype("int64"))
    assert_same(
        dpt.searchsorted(dpt.asarray(np.sort(a)[::-1].copy(), device=device)[::-1], x), np.searchsorted(np.sort(a), a)
    )


@pytest.mark.parametrize("axis", [None, 0, 1, 2])
def test_repeat_by_counts(device, axis):
    a = RNG.integers(0, 50, (4, 5, 6)).astype("int16")
    n = a.size if axis is None else a.shape[axis]
    for counts in (RNG.integers(0, 4, n), np.zeros(n, "int8"), np.arange(n, dtype="uint8") % 2):
        for view in (lambda x: x, lambda x: x[::-1, :, ::-1]):
            x, k = view(dpt.asarray(a, device=device)), dpt.asarray(counts, device=device)
            assert_same(dpt.repeat(x, k, axis=axis), np.repeat(view(a), counts, axis=axis))


def test_negative_counts_are_an_error(device):
    with pytest.raises(ValueError, match="negative"):
        dpt.repeat(dpt.arange(3, device=device), dpt.asarray([1, -1, 2], device=device))
