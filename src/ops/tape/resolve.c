/* Type promotion of one operation: from the dtypes of its operands to the dtype in which it
 * computes.
 *
 * The one idea: dtypes are numbered in candidate order, so that the first dtype of the type map
 * to which all operands cast safely on this device is the lowest set bit of an intersection of
 * bit sets: the types of the map, those of the device, and the safe targets of each operand
 * (array/promote.c). Python scalars are weak: they take a dtype from the arrays' first
 * (reference: dpctl.tensor's promotion rules, NumPy 2). */
#include "resolve.h"

#include <math.h>
#include <stdio.h>

#include "array/array.h"
#include "backend/backend.h"
#include "base/error.h"

#define BIT(name) (1u << DPEX_##name)

enum {
    INTEGERS = BIT(BOOL) | BIT(I8) | BIT(U8) | BIT(I16) | BIT(U16) | BIT(I32) | BIT(U32) |
               BIT(I64) | BIT(U64)
};

unsigned dpex_device_types(const dpex_device *device)
{
    unsigned types = (1u << DPEX_N_DTYPES) - 1;
    /* NULL: the CPU, which computes in all of them. */
    if (!device) return types;
    /* Without fp16 or fp64 the types that need it are not candidates. */
    if (!(device->info.aspects >> DPEX_ASPECT_fp16 & 1)) types &= ~(unsigned)BIT(F16);
    if (!(device->info.aspects >> DPEX_ASPECT_fp64 & 1)) types &= ~(unsigned)(BIT(F64) | BIT(C128));
    return types;
}

static const char *dtype_name(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->name;
}

/* The message names the dtypes that were given and those that the operation computes in. */
static dpex_status refuse(const dpex_op *op, const dpex_dtype *dtypes)
{
    char given[64], allowed[192] = "";
    size_t used = 0, n = 0;
    for (int i = 0; i < op->arity && used < sizeof(given); i++) {
        used += (size_t)snprintf(given + used, sizeof(given) - used, "%s%s", i ? ", " : "",
                                 dtype_name(dtypes[i]));
    }
    for (int t = 0; t < DPEX_N_DTYPES; t++) {
        if (!(dpex_type_maps[op->map].types >> t & 1) || n >= sizeof(allowed)) continue;
        n += (size_t)snprintf(allowed + n, sizeof(allowed) - n, "%s%s", n ? ", " : "",
                              dtype_name((dpex_dtype)t));
    }
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE,
                     "%s: not supported for (%s) on this device; it computes in %s", op->name,
                     given, allowed);
}

dpex_status dpex_op_promote(const dpex_op *op, const dpex_dtype *dtypes, const dpex_device *device,
                            dpex_dtype *in, dpex_dtype *out)
{
    const dpex_type_map *map = &dpex_type_maps[op->map];
    unsigned device_types = dpex_device_types(device);
    unsigned candidates = map->types & device_types, given = 0;
    int first = dpex_op_first_typed(op);
    /* Each operand leaves the dtypes that it casts to safely; what all leave, and map and device
     * have, is the result's choice. */
    for (int i = first; i < op->arity; i++) {
        candidates &= dpex_dtype_safe_targets(dtypes[i], device_types & BIT(F64));
        given |= 1u << dtypes[i];
    }
    /* Comparisons of int64 with uint64 are exact only without a conversion, so they have loops of
     * their own. */
    if ((map->flags & DPEX_MAP_MIXED_64) && given == (BIT(I64) | BIT(U64))) {
        for (int i = 0; i < op->arity; i++) in[i] = dtypes[i];
        *out = DPEX_BOOL;
        return DPEX_SUCCESS;
    }
    /* Integers among operations that need real numbers take the device's default real type, not the
     * smallest that holds them. */
    if ((map->flags & DPEX_MAP_DEFAULT_REAL) && !(given & ~(unsigned)INTEGERS)) {
        candidates &= device_types & BIT(F64) ? BIT(F64) : BIT(F32);
    }
    if ((map->flags & DPEX_MAP_NO_BOOL) && given == BIT(BOOL)) candidates = 0;
    if (!candidates) return refuse(op, dtypes);
    dpex_dtype computed_in = (dpex_dtype)__builtin_ctz(candidates);
    for (int i = 0; i < op->arity; i++) in[i] = i < first ? DPEX_BOOL : computed_in;
    *out = dpex_op_result_dtype(op, computed_in);
    return DPEX_SUCCESS;
}

