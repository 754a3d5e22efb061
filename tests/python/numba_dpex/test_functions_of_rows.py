"""NumPy's functions and methods of arrays inside of prange loops: each expression has NumPy's value for each row."""

import linecache
import warnings

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
from numba_dpex import prange
from numba_dpex._compiler.errors import TypingError

X = np.random.default_rng(0).random((3, 7))
X[1, 2] = X[1, 5]
EXPRESSIONS = """
np.interp(0.4, np.sort(x[i]), x[i])
np.sum(np.interp(x[i], np.sort(x[i]), x[i]))
np.sum(np.linspace(0, 2, 7) * x[i])
np.linspace(0, 1, 5)[2]
np.sum(np.flip(x[i]) * x[i])
np.sum(np.roll(x[i], 2) * x[i])
np.average(x[i], weights=x[i])
np.polyval(x[i], 1.5)
np.trapezoid(x[i], dx=0.5)
np.trapezoid(x[i])
np.unique(x[i]).size
np.sum(np.unique(x[i]))
np.nansum(x[i])
np.nanmean(x[i])
np.nanmin(x[i])
np.nanmax(x[i])
np.concatenate((x[i], x[i, :2])).size
np.sum(np.concatenate((x[i], x[i, :2], 2 * x[i])))
np.sum(np.concatenate([x[i], x[i, :2]]))
np.diagonal(x[:, i:i+2]).sum()
np.median(x[i]) + np.std(x[i]) + np.var(x[i])
np.cumsum(x[i])[-1] + np.cumprod(x[i])[-1]
np.max(np.abs(x[i])) - np.min(x[i])
np.argmax(x[i]) + np.argmin(x[i])
np.linalg.norm(x[i])
np.sum(np.where(x[i] > 0.5, x[i], 0))
np.sum(x[i][x[i] > 0.5])
np.clip(x[i], 0.2, 0.5).sum()
np.sum(np.sqrt(x[i]) * np.exp(-x[i]))
(x[i] > 0.5).sum()
np.count_nonzero(x[i] > 0.5)
np.sum(np.outer(x[i], x[i]))
np.prod(x[i] + 1)
np.sum(x[i].reshape((7, 1)) * x[i])
np.sum(np.ones_like(x[i]) + np.zeros(7) + np.full(7, 2.0))
len(x[i]) + x[i].size + x.ndim
np.round(x[i].sum(), 2)
np.sum(np.round(x[i], 1))
np.mean(x, axis=0)[i]
np.sum(np.diff(x[i]))
np.sum(np.sort(x[i])[:3])
np.argsort(x[i])[0]
np.dot(x[i, :3], x[i, 3:6])
np.sum(np.arange(7) * x[i])
np.array([x[i, 0], x[i, 1], 2.0]).max()
np.sum(np.maximum(x[i], 0.5))
np.hypot(x[i, 0], x[i, 1]) + np.arctan2(x[i, 0], x[i, 1])
np.isnan(x[i]).any()
np.sum(x[i] ** 2) ** 0.5
sum(x[i])
max(x[i]) - min(x[i])
abs(x[i] - x[0]).max()
np.sum(np.repeat(x[i], 2))
np.sum(np.diag(x[i]))
np.triu(x[:, :3]).sum()
np.bincount(np.array([1, 2, 2])).max()
np.isin(x[i], x[0]).sum()
np.nonzero(x[i] > 0.5)[0].size
np.allclose(x[i], x[i])
np.array_equal(x[i], x[0])
np.digitize(x[i, 0], np.sort(x[i]))
np.sum(np.cross(x[i, :3], x[0, :3]))
np.linalg.det(x[:, :3])
np.sum(np.linalg.inv(x[:, :3]))
np.sum(np.convolve(x[i], x[0, :3]))
np.nanstd(x[i])
np.nanvar(x[i])
np.sum(np.ediff1d(x[i]))
np.floor(x[i] * 10).sum()
np.power(x[i], 2).sum()
np.isclose(x[i, 0], x[i, 1])
np.take(x[i], np.array([0, 2])).sum()
np.ptp(x[i])
np.append(x[i], 1.0).sum()
np.ravel(x)[i]
np.identity(3)[i, 0]
np.copy(x[i]).sum()
np.linalg.solve(x[:, :3], x[:, 3])[i]
np.linalg.norm(x[i], 1)
np.linalg.norm(x[i] - x[0])
np.sum(x[i], axis=0)
np.amax(x[i])
x[i].mean() + x[i].std() + x[i].var() + x[i].prod()
x[i].nonzero()[0].size
x[i].take(2)
x[i].argsort()[0]
x[i].cumsum()[2]
x[i].astype(np.float32).sum()
x[i].dot(x[0])
x[i].repeat(2).sum()
x.T[0, i]
x.flat[i]
""".strip().splitlines()


def loop_of(expression):
    """A function that assigns the expression of each row to an element."""
    text = f"def f(x, out):\n    for i in prange(x.shape[0]):\n        out[i] = {expression}\n"
    name, names = f"<{expression}>", {"np": np, "prange": prange}
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), names)
    return names["f"]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_of_rows(device, expression):
    queue, function = dpctl.SyclQueue(device), loop_of(expression)
    expected, found = np.zeros(3), dpt.zeros(3, sycl_queue=queue)
    function(X, expected)
    dpex.dpjit(function)(dpt.asarray(X, sycl_queue=queue), found)
    np.testing.assert_allclose(dpt.asnumpy(found), expected, rtol=1e-12, atol=1e-13)


