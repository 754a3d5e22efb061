"""Every function that has a parameter `out`: results go there, also where it shares memory with operands; and an `out` that does not
fit is refused before anything is written."""

import re

import numpy as np
import pytest
from tensor_helpers import supported

import dpctl
import dpctl.tensor as dpt
from dpctl.utils import ExecutionPlacementError

SHAPE = (6, 6)


def along(name):
    return lambda x, **k: getattr(dpt, name)(x, axis=0, **k)


# Functions that are not element-wise: number of operands, and the call.
OTHERS = {
    **{
        name: (1, along(name))
        for name in ("sum", "prod", "max", "min", "argmax", "argmin", "count_nonzero", "logsumexp")
    },
    **{
        name: (1, along(name)) for name in ("reduce_hypot", "cumulative_sum", "cumulative_prod", "cumulative_logsumexp")
    },
    "clip": (3, lambda x, y, z, **k: dpt.clip(x, y, z, **k)),
    "where": (2, lambda x, y, **k: dpt.where(y > 0.5, x, y, **k)),
    "matmul": (2, lambda x, y, **k: dpt.matmul(x, y, **k)),
    "take": (1, lambda x, **k: dpt.take(x, dpt.asarray([3, 1, 1, 5, 0, 2]), axis=0, **k)),
}
ELEMENT_WISE = {name: (f.nin, f) for name in dir(dpt) if hasattr(f := getattr(dpt, name), "nin")}
FUNCTIONS = {**ELEMENT_WISE, **OTHERS}


def test_the_table_has_every_function_with_out():
    documented = (n for n in dpt.__all__ if re.search(r"^ *out : ", getattr(dpt, n).__doc__ or "", re.M))
    assert set(documented) <= set(FUNCTIONS)


def operand(dtype, seed):
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "biu":
        return dpt.asarray(rng.integers(1, 4, SHAPE).astype(dtype))
    return dpt.asarray(rng.uniform(0.1, 0.9, SHAPE).astype(dtype))


def make(name):
    """The call and its operands, of the first data type that the function takes."""
    n, call = FUNCTIONS[name]
    for dtype in supported(["float32", "int32", "bool", "complex64"]):
        operands = [operand(dtype, seed) for seed in range(n)]
        try:
            return call, operands, call(*operands)
        except (ValueError, TypeError):
            continue
    raise AssertionError(f"{name} takes none of the types")


def bits(x):
    return dpt.asnumpy(x).tobytes()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_go_to_out(name):
    call, operands, wanted = make(name)
    for order in "CF":
        out = dpt.empty(wanted.shape, dtype=wanted.dtype, order=order)
        assert call(*operands, out=out) is out
        assert bits(out) == bits(wanted)
    rows = dpt.zeros((2 * wanted.shape[0] + 1, *wanted.shape[1:]), dtype=wanted.dtype)
    call(*operands, out=rows[1::2])
    assert bits(rows[1::2]) == bits(wanted) and not dpt.any(rows[::2] != 0)


