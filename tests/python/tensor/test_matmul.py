"""matmul, its operators, tensordot and vecdot, compared with NumPy."""

import operator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from running import INSTRUCTION_SETS, run_with_instruction_set
from tensor_helpers import DTYPES, INTEGERS, PREAMBLE, assert_same, outcome, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError


def matrix_layouts(a):
    """The same matrices as arrays of other layouts."""
    transposed = np.ascontiguousarray(a.swapaxes(-1, -2)) if a.ndim > 1 else a
    wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1]), a.dtype)
    wide[..., ::2] = a
    yield dpt.asarray(a)
    yield dpt.asarray(transposed).mT if a.ndim > 1 else dpt.asarray(a)
    yield dpt.asarray(wide)[..., ::2]
    yield dpt.asarray(np.ascontiguousarray(a[..., ::-1]))[..., ::-1]


def assert_close(ours, numpys, scale):
    """As close as the rounding errors of sums of products of this scale allow."""
    ours = dpt.asnumpy(ours)
    assert ours.dtype == numpys.dtype and ours.shape == numpys.shape
    if ours.dtype.kind in "fc":
        assert np.all(np.abs(ours - numpys) <= 8 * np.finfo(ours.dtype).eps * scale)
    else:
        np.testing.assert_array_equal(ours, numpys)


def product_of(a, b):
    """NumPy's product, float16 computed with as float32, and the scale of its sums."""
    single = a.dtype == "float16"
    product = np.matmul(a.astype("float32"), b.astype("float32")).astype(a.dtype) if single else np.matmul(a, b)
    return product, np.matmul(np.abs(a.astype("complex128")), np.abs(b.astype("complex128"))).real


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int16", "int32", "uint64"])
@pytest.mark.parametrize("n", [*range(1, 10), 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129])
def test_short_rows_and_columns_times_a_vector(dtype, n):
    for m in (1, 2, 7, 33, 3000):
        a, b = sample((m, n), dtype), sample((n,), dtype, seed=1)
        product, scale = product_of(a, b)
        for x in matrix_layouts(a):
            for y in (dpt.asarray(b), dpt.asarray(np.repeat(b, 2))[::2]):
                assert_close(x @ y, product, scale)
        gaps = dpt.zeros((m, 2), dtype=dtype)
        dpt.matmul(dpt.asarray(a), dpt.asarray(b), out=gaps[:, 0])
        assert_close(gaps[:, 0], product, scale)
        assert not dpt.any(gaps[:, 1])


@pytest.mark.parametrize("isa", INSTRUCTION_SETS)
def test_short_rows_and_columns_with_an_instruction_set(isa):
    program = "for dtype in ('float32', 'float64'):\n    for n in (2, 3, 4, 7, 8, 17, 40, 128): t.{0}(dtype, n)"
    run_with_instruction_set(isa, __file__, program.format(test_short_rows_and_columns_times_a_vector.__name__))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 9, 17, 33])
