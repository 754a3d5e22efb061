"""The example extension: built as a user would build it, then called on NumPy and USM arrays."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dpctl
import dpctl.memory
import dpctl.tensor as dpt

SOURCE = Path(__file__).resolve().parents[2] / "examples" / "poly_ext"


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder that poly_ext is installed to."""
    target = tmp_path_factory.mktemp("poly_ext")
    source = tmp_path_factory.mktemp("source")
    for name in ("poly_ext.c", "setup.py", "pyproject.toml"):
        (source / name).write_text((SOURCE / name).read_text())
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-build-isolation",
            "--no-deps",
            "--no-index",
            "--target",
            str(target),
            str(source),
        ],
        check=True,
    )
    return target


@pytest.fixture
def evaluate(built, monkeypatch):
    monkeypatch.syspath_prepend(str(built))
    return importlib.import_module("poly_ext").offloaded_poly_evaluate


@pytest.fixture
def queue(device):
    if not device.has_aspect_fp64:
        pytest.skip("the device computes without double")
    return dpctl.SyclQueue(device)


def polynomial(x):
    return 3 + x * (1 + x * (-0.5 + 0.3 * x))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("n", [0, 1, 1000, 100_003])
def test_numpy_arrays_are_computed_in_place(evaluate, queue, dtype, n):
    x = np.linspace(0, 2, n, dtype=dtype)  # the polynomial has no root here
    y = np.full_like(x, -1)
    assert evaluate(queue, x, y) is None
    np.testing.assert_allclose(y, polynomial(x.astype("f8")), rtol=1e-5 if dtype == "f4" else 1e-13)


def test_usm_arrays_and_slices(evaluate, queue):
    x = dpt.asarray(np.linspace(0, 1, 600).reshape(20, 30), sycl_queue=queue)
    y = dpt.zeros_like(x)
    evaluate(queue, x[5:10], y[10:15])
    got, expected = dpt.asnumpy(y), polynomial(dpt.asnumpy(x))
    np.testing.assert_allclose(got[10:15], expected[5:10], rtol=1e-13)
    assert not got[:10].any() and not got[15:].any()


def test_earlier_work_of_the_queue_comes_first(evaluate, queue):
    x = dpt.zeros(10**6, dtype="f8", sycl_queue=queue)
    for _ in range(5):
        x += 1
    y = dpt.empty_like(x)
    evaluate(queue, x, y)
    assert (dpt.asnumpy(y) == polynomial(np.float64(5))).all()


@pytest.mark.parametrize(
    "x, y, error, text",
    [
        (np.zeros(4, "i4"), np.zeros(4, "i4"), TypeError, "X: must have dtype float32 or float64"),
        (np.zeros(4, "f4"), np.zeros(4, "f8"), TypeError, "Y: must have the dtype of X"),
        (np.zeros(4), np.zeros(5), ValueError, "Y: must have the shape of X"),
        (np.zeros((2, 2)), np.zeros(4), ValueError, "Y: must have the shape of X"),
        (np.zeros(8)[::2], np.zeros(4), ValueError, "X: must be C-contiguous"),
        (np.zeros(4), np.zeros((2, 2)).T, ValueError, "Y: must be C-contiguous"),
        (np.zeros(4, ">f8"), np.zeros(4), TypeError, "X: arrays of format '>d'"),
        ([1.0], np.zeros(1), TypeError, "X: expected a NumPy array or USM array, got <class 'list'>"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_arrays_are_refused(evaluate, queue, x, y, error, text):
    with pytest.raises(error) as raised:
        evaluate(queue, x, y)
    assert text in str(raised.value)


def test_read_only_result_is_refused(evaluate, queue):
    y = np.zeros(4)
    y.flags.writeable = False
    with pytest.raises(TypeError, match="Y: expected a writable NumPy array"):
        evaluate(queue, np.zeros(4), y)


def test_array_of_another_queue_is_refused(evaluate, queue):
    x = dpt.zeros(4, dtype="f8", sycl_queue=dpctl.SyclQueue("cpu"))
    with pytest.raises(ValueError, match="X: the array belongs to another queue"):
        evaluate(queue, x, np.zeros(4))


def test_something_else_than_a_queue_is_refused(evaluate):
    with pytest.raises(TypeError, match="expected a dpctl.SyclQueue, got <class 'int'>"):
        evaluate(1, np.zeros(4), np.zeros(4))


def test_device_that_does_not_reach_the_hosts_memory(built):
    """On a simulated GPU NumPy arrays are copied to the device and back."""
    code = (
        "import numpy as np, dpctl, poly_ext\n"
        "q = dpctl.SyclQueue('gpu')\n"
        "assert not q.sycl_device.has_aspect_usm_system_allocations\n"
        "x = np.linspace(0, 1, 100_000)\n"
        "y = np.empty_like(x)\n"
        "poly_ext.offloaded_poly_evaluate(q, x, y)\n"
        "assert np.allclose(y, 3 + x * (1 + x * (-0.5 + 0.3 * x)), rtol=1e-13, atol=0)\n"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        env={**os.environ, "DPEX_SIMULATE": "gpu:1", "PYTHONPATH": os.pathsep.join([str(built), *sys.path])},
    )
