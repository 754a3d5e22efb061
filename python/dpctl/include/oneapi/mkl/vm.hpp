// oneapi::mkl::vm: functions of each element of a vector.
//
// They are the operations of dpex/op.h under the names of the specification. Accuracy is that of these operations whatever the mode:
// HA. Values outside a function's domain give NaN or infinity, as IEEE 754 says; there are no error handlers.
#ifndef DPEX_ONEAPI_MKL_VM_HPP
#define DPEX_ONEAPI_MKL_VM_HPP

#include "detail/call.hpp"

namespace oneapi {
namespace mkl {
namespace vm {

enum class mode : std::uint32_t {
    not_defined = 0x0,
    la = 0x1,
    ha = 0x2,
    ep = 0x3,
    global_status_report = 0x100,
    global_status_quiet = 0x200
};

namespace detail {
using namespace mkl::detail;
template <class T> constexpr bool is_real = !number<T>::is_complex;

template <class T, int N, class Y>
sycl::event apply(const char *name, const char *op, sycl::queue &q, std::int64_t n, const T *const (&operands)[N], Y *y,
                  const events &deps)
{
    const site at{"vm", name};
    if (number<T>::is_double) require_double(at, q);
    require(at, n >= 0, "n", n, "0 or more");
    dpex_strided inputs[N];
    for (int i = 0; i < N; i++) inputs[i] = strided(operands[i], number<T>::dtype, {n}, {1});
    const dpex_strided out = strided(y, number<Y>::dtype, {n}, {1});
    return run(q, deps, at,
               [&](const dpex_strided_call &call) { return sycl::detail::api()->strided_elementwise(&call, op, inputs, N, &out); });
}
} // namespace detail

#define DPEX_MKL_UNARY(name, op, condition, result)                                                                                \
    template <class T, class = std::enable_if_t<condition>>                                                                        \
    sycl::event name(sycl::queue &q, std::int64_t n, const T *a, result *y, const detail::events &deps = {}, mode = {})            \
    {                                                                                                                              \
        return detail::apply(#name, op, q, n, {a}, y, deps);                                                                       \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<condition>>                                                                        \
    void name(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &a, sycl::buffer<result, 1> &y, mode = {})                        \
    {                                                                                                                              \
        detail::with_buffers(detail::buffer_uses(detail::reads(a), detail::writes(y)),                                             \
                             [&](const detail::events &deps) { return name(q, n, a.ptr(), y.ptr(), deps); });                      \
    }
#define DPEX_MKL_BINARY(name, op, condition)                                                                                       \
    template <class T, class = std::enable_if_t<condition>>                                                                        \
    sycl::event name(sycl::queue &q, std::int64_t n, const T *a, const T *b, T *y, const detail::events &deps = {}, mode = {})     \
    {                                                                                                                              \
        return detail::apply(#name, op, q, n, {a, b}, y, deps);                                                                    \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<condition>>                                                                        \
    void name(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &a, sycl::buffer<T, 1> &b, sycl::buffer<T, 1> &y, mode = {})      \
    {                                                                                                                              \
        detail::with_buffers(detail::buffer_uses(detail::reads(a), detail::reads(b), detail::writes(y)),                           \
                             [&](const detail::events &deps) { return name(q, n, a.ptr(), b.ptr(), y.ptr(), deps); });             \
    }
#define DPEX_MKL_ANY     sizeof(detail::number<T>) != 0
#define DPEX_MKL_REAL    detail::is_real<T>
#define DPEX_MKL_COMPLEX detail::number<T>::is_complex

DPEX_MKL_BINARY(add, "add", DPEX_MKL_ANY)
DPEX_MKL_BINARY(sub, "subtract", DPEX_MKL_ANY)
DPEX_MKL_BINARY(mul, "multiply", DPEX_MKL_ANY)
DPEX_MKL_BINARY(div, "divide", DPEX_MKL_ANY)
DPEX_MKL_BINARY(pow, "pow", DPEX_MKL_ANY)
DPEX_MKL_BINARY(atan2, "atan2", DPEX_MKL_REAL)
DPEX_MKL_BINARY(copysign, "copysign", DPEX_MKL_REAL)
DPEX_MKL_BINARY(fmax, "fmax", DPEX_MKL_REAL)
DPEX_MKL_BINARY(fmin, "fmin", DPEX_MKL_REAL)
DPEX_MKL_BINARY(fmod, "fmod", DPEX_MKL_REAL)
DPEX_MKL_BINARY(hypot, "hypot", DPEX_MKL_REAL)
DPEX_MKL_BINARY(nextafter, "nextafter", DPEX_MKL_REAL)
DPEX_MKL_UNARY(abs, "abs", DPEX_MKL_ANY, detail::real_of<T>)
DPEX_MKL_UNARY(arg, "angle", DPEX_MKL_COMPLEX, detail::real_of<T>)
DPEX_MKL_UNARY(conj, "conj", DPEX_MKL_COMPLEX, T)
DPEX_MKL_UNARY(sqr, "square", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(sqrt, "sqrt", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(invsqrt, "rsqrt", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(cbrt, "cbrt", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(inv, "reciprocal", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(exp, "exp", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(exp2, "exp2", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(expm1, "expm1", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(ln, "log", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(log2, "log2", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(log10, "log10", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(log1p, "log1p", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(sin, "sin", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(cos, "cos", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(tan, "tan", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(asin, "asin", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(acos, "acos", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(atan, "atan", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(sinh, "sinh", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(cosh, "cosh", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(tanh, "tanh", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(asinh, "asinh", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(acosh, "acosh", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(atanh, "atanh", DPEX_MKL_ANY, T)
DPEX_MKL_UNARY(erf, "erf", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(erfc, "erfc", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(erfcx, "erfcx", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(erfinv, "erfinv", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(erfcinv, "erfcinv", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(i0, "i0", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(floor, "floor", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(ceil, "ceil", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(trunc, "trunc", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(rint, "round", DPEX_MKL_REAL, T)
DPEX_MKL_UNARY(nearbyint, "round", DPEX_MKL_REAL, T)

#undef DPEX_MKL_ANY
#undef DPEX_MKL_REAL
#undef DPEX_MKL_COMPLEX
#undef DPEX_MKL_UNARY
#undef DPEX_MKL_BINARY

} // namespace vm
} // namespace mkl
} // namespace oneapi

#endif
