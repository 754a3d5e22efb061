"""Products by CLBlast on OpenCL devices: buffers and shared virtual memory, forms, offsets, stacks."""

import ctypes
import os
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
import dpctl.tensor as dpt
import dpctl

(device, *_) = dpctl.get_devices()
rng = np.random.default_rng(0)

def check(a, b, rtol):
    x, y = dpt.asarray(a, device=device), dpt.asarray(b, device=device)
    t = lambda m: m.mT if hasattr(m, "mT") else m.swapaxes(-1, -2)
    for ours, theirs in ((x @ y, a @ b), (t(x) @ x, t(a) @ a), (y @ t(y), b @ t(b)), (t(t(y) @ t(x)), a @ b),
                         (x[..., 3:, 5:] @ y[..., 5:, 7:], a[..., 3:, 5:] @ b[..., 5:, 7:])):
        error = np.linalg.norm(dpt.asnumpy(ours) - theirs)
        assert error <= rtol * np.linalg.norm(theirs), (a.dtype, a.shape, error)

for dtype, rtol in (("f4", 1e-6), ("f8", 1e-14), ("c8", 1e-6), ("c16", 1e-14)):
    if dtype in ("f8", "c16") and not device.has_aspect_fp64:
        continue
    for shapes in (((270, 280), (280, 290)), ((1030, 45), (45, 1100)), ((3, 270, 280), (3, 280, 290)), ((3, 270, 280), (280, 290))):
        a, b = (rng.standard_normal(s) for s in shapes)
        if dtype[0] == "c":
            a, b = a + 1j * a[..., ::-1], b - 1j * b[..., ::-1]
        check(a.astype(dtype), b.astype(dtype), rtol)
print("all right")
"""


def has_clblast():
    try:
        ctypes.CDLL("libclblast.so.1")
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_clblast(), reason="CLBlast is not installed")
@pytest.mark.parametrize("memory", ["svm", "buffer"])
@pytest.mark.parametrize("switch", ["1", "0"])
def test_products(device, memory, switch):
    if not device.name.startswith(("pthread", "cpu-")):
        pytest.skip("a library for OpenCL devices; tested with PoCL's")
    environment = {
        "DPEX_BACKENDS": "opencl",
        "DPEX_KERNEL_FORMS": "gpu",
        "DPEX_OPENCL_MEMORY": memory,
        "DPEX_LOG": "queue",
        "DPEX_VENDOR_LIBRARIES": switch,
    }
    made = subprocess.run([sys.executable, "-c", PROGRAM], env=os.environ | environment, capture_output=True, text=True)
    assert "all right" in made.stdout, made.stderr
    assert ("matmul: computed by the library" in made.stderr) == (switch == "1")
