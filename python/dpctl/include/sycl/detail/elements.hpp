// What vec, marray and parts of a vec have in common: they are numbers side by side, and operators work on each of them.
//
// Every operator is one template over "operands of the same container": vec, a swizzle of a vec, marray, and numbers, which stand for
// a container full of them. The loops over elements have a fixed length, which compilers turn into vector instructions.
#ifndef DPEX_SYCL_ELEMENTS_HPP
#define DPEX_SYCL_ELEMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {

class half;
template <class T, int N> class vec;
template <class T, std::size_t N> class marray;

namespace detail {

template <class V, int... I> class swizzled;

template <class T> inline constexpr bool is_floating = std::is_floating_point<T>::value || std::is_same<T, half>::value;
template <class T> inline constexpr bool is_number = std::is_arithmetic<T>::value || std::is_same<T, half>::value;

// container: the type that holds the values of X, or void for a single number.
template <class X> struct elements_of {
    using container = void;
    using element = X;
    static constexpr std::size_t count = 1;
};
template <class T, int N> struct elements_of<vec<T, N>> {
    using container = vec<T, N>;
    using element = T;
    static constexpr std::size_t count = std::size_t(N);
};
template <class V, int... I> struct elements_of<swizzled<V, I...>> {
    using container = vec<typename V::element_type, int(sizeof...(I))>;
    using element = typename V::element_type;
    static constexpr std::size_t count = sizeof...(I);
};
template <class T, std::size_t N> struct elements_of<marray<T, N>> {
    using container = marray<T, N>;
    using element = T;
    static constexpr std::size_t count = N;
};
template <class X> using container_of = typename elements_of<X>::container;
template <class X> using element_of = typename elements_of<X>::element;
template <class X> inline constexpr bool is_container = !std::is_void<container_of<X>>::value;
template <class X> struct is_swizzled : std::false_type {
};
template <class V, int... I> struct is_swizzled<swizzled<V, I...>> : std::true_type {
};

// The one container of several operands. Numbers go with any; two that differ have none.
struct no_container {};
template <class A, class B> struct join {
    using type = no_container;
};
template <class A> struct join<A, A> {
    using type = A;
};
template <class A> struct join<A, void> {
    using type = A;
};
template <class A> struct join<void, A> {
    using type = A;
};
template <> struct join<void, void> {
    using type = void;
};
template <class First, class... More> struct join_all {
    using type = typename join<container_of<First>, typename join_all<More...>::type>::type;
};
template <class Last> struct join_all<Last> {
    using type = container_of<Last>;
};
template <class... X> using joined = typename join_all<X...>::type;

// Same shape, other elements.
template <class V, class U> struct rebind {
    using type = U;
};
template <class T, int N, class U> struct rebind<vec<T, N>, U> {
    using type = vec<U, N>;
};
template <class T, std::size_t N, class U> struct rebind<marray<T, N>, U> {
    using type = marray<U, N>;
};
template <class V, class U> using rebind_t = typename rebind<V, U>::type;

template <std::size_t Bytes> struct integers;
template <> struct integers<1> {
    using of_sign = std::int8_t;
    using no_sign = std::uint8_t;
};
template <> struct integers<2> {
    using of_sign = std::int16_t;
    using no_sign = std::uint16_t;
};
template <> struct integers<4> {
    using of_sign = std::int32_t;
    using no_sign = std::uint32_t;
};
template <> struct integers<8> {
    using of_sign = std::int64_t;
    using no_sign = std::uint64_t;
};

// What a comparison of a V gives, and what is true in it.
template <class V> struct mask {
    using type = bool;
    static constexpr type truth = true;
};
template <class T, int N> struct mask<vec<T, N>> {
    using element = typename integers<sizeof(T)>::of_sign;
    using type = vec<element, N>;
    static constexpr element truth = element(-1);
};
template <class T, std::size_t N> struct mask<marray<T, N>> {
    using element = bool;
    using type = marray<bool, N>;
    static constexpr element truth = true;
};
template <class V> using mask_t = typename mask<V>::type;

// The i-th element of an operand as a T.
template <class T, class X> constexpr T elem_as(const X &x, std::size_t i)
{
    if constexpr (is_container<X>)
        return static_cast<T>(x.detail_elem(i));
    else
        return static_cast<void>(i), static_cast<T>(x);
}

// Of one element only: the container is then a number. (A conversion that is a template would not serve `if (v)`.)
template <class Self, class T, bool One> struct single_number {
};
template <class Self, class T> struct single_number<Self, T, true> {
    constexpr operator T() const { return static_cast<const Self *>(this)->detail_elem(0); }
};

// The container of two operands of an operator; no type where they have none.
template <class A, class B, class V, bool = !std::is_void<V>::value && !std::is_same<V, no_container>::value> struct two {
};
template <class A, class B, class V> struct two<A, B, V, true> {
    static constexpr bool fits = (is_container<A> || std::is_convertible<A, element_of<V>>::value) &&
                                 (is_container<B> || std::is_convertible<B, element_of<V>>::value);
    using any = std::conditional_t<fits, V, void>;
};
template <class A, class B> struct operands : two<A, B, joined<A, B>> {
};
template <class V> using if_container = std::enable_if_t<!std::is_void<V>::value, V>;
template <class V> using if_integers = std::enable_if_t<!std::is_void<V>::value && !is_floating<element_of<V>>, V>;
template <class A, class B> using any_two = if_container<typename operands<A, B>::any>;
template <class A, class B> using integer_two = if_integers<typename operands<A, B>::any>;
template <class A> using any_one = if_container<container_of<A>>;
template <class A> using integer_one = if_integers<any_one<A>>;

template <class V, class F, class A, class B> constexpr V each(const F &f, const A &a, const B &b)
{
    using T = element_of<V>;
    V r;
    for (std::size_t i = 0; i < elements_of<V>::count; i++)
        r.detail_elem(i) = static_cast<T>(f(elem_as<T>(a, i), elem_as<T>(b, i)));
    return r;
}
template <class V, class F, class A, class B> constexpr mask_t<V> each_truth(const F &f, const A &a, const B &b)
{
    using T = element_of<V>;
    using U = typename mask<V>::element;
    mask_t<V> r;
    for (std::size_t i = 0; i < elements_of<V>::count; i++)
        r.detail_elem(i) = f(elem_as<T>(a, i), elem_as<T>(b, i)) ? mask<V>::truth : U(0);
    return r;
}

// p << q as hardware does it, of negative numbers too.
template <class T> constexpr T shifted_left(T p, T q)
{
    if constexpr (std::is_same<T, bool>::value)
        return p;
    else
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(p) << q);
}

} // namespace detail

