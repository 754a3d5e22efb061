"""dpnp.random: distributions against SciPy's, from fixed seeds, by Kolmogorov and Smirnov's test or counts; parameters and their errors."""

import numpy
import pytest
from scipy import stats

import dpnp

N = 20000

REALS = {
    "beta": [((2.0, 3.0), stats.beta(2, 3)), ((0.3, 0.2), stats.beta(0.3, 0.2))],
    "chisquare": [((3.0,), stats.chi2(3)), ((0.5,), stats.chi2(0.5))],
    "exponential": [((2.0,), stats.expon(scale=2))],
    "f": [((5.0, 7.0), stats.f(5, 7))],
    "gamma": [((0.4, 2.0), stats.gamma(0.4, scale=2)), ((7.5, 1.0), stats.gamma(7.5))],
    "gumbel": [((1.0, 2.0), stats.gumbel_r(1, 2))],
    "laplace": [((1.0, 2.0), stats.laplace(1, 2))],
    "logistic": [((1.0, 2.0), stats.logistic(1, 2))],
    "lognormal": [((0.5, 0.7), stats.lognorm(0.7, scale=numpy.exp(0.5)))],
    "noncentral_chisquare": [((3.0, 2.0), stats.ncx2(3, 2)), ((0.5, 3.0), stats.ncx2(0.5, 3))],
    "noncentral_f": [((5.0, 7.0, 2.0), stats.ncf(5, 7, 2))],
    "normal": [((1.0, 2.0), stats.norm(1, 2))],
    "pareto": [((3.0,), stats.lomax(3))],
    "power": [((3.0,), stats.powerlaw(3))],
    "rayleigh": [((2.0,), stats.rayleigh(scale=2))],
    "standard_cauchy": [((), stats.cauchy())],
    "standard_exponential": [((), stats.expon())],
    "standard_gamma": [((2.5,), stats.gamma(2.5))],
    "standard_normal": [((), stats.norm())],
    "standard_t": [((4.0,), stats.t(4))],
    "triangular": [((-1.0, 0.5, 2.0), stats.triang(0.5, -1, 3))],
    "uniform": [((-1.0, 3.0), stats.uniform(-1, 4))],
    "vonmises": [
        ((0.0, 2.0), stats.vonmises(2)),
        ((0.0, 1e-4), stats.vonmises(1e-4)),
        ((0.0, 300.0), stats.vonmises(300)),
    ],
    "wald": [((2.0, 3.0), stats.invgauss(2 / 3, scale=3))],
    "weibull": [((1.5,), stats.weibull_min(1.5))],
}
INTEGERS = {
    "binomial": [
        ((10, 0.3), stats.binom(10, 0.3)),
        ((200, 0.7), stats.binom(200, 0.7)),
        ((0, 0.5), stats.binom(0, 0.5)),
    ],
    "geometric": [((0.2,), stats.geom(0.2)), ((0.9,), stats.geom(0.9))],
    "hypergeometric": [
        ((7, 9, 6), stats.hypergeom(16, 7, 6)),
        ((100, 50, 60), stats.hypergeom(150, 100, 60)),
        ((40, 90, 110), stats.hypergeom(130, 40, 110)),
        ((5000, 4000, 3000), stats.hypergeom(9000, 5000, 3000)),
    ],
    "logseries": [((0.7,), stats.logser(0.7))],
    "negative_binomial": [((3.5, 0.4), stats.nbinom(3.5, 0.4))],
    "poisson": [((m,), stats.poisson(m)) for m in (0.2, 3.0, 9.9, 60.0)],
    "zipf": [((2.5,), stats.zipf(2.5))],
}


@pytest.fixture(params=["RandomState", "Philox", "PCG64"])
def generator(request, device):
    if request.param == "RandomState":
        return dpnp.random.RandomState(1234, device=device)
    return dpnp.random.Generator(getattr(dpnp.random, request.param)(1234), device=device)


@pytest.fixture
def chosen(request):
    """Which rows of a table to test: devices that compile a kernel for each (a second, on some drivers) get a few, the same for every
    generator."""
    few = ("exponential", "gamma", "standard_normal", "triangular", "uniform", "binomial", "poisson")
    is_compiled = "opencl" in request.node.name or "cuda" in request.node.name
    return lambda table: {k: v for k, v in table.items() if not is_compiled or k in few}.items()


