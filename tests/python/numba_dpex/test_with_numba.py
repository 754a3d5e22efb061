"""With Numba installed: contexts offload its parallel functions, exceptions derive from its own, and its types are accepted."""

import importlib.util

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba is not installed")


@pytest.fixture
def run_file(run, tmp_path):
    """Runs a program from a file, because kernels are compiled from their source."""

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
            a[i] = {0: 1.0}[0]
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


TYPING = """
import itertools, operator
import numpy as np
from numba.core import types
from numba.core.registry import cpu_target
from numba_dpex._compiler import ir, numpy_loops, operators
from numba_dpex._compiler.errors import InvalidOperands
from numba_dpex._compiler.types import SCALARS, unify

context = cpu_target.typing_context
context.refresh()
ours = [t for t in SCALARS if t.name != "float16"]
theirs = {t.name: getattr(types, "boolean" if t.name == "bool" else t.name) for t in ours}
BINARY = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv, "floordiv": operator.floordiv,
    "mod": operator.mod, "pow": operator.pow, "and": operator.and_, "or": operator.or_, "xor": operator.xor, "shl": operator.lshift,
    "shr": operator.rshift,
}
COMPARE = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}
UNARY = {"neg": operator.neg, "pos": operator.pos, "invert": operator.invert}
OTHER = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}  # by value, whatever the types
QUIRKS = {("pow", "bool", "int32")}  # Numba: float32, though all other integers give int64


def numbas(function, *args):
    try:
        return str(context.resolve_function_type(function, tuple(theirs[t.name] for t in args), {}).return_type).replace("boolean", "bool")
    except Exception:
        return None


def found(do, op, *args):
    try:
        return do(op, *(ir.Read(ir.Var("x", t)) for t in args)).type.name
    except InvalidOperands:
        return None


n = 0
for table, do, arity in ((BINARY, operators.binary, 2), (COMPARE, operators.compare, 2), (UNARY, operators.unary, 1)):
    for (op, function), args in itertools.product(table.items(), itertools.product(ours, repeat=arity)):
        if (op, *(t.name for t in args)) not in QUIRKS:
            assert numbas(function, *args) == found(do, op, *args), (op, args, numbas(function, *args), found(do, op, *args))
            n += 1
for name, u in vars(np).items():
    if isinstance(u, np.ufunc) and u.nout == 1 and name not in OTHER:
        for args in itertools.product([t for t in ours if t.kind != "c"], repeat=u.nin):
            wanted, loop = numbas(u, *args), numpy_loops._loop(u.__name__, args)
            assert wanted in (None, loop and loop[1].name), (name, args, wanted, loop)
            n += 1
for a, b in itertools.product(ours, ours):
    assert str(context.unify_types(theirs[a.name], theirs[b.name])) == unify(a, b).name, (a, b)
assert n > 6000
"""


def test_types_of_operators_are_numbas(run):
    run(TYPING)


SIGNATURE = """
import numba, numba_dpex as dpex, dpctl.tensor as dpt
from numba_dpex.core.types.kernel_api.index_space_ids import ItemType

x = dpt.zeros(4, dtype="f4")

@dpex.kernel((ItemType(1), dpex.usm_ndarray(1, "C", numba.float32, queue=x.sycl_queue), numba.int64))
def kernel(item, x, n):
    x[item.get_id(0)] = numba.float32(n)

dpex.call_kernel(kernel, dpex.Range(4), x, 9)
assert dpt.asnumpy(x).tolist() == [9.0] * 4
"""


def test_numbas_types_in_signatures(run_file):
    run_file(SIGNATURE)
