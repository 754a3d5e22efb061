/* The 14 data types and their properties. */
#ifndef DPEX_DTYPE_H
#define DPEX_DTYPE_H

#include <stddef.h>
#include <stdint.h>

#include "device.h"
#include "macros.h"
#include "status.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_dtype {
#define DPEX_DTYPE(name, number, ...) DPEX_##name = number,
#include "defs/dtype.def"
#undef DPEX_DTYPE
    DPEX_N_DTYPES
} dpex_dtype;

typedef enum dpex_dtype_kind {
    DPEX_KIND_BOOL,
    DPEX_KIND_INT,
    DPEX_KIND_UINT,
    DPEX_KIND_REAL,
    DPEX_KIND_COMPLEX
} dpex_dtype_kind;

typedef struct dpex_c64 {
    float re, im;
} dpex_c64;

typedef struct dpex_c128 {
    double re, im;
} dpex_c128;

enum { DPEX_MAX_ITEMSIZE = sizeof(dpex_c128) }; /* bytes of an element of the largest dtype */

typedef struct dpex_dtype_info {
    const char *name; /* NumPy's name: "float64" */
    dpex_dtype_kind kind;
    uint8_t itemsize; /* bytes */
    char letter;      /* NumPy's type character */
    int typenum;      /* NumPy's type number */
    uint8_t dlpack_code;
} dpex_dtype_info;

/* Facts of a data type; borrowed, never NULL for a value of the enum. */
DPEX_API const dpex_dtype_info *dpex_dtype_get_info(dpex_dtype dtype);

/* The dtype with that NumPy name, letter or type number; DPEX_ERROR_INVALID_TYPE where there is
 * none. */
DPEX_API dpex_status dpex_dtype_from_name(const char *name, dpex_dtype *dtype);
DPEX_API dpex_status dpex_dtype_from_typenum(int typenum, dpex_dtype *dtype);

/* Whether the device computes in this dtype (fp16 and fp64 aspects). device NULL: any device
 * would. */
DPEX_API int dpex_dtype_is_supported(dpex_dtype dtype, const dpex_device *device);

/* NumPy's "safe" casting rule between dtypes, and its "same_kind" rule. */
DPEX_API int dpex_dtype_can_cast_safely(dpex_dtype from, dpex_dtype to);
DPEX_API int dpex_dtype_can_cast_same_kind(dpex_dtype from, dpex_dtype to);

/* The array API's promotion of two dtypes on a device (no fp64 there: float32/complex64
 * instead). */
DPEX_API dpex_dtype dpex_dtype_promote(dpex_dtype a, dpex_dtype b, const dpex_device *device);

/* Default dtype of a kind on a device: bool, int64, uint64, float64 (float32 without fp64),
 * complex likewise. */
DPEX_API dpex_dtype dpex_dtype_default(dpex_dtype_kind kind, const dpex_device *device);

DPEX_EXTERN_C_END

#endif
