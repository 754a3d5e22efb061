"""Reductions, compared with NumPy: sums and products, choices, truth; their arguments and errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, LAYOUTS, PREAMBLE, assert_same, outcome, pair, sample

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

inf, nan = np.inf, np.nan


def hypot_of(a, **kwargs):
    return np.sqrt(np.sum(np.square(a, dtype=real_of(a)), **kwargs))


def logsumexp_of(a, **kwargs):
    """Of numbers that do not overflow."""
    with np.errstate(divide="ignore"):
        return np.log(np.sum(np.exp(a, dtype=real_of(a)), **kwargs))


def real_of(a):
    if a.dtype.kind == "c":
        raise ValueError("complex")
    return a.dtype if a.dtype.kind == "f" else np.dtype("f8")


SUMS = {"sum": np.sum, "prod": np.prod, "logsumexp": logsumexp_of, "reduce_hypot": hypot_of}
CHOICES = {"max": np.max, "min": np.min}
INDICES = {"argmax": np.argmax, "argmin": np.argmin}
TESTS = {"all": np.all, "any": np.any, "count_nonzero": np.count_nonzero}
ALL = SUMS | CHOICES | INDICES | TESTS
EXACT = CHOICES | INDICES | TESTS


def rejects(name, a, axis):
    """What has no greatest element."""
    axes = range(a.ndim) if axis is None else np.atleast_1d(axis)
    return name in CHOICES | INDICES and any(a.shape[i] == 0 for i in axes)


def ours_and_numpys(name, x, a, **kwargs):
    if rejects(name, a, kwargs.get("axis")):
        return outcome(lambda: getattr(dpt, name)(x, **kwargs)), ValueError
    ours = getattr(dpt, name)(x, **kwargs)
    result = np.asarray(ALL[name](a, **kwargs))
    return ours, result.astype(ours.dtype) if name == "count_nonzero" else result


# ---- values ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_sum_of_every_dtype_and_layout(dtype, layout, keepdims):
    a, x = pair(layout, dtype)
    for axis in (None, *range(a.ndim), tuple(range(a.ndim))):
        assert_same(
            dpt.sum(x, axis=axis, keepdims=keepdims),
            np.sum(a, axis=axis, keepdims=keepdims),
            ulp=2 * (dtype == "float16"),
        )


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_choices_and_tests_of_every_dtype_and_layout(dtype, layout, name):
    a, x = pair(layout, dtype)
    axes = [None, *range(a.ndim)] + ([] if name in INDICES else [tuple(range(a.ndim)), ()])
    for axis in axes:
        for keepdims in (False, True):
            ours, numpys = ours_and_numpys(name, x, a, axis=axis, keepdims=keepdims)
            if numpys is ValueError:
                assert ours is ValueError
            else:
                assert_same(ours, numpys)


@pytest.mark.parametrize("name", ["logsumexp", "reduce_hypot"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_logsumexp_and_hypot_of_every_dtype_and_layout(dtype, layout, name):
    a, x = pair(layout, dtype)
    if a.dtype.kind == "c":
        assert outcome(getattr(dpt, name), x) is ValueError
        return
    wide = a.astype("f8")
    for axis in (None, *range(a.ndim), tuple(range(a.ndim))):
        ours = getattr(dpt, name)(x, axis=axis, keepdims=True)
        numpys = SUMS[name](wide, axis=axis, keepdims=True)
        assert_same(ours, numpys.astype(ours.dtype), ulp=8)
        assert ours.dtype == (a.dtype if a.dtype.kind == "f" else np.dtype("f8"))


@pytest.mark.parametrize("dtype", DTYPES)
def test_products(dtype):
    a = np.ones((5, 300), dtype=dtype)
    a[:, ::50] = sample((5, 6), dtype, seed=3)
    for axis in (None, 0, 1, ()):
        assert_same(dpt.prod(dpt.asarray(a), axis=axis), np.prod(a, axis=axis), ulp=16 * (np.dtype(dtype).kind in "fc"))


shapes = st.lists(st.integers(0, 5), max_size=5).map(tuple)


@pytest.mark.parametrize("name", [n for n in ALL if n not in INDICES and n not in ("logsumexp", "reduce_hypot")])
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_axes_of_any_view(name, data):
    a = sample(data.draw(shapes), "int64", seed=data.draw(st.integers(0, 9)))
    a = np.asarray(a).transpose(data.draw(st.permutations(range(a.ndim))))
    steps = tuple(slice(None, None, data.draw(st.sampled_from([1, 2, -1, -2]))) for _ in range(a.ndim))
    view = dpt.asarray(a)[steps]
    axes = data.draw(st.lists(st.integers(0, max(0, a.ndim - 1)), unique=True, max_size=a.ndim).map(tuple))
    signed = tuple(i - a.ndim if data.draw(st.booleans()) else i for i in axes)
    ours, numpys = ours_and_numpys(name, view, a[steps], axis=signed, keepdims=data.draw(st.booleans()))
    if numpys is ValueError:
        assert ours is ValueError
    else:
        assert_same(ours, numpys)


@pytest.mark.parametrize("name", INDICES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_argmax_in_any_view(name, data):
    shape = data.draw(st.lists(st.integers(1, 7), min_size=1, max_size=4).map(tuple))
    a = np.random.default_rng(data.draw(st.integers(0, 99))).integers(0, 4, shape).astype("f8")
    if data.draw(st.booleans()):
        a[a == 3] = nan
    a = np.asarray(a).transpose(data.draw(st.permutations(range(a.ndim))))
    steps = tuple(slice(None, None, data.draw(st.sampled_from([1, 2, -1, -2]))) for _ in range(a.ndim))
    view = dpt.asarray(a)[steps]
    axis = data.draw(st.none() | st.integers(-a.ndim, a.ndim - 1))
    assert_same(*ours_and_numpys(name, view, a[steps], axis=axis))


# Lengths around the thresholds between algorithms: short rows, blocks, parts of rows; few columns and many.
SIZES = [
    (1, 31),
    (1, 513),
    (1, 40_000),
    (300_000, 1),
    (2, 70_000),
    (70_000, 2),
    (3000, 5),
    (5, 3000),
    (700, 70),
    (33, 9000),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64"])
def test_large_arrays(size, dtype):
    rng = np.random.default_rng(1)
    a = rng.integers(-100, 100, size).astype(dtype)
    for view in (lambda x: x, lambda x: x[::-1, ::-1], lambda x: x.T):
        b, x = view(a), view(dpt.asarray(a))
        for axis in (None, 0, 1):
            for name in ("sum", "max", "min", "argmax", "argmin", "any", "all", "count_nonzero"):
                assert_same(*ours_and_numpys(name, x, b, axis=axis))


def test_long_sums_are_accurate():
    a = np.full(3_000_000, 0.1, dtype="float32")
    assert abs(float(dpt.sum(dpt.asarray(a))) - 300_000) < 1
    assert np.all(np.abs(dpt.asnumpy(dpt.sum(dpt.asarray(a.reshape(-1, 3)), axis=0)) - 100_000) < 0.5)
    b = np.arange(1_000_000.0)
    assert float(dpt.sum(dpt.asarray(b))) == b.sum()


@pytest.mark.parametrize("name", ["sum", "logsumexp", "reduce_hypot", "mean", "std"])
def test_results_do_not_depend_on_the_number_of_threads(device, part, name):
    a = np.random.default_rng(0).standard_normal((1000, 1000))
    whole, small = dpt.asarray(a, device=device), dpt.asarray(a, sycl_queue=dpctl.SyclQueue(part))
    for axis in (None, 0, 1):
        assert_same(getattr(dpt, name)(whole, axis=axis), dpt.asnumpy(getattr(dpt, name)(small, axis=axis)))


# ---- special values -------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(3, 20000), (5000, 4)])
@pytest.mark.parametrize("name", ["argmax", "argmin", "mean", "var", "std", "logsumexp", "reduce_hypot"])
def test_results_combined_from_chunks_agree_with_the_host(device, name, shape):
    a = np.random.default_rng(5).integers(-50, 50, shape).astype("f4")
    for axis in (None, 0, 1):
        there, host = (
            dpt.asnumpy(getattr(dpt, name)(dpt.asarray(a, device=d), axis=axis)) for d in (device, "opencl:cpu:0")
        )
        assert (there.dtype, there.shape) == (host.dtype, host.shape)
        np.testing.assert_allclose(there, host, rtol=0 if name.startswith("arg") else 1e-5, atol=1e-4)


@pytest.mark.parametrize("name", [*CHOICES, *INDICES])
@pytest.mark.parametrize(
    "values",
    [
        [1, nan, 3, nan],
        [nan, 1],
        [1, inf, -inf, inf],
        [-0.0, 0.0],
        [0.0, -0.0],
        [5] * 100 + [nan] + [9] * 1000,
        [nan] * 40,
    ],
)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_nan_is_greater_and_less_than_all(name, values, dtype):
    a = np.array(values, dtype=dtype)
    x = dpt.asarray(a)
    assert_same(getattr(dpt, name)(x), ALL[name](a))
    pairs = np.stack([a, a[::-1]], axis=1)
    assert_same(getattr(dpt, name)(dpt.asarray(pairs), axis=0), ALL[name](pairs, axis=0))


@pytest.mark.parametrize("name", [*CHOICES, *INDICES])
def test_complex_numbers_compare_by_parts(name):
    for values in ([1 + 1j, 1 + 2j, 1 - 3j], [2 - 1j, 1 + 9j], [1 + 1j, complex(nan, 1), 3, complex(1, nan)],
                   [complex(1, nan), complex(nan, 1), 5], [1j] * 300 + [2j] + [2j] * 300):  # fmt: skip
        a = np.array(values, dtype="complex64")
        assert_same(getattr(dpt, name)(dpt.asarray(a)), ALL[name](a))
        assert_same(getattr(dpt, name)(dpt.asarray(a[:, None]), axis=0), ALL[name](a[:, None], axis=0))


def test_hypot_of_huge_and_tiny_numbers():
    for dtype, huge, tiny in (("float64", 1e300, 1e-300), ("float32", 1e36, 1e-36)):
        for scale in (huge, 1, tiny):
            a = np.full((200, 3), 3 * scale).astype(dtype)
            a[1::2] = 4 * scale
            expected = np.full(3, 50 * scale, dtype=dtype)
            assert_same(dpt.reduce_hypot(dpt.asarray(a), axis=0), expected, ulp=4)
        mixed = dpt.asarray(np.array([3 * huge, 1, tiny], dtype=dtype))
        assert_same(dpt.reduce_hypot(mixed), np.array(3 * huge, dtype=dtype), ulp=1)
    for values, expected in (([inf, nan], inf), ([1, nan], nan), ([-inf, 1], inf), ([-3.0], 3), ([0, -0.0], 0)):
        assert_same(dpt.reduce_hypot(dpt.asarray(values, dtype="f8")), np.array(expected, dtype="f8"))


def test_logsumexp_of_infinities_and_large_numbers():
    for values, expected in (
        ([inf, -inf, 1], inf), ([-inf, -inf], -inf), ([inf, inf], inf), ([inf, nan], nan), ([-inf], -inf), ([nan, -inf], nan),
        ([1000, 1000], 1000 + np.log(2)), ([-1000, -1000], -1000 + np.log(2)), ([1e308, -1e308], 1e308),
    ):  # fmt: skip
        a = np.array(values)
        assert_same(dpt.logsumexp(dpt.asarray(a)), np.array(expected), ulp=1)
        tall = np.broadcast_to(a[:, None], (a.size, 20))
        assert_same(dpt.logsumexp(dpt.asarray(tall), axis=0), np.full(20, expected), ulp=1)


def test_no_elements():
    x = dpt.ones((0, 3))
    for name, value in (("sum", 0), ("prod", 1), ("all", True), ("any", False), ("count_nonzero", 0), ("mean", nan),
                        ("var", nan), ("std", nan), ("logsumexp", -inf), ("reduce_hypot", 0)):  # fmt: skip
        function = getattr(dpt, name)
        np.testing.assert_array_equal(dpt.asnumpy(function(x, axis=0)), np.full(3, value))
        np.testing.assert_array_equal(dpt.asnumpy(function(x)), value)
        assert function(x, axis=1).shape == (0,)
    for name in [*CHOICES, *INDICES]:
        function = getattr(dpt, name)
        for arguments in ({}, {"axis": 0}):
            with pytest.raises(ValueError):
                function(x, **arguments)
            with pytest.raises(ValueError):
                function(dpt.ones((0, 0)), **arguments)
        assert function(x, axis=1).shape == (0,)


# ---- arguments ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["bool", "int8", "int64", "float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("name", ["sum", "prod"])
def test_results_in_a_dtype(name, target):
    a = sample(8, "uint8")
    assert_same(
        getattr(dpt, name)(dpt.asarray(a), dtype=target), ALL[name](a, dtype=target), ulp=2 * (target == "float16")
    )


def test_logsumexp_in_a_dtype():
    x = dpt.asarray([3.0, 4.0], dtype="f4")
    for target in ("float16", "float32", "float64", "int64", "complex64"):
        result = dpt.logsumexp(x, dtype=target)
        assert result.dtype == target
        assert abs(complex(result) - 4.313261) < (1 if target == "int64" else 0.01)


@pytest.mark.parametrize("name", ["logsumexp", "reduce_hypot"])
def test_a_dtype_makes_no_real_numbers_of_complex_ones(name):
    x = dpt.asarray([3, 4 + 1j])
    for arguments in ({}, {"dtype": "f4"}, {"dtype": "c16"}, {"dtype": "f8", "out": dpt.empty(())}):
        with pytest.raises(ValueError):
            getattr(dpt, name)(x, **arguments)


def test_out():
    x, out = dpt.ones((3, 4)), dpt.empty(3)
    assert dpt.sum(x, axis=1, out=out) is out
    assert_same(out, np.full(3, 4.0))
    row = dpt.ones((3, 3))
    dpt.sum(row, axis=0, out=row[0])
    assert_same(row[0], np.full(3, 3.0))
    indices = dpt.empty((1, 4), dtype="i8")
    dpt.argmax(x, axis=0, keepdims=True, out=indices)
    assert_same(indices, np.zeros((1, 4), dtype="i8"))
    sparse = dpt.zeros((4, 4))[::2, ::-2]
    dpt.max(dpt.asarray(np.arange(8.0).reshape(2, 2, 2)), axis=1, out=sparse)
    assert_same(sparse, [[2.0, 3.0], [6.0, 7.0]])


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "arguments, error",
    [({"axis": 2}, AxisError), ({"axis": -3}, AxisError), ({"axis": (0, 0)}, (ValueError, TypeError)), ({"axis": "x"}, TypeError),
     ({"axis": 1.5}, TypeError), ({"nonsense": 1}, TypeError)],
)  # fmt: skip
def test_wrong_arguments(name, arguments, error):
    with pytest.raises(error):
        getattr(dpt, name)(dpt.ones((2, 3)), **arguments)
    for wrong in (np.ones(3), [1.0, 2.0], 1.0):
        with pytest.raises(TypeError):
            getattr(dpt, name)(wrong)


def test_argmax_takes_one_axis():
    for axis in ((0,), (), [0]):
        with pytest.raises(TypeError):
            dpt.argmax(dpt.ones((2, 3)), axis=axis)
    with pytest.raises(TypeError):
        dpt.sum(dpt.ones(3), dtype="S")


@pytest.mark.parametrize("name", [*SUMS, *CHOICES])
def test_out_that_does_not_fit(name):
    x = dpt.ones((2, 3))
    read_only = dpt.zeros(())
    read_only.flags["W"] = False
    elsewhere = dpt.empty((), sycl_queue=dpctl.SyclQueue())
    for out, error in (
        (np.empty(()), TypeError), (dpt.empty(1), ValueError), (dpt.empty((1, 1)), ValueError),
        (dpt.empty((), dtype="float32"), ValueError), (read_only, ValueError), (elsewhere, ExecutionPlacementError),
    ):  # fmt: skip
        with pytest.raises(error):
            getattr(dpt, name)(x, out=out)
    with pytest.raises(ValueError):
        getattr(dpt, name)(x, keepdims=True, out=dpt.empty(()))
    assert float(read_only) == 0
    assert_same(x, np.ones((2, 3)))


def test_results_stay_on_the_queue():
    queue = dpctl.SyclQueue()
    for name in ALL:
        result = getattr(dpt, name)(dpt.ones(3, sycl_queue=queue, usm_type="shared"))
        assert result.sycl_queue == queue and result.usm_type == "shared"


def test_devices_without_double_and_half(run):
    program = """
    x = dpt.asarray([1, 2, 4], dtype="i4")
    for name in ("mean", "var", "std", "logsumexp", "reduce_hypot"):
        result = getattr(dpt, name)(x)
        assert result.dtype == "f4", (name, result.dtype)
    assert abs(float(dpt.std(x)) - 1.2472191) < 1e-6
    assert dpt.sum(x).dtype == "i8" and dpt.argmax(x).dtype == "i8"
    for dtype in ("f8", "f2", "c16"):
        try:
            dpt.sum(x, dtype=dtype)
        except ValueError:
            pass
        else:
            raise AssertionError(dtype)
    """
    import textwrap

    run(PREAMBLE + textwrap.dedent(program), DPEX_SIMULATE="gpu:1-fp64-fp16", ONEAPI_DEVICE_SELECTOR="level_zero:gpu")


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4", "i8"])
def test_rows_have_the_bits_they_have_alone(dtype):
    """Rows that a CPU reads in lanes, side by side, and in streams."""
    device = dpctl.SyclDevice("opencl:cpu:0")
    for n in (10, 100, 1600, 3100, 4001, 13000):
        numbers = np.random.default_rng(n).random((11, n)) * 1000
        x = dpt.asarray(numbers.astype(dtype), device=device)
        wide = dpt.asarray(np.concatenate([numbers, numbers], axis=1).astype(dtype), device=device)
        for rows in (x, wide[:, :n]):
            together = dpt.asnumpy(dpt.sum(rows, axis=1))
            alone = [dpt.asnumpy(dpt.sum(rows[i]))[()] for i in range(11)]
            np.testing.assert_array_equal(together, alone)


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "i8", "f4", "f8"])
def test_argmax_in_rows_of_any_length(dtype):
    rng = np.random.default_rng(21)
    for n in (1, 7, 31, 32, 33, 47, 64, 100, 127, 128, 129, 300):
        for most in (2, 100):
            a = rng.integers(0, most, (40, n)).astype(dtype)
            pools = [a]
            if dtype[0] == "f":
                pools += [
                    np.where(rng.random(a.shape) < 0.02, np.nan, a).astype(dtype),
                    np.copysign(0, a - 1).astype(dtype),
                ]
                pools += [np.where(a > 0, np.inf, -np.inf).astype(dtype)]
            for values in pools:
                x = dpt.asarray(values)
                for name, reference in INDICES.items():
                    got = dpt.asnumpy(getattr(dpt, name)(x, axis=1))
                    np.testing.assert_array_equal(got, reference(values, axis=1), err_msg=f"{name} {n}")
