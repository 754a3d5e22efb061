"""Index arrays on each backend: every type of index, strides, rows, and values written to repeated positions, compared with NumPy."""

import numpy as np
import pytest
from tensor_helpers import INTEGERS, assert_same

import dpctl.tensor as dpt

RNG = np.random.default_rng(5)
BASE = RNG.integers(0, 100, (7, 8, 9)).astype("float32")
I, J, K = (
    RNG.integers(-7, 7, (4, 5)),
    RNG.integers(-8, 8, 5).astype("int8"),
    RNG.integers(0, 9, (4, 1)).astype("uint64"),
)
ALL, BACK = slice(None), slice(None, None, -1)
KEYS = {
    "one": (I,),
    "two that broadcast": (I, J),
    "three": (I, J, K),
    "around a slice": (I, ALL, K),
    "behind a strided slice": (slice(1, None, 2), J),
    "at the end": (..., K),
    "behind a reversed slice": (ALL, BACK, K),
    "with a new axis and an int": (None, I, 2),
    "apart": (I, None, J),
    "without dimensions": (np.asarray(3), J),
    "empty": (np.zeros((0, 2), "int64"), 1),
}


def ours(key, device):
    return tuple(dpt.asarray(k, device=device) if isinstance(k, np.ndarray) else k for k in key)


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_reading_and_writing(device, key):
    for view in (lambda x: x, lambda x: x[::-1, :, ::-1], lambda x: x[:, ::1, :]):
        a, x = view(BASE.copy()), view(dpt.asarray(BASE, device=device, copy=True))
        assert_same(x[ours(key, device)], a[key])
        values = RNG.random(a[key].shape).astype("float32")
        for given in (values, values[..., :1], np.float32(2)):
            a[key] = given
            x[ours(key, device)] = dpt.asarray(given, device=device)
            assert_same(x, a)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_every_index_dtype_in_both_modes(device, dtype):
    values = [0, 4, 5, 99, 127] + ([] if dtype.startswith("u") else [-1, -5, -6, -128])
    i, x = np.asarray(values, dtype=dtype), dpt.arange(5, device=device)
    for mode, resolved in (
        ("clip", np.clip(values, 0, 4)),
        ("wrap", np.clip(np.where(i < 0, i.astype(int) + 5, values), 0, 4)),
    ):
        assert_same(dpt.take(x, dpt.asarray(i, device=device), mode=mode), resolved)


@pytest.mark.parametrize("dtype", ["bool", "uint16", "int32", "complex64"])
@pytest.mark.parametrize("n_columns", [1, 3, 16, 40])
def test_rows(device, dtype, n_columns):
    """Rows of every width, which may be moved in larger units, to positions that repeat."""
    a = RNG.integers(0, 50, (60, n_columns)).astype(dtype)
    i = RNG.integers(0, 60, 200)
    values = RNG.integers(0, 50, (200, n_columns)).astype(dtype)
    for start in (0, 1):
        b, x = a.copy()[start:, start:], dpt.asarray(a, device=device, copy=True)[start:, start:]
        j = np.minimum(i, 58)
        assert_same(x[dpt.asarray(j, device=device)], b[j])
        b[j] = values[:, start:]
        x[dpt.asarray(j, device=device)] = dpt.asarray(values, device=device)[:, start:]
        assert_same(x, b)


@pytest.mark.parametrize("n_elements", [100, 50_000, 3_000_000])
def test_the_last_of_repeated_indices_wins(device, n_elements):
    """In arrays of fewer, as many and far more elements than there are indices."""
    i = RNG.integers(0, n_elements, 60_000)
    i[30_000:] = i[:30_000]
    a, x = np.zeros(n_elements, "int32"), dpt.zeros(n_elements, dtype="int32", device=device)
    for values in (np.arange(60_000, dtype="int32"), np.arange(60_000, dtype="int64")[::-1]):
        a[i] = values
        x[dpt.asarray(i, device=device)] = dpt.asarray(values.copy(), device=device)
        assert_same(x, a)


def test_repeated_pairs_of_indices(device):
    i, j = RNG.integers(0, 2000, (2, 400, 50))
    i[:, 25:], j[:, 25:] = i[:, :25], j[:, :25]
    a, x = np.zeros((2000, 3, 2000), "int16"), dpt.zeros((2000, 3, 2000), dtype="int16", device=device)
    values = np.arange(400 * 50 * 3).reshape(400, 50, 3).astype("int16")
    a[i, :, j] = values
    x[dpt.asarray(i, device=device), :, dpt.asarray(j, device=device)] = dpt.asarray(values, device=device)
    assert_same(x, a)


