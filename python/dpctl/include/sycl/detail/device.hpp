// device, platform, context, selectors and what can be asked of them.
#ifndef DPEX_SYCL_DEVICE_HPP
#define DPEX_SYCL_DEVICE_HPP

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

namespace info {
enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property { no_partition, partition_equally, partition_by_counts, partition_by_affinity_domain };
enum class partition_affinity_domain { not_applicable, numa, L4_cache, L3_cache, L2_cache, L1_cache, next_partitionable };

#define DPEX_SYCL_INFO(kind, name, type, text)                                                                                     \
    struct name {                                                                                                                  \
        using return_type = type;                                                                                                  \
        static type get(const dpex_##kind##_info &i) { return text; }                                                              \
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
DPEX_SYCL_INFO(device, name, std::string, i.name)
DPEX_SYCL_INFO(device, vendor, std::string, i.vendor)
DPEX_SYCL_INFO(device, driver_version, std::string, i.driver_version)
DPEX_SYCL_INFO(device, version, std::string, i.version)
DPEX_SYCL_INFO(device, backend_version, std::string, i.backend_version)
DPEX_SYCL_INFO(device, vendor_id, std::uint32_t, static_cast<std::uint32_t>(i.vendor_id))
DPEX_SYCL_INFO(device, address_bits, std::uint32_t, static_cast<std::uint32_t>(i.address_bits))
DPEX_SYCL_INFO(device, max_compute_units, std::uint32_t, static_cast<std::uint32_t>(i.max_compute_units))
DPEX_SYCL_INFO(device, max_work_item_dimensions, std::uint32_t, static_cast<std::uint32_t>(i.max_work_item_dims))
DPEX_SYCL_INFO(device, max_work_group_size, std::size_t, static_cast<std::size_t>(i.max_work_group_size))
DPEX_SYCL_INFO(device, max_clock_frequency, std::uint32_t, static_cast<std::uint32_t>(i.max_clock_frequency))
DPEX_SYCL_INFO(device, max_mem_alloc_size, std::uint64_t, i.max_mem_alloc_size)
DPEX_SYCL_INFO(device, global_mem_size, std::uint64_t, i.global_mem_size)
DPEX_SYCL_INFO(device, local_mem_size, std::uint64_t, i.local_mem_size)
DPEX_SYCL_INFO(device, global_mem_cache_size, std::uint64_t, i.global_mem_cache_size)
DPEX_SYCL_INFO(device, global_mem_cache_line_size, std::uint32_t, static_cast<std::uint32_t>(i.global_mem_cache_line_size))
DPEX_SYCL_INFO(device, mem_base_addr_align, std::uint32_t, static_cast<std::uint32_t>(i.mem_base_addr_align))
DPEX_SYCL_INFO(device, max_parameter_size, std::size_t, static_cast<std::size_t>(i.max_parameter_size))
DPEX_SYCL_INFO(device, partition_max_sub_devices, std::uint32_t, static_cast<std::uint32_t>(i.partition_max_sub_devices))
DPEX_SYCL_INFO(device, profiling_timer_resolution, std::size_t, static_cast<std::size_t>(i.profiling_timer_resolution))
DPEX_SYCL_INFO(device, is_available, bool, i.is_available != 0)
DPEX_SYCL_INFO(device, error_correction_support, bool, i.error_correction_support != 0)
DPEX_SYCL_INFO(device, preferred_vector_width_float, std::uint32_t, static_cast<std::uint32_t>(i.preferred_vector_width_float))
DPEX_SYCL_INFO(device, preferred_vector_width_double, std::uint32_t, static_cast<std::uint32_t>(i.preferred_vector_width_double))
// Of lambdas, whose sub-groups have one item (item.hpp).
DPEX_SYCL_INFO(device, max_num_sub_groups, std::uint32_t, static_cast<std::uint32_t>(i.max_work_group_size))
DPEX_SYCL_INFO(device, sub_group_sizes, std::vector<std::size_t>, (static_cast<void>(i), std::vector<std::size_t>(1, 1)))
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
DPEX_SYCL_INFO(platform, name, std::string, i.name)
DPEX_SYCL_INFO(platform, vendor, std::string, i.vendor)
DPEX_SYCL_INFO(platform, version, std::string, i.version)
} // namespace platform
#undef DPEX_SYCL_INFO
namespace context {
struct platform;
struct devices;
} // namespace context
namespace queue {
struct context;
struct device;
} // namespace queue
} // namespace info

class device;
class platform;

namespace detail {
inline backend backend_of(dpex_backend_name name)
{
    return name == DPEX_BACKEND_LEVEL_ZERO ? backend::level_zero
           : name == DPEX_BACKEND_CUDA     ? backend::cuda
           : name == DPEX_BACKEND_HIP      ? backend::hip
                                           : backend::opencl;
}
using selector = std::function<int(const device &)>;
device select_device(const selector &score);
} // namespace detail

class device {
  public:
    device();
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    explicit device(const Selector &score) : device(detail::select_device(score))
    {
    }
    // Of the library: a borrowed device.
    explicit device(dpex_device *d) : handle_(detail::api()->device_retain(d), [](dpex_device *p) { detail::api()->device_release(p); })
    {
    }

