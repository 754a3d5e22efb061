/* LAPACK's functions for one matrix, for real and complex numbers of double precision. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "blocked.h"
#include "lapack.h"
#include "ops/loops/loops.h"

#define K_PASTE_(a, b) a##b
#define K_PASTE(a, b)  K_PASTE_(a, b)

/* Worse ones later. */
/* LAPACK's iterations may not end for NaN, so these are found before; which of the two it is
 * decides the result. */
enum { FINITE, INFINITE, HAS_NAN };

/* Without the sign, the bits of a NaN are larger than those of infinity, and these larger than all
 * others. */
static int worst_of_reals(const double *x, int64_t n)
{
    static const uint64_t infinity = UINT64_C(0x7ff) << 52;
    uint64_t largest = 0;
    /* As integers: comparisons with NaN are false whatever the order, so those of reals would
     * need a second one. */
    for (int64_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        bits &= UINT64_MAX >> 1;
        largest = bits > largest ? bits : largest;
    }
    return largest < infinity ? FINITE : largest == infinity ? INFINITE : HAS_NAN;
}

#define K_SUFFIX     f64
#define T            double
#define K_IS_COMPLEX 0
#include "lapack.inc"

#define K_SUFFIX     c128
#define T            dpex_c128
#define K_IS_COMPLEX 1
#include "lapack.inc"
