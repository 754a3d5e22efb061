/* The compiled loops: what each instruction set's archive holds, and the one that this machine
 * uses.
 *
 * A loop is `for (i = 0; i < n; i++) out[i] = op(in[0][i], ...)` over contiguous elements; out may
 * be one of the inputs.
 * Only such loops exist: strided and broadcast operands are gathered into blocks first (iterate.h).
 * Loops of operations take multiples of DPEX_LOOP_MULTIPLE elements, so that each element, the last
 * ones included, goes through the same vector instructions and vector functions; dpex_loop_run
 * pads. Casts and moves take any n. */
#ifndef DPEX_OPS_LOOPS_LOOPS_H
#define DPEX_OPS_LOOPS_LOOPS_H

#include <stddef.h>
#include <stdint.h>

#include "base/integer.h"
#include "bits.h"
#include "ops/fft/kernels.h"
#include "ops/linalg/factor.h"
#include "ops/linalg/groups/kernels.h"
#include "ops/random/kernels.h"
#include "ops/sort/kernels.h"
#include "ops/tape/op.h"
#include "product/product.h"
#include "reduce/reducer.h"
#include "reduce/scan_loops.h"
#include "transpose.h"
#include "vector_math.h"

/* Loops of operations take this many elements or a multiple; it is at least the number of lanes of
 * any vector. */
enum { DPEX_LOOP_MULTIPLE = 16 };

typedef void (*dpex_loop_fn)(void *out, const void *const *in, size_t n);
typedef void (*dpex_cast_fn)(void *out, const void *in, size_t n);
/* The element of each row n times, side by side; the elements are `distance` bytes from each other. */
typedef void (*dpex_repeat_fn)(void *out, const char *in, int64_t distance, size_t n_rows,
                               size_t n);
/* One archive. Everything in it is read-only after bind. */
typedef struct dpex_loops {
    const char *name;                            /* of the instruction set, as DPEX_ISA spells it */
    const dpex_loop_fn *ops[DPEX_N_DTYPES];      /* [computing dtype][operation]; NULL: none */
    const dpex_loop_fn *mixed[2];                /* int64 with uint64, uint64 with int64 */
    const dpex_cast_fn *casts;                   /* [from * DPEX_N_DTYPES + to] */
    const dpex_scan_loops *scans[DPEX_N_DTYPES]; /* [computing dtype][scan] */
    const dpex_logsumexp_fn *logsumexp;          /* of float32 and float64 */
    const dpex_sort_kernels *sort;
    const dpex_product *const *products; /* [dtype] */
    const dpex_factor_loops *factors[2]; /* of doubles, of complex numbers */
    const dpex_group_kernels *groups;    /* factorizations of small matrices */
    const dpex_index_fn (
        *indices)[DPEX_N_DTYPES]; /* [dpex_index_mode][dtype]; NULL: not integers */
    const dpex_bit_loops *bits;
    const dpex_transpose_fn *transposes; /* by power of two of the itemsize */
    const dpex_repeat_fn *repeats;       /* likewise */
    const dpex_reducer *const
        *reducers[DPEX_N_DTYPES]; /* [computing dtype][dpex_combine]; NULL: none */
    /* dst[0..bytes) = src past the caches; both 64-byte aligned, bytes a multiple of 64. Ends
     * without a fence. */
    void (*stream)(void *dst, const void *src, size_t bytes);
    const dpex_random_loops *random;
    const dpex_fft_kernels *fft_f32, *fft_f64;
    /* Points the vector functions at what `find` knows of libmvec; called once, before any loop. */
    void (*bind)(dpex_find_symbol_fn find, void *library);
} dpex_loops;

/* NULL: there is nothing to convert.
 * A cast loop, or NULL between equal dtypes. */
static inline dpex_cast_fn dpex_loops_cast(const dpex_loops *loops, dpex_dtype from, dpex_dtype to)
{
    return from == to ? NULL : loops->casts[from * DPEX_N_DTYPES + to];
}

/* y[i] = op(x[i]) for n doubles rounded up to DPEX_LOOP_MULTIPLE, which both hold. */
static inline void dpex_loops_map(const dpex_loops *loops, dpex_op_number op, const double *x,
                                  double *y, size_t n)
{
    const void *in[1] = {x};
    loops->ops[DPEX_F64][op](y, in, dpex_size_pad(n, DPEX_LOOP_MULTIPLE));
}

/* One call of a loop: itemsizes of inputs and output, which the loop itself knows by its type. */
typedef struct dpex_loop_call {
    dpex_loop_fn loop;
    uint8_t n_in, out_bytes; /* inputs; bytes of an element */
    uint8_t in_bytes[DPEX_MAX_ARITY];
} dpex_loop_call;

/* out[i] = op(in[0][i], ...) for any n. */
void dpex_loop_run(const dpex_loop_call *call, void *out, const void *const *in, size_t n);
/* The same for one element. */
void dpex_loop_run_one(const dpex_loop_call *call, void *out, const void *const *in);

/* The archive's streaming copy for any address and number of bytes: what lies outside whole cache
 * lines is copied. */
void dpex_loops_stream(const dpex_loops *loops, void *dst, const void *src, size_t bytes);

/* The archive for this CPU (or what DPEX_ISA allows of it), its math functions bound; never
 * NULL. */
const dpex_loops *dpex_loops_get(void);

/* The archives that the build has, best last; *n of them. */
const dpex_loops *const *dpex_loops_get_all(size_t *n);

/* Whether this CPU runs the archive. */
int dpex_loops_is_supported(const dpex_loops *loops);

#endif
