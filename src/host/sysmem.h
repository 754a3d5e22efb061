/* How much memory this process may use. */
#ifndef DPEX_HOST_SYSMEM_H
#define DPEX_HOST_SYSMEM_H

#include <stdint.h>

/* The smaller of the machine's RAM and the limits of the control groups that hold this process, and
 * what of it is free now (page cache counts as free). Cannot fail: where a file is missing, that
 * limit does not exist. */
void dpex_host_get_memory(uint64_t *total_bytes, uint64_t *free_bytes);

/* The same for a machine whose files lie below root ("": this one) and that has so much RAM; for
 * tests. */
void dpex_host_read_memory(const char *root, uint64_t ram_bytes, uint64_t *total_bytes,
                           uint64_t *free_bytes);

#endif
