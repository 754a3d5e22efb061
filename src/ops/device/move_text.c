/* The text of the kernels of gather and scatter: types, parameters and index arithmetic for a
 * number of dimensions and of index arrays; move.cl has what does not depend on them. */
#include "ops/device/move_text.h"

#include <stdio.h>

#include "dpex/dtype.h"

extern const char dpex_text_device_move[];

/* K_ARRAY_PARAMETERS and K_ARRAYS: the index arrays as parameters and as arguments, with a comma
 * before, of any number of them. */
static void write_parameters(const dpex_move_text *t, dpex_text *text)
{
    dpex_text_append(text, "#define K_ARRAY_PARAMETERS");
    for (int k = 0; k < t->n_arrays; k++)
        dpex_text_append(text, ", K_GLOBAL const %s *i%d", dpex_device_c_type(t->dtypes[k]), k);
    dpex_text_append(text, "\n#define K_ARRAYS");
    for (int k = 0; k < t->n_arrays; k++) dpex_text_append(text, ", i%d", k);
    dpex_text_append(text, "\n");
}

/* The struct that index/device.c's grid_arg fills, in this order. OpenCL C has no arrays of length
 * 0. */
static void write_struct(const char *name, int nd, int n_operands, int n_arrays, dpex_text *text)
{
    int n = n_arrays ? n_arrays : 1;
    dpex_text_append(text,
                     "typedef struct { k_word n, n_keys, mask, run, run_other, run_x, first_key, "
                     "end_key, shape[%d], "
                     "offsets[%d], strides[%d], "
                     "extents[%d], steps[%d]; } %s;\n",
                     nd, n_operands, nd * n_operands, n, n, name);
}

/* Offsets at<o> of all operands of element i. */
static void write_offsets(int nd, int n_operands, dpex_text *text)
{
    for (int o = 0; o < n_operands; o++)
        dpex_text_append(text, "    k_word at%d = w->offsets[%d];\n", o, o);
    dpex_text_append(text, "    k_word rest = i, c;\n");
    for (int d = nd - 1; d >= 0; d--) {
        if (d) dpex_text_append(text, "    c = rest %% w->shape[%d];\n", d);
        if (d) dpex_text_append(text, "    rest /= w->shape[%d];\n", d);
        if (!d) dpex_text_append(text, "    c = rest;\n");
        for (int o = 0; o < n_operands; o++)
            dpex_text_append(text, "    at%d += c * w->strides[%d];\n", o, o * nd + d);
    }
}

/* Adds the index, resolved, times its step to at<target>. Small types are computed with in 32 bits
 * where offsets are. */
static void write_index(const dpex_move_text *t, int k, int operand, int target, dpex_text *text)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(t->dtypes[k]);
    int is_unsigned = info->kind == DPEX_KIND_UINT;
    int is_narrow = !t->is_wide && info->itemsize <= (is_unsigned ? 2 : 4);
    const char *type = is_narrow ? "int32_t" : is_unsigned ? "uint64_t" : "int64_t";
    dpex_text_append(text, "    {\n        const %s e = (%s)w->extents[%d];\n", type, type, k);
    dpex_text_append(text, "        %s v = (%s)i%d[at%d];\n", type, type, k, operand);
    if (!is_unsigned) {
        /* Negative indices count from the end (wrap), or are clamped to the first element
         * (clip). */
        if (t->mode == DPEX_INDEX_WRAP) dpex_text_append(text, "        v += v < 0 ? e : 0;\n");
        dpex_text_append(text, "        v = v < 0 ? 0 : v;\n");
    }
    dpex_text_append(text,
                     "        v = v < e ? v : e - 1;\n"
                     "        at%d += (k_word)v * w->steps[%d];\n    }\n",
                     target, k);
}

/* k_key: which element of x, but for the axes without indices, a position means. */
static void write_key(const dpex_move_text *t, dpex_text *text)
{
    /* Positions have a grid of their own, without the axes of x that have no index array: all
     * elements of such a row have one key. */
    write_struct("k_positions", t->nd_positions, 1 + t->n_arrays, t->n_arrays, text);
    dpex_text_append(
        text, "static inline k_word k_key(k_word i, const k_positions *w K_ARRAY_PARAMETERS)\n"
              "{\n");
    write_offsets(t->nd_positions, 1 + t->n_arrays, text);
    for (int k = 0; k < t->n_arrays; k++) write_index(t, k, 1 + k, 0, text);
    dpex_text_append(text, "    return at0;\n}\n");
}

