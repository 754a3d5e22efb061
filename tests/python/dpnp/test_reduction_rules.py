"""NumPy's rules of reductions in edge cases: no dimensions, initial values, outputs of any type, few elements, complex numbers."""

import itertools
import operator

import numpy
import pytest
from numpy_comparison import same

import dpnp

pytestmark = pytest.mark.filterwarnings("ignore")
Z = (numpy.arange(12.0) - 3 + 1j * numpy.arange(12) ** 2).reshape(3, 4)
REDUCTIONS = ["sum", "max", "all", "argmin", "count_nonzero", "ptp", "nansum"]


def test_axis_of_an_array_without_dimensions(device):
    x = numpy.asarray(3.0, "f4")
    for name in REDUCTIONS:
        same(device, lambda np, x, name=name: [getattr(np, name)(x, axis=i) for i in (0, -1)], x)
        same(device, lambda np, x, name=name: getattr(np, name)(x, axis=1), x, fails=True)
    for name in ("mean", "var", "std"):
        same(device, lambda np, x, name=name: getattr(np, name)(x, axis=0), x, fails=True)
    same(device, lambda np, x: [np.cumulative_sum(x), np.cumulative_prod(x, axis=0, include_initial=True)], x)


def test_initial_values_are_taken_in_the_type_of_the_result(device):
    for dtype in ("?", "u1", "f4"):
        x = numpy.asarray([[1, 0, 2], [5, 3, 1]]).astype(dtype)
        for name in ("sum", "prod", "max", "min", "nansum", "nanmin"):
            for initial in (1, 2.5, True, numpy.float32(2)):
                same(device, lambda np, x, name=name, v=initial: getattr(np, name)(x, axis=0, initial=v), x)
            if dtype != "?":
                same(device, lambda np, x, name=name: getattr(np, name)(x, initial=1j), x, fails=True)
    same(device, lambda np, x: np.max(x, initial=-1), numpy.arange(3, dtype="u1"), fails=True)


def test_initial_none_says_that_there_is_no_identity(device):
    x, mask = numpy.arange(-5.0, 7).reshape(3, 4), numpy.arange(12).reshape(3, 4) % 3 > 0
    for name in ("sum", "prod", "max", "min", "nansum", "nanprod", "nanmax", "nanmin"):
        same(
            device,
            lambda np, x, f=name: [getattr(np, f)(x, axis=i, initial=None) for i in (None, 0, -1, (0, 1), ())],
            x,
            rtol=1e-15,
        )
        same(device, lambda np, x, f=name: getattr(np, f)(x, 0, initial=None, where=True), x)
        same(device, lambda np, x, m, f=name: getattr(np, f)(x, initial=None, where=m), x, mask, fails=True)
        same(
            device, lambda np, x, o, f=name: getattr(np, f)(x, 0, out=o, initial=None, where=False), x, x[0], fails=True
        )
    for name in ("sum", "prod", "max", "min"):
        same(device, lambda np, x, f=name: getattr(x, f)(axis=1, initial=None), x)
        same(device, lambda np, x, m, f=name: getattr(x, f)(initial=None, where=m), x, mask, fails=True)
        for shape, axis in (((0,), None), ((0, 3), 0), ((3, 0), 1), ((0, 0), -1), ((2, 0, 3), (1, 2))):
            same(
                device,
                lambda np, x, f=name, i=axis: getattr(np, f)(x, axis=i, initial=None),
                numpy.zeros(shape),
                fails=True,
            )
        for shape, axis in (((0, 3), 1), ((0,), ()), ((2, 0, 3), (0,))):  # no result that needs a value
            same(device, lambda np, x, f=name, i=axis: getattr(np, f)(x, axis=i, initial=None), numpy.zeros(shape))
    n = x.astype("i4")
    for name in "add multiply maximum fmax logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor gcd lcm hypot subtract".split():
        same(device, lambda np, x, f=name: [getattr(np, f).reduce(x, i, initial=None) for i in (0, 1)], n, rtol=1e-15)
        same(device, lambda np, x, m, f=name: getattr(np, f).reduce(x, 0, initial=None, where=m), n, mask, fails=True)
        same(device, lambda np, x, f=name: getattr(np, f).reduce(x, initial=None), n[:0], fails=True)
    same(
        device,
        lambda np, x: [np.gcd.reduce(x, initial=None), np.hypot.reduce(x, initial=None), np.gcd.reduce(x)],
        n[:1, 0],
    )


