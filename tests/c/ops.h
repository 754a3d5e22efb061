/* Small arrays for the tests of operations: made from numbers, read back as numbers. */
#ifndef DPEX_TESTS_OPS_H
#define DPEX_TESTS_OPS_H

#include "dpex/op.h"
#include "test.h"

/* A queue of its own on the CPU device. */
static inline dpex_queue *ops_queue(void)
{
    dpex_device *device;
    dpex_queue *queue;
    CHECK_OK(dpex_device_find("opencl:cpu", &device));
    CHECK_OK(dpex_queue_create(NULL, device, 0, &queue));
    dpex_device_release(device);
    return queue;
}

/* An array of n elements start, start + step, ... */
static inline void ops_ramp(dpex_queue *queue, dpex_dtype dtype, int64_t n, double start,
                            double step, dpex_array *x)
{
    dpex_scalar real = {.f64 = start}, first, difference;
    dpex_scalar_cast(&real, DPEX_F64, dtype, &first);
    real.f64 = step;
    dpex_scalar_cast(&real, DPEX_F64, dtype, &difference);
    CHECK_OK(dpex_array_init(queue, dtype, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, x));
    CHECK_OK(dpex_array_fill_arange(x, &first, &difference));
}

/* The same elements seen as rows x columns with these strides (elements), from element `first` on. */
static inline void ops_view(const dpex_array *x, int64_t first, int64_t rows, int64_t columns,
                            int64_t row_stride, int64_t column_stride, dpex_array *view)
{
    int64_t shape[2] = {rows, columns}, strides[2] = {row_stride, column_stride};
    int64_t offset = x->offset + first * dpex_dtype_get_info(x->dtype)->itemsize;
    CHECK_OK(dpex_array_init_view(x->storage, x->queue, x->dtype, offset, 2, shape, strides,
                                  DPEX_ARRAY_WRITABLE, view));
}

/* Element number i in C order as a double, after waiting for it. */
static inline double ops_at(const dpex_array *x, int64_t i)
{
    int64_t offset = x->offset, one = 1;
    for (int d = x->nd - 1; d >= 0; d--) {
        offset += i % x->shape[d] * x->strides[d] * dpex_dtype_get_info(x->dtype)->itemsize;
        i /= x->shape[d];
    }
    dpex_array element;
    dpex_scalar value, real;
    CHECK_OK(
        dpex_array_init_view(x->storage, x->queue, x->dtype, offset, 1, &one, NULL, 0, &element));
    CHECK_OK(dpex_array_get_scalar(&element, &value));
    dpex_array_fini(&element);
    dpex_scalar_cast(&value, x->dtype, DPEX_F64, &real);
    return real.f64;
}

static inline dpex_operand ops_array(const dpex_array *x)
{
    return (dpex_operand){.array = x};
}

static inline dpex_operand ops_int(int64_t value)
{
    return (dpex_operand){.kind = DPEX_KIND_INT, .value = {.i = value}};
}

static inline dpex_operand ops_real(double value)
{
    return (dpex_operand){.kind = DPEX_KIND_REAL, .value = {.f64 = value}};
}

#define CHECK_NUMBER(got, expected) CHECK((got) == (expected))

#endif
