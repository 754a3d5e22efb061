/* The text of a DPEX_KERNEL (dpex/kernel.h) as a kernel for devices that compile: the scalar subset of OpenCL C, which the
 * CUDA backend takes as portable kernel C.
 *
 * The extension carries its body as it was written. Around it come what a body may say, as OpenCL's functions (the CUDA
 * backend's prelude has these names already), and the parameters from the descriptors. One kernel per number of dimensions, because the order of dimensions
 * is reversed. */
#include "runtime/kernel_text.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/fork.h"
#include "base/text.h"

/* ---- writing ----------------------------------------------------------------------------------------------- */

static const char names[] = "typedef char int8_t;\ntypedef uchar uint8_t;\n"
                            "typedef short int16_t;\ntypedef ushort uint16_t;\n"
                            "typedef int int32_t;\ntypedef uint uint32_t;\n"
                            "typedef long int64_t;\ntypedef ulong uint64_t;\n"
                            /* A number in the kernel's real type: double constants would make the
                             * kernel need fp64. */
                            "#define K(x) ((dpex_real)(x))\n"
                            "#define k_cast(type, x) ((type)(x))\n";

static const char *const functions[] = {
    "sqrt",  "cbrt", "exp",  "exp2",  "expm1",    "log",   "log2", "log10", "log1p",
    "sin",   "cos",  "tan",  "asin",  "acos",     "atan",  "sinh", "cosh",  "tanh",
    "erf",   "erfc", "fabs", "floor", "ceil",     "trunc", "rint", "pow",   "atan2",
    "hypot", "fmod", "fmin", "fmax",  "copysign", "fma"};

/* By number of dpex_dtype; NULL: no parameter has it (defs/kernel_type.def). */
static const char *type_name(dpex_dtype dtype)
{
    static const char *const types[] = {
#define DPEX_OPENCL_SCALAR(name, dtype, ...) [DPEX_##dtype] = #name,
#include "defs/opencl_scalars.def"
#undef DPEX_OPENCL_SCALAR
    };
    return types[dtype];
}

static int uses_double(const dpex_kernel_source *source)
{
    for (size_t i = 0; i < source->n_params; i++)
        if (source->params[i].dtype == DPEX_F64) return 1;
    return 0;
}

/* Behind the descriptors, each in parentheses.
 * A descriptor contains no parentheses of its own. */
static const char *find_body(const dpex_kernel_source *source)
{
    const char *at = source->text;
    for (size_t i = 0; i < source->n_params; i++) {
        at = strchr(at, ')');
        if (!at) return "";
        at++;
    }
    return at + strspn(at, " ,\t\n");
}

static void write_names(const dpex_kernel_source *source, int nd, dpex_text *text)
{
    /* CUDA's prelude has these names. */
    dpex_text_append(text, "#ifdef __OPENCL_VERSION__\n");
    if (uses_double(source))
        dpex_text_append(text, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    dpex_text_append(text, "typedef DPEX_REAL dpex_real;\n%s", names);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        dpex_text_append(text, "#define k_%s %s\n", functions[i], functions[i]);
    /* The dimensions are counted the other way in OpenCL; those that the range lacks have one
     * item. */
    dpex_text_append(
        text,
        "#define k_global_id(d) ((d) < %d ? get_global_id(%d - (d)) : (size_t)0)\n"
        "#define k_global_size(d) ((d) < %d ? get_global_size(%d - (d)) : (size_t)1)\n",
        nd, nd - 1, nd, nd - 1);
    dpex_text_append(text, "#endif\n");
}

static void write_kernel(const dpex_kernel_source *source, dpex_text *text)
{
    dpex_text_append(text, "kernel void dpex_kernel(");
    for (size_t i = 0; i < source->n_params; i++) {
        const dpex_kernel_param *param = &source->params[i];
        int is_array = param->access != DPEX_KERNEL_VAL;
        dpex_text_append(text, "%s%s%s%s %s%s", i ? ", " : "", is_array ? "global " : "",
                         param->access == DPEX_KERNEL_IN || !is_array ? "const " : "",
                         type_name(param->dtype), is_array ? "*" : "", param->name);
    }
    dpex_text_append(text, ")\n{\n%s\n}\n", find_body(source));
}

/* ---- keeping ----------------------------------------------------------------------------------------------- */

typedef struct entry {
    struct entry *next;
    const dpex_context *ctx; /* kept by the kernel */
    const dpex_device *device;
    const dpex_kernel_source *source; /* of an extension, which stays loaded */
    int nd;
    dpex_kernel *kernel;
} entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards entries */
static entry *entries;
DPEX_FORK_GUARD(lock)

static dpex_kernel *find(const dpex_queue *queue, const dpex_kernel_source *source, int nd)
{
    /* The list is short: one entry per kernel, device and number of dimensions in use. */
    pthread_mutex_lock(&lock);
    const entry *e = entries;
    while (e && (e->ctx != queue->ctx || e->device != queue->device || e->source != source ||
                 e->nd != nd))
        e = e->next;
    pthread_mutex_unlock(&lock);
    /* Outside the lock: entries never go. */
    return e ? e->kernel : NULL;
}

static dpex_status compile(const dpex_queue *queue, const dpex_kernel_source *source, int nd,
                           dpex_kernel **kernel)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_program *program = NULL;
    char options[64];
    snprintf(options, sizeof options, "-DDPEX_GENERATED -DDPEX_ND=%d -DDPEX_REAL=%s", nd,
             uses_double(source) ? "double" : "float");
    write_names(source, nd, &text);
    write_kernel(source, &text);
    dpex_status status = text.failed
                             ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel's text")
                             : dpex_program_create(queue->ctx, queue->device, DPEX_LANGUAGE_SOURCE,
                                                   text.data, text.len, options, &program);
    if (!status) status = dpex_kernel_create(program, "dpex_kernel", kernel);
    dpex_program_release(program);
    dpex_text_fini(&text);
    return status;
}

dpex_status dpex_kernel_text_compile(const dpex_queue *queue, const dpex_kernel_source *source,
                                     int nd, dpex_kernel **kernel)
{
    if ((*kernel = find(queue, source, nd))) return DPEX_SUCCESS;
    /* Before the slow part, so that a compiled kernel is never lost for want of memory. */
    entry *e = dpex_malloc(sizeof *e);
    if (!e) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel");
    dpex_status status = compile(queue, source, nd, kernel);
    if (status) {
        dpex_free(e);
        return status;
    }
    *e = (entry){NULL, queue->ctx, queue->device, source, nd, *kernel};
    /* Two threads may compile the same: both stay. */
    pthread_mutex_lock(&lock);
    e->next = entries;
    entries = e;
    pthread_mutex_unlock(&lock);
    return DPEX_SUCCESS;
}
