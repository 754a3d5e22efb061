/* Singular values and vectors: reduction to real bidiagonal form (blocked_bidiagonal.c), LAPACK's qd algorithm or divide and conquer for that
 * matrix, by one thread, and the products of the reflectors with its vectors (blocked_reflectors.c). */
#include <string.h>

#include "base/integer.h"
#include "blocked.h"
#include "ops/blas/openblas.h"
#include "runtime/runtime.h"

/* Vectors of one side on their way from those of the bidiagonal matrix. */
typedef struct side {
    const dpex_eigen_loops *loops;
    dpex_reflectors reflectors;
    dpex_eigen_output output;
    /* Element i < n of vector p < n at x[i * row + p * vector]; all others are the identity's. */
    const double *x;
    int64_t n, row, vector, n_vectors, height;
    double *strips;
} side;

typedef struct svd {
    int64_t m, n, n_vectors; /* m >= n; n_vectors: on the side of m */
    double *e, *left, *right, *strips;
    void *rest; /* of LAPACK; then the packed reflectors */
    int *ints;
    void *work;
} svd;

/* ---- vectors ----------------------------------------------------------------------------------- */

/* A strip whose first vector is p. */
static void fill_strip(const side *s, int64_t p, double *strip)
{
    const int64_t rows = s->loops->rows, count = dpex_int64_clamp(s->n - p, 0, rows);
    memset(strip, 0, (size_t)(s->output.n * rows) * sizeof *strip);
    for (int64_t i = 0; i < s->n && count > 0; i++)
        for (int64_t k = 0; k < count; k++)
            strip[i * rows + k] = s->x[i * s->row + (p + k) * s->vector];
    for (int64_t k = count; k < rows && p + k < s->output.n; k++) strip[(p + k) * rows + k] = 1;
}

static dpex_status run_vectors(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const side *s = payload;
    const int64_t rows = s->loops->rows;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const int64_t first = i * DPEX_REFLECTORS_VECTORS,
                      last = dpex_int64_min(first + DPEX_REFLECTORS_VECTORS, s->n_vectors),
                      n_strips = dpex_int64_ceil_div(last - first, rows);
        double *strips = s->strips + first * s->height;
        for (int64_t p = first; p < last; p += rows) fill_strip(s, p, s->strips + p * s->height);
        if (s->reflectors.parts == 2) s->loops->widen(strips, s->height, n_strips, s->output.n);
        dpex_reflectors_apply(&s->reflectors, strips, s->height, n_strips);
        s->loops->reductions[s->reflectors.parts - 1]->unpack(s->strips, s->height, first, last,
                                                              &s->output);
    }
    return DPEX_SUCCESS;
}

static void multiply(dpex_steps *steps, side *s)
{
    dpex_reflectors_pack(steps, &s->reflectors);
    dpex_steps_share(steps, run_vectors, s,
                     dpex_int64_ceil_div(s->n_vectors, DPEX_REFLECTORS_VECTORS));
}

static int64_t height_of(int parts, int64_t n)
{
    return dpex_int64_round_up(n, DPEX_EIGEN_CUT) * parts + DPEX_EIGEN_CUT;
}

/* What both sides have in common; factor: which of the results, of which one lies by vectors. */
static side make_side(const svd *f, const dpex_bidiagonal_task *b, int64_t n, double *factor,
                      int64_t n_vectors, int is_by_vectors)
{
    return (side){.loops = dpex_eigen_loops_get(),
                  .reflectors = {.parts = b->parts,
                                 .n = n,
                                 .count = f->n,
                                 .leading = b->leading,
                                 .apart = b->apart,
                                 .packed = f->rest},
                  .output = {.to = factor,
                             .n = n,
                             .row = is_by_vectors ? 1 : n_vectors,
                             .vector = is_by_vectors ? n : 1},
                  .n = f->n,
                  .n_vectors = n_vectors,
                  .height = height_of(b->parts, n),
                  .strips = f->strips};
}

