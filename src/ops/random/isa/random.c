/* The loops of random numbers for one instruction set (random/kernels.h). */
#include <math.h>

#include "ops/loops/tables.h"

#include "words.inc"

/* ---- numbers in [0, 1) ------------------------------------------------------------------------------------- */

static void unit_from_32(const void *words, double *u, size_t n)
{
    const uint32_t *w = words;
    for (size_t i = 0; i < n; i++) u[i] = (double)w[i] * 0x1p-32;
}

static void unit_from_59(const void *words, double *u, size_t n)
{
    const int64_t *w = words;
    /* 59 bits are more than a double has: the conversion rounds, the largest ones to 1. */
    for (size_t i = 0; i < n; i++) u[i] = (double)w[i] * 0x1p-59;
}

/* 53 bits, all that a double has below 1; as a signed number, which processors without AVX-512
 * convert faster. */
static void unit_from_64(const void *words, double *u, size_t n)
{
    const uint64_t *w = words;
    for (size_t i = 0; i < n; i++) u[i] = (double)(int64_t)(w[i] >> 11) * 0x1p-53;
}

static void unit_from_pairs(const void *words, double *u, size_t n)
{
    /* 26 + 27 bits of two words, as NumPy does for the twister. */
    const uint32_t *w = words;
    for (size_t i = 0; i < n; i++)
        u[i] = ((double)(w[2 * i] >> 5) * 0x1p26 + (double)(w[2 * i + 1] >> 6)) * 0x1p-53;
}

static void short_unit_from_32(const void *words, float *u, size_t n)
{
    const uint32_t *w = words;
    for (size_t i = 0; i < n; i++) u[i] = (float)(int32_t)(w[i] >> 8) * 0x1p-24f;
}

/* ---- elsewhere --------------------------------------------------------------------------------------------- */

static void stretch(double *x, double low, double width, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] = low + x[i] * width;
}

static void stretch_to_i32(const double *u, double low, double width, int32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] = (int32_t)low + (int32_t)(int64_t)(u[i] * width);
}

static void stretch_to_i64(const double *u, double low, double width, int64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] = (int64_t)low + (int64_t)(u[i] * width);
}

/* A float rounded up to 1 would be outside [0, 1). */
static void shorten(const double *u, float *x, size_t n)
{
    const float last = 0x1.fffffep-1f;
    for (size_t i = 0; i < n; i++) {
        float rounded = (float)u[i];
        x[i] = u[i] < 1 && rounded >= 1 ? last : rounded;
    }
}

/* ---- Box-Muller -------------------------------------------------------------------------------------------- */

/* A number of 0 would give infinity: it counts as a quarter of the least step of 32 bits. */
static void normal_part(const double *u, int is_open, double *a, double *b, size_t n_pairs)
{
    const double least = 0x1p-34, rotation = 6.283185307179586476925;
    for (size_t i = 0; i < n_pairs; i++) {
        /* 1 - u lies in (0, 1], where a logarithm is finite; of one word u itself is taken, and
         * 0 counts as above. */
        double x = is_open ? u[2 * i] : 1 - u[2 * i];
        a[i] = x == 0 ? least : x;
        b[i] = rotation * u[2 * i + 1];
    }
}

/* Multiplications and additions only: the functions between are vector calls (fill.c). */
static void normal_combine(const double *log_a, const double *sine, const double *cosine,
                           double mean, double scale, double *out, size_t n_pairs)
{
    for (size_t i = 0; i < n_pairs; i++) {
        double r = sqrt(-2 * log_a[i]);
        out[2 * i] = r * sine[i] * scale + mean;
        out[2 * i + 1] = r * cosine[i] * scale + mean;
    }
}

const dpex_random_loops K_IN_ISA(dpex_random_loops) = {
    .twist = twist,
    .temper = temper,
    .philox = philox,
    .philox4x32 = philox4x32,
    .mcg59 = mcg59,
    .pcg64 = pcg64,
    .pcg64dxsm = pcg64dxsm,
    .sfc64 = sfc64,
    .unit_from_32 = unit_from_32,
    .unit_from_59 = unit_from_59,
    .unit_from_64 = unit_from_64,
    .unit_from_pairs = unit_from_pairs,
    .short_unit_from_32 = short_unit_from_32,
    .stretch = stretch,
    .stretch_to_i32 = stretch_to_i32,
    .stretch_to_i64 = stretch_to_i64,
    .shorten = shorten,
    .normal_part = normal_part,
    .normal_combine = normal_combine,
};