/* ---- Python scalars ------------------------------------------------------------------------- */

/* Kinds in the order bool, integer, real, complex. */
static int rank_of(dpex_dtype_kind kind)
{
    return kind == DPEX_KIND_BOOL      ? 0
           : kind == DPEX_KIND_REAL    ? 2
           : kind == DPEX_KIND_COMPLEX ? 3
                                       : 1;
}

/* Whether an integer dtype holds an int of that many bits besides its sign. */
static inline int holds(dpex_dtype_kind kind, int bits, int n_bits, int is_negative)
{
    return kind == DPEX_KIND_UINT ? !is_negative && n_bits <= bits
                                  : kind == DPEX_KIND_INT && n_bits < bits;
}

static int count_bits(const dpex_operand *scalar, int *is_negative)
{
    *is_negative = scalar->kind == DPEX_KIND_INT && scalar->value.i < 0;
    const uint64_t size = *is_negative ? ~scalar->value.u : scalar->value.u;
    return size ? 64 - __builtin_clzll(size) : 0;
}

/* The whole part counts, as conversions cut the rest; powers of two are exact as doubles. */
static int holds_real(const dpex_dtype_info *info, double value)
{
    const int is_signed = info->kind == DPEX_KIND_INT;
    const double end = ldexp(1, 8 * info->itemsize - is_signed), whole = trunc(value);
    return whole < end && whole >= (is_signed ? -end : 0);
}

int dpex_operand_is_in_range(const dpex_operand *scalar, dpex_dtype dtype)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    if (scalar->kind == DPEX_KIND_REAL && rank_of(info->kind) == 1)
        return holds_real(info, scalar->value.f64);
    if (rank_of(scalar->kind) != 1 || rank_of(info->kind) == 0) return 1;
    if (rank_of(info->kind) > 1) return !(scalar->out_of_range && isinf(scalar->value.f64));
    int is_negative, n_bits = count_bits(scalar, &is_negative);
    return !scalar->out_of_range && holds(info->kind, 8 * info->itemsize, n_bits, is_negative);
}

