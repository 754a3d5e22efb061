/* Eigenvalues and vectors of a symmetric tridiagonal matrix by divide and conquer (Cuppen, A divide and conquer method for the
 * symmetric tridiagonal eigenproblem, 1981; deflation: Dongarra & Sorensen, A fully parallel algorithm for the symmetric eigenvalue
 * problem, 1987; vectors of one half alone before others: Rutter, A serial implementation of Cuppen's divide and conquer algorithm,
 * LAPACK working note 69, 1994; the equation: isa/secular.inc).
 *
 * The matrix is cut into parts of DPEX_EIGEN_CUT rows, whose problems are put together in pairs. What has few rows is computed by
 * one thread from its parts on, what has more by all of them, a pair of problems after the other. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/integer.h"
#include "blocked.h"
#include "runtime/runtime.h"

enum { ALONE = 128 /* rows of a problem that one thread computes */ };

/* Which rows of a vector may be other than zero. */
enum { UPPER, BOTH, LOWER, N_KINDS };

typedef struct divide {
    const dpex_eigen_loops *loops;
    dpex_steps *steps;
    int64_t n, padded, height;
    int is_short; /* of each vector only the first and the last row of its problem are computed */
    double *d, *e, *strips;
    int64_t *order; /* of the vectors of a problem, by their values */
    /* Memory of a problem: from its first row on. */
    double *z, *poles, *base, *offset, *weights, *z_of_poles, *vectors, *packed;
    int64_t *columns, *rest;
    int32_t *by_kind;
    int8_t *kinds;
    int64_t *problems; /* of one thread: their first rows, and n behind the last one */
    _Atomic int failed;
} divide;

/* Two neighbouring problems: rows [first, middle) and [middle, last). */
typedef struct merge {
    divide *f;
    int64_t first, middle, last;
    int64_t rows[3];                    /* where the rows of both begin, and where they end */
    int64_t n_of_kind[N_KINDS], n_rest; /* n_rest: deflated */
    double *kept;                       /* their vectors, behind those of the equation */
    dpex_secular s;
    dpex_eigen_product products[2];
    int64_t n_groups[2];
} merge;

static int64_t middle_of(int64_t first, int64_t last)
{
    return first + dpex_int64_ceil_div(last - first, DPEX_EIGEN_CUT) / 2 * DPEX_EIGEN_CUT;
}

static double *vector_at(const divide *f, int64_t p, int64_t row)
{
    const int64_t rows = f->loops->rows;
    return f->strips + (p / rows * f->height + row) * rows + p % rows;
}

/* ---- deflation --------------------------------------------------------------------------------- */

static void fill_zeros(const merge *m, int64_t p, int64_t first, int64_t last)
{
    const int64_t rows = m->f->loops->rows;
    double *x = vector_at(m->f, p, first);
    for (int64_t i = first; i < last; i++, x += rows) *x = 0;
}

/* Writes the zeros of a vector of one half, which are not stored until here. */
static void complete(const merge *m, int64_t p)
{
    int8_t *kind = &m->f->kinds[p];
    if (*kind == UPPER) fill_zeros(m, p, m->rows[1], m->rows[2]);
    if (*kind == LOWER) fill_zeros(m, p, m->rows[0], m->rows[1]);
    *kind = BOTH;
}

/* z of the rank-one modification by the row above the cut and the one below it. */
static void make_z(const merge *m, int is_negative)
{
    const divide *f = m->f;
    const int64_t above = f->is_short ? 1 : m->middle - 1, below = f->is_short ? 0 : m->middle;
    const double factor = sqrt(0.5), other = is_negative ? -factor : factor;
    for (int64_t p = m->first; p < m->middle; p++) {
        f->z[p] = factor * *vector_at(f, p, above);
        f->kinds[p] = UPPER;
    }
    for (int64_t p = m->middle; p < m->last; p++) {
        f->z[p] = other * *vector_at(f, p, below);
        f->kinds[p] = LOWER;
    }
}

