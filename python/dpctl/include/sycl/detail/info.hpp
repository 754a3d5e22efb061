// What devices, platforms, contexts and queues can be asked for.
#ifndef DPEX_SYCL_INFO_HPP
#define DPEX_SYCL_INFO_HPP

#include "access.hpp"
#include "api.hpp"
#include "range.hpp"

#include <cstdint>

namespace sycl {

enum class backend { opencl, level_zero, cuda, hip, ext_oneapi_level_zero = level_zero, ext_oneapi_cuda = cuda };

enum class aspect {
    cpu = DPEX_ASPECT_cpu,
    gpu = DPEX_ASPECT_gpu,
    accelerator = DPEX_ASPECT_accelerator,
    custom = DPEX_ASPECT_custom,
    emulated = DPEX_ASPECT_emulated,
    host_debuggable = DPEX_ASPECT_host_debuggable,
    fp16 = DPEX_ASPECT_fp16,
    fp64 = DPEX_ASPECT_fp64,
    atomic64 = DPEX_ASPECT_atomic64,
    image = DPEX_ASPECT_image,
    online_compiler = DPEX_ASPECT_online_compiler,
    online_linker = DPEX_ASPECT_online_linker,
    queue_profiling = DPEX_ASPECT_queue_profiling,
    usm_device_allocations = DPEX_ASPECT_usm_device_allocations,
    usm_host_allocations = DPEX_ASPECT_usm_host_allocations,
    usm_atomic_host_allocations = DPEX_ASPECT_usm_atomic_host_allocations,
    usm_shared_allocations = DPEX_ASPECT_usm_shared_allocations,
    usm_atomic_shared_allocations = DPEX_ASPECT_usm_atomic_shared_allocations,
    usm_system_allocations = DPEX_ASPECT_usm_system_allocations
};

namespace detail {
// The enumerators whose bits are set; the first one has bit number `base`.
template <class E> std::vector<E> set_bits(std::uint64_t bits, unsigned base)
{
    std::vector<E> list;
    for (unsigned i = base; i < 64; i++)
        if (bits >> i & 1) list.push_back(static_cast<E>(static_cast<int>(i - base)));
    return list;
}
template <class A = aspect> std::vector<A> aspects_of(std::uint64_t bits)
{
    const aspect all[] = {aspect::cpu,
                          aspect::gpu,
                          aspect::accelerator,
                          aspect::custom,
                          aspect::emulated,
                          aspect::host_debuggable,
                          aspect::fp16,
                          aspect::fp64,
                          aspect::atomic64,
                          aspect::image,
                          aspect::online_compiler,
                          aspect::online_linker,
                          aspect::queue_profiling,
                          aspect::usm_device_allocations,
                          aspect::usm_host_allocations,
                          aspect::usm_atomic_host_allocations,
                          aspect::usm_shared_allocations,
                          aspect::usm_atomic_shared_allocations,
                          aspect::usm_system_allocations};
    std::vector<A> list;
    for (aspect a : all)
        if (bits >> static_cast<int>(a) & 1) list.push_back(a);
    return list;
}
} // namespace detail

namespace info {
enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property { no_partition, partition_equally, partition_by_counts, partition_by_affinity_domain };
enum class partition_affinity_domain { not_applicable, numa, L4_cache, L3_cache, L2_cache, L1_cache, next_partitionable };
enum class local_mem_type { none, local, global };
enum class fp_config {
    denorm,
    inf_nan,
    round_to_nearest,
    round_to_zero,
    round_to_inf,
    fma,
    correctly_rounded_divide_sqrt,
    soft_float
};
enum class global_mem_cache_type { none, read_only, read_write };
enum class execution_capability { exec_kernel, exec_native_kernel };

// Descriptors are templates, so that a program is compiled with those that it asks for only.
#define DPEX_SYCL_INFO(name, type, text)                                                                                           \
    struct name {                                                                                                                  \
        using return_type = type;                                                                                                  \
        template <class I, class R = type> static R get(const I &i) { return text; }                                               \
    };
namespace device {
struct device_type {
    using return_type = info::device_type;
    static return_type get(const dpex_device_info &i)
    {
        return i.type == DPEX_TYPE_CPU           ? info::device_type::cpu
               : i.type == DPEX_TYPE_GPU         ? info::device_type::gpu
               : i.type == DPEX_TYPE_ACCELERATOR ? info::device_type::accelerator
                                                 : info::device_type::custom;
    }
};
// Numbers and texts that the backend gave.
#define DPEX_SYCL_NUMBER(type, name) DPEX_SYCL_INFO(name, type, static_cast<type>(i.name))
#define DPEX_SYCL_BOOL(name) DPEX_SYCL_INFO(name, bool, i.name != 0)
DPEX_SYCL_INFO(name, std::string, i.name)
DPEX_SYCL_INFO(vendor, std::string, i.vendor)
DPEX_SYCL_INFO(driver_version, std::string, i.driver_version)
DPEX_SYCL_INFO(version, std::string, i.version)
DPEX_SYCL_INFO(backend_version, std::string, i.backend_version)
DPEX_SYCL_NUMBER(std::uint32_t, vendor_id)
DPEX_SYCL_NUMBER(std::uint32_t, address_bits)
DPEX_SYCL_NUMBER(std::uint32_t, max_compute_units)
DPEX_SYCL_NUMBER(std::uint32_t, max_clock_frequency)
DPEX_SYCL_NUMBER(std::uint32_t, global_mem_cache_line_size)
DPEX_SYCL_NUMBER(std::uint32_t, mem_base_addr_align)
DPEX_SYCL_NUMBER(std::uint32_t, partition_max_sub_devices)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_char)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_short)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_int)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_long)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_float)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_double)
DPEX_SYCL_NUMBER(std::uint32_t, preferred_vector_width_half)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_char)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_short)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_int)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_long)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_float)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_double)
DPEX_SYCL_NUMBER(std::uint32_t, native_vector_width_half)
DPEX_SYCL_NUMBER(std::uint32_t, max_read_image_args)
DPEX_SYCL_NUMBER(std::uint32_t, max_write_image_args)
DPEX_SYCL_NUMBER(std::uint32_t, max_samplers)
DPEX_SYCL_NUMBER(std::size_t, max_work_group_size)
DPEX_SYCL_NUMBER(std::size_t, max_parameter_size)
DPEX_SYCL_NUMBER(std::size_t, profiling_timer_resolution)
DPEX_SYCL_NUMBER(std::size_t, image_max_buffer_size)
DPEX_SYCL_NUMBER(std::uint64_t, max_mem_alloc_size)
DPEX_SYCL_NUMBER(std::uint64_t, global_mem_size)
DPEX_SYCL_NUMBER(std::uint64_t, local_mem_size)
DPEX_SYCL_NUMBER(std::uint64_t, global_mem_cache_size)
DPEX_SYCL_BOOL(is_available)
DPEX_SYCL_BOOL(error_correction_support)
DPEX_SYCL_INFO(image2d_max_width, std::size_t, static_cast<std::size_t>(i.image_2d_max_width))
DPEX_SYCL_INFO(image2d_max_height, std::size_t, static_cast<std::size_t>(i.image_2d_max_height))
DPEX_SYCL_INFO(image3d_max_width, std::size_t, static_cast<std::size_t>(i.image_3d_max_width))
DPEX_SYCL_INFO(image3d_max_height, std::size_t, static_cast<std::size_t>(i.image_3d_max_height))
DPEX_SYCL_INFO(image3d_max_depth, std::size_t, static_cast<std::size_t>(i.image_3d_max_depth))
#undef DPEX_SYCL_NUMBER
#undef DPEX_SYCL_BOOL
DPEX_SYCL_INFO(max_work_item_dimensions, std::uint32_t, static_cast<std::uint32_t>(i.max_work_item_dims))
DPEX_SYCL_INFO(aspects, std::vector<aspect>, detail::aspects_of(i.aspects))
DPEX_SYCL_INFO(half_fp_config, std::vector<fp_config>, detail::set_bits<fp_config>(i.half_fp_config, 1))
DPEX_SYCL_INFO(single_fp_config, std::vector<fp_config>, detail::set_bits<fp_config>(i.single_fp_config, 1))
DPEX_SYCL_INFO(double_fp_config, std::vector<fp_config>, detail::set_bits<fp_config>(i.double_fp_config, 1))
DPEX_SYCL_INFO(atomic_memory_order_capabilities, std::vector<memory_order>,
               detail::set_bits<memory_order>(i.atomic_memory_order_capabilities, 1))
