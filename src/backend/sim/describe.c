/* The properties of simulated devices: figures of a device of their kind, and texts that say that
 * they are simulated.
 *
 * Kernels run on the host's cores, so the figures must not promise what host/ cannot do:
 * work-groups and sub-groups are no larger than the native device's. */
#include <stdio.h>

#include "backend/sim/sim.h"
#include "dpex/version.h"

#define BIT(value) (1ull << (value))

typedef struct profile {
    const char *name;
    uint64_t vendor_id;
    uint64_t compute_units; /* of one tile */
    uint64_t clock_mhz;
    size_t work_group_size;
    size_t sub_group_sizes[3]; /* 0: no more */
    uint64_t local_bytes, cache_bytes, line_bytes;
} profile;

static const profile intel_gpu = {
    "opendpex simulated GPU", 0x8086, 448, 1600, 1024, {16, 32, 0}, 131072, 204 << 20, 64};
static const profile nvidia_gpu = {
    "opendpex simulated GPU", 0x10de, 132, 1980, 1024, {32, 0, 0}, 49152, 50 << 20, 128};
static const profile accelerator = {
    "opendpex simulated accelerator", 0, 1, 400, 512, {8, 16, 32}, 65536, 1 << 20, 64};
static const profile cpu = {
    "opendpex simulated CPU", 0, 64, 2000, 8192, {16, 32, 64}, 262144, 32 << 20, 64};

/* One profile per kind of card that DPEX_SIMULATE can ask for. */
static const profile *profile_of(const dpex_sim_card *card)
{
    if (card->type == DPEX_TYPE_ACCELERATOR) return &accelerator;
    if (card->type == DPEX_TYPE_CPU) return &cpu;
    return card->backend == DPEX_BACKEND_CUDA ? &nvidia_gpu : &intel_gpu;
}

static uint64_t aspects(const dpex_sim_card *card)
{
    uint64_t bits =
        BIT(DPEX_ASPECT_emulated) | BIT(DPEX_ASPECT_atomic64) | BIT(DPEX_ASPECT_online_compiler) |
        BIT(DPEX_ASPECT_queue_profiling) | BIT(DPEX_ASPECT_usm_device_allocations) |
        BIT(DPEX_ASPECT_usm_host_allocations) | BIT(DPEX_ASPECT_usm_shared_allocations) |
        BIT(DPEX_ASPECT_usm_atomic_shared_allocations);
    if (card->has_fp64) bits |= BIT(DPEX_ASPECT_fp64);
    if (card->has_fp16) bits |= BIT(DPEX_ASPECT_fp16);
    if (card->type == DPEX_TYPE_GPU) return bits | BIT(DPEX_ASPECT_gpu);
    return bits |
           (card->type == DPEX_TYPE_CPU ? BIT(DPEX_ASPECT_cpu) : BIT(DPEX_ASPECT_accelerator));
}

static void describe_identity(dpex_device_info *info, const dpex_sim_card *card, const profile *is)
{
    snprintf(info->name, sizeof info->name, "%s", is->name);
    snprintf(info->vendor, sizeof info->vendor, "opendpex (simulated)");
    snprintf(info->driver_version, sizeof info->driver_version, "%s", DPEX_VERSION_TEXT);
    snprintf(info->version, sizeof info->version, "opendpex %s (simulated)", DPEX_VERSION_TEXT);
    snprintf(info->backend_version, sizeof info->backend_version, "%s", DPEX_VERSION_TEXT);
    info->vendor_id = is->vendor_id;
    info->type = card->type;
    info->aspects = aspects(card);
    info->address_bits = 8 * sizeof(void *);
    info->is_available = 1;
}

