"""examples/pybind11/matrix_vector: oneapi::mkl on arrays of Python's, blocking and by events."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/pybind11/matrix_vector.cpp"


@pytest.fixture(scope="module")
def ext(build_cpp, tmp_path_factory):
    source = tmp_path_factory.mktemp("matrix_vector") / "_matrix_vector.cpp"
    source.write_text(EXAMPLE.read_text())
    return build_cpp(source)


def test_example_gives_numpys_products(ext):
    env = dict(os.environ)
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(ext.__file__).parent), env.get("PYTHONPATH")]))
    command = [sys.executable, str(EXAMPLE.with_suffix(".py"))]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    differences = re.findall(r": (\S+)$", done.stdout, re.M)
    assert len(differences) == 2 and all(float(x) < 1e-9 for x in differences)


def test_events_order_products_with_python(ext):
    queue = dpctl.SyclQueue("cpu")
    a = dpt.full((50, 40), 2.0, sycl_queue=queue)
    x, y = dpt.ones(40, sycl_queue=queue), dpt.empty(50, sycl_queue=queue)
    kept, done = ext.submit(queue, a, x, y)
    assert isinstance(kept, dpctl.SyclEvent) and isinstance(done, dpctl.SyclEvent)
    del a, x
    done.wait()
    assert (dpt.asnumpy(y) == 80).all()
    kept.wait()


def test_wrong_arrays_raise(ext):
    queue = dpctl.SyclQueue("cpu")
    a, x, y = (dpt.ones(shape, sycl_queue=queue) for shape in [(5, 4), 4, 5])
    with pytest.raises(TypeError, match="float64"):
        ext.multiply(queue, dpt.astype(a, "f4"), x, y)
    with pytest.raises(ValueError, match="shapes"):
        ext.multiply(queue, a, y, x)
    with pytest.raises(ValueError, match="queue"):
        ext.multiply(dpctl.SyclQueue("cpu"), a, x, y)
    ext.multiply(queue, a, x, y)
    assert (dpt.asnumpy(y) == np.full(5, 4)).all()
