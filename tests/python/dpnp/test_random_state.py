"""dpnp.random.RandomState: the reference's numbers, arguments and errors; the functions of the module."""

import math
import pickle
import random

import numpy
import pytest

import dpctl
import dpnp
from dpnp.random import RandomState


def twister_units(key, n):
    """Words of the twister for one 32-bit seed, over 2**32: Python's own generator begins in the same way."""
    words = random.Random(key)
    return [words.getrandbits(32) / 2**32 for _ in range(n)]


def mcg59_units(seed, n):
    x, made = seed % 2**59 or 1, []
    for _ in range(n):
        made.append(x / 2**59)
        x = x * 13**13 % 2**59
    return made


def units(device, seed, n):
    return (twister_units if device.is_cpu else mcg59_units)(seed, n)


def normals(u):
    made = []
    for a, b in zip(u[::2], u[1::2], strict=True):
        r = math.sqrt(-2 * math.log(a))
        made += [r * math.sin(2 * math.pi * b), r * math.cos(2 * math.pi * b)]
    return made


def close(x, expected):
    numpy.testing.assert_allclose(dpnp.asnumpy(x), expected, rtol=1e-12, atol=1e-14)


def test_numbers_are_the_references(device):
    u = units(device, 42, 30000)
    if device.is_cpu:  # as Intel's package prints them
        numpy.testing.assert_allclose(u[:3], [0.6394268043804914, 0.11133107519708574, 0.02501075365580618], rtol=1e-15)
    make = lambda: RandomState(42, device=device)
    for n in (5, 30000):
        close(make().rand(n), u[:n])
    close(make().uniform(-2, 5, size=4), [-2 + x * 7 for x in u[:4]])
    close(make().uniform(7, 3, size=4), [3 + x * 4 for x in u[:4]])
    assert make().randint(3, 100, size=8).tolist() == [3 + int(x * 97) for x in u[:8]]
    assert make().uniform(-15.74, 6.789, size=8, dtype="i4").tolist() == [-15 + int(x * 21) for x in u[:8]]
    close(make().standard_normal(30000), normals(u))
    close(make().normal(3, 2, size=(2, 4)).reshape(-1), [3 + 2 * x for x in normals(u[:8])])
    single = dpnp.asnumpy(make().uniform(size=4, dtype="f4"))
    assert single.dtype == numpy.float32
    numpy.testing.assert_allclose(single, u[:4], atol=1e-6)


def test_the_second_of_a_pair_comes_next(device):
    u = units(device, 42, 20)
    state = RandomState(42, device=device)
    close(state.normal(size=3), normals(u[:4])[:3])
    close(state.rand(1), u[4:5])
    close(state.normal(size=4), [normals(u[:4])[3], *normals(u[5:9])[:3]])
    close(state.rand(1), u[9:10])


def test_calls_in_parts_make_the_same_stream(device):
    u = units(device, 7, 20011)
    state = RandomState(7, device=device)
    parts = [dpnp.asnumpy(state.rand(n)) for n in (1, 4095, 4097, 11818)]
    close(dpnp.asarray(numpy.concatenate(parts)), u)


@pytest.mark.parametrize("seed", [[1, 2, 3], (1, 2, 0), range(3), numpy.array([5, 6]), numpy.int64(9), True])
def test_seeds(device, seed):
    if not device.is_cpu and not isinstance(seed, (bool, numpy.int64)):
        with pytest.raises(ValueError):
            RandomState(seed, device=device)
        return
    a, b = RandomState(seed, device=device).rand(3).tolist(), RandomState(seed, device=device).rand(3).tolist()
    assert a == b
    if device.is_cpu and isinstance(seed, (list, tuple)):
        expected = {3: [0.6098612765781581, 0.3615141271147877, 0.8866970397066325]}
        expected[0] = [0.9676922517828643, 0.9460887932218611, 0.3889603603165597]
        close(dpnp.asarray(a), expected[seed[2]])


def test_bad_seeds(device):
    top = 2**32 if device.is_cpu else 2**64
    for seed, error in (
        (-1, ValueError),
        (top, ValueError),
        (1.5, TypeError),
        ("a", TypeError),
        ([], ValueError),
        ([1.5], TypeError),
    ):
        with pytest.raises(error):
            RandomState(seed, device=device)
    assert RandomState(device=device).rand(2).tolist() != RandomState(device=device).rand(2).tolist()