def test_numbers_that_are_not_finite_stay_in_their_rows(n):
    for dtype in ("float32", "float64"):
        for column in {0, n // 2, n - 1}:
            a, b = np.ones((40, n), dtype), np.ones(n, dtype)
            a[3, column], a[38, column], a[39, column] = np.inf, np.nan, -np.inf
            for x in matrix_layouts(a):
                np.testing.assert_array_equal(dpt.asnumpy(x @ dpt.asarray(b)), a @ b)


SHAPES = [
    ((3, 4), (4, 5)), ((1, 7), (7, 9)), ((7,), (7,)), ((5, 7), (7,)), ((7,), (7, 5)), ((60, 130), (130, 70)),
    ((130, 60), (60, 260)), ((2, 3, 4), (4, 5)), ((3, 1, 6, 4), (5, 4, 2)), ((4,), (3, 4, 2)), ((3, 6, 4), (4,)),
    ((3, 5000), (5000, 2)), ((3, 0), (0, 2)), ((0, 4), (4, 3)), ((2, 0, 3, 4), (4, 5)), ((700, 30), (30,)),
]  # fmt: skip


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_products_of_every_dtype_and_layout(dtype, shapes):
    a, b = sample(shapes[0], dtype), sample(shapes[1], dtype, seed=1)
    product, scale = product_of(a, b)
    for x in matrix_layouts(a):
        for y in matrix_layouts(b):
            assert_close(dpt.matmul(x, y), product, scale)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_products_of_any_shapes(data):
    m, k, n = (data.draw(st.integers(0, 40)) for _ in "mkn")
    stack = data.draw(st.lists(st.integers(0, 3), max_size=3).map(tuple))
    shapes = [(*stack, m, k), (*stack[data.draw(st.integers(0, len(stack))) :], k, n)]
    broadcast = data.draw(st.sets(st.integers(0, max(0, len(stack) - 1))))
    shapes[0] = tuple(1 if i in broadcast and i < len(stack) else e for i, e in enumerate(shapes[0]))
    a, b = (sample(shape, "int32", seed) for seed, shape in enumerate(shapes))
    assert_same(dpt.matmul(dpt.asarray(a), dpt.asarray(b)), np.matmul(a, b))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_wrap_around(dtype):
    info = np.iinfo(dtype)
    a = np.random.default_rng(0).integers(info.min, info.max, (40, 50), dtype=dtype, endpoint=True)
    assert_same(dpt.asarray(a) @ dpt.asarray(a).mT, a @ a.T)


@pytest.mark.parametrize(
    "types", [("int8", "uint8"), ("bool", "int16"), ("float32", "int32"), ("float32", "complex64")], ids=str
)
def test_operands_are_promoted(types):
    a, b = sample((3, 4), types[0]), sample((4, 2), types[1])
    product = dpt.matmul(dpt.asarray(a), dpt.asarray(b))
    assert product.dtype == dpt.result_type(dpt.asarray(a), dpt.asarray(b))
    np.testing.assert_allclose(dpt.asnumpy(product), np.matmul(a, b), rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_matrices_times_their_transposes_are_symmetric(dtype):
    for shape in ((5, 3000), (60, 70), (301, 200), (70, 5000), (600, 40), (3, 300, 50)):
        a = sample(shape, dtype)
        product, scale = product_of(a, a.swapaxes(-1, -2))
        transposed = np.ascontiguousarray(a.swapaxes(-1, -2))
        for x in (dpt.asarray(a), dpt.asarray(transposed).mT):
            found = x @ x.mT
            assert_close(found, product, scale)
            assert bool(dpt.all(found == found.mT))
            if a.ndim == 2:
                out = dpt.full((2 * len(a), len(a)), np.nan, dtype=dtype, order="F")[: len(a)]
                assert_close(dpt.matmul(x, x.mT, out=out), product, scale)


LARGE = [(49, 33, 577), (130, 257, 409), (483, 40, 97), (405, 600, 500), (64, 300, 1009), (700, 70, 1155)]


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128", "int16", "int32", "int64"])
def test_large_products_of_any_layout(dtype):
    """Sections of k, panels of whole vectors and of less, rows that are left over."""
    for m, k, n in LARGE:
        a, b = sample((m, k), dtype), sample((k, n), dtype, seed=1)
        product, scale = product_of(a, b)
        for x, y in zip(matrix_layouts(a), matrix_layouts(b), strict=True):
            assert_close(x @ y, product, scale)
        x, y = dpt.asarray(a), dpt.asarray(np.ascontiguousarray(b.T)).T
        gaps = dpt.zeros((m + 1, n + 3), dtype=dtype)
        assert_close(dpt.matmul(x, y, out=gaps[:-1, 1:-2]), product, scale)
        assert not dpt.any(gaps[-1]) and not dpt.any(gaps[:, 0]) and not dpt.any(gaps[:, -2:])
        assert_close(dpt.matmul(x, y, out=dpt.empty((n, m), dtype=dtype).T), product, scale)
    x, y = sample((3, 2, 100, 60), dtype), sample((2, 60, 500), dtype, seed=2)
    assert_close(dpt.asarray(x) @ dpt.asarray(y), *product_of(x, y))


@pytest.mark.parametrize("isa", INSTRUCTION_SETS)
def test_large_products_with_an_instruction_set(isa):
    program = f"for dtype in ('float32', 'complex128', 'int64'): t.{test_large_products_of_any_layout.__name__}(dtype)"
    run_with_instruction_set(isa, __file__, program)


def test_infinities_and_nans_spread_as_in_sums():
    a = np.array([[1.0, np.inf, 0.0], [np.nan, 1.0, 2.0]], dtype="float32")
    b = np.array([[1.0, 0.0], [1.0, -1.0], [2.0, 3.0]], dtype="float32")
    with np.errstate(invalid="ignore"):
        expected = a @ b
    np.testing.assert_array_equal(dpt.asnumpy(dpt.asarray(a) @ dpt.asarray(b)), expected)


def test_bits_do_not_depend_on_the_number_of_threads(device, part):
    rng = np.random.default_rng(0)
    for shapes in (
        ((300, 200), (200, 310)),
        ((500, 300), (300, 810)),
        ((7, 20000), (20000, 9)),
        ((400, 500), (500,)),
        ((30, 40), (40, 50)),
        ((90000, 5), (5,)),
        ((3, 90000), (90000,)),
    ):
        a, b = (rng.standard_normal(shape, dtype="float32") for shape in shapes)
        results = []
        for placement in ({"device": device}, {"sycl_queue": dpctl.SyclQueue(part)}):
            results.append(dpt.asnumpy(dpt.asarray(a, **placement) @ dpt.asarray(b, **placement)))
        np.testing.assert_array_equal(*results)


def test_number_of_openblas_threads_that_a_program_sets_does_not_change_products(run):
    program = (
        PREAMBLE
        + """
import ctypes, pathlib, opendpex
library = ctypes.CDLL(str(pathlib.Path(opendpex.get_library_dir()) / "libscipy_openblas.so"))
rng = np.random.default_rng(1)
a, x = (dpt.asarray(rng.random(shape), device="cpu") for shape in ((1500, 1500), (1500,)))
products = lambda: [dpt.asnumpy(p).tobytes() for p in (a @ x, a.T @ x, a @ a, a.T @ a)]
before = products()
library.scipy_openblas_set_num_threads(4)  # as threadpoolctl.threadpool_limits does
assert library.scipy_openblas_get_num_threads() == 4
assert products() == before
print(library.scipy_openblas_get_num_threads())
"""
    )
    assert run(program).strip() == "1"


def test_openblas_starts_no_threads(run):
    """They would spin for a while beside the library's own."""
    program = (
        PREAMBLE
        + """
import os
cpus, a = os.sched_getaffinity(0), dpt.asarray(np.ones((500, 500)), device="cpu")
dpt.asnumpy(a.T @ a)  # large symmetric products are OpenBLAS's
assert os.sched_getaffinity(0) == cpus
print(len(os.listdir("/proc/self/task")))
"""
    )
    assert run(program, DPEX_NUM_THREADS="1") == run(program, DPEX_NUM_THREADS="1", DPEX_OPENBLAS="0")


def test_without_openblas_products_are_the_same_but_for_rounding(run):
    program = (
        PREAMBLE
        + """
rng = np.random.default_rng(0)
for dtype in ("float32", "float64", "complex64", "complex128"):
    a, b = (rng.standard_normal(s).astype(dtype) for s in ((150, 300), (300, 200)))
    np.testing.assert_allclose(dpt.asnumpy(dpt.asarray(a) @ dpt.asarray(b)), a @ b, rtol=1e-3, atol=1e-3)
print("done")
"""
    )
    assert run(program, DPEX_OPENBLAS="0").strip() == "done"


# ---- out, dtype, order ------------------------------------------------------------------------------------


def test_out_of_any_layout_and_overlapping():
    a = sample((60, 60), "float32")
    expected, scale = product_of(a, a)
    for make in (lambda: dpt.empty((60, 60), dtype="float32"), lambda: dpt.empty((60, 60), dtype="float32", order="F"),
                 lambda: dpt.empty((120, 180), dtype="float32")[::2, ::-3]):  # fmt: skip
        out, x = make(), dpt.asarray(a)
        assert dpt.matmul(x, x, out=out) is out
        assert_close(out, expected, scale)
    x = dpt.asarray(a)
    dpt.matmul(x, x, out=x)
    assert_close(x, expected, scale)
    x = dpt.asarray(a)
    dpt.matmul(x, x, out=x.mT)
    assert_close(x.mT, expected, scale)


def test_out_that_does_not_fit():
    x = dpt.ones((3, 4), dtype="float32")
    y = dpt.ones((4, 5), dtype="float32")
    read_only = dpt.empty((3, 5), dtype="float32")
    read_only.flags["W"] = False
    elsewhere = dpt.empty((3, 5), dtype="float32", sycl_queue=dpctl.SyclQueue())
    for out, error in (
        (np.empty((3, 5), dtype="float32"), TypeError), (dpt.empty((5, 3), dtype="float32"), ValueError),
        (dpt.empty((3, 5), dtype="int32"), ValueError), (read_only, ValueError), (elsewhere, ExecutionPlacementError),
    ):  # fmt: skip
        with pytest.raises(error):
            dpt.matmul(x, y, out=out)


def test_dtype_is_that_of_the_computation():
    x, y = dpt.ones((3, 4), dtype="int32"), dpt.ones((4, 5), dtype="int8")
    for dtype in ("int16", "int64", "float32"):
        assert dpt.matmul(x, y, dtype=dtype).dtype == dtype
    for dtype in ("uint32", "bool"):
        with pytest.raises(ValueError):
            dpt.matmul(x, y, dtype=dtype)
    with pytest.raises(ValueError):
        dpt.matmul(x, y, dtype="float32", out=dpt.empty((3, 5), dtype="int32"))


def test_layout_of_the_result():
    a, b = sample((3, 4), "float32"), sample((4, 5), "float32")
    c_order = [dpt.asarray(a), dpt.asarray(b)]
    f_order = [dpt.asarray(x, order="F") for x in (a, b)]
    for operands, order, letter in (
        (c_order, "K", "C"), (c_order, "A", "C"), (c_order, "F", "F"), (f_order, "K", "F"), (f_order, "A", "F"),
        (f_order, "C", "C"), ([c_order[0], f_order[1]], "A", "C"), ([c_order[0], f_order[1]], "K", "C"),
    ):  # fmt: skip
        product = dpt.matmul(*operands, order=order)
        assert product.flags[letter]
        np.testing.assert_allclose(dpt.asnumpy(product), a @ b, rtol=1e-5)
    stack = dpt.ones((2, 4, 3)).mT, dpt.ones((2, 5, 4)).mT
    assert dpt.matmul(*stack).strides == (15, 1, 3)


def test_result_stays_on_the_queue():
    queue = dpctl.SyclQueue()
    x, y = dpt.ones((2, 2), sycl_queue=queue, usm_type="host"), dpt.ones((2, 2), sycl_queue=queue, usm_type="shared")
    product = x @ y
    assert product.sycl_queue == queue and product.usm_type == "shared"


# ---- bad input, operators ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shapes", [((), (3,)), ((3,), ()), ((3, 4), (3, 4)), ((3,), (4,)), ((2, 3, 4), (3, 4, 5))], ids=str
)
def test_shapes_that_do_not_fit(shapes):
    x, y = (dpt.ones(shape) for shape in shapes)
    for call in (dpt.matmul, operator.matmul):
        with pytest.raises(ValueError):
            call(x, y)


def test_operands_that_are_no_arrays():
    x = dpt.ones((3, 3))
    for other in (np.ones((3, 3)), 3.0, [[1.0]], None):
        for call in (dpt.matmul, operator.matmul):
            with pytest.raises(TypeError):
                call(x, other)
            with pytest.raises(TypeError):
                call(other, x)
    for call in (dpt.matmul, dpt.vecdot, dpt.tensordot):
        with pytest.raises(ExecutionPlacementError):
            call(x, dpt.ones((3, 3), sycl_queue=dpctl.SyclQueue()))


def test_in_place_operator():
    a, b = sample((4, 3), "float32"), sample((3, 3), "float32")
    x = same = dpt.asarray(a)
    x @= dpt.asarray(b)
    assert x is same
    np.testing.assert_allclose(dpt.asnumpy(x), a @ b, rtol=1e-5)
    n = dpt.ones((2, 2), dtype="int32")
    for other in (
        dpt.ones((2, 2), dtype="float32"),
        dpt.ones((2, 3), dtype="int32"),
        dpt.ones((3, 2, 2), dtype="int32"),
    ):
        with pytest.raises(ValueError):
            n @= other
    with pytest.raises(TypeError):
        n @= np.ones((2, 2))
    assert_same(n, np.ones((2, 2), dtype="int32"))


# ---- tensordot --------------------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_tensordot_over_any_axes(data):
    n = data.draw(st.integers(0, 3))
    common = data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    free = [data.draw(st.lists(st.integers(0, 3), max_size=2)) for _ in range(2)]
    shapes, axes = [], []
    for own in free:
        order = data.draw(st.permutations(range(n + len(own))))
        extents = [*common, *own]
        shapes.append(tuple(extents[i] for i in order))
        axes.append([order.index(i) for i in range(n)])
    a, b = (sample(shape, "int64", seed) for seed, shape in enumerate(shapes))
    assert_same(dpt.tensordot(dpt.asarray(a), dpt.asarray(b), axes=axes), np.tensordot(a, b, axes=axes))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axes", [0, 1, 2, ((1, 0), (0, 1)), ((-1,), (-1,)), ([], [])], ids=str)
def test_tensordot_of_every_dtype(dtype, axes):
    a, b = sample((4, 4), dtype), sample((4, 4), dtype, seed=1)
    with np.errstate(all="ignore"):
        expected = np.tensordot(a, b, axes=axes)
    scale = np.abs(a.astype("complex128")).max() * np.abs(b.astype("complex128")).max() * 16
    assert_close(dpt.tensordot(dpt.asarray(a), dpt.asarray(b), axes=axes), expected, scale)


@pytest.mark.parametrize(
    "axes, error",
    [(-1, ValueError), (4, AxisError), (1, ValueError), (1.5, TypeError), ((1, 0), TypeError), (((1,),), ValueError),
     (((1,), (0, 1)), ValueError), (((1, 1), (0, 0)), ValueError), (((5,), (0,)), AxisError), (((1,), (1,)), ValueError)],
    ids=str,
)  # fmt: skip
def test_tensordot_of_wrong_axes(axes, error):
    with pytest.raises(error):
        dpt.tensordot(dpt.ones((2, 3, 4)), dpt.ones((3, 4, 5)), axes=axes)


# ---- vecdot -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axis", [-1, -2])
def test_vecdot_of_every_dtype(dtype, axis):
    a, b = sample((3, 4, 4), dtype), sample((4, 4), dtype, seed=1)
    if dtype == "bool":
        expected = (a & b).any(axis)
    elif dtype == "float16":
        expected = (a.astype("float32") * b.astype("float32")).sum(axis).astype(dtype)
    else:
        expected = (np.conj(a) * b).sum(axis, dtype=dtype)
    assert_same(dpt.vecdot(dpt.asarray(a), dpt.asarray(b), axis=axis), expected, ulp=4 * (np.dtype(dtype).kind in "fc"))


@pytest.mark.parametrize("shapes", [((5,), (3, 5)), ((2, 1, 5), (3, 5)), ((3, 0), (3, 0)), ((0, 3), (0, 3))], ids=str)
def test_vecdot_broadcasts(shapes):
    a, b = (sample(shape, "int32", seed) for seed, shape in enumerate(shapes))
    assert_same(dpt.vecdot(dpt.asarray(a), dpt.asarray(b)), (a * b).sum(-1, dtype="int32"))


def test_long_vectors_broadcast_in_every_dtype():
    shapes = [
        ((70,), (70,)),
        ((3, 1, 65), (1, 4, 65)),
        ((5, 48), (48,)),
        ((90,), (2, 90)),
        ((2, 70000), (2, 70000)),
        ((6001,), (6001,)),
    ]
    for dtype in DTYPES[1:]:
        for shape, other in shapes:
            long = shape[-1] > 2000 or dtype == "float16"  # keep sums exact
            a, b = (
                np.random.default_rng(seed).integers(0, 2 if long else 6, s).astype(dtype)
                for seed, s in enumerate((shape, other))
            )
            expected = (a * b).sum(-1, dtype=dtype)
            for x in (dpt.asarray(a), dpt.asarray(np.repeat(a, 2, -1))[..., ::2]):
                if dtype != "float16" or expected.max() < 2000:
                    assert_same(dpt.vecdot(x, dpt.asarray(b)), expected)
                    if a.ndim == b.ndim == 1:
                        assert_same(x @ dpt.asarray(b), expected)


def test_vecdot_of_wrong_axes():
    x = dpt.ones((3, 4))
    for axis, error in ((0, ValueError), (1, ValueError), (-3, AxisError), (1.0, TypeError), ("x", TypeError)):
        with pytest.raises(error):
            dpt.vecdot(x, x, axis=axis)
    for other in (dpt.ones(3), dpt.ones((5, 4)), dpt.ones((3, 1))):
        with pytest.raises(ValueError):
            dpt.vecdot(x, other)
    with pytest.raises(AxisError):
        dpt.vecdot(dpt.ones(()), x)
    assert outcome(dpt.vecdot, x, 3.0) is TypeError


def test_few_long_rows_times_few_long_columns(device):
    rng = np.random.default_rng(8)
    for char in "iefdFD":
        if not device.has_aspect_fp64 and char in "dD" or not device.has_aspect_fp16 and char == "e":
            continue
        a, b = (rng.integers(-3, 4, (2, 3, 2500)).astype(char) for _ in range(2))
        for m, n in ((2, 2), (3, 2), (1, 3), (3, 3)):
            x, y = (dpt.asarray(z, device=device)[:, :k] for z, k in ((a, m), (b, n)))
            made = dpt.asnumpy(dpt.matmul(x, dpt.matrix_transpose(y)))
            assert (
                made.dtype == a.dtype and (made == (a[:, :m].astype("D") @ b[:, :n].swapaxes(1, 2).astype("D"))).all()
            )


@pytest.mark.parametrize("dtype", ["int16", "uint32", "int64", "float32", "float64", "complex64", "complex128"])
def test_stacks_of_small_matrices_in_any_layout(dtype):
    # Around the lengths of vectors: rows that one, several overlapping, or no vector of some length fits.
    for m, n, k in (
        (1, 2, 3),
        (3, 3, 3),
        (8, 8, 8),
        (2, 5, 33),
        (9, 7, 1),
        (5, 17, 6),
        (32, 24, 32),
        (4, 31, 2),
        (8, 1, 8),
        (5, 1, 3),
        (1, 1, 4),
        (1, 6, 5),
    ):
        a, b = sample((6, m, k), dtype), sample((6, k, n), dtype)
        expected, scale = product_of(a, b)
        transposed = dpt.asarray(np.ascontiguousarray(b.swapaxes(-1, -2))).mT
        wide = dpt.asarray(np.repeat(a, 2, axis=-1))[..., ::2]
        assert_close(dpt.asarray(a) @ dpt.asarray(b), expected, scale)
        assert_close(wide @ transposed, expected, scale)
        assert_close((dpt.asarray(a)[::-1] @ dpt.asarray(b)[::-1])[::-1], expected, scale)
        out = dpt.zeros((6, m, n + 1), dtype=dtype)
        dpt.matmul(dpt.asarray(a), dpt.asarray(b), out=out[..., 1:])
        assert_close(out[..., 1:], expected, scale)
        assert not bool(dpt.any(out[..., 0]))
        one = dpt.broadcast_to(dpt.asarray(a[:1]), a.shape)
        assert_close(one @ dpt.asarray(b), *product_of(np.broadcast_to(a[:1], a.shape), b))
        # The same sums as of one matrix of the stack alone.
        if m > 1 and n > 1 and m * n * k < 4096 and not dtype.startswith("complex"):
            np.testing.assert_array_equal(
                dpt.asnumpy(dpt.asarray(a) @ dpt.asarray(b))[3], dpt.asnumpy(dpt.asarray(a[3]) @ dpt.asarray(b[3]))
            )


def test_products_with_numpy_arrays_say_what_to_do(device):
    a, x = np.ones((2, 2)), dpt.ones((2, 2), device=device)
    message = "^matmul: a NumPy array and a dpctl.tensor array on .* cannot be combined; dpctl.tensor.asarray"
    for product in (lambda: a @ x, lambda: x @ a, lambda: operator.imatmul(x, a)):
        with pytest.raises(TypeError, match=message):
            product()
    with pytest.raises(TypeError):
        x @ [[1.0, 2.0], [3.0, 4.0]]
