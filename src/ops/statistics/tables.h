/* How counts are divided, for the host and for CPUs that drivers compile for. */
#ifndef DPEX_OPS_STATISTICS_TABLES_H
#define DPEX_OPS_STATISTICS_TABLES_H

#include <stdint.h>

enum {
    DPEX_COUNT_SHARE = 4, /* parts are longer than tables, this many times */
    DPEX_COUNT_SMALL =
        1024 /* bins up to which there are several tables, for neighbouring elements */
};

/* The number of parts, by sizes alone, and the elements of each but the last, which has the rest
 * too. */
int64_t dpex_count_parts(int64_t size, int64_t n_bins, int64_t *part);

#endif
