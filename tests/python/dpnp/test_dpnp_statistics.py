"""Medians, quantiles, covariances, histograms and windows, compared with NumPy."""

import numpy
import pytest
from numpy_comparison import outcome, same

import dpnp

RNG = numpy.random.default_rng(11)
X = RNG.standard_normal((4, 6))
N = RNG.integers(0, 9, 40)
W = RNG.random(40)
METHODS = [
    "linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation",
    "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased",
]  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, n, w: np.median(x),
        lambda np, x, n, w: np.median(n),
        lambda np, x, n, w: np.median(x, axis=0, keepdims=True),
        lambda np, x, n, w: np.median(x[:, :5], axis=(0, 1), keepdims=True),
        lambda np, x, n, w: np.median(x.astype("float32"), axis=1, out=np.empty(4, "float32", like=x)),
        lambda np, x, n, w: np.median(np.where(x > 1, np.nan, x), axis=1),
        lambda np, x, n, w: np.percentile(x, 30),
        lambda np, x, n, w: np.percentile(x, [0, 25, 100], axis=1),
        lambda np, x, n, w: np.percentile(x.astype("float32"), 30, axis=0),
        lambda np, x, n, w: np.quantile(n, [[0.1, 0.9]], keepdims=True),
        lambda np, x, n, w: np.quantile(np.where(x > 1, np.nan, x), 0.5, axis=1),
        lambda np, x, n, w: np.quantile(x, 0.5, axis=(0, 1)),
        lambda np, x, n, w: np.nanmedian(np.where(x > 1, np.nan, x), axis=1),
        lambda np, x, n, w: np.nanmedian(np.where(x > 0, np.nan, x)),
        lambda np, x, n, w: np.nanmedian(n),
        lambda np, x, n, w: np.nanmedian(x.astype("float32"), axis=0, keepdims=True),
        lambda np, x, n, w: np.nanpercentile(np.where(x > 1, np.nan, x), [10, 50, 90], axis=0, keepdims=True),
        lambda np, x, n, w: np.nanquantile(np.where(x > -3, np.nan, x), 0.5, axis=0),
        lambda np, x, n, w: np.nanquantile(np.where(x > 0.5, np.nan, x), [0.25, 0.5], axis=(0, 1), method="nearest"),
        lambda np, x, n, w: np.nanquantile(x, [0.25, 0.5], axis=-1, method="hazen"),
        lambda np, x, n, w: np.percentile(x.astype("float32"), np.array([5.0, 50])),
        lambda np, x, n, w: np.average(x),
        lambda np, x, n, w: np.average(n, weights=w),
        lambda np, x, n, w: np.average(n, weights=n, returned=True),
        lambda np, x, n, w: np.average(x, axis=1, weights=w[:6], keepdims=True),
        lambda np, x, n, w: np.average(x, axis=0, returned=True),
        lambda np, x, n, w: np.cov(x),
        lambda np, x, n, w: np.cov(x, rowvar=False, bias=True),
        lambda np, x, n, w: np.cov(x[0], x[1], ddof=0),
        lambda np, x, n, w: np.cov(x, fweights=n[:6] + 1),
        lambda np, x, n, w: np.cov(x, fweights=n[:6] + 1, aweights=w[:6]),
        lambda np, x, n, w: np.cov(x[0] + 1j * x[1], x[2]),
        lambda np, x, n, w: np.cov(n),
        lambda np, x, n, w: np.corrcoef(x),
        lambda np, x, n, w: np.corrcoef(x[0], x[1] + 2j),
        lambda np, x, n, w: np.bincount(n),
        lambda np, x, n, w: np.bincount(n, w, 12),
        lambda np, x, n, w: np.bincount(n[:0], minlength=2),
        lambda np, x, n, w: np.digitize(x, np.sort(w[:5])),
        lambda np, x, n, w: np.digitize(n, np.sort(n[:5])[::-1], right=True),
        lambda np, x, n, w: np.digitize(np.where(x > 1, np.nan, x), np.array([-1, 0.5, np.nan], like=x)),
        lambda np, x, n, w: np.digitize(np.where(x > 1, np.nan, x), [np.nan, 0.5, -1], right=True),
        lambda np, x, n, w: np.histogram(x, []),
        lambda np, x, n, w: np.histogram(n, np.array([]), weights=w),
        lambda np, x, n, w: np.histogram(n, [], density=True),
        lambda np, x, n, w: np.histogram(n, [2]),
        lambda np, x, n, w: np.histogram(x),
        lambda np, x, n, w: np.histogram(n, 4),
        lambda np, x, n, w: np.histogram(n, bins=5, range=(2, 7), weights=w),
        lambda np, x, n, w: np.histogram(x, np.sort(x[0]), density=True),
        lambda np, x, n, w: np.histogram(n, [0, 2, 8]),
        lambda np, x, n, w: np.histogram(x[:0], 3),
        lambda np, x, n, w: np.histogram(x.astype("float32"), 3),
        lambda np, x, n, w: np.histogram(x > 0, 2),
        lambda np, x, n, w: np.histogram_bin_edges(x, 7, (-1, 1)),
        lambda np, x, n, w: np.histogram2d(x[0], x[1], 3),
        lambda np, x, n, w: np.histogram2d(x[0], x[1], [2, 3], density=True, weights=w[:6]),
        lambda np, x, n, w: np.histogram2d(x[0], x[1], [2, np.sort(x[2])], [None, (-1, 1)])[0],
        lambda np, x, n, w: np.histogramdd(x, (2, 2, 2, 2, 2, 3))[0],
        lambda np, x, n, w: np.histogramdd((x[0], x[1], x[2]), 2)[1],
    ],
)
def test_as_numpy(device, body):
    same(device, body, X, N, W, rtol=1e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_methods_of_quantiles(device, method, n):
    q = numpy.linspace(0, 1, 13)
    same(device, lambda np, x: np.quantile(x, list(q), method=method), X.ravel()[:n], rtol=1e-12)
    same(device, lambda np, x: np.percentile(x, list(q * 100), axis=0, method=method), N[:n], rtol=1e-12)


@pytest.mark.parametrize("rule", ["auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"])
def test_rules_for_bins(device, rule):
    for x in (numpy.concatenate([X.ravel(), X[0] * 4]), N, X.ravel()[:0], numpy.ones(5)):
        same(device, lambda np, x: np.histogram_bin_edges(x, rule), x)
    same(device, lambda np, x: np.histogram(x, rule, (-1, 1)), X)


@pytest.mark.parametrize("M", [0, 1, 2, 7, 8])
@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
def test_windows(name, M):
    same(None, lambda np: getattr(np, name)(M), rtol=1e-14)


@pytest.mark.parametrize("beta", [0, 3, 14.5, 100])
def test_kaiser(beta):
    same(None, lambda np: np.kaiser(9, beta), rtol=1e-12)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x, n: np.median(x, axis=3),
        lambda np, x, n: np.percentile(x, 101),
        lambda np, x, n: np.quantile(x, 0.5, method="other"),
        lambda np, x, n: np.quantile(x * 1j, 0.5),
        lambda np, x, n: np.average(x, weights=x[0]),
        lambda np, x, n: np.average(x, weights=x * 0),
        lambda np, x, n: np.bincount(n - 5),
        lambda np, x, n: np.bincount(x[0]),
        lambda np, x, n: np.bincount(n, n[:3]),
        lambda np, x, n: np.bincount(n, minlength=-1),
        lambda np, x, n: np.digitize(x, x[0]),
        lambda np, x, n: np.histogram(x, x[0]),
        lambda np, x, n: np.histogram(x, 0),
        lambda np, x, n: np.histogram(x, 3, (2, 1)),
        lambda np, x, n: np.histogram(x, [[1, 2]]),
        lambda np, x, n: np.histogram(x, 2.5),
        lambda np, x, n: np.histogramdd(x[:, :2], [[], []]),
        lambda np, x, n: np.histogram(x / 0, 3),
        lambda np, x, n: np.histogram(x, "other"),
        lambda np, x, n: np.histogram(x, 3, weights=x[0]),
        lambda np, x, n: np.histogramdd(x, (2, 2)),
        lambda np, x, n: np.cov(x, ddof=0.5),
        lambda np, x, n: np.cov(x, aweights=-x[0]),
    ],
)
def test_errors(device, body):
    same(device, body, X, N, fails=True)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.apply_along_axis(lambda line: line[::2] * 2, 0, x),
        lambda np, x: np.apply_along_axis(np.sum, 1, x),
        lambda np, x: np.apply_along_axis(lambda line: np.outer(line, line), 1, x),
        lambda np, x: np.apply_over_axes(np.sum, x, [0, 1]),
        lambda np, x: np.piecewise(x, [x < 0, x >= 0], [-1, 1]),
        lambda np, x: np.piecewise(x, [x < 0], [lambda v: -v, 7]),
        lambda np, x: np.piecewise(x[0], x[0] < 0, [lambda v, k=1: v * k, lambda v, k=1: v + k], k=3),
        lambda np, x: np.vectorize(lambda a, b: a - b if a > b else a + b)(x, 0.5),
        lambda np, x: np.vectorize(lambda a: (a, int(a > 0)), otypes="fi")(x),
        lambda np, x: np.vectorize(lambda a, b: (a * b).sum(), signature="(n),(n)->()")(x, x[0]),
        lambda np, x: np.vectorize(lambda a, b: a[:, None] * b, signature="(n),( m )->(n,m)", otypes="f")(x, x[0, :2]),
        lambda np, x: np.vectorize(lambda a, k: (a[:1], a.max() + k), excluded={1}, signature="(n)->(m),()")(x, 2.5),
    ],
)
def test_functions_of_parts(device, body):
    same(device, body, X, rtol=1e-12)


