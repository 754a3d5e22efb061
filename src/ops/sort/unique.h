/* Distinct values on devices that compile at run time (unique_device.c), for unique.c. */
#ifndef DPEX_OPS_SORT_UNIQUE_H
#define DPEX_OPS_SORT_UNIQUE_H

#include "base/text.h"
#include "ops/device/mask.h"

/* What unique gives. */
enum dpex_unique_output {
    DPEX_UNIQUE_VALUES,
    DPEX_UNIQUE_INDICES,
    DPEX_UNIQUE_INVERSE,
    DPEX_UNIQUE_COUNTS,
    DPEX_N_UNIQUE_OUTPUTS
};

/* heads: new, the mask of the elements of a sorted line, at least one, that differ from the
 * preceding one. */
dpex_status dpex_unique_device_start(const dpex_array *sorted, dpex_device_mask *heads);
/* Writes the outputs that are not NULL, which have the mask's number of elements, inverse as many
 * as the line. order: the sort's indices, NULL where neither indices nor inverse are wanted. */
dpex_status dpex_unique_device_finish(const dpex_device_mask *heads, const dpex_array *sorted,
                                      const dpex_array *order,
                                      dpex_array *const outputs[DPEX_N_UNIQUE_OUTPUTS]);

/* The text of a kernel. */
typedef enum dpex_unique_phase {
    DPEX_UNIQUE_HEADS = 1,
    DPEX_UNIQUE_LENGTHS,
    DPEX_UNIQUE_RUNS
} dpex_unique_phase;
void dpex_unique_device_write(dpex_unique_phase phase, dpex_dtype dtype, dpex_text *text);

#endif
