/* The text of a DPEX_KERNEL (dpex/kernel.h) as a kernel for devices that compile: the scalar subset of OpenCL C, which the CUDA backend
 * takes as portable kernel C.
 *
 * The extension carries its body as it was written. Around it come what a body may say, as OpenCL's functions (the CUDA backend's prelude
 * has these names already), and the parameters from the descriptors. One kernel per number of dimensions, because the order of dimensions is
 * reversed, with groups and without: without them each item is a group, whatever groups the driver makes. */
#include "runtime/kernel_text.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/fork.h"
#include "base/text.h"

extern const char dpex_text_kernel_atomics[]; /* kernel_atomics.cl */

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

/* For all languages, since macros are all that is needed, and extents are numbers there, not members of a struct: structs as arguments are
 * where drivers differ.
 * Elements, extents and strides of arrays with strides; the parameters are write_param's. */
static const char strided[] =
    "#define k_extent(x, d) ((d) == 0 ? dpex_extent0_##x : (d) == 1 ? dpex_extent1_##x : (d) == 2 "
    "? "
    "dpex_extent2_##x : dpex_extent3_##x)\n"
    "#define k_stride(x, d) ((d) == 0 ? dpex_stride0_##x : (d) == 1 ? dpex_stride1_##x : (d) == 2 "
    "? "
    "dpex_stride2_##x : dpex_stride3_##x)\n"
    "#define k_at1(x, i) ((x)[(long)(i) * dpex_stride0_##x])\n"
    "#define k_at2(x, i, j) ((x)[(long)(i) * dpex_stride0_##x + (long)(j) * dpex_stride1_##x])\n"
    "#define k_at3(x, i, j, k) ((x)[(long)(i) * dpex_stride0_##x + (long)(j) * dpex_stride1_##x + "
    "(long)(k) * dpex_stride2_##x])\n"
    "#define k_at4(x, i, j, k, l) ((x)[(long)(i) * dpex_stride0_##x + (long)(j) * dpex_stride1_##x "
    "+ "
    "(long)(k) * dpex_stride2_##x + (long)(l) * dpex_stride3_##x])\n";

