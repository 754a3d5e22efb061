/* Element-wise functions and Fourier transforms of strided memory.
 *
 * Both are one array operation each; batches and dimensions are axes of the arrays. */
#include "base/error.h"
#include "dpex/op.h"
#include "strided.h"

/* The last operand is the result. dpex_elementwise_into checks dtypes and shapes, and takes care of
 * overlap. */
static dpex_status apply(const dpex_op *op, dpex_strided_operands *open)
{
    dpex_operand operands[DPEX_STRIDED_MAX] = {{0}};
    dpex_array *out = &open->at[open->n - 1].array;
    for (int i = 0; i < open->n - 1; i++) operands[i].array = &open->at[i].array;
    return out->size ? dpex_elementwise_into(op, operands, out) : DPEX_SUCCESS;
}

/* n_inputs is the operation's arity; the message says both where it is not. */
dpex_status dpex_strided_elementwise(const dpex_strided_call *call, const char *name,
                                     const dpex_strided *inputs, int n_inputs,
                                     const dpex_strided *out)
{
    const dpex_strided *operands[DPEX_STRIDED_MAX];
    const dpex_op *op = dpex_op_find(name);
    dpex_strided_operands open;
    if (!op) return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "there is no operation \"%s\"", name);
    if (n_inputs != dpex_op_get_arity(op) || n_inputs >= DPEX_STRIDED_MAX)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "%s: %d operands were given; it has %d", name,
                         n_inputs, dpex_op_get_arity(op));
    /* Found by name: the table of operations is the only list of them. */
    for (int i = 0; i < n_inputs; i++) operands[i] = &inputs[i];
    operands[n_inputs] = out;
    DPEX_TRY(dpex_strided_open(call, dpex_op_get_name(op), operands, n_inputs + 1, 1u << n_inputs,
                               &open));
    return dpex_strided_close(&open, apply(op, &open));
}

/* In place where both have one address: passes over several axes then work in that memory. */
dpex_status dpex_strided_fft(const dpex_strided_call *call, const dpex_fft_spec *spec,
                             const dpex_strided *x, const dpex_strided *out)
{
    const dpex_strided *const operands[2] = {x, out};
    dpex_strided_operands open;
    DPEX_TRY(dpex_strided_open(call, "fft", operands, 2, 1u << 1, &open));
    return dpex_strided_close(&open, dpex_fft_into(spec, &open.at[0].array, &open.at[1].array));
}
