// oneapi::mkl::lapack: factorizations of matrices by columns, on USM memory and on buffers.
//
// Workspaces come from the library's memory pool, so the scratchpads that these functions take are not used: their sizes are 1.
// Whether a factorization succeeds is known when it is complete, so a failure is an asynchronous error, as sycl::queue's
// async_handler gets them: a computation_error, from wait_and_throw of the event or of the queue.
#ifndef DPEX_ONEAPI_MKL_LAPACK_HPP
#define DPEX_ONEAPI_MKL_LAPACK_HPP

#include "detail/call.hpp"

namespace oneapi {
namespace mkl {
namespace lapack {

// What LAPACK says: info is the number of a wrong argument, negative, or what the function's reference says of positive ones.
class exception {
  public:
    exception(mkl::exception *of, std::int64_t info, std::int64_t detail = 0) : info_(info), detail_(detail), text_(of->what()) {}
    virtual ~exception() = default;
    std::int64_t info() const { return info_; }
    std::int64_t detail() const { return detail_; }
    const char *what() const { return text_.c_str(); }

  private:
    std::int64_t info_, detail_;
    std::string text_;
};

#define DPEX_MKL_LAPACK_EXCEPTION(name)                                                                                            \
    class name : public mkl::name, public lapack::exception {                                                                      \
      public:                                                                                                                      \
        name(const std::string &function, const std::string &text, std::int64_t info, std::int64_t detail = 0)                     \
            : mkl::name("lapack", function, text), lapack::exception(this, info, detail)                                           \
        {                                                                                                                          \
        }                                                                                                                          \
        using mkl::name::what;                                                                                                     \
    };
DPEX_MKL_LAPACK_EXCEPTION(computation_error)
DPEX_MKL_LAPACK_EXCEPTION(batch_error)
DPEX_MKL_LAPACK_EXCEPTION(invalid_argument)
#undef DPEX_MKL_LAPACK_EXCEPTION

namespace detail {
using namespace mkl::detail;

// A call of LAPACK: its wrong arguments have numbers.
struct lapack_call {
    site at;
    sycl::queue &q;
    lapack_call(const char *function, sycl::queue &queue, bool is_double) : at{"lapack", function}, q(queue)
    {
        if (is_double) require_double(at, q);
    }
    void require(bool holds, int number, const char *name, std::int64_t given, const std::string &allowed) const
    {
        if (!holds)
            throw invalid_argument(at.function, std::string(name) + " is " + std::to_string(given) + "; it must be " + allowed, -number);
    }
    void require_size(std::int64_t n, int number, const char *name) const { require(n >= 0, number, name, n, "0 or more"); }
    void require_leading(std::int64_t ld, std::int64_t rows, int number, const char *name) const
    {
        require(ld >= at_least_1(rows), number, name, ld, "at least " + std::to_string(at_least_1(rows)));
    }
    void require_scratchpad(std::int64_t size, int number) const
    {
        if (size < 1)
            throw invalid_argument(at.function, "scratchpad_size is " + std::to_string(size) + "; it must be at least 1", -number, 1);
    }
    template <class T>
    dpex_strided matrix(const T *a, std::int64_t rows, std::int64_t columns, std::int64_t ld, int number, const char *name) const
    {
        require_leading(ld, rows, number, name);
        return strided(a, number_type<T>::dtype, {rows, columns}, {1, ld});
    }
    template <class T> using number_type = mkl::detail::number<T>;

