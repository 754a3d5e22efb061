/* Counts of repetitions as the positions where the copies of each element begin. */
#include "base/checked.h"
#include "base/error.h"
#include "repeat.h"

/* Host memory: in place from counts to starts; n + 1 elements, of which n are counts.
 * The last start is the sum of all counts. */
dpex_status dpex_repeat_sum_counts(int64_t *numbers, int64_t n)
{
    int64_t start = 0;
    for (int64_t i = 0; i <= n; i++) {
        int64_t count = i < n ? numbers[i] : 0;
        if (count < 0)
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "repeat: count %lld is negative: %lld",
                             (long long)i, (long long)count);
        numbers[i] = start;
        DPEX_TRY(dpex_int64_add(start, count, &start));
    }
    return DPEX_SUCCESS;
}
