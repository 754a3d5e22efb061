"""Long expressions, chains and bodies: code that nests deeper than Python's recursion limit compiles, or the error states the limit."""

import linecache
import re
import sys

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex._compiler import deep
from numba_dpex._compiler.errors import UnsupportedError
from numba_dpex._compiler.kernel_c import emit_kernel_c
from numba_dpex._compiler.lower import lower_kernel
from numba_dpex._compiler.types import FLOAT64


@pytest.fixture
def function_of():
    """A function with the given source: function_of(parameters, body)."""
    files = []

    def make(parameters, body):
        text = f"def f({parameters}):\n" + body
        file = f"<long text {len(files)}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        files.append(file)
        names = {"dpex": dpex}
        exec(compile(text, file, "exec"), names)
        return names["f"]

    yield make
    for file in files:
        del linecache.cache[file]


def first_of(function, device):
    x = dpt.ones(4, sycl_queue=dpctl.SyclQueue(device))
    dpex.call_kernel(dpex.kernel(function), dpex.Range(4), x)
    return float(dpt.asnumpy(x)[0])


HEAD = "    i = item.get_id(0)\n"
CHAIN = "    if x[i] < 0:\n        x[i] = 0\n" + "".join(
    f"    elif x[i] < {k}:\n        x[i] = {10 * k}\n" for k in range(1, 300)
)
BODIES = {
    "sum": ("    x[i] = " + " + ".join(["x[i]"] * 600) + "\n", 600.0),
    "product": ("    x[i] = " + " * ".join(["x[i]"] * 600) + "\n", 1.0),
    "comparisons": ("    x[i] = 3.0 if " + " <= ".join(["x[i]"] * 500) + " else 0.0\n", 3.0),
    "elif": (CHAIN, 20.0),
    "statements": (
        "    a = x[i]\n" + "".join(f"    a = a * 0.5 + {k % 7}\n" for k in range(2000)) + "    x[i] = a * 0\n",
        0.0,
    ),
    "parentheses": ("    x[i] = " + "(" * 90 + "x[i]" + " + 1.0)" * 90 + "\n", 91.0),
}


@pytest.mark.parametrize("name", BODIES)
def test_long_kernels_compile(name, function_of, device):
    body, wanted = BODIES[name]
    limit = sys.getrecursionlimit()
    assert first_of(function_of("item, x", HEAD + body), device) == wanted
    assert sys.getrecursionlimit() == limit


def test_what_is_too_deep_says_so(function_of, device, monkeypatch):
    monkeypatch.setattr(deep, "_LEVELS", 1000)
    kernel = function_of("item, x", HEAD + "    x[i] = " + " + ".join(["x[i]"] * 1500) + "\n")
    with pytest.raises(UnsupportedError, match="nested too deep: the compiler follows about 100 levels") as info:
        first_of(kernel, device)
    assert len(str(info.value).split("\n")) <= 6


def test_long_expressions_of_host_functions(function_of):
    terms = " + ".join(["x[i]"] * 500)
    f = function_of("x", f"    for i in dpex.prange(x.shape[0]):\n        x[i] = {terms}\n")
    x = np.ones(5)
    dpex.dpjit(f)(x)
    assert x.tolist() == [500.0] * 5
    g = function_of("x", f"    return {terms.replace('[i]', '')}\n")
    assert dpt.asnumpy(dpex.dpjit(g)(dpt.ones(3))).tolist() == [500.0] * 3


def test_very_long_kernels_compile(function_of, device):
    """Beyond a number of lines of assembly, LLVM's passes of quadratic time are omitted."""
    body = "".join(f"    x[i] = x[i] * 0.5 + {k}\n" for k in range(800))
    wanted = 1.0
    for k in range(800):
        wanted = wanted * 0.5 + k
    assert first_of(function_of("item, x", HEAD + body), device) == wanted


@pytest.mark.parametrize("n_terms", [2, 100])
def test_text_of_a_long_elif_has_no_unused_variable(n_terms, function_of):
    long = " + ".join(["x[i]"] * n_terms)
    body = f"    if x[i] < 0:\n        x[i] = 1\n    elif {long} < 5:\n        x[i] = 2\n    elif {long} < 6:\n        x[i] = 3\n"
    text = emit_kernel_c(lower_kernel(function_of("item, x", HEAD + body), [(FLOAT64, 1, "C", "global")], 1, False))
    kernel = text[text.index("__kernel") :]
    declared = re.findall(r"^ +(?:bool|long|double) (\w+);$", kernel, re.M)
    assert ("else if" in kernel) == (n_terms == 2)
    assert ("part_1" in declared) == (n_terms > 2)
    for name in declared:
        assert len(re.findall(rf"\b{name} = ", kernel)) == 1, name
        assert len(re.findall(rf"\b{name}\b", kernel)) >= 3, f"{name} is declared or assigned but never read"
