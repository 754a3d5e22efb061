/* Bytes of instructions. VEX and EVEX are the prefixes of AVX and AVX-512: they hold the opcode's map,
 * the high bits of registers' numbers (inverted), the second operand and the vectors' size. */
#include "assembler.h"

#include <string.h>

/* ---- bytes ---------------------------------------------------------------------------------- */

static void put(dpex_asm *a, unsigned byte)
{
    if (a->at == a->end)
        a->has_overflowed = 1;
    else
        *a->at++ = (uint8_t)byte;
}

static void put32(dpex_asm *a, int32_t value)
{
    for (int b = 0; b < 32; b += 8) put(a, (uint32_t)value >> b & 255);
}

void dpex_asm_init(dpex_asm *a, uint8_t *memory, size_t bytes, int is_evex)
{
    a->start = a->at = memory;
    a->end = memory + bytes;
    a->is_evex = is_evex;
    a->has_overflowed = a->n_fixes = 0;
    a->open_fix = -1;
}

/* ---- the pool ------------------------------------------------------------------------------- */

static void fill(uint8_t *vector, dpex_asm_pool number)
{
    static const struct {
        uint64_t value;
        int bytes;
    } elements[DPEX_ASM_N_POOL] = {
        [DPEX_ASM_ZERO] = {0, 8},
        [DPEX_ASM_ONES] = {UINT64_MAX, 8},
        [DPEX_ASM_SIGN32] = {0x80000000, 4},
        [DPEX_ASM_SIGN64] = {0x8000000000000000, 8},
        [DPEX_ASM_REST32] = {0x7fffffff, 4},
        [DPEX_ASM_REST64] = {0x7fffffffffffffff, 8},
        [DPEX_ASM_ONE_F32] = {0x3f800000, 4},
        [DPEX_ASM_ONE_F64] = {0x3ff0000000000000, 8},
        [DPEX_ASM_ONE_I8] = {1, 1},
        [DPEX_ASM_ONE_I32] = {1, 4},
        [DPEX_ASM_ONE_I64] = {1, 8},
    };
    /* Little-endian, as the machine is. */
    for (int b = 0; b < 64; b += elements[number].bytes)
        memcpy(vector + b, &elements[number].value, (size_t)elements[number].bytes);
}

size_t dpex_asm_finish(dpex_asm *a)
{
    uint8_t *vectors[DPEX_ASM_N_POOL] = {NULL};
    dpex_asm_align(a, 64);
    for (int f = 0; f < a->n_fixes && !a->has_overflowed; f++) {
        const int number = a->fixes[f].pool;
        if (!vectors[number]) {
            if (a->end - a->at < 64) return 0;
            vectors[number] = a->at;
            fill(a->at, (dpex_asm_pool)number);
            a->at += 64;
        }
        const int32_t offset = (int32_t)(vectors[number] - a->start - a->fixes[f].next);
        memcpy(a->start + a->fixes[f].at, &offset, sizeof(offset));
    }
    return a->has_overflowed ? 0 : (size_t)(a->at - a->start);
}

/* ---- operands ------------------------------------------------------------------------------- */

static void begin_fix(dpex_asm *a, int pool)
{
    if (a->n_fixes == DPEX_ASM_MAX_FIXES) {
        a->has_overflowed = 1;
        return;
    }
    a->open_fix = a->n_fixes++;
    a->fixes[a->open_fix].at = (uint32_t)(a->at - a->start);
    a->fixes[a->open_fix].pool = (uint8_t)pool;
    put32(a, 0);
}

/* Offsets count from the following instruction. */
static void end_instruction(dpex_asm *a)
{
    if (a->open_fix >= 0) a->fixes[a->open_fix].next = (uint32_t)(a->at - a->start);
    a->open_fix = -1;
}

