"""Calls that programs written for NumPy or the reference make: orders, axes, outputs, windows, grids, warnings, layouts, placement."""

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpctl.tensor as dpt
import dpnp
from dpctl.utils import ExecutionPlacementError

X = numpy.array([1.5, 2.5, 3.7])
M = numpy.arange(24.0).reshape(2, 3, 4)
N = numpy.arange(24.0).reshape(2, 4, 3)
F = numpy.asfortranarray(numpy.arange(12.0).reshape(3, 4))


# ---- outputs ------------------------------------------------------------------------------------------------------

_INTO = {
    "add": lambda x, m, out: dpnp.add(x, x, out=out),
    "add.accumulate": lambda x, m, out: dpnp.add.accumulate(x, out=out),
    "add.reduce": lambda x, m, out: dpnp.add.reduce(m, axis=0, out=out),
    "choose": lambda x, m, out: dpnp.choose(dpnp.zeros(3, dtype=int, sycl_queue=x.sycl_queue), [x], out=out),
    "clip": lambda x, m, out: dpnp.clip(x, 0, 1, out=out),
    "concatenate": lambda x, m, out: dpnp.concatenate((x[:1], x[1:]), out=out),
    "cumsum": lambda x, m, out: x.cumsum(out=out),
    "einsum": lambda x, m, out: dpnp.einsum("i,i->i", x, x, out=out),
    "exp": lambda x, m, out: dpnp.exp(x, out=out),
    "fabs": lambda x, m, out: dpnp.fabs(x, out=out),
    "irfft": lambda x, m, out: dpnp.fft.irfft(x[:2] + 0j, 3, out=out),
    "matmul": lambda x, m, out: dpnp.matmul(x, dpnp.eye(3, sycl_queue=x.sycl_queue), out=out),
    "median": lambda x, m, out: dpnp.median(m, axis=0, out=out),
    "nanmax": lambda x, m, out: dpnp.nanmax(m, axis=0, out=out),
    "round": lambda x, m, out: x.round(out=out),
    "std": lambda x, m, out: m.std(axis=0, out=out),
    "sum": lambda x, m, out: dpnp.sum(m, axis=0, out=out),
    "take": lambda x, m, out: x.take([0, 1, 2], out=out),
    "where": lambda x, m, out: dpnp.where(x > 2, x, x, out=out),
}


@pytest.mark.parametrize("name", sorted(_INTO))
def test_out_may_be_a_usm_ndarray(device, name):
    x, m = dpnp.asarray(X, device=device), dpnp.asarray(M[:, :, 0].copy(), device=device)
    out = dpt.zeros(3, sycl_queue=x.sycl_queue)
    made = _INTO[name](x, m, out)
    assert type(made) is dpnp.ndarray and made.get_array() is out
    expected = _INTO[name](x, m, None)
    numpy.testing.assert_allclose(dpt.asnumpy(out), expected.asnumpy())


def test_get_array_gives_one_object_while_it_shows_the_same(device):
    x = dpnp.asarray(M, device=device)
    assert x.get_array() is x.get_array()
    before = x.get_array()
    x.shape = (4, 6)
    assert x.get_array() is not before and x.get_array().shape == (4, 6)


@pytest.mark.parametrize("dtype", ["i8", "f4"])
def test_reductions_write_into_any_type(device, dtype):
    def reduced(np, x):
        shapes = {"logsumexp": (), "reduce_hypot": (), "cumlogsumexp": (3,)}
        peers = {
            "logsumexp": numpy.logaddexp.reduce,
            "reduce_hypot": numpy.hypot.reduce,
            "cumlogsumexp": numpy.logaddexp.accumulate,
        }
        made = []
        for name, shape in shapes.items():
            out = np.zeros(shape, dtype=dtype) if np is numpy else np.zeros(shape, dtype=dtype, device=x.device)
            function = peers[name] if np is numpy else getattr(np, name)
            made.append(function(x, out=out))
        return made

    same(device, reduced, X, rtol=1e-6)


@pytest.mark.parametrize("function, n", [("matmul", 3), ("vecdot", 1), ("matvec", 2), ("vecmat", 2)])
def test_outputs_of_products_broadcast(device, function, n):
    operands = {
        "matmul": (M[0], N[0]),
        "vecdot": (M[0], M[0]),
        "matvec": (M[0], M[0, 0]),
        "vecmat": (X, M[0]),
    }[function]

    def product(np, x, y):
        shape = (5, *getattr(np, function)(x, y).shape)
        out = np.zeros(shape) if np is numpy else np.zeros(shape, device=x.device)
        return getattr(np, function)(x, y, out=out)

    same(device, product, *operands)


def test_axes_of_matmul_with_vectors(device):
    for axes in ([(-2, -1), (0,), (-1,)], [(-2, -1), 0, 0], [(0, 2), 0, 1]):
        x = M if axes[0] != (0, 2) else M
        same(device, lambda np, x, y, a=axes: np.matmul(x, y, axes=a), x, numpy.arange(4.0))
    same(device, lambda np, x: np.matmul(x, x, axes=[(0,), (0,), ()]), X)


def test_multi_dot_takes_the_output_that_dot_takes(device):
    def product(np, x):
        out = np.zeros((3, 3), dtype="f4") if np is numpy else np.zeros((3, 3), dtype="f4", device=x.device)
        return np.linalg.multi_dot([x, x, x], out=out)

    same(device, product, numpy.eye(3), fails=True)


# ---- grids, windows, creation ---------------------------------------------------------------------------------------


def test_open_slices_of_grids():
    for grid in ("mgrid", "ogrid"):
        for key in (slice(None), slice(2, None), slice(None, None, 2), slice(3), slice(5, 1, -1)):
            made, expected = getattr(dpnp, grid)[key], getattr(numpy, grid)[key]
            assert made.dtype == expected.dtype
            numpy.testing.assert_array_equal(made.asnumpy(), expected)
    for key in ((slice(None), slice(3)), (slice(None), slice(None, None, 3j))):
        with pytest.raises(TypeError, match="mgrid: each of several slices needs an end"):
            dpnp.mgrid[key]