def test_deviations_computed_as_complex_numbers_fit_real_outputs(device):
    x, mask = numpy.array([[3, 1, 2.5, 7], [5, 3, 2.25, 9]], "f4"), numpy.array([True, False, True, True])
    for name, dtype, out in itertools.product(("std", "nanstd"), ("F", "D"), "fdFDil"):
        same(
            device,
            lambda np, x, o, f=name, d=dtype: getattr(np, f)(x, 1, dtype=d, out=o),
            x,
            numpy.zeros(2, out),
            rtol=1e-5,
            fails=out in "il",
        )
        call = lambda np, x, m, o, f=name, d=dtype: getattr(np, f)(x, 1, dtype=d, out=o, where=m)  # noqa: E731
        same(device, call, x, mask, numpy.zeros(2, out), rtol=1e-5, fails=out in "il")


def test_outputs_of_reductions_have_any_type(device):
    x = numpy.arange(6.0).reshape(2, 3)
    for name in ("sum", "prod", "max", "min", "mean", "var", "nanmax"):
        same(device, lambda np, x, out, name=name: getattr(np, name)(x, 0, out=out), x, numpy.zeros(3, "i4"))
        same(
            device, lambda np, x, out, name=name: getattr(np, name)(x, 0, out=out), x, numpy.zeros(2, "i4"), fails=True
        )
    for name in ("std", "nanmean", "nanvar"):
        same(
            device, lambda np, x, out, name=name: getattr(np, name)(x, 0, out=out), x, numpy.zeros(3, "i4"), fails=True
        )


LARGE = numpy.asarray([[2**62, 2**62, 2**62 - 1], [100, 100, 57]])
SMALL = numpy.asarray([[100, 100, 100], [-100, -3, 7]], "i1")
SINGLE = numpy.asarray([[2**24, 1, 1], [0.1, 3e7, -3e7]], "f4")


@pytest.mark.parametrize("out", ["i1", "u1", "i4", "u8", "f2", "f4", "f8", "c8"])
def test_sums_and_products_compute_in_the_dtype_that_out_promotes_to(device, out):
    if out == "f2" and not device.has_aspect_fp16:
        pytest.skip("the device has no arrays of float16")
    for x in (LARGE, SMALL, SMALL.view("u1"), SMALL > 0, SINGLE, SINGLE.astype("f8"), SINGLE + 1j):
        few = (
            x
            if out[0] not in "iu" or x.dtype.kind not in "fc"
            else x.clip(-9, 9)
            if x.dtype.kind == "f"
            else x.real.clip(-9, 9) + 1j
        )
        for name in ("sum", "nansum", "cumsum", "nancumsum", "cumulative_sum", "add.reduce", "add.accumulate"):
            shape = 2 if name in ("sum", "nansum", "add.reduce") else (2, 3)
            same(
                device,
                lambda np, x, o, name=name: operator.attrgetter(name)(np)(x, axis=1, out=o),
                few,
                numpy.zeros(shape, out),
            )
        for name in ("prod", "cumprod", "multiply.reduce", "multiply.accumulate"):
            shape = 2 if name in ("prod", "multiply.reduce") else (2, 3)
            same(
                device,
                lambda np, x, o, name=name: operator.attrgetter(name)(np)(x % 7 + 1, axis=1, out=o),
                abs(few).real,
                numpy.zeros(shape, out),
            )
        same(device, lambda np, x, o: np.add.reduceat(x, [0, 1], axis=1, out=o), few, numpy.zeros((2, 2), out))
        same(
            device, lambda np, x, o: np.sum(x, axis=1, where=np.abs(x) > 2, initial=1, out=o), few, numpy.zeros(2, out)
        )
        same(device, lambda np, x, o: np.trace(x, out=o), few, numpy.zeros((), out))


