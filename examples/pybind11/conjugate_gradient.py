"""A system of equations by conjugate gradients in C++, in float64 and float32."""

import _conjugate_gradient
import numpy as np

import dpctl
import dpctl.tensor as dpt

queue = dpctl.SyclQueue()
rng = np.random.default_rng(3)
m = rng.normal(size=(200, 200))
a = m @ m.T + 200 * np.eye(200)
exact = rng.normal(size=200)
for dtype, tolerance in ("f8", 1e-9), ("f4", 1e-2):
    matrix, right = (dpt.asarray(x.astype(dtype), sycl_queue=queue) for x in (a, a @ exact))
    x = dpt.zeros(200, dtype=dtype, sycl_queue=queue)
    steps, residual = _conjugate_gradient.solve(queue, matrix, right, x, tolerance)
    print(dtype, steps < 60, residual <= tolerance, np.allclose(dpt.asnumpy(x), exact, rtol=0, atol=tolerance))
