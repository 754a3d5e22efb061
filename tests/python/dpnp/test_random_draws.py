"""Draws whose parameters are numbers, which go to the core at once, are those by Python."""

import numpy
import pytest

import dpctl
import dpnp
from opendpex import _core

_DISTRIBUTIONS = {  # the usual arguments, and others whose call is Python's, which may refuse them
    "uniform": [(1, 2), (), (0, 10**400), (2.5, -1), (0.0, float("inf"))],
    "normal": [(1.5, 2), (), (10**400,), (0, 0), (0.0, -1.0), (float("nan"), 1)],
    "standard_normal": [()],
    "standard_exponential": [()],
    "standard_cauchy": [()],
    "exponential": [(2.0,), (), (0,), (-1,), (-0.0,), (float("inf"),)],
    "gumbel": [(0, 1.5), (), (0, -1)],
    "laplace": [(1, 1.5), (), (0, -1)],
    "logistic": [(1, 1.5), (), (0, -1)],
    "lognormal": [(0.5, 1.5), (), (0, -1)],
    "pareto": [(3.0,), (0,)],
    "power": [(3.0,), (0,)],
    "rayleigh": [(3.0,), (), (-1.0,)],
    "triangular": [(0, 1, 2), (0, 0, 2), (1, 0, 2), (0, 2, 1), (1, 1, 1)],
    "weibull": [(2.0,), (0.0,), (-1,)],
    "beta": [(2.0, 3), (0.5, 0.5), (0, 1)],
    "chisquare": [(3,), (0.0,)],
    "f": [(3, 4.0), (0, 4.0)],
    "gamma": [(2.5, 1.0), (0.5,), (0, 2), (-1.0,), (float("nan"),)],
    "standard_gamma": [(2.5,), (0,), (-1.0,)],
    "noncentral_chisquare": [(3, 1), (0.5, 0), (0, 1), (1, -1)],
    "noncentral_f": [(3, 4, 1), (3, 4, 0), (3, 0, 1)],
    "standard_t": [(5,), (0,)],
    "vonmises": [(0.5, 2.0), (0, 0), (0, -1)],
    "wald": [(1.0, 2.0), (0, 2.0)],
    "binomial": [(10, 0.3), (10.0, 0), (1000, 1), (-1, 0.3), (10, 1.5), (2.5, 0.3)],
    "geometric": [(0.3,), (1,), (0,)],
    "hypergeometric": [(30, 40, 20), (3, 4, 7), (3, 4, 8), (0, 4, 0), (-1, 4, 1), (10**9, 5, 1)],
    "logseries": [(0.5,), (0,), (1.0,)],
    "negative_binomial": [(5, 0.3), (2.5, 1), (0, 0.3), (5, 0), (1e18, 1e-9)],
    "poisson": [(4.0,), (), (10**400,), (0,), (100,), (-1,), (1e19,)],
    "zipf": [(2.5,), (1.0,)],
    "integers": [(10,), (-5, 1000), (0, None), (5, 5), (0, 2**63 - 1), (-(2**63), 0), (0, 2**63), (2.5,)],
    "randint": [(10,), (-5, 1000), (0, 2**31 - 1), (0, 2**31), (5, 5), (2.5,)],
    "random": [()],
    "multinomial": [
        (20, [0.2, 0.3, 0.5]),
        (10**6, (0.5, 0.5)),
        (0, [0.1] * 10),
        (5, [1, 0, 0.0]),
        (5, [0.0, 1.0]),
        (5, [1 / 17] * 17),
        (5, [1.0]),
        (5, []),
        (5, [0.7, 0.7, 0.1]),
        (5, [-0.1, 1.1]),
        (5, [float("nan"), 0.5]),
        (-1, [0.5, 0.5]),
        (2.5, [0.5, 0.5]),
        (10**20, [0.5, 0.5]),
    ],
}


def _generator(kind, device):
    queue = dpctl.SyclQueue(device)
    if kind == "RandomState":
        return dpnp.random.RandomState(5, sycl_queue=queue)
    return dpnp.random.Generator(getattr(dpnp.random, kind)(5), sycl_queue=queue)


def _draws(kind, device, name, given, **by_python):
    """Outcomes of several calls and what follows them."""
    generator = _generator(kind, device)
    found = []
    for size in [(), (7,), ((2, 3),), (None,), (0,), (600,), (-1,), (2.5,)]:
        for named in (False, True):
            size_given = {"size": size[0]} if named and size else {}
            positional = given if named or not size or len(given) < _needed(name, given) else (*given, *size)
            try:
                x = getattr(generator, name)(*positional, **size_given, **by_python)
                found.append((x.dtype.char, x.shape, dpnp.asnumpy(x).tobytes(), x.sycl_queue == generator._queue))
            except (TypeError, ValueError, OverflowError) as error:
                found.append((type(error), str(error)))
    return [*found, generator.random(3).tolist()]


def _needed(name, given):
    """So many parameters come before the size."""
    return max(len(x) for x in _DISTRIBUTIONS[name]) if name not in ("integers", "randint") else 2


