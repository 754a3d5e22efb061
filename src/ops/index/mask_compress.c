/* Operations on masks: the chosen elements (compress), and their coordinates (nonzero). */
#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "mask.h"
#include "ops/work.h"

/* The data of both commands: they read blocks of bits and write results from each block's rank
 * on. */
typedef struct compressing {
    const dpex_loops *loops;
    dpex_mask_bits bits;
    char *out;
    /* elements */
    dpex_layout layout;
    int size_number;
    /* coordinates */
    int nd;
    int64_t *shape;
    int64_t n; /* from one row of `out` to the next */
} compressing;

/* ---- elements -------------------------------------------------------------------------------------------- */

/* The loop of the instruction set stores only as many elements as are chosen, so that blocks
 * written at the same time do not touch each other's results. */
static dpex_status compress_blocks(void *payload, int64_t first_block, int64_t last_block)
{
    const compressing *c = payload;
    _Alignas(64) char scratch[DPEX_MASK_STEP * 16];
    /* A block starts at its rank, which the counts gave: any thread may do any block. */
    int64_t at = first_block * DPEX_MASK_BLOCK;
    int64_t end = dpex_int64_min(last_block * DPEX_MASK_BLOCK, c->bits.size);
    char *out = c->out + (c->bits.starts[first_block] << c->size_number);
    for (; at < end; at += DPEX_MASK_STEP) {
        int64_t n = dpex_int64_min(end - at, DPEX_MASK_STEP);
        const void *in = dpex_in_order_read(&c->layout, at, n, scratch);
        size_t n_chosen = c->loops->bits->compress[c->size_number](out, in, c->bits.words + at / 64,
                                                                   (size_t)(n + 63) / 64);
        out += n_chosen << c->size_number;
    }
    return DPEX_SUCCESS;
}

/* out: contiguous, of as many elements as the mask chooses; x: any layout, of x's dtype. */
static dpex_status submit_compress(const dpex_mask *mask, const dpex_array *x, dpex_array *out)
{
    compressing *c = dpex_malloc(sizeof(*c) + dpex_in_order_bytes(x->nd));
    if (!c) return DPEX_FAIL_NO_COMMAND("mask");
    *c = (compressing){.loops = dpex_loops_get(),
                       .bits = mask->bits,
                       .out = dpex_array_get_ptr(out),
                       .size_number = dpex_size_number(x->dtype)};
    dpex_in_order_init(&c->layout, c + 1, x);
    const dpex_array *arrays[3] = {out, x, &mask->memory};
    dpex_work work = {.name = "compress",
                      .run = compress_blocks,
                      .drop = dpex_free,
                      .payload = c,
                      .n_chunks = mask->bits.n_blocks,
                      .cost = x->size};
    return dpex_work_submit(&work, arrays, 3);
}

dpex_status dpex_mask_compress(const dpex_mask *mask, const dpex_array *x, dpex_array *out)
{
    if (out->size == 0) return DPEX_SUCCESS;
    if (mask->is_on_device) return dpex_device_mask_compress(&mask->device, x, out);
    if (!dpex_in_order_is_slow(x)) return submit_compress(mask, x, out);
    dpex_array copy;
    DPEX_TRY(dpex_array_cast_new(x, x->dtype, DPEX_ORDER_C, dpex_storage_get_kind(x->storage),
                                 x->queue, &copy));
    dpex_status status = submit_compress(mask, &copy, out);
    dpex_array_fini(&copy);
    return status;
}

/* ---- coordinates ----------------------------------------------------------------------------------------- */

/* m chosen elements by their numbers, row by row of the last axis, into columns `rank`... of out.
 * Numbers are ascending, so the row of the first one is also that of those that follow it, up
 * to the row's end. */
static void split_numbers(const compressing *c, const int64_t *numbers, int64_t m, int64_t rank)
{
    int last = c->nd - 1;
    int64_t *out = (int64_t *)c->out + rank;
    for (int64_t first = 0, next = 0; first < m; first = next) {
        int64_t row = numbers[first] / c->shape[last], start = row * c->shape[last];
        int64_t *columns = out + last * c->n;
        for (; next < m && numbers[next] - start < c->shape[last]; next++)
            columns[next] = numbers[next] - start;
        for (int d = last - 1; d >= 0; d--) {
            int64_t coordinate = row % c->shape[d];
            row /= c->shape[d];
            for (int64_t i = first; i < next; i++) out[d * c->n + i] = coordinate;
        }
    }
}

