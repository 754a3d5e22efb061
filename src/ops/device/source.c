/* The text of a tape's kernel in portable kernel C: prelude, helpers, one function per operation
 * and dtype in use, the kernel.
 *
 *     kernel void dpex_kernel(in0, in1, ..., out0, ..., k_layout w, constants...)
 *
 * k_layout holds extents, and for each operand an offset and strides in elements; nothing of it is
 * in the text, so one kernel serves all shapes of its number of dimensions. */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ops/device/rows.h"

extern const char dpex_text_device_opencl[], dpex_text_device_cuda[], dpex_text_device_complex[];
extern const char dpex_text_k_names[], dpex_text_k_integer[], dpex_text_k_cast[],
    dpex_text_k_real_arithmetic[], dpex_text_k_error_functions[], dpex_text_k_complex_arithmetic[],
    dpex_text_k_complex_functions[];

/* Real functions of the bodies, by target name: OpenCL overloads, CUDA has an ending for float. */
static const char real_functions[] =
#define DPEX_VECTOR_MATH1(name)                                                                    \
    "#define k_" #name "_f32(x) K_REAL(" #name ", f)(x)\n#define k_" #name "_f64(x) K_REAL(" #name \
    ", )(x)\n"
#define DPEX_VECTOR_MATH2(name)                                                                    \
    "#define k_" #name "_f32(x, y) K_REAL(" #name ", f)(x, y)\n#define k_" #name                   \
    "_f64(x, y) K_REAL(" #name ", )(x, y)\n"
#include "defs/vector_math.def"
#define DPEX_REAL_MATH1 DPEX_VECTOR_MATH1
#define DPEX_REAL_MATH2 DPEX_VECTOR_MATH2
#include "defs/real_math.def"
#undef DPEX_REAL_MATH1
#undef DPEX_REAL_MATH2
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2
    ;

/* Helpers of some length by the ending of their names (k_used.h). */
static const char *const endings[] = {"i8",  "u8",  "i16", "u16", "i32",
                                      "u32", "i64", "u64", "f32", "f64"};

/* Whether a text has a name with this in it. dpex_c64 is the type alone, declared in every text. */
static int mentions(const char *text, const char *part)
{
    static const char prefix[] = "dpex_";
    const ptrdiff_t n = sizeof prefix - 1;
    const char *at = strstr(text, part);
    while (at && at - text >= n && !strncmp(at - n, prefix, (size_t)n)) at = strstr(at + 1, part);
    return at != NULL;
}

/* Compilers read all of a text: what the kernels do not mention is left out. Helpers of a smaller
 * type may compute in a larger one: complex ones in double. */
static void put_used(const dpex_device *device, const char *kernels, int is_complex,
                     dpex_text *text)
{
    const int has_f64 = dpex_device_has_aspect(device, DPEX_ASPECT_fp64);
    if (!has_f64) dpex_text_append(text, "#define K_NO_F64\n");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const int is_real = endings[i][0] == 'f', is_double = !strcmp(endings[i], "f64");
        const int is_used = (is_real && is_complex) || mentions(kernels, endings[i]);
        dpex_text_append(text, "#define K_IF_%c%s(helpers)%s\n", toupper(endings[i][0]),
                         &endings[i][1], is_used && (has_f64 || !is_double) ? " helpers" : "");
    }
}

/* Helpers follow those that they call: names, integers, conversions, real, then complex
 * arithmetic. */
void dpex_device_complete(const dpex_device *device, const dpex_text *kernels, dpex_text *text)
{
    const char *given = dpex_text_get(kernels);
    const int is_cuda = dpex_device_get_info(device)->backend == DPEX_BACKEND_CUDA;
    const int is_complex = mentions(given, "c64") || mentions(given, "c128");
    put_used(device, given, is_complex, text);
    const char *const parts[] = {
        is_cuda ? dpex_text_device_cuda : dpex_text_device_opencl,
        dpex_text_k_names,
        real_functions,
        dpex_text_k_integer,
        dpex_text_k_cast,
        dpex_text_k_real_arithmetic,
        mentions(given, "erf") ? dpex_text_k_error_functions : "",
        is_complex ? dpex_text_k_complex_arithmetic : "",
        is_complex ? dpex_text_device_complex : "",
        is_complex ? dpex_text_k_complex_functions : "",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        dpex_text_append_string(text, parts[i]);
    dpex_text_append_bytes(text, kernels->data, kernels->len);
    text->failed |= kernels->failed;
}

/* The reduction's state has functions of its own (state.c). */
void dpex_device_write_functions(const dpex_tape *tape, dpex_text *text)
{
    dpex_device_write_operations(tape, text);
    if (tape->reduction) /* its combine under another name: the tape may use the same operation */
        dpex_device_write_state(
            tape, dpex_device_suffix((dpex_dtype)tape->regs[tape->outputs[0]].dtype), text);
}

void dpex_device_write_source(const dpex_tape *tape, const dpex_device_shape *shape,
                              dpex_text *text)
{
    if (dpex_device_is_of_rows(shape)) {
        dpex_device_write_row_functions(tape, text);
        dpex_device_write_row_kernel(tape, shape, text);
    } else {
        dpex_device_write_functions(tape, text);
        dpex_device_write_kernel(tape, shape, text);
    }
}
