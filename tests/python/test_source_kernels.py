"""Kernels from a few lines of C: element by element, reductions, whole ones; and the module of arrays."""

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import opendpex

X = numpy.arange(12, dtype="float32").reshape(3, 4)


@pytest.fixture
def x(device):
    return dpnp.asarray(X, device=device)


def test_elements(x):
    kernel = opendpex.ElementwiseKernel("T x, float32 y", "T z", "z = (x - y) * (x - y)", "squares")
    assert numpy.array_equal(kernel(x, 2).asnumpy(), (X - 2) ** 2)
    assert numpy.array_equal(kernel(x.T, x[:, 0]).asnumpy(), (X.T - X[:, 0]) ** 2)  # strides, broadcasting
    assert numpy.array_equal(kernel(x[1:, 1:], 1).asnumpy(), (X[1:, 1:] - 1) ** 2)
    out = dpnp.zeros_like(x)
    assert kernel(x, 1, out) is out and numpy.array_equal(out.asnumpy(), (X - 1) ** 2)
    assert type(kernel(dpt.asarray(x.get_array()), 1)) is dpt.usm_ndarray


def test_several_outputs_and_raw_parameters(x):
    both = opendpex.ElementwiseKernel("T x, raw T t", "T low, int32 at", "low = t[i % 2] + x; at = (int)i;", "both")
    low, at = both(x, x[0])
    assert (
        numpy.array_equal(low.asnumpy(), X + X[0][numpy.arange(12).reshape(3, 4) % 2])
        and at.tolist() == numpy.arange(12).reshape(3, 4).tolist()
    )
    count = opendpex.ElementwiseKernel("raw T t", "int64 n", "n = i + (long)t[0];", "count")
    assert count(x[2], size=5).tolist() == [8, 9, 10, 11, 12]


def test_mistakes_in_element_kernels(x, device):
    kernel = opendpex.ElementwiseKernel("float32 x", "float32 y", "y = x")
    for bad in ((), (x, x, x), (1.0,), (x.astype("int32"),)):
        with pytest.raises(TypeError):
            kernel(*bad)
    with pytest.raises(ValueError):
        kernel(x, x[0])
    with pytest.raises(NotImplementedError):
        opendpex.ElementwiseKernel("T x", "T y", "y = x")(x.astype("complex64"))
    with pytest.raises(dpctl.program.SyclProgramCompilationError):
        opendpex.ElementwiseKernel("float32 x", "float32 y", "y = nothing(x)")(x)
    with pytest.raises(ValueError):
        opendpex.ElementwiseKernel("float32", "float32 y", "y = 1")
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        opendpex.ElementwiseKernel("T x, T y", "T z", "z = x")(
            x, dpnp.ones(4, "f4", sycl_queue=dpctl.SyclQueue(device))
        )


def test_reductions(x):
    norm = opendpex.ReductionKernel("T x", "T y", "x * x", "a + b", "y = a", 0, "norm")
    assert float(norm(x)) == (X**2).sum()
    assert norm(x, axis=0).tolist() == (X**2).sum(axis=0).tolist()
    assert norm(x, axis=(0, 1), keepdims=True).shape == (1, 1)
    assert norm(x[:, ::2], axis=1).tolist() == (X[:, ::2] ** 2).sum(axis=1).tolist()
    long = dpnp.arange(100_000, dtype="int64", sycl_queue=x.sycl_queue)
    largest = opendpex.ReductionKernel(
        "int64 x, int64 y", "int64 z", "x * y", "a > b ? a : b", "z = a + 1", -1, "largest"
    )
    assert int(largest(long, 2)) == 199_999
    assert float(norm(x[:0])) == 0
    with pytest.raises(numpy.exceptions.AxisError):
        norm(x, axis=2)


def test_whole_kernels(x):
    text = "__kernel void add(__global const float *x, float c, __global float *y) { int i = get_global_id(0); y[i] = x[i] + c; }"
    kernel, y = opendpex.RawKernel(text, "add"), dpnp.zeros_like(x)
    kernel((3,), (4,), (x, numpy.float32(2), y))
    assert numpy.array_equal(y.asnumpy(), X + 2)
    text = "__kernel void at(__global long *y) { y[get_global_id(1) * 4 + get_global_id(0)] = get_group_id(0) * 10 + get_group_id(1); }"
    y = dpnp.zeros((2, 4), "int64", sycl_queue=x.sycl_queue)
    opendpex.RawKernel(text, "at")((2, 1), (2, 2), (y,))
    assert y.tolist() == [[0, 0, 10, 10]] * 2
    for grid, block, arrays, error in (
        ((3,), (4,), (1,), TypeError),
        ((3,), (4, 1), (x,), ValueError),
        ((3,), (4,), (x.T[:2],), ValueError),
    ):
        with pytest.raises(error):
            kernel(grid, block, arrays)


def test_module_of_arrays(x):
    assert opendpex.get_array_module(1, x) is dpnp and opendpex.get_array_module(X, 2) is numpy


def test_fused_functions_of_dpnp(x):
    fused = opendpex.fuse(lambda x, y: dpt.sin(x) * y + x)
    result = fused(x, 2.0)
    assert type(result) is dpnp.ndarray
    numpy.testing.assert_allclose(result.asnumpy(), numpy.sin(X) * 2 + X, rtol=1e-6)


def test_half_precision(device):
    """Every float16 comes in and goes out as it is; sums round as NumPy's conversions do."""
    if not device.has_aspect_fp16:
        pytest.skip("the device has no arrays of float16")
    bits = numpy.arange(65536, dtype="uint16")
    host = bits.view("float16")
    every = dpnp.asarray(bits, device=device).view("float16")
    same = opendpex.ElementwiseKernel("T x", "T y", "y = x", "same")(every).view("uint16").asnumpy()
    is_nan = numpy.isnan(host)
    assert numpy.array_equal(same[~is_nan], bits[~is_nan]) and numpy.isnan(same.view("float16")[is_nan]).all()
    numbers = (bits.astype("float32") * 1.37 - 40000) * numpy.float32(2.0) ** (-(bits % 40).astype("float32"))
    short = opendpex.ElementwiseKernel("float32 x", "float16 y", "y = x", "shorten")(
        dpnp.asarray(numbers, device=device)
    )
    with numpy.errstate(over="ignore"):
        assert numpy.array_equal(short.asnumpy(), numbers.astype("float16"))
    x = dpnp.asarray(host[:4096], device=device)
    total = opendpex.ReductionKernel("T x", "T y", "x", "a + b", "y = a", 0, "total")(x)
    assert total.dtype == numpy.float16 and abs(float(total) - host[:4096].astype("float64").sum()) < 1e-3
    raw = opendpex.ElementwiseKernel("raw float16 t", "float16 y", "y = half_to_float(t[i]) * 2", "raw")(x, size=3)
    assert numpy.array_equal(raw.asnumpy(), host[:3] * 2)
