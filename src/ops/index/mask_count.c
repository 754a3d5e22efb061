/* Conditions to bits and counts.
 *
 * One pass over the condition packs a bit per element and counts them per block; the exclusive
 * prefix sum of the counts, one number per block, is taken by one thread at the end. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "mask.h"
#include "ops/work.h"
#include "runtime/runtime.h"

/* ---- elements in C order --------------------------------------------------------------------------------- */

size_t dpex_in_order_bytes(int nd)
{
    return dpex_layout_bytes(nd, 2);
}

/* The leading operand is one in C order that is not read, so that axes are merged but not
 * exchanged. */
void dpex_in_order_init(dpex_layout *layout, void *memory, const dpex_array *array)
{
    int64_t stride = 1;
    dpex_layout_init(layout, memory, array->nd, array->shape, 2);
    dpex_layout_set(layout, 0, array);
    layout->operands[1].ptr = NULL;
    layout->operands[1].itemsize = 1;
    for (int d = array->nd - 1; d >= 0; d--) {
        layout->operands[1].strides[d] = stride;
        stride *= array->shape[d];
    }
    dpex_layout_finish(layout, 1, 0);
}

/* A linear operand is not copied; `scratch` must hold n elements otherwise. */
const void *dpex_in_order_read(const dpex_layout *layout, int64_t first, int64_t n, void *scratch)
{
    const dpex_layout_operand *operand = &layout->operands[0];
    if (operand->access == DPEX_ACCESS_LINEAR) return operand->ptr + first * operand->itemsize;
    dpex_cursor cursor;
    dpex_cursor_seek(layout, first, &cursor);
    dpex_gather(layout, operand, &cursor, scratch, (size_t)n);
    return scratch;
}

/* Only for large arrays whose innermost axis is not the last one: then a copy in C order, made by
 * tiles, reads whole cache lines. */
int dpex_in_order_is_slow(const dpex_array *array)
{
    enum { MANY_ELEMS = 1 << 16, LINE_BYTES = 64 };
    int64_t last = 0, least = INT64_MAX; /* strides: of the last axis that counts, of all */
    if (array->size < MANY_ELEMS) return 0;
    for (int d = 0; d < array->nd; d++) {
        if (array->shape[d] == 1) continue;
        last = array->strides[d] < 0 ? -array->strides[d] : array->strides[d];
        if (last < least) least = last;
    }
    return least < last && last * dpex_dtype_get_info(array->dtype)->itemsize >= LINE_BYTES;
}

/* ---- counting -------------------------------------------------------------------------------------------- */

typedef struct counting {
    const dpex_loops *loops;
    dpex_cast_fn to_bool; /* NULL: the condition is of bools */
    dpex_layout layout;
    dpex_mask_bits bits;
} counting;

/* n bools from element `first` on; the returned memory is the condition's own, or `bools`. */
static const uint8_t *read_bools(const counting *c, int64_t first, int64_t n, void *scratch,
                                 uint8_t *bools)
{
    const void *elements = dpex_in_order_read(&c->layout, first, n, scratch);
    if (!c->to_bool) return elements;
    c->to_bool(bools, elements, (size_t)n);
    return bools;
}

/* Blocks are multiples of 64 elements, so that no two threads write bits of one word. */
static dpex_status count_blocks(void *payload, int64_t first_block, int64_t last_block)
{
    const counting *c = payload;
    _Alignas(64) char scratch[DPEX_MASK_STEP * 16];
    uint8_t bools[DPEX_MASK_STEP];
    for (int64_t block = first_block; block < last_block; block++) {
        int64_t at = block * DPEX_MASK_BLOCK, n_chosen = 0;
        int64_t end = dpex_int64_min(at + DPEX_MASK_BLOCK, c->bits.size);
        /* Bits of the last word behind the condition's size stay 0. */
        for (; at < end; at += DPEX_MASK_STEP) {
            int64_t n = dpex_int64_min(end - at, DPEX_MASK_STEP);
            const uint8_t *chosen = read_bools(c, at, n, scratch, bools);
            n_chosen += (int64_t)c->loops->bits->pack(c->bits.words + at / 64, chosen, (size_t)n);
        }
        c->bits.starts[block] = n_chosen;
    }
    return DPEX_SUCCESS;
}

