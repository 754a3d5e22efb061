// Mathematical functions of floating-point numbers, and namespaces native and half_precision, which are as precise here.
#ifndef DPEX_SYCL_MATH_HPP
#define DPEX_SYCL_MATH_HPP

#include "math_map.hpp"
#include "vector_math.hpp"

namespace sycl {

namespace detail {

template <class T> inline constexpr T pi = T(3.14159265358979323846264338327950288L);

// The sine and cosine of pi x, exact in what they reduce.
template <class T> struct turned {
    T sine, cosine;
};
template <class T> turned<T> turn(T x)
{
    if (!std::isfinite(x)) return {x - x, x - x};
    const T rest = std::fmod(x, T(2)), quarters = std::nearbyint(2 * rest), angle = pi<T> * (rest - quarters / 2);
    const T s = std::sin(angle), c = std::cos(angle);
    switch (static_cast<int>(quarters) & 3) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
    }
}
template <class T> T tan_pi(T x)
{
    const turned<T> t = turn(x);
    return t.sine / t.cosine;
}

template <class T> T powr(T x, T y)
{
    // Of x >= 0 only, as exp(y log x): where that is undefined, so is this.
    const bool undefined = x != x || y != y || x < 0 || (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y));
    return undefined ? std::numeric_limits<T>::quiet_NaN() : std::pow(std::fabs(x), y);
}
template <class T> T pown(T x, int n)
{
    // All of n's digits are needed, as is their parity.
    return static_cast<T>(std::pow(static_cast<double>(x), static_cast<double>(n)));
}
template <class T> T rootn(T x, int n)
{
    using W = std::conditional_t<std::is_same<T, double>::value, long double, double>;
    if (n == 0 || (x < 0 && n % 2 == 0)) return std::numeric_limits<T>::quiet_NaN();
    const T size = static_cast<T>(std::pow(std::fabs(static_cast<W>(x)), 1 / static_cast<W>(n)));
    return n % 2 ? std::copysign(size, x) : size;
}

// The standard's lgamma writes a variable of the whole process.
inline float lgamma(float x, int *sign)
{
    return ::lgammaf_r(x, sign);
}
inline double lgamma(double x, int *sign)
{
    return ::lgamma_r(x, sign);
}

// Below 1 as a T.
template <class T, class W> W fract(W x)
{
    if (std::isinf(x)) return std::copysign(W(0), x);
    const W rest = x - std::floor(x), most = W(1) - static_cast<W>(std::numeric_limits<T>::epsilon()) / 2;
    return rest > most ? most : x == 0 ? x : rest;
}
template <class T> T next_after(T x, T y)
{
    if constexpr (std::is_same<T, half>::value)
        return x != x || y != y ? std::numeric_limits<half>::quiet_NaN() : x == y ? y : neighbour(x, x < y);
    else
        return std::nextafter(x, y);
}
// Rounded once.
template <class T> T fused(T a, T b, T c)
{
    if constexpr (std::is_same<T, half>::value) {
        const double product = static_cast<double>(a) * static_cast<double>(b), addend = static_cast<double>(c);
        double sum = product + addend;
        // A lost part makes the last digit odd: then no tie of halves is left.
        const double back = sum - product, lost = (product - (sum - back)) + (addend - back);
        if (lost != 0 && lost - lost == 0 && (bits_as<std::uint64_t>(sum) & 1) == 0)
            sum =
                std::nextafter(sum, lost > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
        return half(sum);
    } else {
        return std::fma(a, b, c);
    }
}
template <class T> T with_payload(typename integers<sizeof(T)>::no_sign code)
{
    using U = typename integers<sizeof(T)>::no_sign;
    const U quiet = sizeof(T) == 2 ? U(0x7e00) : sizeof(T) == 4 ? U(0x7fc00000u) : U(0x7ff8000000000000u);
    const U digits = sizeof(T) == 2 ? U(0x1ff) : sizeof(T) == 4 ? U(0x3fffffu) : U(0x7ffffffffffffu);
    const U all = static_cast<U>(quiet | (code & digits));
    if constexpr (std::is_same<T, half>::value)
        return half::detail_of_bits(all);
    else
        return bits_as<T>(all);
}

} // namespace detail

