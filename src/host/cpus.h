/* CPUs, for the thread pool. */
#ifndef DPEX_HOST_CPUS_H
#define DPEX_HOST_CPUS_H

#include <pthread.h>

#include "host/host.h"

/* All CPUs of the process's affinity mask at start, before quotas and DPEX_NUM_THREADS;
 * borrowed. */
dpex_status dpex_host_get_affinity(const int **cpus, size_t *n);
/* Allows a thread these CPUs only. Best effort: where the system refuses, it runs elsewhere. */
void dpex_host_set_affinity(pthread_t thread, const int *cpus, size_t n);
/* Whether the calling thread may run on none but these CPUs. */
int dpex_host_is_inside(const int *cpus, size_t n);

#endif
