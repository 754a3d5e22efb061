/* The table of reductions: access by name, and the dtypes of elements, of what is combined and of
 * results.
 *
 * A reduction is a row of defs/reduce.def: how values are converted before (values), how two states
 * are combined (combine), what is done to the last state (post), and what no elements give
 * (empty). */
#include "ops/reduce/reduction.h"

#include <string.h>

#include "base/error.h"
#include "dpex/op.h"
#include "runtime/runtime.h"

static const dpex_reduction reductions[] = {
#define DPEX_REDUCTION(name, result, values, combine, post, empty)                                 \
    {#name,                                                                                        \
     DPEX_REDUCTION_##result,                                                                      \
     DPEX_VALUES_##values,                                                                         \
     DPEX_COMBINE_##combine,                                                                       \
     DPEX_EMPTY_##empty,                                                                           \
     DPEX_OP_##post},
#include "defs/reduce.def"
#undef DPEX_REDUCTION
};

const dpex_combine_info dpex_combines[DPEX_N_COMBINES] = {
#define DPEX_COMBINE(name, operation, ordered) {DPEX_OP_##operation, (ordered)},
#include "defs/combines.def"
#undef DPEX_COMBINE
};

const dpex_reduction *dpex_reduction_find(const char *name)
{
    for (size_t i = 0; i < sizeof(reductions) / sizeof(reductions[0]); i++) {
        if (!strcmp(reductions[i].name, name)) return &reductions[i];
    }
    return NULL;
}

const dpex_reduction *dpex_reduction_get(size_t i)
{
    return i < sizeof(reductions) / sizeof(reductions[0]) ? &reductions[i] : NULL;
}

const char *dpex_reduction_get_name(const dpex_reduction *reduction)
{
    return reduction->name;
}

/* ---- dtypes --------------------------------------------------------------------------------- */

static int is_inexact(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->kind >= DPEX_KIND_REAL;
}

/* float64, or float32 on devices without it. */
static dpex_dtype default_real(const dpex_device *device)
{
    return dpex_device_types(device) >> DPEX_F64 & 1 ? DPEX_F64 : DPEX_F32;
}

/* As NumPy's: sums of small integers in 64 bits, means of integers in the default real type. */
static dpex_dtype result_dtype(const dpex_reduction *reduction, dpex_dtype in,
                               const dpex_device *device)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(in)->kind;
    switch ((dpex_reduction_result)reduction->result) {
    case DPEX_REDUCTION_TRUTH: return DPEX_BOOL;
    case DPEX_REDUCTION_COUNT: return DPEX_I64;
    case DPEX_REDUCTION_INEXACT:
    case DPEX_REDUCTION_REAL: return is_inexact(in) ? in : default_real(device);
    case DPEX_REDUCTION_SUM:
        if (kind == DPEX_KIND_UINT) return DPEX_U64;
        return is_inexact(in) ? in : DPEX_I64;
    case DPEX_REDUCTION_SAME: break;
    }
    return in;
}

/* in: of the elements. out: of the result. device: NULL for the CPU. */
int dpex_reduction_steps(const dpex_reduction *reduction, dpex_dtype in, dpex_dtype out,
                         const dpex_device *device, dpex_dtype steps[DPEX_REDUCTION_STEPS])
{
    int n = 0;
    dpex_dtype at = in;
    if (reduction->values == DPEX_VALUES_TRUTH) at = DPEX_BOOL;
    if (at != in) steps[n++] = at;
    if (reduction->result == DPEX_REDUCTION_REAL &&
        dpex_dtype_get_info(out)->kind != DPEX_KIND_REAL) {
        out = default_real(device); /* and the result is converted */
    }
    int is_counted = reduction->combine == DPEX_COMBINE_count; /* as they are */
    if (reduction->values != DPEX_VALUES_OWN && !is_counted && out != at) steps[n++] = at = out;
    if (at == DPEX_F16) steps[n++] = dpex_computing_dtype(at);
    return n;
}

/* The device's dtypes and the loops of the host decide together: a reduction without a loop exists
 * nowhere. */
dpex_status dpex_reduction_resolve(const dpex_reduction *reduction, dpex_dtype in,
                                   const dpex_device *device, dpex_dtype *out)
{
    dpex_dtype steps[DPEX_REDUCTION_STEPS];
    *out = result_dtype(reduction, in, device);
    int n_steps = dpex_reduction_steps(reduction, in, *out, device, steps);
    int is_complex = dpex_dtype_get_info(in)->kind == DPEX_KIND_COMPLEX;
    if ((dpex_device_types(device) >> *out & 1) &&
        !(reduction->result == DPEX_REDUCTION_REAL && is_complex) &&
        dpex_reduction_get_reducer(reduction, dpex_loops_get(),
                                   n_steps ? steps[n_steps - 1] : in)) {
        return DPEX_SUCCESS;
    }
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: not supported for %s on this device",
                     reduction->name, dpex_dtype_get_info(in)->name);
}

dpex_status dpex_reduction_check(const dpex_reduction *reduction, dpex_dtype in)
{
    if (reduction->result != DPEX_REDUCTION_REAL ||
        dpex_dtype_get_info(in)->kind != DPEX_KIND_COMPLEX)
        return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "%s: not defined for complex numbers",
                     reduction->name);
}
