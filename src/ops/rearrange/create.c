/* Arrays filled from an index: arange, linspace, eye.
 *
 * Integers count modulo 2^64 and are cut to the dtype; real and complex values are computed in
 * double and rounded once. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "ops/device/device.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"

enum { CHUNK_ELEMS = 16 * DPEX_BLOCK_ELEMS };

/* value(i) = start + i step, for i from 0; the last one is `stop` where has_stop is set. */
typedef struct ramp {
    char *ptr;
    int64_t stride; /* bytes */
    int64_t size;
    dpex_dtype dtype;
    int is_integer, has_stop, rounds_down;
    const dpex_loops
        *stream; /* whose streaming copy to use; NULL: the result may stay in the caches */
    uint64_t int_start, int_step;
    dpex_c128 start, step, stop;
} ramp;

/* Modulo 2^64: a ramp of any dtype is cut from the low bits.
 * Unsigned, as signed overflow would be undefined. */
static void ramp_integers(const ramp *r, int64_t first, int64_t n, uint64_t *block)
{
    uint64_t value = r->int_start + (uint64_t)first * r->int_step;
    for (int64_t i = 0; i < n; i++, value += r->int_step) block[i] = value;
}

/* An index is the sum of two numbers that are exact in the type, since most vector units do not
 * convert 64-bit integers. before and i are both exact; their sum may round only where the elements
 * could not be told apart anyway. */
static void ramp_reals(const ramp *r, int64_t first, int64_t n, double *block)
{
    const double before = (double)first, step = r->step.re, start = r->start.re;
    /* A 32-bit counter, which vector units convert. */
    for (int32_t i = 0; i < (int32_t)n; i++) block[i] = (before + i) * step + start;
    for (int64_t i = 0; i < n && r->rounds_down; i++) block[i] = floor(block[i]);
    /* The last element exactly, whatever the step's rounding. */
    if (r->has_stop && first + n == r->size) block[n - 1] = r->stop.re;
}

/* Both parts by themselves, from the same index. */
static void ramp_complexes(const ramp *r, int64_t first, int64_t n, dpex_c128 *block)
{
    for (int64_t i = 0; i < n; i++) {
        block[i].re = (double)(first + i) * r->step.re + r->start.re;
        block[i].im = (double)(first + i) * r->step.im + r->start.im;
    }
    if (r->has_stop && first + n == r->size) block[n - 1] = r->stop;
}

/* Strided results, one by one. */
static void store(const ramp *r, int64_t first, int64_t n, const char *block)
{
    size_t itemsize = dpex_dtype_get_info(r->dtype)->itemsize;
    for (int64_t i = 0; i < n; i++) {
        memcpy(r->ptr + (first + i) * r->stride, block + (size_t)i * itemsize, itemsize);
    }
}

/* The dtype in which a ramp of this dtype is computed.
 * Integers need the wrap-around of unsigned 64 bits; real and complex ones one rounding from
 * double. */
static dpex_dtype computing_dtype(const ramp *r)
{
    if (r->is_integer) return DPEX_U64;
    int is_complex = dpex_dtype_get_info(r->dtype)->kind == DPEX_KIND_COMPLEX;
    return is_complex ? DPEX_C128 : DPEX_F64;
}

static void compute(const ramp *r, int64_t first, int64_t n, void *block)
{
    switch (computing_dtype(r)) {
    case DPEX_U64: ramp_integers(r, first, n, block); break;
    case DPEX_C128: ramp_complexes(r, first, n, block); break;
    default: ramp_reals(r, first, n, block);
    }
}

static void ramp_block(const ramp *r, int64_t first, int64_t n)
{
    _Alignas(64) char values[DPEX_BLOCK_ELEMS * DPEX_MAX_ITEMSIZE],
        converted[DPEX_BLOCK_ELEMS * DPEX_MAX_ITEMSIZE];
    dpex_dtype computed_in = computing_dtype(r);
    /* The bits of int64 and uint64 are the same here. */
    int is_converted =
        r->dtype != computed_in && !(r->dtype == DPEX_I64 && computed_in == DPEX_U64);
    int dense = r->stride == dpex_dtype_get_info(r->dtype)->itemsize;
    char *address = r->ptr + first * r->stride;
    /* Where streaming or strides forbid writing in place, a block in the first-level cache comes
     * first. */
    char *out = dense && !r->stream ? address : converted;
    compute(r, first, n, is_converted ? values : out);
    if (is_converted)
        dpex_loops_get()->casts[computed_in * DPEX_N_DTYPES + r->dtype](out, values, (size_t)n);
    if (!dense)
        store(r, first, n, out);
    else if (r->stream)
        dpex_loops_stream(r->stream, address, out, (size_t)n * (size_t)r->stride);
}

static dpex_status ramp_run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const ramp *r = payload;
    int64_t first = first_chunk * CHUNK_ELEMS, last = last_chunk * CHUNK_ELEMS;
    if (last > r->size) last = r->size;
    for (; first < last; first += DPEX_BLOCK_ELEMS)
        ramp_block(r, first, dpex_int64_min(last - first, DPEX_BLOCK_ELEMS));
    /* Before the command is reported as over, since streaming stores are weakly ordered. */
    if (r->stream) atomic_thread_fence(memory_order_seq_cst);
    return DPEX_SUCCESS;
}

