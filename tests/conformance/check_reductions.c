/* Every reduction of the table over every dtype, layout and set of axes, against the plainest computation of it in 128-bit integers and
 * long double. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reference.h"

/* The elements behind one result. */
typedef struct combined {
    const value *x;
    size_t n;
    dpex_dtype dtype;
} combined;

/* What the result should be, and how far it may be from that; infinite: nothing is known. */
typedef struct answer {
    value v;
    long double bound;
} answer;

static long double size_of(const value *x)
{
    return hypotl(x->re, x->im);
}

static int is_true(const value *x)
{
    return x->integer != 0 || x->re != 0 || x->im != 0;
}

static answer exact(__int128 integer)
{
    return (answer){{integer, (long double)integer, 0}, 0};
}

/* ---- sums ------------------------------------------------------------------------------------------------ */

static answer sum(const combined *j)
{
    answer a = {{0, 0, 0}, 0};
    for (size_t i = 0; i < j->n; i++) {
        a.v.integer += j->x[i].integer;
        a.v.re += j->x[i].re;
        a.v.im += j->x[i].im;
        a.bound += fabsl(j->x[i].re) + fabsl(j->x[i].im);
    }
    a.bound *= 12;
    return a;
}

/* Products of numbers that are not small grow steadily: where one is too large for the dtype, so are those of any order. */
static answer prod(const combined *j)
{
    unsigned __int128 integer = 1;
    long double _Complex z = 1;
    for (size_t i = 0; i < j->n; i++) {
        integer *= (unsigned __int128)j->x[i].integer;
        z *= j->x[i].re + j->x[i].im * 1.0iL;
    }
    answer a = {{(__int128)integer, __real__ z, __imag__ z}, 0};
    a.bound = 3 * (long double)j->n * size_of(&a.v);
    int bits = j->dtype == DPEX_F16                           ? 15
               : j->dtype == DPEX_F32 || j->dtype == DPEX_C64 ? 126
                                                              : 1022;
    if (!is_integer(j->dtype) && size_of(&a.v) >= ldexpl(1, bits)) a.bound = INFINITY;
    return a;
}

static answer mean(const combined *j)
{
    answer a = sum(j);
    long double n = (long double)j->n;
    a.v.re = is_integer(j->dtype) ? (long double)a.v.integer / n : a.v.re / n;
    a.v.im /= n;
    a.bound =
        is_integer(j->dtype) ? 0x1p75L : a.bound / n; /* integers of 64 bits: sums in double */
    return a;
}

static long double real_of(const combined *j, size_t i)
{
    return is_integer(j->dtype) ? (long double)j->x[i].integer : j->x[i].re;
}

static answer var(const combined *j)
{
    long double total = 0, squares = 0, n = (long double)j->n;
    for (size_t i = 0; i < j->n; i++) total += real_of(j, i);
    for (size_t i = 0; i < j->n; i++) {
        long double deviation = real_of(j, i) - total / n;
        squares += deviation * deviation;
    }
    /* What rounding the elements themselves can change: the condition of a variance is that of mean / deviation. */
    long double result = squares / n;
    return (answer){{0, result, 0}, 40 * (result + sqrtl(result) * fabsl(total / n))};
}

static answer std(const combined *j)
{
    answer a = var(j);
    long double root = sqrtl(a.v.re);
    return (answer){{0, root, 0}, root == 0 ? sqrtl(a.bound) : a.bound / root};
}

static answer logsumexp(const combined *j)
{
    long double top = -INFINITY, total = 0;
    for (size_t i = 0; i < j->n; i++) top = fmaxl(top, real_of(j, i));
    for (size_t i = 0; i < j->n; i++) total += expl(real_of(j, i) - top);
    long double result = top + logl(total);
    return (answer){{0, result, 0}, 12 * (fabsl(top) + fabsl(result) + 1)};
}

static answer reduce_hypot(const combined *j)
{
    long double total = 0;
    for (size_t i = 0; i < j->n; i++) total += real_of(j, i) * real_of(j, i);
    return (answer){{0, sqrtl(total), 0}, 12 * sqrtl(total)};
}

/* ---- bits ------------------------------------------------------------------------------------------------ */

static answer bitwise_and(const combined *j)
{
    __int128 all = -1;
    for (size_t i = 0; i < j->n; i++) all &= j->x[i].integer;
    return exact(all);
}

static answer bitwise_or(const combined *j)
{
    __int128 any = 0;
    for (size_t i = 0; i < j->n; i++) any |= j->x[i].integer;
    return exact(any);
}