@pytest.mark.parametrize("window", ["bartlett", "blackman", "hamming", "hanning"])
def test_windows_of_arrays_without_dimensions(window):
    for n in (5, 0, 1, -1, 5.5, True):
        made, expected = getattr(dpnp, window)(dpnp.asarray(n)), getattr(numpy, window)(numpy.array(n))
        numpy.testing.assert_allclose(made.asnumpy(), expected, atol=1e-12)


def test_kaiser_of_special_numbers():
    for beta in (numpy.inf, -numpy.inf, numpy.nan):
        assert numpy.isnan(dpnp.kaiser(5, beta).asnumpy()).all()
    numpy.testing.assert_allclose(dpnp.kaiser(dpnp.asarray(5), dpnp.asarray(3.0)).asnumpy(), numpy.kaiser(5, 3.0))


@pytest.mark.parametrize("n", [5.5, 7.25, 800.5])
def test_kaiser_of_fractions_has_as_many_elements_as_in_numpy(n):
    with numpy.errstate(invalid="ignore"):
        expected = numpy.kaiser(n, 3.0)
    numpy.testing.assert_allclose(dpnp.kaiser(n, 3.0).asnumpy(), expected)


def test_einsum_of_one_operand_is_a_view(device):
    x = numpy.ones((2, 2), "f4")
    for subscripts in ("ij", "ji", "ii->i", "ij->j"):
        same(device, lambda np, x, s=subscripts: np.einsum(s, x, dtype="f8"), x)


def test_coordinates_of_the_default_type():
    assert dpnp.indices((2, 2), dtype=None).dtype == numpy.indices((2, 2), dtype=None).dtype
    made = dpnp.fromfunction(lambda i, j: i + j, (2, 2), dtype=None)
    assert made.dtype == numpy.float64


def test_full_casts_complex_numbers():
    for value in (1.5 + 0j, numpy.complex64(1.5 + 1j)):
        with pytest.warns(numpy.exceptions.ComplexWarning):
            made = dpnp.full(2, value, dtype="f4")
        assert made.dtype == numpy.float32 and made.asnumpy().tolist() == [1.5, 1.5]


def test_extents_beyond_an_index():
    with pytest.raises(ValueError, match="more elements"):
        dpnp.ravel_multi_index((dpnp.asarray([0]), dpnp.asarray([1])), (2**40, 2**40))
    with pytest.raises(ValueError, match="more elements"):
        dpnp.unravel_index(dpnp.asarray([0]), (2**40, 2**40))


def test_vector_norm_without_order(device):
    same(device, lambda np, x: np.linalg.vector_norm(x, ord=None), X)
    assert float(dpt.linalg.vector_norm(dpt.asarray([3.0, 4.0]), ord=None)) == 5


class _Exporter:
    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **keywords):
        return self._array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


class _OldExporter(_Exporter):
    def __dlpack__(self, stream=None):
        return self._array.__dlpack__()


@pytest.mark.parametrize("kind", [_Exporter, _OldExporter])
def test_asarray_takes_what_exports_its_memory(kind):
    for source in (numpy.arange(3.0), dpnp.arange(3.0)):
        for function in (dpnp.asarray, dpnp.array, dpt.asarray, dpnp.asfortranarray):
            made = function(kind(source))
            assert made.shape == (3,) and float(made[2]) == 2
    assert dpnp.asarray(kind(numpy.arange(3.0)), dtype="f4").dtype == numpy.float32
    queue = dpctl.SyclQueue()
    assert dpnp.asarray(kind(numpy.arange(3.0)), sycl_queue=queue).sycl_queue == queue


def test_cuda_memory_without_a_device_is_named():
    class Array:
        __cuda_array_interface__ = {"shape": (3,), "typestr": "<f8", "data": (4096, False), "version": 3}

    if not dpctl.get_devices("cuda"):
        with pytest.raises(TypeError, match="CUDA memory by __cuda_array_interface__.* no CUDA device"):
            dpnp.asarray(Array())
    Array.__cuda_array_interface__ = {}
    with pytest.raises(TypeError, match="not complete"):
        dpnp.asarray(Array())


# ---- names, identity -------------------------------------------------------------------------------------------------


def test_identities():
    x = dpt.ones((2, 3))
    assert dpt.reshape(x, (2, 3)) is x and dpt.reshape(x, (2, 3), copy=True) is not x
    assert dpnp.reshape(dpnp.asarray(x), (2, 3)) is not x
    for y in (x, dpnp.asarray(x)):
        assert dpt.squeeze(y) is y and dpt.squeeze(y, ()) is y and dpt.squeeze(y[:1]).shape == (3,)
    assert dpnp.squeeze(y) is y and y.squeeze() is y
    assert x.device == x.sycl_queue and x.sycl_queue == x.device and not x.device != x.sycl_queue
    assert x.device != dpctl.SyclQueue() and hash(x.device) == hash(x.sycl_queue)
    y = dpnp.ones(3)
    assert (y.to_device(device=y.device).asnumpy() == 1).all()
    rank = dpnp.linalg.lstsq(dpnp.eye(3), dpnp.ones(3))[2]
    assert type(rank) is dpnp.ndarray and rank.shape == () and int(rank) == 3
    assert int(dpnp.linalg.lstsq(dpnp.ones((3, 0)), dpnp.ones(3))[2]) == 0


def test_convert_item_takes_both_kinds_of_arrays():
    made = dpnp.dpnp_utils.convert_item([dpt.ones(2), (dpnp.ones(2), 3)])
    assert type(made[0]) is numpy.ndarray and type(made[1][0]) is numpy.ndarray and made[1][1] == 3


