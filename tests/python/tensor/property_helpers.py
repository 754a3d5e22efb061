"""Helpers of the property tests: hypothesis strategies for equal arrays in NumPy and on a device, in any layout."""

import os

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from tensor_helpers import NAMES, sample

import dpctl
import dpctl.tensor as dpt

__all__ = ["assert_close", "axis_of", "dtypes_of", "host_pair", "pairs", "properties", "queue_of", "shapes"]


# Devices that compile have a kernel to compile for nearly every example, and sim runs what native runs.
_SHARES = {"native": 1, "sim": 2, "opencl": 40, "cuda": 40}
# Examples are not shrunk there: the first one without a kernel ends the test.
_SHARE = max(_SHARES[backend] for backend in os.environ.get("DPEX_TEST_BACKENDS", "native").split(","))


def properties(n_examples):
    """Settings of a property: deterministic examples without a deadline."""
    return settings(
        max_examples=max(n_examples // _SHARE, 2),
        deadline=None,
        derandomize=True,
        database=None,
        report_multiple_bugs=False,
        phases=[Phase.generate] if _SHARES["opencl"] == _SHARE else [Phase.generate, Phase.shrink],
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def queue_of(device):
    """The cached queue of the device."""
    return dpctl.get_device_cached_queue(device)


def dtypes_of(device, kinds="biufc"):
    """The names of the data types of some kinds that the device supports."""
    lacking = ("" if device.has_aspect_fp16 else "e") + ("" if device.has_aspect_fp64 else "dD")
    return [name for name in NAMES if np.dtype(name).kind in kinds and np.dtype(name).char not in lacking]


def shapes(min_dims=0, max_dims=4, min_side=0, max_side=5):
    """Small shapes, those with no elements among them."""
    return st.lists(st.integers(min_side, max_side), min_size=min_dims, max_size=max_dims).map(tuple)


def axis_of(ndim):
    """An axis of that many, counted from the start or from the end."""
    return st.integers(-ndim, ndim - 1)


def _views(a, x, draw):
    """The same slicing, transposition and reordering of both."""
    for axis in draw(st.sets(st.integers(0, a.ndim - 1))) if a.ndim else ():
        key = (slice(None),) * axis + (
            draw(st.sampled_from([slice(None, None, -1), slice(None, None, 2), slice(1, None)])),
        )
        a, x = a[key], x[key]
    if a.ndim > 1 and draw(st.booleans()):
        axes = tuple(draw(st.permutations(range(a.ndim))))
        a, x = np.transpose(a, axes), dpt.permute_dims(x, axes)
    return a, x


def host_pair(a, queue, draw, usm_type="device"):
    """A NumPy array and the same array on a queue, through the same random views."""
    order = draw(st.sampled_from("CF"))
    return _views(np.array(a, order=order), dpt.asarray(a, order=order, usm_type=usm_type, sycl_queue=queue), draw)


@st.composite
def pairs(draw, queue, dtypes, shape=None, min_dims=0, max_dims=4, min_side=0, max_side=5):
    """The same array in NumPy and on a queue. Without views where the shape is given."""
    dtype = draw(st.sampled_from(dtypes))
    seed = draw(st.integers(0, 99))
    if shape is not None:
        a = sample(shape, dtype, seed)
        order = draw(st.sampled_from("CF"))
        return np.array(a, order=order), dpt.asarray(a, order=order, sycl_queue=queue)
    a = sample(draw(shapes(min_dims, max_dims, min_side, max_side)), dtype, seed)
    a, x = host_pair(a, queue, draw)
    if min_side and a.size == 0:  # a view removed all elements of an axis
        a = sample((max(1, min_side),) * max(min_dims, 1), dtype, seed)
        x = dpt.asarray(a, sycl_queue=queue)
    return a, x


def assert_close(ours, numpys, factor=64):
    """Equal dtype and shape, and values within some rounding errors of the largest one."""
    got, wanted = dpt.asnumpy(ours), np.asarray(numpys)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape, (got.dtype, wanted.dtype, got.shape, wanted.shape)
    if got.dtype.kind not in "fc":
        np.testing.assert_array_equal(got, wanted)
        return
    finite = np.isfinite(wanted)
    np.testing.assert_array_equal(got[~finite], wanted[~finite])
    scale = max(1.0, float(np.abs(wanted[finite]).max(initial=0)))
    error = np.abs(got[finite].astype("c16") - wanted[finite].astype("c16")).max(initial=0)
    assert error <= factor * float(np.finfo(got.dtype).eps) * scale, (error, scale)
