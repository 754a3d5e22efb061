"""Temporary values of expressions, whose memory the next operator's result takes: when, and that no value is lost by it.

An operand that only C code holds is in extensions/test_held_operands.py.
"""

import functools
import itertools
import operator
import os
import subprocess
import sys
import threading
import types
import weakref

import numpy as np
import pytest

import dpctl.tensor as dpt
import dpnp
import opendpex

N = 50_000  # above 256 kB
IS_KNOWN = sys.implementation.name == "cpython" and sys.version_info < (3, 14) and sys.platform == "linux"
known = pytest.mark.skipif(not IS_KNOWN, reason="nothing is reused here")


@pytest.fixture(autouse=True, params=[False, True], ids=["alone", "fused"])
def fused(request):
    with opendpex.fusion(request.param):
        yield


@pytest.fixture
def x():
    return dpnp.asarray(np.linspace(1, 2, N), device="cpu")


@pytest.fixture
def make(x):
    """A new array in memory, to which nothing refers."""
    return lambda: dpnp.sort(x)


def allocations(call):
    call()  # kernels, tables
    opendpex.fusion.flush()
    before = opendpex.pool_statistics()["n_allocations"]
    call()
    opendpex.fusion.flush()
    return opendpex.pool_statistics()["n_allocations"] - before


@known
@pytest.mark.parametrize(
    "expression",
    [
        lambda make, x: make() + x,
        lambda make, x: x + make(),
        lambda make, x: x - make(),
        lambda make, x: make() * 2,
        lambda make, x: 2.0 / make(),
        lambda make, x: make() // 3,
        lambda make, x: make() % x,
        lambda make, x: make() + x[:1],
        lambda make, x: make() + np.float64(2),
        lambda make, x: make().reshape(N) + x,
    ],
)
def test_a_temporary_value_is_the_memory_of_the_result(make, x, expression):
    assert allocations(lambda: expression(make, x)) == allocations(make)
    host = dpnp.asnumpy(x)
    np.testing.assert_array_equal(dpnp.asnumpy(expression(make, x)), expression(lambda: host, host))


@known
def test_a_chain_of_separate_operations_takes_one_block(make, x):
    host = dpnp.asnumpy(x)
    with opendpex.fusion(False):
        assert allocations(lambda: 3 - (make() + 1) * x * x / 2) == allocations(make)
        np.testing.assert_array_equal(dpnp.asnumpy(3 - (make() + 1) * x * x / 2), 3 - (host + 1) * host * host / 2)


@known
def test_arrays_of_both_types_and_integers_are_reused(x):
    t, i = dpt.asarray(x.get_array()), dpnp.arange(N, device="cpu")
    for make in (lambda: dpt.sort(t), lambda: dpnp.sort(i)):
        assert allocations(lambda make=make: make() + 1) == allocations(make)
    for both in (lambda: dpt.sort(t) + x, lambda: x + dpt.sort(t)):
        assert isinstance(both(), dpnp.ndarray)
    shifted = dpnp.sort(i) << 2 | 1
    np.testing.assert_array_equal(dpnp.asnumpy(shifted), np.arange(N) << 2 | 1)