DPEX_SYCL_MAP1(floating, acos, detail::vectors::acos(a))
DPEX_SYCL_MAP1(floating, acosh, detail::vectors::acosh(a))
DPEX_SYCL_MAP1(floating, acospi, std::acos(a) / detail::pi<decltype(a)>)
DPEX_SYCL_MAP1(floating, asin, detail::vectors::asin(a))
DPEX_SYCL_MAP1(floating, asinh, detail::vectors::asinh(a))
DPEX_SYCL_MAP1(floating, asinpi, std::asin(a) / detail::pi<decltype(a)>)
DPEX_SYCL_MAP1(floating, atan, detail::vectors::atan(a))
DPEX_SYCL_MAP1(floating, atanh, detail::vectors::atanh(a))
DPEX_SYCL_MAP1(floating, atanpi, std::atan(a) / detail::pi<decltype(a)>)
DPEX_SYCL_MAP1(floating, cbrt, detail::vectors::cbrt(a))
DPEX_SYCL_MAP1(floating, ceil, std::ceil(a))
DPEX_SYCL_MAP1(floating, cos, detail::vectors::cos(a))
DPEX_SYCL_MAP1(floating, cosh, detail::vectors::cosh(a))
DPEX_SYCL_MAP1(floating, cospi, detail::turn(a).cosine)
DPEX_SYCL_MAP1(floating, erf, detail::vectors::erf(a))
DPEX_SYCL_MAP1(floating, erfc, detail::vectors::erfc(a))
DPEX_SYCL_MAP1(floating, exp, detail::vectors::exp(a))
DPEX_SYCL_MAP1(floating, exp2, detail::vectors::exp2(a))
DPEX_SYCL_MAP1(floating, exp10, detail::vectors::pow(decltype(a)(10), a))
DPEX_SYCL_MAP1(floating, expm1, detail::vectors::expm1(a))
DPEX_SYCL_MAP1(floating, fabs, std::fabs(a))
DPEX_SYCL_MAP1(floating, floor, std::floor(a))
DPEX_SYCL_MAP1(floating, lgamma, [a] {
    int sign;
    return detail::lgamma(a, &sign);
}())
DPEX_SYCL_MAP1(floating, log, detail::vectors::log(a))
DPEX_SYCL_MAP1(floating, log10, detail::vectors::log10(a))
DPEX_SYCL_MAP1(floating, log1p, detail::vectors::log1p(a))
DPEX_SYCL_MAP1(floating, log2, detail::vectors::log2(a))
DPEX_SYCL_MAP1(floating, logb, std::logb(a))
DPEX_SYCL_MAP1(floating, rint, std::nearbyint(a))
DPEX_SYCL_MAP1(floating, round, std::round(a))
DPEX_SYCL_MAP1(floating, rsqrt, 1 / std::sqrt(a))
DPEX_SYCL_MAP1(floating, sin, detail::vectors::sin(a))
DPEX_SYCL_MAP1(floating, sinh, detail::vectors::sinh(a))
DPEX_SYCL_MAP1(floating, sinpi, detail::turn(a).sine)
DPEX_SYCL_MAP1(floating, sqrt, std::sqrt(a))
DPEX_SYCL_MAP1(floating, tan, detail::vectors::tan(a))
DPEX_SYCL_MAP1(floating, tanh, detail::vectors::tanh(a))
DPEX_SYCL_MAP1(floating, tanpi, detail::tan_pi(a))
DPEX_SYCL_MAP1(floating, tgamma, std::tgamma(a))
DPEX_SYCL_MAP1(floating, trunc, std::trunc(a))
DPEX_SYCL_MAP2(floating, atan2, detail::vectors::atan2(a, b))
DPEX_SYCL_MAP2(floating, atan2pi, std::atan2(a, b) / detail::pi<decltype(a)>)
DPEX_SYCL_MAP2(floating, copysign, std::copysign(a, b))
DPEX_SYCL_MAP2(floating, fdim, std::fdim(a, b))
DPEX_SYCL_MAP2(floating, fmax, std::fmax(a, b))
DPEX_SYCL_MAP2(floating, fmin, std::fmin(a, b))
DPEX_SYCL_MAP2(floating, fmod, std::fmod(a, b))
DPEX_SYCL_MAP2(floating, hypot, detail::vectors::hypot(a, b))
DPEX_SYCL_MAP2(floating, maxmag, std::fabs(a) > std::fabs(b) ? a : std::fabs(b) > std::fabs(a) ? b : std::fmax(a, b))
DPEX_SYCL_MAP2(floating, minmag, std::fabs(a) < std::fabs(b) ? a : std::fabs(b) < std::fabs(a) ? b : std::fmin(a, b))
DPEX_SYCL_MAP2(floating, pow, detail::vectors::pow(a, b))
DPEX_SYCL_MAP2(floating, powr, detail::powr(a, b))
DPEX_SYCL_MAP2(floating, remainder, std::remainder(a, b))
DPEX_SYCL_MAP3(floating, mad, a *b + c)
template <class X, class Y, class V = detail::floating<X, Y>> V nextafter(const X &x, const Y &y)
{
    return detail::map_exact<V, V>([](auto a, auto b) { return detail::next_after(a, b); }, x, y);
}
template <class X, class Y, class Z, class V = detail::floating<X, Y, Z>> V fma(const X &x, const Y &y, const Z &z)
{
    return detail::map_exact<V, V>([](auto a, auto b, auto c) { return detail::fused(a, b, c); }, x, y, z);
}

