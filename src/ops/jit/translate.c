/* Instructions are written in the order of the steps, for one vector or two side by side. A value goes into a
 * register when it is first needed; where none is free, the one whose next use is farthest gives
 * way (L. A. Belady, A study of replacement algorithms, 1966): inputs and constants are read again,
 * other values are kept on the stack. The most used constants stay in registers across iterations.
 *
 * Bools are masks: with AVX-512 in mask registers, else vectors whose lanes are all ones or 0. */
#include "translate.h"

#include <string.h>

#include "assembler.h"
#include "base/alloc.h"

enum { VECTORS, MASKS, N_CLASSES };
enum { NONE = -1, MAX_REGISTERS = 32, POINTER_REGISTERS = 10, SPILL_BYTES = 64, MAX_PARTS = 2 };
enum { MAX_STEPS = MAX_PARTS * DPEX_JIT_MAX_STEPS };

typedef struct value {
    int16_t reg, spill, pointer, output; /* NONE: not there; of its input or output */
    int16_t part;                        /* the vector that it is, of those side by side */
    int16_t next, end;                   /* of `uses`: those that are still to come */
} value;

typedef struct translator {
    dpex_asm a;
    const dpex_jit_program *program;
    int has_avx512, lanes, n_spills, now;
    /* The program's steps, each for every part: so many vectors are computed side by side. */
    int n_steps;
    dpex_jit_step steps[MAX_STEPS];
    int16_t step_of[DPEX_JIT_MAX_STEPS];     /* the first part of a step of the program */
    int16_t holds[N_CLASSES][MAX_REGISTERS]; /* the step whose value a register has */
    uint32_t free[N_CLASSES], locked[N_CLASSES], pinned; /* as bits; pinned: vectors */
    int8_t pointer_in[DPEX_JIT_MAX_POINTERS];            /* a general register; NONE */
    int8_t constant_in[DPEX_JIT_MAX_POINTERS];           /* a vector register for good; NONE */
    value values[MAX_STEPS];
    int16_t uses[3 * MAX_STEPS]; /* steps that use a value, in their order */
} translator;

static size_t itemsize_of(int dtype)
{
    return dpex_dtype_get_info((dpex_dtype)dtype)->itemsize;
}

static int is_wide(int dtype)
{
    return itemsize_of(dtype) == 8;
}

static int is_real(int dtype)
{
    return dtype == DPEX_F32 || dtype == DPEX_F64;
}

static int is_unsigned(int dtype)
{
    return dtype == DPEX_U32 || dtype == DPEX_U64;
}

/* 0, 1, 2: of 128, 256, 512 bits. */
static int size_of(const translator *t, int dtype)
{
    const size_t bytes = dtype == DPEX_BOOL ? 32 : (size_t)t->lanes * itemsize_of(dtype);
    return bytes == 64 ? 2 : bytes == 32 ? 1 : 0;
}

static int class_of(const translator *t, int step)
{
    return t->has_avx512 && t->steps[step].dtype == DPEX_BOOL ? MASKS : VECTORS;
}

static int scale_of(int dtype)
{
    return __builtin_ctz((unsigned)itemsize_of(dtype));
}

/* ---- instructions --------------------------------------------------------------------------- */

static dpex_asm_code packed(int dtype, unsigned opcode)
{
    const int wide = is_wide(dtype);
    return (dpex_asm_code){1, (uint8_t)wide, (uint8_t)wide, (uint8_t)opcode};
}

static dpex_asm_code integer_code(int map, int dtype, unsigned opcode)
{
    return (dpex_asm_code){(uint8_t)map, 1, (uint8_t)is_wide(dtype), (uint8_t)opcode};
}

static const dpex_asm_code LOAD_VECTOR = {1, 0, 0, 0x10}, STORE_VECTOR = {1, 0, 0, 0x11},
                           STREAM_VECTOR = {1, 0, 0, 0x2b};
/* vbroadcastsd, vbroadcastss: an element into all lanes. */
static dpex_asm_code repeat_code(int dtype)
{
    return integer_code(2, dtype, is_wide(dtype) ? 0x19 : 0x18);
}

/* Of bits: those of float32 do for all. */
static const dpex_asm_code AND_BITS = {1, 0, 0, 0x54}, OR_BITS = {1, 0, 0, 0x56},
                           XOR_BITS = {1, 0, 0, 0x57};
/* 8 and 4 bytes. */
static const dpex_asm_code LOAD_8 = {1, 2, 1, 0x7e}, STORE_8 = {1, 1, 1, 0xd6},
                           STORE_4 = {1, 1, 0, 0x7e};