def test_accumulate_and_reduceat_cast_to_out_as_sums_do(device):
    x = numpy.asarray([1.5, 1.7, 2.9])
    for name in (
        "cumsum",
        "cumprod",
        "cumulative_sum",
        "add.accumulate",
        "subtract.accumulate",
        "maximum.accumulate",
        "hypot.accumulate",
    ):
        same(device, lambda np, x, out, name=name: operator.attrgetter(name)(np)(x, out=out), x, numpy.zeros(3, "i4"))
    for name in ("add", "subtract", "maximum", "logaddexp"):
        same(
            device,
            lambda np, x, out, name=name: getattr(np, name).reduceat(x, [0, 2], out=out),
            x,
            numpy.zeros(2, "u1"),
        )
        same(device, lambda np, x, out, name=name: getattr(np, name).reduce(x, out=out), x, numpy.zeros((), "i4"))


def test_other_functions_reduce_in_the_dtype_that_out_promotes_to(device):
    n = numpy.asarray([1, 2, 250], "u1")
    for name in ("subtract", "bitwise_xor", "hypot", "maximum", "fmin", "logical_xor"):
        out = numpy.zeros((), "f8" if name == "hypot" else "i4")
        same(device, lambda np, x, o, name=name: getattr(np, name).reduce(x, out=o), n, out)
        same(device, lambda np, x, o, name=name: getattr(np, name).accumulate(x, out=o), n, numpy.zeros(3, out.dtype))
    same(device, lambda np, x, o: np.hypot.reduce(x, out=o), n.astype("f4"), numpy.zeros(()))
    same(device, lambda np, x, o: np.bitwise_xor.reduce(x, out=o), n, numpy.zeros(()), fails=True)
    same(device, lambda np, x, o: np.bitwise_or.accumulate(x, out=o), n, numpy.zeros(3), fails=True)
    same(device, lambda np, x, o: np.bitwise_and.reduce(x, out=o), n.view("i1"), numpy.zeros((), "u8"), fails=True)
    for name, dtype in (
        ("bitwise_and", "f8"),
        ("hypot", "i4"),
        ("less", "i4"),
        ("logical_and", "f8"),
        ("divide", "i4"),
    ):
        same(device, lambda np, x, name=name, dt=dtype: getattr(np, name).reduce(x, dtype=dt), n, fails=True)
    same(device, lambda np, x: np.less.reduce(x), n, fails=True)
    same(device, lambda np, x: np.bitwise_or.reduce(x, initial=-3), n, fails=True)
    same(device, lambda np, x, o: np.ptp(x, out=o), SMALL, numpy.zeros((), "i8"))
    same(device, lambda np, x, o: np.max(x, initial=2.5, out=o), n > 300, numpy.zeros(()))


def test_means_compute_in_dtype_and_out(device):
    double, half = SINGLE.astype("f8"), numpy.full(70000, 60000, "f2")
    for mask in (True, numpy.asarray([True, True, False])):
        for dtype in ("f4", "f8", "c8", "i8"):
            for name in ("mean", "var", "std"):
                if dtype != "i8" or name != "std":
                    body = lambda np, x, m, name=name, dt=dtype: getattr(np, name)(x, axis=1, dtype=dt, where=m)
                    same(device, body, numpy.asarray([[1.25, 3, 8], [4, 4, 9]]), mask, rtol=1e-5)
            if dtype != "i8":
                same(device, lambda np, x, m, dt=dtype: np.nanmean(x, axis=1, dtype=dt, where=m), double, mask)
        same(device, lambda np, x, m: np.mean(x, dtype="f4", where=m), double, mask)
        same(
            device,
            lambda np, x, m, o: [np.mean(x, out=o, where=m), np.nanmean(x, out=o, where=m)],
            SINGLE,
            mask,
            numpy.zeros(()),
        )
    if device.has_aspect_fp16:
        same(device, lambda np, x: [np.mean(x, where=x > 0), np.std(x, where=x < 0)], half)
    same(device, lambda np, x: np.std(x, dtype="i4"), numpy.asarray([3, 9, 1]))