// ---- with integers

template <class X, class V = detail::floating<X>> detail::rebind_t<V, int> ilogb(const X &x)
{
    return detail::map<detail::rebind_t<V, int>, V>([](auto a) { return std::ilogb(a); }, x);
}
#define DPEX_SYCL_WITH_INT(name, ...)                                                                                              \
    template <class X, class N, class V = detail::floating<X>,                                                                     \
              class =                                                                                                              \
                  std::enable_if_t<std::is_convertible<N, detail::rebind_t<V, int>>::value || std::is_convertible<N, int>::value>> \
    V name(const X &x, const N &n)                                                                                                 \
    {                                                                                                                              \
        V r{};                                                                                                                     \
        for (std::size_t i = 0; i < detail::elements_of<V>::count; i++) {                                                          \
            const auto a = detail::wide(detail::elem_as<detail::element_of<V>>(x, i));                                             \
            const int b = detail::elem_as<int>(n, i);                                                                              \
            detail::slot(r, i) = static_cast<detail::element_of<V>>(__VA_ARGS__);                                                  \
        }                                                                                                                          \
        return r;                                                                                                                  \
    }
DPEX_SYCL_WITH_INT(ldexp, std::ldexp(a, b))
DPEX_SYCL_WITH_INT(pown, detail::pown(a, b))
DPEX_SYCL_WITH_INT(rootn, detail::rootn(a, b))
#undef DPEX_SYCL_WITH_INT

// ---- with a second result, through a pointer or multi_ptr

// Second: the elements of the second result.
#define DPEX_SYCL_SECOND(name, Second, ...)                                                                                        \
    template <class X, class P, class V = detail::floating<X>> V name(const X &x, P second)                                        \
    {                                                                                                                              \
        V r{};                                                                                                                     \
        detail::rebind_t<V, Second> s{};                                                                                           \
        using S = detail::element_of<decltype(s)>;                                                                                 \
        for (std::size_t i = 0; i < detail::elements_of<V>::count; i++) {                                                          \
            const auto a = detail::wide(detail::elem_as<detail::element_of<V>>(x, i));                                             \
            std::conditional_t<std::is_same<S, int>::value, int, std::remove_const_t<decltype(a)>> b{};                            \
            detail::slot(r, i) = static_cast<detail::element_of<V>>(__VA_ARGS__);                                                  \
            detail::slot(s, i) = static_cast<S>(b);                                                                                \
        }                                                                                                                          \
        *second = s;                                                                                                               \
        return r;                                                                                                                  \
    }
