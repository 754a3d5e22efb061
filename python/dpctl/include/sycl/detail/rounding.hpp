// Conversions of numbers with a rounding mode, for vec::convert.
#ifndef DPEX_SYCL_ROUNDING_HPP
#define DPEX_SYCL_ROUNDING_HPP

#include "half.hpp"

#include <cmath>

namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

// The neighbour of x upwards or downwards.
template <class T> T neighbour(T x, bool up)
{
    if constexpr (std::is_same<T, half>::value) {
        const unsigned bits = x.detail_bits();
        if ((bits & 0x7fffu) == 0) return half::detail_of_bits(up ? 0x0001 : 0x8001);
        return half::detail_of_bits(static_cast<std::uint16_t>(((bits & 0x8000u) == 0) == up ? bits + 1 : bits - 1));
    } else {
        return std::nextafter(x, up ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity());
    }
}

// x as a floating-point number, rounded as Mode says.
template <class To, rounding_mode Mode, class From> To round_to_floating(From x)
{
    To near = static_cast<To>(x);
    if constexpr (Mode == rounding_mode::rtz || Mode == rounding_mode::rtp || Mode == rounding_mode::rtn) {
        // Exact in long double, 64-bit integers too.
        const long double exact = static_cast<long double>(x), is = static_cast<long double>(near);
        if (exact != exact || exact - exact != 0) return near;
        const bool down = Mode == rounding_mode::rtn || (Mode == rounding_mode::rtz && exact > 0);
        if (down && is > exact) near = neighbour(near, false);
        if (!down && is < exact) near = neighbour(near, true);
    }
    return near;
}

template <class To, rounding_mode Mode, class From> To convert_number(From x)
{
    if constexpr (is_floating<To>) {
        return round_to_floating<To, Mode>(x);
    } else if constexpr (is_floating<From> && Mode != rounding_mode::automatic && Mode != rounding_mode::rtz) {
        using W = std::conditional_t<std::is_same<From, half>::value, float, From>;
        const W wide = static_cast<W>(x);
        return static_cast<To>(Mode == rounding_mode::rte   ? std::nearbyint(wide)
                               : Mode == rounding_mode::rtp ? std::ceil(wide)
                                                            : std::floor(wide));
    } else {
        return static_cast<To>(x);
    }
}

} // namespace detail
} // namespace sycl

#endif