DPEX_SYCL_INFO(atomic_fence_order_capabilities, std::vector<memory_order>,
               detail::set_bits<memory_order>(i.atomic_fence_order_capabilities, 1))
DPEX_SYCL_INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>,
               detail::set_bits<memory_scope>(i.atomic_memory_scope_capabilities, 1))
DPEX_SYCL_INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>,
               detail::set_bits<memory_scope>(i.atomic_fence_scope_capabilities, 1))
DPEX_SYCL_INFO(partition_properties, std::vector<partition_property>,
               detail::set_bits<partition_property>(i.partition_properties & ~(1ull << DPEX_PARTITION_NONE), 1))
DPEX_SYCL_INFO(partition_affinity_domains, std::vector<partition_affinity_domain>,
               detail::set_bits<partition_affinity_domain>(i.partition_affinity_domains & ~1ull, 0))
DPEX_SYCL_INFO(partition_type_property, partition_property,
               i.partition_type == 0 ? partition_property::no_partition
                                     : static_cast<partition_property>(static_cast<int>(i.partition_type) - 1))
DPEX_SYCL_INFO(partition_type_affinity_domain, partition_affinity_domain,
               static_cast<partition_affinity_domain>(static_cast<int>(i.partition_domain)))
DPEX_SYCL_INFO(global_mem_cache_type, info::global_mem_cache_type,
               i.global_mem_cache_type == DPEX_MEM_CACHE_READ_ONLY    ? info::global_mem_cache_type::read_only
               : i.global_mem_cache_type == DPEX_MEM_CACHE_READ_WRITE ? info::global_mem_cache_type::read_write
                                                                      : info::global_mem_cache_type::none)