// combined: of p and q, two elements.
#define DPEX_SYCL_BINARY(op, which) DPEX_SYCL_BINARY_BY(op, which, p op q)
#define DPEX_SYCL_BINARY_BY(op, which, combined)                                                                                   \
    template <class A, class B, class V = detail::which##_two<A, B>> constexpr V operator op(const A &a, const B &b)               \
    {                                                                                                                              \
        return detail::each<V>([](const auto &p, const auto &q) { return combined; }, a, b);                                       \
    }                                                                                                                              \
    template <class A, class B, class V = detail::which##_two<A, B>, class = std::enable_if_t<std::is_same<A, V>::value>>          \
    constexpr A &operator op##=(A &a, const B &b)                                                                                  \
    {                                                                                                                              \
        return a = a op b;                                                                                                         \
    }                                                                                                                              \
    template <class S, class B, class V = detail::which##_two<S, B>, class = std::enable_if_t<detail::is_swizzled<S>::value>>      \
    constexpr const S &operator op##=(const S &a, const B &b)                                                                      \
    {                                                                                                                              \
        return a = a op b;                                                                                                         \
    }
DPEX_SYCL_BINARY(+, any)
DPEX_SYCL_BINARY(-, any)
DPEX_SYCL_BINARY(*, any)
DPEX_SYCL_BINARY(/, any)
DPEX_SYCL_BINARY(%, integer)
DPEX_SYCL_BINARY(&, integer)
DPEX_SYCL_BINARY(|, integer)
DPEX_SYCL_BINARY(^, integer)
DPEX_SYCL_BINARY_BY(<<, integer, detail::shifted_left(p, q))
DPEX_SYCL_BINARY(>>, integer)
#undef DPEX_SYCL_BINARY
#undef DPEX_SYCL_BINARY_BY

