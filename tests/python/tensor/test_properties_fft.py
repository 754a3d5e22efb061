"""Properties of Fourier transforms: any length, axes, layout and norm, compared with NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from property_helpers import assert_close, axis_of, dtypes_of, pairs, properties, queue_of

import dpctl.tensor as dpt

NORMS = ["backward", "ortho", "forward"]


def _check(ours, numpys):
    assert_close(ours, numpys.astype(ours.dtype), factor=256)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
@given(data=st.data())
@properties(50)
def test_one_axis(device, name, data):
    dtypes = dtypes_of(device, "f" if name in ("rfft", "ihfft") else "fc")
    a, x = data.draw(
        pairs(queue_of(device), [d for d in dtypes if d != "float16"], min_dims=1, max_dims=3, min_side=1, max_side=9)
    )
    axis, norm = data.draw(axis_of(a.ndim)), data.draw(st.sampled_from(NORMS))
    n = data.draw(st.none() | st.integers(1, 20))
    if n is None and name in ("irfft", "hfft") and a.shape[axis] < 2:
        n = 4
    _check(getattr(dpt.fft, name)(x, n=n, axis=axis, norm=norm), getattr(np.fft, name)(a, n=n, axis=axis, norm=norm))


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
@given(data=st.data())
@properties(50)
def test_several_axes(device, name, data):
    dtypes = dtypes_of(device, "f" if name == "rfftn" else "fc")
    a, x = data.draw(
        pairs(queue_of(device), [d for d in dtypes if d != "float16"], min_dims=1, max_dims=3, min_side=2, max_side=5)
    )
    axes = tuple(data.draw(st.permutations(range(a.ndim)))[: data.draw(st.integers(1, a.ndim))])
    lengths = tuple(data.draw(st.integers(2, 7)) for _ in axes)
    norm = data.draw(st.sampled_from(NORMS))
    _check(
        getattr(dpt.fft, name)(x, s=lengths, axes=axes, norm=norm),
        getattr(np.fft, name)(a, s=lengths, axes=axes, norm=norm),
    )


@given(data=st.data())
@properties(60)
def test_there_and_back(device, data):
    dtypes = [d for d in dtypes_of(device, "fc") if d != "float16"]
    a, x = data.draw(pairs(queue_of(device), dtypes, min_dims=1, max_dims=2, min_side=1, max_side=40))
    axis, norm = data.draw(axis_of(a.ndim)), data.draw(st.sampled_from(NORMS))
    complex_type = np.result_type(a.dtype, "complex64")
    assert_close(
        dpt.fft.ifft(dpt.fft.fft(x, axis=axis, norm=norm), axis=axis, norm=norm), a.astype(complex_type), factor=256
    )
    if a.dtype.kind == "f":
        n = a.shape[axis]
        assert_close(dpt.fft.irfft(dpt.fft.rfft(x, axis=axis, norm=norm), n=n, axis=axis, norm=norm), a, factor=256)


@given(data=st.data())
@properties(60)
def test_shifts(device, data):
    a, x = data.draw(pairs(queue_of(device), dtypes_of(device), min_dims=1, max_dims=3))
    axes = data.draw(st.none() | st.sets(st.integers(0, a.ndim - 1), min_size=1).map(tuple))
    for name in ("fftshift", "ifftshift"):
        np.testing.assert_array_equal(
            dpt.asnumpy(getattr(dpt.fft, name)(x, axes=axes)), getattr(np.fft, name)(a, axes=axes)
        )