/* On devices that compile the ramp is a kernel. */
static dpex_status ramp_submit(const char *name, const dpex_array *dst, const ramp *filled)
{
    if (dst->size == 0) return DPEX_SUCCESS;
    if (!dst->queue->backend->runs_on_host)
        return dpex_device_fill_ramp(name, dst,
                                     &(dpex_device_ramp){filled->is_integer, filled->has_stop,
                                                         filled->rounds_down, filled->int_start,
                                                         filled->int_step, filled->start,
                                                         filled->step, filled->stop});
    ramp *r = dpex_malloc(sizeof(*r));
    if (!r) return DPEX_FAIL_NO_COMMAND(name);
    *r = *filled;
    r->ptr = dpex_array_get_ptr(dst);
    /* One dimension: checked by the callers. */
    r->stride = dst->strides[0] * dpex_dtype_get_info(dst->dtype)->itemsize;
    r->size = dst->size;
    r->dtype = dst->dtype;
    if (dst->size * r->stride > DPEX_STREAM_BYTES) r->stream = dpex_loops_get();
    dpex_work work = {.name = name,
                      .run = ramp_run,
                      .drop = dpex_free,
                      .payload = r,
                      .n_chunks = dpex_int64_ceil_div(dst->size, CHUNK_ELEMS),
                      .cost = dst->size};
    return dpex_work_submit(&work, &dst, 1);
}

static dpex_status check(const char *name, const dpex_array *dst, int nd)
{
    if (!(dst->flags & DPEX_ARRAY_WRITABLE))
        return DPEX_FAIL(DPEX_ERROR_READ_ONLY, "%s: the array is read-only", name);
    if (dst->nd == nd) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: needs an array of %d dimensions, not %d", name,
                     nd, dst->nd);
}

static int is_integer(dpex_dtype dtype)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
    return kind == DPEX_KIND_BOOL || kind == DPEX_KIND_INT || kind == DPEX_KIND_UINT;
}

static dpex_c128 as_complex(const dpex_scalar *value, dpex_dtype dtype)
{
    dpex_scalar wide;
    dpex_scalar_cast(value, dtype, DPEX_C128, &wide);
    return wide.c128;
}

dpex_status dpex_array_fill_arange(dpex_array *dst, const dpex_scalar *start,
                                   const dpex_scalar *step)
{
    DPEX_TRY(check("arange", dst, 1));
    ramp r = {.is_integer = is_integer(dst->dtype)};
    if (r.is_integer) {
        dpex_scalar first, difference;
        /* Negative numbers wrap, and the sums wrap back. */
        dpex_scalar_cast(start, dst->dtype, DPEX_U64, &first);
        dpex_scalar_cast(step, dst->dtype, DPEX_U64, &difference);
        r.int_start = first.u;
        r.int_step = difference.u;
    } else {
        r.start = as_complex(start, dst->dtype);
        r.step = as_complex(step, dst->dtype);
    }
    return ramp_submit("arange", dst, &r);
}

dpex_status dpex_array_fill_linspace(dpex_array *dst, const dpex_scalar *start,
                                     const dpex_scalar *stop, int endpoint)
{
    DPEX_TRY(check("linspace", dst, 1));
    ramp r = {.start = as_complex(start, dst->dtype), .stop = as_complex(stop, dst->dtype)};
    int64_t n_steps = endpoint ? dst->size - 1 : dst->size;
    if (n_steps > 0) {
        /* In double, so that the rounding of a step is not multiplied by the number of elements
         * before it. */
        r.step.re = (r.stop.re - r.start.re) / (double)n_steps;
        r.step.im = (r.stop.im - r.start.im) / (double)n_steps;
    }
    /* A single element is `start`. */
    r.has_stop = endpoint && dst->size > 1;
    /* Integers are rounded down before the conversion, as in NumPy. */
    r.rounds_down = is_integer(dst->dtype);
    return ramp_submit("linspace", dst, &r);
}

dpex_status dpex_array_fill_eye(dpex_array *dst, int64_t k)
{
    DPEX_TRY(check("eye", dst, 2));
    dpex_scalar number = {.u = 0}, value;
    dpex_scalar_cast(&number, DPEX_U64, dst->dtype, &value);
    DPEX_TRY(dpex_array_fill(dst, &value));
    int64_t rows = dst->shape[0], columns = dst->shape[1];
    /* Beyond the corners there is no diagonal.
     * Also keeps -k from overflowing below. */
    if (k >= columns || k <= -rows) return DPEX_SUCCESS;
    /* The first element of the diagonal and the number of its elements. */
    int64_t row = dpex_int64_max(-k, 0), column = dpex_int64_max(k, 0);
    int64_t n = dpex_int64_min(rows - row, columns - column);
    int64_t offset = row * dst->strides[0] + column * dst->strides[1],
            stride = dst->strides[0] + dst->strides[1];
    if (n <= 0) return DPEX_SUCCESS;
    dpex_array diagonal;
    DPEX_TRY(dpex_array_init_view(dst->storage, dst->queue, dst->dtype,
                                  dst->offset + offset * dpex_dtype_get_info(dst->dtype)->itemsize,
                                  1, &n, &stride, DPEX_ARRAY_WRITABLE, &diagonal));
    number.u = 1;
    dpex_scalar_cast(&number, DPEX_U64, dst->dtype, &value);
    dpex_status status = dpex_array_fill(&diagonal, &value);
    dpex_array_fini(&diagonal);
    return status;
}