static answer bitwise_xor(const combined *j)
{
    __int128 odd = 0;
    for (size_t i = 0; i < j->n; i++) odd ^= j->x[i].integer;
    return exact(odd);
}

/* ---- choices --------------------------------------------------------------------------------------------- */

static int is_nan(const value *x)
{
    return isnan(x->re) || isnan(x->im);
}

static int is_less(const value *x, const value *y, dpex_dtype dtype)
{
    if (is_integer(dtype)) return x->integer < y->integer;
    return x->re < y->re || (x->re == y->re && x->im < y->im);
}

static size_t number_of(const combined *j, int of_greatest)
{
    size_t best = 0;
    for (size_t i = 1; i < j->n && !is_nan(&j->x[best]); i++) {
        int better = of_greatest ? is_less(&j->x[best], &j->x[i], j->dtype)
                                 : is_less(&j->x[i], &j->x[best], j->dtype);
        if (better || is_nan(&j->x[i])) best = i;
    }
    return best;
}

static answer max(const combined *j)
{
    return (answer){j->x[number_of(j, 1)], 0};
}

static answer min(const combined *j)
{
    return (answer){j->x[number_of(j, 0)], 0};
}

/* The extreme of the values that are not NaN; NaN if all are. */
static answer without_nan(const combined *j, int of_greatest)
{
    const value *best = NULL;
    for (size_t i = 0; i < j->n; i++) {
        const value *x = &j->x[i];
        if (is_nan(x)) continue;
        if (!best || (of_greatest ? is_less(best, x, j->dtype) : is_less(x, best, j->dtype)))
            best = x;
    }
    return (answer){best ? *best : j->x[0], 0};
}

static answer nanmax(const combined *j)
{
    return without_nan(j, 1);
}

static answer nanmin(const combined *j)
{
    return without_nan(j, 0);
}

static answer argmax(const combined *j)
{
    return exact((__int128)number_of(j, 1));
}

static answer argmin(const combined *j)
{
    return exact((__int128)number_of(j, 0));
}

static answer count_nonzero(const combined *j)
{
    size_t n = 0;
    for (size_t i = 0; i < j->n; i++) n += (size_t)is_true(&j->x[i]);
    return exact((__int128)n);
}

static answer all(const combined *j)
{
    return exact(count_nonzero(j).v.integer == (__int128)j->n);
}

static answer any(const combined *j)
{
    return exact(count_nonzero(j).v.integer != 0);
}

/* ---- cases ----------------------------------------------------------------------------------------------- */

typedef struct row {
    const char *name;
    answer (*compute)(const combined *j);
    int takes_any; /* special values too */
} row;

static const row rows[] = {
    {"sum", sum, 0},
    {"prod", prod, 0},
    {"max", max, 1},
    {"min", min, 1},
    {"nanmax", nanmax, 1},
    {"nanmin", nanmin, 1},
    {"argmax", argmax, 1},
    {"argmin", argmin, 1},
    {"all", all, 1},
    {"any", any, 1},
    {"count_nonzero", count_nonzero, 1},
    {"mean", mean, 0},
    {"var", var, 0},
    {"std", std, 0},
    {"logsumexp", logsumexp, 0},
    {"reduce_hypot", reduce_hypot, 0},
    {"reduce_bitwise_and", bitwise_and, 1},
    {"reduce_bitwise_or", bitwise_or, 1},
    {"reduce_bitwise_xor", bitwise_xor, 1},
};

static const row *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

static answer answer_for(const row *r, const guarded *in, unsigned axes, int64_t i)
{
    int64_t columns = axes & 2 ? 1 : in->n_columns, first_row = i / columns, first = i % columns;
    int64_t n_rows = axes & 1 ? in->n_rows : 1, n_columns = axes & 2 ? in->n_columns : 1;
    size_t n = (size_t)(n_rows * n_columns);
    value *x = malloc(n * sizeof(*x));
    if (!x) must(DPEX_ERROR_NO_MEMORY, r->name);
    for (size_t k = 0; k < n; k++) {
        const void *element =
            guarded_at(in, first_row + (int64_t)k / n_columns, first + (int64_t)k % n_columns);
        x[k] = value_load(element, in->array.dtype);
    }
    answer a = r->compute(&(combined){x, n, in->array.dtype});
    free(x);
    return a;
}

static int is_close(const value *got, const answer *a, dpex_dtype dtype)
{
    unsigned char bytes[16];
    value_store(&a->v, dtype, bytes);
    value expected = value_load(bytes, dtype);
    if (is_integer(dtype)) return got->integer == expected.integer;
    if (is_nan(&expected)) return is_nan(got);
    if (isinf(a->bound)) return 1;
    long double eps = dtype == DPEX_F16                        ? 0x1p-11L
                      : dtype == DPEX_F32 || dtype == DPEX_C64 ? 0x1p-24L
                                                               : 0x1p-53L;
    if (got->re == expected.re && got->im == expected.im) return 1;
    return fabsl(got->re - expected.re) <= a->bound * eps &&
           fabsl(got->im - expected.im) <= a->bound * eps;
}

