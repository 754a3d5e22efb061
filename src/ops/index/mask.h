/* A condition as bits with a count per block, on which all operations with masks are based.
 *
 * Bits are in C order whatever the condition's layout; they take an eighth of a byte per element,
 * so that reading them again is cheap. Blocks are cut by the shape alone. The exclusive prefix sum
 * of the counts (the rank of a block's first chosen element) says where a block's results go, so
 * that blocks are processed in any order. */
#ifndef DPEX_OPS_INDEX_MASK_H
#define DPEX_OPS_INDEX_MASK_H

#include "base/integer.h"
#include "defs/tuning.h"
#include "dpex/mask.h"
#include "ops/device/mask.h"
#include "ops/iterate/layout.h"
#include "ops/loops/loops.h"

enum {
    DPEX_MASK_BLOCK = 16384,           /* elements of a block: the chunk of all commands on masks */
    DPEX_MASK_STEP = DPEX_BLOCK_ELEMS, /* elements that a thread does at a time */
    DPEX_MASK_STEP_WORDS = DPEX_MASK_STEP / 64,
};

/* Pointers into memory of the queue's pool, for commands on that queue. */
typedef struct dpex_mask_bits {
    uint64_t *words;
    /* n_blocks + 1 entries. */
    int64_t *starts; /* ranks of the blocks' first elements; behind them the number of all */
    int64_t size, n_blocks;
} dpex_mask_bits;

typedef struct dpex_mask {
    int is_on_device; /* of a backend that does not run on the host: then only `device` is used */
    dpex_device_mask device;
    dpex_mask_bits bits;
    /* The memory of words and starts; owned. */
    dpex_array memory;
    dpex_event *event; /* of the counting; NULL: it is done */
} dpex_mask;

/* Whether they share a queue and a shape. */
dpex_status dpex_mask_check(const dpex_array *x, const dpex_array *condition);

/* Submits the counting. _fini also where commands that use the bits are pending: they are on the
 * same queue. */
dpex_status dpex_mask_init(const dpex_array *condition, dpex_mask *mask);
void dpex_mask_fini(dpex_mask *mask);
/* How many elements are chosen. Blocks. */
dpex_status dpex_mask_count(dpex_mask *mask, int64_t *n);

/* x[mask] into `out`, one dimension of as many elements; x has the condition's shape. */
dpex_status dpex_mask_compress(const dpex_mask *mask, const dpex_array *x, dpex_array *out);
/* The coordinates into `out`, int64 of shape (nd, n), of a condition of this shape. */
dpex_status dpex_mask_positions(const dpex_mask *mask, int nd, const int64_t *shape,
                                dpex_array *out);
/* x[mask] = values, which have one dimension and are repeated as often as needed; they are cast,
 * and may overlap x. */
dpex_status dpex_mask_place(const dpex_mask *mask, dpex_array *x, const dpex_array *values);

/* The words of `n` elements from number `first`, a multiple of DPEX_MASK_STEP, on. Bits behind the
 * last are cleared even where the counting has failed, so that nothing is ever written outside an
 * array. */
void dpex_mask_read(const dpex_mask_bits *bits, int64_t first, int64_t n,
                    uint64_t words[DPEX_MASK_STEP_WORDS]);

/* ---- elements in C order --------------------------------------------------------------------------------- */

/* A layout whose elements count in C order, with the array as operand 0. */
size_t dpex_in_order_bytes(int nd);
void dpex_in_order_init(dpex_layout *layout, void *memory, const dpex_array *array);

/* n elements from number `first` on in contiguous memory: in place, or in `scratch`. */
const void *dpex_in_order_read(const dpex_layout *layout, int64_t first, int64_t n, void *scratch);

/* Whether reading in C order would fetch a cache line for each element, of an array large enough
 * for that to matter: then a copy in C order (by tiles) is faster. */
int dpex_in_order_is_slow(const dpex_array *array);

/* log2 of the itemsize: 0 for elements of 1 byte, 4 for 16. */
static inline int dpex_size_number(dpex_dtype dtype)
{
    return __builtin_ctz(dpex_dtype_get_info(dtype)->itemsize);
}

static inline int64_t dpex_mask_n_blocks(int64_t size)
{
    return dpex_int64_ceil_div(size, DPEX_MASK_BLOCK);
}

#endif
