# distutils: language = c++
"""oneMKL in Cython: a product over sycl::buffer of NumPy's memory, and random numbers in USM memory."""
cimport dpctl
cimport dpctl.sycl as sycl
from libc.stdint cimport int64_t, uint64_t

import numpy as np

ctypedef fused real:
    float
    double

cdef extern from "mkl.hpp" nogil:
    void c_column_sums "column_sums"[T](sycl.queue &q, int64_t rows, int64_t columns, const T *a, T *sums) except +
    void c_monte_carlo_call "monte_carlo_call"(
        sycl.queue &q, uint64_t seed, int64_t n, double spot, double strike, double years, double rate, double volatility,
        double *mean, double *error) except +


def column_sums(dpctl.SyclQueue q, const real[:, ::1] a):
    """The sums of the columns of a contiguous matrix of float32 or float64."""
    cdef int64_t rows = a.shape[0], columns = a.shape[1]
    sums = np.zeros(columns, dtype="f4" if real is float else "f8")
    cdef real[::1] out = sums
    cdef sycl.queue *queue = sycl.unwrap_queue(q.get_queue_ref())
    if rows and columns:
        with nogil:
            c_column_sums(queue[0], rows, columns, &a[0, 0], &out[0])
    return sums


def monte_carlo_call(dpctl.SyclQueue q, double spot, double strike, double years, double rate, double volatility,
                     int64_t n=1_000_000, uint64_t seed=1):
    """The price of a European call by n random ends of its price, and the standard error of that."""
    if n < 1:
        raise ValueError("at least one end is needed")
    cdef double mean = 0, error = 0
    cdef sycl.queue *queue = sycl.unwrap_queue(q.get_queue_ref())
    with nogil:
        c_monte_carlo_call(queue[0], seed, n, spot, strike, years, rate, volatility, &mean, &error)
    return mean, error