@pytest.mark.parametrize("kind", ["RandomState", "PCG64", "MT19937"])
@pytest.mark.parametrize("name", _DISTRIBUTIONS)
def test_draws_of_usual_calls_are_those_by_python(name, kind, device):
    if not hasattr(_generator(kind, device), name):
        pytest.skip(f"{kind} has no {name}")
    for given in _DISTRIBUTIONS[name]:
        assert _draws(kind, device, name, given) == _draws(kind, device, name, given, usm_type="device")


@pytest.mark.parametrize("name", [x for x in _DISTRIBUTIONS if hasattr(dpnp.random, x)])
def test_functions_of_random_draw_as_their_state_does(name):
    for given in _DISTRIBUTIONS[name]:
        outcomes = []
        for by_python in ({}, {"device": None}):
            dpnp.random.seed(3)
            try:
                x = getattr(dpnp.random, name)(*given, size=5, **by_python)
                outcomes.append((x.dtype, x.shape, dpnp.asnumpy(x).tobytes(), float(dpnp.random.rand())))
            except (TypeError, ValueError, OverflowError) as error:
                outcomes.append((type(error), str(error)))
        assert outcomes[0] == outcomes[1]


def test_draws_need_no_call_of_python():
    generator, state = dpnp.random.default_rng(1), dpnp.random.RandomState(1)
    for name, arguments in _DISTRIBUTIONS.items():
        if generator._real == "f8" or name not in ("uniform", "normal"):
            owner = state if name == "randint" else generator
            assert type(getattr(_core, f"usual_{name}")(owner, *arguments[0])) is dpnp.ndarray
    usual = _core.usual_gamma
    assert usual(generator, 2.0, size=(2, 3)).shape == (2, 3) and usual(generator, 2, 1, 4).shape == (4,)
    for wrong in ((), (numpy.float64(2),), (True,), ([2.0],), (2.0, 1.0, [3]), (2.0, 1.0, 3, 4), (10**400,)):
        assert usual(generator, *wrong) is NotImplemented
    assert usual(generator, 2.0, scale=1.0) is usual(object(), 2.0) is usual(2.0) is usual() is NotImplemented


def test_generators_of_one_bit_generator_draw_on_their_queues(device):
    bits, queues = dpnp.random.PCG64(3), [dpctl.SyclQueue(device) for _ in range(2)]
    first, second = (dpnp.random.Generator(bits, sycl_queue=queue) for queue in queues)
    drawn = [first.gamma(2.0, 1.0, 3), second.gamma(2.0, 1.0, 3), first.gamma(2.0, 1.0, 3)]
    assert [x.sycl_queue == queues[k % 2] for k, x in enumerate(drawn)] == [True] * 3
    alone = dpnp.random.Generator(dpnp.random.PCG64(3), sycl_queue=queues[0])
    assert [x.tolist() for x in drawn] == [alone.gamma(2.0, 1.0, 3).tolist() for _ in range(3)]


@pytest.mark.parametrize("kind", ["RandomState", "PCG64", "MT19937"])
def test_four_words_are_the_key_of_a_draw(kind, device):
    drawn, words = (_generator(kind, device) for _ in range(2))
    x = drawn.gamma(2.0, 1.0, 5)
    a, b, c, d = numpy.frombuffer(words._engine.words(4), "u8").tolist()
    key = (a, b) if kind == "PCG64" else ((a << 32 ^ b) % 2**64, (c << 32 ^ d) % 2**64)
    out = dpnp.empty_like(x)
    assert _core.random_draw("gamma", *key, (2.0, 1.0), out).tolist() == x.tolist()
    assert drawn._engine.words(1) == words._engine.words(1)


@pytest.mark.parametrize("kind", ["RandomState", "PCG64"])
def test_lists_are_parameters_as_arrays_are(kind, device):
    for nest in ([1.0, 2, 3.5], (True, 2), [[1], [2]], [1.0] * 70):
        by_list, by_array = (_generator(kind, device) for _ in range(2))
        array = dpnp.asarray(numpy.array(nest), dtype=by_array._real, sycl_queue=by_array._queue)
        assert by_list.gamma(nest, 1.0).tolist() == by_array.gamma(array, 1.0).tolist()
        assert by_list.normal(nest, 1.0).tolist() == by_array.normal(array, 1.0).tolist()
    with pytest.raises(ValueError, match="shape < 0"):
        by_list.gamma([1.0, -1.0], 1.0)


@pytest.mark.parametrize("alpha", [[1.0, 2.0, 3.0], (0.5, 4), [1], [0.01, 0.02], [1e-300, 5.0], [0.0, 1.0], [-1.0, 1.0], [float("nan"), 1.0], [float("inf"), 1.0], [True, 1.0], []])  # fmt: skip
@pytest.mark.parametrize("kind", ["RandomState", "PCG64"])
def test_dirichlet_of_a_list_is_that_of_an_array(kind, alpha, device):
    for size in (None, 4, (2, 3), 0, -1):
        found = []
        for given in (alpha, numpy.array(alpha)):
            try:
                made = _generator(kind, device).dirichlet(given, size)
                found.append((made.dtype, made.shape, dpnp.asnumpy(made).tobytes()))
            except (ValueError, TypeError) as error:
                found.append(str(error))
        assert found[0] == found[1]
