"""Fourier transforms, as NumPy's."""

import dpnp
import numpy
import pytest
from both import same

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
    same(device, lambda np, x: getattr(np.fft, name)(x), (4 * Z.real if dtype != "complex64" else Z).astype(dtype), rtol=SINGLE)


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
