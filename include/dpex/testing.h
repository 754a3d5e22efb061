/* Hooks by which the tests of a binding make failures happen. Not for programs. */
#ifndef DPEX_TESTING_H
#define DPEX_TESTING_H

#include <stdint.h>

#include "macros.h"

DPEX_EXTERN_C_BEGIN

/* From now on, on all threads: the n-th allocation that the library makes for its own bookkeeping
 * (1: the next) fails, the others succeed. 0: none fails. Starts the count anew. */
DPEX_API void dpex_testing_fail_allocation(int64_t n);

/* Such allocations asked for since then; while no test has called it nothing is counted. */
DPEX_API int64_t dpex_testing_count_allocations(void);

/* From now on the n-th call into the simulated devices (1: the next) fails, once; 0: none. What is
 * counted: docs/environment.md, DPEX_SIMULATE_FAIL. Returns whether an earlier requested failure
 * has not happened yet. */
DPEX_API int dpex_testing_fail_device_call(int64_t n);

/* 1: pending work of automatic fusion (dpex/fusion.h) is submitted only when something needs it,
 * however long that takes; 0: as usual. */
DPEX_API void dpex_testing_hold_fusion(int hold);

/* Automatic fusion as if DPEX_FUSION were this text; NULL: as the environment says. On all threads,
 * of which no other one submits work meanwhile. */
DPEX_API void dpex_testing_set_fusion(const char *text);

/* Opens this library in place of the CUDA driver's, whatever devices there are; kept. Before the
 * first use of a device. */
DPEX_API void dpex_testing_set_cuda_library(const char *path);

/* Factorizations on devices that compile are by a library of the vendor's, where it is there, from
 * this extent on, whatever the number of matrices; INT64_MAX: never; 0: as usual. */
DPEX_API void dpex_testing_set_library_extent(int64_t extent);

DPEX_EXTERN_C_END

#endif
