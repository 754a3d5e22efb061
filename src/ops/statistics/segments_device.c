/* ufunc.reduceat and ufunc.at on devices that compile at run time (segments.cl).
 *
 * Segments are cut into pieces where there are few of them. Values are combined into an element in
 * the order of their indices: on CPUs each item owns a stretch of the target and reads all indices,
 * on GPUs the indices are sorted, and the first of equal ones does it for all. */
#include "device.h"

#include <stdio.h>

#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "ops/sort/sort.h"
#include "ops/tape/op.h"
#include "runtime/runtime.h"

extern const char dpex_text_segments[];

enum {
    CPU_PIECES = 64, /* that keep a CPU busy */
    GPU_PIECES = 1 << 14,
    LEAST_PIECE = 4096,     /* elements, on an average */
    GROUP_SEGMENT = 256,    /* elements of a segment, on an average, that a group reduces */
    LEAST_SHARED = 1 << 22, /* bytes of a target for which several threads pay (segments.c) */
    STRETCHES = 4
};

/* The k_segments of segments.cl. */
typedef struct segments_words {
    int64_t n, width, length, n_pieces;
    int64_t x, begins, out, partials;
    int64_t size, part, step;
} segments_words;

typedef struct run {
    dpex_queue *queue;
    const char *name;
    dpex_device_segments_text text;
    segments_words words;
} run;

static int is_reduction(dpex_device_segments_phase phase)
{
    return phase <= DPEX_DEVICE_SEGMENTS_FINISH;
}

void dpex_device_segments_write(const dpex_device_segments_text *what, dpex_text *text)
{
    if (is_reduction(what->phase)) {
        dpex_device_write_state(what->tape, dpex_device_suffix(what->dtype), text);
    } else if (what->tape) {
        char name[64];
        const dpex_tape *tape = what->tape;
        dpex_device_write_operations(tape, text);
        dpex_device_function_name(tape, &tape->regs[tape->outputs[0]], name, sizeof name);
        dpex_text_append(text, "#define K_OPERATION %s\n", name);
    }
    dpex_text_append(text,
                     "#define T %s\n#define K_PHASE %d\n#define K_GROUPED %d\n"
                     "#define K_GROUP_ITEMS %d\n",
                     dpex_device_c_type(what->dtype), (int)what->phase, what->is_grouped,
                     DPEX_DEVICE_LANES);
    dpex_text_append_string(text, dpex_text_segments);
}

static void write_kernel(const void *arg, dpex_text *text)
{
    const dpex_device_segments_text *what = arg;
    dpex_device_segments_write(what, text);
}

/* Kernels are kept by name, so the name holds all that the text depends on besides dtype and
 * device: the phase, the operation, and whether groups work together. -1 is not an operation
 * (keys). */
static dpex_status launch(run *r, dpex_device_segments_phase phase, const dpex_array *const *arrays,
                          int n_arrays, int64_t n_items, int group)
{
    char kernel[64];
    const dpex_tape *tape = r->text.tape;
    const int operation = !tape                 ? -1
                          : is_reduction(phase) ? tape->reduction->combine
                                                : tape->regs[tape->outputs[0]].index;
    r->text.phase = phase;
    snprintf(kernel, sizeof kernel, "segments %d %d %d", (int)phase, operation, r->text.is_grouped);
    const dpex_device_job job = {r->name, kernel,   r->text.dtype, {write_kernel, &r->text},
                                 arrays,  n_arrays, &r->words,     sizeof r->words};
    return dpex_device_run_job(r->queue, &job, n_items, group);
}

/* ---- segments ------------------------------------------------------------------------------------------------ */

static dpex_status reduce_pieces(run *r, const dpex_array *x, const dpex_array *begins,
                                 const dpex_array *to)
{
    const dpex_array *const arrays[] = {x, begins, to};
    const int64_t n = r->words.n * r->words.n_pieces;
    const int is_gpu = dpex_device_is_grouped(r->queue->device), is_grouped = r->text.is_grouped;
    r->words.out = dpex_device_offset(to);
    return launch(r, DPEX_DEVICE_SEGMENTS_REDUCE, arrays, 3,
                  is_grouped ? n * DPEX_DEVICE_LANES : n * r->words.width,
                  is_grouped ? DPEX_DEVICE_LANES
                  : is_gpu   ? 64
                             : (int)dpex_int64_clamp(r->words.width, 1, 64));
}

/* Partial results have the elements' dtype, since a state that can be split is its value (sums,
 * products, minima). They are combined in the order of the pieces, so that bits do not depend on
 * which group was first. */
static dpex_status reduce_in_pieces(run *r, const dpex_array *x, const dpex_array *begins,
                                    const dpex_array *out)
{
    dpex_array partials;
    const int64_t n = out->size * r->words.n_pieces;
    DPEX_TRY(dpex_array_init(r->queue, x->dtype, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &partials));
    dpex_status status = reduce_pieces(r, x, begins, &partials);
    if (!status) {
        const dpex_array *const arrays[] = {&partials, begins, out};
        r->words.partials = dpex_device_offset(&partials);
        r->words.out = dpex_device_offset(out);
        r->text.is_grouped = 0;
        status = launch(r, DPEX_DEVICE_SEGMENTS_FINISH, arrays, 3, out->size, DPEX_DEVICE_LANES);
    }
    dpex_array_fini(&partials);
    return status;
}