# Layouts of the result in the memory of an operand: offset of the first element and strides, in elements.
LAYOUTS = {
    "where the operand begins": (0, (6, 1)),
    "one element further": (1, (6, 1)),
    "one row further": (6, (6, 1)),
    "backwards": (35, (-6, -1)),
    "transposed": (0, (1, 6)),
    "every second element": (2, (12, 2)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_out_may_share_memory_with_operands(name):
    call, operands, wanted = make(name)
    for number, x in enumerate(operands):
        for first, strides in LAYOUTS.values():
            memory = dpt.zeros(1000, dtype=x.dtype)
            shared = dpt.reshape(memory[:36], SHAPE)
            shared[...] = x
            out = dpt.usm_ndarray(
                wanted.shape,
                dtype=wanted.dtype,
                buffer=memory.usm_data,
                strides=strides[2 - wanted.ndim :],
                offset=first,
            )
            call(*(shared if i == number else other for i, other in enumerate(operands)), out=out)
            assert bits(out) == bits(wanted), (number, first, strides)


def refused(name, error, out, call, operands):
    before = [bits(x) for x in operands]
    with pytest.raises(error):
        call(*operands, out=out)
    assert before == [bits(x) for x in operands], name
    if isinstance(out, dpt.usm_ndarray):
        assert not dpt.any(out != 0), name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_mismatched_out_is_refused_and_not_written(name):
    call, operands, wanted = make(name)
    read_only = dpt.zeros(wanted.shape, dtype=wanted.dtype)
    read_only.flags["W"] = False
    refused(name, ValueError, read_only, call, operands)
    refused(name, ValueError, dpt.zeros((*wanted.shape, 1), dtype=wanted.dtype), call, operands)
    refused(name, ValueError, dpt.zeros((7,) * wanted.ndim, dtype=wanted.dtype), call, operands)
    other = "int16" if wanted.dtype != np.int16 else "int8"
    refused(name, (ValueError, TypeError), dpt.zeros(wanted.shape, dtype=other), call, operands)
    elsewhere = dpctl.SyclQueue(operands[0].sycl_device)
    foreign = dpt.zeros(wanted.shape, dtype=wanted.dtype, sycl_queue=elsewhere)
    refused(name, ExecutionPlacementError, foreign, call, operands)
    for wrong in (np.zeros(wanted.shape, dtype=wanted.dtype), 3, [0]):
        refused(name, TypeError, wrong, call, operands)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_operand_that_does_not_fit_leaves_out_alone(name):
    call, operands, wanted = make(name)
    out = dpt.zeros(wanted.shape, dtype=wanted.dtype)
    wrong = [dpt.asnumpy(operands[0]), "text"]
    if len(operands) > 1:
        wrong.append(dpt.ones((5, 7), dtype=operands[0].dtype))
    for x in wrong:
        if isinstance(x, np.ndarray) and (name == "where" or name in ELEMENT_WISE) and len(operands) > 1:
            continue  # these take NumPy's arrays
        with pytest.raises((ValueError, TypeError)):
            call(x, *operands[1:], out=out)
        assert not dpt.any(out != 0)


def test_a_read_only_array_is_not_written_in_place():
    x = dpt.ones(SHAPE)
    x.flags["W"] = False
    for change in (
        lambda: x.__iadd__(1),
        lambda: x.__imul__(x),
        lambda: x.__setitem__(0, 2),
        lambda: x.__setitem__(x > 0, 2),
        lambda: x[1].__setitem__(0, 2),
        lambda: dpt.put(x, dpt.asarray([0]), 2.0),
        lambda: dpt.place(x, x > 0, dpt.asarray([2.0])),
        lambda: dpt.put_along_axis(x, dpt.zeros((1, 6), dtype="int64"), 2.0, axis=0),
    ):
        with pytest.raises(ValueError):
            change()
        assert bits(x) == np.ones(SHAPE).tobytes()


def test_small_outputs_that_lie_across_operands(device):
    """In the calling thread too: the operand itself, one element further on, back, in part, and of another type."""
    base = np.arange(40, dtype="f4")
    for start in (0, 1, 5, 20):
        for function in (np.add, np.multiply, np.maximum, np.less):
            expected, got = base.copy(), dpt.asarray(base, device=device)
            operate, x = getattr(dpt, function.__name__), got[:20]
            if function is np.less:
                out = np.zeros(20, "?")
                result = dpt.asarray(out, device=device)
                assert operate(x, got[start : start + 20], out=result) is result
                np.testing.assert_array_equal(
                    dpt.asnumpy(result), function(expected[:20], expected[start : start + 20])
                )
                continue
            function(expected[:20], expected[20:], out=expected[start : start + 20])
            operate(x, got[20:], out=got[start : start + 20])
            np.testing.assert_array_equal(dpt.asnumpy(got), expected)
            function(expected[start : start + 20], 3, out=expected[:20])
            operate(got[start : start + 20], 3, out=x)
            np.testing.assert_array_equal(dpt.asnumpy(got), expected)
            got[start : start + 20] += x
            expected[start : start + 20] += expected[:20]
            np.testing.assert_array_equal(dpt.asnumpy(got), expected)
