"""Prices of options by the formula of Black and Scholes: as a kernel, as a parallel loop, and as array expressions.

usage: python black_scholes.py [device]
"""

import math
import sys

import numpy as np

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import dpjit, prange

queue = dpctl.SyclQueue(*sys.argv[1:2])
N = 10_000
RATE, VOLATILITY = 0.1, 0.2


@dpex.device_func
def price_of(price, strike, t, rate, volatility):
    """Prices of a call and of a put."""
    a = math.log(price / strike)
    z = t * volatility * volatility * 2
    c = 0.25 * z
    y = 1.0 / math.sqrt(z)
    d1 = 0.5 + 0.5 * math.erf((a + t * rate + c) * y)
    d2 = 0.5 + 0.5 * math.erf((a + t * rate - c) * y)
    discounted = math.exp(-rate * t) * strike
    call = price * d1 - discounted * d2
    return call, call - price + discounted


@dpex.kernel
def as_kernel(item, price, strike, t, rate, volatility, call, put):
    i = item.get_id(0)
    call[i], put[i] = price_of(price[i], strike[i], t[i], rate, volatility)


@dpjit
def as_loop(price, strike, t, rate, volatility, call, put):
    for i in prange(price.shape[0]):
        call[i], put[i] = price_of(price[i], strike[i], t[i], rate, volatility)


@dpjit
def as_expressions(price, strike, t, rate, volatility):
    a = dpt.log(price / strike)
    z = t * volatility * volatility * 2
    c = 0.25 * z
    y = 1.0 / dpt.sqrt(z)
    d1 = 0.5 + 0.5 * erf((a + t * rate + c) * y)
    d2 = 0.5 + 0.5 * erf((a + t * rate - c) * y)
    discounted = dpt.exp(-rate * t) * strike
    call = price * d1 - discounted * d2
    return call, call - price + discounted


@dpex.vectorize
def erf(x):
    return math.erf(x)


rng = np.random.default_rng(3)
host = rng.uniform(10, 50, N), rng.uniform(10, 50, N), rng.uniform(1, 2, N)
expected = np.array([price_of(*one, RATE, VOLATILITY) for one in zip(*host, strict=True)]).T

arrays = [dpt.asarray(x, sycl_queue=queue) for x in host]
call, put = (dpt.empty(N, sycl_queue=queue) for _ in range(2))
for run in (
    lambda: dpex.call_kernel(as_kernel, dpex.Range(N), *arrays, RATE, VOLATILITY, call, put),
    lambda: as_loop(*arrays, RATE, VOLATILITY, call, put),
):
    call[:] = put[:] = 0
    run()
    np.testing.assert_allclose([dpt.asnumpy(call), dpt.asnumpy(put)], expected, rtol=1e-9, atol=1e-12)
found = as_expressions(*arrays, RATE, VOLATILITY)
np.testing.assert_allclose([dpt.asnumpy(x) for x in found], expected, rtol=1e-9, atol=1e-12)
print(f"{N} options; the first call costs {expected[0, 0]}")
