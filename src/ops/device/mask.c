/* Masks: chosen elements are counted per block, the counts are scanned, and then each block knows
 * where its results go. mask.cl is the kernels' text; elements are moved by their size, whatever
 * they mean.
 *
 * Counts become ranks by the scan of scan.c, in place and inclusive: block b starts at counts[b -
 * 1], and the last count is the number of all. */
#include "ops/device/mask.h"

#include <stdio.h>
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "ops/device/device.h"
#include "ops/device/scan.h"
#include "ops/tape/op.h"
#include "runtime/runtime.h"

extern const char dpex_text_device_mask[];

enum { ITEM_BLOCK = 16384, ITEM_EACH = 64, GROUP_EACH = 16, GROUP_BLOCKS = 8 };

/* The k_mask of mask.cl. */
typedef struct mask_words {
    int64_t n, block, nd, chosen_at, counts_at, x_at, other_at, other_step, n_values, takes_all;
    int64_t shape[DPEX_DEVICE_MAX_DIMS], stride[DPEX_DEVICE_MAX_DIMS];
} mask_words;

/* ---- text ------------------------------------------------------------------------------------------------ */

/* A group's elements lie in 16 KiB of local memory, which every device has besides what the ranks take. */
static int is_staged(const dpex_device_mask_text *what)
{
    return what->phase == DPEX_DEVICE_MASK_COMPRESS && what->is_grouped && what->is_flat &&
           what->itemsize <= 4;
}

/* All that the text depends on is in the name that name_kernel makes. */
void dpex_device_mask_write(const dpex_device_mask_text *what, dpex_text *text)
{
    static const char *const types[] = {
        [1] = "uint8_t", [2] = "uint16_t", [4] = "uint32_t", [8] = "uint64_t"};
    if (what->itemsize == 16)
        dpex_text_append(text, "typedef struct {\n    uint64_t low, high;\n} k_elem;\n");
    else
        dpex_text_append(text, "typedef %s k_elem;\n", types[what->itemsize]);
    dpex_text_append(text,
                     "#define K_FLAT %d\n#define K_PHASE %d\n#define K_GROUPED %d\n#define "
                     "K_STAGED %d\n#define K_EACH %d\n"
                     "#define K_GROUP_ITEMS %d\n#define K_BLOCKS %d\n#define K_DIMS %d\n",
                     what->is_flat, (int)what->phase, what->is_grouped, is_staged(what),
                     what->is_grouped ? (int)GROUP_EACH : (int)ITEM_EACH, DPEX_DEVICE_LANES,
                     (int)GROUP_BLOCKS, DPEX_DEVICE_MAX_DIMS);
    dpex_text_append_string(text, dpex_text_device_mask);
}

static void write_kernel(const void *arg, dpex_text *text)
{
    dpex_device_mask_write(arg, text);
}

enum { NAME_BYTES = 64 };

static const char *name_kernel(const dpex_device_mask_text *what, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "mask %d %d %d %d", (int)what->phase, what->is_grouped,
             what->itemsize, what->is_flat);
    return name;
}

/* ---- launches -------------------------------------------------------------------------------------------- */

/* Extents and strides with neighbours that are one dimension merged; C order stays. strides NULL:
 * the coordinates count, all stay. */
static dpex_status set_dims(mask_words *w, int nd, const int64_t *shape, const int64_t *strides)
{
    for (int d = 0; d < nd; d++) {
        int last = (int)w->nd - 1;
        if (strides && shape[d] == 1) continue;
        if (strides && w->nd && w->stride[last] == strides[d] * shape[d]) {
            w->shape[last] *= shape[d];
            w->stride[last] = strides[d];
            continue;
        }
        if (w->nd == DPEX_DEVICE_MAX_DIMS)
            return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                             "mask: %d dimensions that cannot be combined; at most %d are "
                             "possible here",
                             nd, DPEX_DEVICE_MAX_DIMS);
        w->shape[w->nd] = shape[d];
        w->stride[w->nd++] = strides ? strides[d] : 0;
    }
    if (!w->nd) w->shape[w->nd++] = 1;
    return DPEX_SUCCESS;
}

static int itemsize_of(const dpex_array *x)
{
    return dpex_dtype_get_info(x->dtype)->itemsize;
}

/* What all phases need; offsets in elements (bools and int64). */
static mask_words words_of(const dpex_device_mask *mask)
{
    return (mask_words){.n = mask->chosen.size,
                        .block = mask->block,
                        .chosen_at = mask->chosen.offset,
                        .counts_at = mask->counts.offset / (int64_t)sizeof(int64_t)};
}

