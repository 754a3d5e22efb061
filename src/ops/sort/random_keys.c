/* The order of random numbers, which permutations are made of. GPUs sort digit by digit, and of
 * random numbers hardly any two have the same 32 highest bits: they are sorted by these, in half of
 * the passes, and then the few that are equal. */
#include "base/error.h"
#include "dpex/sort.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"
#include "sort.h"

extern const char dpex_text_random_keys[];

/* Below, passes cost less than two more kernels. */
enum { LEAST_BY_KEYS = 1 << 16 };

/* The k_random_keys of random_keys.cl. */
typedef struct key_words {
    int64_t n, x, keys, order;
} key_words;

typedef struct key_text {
    const char *macro; /* of the kernel */
    dpex_dtype dtype;
} key_text;

static void write_kernel(const void *arg, dpex_text *text)
{
    const key_text *t = arg;
    dpex_text_append(text, "typedef %s k_number;\n%s#define %s\n%s", dpex_device_c_type(t->dtype),
                     t->dtype == DPEX_F64 ? "#define K_IS_REAL\n" : "", t->macro,
                     dpex_text_random_keys);
}

static dpex_status launch(const char *macro, const key_words *w, const dpex_array *const *arrays,
                          int n_arrays)
{
    const key_text text = {macro, arrays[0]->dtype};
    const dpex_device_job job = {"argsort", macro,    text.dtype, {write_kernel, &text},
                                 arrays,    n_arrays, w,          sizeof *w};
    return dpex_device_run_job(arrays[0]->queue, &job, w->n, DPEX_DEVICE_LANES);
}

static dpex_status sort_by_keys(const dpex_array *x, const dpex_array *keys, dpex_array *order)
{
    const dpex_array *const made[] = {x, keys};
    key_words w = {.n = x->size, .x = dpex_device_offset(x), .keys = dpex_device_offset(keys)};
    dpex_array sorted;
    DPEX_TRY(launch("K_KEYS", &w, made, 2));
    DPEX_TRY(dpex_sort_both_new("argsort", keys, 0, 0, &sorted, order));
    const dpex_array *const tied[] = {x, &sorted, order};
    w.keys = dpex_device_offset(&sorted);
    w.order = dpex_device_offset(order);
    const dpex_status status = launch("K_TIES", &w, tied, 3);
    dpex_array_fini(&sorted);
    if (status) dpex_array_fini(order);
    return status;
}

static int has_short_keys(const dpex_array *x)
{
    return x->nd == 1 && (x->dtype == DPEX_F64 || x->dtype == DPEX_I64) &&
           x->size >= LEAST_BY_KEYS && x->strides[0] == 1 &&
           dpex_device_is_grouped(x->queue->device);
}

dpex_status dpex_argsort_random_new(const dpex_array *x, dpex_array *out)
{
    dpex_array keys;
    if (!has_short_keys(x)) return dpex_argsort_new(x, 0, 0, out);
    DPEX_TRY(
        dpex_array_init(x->queue, DPEX_U32, 1, &x->size, DPEX_ORDER_C, DPEX_USM_DEVICE, &keys));
    const dpex_status status = sort_by_keys(x, &keys, out);
    dpex_array_fini(&keys);
    return status;
}
