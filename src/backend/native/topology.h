/* Which CPUs are close to each other: shared caches and memory nodes, from sysfs. */
#ifndef DPEX_BACKEND_NATIVE_TOPOLOGY_H
#define DPEX_BACKEND_NATIVE_TOPOLOGY_H

#include <stddef.h>

#include "dpex/device.h"

/* Where sysfs is mounted; tests pass a tree of their own. */
#define DPEX_SYSFS "/sys"

/* groups[i] = number, from 0 in the order of first appearance, of the domain that holds cpus[i]; returns how many there are,
 * 0 where the machine does not know this domain. */
int dpex_topology_group(const char *sysfs, dpex_affinity_domain domain, const int *cpus, size_t n,
                        int *groups);

/* Whether the domain splits these CPUs in two or more. Reads about the first CPU only, so it is cheap. */
int dpex_topology_splits(const char *sysfs, dpex_affinity_domain domain, const int *cpus, size_t n);

/* The outermost domain that splits these CPUs; DPEX_AFFINITY_NOT_APPLICABLE: none. */
dpex_affinity_domain dpex_topology_next(const char *sysfs, const int *cpus, size_t n);

/* Bits of the domains that split these CPUs, next_partitionable among them; 0: none. */
unsigned dpex_topology_domains(const char *sysfs, const int *cpus, size_t n);

#endif