    bool is_cpu() const { return type() == info::device_type::cpu; }
    bool is_gpu() const { return type() == info::device_type::gpu; }
    bool is_accelerator() const { return type() == info::device_type::accelerator; }
    bool has(aspect a) const { return detail::api()->device_has_aspect(get(), static_cast<dpex_aspect>(a)) != 0; }
    backend get_backend() const noexcept { return detail::backend_of(detail::api()->device_get_info(get())->backend); }
    platform get_platform() const;
    template <class Param> auto get_info() const;
    template <info::partition_property P, class... Args> std::vector<device> create_sub_devices(const Args &...args) const
    {
        dpex_partition how{};
        static_assert(P != info::partition_property::no_partition, "a way of partition");
        if constexpr (P == info::partition_property::partition_equally) {
            how.kind = DPEX_PARTITION_EQUALLY;
            how.units = (static_cast<std::size_t>(args) + ...);
            return split(how);
        } else if constexpr (P == info::partition_property::partition_by_counts) {
            const std::vector<std::size_t> counts{args...};
            how.kind = DPEX_PARTITION_BY_COUNTS;
            how.counts = counts.data();
            how.n_counts = counts.size();
            return split(how);
        } else {
            how.kind = DPEX_PARTITION_BY_AFFINITY;
            const info::partition_affinity_domain domains[] = {args...};
            how.domain = static_cast<dpex_affinity_domain>(static_cast<int>(domains[0]));
            return split(how);
        }
    }
    static std::vector<device> get_devices(info::device_type wanted = info::device_type::all)
    {
        dpex_device *const *all;
        std::size_t n;
        detail::check(detail::api()->device_get_all(&all, &n));
        std::vector<device> list;
        for (std::size_t i = 0; i < n; i++) {
            device d(all[i]);
            if (wanted == info::device_type::all || d.type() == wanted) list.push_back(d);
        }
        return list;
    }
    friend bool operator==(const device &a, const device &b) { return a.get() == b.get(); }
    friend bool operator!=(const device &a, const device &b) { return a.get() != b.get(); }

    dpex_device *get() const noexcept { return handle_.get(); }

    // Of the library.
    info::device_type type() const { return info::device::device_type::get(*detail::api()->device_get_info(get())); }

  private:
    device parent() const
    {
        dpex_device *p = detail::api()->device_get_parent(get());
        if (!p) throw exception(make_error_code(errc::invalid), "a root device has no parent");
        return device(p);
    }
    std::vector<device> split(const dpex_partition &how) const
    {
        dpex_device **parts;
        std::size_t n;
        detail::check(detail::api()->device_partition(get(), &how, &parts, &n));
        std::vector<device> list;
        for (std::size_t i = 0; i < n; i++) {
            list.emplace_back(parts[i]);
            detail::api()->device_release(parts[i]);
        }
        detail::api()->device_array_free(parts);
        return list;
    }
    std::shared_ptr<dpex_device> handle_;
};

class platform {
  public:
    platform() : platform(device().get_platform()) {}
    explicit platform(dpex_platform *p) : handle_(p) {}
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    explicit platform(const Selector &score) : platform(device(score).get_platform())
    {
    }
    backend get_backend() const noexcept { return detail::backend_of(detail::api()->platform_get_info(handle_)->backend); }
    bool has(aspect a) const
    {
        for (const device &d : get_devices())
            if (!d.has(a)) return false;
        return true;
    }
    std::vector<device> get_devices(info::device_type wanted = info::device_type::all) const
    {
        dpex_device *const *all;
        std::size_t n;
        detail::check(detail::api()->platform_get_devices(handle_, &all, &n));
        std::vector<device> list;
        for (std::size_t i = 0; i < n; i++) {
            device d(all[i]);
            if (wanted == info::device_type::all || d.type() == wanted) list.push_back(d);
        }
        return list;
    }
    template <class Param> typename Param::return_type get_info() const { return Param::get(*detail::api()->platform_get_info(handle_)); }
    static std::vector<platform> get_platforms()
    {
        dpex_platform *const *all;
        std::size_t n;
        detail::check(detail::api()->platform_get_all(&all, &n));
        std::vector<platform> list;
        for (std::size_t i = 0; i < n; i++) list.emplace_back(all[i]);
        return list;
    }
    friend bool operator==(const platform &a, const platform &b) { return a.handle_ == b.handle_; }
    friend bool operator!=(const platform &a, const platform &b) { return a.handle_ != b.handle_; }

