"""Keys of compiled kernels: what a launch encodes, the compiler reads back."""

import numpy as np
import pytest

import dpctl.tensor as dpt
import numba_dpex
from numba_dpex import kernel_api
from opendpex import _core


@pytest.mark.parametrize("extent, unit", [(None, 0), (8, 1), (16, 16), (48, 16), (64, 32)])
def test_a_launch_is_read_back(extent, unit):
    x = dpt.asarray(np.ones((192,), "f4"))
    out = dpt.empty_like(x)
    has_groups = extent is not None
    launched = kernel_api.NdRange((192,), (extent,)) if has_groups else kernel_api.Range(192)

    @numba_dpex.kernel
    def scale(item, out, x, factor):
        i = item.get_global_id(0) if has_groups else item.get_id(0)
        out[i] = x[i] * factor

    numba_dpex.call_kernel(scale, launched, out, x, 2.5)
    (key,) = scale._launched
    assert _core._kernel_key_read(key) == (1, unit, (("f", 1, "C", False), ("f", 1, "C", False), ("d", -1, "", False)))
    assert _core._kernel_key_writable(key) == key
    plain = _core._kernel_key_of_any_rows(key)
    assert _core._kernel_key_read(plain)[1] == min(unit, 1)
    assert np.all(dpt.asnumpy(out) == 2.5)


@pytest.mark.parametrize("bad", [b"", b"\1\0", bytes(19)])
def test_other_bytes_are_refused(bad):
    for function in (
        _core._kernel_key_read,
        _core._kernel_key_writable,
        _core._kernel_key_of_any_rows,
        _core._kernel_key_of_any_queue,
    ):
        with pytest.raises(ValueError, match="not the key of a kernel"):
            function(bad)
