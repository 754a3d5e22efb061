/* Instructions of x86-64 into a buffer: AVX and AVX-512 with three operands, masks, and the few
 * scalar ones that a loop needs.
 *
 * Encodings: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2. */
#ifndef DPEX_OPS_JIT_ASSEMBLER_H
#define DPEX_OPS_JIT_ASSEMBLER_H

#include <stddef.h>
#include <stdint.h>

enum { DPEX_ASM_MAX_FIXES = 1024 };

/* General registers by their numbers in encodings. */
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

/* Vectors that code reads behind its instructions, 64 bytes each. */
typedef enum dpex_asm_pool {
    DPEX_ASM_ZERO,
    DPEX_ASM_ONES, /* of bits */
    DPEX_ASM_SIGN32,
    DPEX_ASM_SIGN64,
    DPEX_ASM_REST32, /* all but the sign */
    DPEX_ASM_REST64,
    DPEX_ASM_ONE_F32,
    DPEX_ASM_ONE_F64,
    DPEX_ASM_ONE_I8,
    DPEX_ASM_ONE_I32,
    DPEX_ASM_ONE_I64,
    DPEX_ASM_N_POOL
} dpex_asm_pool;

/* An operand that may be in memory. */
typedef struct dpex_asm_operand {
    enum { DPEX_ASM_REGISTER, DPEX_ASM_MEMORY, DPEX_ASM_POOL } kind;
    uint8_t number;    /* of the register, of the base, or a dpex_asm_pool */
    uint8_t has_index; /* plus RCX times 1 << scale */
    uint8_t scale;
    int32_t offset;
} dpex_asm_operand;

/* One instruction: opcode and what selects it. */
typedef struct dpex_asm_code {
    uint8_t map;    /* 1: 0F, 2: 0F38, 3: 0F3A */
    uint8_t prefix; /* 0: none, 1: 66, 2: F3, 3: F2 */
    uint8_t wide;   /* the W bit, where the encoding is EVEX */
    uint8_t opcode;
} dpex_asm_code;

typedef struct dpex_asm {
    uint8_t *start, *at, *end;
    int is_evex; /* vector instructions are those of AVX-512 */
    int has_overflowed;
    int n_fixes;
    struct {
        uint32_t at, next; /* of the offset, of the following instruction */
        uint8_t pool;
    } fixes[DPEX_ASM_MAX_FIXES];
    int open_fix; /* of the instruction that is being written; -1: none */
} dpex_asm;

void dpex_asm_init(dpex_asm *a, uint8_t *memory, size_t bytes, int is_evex);
/* Vectors of the pool that were referred to are appended; the number of bytes; 0: they do not fit. */
size_t dpex_asm_finish(dpex_asm *a);

/* op reg, second, rm: `second` is 0 where there are two operands. size: 0, 1, 2 of 128, 256, 512 bits. */
void dpex_asm_vector(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                     dpex_asm_operand rm);
/* The same, behind it an immediate byte. */
void dpex_asm_vector_imm(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                         dpex_asm_operand rm, uint8_t imm);
/* The same by a mask: elements without it stay, or become 0. AVX-512 only. */
void dpex_asm_masked(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                     dpex_asm_operand rm, int mask, int zeroes);
/* VEX-encoded whatever is_evex says: masks, and moves of less than a vector. */
void dpex_asm_vex(dpex_asm *a, dpex_asm_code code, int is_long, int reg, int second,
                  dpex_asm_operand rm);

static inline dpex_asm_operand dpex_asm_reg(int number)
{
    return (dpex_asm_operand){.kind = DPEX_ASM_REGISTER, .number = (uint8_t)number};
}
static inline dpex_asm_operand dpex_asm_mem(int base, int32_t offset)
{
    return (dpex_asm_operand){.kind = DPEX_ASM_MEMORY, .number = (uint8_t)base, .offset = offset};
}
static inline dpex_asm_operand dpex_asm_indexed(int base, int scale)
{
    return (dpex_asm_operand){
        .kind = DPEX_ASM_MEMORY, .number = (uint8_t)base, .has_index = 1, .scale = (uint8_t)scale};
}
static inline dpex_asm_operand dpex_asm_pooled(dpex_asm_pool number)
{
    return (dpex_asm_operand){.kind = DPEX_ASM_POOL, .number = (uint8_t)number};
}

/* Scalar instructions, of 64 bits. */
void dpex_asm_push(dpex_asm *a, int reg);
void dpex_asm_pop(dpex_asm *a, int reg);
void dpex_asm_load(dpex_asm *a, int reg, int base, int32_t offset); /* reg = [base + offset] */
void dpex_asm_store(dpex_asm *a, int base, int32_t offset, int reg);
void dpex_asm_move(dpex_asm *a, int to, int from);
void dpex_asm_clear(dpex_asm *a, int reg);
/* Where the value is, which may be written later (dpex_asm_set_value). */
uint8_t *dpex_asm_add(dpex_asm *a, int reg, int32_t value);
void dpex_asm_set_value(dpex_asm *a, uint8_t *at, int32_t value);
void dpex_asm_and(dpex_asm *a, int reg, int8_t value);
void dpex_asm_compare(dpex_asm *a, int x, int y);
/* Jumps to an earlier instruction if the last comparison said x <= y. */
void dpex_asm_jump_back_less_equal(dpex_asm *a, const uint8_t *to);
/* Jumps on if it said x >= y, or x > y; the address to give to _land. */
uint8_t *dpex_asm_jump_greater_equal(dpex_asm *a);
uint8_t *dpex_asm_jump_greater(dpex_asm *a);
void dpex_asm_land(dpex_asm *a, uint8_t *jump); /* here */
void dpex_asm_jump_back(dpex_asm *a, const uint8_t *to);
void dpex_asm_align(dpex_asm *a, int bytes);
void dpex_asm_begin_function(dpex_asm *a); /* where an indirect call may arrive */
void dpex_asm_return(dpex_asm *a);         /* and clears the upper halves of vector registers */

#endif
