"""Helper functions and modules of the reference (Intel's dpnp 0.20) that other libraries use."""

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp


def test_the_same_elements(device):
    x = dpnp.arange(6, device=device)
    assert dpnp.are_same_logical_tensors(x, x[:]) and dpnp.are_same_logical_tensors(x, x.get_array())
    for other in (x[1:], x[::2], x.reshape(2, 3), x.copy(), x.view("f4") if x.itemsize == 4 else x.copy()):
        assert not dpnp.are_same_logical_tensors(x, other)


def test_results_into_out(device):
    x = dpnp.arange(3, dtype="i4", device=device)
    out = dpnp.zeros(3, dtype="i8", device=device)
    assert dpnp.get_result_array(x) is x and dpnp.get_result_array(x, x) is x
    assert dpnp.get_result_array(x, out) is out and out.tolist() == [0, 1, 2]
    with pytest.raises(ValueError):
        dpnp.get_result_array(x, dpnp.zeros(2, dtype="i8", device=device))
    with pytest.raises(TypeError):
        dpnp.get_result_array(out, x)


def test_kinds_of_arguments(device):
    x = dpnp.arange(3, device=device)
    y = dpnp.get_usm_ndarray(x)
    assert type(y) is dpt.usm_ndarray and dpnp.as_usm_ndarray(y) is y
    assert type(dpnp.as_usm_ndarray([1, 2], device=device)) is dpt.usm_ndarray
    assert dpnp.get_usm_ndarray_or_scalar(2.5) == 2.5
    for bad in (numpy.arange(3), [1], None):
        assert not dpnp.is_supported_array_type(bad) and not dpnp.is_supported_array_or_scalar(bad)
        with pytest.raises(TypeError):
            dpnp.get_usm_ndarray(bad)
        with pytest.raises(TypeError):
            dpnp.check_supported_arrays_type(bad)
    assert dpnp.check_supported_arrays_type(x, y) and dpnp.check_supported_arrays_type(x, 1, scalar_type=True)
    assert dpnp.check_supported_arrays_type(1, 2, scalar_type=True, all_scalars=True)
    for arguments, keywords in (((x, 1), {}), ((1, 2), {"scalar_type": True})):
        with pytest.raises(TypeError):
            dpnp.check_supported_arrays_type(*arguments, **keywords)
    assert dpnp.get_dpnp_descriptor([1]) is False and dpnp.get_dpnp_descriptor(x[::2]).flags.c_contiguous
    dpnp.check_limitations()
    for keywords in ({"subok": True}, {"like": x}, {"initial": 0}, {"where": x}, {"signature": "d"}):
        with pytest.raises(NotImplementedError):
            dpnp.check_limitations(**keywords)


def test_devices(device):
    x = dpnp.arange(3, device=device)
    assert dpnp.get_normalized_queue_device(x).sycl_queue == x.sycl_queue
    assert dpnp.get_normalized_queue_device(device=device).sycl_device == device
    expected = numpy.float64 if device.has_aspect_fp64 else numpy.float32
    assert dpnp.default_float_type(device) == expected
    is_cuda = device.backend == dpctl.backend_type.cuda
    assert dpnp.is_cuda_backend(x) == dpnp.is_cuda_backend(device) == is_cuda
    assert dpnp.is_cuda_backend() in (False, True)
    assert dpnp.synchronize_array_data(x) is None
    assert dpnp.memory.create_data(x).nbytes >= x.nbytes


def test_modules():
    import dpnp.tensor
    import dpnp.tensor.fft

    assert dpnp.tensor is dpt and dpnp.tensor.fft is dpt.fft
    assert dpnp.exceptions.AxisError is numpy.exceptions.AxisError
    assert dpnp.exceptions.ExecutionPlacementError is dpctl.utils.ExecutionPlacementError
    for name in dpnp.exceptions.__all__:
        assert issubclass(getattr(dpnp.exceptions, name), Exception)
    assert dpnp.config.__DPNP_RAISE_EXCEPION_ON_NUMPY_FALLBACK__ == 1 and dpnp.config.__DPNP_ORIGIN__ == 0
