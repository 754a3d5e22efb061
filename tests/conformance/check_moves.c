/* Gathers and scatters of every dtype, layout, axis and mode, with indices that repeat, are negative or out of range: each element must be
 * the one that its index means, of repeated indices the last one's, and no byte beside the elements may change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dpex/take.h"

enum { N_ROWS = 7, N_COLUMNS = 12, N_INDICES = 20, MAX_BYTES = 16 };

typedef struct moves {
    dpex_dtype dtype, index_dtype;
    layout x, other, indices;
    int axis, is_along, is_scatter;
    dpex_index_mode mode;
} moves;

static int64_t extent(const moves *m)
{
    return m->axis ? N_COLUMNS : N_ROWS;
}

/* What element `number` of the indices is, before it is resolved. */
static int64_t index_of(const moves *m, int64_t number)
{
    const int64_t spread = 2 * extent(m) + 5;
    const int64_t index = (number * 7 + number / 3) % spread - spread / 2;
    return index < 0 && dpex_dtype_get_info(m->index_dtype)->kind == DPEX_KIND_UINT ? -index
                                                                                    : index;
}

static int64_t resolve(const moves *m, int64_t index)
{
    if (index < 0 && m->mode == DPEX_INDEX_WRAP) index += extent(m);
    return index < 0 ? 0 : index < extent(m) ? index : extent(m) - 1;
}

/* The coordinate along the axis that element [row, column] of the other side means. */
static int64_t target_of(const moves *m, int64_t row, int64_t column)
{
    const int64_t along = m->axis ? column : row, across = m->axis ? row : column;
    return resolve(m, index_of(m, m->is_along ? along * 31 + across : along));
}

/* The other side's extents; the indices have them too, or are a line. */
static int64_t rows_of(const moves *m)
{
    return m->axis ? N_ROWS : N_INDICES;
}

static int64_t columns_of(const moves *m)
{
    return m->axis ? N_INDICES : N_COLUMNS;
}

static void make_indices(const target *p, const moves *m, guarded *indices)
{
    const int64_t n_rows = m->is_along ? rows_of(m) : 1;
    const int64_t n_columns = m->is_along ? columns_of(m) : N_INDICES;
    must(guarded_create(p->queue, m->index_dtype, m->indices, n_rows, n_columns, DOMAIN_COUNT, 1,
                        indices),
         "indices");
    for (int64_t r = 0; r < n_rows; r++) {
        for (int64_t c = 0; c < n_columns; c++) {
            const int64_t along = m->axis || !m->is_along ? c : r, across = m->axis ? r : c;
            const value v = {.integer = index_of(m, m->is_along ? along * 31 + across : along)};
            value_store(&v, m->index_dtype, guarded_at(indices, r, c));
        }
    }
}

static dpex_status run(const moves *m, const guarded *x, const guarded *other,
                       const guarded *indices, dpex_array *gathered)
{
    dpex_array line, own = x->array;
    const dpex_index first = {.kind = DPEX_INDEX_INT};
    const dpex_array *arrays[2] = {NULL, NULL};
    if (m->is_along)
        return m->is_scatter
                   ? dpex_put_along(&own, &indices->array, m->axis, m->mode, &other->array)
                   : dpex_take_along_new(&own, &indices->array, m->axis, m->mode, gathered);
    must(dpex_array_index(&indices->array, &first, 1, &line), "a line of indices");
    arrays[m->axis] = &line;
    const dpex_selection selection = {.indices = arrays, .at = m->axis, .mode = m->mode};
    dpex_array out = other->array;
    const dpex_status status = m->is_scatter ? dpex_put(&own, &selection, &other->array)
                                             : dpex_take_into(&own, &selection, &out);
    dpex_array_fini(&line);
    return status;
}

static const char *at_target(const moves *m, const guarded *x, int64_t row, int64_t column)
{
    const int64_t t = target_of(m, row, column);
    return m->axis ? guarded_at(x, row, t) : guarded_at(x, t, column);
}

static int is_gathered(const moves *m, const guarded *x, const guarded *other,
                       const dpex_array *made)
{
    const size_t itemsize = dpex_dtype_get_info(m->dtype)->itemsize;
    for (int64_t r = 0; r < rows_of(m); r++) {
        for (int64_t c = 0; c < columns_of(m); c++) {
            const char *got = m->is_along ? (const char *)dpex_array_get_ptr(made) +
                                                (r * columns_of(m) + c) * (int64_t)itemsize
                                          : guarded_at(other, r, c);
            if (memcmp(got, at_target(m, x, r, c), itemsize)) return 0;
        }
    }
    return 1;
}

