/* Names of types, the functions of a tape's operations and conversions in portable kernel C: what
 * all kernels' text is made of. */
#include <stdio.h>
#include <string.h>

#include "ops/device/device.h"

static const char *const c_types[DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, ...) [number] = #c_type,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
};

static const char *const suffixes[DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, text, letter, typenum, dlpack, suffix, ...)  \
    [number] = #suffix,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
};

/* bool shares the functions of uint8: its values are 0 and 1. */
const char *dpex_device_suffix(dpex_dtype dtype)
{
    return suffixes[dtype == DPEX_BOOL ? DPEX_U8 : dtype];
}

static dpex_dtype_kind kind_of(int dtype)
{
    return dpex_dtype_get_info((dpex_dtype)dtype)->kind;
}

/* ---- operations ---------------------------------------------------------------------------------------- */

static const char *result_type(const dpex_op *op, dpex_dtype dtype)
{
    return c_types[dpex_op_result_dtype(op, dtype)];
}

/* static R k_op_<name>_<suffix>(T x, T y) { return body; } */
/* A function per operation and dtype, not its text in place: arguments are then evaluated once,
 * and the body, a row of the table, may name each of them several times. */
static void write_op(dpex_text *text, const dpex_op *op, dpex_dtype dtype)
{
    const char *type = c_types[dtype];
    dpex_text_append(text, "#define K_SUFFIX %s\nstatic inline %s k_op_%s_%d(%s x",
                     dpex_device_suffix(dtype), result_type(op, dtype), op->name, (int)dtype,
                     dpex_op_first_typed(op) ? "uint8_t" : type);
    if (op->arity > 1) dpex_text_append(text, ", %s y", type);
    if (op->arity > 2) dpex_text_append(text, ", %s z", type);
    dpex_text_append(text, ")\n{\n    return %s;\n}\n#undef K_SUFFIX\n", op->text[kind_of(dtype)]);
}

/* int64 with uint64: the three-way comparison that the host's loops make too (loops/ops_mixed.c),
 * then the integer body for its result and 0. */
static void write_mixed_op(dpex_text *text, const dpex_op *op, dpex_dtype first)
{
    int is_signed_first = first == DPEX_I64;
    dpex_text_append(text,
                     "static inline uint8_t k_mixed_%s_%d(%s a, %s b)\n{\n"
                     "    int64_t s = %s; uint64_t u = %s;\n"
                     "    int c = s < 0 ? -1 : ((uint64_t)s > u) - ((uint64_t)s < u);\n"
                     "    const int x = %s, y = 0;\n    return %s;\n}\n",
                     op->name, (int)first, c_types[first],
                     c_types[is_signed_first ? DPEX_U64 : DPEX_I64], is_signed_first ? "a" : "b",
                     is_signed_first ? "b" : "a", is_signed_first ? "c" : "-c",
                     op->text[DPEX_KIND_INT]);
}

static int is_mixed(const dpex_tape *tape, const dpex_reg *reg)
{
    return reg->n_src == 2 && tape->regs[reg->src[0]].dtype != tape->regs[reg->src[1]].dtype;
}

/* Mixed operations go by their first operand's dtype, others by the last one's. */
static dpex_dtype op_dtype(const dpex_tape *tape, const dpex_reg *reg)
{
    int operand = is_mixed(tape, reg) ? 0 : reg->n_src - 1;
    return (dpex_dtype)tape->regs[reg->src[operand]].dtype;
}

void dpex_device_function_name(const dpex_tape *tape, const dpex_reg *reg, char *name, size_t bytes)
{
    snprintf(name, bytes, "k_%s_%s_%d", is_mixed(tape, reg) ? "mixed" : "op",
             dpex_ops[reg->index].name, (int)op_dtype(tape, reg));
}

/* Whether an earlier register uses the same operation in the same dtypes. */
static int is_written(const dpex_tape *tape, int number)
{
    const dpex_reg *reg = &tape->regs[number];
    for (int i = 0; i < number; i++) {
        const dpex_reg *other = &tape->regs[i];
        if (other->kind == DPEX_REG_APPLY && other->index == reg->index &&
            is_mixed(tape, other) == is_mixed(tape, reg) &&
            op_dtype(tape, other) == op_dtype(tape, reg))
            return 1;
    }
    return 0;
}

