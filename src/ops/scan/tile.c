/* Tiles of a scan: some chains of at most DPEX_SCAN_SEGMENT elements, brought side by side in the
 * computing dtype, and back.
 *
 * Chains are segments of one line, or the same segment of neighbouring lines; the latter are read
 * row by row where the lines are neighbours in memory, so that each cache line is fetched once. */
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "plan.h"

dpex_status dpex_scan_tiles_init(dpex_scan_tiles *tiles, const dpex_scan_plan *plan)
{
    size_t n = (size_t)plan->max_chains * DPEX_SCAN_SEGMENT;
    size_t in_bytes = plan->lines.layout.operands[1].itemsize;
    size_t out_bytes = plan->lines.layout.operands[0].itemsize;
    size_t itemsize = plan->call.itemsize;
    memset(tiles, 0, sizeof(*tiles));
    tiles->plan = plan;
    tiles->memory = dpex_malloc(n * (in_bytes + 2 * itemsize + out_bytes) + 64);
    if (!tiles->memory)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%s: no memory for a thread's tiles",
                         plan->call.scan->name);
    char *aligned = tiles->memory + (-(uintptr_t)tiles->memory & 63);
    tiles->values = aligned; /* sizes are multiples of 64 bytes: a segment has 256 elements */
    tiles->results = tiles->values + n * itemsize;
    tiles->raw = tiles->results + n * itemsize;
    tiles->packed = tiles->raw + n * in_bytes;
    return DPEX_SUCCESS;
}

void dpex_scan_tiles_fini(dpex_scan_tiles *tiles)
{
    dpex_free(tiles->memory);
}

/* Where the first chain begins in an operand, and how far it is to the next chain.
 * chain_step: bytes from a chain's first element to the next chain's. */
static char *start_of(const dpex_scan_tiles *tiles, int operand, const dpex_scan_tile *tile,
                      int64_t *chain_step)
{
    const dpex_lines *lines = &tiles->plan->lines;
    int64_t stride = lines->stride[operand];
    *chain_step = tiles->plan->is_along
                      ? DPEX_SCAN_SEGMENT * stride
                      : lines->layout.operands[operand].strides[lines->layout.nd - 1];
    return dpex_lines_at(lines, operand, &tiles->cursor) +
           tile->segment * DPEX_SCAN_SEGMENT * stride;
}

/* Whether the chains are columns of rows that lie in memory one element beside the other. */
static int are_columns(const dpex_scan_tile *tile, int64_t chain_step, int64_t stride,
                       size_t itemsize)
{
    return tile->n_chains > 1 && chain_step == (int64_t)itemsize && stride != chain_step;
}

void dpex_scan_tile_read(dpex_scan_tiles *tiles, const dpex_scan_tile *tile, dpex_chains *chains)
{
    const dpex_scan_plan *plan = tiles->plan;
    int64_t chain_step, stride = plan->lines.stride[1], n = (int64_t)tile->n;
    size_t bytes = plan->lines.layout.operands[1].itemsize;
    const char *src = start_of(tiles, 1, tile, &chain_step);
    *chains = (dpex_chains){.n = tile->n, .n_chains = tile->n_chains};
    chains->in_step = n * (int64_t)plan->call.itemsize;
    chains->in = tiles->values;
    /* Contiguous chains in the computing dtype are used in place. */
    if (stride == (int64_t)bytes && !plan->load) {
        chains->in = src;
        chains->in_step = chain_step;
        return;
    }
    char *raw = plan->load ? tiles->raw : tiles->values;
    if (are_columns(tile, chain_step, stride, bytes)) {
        /* Row by row: each cache line of the array is read once and scattered over the chains. */
        for (int64_t i = 0; i < n; i++)
            dpex_line_write(raw + i * (int64_t)bytes, n * (int64_t)bytes, src + i * stride,
                            (int64_t)tile->n_chains, bytes);
    } else {
        for (size_t k = 0; k < tile->n_chains; k++)
            dpex_line_read(raw + k * tile->n * bytes, src + (int64_t)k * chain_step, stride, n,
                           bytes);
    }
    if (plan->load) plan->load(tiles->values, raw, tile->n * tile->n_chains);
}

void dpex_scan_tile_open(dpex_scan_tiles *tiles, const dpex_scan_tile *tile, dpex_chains *chains)
{
    const dpex_scan_plan *plan = tiles->plan;
    chains->out = tiles->results;
    chains->out_step = (int64_t)(tile->n * plan->call.itemsize);
    /* Results go straight to the output if no conversion, streaming or later reading of its
     * elements forbids it. */
    if (!plan->store && !plan->stream && !plan->is_in_place &&
        plan->lines.stride[0] == (int64_t)plan->call.itemsize) {
        chains->out = start_of(tiles, 0, tile, &chains->out_step);
    }
}

void dpex_scan_tile_write(dpex_scan_tiles *tiles, const dpex_scan_tile *tile,
                          const dpex_chains *chains)
{
    const dpex_scan_plan *plan = tiles->plan;
    int64_t chain_step, stride = plan->lines.stride[0], n = (int64_t)tile->n;
    size_t bytes = plan->lines.layout.operands[0].itemsize;
    char *dst = start_of(tiles, 0, tile, &chain_step);
    const char *src = tiles->results;
    /* Already written in place. */
    if (chains->out == dst) return;
    if (plan->store) {
        plan->store(tiles->packed, src, tile->n * tile->n_chains);
        src = tiles->packed;
    }
    if (are_columns(tile, chain_step, stride, bytes)) {
        for (int64_t i = 0; i < n; i++)
            dpex_line_read(dst + i * stride, src + i * (int64_t)bytes, n * (int64_t)bytes,
                           (int64_t)tile->n_chains, bytes);
        return;
    }
    for (size_t k = 0; k < tile->n_chains; k++, dst += chain_step, src += tile->n * bytes) {
        if (plan->stream && stride == (int64_t)bytes)
            dpex_loops_stream(plan->call.loops, dst, src, tile->n * bytes);
        else
            dpex_line_write(dst, stride, src, n, bytes);
    }
}
