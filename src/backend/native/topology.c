/* Which CPUs are close to each other: shared caches and memory nodes, from sysfs.
 *
 * sysfs gives lists such as "0-3,8": the CPUs that share a cache, or those of a node. A list stays
 * text here: asking whether it holds a CPU is all that is done with it. */
#include "backend/native/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/native/probe.h"

enum { LIST_BYTES = 4096, MAX_CACHES = 16, MAX_NODES = 1024 };

#define CACHE_FILE "%s/devices/system/cpu/cpu%d/cache/index%d/%s"

static int list_holds(const char *list, int cpu)
{
    for (char *end; *list; list = *end ? end + 1 : end) {
        long first = strtol(list, &end, 10), last = first;
        if (end == list) return 0;
        if (*end == '-') last = strtol(end + 1, &end, 10);
        if (cpu >= first && cpu <= last) return 1;
    }
    return 0;
}

/* The CPUs that share this CPU's data cache of a level.
 * Levels are not indices: level 1 has two caches. */
static int read_cache(const char *sysfs, int level, int cpu, char *list, size_t bytes)
{
    for (int i = 0; i < MAX_CACHES; i++) {
        char text[32];
        if (!dpex_probe_line(text, sizeof text, CACHE_FILE, sysfs, cpu, i, "level")) return 0;
        if (atoi(text) != level) continue;
        if (!dpex_probe_line(text, sizeof text, CACHE_FILE, sysfs, cpu, i, "type")) return 0;
        if (!strcmp(text, "Instruction")) continue;
        return dpex_probe_line(list, bytes, CACHE_FILE, sysfs, cpu, i, "shared_cpu_list");
    }
    return 0;
}

/* The CPUs of the node that holds this CPU. */
static int read_node(const char *sysfs, int cpu, char *list, size_t bytes)
{
    /* Nodes may have gaps in their numbers. */
    char online[LIST_BYTES];
    if (!dpex_probe_line(online, sizeof online, "%s/devices/system/node/online", sysfs)) return 0;
    for (int node = 0; node < MAX_NODES; node++) {
        if (!list_holds(online, node)) continue;
        if (dpex_probe_line(list, bytes, "%s/devices/system/node/node%d/cpulist", sysfs, node) &&
            list_holds(list, cpu))
            return 1;
    }
    return 0;
}

static int read_domain(const char *sysfs, dpex_affinity_domain domain, int cpu, char *list,
                       size_t bytes)
{
    switch (domain) {
    case DPEX_AFFINITY_NUMA: return read_node(sysfs, cpu, list, bytes);
    case DPEX_AFFINITY_L4_CACHE: return read_cache(sysfs, 4, cpu, list, bytes);
    case DPEX_AFFINITY_L3_CACHE: return read_cache(sysfs, 3, cpu, list, bytes);
    case DPEX_AFFINITY_L2_CACHE: return read_cache(sysfs, 2, cpu, list, bytes);
    case DPEX_AFFINITY_L1_CACHE: return read_cache(sysfs, 1, cpu, list, bytes);
    default: return 0;
    }
}

int dpex_topology_group(const char *sysfs, dpex_affinity_domain domain, const int *cpus, size_t n,
                        int *groups)
{
    char list[LIST_BYTES];
    int n_groups = 0;
    /* -1: in no group yet. */
    for (size_t i = 0; i < n; i++) groups[i] = -1;
    for (size_t i = 0; i < n; i++) {
        if (groups[i] >= 0) continue;
        /* One CPU whose domain is unknown makes the whole unknown. */
        if (!read_domain(sysfs, domain, cpus[i], list, sizeof list)) return 0;
        groups[i] = n_groups; /* even if the list forgot it */
        for (size_t k = i + 1; k < n; k++)
            if (groups[k] < 0 && list_holds(list, cpus[k])) groups[k] = n_groups;
        n_groups++;
    }
    return n_groups;
}

/* One list of the first CPU decides: see the header. */
static int holds_all(const char *list, const int *cpus, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!list_holds(list, cpus[i])) return 0;
    return 1;
}

/* One pass over the first CPU's caches, instead of one per level: discovery runs through here. */
static unsigned cache_domains(const char *sysfs, const int *cpus, size_t n)
{
    static const dpex_affinity_domain of_level[] = {DPEX_AFFINITY_NOT_APPLICABLE,
                                                    DPEX_AFFINITY_L1_CACHE, DPEX_AFFINITY_L2_CACHE,
                                                    DPEX_AFFINITY_L3_CACHE, DPEX_AFFINITY_L4_CACHE};
    char text[32], list[LIST_BYTES];
    unsigned bits = 0;
    for (int i = 0; i < MAX_CACHES; i++) {
        if (!dpex_probe_line(text, sizeof text, CACHE_FILE, sysfs, cpus[0], i, "level")) break;
        int level = atoi(text);
        if (level < 1 || level > 4) continue;
        if (!dpex_probe_line(text, sizeof text, CACHE_FILE, sysfs, cpus[0], i, "type")) continue;
        if (!strcmp(text, "Instruction")) continue;
        if (dpex_probe_line(list, sizeof list, CACHE_FILE, sysfs, cpus[0], i, "shared_cpu_list") &&
            !holds_all(list, cpus, n))
            bits |= 1u << of_level[level];
    }
    return bits;
}

unsigned dpex_topology_domains(const char *sysfs, const int *cpus, size_t n)
{
    char list[LIST_BYTES];
    unsigned bits = cache_domains(sysfs, cpus, n);
    if (read_node(sysfs, cpus[0], list, sizeof list) && !holds_all(list, cpus, n))
        bits |= 1u << DPEX_AFFINITY_NUMA;
    return bits ? bits | 1u << DPEX_AFFINITY_NEXT_PARTITIONABLE : 0;
}

dpex_affinity_domain dpex_topology_next(const char *sysfs, const int *cpus, size_t n)
{
    unsigned bits = dpex_topology_domains(sysfs, cpus, n);
    /* Outermost first, in the order of the enum. */
    for (dpex_affinity_domain d = DPEX_AFFINITY_NUMA; d < DPEX_AFFINITY_NEXT_PARTITIONABLE; d++)
        if (bits >> d & 1) return d;
    return DPEX_AFFINITY_NOT_APPLICABLE;
}