    template <class F> sycl::event run(const events &deps, const F &f) const { return mkl::detail::run(q, deps, at, f); }
    // f(call, info), and a task of the host that throws where info is not 0.
    template <class F> sycl::event run_checked(const events &deps, const char *failure, const F &f) const
    {
        const sycl::context ctx = q.get_context();
        const std::shared_ptr<std::int64_t> info(sycl::malloc_host<std::int64_t>(1, q), [ctx](std::int64_t *p) { sycl::free(p, ctx); });
        if (!info) throw device_bad_alloc(at.domain, at.function, q.get_device());
        *info = 0;
        const dpex_strided code = single(info.get(), DPEX_I64);
        const sycl::event done = mkl::detail::run(q, deps, at, [&](const dpex_strided_call &call) { return f(call, code); });
        const char *function = at.function;
        return q.submit([&](sycl::handler &cgh) {
            cgh.depends_on(done);
            cgh.host_task([info, function, failure] {
                if (*info) throw computation_error(function, failure + std::string("; info is ") + std::to_string(*info), *info);
            });
        });
    }
};

template <class T> constexpr bool is_double = number<T>::is_double;
} // namespace detail

// The size of a scratchpad: not used, see above.
#define DPEX_MKL_SCRATCHPAD(name, ...)                                                                                             \
    template <class T> std::int64_t name##_scratchpad_size(sycl::queue &, __VA_ARGS__)                                             \
    {                                                                                                                              \
        return sizeof(detail::number<T>) ? 1 : 0;                                                                                  \
    }
DPEX_MKL_SCRATCHPAD(getrf, std::int64_t, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(getrs, transpose, std::int64_t, std::int64_t, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(getri, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(potrf, uplo, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(potrs, uplo, std::int64_t, std::int64_t, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(geqrf, std::int64_t, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(syevd, job, uplo, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(heevd, job, uplo, std::int64_t, std::int64_t)
DPEX_MKL_SCRATCHPAD(gesvd, jobsvd, jobsvd, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t)
#undef DPEX_MKL_SCRATCHPAD

// ---- LU

template <class T>
sycl::event getrf(sycl::queue &q, std::int64_t m, std::int64_t n, T *a, std::int64_t lda, std::int64_t *ipiv, T *,
                  std::int64_t scratchpad_size, const detail::events &deps = {})
{
    const detail::lapack_call call("getrf", q, detail::is_double<T>);
    call.require_size(m, 2, "m");
    call.require_size(n, 3, "n");
    const dpex_strided x = call.matrix(a, m, n, lda, 5, "lda"), pivots = detail::strided(ipiv, DPEX_I64, {std::min(m, n)}, {1});
    call.require_scratchpad(scratchpad_size, 8);
    return call.run_checked(deps, "U has a zero on its diagonal", [&](const dpex_strided_call &c, const dpex_strided &info) {
        return sycl::detail::api()->lapack_getrf(&c, &x, &pivots, &info);
    });
}
template <class T>
void getrf(sycl::queue &q, std::int64_t m, std::int64_t n, sycl::buffer<T, 1> &a, std::int64_t lda, sycl::buffer<std::int64_t, 1> &ipiv,
           sycl::buffer<T, 1> &, std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::writes(a), detail::writes(ipiv)), [&](const detail::events &deps) {
        return getrf(q, m, n, a.ptr(), lda, ipiv.ptr(), a.ptr(), scratchpad_size, deps);
    });
}

template <class T>
sycl::event getrs(sycl::queue &q, transpose trans, std::int64_t n, std::int64_t nrhs, const T *a, std::int64_t lda,
                  const std::int64_t *ipiv, T *b, std::int64_t ldb, T *, std::int64_t scratchpad_size, const detail::events &deps = {})
{
    const detail::lapack_call call("getrs", q, detail::is_double<T>);
    call.require_size(n, 3, "n");
    call.require_size(nrhs, 4, "nrhs");
    const dpex_strided x = call.matrix(a, n, n, lda, 6, "lda"), y = call.matrix(b, n, nrhs, ldb, 9, "ldb"),
                       pivots = detail::strided(ipiv, DPEX_I64, {n}, {1});
    call.require_scratchpad(scratchpad_size, 11);
    const char letter = trans == transpose::nontrans ? 'N' : trans == transpose::trans ? 'T' : 'C';
    return call.run(deps,
                    [&](const dpex_strided_call &c) { return sycl::detail::api()->lapack_getrs(&c, letter, &x, &pivots, &y); });
}
template <class T>
void getrs(sycl::queue &q, transpose trans, std::int64_t n, std::int64_t nrhs, sycl::buffer<T, 1> &a, std::int64_t lda,
           sycl::buffer<std::int64_t, 1> &ipiv, sycl::buffer<T, 1> &b, std::int64_t ldb, sycl::buffer<T, 1> &, std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::reads(a), detail::reads(ipiv), detail::writes(b)), [&](const detail::events &deps) {
        return getrs(q, trans, n, nrhs, a.ptr(), lda, ipiv.ptr(), b.ptr(), ldb, b.ptr(), scratchpad_size, deps);
    });
}

template <class T>
sycl::event getri(sycl::queue &q, std::int64_t n, T *a, std::int64_t lda, const std::int64_t *ipiv, T *, std::int64_t scratchpad_size,
                  const detail::events &deps = {})
{
    const detail::lapack_call call("getri", q, detail::is_double<T>);
    call.require_size(n, 2, "n");
    const dpex_strided x = call.matrix(a, n, n, lda, 4, "lda"), pivots = detail::strided(ipiv, DPEX_I64, {n}, {1});
    call.require_scratchpad(scratchpad_size, 7);
    return call.run_checked(deps, "U has a zero on its diagonal", [&](const dpex_strided_call &c, const dpex_strided &info) {
        return sycl::detail::api()->lapack_getri(&c, &x, &pivots, &info);
    });
}
template <class T>
void getri(sycl::queue &q, std::int64_t n, sycl::buffer<T, 1> &a, std::int64_t lda, sycl::buffer<std::int64_t, 1> &ipiv,
           sycl::buffer<T, 1> &, std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::writes(a), detail::reads(ipiv)), [&](const detail::events &deps) {
        return getri(q, n, a.ptr(), lda, ipiv.ptr(), a.ptr(), scratchpad_size, deps);
    });
}

// ---- Cholesky

template <class T>
sycl::event potrf(sycl::queue &q, uplo upper_lower, std::int64_t n, T *a, std::int64_t lda, T *, std::int64_t scratchpad_size,
                  const detail::events &deps = {})
{
    const detail::lapack_call call("potrf", q, detail::is_double<T>);
    call.require_size(n, 3, "n");
    const dpex_strided x = call.matrix(a, n, n, lda, 5, "lda");
    call.require_scratchpad(scratchpad_size, 7);
    return call.run_checked(deps, "a leading minor is not positive definite", [&](const dpex_strided_call &c, const dpex_strided &info) {
        return sycl::detail::api()->lapack_potrf(&c, upper_lower == uplo::lower, &x, &info);
    });
}
template <class T>
void potrf(sycl::queue &q, uplo upper_lower, std::int64_t n, sycl::buffer<T, 1> &a, std::int64_t lda, sycl::buffer<T, 1> &,
           std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::writes(a)), [&](const detail::events &deps) {
        return potrf(q, upper_lower, n, a.ptr(), lda, a.ptr(), scratchpad_size, deps);
    });
}

template <class T>
sycl::event potrs(sycl::queue &q, uplo upper_lower, std::int64_t n, std::int64_t nrhs, const T *a, std::int64_t lda, T *b,
                  std::int64_t ldb, T *, std::int64_t scratchpad_size, const detail::events &deps = {})
{
    const detail::lapack_call call("potrs", q, detail::is_double<T>);
    call.require_size(n, 3, "n");
    call.require_size(nrhs, 4, "nrhs");
    const dpex_strided x = call.matrix(a, n, n, lda, 6, "lda"), y = call.matrix(b, n, nrhs, ldb, 8, "ldb");
    call.require_scratchpad(scratchpad_size, 10);
    return call.run(deps, [&](const dpex_strided_call &c) {
        return sycl::detail::api()->lapack_potrs(&c, upper_lower == uplo::lower, &x, &y);
    });
}
template <class T>
void potrs(sycl::queue &q, uplo upper_lower, std::int64_t n, std::int64_t nrhs, sycl::buffer<T, 1> &a, std::int64_t lda,
           sycl::buffer<T, 1> &b, std::int64_t ldb, sycl::buffer<T, 1> &, std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::reads(a), detail::writes(b)), [&](const detail::events &deps) {
        return potrs(q, upper_lower, n, nrhs, a.ptr(), lda, b.ptr(), ldb, b.ptr(), scratchpad_size, deps);
    });
}

