"""Helpers that compare compiled kernels with the simulator, which executes their source as Python."""

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi

__all__ = ["check", "check_groups", "on_each_device"]

_current = []


@pytest.fixture(autouse=True)
def on_each_device(device):
    """In modules that import it, every test runs once per backend, on a device of that backend."""
    _current[:] = [device]


def _check(function, space, args, rtol):
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with np.errstate(all="ignore"):
        kapi.call_kernel(function, space, *expected)
    queue = dpctl.SyclQueue(*_current)
    given = [dpt.asarray(a, sycl_queue=queue) if isinstance(a, np.ndarray) else a for a in args]
    dpex.call_kernel(dpex.kernel(function), space, *given)
    for e, g in zip(expected, given, strict=True):
        if isinstance(e, np.ndarray):
            np.testing.assert_allclose(dpt.asnumpy(g), e, rtol=rtol, atol=0)


def check(function, extents, *args, rtol=1e-13):
    """Run a kernel over a Range on copies of the arguments, compiled and simulated, and compare all arrays."""
    _check(function, dpex.Range(*((extents,) if isinstance(extents, int) else extents)), args, rtol)


def check_groups(function, total, local, *args, rtol=1e-13):
    """The same over an NdRange."""
    _check(function, dpex.NdRange(total, local), args, rtol)