static dpex_status reduce_segments(const dpex_tape *tape, const dpex_array *x,
                                   const dpex_array *begins, const dpex_array *out)
{
    const int64_t n = begins->size, width = x->size / x->shape[0], length = x->shape[0];
    const dpex_device *device = x->queue->device;
    const int is_grouped =
        dpex_device_has_groups(device) && width == 1 && length / n >= GROUP_SEGMENT;
    /* Pieces are as many as keep the device busy together with the other results, but none is so
     * short that its start costs more than its elements. */
    const int64_t busy = dpex_device_is_grouped(device) ? GPU_PIECES : CPU_PIECES;
    const int64_t most = length / n / LEAST_PIECE;
    run r = {.queue = x->queue,
             .name = "segments",
             .text = {.tape = tape, .dtype = x->dtype, .is_grouped = is_grouped},
             .words = {.n = n,
                       .width = width,
                       .length = length,
                       .n_pieces = dpex_int64_clamp(busy / out->size, 1, dpex_int64_max(most, 1)),
                       .x = dpex_device_offset(x),
                       .begins = dpex_device_offset(begins)}};
    return r.words.n_pieces == 1 ? reduce_pieces(&r, x, begins, out)
                                 : reduce_in_pieces(&r, x, begins, out);
}

dpex_status dpex_device_segments_reduce(const dpex_reduction *reduction, const dpex_array *x,
                                        const dpex_array *begins, const dpex_array *out)
{
    int reg;
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, x->dtype, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    tape.reduction = reduction; /* at last: a tape that ends in one takes no outputs any more */
    if (!status) status = reduce_segments(&tape, x, begins, out);
    dpex_tape_fini(&tape);
    return status;
}

/* ---- values into elements ---------------------------------------------------------------------------------------- */

static dpex_status combine_stretches(run *r, const dpex_array *target, const dpex_array *indices,
                                     const dpex_array *values)
{
    const dpex_array *const arrays[] = {target, indices, values};
    const int64_t bytes = target->size * dpex_dtype_get_info(target->dtype)->itemsize;
    /* Each stretch reads all indices: with many stretches that would be more work than what they
     * save. */
    const int64_t n = bytes < LEAST_SHARED ? 1 : STRETCHES;
    r->words.part = dpex_int64_ceil_div(target->size, n);
    return launch(r, DPEX_DEVICE_COMBINE_STRETCHES, arrays, 3, n, 1);
}

/* keys: new. */
static dpex_status write_keys(const run *r, const dpex_array *indices, const dpex_array *keys)
{
    const dpex_array *const arrays[] = {indices, keys};
    run own = *r;
    own.text.tape = NULL;
    own.text.dtype = keys->dtype;
    own.words.out = dpex_device_offset(keys);
    return launch(&own, DPEX_DEVICE_COMBINE_KEYS, arrays, 2, r->words.n, DPEX_DEVICE_LANES);
}

/* The sort is stable, so that the values of one element stay in the order of their indices:
 * subtract.at and divide.at give the host's bits, and no floating-point atomics are needed. */
static dpex_status combine_sorted(run *r, const dpex_array *target, const dpex_array *indices,
                                  const dpex_array *values)
{
    dpex_array keys, sorted, order;
    DPEX_TRY(dpex_array_init(r->queue, DPEX_I64, 1, &indices->size, DPEX_ORDER_C, DPEX_USM_DEVICE,
                             &keys));
    dpex_status status = write_keys(r, indices, &keys);
    if (!status) status = dpex_sort_both_new(r->name, &keys, 0, 0, &sorted, &order);
    dpex_array_fini(&keys);
    if (status) return status;
    const dpex_array *const arrays[] = {target, &sorted, &order, values};
    r->words.begins = dpex_device_offset(&sorted);
    r->words.partials = dpex_device_offset(&order);
    status = launch(r, DPEX_DEVICE_COMBINE_SORTED, arrays, 4, r->words.n, DPEX_DEVICE_LANES);
    dpex_array_fini(&order);
    dpex_array_fini(&sorted);
    return status;
}

dpex_status dpex_device_combine_at(const dpex_op *op, const dpex_array *target,
                                   const dpex_array *indices, const dpex_array *values)
{
    int in[2], reg;
    dpex_tape tape;
    run r = {.queue = target->queue,
             .name = "combine at indices",
             .text = {.tape = &tape, .dtype = target->dtype},
             .words = {.n = indices->size,
                       .x = dpex_device_offset(values),
                       .begins = dpex_device_offset(indices),
                       .out = dpex_device_offset(target),
                       .size = target->size,
                       .step = values->size > 1}};
    dpex_tape_init(&tape);
    dpex_status status = dpex_tape_input(&tape, target->dtype, &in[0]);
    if (!status) status = dpex_tape_input(&tape, target->dtype, &in[1]);
    if (!status) status = dpex_tape_apply(&tape, op, in, &reg);
    if (!status) status = dpex_tape_output(&tape, reg);
    if (!status)
        status = dpex_device_is_grouped(r.queue->device)
                     ? combine_sorted(&r, target, indices, values)
                     : combine_stretches(&r, target, indices, values);
    dpex_tape_fini(&tape);
    return status;
}
