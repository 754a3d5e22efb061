/* Kernels of extensions with groups, atomic operations and strides, and what they must compute on every device: run by the tests of
 * dpex/kernel.h on the host and by those of the backends that compile their text. */
#ifndef DPEX_TESTS_PORTABLE_KERNELS_H
#define DPEX_TESTS_PORTABLE_KERNELS_H

#include "dpex/queue.h"

/* A queue on a device that can run them; in messages the failing line is of portable_kernels.c. */
void check_portable_kernels(dpex_queue *queue);
/* The texts of all of them, as the device of a backend would get them: check(text, options). */
void portable_kernels_visit_texts(void (*check)(const char *text, const char *options));

#endif