/* x and other: what the phase reads or writes, perhaps mask->counts where it has none. */
static dpex_status submit(const dpex_device_mask *mask, const dpex_device_mask_text *what,
                          const mask_words *w, const dpex_array *x, const dpex_array *other)
{
    static const char *const names[] = {"", "count mask", "compress", "nonzero", "place"};
    char name[NAME_BYTES];
    const dpex_array *arrays[4] = {&mask->chosen, &mask->counts, x, other};
    const dpex_device_job job = {.name = names[what->phase],
                                 .kernel = name_kernel(what, name),
                                 .dtype = DPEX_BOOL,
                                 .text = {write_kernel, what},
                                 .arrays = arrays,
                                 .n_arrays = 4,
                                 .words = w,
                                 .words_bytes = sizeof *w};
    const int group = what->is_grouped ? DPEX_DEVICE_LANES : 1;
    const int counts_several = what->is_grouped && what->phase == DPEX_DEVICE_MASK_COUNT;
    const int64_t elems = w->block * (counts_several ? GROUP_BLOCKS : 1);
    return dpex_device_run_job(mask->chosen.queue, &job, dpex_int64_ceil_div(w->n, elems) * group,
                               group);
}

/* ---- counting -------------------------------------------------------------------------------------------- */

/* Bools in C order without gaps: the condition itself if it is such. */
static dpex_status make_bools(const dpex_array *condition, dpex_array *chosen)
{
    if (condition->dtype == DPEX_BOOL && condition->flags & DPEX_ARRAY_C_CONTIGUOUS)
        return dpex_array_init_alias(condition, NULL, chosen);
    return dpex_array_cast_new(condition, DPEX_BOOL, DPEX_ORDER_C, DPEX_USM_DEVICE,
                               condition->queue, chosen);
}

/* Without elements there are no blocks, and nothing is submitted. */
static dpex_status count(const dpex_device_mask *mask)
{
    static const dpex_device_scan sum = {"count mask", DPEX_OP_add, DPEX_DEVICE_STICKS_NEVER,
                                         DPEX_I64};
    if (mask->chosen.size == 0) return DPEX_SUCCESS;
    mask_words w = words_of(mask);
    dpex_device_mask_text what = {DPEX_DEVICE_MASK_COUNT, mask->is_grouped, 1, 1};
    DPEX_TRY(submit(mask, &what, &w, &mask->counts, &mask->counts));
    return dpex_device_scan_run(&sum, &mask->counts, 0, &mask->counts);
}

dpex_status dpex_device_mask_init(const dpex_array *condition, dpex_device_mask *mask)
{
    const dpex_device *device = condition->queue->device;
    mask->is_grouped = dpex_device_has_groups(device);
    mask->block = mask->is_grouped ? DPEX_DEVICE_LANES * GROUP_EACH : ITEM_BLOCK;
    int64_t n_blocks = dpex_int64_ceil_div(condition->size, mask->block);
    DPEX_TRY(make_bools(condition, &mask->chosen));
    dpex_status status = dpex_array_init(condition->queue, DPEX_I64, 1, &n_blocks, DPEX_ORDER_C,
                                         DPEX_USM_DEVICE, &mask->counts);
    if (!status) {
        status = count(mask);
        if (status) dpex_array_fini(&mask->counts);
    }
    if (status) dpex_array_fini(&mask->chosen);
    return status;
}

void dpex_device_mask_fini(dpex_device_mask *mask)
{
    dpex_array_fini(&mask->counts);
    dpex_array_fini(&mask->chosen);
}

/* Copies the last count to the host, which waits for the scan. */
dpex_status dpex_device_mask_count(const dpex_device_mask *mask, int64_t *n)
{
    const dpex_array *counts = &mask->counts;
    dpex_array last;
    dpex_scalar value;
    *n = 0;
    if (counts->size == 0) return DPEX_SUCCESS;
    int64_t offset = counts->offset + (counts->size - 1) * (int64_t)sizeof(int64_t);
    DPEX_TRY(dpex_array_init_view(counts->storage, counts->queue, DPEX_I64, offset, 0, NULL, NULL,
                                  0, &last));
    dpex_status status = dpex_array_get_scalar(&last, &value);
    dpex_array_fini(&last);
    if (!status) memcpy(n, &value, sizeof *n);
    return status;
}

/* ---- what is done with the elements ---------------------------------------------------------------------- */

dpex_status dpex_device_mask_compress(const dpex_device_mask *mask, const dpex_array *x,
                                      dpex_array *out)
{
    int itemsize = itemsize_of(x);
    mask_words w = words_of(mask);
    w.x_at = x->offset / itemsize;
    w.other_at = out->offset / itemsize;
    DPEX_TRY(set_dims(&w, x->nd, x->shape, x->strides));
    /* Memory is read in pieces of 32 bytes at least, of which few are left out where one element in eight is chosen. */
    w.takes_all = w.nd == 1 && w.stride[0] == 1 && out->size >= x->size / 8;
    dpex_device_mask_text what = {DPEX_DEVICE_MASK_COMPRESS, mask->is_grouped, itemsize, w.nd == 1};
    return submit(mask, &what, &w, x, out);
}

