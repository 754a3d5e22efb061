/* Fuses steps of a plan two at a time: sums, differences and products of floating-point numbers.
 *
 * A step writes a block and the next one reads it from the first-level cache, which is most of
 * what a simple step costs. If nothing else reads the intermediate block, both steps become one
 * loop, (x first y) second z. FP contraction is off: each operation rounds. */
#include "plan.h"

enum { NONE = -1 };

static int kind_of(const dpex_reg *reg)
{
    if (reg->kind != DPEX_REG_APPLY || !reg->n_src || reg->compiled) return NONE;
    if (reg->dtype != DPEX_F32 && reg->dtype != DPEX_F64) return NONE;
    switch (reg->index) {
    case DPEX_OP_add: return DPEX_PAIR_ADD;
    case DPEX_OP_subtract: return DPEX_PAIR_SUBTRACT;
    case DPEX_OP_multiply: return DPEX_PAIR_MULTIPLY;
    default: return NONE;
    }
}

static void count_uses(const dpex_plan *plan, uint16_t *n_uses)
{
    for (int r = 0; r < plan->n_regs; r++) n_uses[r] = 0;
    for (int r = 0; r < plan->n_regs; r++)
        for (int s = 0; s < plan->regs[r].n_src; s++) n_uses[plan->regs[r].src[s]]++;
    for (int o = 0; o < plan->n_outputs; o++) n_uses[plan->outputs[o]]++;
}

/* Not results of reductions: where short rows go together, a block has several of them. */
static int is_one(const dpex_plan *plan, int number)
{
    const dpex_reg *reg = &plan->regs[number];
    if (reg->kind == DPEX_REG_INPUT)
        return plan->layout.operands[reg->index].access == DPEX_ACCESS_CONSTANT;
    return reg->kind == DPEX_REG_CONSTANT;
}

/* Fuses `reg` with the step that computes its operand s. */
static void fuse(dpex_plan *plan, dpex_reg *reg, int second, int s)
{
    dpex_reg *made = &plan->regs[reg->src[s]];
    int first = kind_of(made), x = made->src[0], y = made->src[1], z = reg->src[1 - s];
    /* Sums and products commute, so the constant comes second. */
    if (is_one(plan, x) && first != DPEX_PAIR_SUBTRACT) {
        int other = x;
        x = y;
        y = other;
    }
    /* z - (x first y) has loops of its own. */
    if (second == DPEX_PAIR_SUBTRACT && s == 1) second = DPEX_PAIR_SUBTRACT_FROM;
    reg->call.loop = (*plan->loops->pairs[reg->dtype == DPEX_F64])[first][second][is_one(plan, y)]
                                                                  [is_one(plan, z)];
    reg->call.n_in = reg->n_src = 3;
    reg->call.in_bytes[2] = reg->call.in_bytes[0];
    reg->src[0] = (int16_t)x;
    reg->src[1] = (int16_t)y;
    reg->src[2] = (int16_t)z;
    reg->index = NONE; /* not an operation of the table */
    made->n_src = 0;   /* not a step */
}

void dpex_plan_pair_steps(dpex_plan *plan)
{
    uint16_t n_uses[DPEX_TAPE_MAX_REGS];
    count_uses(plan, n_uses);
    for (int r = 0; r < plan->n_regs; r++) {
        dpex_reg *reg = &plan->regs[r];
        int second = kind_of(reg);
        for (int s = 0; s < 2 && second != NONE; s++) {
            /* The intermediate value must be read by this step alone. */
            const dpex_reg *made = &plan->regs[reg->src[s]];
            if (n_uses[reg->src[s]] != 1 || kind_of(made) == NONE || made->stage != reg->stage ||
                made->is_uniform)
                continue;
            fuse(plan, reg, second, s);
            /* At most once per step. */
            plan->n_pairs++;
            break;
        }
    }
}
