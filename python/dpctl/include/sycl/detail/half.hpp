// half: IEEE 754 binary16, as the compiler's _Float16 where it has that, else as bits that conversions of our own understand.
//
// Arithmetic is done in float and rounded: for + - * / and square roots that gives the correctly rounded result, as float has more than
// twice the digits.
#ifndef DPEX_SYCL_HALF_HPP
#define DPEX_SYCL_HALF_HPP

#include "elements.hpp"

#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#if __cplusplus >= 202002L
#include <bit>
#endif

#if defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast)
#define DPEX_SYCL_BIT_CAST 1
#endif
#endif
#if defined(__FLT16_MAX__) && defined(DPEX_SYCL_BIT_CAST)
#define DPEX_SYCL_FLOAT16 1
#else
#define DPEX_SYCL_FLOAT16 0
#endif
// Constants of half need the compiler's help.
#if defined(DPEX_SYCL_BIT_CAST)
#define DPEX_SYCL_HALF_CONSTEXPR constexpr
#else
#define DPEX_SYCL_HALF_CONSTEXPR inline
#endif

namespace sycl {

namespace detail {

#if defined(DPEX_SYCL_BIT_CAST)
template <class To, class From> constexpr To bits_as(const From &from) noexcept
{
    return __builtin_bit_cast(To, from);
}
#else
template <class To, class From> inline To bits_as(const From &from) noexcept
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}
#endif

// Rounds to the nearest half, ties to even.
DPEX_SYCL_HALF_CONSTEXPR std::uint16_t half_bits(float value) noexcept
{
    const std::uint32_t bits = bits_as<std::uint32_t>(value), size = bits & 0x7fffffffu;
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    std::uint32_t result = 0;
    if (size > 0x7f800000u) {
        result = 0x7e00u | ((size >> 13) & 0x1ffu); // NaN, quiet
    } else if (size >= 0x477ff000u) {
        result = 0x7c00u; // 65520 and above
    } else if (size >= 0x38800000u) {
        result = ((size + 0xfffu + ((size >> 13) & 1u)) >> 13) - (112u << 10);
    } else { // below 2^-14: multiples of 2^-24
        const std::uint32_t shift = 126u - (size >> 23);
        if (shift <= 24) {
            const std::uint32_t digits = (size & 0x7fffffu) | 0x800000u, rest = digits & ((1u << shift) - 1u),
                                tie = 1u << (shift - 1u);
            result = digits >> shift;
            result += static_cast<std::uint32_t>(rest > tie || (rest == tie && (result & 1u)));
        }
    }
    return static_cast<std::uint16_t>(sign | result);
}
DPEX_SYCL_HALF_CONSTEXPR float half_value(std::uint16_t bits) noexcept
{
    const std::uint32_t sign = (bits & 0x8000u) * 0x10000u, size = bits & 0x7fffu;
    if (size >= 0x7c00u) return bits_as<float>(sign | 0x7f800000u | ((size & 0x3ffu) << 13));
    if (size < 0x400u) {
        const float small = static_cast<float>(size) * 0x1p-24f;
        return sign ? -small : small;
    }
    return bits_as<float>(sign | ((size << 13) + (112u << 23)));
}
// A float that rounds to the same half as x does: an inexact one gets an odd last digit, which no tie has.
DPEX_SYCL_HALF_CONSTEXPR float sticky_float(double x) noexcept
{
    const float near = static_cast<float>(x);
    const double back = static_cast<double>(near);
    const std::uint32_t bits = bits_as<std::uint32_t>(near);
    if (back == x || x != x || (bits & 1u) || (bits & 0x7fffffffu) == 0x7f800000u) return near;
    const bool outwards = (back < x) == (x > 0);
    return bits_as<float>(outwards ? bits + 1u : bits - 1u);
}

} // namespace detail

#if defined(__cpp_lib_bit_cast)
using std::bit_cast; // so that with both namespaces in use a call is not ambiguous
#else
template <class To, class From> DPEX_SYCL_HALF_CONSTEXPR To bit_cast(const From &from) noexcept
{
    static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable<To>::value && std::is_trivially_copyable<From>::value,
                  "bit_cast copies the bytes of one object to another");
    return detail::bits_as<To>(from);
}
#endif

class half {
  public:
    half() = default;
    half(const half &) = default;
    half &operator=(const half &) = default;
#if DPEX_SYCL_FLOAT16
    constexpr half(float x) noexcept : value_(static_cast<_Float16>(x)) {}
    constexpr half(double x) noexcept : value_(static_cast<_Float16>(x)) {}
    constexpr operator float() const noexcept
    {
        return static_cast<float>(value_);
    }
#else
    DPEX_SYCL_HALF_CONSTEXPR half(float x) noexcept : value_(detail::half_bits(x)) {}
    DPEX_SYCL_HALF_CONSTEXPR half(double x) noexcept : value_(detail::half_bits(detail::sticky_float(x))) {}
    DPEX_SYCL_HALF_CONSTEXPR operator float() const noexcept
    {
        return detail::half_value(value_);
    }
#endif
    // (Integers beyond a double's 53 bits are beyond half's range too.)
    template <class I, class = std::enable_if_t<std::is_integral<I>::value>>
    DPEX_SYCL_HALF_CONSTEXPR half(I x) noexcept : half(static_cast<double>(x))
    {
    }
    DPEX_SYCL_HALF_CONSTEXPR half(long double x) noexcept : half(static_cast<double>(x)) {}