DPEX_SYCL_INFO(local_mem_type, info::local_mem_type,
               i.local_mem_type == DPEX_LOCAL_MEM_LOCAL    ? info::local_mem_type::local
               : i.local_mem_type == DPEX_LOCAL_MEM_GLOBAL ? info::local_mem_type::global
                                                           : info::local_mem_type::none)
DPEX_SYCL_INFO(image_support, bool, (i.aspects >> DPEX_ASPECT_image & 1) != 0)
DPEX_SYCL_INFO(queue_profiling, bool, (i.aspects >> DPEX_ASPECT_queue_profiling & 1) != 0)
DPEX_SYCL_INFO(host_unified_memory, bool, i.type == DPEX_TYPE_CPU)
// Of every device that lambdas or DPEX_KERNEL reach.
#define DPEX_SYCL_FIXED(name, type, ...)                                                                                           \
    struct name {                                                                                                                  \
        using return_type = type;                                                                                                  \
        template <class I, class R = type> static R get(const I &) { return __VA_ARGS__; }                                         \
    };
DPEX_SYCL_FIXED(is_endian_little, bool, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
DPEX_SYCL_FIXED(is_compiler_available, bool, true)
DPEX_SYCL_FIXED(is_linker_available, bool, true)
DPEX_SYCL_FIXED(execution_capabilities, std::vector<execution_capability>, {execution_capability::exec_kernel})
DPEX_SYCL_FIXED(built_in_kernels, std::vector<std::string>, {})
DPEX_SYCL_FIXED(extensions, std::vector<std::string>, {})
DPEX_SYCL_FIXED(profile, std::string, "FULL_PROFILE")
DPEX_SYCL_FIXED(printf_buffer_size, std::size_t, std::size_t(1) << 20)
DPEX_SYCL_FIXED(preferred_interop_user_sync, bool, false)
// Of lambdas, whose sub-groups have one item (item.hpp).
DPEX_SYCL_INFO(max_num_sub_groups, std::uint32_t, static_cast<std::uint32_t>(i.max_work_group_size))
DPEX_SYCL_FIXED(sub_group_sizes, std::vector<std::size_t>, std::vector<std::size_t>(1, 1))
DPEX_SYCL_FIXED(sub_group_independent_forward_progress, bool, true)
#undef DPEX_SYCL_FIXED
template <int D = 3> struct max_work_item_sizes {
    using return_type = range<D>;
    static return_type get(const dpex_device_info &i)
    {
        range<3> all{i.max_work_item_sizes[0], i.max_work_item_sizes[1], i.max_work_item_sizes[2]};
        range<D> last;
        for (int d = 0; d < D; d++) last[d] = all[3 - D + d];
        return last;
    }
};
struct platform;
struct parent_device;
} // namespace device
namespace platform {
DPEX_SYCL_INFO(name, std::string, i.name)
DPEX_SYCL_INFO(vendor, std::string, i.vendor)
DPEX_SYCL_INFO(version, std::string, i.version)
struct profile {
    using return_type = std::string;
    template <class I> static std::string get(const I &) { return "FULL_PROFILE"; }
};
struct extensions {
    using return_type = std::vector<std::string>;
    template <class I> static std::vector<std::string> get(const I &) { return {}; }
};
} // namespace platform
#undef DPEX_SYCL_INFO
namespace context {
struct platform;
struct devices;
struct atomic_memory_order_capabilities;
struct atomic_fence_order_capabilities;
struct atomic_memory_scope_capabilities;
struct atomic_fence_scope_capabilities;
} // namespace context
namespace queue {
struct context;
struct device;
} // namespace queue
} // namespace info

} // namespace sycl

#endif
