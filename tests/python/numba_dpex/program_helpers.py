"""Helpers of tests of whole programs: the compiled function against the same function as Python."""

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex

__all__ = ["check_program", "check_values", "host_values"]


def host_values(value):
    """Arrays of NumPy for arrays and numbers, in lists for tuples and lists."""
    if isinstance(value, (tuple, list)):
        return [host_values(v) for v in value]
    return dpnp.asnumpy(value) if isinstance(value, (dpnp.ndarray, dpt.usm_ndarray)) else np.asarray(value)


def check_values(found, expected):
    """What host_values returned is the same, but for rounding."""
    if isinstance(expected, list):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            check_values(a, b)
        return
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def check_program(function, args, kind, device):
    """The arrays that it changes and its result are Python's. kind: of the arrays, dpnp or numpy."""
    if not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")
    queue = dpctl.SyclQueue(device)
    host = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with np.errstate(all="ignore"):
        expected = function(*host)
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    if kind == "dpnp":
        given = [dpnp.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in given]
    with dpctl.device_context(queue):
        found = dpex.dpjit(function)(*given)
    check_values(host_values(given), host_values(host))
    if expected is not None:
        check_values(host_values(found), host_values(expected))
