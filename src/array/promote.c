/* Casting rules between dtypes, and the dtype that two dtypes share.
 *
 * Not here: which dtypes an operation accepts (ops/). The idea: "safe" is one bit mask per
 * source dtype, and the common dtype of a and b is the first one in candidate order (that of
 * defs/dtype.def) to which both cast safely. */
#include "array/array.h"
#include "base/error.h"
#include "dpex/dtype.h"

#define BIT(name) (1u << DPEX_##name)

/* NumPy's "safe" rule: where each dtype may go without losing values (int64 to float64 counts as
 * safe). */
static const uint16_t safe_targets[DPEX_N_DTYPES] = {
    [DPEX_BOOL] = 0x3fff,
    [DPEX_I8] = BIT(I8) | BIT(I16) | BIT(I32) | BIT(I64) | BIT(F16) | BIT(F32) | BIT(F64) |
                BIT(C64) | BIT(C128),
    [DPEX_U8] = BIT(U8) | BIT(I16) | BIT(U16) | BIT(I32) | BIT(U32) | BIT(I64) | BIT(U64) |
                BIT(F16) | BIT(F32) | BIT(F64) | BIT(C64) | BIT(C128),
    [DPEX_I16] = BIT(I16) | BIT(I32) | BIT(I64) | BIT(F32) | BIT(F64) | BIT(C64) | BIT(C128),
    [DPEX_U16] = BIT(U16) | BIT(I32) | BIT(U32) | BIT(I64) | BIT(U64) | BIT(F32) | BIT(F64) |
                 BIT(C64) | BIT(C128),
    [DPEX_I32] = BIT(I32) | BIT(I64) | BIT(F64) | BIT(C128),
    [DPEX_U32] = BIT(U32) | BIT(I64) | BIT(U64) | BIT(F64) | BIT(C128),
    [DPEX_I64] = BIT(I64) | BIT(F64) | BIT(C128),
    [DPEX_U64] = BIT(U64) | BIT(F64) | BIT(C128),
    [DPEX_F16] = BIT(F16) | BIT(F32) | BIT(F64) | BIT(C64) | BIT(C128),
    [DPEX_F32] = BIT(F32) | BIT(F64) | BIT(C64) | BIT(C128),
    [DPEX_F64] = BIT(F64) | BIT(C128),
    [DPEX_C64] = BIT(C64) | BIT(C128),
    [DPEX_C128] = BIT(C128),
};

int dpex_dtype_can_cast_safely(dpex_dtype from, dpex_dtype to)
{
    return safe_targets[from] >> to & 1;
}

/* How far a kind is up the chain bool < uint < int < real < complex that "same_kind" may climb
 * or stay on. */
static int kind_rank(dpex_dtype dtype)
{
    switch (dpex_dtype_get_info(dtype)->kind) {
    case DPEX_KIND_BOOL: return 0;
    case DPEX_KIND_UINT: return 1;
    case DPEX_KIND_INT: return 2;
    case DPEX_KIND_REAL: return 3;
    case DPEX_KIND_COMPLEX: return 4;
    }
    return 0;
}

int dpex_dtype_can_cast_same_kind(dpex_dtype from, dpex_dtype to)
{
    /* By kind alone: float64 to float32 is allowed too. */
    return kind_rank(from) <= kind_rank(to);
}

unsigned dpex_dtype_safe_targets(dpex_dtype from, unsigned has_fp64)
{
    if (has_fp64) return safe_targets[from];
    if (from == DPEX_F64) from = DPEX_F32;
    if (from == DPEX_C128) from = DPEX_C64;
    return safe_targets[from] | BIT(F32) * (from < DPEX_F16) | BIT(C64) * (from < DPEX_F16);
}

dpex_dtype dpex_dtype_promote_all(unsigned dtypes, const dpex_device *device)
{
    unsigned has_fp64 = (unsigned)dpex_dtype_is_supported(DPEX_F64, device), common = ~0u;
    for (unsigned rest = dtypes; rest; rest &= rest - 1)
        common &= dpex_dtype_safe_targets((dpex_dtype)__builtin_ctz(rest), has_fp64);
    /* The common types without the ones that the device lacks. */
    if (!has_fp64) common &= ~(BIT(F64) | BIT(C128));
    if (!(dtypes & (dtypes - 1)) && (common & dtypes)) return (dpex_dtype)__builtin_ctz(dtypes);
    if (!dpex_dtype_is_supported(DPEX_F16, device)) common &= ~BIT(F16);
    return (dpex_dtype)__builtin_ctz(common);
}

dpex_dtype dpex_dtype_promote(dpex_dtype a, dpex_dtype b, const dpex_device *device)
{
    return dpex_dtype_promote_all(1u << a | 1u << b, device);
}
