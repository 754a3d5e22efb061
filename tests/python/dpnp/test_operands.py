"""Which arguments may be numbers, lists and NumPy arrays (docs/differences.md, "Operands").

Operands of operators and element-wise functions are arrays on a device, or numbers beside one; functions that combine
arrays take lists of numbers beside one, too; other parameters take whatever holds numbers.
"""

import operator

import numpy
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp

MASK, FOUR, TWO = [True, False, True, False], [1.0, 2.0, 3.0, 5.0], [[1.0, 2.0], [3.0, 5.0]]

# The functions of an array v and a parameter p, by the parameter.
PARAMETERS = {
    (1, 2): {
        "insert": lambda np, v, p: np.insert(v, p, 3.0),
        "delete": lambda np, v, p: np.delete(v, p),
        "put": lambda np, v, p: np.put(v, p, 7.0),
        "take": lambda np, v, p: np.take(v, p),
        "put_along_axis": lambda np, v, p: np.put_along_axis(v, numpy.asarray(p) if np is numpy else p, 3.0, 0),
        "take_along_axis": lambda np, v, p: np.take_along_axis(v, numpy.asarray(p) if np is numpy else p, 0),
        "pad": lambda np, v, p: np.pad(v, p),
        "pad, constant_values": lambda np, v, p: np.pad(v, 1, constant_values=p),
        "pad, end_values": lambda np, v, p: np.pad(v, 1, "linear_ramp", end_values=p),
        "split": lambda np, v, p: np.split(v, p)[1],
        "array_split": lambda np, v, p: np.array_split(v, p)[1],
        "partition": lambda np, v, p: np.partition(v, p)[1:3],
        "tile": lambda np, v, p: np.tile(v, p),
        "resize": lambda np, v, p: np.resize(v, p),
        "roll": lambda np, v, p: np.roll(v, p),
        "v[]": lambda np, v, p: v[p],
        "add.at": lambda np, v, p: np.add.at(v, p, 1.0),
        "add.reduceat": lambda np, v, p: np.add.reduceat(v, p),
        "cov, fweights": lambda np, v, p: np.cov(v[:2], fweights=p),
    },
    (1, 0): {
        "transpose": lambda np, v, p: np.transpose(v.reshape(2, 2), p),
        "moveaxis": lambda np, v, p: np.moveaxis(v.reshape(2, 2), p, (0, 1)),
        "apply_over_axes": lambda np, v, p: np.apply_over_axes(np.sum, v.reshape(2, 2), p),
    },
    (1.5, 2.5): {
        "append": lambda np, v, p: np.append(v, p),
        "insert, values": lambda np, v, p: np.insert(v, 1, p),
        "put, values": lambda np, v, p: np.put(v, [0, 1], p),
        "putmask, values": lambda np, v, p: np.putmask(v, v > 1, p),
        "np.place, values": lambda np, v, p: np.place(v, v > 1, p),
        "v[] =": lambda np, v, p: operator.setitem(v, slice(1, 3), p),
        "digitize": lambda np, v, p: np.digitize(v, p),
        "histogram": lambda np, v, p: np.histogram(v, p)[0],
        "histogram_bin_edges": lambda np, v, p: np.histogram_bin_edges(v, p),
        "histogram2d": lambda np, v, p: np.histogram2d(v, v, [p, p])[0],
        "histogramdd": lambda np, v, p: np.histogramdd(v.reshape(2, 2), [p, p])[0],
        "histogram, range": lambda np, v, p: np.histogram(v, 2, range=p)[0],
        "searchsorted": lambda np, v, p: np.searchsorted(v, p),
        "interp": lambda np, v, p: np.interp(v, p, p),
        "cov, aweights": lambda np, v, p: np.cov(v[:2], aweights=p),
        "ediff1d, to_begin": lambda np, v, p: np.ediff1d(v, to_begin=p),
        "ediff1d, to_end": lambda np, v, p: np.ediff1d(v, p),
        "diff, prepend": lambda np, v, p: np.diff(v, prepend=p),
        "diff, append": lambda np, v, p: np.diff(v, append=p),
        "fill_diagonal": lambda np, v, p: np.fill_diagonal(v.reshape(2, 2), p),
        "full_like": lambda np, v, p: np.full_like(v.reshape(2, 2), p),
        "isin": lambda np, v, p: np.isin(v, p),
        "polyval": lambda np, v, p: np.polyval(p, v),
        "add.at, values": lambda np, v, p: np.add.at(v, [0, 1], p),
        "trapezoid": lambda np, v, p: np.trapezoid(v[:2], p),
        "gradient": lambda np, v, p: np.gradient(v[:2], p),
        "nan_to_num": lambda np, v, p: np.nan_to_num(v[:2] / 0.0, posinf=p),
        "isclose, atol": lambda np, v, p: np.isclose(v[:2], v[1:3], atol=p),
        "std, mean": lambda np, v, p: np.std(v.reshape(2, 2), axis=0, mean=p),
    },
    (0.25, 0.5): {
        "quantile": lambda np, v, p: np.quantile(v, p),
        "percentile": lambda np, v, p: np.percentile(v, p),
        "nanquantile": lambda np, v, p: np.nanquantile(v, p),
    },
    (1, 2, 3, 4): {
        "average": lambda np, v, p: np.average(v, weights=p),
        "histogram, weights": lambda np, v, p: np.histogram(v, 2, weights=p)[0],
        "bincount": lambda np, v, p: np.bincount(v.astype(int), p),
        "quantile, weights": lambda np, v, p: np.quantile(v, 0.5, weights=p, method="inverted_cdf"),
        "polyfit, w": lambda np, v, p: np.polyfit(v, v * v, 1, w=p),
        "repeat": lambda np, v, p: np.repeat(v, p),
    },
    (1, 0, 3, 2): {"searchsorted, sorter": lambda np, v, p: np.searchsorted(v, 2.0, sorter=p)},
    tuple(MASK): {
        "place": lambda np, v, p: np.place(v, p, 1.5),
        "putmask": lambda np, v, p: np.putmask(v, p, 1.5),
        "copyto, where": lambda np, v, p: np.copyto(v, 1.5, where=p),
        "extract": lambda np, v, p: np.extract(p, v),
        "compress": lambda np, v, p: np.compress(p, v),
        "piecewise": lambda np, v, p: np.piecewise(v, [p], [1.0, 2.0]),
        "select": lambda np, v, p: np.select([p], [v]),
        "sum, where": lambda np, v, p: np.sum(v, where=p),
        "mean, where": lambda np, v, p: np.mean(v, where=p),
        "max, where": lambda np, v, p: np.max(v, where=p, initial=0.0),
        "add, where": lambda np, v, p: np.add(v, 1.0, where=p, out=np.zeros(4)),
        "nansum, where": lambda np, v, p: np.nansum(v, where=p),
        "add.reduce, where": lambda np, v, p: np.add.reduce(v, where=p),
    },
    tuple(FOUR): {"copyto": lambda np, v, p: np.copyto(v, p)},
}
# The functions that combine two arrays, in either order.
COMBINING = {
    "concatenate": lambda np, a, b: np.concatenate([a, b]),
    "stack": lambda np, a, b: np.stack([a, b]),
    "hstack": lambda np, a, b: np.hstack([a, b]),
    "vstack": lambda np, a, b: np.vstack([a, b]),
    "dstack": lambda np, a, b: np.dstack((a, b)),
    "column_stack": lambda np, a, b: np.column_stack([a, b]),
    "convolve": lambda np, a, b: np.convolve(a, b),
    "correlate": lambda np, a, b: np.correlate(a, b),
    "kron": lambda np, a, b: np.kron(a, b),
    "dot": lambda np, a, b: np.dot(a, b),
    "inner": lambda np, a, b: np.inner(a, b),
    "outer": lambda np, a, b: np.outer(a, b),
    "vdot": lambda np, a, b: np.vdot(a, b),
    "tensordot": lambda np, a, b: np.tensordot(a, b, 1),
    "cross": lambda np, a, b: np.cross(a[:3], b[:3]),
    "einsum": lambda np, a, b: np.einsum("i,i->i", a, b),
    "multi_dot": lambda np, a, b: np.linalg.multi_dot([a, b]),
    "array_equal": lambda np, a, b: np.array_equal(a, b),
    "array_equiv": lambda np, a, b: np.array_equiv(a, b),
    "isclose": lambda np, a, b: np.isclose(a, b),
    "allclose": lambda np, a, b: np.allclose(a, b),
    "union1d": lambda np, a, b: np.union1d(a, b),
    "intersect1d": lambda np, a, b: np.intersect1d(a, b),
    "setdiff1d": lambda np, a, b: np.setdiff1d(a, b),
    "setxor1d": lambda np, a, b: np.setxor1d(a, b),
    "isin": lambda np, a, b: np.isin(a, b),
    "polyadd": lambda np, a, b: np.polyadd(a, b),
    "polymul": lambda np, a, b: np.polymul(a, b),
    "polyfit": lambda np, a, b: np.polyfit(a, b, 1),
    "cov": lambda np, a, b: np.cov(a, b),
    "corrcoef": lambda np, a, b: np.corrcoef(a, b),
    "lexsort": lambda np, a, b: np.lexsort((a, b)),
    "broadcast_arrays": lambda np, a, b: np.broadcast_arrays(a, b)[1],
    "meshgrid": lambda np, a, b: np.meshgrid(a, b)[1],
    "atleast_2d": lambda np, a, b: np.atleast_2d(a, b)[1],
    "histogram2d": lambda np, a, b: np.histogram2d(a, b)[0],
    "append": lambda np, a, b: np.append(a, b),
    "insert": lambda np, a, b: np.insert(a, 1, b),
    "searchsorted": lambda np, a, b: np.searchsorted(a, b),
    "digitize": lambda np, a, b: np.digitize(a, b),
    "trapezoid": lambda np, a, b: np.trapezoid(a, b),
    "interp": lambda np, a, b: np.interp(a, b, FOUR),
    "average": lambda np, a, b: np.average(a, weights=b),
    "choose": lambda np, a, b: np.choose([0, 1, 1, 0], [a, b]),
    "select": lambda np, a, b: np.select([MASK], [a], b),
    "linspace": lambda np, a, b: np.linspace(a, b, 3),
    "geomspace": lambda np, a, b: np.geomspace(a, b, 3),
}
# of these the second is a parameter, too
BOTH_KINDS = {
    "append", "insert", "searchsorted", "digitize", "trapezoid", "interp", "average", "isin", "linspace", "geomspace",
    "polyadd", "polymul",
}  # fmt: skip
ELEMENTWISE = {
    "add": lambda np, a, b: np.add(a, b),
    "+": lambda np, a, b: a + b,
    "-": lambda np, a, b: a - b,
    "+=": lambda np, a, b: operator.iadd(a, b),
    "<": lambda np, a, b: a < b,
    "==": lambda np, a, b: a == b,
    "@": lambda np, a, b: a @ b,
    "maximum": lambda np, a, b: np.maximum(a, b),
    "add.outer": lambda np, a, b: np.add.outer(a, b),
    "matmul": lambda np, a, b: np.matmul(a, b),
    "vecdot": lambda np, a, b: np.vecdot(a, b),
    "clip": lambda np, a, b: np.clip(a, b, 9.0),
    "where": lambda np, a, b: np.where(a > 0, a, b),
    "where, condition": lambda np, a, b: np.where(b, a, a),
    "heaviside": lambda np, a, b: np.heaviside(a, b),
    "float_power": lambda np, a, b: np.float_power(a, b),
    "divmod": lambda np, a, b: np.divmod(a, b),
}