# ---- queues and kinds of memory -----------------------------------------------------------------------------------------

_OF_TWO = {
    "choose": lambda a, b: dpnp.choose(a.astype(int), [b, b]),
    "concatenate": lambda a, b: dpnp.concatenate((a, b)),
    "c_": lambda a, b: dpnp.c_[a, b],
    "r_": lambda a, b: dpnp.r_[a, b],
    "geomspace": lambda a, b: dpnp.geomspace(a, b, 3),
    "linspace": lambda a, b: dpnp.linspace(a, b, 3),
    "logspace": lambda a, b: dpnp.logspace(a, b, 3),
    "logspace, base": lambda a, b: dpnp.logspace(a, 2, 3, base=b),
    "meshgrid": lambda a, b: dpnp.meshgrid(a, b),
    "stack": lambda a, b: dpnp.stack((a, b)),
}


@pytest.mark.parametrize("name", sorted(_OF_TWO))
def test_arrays_of_two_queues_are_refused(name):
    a, b = (dpnp.ones(2, sycl_queue=dpctl.SyclQueue()) for _ in range(2))
    with pytest.raises(ExecutionPlacementError) as raised:
        _OF_TWO[name](a, b)
    assert isinstance(raised.value, ValueError)
    assert str(raised.value).startswith(f"{name.partition(',')[0]}: ")


_KINDS = {
    "corrcoef": lambda x, m: dpnp.corrcoef(m),
    "cov": lambda x, m: dpnp.cov(m),
    "cov of two": lambda x, m: dpnp.cov(x, x),
    "geomspace": lambda x, m: dpnp.geomspace(1, x, 3),
    "linspace": lambda x, m: dpnp.linspace(0, x, 3),
    "logspace": lambda x, m: dpnp.logspace(0, x, 3),
    "logspace, base": lambda x, m: dpnp.logspace(0, 1, 3, base=x),
    "lstsq": lambda x, m: dpnp.linalg.lstsq(m, x)[2],
    "numpy scalar": lambda x, m: x * numpy.float64(2) + numpy.float32(1) - numpy.int64(3),
    "random.choice": lambda x, m: dpnp.random.choice(x, 3),
    "random.choice, p": lambda x, m: dpnp.random.choice(x, 1, replace=False, p=x / dpnp.sum(x)),
    "random.permutation": lambda x, m: dpnp.random.permutation(m, axis=1),
    "random.permuted": lambda x, m: dpnp.random.default_rng(1).permuted(m, axis=1),
    "random.permuted, flat": lambda x, m: dpnp.random.default_rng(1).permuted(m),
    "scalar less": lambda x, m: numpy.float64(2) < x,
}


@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
@pytest.mark.parametrize("name", sorted(_KINDS))
def test_results_are_in_the_kind_of_memory_of_the_operands(name, usm_type):
    x = dpnp.asarray([1.0, 2], usm_type=usm_type)
    m = dpnp.asarray([[1.0, 2], [3, 5]], usm_type=usm_type)
    assert _KINDS[name](x, m).usm_type == usm_type


# ---- warnings -------------------------------------------------------------------------------------------------------------

_WARNS = {
    "mean": lambda np, e, n: np.mean(e),
    "median": lambda np, e, n: np.median(e),
    "nanmax": lambda np, e, n: np.nanmax(n, axis=1),
    "nanmean": lambda np, e, n: np.nanmean(n, axis=1),
    "nanmedian": lambda np, e, n: np.nanmedian(n, axis=1),
    "nanmin": lambda np, e, n: np.nanmin(n, axis=1),
    "nanpercentile": lambda np, e, n: np.nanpercentile(n, 50, axis=1),
    "nanquantile": lambda np, e, n: np.nanquantile(n, 0.5, axis=1),
    "nanstd": lambda np, e, n: np.nanstd(n, axis=1),
    "nanvar": lambda np, e, n: np.nanvar(n, axis=1),
    "std": lambda np, e, n: np.std(e),
    "var": lambda np, e, n: np.var(e),
    "var, ddof": lambda np, e, n: np.var(n, axis=1, ddof=2),
}


@pytest.mark.parametrize("name", sorted(_WARNS))
def test_nothing_to_reduce_warns(name):
    n = numpy.array([[numpy.nan, numpy.nan], [1, numpy.nan]])
    with pytest.warns(RuntimeWarning):
        expected = _WARNS[name](numpy, numpy.array([]), n)
    with pytest.warns(RuntimeWarning) as raised:
        made = _WARNS[name](dpnp, dpnp.asarray([]), dpnp.asarray(n))
    numpy.testing.assert_allclose(made.asnumpy(), expected)
    assert {warning.filename for warning in raised} == {__file__}


def test_what_can_be_reduced_does_not_warn(recwarn):
    x = dpnp.asarray([[1.0, numpy.nan], [2, 3]])
    for function in (dpnp.nanmax, dpnp.nanmean, dpnp.nanvar, dpnp.nanstd, dpnp.nanmedian):
        function(x, axis=1)
    dpnp.mean(x), dpnp.var(x), dpnp.nanmean(dpnp.asarray([numpy.inf, -numpy.inf]))
    assert not recwarn.list


# ---- layouts ----------------------------------------------------------------------------------------------------------------

