// Mathematical, common, geometric and relational functions, of numbers, vec, swizzles and marray.
#include <sycl/sycl.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

#include "check.hpp"

template <class T> static const T inf = std::numeric_limits<T>::infinity();
template <class T> static const T nan_of = std::numeric_limits<T>::quiet_NaN();

template <class T> static bool close(T x, double y)
{
    const double a = double(x);
    if (std::isnan(a) || std::isnan(y)) return std::isnan(a) && std::isnan(y);
    if (std::isinf(a) || std::isinf(y)) return a == y;
    return std::fabs(a - y) <= 16 * double(std::numeric_limits<T>::epsilon()) * std::fabs(y) + 1e-300;
}

// f of a number, of each element of a vec, a swizzle and an marray is the function of doubles, g.
template <class T, class F, class G> static bool agree(const F &f, const G &g, T x)
{
    const sycl::vec<T, 4> v(x, x, T(0.25f), x);
    const sycl::marray<T, 3> m(x, T(0.25f), x);
    const auto a = f(v);
    const auto b = f(v.template swizzle<1, 2>());
    const auto c = f(m);
    static_assert(std::is_same<decltype(f(x)), T>::value && std::is_same<decltype(f(v)), sycl::vec<T, 4>>::value,
                  "the type of its argument");
    static_assert(std::is_same<decltype(f(m)), sycl::marray<T, 3>>::value, "the type of its argument");
    const double y = g(double(x)), other = g(0.25);
    return close(f(x), y) && close(a[0], y) && close(a[3], y) && close(a[2], other) && close(b[0], y) && close(b[1], other) &&
           close(c[0], y) && close(c[1], other);
}
#define AGREE1(name, reference, value)                                                                                             \
    CHECK(agree([](const auto &p) { return sycl::name(p); }, [](double p) { return double(reference); }, T(value)))
#define AGREE2(name, reference, value, second)                                                                                     \
    CHECK(agree([](const auto &p) { return sycl::name(p, sycl_like(p, second)); },                                                 \
                [](double p) {                                                                                                     \
                    const double q = double(T(second));                                                                            \
                    return double(reference);                                                                                      \
                },                                                                                                                 \
                T(value)))
// The number as an operand beside p.
template <class X> static auto sycl_like(const X &, double y)
{
    return static_cast<sycl::detail::element_of<X>>(y);
}

