// Work-item functions and the loop over the items of a span, for every compiler.
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define CLK_IMAGE_MEM_FENCE 4
#define DPEX_BY_DIM(d, values, other) \
    ((uint)(d) == 0 ? (values)[0] : (uint)(d) == 1 ? (values)[1] : (uint)(d) == 2 ? (values)[2] \
        : (size_t)(other))
#define get_work_dim() (dpex_item->span.work_dim)
#define get_global_id(d) DPEX_BY_DIM(d, dpex_item->global_id, 0)
#define get_local_id(d) DPEX_BY_DIM(d, dpex_item->local_id, 0)
#define get_group_id(d) DPEX_BY_DIM(d, dpex_item->span.group_id, 0)
#define get_global_size(d) DPEX_BY_DIM(d, dpex_item->span.global_size, 1)
#define get_local_size(d) DPEX_BY_DIM(d, dpex_item->span.local_size, 1)
#define get_enqueued_local_size(d) get_local_size(d)
#define get_num_groups(d) DPEX_BY_DIM(d, dpex_item->span.num_groups, 1)
#define get_global_offset(d) ((void)(d), (size_t)0)
#define get_global_linear_id() \
    ((dpex_item->global_id[2] * dpex_item->span.global_size[1] + dpex_item->global_id[1]) * \
         dpex_item->span.global_size[0] + dpex_item->global_id[0])
#define get_local_linear_id() \
    ((dpex_item->local_id[2] * dpex_item->span.local_size[1] + dpex_item->local_id[1]) * \
         dpex_item->span.local_size[0] + dpex_item->local_id[0])
// A sub-group is one item here.
#define get_sub_group_size() 1u
#define get_max_sub_group_size() 1u
#define get_num_sub_groups() ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))
#define get_sub_group_id() ((uint)get_local_linear_id())
#define get_sub_group_local_id() 0u
#define sub_group_barrier(...) ((void)0)
#define sub_group_all(x) (x)
#define sub_group_any(x) (x)
#define sub_group_broadcast(x, lane) ((void)(lane), (x))
#define sub_group_reduce_add(x) (x)
#define sub_group_reduce_min(x) (x)
#define sub_group_reduce_max(x) (x)
#define sub_group_scan_inclusive_add(x) (x)
#define sub_group_scan_inclusive_min(x) (x)
#define sub_group_scan_inclusive_max(x) (x)

#define mem_fence(flags) __atomic_thread_fence(5)
#define read_mem_fence(flags) __atomic_thread_fence(2)
#define write_mem_fence(flags) __atomic_thread_fence(3)

// barrier(flags) became dpex_barrier(item, site, flags); so did the other functions that a group
// calls together.
#define dpex_barrier(item, site, ...) ((item)->span.barrier((item)->span.group, (site)))
#define dpex_work_group_barrier dpex_barrier
#define dpex_wait_group_events(item, site, n, events) ((void)(n), (void)(events), \
    dpex_barrier(item, site))
#ifdef DPEX_DIAGNOSE
#define barrier(flags) ((void)(flags))
#define work_group_barrier(flags, ...) ((void)(flags))
#define wait_group_events(n, events) ((void)(n), (void)(events))
#define work_group_all(x) (x)
#define work_group_any(x) (x)
#define work_group_broadcast(x, ...) (x)
#define work_group_reduce_add(x) (x)
#define work_group_reduce_min(x) (x)
#define work_group_reduce_max(x) (x)
#define work_group_scan_inclusive_add(x) (x)
#define work_group_scan_inclusive_min(x) (x)
#define work_group_scan_inclusive_max(x) (x)
#define work_group_scan_exclusive_add(x) (x)
#define work_group_scan_exclusive_min(x) (x)
#define work_group_scan_exclusive_max(x) (x)
#endif

// Copies between global and local memory: each item copies its share, and wait_group_events is the
// barrier.
#define DPEX_GROUP_ITEMS (get_local_size(0) * get_local_size(1) * get_local_size(2))
#define async_work_group_copy(dst, src, n, event) \
    ({ for (size_t dpex_i = get_local_linear_id(); dpex_i < (size_t)(n); \
        dpex_i += DPEX_GROUP_ITEMS) \
           (dst)[dpex_i] = (src)[dpex_i]; \
       event_t dpex_e = 0; \
       (void)(event); \
       dpex_e; })
#define prefetch(p, n) ((void)(p), (void)(n))

// Every item writes its value where all can read it, then reads those of items [first, last) in order.
#define DPEX_GROUP_FOLD(item, site, x, start, first, last, combine) \
    ({ __typeof__((x) + 0) dpex_r = (x); \
       __private __typeof__((x) + 0) *dpex_all = (__private __typeof__((x) + 0) \
           *)dpex_item->span.scratch; \
       dpex_all[get_local_linear_id()] = dpex_r; \
       dpex_barrier(dpex_item, site); \
       dpex_r = (start); \
       for (size_t dpex_i = (first); dpex_i < (last); dpex_i++) { \
           __typeof__((x) + 0) dpex_b = dpex_all[dpex_i]; \
           dpex_r = (combine); \
       } \
       dpex_barrier(dpex_item, site); \
       dpex_r; })
#define DPEX_GROUP_ADD dpex_r + dpex_b
#define DPEX_GROUP_MIN dpex_b < dpex_r ? dpex_b : dpex_r
#define DPEX_GROUP_MAX dpex_r < dpex_b ? dpex_b : dpex_r
#define DPEX_GROUP_REDUCE(item, site, x, combine) \
    DPEX_GROUP_FOLD(item, site, x, dpex_all[0], 1, DPEX_GROUP_ITEMS, combine)