def test_argmax_writes_into_integers_only(device):
    x = numpy.asarray([1.0, 4, 2])
    for name in ("argmax", "argmin", "nanargmax", "nanargmin"):
        for dtype in ("u1", "i4", "?", "i8"):
            same(device, lambda np, x, out, name=name: getattr(np, name)(x, out=out), x, numpy.zeros((), dtype))
        for dtype in ("f8", "u8"):
            same(
                device,
                lambda np, x, out, name=name: getattr(np, name)(x, out=out),
                x,
                numpy.zeros((), dtype),
                fails=True,
            )


def test_types_of_many_operands_do_not_depend_on_their_order(device):
    for some in itertools.permutations(("i2", "u2", "f4")):
        arrays = [numpy.asarray([1, 2, 3], dtype) for dtype in some]
        for name in ("concatenate", "stack", "hstack", "vstack", "dstack", "column_stack", "block"):
            same(device, lambda np, *x, name=name: getattr(np, name)(x if name != "block" else list(x)), *arrays)
        same(
            device,
            lambda np, *x: [np.select([x[0] > 1] * 3, list(x)), np.choose(x[0].astype("i8") - 1, x), np.clip(*x)],
            *arrays,
        )


def test_means_in_integers(device):
    x = numpy.asarray([[1, 4, 3], [2, 8, 9]])
    for dtype in ("i4", "u1", "i8"):
        same(device, lambda np, x, dt=dtype: [np.mean(x, 0, dt), np.var(x, axis=1, dtype=dt), x.mean(dtype=dt)], x)
        same(device, lambda np, x, dt=dtype: np.std(x, dtype=dt, axis=0), x, fails=True)
        same(device, lambda np, x, dt=dtype: np.nanmean(x / 2, 0, dt), x, fails=True)


def test_means_of_integers_in_an_output_of_real_numbers(device):
    """NumPy divides the sum in `out`, without conversion back to integers."""
    x = numpy.arange(7, dtype="f4") * 1.75
    for dtype, out, name in itertools.product(("u4", "i1", "i8", "?"), "fdlF", ("mean", "var", "std")):
        if name == "std" and out == "l":
            continue  # the root cannot be cast

        def body(np, x, target, dtype=dtype, name=name):
            return getattr(np, name)(x, dtype=dtype, out=target)

        same(device, body, x, numpy.zeros((), out), rtol=1e-6)
    same(device, lambda np, x, target: np.mean(x, dtype="i4", out=target, where=x > 2), x, numpy.zeros((), "f4"))


def test_initial_values_that_are_nan_do_not_count_beside_numbers(device):
    x = numpy.asarray([[1, numpy.nan, 3], [numpy.nan] * 3])
    nan, mask = numpy.nan, numpy.asarray([True, True, False])
    for name, dtype in itertools.product(("nanmax", "nanmin"), "fdD"):
        same(
            device,
            lambda np, x, f=name: [getattr(np, f)(x, initial=nan), getattr(np, f)(x, 1, initial=nan)],
            x.astype(dtype),
        )
        same(device, lambda np, x, m, f=name: getattr(np, f)(x, 1, initial=nan, where=m), x.astype(dtype), mask)
        same(
            device,
            lambda np, x, y, f=name: getattr(np, f)(x, 0, y, True, nan),
            x.astype(dtype),
            numpy.zeros((1, 3), dtype),
        )


@pytest.mark.parametrize(
    "name",
    "sum max all mean var argmax count_nonzero nansum nanmean nanmax squeeze flip expand_dims linalg.vector_norm".split(),
)
def test_text_is_no_sequence_of_axes(device, name):
    texts = {"flip": ("0",), "linalg.vector_norm": ("", b"")}.get(
        name, ("", b"", "0", {})
    )  # NumPy takes int("0") in places
    for axis in texts:
        same(device, lambda np, x, axis=axis: operator.attrgetter(name)(np)(x, axis=axis), Z.real.copy(), fails=True)