/* An instruction of two operands and a result; 0: the operation is none. */
static dpex_asm_code arithmetic_code(int op, int dtype)
{
    const dpex_asm_code none = {0, 0, 0, 0};
    if (is_real(dtype)) {
        switch (op) {
        case DPEX_JIT_ADD: return packed(dtype, 0x58);
        case DPEX_JIT_SUBTRACT: return packed(dtype, 0x5c);
        case DPEX_JIT_MULTIPLY: return packed(dtype, 0x59);
        case DPEX_JIT_DIVIDE: return packed(dtype, 0x5e);
        default: return none;
        }
    }
    switch (op) {
    case DPEX_JIT_ADD: return integer_code(1, dtype, is_wide(dtype) ? 0xd4 : 0xfe);
    case DPEX_JIT_SUBTRACT: return integer_code(1, dtype, is_wide(dtype) ? 0xfb : 0xfa);
    case DPEX_JIT_MULTIPLY: return integer_code(2, dtype, 0x40);
    case DPEX_JIT_AND: return AND_BITS;
    case DPEX_JIT_OR: return OR_BITS;
    case DPEX_JIT_XOR: return XOR_BITS;
    default: return none;
    }
}

/* ---- registers ------------------------------------------------------------------------------ */

static int is_input(const translator *t, int step)
{
    return t->steps[step].op <= DPEX_JIT_ELEMENT;
}

/* Whether a step is one number for all elements. */
static int is_number(const dpex_jit_step *s)
{
    return s->op == DPEX_JIT_CONSTANT || s->op == DPEX_JIT_ELEMENT;
}

/* Where a pointer's elements are: the next instruction must use it, as RAX serves all that have no
 * register. */
static dpex_asm_operand elements_at(translator *t, int pointer, int dtype, int part)
{
    int base = t->pointer_in[pointer];
    if (base == NONE) {
        base = RAX;
        dpex_asm_load(&t->a, RAX, RDI, 8 * pointer);
    }
    dpex_asm_operand at = dpex_asm_indexed(base, scale_of(dtype));
    at.offset = part * t->lanes * (int32_t)itemsize_of(dtype);
    return at;
}

/* The same of a number. */
static dpex_asm_operand number_at(translator *t, int pointer)
{
    dpex_asm_operand at = elements_at(t, pointer, DPEX_BOOL, 0);
    at.has_index = 0;
    return at;
}

/* The address of a value that is in memory. */
static dpex_asm_operand memory_of(translator *t, int step)
{
    const value *v = &t->values[step];
    const dpex_jit_step *s = &t->steps[step];
    if (is_number(s)) return number_at(t, v->pointer);
    if (s->op == DPEX_JIT_LOAD) return elements_at(t, v->pointer, s->dtype, v->part);
    if (v->spill != NONE) return dpex_asm_mem(RSP, SPILL_BYTES * (1 + v->spill));
    return elements_at(t, v->output, s->dtype, v->part);
}

/* Bytes that are 0 or 1 become a mask. */
static void load_mask(translator *t, int reg, int scratch, dpex_asm_operand from)
{
    dpex_asm *a = &t->a;
    if (t->has_avx512) {
        dpex_asm_vector(a, t->lanes == 8 ? LOAD_8 : LOAD_VECTOR, 0, scratch, 0, from);
        /* vptestmb */
        dpex_asm_vector(a, (dpex_asm_code){2, 1, 0, 0x26}, 0, reg, scratch, dpex_asm_reg(scratch));
        return;
    }
    const int of_four = t->lanes == 4;
    /* vpmovzxbq, vpmovzxbd; vpcmpgtq, vpcmpgtd */
    dpex_asm_vector(a, (dpex_asm_code){2, 1, 0, of_four ? 0x32 : 0x31}, 1, reg, 0, from);
    dpex_asm_vector(a, (dpex_asm_code){of_four ? 2 : 1, 1, 0, of_four ? 0x37 : 0x66}, 1, reg, reg,
                    dpex_asm_pooled(DPEX_ASM_ZERO));
}

static void store_mask(translator *t, dpex_asm_operand to, int reg, int scratch)
{
    dpex_asm *a = &t->a;
    if (t->has_avx512) {
        /* vmovdqu8 */
        dpex_asm_masked(a, (dpex_asm_code){1, 3, 0, 0x6f}, 0, scratch, 0,
                        dpex_asm_pooled(DPEX_ASM_ONE_I8), reg, 1);
        dpex_asm_vector(a, t->lanes == 8 ? STORE_8 : STORE_VECTOR, 0, scratch, 0, to);
        return;
    }
    /* vextracti128, vpackssdw, vpacksswb, vpabsb: all ones stay all ones, of fewer bytes. */
    const dpex_asm_code pack_words = {1, 1, 0, 0x63};
    dpex_asm_vector_imm(a, (dpex_asm_code){3, 1, 0, 0x39}, 1, reg, 0, dpex_asm_reg(scratch), 1);
    dpex_asm_vector(a, (dpex_asm_code){1, 1, 0, 0x6b}, 0, scratch, reg, dpex_asm_reg(scratch));
    dpex_asm_vector(a, pack_words, 0, scratch, scratch, dpex_asm_reg(scratch));
    if (t->lanes == 4) dpex_asm_vector(a, pack_words, 0, scratch, scratch, dpex_asm_reg(scratch));
    dpex_asm_vector(a, (dpex_asm_code){2, 1, 0, 0x1c}, 0, scratch, 0, dpex_asm_reg(scratch));
    dpex_asm_vector(a, t->lanes == 4 ? STORE_4 : STORE_8, 0, scratch, 0, to);
}