/* k_offsets: the offsets of element i in both sides, and the number of its position. */
static void write_items(const dpex_move_text *t, dpex_text *text)
{
    int first = DPEX_MOVE_FIRST_ARRAY;
    write_struct("k_items", t->nd, first + t->n_arrays, t->n_arrays, text);
    dpex_text_append(text, "typedef struct { k_word other, x, position; } k_item;\n"
                           "static inline k_item k_offsets(k_word i, const k_items *w "
                           "K_ARRAY_PARAMETERS)\n{\n    k_item at;\n");
    write_offsets(t->nd, first + t->n_arrays, text);
    for (int k = 0; k < t->n_arrays; k++) write_index(t, k, first + k, 1, text);
    dpex_text_append(text, "    at.other = at0;\n    at.x = at1;\n    at.position = at2;\n"
                           "    return at;\n}\n");
}

/* k_element_of: the offset in x of a key that only index arrays make, the last of them fastest. */
static void write_element_of_key(const dpex_move_text *t, dpex_text *text)
{
    dpex_text_append(text, "static inline k_word k_element_of(k_word key, const k_items *w)\n{\n"
                           "    k_word at = w->offsets[1];\n");
    for (int k = t->n_arrays - 1; k >= 0; k--)
        dpex_text_append(text,
                         "    at += key %% w->extents[%d] * w->steps[%d];\n"
                         "    key /= w->extents[%d];\n",
                         k, k, k);
    dpex_text_append(text, "    return at;\n}\n");
}

/* Elements are moved as bits. */
static void write_element(const dpex_move_text *t, dpex_text *text)
{
    if (t->element_bytes < 16)
        dpex_text_append(text, "typedef uint%d_t k_element;\n", 8 * t->element_bytes);
    else
        dpex_text_append(text, "typedef K_ALIGNED_STRUCT(%d) { uint64_t a, b; } k_element;\n",
                         t->is_aligned ? 16 : 8);
}

void dpex_device_write_move_kernel(const dpex_move_text *t, dpex_text *text)
{
    static const char *const forms[] = {"K_GATHER", "K_SCATTER", "K_SERIAL",
                                        "K_MARK",   "K_PULL",    "K_TOGETHER"};
    const char *table = t->form == DPEX_MOVE_TOGETHER ? "K_LOCAL_POINTER" : "K_GLOBAL";
    dpex_text_append(text, "typedef int%d_t k_word;\n", t->is_wide ? 64 : 32);
    write_parameters(t, text);
    if (t->form != DPEX_MOVE_MARK) {
        write_element(t, text);
        write_items(t, text);
    }
    /* Where one element may be written by several positions, the last one counts: keys tell
     * which are the same. */
    if (t->is_ordered) write_key(t, text);
    if (t->form == DPEX_MOVE_PULL) write_element_of_key(t, text);
    dpex_text_append(text, "#define K_TABLE %s\n#define K_SLOTS %d\n", table, DPEX_MOVE_SLOTS);
    dpex_text_append(text, "#define %s\n%s%s%s", forms[t->form],
                     t->is_ordered ? "#define K_ORDERED\n" : "",
                     t->has_run ? "#define K_RUN\n" : "", dpex_text_device_move);
    dpex_text_append(
        text,
        "#undef %s\n#undef K_ORDERED\n#undef K_RUN\n#undef K_ARRAYS\n#undef K_ARRAY_PARAMETERS\n"
        "#undef K_TABLE\n#undef K_SLOTS\n",
        forms[t->form]);
}

void dpex_device_write_move(const void *arg, dpex_text *text)
{
    dpex_device_write_move_kernel(arg, text);
}

/* Two kernels of one name must have one text: whatever a function above reads of t is here. */
void dpex_device_name_move(const dpex_move_text *t, char *name, size_t bytes)
{
    int n =
        snprintf(name, bytes, "move %d %d %d %d %d %d %d %d %d", t->form, t->has_run, t->is_ordered,
                 t->is_wide, t->mode, t->nd, t->nd_positions, t->element_bytes, t->is_aligned);
    for (int k = 0; k < t->n_arrays; k++)
        n += snprintf(name + n, bytes - (size_t)n, " %d", t->dtypes[k]);
}
