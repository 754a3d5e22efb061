/* The text of a tape's kernel in portable kernel C: prelude, helpers, one function per operation
 * and dtype in use, the kernel.
 *
 *     kernel void dpex_kernel(in0, in1, ..., out0, ..., k_layout w, constants...)
 *
 * k_layout holds extents, and for each operand an offset and strides in elements; nothing of it is
 * in the text, so one kernel serves all shapes of its number of dimensions. */

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

/* The complex helpers are long, and compilers read them in every program that has them. */
static int uses_complex(const dpex_tape *tape)
{
    for (int i = 0; i < tape->n_regs; i++)
        if (dpex_dtype_get_info(tape->regs[i].dtype)->kind == DPEX_KIND_COMPLEX) return 1;
    return 0;
}

/* Helpers follow those that they call: names, integers, conversions, real, then complex
 * arithmetic. */
void dpex_device_write_prelude(const dpex_device *device, int needs_complex, dpex_text *text)
{
    int is_cuda = dpex_device_get_info(device)->backend == DPEX_BACKEND_CUDA;
    if (!dpex_device_has_aspect(device, DPEX_ASPECT_fp64))
        dpex_text_append(text, "#define K_NO_F64\n");
    dpex_text_append(text, "%s%s%s", is_cuda ? dpex_text_device_cuda : dpex_text_device_opencl,
                     dpex_text_k_names, real_functions);
    dpex_text_append(text, "%s%s%s%s", dpex_text_k_integer, dpex_text_k_cast,
                     dpex_text_k_real_arithmetic, dpex_text_k_error_functions);
    if (needs_complex)
        dpex_text_append(text, "%s%s%s", dpex_text_k_complex_arithmetic, dpex_text_device_complex,
                         dpex_text_k_complex_functions);
}

/* The reduction's state has functions of its own (state.c). */
void dpex_device_write_functions(const dpex_tape *tape, dpex_text *text)
{
    dpex_device_write_operations(tape, text);
    if (tape->reduction) /* its combine under another name: the tape may use the same operation */
        dpex_device_write_state(
            tape, dpex_device_suffix((dpex_dtype)tape->regs[tape->outputs[0]].dtype), text);
}

void dpex_device_write_source(const dpex_device *device, const dpex_tape *tape,
                              const dpex_device_shape *shape, dpex_text *text)
{
    dpex_device_write_prelude(device, uses_complex(tape), text);
    if (dpex_device_is_of_rows(shape)) {
        dpex_device_write_row_functions(tape, text);
        dpex_device_write_row_kernel(tape, shape, text);
    } else {
        dpex_device_write_functions(tape, text);
        dpex_device_write_kernel(tape, shape, text);
    }
}
