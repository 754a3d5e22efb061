/* Scans: cumulative sums, products and logarithms of sums along an axis. A scan is a row of
 * src/defs/scan.def. */
#ifndef DPEX_SCAN_H
#define DPEX_SCAN_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_scan dpex_scan;

DPEX_API const dpex_scan *dpex_scan_find(const char *name); /* NULL: there is none */
DPEX_API const char *dpex_scan_get_name(const dpex_scan *scan);
/* The i-th scan of the table, NULL past the end: for tests and listings. */
DPEX_API const dpex_scan *dpex_scan_get(size_t i);

/* Result dtype for an input dtype on a device, where none is asked for; DPEX_ERROR_INVALID_TYPE
 * where the scan is not defined for the input. */
DPEX_API dpex_status dpex_scan_resolve(const dpex_scan *scan, dpex_dtype in,
                                       const dpex_device *device, dpex_dtype *out);

/* For each line of x along `axis` (0..nd-1; x of 0 dimensions is one line of one element):
 *
 *     value = initial; if (include_initial) *o++ = value;
 *     for (i = 0; i < n; i++) *o++ = value = i || include_initial ? combine(value, line[i]) : line[i];
 *
 * with values of `dtype` (inputs are converted first; cumulative_logsumexp computes in a real type
 * and converts at the end). The bits depend neither on the number of threads nor, for scans, on the
 * layout. Long lines are cut into segments whose totals are combined, so cumulative sums of many
 * numbers have smaller errors than sequential ones; those of non-negative numbers never decrease.
 * Returns before the work is done. A result of 1 dimension where x has 0 and include_initial is
 * set. */
DPEX_API dpex_status dpex_scan_new(const dpex_scan *scan, const dpex_array *x, int axis,
                                   dpex_dtype dtype, int include_initial, dpex_array *out);
/* The same into an existing array of that shape, whose dtype is the one asked for; it may overlap
 * x. */
DPEX_API dpex_status dpex_scan_into(const dpex_scan *scan, const dpex_array *x, int axis,
                                    int include_initial, dpex_array *out);

DPEX_EXTERN_C_END

#endif