void dpex_device_write_operations(const dpex_tape *tape, dpex_text *text)
{
    for (int i = 0; i < tape->n_regs; i++) {
        const dpex_reg *reg = &tape->regs[i];
        if (reg->kind != DPEX_REG_APPLY || is_written(tape, i)) continue;
        dpex_dtype dtype = op_dtype(tape, reg);
        if (is_mixed(tape, reg))
            write_mixed_op(text, &dpex_ops[reg->index], dtype);
        else
            write_op(text, &dpex_ops[reg->index], dtype);
    }
}

/* ---- conversions ---------------------------------------------------------------------------------------- */

/* The expression of a value's real part in a type that C converts from: half widens, complex drops
 * its imaginary part. */
static void write_plain(dpex_text *text, const char *value, int from)
{
    if (from == DPEX_F16)
        dpex_text_append(text, "k_f32_from_f16(%s)", value);
    else
        dpex_text_append(text, kind_of(from) == DPEX_KIND_COMPLEX ? "%s.re" : "%s", value);
}

/* The real type that a value converts in: the ending of k_i32_from_... */
static const char *plain_suffix(int from)
{
    return from == DPEX_F64 || from == DPEX_C128 ? "f64" : "f32";
}

/* Real numbers go through the conversion functions of k_cast.h, whose range rules the host has
 * too. */
static void write_to_integer(dpex_text *text, const char *value, int from, int to)
{
    dpex_dtype_kind kind = kind_of(from);
    int is_real = kind == DPEX_KIND_REAL || kind == DPEX_KIND_COMPLEX;
    dpex_text_append(text, "(%s)", c_types[to]);
    if (is_real)
        dpex_text_append(text, "k_%s_from_%s(",
                         to == DPEX_U64                     ? "u64"
                         : to == DPEX_I64 || to == DPEX_U32 ? "i64"
                                                            : "i32",
                         plain_suffix(from));
    write_plain(text, value, from);
    if (is_real) dpex_text_append(text, ")");
}

/* The bits of a half are compared, not its value, which would need a conversion. */
static void write_to_bool(dpex_text *text, const char *value, int from)
{
    if (from == DPEX_F16)
        dpex_text_append(text, "(uint8_t)((%s & 0x7fffu) != 0)", value);
    else if (kind_of(from) == DPEX_KIND_COMPLEX)
        dpex_text_append(text, "(uint8_t)(%s.re != 0 || %s.im != 0)", value, value);
    else
        dpex_text_append(text, "(uint8_t)(%s != 0)", value);
}

/* Double is converted to half directly: rounding to float in between would round twice. */
static void write_to_half(dpex_text *text, const char *value, int from)
{
    dpex_text_append(text, "k_f16_from_%s(%s", plain_suffix(from),
                     from == DPEX_F64 || from == DPEX_C128 ? "" : "(float)");
    write_plain(text, value, from);
    dpex_text_append(text, ")");
}

/* A real number gets an imaginary part of 0; parts are converted one by one, so that infinities
 * stay what they are. */
static void write_to_complex(dpex_text *text, const char *value, int from, int to)
{
    const char *part = to == DPEX_C64 ? "float" : "double";
    dpex_text_append(text, "K_PARTS(%s, (%s)", c_types[to], part);
    write_plain(text, value, from);
    if (kind_of(from) == DPEX_KIND_COMPLEX)
        dpex_text_append(text, ", (%s)%s.im)", part, value);
    else
        dpex_text_append(text, ", 0)");
}

/* `value` may occur more than once in the result, so it is a name, not an expression with
 * effects. */
void dpex_device_write_cast(dpex_text *text, const char *value, int from, int to)
{
    if (from == to)
        dpex_text_append(text, "%s", value);
    else if (to == DPEX_BOOL)
        write_to_bool(text, value, from);
    else if (kind_of(to) == DPEX_KIND_COMPLEX)
        write_to_complex(text, value, from, to);
    else if (to == DPEX_F16)
        write_to_half(text, value, from);
    else if (kind_of(to) != DPEX_KIND_REAL)
        write_to_integer(text, value, from, to);
    else {
        dpex_text_append(text, "(%s)", c_types[to]);
        write_plain(text, value, from);
    }
}

const char *dpex_device_c_type(dpex_dtype dtype)
{
    return c_types[dtype];
}
