/* Which CPUs are close to each other: shared caches and memory nodes, from sysfs. */
#ifndef DPEX_BACKEND_NATIVE_TOPOLOGY_H
#define DPEX_BACKEND_NATIVE_TOPOLOGY_H

#include <stddef.h>

#include "dpex/device.h"

/* Where sysfs is mounted; tests pass a tree of their own. */
#define DPEX_SYSFS "/sys"

/* groups[i] = number, from 0 in the order of first appearance, of the domain that holds cpus[i];
 * returns how many there are, 0 where the machine does not know this domain. */
int dpex_topology_group(const char *sysfs, dpex_affinity_domain domain, const int *cpus, size_t n,
                        int *groups);

/* Bits of the domains that split these CPUs in two or more, with next_partitionable if any does; 0:
 * none. Reads the first CPU only, so it is cheap: where its domain does not hold all the others,
 * there are others. */
unsigned dpex_topology_domains(const char *sysfs, const int *cpus, size_t n);

/* The outermost of them, NUMA before L4 before L1; DPEX_AFFINITY_NOT_APPLICABLE: none. */
dpex_affinity_domain dpex_topology_next(const char *sysfs, const int *cpus, size_t n);

#endif
