"""Helpers of the tests of dpctl.tensor: data of every dtype and layout, and comparison with NumPy."""

import numpy as np

import dpctl
import dpctl.tensor as dpt

NAMES = [
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]  # fmt: skip


def supported(names=NAMES):
    """The data types that the default device supports."""
    device = dpctl.select_default_device()
    lacking = ("" if device.has_aspect_fp16 else "e") + ("" if device.has_aspect_fp64 else "dD")
    return [name for name in names if np.dtype(name).char not in lacking]


DTYPES = supported()
INTEGERS = [name for name in DTYPES if np.dtype(name).kind in "iu"]
FLOATS = [name for name in DTYPES if np.dtype(name).kind in "fc"]


def matrices(shape, dtype, seed=0):
    """A NumPy array of normally distributed floating or complex numbers."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def sample(shape, dtype, seed=0):
    """A NumPy array of numbers that no integer operation overflows, and that differ from each other in sign and size."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    low = 1 if dtype.kind == "u" else -9
    numbers = rng.integers(low, 10, shape)
    if dtype.kind in "fc":
        numbers = numbers + rng.integers(1, 8, shape) / 8
    if dtype.kind == "c":
        numbers = numbers + 1j * rng.integers(low, 10, shape)
    return numbers.astype(dtype)


# A layout makes, of a module's array of shape (6, 8), a view that is neither the whole array nor laid out as it.
LAYOUTS = {
    "contiguous": lambda x: x,
    "transposed": lambda x: x.T,
    "strided": lambda x: x[::2, 1::3],
    "reversed": lambda x: x[::-1, ::-1],
    "one row": lambda x: x[2],
    "one column": lambda x: x[:, 3],
    "one element": lambda x: x[1, 2],
    "empty": lambda x: x[3:3],
    "offset": lambda x: x[1:, 1:],
    "extended": lambda x: x[None, :, None, 2:5],
}


def pair(layout, dtype, seed=0):
    """The same view in NumPy and in dpctl.tensor."""
    data = sample((6, 8), dtype, seed)
    make = LAYOUTS[layout]
    return make(data), make(dpt.asarray(data))


def host(value):
    """An array or a container of arrays, converted to NumPy arrays."""
    if isinstance(value, dpt.usm_ndarray):
        return dpt.asnumpy(value)
    if isinstance(value, (list, tuple)):
        return type(value)(host(v) for v in value)
    return value


def assert_same(ours, numpys, ulp=0):
    """The same dtype, shape and values: exactly, or within `ulp` ULP."""
    assert isinstance(ours, dpt.usm_ndarray), type(ours)
    ours, numpys = dpt.asnumpy(ours), np.asarray(numpys)
    assert ours.dtype == numpys.dtype and ours.shape == numpys.shape
    if ulp == 0:
        np.testing.assert_array_equal(ours, numpys)
    elif ours.dtype.kind == "c":
        scale = np.abs(numpys).max(initial=0)  # a part may cancel, the absolute value does not
        assert np.all(np.abs(ours - numpys) <= ulp * np.finfo(ours.dtype).eps * scale)
    else:
        np.testing.assert_array_max_ulp(ours, numpys, maxulp=ulp)


def outcome(function, *args):
    """The result of a call as host data, or the type of its exception."""
    try:
        return host(function(*args))
    except NotImplementedError:  # a kernel that does not exist yet: conftest.py skips the test
        raise
    except Exception as error:  # the type is the result
        return type(error)


# The first lines of programs in a fresh interpreter.
PREAMBLE = "import numpy as np, dpctl, dpctl.tensor as dpt\n"
