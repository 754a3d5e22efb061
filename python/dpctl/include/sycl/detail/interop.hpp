// Kernels and programs of the library as SYCL objects (those that Python or the C interface compiled), and launching them.
//
// A kernel_bundle is a program: compiled text or SPIR-V for one device, not the lambdas of this source file, which no bundle holds.
#ifndef DPEX_SYCL_INTEROP_HPP
#define DPEX_SYCL_INTEROP_HPP

#include "device.hpp"

#include <cstring>

namespace sycl {

enum class bundle_state { input, object, executable };

namespace info {
namespace kernel {
struct function_name {
    using return_type = std::string;
    static std::string get(const dpex_kernel_info &i) { return i.name; }
};
struct num_args {
    using return_type = std::uint32_t;
    static std::uint32_t get(const dpex_kernel_info &i) { return static_cast<std::uint32_t>(i.n_args); }
};
} // namespace kernel
namespace kernel_device_specific {
#define DPEX_SYCL_KERNEL_INFO(name, type, field)                                                                                   \
    struct name {                                                                                                                  \
        using return_type = type;                                                                                                  \
        static type get(const dpex_kernel_info &i) { return static_cast<type>(i.field); }                                          \
    };
DPEX_SYCL_KERNEL_INFO(work_group_size, std::size_t, work_group_size)
DPEX_SYCL_KERNEL_INFO(preferred_work_group_size_multiple, std::size_t, preferred_work_group_size_multiple)
DPEX_SYCL_KERNEL_INFO(private_mem_size, std::size_t, private_mem_bytes)
DPEX_SYCL_KERNEL_INFO(max_num_sub_groups, std::uint32_t, max_num_sub_groups)
DPEX_SYCL_KERNEL_INFO(max_sub_group_size, std::uint32_t, max_sub_group_size)
DPEX_SYCL_KERNEL_INFO(compile_num_sub_groups, std::uint32_t, compile_num_sub_groups)
DPEX_SYCL_KERNEL_INFO(compile_sub_group_size, std::uint32_t, compile_sub_group_size)
#undef DPEX_SYCL_KERNEL_INFO
} // namespace kernel_device_specific
} // namespace info

template <bundle_state State> class kernel_bundle;

class kernel {
  public:
    // Of the library: a borrowed kernel.
    explicit kernel(dpex_kernel *k) : handle_(detail::api()->kernel_retain(k), [](dpex_kernel *p) { detail::api()->kernel_release(p); })
    {
    }
    context get_context() const { return context(detail::api()->program_get_context(program())); }
    backend get_backend() const { return device(detail::api()->program_get_device(program())).get_backend(); }
    kernel_bundle<bundle_state::executable> get_kernel_bundle() const;
    template <class Param> typename Param::return_type get_info() const { return Param::get(*detail::api()->kernel_get_info(get())); }
    template <class Param> typename Param::return_type get_info(const device &) const { return get_info<Param>(); }

    friend bool operator==(const kernel &a, const kernel &b) { return a.get() == b.get(); }
    friend bool operator!=(const kernel &a, const kernel &b) { return a.get() != b.get(); }

    dpex_kernel *get() const noexcept { return handle_.get(); }

  private:
    dpex_program *program() const { return detail::api()->kernel_get_program(get()); }
    std::shared_ptr<dpex_kernel> handle_;
};

template <bundle_state State> class kernel_bundle {
    static_assert(State == bundle_state::executable, "programs of the library are executable");

  public:
    // Of the library: a borrowed program.
    explicit kernel_bundle(dpex_program *p)
        : handle_(detail::api()->program_retain(p), [](dpex_program *q) { detail::api()->program_release(q); })
    {
    }
    bool empty() const noexcept { return false; }
    context get_context() const { return context(detail::api()->program_get_context(get())); }
    std::vector<device> get_devices() const { return {device(detail::api()->program_get_device(get()))}; }
    backend get_backend() const { return get_devices().front().get_backend(); }
    bool ext_oneapi_has_kernel(const std::string &name) const
    {
        return detail::api()->program_has_kernel(get(), name.c_str()) != 0;
    }
    kernel ext_oneapi_get_kernel(const std::string &name) const
    {
        dpex_kernel *k = nullptr;
        detail::check(detail::api()->kernel_create(get(), name.c_str(), &k));
        const std::unique_ptr<dpex_kernel, void (*)(dpex_kernel *)> made(k, detail::api()->kernel_release);
        return kernel(k);
    }

    friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) { return a.get() == b.get(); }
    friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return a.get() != b.get(); }

    dpex_program *get() const noexcept { return handle_.get(); }

  private:
    std::shared_ptr<dpex_program> handle_;
};

inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const
{
    return kernel_bundle<bundle_state::executable>(program());
}

namespace detail {

// The arguments of a kernel of the library, as set_arg gives them, and its range.
class kernel_launch {
  public:
    template <class T> void set(int index, const T &value)
    {
        static_assert(std::is_trivially_copyable<T>::value, "an argument of a kernel is a number, a struct of numbers or a pointer");
        if (index < 0 || index >= DPEX_MAX_ARGS)
            throw exception(make_error_code(errc::kernel_argument), "kernels have arguments 0 to " + std::to_string(DPEX_MAX_ARGS - 1));
        if (values_.size() <= static_cast<std::size_t>(index)) values_.resize(static_cast<std::size_t>(index) + 1);
        argument &a = values_[static_cast<std::size_t>(index)];
        a.is_set = true;
        a.kind = std::is_pointer<T>::value ? DPEX_ARG_POINTER : kind_of<T>();
        const unsigned char *first = reinterpret_cast<const unsigned char *>(&value);
        a.bytes.assign(first, first + sizeof value);
    }
    // Fills in the command; the spans and texts live as long as this object.
    void describe(dpex_queue *queue, const kernel &k, const dpex_range &range, dpex_command &command)
    {
        for (std::size_t i = 0; i < values_.size(); i++) args_.push_back(describe_one(queue, i));
        command.kind = DPEX_COMMAND_LAUNCH;
        command.launch.kernel = k.get();
        command.launch.args = args_.data();
        command.launch.n_args = args_.size();
        command.launch.range = range;
        for (const std::shared_ptr<dpex_storage> &s : storages_) uses_.push_back(s.get());
        command.uses = uses_.data();
        command.n_uses = uses_.size();
    }

  private:
    struct argument {
        bool is_set = false;
        dpex_arg_kind kind = DPEX_ARG_RAW;
        std::vector<unsigned char> bytes;
    };
    template <class T> static constexpr dpex_arg_kind kind_of()
    {
        constexpr int step = std::is_unsigned<T>::value ? 1 : 0;
        if (std::is_same<T, double>::value) return DPEX_ARG_FLOAT64;
        if (std::is_same<T, float>::value) return DPEX_ARG_FLOAT32;
        if (!std::is_integral<T>::value && !std::is_enum<T>::value) return DPEX_ARG_RAW;
        return static_cast<dpex_arg_kind>((sizeof(T) == 1 ? DPEX_ARG_INT8 : sizeof(T) == 2 ? DPEX_ARG_INT16 : sizeof(T) == 4 ? DPEX_ARG_INT32 : DPEX_ARG_INT64) + step);
    }
    dpex_arg describe_one(dpex_queue *queue, std::size_t i)
    {
        const argument &a = values_[i];
        dpex_arg arg{};
        if (!a.is_set)
            throw exception(make_error_code(errc::kernel_argument), "argument " + std::to_string(i) + " of the kernel was not set");
        arg.kind = a.kind;
        if (a.kind == DPEX_ARG_RAW) {
            arg.bytes = a.bytes.size();
            arg.raw = a.bytes.data();
            return arg;
        }
        if (a.kind != DPEX_ARG_POINTER) {
            std::memcpy(&arg.bits, a.bytes.data(), a.bytes.size());
            return arg;
        }
        arg.span = dpex_span{};
        std::memcpy(&arg.span.host, a.bytes.data(), sizeof arg.span.host);
        dpex_storage *storage = nullptr;
        const char *ptr = static_cast<const char *>(arg.span.host);
        if (!ptr || api()->storage_find(api()->queue_get_context(queue), ptr, &storage)) return arg;
        storages_.emplace_back(storage, [](dpex_storage *s) { api()->storage_release(s); });
        arg.span.storage = storage;
        arg.span.offset = static_cast<std::size_t>(ptr - static_cast<const char *>(api()->storage_get_ptr(storage)));
        return arg;
    }
    std::vector<argument> values_;
    std::vector<dpex_arg> args_;
    std::vector<std::shared_ptr<dpex_storage>> storages_;
    std::vector<dpex_storage *> uses_;
};

template <int D> dpex_range range_of(const range<D> &global)
{
    dpex_range r{};
    r.nd = D;
    for (int d = 0; d < D; d++) r.global[d] = global[d];
    return r;
}
template <int D> dpex_range range_of(const nd_range<D> &both)
{
    dpex_range r = range_of(both.get_global_range());
    r.has_local = 1;
    for (int d = 0; d < D; d++) r.local[d] = both.get_local_range()[d];
    return r;
}

} // namespace detail
} // namespace sycl

#endif
