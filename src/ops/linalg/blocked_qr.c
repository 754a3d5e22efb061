/* QR factorization by Householder reflectors, and its Q. See blocked.h. */
#include <string.h>

#include "base/integer.h"
#include "blocked.h"
#include "ops/loops/loops.h"
#include "runtime/runtime.h"

enum {
    FEWEST = 4, /* sums are of so many columns at a time */
    NARROW = 16,
    MEDIUM = 32,
    WIDE = 64,           /* columns of a panel */
    UPDATED_COLUMNS = 24 /* by one chunk; a multiple of all groups */
};

typedef struct qr {
    const dpex_factor_loops *loops;
    int64_t parts, m, n, n_reflectors, leading, width;
    double *x, *tau, *t;   /* T of each panel, one after the other */
    double *panels[2], *r; /* the current one and the next one; R of a panel */
    int64_t first;         /* column of the current panel */
    double *q;             /* what Q is multiplied with; of dpex_blocked_q alone */
    int64_t n_of_q;
    int is_any; /* q is not the identity */
} qr;

static int64_t choose_width(int64_t m, int64_t n)
{
    const int64_t less = dpex_int64_min(m, n);
    if (less <= NARROW / 2) return dpex_int64_round_up(less, FEWEST);
    return less <= 384 ? NARROW : less <= 1536 ? MEDIUM : WIDE;
}

int64_t dpex_blocked_qr_elements(int64_t m, int64_t n)
{
    return dpex_int64_round_up(dpex_int64_min(m, n), WIDE) * choose_width(m, n);
}

int64_t dpex_blocked_qr_bytes(int64_t m, int64_t n)
{
    const int64_t width = choose_width(m, n);
    return (2 * dpex_panel_elements(m, width) + width * width) * (int64_t)sizeof(double);
}

static qr plan(int parts, int64_t m, int64_t n, const void *x, int64_t leading, const void *tau,
               void *t, void *work)
{
    const int64_t width = choose_width(m, n), panel = dpex_panel_elements(m, width) * parts;
    double *memory = work;
    return (qr){.loops = dpex_loops_get()->factors[parts - 1],
                .parts = parts,
                .m = m,
                .n = n,
                .n_reflectors = dpex_int64_min(m, n),
                .leading = leading,
                .width = width,
                .x = (double *)(uintptr_t)x,
                .tau = (double *)(uintptr_t)tau,
                .t = t,
                .panels = {memory, memory + panel},
                .r = memory + 2 * panel};
}

static int64_t panel_columns(const qr *f, int64_t first)
{
    return dpex_int64_min(f->width, f->n_reflectors - first);
}

static double *triangle_of(const qr *f, int64_t first)
{
    return f->t + first * f->width * f->parts;
}

/* Where column and row j of x cross. */
static double *diagonal_of(const qr *f, int64_t j)
{
    return f->x + j * (f->leading + 1) * f->parts;
}

/* ---- factorization ----------------------------------------------------------------------------- */

static void factorize_panel(const qr *f, int64_t first, double *panel)
{
    const int64_t m = f->m - first, n = panel_columns(f, first);
    double *x = diagonal_of(f, first);
    f->loops->load(panel, f->width, x, 1, f->leading, m, n, 0);
    f->loops->qr(panel, m, f->width, n, f->tau + first * f->parts, triangle_of(f, first), f->r);
    f->loops->store(panel, f->width, x, 1, f->leading, m, n, 0);
    for (int64_t j = 0; j < n; j++)
        memcpy(x + j * f->leading * f->parts, f->r + j * f->width * f->parts,
               (size_t)((j + 1) * f->parts) * sizeof *x);
}

/* Columns [j, end) of c, which begins in the panel's first row, by the panel at `first`. */
static void update(const qr *f, double *c, int64_t j, int64_t end, int is_transposed)
{
    const dpex_factor_update u = {.panel = f->panels[0],
                                  .m = f->m - f->first,
                                  .width = f->width,
                                  .depth = panel_columns(f, f->first),
                                  .c = c + (f->first + j * f->leading) * f->parts,
                                  .leading = f->leading,
                                  .n = end - j};
    if (j < end) f->loops->update_qr(&u, triangle_of(f, f->first), is_transposed);
}

/* Chunk 0: the columns of the next panel, and that panel; the others: columns behind these. */
static dpex_status run_step(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const qr *f = payload;
    const int64_t next = f->first + panel_columns(f, f->first),
                  behind = dpex_int64_min(next + f->width, f->n);
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        if (i == 0) {
            update(f, f->x, next, behind, 1);
            if (next < f->n_reflectors) factorize_panel(f, next, f->panels[1]);
        } else {
            const int64_t j = behind + (i - 1) * UPDATED_COLUMNS;
            update(f, f->x, j, dpex_int64_min(j + UPDATED_COLUMNS, f->n), 1);
        }
    }
    return DPEX_SUCCESS;
}

