/* The text of a tape's kernel in portable kernel C: prelude, helpers, one function per operation and dtype in use, the kernel.
 *
 *     kernel void dpex_kernel(in0, in1, ..., out0, ..., k_walk w, constants...)
 *
 * k_walk holds extents, and for each operand an offset and strides in elements; nothing of it is in the text, so one kernel
 * serves all shapes of its number of dimensions. */
#include "ops/device/device.h"

#include <stdio.h>
#include <string.h>

extern const char dpex_text_device_opencl[], dpex_text_device_cuda[], dpex_text_device_complex[];
extern const char dpex_text_k_names[], dpex_text_k_integer[], dpex_text_k_cast[],
    dpex_text_k_complex_arithmetic[];

/* Real functions of the bodies, by target name: OpenCL overloads, CUDA has an ending for float. */
static const char real_functions[] =
#define DPEX_VECTOR_MATH1(name)                                                                    \
    "#define k_" #name "_f32(x) K_REAL(" #name ", f)(x)\n#define k_" #name "_f64(x) K_REAL(" #name \
    ", )(x)\n"
#define DPEX_VECTOR_MATH2(name)                                                                    \
    "#define k_" #name "_f32(x, y) K_REAL(" #name ", f)(x, y)\n#define k_" #name                   \
    "_f64(x, y) K_REAL(" #name ", )(x, y)\n"
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2
    "#define k_sqrt_f32(x) K_REAL(sqrt, f)(x)\n#define k_sqrt_f64(x) K_REAL(sqrt, )(x)\n";

static const char *const c_types[DPEX_N_DTYPES] = {
#define DPEX_DTYPE(name, number, kind, bytes, c_type, ...) [number] = #c_type,
#include "dpex/defs/dtype.def"
#undef DPEX_DTYPE
};