def on_host(x):
    return x.asnumpy() if isinstance(x, dpnp.ndarray) else x


def outcome(np, make, function, *operands):
    """The result, and what became of the array."""
    array = make(FOUR)
    result = function(np, *(array if x is None else x for x in operands))
    return on_host(result), on_host(array)


def check_equal(ours, theirs):
    for mine, expected in zip(ours, theirs, strict=True):
        if expected is None:
            assert mine is None
        else:
            assert numpy.shape(mine) == numpy.shape(expected)
            assert numpy.allclose(numpy.asarray(mine, float), numpy.asarray(expected, float), equal_nan=True)


@pytest.mark.parametrize("kind", [list, tuple, numpy.asarray, dpnp.asarray], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("values, name", [(v, name) for v, table in PARAMETERS.items() for name in table])
def test_parameters_take_whatever_holds_numbers(values, name, kind):
    if kind is tuple and name in ("v[]", "add.at"):
        pytest.skip("a tuple is an index for each axis")
    if kind is dpnp.asarray and name in (
        "transpose",
        "moveaxis",
        "apply_over_axes",
        "pad",
        "resize",
        "tile",
        "roll",
        "partition",
    ):
        pytest.skip("numbers that the host needs: an array on a device would have to be read")
    function = PARAMETERS[values][name]
    ours = outcome(dpnp, dpnp.asarray, function, None, kind(values))
    check_equal(ours, outcome(numpy, numpy.asarray, function, None, numpy.asarray(values)))


@pytest.mark.parametrize("name", COMBINING)
def test_functions_that_combine_arrays_take_lists_beside_one(name):
    other = [1.5, 2.5, 2.75, 4.0]
    for operands in ((None, other), (other, None)):
        ours = outcome(dpnp, dpnp.asarray, COMBINING[name], *operands)
        check_equal(ours, outcome(numpy, numpy.asarray, COMBINING[name], *operands))


@pytest.mark.parametrize("name", sorted(COMBINING.keys() - BOTH_KINDS))
def test_functions_that_combine_arrays_take_no_numpy_arrays(name):
    for operands in ((dpnp.asarray(FOUR), numpy.asarray(FOUR)), (numpy.asarray(FOUR), dpnp.asarray(FOUR))):
        with pytest.raises(TypeError, match="a NumPy array and a dpnp array on .* cannot be combined"):
            COMBINING[name](dpnp, *operands)


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise_functions_take_no_lists_and_no_numpy_arrays(name):
    x = dpnp.asarray(FOUR)
    others = {"clip": (FOUR,), "==": (FOUR, tuple(FOUR), range(4)), "where": (FOUR, "text", range(4))}
    for other in others.get(name, (FOUR, tuple(FOUR), None, "text", range(4))):
        with pytest.raises(TypeError):
            ELEMENTWISE[name](dpnp, x, other)
    with pytest.raises(TypeError, match="a NumPy array and a dpnp array on .* cannot be combined; dpnp.asarray"):
        ELEMENTWISE[name](dpnp, x, numpy.asarray(FOUR))
    assert x.tolist() == FOUR


@pytest.mark.parametrize("function", [operator.add, operator.lt, operator.eq, operator.matmul, numpy.add, numpy.dot])
def test_mixtures_say_what_to_do_in_both_orders(function):
    a, x = numpy.ones(3), dpnp.ones(3)
    for operands in ((a, x), (x, a)):
        with pytest.raises(
            TypeError, match=r"cannot be combined; dpnp\.asarray\(a, sycl_queue=x\.sycl_queue\) copies it there"
        ):
            function(*operands)
    with pytest.raises(TypeError, match="a NumPy array and a dpnp array on .* cannot be combined"):
        operator.iadd(a, x)
    with pytest.raises(TypeError, match="a NumPy array and a dpnp array on .* cannot be combined"):
        operator.iadd(x, a)


@pytest.mark.parametrize(
    "function", [dpnp.sum, dpnp.sqrt, dpnp.sort, dpnp.dot, dpnp.concatenate, dpnp.linalg.inv, dpnp.fft.fft]
)
@pytest.mark.parametrize(
    "given", [[1.0, 2.0], (1.0, 2.0), numpy.ones(2), numpy.ones((2, 2)), None], ids=lambda x: type(x).__name__
)
def test_lists_and_numpy_arrays_alone_are_type_errors(function, given):
    operands = (given, given) if function is dpnp.dot else (given,)
    with pytest.raises(TypeError, match=function.__name__):
        function(*operands)


# ---- numbers ------------------------------------------------------------------------------------------------------

UFUNCS = [getattr(dpnp, name) for name in dir(dpnp) if isinstance(getattr(dpnp, name), dpnp.ufunc)]


@pytest.mark.parametrize("ufunc", UFUNCS, ids=lambda f: f.__name__)
def test_a_lone_number_gives_an_array_without_dimensions(ufunc):
    theirs = getattr(numpy, ufunc.__name__, None)
    for numbers in (
        (2, 3),
        (2.5, 0.5),
        (numpy.float32(2.5), 0.5),
        (0.5, numpy.float32(2.5)),
        (numpy.int16(3), 2),
        (True, 2),
    ):
        numbers = numbers[: ufunc.nin]
        try:
            expected = theirs(*numbers) if theirs is not None else None
        except TypeError:
            expected = TypeError
        if theirs is None:
            continue
        if expected is TypeError:
            with pytest.raises(TypeError):
                ufunc(*numbers)
            continue
        for mine, wanted in zip(_several(ufunc(*numbers)), _several(expected), strict=True):
            assert isinstance(mine, dpnp.ndarray) and mine.shape == ()
            assert mine.sycl_queue == dpnp.empty(0).sycl_queue
            if ufunc.__name__ not in ("reciprocal", "rint") and mine.dtype != numpy.float16:
                assert numpy.allclose(mine.asnumpy(), wanted, equal_nan=True), numbers


def _several(x) -> tuple:
    return x if isinstance(x, tuple) else (x,)


def test_types_of_lone_numbers_are_numpys():
    for make in (
        lambda np: np.exp(2.0), lambda np: np.exp(np.float32(2)), lambda np: np.add(1, 2), lambda np: np.add(1, 2.5),
        lambda np: np.add(np.float32(1), 2.5), lambda np: np.add(2.5, np.float32(1)), lambda np: np.sqrt(2),
        lambda np: np.add(np.int8(1), 2), lambda np: np.multiply(2j, 1.5), lambda np: np.less(1, 2.5), lambda np: np.add(True, 1),
    ):  # fmt: skip
        ours, theirs = make(dpnp), make(numpy)
        assert ours.dtype == theirs.dtype and ours.item() == pytest.approx(theirs.item(), rel=1e-6)


def test_a_lone_number_goes_to_the_queue_of_the_output():
    queue = dpctl.SyclQueue()
    out = dpnp.zeros((), sycl_queue=queue)
    assert dpnp.exp(0.0, out=out) is out and out.item() == 1 and out.sycl_queue == queue
    assert dpnp.add(1.0, 2.0, out=out).item() == 3


def test_numbers_are_taken_by_functions_like_ufuncs():
    for name in (
        "round",
        "around",
        "fix",
        "angle",
        "real",
        "imag",
        "i0",
        "sinc",
        "nan_to_num",
        "iscomplex",
        "isreal",
        "isposinf",
    ):
        ours, theirs = getattr(dpnp, name)(2.5), getattr(numpy, name)(2.5)
        assert isinstance(ours, dpnp.ndarray) and ours.shape == () and ours.item() == pytest.approx(float(theirs))
    assert dpnp.clip(5, 1, 3).item() == 3


def test_the_array_interface_of_tensor_stays_strict():
    with pytest.raises(TypeError):
        dpt.sqrt(2.0)
    with pytest.raises(dpctl.utils.ExecutionPlacementError):
        dpt.add(1, 2)
    for call in (lambda: dpt.where(dpt.ones(3), dpt.ones(3), [1, 2, 3]), lambda: dpt.clip(dpt.ones(3), [1, 2, 3])):
        with pytest.raises(TypeError, match="an operand must be an array or a number, not list"):
            call()


# ---- conditions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "where",
    [1, 0, 2.5, None, [1, 0, 1], numpy.int64(1), [True, False, True], numpy.array([True, False, True])],
    ids=repr,
)
def test_conditions_are_numpys(where):
    ours, theirs = dpnp.zeros(3), numpy.zeros(3)
    dpnp.copyto(ours, 5, where=where)
    numpy.copyto(theirs, 5, where=where)
    assert ours.tolist() == theirs.tolist()
    assert (
        dpnp.add(ours, 1, where=where, out=dpnp.zeros(3)).tolist()
        == numpy.add(theirs, 1, where=where, out=numpy.zeros(3)).tolist()
    )
    assert dpnp.sum(ours, where=where).item() == numpy.sum(theirs, where=where)


