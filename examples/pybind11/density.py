"""A density estimate in C++ on USM arrays, without a wait between the calls."""

import _density
import numpy as np

import dpctl
import dpctl.tensor as dpt

queue = dpctl.SyclQueue("cpu")
rng = np.random.default_rng(1)
values = rng.normal(size=100_000)
samples = dpt.asarray(values, sycl_queue=queue)
points = dpt.linspace(-2, 2, 9, sycl_queue=queue)
out = dpt.empty_like(points)

kept, computed = _density.density(queue, points, samples, out, 0.1)
kept, computed = _density.density(queue, points, samples, out, 0.2, depends=[computed])
computed.wait()
kept.wait()

z = (dpt.asnumpy(points)[:, None] - values) / 0.2
expected = np.exp(-(z**2) / 2).sum(axis=1) / (values.size * 0.2 * np.sqrt(2 * np.pi))
print("largest relative difference from NumPy:", np.abs(dpt.asnumpy(out) / expected - 1).max())
