/* Kernels of extensions on devices that compile text. */
#ifndef DPEX_RUNTIME_KERNEL_TEXT_H
#define DPEX_RUNTIME_KERNEL_TEXT_H

#include "dpex/launch.h"
#include "dpex/program.h"

/* The source's body compiled for the queue's device and a range of nd dimensions; borrowed: it stays for the process. */
dpex_status dpex_kernel_text_compile(const dpex_queue *queue, const dpex_kernel_source *source,
                                     int nd, dpex_kernel **kernel);

#endif