@pytest.mark.parametrize("layout", [lambda x: x, lambda x: x.T, lambda x: x[::-1, ::-1]])
def test_pairs_of_indices_that_name_most_elements(device, layout):
    a, x = np.zeros((50, 60)), dpt.zeros((50, 60), dtype=dpt.float32, device=device)
    a, x = layout(a.astype("float32")), layout(x)
    i, j = (RNG.integers(-n, n, (3, 2000)) for n in a.shape)
    values = np.arange(6000, dtype="float32").reshape(3, 2000)
    a[i, j] = values
    x[dpt.asarray(i, device=device), dpt.asarray(j, device=device)] = dpt.asarray(values, device=device)
    assert_same(x, a)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_along_an_axis(device, axis):
    n = BASE.shape[axis]
    shape = tuple(2 * s if d == axis else s for d, s in enumerate(BASE.shape))
    i = RNG.integers(0, n, shape)
    a, x, k = BASE.copy(), dpt.asarray(BASE, device=device, copy=True), dpt.asarray(i, device=device)
    assert_same(dpt.take_along_axis(x, k, axis=axis), np.take_along_axis(a, i, axis=axis))
    values = RNG.random(shape).astype("float32")
    np.put_along_axis(a, i, values, axis=axis)
    dpt.put_along_axis(x, k, dpt.asarray(values, device=device), axis=axis)
    assert_same(x, a)


def test_values_and_indices_that_overlap_the_array(device):
    a, x = np.arange(10), dpt.arange(10, device=device)
    a[a[::-1].copy()] = a[::-1].copy() * 2
    x[x[::-1]] = x[::-1] * 2
    assert_same(x, a)
    i = np.array([0, 1, 2, 9])
    a[i] = a[3:7].copy()
    x[dpt.asarray(i, device=device)] = x[3:7]
    assert_same(x, a)


def test_indices_into_no_elements_are_an_error(device):
    x = dpt.zeros((3, 0), device=device)
    with pytest.raises(IndexError):
        x[:, dpt.asarray([0], device=device)]
    with pytest.raises(IndexError):
        x[dpt.asarray([0, 1], device=device), dpt.asarray([0, 1, 2], device=device)]
    with pytest.raises(IndexError):
        x[dpt.asarray([0.5], device=device)]


@pytest.mark.parametrize("dtype", ["i1", "i2", "f4", "i8", "c8"])
def test_masks_of_any_density(device, dtype):
    """Blocks of the device's kernels are full, partly filled and begin anywhere; few, many and all elements are chosen."""
    rng = np.random.default_rng(3)
    for size in (1, 4095, 4096, 100_003):
        values = (rng.random(size) * 100).astype(dtype)
        x = dpt.asarray(values, device=device)
        for share in (0, 0.02, 0.5, 1):
            chosen = rng.random(size) < share
            mask = dpt.asarray(chosen, device=device)
            for part in (slice(None), slice(3, None), slice(None, None, 2)):
                np.testing.assert_array_equal(dpt.asnumpy(x[part][mask[part]]), values[part][chosen[part]])
            np.testing.assert_array_equal(dpt.asnumpy(x[: size - 1][mask[1:]]), values[: size - 1][chosen[1:]])


def test_masks_whose_bytes_are_not_one(device):
    bytes_ = (np.arange(70_001) % 5).astype("u1")
    mask = dpt.usm_ndarray(bytes_.shape, dtype="?", buffer=dpt.asarray(bytes_, device=device).usm_data)
    x = dpt.arange(bytes_.size, dtype="i4", device=device)
    np.testing.assert_array_equal(dpt.asnumpy(x[mask]), np.flatnonzero(bytes_))


def test_more_elements_than_the_cache_holds_named_by_many_indices(device):
    """A table that the device's cache does not hold is filled part by part."""
    cache = device.global_mem_cache_size
    size = (cache if cache <= 1 << 26 else 1 << 24) // 8 + 1001
    rng = np.random.default_rng(5)
    indices = rng.integers(-size, size, max(size // 3, 1_100_000))
    values = rng.random(indices.size).astype("f4")
    expected = np.zeros(size, "f4")
    expected[indices] = values
    x = dpt.zeros(size, dtype="f4", device=device)
    x[dpt.asarray(indices, device=device)] = dpt.asarray(values, device=device)
    np.testing.assert_array_equal(dpt.asnumpy(x), expected)