@pytest.mark.parametrize(
    "body",
    [
        lambda np, x: np.vectorize(lambda a: a, signature="(n)"),
        lambda np, x: np.vectorize(lambda a: a, signature="n->n"),
        lambda np, x: np.vectorize(lambda a, b: a, signature="(n),(n)->(n)")(x, x[0, :1]),
        lambda np, x: np.vectorize(lambda a: a, signature="(n)->(n)")(x[0, 0]),
        lambda np, x: np.vectorize(lambda a: a[:1], signature="(n)->(n)")(x),
        lambda np, x: np.vectorize(lambda a: a, signature="(n)->(n)")(x[:0]),
        lambda np, x: np.quantile(x, 0.5, weights=abs(x)),
        lambda np, x: np.quantile(x, 0.5, weights=x, method="inverted_cdf"),
        lambda np, x: np.quantile(x, 0.5, weights=x * 0, method="inverted_cdf"),
        lambda np, x: np.quantile(x, 0.5, weights=x[0], method="inverted_cdf"),
    ],
)
def test_errors_of_signatures_and_weights(device, body):
    same(device, body, X, fails=True)


SHAPES = [(4, 6), (1, 6), (6, 1), (6,), (1,), (1, 1), (0, 6), (6, 0), (0,), (0, 0), ()]


