/* OpenBLAS: BLAS and LAPACK for float32, float64, complex64 and complex128, from a library that
 * lies beside ours.
 *
 * It is opened on first use. Parallel work is cut by us and run on the threads of the queue's
 * device: OpenBLAS's own threads know of no sub-device, and some of its functions give other bits
 * with another number of threads. */
#ifndef DPEX_OPS_BLAS_OPENBLAS_H
#define DPEX_OPS_BLAS_OPENBLAS_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/dtype.h"

/* The functions of one type are members of a struct, in the order of the table, so that they can be
 * loaded in a loop (load_type). */
#define DPEX_OPENBLAS(member, real, complex, parameters) void(*member) parameters;

#define T float
#define R float
#define REALS(...)
#define PARTS(...) __VA_ARGS__
typedef struct dpex_openblas_f32 {
#include "defs/openblas.def"
} dpex_openblas_f32;
#undef T
#undef R

#define T double
#define R double
typedef struct dpex_openblas_f64 {
#include "defs/openblas.def"
} dpex_openblas_f64;
#undef T
#undef R
#undef REALS
#undef PARTS

#define T          dpex_c64
#define R          float
#define REALS(...) __VA_ARGS__
#define PARTS(...)
typedef struct dpex_openblas_c64 {
#include "defs/openblas.def"
} dpex_openblas_c64;
#undef T
#undef R

#define T dpex_c128
#define R double
typedef struct dpex_openblas_c128 {
#include "defs/openblas.def"
} dpex_openblas_c128;
#undef T
#undef R
#undef REALS
#undef PARTS
#undef DPEX_OPENBLAS

typedef struct dpex_openblas {
    dpex_openblas_f32 f32;
    dpex_openblas_f64 f64;
    dpex_openblas_c64 c64;
    dpex_openblas_c128 c128;
} dpex_openblas;

/* The library, opened; NULL where it does not open. */
const dpex_openblas *dpex_openblas_get(void);

/* Whether the user has named another library (DPEX_BLAS), which own loops must not replace. */
int dpex_openblas_is_replaced(void);
/* DPEX_ERROR_UNSUPPORTED that says why there is none, where there is none. */
dpex_status dpex_openblas_require(const char *name, const dpex_openblas **blas);

/* Before every call that computes: it uses the calling thread alone. Programs can raise the number of threads (threadpoolctl): each of
 * our threads would then wait for OpenBLAS's own. */
void dpex_openblas_use_one_thread(void);

#endif
