/* Products that are summed in the same pass: a tape, so it runs on every device.
 *
 * This is vecdot where the vectors are not contiguous enough for dot products, and how devices that
 * compile compute products that have no tiles (device.c). */
#include "base/error.h"
#include "ops/tape/tape.h"
#include "product.h"

/* Operands are converted to dtype first; float16 is then computed with as float32, until the sum is
 * complete. */
static dpex_status build(dpex_tape *tape, const dpex_array *const *inputs, dpex_dtype dtype,
                         int conjugate)
{
    int regs[2];
    dpex_dtype computing = dpex_computing_dtype(dtype), in[2] = {computing, computing};
    for (int i = 0; i < 2; i++) {
        DPEX_TRY(dpex_tape_input(tape, inputs[i]->dtype, &regs[i]));
        DPEX_TRY(dpex_tape_cast(tape, regs[i], dtype, &regs[i]));
        DPEX_TRY(dpex_tape_cast(tape, regs[i], computing, &regs[i]));
    }
    /* The conjugate is of the first operand, as NumPy's vdot and vecdot define. */
    if (conjugate && dtype >= DPEX_C64)
        DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_conj], &regs[0], &regs[0]));
    DPEX_TRY(dpex_tape_apply_converted(tape, &dpex_ops[DPEX_OP_multiply], regs, in, computing,
                                       &regs[0]));
    DPEX_TRY(dpex_tape_reduce(tape, dpex_reduction_find("sum"), regs[0]));
    /* The sum is rounded to this type at its end. */
    tape->reduced_dtype = dtype;
    return DPEX_SUCCESS;
}

dpex_status dpex_multiply_sum(const dpex_array *x1, const dpex_array *x2, int conjugate,
                              uint64_t reduced, dpex_array *out)
{
    dpex_tape tape;
    dpex_tape_init(&tape);
    const dpex_array *inputs[2] = {x1, x2};
    dpex_status status = build(&tape, inputs, out->dtype, conjugate);
    if (!status) status = dpex_tape_run(&tape, inputs, 2, &out, 1, reduced);
    dpex_tape_fini(&tape);
    return status;
}