uint32_t dpex_operand_get_holders(const dpex_operand *scalar)
{
    uint32_t holders = 0;
    if (rank_of(scalar->kind) != 1 || scalar->out_of_range) return 0;
    int is_negative, n_bits = count_bits(scalar, &is_negative);
#define DPEX_DTYPE(name, number, kind, bytes, ...)                                                 \
    holders |= (uint32_t)holds(DPEX_KIND_##kind, 8 * (bytes), n_bits, is_negative) << (number);
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
    return holders;
}

int dpex_operand_fits(const dpex_operand *scalar, dpex_dtype dtype)
{
    return rank_of(scalar->kind) <= rank_of(dpex_dtype_get_info(dtype)->kind) &&
           dpex_operand_is_in_range(scalar, dtype);
}

/* Exact powers only, so that x ** 2 gives the bits of x * x; see the header. */
const dpex_op *dpex_op_with_number(const dpex_op *op, dpex_dtype dtype, const dpex_scalar *number)
{
    if (dpex_op_get_number(op) != DPEX_OP_pow || dtype == DPEX_BOOL) return op;
    dpex_scalar value;
    dpex_scalar_cast(number, dtype, DPEX_C128, &value);
    int is_real = dpex_dtype_get_info(dtype)->kind == DPEX_KIND_REAL;
    if (value.c128.im != 0) return op;
    if (value.c128.re == 2) return &dpex_ops[DPEX_OP_square];
    if (value.c128.re == 1) return &dpex_ops[DPEX_OP_positive];
    if (value.c128.re == -1 && is_real) return &dpex_ops[DPEX_OP_reciprocal];
    if (value.c128.re == 0.5 && is_real) return &dpex_ops[DPEX_OP_pow_half];
    return op;
}

dpex_dtype dpex_operand_get_dtype(const dpex_operand *scalar)
{
    static const dpex_dtype of_kind[] = {
        [DPEX_KIND_BOOL] = DPEX_BOOL, [DPEX_KIND_INT] = DPEX_I64,      [DPEX_KIND_UINT] = DPEX_U64,
        [DPEX_KIND_REAL] = DPEX_F64,  [DPEX_KIND_COMPLEX] = DPEX_C128,
    };
    return scalar->out_of_range ? DPEX_F64 : of_kind[scalar->kind];
}

void dpex_operand_convert(const dpex_operand *scalar, dpex_dtype dtype, dpex_scalar *value)
{
    dpex_scalar_cast(&scalar->value, dpex_operand_get_dtype(scalar), dtype, value);
}

/* The smallest integer type that holds the scalar, signed where it is negative. */
static dpex_dtype smallest_that_holds(const dpex_operand *scalar, dpex_dtype array)
{
    if (scalar->kind == DPEX_KIND_UINT) return DPEX_U64;
    if (array == DPEX_U64) return DPEX_I64; /* negative: compared exactly as int64 with uint64 */
    for (int t = DPEX_I8; t < DPEX_U64; t++) {
        if (dpex_operand_is_in_range(scalar, (dpex_dtype)t)) return (dpex_dtype)t;
    }
    return DPEX_U64;
}

/* Weak scalars of a higher kind than the array: int beside bool, float beside integers, complex
 * beside real. */
static dpex_dtype default_of_rank(int rank, dpex_dtype array, unsigned device_types)
{
    int has_double = device_types >> DPEX_F64 & 1;
    if (rank == 1) return DPEX_I64;
    if (rank == 2) return has_double ? DPEX_F64 : DPEX_F32;
    return array == DPEX_F16 || array == DPEX_F32 || !has_double ? DPEX_C64 : DPEX_C128;
}

/* The dtype that a Python scalar takes beside an array. */
static dpex_status weak_dtype(const dpex_op *op, const dpex_operand *scalar, dpex_dtype array,
                              unsigned device_types, dpex_dtype *dtype)
{
    int rank = rank_of(scalar->kind);
    if (rank > rank_of(dpex_dtype_get_info(array)->kind))
        array = default_of_rank(rank, array, device_types);
    *dtype = array;
    if (dpex_operand_is_in_range(scalar, array)) return DPEX_SUCCESS;
    if (!(dpex_type_maps[op->map].types & INTEGERS) && dpex_operand_is_in_range(scalar, DPEX_F64))
        return DPEX_SUCCESS;
    /* Comparisons: an int out of the array's range is compared by its value instead of refused. */
    if (dpex_type_maps[op->map].flags & DPEX_MAP_WIDEN) {
        if (rank_of(dpex_dtype_get_info(array)->kind) > 1) return DPEX_SUCCESS;
        *dtype = scalar->out_of_range ? default_of_rank(2, array, device_types)
                                      : smallest_that_holds(scalar, array);
        return DPEX_SUCCESS;
    }
    return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%s: the Python int is out of bounds for %s", op->name,
                     dtype_name(array));
}

dpex_status dpex_op_operand_dtypes(const dpex_op *op, const dpex_operand *operands,
                                   const dpex_device *device, dpex_dtype *dtypes)
{
    unsigned strong = 0;
    int first = dpex_op_first_typed(op);
    /* The condition of `where` takes no part in promotion. */
    if (first) dtypes[0] = operands[0].array ? operands[0].array->dtype : DPEX_BOOL;
    if (first && operands[0].array) strong = BIT(BOOL); /* scalars take their default types */
    for (int i = first; i < op->arity; i++) {
        if (operands[i].array) strong |= 1u << operands[i].array->dtype;
    }
    if (!strong)
        return DPEX_FAIL(DPEX_ERROR_PLACEMENT, "%s: at least one operand must be an array",
                         op->name);
    /* Beside several arrays the scalar follows the one of the highest kind, the last in the
     * order of dtypes. The highest bit of the set of dtypes, which are numbered by kind. */
    dpex_dtype array = (dpex_dtype)(31 - __builtin_clz(strong));
    for (int i = first; i < op->arity; i++) {
        if (operands[i].array)
            dtypes[i] = operands[i].array->dtype;
        else
            DPEX_TRY(weak_dtype(op, &operands[i], array, dpex_device_types(device), &dtypes[i]));
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_elementwise_resolve(const dpex_op *op, const dpex_operand *operands,
                                     const dpex_device *device, dpex_dtype *in, dpex_dtype *out)
{
    dpex_dtype dtypes[DPEX_MAX_ARITY];
    DPEX_TRY(dpex_op_operand_dtypes(op, operands, device, dtypes));
    return dpex_op_promote(op, dtypes, device, in, out);
}
