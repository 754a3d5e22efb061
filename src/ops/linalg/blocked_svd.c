/* Singular values and vectors: reduction to real bidiagonal form (blocked_bidiagonal.c), LAPACK's qd algorithm or divide and conquer for that
 * matrix, by one thread, and the products of the reflectors with its vectors (blocked_reflectors.c). Tall and wide real matrices are
 * factorized first, as Q R, and R has the same values. */
#include <string.h>

#include "base/integer.h"
#include "blocked.h"
#include "ops/blas/openblas.h"
#include "ops/loops/loops.h"
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
    dpex_openblas_use_one_thread();
    dpex_openblas_get()->f64.bdsqr("U", &n, &none, &none, &none, values, f->e, NULL, &one, NULL,
                                   &one, NULL, &one, f->rest, &info, 1);
    return info;
}

static int solve_vectors(const svd *f, double *values)
{
    int n = (int)f->n, info = 0;
    dpex_openblas_use_one_thread();
    dpex_openblas_get()->f64.bdsdc("U", "I", &n, values, f->e, f->left, &n, f->right, &n, NULL,
                                   NULL, f->rest, f->ints, &info, 1, 1);
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

static int64_t bytes_of(const dpex_svd_task *task)
{
    svd f = plan(task);
    return lay_out(&f, task, NULL);
}

static int solve_any(dpex_steps *steps, const dpex_svd_task *task, void *work)
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

/* ---- tall and wide matrices -------------------------------------------------------------------- */

/* A tall matrix, or a wide one transposed, as Q R by columns, and what its vectors are made of. */
typedef struct tall {
    dpex_svd_task square; /* of R */
    int64_t m, n, n_vectors, bytes;
    double *x, *tau, *t, *r, *left, *right, *vectors; /* vectors: m x n_vectors by columns */
    void *rest, *work;
} tall;

/* Of complex matrices Q costs more than the shorter reduction saves. */
static int is_tall(const dpex_svd_task *task)
{
    const int64_t n = dpex_int64_min(task->rows, task->columns);
    return task->parts == 1 && dpex_int64_max(task->rows, task->columns) > n + n / 2;
}

/* memory NULL: counts the bytes alone. */
static tall lay_out_tall(const dpex_svd_task *task, char *memory)
{
    const int64_t m = dpex_int64_max(task->rows, task->columns),
                  n = dpex_int64_min(task->rows, task->columns),
                  n_square = task->wants_vectors ? n * n : 0;
    const size_t size = sizeof(double);
    tall w = {.m = m, .n = n, .n_vectors = !task->wants_vectors ? 0 : task->is_full ? m : n};
    w.x = dpex_take_work(memory, &w.bytes, m * n, size);
    w.vectors = dpex_take_work(memory, &w.bytes, m * w.n_vectors, size);
    w.r = dpex_take_work(memory, &w.bytes, n * n, size);
    w.left = dpex_take_work(memory, &w.bytes, n_square, size);
    w.right = dpex_take_work(memory, &w.bytes, n_square, size);
    w.tau = dpex_take_work(memory, &w.bytes, n, size);
    w.t = dpex_take_work(memory, &w.bytes, dpex_blocked_qr_elements(m, n), size);
    w.rest = dpex_take_work(memory, &w.bytes, dpex_blocked_qr_bytes(m, n), 1);
    w.square = (dpex_svd_task){.parts = 1,
                               .rows = n,
                               .columns = n,
                               .x = w.r,
                               .values = task->values,
                               .u = w.left,
                               .vh = task->rows < task->columns ? w.right : task->vh,
                               .wants_vectors = task->wants_vectors};
    w.work = dpex_take_work(memory, &w.bytes, bytes_of(&w.square), 1);
    return w;
}

/* to: n_rows x n_columns by rows, of a matrix by columns. */
static void transpose(const double *x, int64_t leading, int64_t n_rows, int64_t n_columns,
                      double *to, int64_t to_leading)
{
    const int64_t itemsize = sizeof(double);
    dpex_loops_get()->transposes[__builtin_ctz((unsigned)itemsize)](
        (char *)to, to_leading * itemsize, (const char *)x, leading * itemsize, n_rows, n_columns);
}

/* x by columns, scaled so that no norm overflows; returns the scale. */
static double copy_tall(const tall *w, const dpex_svd_task *task)
{
    const int64_t n_elements = w->m * w->n;
    const double scale = dpex_choose_scale(dpex_find_largest(task->x, n_elements));
    if (task->rows < task->columns)
        memcpy(w->x, task->x, (size_t)n_elements * sizeof(double));
    else
        transpose(task->x, w->n, w->n, w->m, w->x, w->m);
    for (int64_t i = 0; i < n_elements; i++) w->x[i] *= scale;
    return scale;
}

/* R by rows. */
static void copy_r(const tall *w)
{
    for (int64_t i = 0; i < w->n; i++)
        for (int64_t j = 0; j < w->n; j++) w->r[i * w->n + j] = j < i ? 0 : w->x[j * w->m + i];
}

/* The columns of R's left vectors, below them those of the identity. */
static void extend_left(const tall *w)
{
    const int64_t m = w->m, n = w->n;
    transpose(w->left, n, n, n, w->vectors, m);
    for (int64_t j = 0; j < w->n_vectors; j++) {
        double *column = w->vectors + j * m;
        const int64_t first = j < n ? n : 0;
        memset(column + first, 0, (size_t)(m - first) * sizeof(double));
        if (j >= n) column[j] = 1;
    }
}

/* Left vectors of R are multiplied by Q (Chan, An improved algorithm for computing the singular value decomposition, 1982). */
static int solve_tall(dpex_steps *steps, const dpex_svd_task *task, void *work)
{
    const tall w = lay_out_tall(task, work);
    const int is_wide = task->rows < task->columns;
    const int64_t m = w.m, n = w.n;
    const double scale = copy_tall(&w, task);
    dpex_blocked_qr(steps, 1, m, n, w.x, m, w.tau, w.t, w.rest);
    copy_r(&w);
    const int info = solve_any(steps, &w.square, w.work);
    for (int64_t i = 0; i < n; i++) task->values[i] /= scale;
    if (!task->wants_vectors) return info;
    extend_left(&w);
    dpex_blocked_multiply_q(steps, m, n, w.x, w.tau, w.n_vectors, w.vectors, m, w.t, w.rest);
    if (is_wide) {
        memcpy(task->vh, w.vectors, (size_t)(m * w.n_vectors) * sizeof(double));
        transpose(w.right, n, n, n, task->u, n);
    } else {
        transpose(w.vectors, m, m, w.n_vectors, task->u, w.n_vectors);
    }
    return info;
}

int64_t dpex_blocked_svd_bytes(const dpex_svd_task *task)
{
    return is_tall(task) ? lay_out_tall(task, NULL).bytes : bytes_of(task);
}

int dpex_blocked_svd(dpex_steps *steps, const dpex_svd_task *task, void *work)
{
    return (is_tall(task) ? solve_tall : solve_any)(steps, task, work);
}
