"""Comparisons, data types, rounding and reductions that ignore NaN, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import same

A = numpy.array([[1.0, 2.0, numpy.nan], [numpy.inf, -numpy.inf, -7.25]])
B = numpy.array([[1.0, 2.00001, numpy.nan], [numpy.inf, numpy.inf, -7.25]])
INTEGERS = numpy.array([[15, -25, 7], [127, 0, 4]])


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, b, i: np.isclose(a, b),
        lambda np, a, b, i: np.isclose(a, b, equal_nan=True, rtol=1e-8),
        lambda np, a, b, i: np.isclose(i, i + (i > 5)),
        lambda np, a, b, i: np.isclose(a, 2),
        lambda np, a, b, i: np.isclose(a > 0, b > 0),
        lambda np, a, b, i: bool(np.allclose(a, b)),
        lambda np, a, b, i: bool(np.allclose(i, i)),
        lambda np, a, b, i: bool(np.array_equal(a, a, equal_nan=True)),
        lambda np, a, b, i: bool(np.array_equal(a, a)),
        lambda np, a, b, i: bool(np.array_equal(i, i[0])),
        lambda np, a, b, i: bool(np.array_equiv(i[0] * 0 + i[:1], i[0])),
        lambda np, a, b, i: bool(np.array_equiv(i, i[:, :2])),
        lambda np, a, b, i: np.isin(i, i[0]),
        lambda np, a, b, i: np.isin(i, 7, invert=True),
        lambda np, a, b, i: np.iscomplex(i + 1j * (i > 5)),
        lambda np, a, b, i: np.isreal(i + 1j * (i > 5)),
        lambda np, a, b, i: (np.iscomplex(i), np.isreal(i)),
        lambda np, a, b, i: (np.iscomplexobj(a), np.isrealobj(a), np.isscalar(3), np.isfortran(a.T)),
        lambda np, a, b, i: (np.isposinf(a), np.isneginf(a)),
        lambda np, a, b, i: np.round(b * 100, 2),
        lambda np, a, b, i: np.around(b * 1000, -2),
        lambda np, a, b, i: np.round(i, -1),
        lambda np, a, b, i: np.round(i, 2),
        lambda np, a, b, i: np.fix(a),
        lambda np, a, b, i: np.angle(i - 2j),
        lambda np, a, b, i: np.angle(i, deg=True),
        lambda np, a, b, i: (np.real(i + 2j), np.imag(i + 2j), np.real(i), np.imag(i)),
        lambda np, a, b, i: np.clip(a, -1, 1.5),
        lambda np, a, b, i: np.clip(i, 0, None),
        lambda np, a, b, i: np.clip(i, i[0], 20),
        lambda np, a, b, i: np.nan_to_num(a),
        lambda np, a, b, i: np.nan_to_num(a.astype("f4"), nan=1, posinf=2, neginf=3),
        lambda np, a, b, i: np.nan_to_num(a + 1j * b),
        lambda np, a, b, i: np.nan_to_num(i),
        lambda np, a, b, i: np.real_if_close(i + 0j),
        lambda np, a, b, i: np.real_if_close(i + 1j),
        lambda np, a, b, i: np.nansum(a[:, ::2], axis=0),
        lambda np, a, b, i: np.nanprod(a, axis=1),
        lambda np, a, b, i: np.nancumsum(b),
        lambda np, a, b, i: np.nancumprod(b, axis=1),
        lambda np, a, b, i: np.nanmax(a, axis=1),
        lambda np, a, b, i: np.nanmin(a, axis=1, keepdims=True),
        lambda np, a, b, i: np.nanmean(a[:1], axis=1),
        lambda np, a, b, i: np.nanvar(b[:1], axis=1),
        lambda np, a, b, i: np.nanstd(b[:1], axis=1, ddof=1),
        lambda np, a, b, i: np.nanargmax(a, axis=1),
        lambda np, a, b, i: np.nanargmin(b),
        lambda np, a, b, i: np.nansum(i, axis=1),
        lambda np, a, b, i: np.nanmean(i),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_as_numpy(device, body):
    same(device, body, A, B, INTEGERS)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, a, b, i: np.isclose(a, b[:, :2]),
        lambda np, a, b, i: np.isposinf(a + 1j),
        lambda np, a, b, i: np.nanargmax(a * np.nan),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_refusals(device, body):
    same(device, body, A, B, INTEGERS, fails=True)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.base_repr(-255, 16) + np.base_repr(5, 2, 3) + np.base_repr(0),
        lambda np, x: np.binary_repr(-3, 8),
        lambda np, x: (np.can_cast(x.dtype, "f4"), np.can_cast("i1", "f4"), np.can_cast("f8", "i4", casting="unsafe")),
        lambda np, x: np.common_type(x, x.astype("c8")) is numpy.complex128,
        lambda np, x: (np.finfo("f4").eps == numpy.finfo("f4").eps, np.iinfo(x.dtype).max),
        lambda np, x: (np.isdtype(x.dtype, "integral"), np.issubdtype(x.dtype, numpy.integer)),
        lambda np, x: str(np.result_type(x, "f4")) + str(np.result_type(x, 1j)) + str(np.promote_types("i1", "u1")),
        lambda np, x: str(np.min_scalar_type(300)) + np.mintypecode("fd") + np.typename("d"),
    ],
)
def test_types(device, body):
    same(device, body, numpy.arange(3, dtype="int32"))
