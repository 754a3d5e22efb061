"""dpnp.random's bit generators, seed sequences and Generator: NumPy's words and numbers where they are promised."""

import pickle

import numpy
import pytest

import dpctl
import dpnp
from dpnp.random import Generator, Philox, SeedSequence, default_rng

NAMES = ["Philox", "PCG64", "PCG64DXSM", "SFC64", "MT19937"]


def pair(name, seed):
    return getattr(dpnp.random, name)(seed), getattr(numpy.random, name)(seed)


@pytest.mark.parametrize("entropy", [0, 42, 2**70 + 5, [1, 2, 3], [1, 2**40], [1, 2, 3, 4, 5, 6], numpy.arange(3)])
def test_seed_sequences_give_numpys_words(entropy):
    ours, numpys = SeedSequence(entropy), numpy.random.SeedSequence(entropy)
    assert (ours.generate_state(9) == numpys.generate_state(9)).all()
    assert (ours.generate_state(3, numpy.uint64) == numpys.generate_state(3, numpy.uint64)).all()
    assert (ours.pool == numpys.pool).all()
    for a, b in zip(
        [*ours.spawn(2), *ours.spawn(1)[0].spawn(2)], [*numpys.spawn(2), *numpys.spawn(1)[0].spawn(2)], strict=True
    ):
        assert (a.generate_state(5) == b.generate_state(5)).all() and a.spawn_key == b.spawn_key
    assert ours.n_children_spawned == numpys.n_children_spawned


def test_bad_seed_sequences():
    for entropy, error in ((-1, ValueError), (1.5, TypeError), ("a", TypeError)):
        with pytest.raises(error):
            SeedSequence(entropy)
    assert SeedSequence().entropy != SeedSequence().entropy
    with pytest.raises(ValueError):
        SeedSequence(1).generate_state(2, numpy.int32)


def as_lists(state):
    return {k: as_lists(v) if isinstance(v, dict) else numpy.asarray(v).tolist() for k, v in state.items()}


@pytest.mark.parametrize("name", NAMES)
def test_words_and_states_are_numpys(name):
    for seed in (0, 2**65 + 3):
        ours, numpys = pair(name, seed)
        for n in (1, 1000, 2, 7):
            assert (ours.random_raw(n) == numpys.random_raw(n)).all()
        assert as_lists(ours.state) == as_lists(numpys.state)
        ours.state = numpys.state
        assert ours.random_raw() == numpys.random_raw()
        again = pickle.loads(pickle.dumps(ours))
        assert again.random_raw(5).tolist() == ours.random_raw(5).tolist()
        assert ours.spawn(2)[1].random_raw() == numpys.spawn(2)[1].random_raw()
    with pytest.raises(ValueError):
        ours.state = {"bit_generator": "other", "state": {}}
    with pytest.raises(TypeError):
        ours.state = 1
    assert ours.random_raw(3, output=False) is None and ours.random_raw((2, 3)).shape == (2, 3)


@pytest.mark.parametrize("name", ["Philox", "PCG64", "PCG64DXSM"])
def test_jumps_are_numpys(name):
    ours, numpys = pair(name, 5)
    ours.random_raw(3), numpys.random_raw(3)
    assert (ours.jumped().random_raw(5) == numpys.jumped().random_raw(5)).all()
    assert (ours.jumped(3).random_raw(5) == numpys.jumped(3).random_raw(5)).all()
    assert (ours.advance(123456).random_raw(5) == numpys.advance(123456).random_raw(5)).all()
    with pytest.raises(NotImplementedError, match="spawn"):
        dpnp.random.SFC64(1).jumped()


def test_keys_and_counters_of_philox():
    for keywords in (
        {"key": 2**100 + 7},
        {"key": [1, 2], "counter": [5, 0, 1, 2**63]},
        {"counter": 2**64 - 2, "seed": 3},
    ):
        assert (Philox(**keywords).random_raw(20) == numpy.random.Philox(**keywords).random_raw(20)).all()
    for keywords in ({"key": 2**128}, {"key": -1}, {"key": [1, 2, 3]}, {"seed": 1, "key": 1}):
        with pytest.raises(ValueError):
            Philox(**keywords)


