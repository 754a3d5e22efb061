"""Fourier transforms, compared with NumPy."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.exceptions import AxisError
from tensor_helpers import DTYPES, LAYOUTS, assert_same, host, outcome, pair, sample

import dpctl
import dpctl.tensor as dpt

ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
SEVERAL = ["fftn", "ifftn", "rfftn", "irfftn"]
OF_REAL = {"rfft", "ihfft", "rfftn"}
NORMS = ["backward", "ortho", "forward"]
PRECISE = [name for name in DTYPES if np.dtype(name).kind in "fc" and name != "float16"]


def in_double(array):
    """The oracle's input: NumPy transforms a float32 array in float32, with errors of its own."""
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def assert_close(ours, numpys, single):
    """Values within a few units of the largest; dtype and shape as they must be."""
    ours = dpt.asnumpy(ours)
    narrow = {"f": np.float32, "c": np.complex64}[numpys.dtype.kind]
    assert ours.dtype == (narrow if single else numpys.dtype) and ours.shape == numpys.shape
    eps = np.finfo(ours.dtype).eps
    scale = np.linalg.norm(numpys) / max(numpys.size, 1) ** 0.5
    assert np.all(np.abs(ours - numpys) <= 40 * eps * max(scale, np.abs(numpys).max(initial=0)))


def is_single(dtype):
    return np.dtype(dtype) in (np.float16, np.float32, np.complex64)


def complex_name(dtype):
    return "complex64" if is_single(dtype) else "complex128"


def check(name, a, x, **keywords):
    numpys = getattr(np.fft, name)(in_double(a), **keywords)
    assert_close(getattr(dpt.fft, name)(x, **keywords), numpys, is_single(a.dtype))


# ---- one axis


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", PRECISE)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_along_each_axis(name, dtype, layout):
    a, x = pair(layout, dtype)
    if np.dtype(dtype).kind == "c" and name in OF_REAL or a.ndim == 0:
        return
    for axis in range(-1, a.ndim):
        numpys = outcome(lambda: getattr(np.fft, name)(in_double(a), axis=axis))
        if isinstance(numpys, type):
            with pytest.raises(numpys):
                getattr(dpt.fft, name)(x, axis=axis)
        else:
            assert_close(getattr(dpt.fft, name)(x, axis=axis), numpys, is_single(dtype))


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("norm", [*NORMS, None])
def test_norms(name, norm):
    a = sample(30, "float64")
    check(name, a, dpt.asarray(a), norm=norm)
    check(name, a, dpt.asarray(a), norm=norm, n=17)


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_data_types(name, dtype):
    a = sample((3, 12), dtype)
    x = dpt.asarray(a)
    if np.dtype(dtype).kind == "c" and name in OF_REAL:
        with pytest.raises(TypeError):
            getattr(dpt.fft, name)(x)
        return
    numpys = getattr(np.fft, name)(in_double(a))
    assert_close(getattr(dpt.fft, name)(x), numpys, is_single(dtype))


@pytest.mark.parametrize(
    "length", [*range(1, 40), 64, 97, 101, 128, 211, 243, 1000, 1009, 1024, 2310, 4096, 5003, 10000]
)
def test_lengths(length):
    for lines in (1, 5, 17):
        if lines * length > 60000:
            continue
        a = sample((lines, length), "complex128", length)
        real = np.ascontiguousarray(a.real)
        check("fft", a, dpt.asarray(a))
        check("ifft", a.T.copy(), dpt.asarray(a.T.copy()), axis=0)
        check("rfft", real, dpt.asarray(real))
        check("irfft", a, dpt.asarray(a), n=length)
        check("rfft", real.T.copy(), dpt.asarray(real.T.copy()), axis=0)
        check("irfft", a.T.copy(), dpt.asarray(a.T.copy()), axis=0, n=length)


@pytest.mark.parametrize("length", [50000, 65536, 99991, 262144, 300001])
@pytest.mark.parametrize("dtype", ["float64", "complex128", "complex64"])
def test_long_lines(length, dtype):
    a = sample(length, dtype, length)
    for name in ONE:
        if np.dtype(dtype).kind == "f" or name not in OF_REAL:
            check(name, a, dpt.asarray(a), n=length)
    check("fft", a, dpt.asarray(a), n=length - 1000)
    check("fft", a, dpt.asarray(a), n=length + 1000)
    check("fft", a[::-2], dpt.asarray(a)[::-2])


