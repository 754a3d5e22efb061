/* Scans on devices that compile at run time. */
#ifndef DPEX_OPS_DEVICE_SCAN_H
#define DPEX_OPS_DEVICE_SCAN_H

#include "base/text.h"
#include "dpex/array.h"
#include "ops/tape/tape.h"

/* Which values a running combine of floating-point numbers never leaves again (defs/scan.def). */
typedef enum dpex_device_sticks {
    DPEX_DEVICE_STICKS_NEVER,
    DPEX_DEVICE_STICKS_INFINITE,
    DPEX_DEVICE_STICKS_AT_ZERO /* and infinite */
} dpex_device_sticks;

typedef struct dpex_device_scan {
    const char *name;
    int op; /* dpex_op_number of the combine; -1: logarithms of sums of exponentials */
    dpex_device_sticks sticks;
    dpex_dtype dtype; /* to compute in */
} dpex_device_scan;

/* out[...] = scan of x along axis: same shape, at least one element, one queue; out is exactly x or
 * does not overlap it. Returns before the work is done. */
dpex_status dpex_device_scan_run(const dpex_device_scan *scan, const dpex_array *x, int axis,
                                 const dpex_array *out);

/* The text of one phase's kernel. */
typedef enum dpex_device_scan_phase {
    DPEX_DEVICE_SCAN_TOTALS = 1,
    DPEX_DEVICE_SCAN_STARTS,
    DPEX_DEVICE_SCAN_RESULTS,
    DPEX_DEVICE_SCAN_SWEEP
} dpex_device_scan_phase;
typedef struct dpex_device_scan_text {
    const dpex_device_scan *scan;
    const dpex_tape *tape; /* dpex_device_scan_state */
    dpex_dtype in, out;
    int is_grouped;  /* a work-group per part, else a work-item */
    int has_columns; /* a work-item per group of neighbouring lines; of results */
    dpex_device_scan_phase phase;
} dpex_device_scan_text;
void dpex_device_scan_write(const dpex_device_scan_text *what, dpex_text *text);

/* What is combined, as state.c wants it: a tape (new) that ends in a reduction, which it keeps. The
 * tape is made also where this fails. */
dpex_status dpex_device_scan_state(const dpex_device_scan *scan, dpex_reduction *combine,
                                   dpex_tape *tape);

#endif