#define DPEX_SYCL_TRUTH(op)                                                                                                        \
    template <class A, class B, class V = detail::any_two<A, B>> constexpr detail::mask_t<V> operator op(const A &a, const B &b)   \
    {                                                                                                                              \
        return detail::each_truth<V>([](const auto &p, const auto &q) { return p op q; }, a, b);                                   \
    }
DPEX_SYCL_TRUTH(==)
DPEX_SYCL_TRUTH(!=)
DPEX_SYCL_TRUTH(<)
DPEX_SYCL_TRUTH(>)
DPEX_SYCL_TRUTH(<=)
DPEX_SYCL_TRUTH(>=)
#undef DPEX_SYCL_TRUTH
// (Of numbers other than bool, the operators themselves would be warned of.)
template <class A, class B, class V = detail::any_two<A, B>> constexpr detail::mask_t<V> operator&&(const A &a, const B &b)
{
    using T = detail::element_of<V>;
    return detail::each_truth<V>([](const T &p, const T &q) { return p != T(0) && q != T(0); }, a, b);
}
template <class A, class B, class V = detail::any_two<A, B>> constexpr detail::mask_t<V> operator||(const A &a, const B &b)
{
    using T = detail::element_of<V>;
    return detail::each_truth<V>([](const T &p, const T &q) { return p != T(0) || q != T(0); }, a, b);
}
template <class A, class V = detail::any_one<A>> constexpr detail::mask_t<V> operator!(const A &a)
{
    using T = detail::element_of<V>;
    return detail::each_truth<V>([](const T &p, const T &q) { return p == q; }, a, T(0));
}
template <class A, class V = detail::integer_one<A>> constexpr V operator~(const A &a)
{
    return detail::each<V>([](const auto &p, const auto &) { return ~(+p); }, a, a);
}
template <class A, class V = detail::any_one<A>> constexpr V operator+(const A &a)
{
    return detail::each<V>([](const auto &p, const auto &) { return p; }, a, a);
}
template <class A, class V = detail::any_one<A>> constexpr V operator-(const A &a)
{
    return detail::each<V>([](const auto &p, const auto &) { return -p; }, a, a);
}

#define DPEX_SYCL_STEP(op, by)                                                                                                     \
    template <class A, class V = detail::any_one<A>, class = std::enable_if_t<std::is_same<A, V>::value>>                          \
    constexpr A &operator op(A &a)                                                                                                 \
    {                                                                                                                              \
        return a = a by detail::element_of<A>(1);                                                                                  \
    }                                                                                                                              \
    template <class A, class V = detail::any_one<A>, class = std::enable_if_t<std::is_same<A, V>::value>>                          \
    constexpr A operator op(A &a, int)                                                                                             \
    {                                                                                                                              \
        const A before = a;                                                                                                        \
        op a;                                                                                                                      \
        return before;                                                                                                             \
    }                                                                                                                              \
    template <class S, class = std::enable_if_t<detail::is_swizzled<S>::value>> constexpr const S &operator op(const S &a)         \
    {                                                                                                                              \
        return a = a by detail::element_of<S>(1);                                                                                  \
    }                                                                                                                              \
    template <class S, class = std::enable_if_t<detail::is_swizzled<S>::value>>                                                    \
    constexpr detail::container_of<S> operator op(const S &a, int)                                                                 \
    {                                                                                                                              \
        const detail::container_of<S> before = a;                                                                                  \
        op a;                                                                                                                      \
        return before;                                                                                                             \
    }
DPEX_SYCL_STEP(++, +)
DPEX_SYCL_STEP(--, -)
#undef DPEX_SYCL_STEP

} // namespace sycl

#endif
