/* Masks on devices that compile at run time: the condition as bools in C order, and per block how
 * many elements are chosen in it and before it. */
#ifndef DPEX_OPS_DEVICE_MASK_H
#define DPEX_OPS_DEVICE_MASK_H

#include "base/text.h"
#include "dpex/array.h"

typedef struct dpex_device_mask {
    dpex_array chosen, counts; /* owned; no elements where the condition has none */
    int64_t block;             /* elements */
    int is_grouped;
} dpex_device_mask;

/* Submits the counting. After a failure there is nothing to release. */
dpex_status dpex_device_mask_init(const dpex_array *condition, dpex_device_mask *mask);
void dpex_device_mask_fini(dpex_device_mask *mask);
/* How many elements are chosen. Blocks. */
dpex_status dpex_device_mask_count(const dpex_device_mask *mask, int64_t *n);

/* As those of ops/index/mask.h; values do not overlap x. in_order: elements of x may share memory,
 * so one work-item writes all, and the last value stays. */
dpex_status dpex_device_mask_compress(const dpex_device_mask *mask, const dpex_array *x,
                                      dpex_array *out);
dpex_status dpex_device_mask_positions(const dpex_device_mask *mask, int nd, const int64_t *shape,
                                       dpex_array *out);
dpex_status dpex_device_mask_put(const dpex_device_mask *mask, dpex_array *x,
                                 const dpex_array *values, int in_order);

/* for (each r) if (condition[r]) x[r] = value; both of one shape, without overlap. */
dpex_status dpex_device_fill_where(dpex_array *x, const dpex_array *condition,
                                   const dpex_scalar *value);

/* The text of a kernel. */
typedef enum dpex_device_mask_phase {
    DPEX_DEVICE_MASK_COUNT = 1,
    DPEX_DEVICE_MASK_COMPRESS,
    DPEX_DEVICE_MASK_POSITIONS,
    DPEX_DEVICE_MASK_WRITE,
    DPEX_DEVICE_MASK_FILL
} dpex_device_mask_phase;
typedef struct dpex_device_mask_text {
    dpex_device_mask_phase phase;
    int is_grouped, itemsize;
    int is_flat; /* one dimension */
} dpex_device_mask_text;
void dpex_device_mask_write(const dpex_device_mask_text *what, dpex_text *text);

#endif