    // Of the library: by its bits.
    static constexpr half detail_of_bits(std::uint16_t bits) noexcept
    {
        half h{};
#if DPEX_SYCL_FLOAT16
        h.value_ = __builtin_bit_cast(_Float16, bits);
#else
        h.value_ = bits;
#endif
        return h;
    }
    std::uint16_t detail_bits() const noexcept
    {
        return detail::bits_as<std::uint16_t>(value_);
    }

#define DPEX_SYCL_HALF_OPERATOR(op)                                                                                                \
    friend DPEX_SYCL_HALF_CONSTEXPR half operator op(half a, half b) noexcept                                                      \
    {                                                                                                                              \
        return half(static_cast<float>(a) op static_cast<float>(b));                                                               \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>                                                     \
    friend DPEX_SYCL_HALF_CONSTEXPR auto operator op(half a, T b) noexcept                                                         \
    {                                                                                                                              \
        return static_cast<mixed<T>>(a) op static_cast<mixed<T>>(b);                                                               \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>                                                     \
    friend DPEX_SYCL_HALF_CONSTEXPR auto operator op(T a, half b) noexcept                                                         \
    {                                                                                                                              \
        return static_cast<mixed<T>>(a) op static_cast<mixed<T>>(b);                                                               \
    }                                                                                                                              \
    template <class T> friend DPEX_SYCL_HALF_CONSTEXPR half &operator op##=(half &a, const T &b) noexcept                          \
    {                                                                                                                              \
        return a = static_cast<half>(a op b);                                                                                      \
    }
    DPEX_SYCL_HALF_OPERATOR(+)
    DPEX_SYCL_HALF_OPERATOR(-)
    DPEX_SYCL_HALF_OPERATOR(*)
    DPEX_SYCL_HALF_OPERATOR(/)
#undef DPEX_SYCL_HALF_OPERATOR
#define DPEX_SYCL_HALF_COMPARE(op)                                                                                                 \
    friend DPEX_SYCL_HALF_CONSTEXPR bool operator op(half a, half b) noexcept                                                      \
    {                                                                                                                              \
        return static_cast<float>(a) op static_cast<float>(b);                                                                     \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>                                                     \
    friend DPEX_SYCL_HALF_CONSTEXPR bool operator op(half a, T b) noexcept                                                         \
    {                                                                                                                              \
        return static_cast<mixed<T>>(a) op static_cast<mixed<T>>(b);                                                               \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>                                                     \
    friend DPEX_SYCL_HALF_CONSTEXPR bool operator op(T a, half b) noexcept                                                         \
    {                                                                                                                              \
        return static_cast<mixed<T>>(a) op static_cast<mixed<T>>(b);                                                               \
    }
    DPEX_SYCL_HALF_COMPARE(==)
    DPEX_SYCL_HALF_COMPARE(!=)
    DPEX_SYCL_HALF_COMPARE(<)
    DPEX_SYCL_HALF_COMPARE(>)
    DPEX_SYCL_HALF_COMPARE(<=)
    DPEX_SYCL_HALF_COMPARE(>=)
#undef DPEX_SYCL_HALF_COMPARE
    friend DPEX_SYCL_HALF_CONSTEXPR half operator+(half a) noexcept
    {
        return a;
    }
    friend DPEX_SYCL_HALF_CONSTEXPR half operator-(half a) noexcept
    {
        return half(-static_cast<float>(a));
    }
    friend half &operator++(half &a) noexcept
    {
        return a += half(1.0f);
    }
    friend half &operator--(half &a) noexcept
    {
        return a -= half(1.0f);
    }
    friend half operator++(half &a, int) noexcept
    {
        const half before = a;
        ++a;
        return before;
    }
    friend half operator--(half &a, int) noexcept
    {
        const half before = a;
        --a;
        return before;
    }

  private:
    // What half and T meet in: integers take half's place.
    template <class T> using mixed = std::conditional_t<std::is_integral<T>::value, half, T>;
#if DPEX_SYCL_FLOAT16
    _Float16 value_;
#else
    std::uint16_t value_;
#endif
};
static_assert(sizeof(half) == 2, "two bytes, as devices have it");

} // namespace sycl

namespace std {
template <> class numeric_limits<sycl::half> {
  public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true,
                          has_quiet_NaN = true, has_signaling_NaN = true, has_denorm_loss = false, is_iec559 = true,
                          is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
    static constexpr auto has_denorm = numeric_limits<float>::has_denorm;
    static constexpr auto round_style = round_to_nearest;
    static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2, min_exponent = -13, min_exponent10 = -4,
                         max_exponent = 16, max_exponent10 = 4;
    static constexpr sycl::half(min)() noexcept { return sycl::half::detail_of_bits(0x0400); }
    static constexpr sycl::half lowest() noexcept { return sycl::half::detail_of_bits(0xfbff); }
    static constexpr sycl::half(max)() noexcept { return sycl::half::detail_of_bits(0x7bff); }
    static constexpr sycl::half epsilon() noexcept { return sycl::half::detail_of_bits(0x1400); }
    static constexpr sycl::half round_error() noexcept { return sycl::half::detail_of_bits(0x3800); }
    static constexpr sycl::half infinity() noexcept { return sycl::half::detail_of_bits(0x7c00); }
    static constexpr sycl::half quiet_NaN() noexcept { return sycl::half::detail_of_bits(0x7e00); }
    static constexpr sycl::half signaling_NaN() noexcept { return sycl::half::detail_of_bits(0x7d00); }
    static constexpr sycl::half denorm_min() noexcept { return sycl::half::detail_of_bits(0x0001); }
};
template <> struct hash<sycl::half> {
    size_t operator()(sycl::half x) const noexcept { return hash<float>()(static_cast<float>(x)); } // 0 and -0 are equal
};
} // namespace std

#endif
