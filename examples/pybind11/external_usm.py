"""Memory that C++ has allocated as an array of Python's, and memory of Python's as a buffer of C++."""

import gc

import _external_usm
import numpy as np

import dpctl
import dpctl.memory
import dpctl.tensor as dpt

queue = dpctl.SyclQueue("cpu")
vector = _external_usm.Vector(queue, 1000)
vector.fill(2.0)

seen = dpctl.memory.as_usm_memory(vector)  # by the protocol: it keeps the vector
x = dpt.usm_ndarray((1000,), dtype="f8", buffer=seen)
x += 1
x.sycl_queue.wait()
print("the vector after `x += 1`:", vector[0], vector[999])

y = dpt.usm_ndarray((1000,), dtype="f8", buffer=vector.memory())  # by its smart pointer
del vector, seen, x
gc.collect()
print("its sum, when the vector is gone:", float(dpt.sum(y)))

print(
    "bytes of a NumPy array:",
    _external_usm.sum_of_bytes(queue, np.arange(100, dtype="u1")),
    "and of bytes:",
    _external_usm.sum_of_bytes(queue, b"\1\2\3"),
)