/* kmovw */
static void spill_mask(translator *t, int reg, dpex_asm_operand to)
{
    dpex_asm_vex(&t->a, (dpex_asm_code){1, 0, 0, 0x91}, 0, reg, 0, to);
}

static void unspill_mask(translator *t, int reg, dpex_asm_operand from)
{
    dpex_asm_vex(&t->a, (dpex_asm_code){1, 0, 0, 0x90}, 0, reg, 0, from);
}

/* Whether a value is in memory as the vector that it is in a register. */
static int is_in_memory(const translator *t, int step)
{
    const value *v = &t->values[step];
    if (t->steps[step].dtype == DPEX_BOOL) return v->spill != NONE;
    if (t->steps[step].op == DPEX_JIT_ELEMENT) return 0;
    return is_input(t, step) || v->spill != NONE || v->output != NONE;
}

static void give_way(translator *t, int kind, int reg)
{
    const int step = t->holds[kind][reg];
    value *v = &t->values[step];
    if (!is_in_memory(t, step) && !is_input(t, step)) {
        v->spill = (int16_t)t->n_spills++;
        const dpex_asm_operand to = dpex_asm_mem(RSP, SPILL_BYTES * (1 + v->spill));
        if (kind == MASKS)
            spill_mask(t, reg, to);
        else
            dpex_asm_vector(&t->a, STORE_VECTOR, size_of(t, t->steps[step].dtype), reg, 0, to);
    }
    v->reg = NONE;
}

/* A register for a new value. */
static int take(translator *t, int kind)
{
    if (t->free[kind]) {
        const int reg = __builtin_ctz(t->free[kind]);
        t->free[kind] &= t->free[kind] - 1;
        return reg;
    }
    int best = NONE, farthest = -1;
    for (int reg = 0; reg < MAX_REGISTERS; reg++) {
        const int step = t->holds[kind][reg];
        if (step == NONE || t->locked[kind] >> reg & 1) continue;
        const value *v = &t->values[step];
        const int next = v->next < v->end ? t->uses[v->next] : MAX_STEPS;
        if (next <= farthest) continue;
        farthest = next;
        best = reg;
    }
    give_way(t, kind, best);
    t->holds[kind][best] = NONE;
    return best;
}

static void give_back(translator *t, int kind, int reg)
{
    t->holds[kind][reg] = NONE;
    t->free[kind] |= (uint32_t)1 << reg;
}

static void hold(translator *t, int step, int reg)
{
    const int kind = class_of(t, step);
    t->values[step].reg = (int16_t)reg;
    t->holds[kind][reg] = (int16_t)step;
}

/* The register of a value, which stays there for the instruction. */
static int in_register(translator *t, int step)
{
    const int kind = class_of(t, step), dtype = t->steps[step].dtype;
    value *v = &t->values[step];
    if (v->reg == NONE) {
        const int reg = take(t, kind);
        if (dtype != DPEX_BOOL) {
            const dpex_asm_code code =
                t->steps[step].op == DPEX_JIT_ELEMENT ? repeat_code(dtype) : LOAD_VECTOR;
            dpex_asm_vector(&t->a, code, size_of(t, dtype), reg, 0, memory_of(t, step));
        } else if (v->spill == NONE) {
            const int scratch = kind == MASKS ? take(t, VECTORS) : reg;
            load_mask(t, reg, scratch, memory_of(t, step));
            if (kind == MASKS) give_back(t, VECTORS, scratch);
        } else if (kind == MASKS) {
            unspill_mask(t, reg, memory_of(t, step));
        } else {
            dpex_asm_vector(&t->a, LOAD_VECTOR, 1, reg, 0, memory_of(t, step));
        }
        hold(t, step, reg);
    }
    t->locked[kind] |= (uint32_t)1 << v->reg;
    return v->reg;
}

/* The last operand of an instruction: in memory where it is needed this once, or where no register
 * is free. The instruction must follow at once. */
static dpex_asm_operand anywhere(translator *t, int step)
{
    const value *v = &t->values[step];
    const int is_last = v->end - v->next <= 1;
    if (v->reg == NONE && class_of(t, step) == VECTORS && is_in_memory(t, step) &&
        (is_last || !t->free[VECTORS]))
        return memory_of(t, step);
    return dpex_asm_reg(in_register(t, step));
}