/* The numbers of both problems' vectors in ascending order of values, to `rest`, then back. */
static void merge_orders(const merge *m)
{
    const divide *f = m->f;
    int64_t i = m->first, j = m->middle;
    for (int64_t to = m->first; to < m->last; to++) {
        const int is_first =
            j == m->last || (i < m->middle && f->d[f->order[i]] <= f->d[f->order[j]]);
        f->rest[to] = f->order[is_first ? i++ : j++];
    }
    memcpy(f->order + m->first, f->rest + m->first,
           (size_t)(m->last - m->first) * sizeof *f->order);
}

/* Makes z of vector p zero by a rotation with q, whose value is close. */
static void rotate(const merge *m, int64_t p, int64_t q, double c, double s)
{
    const divide *f = m->f;
    const int64_t rows = f->loops->rows;
    if (f->kinds[p] != f->kinds[q]) complete(m, p), complete(m, q);
    const int64_t first = m->rows[f->kinds[p] == LOWER],
                  last = m->rows[f->kinds[p] == UPPER ? 1 : 2];
    double *x = vector_at(f, p, first), *y = vector_at(f, q, first);
    for (int64_t i = first; i < last; i++, x += rows, y += rows) {
        const double kept = *x;
        *x = c * kept + s * *y;
        *y = c * *y - s * kept;
    }
    const double low = f->d[p], high = f->d[q];
    f->d[p] = low * c * c + high * s * s;
    f->d[q] = low * s * s + high * c * c;
}

static double deflation_bound(const merge *m, double *largest_z)
{
    const divide *f = m->f;
    double largest = 0;
    *largest_z = 0;
    for (int64_t p = m->first; p < m->last; p++) {
        largest = fmax(largest, fabs(f->d[p]));
        *largest_z = fmax(*largest_z, fabs(f->z[p]));
    }
    return 4 * DBL_EPSILON * fmax(largest, *largest_z);
}

/* Sorts the vectors into those that the equation is for, in columns[first...], and those that stay, in rest[first...]. */
static void deflate(merge *m, double rho)
{
    const divide *f = m->f;
    double largest_z;
    const double bound = deflation_bound(m, &largest_z);
    int64_t n = 0, last = -1;
    m->n_rest = 0;
    int64_t *rest = f->rest + m->first, *columns = f->columns + m->first;
    if (rho * largest_z <= bound) return;
    for (int64_t i = m->first; i < m->last; i++) {
        const int64_t p = f->order[i];
        if (rho * fabs(f->z[p]) <= bound) {
            rest[m->n_rest++] = p;
            continue;
        }
        if (last >= 0) {
            const double size = hypot(f->z[p], f->z[last]), c = f->z[p] / size,
                         s = -f->z[last] / size;
            if (fabs((f->d[p] - f->d[last]) * c * s) <= bound) {
                f->z[p] = size;
                rotate(m, last, p, c, s);
                rest[m->n_rest++] = last;
            } else {
                columns[n++] = last;
            }
        }
        last = p;
    }
    columns[n++] = last;
    m->s.n = n;
}

/* Writes the equation, and its vectors' rows in the order of the kinds. */
static void make_equation(merge *m, double rho)
{
    const divide *f = m->f;
    const int64_t at = m->first, n = m->s.n, *columns = f->columns + at;
    double squares = 0;
    for (int64_t i = 0; i < dpex_int64_round_up(n, DPEX_EIGEN_CUT); i++) {
        const int64_t p = columns[dpex_int64_min(i, n - 1)];
        f->poles[at + i] = f->d[p];
        f->z_of_poles[at + i] = f->z[p];
        if (i < n) squares += f->z[p] * f->z[p];
    }
    int64_t to = 0;
    for (int kind = 0; kind < N_KINDS; kind++) {
        const int64_t before = to;
        for (int64_t i = 0; i < n; i++)
            if (f->kinds[columns[i]] == kind) f->by_kind[at + to++] = (int32_t)i;
        m->n_of_kind[kind] = to - before;
    }
    m->s = (dpex_secular){.n = n,
                          .rho = rho,
                          .width = rho * squares * (1 + 8 * DBL_EPSILON),
                          .d = f->poles + at,
                          .z = f->z_of_poles + at,
                          .base = f->base + at,
                          .offset = f->offset + at,
                          .weights = f->weights + at,
                          .order = f->by_kind + at,
                          .vectors = f->vectors + at * (f->padded + DPEX_EIGEN_CUT)};
    /* Vectors in the order of the rows. */
    int64_t *sorted = f->order + at;
    for (int64_t i = 0; i < n; i++) sorted[i] = columns[f->by_kind[at + i]];
}

