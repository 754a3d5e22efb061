/* Repetition of blocks of bytes (repeat_run.c), by which repeat and tile are implemented. */
#ifndef DPEX_OPS_REARRANGE_REPEAT_H
#define DPEX_OPS_REARRANGE_REPEAT_H

#include "dpex/array.h"

/* The source is n_periods * period blocks; dst is the copies of block 0, of block 1, ...,
 * C-contiguous. */
typedef struct dpex_repetition {
    int64_t block_elems;
    int64_t n_periods, period; /* blocks; counts are the same in each period */
    int64_t count;             /* copies of each block, if starts is NULL */
    /* int64: starts[i] copies are before those of block i of a period; period + 1 of them. Host
     * memory, idle. */
    const dpex_array *starts;
} dpex_repetition;

/* Copies of blocks [first, end) only, which src holds, C-contiguous. Host queues only; dst is not
 * empty and does not overlap src. */
dpex_status dpex_repeat_submit(const char *name, const dpex_array *dst, const dpex_array *src,
                               const dpex_repetition *repetition, int64_t first, int64_t end);

/* Counts to the numbers of copies before each element, and their sum behind them: n + 1 numbers.
 * Counts must not be negative. */
dpex_status dpex_repeat_sum_counts(int64_t *numbers, int64_t n);

/* On queues whose backend does not compute on the host; the arguments have been checked. out: new,
 * of that kind. */
dpex_status dpex_repeat_each_on_device(const dpex_array *x, int axis, const dpex_array *counts,
                                       dpex_usm_kind kind, dpex_array *out);

#endif
