/* The kernels of a batch: records of the requested kernels, and the text of all, each under its own
 * number. */
#include "ops/device/batch.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "ops/device/device.h"
#include "runtime/runtime.h"

/* A requested kernel: its key as kernel_table.c stores it. */
typedef struct note {
    struct note *next;
    size_t key_bytes;
    unsigned char key[];
} note;

/* One thread at a time (batch.h), so there is no lock. */
static struct {
    int is_open, n;
    note *last; /* the n-th; earlier ones follow */
    dpex_text text;
} batch;

void dpex_device_batch_open(void)
{
    batch.is_open = 1;
}

int dpex_device_batch_is_open(void)
{
    return batch.is_open;
}

/* ---- names ------------------------------------------------------------------------------------------------ */

/* begins: defines the macro, else ends it. */
static void rename_one(const char *name, int number, int begins, dpex_text *text)
{
    if (begins)
        dpex_text_append(text, "#define %s %s_%d\n", name, name, number);
    else
        dpex_text_append(text, "#undef %s\n", name);
}

/* Every kernel's text defines the same names, and a batch has many texts in one program: macros
 * before each text (begins) make its names unique, and are undefined after it. */
static void rename_all(const dpex_tape *tape, const dpex_device_shape *shape, int number,
                       int begins, dpex_text *text)
{
    static const char *const names[] = {"dpex_kernel", "k_index",   "k_layout", "k_state", "k_lift",
                                        "k_lift_many", "k_combine", "k_finish", "k_beats"};
    char name[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        rename_one(names[i], number, begins, text);
    for (int k = 0; k < shape->n_operands; k++) {
        snprintf(name, sizeof name, "k_pack%d", k);
        rename_one(name, number, begins, text);
    }
    for (int i = 0; i < tape->n_regs; i++) {
        if (tape->regs[i].kind != DPEX_REG_APPLY) continue;
        dpex_device_function_name(tape, &tape->regs[i], name, sizeof name);
        rename_one(name, number, begins, text);
    }
}

/* ---- notes ------------------------------------------------------------------------------------------------ */

static int is_noted(const void *id, size_t bytes)
{
    for (const note *n = batch.last; n; n = n->next)
        if (n->key_bytes == bytes && !memcmp(n->key, id, bytes)) return 1;
    return 0;
}

/* Always fails: what asked for the kernel cannot go on. The text is written at once, since the tape
 * need not outlive the call. */
dpex_status dpex_device_batch_note(const void *id, size_t bytes, const dpex_tape *tape,
                                   const dpex_device_shape *shape)
{
    /* Without memory the kernel is not noted and is compiled at its first use. */
    note *n = is_noted(id, bytes) ? NULL : dpex_malloc(sizeof *n + bytes);
    if (n) {
        *n = (note){.next = batch.last, .key_bytes = bytes};
        memcpy(n->key, id, bytes);
        rename_all(tape, shape, batch.n, 1, &batch.text);
        dpex_device_write_functions(tape, &batch.text);
        dpex_device_write_kernel(tape, shape, &batch.text);
        rename_all(tape, shape, batch.n++, 0, &batch.text);
        batch.last = n;
    }
    /* The caller stops here, before anything is submitted. */
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the kernel was noted for a batch");
}

/* Keeps each kernel as if it had been compiled alone; the program stays for as long as one of
 * them. */
static dpex_status compile(const dpex_queue *queue)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_program *program = NULL;
    dpex_device_complete(queue->device, &batch.text, &text);
    dpex_status status =
        text.failed
            ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the texts of %d kernels", batch.n)
            : dpex_program_create(queue->ctx, queue->device, DPEX_LANGUAGE_SOURCE, text.data,
                                  text.len, DPEX_DEVICE_OPTIONS, &program);
    /* Notes go from the newest to the oldest, and so do the numbers. */
    int number = batch.n;
    for (const note *n = batch.last; n && !status; n = n->next) {
        char name[32];
        dpex_kernel *kernel;
        snprintf(name, sizeof name, "dpex_kernel_%d", --number);
        status = dpex_kernel_create(program, name, &kernel);
        /* Takes over the kernel's reference. */
        if (!status) dpex_device_keep_kernel(n->key, n->key_bytes, queue, kernel);
    }
    dpex_program_release(program);
    dpex_text_fini(&text);
    return status;
}

/* Notes and text are released on failure too, so that the next batch begins empty. */
dpex_status dpex_device_batch_close(const dpex_queue *queue, int *n_compiled)
{
    dpex_status status = batch.n ? compile(queue) : DPEX_SUCCESS;
    *n_compiled = batch.n;
    while (batch.last) {
        note *next = batch.last->next;
        dpex_free(batch.last);
        batch.last = next;
    }
    dpex_text_fini(&batch.text);
    batch.text = DPEX_TEXT_EMPTY;
    batch.is_open = batch.n = 0;
    return status;
}