/* Operands that no later step uses leave their registers. */
static void pass_uses(translator *t, const dpex_jit_step *s)
{
    for (int i = 0; i < s->n_src; i++) {
        value *v = &t->values[s->src[i]];
        const int kind = class_of(t, s->src[i]);
        while (v->next < v->end && t->uses[v->next] <= t->now) v->next++;
        if (v->next < v->end || v->reg == NONE) continue;
        if (kind == VECTORS && t->pinned >> v->reg & 1) continue;
        give_back(t, kind, v->reg);
        v->reg = NONE;
    }
    t->locked[VECTORS] = t->pinned;
    t->locked[MASKS] = 0;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* What one instruction computes: the result may take the register of an operand. */
static int end_step(translator *t, const dpex_jit_step *s)
{
    pass_uses(t, s);
    const int reg = take(t, class_of(t, t->now));
    hold(t, t->now, reg);
    return reg;
}

/* What several compute: the result has a register of its own, from the first one on. */
static int begin_step(translator *t)
{
    const int kind = class_of(t, t->now), reg = take(t, kind);
    hold(t, t->now, reg);
    t->locked[kind] |= (uint32_t)1 << reg;
    return reg;
}

static void binary(translator *t, const dpex_jit_step *s, dpex_asm_code code)
{
    const int x = in_register(t, s->src[0]);
    const dpex_asm_operand y = anywhere(t, s->src[1]);
    const int size = size_of(t, s->dtype), result = end_step(t, s);
    dpex_asm_vector(&t->a, code, size, result, x, y);
}

/* op pooled, x for the vector x, as x op pooled. */
static void with_pooled(translator *t, const dpex_jit_step *s, dpex_asm_code code,
                        dpex_asm_pool pooled)
{
    const int x = in_register(t, s->src[0]), result = end_step(t, s);
    dpex_asm_vector(&t->a, code, size_of(t, s->dtype), result, x, dpex_asm_pooled(pooled));
}

static void unary(translator *t, const dpex_jit_step *s, dpex_asm_code code, int size)
{
    const dpex_asm_operand x = anywhere(t, s->src[0]);
    const int result = end_step(t, s);
    dpex_asm_vector(&t->a, code, size, result, 0, x);
}

static void reciprocal(translator *t, const dpex_jit_step *s)
{
    const int size = size_of(t, s->dtype), result = begin_step(t);
    const dpex_asm_pool one = is_wide(s->dtype) ? DPEX_ASM_ONE_F64 : DPEX_ASM_ONE_F32;
    dpex_asm_vector(&t->a, LOAD_VECTOR, size, result, 0, dpex_asm_pooled(one));
    const dpex_asm_operand x = anywhere(t, s->src[0]);
    dpex_asm_vector(&t->a, packed(s->dtype, 0x5e), size, result, result, x);
    pass_uses(t, s);
}

static void negate(translator *t, const dpex_jit_step *s)
{
    if (is_real(s->dtype)) {
        with_pooled(t, s, XOR_BITS, is_wide(s->dtype) ? DPEX_ASM_SIGN64 : DPEX_ASM_SIGN32);
        return;
    }
    const int size = size_of(t, s->dtype), result = begin_step(t);
    dpex_asm_vector(&t->a, LOAD_VECTOR, size, result, 0, dpex_asm_pooled(DPEX_ASM_ZERO));
    const dpex_asm_operand x = anywhere(t, s->src[0]);
    dpex_asm_vector(&t->a, arithmetic_code(DPEX_JIT_SUBTRACT, s->dtype), size, result, result, x);
    pass_uses(t, s);
}

/* The mask of a comparison of x with y into a mask register or a vector. */
static void compare_into(translator *t, int dtype, int mask, int x, dpex_asm_operand y,
                         uint8_t predicate)
{
    dpex_asm_vector_imm(&t->a, packed(dtype, 0xc2), size_of(t, dtype), mask, x, y, predicate);
}

/* Ordered and without exceptions, but "not equal", which is true of NaN. */
static uint8_t real_predicate(int op)
{
    switch (op) {
    case DPEX_JIT_EQUAL: return 0x00;
    case DPEX_JIT_NOT_EQUAL: return 0x04;
    case DPEX_JIT_LESS: return 0x11;
    case DPEX_JIT_LESS_EQUAL: return 0x12;
    case DPEX_JIT_GREATER: return 0x1e;
    case DPEX_JIT_GREATER_EQUAL: return 0x1d;
    default: return 0x03; /* unordered */
    }
}

static uint8_t integer_predicate(int op)
{
    switch (op) {
    case DPEX_JIT_EQUAL: return 0;
    case DPEX_JIT_NOT_EQUAL: return 4;
    case DPEX_JIT_LESS: return 1;
    case DPEX_JIT_LESS_EQUAL: return 2;
    case DPEX_JIT_GREATER: return 6;
    default: return 5;
    }
}

/* AVX2 compares integers for "equal" and "greater" alone. */
static void compare_integers(translator *t, const dpex_jit_step *s, int dtype)
{
    const int is_swapped = s->op == DPEX_JIT_LESS || s->op == DPEX_JIT_GREATER_EQUAL;
    const int is_equality = s->op == DPEX_JIT_EQUAL || s->op == DPEX_JIT_NOT_EQUAL;
    const int is_negated = s->op == DPEX_JIT_NOT_EQUAL || s->op == DPEX_JIT_LESS_EQUAL ||
                           s->op == DPEX_JIT_GREATER_EQUAL;
    const dpex_asm_code code = is_wide(dtype) ? (dpex_asm_code){2, 1, 0, is_equality ? 0x29 : 0x37}
                                              : (dpex_asm_code){1, 1, 0, is_equality ? 0x76 : 0x66};
    const int x = in_register(t, s->src[is_swapped]);
    const dpex_asm_operand y = anywhere(t, s->src[!is_swapped]);
    const int size = size_of(t, dtype), result = end_step(t, s);
    dpex_asm_vector(&t->a, code, size, result, x, y);
    if (is_negated)
        dpex_asm_vector(&t->a, XOR_BITS, size, result, result, dpex_asm_pooled(DPEX_ASM_ONES));
}

/* Bools are compared as bits. */
static void combine_masks(translator *t, const dpex_jit_step *s)
{
    static const uint8_t of_masks[DPEX_JIT_N_OPS] = {
        [DPEX_JIT_AND] = 0x41,   [DPEX_JIT_OR] = 0x45,        [DPEX_JIT_XOR] = 0x47,
        [DPEX_JIT_EQUAL] = 0x46, [DPEX_JIT_NOT_EQUAL] = 0x47,
    };
    const int x = in_register(t, s->src[0]), y = in_register(t, s->src[1]);
    const int result = end_step(t, s);
    if (t->has_avx512) {
        dpex_asm_vex(&t->a, (dpex_asm_code){1, 0, 0, of_masks[s->op]}, 1, result, x,
                     dpex_asm_reg(y));
        return;
    }
    const int is_and_or = s->op == DPEX_JIT_AND || s->op == DPEX_JIT_OR;
    dpex_asm_vector(&t->a, is_and_or ? arithmetic_code(s->op, DPEX_I32) : XOR_BITS, 1, result, x,
                    dpex_asm_reg(y));
    if (s->op == DPEX_JIT_EQUAL)
        dpex_asm_vector(&t->a, XOR_BITS, 1, result, result, dpex_asm_pooled(DPEX_ASM_ONES));
}

static void compare(translator *t, const dpex_jit_step *s)
{
    const int dtype = t->steps[s->src[0]].dtype;
    if (dtype == DPEX_BOOL) {
        combine_masks(t, s);
        return;
    }
    if (!is_real(dtype) && !t->has_avx512) {
        compare_integers(t, s, dtype);
        return;
    }
    const int x = in_register(t, s->src[0]);
    const dpex_asm_operand y = s->op == DPEX_JIT_ISNAN ? dpex_asm_reg(x) : anywhere(t, s->src[1]);
    const int result = end_step(t, s);
    if (is_real(dtype)) {
        compare_into(t, dtype, result, x, y, real_predicate(s->op));
        return;
    }
    /* vpcmpd, vpcmpud and those of 64 bits */
    dpex_asm_vector_imm(&t->a, integer_code(3, dtype, is_unsigned(dtype) ? 0x1e : 0x1f),
                        size_of(t, dtype), result, x, y, integer_predicate(s->op));
}

static void negate_bits(translator *t, const dpex_jit_step *s)
{
    if (class_of(t, t->now) == VECTORS) {
        with_pooled(t, s, XOR_BITS, DPEX_ASM_ONES);
        return;
    }
    const int x = in_register(t, s->src[0]), result = end_step(t, s);
    dpex_asm_vex(&t->a, (dpex_asm_code){1, 0, 0, 0x44}, 0, result, 0, dpex_asm_reg(x)); /* knotw */
}

/* result = mask ? y : z */
static void blend(translator *t, int dtype, int result, int mask, dpex_asm_operand y, int z)
{
    const int size = size_of(t, dtype), wide = is_wide(dtype);
    if (t->has_avx512)
        dpex_asm_masked(&t->a, integer_code(2, dtype, 0x65), size, result, z, y, mask, 0);
    else
        dpex_asm_vector_imm(&t->a, (dpex_asm_code){3, 1, 0, wide ? 0x4b : 0x4a}, size, result, z, y,
                            (uint8_t)(mask << 4));
}

static void where(translator *t, const dpex_jit_step *s)
{
    const int mask = in_register(t, s->src[0]), z = in_register(t, s->src[2]);
    const dpex_asm_operand y = anywhere(t, s->src[1]);
    const int result = end_step(t, s);
    blend(t, s->dtype, result, mask, y, z);
}

/* The instruction gives its second operand where one is NaN: x is put back where it is NaN. */
static void extremum(translator *t, const dpex_jit_step *s)
{
    const int result = begin_step(t), kind = t->has_avx512 ? MASKS : VECTORS;
    const int x = in_register(t, s->src[0]), mask = take(t, kind);
    const unsigned opcode = s->op == DPEX_JIT_MAXIMUM ? 0x5f : 0x5d;
    t->holds[kind][mask] = NONE;
    const dpex_asm_operand y = anywhere(t, s->src[1]);
    dpex_asm_vector(&t->a, packed(s->dtype, opcode), size_of(t, s->dtype), result, x, y);
    compare_into(t, s->dtype, mask, x, dpex_asm_reg(x), real_predicate(DPEX_JIT_ISNAN));
    blend(t, s->dtype, result, mask, dpex_asm_reg(x), result);
    give_back(t, kind, mask);
    pass_uses(t, s);
}

/* A number for true, 0 for false. */
static void cast_mask(translator *t, const dpex_jit_step *s)
{
    const int wide = is_wide(s->dtype);
    const dpex_asm_pool one = is_real(s->dtype) ? wide ? DPEX_ASM_ONE_F64 : DPEX_ASM_ONE_F32
                              : wide            ? DPEX_ASM_ONE_I64
                                                : DPEX_ASM_ONE_I32;
    const int mask = in_register(t, s->src[0]), result = end_step(t, s);
    if (t->has_avx512)
        dpex_asm_masked(&t->a, packed(s->dtype, 0x10), size_of(t, s->dtype), result, 0,
                        dpex_asm_pooled(one), mask, 1);
    else
        dpex_asm_vector(&t->a, AND_BITS, size_of(t, s->dtype), result, mask, dpex_asm_pooled(one));
}

/* The instruction that converts; its opcode 0: there is none. */
static dpex_asm_code cast_code(int from, int to)
{
    if (from == DPEX_F32 && to == DPEX_F64) return (dpex_asm_code){1, 0, 0, 0x5a};
    if (from == DPEX_F64 && to == DPEX_F32) return (dpex_asm_code){1, 1, 1, 0x5a};
    if (from == DPEX_I32 && to == DPEX_F32) return (dpex_asm_code){1, 0, 0, 0x5b};
    if (from == DPEX_I32 && to == DPEX_F64) return (dpex_asm_code){1, 2, 0, 0xe6};
    if (from == DPEX_I32 && to == DPEX_I64) return (dpex_asm_code){2, 1, 0, 0x25};
    if (from == DPEX_I64 && to == DPEX_F64) return (dpex_asm_code){1, 2, 1, 0xe6};
    return (dpex_asm_code){0, 0, 0, 0};
}

static void cast(translator *t, const dpex_jit_step *s)
{
    const int from = t->steps[s->src[0]].dtype;
    if (from == DPEX_BOOL) {
        cast_mask(t, s);
        return;
    }
    const int size = size_of(t, itemsize_of(from) > itemsize_of(s->dtype) ? from : s->dtype);
    unary(t, s, cast_code(from, s->dtype), size);
}

static void compute(translator *t, const dpex_jit_step *s)
{
    const int size = size_of(t, s->dtype), wide = is_wide(s->dtype);
    switch (s->op) {
    case DPEX_JIT_SQRT: unary(t, s, packed(s->dtype, 0x51), size); return;
    case DPEX_JIT_NEGATE: negate(t, s); return;
    case DPEX_JIT_ABS:
        with_pooled(t, s, AND_BITS, wide ? DPEX_ASM_REST64 : DPEX_ASM_REST32);
        return;
    case DPEX_JIT_RECIPROCAL: reciprocal(t, s); return;
    case DPEX_JIT_MAXIMUM:
    case DPEX_JIT_MINIMUM: extremum(t, s); return;
    case DPEX_JIT_EQUAL:
    case DPEX_JIT_NOT_EQUAL:
    case DPEX_JIT_LESS:
    case DPEX_JIT_LESS_EQUAL:
    case DPEX_JIT_GREATER:
    case DPEX_JIT_GREATER_EQUAL:
    case DPEX_JIT_ISNAN: compare(t, s); return;
    case DPEX_JIT_NOT: negate_bits(t, s); return;
    case DPEX_JIT_WHERE: where(t, s); return;
    case DPEX_JIT_CAST: cast(t, s); return;
    default: break;
    }
    if (s->dtype == DPEX_BOOL)
        combine_masks(t, s);
    else
        binary(t, s, arithmetic_code(s->op, s->dtype));
}

/* To every output that is this step's. */
static void store(translator *t, int step)
{
    const dpex_jit_program *p = t->program;
    value *v = &t->values[step];
    const int dtype = t->steps[step].dtype, kind = class_of(t, step);
    for (int o = 0; o < p->n_stored && t->steps[step].is_stored; o++) {
        if (t->step_of[p->stored[o]] + v->part != step) continue;
        const int pointer = p->n_inputs + o;
        if (dtype != DPEX_BOOL) {
            dpex_asm_vector(&t->a, p->is_streamed ? STREAM_VECTOR : STORE_VECTOR, size_of(t, dtype),
                            v->reg, 0, elements_at(t, pointer, dtype, v->part));
            if (!p->is_streamed) v->output = (int16_t)pointer;
            continue;
        }
        t->locked[kind] |= (uint32_t)1 << v->reg;
        const int scratch = take(t, VECTORS);
        store_mask(t, elements_at(t, pointer, dtype, v->part), v->reg, scratch);
        give_back(t, VECTORS, scratch);
        t->locked[kind] = kind == VECTORS ? t->pinned : 0;
    }
}

static void write_step(translator *t, int step)
{
    const dpex_jit_step *s = &t->steps[step];
    t->now = step;
    if (is_input(t, step)) return;
    compute(t, s);
    store(t, step);
    value *v = &t->values[step];
    if (v->next == v->end) { /* nothing else uses it */
        give_back(t, class_of(t, step), v->reg);
        v->reg = NONE;
    }
}

/* ---- the function --------------------------------------------------------------------------- */

/* The steps of so many vectors, one part beside the other; numbers are the same for all. */
static void spread_steps(translator *t, int n_parts)
{
    const dpex_jit_program *p = t->program;
    int pointer = 0;
    t->n_steps = 0;
    for (int i = 0; i < p->n_steps; i++) {
        const dpex_jit_step *from = &p->steps[i];
        const int n = is_number(from) ? 1 : n_parts;
        t->step_of[i] = (int16_t)t->n_steps;
        for (int part = 0; part < n; part++) {
            dpex_jit_step *s = &t->steps[t->n_steps];
            *s = *from;
            for (int k = 0; k < s->n_src; k++) {
                const int of_part = is_number(&p->steps[from->src[k]]) ? 0 : part;
                s->src[k] = (int16_t)(t->step_of[from->src[k]] + of_part);
            }
            t->values[t->n_steps++] = (value){.reg = NONE,
                                              .spill = NONE,
                                              .pointer = (int16_t)pointer,
                                              .output = NONE,
                                              .part = (int16_t)part};
        }
        pointer += from->op <= DPEX_JIT_ELEMENT;
    }
}

static void find_uses(translator *t)
{
    int16_t n_uses[MAX_STEPS] = {0};
    for (int i = 0; i < t->n_steps; i++)
        for (int s = 0; s < t->steps[i].n_src; s++) n_uses[t->steps[i].src[s]]++;
    int next = 0;
    for (int i = 0; i < t->n_steps; i++) {
        t->values[i].next = t->values[i].end = (int16_t)next;
        next += n_uses[i];
    }
    for (int i = 0; i < t->n_steps; i++)
        for (int s = 0; s < t->steps[i].n_src; s++)
            t->uses[t->values[t->steps[i].src[s]].end++] = (int16_t)i;
}

/* All registers are free but those of constants. */
static void begin_parts(translator *t, int n_parts)
{
    spread_steps(t, n_parts);
    find_uses(t);
    t->free[VECTORS] = t->has_avx512 ? UINT32_MAX : 0xffff;
    t->free[MASKS] = 0xfe; /* number 0 stands for no mask */
    t->locked[MASKS] = t->pinned = 0;
    memset(t->holds, NONE, sizeof(t->holds));
    for (int i = 0; i < t->n_steps; i++) {
        const int reg = is_number(&t->steps[i]) ? t->constant_in[t->values[i].pointer] : NONE;
        if (reg == NONE) continue;
        hold(t, i, reg);
        t->pinned |= (uint32_t)1 << reg;
    }
    t->free[VECTORS] &= ~t->pinned;
    t->locked[VECTORS] = t->pinned;
}

/* Elements of a vector: of the widest dtype. */
static int count_lanes(const dpex_jit_program *p, int has_avx512)
{
    size_t widest = 4;
    for (int i = 0; i < p->n_steps; i++)
        if (itemsize_of(p->steps[i].dtype) > widest) widest = itemsize_of(p->steps[i].dtype);
    return (int)((has_avx512 ? 64 : 32) / widest);
}

/* With AVX2 a mask has the width of what is compared and chosen. */
static int is_mixed(const dpex_jit_program *p)
{
    size_t widths = 0;
    int has_masks = 0;
    for (int i = 0; i < p->n_steps; i++) {
        if (p->steps[i].dtype == DPEX_BOOL)
            has_masks = 1;
        else
            widths |= itemsize_of(p->steps[i].dtype);
    }
    return has_masks && widths == 12;
}

/* The most used constants get registers for good. */
static void pin_constants(translator *t)
{
    const int most = t->has_avx512 ? 12 : 5;
    for (int n = 0; n < most; n++) {
        int best = NONE;
        for (int i = 0; i < t->n_steps; i++) {
            const value *v = &t->values[i];
            if (!is_number(&t->steps[i]) || v->reg != NONE || t->steps[i].dtype == DPEX_BOOL)
                continue;
            if (best == NONE || v->end - v->next > t->values[best].end - t->values[best].next)
                best = i;
        }
        if (best == NONE) return;
        t->constant_in[t->values[best].pointer] = (int8_t)in_register(t, best);
    }
}

/* The most vectors that are needed at once, but for constants. */
static int count_live_values(const translator *t)
{
    int n = 0, most = 0;
    for (int i = 0; i < t->n_steps; i++) {
        const dpex_jit_step *s = &t->steps[i];
        if (is_number(s)) continue;
        n += t->values[i].next < t->values[i].end;
        if (n > most) most = n;
        for (int k = 0; k < s->n_src; k++) {
            const value *v = &t->values[s->src[k]];
            int is_repeated = 0;
            for (int other = 0; other < k; other++) is_repeated |= s->src[other] == s->src[k];
            n -= !is_repeated && !is_number(&t->steps[s->src[k]]) && t->uses[v->end - 1] == i;
        }
    }
    return most;
}

/* Long programs wait for their own results, as the processor executes some hundred
 * instructions ahead at most: two vectors side by side, where there are registers for them
 * (docs/tuning.md). */
static int choose_parts(const translator *t)
{
    enum { LONG = 12 };
    const int n_registers = t->has_avx512 ? 32 : 16;
    const int n_left = n_registers - __builtin_popcount(t->pinned);
    return t->n_steps >= LONG && 2 * count_live_values(t) + 2 <= n_left ? 2 : 1;
}

/* Pointers in general registers: those of inputs and outputs that move, as long as there are some. */
static int assign_pointers(translator *t, const uint8_t *registers)
{
    const dpex_jit_program *p = t->program;
    int n = 0;
    memset(t->pointer_in, NONE, sizeof(t->pointer_in));
    for (int i = 0; i < p->n_steps; i++)
        if (p->steps[i].op == DPEX_JIT_LOAD && n < POINTER_REGISTERS)
            t->pointer_in[t->values[t->step_of[i]].pointer] = (int8_t)registers[n++];
    for (int o = 0; o < p->n_stored && n < POINTER_REGISTERS; o++)
        t->pointer_in[p->n_inputs + o] = (int8_t)registers[n++];
    return n;
}

static int is_saved_by_callee(int reg)
{
    return reg == RBX || reg == RBP || reg >= R12;
}

/* Of vectors side by side as long as RCX is not above RSI; its first instruction. */
static const uint8_t *write_loop(translator *t, int n_parts)
{
    dpex_asm *a = &t->a;
    begin_parts(t, n_parts);
    dpex_asm_align(a, 32);
    const uint8_t *loop = a->at;
    for (int i = 0; i < t->n_steps; i++) write_step(t, i);
    dpex_asm_add(a, RCX, n_parts * t->lanes);
    dpex_asm_compare(a, RCX, RSI);
    dpex_asm_jump_back_less_equal(a, loop);
    return loop;
}

static void write_loops(translator *t, int n_parts)
{
    dpex_asm *a = &t->a;
    /* RCX: the first element; RSI: that of the last vectors; RDX: n. */
    dpex_asm_move(a, RDX, RSI);
    dpex_asm_add(a, RSI, -n_parts * t->lanes);
    dpex_asm_clear(a, RCX);
    uint8_t *none_left = NULL;
    if (n_parts > 1) {
        dpex_asm_compare(a, RCX, RSI);
        uint8_t *too_few = dpex_asm_jump_greater(a);
        write_loop(t, n_parts);
        dpex_asm_land(a, too_few);
        dpex_asm_add(a, RSI, (n_parts - 1) * t->lanes);
        dpex_asm_compare(a, RCX, RSI);
        none_left = dpex_asm_jump_greater(a);
    }
    const uint8_t *loop = write_loop(t, 1);
    if (none_left) dpex_asm_land(a, none_left);
    dpex_asm_compare(a, RCX, RDX);
    uint8_t *done = dpex_asm_jump_greater_equal(a);
    dpex_asm_move(a, RCX, RSI);
    dpex_asm_jump_back(a, loop);
    dpex_asm_land(a, done);
}

static void write_function(translator *t)
{
    static const uint8_t registers[POINTER_REGISTERS] = {R8,  R9,  R10, R11, RBX,
                                                         RBP, R12, R13, R14, R15};
    dpex_asm *a = &t->a;
    memset(t->constant_in, NONE, sizeof(t->constant_in));
    begin_parts(t, 1);
    const int n = assign_pointers(t, registers);
    dpex_asm_begin_function(a);
    for (int r = 0; r < n; r++)
        if (is_saved_by_callee(registers[r])) dpex_asm_push(a, registers[r]);
    /* The frame: the caller's stack pointer, and what is spilled, whole vectors. */
    dpex_asm_move(a, RAX, RSP);
    uint8_t *frame = dpex_asm_add(a, RSP, 0);
    dpex_asm_and(a, RSP, -SPILL_BYTES);
    dpex_asm_store(a, RSP, 0, RAX);
    for (int p = 0; p < DPEX_JIT_MAX_POINTERS; p++)
        if (t->pointer_in[p] != NONE) dpex_asm_load(a, t->pointer_in[p], RDI, 8 * p);
    pin_constants(t);
    begin_parts(t, 1);
    write_loops(t, choose_parts(t));
    dpex_asm_set_value(a, frame, -SPILL_BYTES * (1 + t->n_spills));
    dpex_asm_load(a, RSP, RSP, 0);
    for (int r = n - 1; r >= 0; r--)
        if (is_saved_by_callee(registers[r])) dpex_asm_pop(a, registers[r]);
    dpex_asm_return(a);
}

size_t dpex_jit_translate(const dpex_jit_program *program, int has_avx512, uint8_t *memory,
                          size_t bytes, int *lanes)
{
    if (!has_avx512 && is_mixed(program)) return 0;
    translator *t = dpex_malloc(sizeof(*t));
    if (!t) return 0;
    *lanes = count_lanes(program, has_avx512);
    t->program = program;
    t->has_avx512 = has_avx512;
    t->lanes = *lanes;
    t->n_spills = t->now = 0;
    dpex_asm_init(&t->a, memory, bytes, has_avx512);
    write_function(t);
    const size_t n = dpex_asm_finish(&t->a);
    dpex_free(t);
    return n;
}