def test_special_values_of_rows():
    rows = np.array([[np.nan, 1.0, 3.0], [2.0, np.nan, -1.0], [np.inf, 0.0, 5.0]])
    for name in ("nansum", "nanmean", "nanmin", "nanmax", "median"):
        function, expected, found = loop_of(f"np.{name}(x[i])"), np.zeros(3), np.zeros(3)
        function(rows, expected)
        dpex.njit(function)(rows, found)
        np.testing.assert_array_equal(found, expected, err_msg=name)


# ---- arrays that change in place ------------------------------------------------------------------------------------


def shifted(x):
    for i in prange(x.shape[0]):
        x[i, 1:] = x[i, :-1]


def mirrored(x):
    for i in prange(x.shape[0]):
        row = x[i]
        row += row[::-1]


def reversed_and_more(x):
    for i in prange(x.shape[0]):
        x[i, :] = x[i, ::-1] + x[i, 0]


def of_its_first(x):
    for i in prange(x.shape[0]):
        x[i, :] *= x[i, 0]


def moved_copy(x):
    for i in prange(x.shape[0]):
        a = x[i].copy()
        a -= a[0]
        a *= a
        x[i] = a.T


def names_of_a_row(x):
    for i in prange(x.shape[0]):
        a, b, c, d, e, f = x[i]
        x[i, 0] = a - b + c - d + e - f


def both_names(x):
    for i in prange(x.shape[0]):
        a = np.zeros(6)
        b = a
        a += x[i]
        x[i] = a + b


@pytest.mark.parametrize(
    "function", [shifted, mirrored, reversed_and_more, of_its_first, moved_copy, names_of_a_row, both_names]
)
def test_operands_are_read_before_elements_are_assigned(device, function):
    x = np.arange(12.0).reshape(2, 6) + 1
    given = dpt.asarray(x, sycl_queue=dpctl.SyclQueue(device))
    function(x)
    dpex.dpjit(function)(given)
    np.testing.assert_array_equal(dpt.asnumpy(given), x)


def test_integers_do_not_hold_floats_in_place():
    @dpex.njit
    def halved(x):
        for i in prange(x.shape[0]):
            row = x[i]
            row *= 0.5

    with pytest.raises(TypingError, match="an array of int64 cannot hold float64"):
        halved(np.ones((2, 3), dtype="i8"))


def test_attributes_of_expressions_are_those_of_arrays(device):
    def attributes(x, out):
        for i in prange(x.shape[0]):
            y = x[i : i + 1] * 2
            out[i, 0] = y.shape[1] + 10 * y.ndim + 100 * y.size + y.itemsize
            out[i, 1] = y.T[2, 0] + (2 * x[i]).flat[1] + y.strides[1] + y.dtype.type(3)

    queue = dpctl.SyclQueue(device)
    expected, found = np.zeros((3, 2)), dpt.zeros((3, 2), sycl_queue=queue)
    attributes(X, expected)
    dpex.dpjit(attributes)(dpt.asarray(X, sycl_queue=queue), found)
    np.testing.assert_allclose(dpt.asnumpy(found), expected)


# ---- numbers in kernels ----------------------------------------------------------------------------------------------

OF_ARRAYS_ALONE = {"matmul", "matvec", "vecdot", "vecmat", "isnat"}  # the last one is of dates
UFUNCS = sorted(n for n in dir(np) if isinstance(getattr(np, n), np.ufunc) and n not in OF_ARRAYS_ALONE)


def kernel_of(function, name, args, n):
    """A kernel that assigns the results of a call to elements."""
    targets = ", ".join(f"x[{i}]" for i in range(n))
    text = f"def kernel(item, x):\n    {targets} = function({', '.join(map(repr, args))})\n"
    file, names = f"<{function.__module__}.{name}{args}>", {"function": function}
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    exec(compile(text, file, "exec"), names)
    return names["kernel"]


@pytest.mark.parametrize("library", [np, dpnp], ids=["numpy", "dpnp"])
def test_every_ufunc_computes_with_numbers_in_kernels(library):
    for name in UFUNCS:
        function, reference = getattr(library, name, None), getattr(np, name)
        for numbers in ((0.5, 0.25), (3, 2)):
            args = numbers[: reference.nin]
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    # the reciprocal of an integer is a float in dpnp, also of arrays
                    as_float = library is dpnp and name == "reciprocal"
                    expected = reference(*map(float, args)) if as_float else reference(*args)
            except TypeError:  # of integers, or of floats
                continue
            if function is None:
                continue
            x = dpt.zeros(reference.nout)
            kernel = kernel_of(function, name, args, reference.nout)
            dpex.call_kernel(dpex.kernel(kernel), dpex.Range(1), x)
            np.testing.assert_allclose(dpt.asnumpy(x), np.array(expected, "f8").ravel(), rtol=1e-14, err_msg=name)
