/* Scans of every dtype, layout and axis, against running values in 128-bit integers and long double. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "dpex/scan.h"
#include "reference.h"

/* A running value, and what its rounding errors are relative to. */
typedef struct running {
    value now;
    long double scale;
} running;

/* Integers modulo 2^128. */
static value multiply(const value *a, const value *b)
{
    unsigned __int128 x = (unsigned __int128)a->integer, y = (unsigned __int128)b->integer;
    return (value){.integer = (__int128)(x * y),
                   .re = a->re * b->re - a->im * b->im,
                   .im = a->re * b->im + a->im * b->re};
}

/* The running value after one more element. */
static void advance(const char *name, running *r, const value *x)
{
    if (strstr(name, "_and")) {
        r->now.integer &= x->integer;
    } else if (strstr(name, "_xor")) {
        r->now.integer ^= x->integer;
    } else if (strstr(name, "_or")) {
        r->now.integer |= x->integer;
    } else if (strstr(name, "sum") && !strstr(name, "log")) {
        r->now.integer += x->integer;
        r->now.re += x->re;
        r->now.im += x->im;
        r->scale += fabsl(x->re) + fabsl(x->im);
    } else if (strstr(name, "prod")) {
        r->now = multiply(&r->now, x);
        r->scale = fabsl(r->now.re) + fabsl(r->now.im);
    } else if (strstr(name, "max") || strstr(name, "min")) {
        int is_first = r->scale < 0, sign = strstr(name, "max") ? 1 : -1;
        int is_beyond = x->re != r->now.re ? sign * x->re > sign * r->now.re
                        : x->integer != r->now.integer
                            ? sign * (x->integer > r->now.integer ? 1 : -1) > 0
                            : sign * x->im > sign * r->now.im;
        if (is_first || is_beyond) r->now = *x;
        r->scale = 0;
    } else {
        long double top = fmaxl(r->now.re, x->re);
        r->now.re = top + logl(expl(r->now.re - top) + expl(x->re - top));
        r->scale = 1 + fabsl(r->now.re);
    }
}

static running initial(const char *name)
{
    if (strstr(name, "max") || strstr(name, "min")) return (running){{0, 0, 0}, -1};
    if (strstr(name, "prod")) return (running){{1, 1, 0}, 1};
    if (strstr(name, "_and")) return (running){{-1, 0, 0}, 0};
    return (running){{0, strstr(name, "log") ? -HUGE_VALL : 0, 0}, 0};
}

static long double largest(dpex_dtype dtype)
{
    return dtype == DPEX_F16                        ? 65504
           : dtype == DPEX_F32 || dtype == DPEX_C64 ? FLT_MAX
                                                    : (long double)DBL_MAX;
}

static int is_close(const value *got, const running *expected, dpex_dtype dtype)
{
    unsigned char bytes[16];
    value_store(&expected->now, dtype, bytes);
    value rounded = value_load(bytes, dtype);
    if (is_integer(dtype)) return got->integer == rounded.integer;
    if (expected->scale > largest(dtype) / 8)
        return 1; /* parts of a complex product may be beyond */
    long double eps = dtype == DPEX_F16                        ? 0x1p-10L
                      : dtype == DPEX_F32 || dtype == DPEX_C64 ? 0x1p-18L
                                                               : 0x1p-47L;
    long double bound = eps * expected->scale + eps * 0x1p-14L; /* subnormal float16 */
    return fabsl(got->re - rounded.re) <= bound && fabsl(got->im - rounded.im) <= bound;
}

/* Line `line` of `in` along `axis`: the element at `i`. */
static char *element(const guarded *g, int axis, int64_t line, int64_t i)
{
    return axis ? guarded_at(g, line, i) : guarded_at(g, i, line);
}

