"""What NumPy's reductions take and give at the edges: no dimensions, initial values, outputs of any type, few elements, complex numbers."""

import numpy
import pytest
from both import same

pytestmark = pytest.mark.filterwarnings("ignore")
Z = (numpy.arange(12.0) - 3 + 1j * numpy.arange(12) ** 2).reshape(3, 4)
REDUCTIONS = ["sum", "max", "all", "argmin", "count_nonzero", "ptp", "nansum"]


def test_axis_of_an_array_without_dimensions(device):
    x = numpy.asarray(3.0, "f4")
    for name in REDUCTIONS:
        same(device, lambda np, x, name=name: [getattr(np, name)(x, axis=i) for i in (0, -1)], x)
        same(device, lambda np, x, name=name: getattr(np, name)(x, axis=1), x, fails=True)
    for name in ("mean", "var", "std"):
        same(device, lambda np, x, name=name: getattr(np, name)(x, axis=0), x, fails=True)
    same(device, lambda np, x: [np.cumulative_sum(x), np.cumulative_prod(x, axis=0, include_initial=True)], x)


def test_initial_values_are_taken_in_the_type_of_the_result(device):
    for dtype in ("?", "u1", "f4"):
        x = numpy.asarray([[1, 0, 2], [5, 3, 1]]).astype(dtype)
        for name in ("sum", "prod", "max", "min", "nansum", "nanmin"):
            for initial in (1, 2.5, True, numpy.float32(2)):
                same(device, lambda np, x, name=name, v=initial: getattr(np, name)(x, axis=0, initial=v), x)
            if dtype != "?":
                same(device, lambda np, x, name=name: getattr(np, name)(x, initial=1j), x, fails=True)
    same(device, lambda np, x: np.max(x, initial=-1), numpy.arange(3, dtype="u1"), fails=True)


def test_outputs_of_reductions_have_any_type(device):
    x = numpy.arange(6.0).reshape(2, 3)
    for name in ("sum", "prod", "max", "min", "mean", "var", "nanmax"):
        same(device, lambda np, x, out, name=name: getattr(np, name)(x, 0, out=out), x, numpy.zeros(3, "i4"))
        same(device, lambda np, x, out, name=name: getattr(np, name)(x, 0, out=out), x, numpy.zeros(2, "i4"), fails=True)
    for name in ("std", "nanmean", "nanvar"):
        same(device, lambda np, x, out, name=name: getattr(np, name)(x, 0, out=out), x, numpy.zeros(3, "i4"), fails=True)


def test_means_in_integers(device):
    x = numpy.asarray([[1, 4, 3], [2, 8, 9]])
    for dtype in ("i4", "u1", "i8"):
        same(device, lambda np, x, dt=dtype: [np.mean(x, 0, dt), np.var(x, axis=1, dtype=dt), x.mean(dtype=dt)], x)
        same(device, lambda np, x, dt=dtype: np.std(x, dtype=dt, axis=0), x, fails=True)
        same(device, lambda np, x, dt=dtype: np.nanmean(x / 2, 0, dt), x, fails=True)


def test_variances_of_complex_numbers(device):
    for dtype, name in (("c8", "var"), ("c16", "std"), ("c16", "nanvar")):
        z = Z.astype(dtype)
        same(device, lambda np, z, name=name: [getattr(np, name)(z), getattr(np, name)(z, axis=0, ddof=1, keepdims=True)], z, rtol=2e-5)
        same(device, lambda np, z, name=name: getattr(np, name)(z.T[::-1], axis=(0, 1)), z, rtol=2e-5)
        same(device, lambda np, z: [z.var(axis=1), np.var(z, axis=1, where=z.real > 0), np.std(z, mean=np.mean(z))], z, rtol=2e-5)
    same(device, lambda np, x: [np.var(x, dtype="c16"), np.std(x, dtype="c8")], numpy.arange(5.0))


def test_variances_of_as_few_elements_as_ddof(device):
    for name in ("var", "std", "nanvar", "nanstd"):
        for x in (numpy.asarray([1.0, 2, 4]), numpy.asarray([1, 2, 4]), numpy.asarray([1.0]), numpy.zeros(0)):
            for ddof in (-2, 0, 1, 3, 7):
                same(device, lambda np, x, name=name, n=ddof: getattr(np, name)(x, ddof=n), x)


def test_quantiles_at_the_edges(device):
    same(device, lambda np, x: np.quantile(x, 0.5), numpy.asarray([True, False]), fails=True)
    same(device, lambda np, x: np.nanquantile(x, [0.5, 1], axis=0), numpy.zeros((0, 3), "f4"))
    same(device, lambda np, x: np.nanmedian(x, axis=(), keepdims=True), numpy.zeros((0, 3)))
