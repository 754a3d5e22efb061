/* Many kernels in one program: drivers read headers of thousands of lines before the first kernel
 * of a program, so ten programs of one kernel take nearly ten times as long as one program of ten.
 *
 * While a batch is open, kernels of tapes that are not there yet are noted, and their launches
 * fail; when it is closed they are compiled, and are then found as if each had been made alone. It
 * is for programs that know what they will launch (the conformance program): they do everything
 * with a batch open, and again until nothing is noted any more, since a reduction's second kernel
 * is asked for when the first is there. One thread and one queue at a time. */
#ifndef DPEX_OPS_DEVICE_BATCH_H
#define DPEX_OPS_DEVICE_BATCH_H

#include "dpex/queue.h"

void dpex_device_batch_open(void);
int dpex_device_batch_is_open(void);
/* Compiles for the queue's context and device; returns how many kernels were recorded. */
dpex_status dpex_device_batch_close(const dpex_queue *queue, int *n_compiled);

#endif
