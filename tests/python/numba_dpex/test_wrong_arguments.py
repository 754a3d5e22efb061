"""Every function that a kernel may call, with wrong numbers and kinds of arguments: a compile error that names the function, or a result.

An exception of another class would be a defect of the compiler, which must not look like the user's mistake.
"""

import itertools
import linecache
import math
import operator
import random
import re

import numpy as np
import pytest

import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import functions, interface
from numba_dpex._compiler.errors import CompileError
from numba_dpex._compiler.lower import Lowerer, lower_kernel
from numba_dpex._compiler.lowerings import LOWERINGS
from numba_dpex._compiler.operators import constant
from numba_dpex._compiler.types import FLOAT64, INT64

VECTOR, INTEGERS = (FLOAT64, 1, "C", "global"), (INT64, 1, "C", "global")

# Expressions of every kind of value that a kernel has.
KINDS = {
    "integer": "k", "literal": "3", "float": "1.5", "complex": "2j", "condition": "k > 2", "array": "x", "element": "x[k]", "expression": "x + n",
    "part": "x[1:]", "text": "'abc'", "nothing": "None", "tuple": "(1, 2.5)", "nested tuple": "((1, 2), 'a')", "no elements": "()",
    "function": "math.sin", "lambda": "(lambda *given: 1)", "type": "np.float32", "range": "range(k)", "enumerate": "enumerate(x)", "zip": "zip(x, n)",
    "item": "item", "group": "item.get_group()", "sub-group": "item.get_sub_group()", "atomic": "kapi.AtomicRef(x, 0)", "method": "x.sum",
    "scope": "kapi.MemoryScope.DEVICE", "module": "np", "dots": "...",
}  # fmt: skip


def of_numpy():
    names = {*functions._BY_NAME, *functions._NUMPY_NAMES, *functions._OF_ARRAYS}
    return {f"np.{name}": getattr(np, name) for name in sorted(names) if hasattr(np, name)}


def of_the_interface():
    names = ["all_of_group", "any_of_group", "none_of_group", "reduce_over_group", "inclusive_scan_over_group", "exclusive_scan_over_group",
             "group_broadcast", "select_from_group", "shift_group_left", "shift_group_right", "permute_group_by_xor"]  # fmt: skip
    return {name: getattr(kapi, name) for name in names} | {
        f"random.{name}": getattr(kapi.random, name) for name in kapi.random.__all__
    }


def registered():
    return {
        f"{getattr(o, '__module__', None) or getattr(o, '__self__', None).__class__.__name__}.{o.__name__}": o
        for o in LOWERINGS
    }


FUNCTIONS = {
    **registered(), **of_numpy(), **of_the_interface(), "dtype": np.dtype("int16"), "float32": np.float32, "numba's int8": dpex.int8,
    **{f"operator.{name}": getattr(operator, name) for name in ("add", "truediv", "xor")},
}  # fmt: skip
METHODS = {
    "item": [name for name in dir(kapi.NdItem) if name.startswith("get_")],
    "item.get_group()": [name for name in dir(kapi.Group) if name.startswith("get_")],
    "item.get_sub_group()": [name for name in dir(kapi.Group) if name.startswith("get_")],
    "kapi.AtomicRef(x, 0)": [name for name in dir(kapi.AtomicRef) if name[0] != "_"],
    "kapi.AtomicRef(n, 0)": ["fetch_and", "fetch_add", "compare_exchange"],
    "x": ["reshape", "ravel", "sum", "mean", "min", "argmax", "any"], "(x + n)": ["sum", "argmin"], "k": ["conjugate"], "2j": ["conjugate"],
}  # fmt: skip
CALLED = {f"function of {label}": ("function", function) for label, function in FUNCTIONS.items()}
CALLED |= {f"{value}.{name}": (f"{value}.{name}", None) for value, names in METHODS.items() for name in names}


