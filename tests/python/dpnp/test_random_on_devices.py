"""Random numbers of devices against those of the native device: one sequence for each generator, wherever its numbers are made."""

import numpy
import pytest

import dpctl
import dpnp
from opendpex import _core

SKIPPING = ["philox", "philox4x32", "pcg64", "pcg64dxsm", "mcg59"]
STATES = {
    "philox": [2**64 - 3, 2**64 - 1, 5, 0, 11, 12, 0, 0, 0, 0, 4],  # carries within the first words
    "philox4x32": [2**64 - 3, 2**64 - 1, 11 + 12 * 2**32, 0, 0, 2],
    "pcg64": [123456789, 987654321, 3, 2**63 + 1],
    "pcg64dxsm": [123456789, 987654321, 3, 2**63 + 1],
    "mcg59": [2**58 + 12345],
    "mt19937": [*range(1, 625), 600],
    "sfc64": [1, 2, 3, 4],
}


def _engine(name):
    engine = _core.RandomEngine(name)
    engine.set_state(b"".join(word.to_bytes(8, "little") for word in STATES[name]), 0, 0, 0, 0.0, 0, 0.0)
    return engine


@pytest.fixture
def devices(device):
    """The device and one whose cores compute."""
    return device, "cpu" if dpctl.has_cpu_devices() else device


def _both(devices, name, dtype, calls):
    """The results of the calls on each of the two devices, the words that follow, and the half word that is left."""
    made = []
    for one in devices:
        engine = _engine(name)
        arrays = []
        for n, call in calls:
            out = dpnp.empty(n, dtype=dtype, device=one)
            call(engine, out)
            arrays.append(dpnp.asnumpy(out))
        _, has_half, half, *_ = engine.get_state()
        made.append((arrays, engine.words(3), has_half and half))
    return made


def _with_double(device, dtype):
    if numpy.dtype(dtype) == numpy.float64 and not device.has_aspect_fp64:
        pytest.skip("the device has no double precision")


SIZES = [1, 2, 3, 7, 1, 64, 255, 4096, 20001]


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
@pytest.mark.parametrize("low, width", [(0.0, 1.0), (-3.0, 7.0), (0.0, 1e9)])
def test_uniform_numbers_are_the_same(devices, name, dtype, low, width):
    _with_double(devices[0], dtype)
    is_one_word = name in ("mcg59", "mt19937")
    calls = [(n, lambda engine, out: engine.uniform(out, low, width, is_one_word)) for n in SIZES]
    (found, *after), (expected, *after_them) = _both(devices, name, dtype, calls)
    assert after == after_them
    for a, b in zip(found, expected, strict=True):
        if devices[0].has_aspect_fp64:
            assert (a == b).all()
        else:
            numpy.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-6 * width)


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("mean, scale", [(0.0, 1.0), (0.0, 3.0), (2.0, 0.5)])
def test_normal_numbers_are_the_same_within_rounding(devices, name, dtype, mean, scale):
    _with_double(devices[0], dtype)
    is_one_word = name in ("mcg59", "mt19937")
    calls = [(n, lambda engine, out: engine.normal(out, mean, scale, is_one_word)) for n in SIZES]
    (found, *after), (expected, *after_them) = _both(devices, name, dtype, calls)
    assert after[0] == after_them[0]
    eps = numpy.finfo(dtype if devices[0].has_aspect_fp64 else "float32").eps
    for a, b in zip(found, expected, strict=True):
        numpy.testing.assert_allclose(a, b, rtol=4 * eps, atol=4 * eps * abs(mean) or 4e-16)


RANGES = [
    ("bool", 0, 1),
    ("uint8", 0, 255),
    ("int8", -100, 200),
    ("uint8", 3, 128),
    ("int16", -5, 204),
    ("uint16", 0, 40000),
    ("int32", -7, 99),
    ("int32", -7, 3 * 2**29),
    ("uint32", 0, 2**32 - 1),
    ("uint32", 0, 3 * 2**30),
    ("int64", 0, 9),
    ("int64", -(2**40), 2**41),
    ("int64", 5, 2**32 - 1),
    ("int64", 5, 2**31),
    ("uint64", 0, 2**64 - 1),
    ("uint64", 0, 3 * 2**62),
    ("uint64", 7, 0),
]


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("dtype, start, range_", RANGES)
def test_integers_are_the_same(devices, name, dtype, start, range_):
    calls = [(n, lambda engine, out: engine.integers(out, start & 0xFFFFFFFFFFFFFFFF, range_)) for n in SIZES]
    (found, *after), (expected, *after_them) = _both(devices, name, dtype, calls)
    assert after == after_them
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == b.dtype and (a == b).all()


