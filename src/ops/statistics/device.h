/* Counts, interpolation and segments on devices that compile at run time: what count.c,
 * interpolate.c and segments.c do for the host, whose arguments are checked; results exist. */
#ifndef DPEX_OPS_STATISTICS_DEVICE_H
#define DPEX_OPS_STATISTICS_DEVICE_H

#include "base/text.h"
#include "dpex/array.h"
#include "ops/tape/tape.h"

/* ---- counts (count_device.c) ------------------------------------------------------------------------------- */

/* edges, weights: may be NULL. out: the number of bins, not 0; of int64, or of the weights'
 * dtype. */
typedef struct dpex_device_counting {
    const char *name;
    const dpex_array *x, *edges, *weights, *out;
} dpex_device_counting;
dpex_status dpex_device_count(const dpex_device_counting *what);

typedef enum dpex_device_count_phase {
    DPEX_DEVICE_COUNT_TABLES = 1,
    DPEX_DEVICE_COUNT_TOTALS,
    DPEX_DEVICE_COUNT_ATOMIC,
    DPEX_DEVICE_COUNT_WIDEN,
    DPEX_DEVICE_COUNT_BINS,
    DPEX_DEVICE_COUNT_SORTED,
    DPEX_DEVICE_COUNT_WARPS
} dpex_device_count_phase;
typedef struct dpex_device_count_text {
    dpex_device_count_phase phase;
    dpex_dtype in, sum, edge; /* DPEX_I64: no edges */
    int is_grouped, is_weighted, is_small, has_local;
    int bin_bits; /* of the table of a sub-group; 0: it has none */
} dpex_device_count_text;
void dpex_device_count_write(const dpex_device_count_text *what, dpex_text *text);

/* ---- interpolation (interpolate_device.c) --------------------------------------------------------------------- */

/* All of one real dtype; left, right: NULL for the values of the first and the last point. */
typedef struct dpex_device_interpolation {
    const dpex_array *x, *at, *values, *out;
    const double *left, *right;
} dpex_device_interpolation;
dpex_status dpex_device_interpolate(const dpex_device_interpolation *what);
void dpex_device_interpolate_write(dpex_dtype dtype, int per_item, dpex_text *text);

/* ---- segments (segments_device.c) ------------------------------------------------------------------------------ */

/* x: C-contiguous, at least one result. */
dpex_status dpex_device_segments_reduce(const dpex_reduction *reduction, const dpex_array *x,
                                        const dpex_array *begins, const dpex_array *out);
dpex_status dpex_device_combine_at(const dpex_op *op, const dpex_array *target,
                                   const dpex_array *indices, const dpex_array *values);

typedef enum dpex_device_segments_phase {
    DPEX_DEVICE_SEGMENTS_REDUCE = 1,
    DPEX_DEVICE_SEGMENTS_FINISH,
    DPEX_DEVICE_COMBINE_STRETCHES,
    DPEX_DEVICE_COMBINE_KEYS,
    DPEX_DEVICE_COMBINE_SORTED
} dpex_device_segments_phase;
typedef struct dpex_device_segments_text {
    dpex_device_segments_phase phase;
    const dpex_tape *tape; /* ending in the reduction, or of the one operation; not for keys */
    dpex_dtype dtype;
    int is_grouped;
} dpex_device_segments_text;
void dpex_device_segments_write(const dpex_device_segments_text *what, dpex_text *text);

#endif
