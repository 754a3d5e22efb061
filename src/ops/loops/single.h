/* Operations on one element, for the dtypes and operations that programs compute in loops. */
#ifndef DPEX_OPS_LOOPS_SINGLE_H
#define DPEX_OPS_LOOPS_SINGLE_H

#include "ops/tape/op.h"

/* *out = op(*in[0], ...), of the dtype in which it computes; the bits are those of its loop. */
typedef void (*dpex_single_fn)(void *out, const void *const *in);

/* [computing dtype][operation]; NULL: none, or no table. */
extern const dpex_single_fn *const dpex_singles[DPEX_N_DTYPES];

static inline dpex_single_fn dpex_single_find(dpex_dtype dtype, const dpex_op *op)
{
    const dpex_single_fn *of_dtype = dpex_singles[dtype];
    return of_dtype ? of_dtype[dpex_op_get_number(op)] : NULL;
}

#endif
