/* Questions to the CPU and to sysfs, with a usable answer even where neither has one. */
#ifndef DPEX_BACKEND_NATIVE_PROBE_H
#define DPEX_BACKEND_NATIVE_PROBE_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/macros.h"

/* The maker ("GenuineIntel") and the model ("AMD EPYC 9654 96-Core Processor"), as /proc/cpuinfo
 * gives them. */
void dpex_probe_vendor(char *text, size_t bytes);
void dpex_probe_name(char *text, size_t bytes);
/* Of the widest vector registers that our loops may use. */
uint64_t dpex_probe_vector_bytes(void);
int dpex_probe_has_fma(void);
uint64_t dpex_probe_clock_mhz(int cpu);
/* The largest data cache that a CPU reaches, and its line; at least 1 each. */
void dpex_probe_cache(int cpu, uint64_t *bytes, uint64_t *line_bytes);

/* The first line of a file of sysfs or procfs, without its newline; 0 where it cannot be read. */
int dpex_probe_line(char *text, size_t bytes, const char *path_fmt, ...) DPEX_PRINTF_LIKE(3, 4);

#endif
