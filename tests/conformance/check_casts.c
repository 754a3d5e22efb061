/* Every pair of dtypes: dpex_array_copy between arrays of different layouts. */
#include <stdio.h>

#include "check.h"
#include "reference.h"

static const char *compare(const guarded *in, const guarded *out, char *text, size_t text_bytes)
{
    dpex_dtype from = in->array.dtype, to = out->array.dtype;
    for (int64_t i = 0; i < out->n_rows * out->n_columns; i++) {
        value x = value_load(guarded_at(in, i / out->n_columns, i % out->n_columns), from);
        value got = value_load(guarded_at(out, i / out->n_columns, i % out->n_columns), to);
        value expected = reference_cast(&x, from, to);
        if (distance(&got, &expected, to) == 0) continue;
        char a[VALUE_TEXT_BYTES], b[VALUE_TEXT_BYTES], c[VALUE_TEXT_BYTES];
        snprintf(text, text_bytes, "element %lld of %s: %s, expected %s", (long long)i,
                 value_text(&x, from, a), value_text(&got, to, b), value_text(&expected, to, c));
        return text;
    }
    return NULL;
}

static void run_case(const target *p, dpex_dtype from, dpex_dtype to, layout in_kind,
                     layout out_kind)
{
    guarded in, out;
    char text[512];
    must(guarded_create(p->queue, from, in_kind, 11, 53, DOMAIN_ANY, 1, &in), "input");
    must(guarded_create(p->queue, to, out_kind, 11, 53, 0, 0, &out), "output");
    dpex_status status = dpex_array_copy(&out.array, &in.array);
    if (!status) status = dpex_queue_wait(p->queue, 0, NULL);
    if (p->is_rehearsal) goto release;
    const char *wrong = status ? dpex_error_message() : compare(&in, &out, text, sizeof(text));
    if (!wrong && !guarded_is_intact(&out)) wrong = "bytes outside the output were written";
    count_case(!wrong, "%s: copy %s to %s, %s to %s: %s", p->name, dpex_dtype_get_info(from)->name,
               dpex_dtype_get_info(to)->name, layout_names[in_kind], layout_names[out_kind],
               wrong ? wrong : "");
release:
    guarded_release(&in);
    guarded_release(&out);
}

static void check_casts_from(const target *p, const void *what)
{
    int from = *(const int *)what;
    static const layout pairs[][2] = {{LAYOUT_CONTIGUOUS, LAYOUT_CONTIGUOUS},
                                      {LAYOUT_STRIDED, LAYOUT_TRANSPOSED},
                                      {LAYOUT_NEGATIVE, LAYOUT_OFFSET},
                                      {LAYOUT_TRANSPOSED, LAYOUT_CONTIGUOUS},
                                      {LAYOUT_ROW, LAYOUT_STRIDED},
                                      {LAYOUT_COLUMN, LAYOUT_NEGATIVE},
                                      {LAYOUT_ONE, LAYOUT_CONTIGUOUS},
                                      {LAYOUT_SCALAR, LAYOUT_SCALAR},
                                      {LAYOUT_EMPTY, LAYOUT_EMPTY}};
    for (int to = 0; to < DPEX_N_DTYPES; to++) {
        if (!has_dtype(p, (dpex_dtype)to) || (!p->compiles && !is_ours())) continue;
        for (size_t i = 0; i < (p->is_thorough ? sizeof(pairs) / sizeof(pairs[0]) : 2); i++)
            run_case(p, (dpex_dtype)from, (dpex_dtype)to, pairs[i][0], pairs[i][1]);
    }
}

void check_casts(const target *p)
{
    for (int from = 0; from < DPEX_N_DTYPES; from++)
        if (has_dtype(p, (dpex_dtype)from) && (!p->compiles || is_ours()))
            check_rehearsed(p, check_casts_from, &from);
}
