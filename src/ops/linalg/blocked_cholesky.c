/* Cholesky factorization. See blocked.h.
 *
 * A panel is always one of L. Of a factor U, L's adjoint, that is a block of rows, which are copied to the panel's columns. */
#include "base/integer.h"
#include "blocked.h"
#include "ops/loops/loops.h"
#include "runtime/runtime.h"

enum {
    UPDATED_COLUMNS = 48 /* by one chunk; a multiple of all groups */
};

typedef struct cholesky {
    const dpex_factor_loops *loops;
    int64_t parts, n, row, column,
        width; /* strides from a row of L to the next one, and of columns */
    int64_t leading;
    double *x;
    double *panels[2]; /* the current one and the next one */
    double *factors;   /* memory for UPDATED_COLUMNS, by chunk */
    int64_t failed;
    int64_t first; /* column of the current panel */
    int is_upper;
} cholesky;

int64_t dpex_blocked_cholesky_bytes(int parts, int64_t n)
{
    const int64_t width = dpex_panel_width(n),
                  n_chunks = 1 + dpex_int64_ceil_div(n, UPDATED_COLUMNS);
    return (2 * dpex_panel_elements(n, width) + n_chunks * UPDATED_COLUMNS * width) *
           (int64_t)sizeof(double) * parts;
}

static void factorize_panel(cholesky *f, int64_t first, double *panel)
{
    const int64_t m = f->n - first, n = dpex_int64_min(f->width, m);
    double *x = f->x + first * (f->leading + 1) * f->parts;
    f->loops->load(panel, f->width, x, f->row, f->column, m, n, f->is_upper);
    const int64_t failed = f->loops->cholesky(panel, m, f->width, n);
    f->loops->store(panel, f->width, x, f->row, f->column, m, n, f->is_upper);
    if (failed) f->failed = first + failed;
}

/* Columns [j, end) and rows [first, last) behind the current panel, counted from there. */
static void update(const cholesky *f, int64_t j, int64_t end, int64_t first, int64_t last,
                   int64_t chunk)
{
    const int64_t next = f->first + f->width;
    for (int64_t at = j; at < end; at += UPDATED_COLUMNS) {
        const dpex_factor_update u = {
            .panel = f->panels[0],
            .m = f->n - f->first,
            .width = f->width,
            .depth = f->width,
            .c = f->x + (next + (next + at) * f->leading) * f->parts,
            .leading = f->leading,
            .n = dpex_int64_min(end - at, UPDATED_COLUMNS),
            .solved = f->factors + chunk * UPDATED_COLUMNS * f->width * f->parts,
            .first = at,
            .is_upper = f->is_upper,
        };
        f->loops->update_symmetric(&u, first, last);
    }
}

/* Chunk 0: the next panel, columns or rows, and its factorization; the others: what lies behind. */
static dpex_status run_step(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    cholesky *f = payload;
    const int64_t next = f->first + f->width, left = f->n - next,
                  width = dpex_int64_min(f->width, left);
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        if (i == 0) {
            update(f, 0, f->is_upper ? left : width, 0, f->is_upper ? width : left, 0);
            factorize_panel(f, next, f->panels[1]);
            continue;
        }
        /* The longest columns first. */
        const int64_t n_chunks = dpex_int64_ceil_div(left - width, UPDATED_COLUMNS);
        const int64_t j = width + (f->is_upper ? n_chunks - i : i - 1) * UPDATED_COLUMNS;
        update(f, j, dpex_int64_min(j + UPDATED_COLUMNS, left), f->is_upper ? width : 0, left, i);
    }
    return DPEX_SUCCESS;
}

int64_t dpex_blocked_cholesky(dpex_steps *steps, int parts, int is_lower, int64_t n, void *x,
                              int64_t leading, void *work)
{
    const int64_t width = dpex_panel_width(n);
    const int64_t panel = dpex_panel_elements(n, width) * parts;
    double *memory = work;
    cholesky f = {.loops = dpex_loops_get()->factors[parts - 1],
                  .parts = parts,
                  .n = n,
                  .row = is_lower ? 1 : leading,
                  .column = is_lower ? leading : 1,
                  .width = width,
                  .leading = leading,
                  .x = x,
                  .panels = {memory, memory + panel},
                  .factors = memory + 2 * panel,
                  .is_upper = !is_lower};
    if (n == 0) return 0;
    factorize_panel(&f, 0, f.panels[0]);
    for (; f.first + width < n && !f.failed; f.first += width) {
        const int64_t behind = n - dpex_int64_min(f.first + 2 * width, n);
        dpex_steps_share(steps, run_step, &f, 1 + dpex_int64_ceil_div(behind, UPDATED_COLUMNS));
        dpex_use_next_panel(f.panels);
    }
    return f.failed;
}
