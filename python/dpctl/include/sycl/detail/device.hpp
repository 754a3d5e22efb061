// device, platform, context, selectors and what can be asked of them.
#ifndef DPEX_SYCL_DEVICE_HPP
#define DPEX_SYCL_DEVICE_HPP

#include "api.hpp"
#include "info.hpp"
#include "property_list.hpp"

#include <algorithm>

namespace sycl {

class context;
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
// The device with the best score of those that `all` lists.
template <class Selector> device best_device(dpex_device *const *all, std::size_t n, const Selector &score);
template <class Selector> device select_device(const Selector &score);
} // namespace detail

class device {
  public:
    device();
    template <class Selector, class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
    explicit device(const Selector &score) : device(detail::select_device(score))
    {
    }
    // Of the library: a borrowed device.
    explicit device(dpex_device *d) : handle_(detail::device_ref::borrow(d)) {}

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
            std::vector<std::size_t> counts;
            (add_counts(counts, args), ...);
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
    template <class = void> static std::vector<device> get_devices(info::device_type wanted = info::device_type::all)
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
    template <class = void> static void add_counts(std::vector<std::size_t> &counts, const std::vector<std::size_t> &more)
    {
        counts.insert(counts.end(), more.begin(), more.end());
    }
    template <class I, class = std::enable_if_t<std::is_integral<I>::value>> static void add_counts(std::vector<std::size_t> &counts, I count)
    {
        counts.push_back(static_cast<std::size_t>(count));
    }
    device parent() const
    {
        dpex_device *p = detail::api()->device_get_parent(get());
        if (!p) throw exception(make_error_code(errc::invalid), "a root device has no parent");
        return device(p);
    }
    template <class = void> std::vector<device> split(const dpex_partition &how) const
    {
        dpex_device **parts;
        std::size_t n;
        detail::check(detail::api()->device_partition(get(), &how, &parts, &n));
        std::vector<device> list(parts, parts + n);
        for (std::size_t i = 0; i < n; i++) detail::api()->device_release(parts[i]);
        detail::api()->device_array_free(parts);
        return list;
    }
    detail::device_ref handle_;
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
    template <class = void> bool has(aspect a) const
    {
        for (const device &d : get_devices())
            if (!d.has(a)) return false;
        return true;
    }
    template <class = void> std::vector<device> get_devices(info::device_type wanted = info::device_type::all) const
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
    template <class = void> static std::vector<platform> get_platforms()
    {
        dpex_platform *const *all;
        std::size_t n;
        detail::check(detail::api()->platform_get_all(&all, &n));
        return std::vector<platform>(all, all + n);
    }
    // Of all its devices that are not parts of others.
    context khr_get_default_context() const;
    context ext_oneapi_get_default_context() const;
    dpex_platform *get() const noexcept { return handle_; }
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

template <class A = aspect> auto aspect_selector(const std::vector<A> &wanted, const std::vector<A> &unwanted = {})
{
    return [=](const device &d) {
        for (aspect a : wanted)
            if (!d.has(a)) return -1;
        for (aspect a : unwanted)
            if (d.has(a)) return -1;
        return default_selector_v(d);
    };
}
template <aspect... Aspects> auto aspect_selector()
{
    return aspect_selector(std::vector<aspect>{Aspects...});
}
template <class... Aspects> auto aspect_selector(aspect first, Aspects... more)
{
    return aspect_selector(std::vector<aspect>{first, more...});
}

template <class Selector> device detail::best_device(dpex_device *const *all, std::size_t n, const Selector &score)
{
    dpex_device *best = nullptr;
    int best_score = -1;
    for (std::size_t i = 0; i < n; i++) {
        const int s = score(device(all[i]));
        if (s > best_score) {
            best = all[i];
            best_score = s;
        }
    }
    if (!best) throw exception(make_error_code(errc::runtime), "no device matches the selector");
    return device(best);
}
template <class Selector> device detail::select_device(const Selector &score)
{
    dpex_device *const *all;
    std::size_t n;
    check(api()->device_get_all(&all, &n));
    return best_device(all, n, score);
}

inline device::device() : device(detail::select_device(default_selector_v)) {}

// ---- contexts

class context {
  public:
    context() : context(device()) {}
    explicit context(const property_list &) : context(device()) {}
    explicit context(async_handler handler, const property_list & = {}) : context(device(), std::move(handler)) {}
    explicit context(const device &d, const property_list &) : context(d) {}
    template <class = void> explicit context(const std::vector<device> &devices, const property_list &) : context(devices) {}
    explicit context(const device &d, async_handler handler = {}, const property_list & = {}) : handler_(std::move(handler))
    {
        dpex_context *c;
        detail::check(detail::api()->context_create_for_device(d.get(), &c));
        handle_ = detail::context_ref(c);
    }
    template <class = void>
    explicit context(const std::vector<device> &devices, async_handler handler = {}, const property_list & = {}) : handler_(std::move(handler))
    {
        std::vector<dpex_device *> list;
        for (const device &d : devices) list.push_back(d.get());
        dpex_context *c;
        detail::check(detail::api()->context_create(list.data(), list.size(), &c));
        handle_ = detail::context_ref(c);
    }
    // Of the library: a borrowed context.
    explicit context(dpex_context *c) : handle_(detail::context_ref::borrow(c)) {}