def test_variances_of_complex_numbers(device):
    for dtype, name in (("c8", "var"), ("c16", "std"), ("c16", "nanvar")):
        z = Z.astype(dtype)
        same(
            device,
            lambda np, z, name=name: [getattr(np, name)(z), getattr(np, name)(z, axis=0, ddof=1, keepdims=True)],
            z,
            rtol=2e-5,
        )
        same(device, lambda np, z, name=name: getattr(np, name)(z.T[::-1], axis=(0, 1)), z, rtol=2e-5)
        same(
            device,
            lambda np, z: [z.var(axis=1), np.var(z, axis=1, where=z.real > 0), np.std(z, mean=np.mean(z))],
            z,
            rtol=2e-5,
        )
    same(device, lambda np, x: [np.var(x, dtype="c16"), np.std(x, dtype="c8")], numpy.arange(5.0))


def test_variances_of_as_few_elements_as_ddof(device):
    for name in ("var", "std", "nanvar", "nanstd"):
        for x in (numpy.asarray([1.0, 2, 4]), numpy.asarray([1, 2, 4]), numpy.asarray([1.0]), numpy.zeros(0)):
            for ddof in (-2, 0, 1, 3, 7):
                same(device, lambda np, x, name=name, n=ddof: getattr(np, name)(x, ddof=n), x)


def test_quantiles_at_the_edges(device):
    same(device, lambda np, x: np.quantile(x, 0.5), numpy.asarray([True, False]), fails=True)
    same(device, lambda np, x: np.nanquantile(x, [0.5, 1], axis=0), numpy.zeros((0, 3), "f4"))
    same(device, lambda np, x: np.nanmedian(x, axis=(), keepdims=True), numpy.zeros((0, 3)))


@pytest.mark.parametrize(
    "name", "sum prod max min all any mean var std nansum nanprod nanmax nanmin nanmean nanvar nanstd".split()
)
def test_where_may_not_be_larger_than_the_array(device, name):
    initial = {"initial": 1} if name in ("max", "min", "nanmax", "nanmin") else {}
    for x in (numpy.ones((3, 1)), numpy.ones((3, 1), "i2"), numpy.ones(1)):
        for shape in ((3, 2), (2, 3, 1)):
            same(
                device,
                lambda np, x, w: getattr(np, name)(x, where=w, **initial),
                x,
                numpy.ones(shape, bool),
                fails=True,
            )
            same(
                device,
                lambda np, x, w: getattr(np, name)(x[:0], where=w[..., :0, :], **initial),
                x,
                numpy.ones((3, 2, 2), bool),
                fails=True,
            )
    same(
        device,
        lambda np, x, w: getattr(np, name)(x, where=w, **initial),
        numpy.ones((2, 3)),
        numpy.asarray([True, False, True]),
    )


_OF_AXES = """all any amax amin argmax argmin argsort count_nonzero cumprod cumsum cumulative_prod cumulative_sum max mean min nanargmax
nanargmin nancumprod nancumsum nanmax nanmean nanmin nanprod nanstd nansum nanvar prod ptp std sum trapezoid unwrap var average sort""".split()


@pytest.mark.parametrize("name", _OF_AXES)
def test_bools_are_axes_where_numpy_takes_them(name):
    x = numpy.arange(24.0).reshape(2, 3, 4)
    for axis in (True, (True,), (0, True)):
        outcomes = []
        for np, array in ((numpy, x), (dpnp, dpnp.asarray(x))):
            try:
                outcomes.append(getattr(np, name)(array, axis=axis).shape)
            except Exception as error:
                outcomes.append(type(error))
        assert outcomes[0] == outcomes[1]


def test_a_bool_as_an_axis_is_named():
    x = dpnp.ones((2, 3))
    for call, name in (
        (lambda: dpnp.sum(x, True), "sum"),
        (lambda: x.max(True), "max"),
        (lambda: x.argsort(True), "argsort"),
    ):
        with pytest.raises(TypeError, match=f"{name}: axis must be an int, not bool"):
            call()
    with pytest.raises(TypeError, match="concatenate: axis must be an int, not bool"):
        dpnp.concatenate((x, x), axis=True)
