"""allclose, compared with NumPy."""

import numpy as np
import pytest
from tensor_helpers import DTYPES

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

SPECIAL = [np.nan, np.inf, -np.inf, 0.0, 1.0, 1 + 1e-6, 1 - 1e-6]


@pytest.mark.parametrize("equal_nan", [False, True])
def test_special_values(device, equal_nan):
    queue = dpctl.get_device_cached_queue(device)
    for a in SPECIAL:
        for b in SPECIAL:
            result = dpt.allclose(
                dpt.asarray([1.0, a], sycl_queue=queue), dpt.asarray([1.0, b], sycl_queue=queue), equal_nan=equal_nan
            )
            assert result.dtype == dpt.bool and result.shape == ()
            assert bool(result) == np.allclose([1.0, a], [1.0, b], equal_nan=equal_nan), (a, b)


@pytest.mark.parametrize("other", DTYPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_pair_of_dtypes(dtype, other):
    for second in ([0, 1, 1], [0, 1, 0]):
        a, b = np.array([0, 1, 1], dtype=dtype), np.array(second, dtype=other)
        assert bool(dpt.allclose(dpt.asarray(a), dpt.asarray(b))) == (second == [0, 1, 1])


def test_tolerances():
    x, y = dpt.asarray([100.0, 200.0]), dpt.asarray([101.0, 200.0])
    assert not dpt.allclose(x, y)
    assert dpt.allclose(x, y, 1.5) and dpt.allclose(x, y, atol=1) and dpt.allclose(x, y, rtol=0.01)
    assert not dpt.allclose(x, y, atol=0.9, rtol=0)
    assert not dpt.allclose(x, y, 0.5, 0.0) and dpt.allclose(x, x, 0, 0)


def test_shapes_broadcast_and_no_elements_are_close():
    assert dpt.allclose(dpt.ones((3, 4)), dpt.ones(())) and dpt.allclose(dpt.ones((3, 1)), dpt.ones(4))
    assert dpt.allclose(dpt.ones((0, 3)), dpt.zeros((0, 3)))
    many = dpt.ones(1_000_000)
    assert dpt.allclose(many, 1 + many * 1e-9)
    many[-1] = 2
    assert not dpt.allclose(many, dpt.ones(()))


def test_arguments_that_are_refused():
    x = dpt.ones(3)
    elsewhere = dpt.ones(3, sycl_queue=dpctl.SyclQueue(x.sycl_device))
    for call, error in (
        (lambda: dpt.allclose(x, 1.0), TypeError),
        (lambda: dpt.allclose(np.ones(3), x), TypeError),
        (lambda: dpt.allclose(x, dpt.ones(4)), ValueError),
        (lambda: dpt.allclose(x, x, atol=-1), ValueError),
        (lambda: dpt.allclose(x, x, rtol=-1), ValueError),
        (lambda: dpt.allclose(x, x, rtol=None), TypeError),
        (lambda: dpt.allclose(x, x, atol="a"), TypeError),
        (lambda: dpt.allclose(x, elsewhere), ExecutionPlacementError),
    ):
        with pytest.raises(error, match="^allclose: "):
            call()
