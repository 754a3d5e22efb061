"""Calls in kernels: Python's functions that other files do not test, keywords, and invalid arguments."""

import linecache
import math
import re

import numpy as np
import pytest
from kernel_helpers import check, check_groups, on_each_device  # noqa: F401

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import CompileError, TypingError
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.lowerings import LOWERINGS
from numba_dpex._compiler.types import FLOAT64, INT64

X = np.linspace(-3, 4.5, 16)


@dpex.device_func
def with_rest(a, b=2, *rest, c=3):
    for x in rest:
        b += x
    return a * b + c


def of_tuples_and_ranges(item, x, out):
    i = item.get_id(0)
    s = 0
    for v in reversed((1, 2, 3)):
        s = s * 10 + v
    for j in reversed(range(1, i, 3)):
        s = s * 10 + j
    for v in x[2:5][::-1]:
        s += v
    for v in (1, 2.5, i):
        s += v
    for v in ():
        s += 1000
    out[i, 0] = s
    out[i, 1] = any((x[i] > 0, i > 3)) + 2 * all((x[i] > 0, i > 3))
    out[i, 2] = with_rest(1) + with_rest(1, 5) + with_rest(1, 5, 6, 7) + with_rest(1, c=9) + with_rest(a=1, b=i)
    out[i, 3] = round(x[i], ndigits=1) + sum((1, 2), start=i)
    passing = x[i]
    del passing
    out[i, 4] = hash(x[i]) % 1000003 + hash(x[i] * 1e300) % 1000003 + (hash(float(i)) == hash(i))


def test_tuples_and_ranges():
    check(of_tuples_and_ranges, 16, X, np.zeros((16, 5)))


def of_numbers(item, x, out):
    i = item.get_id(0)
    fraction, power = math.frexp(x[i] * 10.0 ** (i - 8))
    out[i, 0] = fraction + power
    out[i, 1] = math.log(3 + i, 2) + math.hypot(x[i], 3, 4) + math.hypot(x[i])
    out[i, 2] = math.ulp(x[i]) * 1e15 + math.fsum((1, x[i])) + math.prod((2, x[i]))
    out[i, 3] = np.spacing(x[i]) * 1e15 + np.logaddexp(x[i], 1.5) + np.logaddexp2(x[i], 1.5) + np.logaddexp(x[i], x[i])
    out[i, 4] = np.heaviside(x[i], 0.5) + np.heaviside(0.0, 0.5) + np.float_power(abs(x[i]), 1.5) + np.divmod(i, 3)[1]


def test_functions_of_numbers():
    check(of_numbers, 16, X, np.zeros((16, 5)))


def sums_and_parts(item, x, out, z):
    i = item.get_id(0)
    out[i] = sum(x[i:], 10) + sum(x[:3], start=0.5)
    z[i] = complex(imag=x[i]) + complex(real=2) + 0j + complex(x[i], 1)


def test_sums_have_a_start_and_complex_numbers_two_parts():
    check(sums_and_parts, 16, X, np.zeros(16), np.zeros(16, dtype="c16"))


def leaders(item, out):
    group = item.get_group()
    if group.leader:
        out[group.get_group_id(0), group.get_group_id(1)] += 1 + item.get_global_linear_id()


def test_each_group_has_one_leader():
    check_groups(leaders, (4, 6), (2, 3), np.zeros((2, 2), dtype="i8"))


def exchanges(item, a, expected, ok):
    v = kapi.AtomicRef(a, 0)
    ok[0] = v.compare_exchange(expected_ref=expected, desired=a.dtype.type(9), expected_idx=1)
    ok[1] = v.compare_exchange(expected, a.dtype.type(3), 0)


def test_both_names_of_what_is_expected():
    check(exchanges, 1, np.array([4]), np.array([9, 4]), np.zeros(2, dtype="i8"))


# ---- calls that kernels do not support --------------------------------------------------------------------------

