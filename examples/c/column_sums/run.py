"""Sums of columns, of NumPy and USM arrays; the second call waits for the first by its event."""

import column_sums
import numpy as np

import dpctl
import dpctl.tensor as dpt

queue = dpctl.SyclQueue()
a = np.random.default_rng(0).random((1000, 300))
sums = np.empty(300)
kept, computed = column_sums.start(queue, a, sums)
dpctl.SyclEvent.wait_for([kept, computed])
print("NumPy:", np.allclose(sums, a.sum(0), rtol=1e-13))

device_sums = dpt.empty(600, sycl_queue=queue)[::-2]
events = column_sums.start(queue, dpt.asarray(a, sycl_queue=queue)[::-1, ::1], device_sums)
kept, computed = column_sums.start(queue, dpt.asarray(a[:, ::-1], sycl_queue=queue), device_sums, depends=[events[1]])
computed.wait()
print("USM, backwards:", np.allclose(dpt.asnumpy(device_sums), a.sum(0)[::-1], rtol=1e-13))