def same_if_possible(device, body, *args, rtol):
    """The same as NumPy, where that may be an error."""
    same(device, body, *args, rtol=rtol, fails=outcome(body, numpy, args)[1] is not None)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("rowvar", [True, False])
def test_covariances_of_few_variables_or_observations(device, shape, rowvar):
    x = (numpy.arange(1.0, 1 + numpy.prod(shape, dtype=int)) ** 2).reshape(shape)
    same(
        device,
        lambda np, x: [
            np.cov(x, rowvar=rowvar, **options) for options in ({}, {"bias": True}, {"ddof": 2}, {"dtype": "f4"})
        ],
        x,
        rtol=1e-6,
    )
    same(device, lambda np, x: np.corrcoef(x, rowvar=rowvar), x, rtol=1e-10)
    for other in ((6,), (1, 6), (6, 1), (4, 6), (1,), (1, 1), (0,)):
        y = numpy.cos(numpy.arange(numpy.prod(other, dtype=int))).reshape(other)
        for name in ("cov", "corrcoef"):
            same_if_possible(
                device, lambda np, x, y, name=name: getattr(np, name)(x, y, rowvar=rowvar), x, y, rtol=1e-10
            )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("shape", [(4, 6), (1, 6), (6, 1), (6,), (0, 6), (0, 0)])
