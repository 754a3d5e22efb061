/* Between matrices one after the other and matrices side by side: element e of matrix i is at
 * work[e][i]. A complex element is its real parts, then its imaginary ones.
 *
 * Squares of LANES x LANES are transposed in registers by rounds of interleaving, as in
 * loops/transpose.inc. Single precision is converted on the way. */
#ifndef DPEX_OPS_LINALG_GROUPS_INTERLEAVE_H
#define DPEX_OPS_LINALG_GROUPS_INTERLEAVE_H

#include "vector.h"

#if defined(__AVX512F__)
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#elif defined(__AVX__)
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#else
#define LOW(a, b)  __builtin_shufflevector(a, b, 0, 2)
#define HIGH(a, b) __builtin_shufflevector(a, b, 1, 3)
#endif

/* Exchanges index and lane (loops/transpose.inc says why this does it). */
INLINE void transpose_square(vector rows[LANES])
{
    vector mixed[LANES];
    UNROLL for (int step = 1; step < LANES; step *= 2)
    {
        UNROLL for (int i = 0; i < LANES / 2; i++)
        {
            mixed[2 * i] = LOW(rows[i], rows[i + LANES / 2]);
            mixed[2 * i + 1] = HIGH(rows[i], rows[i + LANES / 2]);
        }
        UNROLL for (int i = 0; i < LANES; i++) rows[i] = mixed[i];
    }
}

INLINE vector load_row(const char *from, int is_single)
{
    if (is_single) return __builtin_convertvector(*(const single_vector *)from, vector);
    return *(const loose_vector *)from;
}

INLINE void store_row(char *to, vector row, int is_single)
{
    if (is_single)
        *(single_vector *)to = __builtin_convertvector(row, single_vector);
    else
        *(loose_vector *)to = row;
}

INLINE double load_one(const char *from, int is_single)
{
    return is_single ? (double)*(const loose_float *)from : *(const loose_double *)from;
}

INLINE void store_one(char *to, double x, int is_single)
{
    if (is_single)
        *(loose_float *)to = (float)x;
    else
        *(loose_double *)to = x;
}

/* Of the first `count` matrices, n doubles (or floats) each; the other lanes repeat the last
 * one. */
INLINE void interleave_as(vector *work, const char *from, int64_t bytes, int64_t n, int64_t count,
                          const int is_single)
{
    const char *at[LANES];
    const int64_t size = is_single ? 4 : 8;
    int64_t e = 0;
    for (int i = 0; i < LANES; i++) at[i] = from + (i < count ? i : count - 1) * bytes;
    for (; e + LANES <= n; e += LANES) {
        vector rows[LANES];
        UNROLL for (int i = 0; i < LANES; i++) rows[i] = load_row(at[i] + e * size, is_single);
        transpose_square(rows);
        UNROLL for (int i = 0; i < LANES; i++) work[e + i] = rows[i];
    }
    for (; e < n; e++) {
        vector row;
        UNROLL for (int i = 0; i < LANES; i++) row[i] = load_one(at[i] + e * size, is_single);
        work[e] = row;
    }
}

INLINE void separate_as(const vector *work, char *to, int64_t bytes, int64_t n, int64_t count,
                        const int is_single)
{
    const int64_t size = is_single ? 4 : 8;
    int64_t e = 0;
    for (; e + LANES <= n; e += LANES) {
        vector rows[LANES];
        UNROLL for (int i = 0; i < LANES; i++) rows[i] = work[e + i];
        transpose_square(rows);
        if (count == LANES) {
            UNROLL for (int i = 0; i < LANES; i++)
                store_row(to + i * bytes + e * size, rows[i], is_single);
        } else {
            UNROLL for (int i = 0; i < LANES; i++) if (i < count)
                store_row(to + i * bytes + e * size, rows[i], is_single);
        }
    }
    for (; e < n; e++) {
        const vector row = work[e];
        UNROLL for (int i = 0; i < LANES; i++) if (i < count)
            store_one(to + i * bytes + e * size, row[i], is_single);
    }
}

static void interleave(vector *work, const char *from, int64_t bytes, int64_t n, int64_t count,
                       int is_single)
{
    if (is_single)
        interleave_as(work, from, bytes, n, count, 1);
    else
        interleave_as(work, from, bytes, n, count, 0);
}

static void separate(const vector *work, char *to, int64_t bytes, int64_t n, int64_t count,
                     int is_single)
{
    if (is_single)
        separate_as(work, to, bytes, n, count, 1);
    else
        separate_as(work, to, bytes, n, count, 0);
}

/* The lanes whose n doubles are all finite: 0 times any other is NaN. */
static mask find_finite(const vector *work, int64_t n)
{
    vector zeros[4] = {{0}};
    int64_t e = 0;
    for (; e + 4 <= n; e += 4) {
        UNROLL for (int i = 0; i < 4; i++) zeros[i] += work[e + i] * 0;
    }
    for (; e < n; e++) zeros[0] += work[e] * 0;
    return equal((zeros[0] + zeros[1]) + (zeros[2] + zeros[3]), vector_of(0));
}

#endif