void dpex_blocked_qr(dpex_steps *steps, int parts, int64_t m, int64_t n, void *x, int64_t leading,
                     void *tau, void *t, void *work)
{
    qr f = plan(parts, m, n, x, leading, tau, t, work);
    if (f.n_reflectors == 0) return;
    factorize_panel(&f, 0, f.panels[0]);
    for (; f.first < f.n_reflectors; f.first += f.width) {
        const int64_t next = f.first + panel_columns(&f, f.first),
                      behind = n - dpex_int64_min(next + f.width, n);
        if (next == n) break;
        dpex_steps_share(steps, run_step, &f, 1 + dpex_int64_ceil_div(behind, UPDATED_COLUMNS));
        dpex_use_next_panel(f.panels);
    }
}

/* ---- Q ----------------------------------------------------------------------------------------- */

/* The vectors of a panel's reflectors: below the diagonal of x, with ones on it and zeros above. */
static void load_reflectors(const qr *f, int64_t first, double *panel)
{
    const int64_t m = f->m - first, n = panel_columns(f, first), rows = f->loops->rows;
    f->loops->load(panel, f->width, diagonal_of(f, first), 1, f->leading, m, n, 0);
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i <= j; i++) {
            double *x = panel + ((i / rows * f->width + j) * rows + i % rows) * f->parts;
            memset(x, 0, (size_t)f->parts * sizeof *x);
            x[0] = i == j;
        }
    }
}

/* Chunk 0: loads the panel before the current one; the others: columns of Q. */
static dpex_status run_step_of_q(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const qr *f = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        if (i == 0) {
            if (f->first > 0) load_reflectors(f, f->first - f->width, f->panels[1]);
            continue;
        }
        const int64_t j = (f->is_any ? 0 : f->first) + (i - 1) * UPDATED_COLUMNS;
        update(f, f->q, j, dpex_int64_min(j + UPDATED_COLUMNS, f->n_of_q), 0);
    }
    return DPEX_SUCCESS;
}

/* The last panel first: columns of the identity left of a panel are still those in its rows. */
static void run_q(qr *f, dpex_steps *steps)
{
    if (f->n_reflectors == 0) return;
    f->first = (f->n_reflectors - 1) / f->width * f->width;
    load_reflectors(f, f->first, f->panels[0]);
    for (; f->first >= 0; f->first -= f->width) {
        const int64_t n_columns = f->n_of_q - (f->is_any ? 0 : f->first);
        dpex_steps_share(steps, run_step_of_q, f,
                         1 + dpex_int64_ceil_div(n_columns, UPDATED_COLUMNS));
        dpex_use_next_panel(f->panels);
    }
}

void dpex_blocked_q(dpex_steps *steps, int parts, int64_t m, int64_t n, const void *x,
                    int64_t n_columns, void *q, int64_t leading, void *t, void *work)
{
    qr f = plan(parts, m, n, x, leading, NULL, t, work);
    f.q = q;
    f.n_of_q = n_columns;
    for (int64_t j = 0; j < n_columns; j++) {
        memset(f.q + j * leading * parts, 0, (size_t)(m * parts) * sizeof *f.q);
        f.q[j * (leading + 1) * parts] = 1;
    }
    run_q(&f, steps);
}

/* Many short sums lose fewer digits than one. */
static double dot(const double *x, const double *y, int64_t n)
{
    double sum;
    const dpex_product_task task = {.a = (const char *)x,
                                    .b = (const char *)y,
                                    .c = (char *)&sum,
                                    .m = 1,
                                    .n = 1,
                                    .k = n,
                                    .a_k = sizeof *x,
                                    .b_k = sizeof *y};
    dpex_loops_get()->products[DPEX_F64]->dot(&task);
    return sum;
}

/* x^T y of two reflectors, the 1 of y not being stored. */
static double multiply_below(const double *x, const double *y, int64_t n)
{
    return x[0] + dot(x + 1, y + 1, n - 1);
}

/* T of a panel's reflectors (Schreiber & Van Loan, A storage-efficient WY representation for products of Householder transformations,
 * 1989). */
static dpex_status run_triangles(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const qr *f = payload;
    for (int64_t first = first_chunk * f->width; first < last_chunk * f->width; first += f->width) {
        const int64_t n = panel_columns(f, first), m = f->m - first;
        const double *x = diagonal_of(f, first), *tau = f->tau + first;
        double *t = triangle_of(f, first);
        for (int64_t j = 0; j < n; j++) {
            double *column = t + j * f->width;
            memset(column, 0, (size_t)j * sizeof *t);
            for (int64_t k = 0; k < j; k++) {
                const double sum =
                    multiply_below(x + j + k * f->leading, x + j + j * f->leading, m - j);
                for (int64_t i = 0; i <= k; i++) column[i] -= tau[j] * sum * t[i + k * f->width];
            }
            column[j] = tau[j];
        }
    }
    return DPEX_SUCCESS;
}

void dpex_blocked_multiply_q(dpex_steps *steps, int64_t m, int64_t n, const double *x,
                             const double *tau, int64_t n_columns, double *c, int64_t leading,
                             double *t, void *work)
{
    qr f = plan(1, m, n, x, leading, tau, t, work);
    f.q = c;
    f.n_of_q = n_columns;
    f.is_any = 1;
    dpex_steps_share(steps, run_triangles, &f, dpex_int64_ceil_div(f.n_reflectors, f.width));
    run_q(&f, steps);
}