static const char *const suffixes[DPEX_N_DTYPES] = {
    "u8", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64", "c64", "c128"};

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
static void write_op(dpex_text *text, const dpex_op *op, dpex_dtype dtype)
{
    const char *type = c_types[dtype];
    dpex_text_append(text, "#define K_SUFFIX %s\nstatic inline %s k_op_%s_%d(%s x", suffixes[dtype],
                     result_type(op, dtype), op->name, (int)dtype, type);
    if (op->arity > 1) dpex_text_append(text, ", %s y", type);
    if (op->arity > 2) dpex_text_append(text, ", %s z", type);
    dpex_text_append(text, ")\n{\n    return %s;\n}\n#undef K_SUFFIX\n", op->text[kind_of(dtype)]);
}

/* int64 with uint64: a three-way comparison, then the integer body for it and 0 (as loops/ops_mixed.c). */
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

/* Whether an earlier register uses the same operation in the same dtypes. */
static int is_written(const dpex_tape *tape, int number)
{
    const dpex_reg *reg = &tape->regs[number];
    for (int i = 0; i < number; i++) {
        const dpex_reg *other = &tape->regs[i];
        if (other->kind == DPEX_REG_APPLY && other->index == reg->index &&
            is_mixed(tape, other) == is_mixed(tape, reg) &&
            tape->regs[other->src[0]].dtype == tape->regs[reg->src[0]].dtype)
            return 1;
    }
    return 0;
}

static void write_ops(dpex_text *text, const dpex_tape *tape)
{
    for (int i = 0; i < tape->n_regs; i++) {
        const dpex_reg *reg = &tape->regs[i];
        if (reg->kind != DPEX_REG_APPLY || is_written(tape, i)) continue;
        dpex_dtype dtype = (dpex_dtype)tape->regs[reg->src[0]].dtype;
        if (is_mixed(tape, reg))
            write_mixed_op(text, &dpex_ops[reg->index], dtype);
        else
            write_op(text, &dpex_ops[reg->index], dtype);
    }
    if (tape->reduction) { /* under another name: the tape may use the same operation */
        dpex_dtype dtype = (dpex_dtype)tape->regs[tape->outputs[0]].dtype;
        dpex_text_append(text,
                         "#define K_SUFFIX %s\nstatic inline %s k_join(%s x, %s y)\n{\n    return "
                         "%s;\n}\n#undef K_SUFFIX\n",
                         suffixes[dtype], c_types[dtype], c_types[dtype], c_types[dtype],
                         dpex_ops[tape->reduction->op].text[kind_of(dtype)]);
    }
}

/* ---- conversions ---------------------------------------------------------------------------------------- */

/* The expression of a value's real part in a type that C converts from: half widens, complex drops its imaginary part. */
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

static void write_to_bool(dpex_text *text, const char *value, int from)
{
    if (from == DPEX_F16)
        dpex_text_append(text, "(uint8_t)((%s & 0x7fffu) != 0)", value);
    else if (kind_of(from) == DPEX_KIND_COMPLEX)
        dpex_text_append(text, "(uint8_t)(%s.re != 0 || %s.im != 0)", value, value);
    else
        dpex_text_append(text, "(uint8_t)(%s != 0)", value);
}

static void write_to_half(dpex_text *text, const char *value, int from)
{
    dpex_text_append(text, "k_f16_from_%s(%s", plain_suffix(from),
                     from == DPEX_F64 || from == DPEX_C128 ? "" : "(float)");
    write_plain(text, value, from);
    dpex_text_append(text, ")");
}

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

/* ---- the kernel ----------------------------------------------------------------------------------------- */

static int output_dtype(const dpex_tape *tape, const dpex_device_shape *shape, int o)
{
    if (tape->reduction && !shape->stores_partials) return tape->reduced_dtype;
    return tape->regs[tape->outputs[o]].dtype;
}

static void write_walk(dpex_text *text, const dpex_device_shape *shape)
{
    dpex_text_append(
        text,
        "typedef %s k_index;\n"
        "typedef struct {\n    k_index n_out, n_in, n_chunks, chunk;\n    k_index shape[%d];\n"
        "    k_index offset[%d];\n    k_index stride[%d];\n} k_walk;\n",
        shape->is_wide ? "int64_t" : "int32_t", shape->nd, shape->n_operands,
        shape->n_operands * shape->nd);
}

static void write_parameters(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    dpex_text_append(text, "K_KERNEL void dpex_kernel(");
    for (int i = 0; i < tape->n_regs; i++)
        if (tape->regs[i].kind == DPEX_REG_INPUT)
            dpex_text_append(text, "K_GLOBAL const %s *p%d, ", c_types[tape->regs[i].dtype],
                             tape->regs[i].index);
    for (int o = 0; o < tape->n_outputs; o++)
        dpex_text_append(text, "K_GLOBAL %s *p%d, ", c_types[output_dtype(tape, shape, o)],
                         tape->n_inputs + o);
    dpex_text_append(text, "const k_walk w");
    for (int i = 0; i < tape->n_regs; i++)
        if (tape->regs[i].kind == DPEX_REG_CONSTANT)
            dpex_text_append(text, ", const %s r%d", c_types[tape->regs[i].dtype], i);
    dpex_text_append(text, ")\n{\n");
}

/* o<k> += the place of element `number` in dimensions [first, last). */
static void write_coordinates(dpex_text *text, const dpex_device_shape *shape, const char *number,
                              int first, int last, int first_operand, int last_operand)
{
    dpex_text_append(text, "    {\n    k_index rest = %s, c;\n", number);
    for (int d = last - 1; d >= first; d--) {
        if (d > first)
            dpex_text_append(text, "    c = rest %% w.shape[%d]; rest /= w.shape[%d];\n", d, d);
        else
            dpex_text_append(text, "    c = rest;\n");
        for (int k = first_operand; k < last_operand; k++)
            if (shape->form != DPEX_FORM_MAP || shape->walk[k] == DPEX_WALK_STRIDED)
                dpex_text_append(text, "    o%d += c * w.stride[%d];\n", k, k * shape->nd + d);
    }
    dpex_text_append(text, "    }\n");
}

/* Registers from the operands' places o<k>. */
static void write_registers(dpex_text *text, const dpex_tape *tape)
{
    for (int i = 0; i < tape->n_regs; i++) {
        const dpex_reg *reg = &tape->regs[i];
        if (reg->kind == DPEX_REG_CONSTANT) continue;
        dpex_text_append(text, "    const %s r%d = ", c_types[reg->dtype], i);
        if (reg->kind == DPEX_REG_INPUT) {
            dpex_text_append(text, "p%d[o%d];\n", reg->index, reg->index);
        } else if (reg->kind == DPEX_REG_CAST) {
            char value[16];
            snprintf(value, sizeof value, "r%d", reg->src[0]);
            dpex_device_write_cast(text, value, tape->regs[reg->src[0]].dtype, reg->dtype);
            dpex_text_append(text, ";\n");
        } else {
            dpex_text_append(text, "k_%s_%s_%d(", is_mixed(tape, reg) ? "mixed" : "op",
                             dpex_ops[reg->index].name, (int)tape->regs[reg->src[0]].dtype);
            for (int s = 0; s < reg->n_src; s++)
                dpex_text_append(text, s ? ", r%d" : "r%d", reg->src[s]);
            dpex_text_append(text, ");\n");
        }
    }
}

static void write_map(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    int has_strided = 0;
    dpex_text_append(text,
                     "    const k_index i = (k_index)K_ITEM;\n    if (i >= w.n_out) return;\n");
    for (int k = 0; k < shape->n_operands; k++) {
        dpex_text_append(text, "    k_index o%d = w.offset[%d]%s;\n", k, k,
                         shape->walk[k] == DPEX_WALK_LINEAR ? " + i" : "");
        has_strided |= shape->walk[k] == DPEX_WALK_STRIDED;
    }
    if (has_strided) write_coordinates(text, shape, "i", 0, shape->nd, 0, shape->n_operands);
    write_registers(text, tape);
    for (int o = 0; o < tape->n_outputs; o++)
        dpex_text_append(text, "    p%d[o%d] = r%d;\n", tape->n_inputs + o, tape->n_inputs + o,
                         tape->outputs[o]);
    dpex_text_append(text, "}\n");
}

/* The value of one element of what is reduced, joined into part: part = join(part, value). */
static void write_step(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    for (int k = 0; k < tape->n_inputs; k++)
        dpex_text_append(text, "    k_index o%d = b%d;\n", k, k);
    write_coordinates(text, shape, "r", shape->n_outer, shape->nd, 0, tape->n_inputs);
    write_registers(text, tape);
    dpex_text_append(text, "    part = has ? k_join(part, r%d) : r%d;\n    has = 1;\n",
                     tape->outputs[0], tape->outputs[0]);
}

static void write_store(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape,
                        const char *value)
{
    int out = tape->n_inputs, from = tape->regs[tape->outputs[0]].dtype;
    if (shape->stores_partials) {
        dpex_text_append(text, "    p%d[w.offset[%d] + g] = %s;\n", out, out, value);
        return;
    }
    dpex_text_append(text, "    k_index o%d = w.offset[%d];\n", out, out);
    write_coordinates(text, shape, "out", 0, shape->n_outer, out, out + 1);
    dpex_text_append(text, "    p%d[o%d] = ", out, out);
    dpex_device_write_cast(text, value, from, output_dtype(tape, shape, 0));
    dpex_text_append(text, ";\n");
}

/* Runs of 128 steps are summed apart, so that rounding errors grow slowly. */
static void write_reduction(dpex_text *text, const dpex_tape *tape, const dpex_device_shape *shape)
{
    int is_group = shape->form == DPEX_FORM_GROUP;
    const char *type = c_types[tape->regs[tape->outputs[0]].dtype];
    dpex_text_append(text, "    const k_index g = (k_index)%s;\n", is_group ? "K_GROUP" : "K_ITEM");
    if (is_group) dpex_text_append(text, "    K_LOCAL %s lanes[%d];\n", type, DPEX_DEVICE_LANES);
    if (!is_group) dpex_text_append(text, "    if (g >= w.n_out * w.n_chunks) return;\n");
    /* Neighbouring items take neighbouring outputs, neighbouring groups neighbouring chunks. */
    dpex_text_append(text, is_group
                               ? "    const k_index out = g / w.n_chunks, k = g %% w.n_chunks;\n"
                               : "    const k_index out = g / w.n_chunks, k = g %% w.n_chunks;\n");
    dpex_text_append(text, "    const k_index first = k * w.chunk, end = first + w.chunk,\n"
                           "                  last = end < w.n_in ? end : w.n_in;\n");
    for (int k = 0; k < tape->n_inputs; k++) dpex_text_append(text, "    k_index b%d;\n", k);
    dpex_text_append(text, "    {\n");
    for (int k = 0; k < tape->n_inputs; k++)
        dpex_text_append(text, "    k_index o%d = w.offset[%d];\n", k, k);
    write_coordinates(text, shape, "out", 0, shape->n_outer, 0, tape->n_inputs);
    for (int k = 0; k < tape->n_inputs; k++) dpex_text_append(text, "    b%d = o%d;\n", k, k);
    dpex_text_append(text, "    }\n    %s total, part;\n    int has_total = 0;\n", type);
    dpex_text_append(
        text,
        "    for (k_index run = first + %s; run < last; run += 128 * %s) {\n    int has = 0;\n",
        is_group ? "(k_index)K_LANE" : "0", is_group ? "(k_index)K_LANES" : "1");
    dpex_text_append(text,
                     "    for (k_index s = 0, r = run; s < 128 && r < last; s++, r += %s) {\n",
                     is_group ? "(k_index)K_LANES" : "1");
    write_step(text, tape, shape);
    dpex_text_append(
        text,
        "    }\n    total = has_total ? k_join(total, part) : part;\n    has_total = 1;\n    }\n");
    if (is_group) {
        dpex_text_append(
            text, "    const int lane = (int)K_LANE;\n    if (has_total) lanes[lane] = total;\n"
                  "    const k_index n = last - first;\n"
                  "    for (int s = (int)K_LANES / 2; s > 0; s /= 2) {\n        K_BARRIER();\n"
                  "        if (lane < s && lane + s < n) lanes[lane] = k_join(lanes[lane], "
                  "lanes[lane + s]);\n    }\n"
                  "    if (lane) return;\n");
        write_store(text, tape, shape, "lanes[0]");
    } else {
        write_store(text, tape, shape, "total");
    }
    dpex_text_append(text, "}\n");
}

static int uses_complex(const dpex_tape *tape)
{
    for (int i = 0; i < tape->n_regs; i++)
        if (kind_of(tape->regs[i].dtype) == DPEX_KIND_COMPLEX) return 1;
    return 0;
}

const char *dpex_device_c_type(dpex_dtype dtype)
{
    return c_types[dtype];
}

void dpex_device_write_prelude(const dpex_device *device, int needs_complex, dpex_text *text)
{
    int is_cuda = dpex_device_get_info(device)->backend == DPEX_BACKEND_CUDA;
    if (!dpex_device_has_aspect(device, DPEX_ASPECT_fp64))
        dpex_text_append(text, "#define K_NO_F64\n");
    dpex_text_append(text, "%s%s%s", is_cuda ? dpex_text_device_cuda : dpex_text_device_opencl,
                     dpex_text_k_names, real_functions);
    dpex_text_append(text, "%s%s", dpex_text_k_integer, dpex_text_k_cast);
    if (needs_complex)
        dpex_text_append(text, "%s%s", dpex_text_k_complex_arithmetic, dpex_text_device_complex);
}

void dpex_device_write_source(const dpex_device *device, const dpex_tape *tape,
                              const dpex_device_shape *shape, dpex_text *text)
{
    dpex_device_write_prelude(device, uses_complex(tape), text);
    write_ops(text, tape);
    write_walk(text, shape);
    write_parameters(text, tape, shape);
    if (shape->form == DPEX_FORM_MAP)
        write_map(text, tape, shape);
    else
        write_reduction(text, tape, shape);
}
