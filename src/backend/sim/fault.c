/* Fault injection: the n-th call into the simulator fails, once. */
#include "backend/sim/fault.h"

#include <stdatomic.h>

#include "base/error.h"
#include "dpex/testing.h"

/* Calls until the one that fails; 0 or less: none will. */
static _Atomic int64_t countdown;

void dpex_sim_fail_at(int64_t n)
{
    atomic_store_explicit(&countdown, n, memory_order_relaxed);
}

/* The rest of the count tells whether the failure has happened. */
int dpex_testing_fail_device_call(int64_t n)
{
    return atomic_exchange_explicit(&countdown, n, memory_order_relaxed) > 0;
}

dpex_status dpex_sim_enter(const char *call)
{
    if (atomic_load_explicit(&countdown, memory_order_relaxed) <= 0) return DPEX_SUCCESS;
    /* Exactly one call sees 1. */
    if (atomic_fetch_sub_explicit(&countdown, 1, memory_order_relaxed) != 1) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_BACKEND,
                     "%s of the simulated device fails, as DPEX_SIMULATE_FAIL asked", call);
}