_LAYOUTS = {
    "append": lambda np, x: np.append(x, x, axis=0),
    "argpartition": lambda np, x: np.argpartition(x, 1, axis=0),
    "argsort": lambda np, x: np.argsort(x, axis=0),
    "argwhere": lambda np, x: np.argwhere(x),
    "concatenate": lambda np, x: np.concatenate((x, x), axis=1),
    "delete": lambda np, x: np.delete(x, 1, axis=0),
    "delete several": lambda np, x: np.delete(x, [1, 2], axis=1),
    "delete slice": lambda np, x: np.delete(x, slice(0, 2), axis=1),
    "dstack": lambda np, x: np.dstack((x, x)),
    "fft": lambda np, x: np.fft.fft(x),
    "fft, axis 0": lambda np, x: np.fft.fft(x, 7, axis=0),
    "fftn": lambda np, x: np.fft.fftn(x),
    "fftshift": lambda np, x: np.fft.fftshift(x),
    "gradient": lambda np, x: np.gradient(x, axis=1),
    "hfft": lambda np, x: np.fft.hfft(x),
    "hstack": lambda np, x: np.hstack((x, x)),
    "empty_like": lambda np, x: np.zeros_like(x, shape=(2, 5)),
    "empty_like, more": lambda np, x: np.zeros_like(x, shape=(2, 5, 3)),
    "insert": lambda np, x: np.insert(x, 1, 5.0, axis=0),
    "insert several": lambda np, x: np.insert(x, [1, 2], 5.0, axis=1),
    "irfftn": lambda np, x: np.fft.irfftn(x, (5, 6), axes=(0, 1)),
    "partition": lambda np, x: np.partition(x, 1, axis=0),
    "partition, last": lambda np, x: np.partition(x, 1),
    "piecewise": lambda np, x: np.piecewise(x, [x > 2], [lambda v: v * 2, 0]),
    "rfftn": lambda np, x: np.fft.rfftn(x),
    "roll": lambda np, x: np.roll(x, 1, axis=0),
    "roll, flat": lambda np, x: np.roll(x, 1),
    "roll, several": lambda np, x: np.roll(x, (2, 1), axis=(0, 1)),
    "sort, last": lambda np, x: np.sort(x),
    "stack": lambda np, x: np.stack((x, x)),
    "stack, last": lambda np, x: np.stack((x, x), axis=-1),
    "unwrap": lambda np, x: np.unwrap(x, axis=0),
    "pad, linear_ramp": lambda np, x: np.pad(x, 1, mode="linear_ramp"),
    "pad, maximum": lambda np, x: np.pad(x, 1, mode="maximum"),
    "pad, mean": lambda np, x: np.pad(x, 1, mode="mean"),
    "sort": lambda np, x: np.sort(x, axis=0),
    "vander": lambda np, x: np.vander(x[:, 0], 3),
    "vander, increasing": lambda np, x: np.vander(x[:, 0], 3, increasing=True),
}


@pytest.mark.parametrize("name", sorted(_LAYOUTS))
def test_layouts_are_those_of_numpy(name):
    # NumPy deletes columns of an array in rows by a mask, which transposes
    for x in (F,) if name == "delete several" else (F, numpy.ascontiguousarray(F)):
        made, expected = _LAYOUTS[name](dpnp, dpnp.asarray(x, order="K")), _LAYOUTS[name](numpy, x)
        numpy.testing.assert_allclose(made.asnumpy(), expected, atol=1e-12)
        assert (made.flags.c_contiguous, made.flags.f_contiguous) == (
            expected.flags.c_contiguous, expected.flags.f_contiguous
        )  # fmt: skip


@pytest.mark.parametrize(
    "call",
    [
        lambda np, x: np.stack((x, x), axis=1),
        lambda np, x: np.concatenate((x, x), axis=2),
        lambda np, x: np.roll(x, 1, axis=1),
        lambda np, x: np.gradient(x, axis=2),
        lambda np, x: np.fft.fft(x, axis=1),
        lambda np, x: np.fft.rfftn(x, axes=(2, 0)),
        lambda np, x: np.fft.ifftshift(x, axes=1),
        lambda np, x: np.sort(x, axis=1),
    ],
)
def test_axes_keep_their_order_in_memory(call):
    x = numpy.asfortranarray(numpy.arange(60.0).reshape(3, 4, 5)).transpose(1, 0, 2)
    made, expected = call(dpnp, dpnp.asarray(x, order="K")), call(numpy, x)
    numpy.testing.assert_allclose(made.asnumpy(), expected, atol=1e-12)
    assert made.strides == expected.strides


# ---- messages -----------------------------------------------------------------------------------------------------------------

_MESSAGES = {
    "bool": (lambda x: bool(x), ValueError, "any"),
    "pad": (lambda x: dpnp.pad(x, 1, mode="foo"), ValueError, "pad: mode must be 'constant', .* not 'foo'"),
    "pad keyword": (lambda x: dpnp.pad(x, 1, stat_length=1), ValueError, "pad: .*constant_values"),
    "quantile": (lambda x: dpnp.quantile(x, 0.5, method="foo"), ValueError, "quantile: method must be .*'linear'"),
    "sort": (lambda x: dpnp.sort(x, kind="foo"), ValueError, "sort: kind must be 'stable'"),
    "window": (lambda x: dpnp.blackman(x), TypeError, "blackman: M must be a number"),
}


@pytest.mark.parametrize("name", sorted(_MESSAGES))
def test_messages_name_the_function_and_what_is_allowed(name):
    call, kind, text = _MESSAGES[name]
    with pytest.raises(kind, match=text):
        call(dpnp.ones(3))


# ---- numbers --------------------------------------------------------------------------------------------------------------------

_OPERATORS = "add multiply subtract divide less equal greater maximum power".split()