def refusal(callee: str, function, args) -> CompileError | None:
    """The compile error of a call in a kernel; None if it can be translated."""
    text = f"def kernel(item, x, n, k):\n    y = {callee}({', '.join(args)})\n"
    file = "<a call with wrong arguments>"
    found = {"kapi": kapi, "math": math, "np": np, "function": function}
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    exec(compile(text, file, "exec"), found)
    try:
        lower_kernel(found["kernel"], [VECTOR, INTEGERS, INT64], 1, True)
    except CompileError as error:
        return error
    except Exception as error:
        raise AssertionError(f"{callee}({', '.join(args)}): {type(error).__name__}: {error}") from error
    return None


def name_of(callee: str, function) -> str:
    return getattr(function, "__name__", str(function)) if function is not None else callee.rpartition(".")[2]


@pytest.fixture(autouse=True)
def with_random_numbers(monkeypatch):
    """As in prange loops, where Python's and NumPy's generators are available."""
    monkeypatch.setattr(Lowerer, "draws", lambda self, origin: [constant(1), constant(2), constant(3)])


def counts(n: int):
    """Arguments of one kind in each position, among integers, and in all."""
    for kind in KINDS.values():
        yield from {tuple(kind if i == at or at == n else "k" for i in range(n)): None for at in range(n + 1)}


@pytest.mark.filterwarnings("ignore:.*object is not callable")
@pytest.mark.parametrize("label", sorted(CALLED))
def test_all_kinds_of_arguments_are_translated_or_refused_by_name(label):
    callee, function = CALLED[label]
    for args in itertools.chain.from_iterable(map(counts, (1, 2, 3))):
        error = refusal(callee, function, args)
        if error is not None:
            assert re.search(rf"\b{re.escape(name_of(callee, function))}\b", str(error).splitlines()[0]), (
                f"({', '.join(args)}): {error}"
            )


WITHOUT_ARGUMENTS = """
    complex bool list zip print hypot barrier sub_group_barrier mem_fence get_work_dim is_sequential dtype int8 float32 int16
    get_group get_sub_group get_linear_id get_linear_range get_global_linear_id get_global_linear_range get_local_linear_id
    get_local_linear_range get_group_linear_id get_group_linear_range load ravel sum mean min argmax argmin any conjugate
    random random_sample ranf sample rand uniform normal randn standard_normal exponential standard_exponential gauss normalvariate expovariate
""".split()
# Of a sub-group the dimension may be omitted.
OF_ONE_DIMENSION = "get_local_id get_local_range get_group_id get_group_range".split()


def may_lack_arguments(callee: str, function) -> bool:
    name = name_of(callee, function)
    if "sub_group()" in callee:
        return name in OF_ONE_DIMENSION or name in WITHOUT_ARGUMENTS
    return name in WITHOUT_ARGUMENTS and (
        function is None or not isinstance(function, np.ufunc) and function not in (min, sum, any, random.uniform)
    )


@pytest.mark.parametrize("label", sorted(CALLED))
def test_wrong_numbers_of_arguments_are_refused(label):
    callee, function = CALLED[label]
    name = name_of(callee, function)
    if not may_lack_arguments(callee, function):
        assert name in str(refusal(callee, function, []))
    if function not in (min, max, zip, print, math.hypot) and name != "reshape":
        assert name in str(refusal(callee, function, ["k"] * 12))
    assert name in str(refusal(callee, function, ["k", "no_such_keyword=k"]))


TAKE_TEXTS = (bool, len, print, getattr, ord, interface.is_sub_group)
TAKE_GROUPS = (kapi.group_barrier, interface.is_sub_group)


@pytest.mark.parametrize("label", sorted(CALLED))
def test_texts_and_groups_are_no_numbers(label):
    callee, function = CALLED[label]
    for n in (1, 2, 3):
        for kind, taken in (("'abc'", TAKE_TEXTS), ("item.get_group()", TAKE_GROUPS)):
            if function not in taken:
                assert refusal(callee, function, [kind] * n) is not None, f"{callee}: {n} times {kind}"