typedef char elements[N_ROWS][N_COLUMNS][MAX_BYTES];

static void save(const guarded *x, size_t itemsize, elements into)
{
    for (int64_t r = 0; r < N_ROWS; r++)
        for (int64_t c = 0; c < N_COLUMNS; c++) memcpy(into[r][c], guarded_at(x, r, c), itemsize);
}

/* before: the elements of x, which become those that it should have. */
static int is_scattered(const moves *m, const guarded *x, const guarded *other, elements before)
{
    const size_t itemsize = dpex_dtype_get_info(m->dtype)->itemsize;
    for (int64_t r = 0; r < rows_of(m); r++) {
        for (int64_t c = 0; c < columns_of(m); c++) {
            const int64_t t = target_of(m, r, c);
            memcpy(m->axis ? before[r][t] : before[t][c], guarded_at(other, r, c), itemsize);
        }
    }
    for (int64_t r = 0; r < N_ROWS; r++)
        for (int64_t c = 0; c < N_COLUMNS; c++)
            if (memcmp(before[r][c], guarded_at(x, r, c), itemsize)) return 0;
    return 1;
}

static void run_case(const target *p, const moves *m)
{
    guarded x, other, indices;
    dpex_array gathered;
    elements before;
    const int makes_array = m->is_along && !m->is_scatter;
    must(guarded_create(p->queue, m->dtype, m->x, N_ROWS, N_COLUMNS, DOMAIN_COUNT, 1, &x), "x");
    must(guarded_create(p->queue, m->dtype, m->other, rows_of(m), columns_of(m), DOMAIN_COUNT,
                        m->is_scatter ? 5 : 0, &other),
         "the other side");
    make_indices(p, m, &indices);
    save(&x, dpex_dtype_get_info(m->dtype)->itemsize, before);
    dpex_status status = run(m, &x, &other, &indices, &gathered);
    const int has_array = makes_array && !status;
    if (!status) status = dpex_queue_wait(p->queue, 0, NULL);
    const char *wrong = status ? dpex_error_message() : NULL;
    if (!wrong && !(m->is_scatter ? is_scattered(m, &x, &other, before)
                                  : is_gathered(m, &x, &other, &gathered)))
        wrong = "an element is wrong";
    if (!wrong && !(guarded_is_intact(&x) && guarded_is_intact(&other)))
        wrong = "bytes beside the elements were written";
    count_case(!wrong, "%s: %s%s %s %s, %s, axis %d, mode %d, indices %s %s: %s", p->name,
               m->is_scatter ? "put" : "take", m->is_along ? " along" : "",
               dpex_dtype_get_info(m->dtype)->name, layout_names[m->x], layout_names[m->other],
               m->axis, (int)m->mode, dpex_dtype_get_info(m->index_dtype)->name,
               layout_names[m->indices], wrong ? wrong : "");
    if (has_array) dpex_array_fini(&gathered);
    guarded_release(&indices);
    guarded_release(&other);
    guarded_release(&x);
}

static void check_layouts(const target *p, moves *m)
{
    for (int x = 0; x < LAYOUT_ROW; x++) {
        for (int other = 0; other < (m->is_scatter ? LAYOUT_SCALAR : LAYOUT_ROW); other++) {
            if (m->is_along && !m->is_scatter && other) continue; /* the result is new */
            m->x = (layout)x;
            m->other = (layout)other;
            m->indices = (layout)((x + other) % LAYOUT_ROW);
            run_case(p, m);
        }
    }
}

void check_moves(const target *p)
{
    static const dpex_dtype index_dtypes[] = {DPEX_I8, DPEX_I16, DPEX_I32, DPEX_I64,
                                              DPEX_U8, DPEX_U16, DPEX_U32, DPEX_U64};
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
        if (!has_dtype(p, (dpex_dtype)dtype) || !is_ours()) continue;
        for (int variant = 0; variant < 16; variant++) {
            moves m = {.dtype = (dpex_dtype)dtype,
                       .index_dtype = index_dtypes[(dtype + variant) % 8],
                       .axis = variant & 1,
                       .is_along = variant >> 1 & 1,
                       .is_scatter = variant >> 2 & 1,
                       .mode = variant >> 3 ? DPEX_INDEX_CLIP : DPEX_INDEX_WRAP};
            check_layouts(p, &m);
        }
    }
}