@pytest.mark.parametrize(
    "expression",
    [
        lambda make, x: make() < x,
        lambda make, x: make() + 1j,
        lambda make, x: make() + dpnp.ones((2, N), device="cpu"),
        lambda make, x: make()[: N // 2] + 1,
        lambda make, x: make()[::-1] + x,
        lambda make, x: dpnp.sort(x.astype("f4")) + x,
        lambda make, x: x.astype("i4") / 3,
        lambda make, x: dpnp.sort(dpnp.asarray(x, usm_type="shared")) + x,
        lambda make, x: dpnp.broadcast_to(make(), (2, N)) + 1,
    ],
)
def test_results_that_a_temporary_value_does_not_fit(make, x, expression):
    found = expression(make, x)
    like = dpnp.add(x, x)  # from the function
    host = dpnp.asnumpy(x)
    assert isinstance(found, type(like))
    if "usm_type" not in expression.__code__.co_names:
        with opendpex.fusion(False):
            kept = []
            keep = lambda: kept.append(make()) or kept[-1]  # noqa: E731
            np.testing.assert_array_equal(dpnp.asnumpy(found), dpnp.asnumpy(expression(keep, x)))
    np.testing.assert_array_equal(dpnp.asnumpy(x), host)


class Attribute:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return self.value + other

    @property
    def seen(self):
        return self.value


def added(b):
    """What is sent is a temporary value there, which the caller holds."""
    result = None
    while True:
        result = (yield result) + b


def by_name(make, b):
    value = make()
    value + b
    return value


def by_closure(make, b):
    value = make()

    def inner():
        return value + b

    inner()
    return value


def by_argument(make, b):
    kept = []

    def add(y):
        y + b
        kept.append(y)

    add(make())
    return kept[0]


def by_element(make, b, hold):
    held = hold(make())
    held[0] + b
    b + held[0]
    return held[0]


def by_attribute(make, b):
    held = Attribute(make())
    held.value + b
    held.seen + b
    held + b
    return held.value


def by_arguments(make, b, call):
    held = (make(), b)
    call(*held)
    return held[0]


def by_builtin(make, b, call):
    held = [make()]
    list(call(held, b))
    return held[0]


def by_generator(make, b):
    held, generator = [make()], added(b)
    next(generator)
    for _ in range(3):
        generator.send(held[0])
    next(y for y in held) + b
    return held[0]


def by_objects(make, b):
    """NumPy's loop over objects adds what the array of objects holds."""
    held = np.empty(1, dtype=object)
    held[0] = make()
    held + 1
    1 + held
    held + np.array([2], dtype=object)
    return held[0]


def by_thread(make, b):
    held = [make()]
    thread = threading.Thread(target=lambda: operator.add(*held, b))
    thread.start()
    thread.join()
    return held[0]


HOLDERS = {
    "name": by_name,
    "closure": by_closure,
    "argument": by_argument,
    "list": lambda make, b: by_element(make, b, lambda y: [y]),
    "tuple": lambda make, b: by_element(make, b, lambda y: (y,)),
    "dict": lambda make, b: by_element(make, b, lambda y: {0: y}),
    "attribute": by_attribute,
    "operator": lambda make, b: by_arguments(make, b, operator.add),
    "method": lambda make, b: by_arguments(make, b, dpnp.ndarray.__add__),
    "partial": lambda make, b: by_arguments(make, b, functools.partial(operator.sub)),
    "reduce": lambda make, b: by_builtin(make, b, lambda held, c: [functools.reduce(operator.add, held, c)]),
    "first of reduce": lambda make, b: by_builtin(
        make, b, lambda held, c: [functools.reduce(operator.add, [*held, c])]
    ),
    "sum": lambda make, b: by_builtin(make, b, lambda held, c: [sum(held), sum(held, c)]),
    "map": lambda make, b: by_builtin(make, b, lambda held, c: map(operator.add, held, [c])),
    "starmap": lambda make, b: by_builtin(
        make, b, lambda held, c: itertools.starmap(operator.mul, zip(held, [c], strict=True))
    ),
    "generator": by_generator,
    "objects": by_objects,
    "thread": by_thread,
}


@pytest.mark.parametrize("hold", HOLDERS.values(), ids=HOLDERS)
def test_a_value_that_somebody_refers_to_is_not_overwritten(make, x, hold):
    host = dpnp.asnumpy(x)
    np.testing.assert_array_equal(dpnp.asnumpy(hold(make, x)), host)
    np.testing.assert_array_equal(dpnp.asnumpy(x), host)


def test_a_value_with_a_weak_reference_ends_with_its_expression(make, x):
    seen = []

    def watched():
        y = make()
        seen.append(weakref.ref(y))
        return y

    result = watched() + x
    assert seen[0]() is None
    np.testing.assert_array_equal(dpnp.asnumpy(result), dpnp.asnumpy(x) * 2)


def test_a_proxy_of_the_interpreter_holds_its_operand():
    proxy = types.MappingProxyType(dpnp.sort(dpnp.arange(N, device="cpu")))
    proxy | 1
    first = proxy | 0
    np.testing.assert_array_equal(dpnp.asnumpy(first), np.arange(N))


def test_memory_that_others_see_is_not_overwritten(make, x):
    host = dpnp.asnumpy(x)
    seen = []

    def shown(show):
        y = make()
        seen.append(show(y))
        return y

    for show in (
        np.from_dlpack,
        lambda y: y[1:],
        lambda y: y.get_array(),
        lambda y: y.get_array().usm_data,
        lambda y: y.T,
    ):
        shown(show) + 5
    opendpex.fusion.flush()
    np.testing.assert_array_equal(seen[0], host)
    np.testing.assert_array_equal(dpnp.asnumpy(seen[1]), host[1:])
    np.testing.assert_array_equal(dpt.asnumpy(seen[2]), host)
    np.testing.assert_array_equal(seen[3].copy_to_host().view("f8"), host)
    np.testing.assert_array_equal(dpnp.asnumpy(seen[4]), host)


def test_the_name_of_a_subexpression_keeps_its_value(make, x):
    host = dpnp.asnumpy(x)
    result = (y := make()) + x
    np.testing.assert_array_equal(dpnp.asnumpy(y), host)
    np.testing.assert_array_equal(dpnp.asnumpy(result), host * 2)


def test_read_only_values_stay(make, x):
    y = make()
    y.flags["W"] = False
    held = [y]
    del y
    result = held.pop() + 1
    np.testing.assert_array_equal(dpnp.asnumpy(result), dpnp.asnumpy(x) + 1)
    assert result.flags.writable


def test_an_error_leaves_the_operands(make, x):
    y = make()
    with pytest.raises(ValueError, match="cannot broadcast"):
        (y + 1) + x[:7]
    with pytest.raises(TypeError):
        (y + 1) + "text"
    np.testing.assert_array_equal(dpnp.asnumpy(y), dpnp.asnumpy(x))


@known
@pytest.mark.parametrize("policy", ["0", "1"])
@pytest.mark.parametrize(
    "value, operation",
    [("dpnp.sort(x)", "+ 1"), ("(x @ x)", "+ x"), ("dpnp.take(x, index, axis=0)", "- x"), ("dpnp.fft.fft(c)", "* 2")],
)
def test_peak_memory_of_an_expression_is_that_of_its_value(policy, value, operation):
    program = """
import sys, dpnp, opendpex
x = dpnp.ones((700, 700), device="cpu")
c, index = x + 0j, dpnp.arange(700, device="cpu")
def peak(expression):
    x.sycl_queue.wait()
    y = eval(expression)
    y.sycl_queue.wait()
    return opendpex.pool_statistics()["peak_live_bytes"]
first = peak(sys.argv[1])
print((peak(" ".join(sys.argv[1:])) - first) / x.nbytes)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, value, operation],
        env={**os.environ, "DPEX_FUSION": policy},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(done.stdout) < 0.1