template <class T> static void functions_are_those_of_mathematics()
{
    const double pi = 3.14159265358979323846;
    AGREE1(acos, std::acos(p), 0.5);
    AGREE1(acosh, std::acosh(p), 1.5);
    AGREE1(acospi, std::acos(p) / 3.14159265358979323846, 0.5);
    AGREE1(asin, std::asin(p), 0.5);
    AGREE1(asinh, std::asinh(p), 0.5);
    AGREE1(asinpi, std::asin(p) / 3.14159265358979323846, -0.5);
    AGREE1(atan, std::atan(p), 2);
    AGREE1(atanh, std::atanh(p), 0.5);
    AGREE1(atanpi, std::atan(p) / 3.14159265358979323846, 2);
    AGREE1(cbrt, std::cbrt(p), -8);
    AGREE1(ceil, std::ceil(p), 1.25);
    AGREE1(cos, std::cos(p), 0.75);
    AGREE1(cosh, std::cosh(p), 0.75);
    AGREE1(erf, std::erf(p), 0.75);
    AGREE1(erfc, std::erfc(p), 0.75);
    AGREE1(exp, std::exp(p), 1.5);
    AGREE1(exp2, std::exp2(p), 3.5);
    AGREE1(exp10, std::pow(10.0, p), 1.5);
    AGREE1(expm1, std::expm1(p), 0.125);
    AGREE1(fabs, std::fabs(p), -2);
    AGREE1(floor, std::floor(p), -1.25);
    AGREE1(lgamma, std::lgamma(p), 4.5);
    AGREE1(log, std::log(p), 1.5);
    AGREE1(log10, std::log10(p), 1.5);
    AGREE1(log1p, std::log1p(p), 0.125);
    AGREE1(log2, std::log2(p), 1.5);
    AGREE1(logb, std::logb(p), 9);
    AGREE1(rint, std::nearbyint(p), 2.5);
    AGREE1(round, std::round(p), 2.5);
    AGREE1(rsqrt, 1 / std::sqrt(p), 2);
    AGREE1(sin, std::sin(p), 0.75);
    AGREE1(sinh, std::sinh(p), 0.75);
    AGREE1(sqrt, std::sqrt(p), 2);
    AGREE1(tan, std::tan(p), 0.75);
    AGREE1(tanh, std::tanh(p), 0.75);
    AGREE1(tgamma, std::tgamma(p), 4.5);
    AGREE1(trunc, std::trunc(p), -1.75);
    AGREE1(native::exp, std::exp(p), 1.5);
    AGREE1(native::recip, 1 / p, 3);
    AGREE1(half_precision::tan, std::tan(p), 0.5);
    AGREE1(half_precision::recip, 1 / p, 3);
    AGREE1(degrees, p * 180 / 3.14159265358979323846, 0.75);
    AGREE1(radians, p / 180 * 3.14159265358979323846, 90);
    AGREE1(sign, p > 0 ? 1 : -1, -3);
    AGREE2(atan2, std::atan2(p, q), 0.5, -1.5);
    AGREE2(atan2pi, std::atan2(p, q) / 3.14159265358979323846, 0.5, -1.5);
    AGREE2(copysign, std::copysign(p, q), 0.5, -1.5);
    AGREE2(fdim, std::fdim(p, q), 2, 0.5);
    AGREE2(fmax, std::fmax(p, q), 2, 0.5);
    AGREE2(fmin, std::fmin(p, q), 2, 0.5);
    AGREE2(fmod, std::fmod(p, q), 2.75, 0.5);
    AGREE2(hypot, std::hypot(p, q), 3, 4);
    AGREE2(maxmag, std::fabs(p) > std::fabs(q) ? p : q, -3, 2);
    AGREE2(minmag, std::fabs(p) < std::fabs(q) ? p : q, -3, 2);
    AGREE2(pow, std::pow(p, q), 1.5, 2.5);
    AGREE2(powr, std::pow(p, q), 1.5, 2.5);
    AGREE2(remainder, std::remainder(p, q), 2.75, 1.5);
    AGREE2(native::divide, p / q, 2.75, 1.5);
    AGREE2(max, std::fmax(p, q), 2, 0.5);
    AGREE2(min, std::fmin(p, q), 2, 0.5);
    AGREE2(step, q < p ? 0 : 1, 2, 3);
    AGREE1(sinpi, std::sin(3.14159265358979323846 * p), 0.125);
    AGREE1(cospi, std::cos(3.14159265358979323846 * p), 0.125);
    AGREE1(tanpi, std::tan(3.14159265358979323846 * p), 0.125);
    CHECK(sycl::sinpi(T(1001)) == T(0) && sycl::cospi(T(1001)) == T(-1) && sycl::sinpi(T(-2.5)) == T(-1) &&
          sycl::cospi(T(0.5)) == T(0));
    CHECK(std::isinf(float(sycl::tanpi(T(0.5)))) && std::isnan(float(sycl::sinpi(inf<T>))) &&
          close(sycl::cospi(T(1.75)), std::cos(pi / 4)));
    CHECK(sycl::fma(T(1 + 1.0 / 16), T(1 - 1.0 / 16), T(-1)) == T(-1.0 / 256) && sycl::mad(T(2), T(3), T(4)) == T(10));
    CHECK(sycl::mix(T(1), T(3), T(0.25f)) == T(1.5f) && sycl::clamp(T(5), T(0), T(1)) == T(1) &&
          sycl::smoothstep(T(0), T(2), T(1)) == T(0.5f));
    CHECK(sycl::powr(T(0), T(0)) != sycl::powr(T(0), T(0)) && std::isnan(float(sycl::powr(T(-1), T(2)))) &&
          sycl::powr(T(0), T(2)) == T(0));
    CHECK(sycl::rootn(T(-27), 3) == T(-3) && sycl::rootn(T(16), -4) == T(0.5f) && std::isnan(float(sycl::rootn(T(-4), 2))));
    CHECK(sycl::pown(T(-2), 3) == T(-8) && sycl::pown(T(2), -2) == T(0.25f) && sycl::ldexp(T(0.75f), 4) == T(12) &&
          sycl::ilogb(T(9)) == 3);
    CHECK(sycl::nextafter(T(1), T(2)) == T(1) + std::numeric_limits<T>::epsilon() &&
          sycl::nextafter(T(0), T(-1)) == -std::numeric_limits<T>::denorm_min());
    CHECK(sycl::sign(nan_of<T>) == T(0) && sycl::step(T(3), T(2)) == T(0) && sycl::maxmag(T(-2), T(2)) == T(2) &&
          sycl::minmag(T(-2), T(2)) == T(-2));
    sycl::vec<T, 2> v(1, 2), w;
    CHECK(sycl::clamp(v, T(1.5f), T(3))[0] == T(1.5f) && sycl::mix(v, v + T(1), T(0.5f))[1] == T(2.5f) &&
          sycl::max(v, T(1.5f))[0] == T(1.5f));
    CHECK(sycl::fmin(v, T(1))[1] == T(1) && sycl::pown(v, 3)[1] == T(8) && sycl::pown(v, sycl::int2(2, 0))[1] == T(1));
    static_assert(std::is_same<decltype(sycl::ilogb(v)), sycl::int2>::value, "integers");
    // Second results.
    T whole;
    int n;
    CHECK(sycl::fract(T(-1.25f), &whole) == T(0.75f) && whole == T(-2) && sycl::modf(T(-1.25f), &whole) == T(-0.25f) &&
          whole == T(-1));
    CHECK(sycl::frexp(T(6), &n) == T(0.75f) && n == 3 && close(sycl::sincos(T(0.5f), &whole), std::sin(0.5)) &&
          close(whole, std::cos(0.5)));
    CHECK(sycl::remquo(T(7), T(2), &n) == T(-1) && (n & 7) == 4 && close(sycl::lgamma_r(T(-0.5f), &n), std::lgamma(-0.5)) &&
          n == -1);
    CHECK(sycl::fract(-std::numeric_limits<T>::denorm_min(), &whole) < T(1));
    sycl::int2 exponents;
    CHECK(sycl::frexp(sycl::vec<T, 2>(6, 1), &exponents)[0] == T(0.75f) && exponents[0] == 3 && exponents[1] == 1);
    CHECK(sycl::modf(sycl::vec<T, 2>(1.5, 2.25), &w)[1] == T(0.25f) && w[0] == T(1) && w[1] == T(2));
}

