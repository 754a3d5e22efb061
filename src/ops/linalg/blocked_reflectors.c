/* Products of many reflectors with vectors in strips (eigen.h). A strip meets all blocks of reflectors one after the other while it lies in
 * a cache. */
#include "base/integer.h"
#include "blocked.h"
#include "runtime/runtime.h"

/* Reflectors of a block: as many as are DPEX_EIGEN_MAX_WIDTH columns of real numbers, or half of that. */
static int64_t block_width(const dpex_reflectors *r)
{
    return (r->n <= 256 ? DPEX_EIGEN_MAX_WIDTH / 2 : DPEX_EIGEN_MAX_WIDTH) / r->parts;
}

static int64_t n_blocks(const dpex_reflectors *r)
{
    return dpex_int64_ceil_div(r->count, block_width(r));
}

/* Of a projector or an updater. */
static int64_t elements_of_block(const dpex_reflectors *r)
{
    const int64_t height = dpex_int64_round_up(r->n, DPEX_EIGEN_CUT) * r->parts + DPEX_EIGEN_CUT;
    return height * block_width(r) * r->parts;
}

int64_t dpex_reflectors_elements(const dpex_reflectors *r)
{
    return 2 * n_blocks(r) * elements_of_block(r);
}

static dpex_eigen_block block_of(const dpex_reflectors *r, int64_t number)
{
    const int64_t first = number * block_width(r), elements = elements_of_block(r),
                  count = dpex_int64_min(block_width(r), r->count - first);
    return (dpex_eigen_block){
        .first = (first + r->skipped) * r->parts,
        .n = r->n * r->parts,
        .count = count,
        .width = dpex_int64_round_up(count * r->parts, dpex_eigen_loops_get()->columns),
        .v = r->v + first * (r->leading + 1) + r->skipped,
        .tau = r->tau + first,
        .leading = r->leading,
        .apart = r->apart,
        .projector = r->packed + 2 * number * elements,
        .updater = r->packed + (2 * number + 1) * elements,
    };
}

static dpex_status run_packing(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const dpex_reflectors *r = payload;
    for (int64_t i = first_chunk; i < last_chunk; i++) {
        const dpex_eigen_block block = block_of(r, i);
        dpex_eigen_loops_get()->reductions[r->parts - 1]->pack_block(&block);
    }
    return DPEX_SUCCESS;
}

void dpex_reflectors_pack(dpex_steps *steps, dpex_reflectors *r)
{
    dpex_steps_share(steps, run_packing, r, n_blocks(r));
}

void dpex_reflectors_apply(const dpex_reflectors *r, double *strips, int64_t height,
                           int64_t n_strips)
{
    double w[DPEX_EIGEN_MAX_WIDTH * DPEX_REFLECTORS_VECTORS] __attribute__((aligned(64)));
    for (int64_t number = n_blocks(r) - 1; number >= 0; number--) {
        const dpex_eigen_block block = block_of(r, number);
        dpex_eigen_loops_get()->apply_block(&block, strips, height, n_strips, w);
    }
}
