/* Eigenvalues and vectors of a symmetric or Hermitian matrix: reduction to real tridiagonal form (isa/tridiagonal.inc), divide and conquer
 * (blocked_divide.c), and the product of the reflectors with the vectors (blocked_reflectors.c), which stay in strips from the parts of the
 * tridiagonal matrix on (eigen.h). */
#include <math.h>

#include "base/integer.h"
#include "blocked.h"
#include "runtime/runtime.h"

enum { MOST_PARTS = 16 /* of a pass */ };

typedef struct eigh {
    const dpex_reduction_loops *loops;
    dpex_steps *steps;
    int parts;
    int64_t n, height;
    dpex_eigen_output vectors;
    dpex_tridiagonal t;
    int64_t bounds[MOST_PARTS + 1]; /* columns of the parts of a pass */
    dpex_reflectors reflectors;
    double *strips;
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

/* Whether the column's reflector changes nothing. */
static int is_identity(const dpex_tridiagonal *t)
{
    const double *tau = t->tau + t->column;
    return tau[0] == 0 && tau[t->apart] == 0;
}

static void reduce(eigh *f)
{
    dpex_tridiagonal *t = &f->t;
    for (t->column = 0; t->column < f->n; t->column++) {
        f->loops->begin_column(t);
        if (is_identity(t)) continue;
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

static dpex_status run_vectors(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const eigh *f = payload;
    const dpex_eigen_loops *loops = dpex_eigen_loops_get();
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const int64_t first = i * DPEX_REFLECTORS_VECTORS,
                      last = dpex_int64_min(first + DPEX_REFLECTORS_VECTORS, f->n),
                      n_strips = dpex_int64_ceil_div(last - first, loops->rows);
        double *strips = f->strips + first * f->height;
        if (f->parts == 2) loops->widen(strips, f->height, n_strips, f->n);
        dpex_reflectors_apply(&f->reflectors, strips, f->height, n_strips);
        f->loops->unpack(f->strips, f->height, first, last, &f->vectors);
    }
    return DPEX_SUCCESS;
}

/* The matrix was loaded with its rows reversed. */
static void make_vectors(eigh *f, double *to)
{
    const int64_t n = f->n;
    for (int64_t i = 0; i < n; i++) f->rank[f->order[i]] = i;
    f->vectors = (dpex_eigen_output){to + (n - 1) * n * f->parts, n, -n, 1, f->rank, 0};
    f->reflectors.v = f->t.a;
    f->reflectors.tau = f->t.tau;
    dpex_reflectors_pack(f->steps, &f->reflectors);
    dpex_steps_share(f->steps, run_vectors, f, dpex_int64_ceil_div(n, DPEX_REFLECTORS_VECTORS));
}

/* ---- memory ------------------------------------------------------------------------------------ */

/* Counts alone where memory is NULL. */
static int64_t lay_out(eigh *f, int wants_vectors, char *memory)
{
    const int64_t n = f->n, padded = f->t.padded, numbers = padded + f->t.apart;
    int64_t bytes = 0;
    f->t.a = dpex_take_work(memory, &bytes, padded * f->t.leading, sizeof(double));
    for (int i = 0; i <= DPEX_EIGEN_MAX_PAIRS; i++) {
        f->t.v[i] = dpex_take_work(memory, &bytes, numbers, sizeof(double));
        f->t.w[i] = dpex_take_work(memory, &bytes, numbers, sizeof(double));
    }
    f->t.sums = dpex_take_work(memory, &bytes, MOST_PARTS * numbers, sizeof(double));
    f->t.d = dpex_take_work(memory, &bytes, padded, sizeof(double));
    f->t.e = dpex_take_work(memory, &bytes, padded, sizeof(double));
    f->t.tau = dpex_take_work(memory, &bytes, numbers, sizeof(double));
    f->order = dpex_take_work(memory, &bytes, padded, sizeof(int64_t));
    f->rank = dpex_take_work(memory, &bytes, padded, sizeof(int64_t));
    f->strips = dpex_take_work(memory, &bytes, padded * f->height, sizeof(double));
    /* One after the other. */
    f->reflectors.packed = dpex_take_work(memory, &bytes, 0, sizeof(double));
    f->rest = f->reflectors.packed;
    const int64_t packed = wants_vectors ? dpex_reflectors_elements(&f->reflectors) : 0;
    return bytes + dpex_int64_max(packed * (int64_t)sizeof(double), dpex_blocked_divide_bytes(n));
}

static eigh plan(int parts, int64_t n, int wants_vectors)
{
    const int64_t padded = dpex_int64_round_up(n, DPEX_EIGEN_CUT),
                  apart = parts == 2 ? dpex_choose_leading(padded) : 0,
                  leading = dpex_choose_leading(apart + padded);
    return (eigh){.parts = parts,
                  .n = n,
                  .height = wants_vectors ? padded * parts + DPEX_EIGEN_CUT : DPEX_EIGEN_CUT,
                  .t = {.n = n,
                        .padded = padded,
                        .leading = leading,
                        .apart = apart,
                        .most_pairs = n <= 128 ? 1 : DPEX_EIGEN_MAX_PAIRS},
                  /* The last reflector of a complex matrix makes a single number real. */
                  .reflectors = {.parts = parts,
                                 .n = n,
                                 .count = dpex_int64_max(n - 3 + parts, 0),
                                 .skipped = 1,
                                 .leading = leading,
                                 .apart = apart}};
}

int64_t dpex_blocked_eigh_bytes(int parts, int64_t n, int wants_vectors)
{
    eigh f = plan(parts, n, wants_vectors);
    return lay_out(&f, wants_vectors, NULL);
}

double dpex_triangle_largest(int parts, int64_t n, const double *x)
{
    return dpex_eigen_loops_get()->reductions[parts - 1]->find_largest(x, n);
}

int dpex_blocked_eigh(dpex_steps *steps, const dpex_eigh_task *task, void *work)
{
    const int64_t n = task->n;
    const double scale = dpex_choose_scale(task->largest);
    eigh f = plan(task->parts, n, task->vectors != NULL);
    if (n == 0) return 1;
    lay_out(&f, task->vectors != NULL, work);
    f.loops = dpex_eigen_loops_get()->reductions[task->parts - 1];
    f.steps = steps;
    f.loops->load(&f.t, task->x, scale);
    reduce(&f);
    const dpex_divide_task divided = {n, f.t.d, f.t.e, f.strips, f.height, f.order};
    if (!dpex_blocked_divide(steps, &divided, f.rest)) return 0;
    for (int64_t i = 0; i < n; i++) task->values[i] = f.t.d[f.order[i]] / scale;
    if (task->vectors) make_vectors(&f, task->vectors);
    return 1;
}