static void results_have_the_right_precision_and_type()
{
    static_assert(std::is_same<decltype(sycl::pow(1.0f, 2.0)), double>::value &&
                      std::is_same<decltype(sycl::pow(1.0f, 2)), float>::value,
                  "");
    static_assert(std::is_same<decltype(sycl::sin(1.0f)), float>::value && std::is_same<decltype(sycl::nan(1u)), float>::value, "");
    static_assert(std::is_same<decltype(sycl::nan(sycl::ulong2(1))), sycl::double2>::value, "");
    CHECK(std::isnan(sycl::nan(5u)) && std::isnan(float(sycl::nan(std::uint16_t(3)))) && std::isnan(sycl::nan(7ul)));
    // One rounding: (1 + 2^-10)(1 + 2^-10) + 2^-24 lies just above a tie.
    const sycl::half e = 1 + 1.0 / 1024, tiny = std::numeric_limits<sycl::half>::denorm_min();
    CHECK(sycl::fma(e, e, tiny) == sycl::half(1.0 + 2.0 / 1024 + 1.0 / (1 << 20) + 1.0 / (1 << 24)));
    CHECK(sycl::fma(sycl::half(0x1p-12), sycl::half(0x1p-12), sycl::half(2049)) == 2048 &&
          sycl::fma(sycl::half(0x1p-12), sycl::half(-0x1p-12), sycl::half(1)) == 1);
    const double d = 1.0 / 3;
    CHECK(sycl::fma(d, 3.0, -1.0) == std::fma(d, 3.0, -1.0) && sycl::rootn(1e300, 3) == 1e100);
}

template <class T> static void geometric_functions_measure()
{
    const sycl::vec<T, 3> a(1, 2, 2), b(0, 1, 0);
    const sycl::marray<T, 2> m(3, 4);
    CHECK(sycl::dot(a, b) == T(2) && sycl::length(a) == T(3) && sycl::distance(a, b) == sycl::length(a - b) &&
          sycl::length(m) == T(5));
    const sycl::vec<T, 3> c = sycl::cross(a, b), n = sycl::normalize(a);
    CHECK(c[0] == T(-2) && c[1] == T(0) && c[2] == T(1) && close(n[0], double(T(1) / T(3))));
    const sycl::vec<T, 4> d = sycl::cross(sycl::vec<T, 4>(1, 0, 0, 5), sycl::vec<T, 4>(0, 1, 0, 5));
    CHECK(d[2] == T(1) && d[3] == T(0) && sycl::length(T(-2)) == T(2) && sycl::dot(T(2), T(3)) == T(6) &&
          sycl::distance(T(1), T(3)) == T(2));
    const T huge = (std::numeric_limits<T>::max)() / T(2), small = (std::numeric_limits<T>::min)();
    CHECK(sycl::length(sycl::vec<T, 2>(huge, 0)) == huge && sycl::length(sycl::vec<T, 2>(0, small)) == small &&
          sycl::length(sycl::vec<T, 2>(inf<T>, 1)) == inf<T>);
    CHECK(std::isnan(float(sycl::length(sycl::vec<T, 2>(nan_of<T>, 1)))) && sycl::normalize(sycl::vec<T, 2>(0, 0))[0] == T(0));
    CHECK(sycl::fast_length(m) == T(5) && sycl::fast_distance(m, m) == T(0) &&
          close(sycl::fast_normalize(m)[1], double(T(4) / T(5))));
}

