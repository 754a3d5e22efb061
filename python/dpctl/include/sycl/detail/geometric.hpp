// Geometric and relational functions.
#ifndef DPEX_SYCL_GEOMETRIC_HPP
#define DPEX_SYCL_GEOMETRIC_HPP

#include "math_map.hpp"

namespace sycl {

// ---- geometric: of 1 to 4 elements

namespace detail {
template <class... X> using geometric = std::enable_if_t<(elements_of<common<X...>>::count <= 4), floating<X...>>;

template <class V, class X> element_of<V> length_of(const X &x)
{
    using T = element_of<V>;
    using W = decltype(wide(T()));
    W sum = 0, most = 0;
    for (std::size_t i = 0; i < elements_of<V>::count; i++) {
        const W a = wide(elem_as<T>(x, i));
        sum += a * a;
        most = std::fmax(most, std::fabs(a));
    }
    if (!std::isnormal(sum) && std::isnormal(most)) { // squares out of range
        sum = 0;
        for (std::size_t i = 0; i < elements_of<V>::count; i++) {
            const W a = wide(elem_as<T>(x, i)) / most;
            sum += a * a;
        }
        return static_cast<T>(most * std::sqrt(sum));
    }
    return static_cast<T>(sum == 0 || std::isinf(most) ? most : std::sqrt(sum));
}
} // namespace detail

template <class X, class Y, class V = detail::geometric<X, Y>> V cross(const X &x, const Y &y)
{
    constexpr std::size_t n = detail::elements_of<V>::count;
    static_assert(n == 3 || n == 4, "of three or four elements");
    const V a(x), b(y);
    V r;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        r.detail_elem(std::size_t(i)) = a.detail_elem(std::size_t(j)) * b.detail_elem(std::size_t(k)) -
                                        a.detail_elem(std::size_t(k)) * b.detail_elem(std::size_t(j));
    }
    return r;
}
template <class X, class Y, class V = detail::geometric<X, Y>> detail::element_of<V> dot(const X &x, const Y &y)
{
    using T = detail::element_of<V>;
    decltype(detail::wide(T())) sum = 0;
    for (std::size_t i = 0; i < detail::elements_of<V>::count; i++)
        sum += detail::wide(detail::elem_as<T>(x, i)) * detail::wide(detail::elem_as<T>(y, i));
    return static_cast<T>(sum);
}
template <class X, class V = detail::geometric<X>> detail::element_of<V> length(const X &x)
{
    return detail::length_of<V>(x);
}
template <class X, class Y, class V = detail::geometric<X, Y>> detail::element_of<V> distance(const X &x, const Y &y)
{
    return detail::length_of<V>(V(x) - V(y));
}
template <class X, class V = detail::geometric<X>> V normalize(const X &x)
{
    using T = detail::element_of<V>;
    const T size = detail::length_of<V>(x);
    return size == T(0) ? V(x) : V(V(x) / size);
}
template <class X, class V = detail::geometric<X>> detail::element_of<V> fast_length(const X &x)
{
    return length(x);
}
template <class X, class Y, class V = detail::geometric<X, Y>> detail::element_of<V> fast_distance(const X &x, const Y &y)
{
    return distance(x, y);
}
template <class X, class V = detail::geometric<X>> V fast_normalize(const X &x)
{
    return normalize(x);
}

// ---- relational: bool of numbers and marray, integers of vec, as comparisons give

#define DPEX_SYCL_TELL1(name, ...)                                                                                                 \
    template <class X, class V = detail::floating<X>> detail::mask_t<V> name(const X &x)                                           \
    {                                                                                                                              \
        return detail::map_truth<V>([](auto a) { return __VA_ARGS__; }, x);                                                        \
    }
#define DPEX_SYCL_TELL2(name, ...)                                                                                                 \
    template <class X, class Y, class V = detail::floating<X, Y>> detail::mask_t<V> name(const X &x, const Y &y)                   \
    {                                                                                                                              \
        return detail::map_truth<V>([](auto a, auto b) { return __VA_ARGS__; }, x, y);                                             \
    }