@given(
    name=st.sampled_from(ONE),
    shape=st.lists(st.integers(1, 40), min_size=1, max_size=3),
    data=st.data(),
)
@settings(max_examples=150, deadline=None)
def test_any_length_axis_and_norm(name, shape, data):
    dtype = data.draw(st.sampled_from([d for d in PRECISE if name not in OF_REAL or np.dtype(d).kind == "f"]))
    steps = tuple(slice(None, None, data.draw(st.sampled_from([1, 1, 2, -1]))) for _ in shape)
    order = data.draw(st.permutations(range(len(shape))))
    a = sample(shape, dtype)
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    n = data.draw(st.integers(1, 60))
    x = dpt.permute_dims(dpt.asarray(a), tuple(order))[steps]
    check(name, a.transpose(order)[steps], x, axis=axis, n=n, norm=data.draw(st.sampled_from(NORMS)))


def test_lines_of_one_element_for_all():
    a = sample((4, 1), "float64")
    for name in ONE:
        check(name, np.broadcast_to(a, (4, 6)), dpt.broadcast_to(dpt.asarray(a), (4, 6)))


def test_imaginary_parts_that_must_be_zero_are_not_read():
    x = dpt.asarray([1 + 5j, 2 - 1j, 3 + 7j])
    y = dpt.asarray([1 + 0j, 2 - 1j, 3 + 0j])
    np.testing.assert_array_equal(host(dpt.fft.irfft(x)), host(dpt.fft.irfft(y)))
    x[0] = complex(1, np.inf)
    assert np.all(np.isfinite(host(dpt.fft.irfft(x, n=5))))


# ---- several axes


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("axes", [None, (0,), (1, 2), (2, 0), (-1, -3), (0, 1, 2)])
def test_axes(name, axes):
    a = sample((6, 7, 8), "float64")
    for norm in NORMS:
        check(name, a, dpt.asarray(a), axes=axes, norm=norm)
    n = 3 if axes is None else len(axes)
    for s in ((5, 9, 11), (8, 3, 4), (6, 6, 1), (7, -1, 13)):
        check(name, a, dpt.asarray(a), axes=axes if axes else (0, 1, 2), s=s[:n])


@given(name=st.sampled_from(SEVERAL), shape=st.lists(st.integers(1, 12), min_size=1, max_size=4), data=st.data())
@settings(max_examples=100, deadline=None)
def test_any_axes_and_lengths(name, shape, data):
    dtype = data.draw(st.sampled_from([d for d in PRECISE if name not in OF_REAL or np.dtype(d).kind == "f"]))
    a = sample(shape, dtype)
    axes = data.draw(st.lists(st.integers(0, len(shape) - 1), min_size=1, unique=True))
    s = data.draw(st.lists(st.integers(1, 20), min_size=len(axes), max_size=len(axes)))
    check(name, a, dpt.asarray(a), axes=axes, s=s)


def test_an_axis_twice():
    a = sample((4, 6), "complex128")
    check("fftn", a, dpt.asarray(a), axes=(0, 1, 0))
    with pytest.raises(ValueError, match="twice"):
        dpt.fft.fftn(dpt.asarray(a), s=(3, 4), axes=(0, 0))
    with pytest.raises(ValueError, match="twice"):
        dpt.fft.rfftn(dpt.ones((3, 4)), axes=(0, 0))


def test_no_axes():
    for x in (dpt.asarray(2.0), dpt.ones((), dtype="f4"), dpt.asarray(3)):
        result = dpt.fft.fftn(x)
        assert result.ndim == 0 and host(result) == host(x) and result.dtype.kind == "c"
    with pytest.raises(IndexError):
        dpt.fft.rfftn(dpt.ones((2, 3)), axes=())


def test_a_large_plane():
    rng = np.random.default_rng(0)
    a = rng.standard_normal((300, 420))
    x = dpt.asarray(a)
    check("rfftn", a, x)
    check("fftn", a, x)
    check("irfftn", a[:, :211] + 1j * a[:, 209:], dpt.asarray(a[:, :211] + 1j * a[:, 209:]))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_large_spectra(dtype):
    """Of lengths that a vendor's library transforms, with imaginary parts that do not count."""
    a = sample((300, 421), dtype)
    x = dpt.asarray(a)
    for n in (840, 841):
        check("irfft", a, x, n=n)
        check("irfft", a.T.copy(), dpt.asarray(a.T.copy()), n=n, axis=0)
        check("irfftn", a, x, s=(300, n))
    check("irfft", a[:, ::2], x[:, ::2], n=420)
    np.testing.assert_array_equal(host(x), a)


