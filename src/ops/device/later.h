/* Kernels that are compiled while the program goes on. */
#ifndef DPEX_OPS_DEVICE_LATER_H
#define DPEX_OPS_DEVICE_LATER_H

#include "base/text.h"
#include "dpex/queue.h"

/* From now on this thread's launches of tapes do not wait for a compiler: without a compiled kernel
 * they fail (DPEX_ERROR_UNSUPPORTED), and the kernel is compiled in the background. Returns what
 * held before. */
int dpex_device_compile_later(int later);
int dpex_device_is_compiled_later(void);

/* Has a kernel's text compiled, for the table of kernels (kernel_table.c), unless that is under way
 * or has failed before. text: taken. */
void dpex_device_enqueue(const void *id, size_t bytes, dpex_queue *queue, dpex_text *text);

/* Waits for the kernel that is being compiled and forgets the others: before the program ends. */
void dpex_device_stop_compiling(void);

#endif