dpex_status dpex_device_mask_positions(const dpex_device_mask *mask, int nd, const int64_t *shape,
                                       dpex_array *out)
{
    mask_words w = words_of(mask);
    w.other_at = out->offset / itemsize_of(out);
    w.other_step = out->shape[1];
    DPEX_TRY(set_dims(&w, nd, shape, NULL));
    dpex_device_mask_text what = {DPEX_DEVICE_MASK_POSITIONS, mask->is_grouped, 1, w.nd == 1};
    return submit(mask, &what, &w, &mask->counts, out);
}

/* values: of x's dtype, without overlap with x. */
static dpex_status write_values(const dpex_device_mask *mask, dpex_array *x,
                                const dpex_array *values, int in_order)
{
    int itemsize = itemsize_of(x);
    mask_words w = words_of(mask);
    w.x_at = x->offset / itemsize;
    w.other_at = values->offset / itemsize;
    /* A single value serves all chosen elements: a step of 0 reads it again. */
    w.other_step = values->size > 1 ? values->strides[0] : 0;
    w.n_values = values->size;
    /* Elements of x that share an address get the last of their values, as in a loop; several
     * items would leave any of them. */
    if (in_order) w.block = w.n; /* one item's work */
    DPEX_TRY(set_dims(&w, x->nd, x->shape, x->strides));
    dpex_device_mask_text what = {DPEX_DEVICE_MASK_WRITE, mask->is_grouped && !in_order, itemsize,
                                  w.nd == 1};
    return submit(mask, &what, &w, x, values);
}

dpex_status dpex_device_mask_put(const dpex_device_mask *mask, dpex_array *x,
                                 const dpex_array *values, int in_order)
{
    dpex_device_mask own = *mask;
    dpex_array cast, copy;
    int converts = values->dtype != x->dtype;
    /* The bools are read while x is written. */
    int overlaps = dpex_array_overlaps(x, &mask->chosen);
    if (overlaps) {
        DPEX_TRY(dpex_array_cast_new(&mask->chosen, DPEX_BOOL, DPEX_ORDER_C, DPEX_USM_DEVICE,
                                     x->queue, &copy));
        own.chosen = copy;
    }
    dpex_status status = DPEX_SUCCESS;
    if (converts)
        status =
            dpex_array_cast_new(values, x->dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, x->queue, &cast);
    if (!status) {
        status = write_values(&own, x, converts ? &cast : values, in_order);
        if (converts) dpex_array_fini(&cast);
    }
    if (overlaps) dpex_array_fini(&copy);
    return status;
}

/* ---- one value ------------------------------------------------------------------------------------------- */

/* Grouped: an element per item, whose neighbours access memory next to it; on CPUs a block per
 * item. */
static dpex_status submit_fill(dpex_array *x, const dpex_array *chosen, const dpex_scalar *value)
{
    dpex_queue *queue = x->queue;
    dpex_kernel *kernel;
    int itemsize = itemsize_of(x);
    mask_words w = {.n = x->size, .chosen_at = chosen->offset, .x_at = x->offset / itemsize};
    DPEX_TRY(set_dims(&w, x->nd, x->shape, x->strides));
    int is_grouped = dpex_device_is_grouped(queue->device);
    int group = is_grouped ? DPEX_DEVICE_LANES : 1;
    w.block = is_grouped ? 1 : ITEM_BLOCK;
    dpex_device_mask_text what = {DPEX_DEVICE_MASK_FILL, is_grouped, itemsize, w.nd == 1};
    char name[NAME_BYTES];
    DPEX_TRY(dpex_device_get_named_kernel(queue, name_kernel(&what, name), DPEX_BOOL,
                                          &(dpex_device_text){write_kernel, &what}, &kernel));
    dpex_storage *uses[2] = {chosen->storage, x->storage};
    dpex_arg args[4] = {{.kind = DPEX_ARG_POINTER, .span = {uses[0], 0, NULL}},
                        {.kind = DPEX_ARG_POINTER, .span = {uses[1], 0, NULL}},
                        {.kind = DPEX_ARG_RAW, .bytes = sizeof w, .raw = &w},
                        {.kind = DPEX_ARG_RAW, .bytes = (size_t)itemsize, .raw = value}};
    const dpex_device_call call = {"fill where", kernel, args, 4, uses, 2, 0};
    return dpex_device_launch(queue, &call, dpex_int64_ceil_div(w.n, w.block), group);
}

dpex_status dpex_device_fill_where(dpex_array *x, const dpex_array *condition,
                                   const dpex_scalar *value)
{
    dpex_array chosen;
    DPEX_TRY(make_bools(condition, &chosen));
    dpex_status status = submit_fill(x, &chosen, value);
    dpex_array_fini(&chosen);
    return status;
}
