/* Array operations on memory given by pointers: for libraries whose interface is pointers, extents
 * and strides, such as BLAS.
 *
 * Memory is USM of the queue's context, or ordinary memory of the process; where the device does
 * not reach the latter it is copied to the device before and back after the operation. Calls return
 * before the work is done: it begins when `deps` are complete, runs in the order of the queue's
 * array operations, and `event` completes with it. Until then the caller keeps the memory.
 *
 *     dpex_strided x = {.ptr = p, .dtype = DPEX_F64, .nd = 1, .shape = {n}, .strides = {1}};
 *     dpex_strided_call call = {.queue = queue, .event = &event};
 *     status = dpex_strided_elementwise(&call, "sqrt", &x, 1, &x);     // for i: p[i] = sqrt(p[i]) */
#ifndef DPEX_STRIDED_H
#define DPEX_STRIDED_H

#include "array.h"
#include "fft.h"
#include "random.h"

DPEX_EXTERN_C_BEGIN

/* An operand: what an array is without an owner. */
typedef struct dpex_strided {
    void *ptr; /* the element with all indices 0 */
    dpex_dtype dtype;
    int nd; /* at most DPEX_INLINE_NDIM */
    int64_t shape[DPEX_INLINE_NDIM];
    int64_t
        strides[DPEX_INLINE_NDIM]; /* elements; may be negative, or 0 in operands that are read */
    int is_conjugated; /* of operands that are read: the conjugates of the elements are taken */
} dpex_strided;

typedef struct dpex_strided_call {
    dpex_queue *queue;
    dpex_event *const *deps; /* borrowed; NULL entries are ignored */
    size_t n_deps;
    dpex_event **
        event; /* may be NULL; receives a new event, or NULL where everything is complete already */
} dpex_strided_call;

/* out = op(inputs...), an operation of dpex/op.h by name; the inputs' dtypes must be a signature of
 * it with out's. All shapes broadcast to out's. DPEX_ERROR_UNSUPPORTED for a name that is not
 * there. */
DPEX_API dpex_status dpex_strided_elementwise(const dpex_strided_call *call, const char *op,
                                              const dpex_strided *inputs, int n_inputs,
                                              const dpex_strided *out);

/* As dpex_fft_into. out may be x, or overlap it. */
DPEX_API dpex_status dpex_strided_fft(const dpex_strided_call *call, const dpex_fft_spec *spec,
                                      const dpex_strided *x, const dpex_strided *out);

/* With u uniform in [0, 1), and parameters p: */
typedef enum dpex_random_distribution {
    DPEX_RANDOM_IS_UNIFORM,     /* p0 + u (p1 - p0); int32: rounded down */
    DPEX_RANDOM_IS_GAUSSIAN,    /* mean p0, standard deviation p1 */
    DPEX_RANDOM_IS_LOGNORMAL,   /* p2 + p3 exp(gaussian(p0, p1)) */
    DPEX_RANDOM_IS_EXPONENTIAL, /* p0 - p1 log(1 - u) */
    DPEX_RANDOM_IS_CAUCHY,      /* p0 + p1 tan(pi (u - 1/2)) */
    DPEX_RANDOM_IS_RAYLEIGH,    /* p0 + p1 sqrt(-log(1 - u)) */
    DPEX_RANDOM_IS_WEIBULL,     /* p1 + p2 (-log(1 - u))^(1 / p0) */
    DPEX_RANDOM_IS_BERNOULLI,   /* int32: 1 with probability p0, else 0 */
    DPEX_RANDOM_IS_GEOMETRIC,   /* int32: failures before a success of probability p0 */
    DPEX_RANDOM_IS_BITS         /* uint32, uint64: any, each as likely as the others */
} dpex_random_distribution;

enum { DPEX_RANDOM_N_PARAMETERS = 4 };

/* Fills out, of one dimension with stride 1, float32 or float64 where nothing else is said, with
 * the generator's next numbers. Parameters are not checked. mt19937 and mcg59 give one word per
 * number, the others 53 bits, for float32 24. */
DPEX_API dpex_status dpex_strided_random(const dpex_strided_call *call, dpex_random *random,
                                         dpex_random_distribution distribution,
                                         const double *parameters, const dpex_strided *out);

DPEX_EXTERN_C_END

#endif
