/* Devices and platforms: discovery, properties, selection and partition.
 *
 * The list of root devices is made on first use, once per process, from ONEAPI_DEVICE_SELECTOR,
 * DPEX_SIMULATE and the other variables of docs/environment.md; it does not change afterwards. Root
 * devices and platforms live as long as the process: their pointers are borrowed, compare by
 * address, and retain/release on them do nothing. Sub-devices are counted objects; the same
 * partition of the same device gives the same sub-devices while they live. All functions may be
 * called from any thread and do not block, except that the first call runs discovery. */
#ifndef DPEX_DEVICE_H
#define DPEX_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "macros.h"
#include "status.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_device dpex_device;
typedef struct dpex_platform dpex_platform;
typedef struct dpex_context dpex_context;

/* The backend that a device reports; numbered as dpctl's backend_type. */
typedef enum dpex_backend_name {
    DPEX_BACKEND_ALL = 1,
    DPEX_BACKEND_CUDA,
    DPEX_BACKEND_HIP,
    DPEX_BACKEND_LEVEL_ZERO,
    DPEX_BACKEND_OPENCL
} dpex_backend_name;

/* Numbered as dpctl's device_type. */
typedef enum dpex_device_type {
    DPEX_TYPE_ALL = 1,
    DPEX_TYPE_ACCELERATOR,
    DPEX_TYPE_AUTOMATIC,
    DPEX_TYPE_CPU,
    DPEX_TYPE_CUSTOM,
    DPEX_TYPE_GPU
} dpex_device_type;

typedef enum dpex_aspect {
#define DPEX_ASPECT(name) DPEX_ASPECT_##name,
#include "defs/aspects.def"
#undef DPEX_ASPECT
    DPEX_N_ASPECTS
} dpex_aspect;

/* The enums below are numbered as dpctl's Python enums (from 1); capabilities are bits 1u <<
 * value. */
typedef enum {
    DPEX_MEM_CACHE_INDETERMINATE = 1,
    DPEX_MEM_CACHE_NONE,
    DPEX_MEM_CACHE_READ_ONLY,
    DPEX_MEM_CACHE_READ_WRITE
} dpex_mem_cache;
typedef enum {
    DPEX_LOCAL_MEM_NONE = 1,
    DPEX_LOCAL_MEM_LOCAL,
    DPEX_LOCAL_MEM_GLOBAL
} dpex_local_mem;
typedef enum {
    DPEX_FP_DENORM = 1,
    DPEX_FP_INF_NAN,
    DPEX_FP_ROUND_TO_NEAREST,
    DPEX_FP_ROUND_TO_ZERO,
    DPEX_FP_ROUND_TO_INF,
    DPEX_FP_FMA,
    DPEX_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT,
    DPEX_FP_SOFT_FLOAT
} dpex_fp_config;
typedef enum {
    DPEX_MEMORY_ORDER_RELAXED = 1,
    DPEX_MEMORY_ORDER_ACQUIRE,
    DPEX_MEMORY_ORDER_RELEASE,
    DPEX_MEMORY_ORDER_ACQ_REL,
    DPEX_MEMORY_ORDER_SEQ_CST
} dpex_memory_order;
typedef enum {
    DPEX_SCOPE_WORK_ITEM = 1,
    DPEX_SCOPE_SUB_GROUP,
    DPEX_SCOPE_WORK_GROUP,
    DPEX_SCOPE_DEVICE,
    DPEX_SCOPE_SYSTEM
} dpex_memory_scope;
typedef enum {
    DPEX_PARTITION_NONE = 1,
    DPEX_PARTITION_EQUALLY,
    DPEX_PARTITION_BY_COUNTS,
    DPEX_PARTITION_BY_AFFINITY
} dpex_partition_kind;
/* Numbered as dpctl's C interface (from 0). */
typedef enum {
    DPEX_AFFINITY_NOT_APPLICABLE,
    DPEX_AFFINITY_NUMA,
    DPEX_AFFINITY_L4_CACHE,
    DPEX_AFFINITY_L3_CACHE,
    DPEX_AFFINITY_L2_CACHE,
    DPEX_AFFINITY_L1_CACHE,
    DPEX_AFFINITY_NEXT_PARTITIONABLE,
    DPEX_N_AFFINITY_DOMAINS
} dpex_affinity_domain;