@pytest.mark.parametrize("make", [dpnp.asarray, numpy.asarray])
def test_arrays_as_conditions_are_of_bool(make):
    x, where = dpnp.ones(3), make([1, 0, 1])
    calls = (
        lambda: dpnp.copyto(x, 5, where=where),
        lambda: dpnp.add(x, 1, where=where, out=x),
        lambda: dpnp.sum(x, where=where),
    )
    for call in calls:
        with pytest.raises(TypeError, match="where must be of bool, not of int64"):
            call()


def test_numpys_splits_take_indices_on_a_device():
    parts = numpy.array_split(numpy.arange(5), dpnp.asarray([1, 3]))
    assert [part.tolist() for part in parts] == [[0], [1, 2], [3, 4]] and type(parts[0]) is numpy.ndarray
    assert [part.tolist() for part in numpy.split(numpy.arange(4), dpnp.asarray(2))] == [[0, 1], [2, 3]]
    assert [part.tolist() for part in numpy.array_split(dpnp.arange(3), numpy.asarray([1]))] == [[0], [1, 2]]


# ---- kinds of memory ----------------------------------------------------------------------------------------------

_SOLVED, _TALL = [[2.0, 1.0], [1.0, 3.0]], [[1.0, 2.0], [2.0, 3.0], [3.0, 5.0], [1.0, 1.0]]
_EACH = [1.0, 2.0, 4.0]
_KEEP = [True, False, True]

