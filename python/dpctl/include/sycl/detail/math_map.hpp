// How the functions of math.hpp, integer.hpp and geometric.hpp take numbers, vec, swizzles and marray alike: element by element.
//
// Among vectors, a number stands for a vector full of it. Among numbers alone, the widest floating-point type decides.
#ifndef DPEX_SYCL_MATH_MAP_HPP
#define DPEX_SYCL_MATH_MAP_HPP

#include "marray.hpp"
#include "vec.hpp"

#include <cmath>

namespace sycl {
namespace detail {

struct nothing {}; // no such operand

// The type that numbers of types A and B meet in.
template <class A, class B> struct meet {
    static constexpr bool a = is_floating<A>, b = is_floating<B>;
    template <class X> static constexpr int width = std::is_same<X, half>::value ? 1 : std::is_same<X, float>::value ? 2 : 3;
    template <bool Floating, class X, class Y> struct wider {
        using type = std::conditional_t<(width<X> < width<Y>), Y, X>;
    };
    template <class X, class Y> struct wider<false, X, Y> : std::common_type<X, Y> {
    };
    using both = typename wider<a && b, std::conditional_t<a == b, A, int>, std::conditional_t<a == b, B, int>>::type;
    using type = std::conditional_t<std::is_same<A, B>::value || (a && !b), A, std::conditional_t<b && !a, B, both>>;
};
template <class First, class... More> struct meet_all {
    using type = typename meet<First, typename meet_all<More...>::type>::type;
};
template <class Last> struct meet_all<Last> {
    using type = Last;
};

// What operands X... have in common: their container, or the numbers' type; `nothing` where they do not go together.
template <bool AllNumbers, class C, class... X> struct common_of {
    static constexpr bool fits =
        !std::is_same<C, no_container>::value && ((is_container<X> || std::is_convertible<X, element_of<C>>::value) && ...);
    using type = std::conditional_t<fits, C, nothing>;
};
template <class C, class... X> struct common_of<true, C, X...> : meet_all<X...> {
};
template <class... X> struct common_of<false, void, X...> {
    using type = nothing;
};
template <class... X> using common = typename common_of<(is_number<X> && ...), joined<X...>, X...>::type;

template <class V> inline constexpr bool has_floats = is_floating<element_of<V>>;
template <class V>
inline constexpr bool has_integers = std::is_integral<element_of<V>>::value && !std::is_same<element_of<V>, bool>::value;
// The common type if its elements are floating-point numbers, integers, or either.
template <class... X> using floating = std::enable_if_t<has_floats<common<X...>>, common<X...>>;
template <class... X> using whole = std::enable_if_t<has_integers<common<X...>>, common<X...>>;
template <class... X> using numeric = std::enable_if_t<has_floats<common<X...>> || has_integers<common<X...>>, common<X...>>;
// The type that values of X have: a swizzle's is a vec.
template <class X> using value_of = std::conditional_t<is_container<X>, container_of<X>, X>;

// Functions of half compute in float.
inline float wide(half x)
{
    return x;
}
template <class T> constexpr T wide(T x)
{
    return x;
}

// R r; r[i] = f(x[i]...): with the elements as they are.
template <class R, class V, class F, class... X> R map_exact(const F &f, const X &...x)
{
    using T = element_of<V>;
    if constexpr (!is_container<V>) {
        return static_cast<R>(f(static_cast<T>(x)...));
    } else {
        R r;
        for (std::size_t i = 0; i < elements_of<V>::count; i++)
            r.detail_elem(i) = static_cast<element_of<R>>(f(elem_as<T>(x, i)...));
        return r;
    }
}
// The same with float for half.
template <class R, class V, class F, class... X> R map(const F &f, const X &...x)
{
    return map_exact<R, V>([&f](auto... a) { return f(wide(a)...); }, x...);
}
// f tells true from false: as comparisons do of a V.
template <class V, class F, class... X> mask_t<V> map_truth(const F &f, const X &...x)
{
    return map_exact<mask_t<V>, V>([&f](auto... a) { return f(wide(a)...) ? mask<V>::truth : decltype(+mask<V>::truth)(0); }, x...);
}

// The i-th element of a result.
template <class V> decltype(auto) slot(V &v, std::size_t i)
{
    if constexpr (is_container<V>)
        return v.detail_elem(i);
    else
        return static_cast<V &>((static_cast<void>(i), v));
}

} // namespace detail

#define DPEX_SYCL_MAP1(kind, name, ...)                                                                                            \
    template <class X, class V = detail::kind<X>> V name(const X &x)                                                               \
    {                                                                                                                              \
        return detail::map<V, V>([](auto a) { return __VA_ARGS__; }, x);                                                           \
    }
#define DPEX_SYCL_MAP2(kind, name, ...)                                                                                            \
    template <class X, class Y, class V = detail::kind<X, Y>> V name(const X &x, const Y &y)                                       \
    {                                                                                                                              \
        return detail::map<V, V>([](auto a, auto b) { return __VA_ARGS__; }, x, y);                                                \
    }
#define DPEX_SYCL_MAP3(kind, name, ...)                                                                                            \
    template <class X, class Y, class Z, class V = detail::kind<X, Y, Z>> V name(const X &x, const Y &y, const Z &z)               \
    {                                                                                                                              \
        return detail::map<V, V>([](auto a, auto b, auto c) { return __VA_ARGS__; }, x, y, z);                                     \
    }

} // namespace sycl

#endif
