/* Facts of the 14 data types: a table look-up each.
 *
 * Not here: which dtype an operation computes in (promote.c, ops/). The idea: a dtype is a small
 * integer whose order is the candidate order of promotion, and everything known of it is one row
 * of defs/dtype.def. */
#include "dpex/dtype.h"

#include <string.h>

#include "base/error.h"

static const dpex_dtype_info dtype_infos[DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, ...)          \
    {text, DPEX_KIND_##kind, bytes, letter, typenum, dlpack},
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
};

const dpex_dtype_info *dpex_dtype_get_info(dpex_dtype dtype)
{
    return &dtype_infos[dtype];
}

dpex_status dpex_dtype_from_name(const char *name, dpex_dtype *dtype)
{
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        const dpex_dtype_info *info = &dtype_infos[i];
        int is_letter = name[0] == info->letter && name[1] == 0;
        if (is_letter || !strcmp(name, info->name)) {
            *dtype = (dpex_dtype)i;
            return DPEX_SUCCESS;
        }
    }
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                     "no data type is called '%s'; there are bool, int8 to int64, uint8 to uint64, "
                     "float16 to float64, complex64 and complex128",
                     name);
}

/* NumPy has two type numbers for 64-bit integers; "long long" is the one that no row names. */
enum { NUMPY_LONGLONG = 9, NUMPY_ULONGLONG = 10 };

dpex_status dpex_dtype_from_typenum(int typenum, dpex_dtype *dtype)
{
    if (typenum == NUMPY_LONGLONG || typenum == NUMPY_ULONGLONG) {
        *dtype = typenum == NUMPY_LONGLONG ? DPEX_I64 : DPEX_U64;
        return DPEX_SUCCESS;
    }
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        if (dtype_infos[i].typenum == typenum) {
            *dtype = (dpex_dtype)i;
            return DPEX_SUCCESS;
        }
    }
    /* The table names one number of each 64-bit integer. */
    return DPEX_FAIL(
        DPEX_ERROR_INVALID_TYPE,
        "NumPy's type number %d is none of the supported booleans, integers, floats and "
        "complex numbers",
        typenum);
}

int dpex_dtype_is_supported(dpex_dtype dtype, const dpex_device *device)
{
    /* NULL: no device in particular, so everything is possible. */
    if (!device) return 1;
    if (dtype == DPEX_F16) return dpex_device_has_aspect(device, DPEX_ASPECT_fp16);
    if (dtype == DPEX_F64 || dtype == DPEX_C128)
        return dpex_device_has_aspect(device, DPEX_ASPECT_fp64);
    return 1;
}

/* What Python's bool, int, float and complex become without a dtype. */
dpex_dtype dpex_dtype_default(dpex_dtype_kind kind, const dpex_device *device)
{
    int has_fp64 = dpex_dtype_is_supported(DPEX_F64, device);
    switch (kind) {
    case DPEX_KIND_BOOL: return DPEX_BOOL;
    case DPEX_KIND_INT: return DPEX_I64;
    case DPEX_KIND_UINT: return DPEX_U64;
    case DPEX_KIND_REAL: return has_fp64 ? DPEX_F64 : DPEX_F32;
    case DPEX_KIND_COMPLEX: return has_fp64 ? DPEX_C128 : DPEX_C64;
    }
    return DPEX_BOOL;
}
