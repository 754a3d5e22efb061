"""Branches that a compile-time condition excludes are not typed and do not affect the type of the result."""

import linecache

import numpy as np
import pytest

import dpctl.tensor as dpt
import numba_dpex as dpex

FLAG, N, NONE, MODE, LARGE, DTYPE = True, 3, None, "fast", 2**62 + 1, np.dtype("i8")
CONDITIONS = [
    "FLAG", "not not FLAG", "N", "N > 2", "1 < N < 5", "N % 2 == 1", "N ** 2 == 9", "N ** 20 > N", "-N < 0", "~N < 0", "N << 1 == 6", "N >> 1 == 1", "N << 65 == 6", "N & 1", "N ^ 1 == 2",
    "FLAG & True", "FLAG | False", "FLAG ^ False", "abs(N) == 3", "MODE == 'fast'", "MODE in ('fast', 'slow')", "NONE is None", "NONE == None", "x is not None", "x != None",
    "i != None", "x.shape != None", "x.ndim == 1", "x.dtype == np.int64", "x.dtype == DTYPE", "x.dtype == 'int64'", "x.dtype != np.float32", "x.dtype == x.dtype",
    "x[i].dtype == np.int64", "FLAG or x[i] > 1", "isinstance(N, int)",
]  # fmt: skip


def of(body):
    source, name = f"def function(item, x, out):\n    i = item.get_id(0)\n    {body}\n", f"<{body}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {**globals()}
    exec(compile(source, name, "exec"), found)
    return found["function"]


def run(body):
    x, out = dpt.full(3, LARGE, dtype="i8"), dpt.zeros(3, dtype="i8")
    dpex.call_kernel(dpex.kernel(of(body)), dpex.Range(3), x, out)
    return dpt.asnumpy(out).tolist()


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize(
    "form",
    [
        "out[i] = x[i] if {} else x.nothing", "out[i] = x.nothing if not ({}) else x[i]", "out[i] = x[i] if {} else 1.5", "y = x[i] if {} else 1.5; out[i] = y",
        "y = 1.5\n    if {}:\n        y = x[i]\n    else:\n        y = x.nothing\n    out[i] = y", "y = x[i]\n    while not ({}):\n        y = 1.5\n        break\n    out[i] = y",
    ],
)  # fmt: skip
def test_what_is_left_out_has_no_part(condition, form):
    assert run(form.format(condition)) == [LARGE] * 3


def test_arguments_of_functions_are_constants_as_well():
    assert run("out[i] = either(x[i]) if either(x[i], True, 1.5) > either(x[i]) else 0") == [LARGE] * 3


@dpex.device_func
def either(a, flag=False, other=None):
    return other * 1e19 if flag else a if other is None else a + other


VALUES = [complex(a, b) for a in (0.0, -0.0, 1.5, -2.0, 1e100) for b in (0.0, -0.0, 3.0, -0.5, 1e-100)]
POWERS = ["1.0", "0.0", "2.0", "-1.0", "(1 + 0j)", "(2 + 0j)", "(-1 + 0j)", "True"]


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("form", ["{x} ** {p}", "pow({x}, {p})", "np.power({x}, {p})"])
def test_constant_powers_of_complex_numbers_are_numpys(power, form):
    z, out = np.array(VALUES), dpt.zeros(len(VALUES), dtype="c16")
    dpex.call_kernel(
        dpex.kernel(of("out[i] = " + form.format(x="x[i]", p=power))), dpex.Range(len(z)), dpt.asarray(z), out
    )
    with np.errstate(all="ignore"):
        expected = z ** complex(eval(power))
    np.testing.assert_array_equal(dpt.asnumpy(out), expected)