@pytest.mark.parametrize("name", SKIPPING)
def test_halves_that_are_left_over_come_next(devices, name):
    calls = []
    for n in (1, 4, 3, 5, 1, 1, 2, 1001):
        calls += [
            (n, lambda engine, out: engine.integers(out, 0, 99)),
            (n, lambda engine, out: engine.integers(out, 0, 3 * 2**29)),
        ]
    (found, *after), (expected, *after_them) = _both(devices, name, "int32", calls)
    assert after == after_them and all((a == b).all() for a, b in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", STATES)
def test_integers_are_as_likely_as_each_other(device, name):
    engine = _engine(name)
    for dtype in ("int64", "int32", "uint8", "bool"):
        n_values = 2 if dtype == "bool" else 10
        x = dpnp.asnumpy(engine.integers(dpnp.empty(20000, dtype=dtype, device=device), 0, n_values - 1))
        counts = numpy.bincount(x.astype("int64"), minlength=n_values)
        assert abs(counts - 20000 / n_values).max() < 6 * (20000 / n_values) ** 0.5, (dtype, counts)
    x = dpnp.asnumpy(engine.integers(dpnp.empty(20000, dtype="uint64", device=device), 0, 2**64 - 1))
    for bit in range(64):
        assert abs(int((x >> numpy.uint64(bit) & numpy.uint64(1)).sum()) - 10000) < 450, bit


DRAWN = [
    ("beta", (0.7, 3.0), "real"),
    ("binomial", (9.0, 0.3), "integer"),
    ("binomial", (900.0, 0.3), "integer"),
    ("chisquare", (3.0,), "real"),
    ("f", (3.0, 5.0), "real"),
    ("gamma", (2.5, 2.0), "real"),
    ("gamma", (0.3, 1.0), "real"),
    ("geometric", (0.2,), "integer"),
    ("hypergeometric", (30.0, 40.0, 20.0), "integer"),
    ("logseries", (0.7,), "integer"),
    ("negative_binomial", (5.0, 0.4), "integer"),
    ("noncentral_chisquare", (3.0, 2.0), "real"),
    ("noncentral_f", (3.0, 5.0, 1.5), "real"),
    ("poisson", (3.0,), "integer"),
    ("poisson", (300.0,), "integer"),
    ("standard_t", (4.0,), "real"),
    ("vonmises", (0.5, 2.0), "real"),
    ("wald", (1.5, 2.0), "real"),
    ("zipf", (2.5,), "integer"),
]


@pytest.mark.parametrize("name, parameters, kind", DRAWN)
def test_each_elements_stream_is_the_same(devices, name, parameters, kind):
    if not devices[0].has_aspect_fp64:
        pytest.skip("without double precision other trials are accepted")
    for dtype in ("float32", "float64") if kind == "real" else ("int32", "int64"):
        for values in (parameters, tuple(numpy.linspace(0.9, 1.0, 3000) * value for value in parameters)):
            made = []
            for one in devices:
                out = dpnp.empty(3000, dtype=dtype, device=one)
                given = tuple(
                    x
                    if isinstance(x, float)
                    else dpnp.asarray(x if kind == "real" else numpy.ceil(x) if x[0] > 1 else x, device=one)
                    for x in values
                )
                made.append(dpnp.asnumpy(_core.random_draw(name, 5, 6, given, out)))
            found, expected = made
            if kind == "integer":
                assert (found == expected).all()
            else:
                eps = numpy.finfo(dtype).eps
                near_zero = (
                    1e-12 if name == "vonmises" else 0
                )  # small angles come from the arccosine of numbers close to 1
                numpy.testing.assert_allclose(
                    found, expected, rtol=(4 if dtype == "float32" else 64) * eps, atol=near_zero + 2 * eps
                )


TRANSFORMED = [
    lambda g: g.exponential(2.0, 3000),
    lambda g: g.standard_exponential(3000),
    lambda g: g.gumbel(0.0, 2.0, 3000),
    lambda g: g.laplace(0.0, 2.0, 3000),
    lambda g: g.logistic(0.0, 2.0, 3000),
    lambda g: g.lognormal(0.0, 0.5, 3000),
    lambda g: g.pareto(3.0, 3000),
    lambda g: g.power(3.0, 3000),
    lambda g: g.rayleigh(2.0, 3000),
    lambda g: g.standard_cauchy(3000),
    lambda g: g.triangular(-1.0, 0.5, 2.0, 3000),
    lambda g: g.weibull(2.0, 3000),
]


@pytest.mark.parametrize("number", range(len(TRANSFORMED)))
@pytest.mark.parametrize("name", ["Philox", "PCG64"])
def test_transformed_numbers_are_the_same_within_rounding(devices, number, name):
    made = [TRANSFORMED[number](dpnp.random.Generator(getattr(dpnp.random, name)(3), device=one)) for one in devices]
    found, expected = [dpnp.asnumpy(x) for x in made]
    if found.dtype == expected.dtype:  # without double precision the numbers are others
        eps = numpy.finfo(found.dtype).eps
        numpy.testing.assert_allclose(found, expected, rtol=16 * eps, atol=16 * eps)


@pytest.mark.parametrize("name", ["Philox", "PCG64"])
def test_orders_and_samples_are_the_same(devices, name):
    if not devices[0].has_aspect_fp64:
        pytest.skip("without double precision other keys are sorted")
    made = []
    for one in devices:
        g = dpnp.random.Generator(getattr(dpnp.random, name)(3), device=one)
        x = dpnp.arange(1000, device=one)
        g.shuffle(x)
        p = dpnp.asarray(numpy.arange(100) / 4950, device=one)
        made.append(
            [
                x,
                g.permutation(1001),
                g.permutation(dpnp.arange(12, device=one).reshape(4, 3), axis=1),
                g.permuted(dpnp.arange(300, device=one).reshape(3, 100), axis=1),
                g.choice(50, 200),
                g.choice(50, 40, replace=False),
                g.choice(100, 30, p=p),
                g.choice(100, 30, replace=False, p=p),
                g.multinomial(100, [0.2, 0.3, 0.5], 50),
                g.multivariate_hypergeometric([10, 20, 30], 15, 50),
            ]
        )
    for a, b in zip(*made, strict=True):
        assert (dpnp.asnumpy(a) == dpnp.asnumpy(b)).all()
