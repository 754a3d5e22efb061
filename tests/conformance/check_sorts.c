/* Sorts of every dtype, layout, axis and direction: the order must be a permutation of each line in which values do not fall and equal
 * ones keep their order, and the sorted values those that it names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dpex/sort.h"

static int order_reals(long double a, long double b)
{
    if (isnan(a) || isnan(b)) return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

/* Complex numbers with NaNs come behind all others: with one in the imaginary part, in the real part, in both. */
static int order(const value *a, const value *b, dpex_dtype dtype)
{
    if (is_integer(dtype)) return (a->integer > b->integer) - (a->integer < b->integer);
    if (!is_complex(dtype)) return order_reals(a->re, b->re);
    const int class_of_a = !!isnan(a->im) + 2 * !!isnan(a->re);
    const int class_of_b = !!isnan(b->im) + 2 * !!isnan(b->re);
    if (class_of_a != class_of_b) return class_of_a - class_of_b;
    const int by_re = order_reals(a->re, b->re);
    return by_re ? by_re : order_reals(a->im, b->im);
}

typedef struct sorts {
    const guarded *in;
    const dpex_array *values, *indices;
    int axis, descending;
} sorts;

static const char *element(const sorts *s, int64_t line, int64_t i)
{
    if (s->in->array.nd == 0) return guarded_at(s->in, 0, 0);
    return s->axis == 0 ? guarded_at(s->in, i, line) : guarded_at(s->in, line, i);
}

static const char *result(const dpex_array *out, int axis, int64_t line, int64_t i)
{
    int64_t offset = 0;
    if (out->nd) offset = line * out->strides[1 - axis] + i * out->strides[axis];
    return (const char *)dpex_array_get_ptr(out) +
           offset * dpex_dtype_get_info(out->dtype)->itemsize;
}

static const char *check_line(const sorts *s, int64_t line, int64_t n, unsigned char *is_seen)
{
    const dpex_dtype dtype = s->in->array.dtype;
    int64_t before = -1;
    value last = {0, 0, 0};
    memset(is_seen, 0, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        int64_t at;
        memcpy(&at, result(s->indices, s->axis, line, i), sizeof(at));
        if (at < 0 || at >= n || is_seen[at]) return "the indices are no permutation";
        is_seen[at] = 1;
        const char *from = element(s, line, at);
        if (memcmp(from, result(s->values, s->axis, line, i), dpex_dtype_get_info(dtype)->itemsize))
            return "a value is not the one at its index";
        const value x = value_load(from, dtype);
        const int ascends = i == 0          ? 1
                            : s->descending ? order(&last, &x, dtype)
                                            : order(&x, &last, dtype);
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

static void run_case(const target *p, dpex_dtype dtype, layout kind, const int64_t *shape,
                     int variant)
{
    guarded in;
    dpex_array values, indices;
    must(guarded_create(p->queue, dtype, kind, shape[0], shape[1], DOMAIN_ANY, 1, &in), "input");
    const int axis = in.array.nd ? variant & 1 : 0, descending = variant >> 1;
    must(dpex_sort_new(&in.array, axis, descending, &values), "sort");
    must(dpex_argsort_new(&in.array, axis, descending, &indices), "argsort");
    const dpex_status status = dpex_queue_wait(p->queue, 0, NULL);
    const sorts s = {&in, &values, &indices, axis, descending};
    const char *wrong = status ? dpex_error_message() : check_lines(&s);
    if (!wrong && !guarded_is_intact(&in)) wrong = "bytes beside the input were written";
    count_case(!wrong, "%s: sort %s %s %lld x %lld along axis %d, descending %d: %s", p->name,
               dpex_dtype_get_info(dtype)->name, layout_names[kind], (long long)shape[0],
               (long long)shape[1], axis, descending, wrong ? wrong : "");
    dpex_array_fini(&indices);
    dpex_array_fini(&values);
    guarded_release(&in);
}

void check_sorts(const target *p)
{
    static const int64_t shapes[][2] = {{7, 41}, {600, 20}, {2, 70000}}; /* the last: long lines */
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
        if (!has_dtype(p, (dpex_dtype)dtype) || !is_ours()) continue;
        for (int kind = 0; kind < N_LAYOUTS; kind++) {
            for (int variant = 0; variant < 4; variant++) {
                for (int s = 0; s < 2 + (variant & 1); s++)
                    run_case(p, (dpex_dtype)dtype, (layout)kind, shapes[s], variant);
            }
        }
    }
}
