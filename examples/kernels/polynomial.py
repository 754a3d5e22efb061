"""A polynomial of every element, in both generations of the interface.

usage: python polynomial.py [device]
"""

import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex

queue = dpctl.SyclQueue(*sys.argv[1:2])
N = 100_000


@dpex.kernel
def poly_item(item, X, Y):
    i = item.get_id(0)
    x = X[i]
    Y[i] = 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


@dpex.kernel
def poly(X, Y):
    i = dpex.get_global_id(0)
    x = X[i]
    Y[i] = 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


def expected(x):
    return 3.0 + x * (1.0 + x * (-0.5 + 0.3 * x))


# Since 0.23: the range is an object, the kernel's first parameter the work-item.
X = dpt.arange(0.0, N * 1e-6, 1e-6, sycl_queue=queue)[:N]
Y = dpt.empty_like(X)
dpex.call_kernel(poly_item, dpex.Range(N), X, Y)
np.testing.assert_allclose(dpt.asnumpy(Y), expected(dpt.asnumpy(X)), rtol=1e-12)

# Before: the range stands in brackets.
Z = dpt.empty_like(X)
poly[X.size, dpex.DEFAULT_LOCAL_SIZE](X, Z)
np.testing.assert_array_equal(dpt.asnumpy(Y), dpt.asnumpy(Z))

# NumPy arrays run on the device of the context; what the kernel writes comes back.
x, y = dpt.asnumpy(X), np.empty(N)
with dpctl.device_context(queue):
    poly[x.size, dpex.DEFAULT_LOCAL_SIZE](x, y)
np.testing.assert_array_equal(y, dpt.asnumpy(Y))

# Arrays on different queues do not say where to run.
try:
    poly[N](X, dpt.empty_like(X, sycl_queue=dpctl.SyclQueue(queue.sycl_device)))
except dpex.IndeterminateExecutionQueueError as error:
    print("refused:", error)

print(f"polynomial of {N} elements on {queue.sycl_device.name}: {float(Y[0])} ... {float(Y[-1])}")
