"""asarray from every kind of object, and copies to and from the host."""

import array
import ctypes
import threading

import numpy as np
import pytest
from tensor_helpers import DTYPES, LAYOUTS, assert_same, host, pair, sample

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_arrays_make_the_round_trip(dtype, layout):
    a, _ = pair(layout, dtype)
    for made in (dpt.asarray(a), dpt.from_numpy(a)):
        assert_same(made, a)
        back = dpt.asnumpy(made)
        assert back.flags.writeable and back.flags.owndata or back.base is not None
        np.testing.assert_array_equal(back, a)


def test_axes_keep_their_order_in_memory():
    a = np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1)
    x = dpt.asarray(a)
    assert x.strides == tuple(s // 8 for s in a.strides)
    assert dpt.asnumpy(x).strides == a.strides and dpt.to_numpy(x).strides == a.strides
    assert dpt.asarray(a, order="C").flags.c_contiguous and dpt.asarray(a, order="F").flags.f_contiguous


@pytest.mark.parametrize("dtype", [">i2", ">u8", ">f4", ">c16", "<i4"])
def test_numpys_other_byte_order_becomes_the_machines(dtype):
    a = np.arange(5).astype(dtype)
    assert_same(dpt.asarray(a), a.astype(a.dtype.newbyteorder("=")))
    assert_same(dpt.from_numpy(a), a.astype(a.dtype.newbyteorder("=")))


def test_memory_that_numpy_does_not_align():
    a = np.frombuffer(b"x" + np.arange(5.0).tobytes(), dtype="f8", offset=1)
    assert not a.flags.aligned
    assert_same(dpt.asarray(a), np.arange(5.0))


def test_read_only_numpy_arrays():
    a = np.arange(5)
    a.flags.writeable = False
    x = dpt.asarray(a)
    x += 1
    assert host(x).tolist() == [1, 2, 3, 4, 5] and a[0] == 0


@pytest.mark.parametrize(
    "obj",
    [True, 5, 2.5, 1j, np.float32(3), [1, 2], [[True], [False]], (1, 2.5), [1, 2j], range(4), [range(2), [3, 4]], [], [[], []],
     [np.arange(2), [5, 6]], [np.float32(1), 2], 2**63, np.array(5), b"abc", bytearray(3), memoryview(np.ones(3)),
     array.array("h", [1, 2]), [True, 2]],
)  # fmt: skip
def test_host_objects(obj):
    as_numpy = np.frombuffer(obj, "u1") if isinstance(obj, (bytes, bytearray)) else np.asarray(obj)
    assert_same(dpt.asarray(obj), as_numpy)


def test_ctypes_arrays():
    assert_same(dpt.asarray((ctypes.c_int * 3)(1, 2, 3)), np.array([1, 2, 3], dtype="int32"))


def test_objects_with_the_array_method():
    class Table:
        def __array__(self, dtype=None, copy=None):
            return np.arange(3.0)

    class Words:
        def __array__(self, dtype=None, copy=None):
            return np.array(["a"])

    assert_same(dpt.asarray(Table()), np.arange(3.0))
    with pytest.raises(TypeError):
        dpt.asarray(Words())


@pytest.mark.parametrize(
    "obj, error",
    [("text", TypeError), (None, TypeError), ({}, TypeError), (object(), TypeError), ([None], TypeError), (["a"], TypeError),
     (np.array(["a"]), TypeError), (np.array([None]), TypeError), (np.array(0, dtype="M8[s]"), TypeError),
     (np.zeros(2, dtype=[("a", "i4")]), TypeError), (np.longdouble(1), TypeError), ([[1], [2, 3]], ValueError),
     ([dpt.ones(2), dpt.ones(3)], ValueError), ([dpt.ones(2), 1], ValueError), ([2**80], TypeError)],
)  # fmt: skip
def test_objects_that_hold_no_array(obj, error):
    with pytest.raises(error):
        dpt.asarray(obj)


@pytest.mark.parametrize(
    "arguments, error",
    [({"copy": 1}, TypeError), ({"copy": "no"}, TypeError), ({"order": "Z"}, ValueError), ({"usm_type": "x"}, ValueError),
     ({"dtype": "O"}, TypeError), ({"sycl_queue": 5}, TypeError)],
)  # fmt: skip
def test_wrong_arguments(arguments, error):
    for obj in ([1, 2], dpt.ones(2), np.ones(2)):
        with pytest.raises(error):
            dpt.asarray(obj, **arguments)


@pytest.mark.parametrize("target", DTYPES)
@pytest.mark.parametrize("obj", [[1, 2, 3], np.arange(3), dpt.arange(3), 5], ids=["list", "numpy", "array", "scalar"])
def test_dtype(obj, target):
    assert_same(dpt.asarray(obj, dtype=target), np.asarray(host(obj), dtype=target))


def test_arrays_are_not_copied_without_need():
    x = dpt.arange(6)
    assert dpt.asarray(x) is x and dpt.asarray(x, copy=False) is x and dpt.asarray(x, dtype="int64", order="C") is x
    assert dpt.asarray(x, usm_type=x.usm_type, sycl_queue=x.sycl_queue) is x
    for made in (dpt.asarray(x, copy=True), dpt.asarray(x, dtype="int32"), dpt.asarray(x, usm_type="host")):
        assert made._pointer != x._pointer
        np.testing.assert_array_equal(host(made), np.arange(6))


@pytest.mark.parametrize("arguments", [{"dtype": "int32"}, {"usm_type": "shared"}, {"order": "F"}])
def test_a_copy_that_is_needed_and_forbidden(arguments):
    with pytest.raises(ValueError):
        dpt.asarray(dpt.zeros((2, 3), dtype="int64"), copy=False, **arguments)
    with pytest.raises(ValueError):
        dpt.asarray(np.ones(3), copy=False)


def test_another_queue():
    x = dpt.arange(3)
    near = dpctl.SyclQueue(x.sycl_context, x.sycl_device)
    far = dpctl.SyclQueue(dpctl.SyclContext([x.sycl_device]), x.sycl_device)
    assert dpt.asarray(x, sycl_queue=near)._pointer == x._pointer
    moved = dpt.asarray(x, sycl_queue=far)
    assert moved.sycl_queue == far and moved._pointer != x._pointer
    assert_same(moved, np.arange(3))
    with pytest.raises(ValueError):
        dpt.asarray(x, sycl_queue=far, copy=False)


def test_objects_that_show_usm_memory():
    class Shown:
        def __init__(self, array, **items):
            self.__sycl_usm_array_interface__ = {**array.__sycl_usm_array_interface__, **items}

    class Holder:
        def __init__(self, array):
            self.__usm_ndarray__ = array

    x = dpt.arange(12)
    assert dpt.asarray(Holder(x)) is x
    seen = dpt.asarray(Shown(dpt.reshape(x, (3, 4))[1:, ::2]))
    assert_same(seen, np.arange(12).reshape(3, 4)[1:, ::2])
    assert seen._pointer == x[4:]._pointer and seen.sycl_queue == x.sycl_queue
    seen[0, 0] = 40
    assert int(x[4]) == 40
    assert not dpt.asarray(Shown(x, data=(x._pointer, True))).flags.writable
    assert_same(dpt.asarray([Holder(x[:2]), Shown(x[2:4])]), np.array([[0, 1], [2, 3]]))
    for wrong in ({"typestr": "|S3"}, {"version": 2}, {"shape": (-1,)}, {"data": (8, False)}):
        with pytest.raises(ValueError):
            dpt.asarray(Shown(x, **wrong))


def test_memory_objects_become_arrays_of_bytes():
    memory = dpm.MemoryUSMShared(4)
    memory.copy_from_host(b"abcd")
    assert host(dpt.asarray(memory)).tobytes() == b"abcd" and dpt.asarray(memory).dtype == np.uint8


def test_nests_of_arrays():
    queue = dpctl.SyclQueue()
    x = dpt.arange(3, sycl_queue=queue, usm_type="shared")
    nest = dpt.asarray([x, [1.5, 2, dpt.asarray(7, sycl_queue=queue)], (3, 4, 5)])
    assert_same(nest, np.array([[0, 1, 2], [1.5, 2, 7], [3, 4, 5]]))
    assert nest.sycl_queue == queue
    assert_same(dpt.asarray([[x], [x]], dtype="int8", order="F"), np.array([[[0, 1, 2]]] * 2, dtype="int8"))
    elsewhere = dpt.arange(3)
    with pytest.raises(ExecutionPlacementError):
        dpt.asarray([x, elsewhere])
    assert_same(dpt.asarray([x, elsewhere], sycl_queue=queue), np.array([[0, 1, 2]] * 2))


def test_from_numpy_allocates_on_the_given_queue():
    queue = dpctl.SyclQueue()
    x = dpt.from_numpy(np.arange(3), sycl_queue=queue, usm_type="host")
    assert x.sycl_queue == queue and x.usm_type == "host"
    with pytest.raises(TypeError):
        dpt.from_numpy(np.arange(3), usm_type=None)


# ---- astype and copy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", DTYPES)
@pytest.mark.parametrize("target", DTYPES)
def test_astype(source, target):
    a = np.abs(sample((3, 4), source)).astype(source)
    if np.dtype(source).kind == "c" and np.dtype(target).kind != "c":
        expected = (a != 0) if target == "bool" else a.real.astype(target)
    else:
        expected = a.astype(target)
    assert_same(dpt.astype(dpt.asarray(a), target), expected)


@pytest.mark.parametrize("source", ["i8", "u8"])
def test_integers_of_64_bits_round_once(source):
    rng, limits = np.random.default_rng(4), np.iinfo(source)
    exact = [
        0,
        1,
        2**31,
        2**32 - 1,
        2**53 - 1,
        2**53 + 1,
        2**53 + 3,
        2**54 + 2,
        2**54 + 6,
        2**63 - 513,
        2**63 - 512,
        limits.min,
        limits.max,
    ]
    x = np.concatenate([np.array(exact, source), rng.integers(limits.min, limits.max, 5000, source, endpoint=True)])
    x = np.concatenate([x, -x >> np.array(7, source)])
    for target in ("f8", "c16"):
        ours = dpt.asnumpy(dpt.astype(dpt.asarray(x), target))
        np.testing.assert_array_equal(ours.view("i8"), x.astype(target).view("i8"))


def test_astype_wrong_arguments():
    x = dpt.ones(3)
    for arguments, error in (((np.ones(3), "f4"), TypeError), ((x, "O"), TypeError)):
        with pytest.raises(error):
            dpt.astype(*arguments)
    with pytest.raises(TypeError):
        dpt.astype(x, "int32", casting="same_kind")
    with pytest.raises(ValueError):
        dpt.astype(x, "int32", order="Z")


def test_astype_copies_unless_told_otherwise():
    x = dpt.ones((2, 3))
    assert dpt.astype(x, x.dtype) is not x and dpt.astype(x, x.dtype, copy=False) is x
    assert dpt.astype(x, x.dtype, copy=False, order="F") is not x
    queue = dpctl.SyclQueue()
    assert dpt.astype(x, "int8", device=queue).sycl_queue == queue


@pytest.mark.parametrize("order", "CFAK")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_copy_orders(layout, order):
    a, x = pair(layout, "int32")
    ours, numpys = dpt.copy(x, order=order), a.copy(order=order)
    assert_same(ours, numpys)
    if a.size > 1:
        assert ours.flags.c_contiguous == numpys.flags.c_contiguous
        assert ours.flags.f_contiguous == numpys.flags.f_contiguous


def test_asnumpy_takes_arrays_only():
    for call in (dpt.asnumpy, dpt.to_numpy, dpt.copy):
        with pytest.raises(TypeError):
            call(np.ones(3))


@pytest.mark.parametrize(
    "number, dtype, error",
    [(300, "i1", OverflowError), (-1, "u1", OverflowError), (2**63, "i8", OverflowError),
     (float("nan"), "i4", ValueError), (1j, "f8", TypeError)],
)  # fmt: skip
def test_numbers_that_do_not_fit_the_data_type_are_refused(number, dtype, error):
    for obj in (number, [0, number]):
        with pytest.raises(error):
            dpt.asarray(obj, dtype=dtype)


def test_ints_beyond_64_bits_become_floats_on_request():
    assert float(dpt.asarray(2**70, dtype="f8")) == 2.0**70
    assert dpt.asnumpy(dpt.asarray([2**70, 1], dtype="f4")).tolist() == [2.0**70, 1.0]
    with pytest.raises(TypeError):
        dpt.asarray(2**70)


def test_texts_are_not_read_as_numbers():
    with pytest.raises(TypeError):
        dpt.asarray(["1"], dtype="i4")


def test_foreign_byte_order_is_refused():
    with pytest.raises(ValueError, match="byte order"):
        dpt.asarray([1], dtype=np.dtype("i4").newbyteorder())


@pytest.mark.parametrize("n", [3, 100_000])
def test_other_threads_run_while_a_copy_waits_for_its_queue(gate, n):
    gate.close()
    opener = threading.Thread(target=gate.open)  # needs the GIL
    opener.start()
    x = dpt.asarray(np.arange(n), sycl_queue=gate.queue)
    opener.join()
    assert int(x[n - 1]) == n - 1


def test_python_numbers_in_a_nest_have_their_default_types():
    x = dpt.ones((), dtype="int8")
    for other, dtype in ((1, "int64"), (True, "int8"), (np.int16(3), "int16")):
        assert dpt.asarray([x, other]).dtype == dtype
    assert dpt.asarray([dpt.ones(1, dtype="float32"), [1.5]]).dtype == dpt.asarray(1.5).dtype
    assert dpt.asarray([dpt.ones(1, dtype="int8"), range(1)]).dtype == dpt.int64


def test_astype_without_a_copy_sees_the_same_memory_on_another_queue():
    queue = dpctl.SyclQueue()
    x = dpt.ones(3)
    y = dpt.astype(x, x.dtype, device=queue, copy=False)
    assert y.sycl_queue == queue and y._pointer == x._pointer
    assert dpt.astype(x, "int8", device=queue, copy=False)._pointer != x._pointer


def test_asnumpy_gives_an_independent_copy():
    for n in (10, 1_000_000):
        x = dpt.ones((n, 2))
        for view in (x, x[::2], x.T, x[:, 0]):
            copy = dpt.asnumpy(usm_ary=view)
            copy[...] = 7
            assert copy.flags.writeable and float(dpt.sum(x)) == 2 * n
            del copy


def test_from_numpy_goes_row_by_row():
    a = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    assert dpt.from_numpy(a).flags.c_contiguous and dpt.from_numpy(a[::-1, ::2]).flags.c_contiguous
    assert dpt.asarray(a).flags.f_contiguous


def test_copies_of_host_arrays_in_order_a_are_c_but_of_fortran():
    a = np.arange(24).reshape(2, 3, 4)
    for x, order in ((a, "C"), (a.T, "F"), (a.transpose(1, 0, 2), "C"), (a[:, ::2], "C")):
        for dtype in (None, "f4"):
            made = dpt.asarray(x, order="A", dtype=dtype)
            assert made.flags[order] and dpt.asnumpy(made).tolist() == x.tolist()
            assert made.strides == dpt.asarray(dpt.asarray(x), order="A", copy=True).strides