static const char *compare(const row *r, const guarded *in, const dpex_array *out, unsigned axes,
                           char *text, size_t text_bytes)
{
    int64_t n_rows = axes & 1 ? 1 : in->n_rows, n_columns = axes & 2 ? 1 : in->n_columns;
    const char *results = dpex_array_get_ptr(out);
    for (int64_t i = 0; i < n_rows * n_columns; i++) {
        answer a = answer_for(r, in, axes, i);
        value got = value_load(results + i * dpex_dtype_get_info(out->dtype)->itemsize, out->dtype);
        if (is_close(&got, &a, out->dtype)) continue;
        char given[VALUE_TEXT_BYTES], wanted[VALUE_TEXT_BYTES];
        snprintf(text, text_bytes, "result %lld: %s, expected %s", (long long)i,
                 value_text(&got, out->dtype, given), value_text(&a.v, out->dtype, wanted));
        return text;
    }
    return NULL;
}

typedef struct reduction_case {
    const dpex_reduction *reduction;
    dpex_dtype dtype, result;
    layout kind;
    int64_t n_rows, n_columns;
    unsigned axes;
    domain values;
} reduction_case;

static void run_case(const target *p, const reduction_case *c)
{
    const char *name = dpex_reduction_get_name(c->reduction);
    const row *r = find_row(name);
    unsigned axes = c->axes;
    guarded in;
    dpex_array out;
    char text[512];
    must(guarded_create(p->queue, c->dtype, c->kind, c->n_rows, c->n_columns, c->values, 1, &in),
         "input");
    if (in.array.nd == 0) axes = 0;
    int keepdims = (int)(axes & 1);
    dpex_status status = dpex_reduce_new(c->reduction, &in.array, axes, keepdims, c->result, &out);
    if (p->is_rehearsal) {
        if (!status) dpex_array_fini(&out);
        guarded_release(&in);
        return;
    }
    int refused = status == DPEX_ERROR_INVALID_VALUE && c->kind == LAYOUT_EMPTY;
    if (!refused) {
        must(status, name);
        status = dpex_queue_wait(p->queue, 0, NULL);
        const char *wrong = status ? dpex_error_message()
                            : r    ? compare(r, &in, &out, axes, text, sizeof(text))
                                   : "no reference is known";
        if (!wrong && !guarded_is_intact(&in)) wrong = "bytes beside the input were written";
        count_case(!wrong, "%s: %s %s %s %lld x %lld over axes %u: %s", p->name, name,
                   dpex_dtype_get_info(c->dtype)->name, layout_names[c->kind], (long long)c->n_rows,
                   (long long)c->n_columns, axes, wrong ? wrong : "");
        dpex_array_fini(&out);
    }
    guarded_release(&in);
}

static void check_dtype(const target *p, const dpex_reduction *reduction, dpex_dtype dtype)
{
    static const int64_t shapes[][2] = {{13, 41}, {700, 3}, {3, 1100}, {600, 20}, {70, 700}};
    reduction_case c = {.reduction = reduction, .dtype = dtype};
    const row *r = find_row(dpex_reduction_get_name(reduction));
    const dpex_device *device = dpex_queue_get_device(p->queue);
    if (dpex_reduction_resolve(reduction, dtype, device, &c.result)) return;
    for (int kind = 0; kind < N_LAYOUTS; kind++) {
        for (c.axes = 0; c.axes < 4; c.axes++) {
            for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
                c.kind = (layout)kind;
                c.n_rows = shapes[s][0];
                c.n_columns = shapes[s][1];
                c.values = r && r->takes_any && s % 2 ? DOMAIN_ANY : DOMAIN_COUNT;
                run_case(p, &c);
            }
        }
    }
}

static void check_dtypes(const target *p, const void *what)
{
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++)
        if (has_dtype(p, (dpex_dtype)dtype) && (p->compiles || is_ours()))
            check_dtype(p, what, (dpex_dtype)dtype);
}

void check_reductions(const target *p)
{
    const dpex_reduction *reduction;
    for (size_t i = 0; (reduction = dpex_reduction_get(i)); i++)
        if (is_selected(dpex_reduction_get_name(reduction)) && (!p->compiles || is_ours()))
            check_rehearsed(p, check_dtypes, reduction);
}
