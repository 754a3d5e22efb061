/* Copies between two layouts of one dtype (direct.c). */
#ifndef DPEX_OPS_REARRANGE_DIRECT_H
#define DPEX_OPS_REARRANGE_DIRECT_H

#include "dpex/array.h"

/* dst = src, of one dtype, src broadcast to dst, without overlap, on a queue that computes on the
 * host. */
dpex_status dpex_copy_direct(dpex_array *dst, const dpex_array *src);

#endif