CALLS = [
    lambda g: g.random(5),
    lambda g: g.random((3, 3001)),
    lambda g: g.random(5, dtype=numpy.float32),
    lambda g: g.random(9000, dtype=numpy.float32),
    lambda g: g.integers(0, 10, size=7),
    lambda g: g.integers(0, 10**12, size=700),
    lambda g: g.integers(-5, 200, size=999, dtype=numpy.int16),
    lambda g: g.integers(0, 2, size=100, dtype=bool),
    lambda g: g.integers(0, 250, size=1003, dtype=numpy.uint8),
    lambda g: g.integers(0, 2**64 - 1, endpoint=True, size=11, dtype=numpy.uint64),
    lambda g: g.integers(0, 2**32, size=11),
    lambda g: g.integers(0, 2**31, size=4000, dtype=numpy.uint32),
    lambda g: g.integers(5, 6, size=3),
    lambda g: [g.integers(0, 3 * 2**30, size=n) for n in (1, 2, 2051)][-1],  # a quarter of the words are rejected
    lambda g: g.integers(0, 3 * 2**62, size=2051, dtype=numpy.uint64),
    lambda g: g.integers(-7, 3 * 2**29, size=2051, dtype=numpy.int32),
    lambda g: g.uniform(-3, 4, size=100),
    lambda g: numpy.frombuffer(g.bytes(11), numpy.uint8),
    lambda g: g.random(3),
]


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_numpys(device, name):
    ours, numpys = pair(name, 3)
    ours, numpys = Generator(ours, device=device), numpy.random.Generator(numpys)
    if not device.has_aspect_fp64:
        assert (dpnp.asnumpy(ours.random(50, dtype="f4")) == numpys.random(50, dtype="f4")).all()
        return
    for number, call in enumerate(CALLS):
        found, expected = dpnp.asnumpy(call(ours)), call(numpys)
        assert found.dtype == expected.dtype and found.shape == expected.shape and (found == expected).all(), number


def test_streams_are_the_same_on_every_device(device):
    """Compared with the first device of all: normal numbers within rounding, others exactly."""
    here = Generator(Philox(11), device=device)
    there = Generator(Philox(11), device="cpu" if dpctl.has_cpu_devices() else device)
    for call in (
        lambda g: g.random(1001),
        lambda g: g.standard_normal(1001),
        lambda g: g.normal(2.0, 3.0, (5, 7)),
        lambda g: g.standard_normal(7, dtype=numpy.float32),
        lambda g: g.poisson(20.0, 500),
        lambda g: g.gamma(2.5, size=500),
        lambda g: g.random(9, dtype=numpy.float32),
    ):
        tolerance = 1e-12 if device.has_aspect_fp64 else 1e-4
        if device.has_aspect_fp64 or "poisson" not in call.__code__.co_names:
            a, b = dpnp.asnumpy(call(here)), dpnp.asnumpy(call(there))
            numpy.testing.assert_allclose(
                a, b, rtol=max(tolerance, 1e-5 if a.dtype == numpy.float32 else 0), atol=tolerance
            )


def test_generators(device):
    rng = default_rng(5, device=device)
    assert rng is default_rng(rng) and isinstance(rng.bit_generator, dpnp.random.PCG64)
    children = rng.spawn(2)
    assert children[0].random(3).tolist() != children[1].random(3).tolist() and children[0].sycl_queue == rng.sycl_queue
    out = dpnp.empty((3, 4), dtype="f4", device=device)[:, ::2]
    assert rng.random(dtype="f4", out=out) is out and (dpnp.asnumpy(out) < 1).all()
    assert rng.standard_exponential(out=out, dtype="f4", method="inv") is out
    assert rng.standard_gamma(2.0, out=out, dtype="f4") is out
    assert rng.standard_gamma([1.0, 2.0]).shape == (2,)
    x = dpnp.asnumpy(rng.integers([0, 100], [10, 110], size=(50, 2)))
    assert x.min() >= 0 and (x[:, 0] < 10).all() and (x[:, 1] >= 100).all()
    assert rng.random().shape == () and str(rng) == "Generator(PCG64)"
    for call, error in (
        (lambda: rng.random(dtype="i4"), TypeError),
        (lambda: rng.random(3, dtype="f4", out=out), ValueError),
        (lambda: rng.random(dtype=numpy.float64, out=out), TypeError),
        (lambda: rng.integers(5, 5), ValueError),
        (lambda: rng.integers(0, 300, dtype="u1"), ValueError),
        (lambda: rng.integers(0, 3, dtype="f8"), TypeError),
        (lambda: rng.uniform(2, 1), ValueError),
        (lambda: rng.uniform(0, float("inf")), OverflowError),
        (lambda: rng.standard_exponential(method="x"), ValueError),
        (lambda: Generator(5), TypeError),
        (lambda: dpnp.random.BitGenerator(1), NotImplementedError),
    ):
        with pytest.raises(error):
            call()


def test_generators_are_pickled():
    rng = default_rng(5)
    rng.standard_normal(3)
    assert pickle.loads(pickle.dumps(rng)).random(4).tolist() == rng.random(4).tolist()


def test_large_arrays_are_the_small_ones_in_a_row(device):
    """Streaming stores, several threads, and the ends of chunks change nothing."""
    n = 1_100_003
    for name in ("Philox", "PCG64", "SFC64", "MT19937"):
        whole = dpnp.asnumpy(Generator(getattr(dpnp.random, name)(1), device=device).random(n, dtype=None))
        parts = Generator(getattr(dpnp.random, name)(1), device=device)
        parts = numpy.concatenate([dpnp.asnumpy(parts.random(k, dtype=None)) for k in (1, 4096, 777_777, n - 781_874)])
        assert (whole == parts).all(), name