@pytest.mark.parametrize("axes", [(0, 1), (1, 2), (2, 0), (0, 1, 2), (2, 1, 0)])
def test_large_arrays_along_several_axes(axes):
    a = sample((40, 60, 58), "complex128")
    for layout in (a, np.asfortranarray(a), a[::-1], a[:, ::2]):
        x = dpt.asarray(layout, order="K")
        check("fftn", layout, x, axes=axes)
        check("ifftn", layout, x, axes=axes)
        check("rfftn", layout.real.copy(order="K"), dpt.asarray(layout.real.copy(order="K"), order="K"), axes=axes)


# ---- properties


@pytest.mark.parametrize("shape", [(7,), (64,), (12, 30), (3, 101, 4)])
@pytest.mark.parametrize("norm", NORMS)
def test_inverses(shape, norm):
    a = sample(shape, "complex128")
    x = dpt.asarray(a)
    for there, back in (("fft", "ifft"), ("fftn", "ifftn"), ("ifft", "fft")):
        result = getattr(dpt.fft, back)(getattr(dpt.fft, there)(x, norm=norm), norm=norm)
        np.testing.assert_allclose(host(result), a, rtol=0, atol=1e-13 * np.abs(a).max())
    real = dpt.asarray(a.real.copy())
    n = shape[-1]
    for there, back, keyword in (
        ("rfft", "irfft", {"n": n}),
        ("ihfft", "hfft", {"n": n}),
        ("rfftn", "irfftn", {"s": shape}),
    ):
        spectrum = getattr(dpt.fft, there)(real, norm=norm)
        result = getattr(dpt.fft, back)(spectrum, norm=norm, **keyword)
        np.testing.assert_allclose(host(result), a.real, rtol=0, atol=1e-13 * np.abs(a).max())


@given(st.integers(1, 3000))
@settings(max_examples=60, deadline=None)
def test_energy_is_kept(n):
    a = sample(n, "complex128", n)
    spectrum = host(dpt.fft.fft(dpt.asarray(a), norm="ortho"))
    assert np.isclose(np.linalg.norm(spectrum), np.linalg.norm(a), rtol=1e-13)


def test_nan_and_infinity_affect_only_their_line():
    a = sample((9, 24), "float64")
    a[4, 3] = np.nan
    a[5, 7] = np.inf
    clean = np.delete(np.arange(9), (4, 5))
    for name in ("fft", "rfft", "ihfft"):
        result = host(getattr(dpt.fft, name)(dpt.asarray(a)))
        assert np.all(np.isfinite(result[clean])) and not np.any(np.isfinite(result[[4, 5]]))


def test_errors_are_no_larger_than_numpys():
    rng = np.random.default_rng(0)
    for n in (128, 1000, 1024, 2187, 4096):
        a = rng.standard_normal(n) + 1j * rng.standard_normal(n)
        wide = np.exp(-2j * np.pi * np.longdouble(1) * (np.outer(np.arange(n), np.arange(n)) % n) / n)
        exact = (wide * a).sum(axis=1)
        ours, numpys = (np.linalg.norm(f - exact) for f in (host(dpt.fft.fft(dpt.asarray(a))), np.fft.fft(a)))
        assert ours <= 1.5 * numpys


# ---- where results are


def test_queue_and_kind_of_memory_are_those_of_the_argument():
    queue = dpctl.SyclQueue()
    for kind in ("device", "shared", "host"):
        x = dpt.ones(12, usm_type=kind, sycl_queue=queue)
        result = dpt.fft.rfft(x)
        assert result.usm_type == kind and result.sycl_queue == queue and result.flags.c_contiguous


def test_precision_of_integers_follows_the_device(run):
    program = """
import dpctl.tensor as dpt
x = dpt.arange(8, device="gpu")
assert dpt.fft.fft(x).dtype == "complex64" and dpt.fft.irfft(x).dtype == "float32"
assert dpt.fft.fftfreq(4, device="gpu").dtype == "float32"
assert dpt.fft.fftn(dpt.asarray(1, device="gpu")).dtype == "complex64"
"""
    run(program, DPEX_SIMULATE="gpu:1-fp64")


def test_lines_without_elements_are_filled_up():
    for shape, s, axes in (
        ((2, 0, 3), (2, 3), (1, 2)),
        ((0, 3), (2, 3), (0, 1)),
        ((3, 0), (3, 4), (0, 1)),
        ((2, 0), (4,), (1,)),
    ):
        for name in ("fftn", "ifftn", "rfftn", "irfftn"):
            wanted = getattr(np.fft, name)(np.ones(shape), s=s, axes=axes)  # whose irfftn leaves memory as it finds it
            assert_same(getattr(dpt.fft, name)(dpt.ones(shape), s=s, axes=axes), np.zeros_like(wanted))


