/* What a reduction keeps of the values combined so far, as text for devices: the type k_state and
 * the functions k_lift, k_combine and k_finish. A state of one word is a value of the computing
 * dtype; states.cl has the others. */
#include "ops/device/device.h"

#include "dpex/dtype.h"

extern const char dpex_text_device_states[];

static dpex_dtype_kind kind_of(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->kind;
}

/* The computing dtype: that of the register which is reduced. */
static dpex_dtype value_dtype(const dpex_tape *tape)
{
    return (dpex_dtype)tape->regs[tape->outputs[0]].dtype;
}

int dpex_device_state_is_value(const dpex_tape *tape)
{
    return dpex_reduction_get_combine(tape->reduction)->op != DPEX_OP_NONE;
}

int dpex_device_state_lifts_many(const dpex_tape *tape)
{
    return tape->reduction->combine == DPEX_COMBINE_moments ||
           tape->reduction->combine == DPEX_COMBINE_logsum;
}

/* sizeof(k_state), as the device's compiler lays it out: the structs of states.cl have no padding
 * but before an int64. */
int dpex_device_state_bytes(const dpex_tape *tape)
{
    int itemsize = dpex_dtype_get_info(value_dtype(tape))->itemsize;
    switch (tape->reduction->combine) {
    case DPEX_COMBINE_moments:
    case DPEX_COMBINE_squares: return 3 * itemsize;
    case DPEX_COMBINE_logsum: return 2 * itemsize;
    case DPEX_COMBINE_count: return (int)sizeof(int64_t);
    case DPEX_COMBINE_argmax:
    /* A value and a position of 64 bits: the compiler aligns the latter to 8 bytes, however
     * short the value is. */
    case DPEX_COMBINE_argmin: return (itemsize + 7) / 8 * 8 + (int)sizeof(int64_t);
    default: return itemsize;
    }
}

/* How values are compared for argmax and argmin. */
static void write_order(dpex_text *text, dpex_dtype dtype, int is_greatest)
{
    const char *pair = is_greatest ? "y, x" : "x, y";
    if (kind_of(dtype) == DPEX_KIND_COMPLEX)
        dpex_text_append(text, "#define K_ABOVE(x, y) k_less(%s)\n", pair);
    else
        dpex_text_append(text, "#define K_ABOVE(x, y) ((x) %c (y))\n", is_greatest ? '>' : '<');
    dpex_text_append(text, "#define K_NOT_A_NUMBER(x) %s\n",
                     kind_of(dtype) < DPEX_KIND_REAL ? "0" : "k_isnan(x)");
}

/* The magnitudes beyond which squares are scaled, and the factors (loops/states_real.c). */
static void write_scales(dpex_text *text, dpex_dtype dtype)
{
    dpex_text_append(text, dtype == DPEX_F32 ? "#define K_BIG 0x1p44f\n#define K_DOWN 0x1p-84f\n"
                                               "#define K_SMALL 0x1p-44f\n#define K_UP 0x1p90f\n"
                                             : "#define K_BIG 0x1p480\n#define K_DOWN 0x1p-540\n"
                                               "#define K_SMALL 0x1p-480\n#define K_UP 0x1p580\n");
}

/* The op's body serves as k_combine where a state is one value; else states.cl, with macros for the
 * type and the kind. */
void dpex_device_write_state(const dpex_tape *tape, const char *suffix, dpex_text *text)
{
    static const char *const names[] = {
#define DPEX_COMBINE(name, ...) #name,
#include "defs/combines.def"
#undef DPEX_COMBINE
    };
    const dpex_combine_info *combine = dpex_reduction_get_combine(tape->reduction);
    dpex_dtype dtype = value_dtype(tape);
    const char *type = dpex_device_c_type(dtype);
    dpex_text_append(text, "#define K_SUFFIX %s\n", suffix);
    if (combine->op != DPEX_OP_NONE) {
        dpex_text_append(text,
                         "typedef %s k_state;\n"
                         "static inline %s k_lift(%s x, int64_t index)\n{\n    return x;\n}\n"
                         "static inline %s k_finish(%s s)\n{\n    return s;\n}\n"
                         "static inline %s k_combine(%s x, %s y)\n{\n    return %s;\n}\n",
                         type, type, type, type, type, type, type, type,
                         dpex_ops[combine->op].text[kind_of(dtype)]);
    } else {
        int is_least = tape->reduction->combine == DPEX_COMBINE_argmin;
        if (combine->is_ordered) write_order(text, dtype, !is_least);
        if (tape->reduction->combine == DPEX_COMBINE_squares) write_scales(text, dtype);
        const char *name = names[tape->reduction->combine];
        dpex_text_append(text,
                         "#define T %s\n#define K_COMBINE_%s\n%s#undef T\n#undef K_COMBINE_%s\n",
                         type, name, dpex_text_device_states, name);
        if (combine->is_ordered) dpex_text_append(text, "#undef K_ABOVE\n#undef K_NOT_A_NUMBER\n");
        if (tape->reduction->combine == DPEX_COMBINE_squares)
            dpex_text_append(text, "#undef K_BIG\n#undef K_DOWN\n#undef K_SMALL\n#undef K_UP\n");
    }
    dpex_text_append(text, "#undef K_SUFFIX\n");
}