BAD = """
range(1j) | x[1j] | item.get_id() | item.get_id(1) | item.get_id(0.5) | item.get_local_id(0) | item.get_group() | item.get_linear_id(0) | math.sin()
math.sin(1, 2) | math.atan2(1) | round() | round(1.5, 2, 3) | round(1.5, digits=2) | x.sum(3) | x.sum(axis=1) | isinstance(3) | isinstance()
kapi.AtomicRef(n, 0).fetch_add() | kapi.AtomicRef(n, 0).fetch_add(1, 2) | kapi.AtomicRef(n) | kapi.AtomicRef(n, 0, no=3)
kapi.AtomicRef(n, 0).compare_exchange(n) | kapi.AtomicRef(n, 0).foo() | float(1, 2) | np.add(1) | np.add(1, 2, out=x) | kapi.PrivateArray(3)
kapi.PrivateArray((2, k), np.float32) | kapi.PrivateArray(3, "foo") | kapi.PrivateArray(-3, np.float32) | math.ldexp(1.0, 2.5) | int("3")
enumerate() | zip()[0] | getattr(x) | getattr(x, "foo") | getattr(x, k) | 3() | x() | x.shape() | min() | max("a") | hash() | hash(1j) | range()
range(1.5) | range(1, 2, 0) | len() | len(3) | print(x) | divmod(1) | math.foo(3) | complex(1, 2, 3) | ord(3) | ord("ab") | reversed(3)
kapi.atomic_fence() | kapi.atomic_fence(k, 2) | kapi.atomic_fence(1, 2, 3) | kapi.group_barrier() | any(3) | x[True] | x[x[0] > 0]
with_rest() | with_rest(1, no=3) | dpex.atomic.add(n, 0) | dpex.get_global_id() | dpex.local.array(3, np.int32) | abs(1, 2) | abs("a")
""".replace("\n", " | ").split(" | ")


def compiled(text: str, has_groups: bool = False):
    name = f"<call {text}>"
    source = f"def kernel(item, x, n, k):\n    y = {text}\n"
    found = {"kapi": kapi, "dpex": dpex, "math": math, "np": np, "with_rest": with_rest, "endless": endless}
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), found)
    return lower_kernel(found["kernel"], [(FLOAT64, 1, "C", "global"), (INT64, 1, "C", "global"), INT64], 1, has_groups)


@pytest.mark.filterwarnings("ignore:.*object is not callable")
def test_bad_calls_say_where():
    for text in filter(None, BAD):
        try:
            compiled(text)
        except CompileError as error:
            caught = error
        else:
            raise AssertionError(f"{text} compiles")
        lines = str(caught).splitlines()
        assert lines[1].startswith(("<call", str(__file__))) and len(lines) <= 6, str(caught)


def test_calls_that_never_return_and_attributes_that_change():
    for text, found in (
        ("endless()", "never returns"),
        ("1\n    x.size += 1", "attribute"),
        ("1\n    x.size = 1", "attribute"),
    ):
        with pytest.raises(CompileError, match=found):
            compiled(text)


@dpex.device_func
def endless():
    while True:
        pass


def test_methods_of_other_items_are_refused():
    for text in (
        "item.get_id(0)",
        "item.get_range(0)",
        "item.get_group_id(0)",
        "item.get_group().get_id(0)",
        "kapi.group_barrier(item.get_group(), k)",
    ):
        with pytest.raises(CompileError, match="constant" if "barrier" in text else "no method"):
            compiled(text, has_groups=True)


def test_functions_of_the_older_interface_belong_into_kernels():
    x = np.zeros(2)
    for call in (
        lambda: dpex.atomic.add(x, 0, 1),
        lambda: dpex.private.array(3, np.int32),
        lambda: dpex.mem_fence(1),
        lambda: dpex.get_global_id(0),
    ):
        with pytest.raises(NotImplementedError, match="kernels"):
            call()


@dpex.device_func
def to_the_power(x, n):
    return x if n == 1 else x * to_the_power(x, n - 1)


@dpex.device_func
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def constant_recursion(item, x, out):
    out[item.get_id(0)] = to_the_power(x[item.get_id(0)], 5)