def test_arguments_stay_as_they_are():
    a = sample((5, 16), "complex128")
    x = dpt.asarray(a)
    for name in ("fft", "irfft", "fftn", "irfftn", "hfft"):
        getattr(dpt.fft, name)(x)
        np.testing.assert_array_equal(host(x), a)


# ---- errors


@pytest.mark.parametrize(
    "call",
    [
        lambda xp, x: xp.fft.fft(x, n=0),
        lambda xp, x: xp.fft.fft(x, n=-3),
        lambda xp, x: xp.fft.fft(x[:0]),
        lambda xp, x: xp.fft.fft(x, norm="forwards"),
        lambda xp, x: xp.fft.fft(x, n=2.0),
        lambda xp, x: xp.fft.irfft(x[:, :1]),
        lambda xp, x: xp.fft.hfft(x[:, :1]),
        lambda xp, x: xp.fft.fftn(x, s=(2, 3), axes=(0,)),
        lambda xp, x: xp.fft.fftn(x, s=(2, 0), axes=(0, 1)),
        lambda xp, x: xp.fft.fft(x[:0], axis=1),
        lambda xp, x: xp.fft.fftn(x[:0], axes=(1,)),
    ],
)
def test_the_same_failures_as_numpy(call):
    a = np.ones((3, 4))
    numpys, ours = outcome(call, np, a), outcome(call, dpt, dpt.asarray(a))
    if isinstance(numpys, type):
        assert ours is numpys
    else:
        np.testing.assert_array_equal(ours, numpys, strict=True)


@pytest.mark.parametrize("name", [*ONE, *SEVERAL, "fftshift", "ifftshift"])
def test_wrong_arguments(name):
    function = getattr(dpt.fft, name)
    x = dpt.ones((3, 4))
    axes = "axis" if name in ONE else "axes"
    for axis in (2, -3):
        with pytest.raises(AxisError):
            function(x, **{axes: axis if name in ONE else (axis,)})
    for wrong in (np.ones(4), [1.0, 2.0], 3.0):
        with pytest.raises(TypeError):
            function(wrong)
    with pytest.raises(TypeError):
        function(x=x)
    if name in ONE:
        with pytest.raises(AxisError):
            function(dpt.ones(()))


def test_signatures():
    several = "(x, /, *, s=None, axes=None, norm='backward')"
    for name in ONE:
        assert str(inspect.signature(getattr(dpt.fft, name))) == "(x, /, *, n=None, axis=-1, norm='backward')"
    for name in SEVERAL:
        assert str(inspect.signature(getattr(dpt.fft, name))) == several


# ---- frequencies


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 100])
@pytest.mark.parametrize("d", [1.0, 0.1, 3])
def test_frequencies(n, d):
    for name in ("fftfreq", "rfftfreq"):
        ours = getattr(dpt.fft, name)(n, d=d)
        np.testing.assert_array_equal(host(ours), getattr(np.fft, name)(n, d), strict=True)
        narrow = getattr(dpt.fft, name)(n, d=d, dtype=dpt.float32)
        assert narrow.dtype == "float32"
        np.testing.assert_allclose(host(narrow), host(ours), rtol=3e-7)


def test_frequencies_on_a_device():
    queue = dpctl.SyclQueue()
    assert dpt.fft.fftfreq(5, device=queue).sycl_queue == queue
    for dtype in ("int32", "complex64"):
        with pytest.raises(ValueError):
            dpt.fft.rfftfreq(5, dtype=dtype)
    with pytest.raises(ZeroDivisionError):
        dpt.fft.fftfreq(0)
    for n, error in ((-1, ValueError), (2.5, TypeError)):
        with pytest.raises(error):
            dpt.fft.fftfreq(n)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["int8", "complex64"])
def test_shifts(layout, dtype):
    a, x = pair(layout, dtype)
    for axes in (None, (), (0, -1), [-1], *range(a.ndim)) if a.ndim else ():  # NumPy's fail for no axes at all
        for name in ("fftshift", "ifftshift"):
            numpys = getattr(np.fft, name)(a, axes=axes)
            np.testing.assert_array_equal(host(getattr(dpt.fft, name)(x, axes=axes)), numpys, strict=True)
    np.testing.assert_array_equal(host(dpt.fft.ifftshift(dpt.fft.fftshift(x))), a)