static void describe_execution(dpex_device_info *info, const profile *is, int n_tiles)
{
    info->max_compute_units = is->compute_units * (uint64_t)n_tiles;
    info->max_clock_frequency = is->clock_mhz;
    info->max_work_item_dims = 3;
    info->max_work_group_size = is->work_group_size;
    for (int d = 0; d < 3; d++) info->max_work_item_sizes[d] = is->work_group_size;
    for (int i = 0; i < 3 && is->sub_group_sizes[i]; i++)
        info->sub_group_sizes[info->n_sub_group_sizes++] = is->sub_group_sizes[i];
    /* As many of the smallest as fit a group. */
    info->max_num_sub_groups = is->work_group_size / is->sub_group_sizes[0];
    info->profiling_timer_resolution = 1;
    info->max_parameter_size = 4096;
    if (n_tiles > 1) {
        info->partition_max_sub_devices = (uint64_t)n_tiles;
        info->partition_properties = BIT(DPEX_PARTITION_BY_AFFINITY);
        info->partition_affinity_domains =
            BIT(DPEX_AFFINITY_NUMA) | BIT(DPEX_AFFINITY_NEXT_PARTITIONABLE);
    }
}

/* Figures of a GPU, which work-items of one element each are written for. */
static void describe_vectors(dpex_device_info *info, const dpex_sim_card *card)
{
    info->preferred_vector_width_char = info->native_vector_width_char = 16;
    info->preferred_vector_width_short = info->native_vector_width_short = 8;
    info->preferred_vector_width_int = info->native_vector_width_int = 4;
    info->preferred_vector_width_long = info->native_vector_width_long = 1;
    info->preferred_vector_width_float = info->native_vector_width_float = 1;
    /* Widths of 0 mean that the type is missing. */
    info->preferred_vector_width_double = info->native_vector_width_double = card->has_fp64 ? 1 : 0;
    info->preferred_vector_width_half = info->native_vector_width_half = card->has_fp16 ? 8 : 0;
}

/* As those of the native device, but for types that the card lacks. */
static void describe_numbers(dpex_device_info *info, const dpex_sim_card *card)
{
    uint64_t fp = BIT(DPEX_FP_DENORM) | BIT(DPEX_FP_INF_NAN) | BIT(DPEX_FP_ROUND_TO_NEAREST);
    info->half_fp_config = card->has_fp16 ? fp : 0;
    info->single_fp_config = fp | BIT(DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    info->double_fp_config = card->has_fp64 ? fp : 0;
    uint64_t orders = BIT(DPEX_MEMORY_ORDER_RELAXED) | BIT(DPEX_MEMORY_ORDER_ACQUIRE) |
                      BIT(DPEX_MEMORY_ORDER_RELEASE) | BIT(DPEX_MEMORY_ORDER_ACQ_REL) |
                      BIT(DPEX_MEMORY_ORDER_SEQ_CST);
    uint64_t scopes = BIT(DPEX_SCOPE_WORK_ITEM) | BIT(DPEX_SCOPE_SUB_GROUP) |
                      BIT(DPEX_SCOPE_WORK_GROUP) | BIT(DPEX_SCOPE_DEVICE);
    info->atomic_memory_order_capabilities = info->atomic_fence_order_capabilities = orders;
    info->atomic_memory_scope_capabilities = info->atomic_fence_scope_capabilities = scopes;
}

void dpex_sim_describe(dpex_device_info *info, const dpex_sim_card *card, int n_tiles,
                       uint64_t tile_bytes)
{
    const profile *is = profile_of(card);
    describe_identity(info, card, is);
    describe_execution(info, is, n_tiles);
    describe_vectors(info, card);
    describe_numbers(info, card);
    /* A device of several tiles has the memory of all. */
    info->global_mem_size = info->max_mem_alloc_size = tile_bytes * (uint64_t)n_tiles;
    info->global_mem_cache_type = DPEX_MEM_CACHE_READ_WRITE;
    info->global_mem_cache_size = is->cache_bytes;
    info->global_mem_cache_line_size = is->line_bytes;
    info->local_mem_size = is->local_bytes;
    info->local_mem_type = DPEX_LOCAL_MEM_LOCAL;
    info->mem_base_addr_align = 1024;
}