// ---- QR

template <class T>
sycl::event geqrf(sycl::queue &q, std::int64_t m, std::int64_t n, T *a, std::int64_t lda, T *tau, T *, std::int64_t scratchpad_size,
                  const detail::events &deps = {})
{
    const detail::lapack_call call("geqrf", q, detail::is_double<T>);
    call.require_size(m, 2, "m");
    call.require_size(n, 3, "n");
    const dpex_strided x = call.matrix(a, m, n, lda, 5, "lda"),
                       factors = detail::strided(tau, detail::number<T>::dtype, {std::min(m, n)}, {1});
    call.require_scratchpad(scratchpad_size, 8);
    return call.run(deps, [&](const dpex_strided_call &c) { return sycl::detail::api()->lapack_geqrf(&c, &x, &factors); });
}
template <class T>
void geqrf(sycl::queue &q, std::int64_t m, std::int64_t n, sycl::buffer<T, 1> &a, std::int64_t lda, sycl::buffer<T, 1> &tau,
           sycl::buffer<T, 1> &, std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::writes(a), detail::writes(tau)), [&](const detail::events &deps) {
        return geqrf(q, m, n, a.ptr(), lda, tau.ptr(), tau.ptr(), scratchpad_size, deps);
    });
}

// ---- eigenvalues: syevd of real matrices, heevd of complex ones

