/* LAPACK's functions for one matrix, for each of the four types. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lapack.h"

#define K_PASTE_(a, b) a##b
#define K_PASTE(a, b)  K_PASTE_(a, b)

#define K_SUFFIX     f32
#define T            float
#define R            float
#define K_IS_COMPLEX 0
#define K_FREXP      frexpf
#define K_LDEXP      ldexpf
#define K_LOG        logf
#define K_HYPOT      hypotf
#include "lapack.inc"

#define K_SUFFIX     f64
#define T            double
#define R            double
#define K_IS_COMPLEX 0
#define K_FREXP      frexp
#define K_LDEXP      ldexp
#define K_LOG        log
#define K_HYPOT      hypot
#include "lapack.inc"

#define K_SUFFIX     c64
#define T            dpex_c64
#define R            float
#define K_IS_COMPLEX 1
#define K_FREXP      frexpf
#define K_LDEXP      ldexpf
#define K_LOG        logf
#define K_HYPOT      hypotf
#include "lapack.inc"

#define K_SUFFIX     c128
#define T            dpex_c128
#define R            double
#define K_IS_COMPLEX 1
#define K_FREXP      frexp
#define K_LDEXP      ldexp
#define K_LOG        log
#define K_HYPOT      hypot
#include "lapack.inc"