template <class T> static void relations_tell()
{
    const T x = nan_of<T>, one(1), two(2);
    static_assert(std::is_same<decltype(sycl::isequal(one, one)), bool>::value, "of numbers");
    CHECK(sycl::isequal(one, one) && !sycl::isequal(x, x) && sycl::isnotequal(x, one) && sycl::isgreater(two, one) &&
          !sycl::isgreater(x, one));
    CHECK(sycl::isgreaterequal(two, two) && sycl::isless(one, two) && sycl::islessequal(one, one) && sycl::islessgreater(one, two));
    CHECK(!sycl::islessgreater(one, x) && sycl::isordered(one, two) && sycl::isunordered(one, x) && sycl::isfinite(one) &&
          !sycl::isfinite(inf<T>));
    CHECK(sycl::isinf(-inf<T>) && sycl::isnan(x) && sycl::isnormal(one) && !sycl::isnormal(std::numeric_limits<T>::denorm_min()) &&
          !sycl::isnormal(T(0)));
    CHECK(sycl::signbit(-one) && sycl::signbit(T(-0.0)) && !sycl::signbit(one));
    const sycl::vec<T, 2> v(1, 2), w(2, 2);
    const auto less = sycl::isless(v, w);
    static_assert(std::is_same<decltype(less), const decltype(v < w)>::value, "of vectors as comparisons");
    CHECK(less[0] == -1 && less[1] == 0 && sycl::any(less) && !sycl::all(less) && sycl::all(sycl::islessequal(v, w)));
    CHECK(sycl::isnan(sycl::vec<T, 2>(x, one))[0] == -1 && sycl::isnormal(v)[1] == -1);
    const auto chosen = sycl::select(v, w, less);
    CHECK(chosen[0] == T(2) && chosen[1] == T(2) && sycl::select(one, two, true) == two && sycl::select(one, two, false) == one);
    const sycl::marray<T, 2> m(1, 2);
    const auto told = sycl::isgreater(m, T(1));
    static_assert(std::is_same<decltype(told), const sycl::marray<bool, 2>>::value, "of marrays");
    CHECK(!told[0] && told[1] && sycl::any(told) && !sycl::all(told) && sycl::select(m, m + T(5), told)[1] == T(7));
}

int main()
{
    functions_are_those_of_mathematics<float>();
    functions_are_those_of_mathematics<double>();
    functions_are_those_of_mathematics<sycl::half>();
    results_have_the_right_precision_and_type();
    geometric_functions_measure<float>();
    geometric_functions_measure<double>();
    geometric_functions_measure<sycl::half>();
    relations_tell<float>();
    relations_tell<double>();
    relations_tell<sycl::half>();
    CHECK(sycl::bitselect(0x0f0f, 0x1234, 0x00ff) == 0x0f34 && sycl::bitselect(1.0f, -2.0f, -0.0f) == -1.0f);
    CHECK(!sycl::any(sycl::int2(1, 2)) && sycl::any(sycl::int2(1, -2)) && sycl::all(sycl::char2(-1, -128)) && sycl::any(-1) &&
          !sycl::all(0));
    sycl::queue q;
    float *x = sycl::malloc_shared<float>(1000, q);
    q.parallel_for(1000, [=](sycl::id<1> i) {
         const sycl::float4 v(float(i[0]) / 1000);
         x[i] = sycl::dot(sycl::sin(v), sycl::cos(v)) + sycl::sqrt(float(i[0]));
     }).wait();
    for (int i = 0; i < 1000; i++) {
        const float v = float(i) / 1000;
        CHECK(std::fabs(x[i] - (4 * std::sin(v) * std::cos(v) + std::sqrt(float(i)))) < 1e-5);
    }
    sycl::free(x, q);
    return n_failed;
}
