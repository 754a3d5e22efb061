"""Runs one body of code on NumPy and on dpnp and compares the results.

    same(device, lambda np, x: np.sum(x, axis=0), ARRAY)

calls the body with ``numpy`` and the NumPy array, then with ``dpnp`` and a copy of the array on the device, and compares results
(nests of arrays and scalars) by value, dtype, shape and, where it fails, by the class of the exception.
"""

import numpy

import dpctl.tensor as dpt
import dpnp

ULP = 4  # tolerance in units of the last place (ULP) of the dtype of the result


def on_device(x, device):
    """The NumPy arrays in a nest as arrays on a device; what the device has no type for comes in single precision."""
    if isinstance(x, numpy.ndarray):
        return dpnp.asarray(x, device=device)
    if isinstance(x, (list, tuple)):
        return type(x)(on_device(item, device) for item in x)
    return x


def outcome(body, np, args):
    try:
        return body(np, *args), None
    except NotImplementedError:
        raise
    except Exception as error:  # compared by class
        return None, error


def check_equal(found, expected, rtol=None, order=False):
    """A result of dpnp against NumPy's."""
    if isinstance(expected, (list, tuple)):
        assert isinstance(found, (list, tuple)) and len(found) == len(expected), (found, expected)
        for a, b in zip(found, expected, strict=True):
            check_equal(a, b, rtol, order)
        return
    if isinstance(found, (dpnp.ndarray, dpt.usm_ndarray)):
        assert found.dtype == numpy.asarray(expected).dtype, (found.dtype, numpy.asarray(expected).dtype)
        assert found.shape == numpy.shape(expected), (found.shape, numpy.shape(expected))
        if order and isinstance(expected, numpy.ndarray) and expected.size > 1:
            assert found.strides == expected.strides, (found.strides, expected.strides)
        found = dpnp.asnumpy(found)
    elif not isinstance(expected, numpy.ndarray):
        assert found == expected or (found != found and expected != expected), (found, expected)
        return
    expected = numpy.asarray(expected)
    if expected.dtype.kind in "fc":
        tolerance = ULP * numpy.finfo(expected.dtype).eps if rtol is None else rtol
        numpy.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)
    else:
        numpy.testing.assert_array_equal(found, expected)


def same(device, body, *args, rtol=None, order=False, fails=False):
    """The body gives the same with both packages; fails=True: it must raise with both."""
    copies = [x.copy() if isinstance(x, numpy.ndarray) else x for x in args]
    with numpy.errstate(all="ignore"):
        expected, error = outcome(body, numpy, copies)
    found, own_error = outcome(body, dpnp, on_device(list(args), device))
    assert (error is not None) == fails, error or "NumPy raises nothing"
    if error is not None or own_error is not None:
        if error is None:
            raise own_error
        assert own_error is not None, f"NumPy raises {error!r}, dpnp nothing"
        assert isinstance(own_error, type(error)) or isinstance(error, type(own_error)), (own_error, error)
        return
    check_equal(found, expected, rtol, order)
