/* The parts into which counts are divided: the same for the host and for the CPUs of drivers, so
 * that weighted sums have the same bits. */
#include "tables.h"

#include "base/integer.h"
#include "defs/tuning.h"

enum { LEAST_PART = 1 << 16, MOST_PARTS = 16 };

/* Parts are whole blocks and longer than tables, since a table is cleared and added for each of
 * them. */
int64_t dpex_count_parts(int64_t size, int64_t n_bins, int64_t *part)
{
    const int64_t least = dpex_int64_max(DPEX_COUNT_SHARE * n_bins, LEAST_PART);
    const int64_t n_parts = dpex_int64_clamp(size / least, 1, MOST_PARTS);
    *part = size / n_parts / DPEX_BLOCK_ELEMS * DPEX_BLOCK_ELEMS;
    return n_parts;
}
