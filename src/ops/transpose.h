/* Copies between memory orders (transpose.c). */
#ifndef DPEX_OPS_TRANSPOSE_H
#define DPEX_OPS_TRANSPOSE_H

#include "dpex/array.h"

/* dst = src, of one dtype and shape, apart in memory, where neighbours in the one are far from each other in the other. *done is
 * 0 where the layouts are not so, and nothing happened. */
dpex_status dpex_transpose(dpex_array *dst, const dpex_array *src, int *done);

#endif
