/* Where all element-wise work passes: it is kept back, or launched now.
 *
 * Not here: what launching means (tape/launch.c), so that a graph's own launch never comes back to
 * this point. */
#include "fusion.h"

dpex_status dpex_tape_launch(const dpex_tape *tape, const dpex_launch *launch)
{
    return dpex_fusion_take(tape, launch) ? DPEX_SUCCESS : dpex_tape_launch_now(tape, launch);
}

dpex_status dpex_tape_copy(const dpex_array *src, dpex_array *dst)
{
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, src->dtype, &reg);
    if (!status) status = dpex_tape_cast(&tape, reg, dst->dtype, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    if (!status)
        status = dpex_tape_launch(&tape,
                                  &(dpex_launch){"copy", &src, 1, &dst, 1, dst->nd, dst->shape, 0});
    dpex_tape_fini(&tape);
    return status;
}

int dpex_tape_roll_later(const dpex_array *src, const int64_t *shifts, dpex_array *dst)
{
    dpex_tape tape;
    int reg;
    dpex_tape_init(&tape);
    /* Of an input and an output, which are part of the struct. */
    int is_taken = !dpex_tape_input(&tape, src->dtype, &reg) && !dpex_tape_output(&tape, reg) &&
                   dpex_fusion_take(&tape, &(dpex_launch){.name = "roll",
                                                          .inputs = &src,
                                                          .n_inputs = 1,
                                                          .outputs = &dst,
                                                          .n_outputs = 1,
                                                          .nd = dst->nd,
                                                          .shape = dst->shape,
                                                          .shifts = shifts});
    dpex_tape_fini(&tape);
    return is_taken;
}