def recursion(item, x):
    x[item.get_id(0)] = factorial(x[item.get_id(0)])


def test_recursion_is_ended_by_constants(device):
    check(constant_recursion, 4, np.arange(4), np.zeros(4, dtype="i8"))
    with pytest.raises(TypingError, match="hint: write a loop"):
        dpex.call_kernel(dpex.kernel(recursion), dpex.Range(4), dpt.ones(4, dtype="i8", device=device))


@dpex.dpjit
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def test_host_functions_call_themselves():
    assert fibonacci(12) == 144


# ---- errors, and literals that are written as expressions --------------------------------------------------------


def takes_a_star(item, *arrays):
    arrays[0][0] = 1


def lacks_a_method(item, x):
    kapi.AtomicRef(x, 0).add(1.0)


def makes_local_memory(item, x):
    own = kapi.LocalAccessor(4, np.float64)
    x[0] = own[0]


def reduces_over_an_item(item, x):
    x[0] = kapi.reduce_over_group(item, 1)


def large(item, x):
    x[0] = 2**200


def defines_a_class(item, x):
    class Inner:
        pass


def has_an_item(item: kapi.Item, x):
    x[0] = 1


def uses_an_item(k, x, y):
    x[k.get_id(0)] += y


def gives_a_value(item, x):
    return x[0]


@pytest.mark.parametrize(
    ("function", "args", "text"),
    [
        (takes_a_star, (), "parameters have no"), (lacks_a_method, (), r"no method 'add'\n.*\n.*\n.*\nhint: it has fetch_add, .*exchange"),
        (makes_local_memory, (), r"LocalAccessor is not available.*(\n.*)*hint: make it before the launch"), (large, (), r"does not fit 64 bits\n.*in large"),
        (reduces_over_an_item, (), r"of an Item\n.*test_calls.py:\d+ in reduces_over_an_item"), (defines_a_class, (), "'class' is not supported"),
        (has_an_item, (1,), r"has_an_item\(item, x\) takes an item and 1 argument, 2 arguments were given"),
        (uses_an_item, (1, 2), r"uses_an_item\(k, x, y\) takes an item and 2 arguments, 3 arguments were given"),
        (gives_a_value, (), r"return value of type 'float64'.*\n.*test_calls.py:\d+ in gives"),
    ],
)  # fmt: skip
def test_mistakes_are_named_where_they_are(function, args, text):
    with pytest.raises(Exception, match=text):
        dpex.call_kernel(dpex.kernel(function), dpex.Range(4), dpt.zeros(4), *args)


def test_counts_of_arguments_are_named_with_the_signature():
    @dpex.kernel
    def older(x, y):
        x[dpex.get_global_id(0)] = y[0]

    x = dpt.zeros(4)
    with pytest.raises(TypingError, match=r"older\(x, y\) takes 2 arguments, 1 argument was given\n.*test_calls.py"):
        older[4, dpex.DEFAULT_LOCAL_SIZE](x)
    kernel, space = dpex.kernel(uses_an_item), dpex.Range(4)
    for args in ((), (1, 2, 3, 4)):  # none names a queue either
        with pytest.raises(
            TypingError, match=rf"uses_an_item\(k, x, y\) takes .*{len(args)} arguments were given\n.*:\d+"
        ):
            dpex.call_kernel(kernel, space, *args)
    with pytest.raises(
        ValueError, match=r"uses_an_item\(k, x, y\) takes an item and 2 arguments, 1 argument was given"
    ):
        kapi.call_kernel(uses_an_item, space, np.zeros(4))
    with pytest.raises(TypingError, match="a kernel is launched, not an int"):
        dpex.call_kernel(3, space, x)

    @dpex.dpjit
    def host(x, y):
        for i in dpex.prange(x.size):
            x[i] += y

    with pytest.raises(TypeError, match=r"named_with_the_signature.<locals>.host\(\) missing 1 required positional"):
        host(x)