def test_real_numbers_follow_their_distributions(generator, chosen):
    for name, cases in chosen(REALS):
        for parameters, expected in cases:
            x = dpnp.asnumpy(getattr(generator, name)(*parameters, size=N))
            assert stats.kstest(x, expected.cdf).pvalue > 1e-4, (name, parameters)


def check_counts(x, expected, what):
    """Pearson's test over the values that are to be seen at least 10 times each, and all others together."""
    values, counts = numpy.unique(x, return_counts=True)
    seen = dict(zip(values.tolist(), counts.tolist(), strict=True))
    common = [v for v in range(int(values.min()), int(values.max()) + 1) if expected.pmf(v) * x.size >= 10]
    found = numpy.array([seen.get(v, 0) for v in common], float)
    wanted = expected.pmf(common) * x.size
    rest = max(x.size - wanted.sum(), 1e-9)
    statistic = ((found - wanted) ** 2 / wanted).sum() + (x.size - found.sum() - rest) ** 2 / max(rest, 1)
    assert stats.chi2(max(len(common), 1)).sf(statistic) > 1e-4, what


def test_integers_follow_their_distributions(generator, chosen):
    for name, cases in chosen(INTEGERS):
        for parameters, expected in cases:
            x = dpnp.asnumpy(getattr(generator, name)(*parameters, size=N))
            assert x.dtype == (numpy.int32 if isinstance(generator, dpnp.random.RandomState) else numpy.int64)
            check_counts(x, expected, (name, parameters))


def test_parameters_broadcast(generator, chosen):
    scale = dpnp.asarray([[1.0], [100.0]], sycl_queue=generator._queue)
    for name, _ in chosen({"exponential": 1, "rayleigh": 1, "poisson": 1, "chisquare": 1}):
        x = dpnp.asnumpy(getattr(generator, name)(scale, size=(2, 3000)))
        assert x.shape == (2, 3000) and x[1].mean() > 10 * x[0].mean()
    assert generator.gamma([1.0, 2.0, 3.0], [[1.0], [2.0]]).shape == (2, 3)
    assert generator.normal([1.0, 2.0], 0.0).tolist() == [1.0, 2.0]
    assert generator.poisson().shape == () and generator.beta(1, 2).shape == ()
    assert generator.poisson(4.0, 0).shape == (0,)
    with pytest.raises(ValueError):
        generator.exponential([1.0, 2.0], size=3)


BAD = {
    "beta": [(0, 1), (1, -1)],
    "binomial": [(-1, 0.5), (3, 1.5), (3, float("nan"))],
    "chisquare": [(0,)],
    "exponential": [(-1,), (-0.0,)],
    "f": [(0, 1), (1, 0)],
    "gamma": [(-1, 1), (1, -1)],
    "geometric": [(0,), (1.1,)],
    "gumbel": [(0, -1)],
    "hypergeometric": [(-1, 1, 1), (2, 2, 5)],
    "laplace": [(0, -1)],
    "logistic": [(0, -1)],
    "lognormal": [(0, -1)],
    "logseries": [(1,), (-0.1,)],
    "negative_binomial": [(0, 0.5), (1, 0)],
    "noncentral_chisquare": [(0, 1), (1, -1)],
    "noncentral_f": [(0, 1, 1), (1, 0, 1), (1, 1, -1)],
    "normal": [(0, -1)],
    "pareto": [(0,)],
    "poisson": [(-1,), (float("nan"),)],
    "power": [(0,)],
    "rayleigh": [(-1,)],
    "standard_gamma": [(-1,)],
    "standard_t": [(0,)],
    "triangular": [(1, 0, 2), (0, 3, 2), (1, 1, 1)],
    "vonmises": [(0, -1)],
    "wald": [(0, 1), (1, 0)],
    "weibull": [(-1,)],
    "zipf": [(1,)],
}


def test_parameters_out_of_range_raise_as_numpys(generator, chosen):
    numpys = numpy.random.default_rng(0)
    for name, cases in chosen(BAD):
        for parameters in cases:
            with pytest.raises(ValueError):
                getattr(numpys, name)(*parameters)
            with pytest.raises(ValueError):
                getattr(generator, name)(*parameters)
            with pytest.raises(ValueError):
                getattr(generator, name)(*([x] for x in parameters))
    with pytest.raises(TypeError):
        generator.exponential("a")
    with pytest.raises(ValueError):
        generator.poisson(1.0, -1)
    with pytest.raises(TypeError):
        generator.poisson(1.0, 2.5)