static const char *compare(const char *name, const guarded *in, const guarded *out, int axis,
                           char *text, size_t text_bytes)
{
    dpex_dtype from = in->array.dtype, to = out->array.dtype;
    int64_t n = axis ? in->n_columns : in->n_rows, n_lines = axis ? in->n_rows : in->n_columns;
    int64_t longer = (axis ? out->n_columns : out->n_rows) - n;
    for (int64_t line = 0; line < n_lines; line++) {
        running r = initial(name);
        for (int64_t i = 0; i < n; i++) {
            value x = value_load(element(in, axis, line, i), from), cast;
            cast = reference_cast(&x, from, to);
            advance(name, &r, &cast);
            value got = value_load(element(out, axis, line, i + longer), to);
            if (is_close(&got, &r, to)) continue;
            char a[VALUE_TEXT_BYTES], b[VALUE_TEXT_BYTES];
            snprintf(text, text_bytes, "element %lld of line %lld: %s, expected %s", (long long)i,
                     (long long)line, value_text(&got, to, a), value_text(&r.now, to, b));
            return text;
        }
    }
    return NULL;
}

typedef struct scan_case {
    const dpex_scan *scan;
    dpex_dtype dtype;
    layout in, out;
    int64_t rows, columns;
    int axis, include_initial;
} scan_case;

static void run_case(const target *p, const scan_case *c)
{
    const char *name = dpex_scan_get_name(c->scan);
    guarded in, out;
    char text[512];
    dpex_dtype result;
    const dpex_device *device = dpex_queue_get_device(p->queue);
    if (dpex_scan_resolve(c->scan, c->dtype, device, &result)) return; /* not defined */
    must(guarded_create(p->queue, c->dtype, c->in, c->rows, c->columns, DOMAIN_COUNT, 1, &in),
         "input");
    int64_t shape[2] = {in.n_rows, in.n_columns};
    shape[c->axis] += c->include_initial;
    must(guarded_create(p->queue, result, c->out, shape[0], shape[1], 0, 0, &out), "output");
    dpex_status status =
        dpex_scan_into(c->scan, &in.array, c->axis, c->include_initial, &out.array);
    if (!status) status = dpex_queue_wait(p->queue, 0, NULL);
    const char *wrong =
        status ? dpex_error_message() : compare(name, &in, &out, c->axis, text, sizeof(text));
    if (!wrong && !guarded_is_intact(&out)) wrong = "bytes outside the output were written";
    if (!wrong && !guarded_is_intact(&in)) wrong = "bytes beside the input were written";
    count_case(!wrong, "%s: %s %s %s to %s, %lld x %lld along %d%s: %s", p->name, name,
               dpex_dtype_get_info(c->dtype)->name, layout_names[c->in], layout_names[c->out],
               (long long)c->rows, (long long)c->columns, c->axis,
               c->include_initial ? " with initial" : "", wrong ? wrong : "");
    guarded_release(&in);
    guarded_release(&out);
}

/* The last shape has rows for whole blocks of lines; it is the one that takes long. */
static void check_layouts(const target *p, scan_case *c)
{
    static const int64_t shapes[][2] = {{13, 41}, {700, 3}, {3, 1100}, {270, 300}};
    static const layout outputs[] = {LAYOUT_CONTIGUOUS, LAYOUT_STRIDED, LAYOUT_TRANSPOSED};
    for (int in = 0; in < LAYOUT_SCALAR; in++) {
        for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
            if (s == 3 && in != LAYOUT_CONTIGUOUS && in != LAYOUT_TRANSPOSED) continue;
            for (int way = 0; way < (s ? 2 : 4); way++) {
                c->in = (layout)in;
                c->out = outputs[s == 3 ? 0 : ((size_t)in + s) % 3];
                c->rows = shapes[s][0];
                c->columns = shapes[s][1];
                c->axis = way & 1;
                c->include_initial = way >> 1;
                run_case(p, c);
            }
        }
    }
}

void check_scans(const target *p)
{
    for (size_t i = 0; dpex_scan_get(i); i++) {
        scan_case c = {.scan = dpex_scan_get(i)};
        if (!is_selected(dpex_scan_get_name(c.scan))) continue;
        for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
            c.dtype = (dpex_dtype)dtype;
            if (has_dtype(p, c.dtype) && is_ours()) check_layouts(p, &c);
        }
    }
}
