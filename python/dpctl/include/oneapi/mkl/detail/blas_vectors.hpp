// BLAS on vectors, which have no order of rows and columns.
#ifndef DPEX_ONEAPI_MKL_DETAIL_BLAS_VECTORS_HPP
#define DPEX_ONEAPI_MKL_DETAIL_BLAS_VECTORS_HPP

#include "call.hpp"

namespace oneapi {
namespace mkl {
namespace blas {
namespace detail {

using namespace mkl::detail;

// One call: where, on what; and the functions of dpex/blas.h with checked operands.
template <class T> struct blas_call {
    site at;
    sycl::queue &q;
    blas_call(const char *function, sycl::queue &queue) : at{"blas", function}, q(queue)
    {
        if (number<T>::is_double) require_double(at, q);
    }
    dpex_blas_options options(const value_or_pointer<T> &alpha, const value_or_pointer<T> &beta, const events &deps) const
    {
        return options(alpha.detail_get(q, deps), beta.detail_get(q, deps));
    }
    dpex_blas_options options(T alpha, T beta) const
    {
        dpex_blas_options o{};
        o.alpha = scalar(alpha);
        o.beta = scalar(beta);
        return o;
    }
    sycl::event gemm(const dpex_strided &a, const dpex_strided &b, const dpex_strided &c, const value_or_pointer<T> &alpha,
                     const value_or_pointer<T> &beta, const events &deps) const
    {
        const dpex_blas_options o = options(alpha, beta, deps);
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_gemm(&call, &o, &a, &b, &c); });
    }
    sycl::event ger(const dpex_strided &x, const dpex_strided &y, const dpex_strided &a, const value_or_pointer<T> &alpha,
                    const events &deps) const
    {
        const dpex_blas_options o = options(alpha.detail_get(q, deps), T(0));
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_ger(&call, &o, &x, &y, &a); });
    }
    sycl::event symm(const dpex_blas_options &o, const dpex_strided &a, const dpex_strided &b, const dpex_strided &c,
                     const events &deps) const
    {
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_symm(&call, &o, &a, &b, &c); });
    }
    sycl::event syrk(const dpex_blas_options &o, const dpex_strided &a, const dpex_strided &c, const events &deps) const
    {
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_syrk(&call, &o, &a, &c); });
    }
    sycl::event trsm(const dpex_blas_options &o, const dpex_strided &a, const dpex_strided &b, const events &deps) const
    {
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_trsm(&call, &o, &a, &b); });
    }
    sycl::event trmm(const dpex_blas_options &o, const dpex_strided &a, const dpex_strided &b, const events &deps) const
    {
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_trmm(&call, &o, &a, &b); });
    }
    sycl::event axpby(const dpex_strided &x, const dpex_strided &y, const value_or_pointer<T> &alpha, const value_or_pointer<T> &beta,
                      const events &deps) const
    {
        const dpex_blas_options o = options(alpha, beta, deps);
        return run(q, deps, at, [&](const dpex_strided_call &call) { return sycl::detail::api()->blas_axpby(&call, &o, &x, &y); });
    }
};