def test_ends_of_parameter_ranges(generator, request):
    if "opencl" in request.node.name and not isinstance(generator, dpnp.random.RandomState):
        pytest.skip("the kernels are those of RandomState but for the result's type")
    n = 100
    assert (dpnp.asnumpy(generator.gamma(0.0, 1.0, n)) == 0).all()
    assert (dpnp.asnumpy(generator.weibull(0.0, n)) == 0).all()
    assert (dpnp.asnumpy(generator.exponential(0.0, n)) == 0).all()
    assert (dpnp.asnumpy(generator.binomial(5, 1.0, n)) == 5).all()
    assert (dpnp.asnumpy(generator.binomial(5, 0.0, n)) == 0).all()
    assert (dpnp.asnumpy(generator.geometric(1.0, n)) == 1).all()
    assert (dpnp.asnumpy(generator.poisson(0.0, n)) == 0).all()
    assert (dpnp.asnumpy(generator.hypergeometric(3, 4, 7, n)) == 3).all()
    assert (dpnp.asnumpy(generator.logseries(0.0, n)) == 1).all()
    assert (dpnp.asnumpy(generator.negative_binomial(3, 1.0, n)) == 0).all()
    assert numpy.isnan(dpnp.asnumpy(generator.gamma(float("nan"), 1.0, n))).all()
    tiny = dpnp.asnumpy(generator.beta(1e-4, 1e-4, n))
    assert ((tiny >= 0) & (tiny <= 1)).all()
    large = dpnp.asnumpy(generator.poisson(1e9, n))
    assert abs(large.mean() / 1e9 - 1) < 1e-4


def test_waiting_times_of_a_wandering_mean_are_positive(generator):
    for mean, scale in ((1, 1e-8), (1e10, 1), (1e8, 1e-3), (1e-8, 1e8), (1, 1e30)):
        x = dpnp.asnumpy(generator.wald(mean, scale, N))
        assert (x > 0).all() and numpy.isfinite(x).all()
        if scale < mean / 1e6:  # then scale / x is the square of a normal number
            assert stats.kstest(scale / x, stats.chi2(1).cdf).pvalue > 1e-4
    assert (dpnp.asnumpy(generator.wald(1.0, numpy.inf, 100)) == 1).all()


def test_angles_lie_between_pi_and_minus_pi_wherever_the_mode_is(generator):
    for mu, kappa in ((1e18, 1), (-3e9, 2), (3.0, 1e-9), (numpy.pi, 1e7), (-100, 0.5), (2e30, 1)):
        x = dpnp.asnumpy(generator.vonmises(mu, kappa, N)).astype("f8")
        assert (abs(x) <= numpy.float32(numpy.pi)).all(), mu
        if generator._real == numpy.float64:
            wrapped = numpy.remainder(x - numpy.fmod(mu, 2 * numpy.pi) + numpy.pi, 2 * numpy.pi) - numpy.pi
            expected = stats.vonmises(kappa).cdf if 1e-6 < kappa < 1e6 else _beside_the_mode(kappa)
            assert stats.kstest(wrapped, expected).pvalue > 1e-4


def _beside_the_mode(kappa):
    """The distribution of angles where it is nearly uniform, or nearly normal."""
    return stats.uniform(-numpy.pi, 2 * numpy.pi).cdf if kappa < 1 else stats.norm(0, kappa**-0.5).cdf


def test_powers_just_above_one_are_those_of_numbers_that_integers_hold(generator):
    for a in (1.0000001, 1.000001):
        x = numpy.log(dpnp.asnumpy(generator.zipf(a, N)).astype("f8"))
        held = numpy.log(2.0 ** (31 if generator._integer_dtype == numpy.int32 else 63))
        share = numpy.array([0.2, 0.4]) * held  # the logarithms of all numbers below 2**63 are nearly uniform
        expected = (share + 0.5772) / (63 * numpy.log(2) + 0.5772)
        assert numpy.allclose([(x <= s).mean() for s in share], expected, atol=0.02)
        assert (x >= 0).all() and (x <= held).all()


