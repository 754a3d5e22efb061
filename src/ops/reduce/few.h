/* Reductions of a few elements each, in machine code. */
#ifndef DPEX_OPS_REDUCE_FEW_H
#define DPEX_OPS_REDUCE_FEW_H

#include "plan.h"

/* NULL: there is no code for it. The plan has its cuts (n_results, n_reduced) and is kept. */
dpex_few *dpex_few_create(const dpex_reduce_plan *rp, const dpex_tape *tape);
void dpex_few_free(dpex_few *few);

/* Rows of results, and how many are one chunk. */
int64_t dpex_few_n_rows(const dpex_few *few);
int64_t dpex_few_rows_per_chunk(const dpex_few *few);
dpex_status dpex_few_execute(const dpex_few *few, int64_t first, int64_t last);

#endif
