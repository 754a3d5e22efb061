/* Kernels that are compiled while the program goes on. */
#ifndef DPEX_OPS_DEVICE_LATER_H
#define DPEX_OPS_DEVICE_LATER_H

#include "base/text.h"
#include "dpex/queue.h"

/* Whether launches of tapes wait for a compiler: without a compiled kernel the others fail
 * (DPEX_ERROR_UNSUPPORTED), and the kernel is compiled in the background, at once or when it is asked
 * for again, as for small work, of which a program may have much that does not come back. */
typedef enum dpex_device_wait {
    DPEX_COMPILE_NOW,
    DPEX_COMPILE_LATER,
    DPEX_COMPILE_WHEN_ASKED_AGAIN
} dpex_device_wait;

/* Of this thread, from now on. Returns what held before. */
dpex_device_wait dpex_device_compile_later(dpex_device_wait wait);
dpex_device_wait dpex_device_is_compiled_later(void);

/* Whether a kernel is being compiled, or has failed to. */
int dpex_device_is_enqueued(const void *id, size_t bytes);
/* Has a kernel's text compiled, for the table of kernels (kernel_table.c), unless that is under way
 * or has failed before. text: taken. */
void dpex_device_enqueue(const void *id, size_t bytes, dpex_queue *queue, dpex_text *text);

#endif
