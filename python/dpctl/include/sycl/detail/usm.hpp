// USM allocation: malloc_*, aligned_alloc_*, free, usm_allocator, and questions about pointers.
#ifndef DPEX_SYCL_USM_HPP
#define DPEX_SYCL_USM_HPP

#include "queue.hpp"

#include <new>

namespace sycl {

namespace usm {
enum class alloc { host, device, shared, unknown };
}

namespace detail {
inline dpex_usm_kind kind_of(usm::alloc kind)
{
    return kind == usm::alloc::host ? DPEX_USM_HOST : kind == usm::alloc::device ? DPEX_USM_DEVICE : DPEX_USM_SHARED;
}
// Of so many elements; where they do not fit in a size_t, more than there is.
template <class T> std::size_t bytes_of(std::size_t count)
{
    return count > SIZE_MAX / sizeof(T) ? SIZE_MAX : count * sizeof(T);
}
} // namespace detail

// NULL where there is no memory left.
inline void *aligned_alloc(std::size_t align, std::size_t bytes, const queue &q, usm::alloc kind, const property_list & = {})
{
    dpex_storage *storage;
    if (detail::api()->storage_create(q.get(), bytes, align, detail::kind_of(kind), &storage)) return nullptr;
    detail::api()->pointer_own(storage);
    return detail::api()->storage_get_ptr(storage);
}
inline void *aligned_alloc(std::size_t align, std::size_t bytes, const device &d, const context &c, usm::alloc kind,
                           const property_list & = {})
{
    return aligned_alloc(align, bytes, queue(c, d), kind);
}
inline void *malloc(std::size_t bytes, const queue &q, usm::alloc kind, const property_list & = {})
{
    return aligned_alloc(0, bytes, q, kind);
}
inline void *malloc(std::size_t bytes, const device &d, const context &c, usm::alloc kind, const property_list & = {})
{
    return aligned_alloc(0, bytes, d, c, kind);
}
template <class T> T *malloc(std::size_t count, const queue &q, usm::alloc kind, const property_list & = {})
{
    return static_cast<T *>(aligned_alloc(alignof(T), detail::bytes_of<T>(count), q, kind));
}
template <class T> T *malloc(std::size_t count, const device &d, const context &c, usm::alloc kind, const property_list & = {})
{
    return static_cast<T *>(aligned_alloc(alignof(T), detail::bytes_of<T>(count), d, c, kind));
}

#define DPEX_SYCL_ALLOC(kind)                                                                                                      \
    inline void *malloc_##kind(std::size_t bytes, const queue &q, const property_list & = {})                                      \
    {                                                                                                                              \
        return malloc(bytes, q, usm::alloc::kind);                                                                                 \
    }                                                                                                                              \
    template <class T> T *malloc_##kind(std::size_t count, const queue &q, const property_list & = {})                             \
    {                                                                                                                              \
        return malloc<T>(count, q, usm::alloc::kind);                                                                              \
    }                                                                                                                              \
    inline void *aligned_alloc_##kind(std::size_t align, std::size_t bytes, const queue &q, const property_list & = {})            \
    {                                                                                                                              \
        return aligned_alloc(align, bytes, q, usm::alloc::kind);                                                                   \
    }                                                                                                                              \
    template <class T> T *aligned_alloc_##kind(std::size_t align, std::size_t count, const queue &q, const property_list & = {})   \
    {                                                                                                                              \
        return static_cast<T *>(aligned_alloc(align, detail::bytes_of<T>(count), q, usm::alloc::kind));                                     \
    }
#define DPEX_SYCL_ALLOC_ON_DEVICE(kind)                                                                                            \
    inline void *malloc_##kind(std::size_t bytes, const device &d, const context &c, const property_list & = {})                   \
    {                                                                                                                              \
        return malloc(bytes, d, c, usm::alloc::kind);                                                                              \
    }                                                                                                                              \
    template <class T> T *malloc_##kind(std::size_t count, const device &d, const context &c, const property_list & = {})          \
    {                                                                                                                              \
        return malloc<T>(count, d, c, usm::alloc::kind);                                                                           \
    }
DPEX_SYCL_ALLOC(device)
DPEX_SYCL_ALLOC(shared)
DPEX_SYCL_ALLOC(host)
DPEX_SYCL_ALLOC_ON_DEVICE(device)
DPEX_SYCL_ALLOC_ON_DEVICE(shared)
#undef DPEX_SYCL_ALLOC
#undef DPEX_SYCL_ALLOC_ON_DEVICE
inline void *malloc_host(std::size_t bytes, const context &c, const property_list & = {})
{
    return malloc(bytes, c.detail_select([](const device &) { return 0; }), c, usm::alloc::host);
}
template <class T> T *malloc_host(std::size_t count, const context &c, const property_list & = {})
{
    return malloc<T>(count, c.detail_select([](const device &) { return 0; }), c, usm::alloc::host);
}

inline void free(void *ptr, const context &c)
{
    if (!ptr) return;
    dpex_storage *storage;
    detail::check(detail::api()->pointer_disown(c.get(), ptr, &storage));
    detail::api()->storage_release(storage);
}
inline void free(void *ptr, const queue &q)
{
    free(ptr, q.get_context());
}

inline usm::alloc get_pointer_type(const void *ptr, const context &c)
{
    dpex_pointer_info info;
    detail::api()->pointer_find(c.get(), ptr, &info);
    return info.kind == DPEX_USM_DEVICE   ? usm::alloc::device
           : info.kind == DPEX_USM_SHARED ? usm::alloc::shared
           : info.kind == DPEX_USM_HOST   ? usm::alloc::host
                                          : usm::alloc::unknown;
}
inline device get_pointer_device(const void *ptr, const context &c)
{
    dpex_pointer_info info;
    detail::api()->pointer_find(c.get(), ptr, &info);
    if (info.kind == DPEX_USM_UNKNOWN) throw exception(make_error_code(errc::invalid), "the pointer is not USM memory of the context");
    return device(info.device);
}

template <class T, usm::alloc Kind, std::size_t Align = 0> class usm_allocator {
    static_assert(Kind != usm::alloc::device, "memory of kind device is not for the host");

  public:
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    template <class U> struct rebind {
        using other = usm_allocator<U, Kind, Align>;
    };
    explicit usm_allocator(const queue &q, const property_list & = {}) : queue_(q) {}
    usm_allocator(const context &c, const device &d, const property_list & = {}) : queue_(c, d) {}
    template <class U> usm_allocator(const usm_allocator<U, Kind, Align> &other) noexcept : queue_(other.detail_queue()) {}
    T *allocate(std::size_t count)
    {
        void *ptr = aligned_alloc(Align > alignof(T) ? Align : alignof(T), detail::bytes_of<T>(count), queue_, Kind);
        if (!ptr) throw exception(make_error_code(errc::memory_allocation), "no memory for " + std::to_string(count) + " elements");
        return static_cast<T *>(ptr);
    }
    void deallocate(T *ptr, std::size_t) { free(ptr, queue_); }
    template <class U, std::size_t A> friend bool operator==(const usm_allocator &a, const usm_allocator<U, Kind, A> &b)
    {
        return a.queue_.get_context() == b.detail_queue().get_context() && a.queue_.get_device() == b.detail_queue().get_device();
    }
    template <class U, std::size_t A> friend bool operator!=(const usm_allocator &a, const usm_allocator<U, Kind, A> &b)
    {
        return !(a == b);
    }
    const queue &detail_queue() const noexcept { return queue_; }

  private:
    queue queue_;
};

} // namespace sycl

#endif
