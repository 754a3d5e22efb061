"""Conversions that drop imaginary parts: NumPy's warning, at the program's line, and its errors."""

import warnings

import numpy
import pytest
from numpy_comparison import same

import dpnp

_LOSSY = {
    "astype": lambda np, x, z: z.astype(x.dtype),
    "astype, integers": lambda np, x, z: np.astype(z, "int32"),
    "asarray": lambda np, x, z: np.asarray(z, dtype=x.dtype),
    "array": lambda np, x, z: np.array(z, dtype="float32"),
    "an element": lambda np, x, z: x.__setitem__(0, z[0]),
    "an element of no dimensions": lambda np, x, z: x.__setitem__(0, np.asarray(1j, like=x)),
    "a slice": lambda np, x, z: x.__setitem__(slice(0, 3), z),
    "all": lambda np, x, z: x.__setitem__(..., z),
    "a mask": lambda np, x, z: x.__setitem__(x > 1, z[:1]),
    "indices": lambda np, x, z: x.__setitem__(np.asarray([0, 2, 1], like=x), z),
    "a NumPy array": lambda np, x, z: x.__setitem__(..., numpy.ones(3, "complex64")),
    "NumPy's numbers": lambda np, x, z: x.__setitem__(..., [numpy.complex128(1j), 2, 3]),
    "real": lambda np, x, z: setattr(x, "real", z),
    "flat": lambda np, x, z: x.flat.__setitem__(slice(None), z),
    "copyto": lambda np, x, z: np.copyto(x, z, casting="unsafe"),
    "copyto, a number": lambda np, x, z: np.copyto(x, 2j, casting="unsafe"),
    "copyto, where": lambda np, x, z: np.copyto(x, 2j, casting="unsafe", where=x > 1),
    "put": lambda np, x, z: np.put(x, np.asarray([0, 1], like=x), z),
    "put_along_axis": lambda np, x, z: np.put_along_axis(x, np.asarray([0], like=x), z[:1], 0),
    "insert": lambda np, x, z: np.insert(x, 0, z),
    "fill_diagonal": lambda np, x, z: np.fill_diagonal(np.ones((3, 3), like=x), z),
    "add": lambda np, x, z: np.add(z, z, out=x, casting="unsafe"),
    "add.at": lambda np, x, z: np.add.at(x, [0, 2], z[:2]),
    "add.at, a number": lambda np, x, z: np.add.at(x, [0, 0, 1], 2 + 1j),
    "multiply.at": lambda np, x, z: np.multiply.at(x, [0, 0, 1], z),
    "concatenate": lambda np, x, z: np.concatenate([z, z], dtype=x.dtype, casting="unsafe"),
    "einsum": lambda np, x, z: np.einsum("i,i", z, z, dtype=x.dtype, casting="unsafe"),
    "sum": lambda np, x, z: np.sum(z, dtype=x.dtype),
    "sum, out": lambda np, x, z: np.sum(z, dtype=x.dtype, out=x[0, ...]),
    "prod": lambda np, x, z: np.prod(z, dtype="int32"),
    "mean": lambda np, x, z: np.mean(z, dtype=x.dtype),
    "cumsum": lambda np, x, z: np.cumsum(z, dtype=x.dtype),
    "trace": lambda np, x, z: np.trace(np.outer(z, z), dtype=x.dtype),
    "full_like": lambda np, x, z: np.full_like(x, z),
    "full": lambda np, x, z: np.full(2, 1j, dtype=x.dtype),
    "linspace": lambda np, x, z: np.linspace(0, 1j, 3, dtype=x.dtype),
    "geomspace": lambda np, x, z: np.geomspace(1, 1j, 3, dtype=x.dtype),
}
_LOSSLESS = {
    "bool": lambda np, x, z: z.astype(bool),
    "another precision": lambda np, x, z: z.astype("complex64"),
    "real part": lambda np, x, z: x.__setitem__(..., z.real),
    "magnitudes": lambda np, x, z: abs(z),
    "assigned to bool": lambda np, x, z: np.ones(3, bool).__setitem__(..., z),
    "count": lambda np, x, z: np.count_nonzero(z),
    "irfft": lambda np, x, z: np.fft.irfft(z),
    "var": lambda np, x, z: np.var(z),
    "hypotenuse": lambda np, x, z: np.linalg.norm(z),
}


def _changed(np, body, device=None):
    x, z = numpy.array([1.0, 2, 3]), numpy.array([1 + 2j, 3, 2j])
    if np is dpnp:
        x, z = dpnp.asarray(x, device=device), dpnp.asarray(z, device=device)
    made = body(np, x, z)
    return [numpy.asarray(y if y is None or np is numpy else y.asnumpy()) for y in (x, made if made is not None else x)]


@pytest.mark.parametrize("name", list(_LOSSY))
def test_lost_imaginary_parts_are_warned_of(device, name):
    """Once for the program's line; an exception if a filter says so."""
    with pytest.warns(numpy.exceptions.ComplexWarning):
        expected = _changed(numpy, _LOSSY[name])
    with pytest.warns(numpy.exceptions.ComplexWarning) as caught:
        found = _changed(dpnp, _LOSSY[name], device)
    for a, b in zip(found, expected, strict=True):
        numpy.testing.assert_allclose(a, b, atol=1e-6)
    assert {warning.filename for warning in caught} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(numpy.exceptions.ComplexWarning):
            _changed(dpnp, _LOSSY[name], device)


@pytest.mark.parametrize("name", list(_LOSSLESS))
def test_nothing_is_warned_of_where_nothing_is_lost(device, name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _changed(dpnp, _LOSSLESS[name], device)


def test_python_complex_numbers_in_lists_are_no_real_elements(device):
    key = dpnp.asarray([0, 2], device=device)
    same(device, lambda np, x: x.__setitem__(slice(None), [1j, 2, 3]), numpy.ones(3), fails=True)
    same(device, lambda np, x: x.__setitem__(..., (1j,)), numpy.ones(3, "i4"), fails=True)
    same(device, lambda np, x: x.__setitem__(np.asarray([0, 2]), [1j, 2]), numpy.ones(3), fails=True)
    same(device, lambda np, x: x.__setitem__(x > 0, [[1j]]), numpy.ones(3), fails=True)
    with pytest.raises(TypeError):
        dpnp.ones(3, device=device)[key] = [[1j, 2]]
    for values in (numpy.array([1j, 2]), [1j, 2]):
        same(device, lambda np, x: np.place(x, x > 0, values), numpy.ones(2), fails=True)  # noqa: B023
        same(device, lambda np, x: np.putmask(x, x > 0, values), numpy.ones(2), fails=True)  # noqa: B023
