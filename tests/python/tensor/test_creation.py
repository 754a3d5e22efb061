"""Functions that make arrays from nothing, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensor_helpers import DTYPES, assert_same, supported

import dpctl
import dpctl.tensor as dpt

SHAPES = [(), 0, 5, (3, 4), (2, 0, 3), [2, 3], (1, 1, 2, 1, 3)]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["zeros", "ones"])
def test_zeros_and_ones_of_every_dtype(name, dtype):
    assert_same(getattr(dpt, name)((3, 4), dtype=dtype), getattr(np, name)((3, 4), dtype=dtype))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("order", ["C", "F", "f", "Fortran"])
def test_shapes_and_orders(shape, order):
    ours, numpys = dpt.zeros(shape, order=order), np.zeros(shape, order=order[0].upper())
    assert_same(ours, numpys)
    assert ours.flags.c_contiguous == numpys.flags.c_contiguous
    assert ours.flags.f_contiguous == numpys.flags.f_contiguous
    assert dpt.empty(shape, order=order).strides == ours.strides


@pytest.mark.parametrize("shape", [np.int64(3), np.array([2, 3])])
def test_shapes_from_numpy(shape):
    assert_same(dpt.ones(shape), np.ones(shape))


@pytest.mark.parametrize(
    "shape, error",
    [(-1, ValueError), ((2, -3), ValueError), ("ab", TypeError), (2.5, TypeError), ((2, 1.5), TypeError),
     ((2**62, 8), ValueError), (2**70, ValueError), ((1,) * 65, ValueError), (None, TypeError)],
)  # fmt: skip
def test_impossible_shapes(shape, error):
    with pytest.raises(error):
        dpt.empty(shape)


def test_more_memory_than_there_is_is_an_ordinary_error():
    with pytest.raises(dpctl.memory.USMAllocationError):
        dpt.empty(2**50)
    assert float(dpt.ones(3)[0]) == 1


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_kinds_of_memory(usm_type):
    assert dpt.zeros(3, usm_type=usm_type).usm_type == usm_type
    assert dpt.ones_like(dpt.zeros(3, usm_type=usm_type)).usm_type == usm_type
    assert dpt.arange(3, usm_type=usm_type).usm_type == usm_type


@pytest.mark.parametrize(
    "arguments, error",
    [({"usm_type": "magic"}, ValueError), ({"usm_type": 1}, TypeError), ({"order": "X"}, ValueError),
     ({"order": 3}, TypeError), ({"dtype": "S3"}, TypeError), ({"dtype": object}, TypeError), ({"dtype": ">f4"}, ValueError),
     ({"dtype": "datetime64[s]"}, TypeError), ({"dtype": "longdouble"}, TypeError), ({"sycl_queue": 1}, TypeError),
     ({"device": 1}, TypeError), ({"device": "no such device"}, dpctl.SyclDeviceCreationError), ({"nonsense": 1}, TypeError)],
)  # fmt: skip
def test_wrong_arguments(arguments, error):
    for make in (dpt.empty, dpt.zeros, dpt.ones):
        with pytest.raises(error):
            make(3, **arguments)


def test_dtype_is_keyword_only():
    with pytest.raises(TypeError):
        dpt.empty(3, "int8")


def test_device_and_queue():
    queue = dpctl.SyclQueue()
    assert dpt.ones(3, sycl_queue=queue).sycl_queue == queue
    assert dpt.ones(3, device=queue).sycl_queue == queue
    assert dpt.ones(3, device=queue, sycl_queue=queue).sycl_queue == queue
    assert dpt.ones(3, device=queue.sycl_device).sycl_queue == dpctl.get_device_cached_queue(queue.sycl_device)
    assert dpt.ones(3, device=dpt.ones(2, sycl_queue=queue).device).sycl_queue == queue
    assert dpt.ones(3).sycl_queue == dpctl.get_device_cached_queue(dpctl.select_default_device())
    with pytest.raises(TypeError):
        dpt.ones(3, device=dpctl.SyclQueue(), sycl_queue=queue)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
def test_like_forms_follow_layout(dtype, order):
    data = np.zeros((2, 3, 4), dtype=dtype).transpose(1, 0, 2)
    x = dpt.asarray(data)
    for name, value in (("zeros_like", 0), ("ones_like", 1), ("full_like", 1)):
        arguments = (value,) if name == "full_like" else ()
        ours = getattr(dpt, name)(x, *arguments, order=order)
        numpys = getattr(np, name)(data, *arguments, order=order)
        assert_same(ours, numpys)
        assert ours.strides == tuple(s // data.itemsize for s in numpys.strides)
    assert dpt.empty_like(x, dtype="int16").dtype == np.int16


@pytest.mark.parametrize("value", [True, 3, 2**63, 2.5, 1 + 2j, np.float32(1.5), np.int8(3), np.array(7)])
def test_full(value):
    assert_same(dpt.full((2, 3), value), np.full((2, 3), value))


def test_full_of_an_array_broadcasts_and_stays_on_its_queue():
    queue = dpctl.SyclQueue()
    row = dpt.arange(3, sycl_queue=queue, usm_type="shared")
    filled = dpt.full((2, 3), row)
    assert_same(filled, np.full((2, 3), np.arange(3)))
    assert filled.sycl_queue == queue and filled.usm_type == "shared"
    with pytest.raises(TypeError):
        dpt.full(3, "text")
    with pytest.raises(ValueError):
        dpt.full((2, 4), row)


@pytest.mark.parametrize(
    "arguments",
    [(5,), (2, 9), (2, 9, 3), (9, 2, -2), (0, 1, 0.25), (1.5,), (-3,), (5, 5), (0.0, 1.0, 0.1), (3, 0, 1), (-2.5, 2.5)],
)
def test_arange(arguments):
    assert_same(dpt.arange(*arguments), np.arange(*arguments), ulp=4 if isinstance(arguments[-1], float) else 0)


@pytest.mark.parametrize("dtype", supported(["int8", "uint8", "int32", "uint64", "float32", "float64", "complex64"]))
def test_arange_of_a_dtype(dtype):
    assert_same(dpt.arange(2, 100, 7, dtype=dtype), np.arange(2, 100, 7, dtype=dtype))


def test_arange_wraps_negative_steps_of_unsigned_integers():
    assert dpt.asnumpy(dpt.arange(10, 0, -3, dtype="uint8")).tolist() == [10, 7, 4, 1]


def test_arange_of_bool_has_two_values_at_most():
    assert dpt.asnumpy(dpt.arange(2, dtype="bool")).tolist() == [False, True]
    with pytest.raises(ValueError):
        dpt.arange(3, dtype="bool")


def test_arange_end_is_stop():
    assert_same(dpt.arange(1, end=4), np.arange(1, 4))
    with pytest.raises(TypeError):
        dpt.arange(1, 4, end=5)


@pytest.mark.parametrize(
    "arguments, error", [((0, 5, 0), ZeroDivisionError), (("a",), TypeError), ((0, np.inf), ValueError)]
)
def test_impossible_ranges(arguments, error):
    with pytest.raises(error):
        dpt.arange(*arguments)


@given(st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(-50, 50).filter(bool))
@settings(max_examples=40, deadline=None)
def test_arange_of_any_integers(start, stop, step):
    assert_same(dpt.arange(start, stop, step), np.arange(start, stop, step))


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("arguments", [(0, 1, 5), (-2, 3, 7), (5, 1, 4), (0, 1, 1), (0, 1, 0), (2, 2, 3), (0, 1j, 3)])
def test_linspace(arguments, endpoint):
    assert_same(dpt.linspace(*arguments, endpoint=endpoint), np.linspace(*arguments, endpoint=endpoint), ulp=4)


@pytest.mark.parametrize("start, stop", [(0, 9), (-5, 5), (-2.5, 3.5)])
def test_linspace_of_integers_rounds_down(start, stop):
    assert_same(dpt.linspace(start, stop, 7, dtype="int32"), np.linspace(start, stop, 7, dtype="int32"))


@pytest.mark.parametrize("start, stop", [(0, 1), (-1, 1), (2, 3), (0, 0)])
def test_linspace_of_bools_is_where_it_is_not_zero(start, stop):
    assert_same(dpt.linspace(start, stop, 5, dtype=bool), np.linspace(start, stop, 5, dtype=bool))


def test_linspace_ends_are_exact():
    x = dpt.asnumpy(dpt.linspace(0.1, 0.7, 100_003))
    assert x[0] == 0.1 and x[-1] == 0.7


def test_linspace_wrong_arguments():
    with pytest.raises(ValueError):
        dpt.linspace(0, 1, -1)
    with pytest.raises(TypeError):
        dpt.linspace(0, 1, 5, endpoint=1)
    with pytest.raises(TypeError):
        dpt.linspace(0, 1, 2.5)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "shape, k",
    [((4,), 0), ((3, 5), 1), ((5, 3), -2), ((3, 3), 7), ((0, 3), 0), ((2, 3), -9), ((2, 3), 2**80), ((2, 3), -(2**63))],
)
def test_eye(dtype, shape, k):
    assert_same(dpt.eye(*shape, k=k, dtype=dtype), np.eye(*shape, k=max(-9, min(k, 9)), dtype=dtype))


@pytest.mark.parametrize("k", [2**80, -(2**80), 2**63 - 1, -(2**63)])
def test_triangles_of_far_diagonals(k):
    x = dpt.ones((3, 4))
    assert_same(dpt.tril(x, k=k), np.full((3, 4), float(k > 0)))
    assert_same(dpt.triu(x, k=k), np.full((3, 4), float(k < 0)))


def test_eye_in_column_order():
    assert dpt.eye(3, 4, order="F").flags.f_contiguous


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("k", [-3, -1, 0, 1, 3])
def test_triangles(dtype, k):
    data = np.arange(2 * 4 * 5).reshape(2, 4, 5).astype(dtype)
    for source, x in ((data, dpt.asarray(data)), (data.transpose(0, 2, 1), dpt.asarray(data).mT)):
        assert_same(dpt.tril(x, k=k), np.tril(source, k=k))
        assert_same(dpt.triu(x, k=k), np.triu(source, k=k))


def test_triangles_need_a_matrix():
    for make in (dpt.tril, dpt.triu):
        with pytest.raises(ValueError):
            make(dpt.ones(3))
        with pytest.raises(TypeError):
            make(np.ones((3, 3)))


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("sizes", [(), (3,), (3, 2), (2, 3, 4)])
def test_meshgrid(sizes, indexing):
    ours = dpt.meshgrid(*(dpt.arange(n) for n in sizes), indexing=indexing)
    numpys = np.meshgrid(*(np.arange(n) for n in sizes), indexing=indexing)
    assert len(ours) == len(numpys)
    for mine, theirs in zip(ours, numpys):
        assert_same(mine, theirs)


def test_meshgrid_wrong_arguments():
    for arrays, indexing in (((dpt.ones((2, 2)),), "xy"), ((dpt.ones(2), dpt.ones(2, dtype="int8")), "xy"), ((), "zz")):
        with pytest.raises(ValueError):
            dpt.meshgrid(*arrays, indexing=indexing)


def test_full_of_double_precision_numbers_where_there_is_none(run):
    program = "import numpy as np, dpctl.tensor as dpt; print(dpt.full(2, np.float64(0.5)).dtype, dpt.full(2, np.complex128(1j)).dtype)"
    out = run(program, DPEX_SIMULATE="gpu:1-fp64", ONEAPI_DEVICE_SELECTOR="level_zero:gpu")
    assert out.split() == ["float32", "complex64"]


# ---- arguments that the reference refuses -------------------------------------------------------------


def test_orders_that_are_no_text():
    x = dpt.ones((2, 3))
    for make in (
        lambda: dpt.zeros(3, order=1), lambda: dpt.empty_like(x, order=1), lambda: dpt.full(3, 1, order=1),
        lambda: dpt.full_like(x, 1, order=1), lambda: dpt.eye(3, order=1), lambda: dpt.copy(x, order=1),
        lambda: dpt.astype(x, "int8", order=1), lambda: dpt.asarray(np.ones(3), order=1), lambda: dpt.usm_ndarray(3, order=1),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="order must be None or a str, not int"):
            make()


def test_a_kind_of_memory_that_is_none():
    for make in (
        lambda: dpt.empty(3, usm_type=None), lambda: dpt.ones(3, usm_type=None), lambda: dpt.arange(3, usm_type=None), lambda: dpt.arange(3.0, usm_type=None),
        lambda: dpt.linspace(0, 1, 3, usm_type=None), lambda: dpt.eye(3, usm_type=None), lambda: dpt.from_numpy(np.ones(3), usm_type=None),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            make()
    assert dpt.full(3, 1, usm_type=None).usm_type == "device"
    assert dpt.full(3, np.float32(1), usm_type=None).usm_type == "device"
    assert dpt.zeros_like(dpt.ones(3, usm_type="host"), usm_type=None).usm_type == "host"


def test_a_shape_may_be_an_array_without_axes():
    assert dpt.zeros(dpt.asarray(5)).shape == (5,) and dpt.empty((dpt.asarray(2), 3)).shape == (2, 3)


# ---- ranges -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments, dtype",
    [((-3, 3), "uint8"), ((200, 100, -50), "int8"), ((0, 1000, 500), "int8"), ((2**40, 2**40 + 3), "int32"), ((-1.5, 3), "uint8"),
     ((2**63, 2**63 + 3), None), ((0, 10**20, 10**19), None), ((255, 257), "uint8"), ((300, 300), "uint8"), ((0, 1e30, 1e29), "int64")],
)  # fmt: skip
def test_ranges_that_begin_out_of_bounds(arguments, dtype):
    with pytest.raises(OverflowError):
        dpt.arange(*arguments, dtype=dtype)


@pytest.mark.parametrize(
    "arguments, dtype, expected",
    [((5, -1, -1), "uint8", [5, 4, 3, 2, 1, 0]), ((254, 258), "uint8", [254, 255, 0, 1]), ((0.5, 3, 0.5), "int32", [0, 1, 2, 3, 4]),
     ((-0.5, 2, 0.5), "uint8", [0] * 5), ((0, 5, 1.5), "int64", [0, 1, 2, 3]), ((2**63, 2**63 + 2), "uint64", [2**63, 2**63 + 1]),
     ((0, 3, None), None, [0, 1, 2]), ((0, 1, 300), "uint8", [0])],
)  # fmt: skip
def test_ranges_of_integers(arguments, dtype, expected):
    ours = dpt.arange(*arguments, dtype=dtype)
    assert dpt.asnumpy(ours).tolist() == expected and ours.dtype == (dtype or "int64")


@pytest.mark.parametrize(
    "arguments, expected",
    [((0, 3j, 1j), [0, 1j, 2j]), ((0, 3 + 3j, 1 + 1j), [0, 1 + 1j, 2 + 2j]), ((1 + 1j, 4), [1 + 1j, 2 + 1j, 3 + 1j]), ((3j,), []),
     ((0, -3j, -1j), [0, -1j, -2j]), ((2 + 1j,), [0, 1])],
)  # fmt: skip
def test_ranges_of_complex_numbers(arguments, expected):
    np.testing.assert_allclose(dpt.asnumpy(dpt.arange(*arguments)), expected)


def test_linspace_of_bools_and_small_integers():
    for arguments in ((0, 1, 5), (-1, 1, 5), (0, 0.5, 3)):
        assert_same(dpt.linspace(*arguments, dtype="bool"), np.linspace(*arguments, dtype="bool"))
    assert dpt.asnumpy(dpt.linspace(0, 300, 4, dtype="uint8")).tolist() == [0, 100, 200, 44]
    assert dpt.asnumpy(dpt.linspace(-1, 1, 3, dtype="uint8")).tolist() == [255, 0, 1]


def test_large_ranges_and_triangles():
    assert_same(dpt.arange(2_000_000), np.arange(2_000_000))
    assert_same(dpt.arange(2_000_000, dtype="complex64"), np.arange(2_000_000, dtype="complex64"))
    a = np.arange(3_000_000).reshape(1500, 2000)
    for b in (a, a.T, a[::-1]):
        x = dpt.asarray(b)
        assert_same(dpt.tril(x, k=3), np.tril(b, k=3))
        assert_same(dpt.triu(x, k=-700), np.triu(b, k=-700))
    assert dpt.tril(dpt.asarray(a.T)).flags.f_contiguous


def test_full_of_a_sequence_or_of_an_array():
    for value in ([1, 2, 3], (1, 2, 3), range(1, 4), np.array([1, 2, 3])):
        assert_same(dpt.full((2, 3), value), np.full((2, 3), value))
        assert_same(dpt.full_like(dpt.ones((2, 3), dtype="f4"), value), np.full((2, 3), value, dtype="f4"))
    for value in ("text", None, np.array(["a"]), np.array([None]), object()):
        for dtype in (None, "bool", "f4"):
            with pytest.raises(TypeError):
                dpt.full(1, value, dtype=dtype)
            with pytest.raises(TypeError):
                dpt.full_like(dpt.ones(1), value, dtype=dtype)


def test_a_grid_is_made_of_views():
    x, y = dpt.arange(3), dpt.arange(4)
    for grid in (dpt.meshgrid(x, y), dpt.meshgrid(x, y, indexing="ij")):
        assert [g._pointer for g in grid] == [x._pointer, y._pointer]


def test_full_of_doubles_where_there_are_none(run):
    program = """
