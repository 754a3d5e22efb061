"""Basic indexing and assignment, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, basic_indices
from tensor_helpers import DTYPES, assert_same, host, outcome, sample

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt

KEYS = [
    0, -1, np.int8(1), slice(None), slice(1, None), slice(None, None, -1), slice(10, -10, -3), slice(2, 2), slice(-1, None, 2**40),
    Ellipsis, None, (), (1, 2), (Ellipsis, 0), (0, Ellipsis), (None, 0, None), (slice(None), 1), (slice(1, 3), slice(None, None, 2)),
    (Ellipsis,), (1, Ellipsis, 2), (slice(3, 0, -1), -2), (None, None),
]  # fmt: skip
BAD_KEYS = [
    4,
    -5,
    2**70,
    1.5,
    "text",
    (0, 0, 0),
    (Ellipsis, Ellipsis),
    (0, 5),
    (slice(None), 1.0),
    (slice(1, 2, 0),),
    {},
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_basic_keys(key):
    a = sample((4, 5), "int32")
    x = dpt.asarray(a)
    view = x[key]
    assert_same(view, a[key])
    if view.size:
        view[...] = 77
        a[key] = 77
    assert_same(x, a)


@pytest.mark.parametrize("key", BAD_KEYS, ids=str)
def test_impossible_keys_are_errors_as_in_numpy(key):
    a = sample((4, 5), "int32")
    x = dpt.asarray(a)
    assert outcome(lambda: x[key]) is outcome(lambda: a[key])
    with pytest.raises((IndexError, ValueError)):
        x[key] = 1


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_basic_key(data):
    shape = data.draw(array_shapes(min_dims=1, max_dims=5, min_side=0, max_side=4))
    key = data.draw(basic_indices(shape, allow_newaxis=True))
    a = np.arange(np.prod(shape), dtype="int32").reshape(shape)
    assert_same(dpt.asarray(a)[key], a[key])


def test_keys_that_are_arrays_without_dimensions_count_as_integers():
    x = dpt.arange(5) * 10
    assert int(x[dpt.asarray(3)]) == 30 and int(x[dpt.asarray(2, dtype="uint8")]) == 20 and int(x[np.array(1)]) == 10
    with pytest.raises(IndexError):
        x[dpt.asarray(1.0)]


# ---- assignment -------------------------------------------------------------------------------------------

VALUES = [True, 3, -2.5, np.int16(4), np.float64(2.5), [1, 2, 3], ((1,), (2,)), [[1.5], [2.5]], range(3), np.arange(3.0),
          np.arange(6, dtype=">i2").reshape(2, 3), np.ones((2, 1), dtype="bool"), np.array(5), [np.arange(3), [4, 5, 6]],
          np.arange(12).reshape(2, 6)[:, ::2]]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=str)
@pytest.mark.parametrize("dtype", ["int32", "float32", "complex64", "bool"])
def test_assignment_of_host_values(dtype, value):
    a = np.zeros((4, 3), dtype=dtype)
    x = dpt.asarray(a)
    with np.errstate(all="ignore"):
        a[1:3] = value
    x[1:3] = value
    assert_same(x, a)


@pytest.mark.parametrize("source", DTYPES)
@pytest.mark.parametrize("target", DTYPES)
def test_assignment_casts(target, source):
    value = np.abs(sample((3, 4), source, 1))
    a = np.zeros((2, 3, 4), dtype=target)
    x = dpt.asarray(a)
    value = value.astype(source)
    a[...] = value.real if value.dtype.kind == "c" and a.dtype.kind != "c" else value
    x[...] = dpt.asarray(value)
    if not (value.dtype.kind == "c" and target == "bool"):
        assert_same(x, a)


def test_assignment_of_arrays_broadcasts():
    a = np.zeros((2, 3, 4))
    x = dpt.asarray(a)
    for key, shape in ((..., (4,)), ((0, ...), (3, 1)), ((slice(None), 1), (1, 1)), (..., ())):
        value = sample(shape, "float64", 2)
        a[key] = value
        x[key] = dpt.asarray(value)
        assert_same(x, a)


def test_assignment_of_one_integer():
    x = dpt.zeros(3, dtype="int64")
    x[1] = 2**62 + 1
    x[2] = dpt.asarray(-5)
    assert host(x).tolist() == [0, 2**62 + 1, -5]


def test_assignment_that_overlaps_reads_before_it_writes():
    a = np.arange(10)
    x = dpt.asarray(a)
    x[1:] = x[:-1]
    a[1:] = a[:-1].copy()
    x[::-1] = x
    assert_same(x, a[::-1])


@pytest.mark.parametrize("n", [8, 100000])
def test_assignment_to_one_element_seen_many_times(device, n):
    x = dpt.zeros(4, dtype="int64", device=device)
    dpt.broadcast_to(x[1:2], (n,))[...] = dpt.arange(n, device=device)
    dpt.broadcast_to(x[2:3], (n,))[...] = dpt.full(n, 2.5, dtype="f4", device=device)
    assert host(x).tolist() == [0, n - 1, 2, 0]


def test_assignment_from_another_queue():
    x = dpt.zeros(4, dtype="int64")
    same_context = dpt.arange(4, sycl_queue=dpctl.SyclQueue(x.sycl_context, x.sycl_device))
    elsewhere = dpctl.SyclQueue(dpctl.SyclContext([x.sycl_device]), x.sycl_device)
    x[...] = same_context
    assert host(x).tolist() == [0, 1, 2, 3]
    x[::2] = dpt.full(2, 9, sycl_queue=elsewhere)
    assert host(x).tolist() == [9, 1, 9, 3]


def test_assignment_of_usm_memory_of_other_objects():
    class Shown:
        def __init__(self, array):
            self.array = array

        @property
        def __sycl_usm_array_interface__(self):
            return self.array.__sycl_usm_array_interface__

    class Holder:
        __usm_ndarray__ = dpt.arange(3)

    x = dpt.zeros(3, dtype="int64")
    x[...] = Shown(dpt.arange(6)[::2])
    assert host(x).tolist() == [0, 2, 4]
    x[...] = Holder()
    assert host(x).tolist() == [0, 1, 2]
    memory = dpm.MemoryUSMShared(3)
    memory.copy_from_host(b"\x05\x06\x07")
    x[...] = memory
    assert host(x).tolist() == [5, 6, 7]


def test_assignment_of_nests_with_arrays():
    x = dpt.zeros((3, 2))
    x[...] = [dpt.ones(2), [3, dpt.asarray(4)], (5.5, 6)]
    assert host(x).tolist() == [[1, 1], [3, 4], [5.5, 6]]


@pytest.mark.parametrize(
    "value, error",
    [("text", ValueError), (int, ValueError), ({}, ValueError), (None, ValueError), ([1, 2], ValueError),
     (np.ones(5), ValueError), (dpt.ones((2, 3)), ValueError), ([[1], [2, 3]], ValueError), (300, OverflowError),
     (-1, OverflowError), (1j, TypeError), (np.nan, ValueError), (np.inf, OverflowError), (["1"] * 3, ValueError),
     (np.array(["1"]), ValueError), (np.str_("1"), ValueError), ([None] * 3, ValueError), (np.array([1], "O"), ValueError),
     (np.datetime64("2020-01-01"), ValueError), (np.timedelta64(3, "s"), ValueError), (np.void(b"abc"), ValueError)],
    ids=str,
)  # fmt: skip
def test_values_that_cannot_be_assigned(value, error):
    x = dpt.zeros(3, dtype="uint8")
    with pytest.raises(error):
        x[...] = value
    assert host(x).tolist() == [0, 0, 0]


def test_elements_cannot_be_deleted():
    x = dpt.ones(3)
    with pytest.raises(ValueError):
        del x[0]
