/* Products by CLBlast, where it is installed, on devices whose memory are buffers or shared virtual
 * memory: it takes no pointers. A piece of shared virtual memory is a buffer for the time of a
 * call. */
#include "backend/opencl/library.h"

#include <dlfcn.h>
#include <string.h>

#include "base/env.h"
#include "base/log.h"

/* The library's numbers. */
enum { COLUMN_MAJOR = 102, FORM_N = 111, FORM_T = 112, FORM_C = 113 };
/* Of long16, the largest type of OpenCL C. */
enum { BUFFER_ALIGNMENT = 128 };

/* An operand: elements from `at` on. */
typedef struct operand {
    cl_mem buffer;
    size_t at, ld, stride;
    int is_own; /* the buffer was made for this call */
} operand;

typedef struct gemm {
    const dpex_routine_product *words;
    operand a, b, c;
    cl_queue queue;
    cl_event *done;
} gemm;

#define DPEX_CL_BLAS(dtype, number, product, products)                                             \
    typedef int (*product_##dtype)(int, int, int, size_t, size_t, size_t, number, cl_mem, size_t,  \
                                   size_t, cl_mem, size_t, size_t, number, cl_mem, size_t, size_t, \
                                   cl_queue *, cl_event *);                                        \
    typedef int (*products_##dtype)(int, int, int, size_t, size_t, size_t, number, cl_mem, size_t, \
                                    size_t, size_t, cl_mem, size_t, size_t, size_t, number,        \
                                    cl_mem, size_t, size_t, size_t, size_t, cl_queue *,            \
                                    cl_event *);
#include "defs/opencl_blas.def"
#undef DPEX_CL_BLAS

static struct {
#define DPEX_CL_BLAS(dtype, number, product, products)                                             \
    product_##dtype product_of_##dtype;                                                            \
    products_##dtype products_of_##dtype;
#include "defs/opencl_blas.def"
#undef DPEX_CL_BLAS
} blas;

static const char *const symbols[] = {
#define DPEX_CL_BLAS(dtype, number, product, products) product, products,
#include "defs/opencl_blas.def"
#undef DPEX_CL_BLAS
};

/* ---- opening ------------------------------------------------------------------------------------ */

static int is_open;

/* All functions or none. */
static void open_once(void)
{
    static const char *const files[] = {"libclblast.so.1", "libclblast.so"};
    void *handle = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files && !handle; i++)
        handle = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    is_open = handle != NULL;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols && is_open; i++) {
        void *entry = dlsym(handle, symbols[i]);
        memcpy((char *)&blas + i * sizeof entry, &entry, sizeof entry);
        is_open = entry != NULL;
    }
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "opencl: %s",
                  is_open ? "CLBlast is there" : "no CLBlast; own kernels compute products");
}

static int open_library(void)
{
    static dpex_env_switch vendor_libraries = {.name = "DPEX_VENDOR_LIBRARIES",
                                               .is_on_by_default = 1};
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!dpex_env_is_on(&vendor_libraries)) return 0;
    pthread_once(&once, open_once);
    return is_open;
}

static int has_function(dpex_dtype dtype)
{
    switch (dtype) {
#define DPEX_CL_BLAS(dtype, number, product, products) case dtype:
#include "defs/opencl_blas.def"
#undef DPEX_CL_BLAS
        return 1;
    default: return 0;
    }
}

int dpex_cl_routine_find(dpex_queue *queue, dpex_routine routine, const void *words,
                         size_t *scratch_bytes)
{
    const dpex_routine_product *w = words;
    *scratch_bytes = 0;
    if (routine != DPEX_ROUTINE_PRODUCT || !has_function(w->dtype)) return 0;
    if (dpex_cl_of(queue->device)->rung == DPEX_CL_RUNG_USM) return 0;
    /* A stack's results, and what is repeated for all of them, are not at one distance. */
    if (w->n_matrices > 1 && (!w->stride_a || !w->stride_b || !w->stride_c)) return 0;
    return w->m > 0 && w->n > 0 && w->k > 0 && open_library();
}

/* ---- calls --------------------------------------------------------------------------------------- */

static int form_of(char form)
{
    return form == 'N' ? FORM_N : form == 'T' ? FORM_T : FORM_C;
}

static dpex_status check(int code, const char *call)
{
    if (!code) return DPEX_SUCCESS;
    return DPEX_FAIL(code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES
                         ? DPEX_ERROR_NO_MEMORY
                         : DPEX_ERROR_BACKEND,
                     "CLBlast: %s failed with status %d", call, code);
}

