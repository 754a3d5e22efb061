"""A polynomial by sycl::buffer and accessors, over memory of NumPy's."""

import _polynomial
import numpy as np

import dpctl

queue = dpctl.SyclQueue("cpu")
coefficients = [1.0, -2.0, 0.5, 3.0]
x = np.linspace(-1, 1, 100_000).reshape(100, 1000)
y = _polynomial.evaluate(queue, coefficients, x)
print("largest difference from numpy.polynomial:", np.abs(y - np.polynomial.polynomial.polyval(x, coefficients)).max())
