/* Systems of equations with a triangle. See blocked.h.
 *
 * An upper triangle is a lower one whose rows and columns are counted from the end, as are the rows of the right sides then. First all
 * panels are copied into tiles; then each chunk of right sides goes through all of them, without waiting for others. A few right sides
 * are solved for one by one, without tiles. */
#include "base/integer.h"
#include "blocked.h"
#include "ops/loops/loops.h"
#include "runtime/runtime.h"

enum {
    WIDTH = 64,         /* columns of a panel */
    FEW_COLUMNS = 2,    /* right sides for which no panels are made */
    SOLVED_COLUMNS = 48 /* by one chunk; a multiple of all groups */
};

typedef struct solve {
    const dpex_factor_loops *loops;
    const dpex_triangle *of;
    const double *a; /* the first element, and steps from it */
    int64_t row, column;
    int64_t parts, k, leading;
    double *b, *panels, *solved;
    int is_identity;
} solve;

static int64_t panel_rows(int64_t n, int64_t first)
{
    return dpex_int64_round_up(n - first, DPEX_FACTOR_MAX_ROWS);
}

/* Where the panel that begins at column `first` lies among the panels. */
static int64_t panel_offset(int64_t n, int64_t first)
{
    int64_t offset = 0;
    for (int64_t j = 0; j < first; j += WIDTH) offset += panel_rows(n, j) * WIDTH;
    return offset;
}

int64_t dpex_blocked_solve_bytes(int parts, int64_t n, int64_t k)
{
    const int64_t n_chunks = dpex_int64_ceil_div(k, SOLVED_COLUMNS);
    return (panel_offset(n, n) + n_chunks * SOLVED_COLUMNS * WIDTH) * (int64_t)sizeof(double) *
           parts;
}

static dpex_status load_panels(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const solve *s = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const int64_t first = i * WIDTH, m = s->of->n - first;
        s->loops->load(s->panels + panel_offset(s->of->n, first) * s->parts, WIDTH,
                       s->a + first * (s->row + s->column) * s->parts, s->row, s->column, m,
                       dpex_int64_min(m, WIDTH), s->of->is_conjugated);
    }
    return DPEX_SUCCESS;
}

static void reverse(double *x, int64_t n, int64_t parts)
{
    for (int64_t i = 0, j = (n - 1) * parts; i < j; i += parts, j -= parts) {
        for (int64_t p = 0; p < parts; p++) {
            const double kept = x[i + p];
            x[i + p] = x[j + p];
            x[j + p] = kept;
        }
    }
}

static void reverse_columns(const solve *s, int64_t first, int64_t end)
{
    for (int64_t j = first; s->of->is_upper && j < end; j++)
        reverse(s->b + j * s->leading * s->parts, s->of->n, s->parts);
}

static dpex_status solve_columns(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const solve *s = payload;
    const int64_t n = s->of->n;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const int64_t j = i * SOLVED_COLUMNS, end = dpex_int64_min(j + SOLVED_COLUMNS, s->k);
        reverse_columns(s, j, end);
        /* Above its diagonal the identity's columns stay zero. */
        for (int64_t first = s->is_identity && !s->of->is_upper ? j / WIDTH * WIDTH : 0; first < n;
             first += WIDTH) {
            const dpex_factor_update u = {.panel = s->panels + panel_offset(n, first) * s->parts,
                                          .m = n - first,
                                          .width = WIDTH,
                                          .depth = dpex_int64_min(n - first, WIDTH),
                                          .c = s->b + (first + j * s->leading) * s->parts,
                                          .leading = s->leading,
                                          .n = end - j,
                                          .is_unit = s->of->is_unit,
                                          .solved =
                                              s->solved + i * SOLVED_COLUMNS * WIDTH * s->parts};
            s->loops->update_lower(&u);
        }
        reverse_columns(s, j, end);
    }
    return DPEX_SUCCESS;
}

void dpex_blocked_solve(dpex_steps *steps, const dpex_triangle *of, int64_t k, void *b,
                        int64_t leading, int is_identity, void *work)
{
    const dpex_factor_loops *loops = dpex_loops_get()->factors[of->parts - 1];
    const int64_t sign = of->is_upper ? -1 : 1;
    const int64_t last = (of->n - 1) * (of->row + of->column) * of->parts;
    const double *a = of->a;
    double *memory = work;
    if (k <= FEW_COLUMNS && !is_identity) {
        for (int64_t j = 0; j < k; j++)
            loops->substitute(of, (double *)b + j * leading * of->parts);
        return;
    }
    solve s = {.loops = loops,
               .parts = of->parts,
               .of = of,
               .a = of->is_upper ? a + last : a,
               .row = sign * of->row,
               .column = sign * of->column,
               .k = k,
               .leading = leading,
               .b = b,
               .panels = memory,
               .solved = memory + panel_offset(of->n, of->n) * of->parts,
               .is_identity = is_identity};
    dpex_steps_share(steps, load_panels, &s, dpex_int64_ceil_div(of->n, WIDTH));
    dpex_steps_share(steps, solve_columns, &s, dpex_int64_ceil_div(k, SOLVED_COLUMNS));
}
