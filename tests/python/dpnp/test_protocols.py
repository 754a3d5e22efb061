"""NumPy's functions applied to dpnp arrays, and Python's protocols."""

import numpy
import pytest
from numpy_comparison import same

import dpnp

A = numpy.array([[5.5, -3.25, 8.0], [2.0, 7.5, -4.0]])


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: numpy.sin(x),
        lambda np, x: numpy.add(x, 2),
        lambda np, x: numpy.float64(2) * x,
        lambda np, x: numpy.sum(x, axis=1),
        lambda np, x: numpy.add.reduce(x),
        lambda np, x: numpy.concatenate([x, x]),
        lambda np, x: divmod(x, 2),
        lambda np, x: divmod(7, x),
        lambda np, x: (8.0 in x, 9 in x),
        lambda np, x: x.round(1),
        lambda np, x: x.clip(-1, 5),
    ],
)
def test_as_numpy(device, body):
    same(device, body, A)


def test_numpys_functions_give_arrays_on_the_device(device):
    x = dpnp.asarray(A, device=device)
    assert all(type(y) is dpnp.ndarray for y in (numpy.sin(x), numpy.sum(x), numpy.linalg.norm(x)))


def test_numpy_arrays_beside_them_are_refused(device):
    x = dpnp.asarray(A, device=device)
    for function in (lambda: numpy.add(x, A), lambda: A + x, lambda: numpy.concatenate([x, A])):
        with pytest.raises(TypeError):
            function()


def test_memory_has_an_address(device):
    x = dpnp.arange(4, device=device)
    interface = x.__sycl_usm_array_interface__
    assert x.data.ptr == interface["data"][0] == x[1:].data.ptr and x.data.nbytes == x.nbytes
    assert isinstance(x.data, dpnp.memory.MemoryUSMDevice)
