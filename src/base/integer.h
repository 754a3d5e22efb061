/* Integers without overflow: the smaller, the larger, between bounds, divided upwards, rounded up
 * to a multiple. What may overflow is in checked.h. */
#ifndef DPEX_BASE_INTEGER_H
#define DPEX_BASE_INTEGER_H

#include <stddef.h>
#include <stdint.h>

static inline int64_t dpex_int64_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t dpex_int64_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* low <= high. */
static inline int64_t dpex_int64_clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* How many parts of `by` elements n elements make. by > 0. */
static inline int64_t dpex_int64_ceil_div(int64_t n, int64_t by)
{
    return n / by + (n % by > 0);
}

/* The least multiple of `of` that is not less than n. of > 0; the result fits. */
static inline int64_t dpex_int64_round_up(int64_t n, int64_t of)
{
    return dpex_int64_ceil_div(n, of) * of;
}

static inline size_t dpex_size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t dpex_size_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

static inline size_t dpex_size_ceil_div(size_t n, size_t by)
{
    return n / by + (n % by > 0);
}

/* As dpex_int64_round_up; dpex_size_round_up (checked.h) is for what may not fit. */
static inline size_t dpex_size_pad(size_t n, size_t of)
{
    return dpex_size_ceil_div(n, of) * of;
}

#endif