DPEX_SYCL_TELL2(isequal, a == b)
DPEX_SYCL_TELL2(isnotequal, a != b)
DPEX_SYCL_TELL2(isgreater, std::isgreater(a, b))
DPEX_SYCL_TELL2(isgreaterequal, std::isgreaterequal(a, b))
DPEX_SYCL_TELL2(isless, std::isless(a, b))
DPEX_SYCL_TELL2(islessequal, std::islessequal(a, b))
DPEX_SYCL_TELL2(islessgreater, std::islessgreater(a, b))
DPEX_SYCL_TELL2(isordered, !std::isunordered(a, b))
DPEX_SYCL_TELL2(isunordered, std::isunordered(a, b))
DPEX_SYCL_TELL1(isfinite, std::isfinite(a))
DPEX_SYCL_TELL1(isinf, std::isinf(a))
DPEX_SYCL_TELL1(isnan, std::isnan(a))
DPEX_SYCL_TELL1(signbit, std::signbit(a))
#undef DPEX_SYCL_TELL1
#undef DPEX_SYCL_TELL2
template <class X, class V = detail::floating<X>> detail::mask_t<V> isnormal(const X &x)
{
    // (float has more normal numbers than half.)
    return detail::map_exact<detail::mask_t<V>, V>(
        [](auto a) {
            const auto size = std::fabs(detail::wide(a));
            const bool normal = size >= detail::wide((std::numeric_limits<decltype(a)>::min)()) && std::isfinite(size);
            return normal ? detail::mask<V>::truth : decltype(+detail::mask<V>::truth)(0);
        },
        x);
}

namespace detail {
// Whether a condition holds: a vec's where the highest bit is set.
template <class C> constexpr bool holds(C c)
{
    if constexpr (std::is_same<C, bool>::value)
        return c;
    else
        return static_cast<std::make_signed_t<C>>(c) < 0;
}
template <class X> using condition = std::enable_if_t<std::is_integral<element_of<X>>::value, X>;
} // namespace detail

template <class X, class = detail::condition<X>> bool any(const X &x)
{
    using T = detail::element_of<X>;
    bool found = false;
    for (std::size_t i = 0; i < detail::elements_of<X>::count; i++) found = found || detail::holds(detail::elem_as<T>(x, i));
    return found;
}
template <class X, class = detail::condition<X>> bool all(const X &x)
{
    using T = detail::element_of<X>;
    bool found = true;
    for (std::size_t i = 0; i < detail::elements_of<X>::count; i++) found = found && detail::holds(detail::elem_as<T>(x, i));
    return found;
}

// Bit by bit: b's where c has a 1, else a's.
template <class X, class Y, class Z, class V = detail::numeric<X, Y, Z>> V bitselect(const X &x, const Y &y, const Z &z)
{
    using T = detail::element_of<V>;
    using U = typename detail::integers<sizeof(T)>::no_sign;
    return detail::map_exact<V, V>(
        [](T a, T b, T c) {
            U bits[3];
            const T all[3] = {a, b, c};
            std::memcpy(bits, all, sizeof bits);
            const U chosen = static_cast<U>((bits[0] & static_cast<U>(~bits[2])) | (bits[1] & bits[2]));
            T r;
            std::memcpy(static_cast<void *>(&r), &chosen, sizeof r);
            return r;
        },
        x, y, z);
}
// y where the condition holds, else x.
template <class X, class Y, class C, class V = detail::numeric<X, Y>> V select(const X &x, const Y &y, const C &c)
{
    using T = detail::element_of<V>;
    if constexpr (detail::is_container<V>) {
        static_assert(detail::elements_of<C>::count == detail::elements_of<V>::count, "a condition for each element");
        V r;
        for (std::size_t i = 0; i < detail::elements_of<V>::count; i++)
            r.detail_elem(i) =
                detail::holds(detail::elem_as<detail::element_of<C>>(c, i)) ? detail::elem_as<T>(y, i) : detail::elem_as<T>(x, i);
        return r;
    } else {
        return static_cast<bool>(c) ? static_cast<V>(y) : static_cast<V>(x);
    }
}

} // namespace sycl

#endif
