/* Eigenvalues and vectors of a symmetric matrix: reduction to tridiagonal form (isa/tridiagonal.inc), divide and conquer
 * (blocked_divide.c), and the product of the reflectors with the vectors.
 *
 * Vectors stay in strips from the parts of the tridiagonal matrix on (eigen.h). A strip meets all blocks of reflectors one after the other
 * while it lies in a cache. */
#include <math.h>

#include "base/integer.h"
#include "blocked.h"
#include "runtime/runtime.h"

enum {
    APPLIED_VECTORS = 32, /* of a chunk; a multiple of any instruction set's rows */
    MOST_PARTS = 16       /* of a pass */
};

typedef struct eigh {
    const dpex_eigen_loops *loops;
    dpex_steps *steps;
    int64_t n, width, n_blocks, height;
    double *vectors; /* by rows */
    dpex_tridiagonal t;
    int64_t bounds[MOST_PARTS + 1]; /* columns of the parts of a pass */
    double *strips, *packed;
    int64_t *order, *rank;
    void *rest;
} eigh;

/* ---- tridiagonal form -------------------------------------------------------------------------- */

/* By the columns that are left alone, as everything that rounding depends on. */
static int64_t choose_parts(int64_t n)
{
    return n < 192 ? 1 : dpex_int64_min(dpex_int64_round_up(n, 384) / 192, MOST_PARTS);
}

/* Parts of about as many elements each. */
static void cut_pass(eigh *f)
{
    const int64_t begin = f->t.column + 1, n = f->n, parts = choose_parts(n - begin);
    f->t.n_parts = parts;
    f->bounds[0] = begin / DPEX_EIGEN_BLOCK * DPEX_EIGEN_BLOCK;
    for (int64_t i = 1; i < parts; i++) {
        const double below = (double)(n - begin) * sqrt(1 - (double)i / (double)parts);
        f->bounds[i] = dpex_int64_round_up(n - (int64_t)below, DPEX_EIGEN_BLOCK);
    }
    f->bounds[parts] = n;
}

static dpex_status run_pass(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const eigh *f = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++)
        f->loops->pass(&f->t, f->bounds[i], f->bounds[i + 1], i);
    return DPEX_SUCCESS;
}

static void reduce(eigh *f)
{
    dpex_tridiagonal *t = &f->t;
    for (t->column = 0; t->column < f->n; t->column++) {
        f->loops->begin_column(t);
        if (t->tau[t->column] == 0) continue;
        cut_pass(f);
        dpex_steps_share(f->steps, run_pass, f, t->n_parts);
        f->loops->end_column(t);
    }
}

double dpex_choose_scale(double largest)
{
    int exponent;
    if (largest == 0) return 1;
    frexp(largest, &exponent);
    return ldexp(1, (int)dpex_int64_clamp(-exponent, -1022, 1022));
}

/* ---- vectors ----------------------------------------------------------------------------------- */

static dpex_eigen_block block_of(const eigh *f, int64_t number)
{
    const int64_t first = number * f->width, columns = f->loops->columns,
                  elements = (f->t.padded + DPEX_EIGEN_CUT) * f->width;
    return (dpex_eigen_block){
        .first = first + 1,
        .n = f->n,
        .count = dpex_int64_min(f->width, f->n - 2 - first),
        .width = dpex_int64_round_up(dpex_int64_min(f->width, f->n - 2 - first), columns),
        .v = f->t.a + first * (f->t.leading + 1) + 1,
        .tau = f->t.tau + first,
        .leading = f->t.leading,
        .projector = f->packed + 2 * number * elements,
        .updater = f->packed + (2 * number + 1) * elements,
    };
}

static dpex_status run_packing(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const eigh *f = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const dpex_eigen_block block = block_of(f, i);
        f->loops->pack_block(&block);
    }
    return DPEX_SUCCESS;
}

static dpex_status run_vectors(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const eigh *f = payload;
    const int64_t rows = f->loops->rows;
    double w[DPEX_EIGEN_MAX_WIDTH * APPLIED_VECTORS] __attribute__((aligned(64)));
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const int64_t first = i * APPLIED_VECTORS,
                      last = dpex_int64_min(first + APPLIED_VECTORS, f->n);
        for (int64_t number = f->n_blocks - 1; number >= 0; number--) {
            const dpex_eigen_block block = block_of(f, number);
            f->loops->apply_block(&block, f->strips + first * f->height, f->height,
                                  dpex_int64_ceil_div(last - first, rows), w);
        }
        f->loops->unpack(f->strips, f->height, first, last, f->rank, f->n, f->vectors);
    }
    return DPEX_SUCCESS;
}

