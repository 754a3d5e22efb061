"""dpnp.emath and dpnp.testing."""

import subprocess
import sys

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpctl.tensor as dpt
import dpnp

UNARY = [name for name in dpnp.emath.__all__ if name not in ("logn", "power")]


@pytest.mark.parametrize("values", [[1, 2, 3], [-1, 0, 2], [0.5, -0.5, 1], []], ids=str)
def test_results_are_complex_outside_the_domain(device, values):
    for dtype in "bBilfd" if device.vendor.startswith("opendpex") else "d":
        x = numpy.asarray(values).astype(dtype)
        same(device, lambda np, x: [getattr(np.emath, name)(x) for name in UNARY], x, rtol=1e-5)


def test_powers_and_logarithms_to_any_base(device):
    x = numpy.asarray([-4.0, 8.0])
    same(device, lambda np, x: (np.emath.logn(2, x), np.emath.power(x, 0.5)), x, rtol=1e-10)
    same(device, lambda np, x: np.emath.power(x, -2), numpy.asarray([1, 2, 4]), rtol=1e-10)
    assert dpnp.lib.scimath is dpnp.emath
    for wrong in ([-1], numpy.ones(2), None):
        with pytest.raises(TypeError, match="^sqrt: "):
            dpnp.emath.sqrt(wrong)


@pytest.mark.parametrize("value", [-1.5, 0.5, -3, 3, True, 2j, numpy.float32(-2)], ids=repr)
def test_numbers_are_arrays_without_dimensions(value):
    calls = [lambda np, name=name: getattr(np.emath, name)(value) for name in UNARY]
    calls += [lambda np: np.emath.logn(2, value), lambda np: np.emath.power(value, 3)]
    for call in calls:
        with numpy.errstate(all="ignore"):
            expected = call(numpy)
        found = call(dpnp)
        assert type(found) is dpnp.ndarray and found.shape == () and found.dtype.kind == expected.dtype.kind
        numpy.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-3)


def test_numbers_beside_an_array_are_on_its_queue():
    x = dpnp.asarray([-4.0, 8.0], sycl_queue=dpctl.SyclQueue())
    for made in (dpnp.emath.logn(x, 2), dpnp.emath.logn(2, x), dpnp.emath.power(x, 2), dpnp.emath.power(-2, x)):
        assert made.sycl_queue == x.sycl_queue and made.shape == (2,)
    numpy.testing.assert_allclose(dpnp.emath.logn(x, 2).asnumpy(), numpy.emath.logn(x.asnumpy(), 2))


def test_assertions_take_arrays_of_devices(device):
    check, x = dpnp.testing, dpnp.arange(3, device=device)
    check.assert_array_equal(x, [0, 1, 2])
    check.assert_allclose(actual=x, desired=numpy.arange(3))
    check.assert_equal({"a": [x, 1]}, {"a": [dpt.arange(3), 1]})
    for name, other in (
        ("assert_allclose", x + 1),
        ("assert_array_equal", x[:2]),
        ("assert_array_less", x),
        ("assert_equal", [x, x]),
    ):
        with check.assert_raises(AssertionError):
            getattr(check, name)(x, other)
    assert all(hasattr(check, name) for name in check.__all__)


def test_assertions_cost_no_import():
    text = "import sys, dpnp; assert 'numpy.testing' not in sys.modules; dpnp.testing.assert_equal(1, 1)"
    subprocess.run([sys.executable, "-c", text], check=True)
