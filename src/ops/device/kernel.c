/* The compiled kernel of a tape: found (kernel_table.c) by the values that the text depends on, so
 * that the text is written only once, or compiled. A key is the bytes of the tape's steps and of
 * the shape. */
#include "ops/device/device.h"

#include <string.h>

#include "base/error.h"
#include "ops/device/batch.h"
#include "ops/device/later.h"
#include "runtime/runtime.h"

enum { MAX_KEY = 8192 };

/* Of the tape's steps and the shape: the text depends on nothing else. */
typedef struct key {
    unsigned char bytes[MAX_KEY];
    size_t n;
    int overflow;
} key;

static void add(key *k, const void *bytes, size_t n)
{
    if (k->n + n > MAX_KEY) {
        k->overflow = 1;
        return;
    }
    memcpy(k->bytes + k->n, bytes, n);
    k->n += n;
}

/* The values that the text depends on: not addresses, values of constants or extents. */
static void make_key(const dpex_tape *tape, const dpex_device_shape *shape, key *k)
{
    k->n = 0;
    k->overflow = 0;
    /* All numbers that source.c and forms.c read of the shape. A member that is added there and
     * not here would make two different texts share a kernel. */
    int head[] = {shape->form,
                  shape->is_wide,
                  shape->nd,
                  shape->n_outer,
                  shape->n_operands,
                  shape->stores_partials,
                  shape->lanes,
                  shape->together,
                  shape->team,
                  shape->tile,
                  tape->n_regs,
                  tape->n_inputs,
                  tape->n_outputs,
                  shape->loads_states,
                  tape->reduction ? tape->reduction->combine : -1,
                  tape->reduction ? (int)tape->reduced_dtype : -1,
                  shape->n_kept,
                  tape->n_more};
    add(k, head, sizeof head);
    /* A reduction without packs computes each address from strides, whatever the access: fewer
     * kernels then serve it. */
    if (shape->form <= DPEX_FORM_TILE || shape->lanes > 1 || dpex_device_is_of_rows(shape))
        add(k, shape->access, (size_t)shape->n_operands);
    for (int i = 0; i < tape->n_regs; i++) {
        const dpex_reg *reg = &tape->regs[i];
        /* Values of constants are arguments: x + 1 and x + 2 are one kernel. */
        int16_t step[3 + DPEX_MAX_ARITY] = {reg->kind, reg->dtype, reg->index};
        for (int s = 0; s < reg->n_src; s++) step[3 + s] = reg->src[s];
        add(k, step, sizeof step);
    }
    add(k, tape->outputs, (size_t)tape->n_outputs * sizeof *tape->outputs);
    for (int i = 0; i < tape->n_more; i++)
        add(k, &tape->more[i].reduction->combine, sizeof tape->more[i].reduction->combine);
}

/* New kernel; it keeps its program. Blocks while the driver compiles, unless the program is in the
 * cache on disk, or the backend compiles in the background. What differs between kernels is in their text alone; options are the same for all, without
 * warnings of functions that a text has and its kernel does not call. */
static dpex_status compile(const dpex_queue *queue, const dpex_device_text *what,
                           dpex_kernel **kernel)
{
    dpex_text kernels = DPEX_TEXT_EMPTY, text = DPEX_TEXT_EMPTY;
    dpex_program *program = NULL;
    what->write(what->arg, &kernels);
    dpex_device_complete(queue->device, &kernels, &text);
    dpex_text_fini(&kernels);
    dpex_status status =
        text.failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel's text")
                    : dpex_program_create_late(queue, text.data, text.len, DPEX_DEVICE_OPTIONS,
                                               DPEX_COMPILED_LATE, &program);
    if (!status) status = dpex_kernel_create(program, "dpex_kernel", kernel);
    dpex_program_release(program);
    dpex_text_fini(&text);
    return status;
}

/* No lock is held while compiling: two threads may compile the same kernel, and both results
 * work. */
static dpex_status get(const dpex_queue *queue, const key *k, const dpex_device_text *what,
                       dpex_kernel **kernel)
{
    if ((*kernel = dpex_device_find_kernel(k->bytes, k->n, queue))) return DPEX_SUCCESS;
    DPEX_TRY(compile(queue, what, kernel));
    dpex_device_keep_kernel(k->bytes, k->n, queue, *kernel);
    return DPEX_SUCCESS;
}

dpex_status dpex_device_get_named_kernel(const dpex_queue *queue, const char *name,
                                         dpex_dtype dtype, const dpex_device_text *what,
                                         dpex_kernel **kernel)
{
    key k = {.n = 0};
    uint8_t number = (uint8_t)dtype;
    add(&k, name, strlen(name) + 1);
    add(&k, &number, sizeof number);
    return get(queue, &k, what, kernel);
}

typedef struct {
    const dpex_tape *tape;
    const dpex_device_shape *shape;
} tape_text;

/* A dpex_device_text's write. */
static void write_tape(const void *arg, dpex_text *text)
{
    const tape_text *t = arg;
    dpex_device_write_source(t->tape, t->shape, text);
}

static dpex_status compile_later(const dpex_queue *queue, const key *k, const dpex_tape *tape,
                                 const dpex_device_shape *shape)
{
    dpex_text kernel = DPEX_TEXT_EMPTY, text = DPEX_TEXT_EMPTY;
    if (dpex_device_is_compiled_later() == DPEX_COMPILE_WHEN_ASKED_AGAIN &&
        !dpex_device_is_asked_again(k->bytes, k->n))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the kernel is not compiled yet");
    dpex_device_write_source(tape, shape, &kernel);
    dpex_device_complete(queue->device, &kernel, &text);
    dpex_text_fini(&kernel);
    dpex_device_enqueue(k->bytes, k->n, (dpex_queue *)queue, &text);
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the kernel is being compiled");
}

dpex_status dpex_device_get_kernel(const dpex_queue *queue, const dpex_tape *tape,
                                   const dpex_device_shape *shape, dpex_kernel **kernel)
{
    key k;
    make_key(tape, shape, &k);
    if (k.overflow)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "a tape of %d registers is too long for one kernel", tape->n_regs);
    /* Within a batch nothing is compiled yet: what is missing is noted, and compiled side by
     * side at its end. */
    if (dpex_device_batch_is_open() && !(*kernel = dpex_device_find_kernel(k.bytes, k.n, queue)))
        return dpex_device_batch_note(k.bytes, k.n, tape, shape);
    if (dpex_device_is_compiled_later() &&
        !(*kernel = dpex_device_find_kernel(k.bytes, k.n, queue)))
        return compile_later(queue, &k, tape, shape);
    return get(queue, &k, &(dpex_device_text){write_tape, &(tape_text){tape, shape}}, kernel);
}
