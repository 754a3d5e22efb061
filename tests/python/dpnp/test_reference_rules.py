"""Calls with rare arguments for which NumPy and the reference (Intel's dpnp 0.20) agree."""

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpnp
from dpctl.utils import ExecutionPlacementError

RANDOM = numpy.random.default_rng(1)
X = RANDOM.standard_normal((3, 4, 5))
CUBE = (X * 8).round()


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_raw_qr(device, dtype):
    rtol = 1e-4 if dtype in "fF" else 1e-10
    for shape in ((3, 3), (4, 3), (3, 4), (2, 4, 3)):
        a = RANDOM.standard_normal(shape) + (1j * RANDOM.standard_normal(shape) if dtype in "FD" else 0)
        same(device, lambda np, a: tuple(np.linalg.qr(a, "raw")), a.astype(dtype), rtol=rtol)


@pytest.mark.parametrize("name", "fftn ifftn rfftn irfftn fft2 ifft2 rfft2 irfft2".split())
def test_transforms_over_an_axis_twice_and_over_none(device, name):
    for axes in ((0, 0), (1, 0, 1), (-1, 2)):
        same(device, lambda np, x: getattr(np.fft, name)(x, axes=axes), X, rtol=1e-9)
        same(device, lambda np, x: getattr(np.fft, name)(x, s=(3,) * len(axes), axes=axes), X, rtol=1e-9)
    same(device, lambda np, x: getattr(np.fft, name)(x, axes=()), X, fails="r" in name)
    same(device, lambda np, x: getattr(np.fft, name)(x, axes=0), X, fails=True)


def test_norms_of_nothing(device):
    for shape in ((0, 0), (0, 3), (3, 0), (2, 0, 3)):
        x = numpy.zeros(shape, "f4")
        for ord in (1, -1, 2, -2, numpy.inf, -numpy.inf, "nuc"):
            try:
                numpy.linalg.norm(x, ord, axis=(-2, -1))
                fails = False
            except ValueError:
                fails = True
            same(device, lambda np, x: np.linalg.norm(x, ord, axis=(-2, -1)), x, fails=fails)


def test_calls_that_raise_in_both(device):
    for body in (
        lambda np, x: np.linspace(1, 5, 3, axis=2),
        lambda np, x: np.linspace(1, 5, 2.5),
        lambda np, x: np.hstack(x[0, 0, 0]),
        lambda np, x: np.column_stack(x[0, 0, 0]),
        lambda np, x: np.dsplit(x, 1.5),
        lambda np, x: np.vander(x[0, 0], -1),
        lambda np, x: np.trim_zeros(x, "fb", (0, 0)),
        lambda np, x: np.nanargmax(x, axis=(0,)),
    ):
        same(device, body, X, fails=True)


def test_accepted_arguments(device):
    truth = numpy.array([True, False, True])
    for body in (
        lambda np, x, c: np.extract(c, x),
        lambda np, x, c: np.take(x, c, axis=1),
        lambda np, x, c: (np.put(x, c, 1), x)[1],
        lambda np, x, c: (out := np.zeros(5, "i1", like=x), np.median(x[0], axis=0, out=out))[0],
        lambda np, x, c: [np.bartlett(1.5), np.hamming(3.2), np.blackman(0.5)],
        lambda np, x, c: list(np.histogram2d(x[0].ravel(), x[1].ravel(), 5, [[-1, 1], [-2, 2]])),
        lambda np, x, c: (x.flags.writeable, x.flags["WRITEABLE"], x.flags.aligned),
    ):
        same(device, body, CUBE, truth)
        same(device, body, CUBE.astype("f4"), truth)
    x = dpnp.ones(2, device=device)
    x.flags.writeable = False
    with pytest.raises(ValueError):
        x[0] = 2


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numbers_that_are_missing(device):
    x = X[0].copy()
    x[0, 1] = x[1] = numpy.nan
    c = x + 1j * X[1]
    c[2, 2] = complex(1, numpy.nan)
    for axis in (None, 0, 1):
        same(device, lambda np, c: np.nanmedian(c, axis=axis, keepdims=True), c)
        same(device, lambda np, x: np.nanmean(x, axis=axis, dtype="f4"), x)
        same(device, lambda np, x: np.nanvar(x, axis=axis, mean=np.ones((1, 5), like=x)), x.astype("f4"))
        same(device, lambda np, c: np.var(c, axis=axis, dtype="c16"), c)


def test_usm_type_and_queue_of_results(device):
    assert (
        dpnp.arange(3, usm_type=None, device=device).usm_type
        == dpnp.eye(2, usm_type=None, device=device).usm_type
        == "device"
    )
    assert dpnp.cumlogsumexp(dpnp.zeros((2, 2), device=device)).shape == (4,)
    x = dpnp.ones((3, 3), device=device)
    out = dpnp.zeros((3, 3), sycl_queue=dpctl.SyclQueue(device))
    for body in (
        lambda: dpnp.matmul(x, x, out=out),
        lambda: dpnp.dot(x, x, out=out),
        lambda: dpnp.cumsum(x, axis=0, out=out),
        lambda: dpnp.sum(x, axis=0, out=out[0]),
        lambda: dpnp.add(x, x, out=out),
        lambda: dpnp.concatenate([x[:1], x[1:]], out=out),
    ):
        with pytest.raises(ExecutionPlacementError):
            body()


def test_scalars_in_products_have_their_own_type(device):
    for dtype in "bfF":
        x = numpy.arange(1, 4).astype(dtype)
        for scalar in (2, 2.5, True, 1j, 300):
            same(
                device,
                lambda np, x: [np.dot(x, scalar), np.inner(x, scalar), np.outer(scalar, x), np.kron(x, scalar)],
                x,
            )


def test_mistakes_are_named(device):
    x = dpnp.ones(3, device=device)
    for error, text, body in (
        (ValueError, "1000", lambda: dpnp.polyint(x, 10**9)),
        (ValueError, "axes=", lambda: dpnp.tensordot(x, x, 10**15)),
        (TypeError, "trim", lambda: dpnp.trim_zeros(x, None)),
        (KeyError, "WRITEABLE", lambda: dpnp.require(x, None, "Q")),
        (TypeError, "separator", lambda: dpnp.array2string(x, separator={})),
        (TypeError, "formatter", lambda: dpnp.array2string(x, formatter=3)),
        (TypeError, "override_repr", lambda: dpnp.set_printoptions(override_repr=3)),
        (ValueError, "bit_generator", lambda: dpnp.random.set_state({})),
        (TypeError, "asnumpy", lambda: x.__array__(dtype="f4")),
    ):
        with pytest.raises(error, match=text):
            body()
    assert not dpnp.iscomplexobj(numpy.float64)


def test_another_repr():
    x = dpnp.ones(2)
    with dpnp.printoptions(override_repr=lambda x: f"<{x.size}>"):
        assert repr(x) == dpnp.array_repr(x) == "<2>" and str(x) == "[1. 1.]"
    assert repr(x) == "array([1., 1.])"
