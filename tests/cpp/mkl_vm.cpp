// oneapi::mkl::vm against the functions of <cmath> and <complex>.
#include "mkl_check.hpp"

#include <cmath>

static const int64_t count = 300;

#define UNARY(function, reference, low, high)                                                                                      \
    do {                                                                                                                           \
        memory<T> x(q, 300);                                                                                                       \
        for (int64_t i = 0; i < count; i++) x[i] = T(real_t<T>(low) + some<T>(std::size_t(i)) * real_t<T>((high) - (low)) / real_t<T>(2) + \
                                                 real_t<T>((high) - (low)) / real_t<T>(2));                                        \
        using Y = decltype(reference(x[0]));                                                                                       \
        memory<Y> y(q, 300);                                                                                                       \
        for (int64_t i = 0; i < count; i++) y.mirror[std::size_t(i)] = reference(x[i]);                                                \
        mkl::vm::function(q, count, x.ptr, y.ptr).wait();                                                                              \
        CHECK(y.is_as_expected(10));                                                                                               \
    } while (0)

#define BINARY(function, expression)                                                                                               \
    do {                                                                                                                           \
        memory<T> x(q, 300), y(q, 300, 1000), z(q, 300);                                                                           \
        for (int64_t i = 0; i < count; i++) {                                                                                          \
            x[i] += T(real_t<T>(1.25));                                                                                            \
            const T a = x[i], b = y[i];                                                                                            \
            z.mirror[std::size_t(i)] = expression;                                                                                 \
        }                                                                                                                          \
        mkl::vm::function(q, count, x.ptr, y.ptr, z.ptr).wait();                                                                       \
        CHECK(z.is_as_expected(10));                                                                                               \
    } while (0)

template <class T> void functions_of_all_numbers(sycl::queue &q)
{
    BINARY(add, a + b);
    BINARY(sub, a - b);
    BINARY(mul, a *b);
    BINARY(div, a / b);
    BINARY(pow, std::pow(a, b));
    UNARY(abs, std::abs, -2, 2);
    UNARY(sqrt, std::sqrt, 0, 9);
    UNARY(exp, std::exp, -3, 3);
    UNARY(ln, std::log, 0.1, 5);
    UNARY(log10, std::log10, 0.1, 5);
    UNARY(sin, std::sin, -3, 3);
    UNARY(cos, std::cos, -3, 3);
    UNARY(tan, std::tan, -1, 1);
    UNARY(asin, std::asin, -0.9, 0.9);
    UNARY(acos, std::acos, -0.9, 0.9);
    UNARY(atan, std::atan, -0.9, 0.9);
    UNARY(sinh, std::sinh, -2, 2);
    UNARY(cosh, std::cosh, -2, 2);
    UNARY(tanh, std::tanh, -2, 2);
    UNARY(asinh, std::asinh, -2, 2);
    UNARY(acosh, std::acosh, 1.1, 4);
    UNARY(atanh, std::atanh, -0.9, 0.9);
}

template <class T> T inverse(T x)
{
    return 1 / x;
}
template <class T> T root_inverse(T x)
{
    return 1 / std::sqrt(x);
}
template <class T> T square(T x)
{
    return x * x;
}

template <class T> void functions_of_real_numbers(sycl::queue &q)
{
    BINARY(atan2, std::atan2(a, b));
    BINARY(copysign, std::copysign(a, b));
    BINARY(fmax, std::fmax(a, b));
    BINARY(fmin, std::fmin(a, b));
    BINARY(fmod, std::fmod(a, b));
    BINARY(hypot, std::hypot(a, b));
    BINARY(nextafter, std::nextafter(a, b));
    UNARY(sqr, square, -2, 2);
    UNARY(invsqrt, root_inverse, 0.1, 4);
    UNARY(cbrt, std::cbrt, -4, 4);
    UNARY(inv, inverse, 0.5, 4);
    UNARY(exp2, std::exp2, -4, 4);
    UNARY(expm1, std::expm1, -2, 2);
    UNARY(log2, std::log2, 0.1, 4);
    UNARY(log1p, std::log1p, -0.5, 4);
    UNARY(erf, std::erf, -2, 2);
    UNARY(erfc, std::erfc, -2, 2);
    UNARY(floor, std::floor, -9, 9);
    UNARY(ceil, std::ceil, -9, 9);
    UNARY(trunc, std::trunc, -9, 9);
    UNARY(rint, std::rint, -9, 9);
    UNARY(nearbyint, std::nearbyint, -9, 9);
    memory<T> x(q, 300), y(q, 300);
    mkl::vm::erf(q, count, x.ptr, y.ptr).wait();
    mkl::vm::erfinv(q, count, y.ptr, y.ptr).wait();
    for (int64_t i = 0; i < count; i++) CHECK(is_close(y[i], x[i], 10));
}

template <class T> void functions_of_complex_numbers(sycl::queue &q)
{
    UNARY(conj, std::conj, -2, 2);
    UNARY(arg, std::arg, -2, 2);
}

static void commands_follow_and_may_be_in_place(sycl::queue &q)
{
    memory<float> x(q, 300);
    sycl::event e = q.fill(x.ptr, 4.0f, 300);
    e = mkl::vm::sqrt(q, count, x.ptr, x.ptr, {e});
    e = mkl::vm::add(q, count, x.ptr, x.ptr, x.ptr, {e}, mkl::vm::mode::la);
    std::vector<float> out(300);
    q.copy(x.ptr, out.data(), 300, e).wait();
    for (const float value : out) CHECK(value == 4);
    std::vector<float> a(300, 9);
    {
        sycl::buffer<float, 1> b(a.data(), sycl::range<1>(300)), c(sycl::range<1>(300));
        mkl::vm::sqrt(q, count, b, c);
        mkl::vm::mul(q, count, c, c, b);
        mkl::vm::add(q, count, b, c, b);
    }
    for (const float value : a) CHECK(value == 12);
    CHECK(refuses<mkl::invalid_argument>([&] { mkl::vm::sin(q, -3, x.ptr, x.ptr); }, "vm: sin: invalid argument: n is -3"));
}

int main(int n_arguments, char **arguments)
{
    sycl::queue q = make_queue(n_arguments, arguments);
    for_types(q, [&](auto zero) {
        using T = decltype(zero);
        functions_of_all_numbers<T>(q);
        if constexpr (is_complex<T>)
            functions_of_complex_numbers<T>(q);
        else
            functions_of_real_numbers<T>(q);
    });
    commands_follow_and_may_be_in_place(q);
    return n_failed;
}
