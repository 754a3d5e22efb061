"""SciPy's functions on arrays of both kinds: without conversion those that are written for the array API, with it all."""

import importlib

import numpy
import pytest
from scipy_calls import CALLS, REFUSED, TENSOR_NEEDS_CONVERSION, WITHOUT_CONVERSION, arrays, evaluate, leaves

import dpctl.tensor as dpt
import dpnp
import opendpex

MODULES = {"dpnp": dpnp, "dpctl.tensor": dpt}


def failure_of(module, call, kind, convert):
    """What differs between a call with NumPy's arrays and with ours; None if nothing does."""
    scipy = importlib.import_module(f"scipy.{module}")
    expected = leaves(evaluate(scipy, call, arrays(lambda x: x)))
    try:
        found = leaves(evaluate(scipy, call, arrays(convert)))
    except (TypeError, AttributeError, IndexError) as error:
        return f"{type(error).__name__}: {error}"
    if len(found) != len(expected):
        return f"{len(found)} results for {len(expected)}"
    for a, b in zip(expected, found):
        b = dpnp.asnumpy(b) if isinstance(b, kind) else b
        if isinstance(a, (numpy.ndarray, numpy.generic, float, int)):
            numpy.testing.assert_allclose(b, a, 1e-6, 1e-9, err_msg=f"scipy.{module}.{call}")
    return None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", CALLS)
@pytest.mark.parametrize("kind", MODULES)
def test_functions(kind, module):
    array = dpnp.ndarray if kind == "dpnp" else dpt.usm_ndarray
    calls = CALLS[module]
    plain = {call for call in calls if failure_of(module, call, array, MODULES[kind].asarray) is None}
    expected = {call for call in calls if call.split("(")[0] in WITHOUT_CONVERSION[module].split()}
    needs_numpy = TENSOR_NEEDS_CONVERSION if kind == "dpctl.tensor" else ()
    assert {call for call in expected - plain - set(REFUSED[kind]) if call.split("(")[0] not in needs_numpy} == set()
    with opendpex.host_conversion("allow"):
        failures = {call: failure_of(module, call, array, MODULES[kind].asarray) for call in calls}
    assert {call: text for call, text in failures.items() if text and call not in REFUSED[kind]} == {}


def test_the_message_names_the_switch():
    import scipy.special

    with pytest.raises(TypeError, match="opendpex.host_conversion"):
        scipy.special.gamma(dpnp.ones(3))


def test_memory_of_devices_is_copied(run):
    """Simulated GPUs have memory that the host cannot read."""
    run(
        """
import dpnp, numpy, opendpex, scipy.ndimage, scipy.special
x = dpnp.asarray([[1.0, 2, 3], [4, 5, 6]], device="gpu")
assert x.__dlpack_device__()[0] != 1
opendpex.host_conversion("allow")
y = scipy.ndimage.gaussian_filter(x, 1.0)
assert type(y) is dpnp.ndarray
numpy.testing.assert_allclose(dpnp.asnumpy(y), scipy.ndimage.gaussian_filter(dpnp.asnumpy(x), 1.0))
assert type(scipy.special.gamma(x)) is dpnp.ndarray
""",
        DPEX_SIMULATE="gpu:1",
    )
