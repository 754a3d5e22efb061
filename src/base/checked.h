/* Size arithmetic that cannot wrap around: DPEX_ERROR_OVERFLOW instead, with the operands in the
 * message. */
#ifndef DPEX_BASE_CHECKED_H
#define DPEX_BASE_CHECKED_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* *sum is undefined on failure, like all results here. */
static inline dpex_status dpex_size_add(size_t a, size_t b, size_t *sum)
{
    if (__builtin_add_overflow(a, b, sum))
        return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%zu + %zu bytes do not fit a size", a, b);
    return DPEX_SUCCESS;
}

static inline dpex_status dpex_size_mul(size_t a, size_t b, size_t *product)
{
    if (__builtin_mul_overflow(a, b, product))
        return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%zu x %zu bytes do not fit a size", a, b);
    return DPEX_SUCCESS;
}

/* Rounds up to a multiple of align, a power of two. */
static inline dpex_status dpex_size_round_up(size_t bytes, size_t align, size_t *rounded)
{
    if (__builtin_add_overflow(bytes, align - 1, rounded))
        return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%zu bytes rounded to %zu do not fit a size", bytes,
                         align);
    *rounded &= ~(align - 1);
    return DPEX_SUCCESS;
}

static inline dpex_status dpex_int64_add(int64_t a, int64_t b, int64_t *sum)
{
    if (__builtin_add_overflow(a, b, sum))
        return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%" PRId64 " + %" PRId64 " do not fit 64 bits", a, b);
    return DPEX_SUCCESS;
}

static inline dpex_status dpex_int64_mul(int64_t a, int64_t b, int64_t *product)
{
    if (__builtin_mul_overflow(a, b, product))
        return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%" PRId64 " x %" PRId64 " do not fit 64 bits", a, b);
    return DPEX_SUCCESS;
}

#endif