static void make_vectors(eigh *f)
{
    for (int64_t i = 0; i < f->n; i++) f->rank[f->order[i]] = i;
    dpex_steps_share(f->steps, run_packing, f, f->n_blocks);
    dpex_steps_share(f->steps, run_vectors, f, dpex_int64_ceil_div(f->n, APPLIED_VECTORS));
}

/* ---- memory ------------------------------------------------------------------------------------ */

/* Counts alone where memory is NULL. */
static int64_t lay_out(eigh *f, char *memory)
{
    const int64_t n = f->n, padded = dpex_int64_round_up(n, DPEX_EIGEN_CUT);
    int64_t bytes = 0;
    f->t.a = dpex_take_work(memory, &bytes, padded * f->t.leading, sizeof(double));
    for (int i = 0; i <= DPEX_EIGEN_MAX_PAIRS; i++) {
        f->t.v[i] = dpex_take_work(memory, &bytes, padded, sizeof(double));
        f->t.w[i] = dpex_take_work(memory, &bytes, padded, sizeof(double));
    }
    f->t.sums = dpex_take_work(memory, &bytes, MOST_PARTS * padded, sizeof(double));
    f->t.d = dpex_take_work(memory, &bytes, padded, sizeof(double));
    f->t.e = dpex_take_work(memory, &bytes, padded, sizeof(double));
    f->t.tau = dpex_take_work(memory, &bytes, padded, sizeof(double));
    f->order = dpex_take_work(memory, &bytes, padded, sizeof(int64_t));
    f->rank = dpex_take_work(memory, &bytes, padded, sizeof(int64_t));
    f->strips = dpex_take_work(memory, &bytes, padded * f->height, sizeof(double));
    /* One after the other. */
    f->packed = dpex_take_work(memory, &bytes, 0, sizeof(double));
    f->rest = f->packed;
    const int64_t packed =
        f->height > padded ? 2 * f->n_blocks * f->width * (padded + DPEX_EIGEN_CUT) : 0;
    return bytes + dpex_int64_max(packed * (int64_t)sizeof(double), dpex_blocked_divide_bytes(n));
}

static eigh plan(int64_t n, int wants_vectors)
{
    const int64_t width = n <= 256 ? DPEX_EIGEN_MAX_WIDTH / 2 : DPEX_EIGEN_MAX_WIDTH;
    const int64_t padded = dpex_int64_round_up(n, DPEX_EIGEN_CUT);
    return (eigh){.n = n,
                  .width = width,
                  .n_blocks = n > 2 ? dpex_int64_ceil_div(n - 2, width) : 0,
                  .height = wants_vectors ? padded + DPEX_EIGEN_CUT : DPEX_EIGEN_CUT,
                  .t = {.n = n,
                        .padded = padded,
                        /* Columns do not begin at the same lines of a cache. */
                        .leading = padded % 64 ? padded : padded + DPEX_EIGEN_CUT,
                        .most_pairs = n <= 128 ? 1 : DPEX_EIGEN_MAX_PAIRS}};
}

int64_t dpex_blocked_eigh_bytes(int64_t n, int wants_vectors)
{
    eigh f = plan(n, wants_vectors);
    return lay_out(&f, NULL);
}

double dpex_triangle_largest(int64_t n, const double *x)
{
    return dpex_eigen_loops_get()->find_largest(x, n);
}

int dpex_blocked_eigh(dpex_steps *steps, const dpex_eigh_task *task, void *work)
{
    const int64_t n = task->n;
    const double scale = dpex_choose_scale(task->largest);
    eigh f = plan(n, task->vectors != NULL);
    if (n == 0) return 1;
    lay_out(&f, work);
    f.loops = dpex_eigen_loops_get();
    f.steps = steps;
    f.vectors = task->vectors;
    f.loops->load(&f.t, task->x, scale);
    reduce(&f);
    const dpex_divide_task divided = {n, f.t.d, f.t.e, f.strips, f.height, f.order};
    if (!dpex_blocked_divide(steps, &divided, f.rest)) return 0;
    for (int64_t i = 0; i < n; i++) task->values[i] = f.t.d[f.order[i]] / scale;
    if (f.vectors) make_vectors(&f);
    return 1;
}