DPEX_SYCL_SECOND(fract, detail::element_of<V>, (b = std::floor(a), detail::fract<detail::element_of<V>>(a)))
DPEX_SYCL_SECOND(modf, detail::element_of<V>, std::modf(a, &b))
DPEX_SYCL_SECOND(sincos, detail::element_of<V>, (b = std::cos(a), std::sin(a)))
DPEX_SYCL_SECOND(frexp, int, std::frexp(a, &b))
DPEX_SYCL_SECOND(lgamma_r, int, detail::lgamma(a, &b))
#undef DPEX_SYCL_SECOND
template <class X, class Y, class P, class V = detail::floating<X, Y>> V remquo(const X &x, const Y &y, P quotient)
{
    V r{};
    detail::rebind_t<V, int> q{};
    using T = detail::element_of<V>;
    for (std::size_t i = 0; i < detail::elements_of<V>::count; i++)
        detail::slot(r, i) = static_cast<T>(
            std::remquo(detail::wide(detail::elem_as<T>(x, i)), detail::wide(detail::elem_as<T>(y, i)), &detail::slot(q, i)));
    *quotient = q;
    return r;
}

// A NaN with that in its digits.
template <class X, class V = detail::whole<X>, class = std::enable_if_t<std::is_unsigned<detail::element_of<V>>::value>>
auto nan(const X &code)
{
    constexpr std::size_t bytes = sizeof(detail::element_of<V>);
    static_assert(bytes >= 2, "of two to eight bytes");
    using T = std::conditional_t<bytes == 2, half, std::conditional_t<bytes == 4, float, double>>;
    using U = typename detail::integers<bytes>::no_sign;
    return detail::map_exact<detail::rebind_t<V, T>, V>([](auto a) { return detail::with_payload<T>(U(a)); }, code);
}

namespace native {
using sycl::cos;
using sycl::exp;
using sycl::exp10;
using sycl::exp2;
using sycl::log;
using sycl::log10;
using sycl::log2;
using sycl::powr;
using sycl::rsqrt;
using sycl::sin;
using sycl::sqrt;
using sycl::tan;
DPEX_SYCL_MAP2(floating, divide, a / b)
DPEX_SYCL_MAP1(floating, recip, 1 / a)
} // namespace native

namespace half_precision {
using namespace native;
} // namespace half_precision

// ---- common functions

DPEX_SYCL_MAP2(numeric, max, a < b ? b : a)
DPEX_SYCL_MAP2(numeric, min, b < a ? b : a)
DPEX_SYCL_MAP3(numeric, clamp, a < b ? b : c < a ? c : a)
DPEX_SYCL_MAP1(floating, degrees, a *(180 / detail::pi<decltype(a)>))
DPEX_SYCL_MAP1(floating, radians, a *(detail::pi<decltype(a)> / 180))
DPEX_SYCL_MAP3(floating, mix, a + (b - a) * c)
DPEX_SYCL_MAP2(floating, step, b < a ? decltype(b)(0) : decltype(b)(1))
DPEX_SYCL_MAP1(floating, sign, a > 0 ? decltype(a)(1) : a < 0 ? decltype(a)(-1) : a == 0 ? a : decltype(a)(0))
template <class X, class Y, class Z, class V = detail::floating<X, Y, Z>> V smoothstep(const X &edge0, const Y &edge1, const Z &x)
{
    return detail::map<V, V>(
        [](auto a, auto b, auto c) {
            const auto raw = (c - a) / (b - a);
            const auto t = raw < 0 ? decltype(c)(0) : raw > 1 ? decltype(c)(1) : raw;
            return t * t * (3 - 2 * t);
        },
        edge0, edge1, x);
}

} // namespace sycl

#endif
