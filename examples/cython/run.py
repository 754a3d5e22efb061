"""The four modules of this folder at work."""

from math import erf, exp, log, sqrt

import _mkl
import _use_sycl
import _usm_memory
import _usm_ndarray
import numpy as np

import dpctl
import dpctl.memory
import dpctl.tensor as dpt

queue = dpctl.SyclQueue("cpu")
counts = _usm_memory.histogram(queue, b"cython and unified shared memory")
numbers = np.frombuffer(counts.tobytes(), "i8")
print("the commonest letter:", chr(numbers[97:].argmax() + 97), numbers[97:].max())
print(
    "device memory:",
    _usm_memory.is_device_memory(dpctl.memory.MemoryUSMDevice(8, queue=queue)),
    _usm_memory.is_device_memory(counts),
)

spot, strike = dpt.asarray([90.0, 100.0, 110.0], sycl_queue=queue), dpt.full(3, 100.0, sycl_queue=queue)
prices = _usm_ndarray.call_prices(queue, spot, strike, 1.0, 0.05, 0.2)


def price(s, k, t, r, v):
    d1 = (log(s / k) + (r + v * v / 2) * t) / (v * sqrt(t))
    d2 = d1 - v * sqrt(t)
    return s * (1 + erf(d1 / sqrt(2))) / 2 - k * exp(-r * t) * (1 + erf(d2 / sqrt(2))) / 2


expected = [price(s, 100.0, 1.0, 0.05, 0.2) for s in (90.0, 100.0, 110.0)]
print(
    "prices:",
    [round(p, 4) for p in dpt.asnumpy(prices).tolist()],
    np.allclose(dpt.asnumpy(prices), expected, rtol=1e-13),
)

print("the queue's device:", _use_sycl.device_of(queue) == queue.sycl_device)
print("what C++ says of it:", _use_sycl.describe(queue.sycl_device)["name"] == queue.sycl_device.name)
source, target = dpctl.memory.MemoryUSMHost(8, queue=queue), dpctl.memory.MemoryUSMShared(8, queue=queue)
source.memset(7)
_use_sycl.copy(queue, target, source).wait()
print("copied:", target.tobytes() == bytes([7] * 8))

matrix = np.arange(12.0).reshape(3, 4)
print("sums of columns:", _mkl.column_sums(queue, matrix).tolist(), _mkl.column_sums(queue, matrix.astype("f4")).dtype)
mean, error = _mkl.monte_carlo_call(queue, 100.0, 105.0, 1.0, 0.05, 0.2)
print("by random numbers:", abs(mean - price(100.0, 105.0, 1.0, 0.05, 0.2)) < 5 * error, error < 0.02)