// y = alpha x + beta y, of which copy and axpy are cases.
#define DPEX_MKL_UPDATE(name, parameters, arguments, alpha, beta)                                                                  \
    template <class T>                                                                                                             \
    sycl::event name(sycl::queue &q, std::int64_t n DPEX_MKL_UNPACK parameters, const T *x, std::int64_t incx DPEX_MKL_BETA_##name, \
                     T *y, std::int64_t incy, const events &deps = {})                                                             \
    {                                                                                                                              \
        const blas_call<T> call{#name, q};                                                                                         \
        require_extents(call.at, {{"n", n}});                                                                                      \
        return call.axpby(vector(call.at, "incx", x, n, incx), vector(call.at, "incy", y, n, incy), alpha, beta, deps);            \
    }                                                                                                                              \
    template <class T>                                                                                                             \
    void name(sycl::queue &q, std::int64_t n DPEX_MKL_UNPACK parameters, sycl::buffer<T, 1> &x,                                    \
              std::int64_t incx DPEX_MKL_BETA_##name, sycl::buffer<T, 1> &y, std::int64_t incy)                                    \
    {                                                                                                                              \
        with_buffers(buffer_uses(reads(x), writes(y)), [&](const events &deps) {                                                   \
            return name(q, n DPEX_MKL_UNPACK arguments, x.ptr(), incx DPEX_MKL_GIVEN_##name, y.ptr(), incy, deps);                 \
        });                                                                                                                        \
    }
#define DPEX_MKL_UNPACK(...) __VA_ARGS__
#define DPEX_MKL_BETA_copy
#define DPEX_MKL_BETA_axpy
#define DPEX_MKL_BETA_axpby  , scalar_of<T> beta
#define DPEX_MKL_GIVEN_copy
#define DPEX_MKL_GIVEN_axpy
#define DPEX_MKL_GIVEN_axpby , beta
DPEX_MKL_UPDATE(copy, (), (), T(1), T(0))
DPEX_MKL_UPDATE(axpy, (, scalar_of<T> alpha), (, alpha), alpha, T(1))
DPEX_MKL_UPDATE(axpby, (, scalar_of<T> alpha), (, alpha), alpha, beta)
#undef DPEX_MKL_UPDATE
#undef DPEX_MKL_UNPACK
#undef DPEX_MKL_BETA_copy
#undef DPEX_MKL_BETA_axpy
#undef DPEX_MKL_BETA_axpby
#undef DPEX_MKL_GIVEN_copy
#undef DPEX_MKL_GIVEN_axpy
#undef DPEX_MKL_GIVEN_axpby

// Scalars of complex vectors may be real.
template <class T, class S, class = std::enable_if_t<std::is_convertible<S, T>::value>>
sycl::event scal(sycl::queue &q, std::int64_t n, S alpha, T *x, std::int64_t incx, const events &deps = {})
{
    const blas_call<T> call{"scal", q};
    require_extents(call.at, {{"n", n}});
    const dpex_blas_options o = call.options(static_cast<T>(alpha), T(0));
    const dpex_strided v = vector(call.at, "incx", x, n, incx);
    return run(q, deps, call.at, [&](const dpex_strided_call &c) { return sycl::detail::api()->blas_scal(&c, &o, &v); });
}
template <class T> sycl::event scal(sycl::queue &q, std::int64_t n, same<const T *> alpha, T *x, std::int64_t incx, const events &deps = {})
{
    return scal(q, n, value_or_pointer<T>(alpha).detail_get(q, deps), x, incx, deps);
}
template <class T, class S, class = std::enable_if_t<std::is_convertible<S, T>::value>>
void scal(sycl::queue &q, std::int64_t n, S alpha, sycl::buffer<T, 1> &x, std::int64_t incx)
{
    with_buffers(buffer_uses(writes(x)), [&](const events &deps) { return scal(q, n, alpha, x.ptr(), incx, deps); });
}

// Exchanges x and y.
template <class T>
sycl::event swap(sycl::queue &q, std::int64_t n, T *x, std::int64_t incx, T *y, std::int64_t incy, const events &deps = {})
{
    const blas_call<T> call{"swap", q};
    require_extents(call.at, {{"n", n}});
    const dpex_strided v = vector(call.at, "incx", x, n, incx), w = vector(call.at, "incy", y, n, incy);
    return run(q, deps, call.at, [&](const dpex_strided_call &c) { return sycl::detail::api()->blas_swap(&c, &v, &w); });
}
template <class T> void swap(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &x, std::int64_t incx, sycl::buffer<T, 1> &y, std::int64_t incy)
{
    with_buffers(buffer_uses(writes(x), writes(y)), [&](const events &deps) { return swap(q, n, x.ptr(), incx, y.ptr(), incy, deps); });
}

// A rotation in the plane: x = c x + s y, y = c y - conj(s) x. The cosine is real, the sine real or of the vectors' type.
template <class T, class S, class = std::enable_if_t<std::is_convertible<S, T>::value>>
sycl::event rot(sycl::queue &q, std::int64_t n, T *x, std::int64_t incx, T *y, std::int64_t incy, same<real_of<T>> c, S s,
                const events &deps = {})
{
    const blas_call<T> call{"rot", q};
    require_extents(call.at, {{"n", n}});
    const dpex_blas_options o = call.options(static_cast<T>(c), static_cast<T>(s));
    const dpex_strided v = vector(call.at, "incx", x, n, incx), w = vector(call.at, "incy", y, n, incy);
    return run(q, deps, call.at, [&](const dpex_strided_call &k) { return sycl::detail::api()->blas_rot(&k, &o, &v, &w); });
}
template <class T, class S, class = std::enable_if_t<std::is_convertible<S, T>::value>>
void rot(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &x, std::int64_t incx, sycl::buffer<T, 1> &y, std::int64_t incy,
         same<real_of<T>> c, S s)
{
    with_buffers(buffer_uses(writes(x), writes(y)), [&](const events &deps) { return rot(q, n, x.ptr(), incx, y.ptr(), incy, c, s, deps); });
}

// dot: real, the result may be double for float; dotu, dotc: complex, without and with the conjugate of x.
#define DPEX_MKL_DOT(name, conditions, conjugates)                                                                                 \
    template <class T, class R, class = std::enable_if_t<conditions>>                                                              \
    sycl::event name(sycl::queue &q, std::int64_t n, const T *x, std::int64_t incx, const T *y, std::int64_t incy, R *result,      \
                     const events &deps = {})                                                                                      \
    {                                                                                                                              \
        const blas_call<R> call{#name, q};                                                                                         \
        require_extents(call.at, {{"n", n}});                                                                                      \
        dpex_strided v = vector(call.at, "incx", x, n, incx);                                                                      \
        v.is_conjugated = conjugates;                                                                                              \
        const dpex_strided w = vector(call.at, "incy", y, n, incy), sum = single(result);                                          \
        return run(q, deps, call.at, [&](const dpex_strided_call &c) { return sycl::detail::api()->blas_dot(&c, &v, &w, &sum); }); \
    }                                                                                                                              \
    template <class T, class R, class = std::enable_if_t<conditions>>                                                              \
    void name(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &x, std::int64_t incx, sycl::buffer<T, 1> &y, std::int64_t incy,  \
              sycl::buffer<R, 1> &result)                                                                                          \
    {                                                                                                                              \
        with_buffers(buffer_uses(reads(x), reads(y), writes(result)), [&](const events &deps) {                                    \
            return name(q, n, x.ptr(), incx, y.ptr(), incy, result.ptr(), deps);                                                   \
        });                                                                                                                        \
    }
#define DPEX_MKL_IS_COMPLEX_DOT \
    number<T>::is_complex && number<R>::is_complex && sizeof(R) == sizeof(T)
#define DPEX_MKL_IS_REAL_DOT \
    !number<T>::is_complex && !number<R>::is_complex && sizeof(R) >= sizeof(T)
DPEX_MKL_DOT(dot, DPEX_MKL_IS_REAL_DOT, 0)
DPEX_MKL_DOT(dotu, DPEX_MKL_IS_COMPLEX_DOT, 0)
DPEX_MKL_DOT(dotc, DPEX_MKL_IS_COMPLEX_DOT, 1)
#undef DPEX_MKL_DOT
#undef DPEX_MKL_IS_COMPLEX_DOT
#undef DPEX_MKL_IS_REAL_DOT

#define DPEX_MKL_MAGNITUDE(name)                                                                                                   \
    template <class T>                                                                                                             \
    sycl::event name(sycl::queue &q, std::int64_t n, const T *x, std::int64_t incx, real_of<T> *result, const events &deps = {})   \
    {                                                                                                                              \
        const blas_call<T> call{#name, q};                                                                                         \
        require_extents(call.at, {{"n", n}});                                                                                      \
        const dpex_strided v = vector(call.at, "incx", x, n, incx), r = single(result);                                            \
        return run(q, deps, call.at, [&](const dpex_strided_call &c) { return sycl::detail::api()->blas_##name(&c, &v, &r); });    \
    }                                                                                                                              \
    template <class T>                                                                                                             \
    void name(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &x, std::int64_t incx, sycl::buffer<real_of<T>, 1> &result)       \
    {                                                                                                                              \
        with_buffers(buffer_uses(reads(x), writes(result)),                                                                        \
                     [&](const events &deps) { return name(q, n, x.ptr(), incx, result.ptr(), deps); });                           \
    }
DPEX_MKL_MAGNITUDE(asum)
DPEX_MKL_MAGNITUDE(nrm2)
#undef DPEX_MKL_MAGNITUDE

// Of no elements, or a step that is not positive: 0.
#define DPEX_MKL_EXTREME(name, is_min)                                                                                             \
    template <class T>                                                                                                             \
    sycl::event name(sycl::queue &q, std::int64_t n, const T *x, std::int64_t incx, std::int64_t *result,                          \
                     index_base base = index_base::zero, const events &deps = {})                                                  \
    {                                                                                                                              \
        const blas_call<T> call{#name, q};                                                                                         \
        const std::int64_t count = n > 0 && incx > 0 ? n : 0;                                                                      \
        const dpex_strided v = strided(x, number<T>::dtype, {count}, {incx}), r = single(result, DPEX_I64);                        \
        return run(q, deps, call.at, [&](const dpex_strided_call &c) {                                                             \
            return sycl::detail::api()->blas_iamax(&c, &v, is_min, static_cast<std::int64_t>(base), &r);                           \
        });                                                                                                                        \
    }                                                                                                                              \
    template <class T>                                                                                                             \
    sycl::event name(sycl::queue &q, std::int64_t n, const T *x, std::int64_t incx, std::int64_t *result, const events &deps)      \
    {                                                                                                                              \
        return name(q, n, x, incx, result, index_base::zero, deps);                                                                \
    }                                                                                                                              \
    template <class T>                                                                                                             \
    void name(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &x, std::int64_t incx, sycl::buffer<std::int64_t, 1> &result,     \
              index_base base = index_base::zero)                                                                                  \
    {                                                                                                                              \
        with_buffers(buffer_uses(reads(x), writes(result)),                                                                        \
                     [&](const events &deps) { return name(q, n, x.ptr(), incx, result.ptr(), base, deps); });                     \
    }
DPEX_MKL_EXTREME(iamax, 0)
DPEX_MKL_EXTREME(iamin, 1)
#undef DPEX_MKL_EXTREME

} // namespace detail
} // namespace blas
} // namespace mkl
} // namespace oneapi

#endif