/* One dimension: the numbers are the coordinates and go straight to the result. */
static dpex_status locate_blocks(void *payload, int64_t first_block, int64_t last_block)
{
    const compressing *c = payload;
    int64_t numbers[DPEX_MASK_STEP];
    /* rank: the index of the block's first result. */
    int64_t at = first_block * DPEX_MASK_BLOCK, rank = c->bits.starts[first_block];
    int64_t end = dpex_int64_min(last_block * DPEX_MASK_BLOCK, c->bits.size);
    for (; at < end; at += DPEX_MASK_STEP) {
        int64_t n = dpex_int64_min(end - at, DPEX_MASK_STEP);
        int64_t *to = c->nd == 1 ? (int64_t *)c->out + rank : numbers;
        int64_t m = (int64_t)c->loops->bits->positions(to, c->bits.words + at / 64,
                                                       (size_t)(n + 63) / 64, at, 1);
        if (c->nd > 1) split_numbers(c, numbers, m, rank);
        rank += m;
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_mask_positions(const dpex_mask *mask, int nd, const int64_t *shape,
                                dpex_array *out)
{
    if (out->size == 0) return DPEX_SUCCESS;
    if (mask->is_on_device) return dpex_device_mask_positions(&mask->device, nd, shape, out);
    compressing *c = dpex_malloc(sizeof(*c) + (size_t)nd * sizeof(*shape));
    if (!c) return DPEX_FAIL_NO_COMMAND("mask");
    *c = (compressing){.loops = dpex_loops_get(),
                       .bits = mask->bits,
                       .out = dpex_array_get_ptr(out),
                       .nd = nd,
                       .shape = (int64_t *)(c + 1),
                       /* Coordinates are separate rows of the result: out[d * n + i]. */
                       .n = out->shape[1]};
    for (int d = 0; d < nd; d++) c->shape[d] = shape[d];
    const dpex_array *arrays[2] = {out, &mask->memory};
    dpex_work work = {.name = "nonzero",
                      .run = locate_blocks,
                      .drop = dpex_free,
                      .payload = c,
                      .n_chunks = mask->bits.n_blocks,
                      .cost = mask->bits.size};
    return dpex_work_submit(&work, arrays, 2);
}

/* ---- public ---------------------------------------------------------------------------------------------- */

/* The number of results is the size of the output, so the count is waited for. */
dpex_status dpex_nonzero_new(const dpex_array *x, dpex_array *positions)
{
    dpex_mask mask;
    int64_t shape[2] = {x->nd, 0};
    DPEX_TRY(dpex_mask_init(x, &mask));
    dpex_status status = dpex_mask_count(&mask, &shape[1]);
    if (!status)
        status = dpex_array_init(x->queue, DPEX_I64, 2, shape, DPEX_ORDER_C,
                                 dpex_storage_get_kind(x->storage), positions);
    if (!status) {
        status = dpex_mask_positions(&mask, x->nd, x->shape, positions);
        if (status) dpex_array_fini(positions);
    }
    dpex_mask_fini(&mask);
    return status;
}

/* out is made here, and left with nothing to release on failure. */
static dpex_status extract(dpex_mask *mask, const dpex_array *x, dpex_usm_kind kind,
                           dpex_array *out)
{
    int64_t n;
    DPEX_TRY(dpex_mask_count(mask, &n));
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, 1, &n, DPEX_ORDER_C, kind, out));
    dpex_status status = dpex_mask_compress(mask, x, out);
    if (status) dpex_array_fini(out);
    return status;
}

dpex_status dpex_extract_new(const dpex_array *x, const dpex_array *condition, dpex_array *out)
{
    dpex_mask mask;
    DPEX_TRY(dpex_mask_check(x, condition));
    DPEX_TRY(dpex_mask_init(condition, &mask));
    const dpex_usm_kind kind =
        dpex_array_result_kind((const dpex_array *const[2]){x, condition}, 2);
    dpex_status status = extract(&mask, x, kind, out);
    dpex_mask_fini(&mask);
    return status;
}