/* Of x = Q_v U S V^T Q_u^H, or of its transpose, the factor on the right is conjugated where it lies by columns or by rows. */
static void make_vectors(dpex_steps *steps, const svd *f, const dpex_svd_task *task,
                         const dpex_bidiagonal_task *b)
{
    const int is_wide = task->rows <= task->columns;
    side left = make_side(f, b, f->m, is_wide ? task->vh : task->u, f->n_vectors, is_wide);
    left.x = f->left;
    left.row = 1;
    left.vector = f->n;
    left.reflectors.v = b->v;
    left.reflectors.tau = b->tau_of_v;
    multiply(steps, &left);
    side right = make_side(f, b, f->n, is_wide ? task->u : task->vh, f->n, !is_wide);
    right.x = f->right;
    right.row = f->n;
    right.vector = 1;
    right.output.is_conjugate = 1;
    right.reflectors.count = f->n - 1;
    right.reflectors.skipped = 1;
    right.reflectors.v = b->u;
    right.reflectors.tau = b->tau_of_u;
    multiply(steps, &right);
}

/* ---- the bidiagonal matrix --------------------------------------------------------------------- */

static int solve_values(const svd *f, double *values)
{
    int n = (int)f->n, none = 0, one = 1, info = 0;
    const int n_threads = dpex_openblas_enter(1);
    dpex_openblas_get()->f64.bdsqr("U", &n, &none, &none, &none, values, f->e, NULL, &one, NULL,
                                   &one, NULL, &one, f->rest, &info, 1);
    dpex_openblas_leave(n_threads);
    return info;
}

static int solve_vectors(const svd *f, double *values)
{
    int n = (int)f->n, info = 0;
    const int n_threads = dpex_openblas_enter(1);
    dpex_openblas_get()->f64.bdsdc("U", "I", &n, values, f->e, f->left, &n, f->right, &n, NULL,
                                   NULL, f->rest, f->ints, &info, 1, 1);
    dpex_openblas_leave(n_threads);
    return info;
}

/* ---- memory ------------------------------------------------------------------------------------ */

/* Counts alone where memory is NULL. */
static int64_t lay_out(svd *f, const dpex_svd_task *task, char *memory)
{
    const int64_t m = f->m, n = f->n, n_vectors = dpex_int64_round_up(f->n_vectors, DPEX_EIGEN_CUT);
    int64_t bytes = 0, elements = 4 * n;
    f->e = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->ints = dpex_take_work(memory, &bytes, 8 * n, sizeof(int));
    if (task->wants_vectors) {
        const dpex_reflectors reflectors = {.parts = task->parts, .n = m, .count = n};
        f->left = dpex_take_work(memory, &bytes, n * n, sizeof(double));
        f->right = dpex_take_work(memory, &bytes, n * n, sizeof(double));
        f->strips =
            dpex_take_work(memory, &bytes, n_vectors * height_of(task->parts, m), sizeof(double));
        elements = dpex_int64_max(3 * n * n + 4 * n, dpex_reflectors_elements(&reflectors));
    }
    f->rest = dpex_take_work(memory, &bytes, elements, sizeof(double));
    f->work = dpex_take_work(memory, &bytes, 0, 1);
    return bytes + dpex_blocked_bidiagonal_bytes(task->parts, task->rows, task->columns,
                                                 task->wants_vectors);
}

static svd plan(const dpex_svd_task *task)
{
    const int64_t m = dpex_int64_max(task->rows, task->columns),
                  n = dpex_int64_min(task->rows, task->columns);
    return (svd){.m = m, .n = n, .n_vectors = task->is_full ? m : n};
}

int64_t dpex_blocked_svd_bytes(const dpex_svd_task *task)
{
    svd f = plan(task);
    return lay_out(&f, task, NULL);
}

int dpex_blocked_svd(dpex_steps *steps, const dpex_svd_task *task, void *work)
{
    svd f = plan(task);
    lay_out(&f, task, work);
    dpex_bidiagonal_task b = {.parts = task->parts,
                              .rows = task->rows,
                              .columns = task->columns,
                              .x = task->x,
                              .d = task->values,
                              .e = f.e,
                              .wants_vectors = task->wants_vectors};
    dpex_blocked_bidiagonal(steps, &b, f.work);
    const int info =
        task->wants_vectors ? solve_vectors(&f, task->values) : solve_values(&f, task->values);
    for (int64_t i = 0; i < f.n; i++) task->values[i] /= b.scale;
    if (task->wants_vectors) make_vectors(steps, &f, task, &b);
    return info;
}
