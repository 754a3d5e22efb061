/* Cross products: each component is one tape over two components of each operand. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "dpex/linalg.h"
#include "ops/matmul/product.h"
#include "ops/tape/tape.h"

/* x[..., i, ...] along an axis. */
static dpex_status view_component(const dpex_array *x, int axis, int i, uint32_t flags,
                                  dpex_array *view)
{
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    int nd = 0;
    for (int d = 0; d < x->nd; d++) {
        if (d == axis) continue;
        shape[nd] = x->shape[d];
        strides[nd++] = x->strides[d];
    }
    int64_t offset = x->offset;
    /* An array without elements may have any strides: no element's address is computed from
     * them. */
    if (x->size) offset += i * x->strides[axis] * dpex_dtype_get_info(x->dtype)->itemsize;
    return dpex_array_init_view(x->storage, x->queue, x->dtype, offset, nd, shape, strides, flags,
                                view);
}

/* in[0] * in[3] - in[1] * in[2] */
/* One pass without temporaries. The products are rounded before they are subtracted, as in
 * NumPy: contracted, the product of a vector with itself would not be 0. */
static dpex_status build(dpex_tape *tape, const dpex_array *const *in, dpex_dtype dtype)
{
    int regs[4], products[2], reg;
    for (int i = 0; i < 4; i++) {
        DPEX_TRY(dpex_tape_input(tape, in[i]->dtype, &regs[i]));
        DPEX_TRY(dpex_tape_cast(tape, regs[i], dtype, &regs[i]));
    }
    int pairs[2][2] = {{regs[0], regs[3]}, {regs[1], regs[2]}};
    for (int i = 0; i < 2; i++)
        DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_multiply], pairs[i], &products[i]));
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_subtract], products, &reg));
    return dpex_tape_output(tape, reg);
}

static dpex_status run(const dpex_array *const *in, dpex_array *out)
{
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = build(&tape, in, out->dtype);
    if (!status) status = dpex_tape_run(&tape, in, 4, &out, 1, 0);
    dpex_tape_fini(&tape);
    return status;
}

/* Component i of the product.
 * next: the other two components, in the order of the determinant. */
static dpex_status fill_component(const dpex_array *const *operands, const int *axes, int i,
                                  const dpex_array *out, int axis)
{
    int next[2] = {(i + 1) % 3, (i + 2) % 3}, n = 0;
    dpex_array views[4], target;
    const dpex_array *in[4] = {&views[0], &views[1], &views[2], &views[3]};
    dpex_status status = DPEX_SUCCESS;
    for (; n < 4 && !status; n++)
        /* Views 0 and 1 are of the first operand, 2 and 3 of the second, in the order that
         * `build` reads. */
        status = view_component(operands[n / 2], axes[n / 2], next[n % 2], 0, &views[n]);
    /* The view that failed needs no release. */
    if (status) n--;
    if (!status && !(status = view_component(out, axis, i, DPEX_ARRAY_WRITABLE, &target))) {
        status = run(in, &target);
        dpex_array_fini(&target);
    }
    while (n-- > 0) dpex_array_fini(&views[n]);
    return status;
}

static dpex_status check(const dpex_array *const *x, const int *axes)
{
    DPEX_TRY(dpex_array_check_queue("cross", "the second operand", x[1], x[0]->queue));
    if (x[0]->dtype == DPEX_BOOL && x[1]->dtype == DPEX_BOOL)
        return DPEX_FAIL(DPEX_ERROR_INVALID_TYPE, "cross: not defined for bool");
    for (int i = 0; i < 2; i++) {
        int in_range = axes[i] >= 0 && axes[i] < x[i]->nd;
        /* Axes are counted from the end, as the other dimensions broadcast. */
        if (!in_range || x[i]->shape[axes[i]] != 3 || x[i]->nd - axes[i] != x[0]->nd - axes[0])
            return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "cross: x%d has no axis %d of extent 3",
                             i + 1, axes[i]);
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_cross_new(const dpex_array *x1, const dpex_array *x2, int axis1, int axis2,
                           dpex_array *out)
{
    const dpex_array *operands[2] = {x1, x2};
    const int axes[2] = {axis1, axis2};
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
    DPEX_TRY(check(operands, axes));
    DPEX_TRY(dpex_shape_broadcast(operands, 2, &nd, shape));
    dpex_dtype dtype = dpex_dtype_promote(x1->dtype, x2->dtype, dpex_queue_get_device(x1->queue));
    DPEX_TRY(
        dpex_array_init(x1->queue, dtype, nd, shape, DPEX_ORDER_C, dpex_product_kind(x1, x2), out));
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < 3 && !status; i++)
        /* The components are where the first operand has them, counted from the end. */
        status = fill_component(operands, axes, i, out, nd - (x1->nd - axis1));
    if (status) dpex_array_fini(out);
    return status;
}