#define DPEX_TEXT_BYTES 128
#define DPEX_LIST_LEN   8

/* All properties of a device, filled once by its backend. */
typedef struct dpex_device_info {
    dpex_backend_name backend;
    dpex_device_type type;
    uint64_t aspects; /* bits 1 << dpex_aspect */
    dpex_partition_kind
        partition_type; /* how a sub-device was made; DPEX_PARTITION_NONE for a root */
    dpex_affinity_domain partition_domain; /* its domain, if by affinity */
#define DPEX_TEXT(name, what)   char name[DPEX_TEXT_BYTES];
#define DPEX_NUMBER(name, what) uint64_t name;
#define DPEX_SIZES3(name, what) size_t name[3];
#define DPEX_LIST(name, what)                                                                      \
    size_t name[DPEX_LIST_LEN];                                                                    \
    size_t n_##name;
#include "defs/device_properties.def"
#undef DPEX_TEXT
#undef DPEX_NUMBER
#undef DPEX_SIZES3
#undef DPEX_LIST
} dpex_device_info;

/* ---- look-up --------------------------------------------------------------------------------- */

/* All root devices in enumeration order, *n of them; the array is borrowed. */
DPEX_API dpex_status dpex_device_get_all(dpex_device *const **devices, size_t *n);

/* The device for a filter string "backend:type:number" in lower case, parts left out or in another
 * order; commas separate alternatives, of which the device with the highest score is chosen. The
 * number counts among the devices that match the other parts. NULL filter: the default device.
 * DPEX_ERROR_NO_DEVICE names the filter and the devices that exist. *device is new (retained). */
DPEX_API dpex_status dpex_device_find(const char *filter, dpex_device **device);

/* The best device of a type by score (DPEX_TYPE_ALL: the default device). *device is new. */
DPEX_API dpex_status dpex_device_select(dpex_device_type type, dpex_device **device);

/* The device with the highest score is the default; one with a negative score never is. */
DPEX_API int dpex_device_default_score(const dpex_device *device);

/* ---- one device ------------------------------------------------------------------------------ */

DPEX_API dpex_device *dpex_device_retain(dpex_device *device);
DPEX_API void dpex_device_release(dpex_device *device);
DPEX_API const dpex_device_info *dpex_device_get_info(const dpex_device *device); /* borrowed */
DPEX_API int dpex_device_has_aspect(const dpex_device *device, dpex_aspect aspect);
/* Whether the device executes machine code of the host: the CPU and simulated devices. */
DPEX_API int dpex_device_runs_on_host(const dpex_device *device);
DPEX_API dpex_platform *dpex_device_get_platform(const dpex_device *device); /* borrowed */
DPEX_API dpex_device *dpex_device_get_parent(const dpex_device *device); /* borrowed; NULL: root */
DPEX_API dpex_device *dpex_device_get_root(const dpex_device *device);   /* borrowed */
/* Position of the device's root among all root devices; DPEX_NOT_LISTED for a composite device,
 * which is not a root device. */
#define DPEX_NOT_LISTED ((size_t)-1)
DPEX_API size_t dpex_device_get_index(const dpex_device *device);

/* Writes the filter string of a root device, numbering it among the devices that match the included
 * parts; at most buffer_bytes with the NUL. DPEX_ERROR_INVALID_VALUE for a sub-device. */
DPEX_API dpex_status dpex_device_get_filter(const dpex_device *device, int with_backend,
                                            int with_type, char *buffer, size_t buffer_bytes);

