/* Converting one value from a dtype to another.
 *
 * Not here: converting arrays (ops/). The idea: a value is widened to the largest form of its
 * kind (uint64, int64 or a pair of doubles) and narrowed from there. Narrowing is defined for
 * every value, and gives what converting an array gives: integers wrap, a float outside the
 * integer's range or NaN gives the same number on every machine, the imaginary part is dropped,
 * everything that is not 0 is true. */
#include <string.h>

#include "array/array.h"
#include "base/half.h"

/* The value in its kind's largest form; integers also keep their 64 bits. */
typedef struct wide {
    double re, im;
    uint64_t bits;
    dpex_dtype_kind kind;
} wide;

static uint64_t load_bits(const uint8_t *bytes, size_t itemsize, int is_signed)
{
    dpex_scalar low = {.u = 0};
    dpex_item_copy(&low, bytes, itemsize); /* both supported architectures are little-endian */
    if (is_signed && itemsize < 8 && low.u >> (8 * itemsize - 1))
        low.u |= ~(uint64_t)0 << (8 * itemsize);
    return low.u;
}

static wide widen(const dpex_scalar *from, dpex_dtype dtype)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    wide w = {0, 0, 0, info->kind};
    switch (dtype) {
    /* Integers fill `bits` too, so that 64-bit values stay exact. */
    case DPEX_BOOL:
        w.bits = from->b != 0;
        w.re = (double)w.bits;
        return w;
    case DPEX_F16: w.re = dpex_half_to_double((uint16_t)load_bits(from->bytes, 2, 0)); return w;
    case DPEX_F32: w.re = (double)from->f32; return w;
    case DPEX_F64: w.re = from->f64; return w;
    case DPEX_C64:
        w.re = (double)from->c64.re;
        w.im = (double)from->c64.im;
        return w;
    case DPEX_C128:
        w.re = from->c128.re;
        w.im = from->c128.im;
        return w;
    default: break;
    }
    w.bits = load_bits(from->bytes, info->itemsize, info->kind == DPEX_KIND_INT);
    w.re = info->kind == DPEX_KIND_INT ? (double)(int64_t)w.bits : (double)w.bits;
    return w;
}

/* By way of the type that arrays of this dtype are converted by (ops/loops/portable/k_cast.h):
 * outside its range, and for NaN, that type's minimum. C leaves a conversion out of range
 * undefined, and processors differ; here it is defined. */
static uint64_t bits_of_real(double value, dpex_dtype to)
{
    if (to == DPEX_U64 && value >= 0x1p63) return value < 0x1p64 ? (uint64_t)value : 0;
    if (to == DPEX_U64 || to == DPEX_I64 || to == DPEX_U32)
        return (uint64_t)(value >= -0x1p63 && value < 0x1p63 ? (int64_t)value : INT64_MIN);
    return (uint64_t)(int64_t)(value >= -0x1p31 && value < 0x1p31 ? (int32_t)value : INT32_MIN);
}

/* float32 straight from 64-bit integers, as C converts them: by way of double it would round
 * twice. */
static float to_f32(const wide *w)
{
    if (w->kind == DPEX_KIND_INT) return (float)(int64_t)w->bits;
    if (w->kind == DPEX_KIND_UINT) return (float)w->bits;
    return (float)w->re;
}

void dpex_scalar_cast(const dpex_scalar *from, dpex_dtype from_dtype, dpex_dtype to,
                      dpex_scalar *out)
{
    const wide w = widen(from, from_dtype);
    int is_integer = w.kind <= DPEX_KIND_UINT;
    dpex_scalar result = {.bytes = {0}};
    uint16_t half;
    switch (to) {
    case DPEX_BOOL: result.b = is_integer ? w.bits != 0 : w.re != 0 || w.im != 0; break;
    case DPEX_F16:
        half = dpex_half_from_double(w.re);
        memcpy(result.bytes, &half, sizeof half);
        break;
    case DPEX_F32: result.f32 = to_f32(&w); break;
    /* A complex number from a complex64 passes through double exactly. */
    case DPEX_F64: result.f64 = w.re; break;
    case DPEX_C64: result.c64 = (dpex_c64){to_f32(&w), (float)w.im}; break;
    case DPEX_C128: result.c128 = (dpex_c128){w.re, w.im}; break;
    default: {
        const dpex_dtype_info *info = dpex_dtype_get_info(to);
        const dpex_scalar bits = {.u = is_integer ? w.bits : bits_of_real(w.re, to)};
        dpex_item_copy(&result, &bits, info->itemsize);
    }
    }
    *out = result;
}