/* From a span on, `elems` elements behind each other. */
static dpex_status set_operand(const dpex_queue *queue, const dpex_span *span, dpex_dtype dtype,
                               int64_t ld, int64_t stride, int64_t elems, operand *o)
{
    const size_t itemsize = (size_t)dpex_dtype_get_info(dtype)->itemsize;
    const dpex_cl_location at = dpex_cl_location_of(span);
    cl_int code = CL_SUCCESS;
    *o = (operand){at.buffer, at.offset / itemsize, (size_t)ld, (size_t)stride, 0};
    if (at.buffer) return DPEX_SUCCESS;
    /* Kernels may rely on the alignment of buffers; drivers' allocations have it. */
    const size_t before = (uintptr_t)at.ptr % BUFFER_ALIGNMENT;
    o->at = before / itemsize;
    o->buffer = dpex_cl_driver_of(queue->device)
                    ->api.CreateBuffer(dpex_cl_context_of(queue->ctx),
                                       CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                       before + (size_t)elems * itemsize, at.ptr - before, &code);
    o->is_own = code == CL_SUCCESS;
    return dpex_cl_check(code, "clCreateBuffer");
}

/* Elements of a stack of matrices, from the first to behind the last. */
static int64_t extent(const dpex_routine_product *w, int64_t rows, int64_t columns, int64_t ld,
                      int64_t stride)
{
    return (w->n_matrices - 1) * stride + (columns - 1) * ld + rows;
}

static dpex_status set_operands(const dpex_queue *queue, const dpex_arg *args, gemm *g)
{
    const dpex_routine_product *w = g->words;
    const int is_a = w->form_a == 'N', is_b = w->form_b == 'N';
    DPEX_TRY(set_operand(queue, &args[0].span, w->dtype, w->ld_a, w->stride_a,
                         extent(w, is_a ? w->m : w->k, is_a ? w->k : w->m, w->ld_a, w->stride_a),
                         &g->a));
    DPEX_TRY(set_operand(queue, &args[1].span, w->dtype, w->ld_b, w->stride_b,
                         extent(w, is_b ? w->k : w->n, is_b ? w->n : w->k, w->ld_b, w->stride_b),
                         &g->b));
    return set_operand(queue, &args[2].span, w->dtype, w->ld_c, w->stride_c,
                       extent(w, w->m, w->n, w->ld_c, w->stride_c), &g->c);
}

static dpex_status call(const gemm *g)
{
    const dpex_routine_product *w = g->words;
    const int form_a = form_of(w->form_a), form_b = form_of(w->form_b);
    const size_t m = (size_t)w->m, n = (size_t)w->n, k = (size_t)w->k;
    cl_queue queue = g->queue;
    switch (w->dtype) {
        /* Braces, so that complex numbers get an imaginary part of zero. */
#define DPEX_CL_BLAS(dtype, number, product, products)                                             \
    case dtype: {                                                                                  \
        const number factor = {w->subtracts ? -1 : 1}, addend = {w->subtracts ? 1 : 0};            \
        if (w->n_matrices == 1)                                                                    \
            return check(blas.product_of_##dtype(COLUMN_MAJOR, form_a, form_b, m, n, k, factor,    \
                                                 g->a.buffer, g->a.at, g->a.ld, g->b.buffer,       \
                                                 g->b.at, g->b.ld, addend, g->c.buffer, g->c.at,   \
                                                 g->c.ld, &queue, g->done),                        \
                         product);                                                                 \
        return check(blas.products_of_##dtype(COLUMN_MAJOR, form_a, form_b, m, n, k, factor,       \
                                              g->a.buffer, g->a.at, g->a.ld, g->a.stride,          \
                                              g->b.buffer, g->b.at, g->b.ld, g->b.stride, addend,  \
                                              g->c.buffer, g->c.at, g->c.ld, g->c.stride,          \
                                              (size_t)w->n_matrices, &queue, g->done),             \
                     products);                                                                    \
    }
#include "defs/opencl_blas.def"
#undef DPEX_CL_BLAS
    default: return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "CLBlast has no products of this dtype");
    }
}

dpex_status dpex_cl_call_library(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                                 dpex_cl_wait wait, cl_event *done)
{
    const cl_api *api = &dpex_cl_driver_of(queue->device)->api;
    const dpex_routine_product *w = command->library.args[3].raw;
    gemm g = {.words = w, .queue = id, .done = done};
    dpex_status status = set_operands(queue, command->library.args, &g);
    /* It takes no events to wait for. */
    if (!status && wait.n)
        status = dpex_cl_check(api->EnqueueBarrierWithWaitList(id, wait.n, wait.events, NULL),
                               "clEnqueueBarrierWithWaitList");
    if (!status) status = call(&g);
    /* What was submitted keeps them. */
    if (g.a.is_own) api->ReleaseMemObject(g.a.buffer);
    if (g.b.is_own) api->ReleaseMemObject(g.b.buffer);
    if (g.c.is_own) api->ReleaseMemObject(g.c.buffer);
    return status;
}