    template <class = void> std::vector<device> get_devices() const
    {
        std::size_t n;
        dpex_device *const *all = detail::api()->context_get_devices(get(), &n);
        return std::vector<device>(all, all + n);
    }
    platform get_platform() const { return platform(detail::api()->context_get_platform(get())); }
    backend get_backend() const noexcept { return get_platform().get_backend(); }
    template <class Param> auto get_info() const
    {
        namespace c = info::context;
        namespace d = info::device;
        if constexpr (std::is_same<Param, c::platform>::value)
            return get_platform();
        else if constexpr (std::is_same<Param, c::devices>::value)
            return get_devices();
        else if constexpr (std::is_same<Param, c::atomic_memory_order_capabilities>::value)
            return common<d::atomic_memory_order_capabilities>();
        else if constexpr (std::is_same<Param, c::atomic_fence_order_capabilities>::value)
            return common<d::atomic_fence_order_capabilities>();
        else if constexpr (std::is_same<Param, c::atomic_memory_scope_capabilities>::value)
            return common<d::atomic_memory_scope_capabilities>();
        else
            return common<d::atomic_fence_scope_capabilities>();
    }
    friend bool operator==(const context &a, const context &b) { return a.get() == b.get(); }
    friend bool operator!=(const context &a, const context &b) { return a.get() != b.get(); }

    dpex_context *get() const noexcept { return handle_.get(); }
    template <class Selector> device detail_select(const Selector &score) const
    {
        std::size_t n;
        dpex_device *const *all = detail::api()->context_get_devices(get(), &n);
        return detail::best_device(all, n, score);
    }
    const async_handler &detail_handler() const noexcept { return handler_; }

  private:
    // What all devices have.
    template <class Param> typename Param::return_type common() const
    {
        typename Param::return_type all, some;
        bool first = true;
        for (const device &d : get_devices()) {
            some = d.get_info<Param>();
            if (first) all = some;
            first = false;
            const auto lacks = [&](auto x) { return std::find(some.begin(), some.end(), x) == some.end(); };
            all.erase(std::remove_if(all.begin(), all.end(), lacks), all.end());
        }
        return all;
    }
    detail::context_ref handle_;
    async_handler handler_;
};

inline context platform::khr_get_default_context() const
{
    dpex_context *c;
    detail::check(detail::api()->platform_get_default_context(handle_, &c));
    return context(c);
}
inline context platform::ext_oneapi_get_default_context() const
{
    return khr_get_default_context();
}

namespace detail {
struct context_of_exception final : counted_object {
    explicit context_of_exception(const context &c) : ctx(c) {}
    const context ctx;
};
} // namespace detail

template <class... Rest, class> exception::exception(const context &ctx, const Rest &...rest) : exception(rest...)
{
    ctx_ = new detail::context_of_exception(ctx);
}
inline context exception::get_context() const
{
    if (!ctx_) throw exception(make_error_code(errc::invalid), "the exception is of no context");
    return static_cast<const detail::context_of_exception *>(ctx_.get())->ctx;
}

// Whether any of the devices that there may be has an aspect, and whether all have: known when the program runs only.
template <aspect> struct any_device_has : std::true_type {};
template <aspect> struct all_devices_have : std::false_type {};
template <aspect A> inline constexpr bool any_device_has_v = any_device_has<A>::value;
template <aspect A> inline constexpr bool all_devices_have_v = all_devices_have<A>::value;

} // namespace sycl

namespace std {
template <> struct hash<sycl::device> {
    size_t operator()(const sycl::device &d) const noexcept { return hash<const void *>()(d.get()); }
};
template <> struct hash<sycl::platform> {
    size_t operator()(const sycl::platform &p) const noexcept { return hash<const void *>()(p.get()); }
};
template <> struct hash<sycl::context> {
    size_t operator()(const sycl::context &c) const noexcept { return hash<const void *>()(c.get()); }
};
} // namespace std

#endif
