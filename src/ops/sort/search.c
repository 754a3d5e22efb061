/* Search in a sorted array, and membership, which sorts first.
 *
 * Both work on one contiguous sorted line and on contiguous values of its data type; whatever is not so is copied before. */
#include <string.h>

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "dpex/op.h"
#include "ops/loops/loops.h"
#include "ops/work.h"
#include "runtime/runtime.h"
#include "sort.h"

enum { CHUNK = 8192, BLOCK = 512 };

typedef struct search {
    const dpex_sort_compare *compare;
    const char *sorted, *values;
    int64_t n_sorted, n;
    size_t itemsize;
    int from_right, invert;
    int64_t *places; /* NULL: found is asked for */
    uint8_t *found;
    dpex_storage *kept[2]; /* foreign ones */
} search;

static void match(const search *s, int64_t first, int64_t end)
{
    int64_t places[BLOCK];
    for (; first < end; first += BLOCK) {
        const size_t n = (size_t)(end - first < BLOCK ? end - first : BLOCK);
        const char *values = s->values + first * (int64_t)s->itemsize;
        s->compare->search(s->sorted, s->n_sorted, values, n, 0, places);
        s->compare->match(s->sorted, s->n_sorted, values, n, places, s->invert, s->found + first);
    }
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const search *s = payload;
    const int64_t first = first_chunk * CHUNK;
    const int64_t end = last_chunk * CHUNK < s->n ? last_chunk * CHUNK : s->n;
    if (s->places)
        s->compare->search(s->sorted, s->n_sorted, s->values + first * (int64_t)s->itemsize,
                           (size_t)(end - first), s->from_right, s->places + first);
    else
        match(s, first, end);
    return DPEX_SUCCESS;
}

static void drop(void *payload)
{
    search *s = payload;
    for (int i = 0; i < 2; i++) dpex_storage_release(s->kept[i]);
    dpex_free(s);
}

/* sorted: contiguous; values and out: of one dense layout. out: int64 places, or bool. */
static dpex_status submit(const char *name, const dpex_array *sorted, const dpex_array *values,
                          int flag, const dpex_array *out)
{
    if (out->size == 0) return DPEX_SUCCESS;
    search *s = dpex_calloc(1, sizeof(*s));
    if (!s) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for the command", name);
    s->compare = dpex_loops_get()->sort->compare[values->dtype];
    s->itemsize = dpex_dtype_get_info(values->dtype)->itemsize;
    s->sorted = dpex_array_get_ptr(sorted);
    s->values = dpex_array_get_ptr(values);
    s->n_sorted = sorted->size;
    s->n = values->size;
    s->from_right = s->invert = flag;
    if (out->dtype == DPEX_I64)
        s->places = dpex_array_get_ptr(out);
    else
        s->found = dpex_array_get_ptr(out);
    const dpex_array *arrays[3] = {sorted, values, out};
    for (int i = 0; i < 2; i++) {
        if (!arrays[i]->storage->block) s->kept[i] = dpex_storage_retain(arrays[i]->storage);
    }
    dpex_work work = {.name = name,
                      .run = run,
                      .drop = drop,
                      .payload = s,
                      .n_chunks = (s->n + CHUNK - 1) / CHUNK,
                      .cost = s->n * 4};
    return dpex_work_submit(&work, arrays, 3);
}

/* ---- operands ---------------------------------------------------------------------------------------------- */

/* x as it is or converted, in the layout of `like` (of x's shape) or, without it, in C order; *made says which. */
static dpex_status convert(const dpex_array *x, dpex_dtype dtype, const dpex_array *like,
                           dpex_array *converted, int *made)
{
    int is_dense = x->flags & DPEX_ARRAY_C_CONTIGUOUS;
    if (like) is_dense = !memcmp(x->strides, like->strides, (size_t)x->nd * sizeof(*x->strides));
    *made = x->dtype != dtype || !is_dense;
    if (!*made) return DPEX_SUCCESS;
    return dpex_array_cast_new(x, dtype, like ? DPEX_ORDER_K : DPEX_ORDER_C, DPEX_USM_DEVICE, NULL,
                               converted);
}

static dpex_usm_kind coerced_kind(const dpex_array *const *arrays, int n)
{
    dpex_usm_kind kind = DPEX_USM_HOST;
    for (int i = 0; i < n; i++) {
        const dpex_usm_kind own =
            arrays[i] ? dpex_storage_get_kind(arrays[i]->storage) : DPEX_USM_HOST;
        if (own != DPEX_USM_UNKNOWN && own < kind) kind = own;
    }
    return kind;
}

