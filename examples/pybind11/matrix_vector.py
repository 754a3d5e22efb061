"""Products of a matrix and vectors by oneapi::mkl::blas::row_major::gemv: waiting for each, and ordered by events."""

import _matrix_vector
import numpy as np

import dpctl.tensor as dpt
from dpctl.utils import SequentialOrderManager

rng = np.random.default_rng(1)
a_host, x_host = rng.random((300, 200)), rng.random(200)
a, x = dpt.asarray(a_host), dpt.asarray(x_host)
y, z = dpt.empty(300), dpt.empty(200)
queue = a.sycl_queue

_matrix_vector.multiply(queue, a, x, y)
print("largest difference from NumPy, blocking:", np.abs(dpt.asnumpy(y) - a_host @ x_host).max())

transposed = dpt.asarray(a_host.T.copy())
order = SequentialOrderManager[queue]
kept, done = _matrix_vector.submit(queue, a, x, y, depends=order.submitted_events)
order.add_event_pair(kept, done)
kept, done = _matrix_vector.submit(queue, transposed, y, z, depends=order.submitted_events)
order.add_event_pair(kept, done)
order.wait()
print("largest difference from NumPy, by events:", np.abs(dpt.asnumpy(z) - a_host.T @ (a_host @ x_host)).max())
