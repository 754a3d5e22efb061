// atomic_ref and atomic_fence, over the compiler's atomic built-ins.
#ifndef DPEX_SYCL_ATOMIC_HPP
#define DPEX_SYCL_ATOMIC_HPP

#include "item.hpp"

#include <cstring>

namespace sycl {

namespace detail {
constexpr int builtin_order(memory_order order)
{
    return order == memory_order::relaxed   ? __ATOMIC_RELAXED
           : order == memory_order::acquire ? __ATOMIC_ACQUIRE
           : order == memory_order::release ? __ATOMIC_RELEASE
           : order == memory_order::acq_rel ? __ATOMIC_ACQ_REL
                                            : __ATOMIC_SEQ_CST;
}
constexpr memory_order load_order(memory_order order)
{
    return order == memory_order::acq_rel ? memory_order::acquire : order;
}
constexpr memory_order store_order(memory_order order)
{
    return order == memory_order::acq_rel ? memory_order::release : order;
}
} // namespace detail

// Items of a work-group that run on one machine need no weaker fences for narrower scopes, so scopes change nothing.
template <class T, memory_order Default, memory_scope DefaultScope, access::address_space Space = access::address_space::generic_space>
class atomic_ref {
    static_assert(std::is_trivially_copyable<T>::value && (sizeof(T) == 4 || sizeof(T) == 8), "an object of 4 or 8 bytes");

  public:
    using value_type = T;
    static constexpr std::size_t required_alignment = sizeof(T);
    static constexpr bool is_always_lock_free = true;
    static constexpr memory_order default_read_order = detail::load_order(Default);
    static constexpr memory_order default_write_order = detail::store_order(Default);
    static constexpr memory_order default_read_modify_write_order = Default;
    static constexpr memory_scope default_scope = DefaultScope;

    explicit atomic_ref(T &object) : ptr_(&object) {}
    atomic_ref(const atomic_ref &) noexcept = default;
    atomic_ref &operator=(const atomic_ref &) = delete;
    bool is_lock_free() const noexcept { return true; }
    void store(T value, memory_order order = default_write_order, memory_scope = default_scope) const noexcept
    {
        __atomic_store(ptr_, &value, detail::builtin_order(order));
    }
    T operator=(T value) const noexcept
    {
        store(value);
        return value;
    }
    T load(memory_order order = default_read_order, memory_scope = default_scope) const noexcept
    {
        T value;
        __atomic_load(ptr_, &value, detail::builtin_order(order));
        return value;
    }
    operator T() const noexcept { return load(); }
    T exchange(T value, memory_order order = Default, memory_scope = default_scope) const noexcept
    {
        T before;
        __atomic_exchange(ptr_, &value, &before, detail::builtin_order(order));
        return before;
    }
    bool compare_exchange_strong(T &expected, T value, memory_order success, memory_order failure, memory_scope = default_scope) const noexcept
    {
        return __atomic_compare_exchange(ptr_, &expected, &value, false, detail::builtin_order(success), detail::builtin_order(failure));
    }
    bool compare_exchange_strong(T &expected, T value, memory_order order = Default, memory_scope = default_scope) const noexcept
    {
        return compare_exchange_strong(expected, value, order, detail::load_order(order) == memory_order::release ? memory_order::relaxed : detail::load_order(order));
    }
    bool compare_exchange_weak(T &expected, T value, memory_order success, memory_order failure, memory_scope = default_scope) const noexcept
    {
        return compare_exchange_strong(expected, value, success, failure);
    }
    bool compare_exchange_weak(T &expected, T value, memory_order order = Default, memory_scope = default_scope) const noexcept
    {
        return compare_exchange_strong(expected, value, order);
    }

#define DPEX_SYCL_FETCH(name, expression)                                                                                          \
    template <class U = T> U name(U x, memory_order order = Default, memory_scope = default_scope) const noexcept                  \
    {                                                                                                                              \
        return change([x](U old) { return static_cast<U>(expression); }, order);                                                   \
    }
    DPEX_SYCL_FETCH(fetch_add, old + x)
    DPEX_SYCL_FETCH(fetch_sub, old - x)
    DPEX_SYCL_FETCH(fetch_and, old &x)
    DPEX_SYCL_FETCH(fetch_or, old | x)
    DPEX_SYCL_FETCH(fetch_xor, old ^ x)
    DPEX_SYCL_FETCH(fetch_min, x < old ? x : old)
    DPEX_SYCL_FETCH(fetch_max, old < x ? x : old)
#undef DPEX_SYCL_FETCH
    T operator+=(T x) const noexcept { return static_cast<T>(fetch_add(x) + x); }
    T operator-=(T x) const noexcept { return static_cast<T>(fetch_sub(x) - x); }
    template <class U = T> U operator&=(U x) const noexcept { return static_cast<U>(fetch_and(x) & x); }
    template <class U = T> U operator|=(U x) const noexcept { return static_cast<U>(fetch_or(x) | x); }
    template <class U = T> U operator^=(U x) const noexcept { return static_cast<U>(fetch_xor(x) ^ x); }
    T operator++(int) const noexcept { return fetch_add(T(1)); }
    T operator--(int) const noexcept { return fetch_sub(T(1)); }
    T operator++() const noexcept { return static_cast<T>(fetch_add(T(1)) + T(1)); }
    T operator--() const noexcept { return static_cast<T>(fetch_sub(T(1)) - T(1)); }

  private:
    template <class F> T change(const F &f, memory_order order) const noexcept
    {
        T old = load(memory_order::relaxed);
        while (!compare_exchange_strong(old, f(old), order, memory_order::relaxed)) {
        }
        return old;
    }
    T *ptr_;
};

inline void atomic_fence(memory_order order, memory_scope)
{
    __atomic_thread_fence(detail::builtin_order(order));
}

} // namespace sycl

#endif