static void plan_products(merge *m)
{
    const divide *f = m->f;
    const int64_t columns = f->loops->columns, upper = m->rows[1] - m->rows[0],
                  lower = m->rows[2] - m->rows[1], depth = m->n_of_kind[UPPER] + m->n_of_kind[BOTH];
    m->n_groups[0] = dpex_int64_ceil_div(upper, columns);
    m->n_groups[1] = dpex_int64_ceil_div(lower, columns);
    double *packed = f->packed + m->first * (f->padded + 2 * DPEX_EIGEN_CUT);
    m->products[0] = (dpex_eigen_product){m->s.vectors, m->s.n,    0,          depth,     packed,
                                          f->strips,    f->height, m->rows[0], m->rows[1]};
    m->products[0].strips = vector_at(f, m->first, 0);
    m->products[1] = m->products[0];
    m->products[1].skipped = m->n_of_kind[UPPER];
    m->products[1].depth = m->n_of_kind[BOTH] + m->n_of_kind[LOWER];
    m->products[1].packed = packed + m->n_groups[0] * columns * depth;
    m->products[1].first_row = m->rows[1];
    m->products[1].last_row = m->rows[2];
}

/* ---- steps ------------------------------------------------------------------------------------- */

static void pack_group(const merge *m, int64_t group)
{
    const divide *f = m->f;
    const int half = group >= m->n_groups[0];
    const dpex_eigen_product *p = &m->products[half];
    const int64_t at = (half ? group - m->n_groups[0] : group) * f->loops->columns;
    f->loops->pack(f->strips, f->height, p->first_row + at, p->last_row,
                   f->order + m->first + p->skipped, p->depth,
                   (double *)(uintptr_t)p->packed + at * p->depth);
}

/* Roots, and the old vectors to where the products read them. */
static dpex_status run_roots(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const merge *m = payload;
    const int64_t n_tiles = dpex_int64_ceil_div(m->s.n, m->f->loops->rows);
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        if (i < n_tiles)
            m->f->loops->find_roots(&m->s, i * m->f->loops->rows);
        else
            pack_group(m, i - n_tiles);
    }
    return DPEX_SUCCESS;
}

static dpex_status run_weights(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const merge *m = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++)
        m->f->loops->find_weights(&m->s, i * m->f->loops->rows);
    return DPEX_SUCCESS;
}

static dpex_status run_vectors(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const merge *m = payload;
    const dpex_eigen_loops *loops = m->f->loops;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const int64_t first = i * DPEX_EIGEN_ROOTS,
                      last = dpex_int64_min(first + DPEX_EIGEN_ROOTS, m->s.n);
        for (int64_t j = first; j < last; j += loops->rows) loops->make_vectors(&m->s, j);
        for (int half = 0; half < 2; half++) loops->multiply(&m->products[half], first, last);
    }
    return DPEX_SUCCESS;
}

/* ---- putting two problems together ------------------------------------------------------------- */

/* Vectors that stay, and their values: to memory, and behind the new ones. */
static void keep_rest(const merge *m)
{
    const divide *f = m->f;
    const int64_t rows = f->loops->rows, height = m->rows[2] - m->rows[0];
    for (int64_t k = 0; k < m->n_rest; k++) {
        const int64_t p = f->rest[m->first + k];
        complete(m, p);
        const double *x = vector_at(f, p, m->rows[0]);
        double *to = m->kept + k * height;
        for (int64_t i = 0; i < height; i++) to[i] = x[i * rows];
        f->z[m->first + k] = f->d[p];
    }
}

