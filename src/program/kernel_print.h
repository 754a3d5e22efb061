/* What `print` in a kernel calls on the host. */
#ifndef DPEX_PROGRAM_KERNEL_PRINT_H
#define DPEX_PROGRAM_KERNEL_PRINT_H

#include <stdint.h>

/* Writes a line to the standard output, at once and as a whole. In the format, %i %u %f %b stand
 * for the next value as a signed or unsigned integer, a double, or a bool, written as Python writes
 * them; %% is a percent sign. Returns 0. Any thread. */
int dpex_kernel_print(const char *format, const uint64_t *values);

#endif
