/* Masks of every dtype and layout: what is read, written and located is compared element by element, and nothing else is written. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dpex/mask.h"

typedef struct mask_case {
    dpex_dtype dtype;
    layout x, condition;
    int64_t rows, columns;
} mask_case;

static int is_chosen(const guarded *condition, int64_t row, int64_t column)
{
    return *guarded_at(condition, row, column) != 0;
}

static size_t itemsize_of(const guarded *x)
{
    return dpex_dtype_get_info(x->array.dtype)->itemsize;
}

/* What x[condition] should be, in memory of the caller; returns how many. */
static int64_t choose(const guarded *x, const guarded *condition, char *elements)
{
    int64_t n = 0;
    size_t itemsize = itemsize_of(x);
    for (int64_t r = 0; r < x->n_rows; r++)
        for (int64_t c = 0; c < x->n_columns; c++)
            if (is_chosen(condition, r, c))
                memcpy(elements + (size_t)n++ * itemsize, guarded_at(x, r, c), itemsize);
    return n;
}

static const char *check_extract(const guarded *x, const guarded *condition)
{
    size_t itemsize = itemsize_of(x), bytes = (size_t)(x->n_rows * x->n_columns) * itemsize;
    char *expected = malloc(bytes + 1), *got = malloc(bytes + 1);
    int64_t n = choose(x, condition, expected), stride = (int64_t)itemsize;
    const char *wrong = NULL;
    dpex_array out;
    if (dpex_extract_new(&x->array, &condition->array, &out)) {
        wrong = dpex_error_message();
    } else {
        if (out.size != n)
            wrong = "another number of elements";
        else if (dpex_array_to_host(&out, got, &stride))
            wrong = dpex_error_message();
        else if (memcmp(got, expected, (size_t)n * itemsize) != 0)
            wrong = "other elements";
        dpex_array_fini(&out);
    }
    free(expected);
    free(got);
    return wrong;
}

static const char *check_nonzero(const guarded *condition)
{
    int64_t strides[2], k = 0, n;
    const char *wrong = NULL;
    dpex_array out;
    if (dpex_nonzero_new(&condition->array, &out)) return dpex_error_message();
    n = out.shape[1];
    int64_t *got = malloc((size_t)(2 * n + 1) * sizeof *got);
    strides[0] = n * (int64_t)sizeof *got;
    strides[1] = (int64_t)sizeof *got;
    if (dpex_array_to_host(&out, got, strides)) wrong = dpex_error_message();
    for (int64_t r = 0; r < condition->n_rows && !wrong; r++)
        for (int64_t c = 0; c < condition->n_columns && !wrong; c++)
            if (is_chosen(condition, r, c)) {
                if (k == n || got[k] != r || got[n + k] != c) wrong = "other coordinates";
                k++;
            }
    if (!wrong && k != n) wrong = "another number of coordinates";
    dpex_array_fini(&out);
    free(got);
    return wrong;
}

/* x[condition] = values, one after the other and again from the first; or one value for all. */
static const char *check_write(const target *p, guarded *x, const guarded *condition, int64_t n)
{
    size_t itemsize = itemsize_of(x), row = (size_t)x->n_columns * itemsize, k = 0;
    char *before = malloc((size_t)x->n_rows * row + 1);
    const char *wrong = NULL;
    guarded values;
    dpex_scalar one = {.f64 = 0};
    must(
        guarded_create(p->queue, x->array.dtype, LAYOUT_CONTIGUOUS, 1, n, DOMAIN_COUNT, 5, &values),
        "values");
    for (int64_t r = 0; r < x->n_rows; r++)
        for (int64_t c = 0; c < x->n_columns; c++)
            memcpy(before + (size_t)r * row + (size_t)c * itemsize, guarded_at(x, r, c), itemsize);
    dpex_array line;
    must(dpex_array_init_view(values.array.storage, p->queue, x->array.dtype, values.array.offset,
                              1, &n, NULL, 0, &line),
         "a line of values");
    memcpy(&one, guarded_at(&values, 0, 0), itemsize);
    dpex_status status = n == 1 ? dpex_fill_where(&x->array, &condition->array, &one)
                                : dpex_place(&x->array, &condition->array, &line);
    if (!status) status = dpex_queue_wait(p->queue, 0, NULL);
    if (status) wrong = dpex_error_message();
    for (int64_t r = 0; r < x->n_rows && !wrong; r++)
        for (int64_t c = 0; c < x->n_columns && !wrong; c++) {
            const char *expected = before + (size_t)r * row + (size_t)c * itemsize;
            if (is_chosen(condition, r, c))
                expected = guarded_at(&values, 0, (int64_t)(k++ % (size_t)n));
            if (memcmp(guarded_at(x, r, c), expected, itemsize) != 0) wrong = "other elements";
        }
    dpex_array_fini(&line);
    guarded_release(&values);
    free(before);
    return wrong;
}

static void run_case(const target *p, const mask_case *m)
{
    static const char *const names[] = {"extract", "nonzero", "place", "fill_where"};
    guarded x, condition;
    for (int what = 0; what < 4; what++) {
        must(guarded_create(p->queue, m->dtype, m->x, m->rows, m->columns, DOMAIN_COUNT, 1, &x),
             "x");
        must(guarded_create(p->queue, DPEX_BOOL, m->condition, m->rows, m->columns, DOMAIN_COUNT, 3,
                            &condition),
             "condition");
        const char *wrong = what == 0   ? check_extract(&x, &condition)
                            : what == 1 ? check_nonzero(&condition)
                                        : check_write(p, &x, &condition, what == 2 ? 7 : 1);
        if (!wrong && !(guarded_is_intact(&x) && guarded_is_intact(&condition)))
            wrong = "bytes beside the arrays were written";
        count_case(!wrong, "%s: %s of %s %s by %s, %lld x %lld: %s", p->name, names[what],
                   dpex_dtype_get_info(m->dtype)->name, layout_names[m->x],
                   layout_names[m->condition], (long long)m->rows, (long long)m->columns,
                   wrong ? wrong : "");
        guarded_release(&x);
        guarded_release(&condition);
    }
}

/* Shapes below a block, of several blocks, and with more than one block in a row. */
void check_masks(const target *p)
{
    static const int64_t shapes[][2] = {{13, 41}, {300, 190}, {2, 20000}};
    for (int dtype = 0; dtype < DPEX_N_DTYPES && is_selected("mask"); dtype++) {
        if (!has_dtype(p, (dpex_dtype)dtype) || !is_ours()) continue;
        for (int kind = 0; kind < LAYOUT_ROW; kind++)
            for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
                run_case(p, &(mask_case){(dpex_dtype)dtype, (layout)kind,
                                         (layout)((kind + (int)s) % LAYOUT_ROW), shapes[s][0],
                                         shapes[s][1]});
    }
}
