"""Beside the real Numba: contexts offload its parallel functions, exceptions are its too, and its names of types are known."""

import importlib.util

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba is not installed")



@pytest.fixture
def run_file(run, tmp_path):
    """Runs a program from a file, because kernels are compiled from their source text."""

    def run_program(program):
        file = tmp_path / "program.py"
        file.write_text(program)
        return run(f"import runpy; runpy.run_path({str(file)!r})")

    return run_program


FUNCTIONS = """
import dpctl, dpctl.tensor as dpt, numpy as np, warnings
{imports}
from numba import njit, prange
import numba_dpex._parallel_loop as pl

calls = []
launch = pl.ParallelLoop.__call__
pl.ParallelLoop.__call__ = lambda self, *values: calls.append(self.name) or launch(self, *values)

@njit(parallel=True)
def dot(a, b):
    s = 0.0
    for i in prange(a.size):
        s += a[i] * b[i]
    return s

@njit(parallel=True)
def distance(a, b):
    return np.sum((a - b) ** 2)

@njit
def sequential(a):
    return a[0]

a, b = np.random.rand(1000), np.random.rand(1000)
"""


@pytest.mark.parametrize("imports", ["import numba_dpex, numba", "import numba, numba_dpex"])
def test_contexts_offload(run_file, imports):
    program = """
plain = numba.core.registry.CPUDispatcher.__call__
assert np.isclose(dot(a, b), a @ b) and not calls
with dpctl.device_context("cpu"):
    with dpctl.device_context("cpu"):
        assert np.isclose(dot(a, b), a @ b) and calls == ["dot_loop"]
    assert np.isclose(distance(a, b), ((a - b) ** 2).sum()) and sequential(a) == a[0]
    assert len(distance.signatures) == 0
assert np.isclose(dot(a, b), a @ b) and calls == ["dot_loop"]
assert numba.core.registry.CPUDispatcher.__call__ is plain
"""
    run_file(FUNCTIONS.format(imports=imports) + program)


def test_what_cannot_be_offloaded_runs_on_the_cpu(run_file):
    program = """
@njit(parallel=True)
def leaves(a):
    for i in prange(a.size):
        if a[i] > 2:
            a[i] = [1.0, 2.0][0]
    return a.size

with dpctl.device_context("cpu"), warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert leaves(a) == 1000
assert any("Failed to offload parfor" in str(w.message) for w in caught)
"""
    run_file(FUNCTIONS.format(imports="import numba, numba_dpex") + program)


def test_exceptions_are_numbas_too(run_file):
    program = """
def unknown(item, x):
    x[0] = no_such_name

for kernel, args, text in ((unknown, (dpt.ones(3),), "no_such_name"), (unknown, (5,), "ExecutionQueueInferenceError")):
    try:
        numba_dpex.call_kernel(numba_dpex.kernel(kernel), numba_dpex.Range(3), *args)
    except numba.core.errors.TypingError as error:
        assert text in str(error), error
    else:
        raise AssertionError
"""
    run_file(FUNCTIONS.format(imports="import numba, numba_dpex") + program)


def test_numbas_types_are_known_in_kernels(run_file):
    program = """
@numba_dpex.kernel
def kernel(item, x):
    own = numba_dpex.kernel_api.PrivateArray(3, numba.float32)
    own[0] = 1.5
    x[item.get_id(0)] = own[0] + numba.int32(2.5)

x = dpt.zeros(3)
numba_dpex.call_kernel(kernel, numba_dpex.Range(3), x)
assert dpt.asnumpy(x).tolist() == [3.5] * 3
"""
    run_file(FUNCTIONS.format(imports="import numba, numba_dpex") + program)
