"""Fourier transforms, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

RNG = numpy.random.default_rng(3)
X = RNG.standard_normal((3, 4, 7))
Z = X + 1j * RNG.standard_normal(X.shape)
SINGLE = 1e-5


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
@pytest.mark.parametrize("n", [None, 5, 8])
@pytest.mark.parametrize("axis", [-1, 0, 1])
@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
def test_one_axis(device, name, n, axis, norm):
    x = Z if name in ("fft", "ifft", "irfft", "hfft") else X
    same(device, lambda np, x: getattr(np.fft, name)(x, n, axis, norm), x, rtol=1e-12)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft"])
@pytest.mark.parametrize("several", ["n", "2"])
@pytest.mark.parametrize("s, axes", [(None, None), (None, (0, 2)), ((4, 3), (1, 2)), ((5, -1), (0, 1)), (None, (1,))])
def test_several_axes(device, name, several, s, axes):
    if several == "2" and axes is None:
        axes = (-2, -1)
    x = X if name == "rfft" else Z
    same(device, lambda np, x: getattr(np.fft, name + several)(x, s, axes, "ortho"), x, rtol=1e-12)


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float32", "complex64"])
@pytest.mark.parametrize("name", ["fft", "ifft", "irfft"])
def test_dtypes(device, name, dtype):
    same(
        device,
        lambda np, x: getattr(np.fft, name)(x),
        (4 * Z.real if dtype != "complex64" else Z).astype(dtype),
        rtol=SINGLE,
    )


def test_half_is_transformed_in_single(device):
    if not device.has_aspect_fp16:
        pytest.skip("the device has no float16")
    x = dpnp.ones(4, "float16", device=device)
    assert dpnp.fft.fft(x).dtype == numpy.complex64 and dpnp.fft.irfft(x).dtype == numpy.float32


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, z: np.fft.fftshift(x),
        lambda np, x, z: np.fft.ifftshift(x, axes=(0, 2)),
        lambda np, x, z: np.fft.fftshift(x, 1),
        lambda np, x, z: np.fft.fft(x, out=np.empty(x.shape, "complex128", like=x)),
        lambda np, x, z: np.fft.rfftn(x, out=np.empty((3, 4, 4), "complex128", like=x)),
        lambda np, x, z: np.fft.fft(z.T[::-1, ::2], axis=0),
        lambda np, x, z: np.fft.fft2(x, axes=(0, 0)),
    ],
)
def test_forms(device, body):
    same(device, body, X, Z, rtol=1e-12)


NAMES = [start + name + end for start in ("", "i") for name in ("fft", "rfft") for end in ("", "n", "2")] + [
    "hfft",
    "ihfft",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("norm", ["", "other", "Ortho", 0, 1, False, b"ortho"])
def test_norms_that_there_are_not(device, name, norm):
    same(device, lambda np, x: getattr(np.fft, name)(x, norm=norm), X, fails=True)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [name for name in NAMES if name[-1] in "n2"])
def test_lengths_and_axes_that_make_no_sense(device, name):
    for s, axes in (
        ((2.0, 3), (0, 1)),
        (("2", 3), (0, 1)),
        ((0, 3), (0, 1)),
        ((3, -2), (0, 1)),
        ((3,), (0, 1)),
        ((2, 2), (0, 5)),
        (3, None),
        ((2, 2, 2, 2), None),
    ):
        same(device, lambda np, x, s=s, axes=axes: getattr(np.fft, name)(x, s=s, axes=axes), X, fails=True)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["bool", "int64", "float32", "float64", "complex64"])
def test_without_dimensions_nothing_is_transformed(device, dtype):
    x = numpy.array(1, dtype)
    for name in ("fftn", "ifftn"):
        same(
            device,
            lambda np, x: [getattr(np.fft, name)(x), getattr(np.fft, name)(x, axes=()), getattr(np.fft, name)(x, s=())],
            x,
        )
    for name in ("rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2", "fft", "rfft", "hfft"):
        same(device, lambda np, x: getattr(np.fft, name)(x), x, fails=True)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_repeated_axes(device, name):
    x = X if name == "rfftn" else Z
    for s, axes in (
        (None, (0, 0)),
        (None, (1, 0, 1)),
        ((3, 5), (0, 0)),
        ((3, -1), (0, 0)),
        ((-1, 4), (1, 1)),
        ((2, 2, 2), (2, 2, 0)),
    ):
        same(device, lambda np, x, s=s, axes=axes: getattr(np.fft, name)(x, s=s, axes=axes), x, rtol=1e-12)


def test_results_of_repeated_axes_are_written_to_out(device):
    """NumPy refuses `out` here, because it writes intermediate results there too, which have other shapes."""
    x = dpnp.asarray(X, device=device)
    expected = dpnp.fft.rfftn(x, axes=(0, 0))
    out = dpnp.empty_like(expected)
    assert dpnp.fft.rfftn(x, axes=(0, 0), out=out) is out and (out == expected).all()
    with pytest.raises(ValueError):
        dpnp.fft.rfftn(x, axes=(0, 0), out=out[:1])


def test_shifts_take_integers_of_numpy_as_axes(device):
    for axes in (numpy.int64(0), (numpy.int32(1), -1), [0, 0]):
        same(device, lambda np, x, axes=axes: [np.fft.fftshift(x, axes), np.fft.ifftshift(x, axes)], X)


@pytest.mark.parametrize("n", [1, 8, 9])
def test_frequencies(device, n):
    for name in ("fftfreq", "rfftfreq"):
        found = getattr(dpnp.fft, name)(n, 0.25, device=device, usm_type="shared")
        assert found.usm_type == "shared" and dpnp.asnumpy(found).tolist() == getattr(numpy.fft, name)(n, 0.25).tolist()


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.fft.fft(x, 0),
        lambda np, x: np.fft.fft(x, axis=5),
        lambda np, x: np.fft.fft(x, norm="other"),
        lambda np, x: np.fft.rfft(x * 1j),
        lambda np, x: np.fft.fft(x, out=np.empty(3, "complex128")),
        lambda np, x: np.fft.fft(x, out=np.empty_like(x)),
        lambda np, x: np.fft.fftn(x, s=(3,), axes=(0, 1)),
        lambda np, x: np.fft.fft2(x[0, 0]),
        lambda np, x: np.fft.fft(x[0, 0, 0]),
        lambda np, x: np.fft.fft(x, 2.5),
    ],
)
def test_errors(device, body):
    same(device, body, X, fails=True)


def test_all_names_of_numpy_are_there():
    assert set(numpy.fft.__all__) <= set(dpnp.fft.__all__)