/* The ModRM byte and what belongs to it. Offsets have 32 bits, as those of 8 are scaled in EVEX. */
static void put_operand(dpex_asm *a, int reg, dpex_asm_operand rm)
{
    const unsigned middle = (unsigned)(reg & 7) << 3, low = rm.number & 7;
    if (rm.kind == DPEX_ASM_REGISTER) {
        put(a, 0xc0 | middle | low);
        return;
    }
    if (rm.kind == DPEX_ASM_POOL) {
        put(a, middle | 5);
        begin_fix(a, rm.number);
        return;
    }
    /* RBP and R13 have no form without an offset, RSP and R12 none without an index byte. */
    const int needs_index_byte = rm.has_index || low == RSP;
    const unsigned mode = rm.offset ? 0x80 : low == RBP ? 0x40 : 0;
    put(a, mode | middle | (needs_index_byte ? 4 : low));
    if (needs_index_byte)
        put(a, (unsigned)rm.scale << 6 | (unsigned)(rm.has_index ? RCX : RSP) << 3 | low);
    if (mode == 0x80) put32(a, rm.offset);
    if (mode == 0x40) put(a, 0);
}

/* ---- vector instructions -------------------------------------------------------------------- */

static unsigned high(int number)
{
    return (unsigned)number >> 3 & 1;
}

static void put_vex(dpex_asm *a, dpex_asm_code code, int is_long, int reg, int second,
                    dpex_asm_operand rm)
{
    const unsigned base = rm.kind == DPEX_ASM_POOL ? 0 : high(rm.number);
    put(a, 0xc4);
    put(a, !high(reg) << 7 | 1 << 6 | (unsigned)!base << 5 | code.map);
    put(a, (unsigned)(~second & 15) << 3 | (unsigned)is_long << 2 | code.prefix);
    put(a, code.opcode);
    put_operand(a, reg, rm);
}

static void put_evex(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                     dpex_asm_operand rm, int mask, int zeroes)
{
    const int is_register = rm.kind == DPEX_ASM_REGISTER;
    const unsigned base = rm.kind == DPEX_ASM_POOL ? 0 : high(rm.number);
    const unsigned fifth = is_register ? (unsigned)rm.number >> 4 & 1 : 0;
    put(a, 0x62);
    put(a, !high(reg) << 7 | (unsigned)!fifth << 6 | (unsigned)!base << 5 |
               (unsigned)!(reg >> 4 & 1) << 4 | code.map);
    put(a, (unsigned)code.wide << 7 | (unsigned)(~second & 15) << 3 | 1 << 2 | code.prefix);
    put(a, (unsigned)zeroes << 7 | (unsigned)size << 5 | (unsigned)!(second >> 4 & 1) << 3 |
               (unsigned)mask);
    put(a, code.opcode);
    put_operand(a, reg, rm);
}

void dpex_asm_vector(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                     dpex_asm_operand rm)
{
    if (a->is_evex)
        put_evex(a, code, size, reg, second, rm, 0, 0);
    else
        put_vex(a, code, size, reg, second, rm);
    end_instruction(a);
}

void dpex_asm_vector_imm(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                         dpex_asm_operand rm, uint8_t imm)
{
    if (a->is_evex)
        put_evex(a, code, size, reg, second, rm, 0, 0);
    else
        put_vex(a, code, size, reg, second, rm);
    put(a, imm);
    end_instruction(a);
}

void dpex_asm_masked(dpex_asm *a, dpex_asm_code code, int size, int reg, int second,
                     dpex_asm_operand rm, int mask, int zeroes)
{
    put_evex(a, code, size, reg, second, rm, mask, zeroes);
    end_instruction(a);
}

void dpex_asm_vex(dpex_asm *a, dpex_asm_code code, int is_long, int reg, int second,
                  dpex_asm_operand rm)
{
    put_vex(a, code, is_long, reg, second, rm);
    end_instruction(a);
}

/* ---- scalar instructions -------------------------------------------------------------------- */

/* The prefix of 64-bit operands with the high bits of registers' numbers. */
static void put_wide(dpex_asm *a, int reg, int rm)
{
    put(a, 0x48 | high(reg) << 2 | high(rm));
}

