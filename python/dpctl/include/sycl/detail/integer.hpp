// Functions of integers.
#ifndef DPEX_SYCL_INTEGER_HPP
#define DPEX_SYCL_INTEGER_HPP

#include "math_map.hpp"

namespace sycl {

namespace detail {

template <class T> using unsigned_of = std::make_unsigned_t<T>;
template <class T> inline constexpr int width_of = int(sizeof(T)) * 8;
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
// Twice as wide as T, of its sign.
template <class T>
using doubled = std::conditional_t<std::is_signed<T>::value, std::conditional_t<sizeof(T) == 8, int128, std::int64_t>,
                                   std::conditional_t<sizeof(T) == 8, uint128, std::uint64_t>>;

// As unsigned numbers, which wrap.
template <class T> constexpr T wrapped(unsigned_of<T> x)
{
    return static_cast<T>(x);
}
template <class T> constexpr T abs_of(T x)
{
    return x < 0 ? wrapped<T>(static_cast<unsigned_of<T>>(unsigned_of<T>(0) - static_cast<unsigned_of<T>>(x))) : x;
}
template <class T> constexpr T abs_diff(T x, T y)
{
    using U = unsigned_of<T>;
    return wrapped<T>(static_cast<U>(x < y ? static_cast<U>(y) - static_cast<U>(x) : static_cast<U>(x) - static_cast<U>(y)));
}
template <class T> constexpr T limit(bool low)
{
    return low ? (std::numeric_limits<T>::min)() : (std::numeric_limits<T>::max)();
}
template <class T> constexpr T add_sat(T x, T y)
{
    T r{};
    return __builtin_add_overflow(x, y, &r) ? limit<T>(x < 0) : r;
}
template <class T> constexpr T sub_sat(T x, T y)
{
    T r{};
    return __builtin_sub_overflow(x, y, &r) ? limit<T>(std::is_unsigned<T>::value || x < 0) : r;
}
template <class T> constexpr T mul_hi(T x, T y)
{
    return static_cast<T>((static_cast<doubled<T>>(x) * static_cast<doubled<T>>(y)) >> width_of<T>);
}
template <class T> constexpr T add_wrapping(T x, T y)
{
    T r{};
    static_cast<void>(__builtin_add_overflow(x, y, &r));
    return r;
}
template <class T> constexpr T mul_wrapping(T x, T y)
{
    T r{};
    static_cast<void>(__builtin_mul_overflow(x, y, &r));
    return r;
}
template <class T> constexpr T mad_sat(T x, T y, T z)
{
    // The product is at most (2^w - 1)^2 in size, which leaves room for z in twice the width.
    const doubled<T> all = static_cast<doubled<T>>(x) * static_cast<doubled<T>>(y) + static_cast<doubled<T>>(z);
    return all < static_cast<doubled<T>>(limit<T>(true))    ? limit<T>(true)
           : all > static_cast<doubled<T>>(limit<T>(false)) ? limit<T>(false)
                                                            : static_cast<T>(all);
}
template <class T> constexpr T leading_zeros(T x)
{
    const auto bits = static_cast<unsigned_of<T>>(x);
    return static_cast<T>(bits == 0 ? width_of<T> : __builtin_clzll(bits) - (64 - width_of<T>));
}
template <class T> constexpr T trailing_zeros(T x)
{
    const auto bits = static_cast<unsigned_of<T>>(x);
    return static_cast<T>(bits == 0 ? width_of<T> : __builtin_ctzll(bits));
}
template <class T> constexpr T rotated(T x, T by)
{
    using U = unsigned_of<T>;
    const auto bits = static_cast<U>(x);
    const unsigned n = static_cast<unsigned>(static_cast<U>(by)) % unsigned(width_of<T>);
    return n == 0 ? x : wrapped<T>(static_cast<U>(static_cast<U>(bits << n) | static_cast<U>(bits >> (unsigned(width_of<T>) - n))));
}
// The low 24 bits with their sign.
template <class T> constexpr T low24(T x)
{
    return std::is_signed<T>::value
               ? static_cast<T>((static_cast<std::int64_t>(x) & 0xffffff) - ((static_cast<std::int64_t>(x) & 0x800000) << 1))
               : static_cast<T>(x & T(0xffffff));
}
template <class T>
using next_wider = std::conditional_t<std::is_signed<T>::value, typename integers<2 * sizeof(T)>::of_sign,
                                      typename integers<2 * sizeof(T)>::no_sign>;

} // namespace detail

DPEX_SYCL_MAP1(whole, abs, detail::abs_of(a))
DPEX_SYCL_MAP2(whole, abs_diff, detail::abs_diff(a, b))
DPEX_SYCL_MAP2(whole, add_sat, detail::add_sat(a, b))
DPEX_SYCL_MAP2(whole, sub_sat, detail::sub_sat(a, b))
DPEX_SYCL_MAP2(whole, hadd, (a >> 1) + (b >> 1) + (a & b & 1))
DPEX_SYCL_MAP2(whole, rhadd, (a >> 1) + (b >> 1) + ((a | b) & 1))
DPEX_SYCL_MAP1(whole, clz, detail::leading_zeros(a))
DPEX_SYCL_MAP1(whole, ctz, detail::trailing_zeros(a))
DPEX_SYCL_MAP1(whole, popcount, __builtin_popcountll(static_cast<detail::unsigned_of<decltype(a)>>(a)))
DPEX_SYCL_MAP2(whole, mul_hi, detail::mul_hi(a, b))
DPEX_SYCL_MAP3(whole, mad_hi, detail::add_wrapping(detail::mul_hi(a, b), c))
DPEX_SYCL_MAP3(whole, mad_sat, detail::mad_sat(a, b, c))
DPEX_SYCL_MAP2(whole, rotate, detail::rotated(a, b))
DPEX_SYCL_MAP2(whole, mul24, detail::mul_wrapping(detail::low24(a), detail::low24(b)))
DPEX_SYCL_MAP3(whole, mad24, detail::add_wrapping(detail::mul_wrapping(detail::low24(a), detail::low24(b)), c))
// (high << width) | low; low is the unsigned sibling of high.
template <class X, class Y, class V = detail::whole<X>, class L = detail::whole<Y>> auto upsample(const X &high, const Y &low)
{
    using T = detail::element_of<V>;
    using W = detail::next_wider<T>;
    static_assert(sizeof(T) == sizeof(detail::element_of<L>) && std::is_unsigned<detail::element_of<L>>::value,
                  "the low half is unsigned, of the same size");
    using U = detail::unsigned_of<T>;
    using B = detail::unsigned_of<W>;
    detail::rebind_t<V, W> r{};
    for (std::size_t i = 0; i < detail::elements_of<V>::count; i++)
        detail::slot(r, i) =
            static_cast<W>(static_cast<B>(static_cast<B>(static_cast<U>(detail::elem_as<T>(high, i))) << detail::width_of<T>) |
                           static_cast<B>(detail::elem_as<U>(low, i)));
    return r;
}

} // namespace sycl

#endif