def test_least_parameters_of_beta_and_dirichlet(generator):
    for a, b in ((1e-300, 1e-300), (5e-324, 5e-324), (1e-310, 2e-310)):
        x = dpnp.asnumpy(generator.beta(a, b, N)) if generator._real == numpy.float64 else numpy.zeros(0)
        assert numpy.isin(x, [0, 1]).all()
        if a > 1e-320 and x.size:
            assert abs(x.mean() - 1 / (1 + b / a)) < 0.02
    for alpha in ([1e-3, 1e-3, 2e-3], [1e-30, 1e-30], [0.05, 0.02, 0.03]):
        x = dpnp.asnumpy(generator.dirichlet(alpha, N))
        assert x.shape == (N, len(alpha)) and numpy.allclose(x.sum(axis=1), 1, atol=1e-6)
        assert numpy.allclose(x.mean(axis=0), numpy.divide(alpha, sum(alpha)), atol=0.02)
    if not isinstance(generator, dpnp.random.RandomState):
        assert generator.dirichlet([0.0, 0.05, 0.0], 2).tolist() == [[0, 1, 0], [0, 1, 0]]
        assert generator.dirichlet([0.0, 0.0], 2).tolist() == [[0, 0], [0, 0]]


def test_parameters_that_one_of_numpys_interfaces_refuses(generator):
    is_legacy = isinstance(generator, dpnp.random.RandomState)
    numpys = numpy.random.RandomState(0) if is_legacy else numpy.random.default_rng(0)
    refused = [("uniform", (-1e308, 1e308))]
    if is_legacy:
        refused += [("dirichlet", ([0.0, 1.0],)), ("hypergeometric", (1, 1, 0))]
    else:
        refused += [
            ("hypergeometric", (10**9, 1, 1)),
            ("hypergeometric", (1, 10**9, 1)),
            ("negative_binomial", (1, 1e-18)),
        ]
        refused += [("negative_binomial", (1e18, 0.05)), ("negative_binomial", ([1, 1e18], 0.05))]
        assert generator.hypergeometric(10**9 - 1, 5, 0).tolist() == 0
    for name, parameters in refused:
        with pytest.raises((ValueError, OverflowError)) as expected:
            getattr(numpys, name)(*parameters)
        if name != "uniform" or generator._real == numpy.float64:
            with pytest.raises(expected.type):
                getattr(generator, name)(*parameters)


# ---- vectors ------------------------------------------------------------------------------------------------------


def test_multinomial(generator):
    p = [0.2, 0.5, 0.3]
    assert generator.multinomial(20, dpnp.asarray(p, sycl_queue=generator._queue), size=3).shape == (3, len(p))
    x = dpnp.asnumpy(generator.multinomial(20, p, size=5000))
    assert x.shape == (5000, 3) and (x.sum(axis=1) == 20).all()
    assert numpy.allclose(x.mean(axis=0), numpy.multiply(20, p), atol=0.15)
    assert generator.multinomial(4, [1.0]).tolist() == [4]
    for bad in ([0.7, 0.6, 0.1], [-0.1, 1.1]):
        with pytest.raises(ValueError):
            generator.multinomial(3, bad)
    with pytest.raises(ValueError):
        generator.multinomial(-1, p)


def test_dirichlet(generator):
    alpha = numpy.array([1.0, 2.0, 5.0])
    x = dpnp.asnumpy(generator.dirichlet(alpha, size=(20, 200)))
    assert x.shape == (20, 200, 3) and numpy.allclose(x.sum(axis=-1), 1)
    assert numpy.allclose(x.mean(axis=(0, 1)), alpha / 8, atol=0.02)
    with pytest.raises(ValueError):
        generator.dirichlet([-1.0, 1.0])


def test_multivariate_hypergeometric(generator):
    x = dpnp.asnumpy(generator.multivariate_hypergeometric([16, 8, 4], 6, size=4000))
    assert x.shape == (4000, 3) and (x.sum(axis=1) == 6).all() and (x <= [16, 8, 4]).all()
    assert numpy.allclose(x.mean(axis=0), 6 * numpy.array([16, 8, 4]) / 28, atol=0.12)
    with pytest.raises(ValueError):
        generator.multivariate_hypergeometric([1, 2], 4)


def test_multivariate_normal(generator):
    mean, cov = [1.0, -2.0], [[2.0, 0.6], [0.6, 1.0]]
    for method in ("svd", "eigh", "cholesky"):
        x = dpnp.asnumpy(generator.multivariate_normal(mean, cov, size=20000, method=method))
        assert x.shape == (20000, 2)
        assert numpy.allclose(x.mean(axis=0), mean, atol=0.05) and numpy.allclose(numpy.cov(x.T), cov, atol=0.08)
    with pytest.raises(ValueError):
        generator.multivariate_normal([0, 0], [[1, 2], [2, 1]], check_valid="raise")
    with pytest.warns(RuntimeWarning):
        generator.multivariate_normal([0, 0], [[1, 2], [2, 1]])
    for bad in (([[0, 0]], cov), (mean, [1.0, 2.0]), ([0.0], cov)):
        with pytest.raises(ValueError):
            generator.multivariate_normal(*bad)