@pytest.mark.parametrize("rowvar", [True, False])
def test_weighted_covariances_of_few_variables(device, shape, rowvar):
    x = numpy.arange(1.0, 1 + numpy.prod(shape, dtype=int)).reshape(shape) ** 2
    for n in {*shape, 1}:
        f, a = numpy.arange(1, n + 1), numpy.arange(1, n + 1) * 0.5
        for options in ({}, {"ddof": 0}, {"bias": True}):
            same_if_possible(
                device, lambda np, x, f, o=options: np.cov(x, rowvar=rowvar, fweights=f, **o), x, f, rtol=1e-10
            )
            same_if_possible(
                device,
                lambda np, x, f, a, o=options: np.cov(x, rowvar=rowvar, fweights=f, aweights=a, **o),
                x,
                f,
                a,
                rtol=1e-10,
            )


BEYOND = [[numpy.inf, -2.5, -2.5], [1, numpy.inf], [-numpy.inf, 1], [-numpy.inf, numpy.inf], [1, 2, 3, numpy.inf], [numpy.inf], [-numpy.inf, 1, 2],
          [numpy.nan, numpy.inf, 1], [numpy.nan, 5, numpy.inf, numpy.inf, 1], [numpy.nan, -numpy.inf, 1, numpy.inf], [numpy.nan, numpy.nan]]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", BEYOND)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_medians_beside_infinities(device, line, dtype):
    x = numpy.array(line, dtype)
    lines = numpy.stack([x, x[::-1], numpy.ones_like(x)])
    for name in ("median", "nanmedian"):
        same(
            device,
            lambda np, x, y: [
                getattr(np, name)(x),
                getattr(np, name)(y, axis=1),
                getattr(np, name)(y.T, axis=0, keepdims=True),
            ],
            x,
            lines,
        )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", BEYOND[:-1])
@pytest.mark.parametrize("method", METHODS)
def test_quantiles_beside_infinities(device, line, method):
    x = numpy.array(line)
    for name in ("quantile", "nanquantile"):
        same(
            device,
            lambda np, x: [
                getattr(np, name)(x, q, method=method) for q in (0, 1, 0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0, [0, 1])
            ],
            x,
        )
        same(device, lambda np, x: getattr(np, name)(x[None], [0.2, 0.6], axis=1, method=method), x)
        same(device, lambda np, x: getattr(np, name.replace("quantile", "percentile"))(x, 30, method=method), x)


def test_nanmedian_of_large_numbers_does_not_overflow(device):
    x = numpy.array([numpy.finfo("f8").max, numpy.nan, 1.0, numpy.finfo("f8").max])
    same(device, lambda np, x: [np.nanmedian(x), np.nanmedian(x[:1])], x)


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2)])
def test_weighted_quantiles(device, axis):
    x = numpy.arange(60.0).reshape(3, 4, 5) * 7 % 11
    x[0, 0], x[:, 1, 1], x[2, 2, :] = numpy.nan, numpy.nan, numpy.nan
    weights = (numpy.arange(60) * 5 % 3 + 1).reshape(x.shape)

    def body(np, x, w, n):
        chosen = {"axis": axis, "weights": w, "method": "inverted_cdf"}
        return [
            np.quantile(x, [0.0, 0.2, 1.0], **chosen),
            np.nanquantile(x, 0.4, keepdims=True, **chosen),
            np.percentile(n, [[30], [77]], **chosen),
            np.nanpercentile(x, [30, 77], **chosen),
        ]

    same(device, body, x, weights, weights[::-1] * 3)