/* out = places, or presence, of values in sorted, of any layout and dtype. */
static dpex_status search_into(const char *name, const dpex_array *sorted, const dpex_array *values,
                               dpex_dtype dtype, int flag, dpex_array *out)
{
    dpex_array own_sorted, own_values;
    int has_sorted, has_values = 0;
    DPEX_TRY(convert(sorted, dtype, NULL, &own_sorted, &has_sorted));
    dpex_status status = convert(values, dtype, out, &own_values, &has_values);
    if (!status) {
        status = submit(name, has_sorted ? &own_sorted : sorted, has_values ? &own_values : values,
                        flag, out);
        if (has_values) dpex_array_fini(&own_values);
    }
    if (has_sorted) dpex_array_fini(&own_sorted);
    return status;
}

/* ---- searchsorted -------------------------------------------------------------------------------------------- */

static dpex_status check_search(const dpex_array *x1, const dpex_array *x2,
                                const dpex_array *sorter)
{
    if (x1->nd != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "searchsorted: x1 has %d dimensions, it must have one", (int)x1->nd);
    DPEX_TRY(dpex_array_check_queue("searchsorted", "x2", x2, x1->queue));
    if (!sorter) return DPEX_SUCCESS;
    DPEX_TRY(dpex_array_check_queue("searchsorted", "the sorter", sorter, x1->queue));
    const dpex_dtype_info *info = dpex_dtype_get_info(sorter->dtype);
    if (info->kind != DPEX_KIND_INT && info->kind != DPEX_KIND_UINT)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "searchsorted: sorter has dtype %s, it must be an integer type",
                         info->name);
    if (sorter->nd == 1 && sorter->size == x1->size) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                     "searchsorted: sorter must have the shape of x1, (%lld,)",
                     (long long)x1->size);
}

dpex_status dpex_search_sorted_new(const dpex_array *x1, const dpex_array *x2, int from_right,
                                   const dpex_array *sorter, dpex_array *out)
{
    const char *name = "searchsorted";
    DPEX_TRY(check_search(x1, x2, sorter));
    const dpex_dtype dtype =
        dpex_dtype_promote(x1->dtype, x2->dtype, dpex_queue_get_device(x1->queue));
    const dpex_array *arrays[3] = {x1, x2, sorter};
    dpex_array sorted;
    if (sorter) {
        DPEX_TRY(dpex_sort_take_new(name, x1, sorter, &sorted));
        arrays[0] = &sorted;
    }
    dpex_status status =
        dpex_array_init_like(x2, DPEX_I64, DPEX_ORDER_K, coerced_kind(arrays, 3), x1->queue, out);
    if (!status) {
        status = search_into(name, arrays[0], x2, dtype, from_right, out);
        if (status) dpex_array_fini(out);
    }
    if (sorter) dpex_array_fini(&sorted);
    return status;
}

/* ---- isin ---------------------------------------------------------------------------------------------------- */

/* All elements of x in C order, converted; new. */
static dpex_status flatten(const dpex_array *x, dpex_dtype dtype, dpex_array *flat)
{
    dpex_array copy;
    int made, possible;
    DPEX_TRY(convert(x, dtype, NULL, &copy, &made));
    dpex_status status =
        dpex_array_reshape_view(made ? &copy : x, 1, &x->size, DPEX_ORDER_C, &possible, flat);
    if (made) dpex_array_fini(&copy);
    return status;
}

static dpex_status sort_all(const dpex_array *x, dpex_dtype dtype, dpex_array *sorted)
{
    dpex_array flat;
    DPEX_TRY(flatten(x, dtype, &flat));
    const dpex_status status = dpex_sort_new(&flat, 0, 0, sorted);
    dpex_array_fini(&flat);
    return status;
}

dpex_status dpex_is_in_new(const dpex_array *x, const dpex_array *elements, int invert,
                           dpex_array *out)
{
    DPEX_TRY(dpex_array_check_queue("isin", "the array of elements", elements, x->queue));
    const dpex_dtype dtype =
        dpex_dtype_promote(x->dtype, elements->dtype, dpex_queue_get_device(x->queue));
    const dpex_array *arrays[2] = {x, elements};
    dpex_array sorted;
    DPEX_TRY(sort_all(elements, dtype, &sorted));
    dpex_status status =
        dpex_array_init_like(x, DPEX_BOOL, DPEX_ORDER_K, coerced_kind(arrays, 2), x->queue, out);
    if (!status) {
        status = search_into("isin", &sorted, x, dtype, invert != 0, out);
        if (status) dpex_array_fini(out);
    }
    dpex_array_fini(&sorted);
    return status;
}