/* The dimensions are counted the other way in OpenCL; those that the range lacks have one item. */
static void write_indices(int nd, int has_groups, dpex_text *text)
{
    static const struct {
        const char *name, *function; /* of a kernel with groups, */
        const char *alone;           /* or without: OpenCL's function, or a number */
        int missing;                 /* in dimensions that the range lacks */
    } rows[] = {{"global_id", "global_id", "global_id", 0},
                {"global_size", "global_size", "global_size", 1},
                {"local_id", "local_id", NULL, 0},
                {"local_size", "local_size", NULL, 1},
                {"group_id", "group_id", "global_id", 0},
                {"num_groups", "num_groups", "global_size", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *function = has_groups ? rows[i].function : rows[i].alone;
        if (function)
            dpex_text_append(text, "#define k_%s(d) ((d) < %d ? get_%s(%d - (d)) : (size_t)%d)\n",
                             rows[i].name, nd, function, nd - 1, rows[i].missing);
        else
            dpex_text_append(text, "#define k_%s(d) ((size_t)%d)\n", rows[i].name, rows[i].missing);
    }
    dpex_text_append(text, "#define k_barrier() %s\n",
                     has_groups ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"
                                : "((void)0)");
}

static void write_names(const dpex_kernel_source *source, const dpex_range *range, dpex_text *text)
{
    /* Atomic operations are functions for six types and two address spaces: a driver reads them only where they are used. */
    int has_atomics = strstr(source->text, "k_atomic_") != NULL;
    /* CUDA's prelude has these names. */
    dpex_text_append(text, "#ifdef __OPENCL_VERSION__\n");
    if (uses_double(source))
        dpex_text_append(text, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    dpex_text_append(text, "typedef DPEX_REAL dpex_real;\n%s", names);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        dpex_text_append(text, "#define k_%s %s\n", functions[i], functions[i]);
    write_indices(range->nd, range->has_local, text);
    if (has_atomics) dpex_text_append_string(text, dpex_text_kernel_atomics);
    dpex_text_append(text, "#endif\n%s", strided);
}

/* A parameter may be followed by numbers that only the k_ macros name: their names end in the array's, so that two arrays do not
 * share them. */
static void write_param(const dpex_kernel_param *param, dpex_text *text)
{
    const char *type = type_name(param->dtype);
    int is_strided = 0;
    switch (param->access) {
    case DPEX_KERNEL_VAL: dpex_text_append(text, "const %s %s", type, param->name); return;
    case DPEX_KERNEL_LOCAL: dpex_text_append(text, "local %s *%s", type, param->name); return;
    case DPEX_KERNEL_IN_STRIDED: is_strided = 1; /* fall through */
    case DPEX_KERNEL_IN: dpex_text_append(text, "global const %s *%s", type, param->name); break;
    case DPEX_KERNEL_OUT_STRIDED:
    case DPEX_KERNEL_INOUT_STRIDED: is_strided = 1; /* fall through */
    default: dpex_text_append(text, "global %s *%s", type, param->name); break;
    }
    for (int d = 0; is_strided && d < DPEX_KERNEL_MAX_ARRAY_DIMS; d++)
        dpex_text_append(text, ", const long dpex_extent%d_%s, const long dpex_stride%d_%s", d,
                         param->name, d, param->name);
}

static void write_kernel(const dpex_kernel_source *source, dpex_text *text)
{
    dpex_text_append(text, "kernel void dpex_kernel(");
    for (size_t i = 0; i < source->n_params; i++) {
        if (i) dpex_text_append(text, ", ");
        write_param(&source->params[i], text);
    }
    dpex_text_append(text, ")\n{\n%s\n}\n", find_body(source));
}

void dpex_kernel_text_write(const dpex_kernel_source *source, const dpex_range *range,
                            dpex_text *text, char *options)
{
    snprintf(options, DPEX_KERNEL_TEXT_OPTIONS_BYTES,
             "-DDPEX_GENERATED -DDPEX_ND=%d -DDPEX_GROUPS=%d -DDPEX_REAL=%s", range->nd,
             range->has_local != 0, uses_double(source) ? "double" : "float");
    write_names(source, range, text);
    write_kernel(source, text);
}

/* ---- keeping ----------------------------------------------------------------------------------------------- */

typedef struct entry {
    struct entry *next;
    const dpex_context *ctx; /* kept by the kernel */
    const dpex_device *device;
    const dpex_kernel_source *source; /* of an extension, which stays loaded */
    int nd, has_groups;
    dpex_kernel *kernel;
} entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards entries */
static entry *entries;
DPEX_FORK_GUARD(lock)

static dpex_kernel *find(const dpex_queue *queue, const dpex_kernel_source *source,
                         const dpex_range *range)
{
    /* The list is short: one entry per kernel, device and form of range in use. */
    pthread_mutex_lock(&lock);
    const entry *e = entries;
    while (e && (e->ctx != queue->ctx || e->device != queue->device || e->source != source ||
                 e->nd != range->nd || e->has_groups != range->has_local))
        e = e->next;
    pthread_mutex_unlock(&lock);
    /* Outside the lock: entries are never removed. */
    return e ? e->kernel : NULL;
}

static dpex_status compile(const dpex_queue *queue, const dpex_kernel_source *source,
                           const dpex_range *range, dpex_kernel **kernel)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_program *program = NULL;
    char options[DPEX_KERNEL_TEXT_OPTIONS_BYTES];
    dpex_kernel_text_write(source, range, &text, options);
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
                                     const dpex_range *range, dpex_kernel **kernel)
{
    if ((*kernel = find(queue, source, range))) return DPEX_SUCCESS;
    /* Before the slow part, so that a compiled kernel is never lost for lack of memory. */
    entry *e = dpex_malloc(sizeof *e);
    if (!e) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel");
    dpex_status status = compile(queue, source, range, kernel);
    if (status) {
        dpex_free(e);
        return status;
    }
    *e = (entry){NULL, queue->ctx, queue->device, source, range->nd, range->has_local, *kernel};
    /* Two threads may compile the same: both stay. */
    pthread_mutex_lock(&lock);
    e->next = entries;
    entries = e;
    pthread_mutex_unlock(&lock);
    return DPEX_SUCCESS;
}
