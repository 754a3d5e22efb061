// Between the references of dpctl's C interface and SYCL's C++ objects:
//
//     sycl::queue *q = dpctl::syclinterface::unwrap<sycl::queue>(QRef);
//     DPCTLSyclQueueRef QRef = dpctl::syclinterface::wrap<sycl::queue>(&q);
//
// A reference is the address of the library's object, not that of a C++ object. So unwrap makes one for each reference and keeps it: the
// pointer is good for as long as the reference is, and the same each time. Objects whose references have ended go when others are made.
// wrap gives a borrowed reference, which lives with the C++ object; copy it (DPCTLQueue_Copy) to keep it.
#ifndef DPCTL_SYCL_TYPE_CASTERS_HPP
#define DPCTL_SYCL_TYPE_CASTERS_HPP

#include <sycl/sycl.hpp>

#include <memory>
#include <mutex>
#include <unordered_map>

#include "dpctl_sycl_types.h"

namespace dpctl {
namespace syclinterface {
namespace detail {

// The reference and the library's type of a class; whether references to it are counted.
template <class T> struct traits;
#define DPCTL_SYCL_TRAITS(type, reference, object_type, counted)                                                                   \
    template <> struct traits<type> {                                                                                              \
        using ref = reference;                                                                                                     \
        using object = object_type;                                                                                                \
        static constexpr bool is_counted = counted;                                                                                \
    };
DPCTL_SYCL_TRAITS(sycl::queue, DPCTLSyclQueueRef, dpex_queue, true)
DPCTL_SYCL_TRAITS(sycl::device, DPCTLSyclDeviceRef, dpex_device, false)
DPCTL_SYCL_TRAITS(sycl::platform, DPCTLSyclPlatformRef, dpex_platform, false)
DPCTL_SYCL_TRAITS(sycl::context, DPCTLSyclContextRef, dpex_context, true)
DPCTL_SYCL_TRAITS(sycl::event, DPCTLSyclEventRef, dpex_event, true)
DPCTL_SYCL_TRAITS(sycl::kernel, DPCTLSyclKernelRef, dpex_kernel, true)
DPCTL_SYCL_TRAITS(sycl::kernel_bundle<sycl::bundle_state::executable>, DPCTLSyclKernelBundleRef, dpex_program, true)
#undef DPCTL_SYCL_TRAITS

template <class T> class unwrapped {
  public:
    static T *get(typename traits<T>::object *object)
    {
        static unwrapped &all = *new unwrapped; // pointers may be used until the process ends
        const std::lock_guard<std::mutex> guard(all.lock_);
        std::unique_ptr<T> &found = all.objects_[object];
        if (found) return found.get();
        found = std::make_unique<T>(object);
        T *made = found.get();
        if (traits<T>::is_counted && all.objects_.size() >= all.sweep_at_) all.sweep(object);
        return made;
    }

  private:
    // Drops what nobody but this map refers to any more.
    void sweep(const void *but)
    {
        for (auto i = objects_.begin(); i != objects_.end();)
            i = i->first != but && !sycl::detail::api()->object_is_shared(i->first) ? objects_.erase(i) : std::next(i);
        sweep_at_ = 2 * objects_.size() + 64;
    }
    std::mutex lock_; // guards what follows
    std::unordered_map<typename traits<T>::object *, std::unique_ptr<T>> objects_;
    std::size_t sweep_at_ = 64;
};

// Events without a command are complete; the library has one object for all of them.
inline dpex_event *complete_event()
{
    static dpex_event *const only = [] {
        dpex_event *made = nullptr;
        sycl::detail::check(sycl::detail::api()->event_create(&made));
        return made;
    }();
    return sycl::detail::api()->event_retain(only);
}

} // namespace detail

// NULL for NULL.
template <class T> T *unwrap(typename detail::traits<T>::ref ref)
{
    return ref ? detail::unwrapped<T>::get(reinterpret_cast<typename detail::traits<T>::object *>(ref)) : nullptr;
}

template <class T> typename detail::traits<T>::ref wrap(const T *object)
{
    if (!object) return nullptr;
    typename detail::traits<T>::object *inner = object->get();
    if constexpr (std::is_same<T, sycl::event>::value)
        if (!inner) inner = detail::complete_event();
    return reinterpret_cast<typename detail::traits<T>::ref>(inner);
}

} // namespace syclinterface
} // namespace dpctl

#endif
