"""usm_ndarray in Cython: Black-Scholes prices of call options, elements read and written where they are."""
cimport dpctl
cimport dpctl.tensor as c_dpt
from libc.math cimport M_SQRT1_2, erf, exp, log, sqrt

import dpctl.tensor as dpt


cdef double *vector(c_dpt.usm_ndarray x, Py_ssize_t n) except NULL:
    """The elements of a contiguous vector of n doubles, which the host can read."""
    if x.get_typenum() != 12 or x.get_ndim() != 1 or x.get_strides() != NULL or x.get_shape()[0] != n:
        raise TypeError("contiguous vectors of float64 and one length are wanted")
    if x.usm_type == "device" and not x.sycl_device.is_cpu:
        raise ValueError("memory that the host can read is wanted: shared, host, or a CPU's")
    return <double *>x.get_data()


def call_prices(dpctl.SyclQueue q, c_dpt.usm_ndarray spot, c_dpt.usm_ndarray strike, double years, double rate, double volatility):
    """Prices of European calls, a new array of memory of kind shared."""
    cdef Py_ssize_t i, n = spot.get_shape()[0] if spot.get_ndim() == 1 else -1
    cdef double *s = vector(spot, n)
    cdef double *k = vector(strike, n)
    cdef c_dpt.usm_ndarray prices = dpt.empty(n, dtype="f8", usm_type="shared", sycl_queue=q)
    cdef double *p = vector(prices, n)
    cdef double spread = volatility * sqrt(years), discount = exp(-rate * years), d1, d2
    with nogil:
        for i in range(n):
            d1 = (log(s[i] / k[i]) + (rate + volatility * volatility / 2) * years) / spread
            d2 = d1 - spread
            p[i] = s[i] * (1 + erf(d1 * M_SQRT1_2)) / 2 - k[i] * discount * (1 + erf(d2 * M_SQRT1_2)) / 2
    return prices
