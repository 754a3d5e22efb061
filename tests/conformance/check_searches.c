/* Searches in sorted arrays, and repetitions by counts, of every dtype and layout, beside plain loops. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dpex/rearrange.h"
#include "dpex/sort.h"

enum { N_SORTED = 900 };

/* How many of n sorted elements come before x, or not after it. */
static int64_t position(const char *sorted, int64_t n, const value *x, dpex_dtype dtype,
                        int from_right)
{
    const int itemsize = dpex_dtype_get_info(dtype)->itemsize;
    int64_t at = 0;
    for (; at < n; at++) {
        const value y = value_load(sorted + at * itemsize, dtype);
        const int order = value_order(&y, x, dtype);
        if (from_right ? order > 0 : order >= 0) break;
    }
    return at;
}

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    if (!memory) must(DPEX_ERROR_NO_MEMORY, "results");
    return memory;
}

static const char *check_positions(const guarded *x, const dpex_array *sorted, int from_right)
{
    const dpex_dtype dtype = x->array.dtype;
    const int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize, n_columns = x->n_columns;
    const int64_t strides[2] = {n_columns * (int64_t)sizeof(int64_t), sizeof(int64_t)};
    const char *wrong = NULL;
    dpex_array out;
    if (dpex_search_sorted_new(sorted, &x->array, from_right, NULL, &out))
        return dpex_error_message();
    int64_t *got = allocate((size_t)out.size * sizeof *got);
    char *line = allocate((size_t)(sorted->size * itemsize));
    must(dpex_array_to_host(&out, got, strides), "positions");
    must(dpex_array_to_host(sorted, line, &itemsize), "sorted");
    for (int64_t i = 0; i < out.size && !wrong; i++) {
        const value one = value_load(guarded_at(x, i / n_columns, i % n_columns), dtype);
        if (got[i] != position(line, sorted->size, &one, dtype, from_right))
            wrong = "another position";
    }
    free(line);
    free(got);
    dpex_array_fini(&out);
    return wrong;
}

static void run_search(const target *p, dpex_dtype dtype, layout kind, int from_right)
{
    guarded x, numbers;
    dpex_array sorted, line;
    const int64_t n = N_SORTED;
    int possible;
    must(guarded_create(p->queue, dtype, kind, 23, 41, DOMAIN_ANY, 1, &x), "input");
    must(guarded_create(p->queue, dtype, LAYOUT_CONTIGUOUS, 1, n, DOMAIN_ANY, 2, &numbers), "line");
    must(dpex_array_reshape_view(&numbers.array, 1, &n, DPEX_ORDER_C, &possible, &line), "line");
    must(dpex_sort_new(&line, 0, 0, &sorted), "sort");
    const char *wrong = check_positions(&x, &sorted, from_right);
    if (!wrong && !guarded_is_intact(&x)) wrong = "bytes beside the input were written";
    count_case(!wrong, "%s: search %s %s from_right %d: %s", p->name,
               dpex_dtype_get_info(dtype)->name, layout_names[kind], from_right,
               wrong ? wrong : "");
    dpex_array_fini(&sorted);
    dpex_array_fini(&line);
    guarded_release(&numbers);
    guarded_release(&x);
}

/* counts: of the elements along the axis; every count from 0 to 3 comes. */
static const char *check_repetition(const guarded *x, int axis, const dpex_array *counts)
{
    const int64_t itemsize = dpex_dtype_get_info(x->array.dtype)->itemsize;
    const char *wrong = NULL;
    dpex_array out;
    if (dpex_array_repeat_each(&x->array, axis, counts, &out)) return dpex_error_message();
    const int64_t strides[2] = {out.shape[1] * itemsize, itemsize};
    char *got = allocate((size_t)(out.size * itemsize));
    must(dpex_array_to_host(&out, got, strides), "results");
    int64_t at = 0;
    for (int64_t i = 0; i < x->array.shape[axis]; i++)
        for (int64_t copy = 0; copy < i % 4; copy++, at++)
            for (int64_t k = 0; k < x->array.shape[1 - axis] && !wrong; k++) {
                const char *from = axis ? guarded_at(x, k, i) : guarded_at(x, i, k);
                const int64_t to =
                    axis ? k * strides[0] + at * itemsize : at * strides[0] + k * itemsize;
                if (at >= out.shape[axis] || memcmp(from, got + to, (size_t)itemsize) != 0)
                    wrong = "another element";
            }
    if (!wrong && at != out.shape[axis]) wrong = "another extent";
    free(got);
    dpex_array_fini(&out);
    return wrong;
}

static void run_repeat(const target *p, dpex_dtype dtype, layout kind, int axis)
{
    guarded x;
    dpex_array counts;
    must(guarded_create(p->queue, dtype, kind, 37, 53, DOMAIN_ANY, 1, &x), "input");
    const int64_t n = x.array.shape[axis], stride = sizeof(int64_t);
    int64_t *numbers = allocate((size_t)n * sizeof *numbers);
    for (int64_t i = 0; i < n; i++) numbers[i] = i % 4;
    must(dpex_array_init(p->queue, DPEX_I64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &counts),
         "counts");
    must(dpex_array_from_host(&counts, numbers, &stride), "counts");
    const char *wrong = check_repetition(&x, axis, &counts);
    if (!wrong && !guarded_is_intact(&x)) wrong = "bytes beside the input were written";
    count_case(!wrong, "%s: repeat %s %s along axis %d: %s", p->name,
               dpex_dtype_get_info(dtype)->name, layout_names[kind], axis, wrong ? wrong : "");
    dpex_array_fini(&counts);
    free(numbers);
    guarded_release(&x);
}

void check_searches(const target *p)
{
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
        if (!has_dtype(p, (dpex_dtype)dtype) || !is_ours()) continue;
        for (int kind = 0; kind < N_LAYOUTS; kind++)
            for (int way = 0; way < 2; way++) {
                if (is_selected("search")) run_search(p, (dpex_dtype)dtype, (layout)kind, way);
                if (is_selected("repeat") && kind < LAYOUT_SCALAR)
                    run_repeat(p, (dpex_dtype)dtype, (layout)kind, way);
            }
    }
}
