/* Blocked factorizations for one instruction set. Sums of products are contracted, as in matrix products. */
#include "ops/linalg/factor.h"

#include <math.h>
#include <string.h>

#include "ops/loops/tables.h"

#if defined(__AVX512F__)
#define K_VECTOR_BYTES 64
#define K_GROUP        8
#elif defined(__AVX2__)
#define K_VECTOR_BYTES 32
#define K_GROUP        6
#else
#define K_VECTOR_BYTES 16
#define K_GROUP        4
#endif

#define K_UNROLL _Pragma("GCC unroll 16")

#include "factor.inc"
