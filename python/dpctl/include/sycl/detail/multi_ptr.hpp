// multi_ptr: a pointer that says which address space it points into.
//
// There is one address space here: decorated pointers are ordinary ones, and every cast succeeds.
#ifndef DPEX_SYCL_MULTI_PTR_HPP
#define DPEX_SYCL_MULTI_PTR_HPP

#include "access.hpp"

#include <cstddef>
#include <functional>
#include <iterator>

namespace sycl {

template <class T> struct remove_decoration {
    using type = T;
};
template <class T> using remove_decoration_t = typename remove_decoration<T>::type;

namespace detail {
constexpr bool holds_space(access::address_space space, access::address_space memory)
{
    return space == memory || space == access::address_space::generic_space;
}
} // namespace detail

template <class T, access::address_space Space, access::decorated Decorated> class multi_ptr {
    static constexpr bool is_generic = Space == access::address_space::generic_space;
    static constexpr bool is_legacy = Decorated == access::decorated::legacy;

  public:
    static constexpr bool is_decorated = Decorated == access::decorated::yes;
    static constexpr access::address_space address_space = Space;
    using element_type = T;
    using value_type = T;
    using pointer = T *;
    using pointer_t = T *;
    using const_pointer_t = const T *;
    using reference = std::add_lvalue_reference_t<T>;
    using reference_t = reference;
    using const_reference_t = std::add_lvalue_reference_t<const T>;
    using iterator_category = std::random_access_iterator_tag;
    using difference_type = std::ptrdiff_t;

    multi_ptr() = default;
    multi_ptr(std::nullptr_t) {}
    // (Templates, so that other multi_ptrs are converted by their own operators only.)
    template <class P, class = std::enable_if_t<std::is_same<P, pointer>::value && !is_legacy>>
    explicit multi_ptr(P ptr) : ptr_(ptr)
    {
    }
    template <class P, class = std::enable_if_t<std::is_pointer<P>::value && std::is_convertible<P, pointer>::value && is_legacy>,
              class = void>
    multi_ptr(P ptr) : ptr_(ptr)
    {
    }
    template <class A, int D, access_mode M, access::placeholder P, access::address_space S = Space,
              class = std::enable_if_t<detail::holds_space(S, access::address_space::global_space)>>
    multi_ptr(const accessor<A, D, M, target::device, P> &a) : ptr_(a.detail_data())
    {
    }
    template <class A, int D, access::address_space S = Space,
              class = std::enable_if_t<detail::holds_space(S, access::address_space::local_space)>>
    multi_ptr(const local_accessor<A, D> &a) : ptr_(a.detail_data())
    {
    }

    pointer get() const { return ptr_; }
    pointer get_raw() const { return ptr_; }
    pointer get_decorated() const { return ptr_; }
    operator pointer() const { return ptr_; }
    pointer operator->() const { return ptr_; }
    reference operator*() const { return *ptr_; }
    reference operator[](std::ptrdiff_t i) const { return ptr_[i]; }
    void prefetch(std::size_t) const {}

    // To the generic space, to const, to void and between decorations by itself; from the generic space and from void by a cast.
    template <class U, access::address_space S, access::decorated E,
              std::enable_if_t<std::is_convertible<T *, U *>::value && detail::holds_space(S, Space), int> = 0>
    operator multi_ptr<U, S, E>() const
    {
        return multi_ptr<U, S, E>(static_cast<U *>(ptr_));
    }
    template <class U, access::address_space S, access::decorated E,
              std::enable_if_t<!(std::is_convertible<T *, U *>::value && detail::holds_space(S, Space)) &&
                                   (is_generic || S == Space) && (std::is_const<U>::value || !std::is_const<T>::value) &&
                                   (std::is_void<T>::value || std::is_convertible<T *, U *>::value),
                               int> = 0>
    explicit operator multi_ptr<U, S, E>() const
    {
        return multi_ptr<U, S, E>(static_cast<U *>(ptr_));
    }

    friend multi_ptr &operator++(multi_ptr &p) { return p += 1; }
    friend multi_ptr &operator--(multi_ptr &p) { return p -= 1; }
    friend multi_ptr operator++(multi_ptr &p, int)
    {
        const multi_ptr before = p;
        ++p;
        return before;
    }
    friend multi_ptr operator--(multi_ptr &p, int)
    {
        const multi_ptr before = p;
        --p;
        return before;
    }
    friend multi_ptr &operator+=(multi_ptr &p, std::ptrdiff_t n)
    {
        p.ptr_ += n;
        return p;
    }
    friend multi_ptr &operator-=(multi_ptr &p, std::ptrdiff_t n)
    {
        p.ptr_ -= n;
        return p;
    }
    // (Of any integer: a pointer, which this converts to, would take it too.)
    template <class I, class = std::enable_if_t<std::is_integral<I>::value>> friend multi_ptr operator+(const multi_ptr &p, I n)
    {
        return multi_ptr(p.ptr_ + n);
    }
    template <class I, class = std::enable_if_t<std::is_integral<I>::value>> friend multi_ptr operator+(I n, const multi_ptr &p)
    {
        return multi_ptr(p.ptr_ + n);
    }
    template <class I, class = std::enable_if_t<std::is_integral<I>::value>> friend multi_ptr operator-(const multi_ptr &p, I n)
    {
        return multi_ptr(p.ptr_ - n);
    }
    friend std::ptrdiff_t operator-(const multi_ptr &a, const multi_ptr &b) { return a.ptr_ - b.ptr_; }
#define DPEX_SYCL_COMPARE(op, functor)                                                                                             \
    friend bool operator op(const multi_ptr &a, const multi_ptr &b)                                                                \
    {                                                                                                                              \
        return std::functor<pointer>()(a.ptr_, b.ptr_);                                                                            \
    }                                                                                                                              \
    friend bool operator op(const multi_ptr &a, std::nullptr_t)                                                                    \
    {                                                                                                                              \
        return std::functor<pointer>()(a.ptr_, nullptr);                                                                           \
    }                                                                                                                              \
    friend bool operator op(std::nullptr_t, const multi_ptr &b)                                                                    \
    {                                                                                                                              \
        return std::functor<pointer>()(nullptr, b.ptr_);                                                                           \
    }
    DPEX_SYCL_COMPARE(==, equal_to)
    DPEX_SYCL_COMPARE(!=, not_equal_to)
    DPEX_SYCL_COMPARE(<, less)
    DPEX_SYCL_COMPARE(>, greater)
    DPEX_SYCL_COMPARE(<=, less_equal)
    DPEX_SYCL_COMPARE(>=, greater_equal)
#undef DPEX_SYCL_COMPARE

  private:
    pointer ptr_ = nullptr;
};
template <class T, int D, access::placeholder P>
multi_ptr(const accessor<T, D, access_mode::read, target::device, P> &)
    -> multi_ptr<const T, access::address_space::global_space, access::decorated::no>;
template <class T, int D, access_mode M, access::placeholder P>
multi_ptr(const accessor<T, D, M, target::device, P> &) -> multi_ptr<T, access::address_space::global_space, access::decorated::no>;
template <class T, int D>
multi_ptr(const local_accessor<T, D> &) -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

template <access::address_space Space, access::decorated Decorated, class T>
multi_ptr<T, Space, Decorated> address_space_cast(T *ptr)
{
    return multi_ptr<T, Space, Decorated>(ptr);
}
template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
multi_ptr<T, Space, Decorated> make_ptr(T *ptr)
{
    return multi_ptr<T, Space, Decorated>(ptr);
}

#define DPEX_SYCL_POINTER(space)                                                                                                   \
    template <class T, access::decorated E = access::decorated::legacy>                                                            \
    using space##_ptr = multi_ptr<T, access::address_space::space##_space, E>;                                                     \
    template <class T> using raw_##space##_ptr = multi_ptr<T, access::address_space::space##_space, access::decorated::no>;        \
    template <class T> using decorated_##space##_ptr = multi_ptr<T, access::address_space::space##_space, access::decorated::yes>;
DPEX_SYCL_POINTER(global)
DPEX_SYCL_POINTER(local)
DPEX_SYCL_POINTER(private)
DPEX_SYCL_POINTER(generic)
DPEX_SYCL_POINTER(constant)
#undef DPEX_SYCL_POINTER

} // namespace sycl

#endif
