/* How the CPU device splits: by numbers of CPUs, or where caches and memory nodes end.
 *
 * A sub-device is a team on exactly its CPUs. Splits by numbers take the CPUs in order; what
 * remains is unused. */

#include "backend/native/native.h"
#include "backend/native/topology.h"
#include "base/alloc.h"
#include "base/error.h"

#define BIT(value) (1ull << (value))

/* The list that a split appends to, and the kind of partition.
 * Collects arguments that all splits need. */
typedef struct split {
    dpex_device *device;
    dpex_partition_kind kind;
    dpex_affinity_domain domain;
    dpex_device ***devices;
    size_t *n;
} split;

void dpex_native_describe_splits(dpex_device *device)
{
    dpex_device_info *info = &device->info;
    info->max_compute_units = info->partition_max_sub_devices = device->n_units;
    info->partition_affinity_domains =
        dpex_topology_domains(DPEX_SYSFS, device->units, device->n_units);
    info->partition_properties = BIT(DPEX_PARTITION_EQUALLY) | BIT(DPEX_PARTITION_BY_COUNTS);
    if (info->partition_affinity_domains)
        info->partition_properties |= BIT(DPEX_PARTITION_BY_AFFINITY);
}

static dpex_status append(const split *into, const int *cpus, size_t n_cpus)
{
    dpex_device *made;
    DPEX_TRY(dpex_device_new_sub(into->device, cpus, n_cpus, &made));
    made->info.partition_type = into->kind;
    made->info.partition_domain = into->domain;
    /* A sub-device may split further. */
    dpex_native_describe_splits(made);
    dpex_status status = dpex_native_attach(made);
    if (!status) status = dpex_device_list_append(into->devices, into->n, made);
    if (status) dpex_device_free(made);
    return status;
}

static dpex_status split_equally(const split *into, size_t units)
{
    const dpex_device *device = into->device;
    if (units > device->n_units)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "cannot make sub-devices of %zu compute units of a device that has %zu",
                         units, device->n_units);
    /* A rest of fewer CPUs stays out. */
    for (size_t first = 0; device->n_units - first >= units; first += units)
        DPEX_TRY(append(into, device->units + first, units));
    return DPEX_SUCCESS;
}

static dpex_status split_by_counts(const split *into, const size_t *counts, size_t n_counts)
{
    const dpex_device *device = into->device;
    size_t first = 0;
    for (size_t i = 0; i < n_counts; i++) {
        /* first <= n_units: the subtraction does not wrap. */
        if (counts[i] > device->n_units - first)
            return DPEX_FAIL(
                DPEX_ERROR_INVALID_VALUE,
                "the counts ask for more than the device's %zu compute units (%zu are left "
                "for count %zu, which is %zu)",
                device->n_units, device->n_units - first, i, counts[i]);
        DPEX_TRY(append(into, device->units + first, counts[i]));
        first += counts[i];
    }
    return DPEX_SUCCESS;
}

/* scratch: the groups of the CPUs, then the CPUs of one group. */
static dpex_status split_groups(const split *into, int n_groups, int *scratch)
{
    const dpex_device *device = into->device;
    int *members = scratch + device->n_units;
    for (int group = 0; group < n_groups; group++) {
        size_t n_members = 0;
        for (size_t i = 0; i < device->n_units; i++)
            if (scratch[i] == group) members[n_members++] = device->units[i];
        DPEX_TRY(append(into, members, n_members));
    }
    return DPEX_SUCCESS;
}

static dpex_status fail_whole(const dpex_device *device, dpex_affinity_domain domain)
{
    static const char *const names[DPEX_N_AFFINITY_DOMAINS] = {
        "not_applicable", "numa",     "L4_cache",          "L3_cache",
        "L2_cache",       "L1_cache", "next_partitionable"};
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                     "affinity domain %s does not split this device of %zu compute units",
                     names[domain], device->n_units);
}

static dpex_status split_by_affinity(split *into, dpex_affinity_domain asked)
{
    const dpex_device *device = into->device;
    into->domain = asked;
    if (asked == DPEX_AFFINITY_NEXT_PARTITIONABLE)
        into->domain = dpex_topology_next(DPEX_SYSFS, device->units, device->n_units);
    /* Two arrays in one block. */
    int *scratch = dpex_malloc(2 * device->n_units * sizeof *scratch);
    if (!scratch) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for splitting a device");
    int n_groups =
        dpex_topology_group(DPEX_SYSFS, into->domain, device->units, device->n_units, scratch);
    /* A single group would be the device itself. */
    dpex_status status =
        n_groups > 1 ? split_groups(into, n_groups, scratch) : fail_whole(device, asked);
    dpex_free(scratch);
    return status;
}

dpex_status dpex_native_partition(dpex_device *device, const dpex_partition *partition,
                                  dpex_device ***devices, size_t *n)
{
    split into = {device, partition->kind, DPEX_AFFINITY_NOT_APPLICABLE, devices, n};
    switch (partition->kind) {
    case DPEX_PARTITION_EQUALLY: return split_equally(&into, partition->units);
    case DPEX_PARTITION_BY_COUNTS:
        return split_by_counts(&into, partition->counts, partition->n_counts);
    default: return split_by_affinity(&into, partition->domain);
    }
}
