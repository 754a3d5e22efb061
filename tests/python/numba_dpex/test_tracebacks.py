"""Tracebacks of errors: the program's own lines, and none of the compiler."""

import inspect
import pickle
import traceback

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
import numba_dpex._host_function
from numba_dpex import prange
from numba_dpex._compiler.errors import UnsupportedError
from numba_dpex.core import config


@dpex.kernel
def wrong(item, x):
    x[item.get_id(0)] = x.nothing


@dpex.device_func
def helper(a):
    return a.nothing


@dpex.kernel
def calls_a_wrong_one(item, x):
    x[0] = helper(x[0])


@dpex.dpjit
def parallel(x):
    for i in prange(x.shape[0]):
        x[i] = x[i].nothing


@dpex.dpjit
def array_expression(x):
    return dpnp.sin(x + dpnp.ones(3, sycl_queue=dpctl.SyclQueue())) * 2


@dpex.dpjit("float64(float64)")
def cast(x):
    return x


@dpex.vectorize
def of_elements(a):
    return a.nothing


ARRAY = dpt.ones(3)
LAUNCHES = {
    "call_kernel": lambda: dpex.call_kernel(wrong, dpex.Range(3), ARRAY),
    "call_kernel_async": lambda: dpex.call_kernel_async(wrong, dpex.Range(3), (), ARRAY),
    "brackets": lambda: wrong[3, 3](ARRAY),
    "brackets, NumPy": lambda: wrong[3, dpex.DEFAULT_LOCAL_SIZE](np.ones(3)),
    "device_func": lambda: dpex.call_kernel(calls_a_wrong_one, dpex.Range(3), ARRAY),
    "prange": lambda: parallel(ARRAY),
    "two queues": lambda: array_expression(dpnp.ones(3)),
    "a signature": lambda: cast("a"),
    "vectorize": lambda: of_elements(ARRAY),
    "no range": lambda: dpex.call_kernel(wrong, 3, ARRAY),
    "an argument": lambda: dpex.call_kernel(wrong, dpex.Range(3), "a"),
    "too many arguments": lambda: dpex.call_kernel(wrong, dpex.Range(3), ARRAY, 1),
    "compiled ahead": lambda: dpex.kernel(dpex.float64[:](dpex.float64[:]))(wrong.py_func),
}


@pytest.mark.parametrize("name", list(LAUNCHES))
def test_tracebacks_show_the_program_alone(name):
    with pytest.raises(Exception) as caught:
        LAUNCHES[name]()
    error = caught.value
    frames = traceback.extract_tb(error.__traceback__)
    assert {f.filename for f in frames} == {__file__}
    assert len(frames) <= 3
    assert error.__cause__ is None and error.__context__ is None
    assert len(str(error).splitlines()) <= 6
    text = "".join(traceback.format_exception(error))
    assert "site-packages" not in text.replace(__file__, "") and text.count("Traceback") == 1


def test_settings_show_all_frames(monkeypatch):
    monkeypatch.setattr(config, "FULL_TRACEBACKS", 1)
    with pytest.raises(dpex.core.exceptions.ExecutionQueueInferenceError) as caught:
        LAUNCHES["two queues"]()
    assert "_array_expression.py" in "".join(traceback.format_exception(caught.value))


def test_exceptions_of_programs_show_their_lines_alone():
    def divides(a):
        b = [a]
        return b[1]

    for function in (dpex.dpjit(divides), dpex.njit("float64(float64)")(divides)):
        for _ in range(2):
            with pytest.raises(IndexError) as caught:
                function(1.0)
            assert [f.name for f in traceback.extract_tb(caught.value.__traceback__)][1:] == ["divides"]


def test_messages_name_what_the_program_calls():
    def adds(a, b):
        return dpnp.add(a, b)

    def operates(a, b):
        return a @ b

    def calls(a, b):
        return np.dot(a, b)

    x, y = dpnp.ones(3), dpnp.ones(3, sycl_queue=dpctl.SyclQueue())
    for function in (adds, operates, calls):
        with pytest.raises(Exception) as caught:
            dpex.dpjit(function)(x, y)
        assert "call_on_one_queue" not in str(caught.value) and "call:" not in str(caught.value)


def test_warnings_name_the_line_of_the_call(monkeypatch):
    def without_item(x):
        x[0] = 1

    with pytest.warns(DeprecationWarning, match="no item") as caught:
        dpex.call_kernel(dpex.kernel(without_item), dpex.Range(3), ARRAY)
    assert [w.filename for w in caught] == [__file__]

    def not_found(function):
        raise UnsupportedError("the source cannot be found")

    monkeypatch.setattr(numba_dpex._host_function, "Source", not_found)
    with pytest.warns(RuntimeWarning, match="runs as Python") as caught:
        dpex.dpjit(lambda x: x)(ARRAY)
    assert [w.filename for w in caught] == [__file__]


def test_entries_have_what_functions_have():
    assert dpex.call_kernel.__name__ == "call_kernel" and "work-items" in dpex.call_kernel.__doc__
    assert repr(dpex.call_kernel).startswith("<function call_kernel") and inspect.isroutine(dpex.call_kernel)
    assert pickle.loads(pickle.dumps(dpex.call_kernel)) is dpex.call_kernel
    assert list(inspect.signature(dpex.call_kernel).parameters) == ["kernel_fn", "index_space", "args"]
