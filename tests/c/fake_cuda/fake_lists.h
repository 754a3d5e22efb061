/* With FAKE_LISTS all kernels are known to the stand-in and do nothing, nor do fills: for
 * tools/precompile_kernels.py, which wants the kernels' texts. */
#ifndef DPEX_TESTS_FAKE_LISTS_H
#define DPEX_TESTS_FAKE_LISTS_H

#include <stdint.h>
#include <stdlib.h>

#ifndef FAKE_LISTS
#define FAKE_LISTS 0
#endif
#if FAKE_LISTS
/* Drivers before 12.4 do not tell parameters. */
__asm__(".hidden cuFuncGetParamInfo");
#endif

/* What no kernel writes: FAKE_LISTS_COUNT in each 8 bytes, which the host may read as the number of
 * elements found, or of the row that cannot be divided by. */
static inline void fake_fill_with_counts(void *ptr, size_t bytes)
{
    const char *text = getenv("FAKE_LISTS_COUNT");
    const uint64_t count = text && *text == '1';
    for (size_t i = 0; i < bytes / sizeof count; i++) ((uint64_t *)ptr)[i] = count;
}

#endif
