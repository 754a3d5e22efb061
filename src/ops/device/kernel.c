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
                           dpex_compile_time compiled, dpex_kernel **kernel)
{
    dpex_text kernels = DPEX_TEXT_EMPTY, text = DPEX_TEXT_EMPTY;
    dpex_program *program = NULL;
    what->write(what->arg, &kernels);
    dpex_device_complete(queue->device, &kernels, &text);
    dpex_text_fini(&kernels);
    dpex_status status = text.failed
                             ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a kernel's text")
                             : dpex_program_create_late(queue, text.data, text.len,
                                                        DPEX_DEVICE_OPTIONS, compiled, &program);
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
    DPEX_TRY(compile(queue, what, DPEX_COMPILED_LATE, kernel));
    dpex_device_keep_kernel(k->bytes, k->n, queue, *kernel);
    return DPEX_SUCCESS;
}

static void name_key(const char *name, dpex_dtype dtype, key *k)
{
    const uint8_t number = (uint8_t)dtype;
    k->n = 0;
    k->overflow = 0;
    add(k, name, strlen(name) + 1);
    add(k, &number, sizeof number);
}

dpex_status dpex_device_get_named_kernel(const dpex_queue *queue, const char *name,
                                         dpex_dtype dtype, const dpex_device_text *what,
                                         dpex_kernel **kernel)
{
    key k;
    name_key(name, dtype, &k);
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

static void enqueue(const dpex_queue *queue, const key *k, const dpex_device_text *what)
{
    dpex_text kernel = DPEX_TEXT_EMPTY, text = DPEX_TEXT_EMPTY;
    what->write(what->arg, &kernel);
    dpex_device_complete(queue->device, &kernel, &text);
    dpex_text_fini(&kernel);
    dpex_device_enqueue(k->bytes, k->n, (dpex_queue *)queue, &text);
}

static dpex_status compile_later(const dpex_queue *queue, const key *k,
                                 const dpex_device_text *what)
{
    if (dpex_device_is_compiled_later() == DPEX_COMPILE_WHEN_ASKED_AGAIN &&
        !dpex_device_is_asked_again(k->bytes, k->n))
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the kernel is not compiled yet");
    enqueue(queue, k, what);
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the kernel is being compiled");
}

/* ---- kernels that serve until others are compiled ------------------------------------------- */

/* NULL, and a message that nobody reads, where it would have to be compiled. */
static dpex_kernel *find_compiled(const dpex_queue *queue, const key *k,
                                  const dpex_device_text *what)
{
    dpex_kernel *kernel = dpex_device_find_kernel(k->bytes, k->n, queue);
    if (kernel) return kernel;
    if (compile(queue, what, DPEX_COMPILED_ALREADY, &kernel)) return NULL;
    dpex_device_keep_kernel(k->bytes, k->n, queue, kernel);
    return kernel;
}

/* The kernel itself if it is compiled, else one that computes the same for more cases, and then its
 * own is compiled in the background from the second launch on; NULL: neither is. While it is being
 * compiled the disk is not asked again: a text takes as long to write as the launch. A program that
 * does something once compiles nothing. */
static dpex_kernel *choose_compiled(const dpex_queue *queue, const key *k,
                                    const dpex_device_text *what, const key *other,
                                    const dpex_device_text *what_other, int *is_other)
{
    const int is_coming = dpex_device_is_enqueued(k->bytes, k->n);
    dpex_kernel *kernel = is_coming ? NULL : find_compiled(queue, k, what);
    if (kernel) return kernel;
    kernel = find_compiled(queue, other, what_other);
    *is_other = kernel != NULL;
    if (kernel && !is_coming && dpex_device_is_asked_again(k->bytes, k->n)) enqueue(queue, k, what);
    return kernel;
}

dpex_status dpex_device_get_either_kernel(const dpex_queue *queue, dpex_dtype dtype,
                                          const char *name, const dpex_device_text *what,
                                          const char *other, const dpex_device_text *what_other,
                                          dpex_kernel **kernel)
{
    key k, k_other;
    int unused;
    name_key(name, dtype, &k);
    name_key(other, dtype, &k_other);
    if ((*kernel = dpex_device_find_kernel(k.bytes, k.n, queue))) return DPEX_SUCCESS;
    if (dpex_device_has_any_strides_only()) return get(queue, &k_other, what_other, kernel);
    if (queue->backend->has_compiled_programs &&
        (*kernel = choose_compiled(queue, &k, what, &k_other, what_other, &unused)))
        return DPEX_SUCCESS;
    return get(queue, &k, what, kernel);
}

/* What a reduction adds and in which order depends on its form, its lanes and its team; not on how many
 * packs are read at a time. The team of rows that are cut is always the whole group. */
static void take_any_rows(dpex_device_shape *shape)
{
    shape->nd = shape->lanes > 1 ? DPEX_DEVICE_ANY_OUTER + 1 : DPEX_DEVICE_ANY_DIMS;
    shape->n_outer = DPEX_DEVICE_ANY_OUTER;
    shape->together = 1;
    if (shape->form == DPEX_FORM_GROUP && !shape->stores_partials) shape->team = 0;
}

void dpex_device_take_any_strides(dpex_device_shape *shape)
{
    if (shape->form > DPEX_FORM_TILE) {
        take_any_rows(shape);
        return;
    }
    shape->form = DPEX_FORM_MAP;
    shape->nd = DPEX_DEVICE_ANY_DIMS;
    shape->n_outer = shape->tile = 0;
    shape->lanes = 1;
    memset(shape->access, DPEX_ACCESS_STRIDED, (size_t)shape->n_operands);
}

static dpex_kernel *choose_strided(const dpex_queue *queue, const key *k, const tape_text *what,
                                   int *is_any)
{
    dpex_device_shape any = *what->shape;
    const tape_text general = {what->tape, &any};
    key other;
    dpex_device_take_any_strides(&any);
    make_key(what->tape, &any, &other);
    return choose_compiled(queue, k, &(dpex_device_text){write_tape, what}, &other,
                           &(dpex_device_text){write_tape, &general}, is_any);
}

dpex_status dpex_device_get_kernel(const dpex_queue *queue, const dpex_tape *tape,
                                   const dpex_device_shape *shape, int *is_any,
                                   dpex_kernel **kernel)
{
    const tape_text what = {tape, shape};
    key k;
    if (is_any && dpex_device_has_any_strides_only()) {
        dpex_device_shape any = *shape;
        dpex_device_take_any_strides(&any);
        *is_any = 1;
        return dpex_device_get_kernel(queue, tape, &any, NULL, kernel);
    }
    make_key(tape, shape, &k);
    if (k.overflow)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "a tape of %d registers is too long for one kernel", tape->n_regs);
    if ((*kernel = dpex_device_find_kernel(k.bytes, k.n, queue))) return DPEX_SUCCESS;
    /* Within a batch nothing is compiled yet: what is missing is noted, and compiled side by
     * side at its end. */
    if (dpex_device_batch_is_open()) return dpex_device_batch_note(k.bytes, k.n, tape, shape);
    const dpex_device_text text = {write_tape, &what};
    if (dpex_device_is_compiled_later()) return compile_later(queue, &k, &text);
    if (is_any && (*kernel = choose_strided(queue, &k, &what, is_any))) return DPEX_SUCCESS;
    return get(queue, &k, &text, kernel);
}
