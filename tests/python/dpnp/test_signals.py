"""Signals whose handlers return come in the middle of calls that wait: they change neither results nor generators."""

import signal
import threading
from contextlib import contextmanager

import numpy
import pytest

import dpnp


@contextmanager
def repeated_signals():
    numbers = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: numbers.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    try:
        yield numbers
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def draw_as_state(random):
    """Pairs of normal numbers that are left over begin and end apart, and wait for what is between."""
    made = []
    for _ in range(10):
        made += [random.standard_normal(300_001), random.normal(1, 2, size=100_001), random.rand(1001)]
        made += [random.poisson(3.5, size=1001), random.multinomial(9, [0.3, 0.5, 0.2], size=101)]
    return [*made, numpy.asarray(random.get_state()[1])]


def draw_as_generator(generator):
    made = []
    for _ in range(10):
        made += [generator.random(300_001, dtype="f4"), generator.standard_normal(200_001)]
        made += [generator.integers(0, 1000, size=300_001), generator.poisson(3.5, size=1001)]
    return made


def repeat_by_counts(x):
    made = []
    for _ in range(20):
        x = dpnp.sqrt(x * x)  # what is waited for
        counts = dpnp.astype(x * 7, "i8") % 3
        made += [dpnp.repeat(x, counts), dpnp.repeat(x[:3], [2, 0, 1]), dpnp.unique(counts, return_inverse=True)[1]]
    return made


PROGRAMS = {
    "state": lambda device: draw_as_state(dpnp.random.RandomState(5, device=device)),
    "twister": lambda device: draw_as_generator(dpnp.random.Generator(dpnp.random.MT19937(5), device=device)),
    "philox": lambda device: draw_as_generator(dpnp.random.Generator(dpnp.random.Philox(5), device=device)),
    "repeat": lambda device: repeat_by_counts(dpnp.linspace(0, 1, 200_000, device=device)),
}


def values_of(program, device):
    return [x if isinstance(x, numpy.ndarray) else dpnp.asnumpy(x) for x in program(device)]


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_signals_whose_handlers_return_change_nothing(program, device):
    expected = values_of(program, device)
    with repeated_signals() as numbers:
        made = values_of(program, device)
    assert numbers, "no signal came"
    for x, y in zip(made, expected, strict=True):
        numpy.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_thread_that_gets_the_signals_is_not_interrupted(program, device):
    """Python's handlers run in the main thread, so there is nothing that this one could raise."""
    made, failures, is_done, may_end = [], [], threading.Event(), threading.Event()

    def work():
        try:
            made.extend(values_of(program, device))
        except BaseException as error:  # noqa: BLE001
            failures.append(error)
        is_done.set()
        may_end.wait()

    expected = values_of(program, device)
    before = signal.signal(signal.SIGALRM, lambda number, frame: None)
    thread = threading.Thread(target=work)
    thread.start()
    while not is_done.wait(0.0005):
        signal.pthread_kill(thread.ident, signal.SIGALRM)
    may_end.set()
    thread.join()
    signal.signal(signal.SIGALRM, before)
    assert not failures
    for x, y in zip(made, expected, strict=True):
        numpy.testing.assert_array_equal(x, y)
