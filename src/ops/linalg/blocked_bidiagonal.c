/* Reduction of a matrix to real bidiagonal form (isa/bidiagonal.inc); of a tall real one, that of its R. */
#include <math.h>
#include <string.h>

#include "base/integer.h"
#include "blocked.h"
#include "runtime/runtime.h"

enum { MOST_PARTS = 16 /* of a pass */ };

typedef struct bidiagonal {
    const dpex_reduction_loops *loops;
    dpex_steps *steps;
    int parts;
    dpex_bidiagonal b;
    int64_t bounds[MOST_PARTS + 1]; /* columns of the parts of a pass */
} bidiagonal;

/* ---- the reduction ----------------------------------------------------------------------------- */

/* By what is left, as everything that rounding depends on. */
static void cut_pass(bidiagonal *f)
{
    const int64_t begin = f->b.column + 1, n = f->b.n - begin;
    const int64_t side = (int64_t)sqrt((double)n * (double)(f->b.m - f->b.column));
    const int64_t parts =
        side < 192 ? 1 : dpex_int64_min(dpex_int64_round_up(side, 384) / 192, MOST_PARTS);
    f->b.n_parts = parts;
    f->bounds[0] = begin / DPEX_EIGEN_BLOCK * DPEX_EIGEN_BLOCK;
    for (int64_t i = 1; i <= parts; i++)
        f->bounds[i] = dpex_int64_round_up(begin + n * i / parts, DPEX_EIGEN_BLOCK);
}

static dpex_status run_pass(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const bidiagonal *f = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++)
        f->loops->pass_both(&f->b, f->bounds[i], f->bounds[i + 1], i);
    return DPEX_SUCCESS;
}

static void reduce(bidiagonal *f)
{
    dpex_bidiagonal *b = &f->b;
    for (b->column = 0; b->column < b->n; b->column++) {
        f->loops->begin_both(b);
        if (b->column + 1 == b->n) break;
        cut_pass(f);
        dpex_steps_share(f->steps, run_pass, f, b->n_parts);
        f->loops->end_both(b);
    }
}

/* ---- the matrix -------------------------------------------------------------------------------- */

/* Magnitudes of finite numbers compare as integers. */
double dpex_find_largest(const double *x, int64_t n)
{
    int64_t most = 0;
    double largest;
    for (int64_t i = 0; i < n; i++) {
        int64_t bits;
        memcpy(&bits, x + i, sizeof bits);
        bits &= INT64_MAX;
        most = bits > most ? bits : most;
    }
    memcpy(&largest, &most, sizeof largest);
    return largest;
}

/* Columns of the taller one of x and its transpose: real parts, or the imaginary ones, which lie behind them in x. */
static void load(const bidiagonal *f, const dpex_bidiagonal_task *task, int part)
{
    enum { AT_ONCE = 8 }; /* columns of x, a line of a cache */
    const dpex_bidiagonal *b = &f->b;
    const int64_t m = b->m, n = b->n, parts = f->parts;
    const double *x = task->x + part;
    double *a = b->a + part * b->apart;
    for (int64_t j = 0; j < n && task->rows <= task->columns; j++)
        for (int64_t i = 0; i < m; i++)
            a[j * b->leading + i] = x[(j * m + i) * parts] * task->scale;
    for (int64_t first = 0; first < n && task->rows > task->columns; first += AT_ONCE)
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = first; j < dpex_int64_min(first + AT_ONCE, n); j++)
                a[j * b->leading + i] = x[(i * n + j) * parts] * task->scale;
}

static void fill_edges(const dpex_bidiagonal *b, int part)
{
    for (int64_t j = 0; j < b->padded_columns; j++) {
        const int64_t first = j < b->n ? b->m : 0;
        double *column = b->a + j * b->leading + part * b->apart;
        memset(column + first, 0, (size_t)(b->padded - first) * sizeof *column);
    }
}

/* ---- memory ------------------------------------------------------------------------------------ */

static int64_t lay_out(bidiagonal *f, int wants_vectors, char *memory)
{
    dpex_bidiagonal *b = &f->b;
    /* Arrays of columns too have their parts that far apart. */
    const int64_t numbers = b->padded + b->apart, of_columns = b->padded_columns + b->apart;
    int64_t bytes = 0;
    for (int i = 0; i <= DPEX_EIGEN_MAX_PAIRS; i++) {
        b->v[i] = dpex_take_work(memory, &bytes, numbers, sizeof(double));
        b->z[i] = dpex_take_work(memory, &bytes, numbers, sizeof(double));
        b->y[i] = dpex_take_work(memory, &bytes, of_columns, sizeof(double));
        b->u[i] = dpex_take_work(memory, &bytes, of_columns, sizeof(double));
    }
    b->tau_of_v = dpex_take_work(memory, &bytes, of_columns, sizeof(double));
    b->tau_of_u = dpex_take_work(memory, &bytes, of_columns, sizeof(double));
    b->row = dpex_take_work(memory, &bytes, of_columns, sizeof(double));
    b->sums = dpex_take_work(memory, &bytes, MOST_PARTS * numbers, sizeof(double));
    /* What is read beside the matrix is zero. */
    if (memory) memset(memory, 0, (size_t)bytes);
    b->a = dpex_take_work(memory, &bytes, b->padded_columns * b->leading, sizeof(double));
    if (wants_vectors)
        b->kept = dpex_take_work(memory, &bytes, b->padded_columns * b->leading, sizeof(double));
    return bytes;
}

static bidiagonal plan(int parts, int64_t rows, int64_t columns)
{
    const int64_t m = dpex_int64_max(rows, columns), n = dpex_int64_min(rows, columns),
                  padded = dpex_int64_round_up(m, DPEX_EIGEN_CUT),
                  apart = parts == 2 ? dpex_choose_leading(padded) : 0;
    return (bidiagonal){.parts = parts,
                        .b = {.m = m,
                              .n = n,
                              .padded = padded,
                              .padded_columns = dpex_int64_round_up(n, DPEX_EIGEN_CUT),
                              .leading = dpex_choose_leading(apart + padded),
                              .apart = apart,
                              .most_pairs = n <= 128 ? 1 : DPEX_EIGEN_MAX_PAIRS}};
}

int64_t dpex_blocked_bidiagonal_bytes(int parts, int64_t rows, int64_t columns, int wants_vectors)
{
    bidiagonal f = plan(parts, rows, columns);
    return lay_out(&f, wants_vectors, NULL);
}

void dpex_blocked_bidiagonal(dpex_steps *steps, dpex_bidiagonal_task *task, void *work)
{
    bidiagonal f = plan(task->parts, task->rows, task->columns);
    task->scale =
        dpex_choose_scale(dpex_find_largest(task->x, task->rows * task->columns * f.parts));
    lay_out(&f, task->wants_vectors, work);
    f.loops = dpex_eigen_loops_get()->reductions[f.parts - 1];
    f.steps = steps;
    f.b.d = task->d;
    f.b.e = task->e;
    for (int part = 0; part < f.parts; part++) {
        load(&f, task, part);
        fill_edges(&f.b, part);
    }
    reduce(&f);
    task->v = f.b.a;
    task->u = f.b.kept;
    task->tau_of_v = f.b.tau_of_v;
    task->tau_of_u = f.b.tau_of_u;
    task->leading = f.b.leading;
    task->apart = f.b.apart;
}
