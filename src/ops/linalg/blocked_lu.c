/* LU factorization with partial pivoting. See blocked.h. */
#include "base/integer.h"
#include "blocked.h"
#include "ops/loops/loops.h"
#include "runtime/runtime.h"

enum {
    UPDATED_COLUMNS = 48, /* by one chunk; a multiple of all groups */
    SOLVED_FIRST = DPEX_FACTOR_MAX_WIDTH +
                   DPEX_FACTOR_MAX_COLUMNS /* columns of chunk 0, rounded up to whole groups */
};

typedef struct lu {
    const dpex_factor_loops *loops;
    int64_t parts, m, n, leading, width;
    double *x;
    int *pivots;       /* of rows of x, from 0 on */
    double *panels[2]; /* the current one and the next one */
    double *solved;    /* by columns */
    int64_t failed;
    int64_t first; /* column of the current panel */
    int wants_lower;
} lu;

static int64_t solved_elements(int64_t n, int64_t width)
{
    return (SOLVED_FIRST + n + UPDATED_COLUMNS) * dpex_int64_round_up(width, DPEX_FACTOR_MAX_ROWS);
}

int64_t dpex_blocked_lu_bytes(int parts, int64_t m, int64_t n)
{
    const int64_t width = dpex_panel_width(dpex_int64_min(m, n));
    return (2 * dpex_panel_elements(m, width) + solved_elements(n, width)) *
               (int64_t)sizeof(double) * parts +
           64;
}

static int64_t panel_columns(const lu *f, int64_t first)
{
    return dpex_int64_min(f->width, dpex_int64_min(f->m, f->n) - first);
}

/* Where an element of x lies. */
static double *at(const lu *f, int64_t i, int64_t j)
{
    return f->x + (i + j * f->leading) * f->parts;
}

static inline void exchange_in_column(double *x, const int *pivots, int64_t first, int64_t last,
                                      int parts)
{
    for (int64_t i = first; i < last; i++) {
        for (int p = 0; p < parts; p++) {
            const double kept = x[i * parts + p];
            x[i * parts + p] = x[pivots[i] * parts + p];
            x[pivots[i] * parts + p] = kept;
        }
    }
}

/* Exchanges rows in columns [j, end) as the panel at `first` says. */
static void exchange(const lu *f, int64_t first, int64_t j, int64_t end)
{
    const int64_t last = first + panel_columns(f, first);
    for (; j < end; j++) {
        if (f->parts == 1)
            exchange_in_column(at(f, 0, j), f->pivots, first, last, 1);
        else
            exchange_in_column(at(f, 0, j), f->pivots, first, last, 2);
    }
}

static void factorize_panel(lu *f, int64_t first, double *panel)
{
    const int64_t m = f->m - first, n = panel_columns(f, first);
    double *x = at(f, first, first);
    f->loops->load(panel, f->width, x, 1, f->leading, m, n, 0);
    const int64_t failed = f->loops->lu(panel, m, f->width, n, f->pivots + first);
    for (int64_t i = first; i < first + n; i++) f->pivots[i] += (int)first;
    f->loops->store(panel, f->width, x, 1, f->leading, f->wants_lower ? m : n, n, 0);
    if (failed && !f->failed) f->failed = first + failed;
}

/* Columns [j, end) right of the current panel; solved: where columns of `solved` begin that are free for them. */
static void update(const lu *f, int64_t j, int64_t end, int64_t solved)
{
    exchange(f, f->first, j, end);
    f->loops->update_lower(&(dpex_factor_update){
        .panel = f->panels[0],
        .m = f->m - f->first,
        .width = f->width,
        .depth = panel_columns(f, f->first),
        .c = at(f, f->first, j),
        .leading = f->leading,
        .n = end - j,
        .is_unit = 1,
        .solved =
            f->solved + solved * dpex_int64_round_up(f->width, DPEX_FACTOR_MAX_ROWS) * f->parts,
    });
}

/* Chunk 0: the columns of the next panel, and that panel; the others: columns behind these. */
static dpex_status run_step(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    lu *f = payload;
    const int64_t next = f->first + panel_columns(f, f->first),
                  behind = dpex_int64_min(next + f->width, f->n);
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        if (i == 0) {
            update(f, next, behind, 0);
            if (next < dpex_int64_min(f->m, f->n)) factorize_panel(f, next, f->panels[1]);
        } else {
            const int64_t j = behind + (i - 1) * UPDATED_COLUMNS;
            update(f, j, dpex_int64_min(j + UPDATED_COLUMNS, f->n),
                   SOLVED_FIRST + (i - 1) * UPDATED_COLUMNS);
        }
    }
    return DPEX_SUCCESS;
}

/* A chunk is a panel, whose columns get the exchanges of all panels behind it. */
static dpex_status run_exchanges(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const lu *f = payload;
    const int64_t end = dpex_int64_min(f->m, f->n);
    for (int64_t i = first_chunk; i < last_chunk; i++)
        for (int64_t first = (i + 1) * f->width; first < end; first += f->width)
            exchange(f, first, i * f->width, (i + 1) * f->width);
    return DPEX_SUCCESS;
}

int64_t dpex_blocked_lu(dpex_steps *steps, int parts, int64_t m, int64_t n, void *x,
                        int64_t leading, int *pivots, int wants_lower, void *work)
{
    const int64_t width = dpex_panel_width(dpex_int64_min(m, n)), end = dpex_int64_min(m, n);
    const int64_t panel = dpex_panel_elements(m, width) * parts;
    double *memory = work;
    lu f = {.loops = dpex_loops_get()->factors[parts - 1],
            .parts = parts,
            .m = m,
            .n = n,
            .leading = leading,
            .width = width,
            .x = x,
            .pivots = pivots,
            .panels = {memory, memory + panel},
            .solved = memory + 2 * panel,
            .wants_lower = wants_lower};
    factorize_panel(&f, 0, f.panels[0]);
    for (; f.first < end; f.first += width) {
        const int64_t next = f.first + panel_columns(&f, f.first),
                      behind = n - dpex_int64_min(next + width, n);
        if (next == n) break;
        dpex_steps_share(steps, run_step, &f, 1 + dpex_int64_ceil_div(behind, UPDATED_COLUMNS));
        dpex_use_next_panel(f.panels);
    }
    if (wants_lower) dpex_steps_share(steps, run_exchanges, &f, (end - 1) / width);
    for (int64_t i = 0; i < end; i++) pivots[i]++;
    return f.failed;
}