def test_group_barrier_takes_a_group():
    def kernel(nd, x):
        kapi.group_barrier(3)

    with pytest.raises(TypingError, match=r"takes a group(\n.*)*found: int64\nhint: nd_item.get_group\(\) is one"):
        dpex.call_kernel(dpex.kernel(kernel), dpex.NdRange((4,), (4,)), dpt.zeros(4))


def literals(item, words, floats):
    words[0], words[1], words[2], words[3] = 2**64 - 1, 1 << 63, (1 << 32) * 3 // 2, ~0 & 0xFF
    floats[0], floats[1], floats[2] = 2**-1, 1e3 * 2**70 / 2**70, -(2**63)


def test_numbers_written_as_expressions_are_pythons(device):
    queue = dpctl.SyclQueue(device)
    words, floats = dpt.zeros(4, dtype="u8", sycl_queue=queue), dpt.zeros(3, sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(literals), dpex.Range(1), words, floats)
    assert dpt.asnumpy(words).tolist() == [2**64 - 1, 2**63, 3 << 31, 255]
    assert dpt.asnumpy(floats).tolist() == [0.5, 1e3, -(2.0**63)]


def sums_of_many(item, a, b, c, d, e, f, g, h, m, n, out):
    i, j, k = item.get_id(0), item.get_id(1), item.get_id(2)
    out[i, j, k] = (
        a[i, j, k]
        + b[i, j, k]
        + c[i, j, k]
        + d[i, j, k]
        + e[i, j, k]
        + f[i, j, k]
        + g[i, j, k]
        + h[i, j, k]
        + m[i, j, k] * n[i, j, k]
    )


def test_kernels_take_many_arrays():
    check(sums_of_many, (2, 3, 4), *(np.full((2, 3, 4), float(i)) for i in range(10)), np.zeros((2, 3, 4)))


def test_devices_that_come_and_go_do_not_add_up():
    """Each partition of a device creates new devices, for which kernels are compiled again; the cache keeps the newest kernels."""

    def function(item, x):
        x[item.get_id(0)] += 1

    @dpex.dpjit
    def loop(x):
        for i in dpex.prange(x.shape[0]):
            x[i] += 2

    kernel, device = dpex.kernel(function), dpctl.SyclDevice("cpu")
    try:
        device.create_sub_devices(partition=1)
    except dpctl.SyclSubDeviceCreationError:
        pytest.skip("the CPU cannot be divided")
    for _ in range(300):
        queue = dpctl.SyclQueue(device.create_sub_devices(partition=1)[0])
        x = dpt.zeros(4, sycl_queue=queue)
        dpex.call_kernel(kernel, dpex.Range(4), x)
        loop(x)
        assert dpt.asnumpy(x).tolist() == [3] * 4
    assert len(kernel._compiled) == len(kernel._built) == 256


@pytest.mark.parametrize("kind", [AttributeError, IndexError, KeyError, TypeError, ValueError])
def test_errors_inside_the_compiler_are_no_typing_errors(monkeypatch, kind):
    def defect(lower, node, args, keywords):
        raise kind("internal")

    def kernel(item, x):
        x[0] = math.sqrt(x[0])

    monkeypatch.setitem(LOWERINGS, math.sqrt, LOWERINGS[math.sqrt]._replace(function=defect))
    with pytest.raises(kind, match="internal") as caught:
        lower_kernel(kernel, [(FLOAT64, 1, "C", "global")], 1, False)
    assert re.search(
        r"internal error of the kernel compiler, in the translation of sqrt at line \d+ of .*test_calls.py",
        caught.value.__notes__[0],
    )


def test_atomic_operations_name_the_argument_they_lack():
    def no_index(item, x):
        dpex.kernel_api.AtomicRef(x)

    def no_desired(item, x):
        dpex.kernel_api.AtomicRef(x, 0).compare_exchange(x)

    for kernel, missing in ((no_index, "index"), (no_desired, "desired")):
        with pytest.raises(TypingError, match=f"lacks the argument '{missing}'"):
            lower_kernel(kernel, [(FLOAT64, 1, "C", "global")], 1, False)
