/* Copies between arrays of one layout: of their bytes, without a tape. */
#ifndef DPEX_OPS_ITERATE_BYTES_H
#define DPEX_OPS_ITERATE_BYTES_H

#include "dpex/array.h"

/* Whether the arrays have one dtype, shape and contiguous layout. */
int dpex_bytes_agree(const dpex_array *dst, const dpex_array *src);

/* dst = src by a command on dst's queue, for arrays that agree. */
dpex_status dpex_bytes_submit(dpex_array *dst, const dpex_array *src);

/* dst = src, in the calling thread or by a command. *is_done 0: the arrays do not agree, or a tape
 * takes less time. dst's queue can read the memory of src. */
dpex_status dpex_bytes_copy(dpex_array *dst, const dpex_array *src, int *is_done);

/* n times the same element. */
void dpex_bytes_repeat(void *dst, const void *element, size_t itemsize, size_t n);

#endif