static void put_rest(const merge *m)
{
    const divide *f = m->f;
    const int64_t rows = f->loops->rows, height = m->rows[2] - m->rows[0];
    for (int64_t k = 0; k < m->n_rest; k++) {
        const int64_t p = m->first + m->s.n + k;
        double *x = vector_at(f, p, m->rows[0]);
        const double *from = m->kept + k * height;
        for (int64_t i = 0; i < height; i++) x[i * rows] = from[i];
        f->d[p] = f->z[m->first + k];
    }
}

/* The roots ascend; the values that stay nearly do. */
static void order_results(const merge *m)
{
    const divide *f = m->f;
    int64_t *order = f->order + m->first, *rest = f->rest + m->first;
    const int64_t n = m->s.n;
    for (int64_t k = 0; k < m->n_rest; k++) {
        int64_t to = k;
        for (; to > 0 && f->d[rest[to - 1]] > f->d[m->first + n + k]; to--) rest[to] = rest[to - 1];
        rest[to] = m->first + n + k;
    }
    int64_t i = 0, j = 0;
    for (int64_t to = 0; to < n + m->n_rest; to++) {
        const int is_root = j == m->n_rest || (i < n && f->d[m->first + i] <= f->d[rest[j]]);
        order[to] = is_root ? m->first + i++ : rest[j++];
    }
}

static void run_merge(divide *f, dpex_steps *steps, int64_t first, int64_t last)
{
    const int64_t rows = f->loops->rows, middle = middle_of(first, last);
    merge m = {.f = f,
               .first = first,
               .middle = middle,
               .last = last,
               .rows = {f->is_short ? 0 : first, f->is_short ? 1 : middle, f->is_short ? 2 : last}};
    const double e = f->e[m.middle - 1], rho = 2 * fabs(e);
    make_z(&m, e < 0);
    merge_orders(&m);
    deflate(&m, rho);
    if (m.s.n == 0) { /* Nothing connects them. */
        for (int64_t p = first; p < last; p++) complete(&m, p);
        return;
    }
    make_equation(&m, rho);
    m.kept = m.s.vectors + dpex_int64_round_up(m.s.n, rows) * m.s.n;
    keep_rest(&m);
    plan_products(&m);
    const int64_t n_tiles = dpex_int64_ceil_div(m.s.n, rows);
    dpex_steps_share(steps, run_roots, &m, n_tiles + m.n_groups[0] + m.n_groups[1]);
    if (!f->is_short || last - first < f->n) {
        dpex_steps_share(steps, run_weights, &m, n_tiles);
        dpex_steps_share(steps, run_vectors, &m, dpex_int64_ceil_div(m.s.n, DPEX_EIGEN_ROOTS));
    }
    for (int64_t i = 0; i < m.s.n; i++) f->d[first + i] = m.s.base[i] + m.s.offset[i];
    put_rest(&m);
    order_results(&m);
}

/* ---- parts ------------------------------------------------------------------------------------- */

static void solve_part(divide *f, int64_t first, int64_t last)
{
    double e[DPEX_EIGEN_CUT], vectors[DPEX_EIGEN_CUT * DPEX_EIGEN_CUT];
    const int64_t n = last - first;
    memcpy(e, f->e + first, (size_t)(n - 1) * sizeof *e);
    if (!f->loops->solve_few(n, f->d + first, e, vectors)) f->failed = 1;
    for (int64_t p = 0; p < n; p++) {
        const double *from = vectors + p * DPEX_EIGEN_CUT;
        if (f->is_short) {
            *vector_at(f, first + p, 0) = from[0];
            *vector_at(f, first + p, 1) = from[n - 1];
        } else {
            for (int64_t i = 0; i < n; i++) *vector_at(f, first + p, first + i) = from[i];
        }
        int64_t to = first + p;
        for (; to > first && f->d[f->order[to - 1]] > f->d[first + p]; to--)
            f->order[to] = f->order[to - 1];
        f->order[to] = first + p;
    }
}