# ---- orders and samples -------------------------------------------------------------------------------------------


def test_permutations(generator):
    x = dpnp.arange(12, sycl_queue=generator._queue).reshape(4, 3)
    assert sorted(generator.permutation(50).tolist()) == list(range(50))
    for axis in (0, 1):
        y = dpnp.asnumpy(generator.permutation(x, axis))
        assert sorted(map(tuple, numpy.moveaxis(y, axis, 0).tolist())) == sorted(
            map(tuple, numpy.moveaxis(dpnp.asnumpy(x), axis, 0).tolist())
        )
    z = dpnp.arange(200, sycl_queue=generator._queue)
    assert generator.shuffle(z) is None
    assert z.tolist() != list(range(200)) and sorted(z.tolist()) == list(range(200))
    w = generator.permuted(x, axis=1)
    assert numpy.sort(dpnp.asnumpy(w), axis=1).tolist() == dpnp.asnumpy(x).tolist()
    assert sorted(generator.permuted(x).reshape(-1).tolist()) == list(range(12))
    with pytest.raises(numpy.exceptions.AxisError):
        generator.permutation(x, 2)


def test_choice(generator):
    assert generator.choice(5) in range(5)
    x = dpnp.asnumpy(generator.choice(4, size=(100, 100), p=[0.1, 0.2, 0.3, 0.4]))
    assert x.shape == (100, 100)
    assert numpy.allclose(numpy.bincount(x.reshape(-1)) / 1e4, [0.1, 0.2, 0.3, 0.4], atol=0.02)
    y = generator.choice(10, size=10, replace=False)
    assert sorted(y.tolist()) == list(range(10))
    for n in (200, 5000, 10**12):
        few = generator.choice(n, size=(6, 2), replace=False)
        assert (
            few.shape == (6, 2)
            and len(set(few.reshape(-1).tolist())) == 12
            and int(few.min()) >= 0
            and int(few.max()) < n
        )
    firsts = [generator.choice(64, size=4, replace=False) for _ in range(400)]
    assert all(len(set(y.tolist())) == 4 for y in firsts)
    assert abs(sum(int(y[0]) for y in firsts) / 400 - 31.5) < 5
    z = generator.choice(5, size=3, replace=False, p=[0.5, 0.0, 0.25, 0.25, 0.0]).tolist()
    assert sorted(z) == [0, 2, 3]
    a = dpnp.asarray([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]], sycl_queue=generator._queue)
    assert generator.choice(a, size=4, axis=1).shape == (2, 4)
    assert generator.choice(a, size=(4, 2), axis=0).shape == (4, 2, 3)
    for bad in (
        lambda: generator.choice(0),
        lambda: generator.choice(3, 4, replace=False),
        lambda: generator.choice(3, p=[0.5, 0.5]),
        lambda: generator.choice(2, p=[0.5, 0.6]),
        lambda: generator.choice(2, p=[1.5, -0.5]),
        lambda: generator.choice(3, 3, replace=False, p=[0.5, 0.5, 0.0]),
    ):
        with pytest.raises(ValueError):
            bad()


def test_parameters_in_arrays_on_a_device_without_double(run):
    program = """
import dpnp
for made in (dpnp.random.default_rng(3, device="gpu"), dpnp.random.RandomState(3, device="gpu")):
    x = made.gamma(dpnp.asarray([0.5, 50.0], dtype="f4", device="gpu"), 1.0, (500, 2))
    assert x.dtype == "f4" and 0.3 < float(x[:, 0].mean()) < 0.7 and 48 < float(x[:, 1].mean()) < 52
    counts = made.multinomial(20, [0.2, 0.3, 0.5], 500)
    assert bool((counts >= 0).all()) and bool((counts.sum(axis=-1) == 20).all()) and 5 < float(counts[:, 1].mean()) < 7
    assert abs(float(made.dirichlet([1.0, 3.0], 500)[:, 1].mean()) - 0.75) < 0.05
"""
    run(program, DPEX_SIMULATE="gpu:1-fp64")
