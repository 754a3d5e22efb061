/* Sums of every dtype, layout and set of axes, against sums in 128-bit integers and long double. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "reference.h"

/* The sum over the reduced axes for one result, and the sum of magnitudes, to which rounding errors are relative. */
static value sum_of(const guarded *in, unsigned axes, int64_t row, int64_t column,
                    long double *magnitude)
{
    dpex_dtype dtype = in->array.dtype;
    int64_t rows = axes & 1 ? in->n_rows : 1, columns = axes & 2 ? in->n_columns : 1;
    value sum = {0, 0, 0};
    *magnitude = 0;
    for (int64_t i = 0; i < rows * columns; i++) {
        value x = value_load(guarded_at(in, row + i / columns, column + i % columns), dtype);
        sum.integer += x.integer;
        sum.re += x.re;
        sum.im += x.im;
        *magnitude += fabsl(x.re) + fabsl(x.im);
    }
    return sum;
}

static int is_close(const value *got, const value *sum, long double magnitude, dpex_dtype dtype)
{
    unsigned char bytes[16];
    value_store(sum, dtype, bytes);
    value expected = value_load(bytes, dtype);
    if (is_integer(dtype)) return got->integer == expected.integer;
    long double eps = dtype == DPEX_F16                        ? 0x1p-11L
                      : dtype == DPEX_F32 || dtype == DPEX_C64 ? 0x1p-24L
                                                               : 0x1p-53L;
    long double bound = (dtype == DPEX_F16 ? 1 : 12) * eps * magnitude;
    return fabsl(got->re - expected.re) <= bound && fabsl(got->im - expected.im) <= bound;
}

static const char *compare(const guarded *in, const dpex_array *out, unsigned axes, char *text,
                           size_t text_bytes)
{
    int64_t rows = axes & 1 ? 1 : in->n_rows, columns = axes & 2 ? 1 : in->n_columns;
    const char *results = dpex_array_get_ptr(out);
    for (int64_t i = 0; i < rows * columns; i++) {
        long double magnitude;
        value sum = sum_of(in, axes, i / columns, i % columns, &magnitude);
        value got = value_load(results + i * dpex_dtype_get_info(out->dtype)->itemsize, out->dtype);
        if (is_close(&got, &sum, magnitude, out->dtype)) continue;
        char a[VALUE_TEXT_BYTES], b[VALUE_TEXT_BYTES];
        snprintf(text, text_bytes, "result %lld: %s, expected %s", (long long)i,
                 value_text(&got, out->dtype, a), value_text(&sum, out->dtype, b));
        return text;
    }
    return NULL;
}

static void run_case(const place *p, dpex_dtype dtype, layout kind, int64_t rows, int64_t columns,
                     unsigned axes)
{
    const dpex_reduction *sum = dpex_reduction_find("sum");
    guarded in;
    dpex_array out;
    dpex_dtype result;
    char text[512];
    must(guarded_create(p->queue, dtype, kind, rows, columns, DOMAIN_COUNT, 1, &in), "input");
    if (in.array.nd == 0) axes = 0;
    must(dpex_reduction_resolve(sum, dtype, dpex_queue_get_device(p->queue), &result), "resolve");
    must(dpex_reduce_new(sum, &in.array, axes, (int)(axes & 1), result, &out), "sum");
    dpex_status status = dpex_queue_wait(p->queue, 0, NULL);
    const char *wrong =
        status ? dpex_error_message() : compare(&in, &out, axes, text, sizeof(text));
    if (!wrong && !guarded_is_intact(&in)) wrong = "bytes beside the input were written";
    count_case(!wrong, "%s: sum %s %s %lld x %lld over axes %u: %s", p->name,
               dpex_dtype_get_info(dtype)->name, layout_names[kind], (long long)rows,
               (long long)columns, axes, wrong ? wrong : "");
    dpex_array_fini(&out);
    guarded_release(&in);
}

void check_reductions(const place *p)
{
    static const int64_t shapes[][2] = {{13, 41}, {700, 3}, {3, 1100}, {600, 20}, {70, 700}};
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
        if (!has_dtype(p, (dpex_dtype)dtype)) continue;
        for (int kind = 0; kind < N_LAYOUTS; kind++) {
            for (unsigned axes = 0; axes < 4; axes++) {
                for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
                    run_case(p, (dpex_dtype)dtype, (layout)kind, shapes[s][0], shapes[s][1], axes);
                }
            }
        }
    }
}