/* Finish: exclusive prefix sum over the blocks' counts; the entry behind them is their total. */
static dpex_status sum_up(void *payload)
{
    const counting *c = payload;
    int64_t before = 0;
    for (int64_t block = 0; block < c->bits.n_blocks; block++) {
        int64_t own = c->bits.starts[block];
        c->bits.starts[block] = before;
        before += own;
    }
    c->bits.starts[c->bits.n_blocks] = before;
    return DPEX_SUCCESS;
}

/* mask->memory is the caller's to release after success. */
static dpex_status allocate(const dpex_array *condition, dpex_mask *mask)
{
    int64_t n_blocks = dpex_mask_n_blocks(condition->size);
    /* Words and starts in one array, so that the pool has one block for them. */
    int64_t n_words = (condition->size + 63) / 64, n = n_words + n_blocks + 1;
    DPEX_TRY(dpex_array_init(condition->queue, DPEX_I64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE,
                             &mask->memory));
    uint64_t *words = dpex_array_get_ptr(&mask->memory);
    mask->bits = (dpex_mask_bits){.words = words,
                                  .starts = (int64_t *)(words + n_words),
                                  .size = condition->size,
                                  .n_blocks = n_blocks};
    return DPEX_SUCCESS;
}

/* The counting is one command; its event is what _count waits for. */
static dpex_status submit(const dpex_array *condition, dpex_mask *mask)
{
    counting *c = dpex_malloc(sizeof(*c) + dpex_in_order_bytes(condition->nd));
    if (!c) return DPEX_FAIL_NO_COMMAND("mask");
    *c = (counting){.loops = dpex_loops_get(), .bits = mask->bits};
    c->to_bool = dpex_loops_cast(c->loops, condition->dtype, DPEX_BOOL);
    dpex_in_order_init(&c->layout, c + 1, condition);
    const dpex_array *arrays[2] = {&mask->memory, condition};
    dpex_work work = {.name = "count mask",
                      .run = count_blocks,
                      .finish = sum_up,
                      .drop = dpex_free,
                      .payload = c,
                      .n_chunks = mask->bits.n_blocks,
                      .cost = condition->size,
                      .event = &mask->event};
    return dpex_work_submit(&work, arrays, 2);
}

/* On failure nothing is left to release. */
static dpex_status count(const dpex_array *condition, dpex_mask *mask)
{
    DPEX_TRY(allocate(condition, mask));
    dpex_status status = submit(condition, mask);
    if (status) dpex_array_fini(&mask->memory);
    return status;
}

/* The copy of a slow condition is released at once: its block is reused only by later commands of
 * the queue. */
dpex_status dpex_mask_init(const dpex_array *condition, dpex_mask *mask)
{
    mask->event = NULL;
    mask->is_on_device = !condition->queue->backend->runs_on_host;
    if (mask->is_on_device) return dpex_device_mask_init(condition, &mask->device);
    /* A condition of any layout becomes bits in C order; a slow one is copied first. */
    if (!dpex_in_order_is_slow(condition)) return count(condition, mask);
    dpex_array copy;
    dpex_usm_kind kind = dpex_storage_get_kind(condition->storage);
    DPEX_TRY(dpex_array_cast_new(condition, condition->dtype, DPEX_ORDER_C, kind, condition->queue,
                                 &copy));
    dpex_status status = count(&copy, mask);
    dpex_array_fini(&copy);
    return status;
}

void dpex_mask_fini(dpex_mask *mask)
{
    if (mask->is_on_device) {
        dpex_device_mask_fini(&mask->device);
        return;
    }
    dpex_event_release(mask->event);
    dpex_array_fini(&mask->memory);
}

/* Waits for the counting: the number of elements is needed to make the results. */
dpex_status dpex_mask_count(dpex_mask *mask, int64_t *n)
{
    if (mask->is_on_device) return dpex_device_mask_count(&mask->device, n);
    if (mask->event) DPEX_TRY(dpex_event_wait(mask->event, 0, NULL));
    *n = mask->bits.starts[mask->bits.n_blocks];
    return DPEX_SUCCESS;
}

void dpex_mask_read(const dpex_mask_bits *bits, int64_t first, int64_t n,
                    uint64_t words[DPEX_MASK_STEP_WORDS])
{
    size_t n_words = (size_t)(n + 63) / 64;
    memcpy(words, bits->words + first / 64, n_words * sizeof(*words));
    if (n % 64) words[n_words - 1] &= (UINT64_C(1) << n % 64) - 1;
}