import numpy as np, dpctl, dpctl.tensor as dpt
q = dpctl.SyclQueue("level_zero:gpu")
for value in (np.ones(2), np.ones(()), np.float64(1), [1.0, 1.0], 1.0):
    print(dpt.full(2, value, sycl_queue=q).dtype, dpt.full_like(dpt.zeros(2, sycl_queue=q), value).dtype)
"""
    assert run(program, DPEX_SIMULATE="gpu:1-fp64").split() == ["float32"] * 10


def test_half_precision_where_there_is_none(run):
    program = """
import numpy as np, dpctl, dpctl.tensor as dpt
q = dpctl.SyclQueue("level_zero:gpu")
half = np.ones((2, 3), dtype="f2")
for value in (half, half.T, half[0, 0], [half[0, 0], half[0, 1]], [half, half]):
    print(dpt.asarray(value, sycl_queue=q).dtype)
for made in (dpt.from_numpy(half, device=q), dpt.full(3, half[0, 0], sycl_queue=q), dpt.full(3, half[0], sycl_queue=q)):
    print(made.dtype)
"""
    assert set(run(program, DPEX_SIMULATE="gpu:1-fp16").split()) == {"float32"}


def test_messages_name_the_parameter():
    memory = dpt.ones(4).usm_data
    with pytest.raises(TypeError, match="strides must be an int or a sequence of ints, not MemoryUSMDevice"):
        dpt.usm_ndarray(4, "f8", memory)
    with pytest.raises(TypeError, match="shape must be an int or a sequence of ints, not MemoryUSMDevice"):
        dpt.usm_ndarray(memory, "f8")
