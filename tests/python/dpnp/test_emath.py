"""dpnp.emath and dpnp.testing."""

import subprocess
import sys

import numpy
import pytest
from numpy_comparison import same

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
    with pytest.raises(TypeError):
        dpnp.emath.sqrt(-1)


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
