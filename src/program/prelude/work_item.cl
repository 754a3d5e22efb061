// Work-item functions and the loop over the items of a span, for every compiler.
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define CLK_IMAGE_MEM_FENCE 4
#define DPEX_BY_DIM(d, values, other) \
    ((uint)(d) == 0 ? (values)[0] : (uint)(d) == 1 ? (values)[1] : (uint)(d) == 2 ? (values)[2] : (size_t)(other))
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

// barrier(flags) became dpex_barrier(item, place, flags).
#define dpex_barrier(item, site, ...) ((item)->span.barrier((item)->span.group, (site)))
#define dpex_work_group_barrier dpex_barrier
#ifdef DPEX_DIAGNOSE
#define barrier(...) ((void)0)
#define work_group_barrier(...) ((void)0)
#endif

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