/* Writes a device for messages: "opencl:cpu:0"; a sub-device as "cores 0-3 of opencl:cpu:0" or
 * "tile 1 of level_zero:gpu:2". Cut to buffer_bytes with the NUL; 128 do for most. */
DPEX_API void dpex_device_get_label(const dpex_device *device, char *buffer, size_t buffer_bytes);

/* Bytes of memory free for allocation now, as the backend knows it; DPEX_ERROR_UNSUPPORTED where it
 * does not. */
DPEX_API dpex_status dpex_device_get_free_memory(const dpex_device *device, uint64_t *bytes);

/* The device's CUDA ordinal; -1 where its memory is not CUDA's, as for simulated devices. */
DPEX_API int dpex_device_get_cuda_ordinal(const dpex_device *device);

/* Waits for all work on a device that other libraries of the process can use too, including work
 * that they submitted; returns at once on other devices. For memory passed between libraries; for
 * one queue or storage there are dpex_queue_wait and dpex_storage_wait. */
DPEX_API dpex_status dpex_device_synchronize(dpex_device *device);

/* Composite devices (ZE_FLAT_DEVICE_HIERARCHY=COMBINED): the card of a tile, the tiles of a card,
 * all cards. */
DPEX_API dpex_device *dpex_device_get_composite(
    const dpex_device *device); /* borrowed; NULL: none */
DPEX_API dpex_status dpex_device_get_components(const dpex_device *device,
                                                dpex_device *const **devices, size_t *n);
DPEX_API dpex_status dpex_device_get_composites(dpex_device *const **devices, size_t *n);

/* ---- sub-devices ----------------------------------------------------------------------------- */

typedef struct dpex_partition {
    dpex_partition_kind kind;
    size_t units;         /* EQUALLY: compute units of each sub-device */
    const size_t *counts; /* BY_COUNTS: compute units per sub-device, all > 0 */
    size_t n_counts;
    dpex_affinity_domain domain; /* BY_AFFINITY */
} dpex_partition;

/* Splits a device. On success *devices is a new array of *n new devices: release each, then
 * dpex_device_array_free. DPEX_ERROR_UNSUPPORTED or DPEX_ERROR_INVALID_VALUE with the reason. */
DPEX_API dpex_status dpex_device_partition(dpex_device *device, const dpex_partition *partition,
                                           dpex_device ***devices, size_t *n);
DPEX_API void dpex_device_array_free(dpex_device **devices);

/* ---- peers ----------------------------------------------------------------------------------- */

/* Whether device can read (atomics: also update atomically) memory of peer; enabling or disabling
 * it is DPEX_ERROR_INVALID_VALUE for another backend or the device itself, DPEX_ERROR_UNSUPPORTED
 * where the hardware has no peer access. */
DPEX_API int dpex_device_can_access_peer(const dpex_device *device, const dpex_device *peer,
                                         int atomics);
DPEX_API dpex_status dpex_device_set_peer_access(dpex_device *device, dpex_device *peer,
                                                 int enable);

/* ---- platforms ------------------------------------------------------------------------------- */

typedef struct dpex_platform_info {
    char name[DPEX_TEXT_BYTES];
    char vendor[DPEX_TEXT_BYTES];
    char version[DPEX_TEXT_BYTES];
    dpex_backend_name backend;
} dpex_platform_info;

DPEX_API dpex_status dpex_platform_get_all(dpex_platform *const **platforms,
                                           size_t *n); /* borrowed */
DPEX_API const dpex_platform_info *dpex_platform_get_info(const dpex_platform *platform);
DPEX_API dpex_status dpex_platform_get_devices(const dpex_platform *platform,
                                               dpex_device *const **devices, size_t *n);
/* The context of all its root devices; borrowed, made on first use. */
DPEX_API dpex_status dpex_platform_get_default_context(dpex_platform *platform, dpex_context **ctx);

DPEX_EXTERN_C_END

#endif