# Functions of two operands, which f and g make arrays of: all results are in the kind of memory that these coerce to.
MIXED = {
    "apply_along_axis": lambda f, g: dpnp.apply_along_axis(dpnp.add, 0, f(_SOLVED), g([1.0, 2.0])),
    "array_equal": lambda f, g: dpnp.array_equal(f(_EACH), g([1.0])),
    "array_equiv": lambda f, g: dpnp.array_equiv(f(_EACH), g([1.0, 2.0])),
    "average": lambda f, g: dpnp.average(f(_EACH), weights=g(_EACH), returned=True),
    "bincount": lambda f, g: dpnp.bincount(f([0, 1, 1]), g(_EACH)),
    "bincount, many": lambda f, g: dpnp.bincount(f([0] * 99_999), g([1.0] * 99_999)),
    "bincount, none": lambda f, g: dpnp.bincount(f(numpy.zeros(0, int)), g([]), 2),
    "block": lambda f, g: dpnp.block([[f(_EACH)], [g(_EACH)]]),
    "choose": lambda f, g: dpnp.choose(f([0, 0]), [g([1.0, 2.0])]),
    "chebdiv": lambda f, g: dpnp.polynomial.chebyshev.chebdiv(f(_EACH), g([1.0, 2.0])),
    "delete": lambda f, g: dpnp.delete(f(_EACH), g([1])),
    "delete, mask": lambda f, g: dpnp.delete(f(_EACH), g(_KEEP)),
    "delete, one": lambda f, g: dpnp.delete(f(_EACH), g(1)),
    "dpctl.tensor.linalg.solve": lambda f, g: dpt.linalg.solve(dpt.asarray(f(_SOLVED)), dpt.asarray(g(_SOLVED))),
    "gradient": lambda f, g: dpnp.gradient(f(_EACH), g(_EACH)),
    "gradient, axes": lambda f, g: dpnp.gradient(f(_SOLVED), f([1.0, 2.0]), g(2.0)),
    "gradient, step": lambda f, g: dpnp.gradient(f(_EACH), g(2.0)),
    "histogram": lambda f, g: dpnp.histogram(f(_EACH), g(_EACH)),
    "histogram, complex": lambda f, g: dpnp.histogram(f(_EACH), 2, weights=g([1j, 2, 3])),
    "histogram, density": lambda f, g: dpnp.histogram(f(_EACH), 3, density=True, weights=g(_EACH)),
    "histogram, range": lambda f, g: dpnp.histogram(f(_EACH), 3, (g(0.0), g(5.0))),
    "histogram, weights": lambda f, g: dpnp.histogram(f(_EACH), 3, weights=g(_EACH)),
    "histogram2d": lambda f, g: dpnp.histogram2d(f(_EACH), g(_EACH)),
    "histogram2d, bins": lambda f, g: dpnp.histogram2d(f(_EACH), f(_EACH), [3, g(_EACH)]),
    "histogram_bin_edges": lambda f, g: dpnp.histogram_bin_edges(f(_EACH), g(_EACH)),
    "histogramdd": lambda f, g: _flat(dpnp.histogramdd([f(_EACH), g(_EACH)])),
    "histogramdd, weights": lambda f, g: _flat(dpnp.histogramdd(f(_SOLVED), weights=g([1.0, 2.0]))),
    "hypot.reduceat": lambda f, g: dpnp.hypot.reduceat(f(_EACH), g([0, 1])),
    "insert": lambda f, g: dpnp.insert(f(_EACH), g([1]), 5.0),
    "insert, values": lambda f, g: dpnp.insert(f(_EACH), f([0, 1, 1, 2]), g([1.0, 2.0, 3.0, 4.0])),
    "lstsq": lambda f, g: dpnp.linalg.lstsq(f(_TALL), g([1.0, 2.0, 3.0, 5.0])),
    "lstsq, no columns": lambda f, g: dpnp.linalg.lstsq(f(numpy.zeros((2, 0))), g([1.0, 2.0])),
    "lu_solve": lambda f, g: dpnp.scipy.linalg.lu_solve(dpnp.scipy.linalg.lu_factor(f(_SOLVED)), g([1.0, 2.0])),
    "nanpercentile": lambda f, g: dpnp.nanpercentile(f([1.0, numpy.nan, 2.0]), g(50.0)),
    "pad": lambda f, g: dpnp.pad(f(_EACH), 1, constant_values=g(3.0)),
    "pad, ramp": lambda f, g: dpnp.pad(f(_EACH), 1, "linear_ramp", end_values=g([3.0, 4.0])),
    "percentile": lambda f, g: dpnp.percentile(f(_EACH), g([20.0, 50.0])),
    "piecewise": lambda f, g: dpnp.piecewise(f(_EACH), [g(_KEEP)], [lambda x: x + 1, 2]),
    "polydiv": lambda f, g: dpnp.polydiv(f(_EACH), g([1.0, 2.0])),
    "polydiv, short": lambda f, g: dpnp.polydiv(f([1.0, 2.0]), g(_EACH)),
    "polyfit": lambda f, g: dpnp.polyfit(f(_EACH), g(_EACH), 1, full=True)[:4],
    "polynomial.polydiv": lambda f, g: dpnp.polynomial.polynomial.polydiv(f([1.0, 2.0]), g(_EACH)),
    "polynomial.polyint": lambda f, g: dpnp.polynomial.polynomial.polyint(f(_EACH), 1, g([1.0])),
    "polyval": lambda f, g: dpnp.polyval(f([]), g(_EACH)),
    "quantile": lambda f, g: dpnp.quantile(f(_EACH), g(0.5)),
    "quantile, exact": lambda f, g: dpnp.quantile(f(_EACH), g(0.5), method="lower"),
    "quantile, none": lambda f, g: dpnp.quantile(f(_EACH), g([])),
    "reduceat": lambda f, g: dpnp.add.reduceat(f(_EACH), g([0, 1])),
    "repeat": lambda f, g: dpnp.repeat(f(_EACH), g(2)),
    "solve": lambda f, g: dpnp.linalg.solve(f(_SOLVED), g([1.0, 2.0])),
    "solve, stack": lambda f, g: dpnp.linalg.solve(f([_SOLVED] * 40), g([_SOLVED] * 40)),
    "tensorsolve": lambda f, g: dpnp.linalg.tensorsolve(f(_SOLVED), g([1.0, 2.0])),
    "ufunc, where": lambda f, g: dpnp.add(f(_EACH), 1, where=g([True] * 3)),
    "vectorize": lambda f, g: dpnp.vectorize(lambda x, y: x + y)(f(_EACH), g(_EACH)),
    "vectorize, parts": lambda f, g: dpnp.vectorize(dpnp.dot, signature="(n),(n)->()")(f(_SOLVED), g(_SOLVED)),
    "window": lambda f, g: dpnp.kaiser(f(5), g(3.0)),
}


