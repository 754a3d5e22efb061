/* Sorts of every dtype, layout, axis and direction: the order must be a permutation of each line in which values do not decrease and equal
 * ones keep their order, and the sorted values those that it names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dpex/sort.h"

typedef struct sorts {
    const guarded *in;
    const char *values, *indices; /* in C order */
    int axis, descending;
} sorts;

static const char *element(const sorts *s, int64_t line, int64_t i)
{
    if (s->in->array.nd == 0) return guarded_at(s->in, 0, 0);
    return s->axis == 0 ? guarded_at(s->in, i, line) : guarded_at(s->in, line, i);
}

static const char *result(const sorts *s, const char *results, int itemsize, int64_t line,
                          int64_t i)
{
    const int64_t n_columns = s->in->array.nd ? s->in->array.shape[1] : 1;
    return results + (s->axis == 0 ? i * n_columns + line : line * n_columns + i) * itemsize;
}

static const char *check_line(const sorts *s, int64_t line, int64_t n, unsigned char *is_seen)
{
    const dpex_dtype dtype = s->in->array.dtype;
    const int itemsize = dpex_dtype_get_info(dtype)->itemsize;
    int64_t before = -1;
    value last = {0, 0, 0};
    memset(is_seen, 0, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        int64_t at;
        memcpy(&at, result(s, s->indices, sizeof(at), line, i), sizeof(at));
        if (at < 0 || at >= n || is_seen[at]) return "the indices are not a permutation";
        is_seen[at] = 1;
        const char *from = element(s, line, at);
        if (memcmp(from, result(s, s->values, itemsize, line, i), (size_t)itemsize))
            return "a value is not the one at its index";
        const value x = value_load(from, dtype);
        const int ascends = i == 0          ? 1
                            : s->descending ? value_order(&last, &x, dtype)
                                            : value_order(&x, &last, dtype);
        if (ascends < 0) return "the values are out of order";
        if (ascends == 0 && at < before) return "equal values changed their order";
        before = at;
        last = x;
    }
    return NULL;
}

static const char *check_lines(const sorts *s)
{
    const dpex_array *x = &s->in->array;
    if (x->size == 0) return NULL;
    const int64_t n = x->nd ? x->shape[s->axis] : 1;
    unsigned char *is_seen = malloc((size_t)n);
    const char *wrong = is_seen ? NULL : "no memory";
    for (int64_t line = 0; line < x->size / n && !wrong; line++)
        wrong = check_line(s, line, n, is_seen);
    free(is_seen);
    return wrong;
}

/* The elements in C order in memory of the caller (free). */
static char *on_host(const dpex_array *x)
{
    const int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    const int64_t strides[2] = {x->nd ? x->shape[1] * itemsize : 0, itemsize};
    char *copy = malloc((size_t)(x->size * itemsize) + 1);
    if (!copy) must(DPEX_ERROR_NO_MEMORY, "results");
    must(dpex_array_to_host(x, copy, strides), "results");
    return copy;
}

static void run_case(const target *p, dpex_dtype dtype, layout kind, const int64_t *shape,
                     int variant)
{
    guarded in;
    dpex_array values, indices;
    must(guarded_create(p->queue, dtype, kind, shape[0], shape[1], DOMAIN_ANY, 1, &in), "input");
    const int axis = in.array.nd ? variant & 1 : 0, descending = variant >> 1;
    must(dpex_sort_new(&in.array, axis, descending, &values), "sort");
    must(dpex_argsort_new(&in.array, axis, descending, &indices), "argsort");
    char *host_values = on_host(&values), *host_indices = on_host(&indices);
    const sorts s = {&in, host_values, host_indices, axis, descending};
    const char *wrong = check_lines(&s);
    if (!wrong && !guarded_is_intact(&in)) wrong = "bytes beside the input were written";
    count_case(!wrong, "%s: sort %s %s %lld x %lld along axis %d, descending %d: %s", p->name,
               dpex_dtype_get_info(dtype)->name, layout_names[kind], (long long)shape[0],
               (long long)shape[1], axis, descending, wrong ? wrong : "");
    free(host_indices);
    free(host_values);
    dpex_array_fini(&indices);
    dpex_array_fini(&values);
    guarded_release(&in);
}

void check_sorts(const target *p)
{
    static const int64_t shapes[][2] = {{7, 41}, {600, 20}, {2, 70000}}; /* the last: long lines */
    const int n_kinds = p->is_thorough ? N_LAYOUTS : LAYOUT_TRANSPOSED + 1;
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
        if (!has_dtype(p, (dpex_dtype)dtype) || !is_ours()) continue;
        for (int kind = 0; kind < n_kinds; kind++) {
            for (int variant = 0; variant < 4; variant++) {
                for (int s = 0; s < 2 + (variant & 1); s++)
                    run_case(p, (dpex_dtype)dtype, (layout)kind, shapes[s], variant);
            }
        }
    }
}