void dpex_asm_push(dpex_asm *a, int reg)
{
    if (high(reg)) put(a, 0x41);
    put(a, 0x50 | (unsigned)(reg & 7));
}

void dpex_asm_pop(dpex_asm *a, int reg)
{
    if (high(reg)) put(a, 0x41);
    put(a, 0x58 | (unsigned)(reg & 7));
}

void dpex_asm_load(dpex_asm *a, int reg, int base, int32_t offset)
{
    put_wide(a, reg, base);
    put(a, 0x8b);
    put_operand(a, reg, dpex_asm_mem(base, offset));
}

void dpex_asm_store(dpex_asm *a, int base, int32_t offset, int reg)
{
    put_wide(a, reg, base);
    put(a, 0x89);
    put_operand(a, reg, dpex_asm_mem(base, offset));
}

void dpex_asm_clear(dpex_asm *a, int reg)
{
    put_wide(a, reg, reg);
    put(a, 0x31);
    put_operand(a, reg, dpex_asm_reg(reg));
}

void dpex_asm_move(dpex_asm *a, int to, int from)
{
    put_wide(a, from, to);
    put(a, 0x89);
    put_operand(a, from, dpex_asm_reg(to));
}

uint8_t *dpex_asm_add(dpex_asm *a, int reg, int32_t value)
{
    put_wide(a, 0, reg);
    put(a, 0x81);
    put_operand(a, 0, dpex_asm_reg(reg));
    uint8_t *at = a->at;
    put32(a, value);
    return at;
}

void dpex_asm_set_value(dpex_asm *a, uint8_t *at, int32_t value)
{
    if (!a->has_overflowed) memcpy(at, &value, sizeof(value));
}

void dpex_asm_and(dpex_asm *a, int reg, int8_t value)
{
    put_wide(a, 0, reg);
    put(a, 0x83);
    put_operand(a, 4, dpex_asm_reg(reg));
    put(a, (uint8_t)value);
}

void dpex_asm_compare(dpex_asm *a, int x, int y)
{
    put_wide(a, y, x);
    put(a, 0x39);
    put_operand(a, y, dpex_asm_reg(x));
}

void dpex_asm_jump_back_less_equal(dpex_asm *a, const uint8_t *to)
{
    put(a, 0x0f);
    put(a, 0x8e);
    put32(a, (int32_t)(to - (a->at + 4)));
}

static uint8_t *jump_on(dpex_asm *a, unsigned condition)
{
    put(a, 0x0f);
    put(a, condition);
    uint8_t *jump = a->at;
    put32(a, 0);
    return jump;
}

uint8_t *dpex_asm_jump_greater_equal(dpex_asm *a)
{
    return jump_on(a, 0x8d);
}

uint8_t *dpex_asm_jump_greater(dpex_asm *a)
{
    return jump_on(a, 0x8f);
}

void dpex_asm_land(dpex_asm *a, uint8_t *jump)
{
    dpex_asm_set_value(a, jump, (int32_t)(a->at - (jump + 4)));
}

void dpex_asm_jump_back(dpex_asm *a, const uint8_t *to)
{
    put(a, 0xe9);
    put32(a, (int32_t)(to - (a->at + 4)));
}

void dpex_asm_align(dpex_asm *a, int bytes)
{
    while ((a->at - a->start) % bytes && !a->has_overflowed) put(a, 0x90);
}

void dpex_asm_begin_function(dpex_asm *a)
{
    static const uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    for (size_t b = 0; b < sizeof(endbr64); b++) put(a, endbr64[b]);
}

void dpex_asm_return(dpex_asm *a)
{
    static const uint8_t vzeroupper_ret[] = {0xc5, 0xf8, 0x77, 0xc3};
    for (size_t b = 0; b < sizeof(vzeroupper_ret); b++) put(a, vzeroupper_ret[b]);
}