def test_arguments_and_errors(device):
    state = RandomState(1, device=device)
    inf = float("inf")
    for call, error in (
        (lambda: state.rand(-1), ValueError),
        (lambda: state.rand(2.5), TypeError),
        (lambda: state.normal(scale=-1), ValueError),
        (lambda: state.normal(scale=-0.0), ValueError),
        (lambda: state.normal(loc=1e40, dtype="f4"), OverflowError),
        (lambda: state.normal(scale=1e40, dtype="f4"), OverflowError),
        (lambda: state.uniform(0, inf), OverflowError),
        (lambda: state.uniform(float("nan"), 1), OverflowError),
        (lambda: state.normal(dtype="i4"), TypeError),
        (lambda: state.uniform(dtype="i8"), TypeError),
        (lambda: state.randint(5, 5), ValueError),
        (lambda: state.randint(0, 2**31), OverflowError),
        (lambda: state.randint(float("nan")), OverflowError),
        (lambda: state.randint(3, dtype="f8"), TypeError),
        (lambda: state.randint(0, 300, dtype="u1"), ValueError),
        (lambda: state.uniform(usm_type="x"), ValueError),
        (lambda: state.standard_normal(size="a"), TypeError),
    ):
        with pytest.raises(error):
            call()
    assert state.rand().shape == () and state.rand(0).shape == (0,) and state.randn(2, 3).shape == (2, 3)
    assert state.random_sample((2,)).shape == (2,) and state.standard_normal([2, 3]).shape == (2, 3)
    assert state.rand(2, usm_type="host").usm_type == "host"
    assert state.randint(0, 10).dtype == numpy.int32
    wide = dpnp.asnumpy(state.randint(-(2**62), 2**62, size=1000, dtype="i8"))
    assert wide.dtype == numpy.int64 and abs(wide.astype(float)).max() > 2**61
    assert set(state.randint(0, 2, size=100, dtype=bool).tolist()) == {False, True}
    assert set(state.random_integers(2, 3, 100).tolist()) == {2, 3}
    assert len(state.bytes(5)) == 5 and state.get_sycl_device() == device
    assert str(state) == f"RandomState({'MT19937' if device.is_cpu else 'MCG59'})"


def test_state_can_be_set_and_pickled(device):
    state = RandomState(5, device=device)
    state.normal(size=3)
    for saved in (state.get_state(), state.get_state(legacy=False)):
        expected = state.normal(size=5).tolist(), state.rand(3).tolist()
        state.set_state(saved)
        assert (state.normal(size=5).tolist(), state.rand(3).tolist()) == expected
        state.set_state(saved)
    if device.sycl_platform.name:  # a device that can be named
        again = pickle.loads(pickle.dumps(state))
        assert again.normal(size=5).tolist() == state.normal(size=5).tolist()
    with pytest.raises(ValueError):
        state.set_state(("other", [1], 0))
    with pytest.raises(TypeError):
        state.set_state(3)


def test_functions_of_the_module(device):
    queue = dpctl.SyclQueue(device)
    dpnp.random.seed(42, sycl_queue=queue)
    u = units(device, 42, 4)
    x = dpnp.random.rand(2, sycl_queue=queue, usm_type="shared")
    assert x.sycl_queue == queue and x.usm_type == "shared"
    close(x, u[:2])
    close(dpnp.random.random_sample(2, sycl_queue=queue), u[2:])
    assert dpnp.random.gamma(2.0, 3.0, size=3, sycl_queue=queue).sycl_queue == queue
    saved = dpnp.random.get_state(sycl_queue=queue)
    first = dpnp.random.ranf(3, sycl_queue=queue).tolist()
    dpnp.random.set_state(saved, sycl_queue=queue)
    assert dpnp.random.sample(3, sycl_queue=queue).tolist() == first
    y = dpnp.arange(10, sycl_queue=queue)
    dpnp.random.shuffle(y)
    assert sorted(y.tolist()) == list(range(10))
    for name in dpnp.random.__all__:
        assert getattr(dpnp.random, name).__doc__, name


def test_the_module_has_numpys_names():
    ours = set(dpnp.random.__all__)
    assert {name for name in numpy.random.__all__ if not name.startswith("_")} - ours == set()


def test_no_double_on_the_device(device):
    if device.has_aspect_fp64:
        return
    state = RandomState(1, device=device)
    assert state.normal(size=3).dtype == numpy.float32
    with pytest.raises(RuntimeError):
        state.normal(dtype="f8")