#define DPEX_MKL_EVD(name, condition)                                                                                              \
    template <class T, class = std::enable_if_t<condition>>                                                                        \
    sycl::event name(sycl::queue &q, job jobz, uplo upper_lower, std::int64_t n, T *a, std::int64_t lda, detail::real_of<T> *w,    \
                     T *, std::int64_t scratchpad_size, const detail::events &deps = {})                                           \
    {                                                                                                                              \
        const detail::lapack_call call(#name, q, detail::is_double<T>);                                                            \
        call.require(jobz == job::novec || jobz == job::vec, 2, "jobz", static_cast<std::int64_t>(jobz), "novec (0) or vec (1)");  \
        call.require_size(n, 4, "n");                                                                                              \
        const dpex_strided x = call.matrix(a, n, n, lda, 6, "lda"),                                                                \
                           values = detail::strided(w, detail::number<detail::real_of<T>>::dtype, {n}, {1});                       \
        call.require_scratchpad(scratchpad_size, 9);                                                                               \
        return call.run_checked(deps, "the iteration did not converge", [&](const dpex_strided_call &c, const dpex_strided &info) { \
            return sycl::detail::api()->lapack_heevd(&c, jobz == job::vec, upper_lower == uplo::lower, &x, &values, &info);        \
        });                                                                                                                        \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<condition>>                                                                        \
    void name(sycl::queue &q, job jobz, uplo upper_lower, std::int64_t n, sycl::buffer<T, 1> &a, std::int64_t lda,                 \
              sycl::buffer<detail::real_of<T>, 1> &w, sycl::buffer<T, 1> &, std::int64_t scratchpad_size)                          \
    {                                                                                                                              \
        detail::with_buffers(detail::buffer_uses(detail::writes(a), detail::writes(w)), [&](const detail::events &deps) {          \
            return name(q, jobz, upper_lower, n, a.ptr(), lda, w.ptr(), a.ptr(), scratchpad_size, deps);                           \
        });                                                                                                                        \
    }
DPEX_MKL_EVD(syevd, !detail::number<T>::is_complex)
DPEX_MKL_EVD(heevd, detail::number<T>::is_complex)
#undef DPEX_MKL_EVD

// ---- singular values

namespace detail {
// u or vt: as many as the job says, where it says.
template <class T>
bool vectors_of(const lapack_call &call, jobsvd job_of, bool is_u, std::int64_t m, std::int64_t n, const T *a, std::int64_t lda,
                const T *vectors, std::int64_t ld, dpex_strided &x)
{
    const std::int64_t least = std::min(m, n), full = is_u ? m : n;
    const std::int64_t count = job_of == jobsvd::vectors ? full : least;
    if (job_of == jobsvd::novec) return false;
    const bool is_in_a = job_of == jobsvd::vectorsina;
    const T *to = is_in_a ? a : vectors;
    const std::int64_t leading = is_in_a ? lda : ld;
    x = is_u ? call.matrix(to, m, count, leading, 10, "ldu") : call.matrix(to, count, n, leading, 12, "ldvt");
    return true;
}
} // namespace detail

template <class T>
sycl::event gesvd(sycl::queue &q, jobsvd jobu, jobsvd jobvt, std::int64_t m, std::int64_t n, T *a, std::int64_t lda,
                  detail::real_of<T> *s, T *u, std::int64_t ldu, T *vt, std::int64_t ldvt, T *, std::int64_t scratchpad_size,
                  const detail::events &deps = {})
{
    const detail::lapack_call call("gesvd", q, detail::is_double<T>);
    call.require(jobu != jobsvd::vectorsina || jobvt != jobsvd::vectorsina, 3, "jobvt", static_cast<std::int64_t>(jobvt),
                 "another than vectorsina, which jobu is");
    call.require_size(m, 4, "m");
    call.require_size(n, 5, "n");
    const dpex_strided x = call.matrix(a, m, n, lda, 7, "lda"),
                       values = detail::strided(s, detail::number<detail::real_of<T>>::dtype, {std::min(m, n)}, {1});
    dpex_strided left, right;
    const dpex_strided *us = detail::vectors_of(call, jobu, true, m, n, a, lda, u, ldu, left) ? &left : nullptr,
                       *vts = detail::vectors_of(call, jobvt, false, m, n, a, lda, vt, ldvt, right) ? &right : nullptr;
    call.require_scratchpad(scratchpad_size, 14);
    return call.run_checked(deps, "the iteration did not converge", [&](const dpex_strided_call &c, const dpex_strided &info) {
        return sycl::detail::api()->lapack_gesvd(&c, &x, &values, us, vts, &info);
    });
}
template <class T>
void gesvd(sycl::queue &q, jobsvd jobu, jobsvd jobvt, std::int64_t m, std::int64_t n, sycl::buffer<T, 1> &a, std::int64_t lda,
           sycl::buffer<detail::real_of<T>, 1> &s, sycl::buffer<T, 1> &u, std::int64_t ldu, sycl::buffer<T, 1> &vt, std::int64_t ldvt,
           sycl::buffer<T, 1> &, std::int64_t scratchpad_size)
{
    detail::with_buffers(detail::buffer_uses(detail::writes(a), detail::writes(s), detail::writes(u), detail::writes(vt)),
                         [&](const detail::events &deps) {
                             return gesvd(q, jobu, jobvt, m, n, a.ptr(), lda, s.ptr(), u.ptr(), ldu, vt.ptr(), ldvt, a.ptr(),
                                          scratchpad_size, deps);
                         });
}

} // namespace lapack
} // namespace mkl
} // namespace oneapi

#endif
