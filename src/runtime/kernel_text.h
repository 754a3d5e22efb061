/* Kernels of extensions on devices that compile text. */
#ifndef DPEX_RUNTIME_KERNEL_TEXT_H
#define DPEX_RUNTIME_KERNEL_TEXT_H

#include "base/text.h"
#include "dpex/launch.h"
#include "dpex/program.h"

/* The source's body compiled for the queue's device and ranges of this number of dimensions, with or without groups; borrowed: it stays
 * for the process. Parameters are those of the source, an array with strides followed by extent and stride of each of
 * DPEX_KERNEL_MAX_ARRAY_DIMS dimensions. */
dpex_status dpex_kernel_text_compile(const dpex_queue *queue, const dpex_kernel_source *source,
                                     const dpex_range *range, dpex_kernel **kernel);

/* The text and the options that are compiled, for tests. options: DPEX_KERNEL_TEXT_OPTIONS_BYTES. */
enum { DPEX_KERNEL_TEXT_OPTIONS_BYTES = 96 };
void dpex_kernel_text_write(const dpex_kernel_source *source, const dpex_range *range,
                            dpex_text *text, char *options);

#endif
