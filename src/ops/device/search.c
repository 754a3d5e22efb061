/* Binary search on devices that compile: a work-item per value, or on CPUs per few values, all with
 * the same number of steps. NaNs are larger than all other values, and complex numbers come in the
 * order of sort. */
#include "ops/device/device.h"

#include "base/error.h"
#include "base/integer.h"
#include "dpex/dtype.h"
#include "runtime/runtime.h"

enum { VALUES_PER_ITEM = 32 };

/* The struct of the kernel; offsets are in elements. */
typedef struct search_words {
    int64_t n, n_sorted, out, sorted, values;
} search_words;

typedef struct search_text {
    dpex_dtype dtype;
    int is_wide, per_item;
    dpex_device_search_kind kind;
} search_text;

/* k_below(x, y): x is before y in the order of sorts. */
/* In one expression for reals, so that vectors of items need no branch: NaN is behind all
 * numbers, as NumPy sorts it. Of complex numbers those with a NaN come last, by which parts have
 * one, then by real part, then by imaginary part. */
static void write_below(dpex_dtype dtype, dpex_text *text)
{
    const dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
    const char *type = dpex_device_c_type(dtype);
    dpex_text_append(text, "static inline int k_below(%s x, %s y)\n{\n", type, type);
    if (kind == DPEX_KIND_COMPLEX) {
        dpex_text_append(text, "    const int a = (x.im != x.im) + 2 * (x.re != x.re);\n"
                               "    const int b = (y.im != y.im) + 2 * (y.re != y.re);\n"
                               "    if (a != b) return a < b;\n"
                               "    if (x.re < y.re || y.re < x.re) return x.re < y.re;\n"
                               "    return x.im < y.im;\n}\n");
        return;
    }
    if (dtype == DPEX_F16) {
        dpex_text_append(text, "    const float a = ");
        dpex_device_write_cast(text, "x", DPEX_F16, DPEX_F32);
        dpex_text_append(text, ", b = ");
        dpex_device_write_cast(text, "y", DPEX_F16, DPEX_F32);
        dpex_text_append(text, ";\n");
    } else {
        dpex_text_append(text, "    const %s a = x, b = y;\n", type);
    }
    dpex_text_append(text, "    return %s;\n}\n",
                     kind == DPEX_KIND_REAL ? "(a < b) | ((b != b) & (a == a))" : "a < b");
}

void dpex_device_write_equal(dpex_dtype dtype, dpex_text *text)
{
    const char *type = dpex_device_c_type(dtype);
    dpex_text_append(text, "static inline int k_equal(%s x, %s y)\n{\n    return ", type, type);
    if (dtype == DPEX_F16) /* by bits: zeros, or the same number */
        dpex_text_append(text, "!((x | y) & 0x7fff) || (x == y && (x & 0x7fff) <= 0x7c00)");
    else
        dpex_text_append(text, dpex_dtype_get_info(dtype)->kind == DPEX_KIND_COMPLEX
                                   ? "x.re == y.re && x.im == y.im"
                                   : "x == y");
    dpex_text_append(text, ";\n}\n");
}

static int is_membership(dpex_device_search_kind kind)
{
    return kind >= DPEX_DEVICE_SEARCH_IS_IN;
}

/* The store of a result: a position, or whether the element there is the value. */
/* A position behind the end has no element to compare: that test comes first. */
static void write_result(dpex_device_search_kind kind, dpex_text *text)
{
    dpex_text_append(text, "    K_EACH if (first + v < w.n) out[w.out + first + v] = ");
    if (is_membership(kind))
        dpex_text_append(text, "%s(at[v] < w.n_sorted && k_equal(sorted[at[v]], x[v]))",
                         kind == DPEX_DEVICE_SEARCH_IS_IN ? "" : "!");
    else
        dpex_text_append(text, "at[v]");
    dpex_text_append(text, ";\n#undef K_EACH\n}\n");
}

void dpex_device_write_search(dpex_dtype dtype, int is_wide, dpex_device_search_kind kind,
                              int per_item, dpex_text *text)
{
    const char *type = dpex_device_c_type(dtype);
    const int from_right = kind == DPEX_DEVICE_SEARCH_RIGHT;
    write_below(dtype, text);
    if (is_membership(kind)) dpex_device_write_equal(dtype, text);
    dpex_text_append(
        text,
        "static inline int k_is_before(%s x, %s y)\n{\n    return %s;\n}\n"
        "typedef int%d_t k_word;\n"
        "typedef struct { int64_t n, n_sorted, out, sorted, values; } k_search;\n"
        "K_KERNEL void dpex_kernel(K_GLOBAL %s *out, K_GLOBAL const %s *in_order, "
        "K_GLOBAL const %s *values, const k_search w)\n{\n"
        "    const int64_t first = (int64_t)K_ITEM * %d;\n    if (first >= w.n) return;\n"
        "    K_GLOBAL const %s *sorted = in_order + w.sorted;\n"
        "    %s x[%d];\n    k_word at[%d], step;\n"
        "#define K_EACH for (int v = 0; v < %d; v++)\n"
        "    K_EACH x[v] = values[w.values + (first + v < w.n ? first + v : w.n - 1)];\n"
        "    K_EACH at[v] = 0;\n"
        "    for (k_word left = (k_word)w.n_sorted; left > 1; left -= step) {\n"
        "        step = left / 2;\n"
        "        K_EACH at[v] += step & -(k_word)k_is_before(sorted[at[v] + step - 1], x[v]);\n"
        "    }\n"
        "    if (w.n_sorted > 0) K_EACH at[v] += k_is_before(sorted[at[v]], x[v]);\n",
        type, type, from_right ? "!k_below(y, x)" : "k_below(x, y)", is_wide ? 64 : 32,
        is_membership(kind) ? "uint8_t" : "int64_t", type, type, per_item, type, type, per_item,
        per_item, per_item);
    write_result(kind, text);
}

static void write_text(const void *arg, dpex_text *text)
{
    const search_text *t = arg;
    dpex_device_write_search(t->dtype, t->is_wide, t->kind, t->per_item, text);
}

dpex_status dpex_device_search(const char *name, const dpex_array *sorted, const dpex_array *values,
                               dpex_device_search_kind kind, const dpex_array *out)
{
    /* On CPUs vectors hold values of one item, whose memory accesses overlap. */
    const int per_item = dpex_device_is_grouped(out->queue->device) ? 1 : VALUES_PER_ITEM;
    /* Positions of 32 bits are half the registers; INT32_MAX / 2, since two of them are added
     * before they are compared. */
    const search_text text = {sorted->dtype, sorted->size > INT32_MAX / 2, per_item, kind};
    static const char *const names[2][4] = {
        {"search", "search from the right", "is in", "is not in"},
        {"wide search", "wide search from the right", "wide is in", "wide is not in"}};
    const dpex_array *const arrays[3] = {out, sorted, values};
    const search_words w = {.n = out->size,
                            .n_sorted = sorted->size,
                            .out = dpex_device_offset(out),
                            .sorted = dpex_device_offset(sorted),
                            .values = dpex_device_offset(values)};
    const dpex_device_job job = {
        name, names[text.is_wide][kind], text.dtype, {write_text, &text}, arrays, 3, &w, sizeof w};
    return dpex_device_run_job(out->queue, &job, dpex_int64_ceil_div(w.n, per_item),
                               DPEX_DEVICE_LANES);
}
