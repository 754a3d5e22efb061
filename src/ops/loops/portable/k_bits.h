/* Real numbers as their bits, on the host; device compilers have functions of these names
 * (device/prelude_*). */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_BITS_H
#define DPEX_OPS_LOOPS_PORTABLE_K_BITS_H

#include <stdint.h>
#include <string.h>

#include "k_used.h"

/* memcpy has defined behaviour here, and compiles to a move. */
static inline uint32_t k_bits_of_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static inline float k_f32_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static inline uint64_t k_bits_of_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static inline double k_f64_of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

#endif
