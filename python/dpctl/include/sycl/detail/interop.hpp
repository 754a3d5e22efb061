// Launching kernels of the library: those that Python or the C interface compiled.
#ifndef DPEX_SYCL_INTEROP_HPP
#define DPEX_SYCL_INTEROP_HPP

#include "kernel_bundle.hpp"

#include <cstring>

namespace sycl {

namespace detail {

// The arguments of a kernel of the library, as set_arg gives them, and its range. (Templates, so that programs without such kernels are
// compiled without them.)
class kernel_launch : public counted_object {
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
        a.bytes.resize(sizeof value);
        std::memcpy(a.bytes.data(), &value, sizeof value);
    }
    template <class Kernel> void set_kernel(const Kernel &k, const dpex_range &range)
    {
        if (!k.get())
            throw exception(make_error_code(errc::invalid), "a kernel that is a lambda is submitted as one, not as an object of type kernel");
        kernel_ = kernel_ref::borrow(k.get());
        range_ = range;
    }
    // Fills in the command; the spans and texts live as long as this object.
    template <class Queue> void describe(Queue *queue, dpex_command &command)
    {
        for (std::size_t i = 0; i < values_.size(); i++) args_.push_back(describe_one(queue, i));
        command.kind = DPEX_COMMAND_LAUNCH;
        command.launch.kernel = kernel_.get();
        command.launch.args = args_.data();
        command.launch.n_args = args_.size();
        command.launch.range = range_;
        for (const storage_ref &s : storages_) uses_.push_back(s.get());
        command.uses = uses_.data();
        command.n_uses = uses_.size();
    }

  private:
    struct argument {
        bool is_set = false;
        dpex_arg_kind kind = DPEX_ARG_RAW;
        sequence<unsigned char> bytes;
    };
    template <class T> static constexpr dpex_arg_kind kind_of()
    {
        constexpr int step = std::is_unsigned<T>::value ? 1 : 0;
        if (std::is_same<T, double>::value) return DPEX_ARG_FLOAT64;
        if (std::is_same<T, float>::value) return DPEX_ARG_FLOAT32;
        if (!std::is_integral<T>::value && !std::is_enum<T>::value) return DPEX_ARG_RAW;
        return static_cast<dpex_arg_kind>((sizeof(T) == 1 ? DPEX_ARG_INT8 : sizeof(T) == 2 ? DPEX_ARG_INT16 : sizeof(T) == 4 ? DPEX_ARG_INT32 : DPEX_ARG_INT64) + step);
    }
    template <class Queue> dpex_arg describe_one(Queue *queue, std::size_t i)
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
        storages_.push_back(storage_ref(storage));
        arg.span.storage = storage;
        arg.span.offset = static_cast<std::size_t>(ptr - static_cast<const char *>(api()->storage_get_ptr(storage)));
        return arg;
    }
    kernel_ref kernel_;
    dpex_range range_{};
    sequence<argument> values_;
    sequence<dpex_arg> args_;
    sequence<storage_ref> storages_;
    sequence<dpex_storage *> uses_;
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
