/* IEEE 754 half precision, stored as 16 bits: conversion to and from double and float.
 *
 * Plain integer arithmetic, because not every compiler that we allow knows _Float16. Rounding is
 * to nearest even, once: a float is widened to double first, which is exact. */
#ifndef DPEX_BASE_HALF_H
#define DPEX_BASE_HALF_H

#include <stdint.h>
#include <string.h>

static inline uint16_t dpex_half_from_double(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    uint64_t mantissa = bits & 0xfffffffffffffull;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent == 1024) { /* infinity; NaN keeps its upper bits and stays a quiet NaN */
        /* The payload's upper bits; the topmost bit is set, so that cutting the payload never gives
         * infinity. */
        uint16_t nan = mantissa ? (uint16_t)(0x200 | mantissa >> 42) : 0;
        return (uint16_t)(sign | 0x7c00 | nan);
    }
    if (exponent < -25) return sign; /* below half of the smallest subnormal */
    if (exponent > 15) return (uint16_t)(sign | 0x7c00);
    mantissa |= 1ull << 52;
    int shift = exponent < -14 ? 42 - 14 - exponent : 42; /* subnormals lose further bits */
    uint64_t kept = mantissa >> shift, lost = mantissa & ((1ull << shift) - 1),
             tie = 1ull << (shift - 1);
    kept += lost > tie || (lost == tie && (kept & 1));
    /* The leading 1 adds itself to the exponent field, and a carry out of the mantissa does too. */
    uint64_t field = exponent < -14 ? 0 : (uint64_t)(exponent + 14) << 10;
    return (uint16_t)(sign | (field + kept));
}

static inline double dpex_half_to_double(uint16_t half)
{
    uint64_t sign = (uint64_t)(half & 0x8000) << 48, exponent = half >> 10 & 0x1f,
             mantissa = half & 0x3ff;
    if (exponent == 0) { /* mantissa times 2^-24, exact */
        double number = (double)mantissa * 0x1p-24;
        return sign ? -number : number;
    }
    uint64_t field = exponent == 31 ? 0x7ff : exponent + 1023 - 15;
    uint64_t bits = sign | field << 52 | mantissa << 42;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline uint16_t dpex_half_from_float(float number)
{
    return dpex_half_from_double((double)number);
}

static inline float dpex_half_to_float(uint16_t half)
{
    return (float)dpex_half_to_double(half);
}

#endif