#define DPEX_GROUP_INCLUSIVE(item, site, x, combine) \
    DPEX_GROUP_FOLD(item, site, x, dpex_all[0], 1, get_local_linear_id() + 1, combine)
#define DPEX_GROUP_EXCLUSIVE(item, site, x, start, combine) \
    DPEX_GROUP_FOLD(item, site, x, start, 0, get_local_linear_id(), combine)
// The least and the greatest value of the type of dpex_r.
#define DPEX_IS_REAL(x) ((__typeof__((x) + 0))0.5 != 0)
#define DPEX_IS_SIGNED(x) ((__typeof__((x) + 0))-1 < 0)
#define DPEX_GREATEST \
    (DPEX_IS_REAL(dpex_r) ? (__typeof__(dpex_r))__builtin_inff() \
     : DPEX_IS_SIGNED(dpex_r) ? (__typeof__(dpex_r))(~0ul >> (65 - 8 * sizeof dpex_r)) : \
         (__typeof__(dpex_r))~0ul)
#define DPEX_LEAST \
    (DPEX_IS_REAL(dpex_r) ? (__typeof__(dpex_r))-__builtin_inff() \
     : DPEX_IS_SIGNED(dpex_r) ? (__typeof__(dpex_r))(1ul << (8 * sizeof dpex_r - 1)) : \
         (__typeof__(dpex_r))0)
#define dpex_work_group_reduce_add(item, site, x) DPEX_GROUP_REDUCE(item, site, x, DPEX_GROUP_ADD)
#define dpex_work_group_reduce_min(item, site, x) DPEX_GROUP_REDUCE(item, site, x, DPEX_GROUP_MIN)
#define dpex_work_group_reduce_max(item, site, x) DPEX_GROUP_REDUCE(item, site, x, DPEX_GROUP_MAX)
#define dpex_work_group_scan_inclusive_add(item, site, x) DPEX_GROUP_INCLUSIVE(item, site, x, \
    DPEX_GROUP_ADD)
#define dpex_work_group_scan_inclusive_min(item, site, x) DPEX_GROUP_INCLUSIVE(item, site, x, \
    DPEX_GROUP_MIN)
#define dpex_work_group_scan_inclusive_max(item, site, x) DPEX_GROUP_INCLUSIVE(item, site, x, \
    DPEX_GROUP_MAX)
#define dpex_work_group_scan_exclusive_add(item, site, x) DPEX_GROUP_EXCLUSIVE(item, site, x, 0, \
    DPEX_GROUP_ADD)
#define dpex_work_group_scan_exclusive_min(item, site, x) DPEX_GROUP_EXCLUSIVE(item, site, x, \
    DPEX_GREATEST, DPEX_GROUP_MIN)
#define dpex_work_group_scan_exclusive_max(item, site, x) DPEX_GROUP_EXCLUSIVE(item, site, x, \
    DPEX_LEAST, DPEX_GROUP_MAX)
#define dpex_work_group_all(item, site, x) DPEX_GROUP_REDUCE(item, site, (int)((x) != 0), dpex_r \
    & dpex_b)
#define dpex_work_group_any(item, site, x) DPEX_GROUP_REDUCE(item, site, (int)((x) != 0), dpex_r \
    | dpex_b)
#define DPEX_BROADCAST_ID(x, y, z, ...) (((size_t)(z) * get_local_size(1) + (y)) * \
    get_local_size(0) + (x))
#define dpex_work_group_broadcast(item, site, x, ...) \
    DPEX_GROUP_FOLD(item, site, x, dpex_all[DPEX_BROADCAST_ID(__VA_ARGS__, 0, 0)], 0, 0, dpex_b)

// Conversions (convert.c names them). A value is compared in a type that holds it, so that nothing
// wraps around.
#define DPEX_CONVERT(T, x) ((T)(x))
#define DPEX_SATURATE(T, E, low, high, n, x) \
    ({ __typeof__((x) + 0) dpex_v = (x); \
       T dpex_c; \
       if (DPEX_IS_REAL(dpex_v)) { \
           double dpex_d = (double)dpex_v; \
           dpex_c = dpex_d != dpex_d ? (T)0 : dpex_d <= (double)(low) ? (T)(low) : dpex_d >= \
               (double)(high) ? (T)(high) : (T)dpex_d; \
       } else if (DPEX_IS_SIGNED(dpex_v)) { \
           long dpex_l = (long)dpex_v; \
           dpex_c = dpex_l < (long)(low) ? (T)(low) : dpex_l > 0 && (ulong)dpex_l > \
               (ulong)(high) ? (T)(high) : (T)dpex_l; \
       } else { \
           dpex_c = (ulong)dpex_v > (ulong)(high) ? (T)(high) : (T)dpex_v; \
       } \
       dpex_c; })

#define DPEX_CL_ITEMS_BEGIN \
    dpex_cl_item dpex_item; \
    dpex_item.span = *dpex_span; \
    for (size_t dpex_z = 0; dpex_z < dpex_item.span.count[2]; dpex_z++) \
        for (size_t dpex_y = 0; dpex_y < dpex_item.span.count[1]; dpex_y++) \
            for (size_t dpex_x = 0; dpex_x < dpex_item.span.count[0]; dpex_x++) { \
                dpex_item.local_id[0] = dpex_x; \
                dpex_item.local_id[1] = dpex_y; \
                dpex_item.local_id[2] = dpex_z; \
                dpex_item.global_id[0] = dpex_item.span.first[0] + dpex_x; \
                dpex_item.global_id[1] = dpex_item.span.first[1] + dpex_y; \
                dpex_item.global_id[2] = dpex_item.span.first[2] + dpex_z;
#define DPEX_CL_ITEMS_END }
