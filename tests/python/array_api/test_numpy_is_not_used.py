"""No function computes with NumPy: NumPy's computing functions raise here, and all functions of dpctl.tensor still work."""

import numpy as np
import pytest
from standard import FUNCTIONS
from standard_calls import arguments, find

import dpctl.tensor as dpt

COMPUTING = """
    all allclose amax amin any append apply_along_axis argmax argmin argpartition argsort around average bincount clip compress concatenate
    convolve copyto corrcoef correlate cov cross cumprod cumsum cumulative_prod cumulative_sum delete diff digitize dot einsum extract flip
    gradient histogram inner insert interp isclose isin kron linspace logspace lexsort matmul max mean median meshgrid min nan_to_num nonzero
    outer partition pad percentile place prod ptp put putmask quantile repeat roll rot90 searchsorted select sort sort_complex stack std sum
    take take_along_axis tensordot tile trace trapezoid tril triu unique unwrap vander var vdot where
""".split()


def refuse(name):
    def function(*args, **keywords):
        raise AssertionError(f"numpy.{name} was called")

    return function


@pytest.fixture
def idle_numpy(monkeypatch):
    names = [n for n in dir(np) if isinstance(getattr(np, n), np.ufunc)] + [n for n in COMPUTING if hasattr(np, n)]
    for name in names:
        monkeypatch.setattr(np, name, refuse(name))
    for module in (np.linalg, np.fft):
        for name in module.__all__:
            if callable(getattr(module, name)) and not isinstance(getattr(module, name), type):
                monkeypatch.setattr(module, name, refuse(f"{module.__name__}.{name}"))


def test_numpy_is_out_of_work(idle_numpy):
    with pytest.raises(AssertionError, match="numpy.sum was called"):
        np.sum([1, 2])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_without_numpy(name, idle_numpy):
    given = arguments(name)
    result = find(name)(*given)
    for part in result if isinstance(result, (tuple, list)) else (result,):
        if isinstance(part, dpt.usm_ndarray):
            part.sycl_queue.wait()