/* By one thread. */
static void solve_problem(divide *f, int64_t first, int64_t last)
{
    if (last - first <= DPEX_EIGEN_CUT) {
        solve_part(f, first, last);
        return;
    }
    const int64_t middle = middle_of(first, last);
    solve_problem(f, first, middle);
    solve_problem(f, middle, last);
    run_merge(f, NULL, first, last);
}

static dpex_status run_problems(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    divide *f = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++)
        solve_problem(f, f->problems[i], f->problems[i + 1]);
    return DPEX_SUCCESS;
}

/* The problems of one thread each, in order; returns how many there are before `n_problems` and with them. */
static int64_t list_problems(const divide *f, int64_t first, int64_t last, int64_t n_problems)
{
    if (last - first <= ALONE) {
        f->problems[n_problems] = first;
        f->problems[n_problems + 1] = last;
        return n_problems + 1;
    }
    const int64_t middle = middle_of(first, last);
    return list_problems(f, middle, last, list_problems(f, first, middle, n_problems));
}

static void merge_problems(divide *f, int64_t first, int64_t last)
{
    if (last - first <= ALONE) return;
    const int64_t middle = middle_of(first, last);
    merge_problems(f, first, middle);
    merge_problems(f, middle, last);
    run_merge(f, f->steps, first, last);
}

/* Cuts tear the matrix: what they leave is one of two blocks plus |e| times the product of a vector with itself. */
static void tear(const divide *f, int64_t first, int64_t last)
{
    if (last - first <= DPEX_EIGEN_CUT) return;
    const int64_t middle = middle_of(first, last);
    f->d[middle - 1] -= fabs(f->e[middle - 1]);
    f->d[middle] -= fabs(f->e[middle - 1]);
    tear(f, first, middle);
    tear(f, middle, last);
}

/* ---- memory ------------------------------------------------------------------------------------ */

static int64_t lay_out(divide *f, char *memory)
{
    const int64_t n = f->padded;
    int64_t bytes = 0;
    f->z = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->poles = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->base = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->offset = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->weights = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->z_of_poles = dpex_take_work(memory, &bytes, n, sizeof(double));
    f->columns = dpex_take_work(memory, &bytes, n, sizeof(int64_t));
    f->rest = dpex_take_work(memory, &bytes, n, sizeof(int64_t));
    f->problems = dpex_take_work(memory, &bytes, n + 1, sizeof(int64_t));
    f->by_kind = dpex_take_work(memory, &bytes, n, sizeof(int32_t));
    f->kinds = dpex_take_work(memory, &bytes, n, sizeof(int8_t));
    f->vectors = dpex_take_work(memory, &bytes, n * (n + DPEX_EIGEN_CUT), sizeof(double));
    f->packed = dpex_take_work(memory, &bytes, n * (n + 2 * DPEX_EIGEN_CUT), sizeof(double));
    return bytes;
}

static divide plan(int64_t n)
{
    const int64_t padded = dpex_int64_round_up(n, DPEX_EIGEN_CUT);
    return (divide){.n = n, .padded = padded};
}

int64_t dpex_blocked_divide_bytes(int64_t n)
{
    divide f = plan(n);
    return lay_out(&f, NULL);
}

int dpex_blocked_divide(dpex_steps *steps, const dpex_divide_task *task, void *work)
{
    divide f = plan(task->n);
    lay_out(&f, work);
    f.loops = dpex_eigen_loops_get();
    f.steps = steps;
    f.height = task->height;
    f.is_short = f.height < f.padded;
    f.d = task->d;
    f.e = task->e;
    f.strips = task->strips;
    f.order = task->order;
    tear(&f, 0, f.n);
    dpex_steps_share(steps, run_problems, &f, list_problems(&f, 0, f.n, 0));
    if (!f.failed) merge_problems(&f, 0, f.n);
    return !f.failed;
}