@pytest.mark.parametrize("axis", [None, 0, (0, 2)])
def test_reductions_of_what_counts(device, axis):
    """Where a condition holds, and without NaN; a device that compiles at run time gets one dtype."""
    dtypes = "?bHlfdFD" if device.vendor.startswith("opendpex") else "d"
    shape = (3, 40, 5)
    where = numpy.arange(40).reshape(40, 1) % 3 != 1

    def body(np, x, where):
        chosen = {"axis": axis, "where": where}
        results = [
            np.sum(x, **chosen),
            np.prod(x[:, :3], axis=axis),
            np.any(x, **chosen),
            np.all(x, keepdims=True, **chosen),
        ]
        results += [
            np.max(x, initial=x.dtype.type(1), **chosen),
            np.mean(x, **chosen),
            np.var(x, ddof=1, **chosen),
            np.std(x, **chosen),
        ]
        if x.dtype.kind in "fc":
            x = np.where(where, x, x.dtype.type(numpy.nan))
            results += [
                np.nanmax(x, axis),
                np.nanmin(x[:, 1:2], axis, keepdims=True),
                np.nansum(x, axis),
                np.nanvar(x, axis),
            ]
            results += [np.nanmean(x, axis, keepdims=True), np.nanstd(x, axis, ddof=2), np.nanprod(x[:, :4], axis)]
        if x.dtype.kind == "f" and axis != (0, 2):
            results += [np.nanargmax(x[:, ::3], axis), np.nanargmin(x[:, ::3], axis, keepdims=True)]
        return results

    for dtype in dtypes:
        x = (numpy.arange(600) * 7 % 13).reshape(shape).astype(dtype)
        same(device, body, x, where, rtol=1e-5 if dtype in "fF" else 1e-11)


@pytest.mark.parametrize("n", [32768, 40003])
def test_many_bools(device, n):
    x = numpy.arange(n) * 7 % 5 < 2
    same(device, lambda np, x: [np.sum(x), np.count_nonzero(x), x.sum(), np.sum(x[3:]), np.sum(x[::2]), np.mean(x)], x)


OF_NAN = {
    "no NaN": [1.0, 2.0, 4.0],
    "one NaN": [numpy.nan, 1.0, 2.0],
    "NaN alone": [numpy.nan, numpy.nan],
    "a line of NaN first": [[numpy.nan, numpy.nan], [1.0, 2.0]],
    "a line of NaN last": [[1.0, 2.0], [numpy.nan, numpy.nan]],
    "a number": numpy.nan,
}
LEVELS = [0.5, [0.5], numpy.float64(0.5), numpy.float32(0.5), numpy.array(0.25), numpy.array([0.25], "f4")]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("values", OF_NAN.values(), ids=OF_NAN)
@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile", "median", "nanmedian"])
@pytest.mark.filterwarnings("ignore:All-NaN", "ignore:Mean of empty", "ignore:invalid value")
def test_quantiles_of_nan_have_the_dtype_of_numpy(device, name, values, dtype):
    if dtype == "float16" and not device.has_aspect_fp16 or dtype == "float64" and not device.has_aspect_fp64:
        pytest.skip(f"the device has no {dtype}")
    for level in LEVELS if "median" not in name else [None]:
        for axis in (None, -1) if numpy.ndim(values) else (None,):
            given = () if level is None else (level,)
            body = lambda np, x, given=given, axis=axis: getattr(np, name)(x, *given, axis=axis)  # noqa: E731
            same(device, body, numpy.asarray(values, dtype))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_levels_are_multiplied_in_their_own_precision(method, dtype):
    """20 times 0.3 is 6 in single precision, though the number next to 0.3 is above it."""
    for n in (7, 20, 1001):
        host = numpy.arange(n, dtype=dtype)
        x = dpnp.asarray(host)
        for k in range(21):
            expected = numpy.quantile(host, k / 20, method=method)
            numpy.testing.assert_allclose(dpnp.quantile(x, k / 20, method=method).asnumpy(), expected, 2e-6, 1e-6)
            expected = numpy.nanpercentile(host, 5 * k, method=method)
            numpy.testing.assert_allclose(dpnp.nanpercentile(x, 5 * k, method=method).asnumpy(), expected, 2e-6, 1e-6)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_shares_of_weights_are_compared_in_the_precision_of_the_level(dtype):
    host, weights = numpy.arange(20, dtype=dtype), numpy.ones(20)
    for k in range(21):
        expected = numpy.quantile(host, k / 20, weights=weights, method="inverted_cdf")
        found = dpnp.quantile(dpnp.asarray(host), k / 20, weights=dpnp.asarray(weights), method="inverted_cdf")
        assert found.asnumpy() == expected
