/* What there is code for. */
#include <string.h>

#include "jit.h"

#ifdef __x86_64__

enum {
    REALS = 1 << DPEX_F32 | 1 << DPEX_F64,
    SIGNED = 1 << DPEX_I32 | 1 << DPEX_I64,
    UNSIGNED = 1 << DPEX_U32 | 1 << DPEX_U64,
    INTEGERS = SIGNED | UNSIGNED,
    BOOLS = 1 << DPEX_BOOL,
    OF_64_BITS = 1 << DPEX_I64 | 1 << DPEX_U64
};

/* Dtypes of operands; what only AVX-512 has is left out for AVX2. */
static int operands_of(dpex_jit_op op, int has_avx512)
{
    switch (op) {
    case DPEX_JIT_ADD:
    case DPEX_JIT_SUBTRACT: return REALS | INTEGERS;
    case DPEX_JIT_NEGATE: return REALS | INTEGERS;
    case DPEX_JIT_MULTIPLY: return REALS | (has_avx512 ? INTEGERS : INTEGERS & ~OF_64_BITS);
    case DPEX_JIT_DIVIDE:
    case DPEX_JIT_SQRT:
    case DPEX_JIT_ABS:
    case DPEX_JIT_RECIPROCAL:
    case DPEX_JIT_MAXIMUM:
    case DPEX_JIT_MINIMUM:
    case DPEX_JIT_ISNAN: return REALS;
    case DPEX_JIT_EQUAL:
    case DPEX_JIT_NOT_EQUAL: return REALS | INTEGERS | BOOLS;
    case DPEX_JIT_LESS:
    case DPEX_JIT_LESS_EQUAL:
    case DPEX_JIT_GREATER:
    case DPEX_JIT_GREATER_EQUAL: return REALS | (has_avx512 ? INTEGERS : SIGNED);
    case DPEX_JIT_AND:
    case DPEX_JIT_OR:
    case DPEX_JIT_XOR: return INTEGERS | BOOLS;
    case DPEX_JIT_NOT: return INTEGERS | BOOLS;
    case DPEX_JIT_WHERE: return REALS | INTEGERS;
    default: return 0;
    }
}

static int is_cast(dpex_dtype from, dpex_dtype to, int has_avx512)
{
    if (from == DPEX_BOOL) return (REALS | INTEGERS) >> to & 1;
    if (from == DPEX_F32) return to == DPEX_F64;
    if (from == DPEX_F64) return to == DPEX_F32;
    if (from == DPEX_I32) return to == DPEX_F32 || to == DPEX_F64 || to == DPEX_I64;
    return from == DPEX_I64 && to == DPEX_F64 && has_avx512;
}

int dpex_jit_is_possible(const char *isa, dpex_jit_op op, dpex_dtype operand, dpex_dtype result)
{
    const int has_avx512 = !strcmp(isa, "v4");
    if (!has_avx512 && strcmp(isa, "v3") != 0) return 0;
    if (op == DPEX_JIT_CAST) return is_cast(operand, result, has_avx512);
    return operands_of(op, has_avx512) >> operand & 1;
}

#else

int dpex_jit_is_possible(const char *isa, dpex_jit_op op, dpex_dtype operand, dpex_dtype result)
{
    (void)isa, (void)op, (void)operand, (void)result;
    return 0;
}

#endif
