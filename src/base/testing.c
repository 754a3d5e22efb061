/* The public side of the hooks that tests use. */
#include "dpex/testing.h"

#include "base/alloc.h"

void dpex_testing_fail_allocation(int64_t n)
{
    dpex_alloc_fail_at(n);
}

int64_t dpex_testing_count_allocations(void)
{
    return dpex_alloc_n_calls();
}