  private:
    dpex_platform *handle_; // lives as long as the process
};

inline platform device::get_platform() const
{
    return platform(detail::api()->device_get_platform(get()));
}

template <class Param> auto device::get_info() const
{
    if constexpr (std::is_same<Param, info::device::platform>::value)
        return get_platform();
    else if constexpr (std::is_same<Param, info::device::parent_device>::value)
        return parent();
    else
        return Param::get(*detail::api()->device_get_info(get()));
}

// ---- selectors

namespace detail {
// A lambda runs where the host's code does, so such devices come first.
inline int runs_lambdas(const device &d)
{
    return api()->device_runs_on_host(d.get()) ? 1000000 : 0;
}
} // namespace detail

inline int default_selector_v(const device &d)
{
    return detail::api()->device_default_score(d.get()) + detail::runs_lambdas(d);
}
inline int cpu_selector_v(const device &d)
{
    return d.is_cpu() ? default_selector_v(d) : -1;
}
inline int gpu_selector_v(const device &d)
{
    return d.is_gpu() ? default_selector_v(d) : -1;
}
inline int accelerator_selector_v(const device &d)
{
    return d.is_accelerator() ? default_selector_v(d) : -1;
}

inline detail::selector aspect_selector(const std::vector<aspect> &wanted, const std::vector<aspect> &unwanted = {})
{
    return [=](const device &d) {
        for (aspect a : wanted)
            if (!d.has(a)) return -1;
        for (aspect a : unwanted)
            if (d.has(a)) return -1;
        return default_selector_v(d);
    };
}
template <class... Aspects> detail::selector aspect_selector(aspect first, Aspects... more)
{
    return aspect_selector(std::vector<aspect>{first, more...});
}

inline device detail::select_device(const selector &score)
{
    const std::vector<device> all = device::get_devices();
    const device *best = nullptr;
    int best_score = -1;
    for (const device &d : all) {
        int s = score(d);
        if (s > best_score) {
            best = &d;
            best_score = s;
        }
    }
    if (!best) throw exception(make_error_code(errc::runtime), "no device matches the selector");
    return *best;
}

inline device::device() : device(detail::select_device(default_selector_v)) {}

// ---- contexts

class context {
  public:
    context() : context(device()) {}
    explicit context(async_handler handler) : context(device(), std::move(handler)) {}
    explicit context(const device &d, async_handler handler = {}) : handler_(std::move(handler))
    {
        dpex_context *c;
        detail::check(detail::api()->context_create_for_device(d.get(), &c));
        own(c);
    }
    explicit context(const std::vector<device> &devices, async_handler handler = {}) : handler_(std::move(handler))
    {
        std::vector<dpex_device *> list;
        for (const device &d : devices) list.push_back(d.get());
        dpex_context *c;
        detail::check(detail::api()->context_create(list.data(), list.size(), &c));
        own(c);
    }
    // Of the library: a borrowed context.
    explicit context(dpex_context *c) { own(detail::api()->context_retain(c)); }

    std::vector<device> get_devices() const
    {
        std::size_t n;
        dpex_device *const *all = detail::api()->context_get_devices(get(), &n);
        std::vector<device> list;
        for (std::size_t i = 0; i < n; i++) list.emplace_back(all[i]);
        return list;
    }
    platform get_platform() const { return platform(detail::api()->context_get_platform(get())); }
    backend get_backend() const noexcept { return get_platform().get_backend(); }
    template <class Param> auto get_info() const
    {
        if constexpr (std::is_same<Param, info::context::platform>::value)
            return get_platform();
        else
            return get_devices();
    }
    friend bool operator==(const context &a, const context &b) { return a.get() == b.get(); }
    friend bool operator!=(const context &a, const context &b) { return a.get() != b.get(); }

    dpex_context *get() const noexcept { return handle_.get(); }
    const async_handler &detail_handler() const noexcept { return handler_; }

  private:
    void own(dpex_context *c)
    {
        handle_ = std::shared_ptr<dpex_context>(c, [](dpex_context *p) { detail::api()->context_release(p); });
    }
    std::shared_ptr<dpex_context> handle_;
    async_handler handler_;
};

} // namespace sycl

#endif