def _flat(made):
    return [made[0], *made[1]]


def _all(made):
    return list(made) if isinstance(made, (tuple, list)) else [made]


@pytest.mark.parametrize("name", sorted(MIXED))
def test_one_kind_of_memory_for_all_results(device, name):
    queue = dpctl.SyclQueue(device)

    def of(kind):
        return lambda values: dpnp.asarray(values, usm_type=kind, sycl_queue=queue)

    expected = [str(dpnp.asnumpy(x)) for x in _all(MIXED[name](of("host"), of("host")))]
    for first, second, kind in (
        ("host", "host", "host"),
        ("host", "device", "device"),
        ("device", "host", "device"),
        ("shared", "host", "shared"),
        ("host", "shared", "shared"),
    ):
        made = _all(MIXED[name](of(first), of(second)))
        assert [(x.usm_type, x.sycl_queue == queue) for x in made] == [(kind, True)] * len(made), (first, second)
        assert [str(dpnp.asnumpy(x)) for x in made] == expected


@pytest.mark.parametrize("window", ["bartlett", "blackman", "hamming", "hanning"])
@pytest.mark.parametrize("n", [0, 1, 5])
def test_windows_are_beside_an_array(device, window, n):
    m = dpnp.asarray(n, usm_type="host", sycl_queue=dpctl.SyclQueue(device))
    made = getattr(dpnp, window)(m)
    assert (made.usm_type, made.sycl_queue, made.size) == ("host", m.sycl_queue, n)
    assert getattr(dpnp, window)(m, usm_type="shared").usm_type == "shared"
    other = dpctl.SyclQueue(device)
    assert getattr(dpnp, window)(m, sycl_queue=other).sycl_queue == other