@pytest.mark.parametrize("scalar", ["?", "i4", "i8", "u8", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("dtype", ["?", "i4", "i8", "f4", "f8", "c16"])
def test_scalars_of_numpy_beside_an_array(dtype, scalar):
    x, a = numpy.array([1, 2, 3]).astype(dtype), numpy.array(1).astype(scalar)[()]
    y = dpnp.asarray(x)
    for name in _OPERATORS:
        if dtype == scalar == "?" and name == "subtract":
            continue
        function = getattr(numpy, name)
        for _ in range(2):  # the second time without Python
            for ours, theirs in ((function(a, y), function(a, x)), (getattr(dpnp, name)(y, a), function(x, a))):
                assert type(ours) is dpnp.ndarray and ours.dtype == theirs.dtype
                numpy.testing.assert_allclose(ours.asnumpy(), theirs, rtol=1e-6)
    assert ((a < y).asnumpy() == (a < x)).all() and ((a + y).asnumpy() == a + x).all()


def test_arrays_of_numpy_beside_an_array_are_refused_by_its_functions():
    for _ in range(2):
        for other in (numpy.ones(3), numpy.array(1.0)):
            with pytest.raises(TypeError, match="cannot be combined"):
                numpy.add(other, dpnp.ones(3))
        with pytest.raises(TypeError, match="cannot be combined"):
            numpy.less(numpy.ones(3), dpnp.ones(3))


def test_arrays_of_short_lists_of_numbers():
    x = dpnp.asarray([1.5, 2.5])
    k = dpnp.asarray([7, 9])
    lists = {
        "f8": [[x[0], x[1]], [x[0], 1, 2.5], [k[0], x[1]], [1.5, 2], [k[1], 0.5], [1, x[0]]],
        "i8": [[1, 2], [k[0], 3], [-(2**63), 2**63 - 1]],
        "u8": [[2**63, 2**63 + 5]],
        "?": [[True, False]],
    }
    for dtype, nests in lists.items():
        for nest in nests:
            expected = numpy.array([v.item() if isinstance(v, dpnp.ndarray) else v for v in nest])
            for made in (dpnp.array(nest), dpnp.asarray(nest), dpnp.asarray(nest, order="C")):
                assert made.dtype == dtype and made.asnumpy().tolist() == expected.tolist()
    assert dpnp.array([1, 2], ndmin=2).shape == (1, 2) and dpnp.array([], dtype=None).shape == (0,)
    assert dpnp.array([dpnp.ones(2)]).shape == (1, 2) and dpnp.array([x[0]] * 100).shape == (100,)
    with pytest.raises(ValueError, match="copy=False"):
        dpnp.asarray([1.0, 2.0], copy=False)


def test_arrays_of_short_lists_are_where_their_arrays_are():
    queue = dpctl.SyclQueue()
    x = dpnp.asarray([1.5, 2.5], usm_type="host", sycl_queue=queue)
    made = dpnp.array([x[0], 2.0, x[1]])
    assert made.usm_type == "host" and made.sycl_queue == queue
    mixed = dpnp.array([x[0], dpnp.asarray(2.5, usm_type="shared", sycl_queue=queue)])
    assert mixed.usm_type == "shared" and mixed.asnumpy().tolist() == [1.5, 2.5]
    with pytest.raises(ExecutionPlacementError):
        dpnp.array([x[0], dpnp.ones(2)[0]])


def _slices(rng, n):
    step = int(rng.choice([1, 2, 3, -1, -2]))
    start = int(rng.integers(0, 60)) if step > 0 else int(rng.integers(100, 160))
    return slice(start, start + n * step, step)


@pytest.mark.parametrize("dtype", ["?", "i1", "i2", "i4", "i8", "f4", "f8", "c16"])
def test_short_lines_at_all_distances(dtype):
    rng = numpy.random.default_rng(7)
    for n in [*range(0, 32, 3), 30, 31]:
        x = rng.integers(0, 9, 200).astype(dtype)
        y = dpnp.asarray(x)
        a, b, c = (_slices(rng, n) for _ in range(3))
        numpy.testing.assert_array_equal((y[a] + y[b]).asnumpy(), x[a] + x[b])
        numpy.testing.assert_array_equal((y[a] * True).asnumpy(), x[a] * True)
        numpy.add(x[a], x[b], out=x[c])
        dpnp.add(y[a], y[b], out=y[c])
        x[b] *= x[a]
        y[b] *= y[a]
        numpy.testing.assert_array_equal(y.asnumpy(), x)


# ---- numbers of NumPy and arrays on the host as parameters -----------------------------------------------------------

_ON_HOST = {
    "unwrap, discont": lambda np, x, m: [
        np.unwrap(x, discont=n) for n in (numpy.float64(3), numpy.int64(3), numpy.array(3.0))
    ],
    "unwrap, period": lambda np, x, m: [np.unwrap(x, period=n) for n in (3, numpy.float64(3), numpy.array(3.0))],
    "trapezoid": lambda np, x, m: [np.trapezoid(x, dx=n) for n in (numpy.float64(2), numpy.array(2.0))],
    "gradient": lambda np, x, m: np.gradient(x, numpy.array(2.0)),
    "unravel_index": lambda np, x, m: np.unravel_index(np.asarray([1, 3]), numpy.array([2, 2])),
    "ravel_multi_index": lambda np, x, m: np.ravel_multi_index((np.asarray([1]), np.asarray([2])), numpy.array([4, 4])),
    "fftshift": lambda np, x, m: [np.fft.fftshift(m, numpy.array([0])), np.fft.ifftshift(m, numpy.array([1, 2]))],
    "tensordot": lambda np, x, m: np.tensordot(x, x, axes=(numpy.array([0]), numpy.array([0]))),
    "interp": lambda np, x, m: np.interp(numpy.array([1.7, 9.0]), x, x * 2),
    "std": lambda np, x, m: [np.std(m, ddof=np.asarray(1)), np.var(m, axis=0, ddof=numpy.array(1))],
    "tile": lambda np, x, m: np.tile(x, numpy.array([2, 1])),
    "mgrid": lambda np, x, m: np.mgrid[()],
    "indices": lambda np, x, m: np.indices((2,), sparse=True, dtype=None),
}


@pytest.mark.parametrize("name", sorted(_ON_HOST))
def test_parameters_are_numbers_and_arrays_of_numpy(device, name):
    if not dpctl.SyclDevice(device).has_aspect_fp64:
        pytest.skip("NumPy's numbers are doubles")
    same(device, _ON_HOST[name], X, M)


@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize(
    "value", [numpy.nan, -numpy.inf, 1e10, 1.5 + 1j, numpy.float32(numpy.inf), numpy.complex64(2j)]
)
def test_arrays_of_one_value_cast_it_as_numpy(device, value):
    same(
        device,
        lambda np, n: [np.full(2, value, dtype="i4"), np.full_like(n, value), np.full(2, value, dtype="?")],
        N.astype("i4"),
    )


def test_sums_of_products_in_a_narrower_dtype_need_a_rule(device):
    x = numpy.arange(3.0, dtype="f4")
    for dtype in ("i4", "i8", "f2"):
        same(device, lambda np, x, dtype=dtype: np.einsum("i,i->", x, x, dtype=dtype), x, fails=True)
    same(device, lambda np, x: np.einsum("i,i->", x, x, dtype="i4", casting="unsafe"), x)


@pytest.mark.parametrize("order", ["FOO", "CF", "", "Z"])
def test_orders_are_one_letter(device, order):
    for body in (
        lambda np, x: np.zeros(3, order=order),
        lambda np, x: np.empty_like(x, order=order),
        lambda np, x: x.copy(order),
    ):
        same(device, body, X, fails=True)


_WRONG = {
    "ones: device must be ": lambda x: dpnp.ones(3, device=5),
    "eye: N must be ": lambda x: dpnp.eye("a"),
    "eye: M must be ": lambda x: dpnp.eye(3, M="a"),
    "identity: n must be ": lambda x: dpnp.identity("a"),
    "sum: initial must be a number, not ": lambda x: dpnp.sum(x, initial=[9]),
    "kaiser: beta must be a real number, not str": lambda x: dpnp.kaiser(5, "a"),
    "blackman: M must be a number of elements, not nan": lambda x: dpnp.blackman(float("nan")),
    "quantile: q must be real numbers": lambda x: dpnp.quantile(x, "ab"),
    "split: indices_or_sections must be integers": lambda x: dpnp.split(x, x > 2),
    "std: ddof must be a number": lambda x: dpnp.std(x, ddof=[1]),
    "split: indices_or_sections must be an int": lambda x: dpnp.split(x, "a"),
    "maximum.reduce: the array must be ": lambda x: dpnp.maximum.reduce("a"),
    "sum: initial must be a real number, not complex": lambda x: dpnp.sum(x * 1.0, initial=1j),
    "nansum: initial: cannot convert float NaN to integer": lambda x: dpnp.nansum(x, dtype="i2", initial=float("nan")),
    "can_cast: to must be a data type, not None": lambda x: dpnp.can_cast(x, None),
    "isclose: rtol must be a real number, not complex": lambda x: dpnp.isclose(x, x, rtol=1j),
    "nan_to_num: nan must be a real number, not complex": lambda x: dpnp.nan_to_num(x * 1.0, nan=1j),
    "apply_along_axis: func1d must be a function, not int": lambda x: dpnp.apply_along_axis(5, 0, x),
    "apply_over_axes: func must be a function, not int": lambda x: dpnp.apply_over_axes(5, x, 0),
    "mask_indices: mask_func must be a function, not str": lambda x: dpnp.mask_indices(3, "triu"),
    "fromfunction: function must be a function, not int": lambda x: dpnp.fromfunction(5, (3,)),
    "fromfunction: shape must be a sequence of ints, not int": lambda x: dpnp.fromfunction(lambda i: i, 3),
    "indices: dimensions must be a sequence of ints, not int": lambda x: dpnp.indices(5),
    "array: ndmin must be an int, not str": lambda x: dpnp.array(x, ndmin="a"),
    "diag: k must be an int, not None": lambda x: dpnp.diag(x, None),
    "diagflat: k must be an int, not str": lambda x: dpnp.diagflat(x, "a"),
    "diag_indices: ndim must be an int, not float": lambda x: dpnp.diag_indices(3, 1.5),
    "diff: n must be an int, not str": lambda x: dpnp.diff(x, "a"),
    "gradient: edge_order must be a real number, not str": lambda x: dpnp.gradient(x, edge_order="a"),
    "choose: choices must be a sequence of arrays, not int": lambda x: dpnp.choose(x, 5),
    "lexsort: keys must be a sequence of arrays, not int": lambda x: dpnp.lexsort(5),
    "select: condlist must be a sequence of arrays, not int": lambda x: dpnp.select(5, [x]),
    "select: choicelist must be a sequence of arrays, not int": lambda x: dpnp.select([x > 1], 5),
    "piecewise: funclist must be a sequence of functions": lambda x: dpnp.piecewise(x, [x > 1], 5),
    "ravel_multi_index: multi_index must be a sequence": lambda x: dpnp.ravel_multi_index(5, (3,)),
    "require: requirements must be a sequence of words, not int": lambda x: dpnp.require(x, requirements=5),
    "multi_dot: arrays must be a sequence of arrays, not int": lambda x: dpnp.linalg.multi_dot(5),
    "tensorinv: ind must be an int, not str": lambda x: dpnp.linalg.tensorinv(x.reshape(2, 2), ind="a"),
    "lstsq: rcond must be a number, not list": lambda x: dpnp.linalg.lstsq(x.reshape(2, 2), x[:2], rcond=[1]),
    "fftn: s must be a sequence of ints, not int": lambda x: dpnp.fft.fftn(x, s=5),
    "fftfreq: d must be a number, not str": lambda x: dpnp.fft.fftfreq(3, "a"),
    "fftfreq: sycl_queue must be None or a SyclQueue, not str": lambda x: dpnp.fft.fftfreq(3, sycl_queue="cpu"),
    "histogram: range must be a pair of numbers, not int": lambda x: dpnp.histogram(x, range=5),
    "histogram: range must be a pair of numbers, not 3": lambda x: dpnp.histogram(x, range=(1, 2, 3)),
    "histogramdd: range must be a sequence of pairs": lambda x: dpnp.histogramdd(x, range=5),
    "histogram2d: x and y must have one dimension": lambda x: dpnp.histogram2d(x[0, ...], x[0, ...]),
    "pad: mode must be 'constant', .* not list": lambda x: dpnp.pad(x, 1, mode=["edge"]),
    "pad: stat_length must not be negative, and is -1": lambda x: dpnp.pad(x, 1, "mean", stat_length=-1),
    "quantile: method must be .* not list": lambda x: dpnp.quantile(x, 0.5, method=["linear"]),
    "packbits: bitorder must be 'little' or 'big', not list": lambda x: dpnp.packbits(x, bitorder=["big"]),
    "unpackbits: count must be an int, not str": lambda x: dpnp.unpackbits(x.astype("u1"), count="a"),
    "polyder: m must be an int, not 'a'": lambda x: dpnp.polyder(x, "a"),
    "polyint: m must be an int, not None": lambda x: dpnp.polyint(x, None),
    "polyfit: deg must be an int, not list": lambda x: dpnp.polyfit(x, x, [1]),
    "polyadd: coefficients must be": lambda x: dpnp.polynomial.polynomial.polyadd(x, "a"),
    "chebder: m must be an int, not str": lambda x: dpnp.polynomial.chebyshev.chebder(x, "a"),
    "cov: ddof must be an int, not 'a'": lambda x: dpnp.cov(x, ddof="a"),
    "std: ddof must be a number, not complex": lambda x: dpnp.std(x, ddof=1j),
    "nanstd: correction must be a number, not str": lambda x: dpnp.nanstd(x * 1.0, correction="a"),
    "interp: left must be a number, not str": lambda x: dpnp.interp(x, x, x, left="a"),
    "interp: right must be a number, not list": lambda x: dpnp.interp(x, x, x, right=[1.0]),
    "interp: period must be a real number, not str": lambda x: dpnp.interp(x, x, x, period="a"),
    "frombuffer: a bytes-like object is required, not 'int'": lambda x: dpnp.frombuffer(5),
    "fromiter: 'int' object is not iterable": lambda x: dpnp.fromiter(5, "f4"),
    "erf: the array must be": lambda x: dpnp.scipy.special.erf([1.0]),
    "sqrt: the array must be": lambda x: dpnp.emath.sqrt([1.0]),
    "add: signature must be a text or a tuple of data types, not int": lambda x: dpnp.add(x, x, signature=5),
    "normal: a parameter must be a real number, not None": lambda x: dpnp.random.normal(None),
    "rand: size is .*, and an extent is 9223372036854775807 at most": lambda x: dpnp.random.rand(2**70),
    "rand: usm_type must be a str, not int": lambda x: dpnp.random.rand(3, usm_type=5),
    "randint: high must be a real number, not str": lambda x: dpnp.random.randint("a"),
    "bytes: length must be an int, not str": lambda x: dpnp.random.bytes("a"),
    "mgrid: it is indexed with slices, not with int": lambda x: dpnp.mgrid[0],
    "tile: reps must be ": lambda x: dpnp.tile(x, [1.5]),
    "add: a NumPy array and a dpnp array on ": lambda x: dpt.add(x, dpnp.asnumpy(x)),
    "r_: shapes .* do not fit": lambda x: dpnp.r_["-1", x[None], x[None, None]],
    "concat: .* not a NumPy array": lambda x: dpt.concat([x.get_array(), dpnp.asnumpy(x)]),
}


@pytest.mark.parametrize("message", sorted(_WRONG))
def test_messages_name_the_function_and_the_parameter(device, message):
    with pytest.raises((TypeError, ValueError), match=message):
        _WRONG[message](dpnp.arange(4, device=device))


# ---- as NumPy does ------------------------------------------------------------------------------------------------


def _changed(function, x, *args, **kwargs):
    x = x.copy()
    function(x, *args, **kwargs)
    return x


_COMPUTED = {
    "copyto(where=)": lambda np, x: [_changed(np.copyto, x, x + 1, where=w) for w in (1, 0, 1.5, [True, False, True])],
    "digitize of NaN": lambda np, x: [
        np.digitize(x / np.asarray([1, 0.0, 1], like=x) * 0, bins, right=right)
        for bins in ([-1.0, 0, 1], [1.0, 0, -1])
        for right in (False, True)
    ],
    "cond without matrices": lambda np, x: [
        np.linalg.cond(np.zeros((2, 0, 3, 3), like=x), p) for p in (None, 1, -2, "fro")
    ],
    "einsum of a number": lambda np, x: [np.einsum("...,...->...", x, 2), np.einsum("...,...", 2, x)],
    "einsum(dtype=)": lambda np, x: np.einsum("i,i", x, x, dtype="f4", casting="same_kind"),
    "roll by several shifts": lambda np, x: [np.roll(x, (2, 1, 3)), np.roll(x[None], (2, 1, 3)), np.roll(x, ())],
    "histogram2d of rows of columns": lambda np, x: np.histogram2d(x, x * 2, [2, 3]),
    "linspace(retstep=) of lists": lambda np, x: np.linspace([0, 1], x[:2], 3, retstep=True),
    "tensordot, negative axes": lambda np, x: np.tensordot(x[None], x[:, None], axes=([-1, -2], [-2, -1])),
    "put_along_axis(axis=None)": lambda np, x: _changed(
        np.put_along_axis, x.reshape(1, 3), np.asarray([0, 2], like=x), 9, None
    ),
    "pad, statistics of nothing": lambda np, x: [np.pad(x, 1, mode, stat_length=0) for mode in ("mean", "median")],
    "astype, the same object": lambda np, x: [
        x.astype(x.dtype, order=order, copy=False) is x for order in ("C", "F", "A", "K", None)
    ],
    "kaiser": lambda np, x: [np.kaiser(5, v) for v in (numpy.inf, numpy.nan)],
    "gradient, edge_order": lambda np, x: [np.gradient(x**2, edge_order=n) for n in (0, 1.0, 1.5, -7)],
    "interp, ends": lambda np, x: [np.interp(x - 5, x, x, left=np.asarray(2.0, like=x), right=v) for v in (None, True)],
    "arange(stop=)": lambda np, x: [np.arange(stop=5, like=x), np.arange(stop=5, step=2.0, like=x)],
    "tri": lambda np, x: [np.tri(-1, like=x), np.tri(3, -2, like=x), np.tri(2, 0, like=x)],
    "broadcast_arrays": lambda np, x: np.broadcast_arrays(),
    "float_power": lambda np, x: [np.float_power(x > 2, 2**70), np.float_power(2**70, x), np.float_power(x, -(2**64))],
    "pad, stat_length": lambda np, x: [np.pad(x, 1, "mean", stat_length=n) for n in (1.5, 2.5, (0.7, 3))],
    "random sizes": lambda np, x: [np.random.rand(2, 1).shape, np.random.normal(size=range(2, 4)).shape],
    "power": lambda np, x: [(x > 2) ** 0, x.astype("i4") ** 0, x**-1, x[:0].astype("i4") ** -1],
}
_REFUSED = {
    "histogram2d of matrices": lambda np, x: np.histogram2d(x[None], x[None]),
    "randn(d0=)": lambda np, x: np.random.randn(d0=3),
    "rand(size=)": lambda np, x: np.random.rand(size=3),
    "einsum(dtype=), narrower": lambda np, x: np.einsum("i,i", x, x, dtype="i4"),
    "take, float indices": lambda np, x: np.take(x, np.asarray([1.0], like=x)),
    "put, float indices": lambda np, x: np.put(x, np.asarray([1.0], like=x), 2),
    "tensordot, axes out of range": lambda np, x: np.tensordot(x, x, axes=([-3], [0])),
    "pad, extremes of nothing": lambda np, x: np.pad(x, 1, "maximum", stat_length=0),
    "assignment of text": lambda np, x: x.__setitem__(0, "a"),
    "full_like({})": lambda np, x: np.full_like(x, {}),
    "full_like(object())": lambda np, x: np.full_like(x, object()),
    "cov, fweights": lambda np, x: np.cov(x, fweights=2),
    "rollaxis": lambda np, x: np.rollaxis(x, 0, 5),
    "arange": lambda np, x: np.arange(step=2, like=x),
    "choose": lambda np, x: np.choose(x.astype("i4"), []),
    "zeros(True)": lambda np, x: np.zeros(True, like=x),
    "full((True, 2))": lambda np, x: np.full((True, 2), 1, like=x),
    "reshape": lambda np, x: np.reshape(x[:1], [True]),
    "broadcast_to": lambda np, x: np.broadcast_to(x[0], (True, 2)),
    "resize": lambda np, x: np.resize(x, True),
    "resize([True])": lambda np, x: np.resize(x, [True]),
    "eye": lambda np, x: np.eye(True, like=x),
    "eye, M": lambda np, x: np.eye(2, True, like=x),
    "identity": lambda np, x: np.identity(True, like=x),
    "vander": lambda np, x: np.vander(x, True),
    "bincount": lambda np, x: np.bincount(x.astype("i4"), minlength=True),
    "unravel_index": lambda np, x: np.unravel_index(x.astype("i4"), (True, 9)),
    "ravel_multi_index": lambda np, x: np.ravel_multi_index((x.astype("i4"),), (True,)),
    "fft2": lambda np, x: np.fft.fft2(x[None], (True, 2)),
    "fftfreq": lambda np, x: np.fft.fftfreq(True),
    "transpose": lambda np, x: np.transpose(x[None], (True, False)),
    "take": lambda np, x: np.take(x[None], np.asarray([0], like=x), axis=True),
    "packbits": lambda np, x: np.packbits(x[None].astype("u1"), axis=True),
    "random.normal": lambda np, x: np.random.normal(size=(True, 2)),
    "random.rand": lambda np, x: np.random.rand(2, True),
    "random.choice": lambda np, x: np.random.choice(3, True),
    "Generator.random": lambda np, x: np.random.default_rng(1).random(True),
    "Generator.integers": lambda np, x: np.random.default_rng(1).integers(3, size=[2, True]),
    "pad, no maximum of nothing": lambda np, x: np.pad(x, (0, 1), "maximum", stat_length=(0, 1)),
    "pad, a margin of no width": lambda np, x: np.pad(x, 0, "minimum", stat_length=0),
    "squeeze": lambda np, x: np.squeeze(x[None], axis=True),
    "squeeze, method": lambda np, x: x[None].squeeze(True),
    "mean(where=None)": lambda np, x: np.mean(x, where=None),
    "var(where=None)": lambda np, x: np.var(x, axis=0, where=None),
    "full_like(None)": lambda np, x: np.full_like(x.astype("i4"), None),
    "power": lambda np, x: x.astype("i4") ** -1,
    "power of bool": lambda np, x: (x > 2) ** -1,
    "power in place": lambda np, x: x.astype("i4").__ipow__(-2),
    "power of an element in place": lambda np, x: x[:1].astype("i8").reshape(()).__ipow__(-2),
}


@pytest.mark.parametrize("name", list(_COMPUTED))
def test_calls_give_what_numpy_gives(device, name):
    same(device, _COMPUTED[name], X)


@pytest.mark.parametrize("name", list(_REFUSED))
def test_calls_raise_what_numpy_raises(device, name):
    same(device, _REFUSED[name], X, fails=True)
