// oneapi::mkl::lapack: what factorizations are defined by, with leading dimensions, both triangles, failures.
#include "mkl_check.hpp"

#include <algorithm>

using namespace mkl::lapack;
using mkl::job;
using mkl::jobsvd;
using mkl::transpose;
using mkl::uplo;

template <class T> T at(const T *a, int64_t i, int64_t j, int64_t ld)
{
    return a[j * ld + i];
}

// A Hermitian matrix with large elements on the diagonal.
template <class T> void make_positive(memory<T> &a, int64_t n, int64_t ld)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            a[j * ld + i] = i == j ? T(real_t<T>(n + 1)) : i > j ? some<T>(std::size_t(i * 17 + j)) : conj_if(some<T>(std::size_t(j * 17 + i)), true);
    std::copy(a.ptr, a.ptr + a.size, a.mirror.begin());
}

template <class T> void getrf_of(sycl::queue &q, int64_t m, int64_t n)
{
    const int64_t lda = m + 3, k = std::min(m, n);
    memory<T> a(q, std::size_t(lda * n)), scratch(q, 1);
    memory<int64_t> pivots(q, std::size_t(k));
    getrf(q, m, n, a.ptr, lda, pivots.ptr, scratch.ptr, getrf_scratchpad_size<T>(q, m, n, lda)).wait();
    std::vector<int64_t> order(static_cast<std::size_t>(m));
    for (int64_t i = 0; i < m; i++) order[std::size_t(i)] = i;
    for (int64_t i = 0; i < k; i++) {
        CHECK(pivots[i] > i && pivots[i] <= m);
        std::swap(order[std::size_t(i)], order[std::size_t(pivots[i] - 1)]);
    }
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t p = 0; p <= std::min(i, j) && p < k; p++) sum += (p == i ? T(1) : at(a.ptr, i, p, lda)) * at(a.ptr, p, j, lda);
            CHECK(is_close(sum, a.mirror[std::size_t(j * lda + order[std::size_t(i)])], 100));
        }
    for (int64_t j = 0; j < n; j++) CHECK(at(a.ptr, m, j, lda) == a.mirror[std::size_t(j * lda + m)]);
}

template <class T> void getrs_of(sycl::queue &q, transpose t, int64_t lda, int64_t ldb)
{
    const int64_t n = 12, nrhs = 5;
    memory<T> a(q, std::size_t(lda * n)), b(q, std::size_t(ldb * nrhs), 5), scratch(q, 1);
    memory<int64_t> pivots(q, std::size_t(n));
    for (int64_t i = 0; i < n; i++) a[i * lda + i] = a.mirror[std::size_t(i * lda + i)] += T(3);
    sycl::event e = getrf(q, n, n, a.ptr, lda, pivots.ptr, scratch.ptr, 1);
    getrs(q, t, n, nrhs, a.ptr, lda, pivots.ptr, b.ptr, ldb, scratch.ptr, getrs_scratchpad_size<T>(q, t, n, nrhs, lda, ldb), {e}).wait();
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < nrhs; j++) {
            T sum = 0;
            for (int64_t p = 0; p < n; p++) {
                const T x = t == transpose::N ? a.mirror[std::size_t(p * lda + i)] : a.mirror[std::size_t(i * lda + p)];
                sum += conj_if(x, t == transpose::C) * at(b.ptr, p, j, ldb);
            }
            CHECK(is_close(sum, b.mirror[std::size_t(j * ldb + i)], 1000));
        }
}

template <class T> void getri_of(sycl::queue &q, int64_t n, int64_t lda)
{
    memory<T> a(q, std::size_t(lda * n)), scratch(q, 1);
    memory<int64_t> pivots(q, std::size_t(n));
    for (int64_t i = 0; i < n; i++) a[i * lda + i] = a.mirror[std::size_t(i * lda + i)] += T(3);
    sycl::event e = getrf(q, n, n, a.ptr, lda, pivots.ptr, scratch.ptr, 1);
    getri(q, n, a.ptr, lda, pivots.ptr, scratch.ptr, getri_scratchpad_size<T>(q, n, lda), {e}).wait();
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t p = 0; p < n; p++) sum += a.mirror[std::size_t(p * lda + i)] * at(a.ptr, p, j, lda);
            CHECK(is_close(sum, T(i == j), 1000));
        }
    for (int64_t j = 0; lda > n && j < n; j++) CHECK(at(a.ptr, n, j, lda) == a.mirror[std::size_t(j * lda + n)]);
    std::vector<T> values(9, T(0)), none(1);
    std::vector<int64_t> order = {1, 2, 3};
    for (std::size_t i = 0; i < 3; i++) values[4 * i] = T(2);
    {
        sycl::buffer<T, 1> b(values.data(), sycl::range<1>(9)), unused(none.data(), sycl::range<1>(1));
        sycl::buffer<int64_t, 1> swaps(order.data(), sycl::range<1>(3));
        getri(q, 3, b, 3, swaps, unused, 1);
    }
    CHECK(values[0] == T(0.5) && values[1] == T(0) && values[8] == T(0.5));
}

template <class T> void potrf_of(sycl::queue &q, uplo u)
{
    const int64_t n = 11, nrhs = 4, lda = 14, ldb = 13;
    memory<T> a(q, std::size_t(lda * n)), b(q, std::size_t(ldb * nrhs), 5), scratch(q, 1);
    make_positive(a, n, lda);
    sycl::event e = potrf(q, u, n, a.ptr, lda, scratch.ptr, potrf_scratchpad_size<T>(q, u, n, lda));
    potrs(q, u, n, nrhs, a.ptr, lda, b.ptr, ldb, scratch.ptr, potrs_scratchpad_size<T>(q, u, n, nrhs, lda, ldb), {e}).wait();
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j <= i; j++) {
            T sum = 0;
            for (int64_t p = 0; p <= j; p++)
                sum += u == uplo::lower ? at(a.ptr, i, p, lda) * conj_if(at(a.ptr, j, p, lda), true)
                                        : conj_if(at(a.ptr, p, i, lda), true) * at(a.ptr, p, j, lda);
            CHECK(is_close(sum, a.mirror[std::size_t(j * lda + i)], 100));
            const int64_t other = u == uplo::lower ? i * lda + j : j * lda + i;
            CHECK(i == j || a[other] == a.mirror[std::size_t(other)]);
        }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < nrhs; j++) {
            T sum = 0;
            for (int64_t p = 0; p < n; p++) sum += a.mirror[std::size_t(p * lda + i)] * at(b.ptr, p, j, ldb);
            CHECK(is_close(sum, b.mirror[std::size_t(j * ldb + i)], 100));
        }
}

// Q R, by applying the reflectors to R, is the matrix.
template <class T> void geqrf_of(sycl::queue &q, int64_t m, int64_t n)
{
    const int64_t lda = m + 2, k = std::min(m, n);
    memory<T> a(q, std::size_t(lda * n)), tau(q, std::size_t(k)), scratch(q, 1);
    geqrf(q, m, n, a.ptr, lda, tau.ptr, scratch.ptr, geqrf_scratchpad_size<T>(q, m, n, lda)).wait();
    std::vector<T> r(static_cast<std::size_t>(m * n));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) r[std::size_t(j * m + i)] = i <= j ? at(a.ptr, i, j, lda) : T(0);
    for (int64_t p = k - 1; p >= 0; p--)
        for (int64_t j = 0; j < n; j++) {
            const auto v = [&](int64_t i) { return i == p ? T(1) : at(a.ptr, i, p, lda); };
            T sum = 0;
            for (int64_t i = p; i < m; i++) sum += conj_if(v(i), true) * r[std::size_t(j * m + i)];
            for (int64_t i = p; i < m; i++) r[std::size_t(j * m + i)] -= tau[p] * v(i) * sum;
        }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) CHECK(is_close(r[std::size_t(j * m + i)], a.mirror[std::size_t(j * lda + i)], 100));
}

template <class T> void eigenvalues(sycl::queue &q, job jobz, uplo u)
{
    const int64_t n = 9, lda = 12;
    memory<T> a(q, std::size_t(lda * n)), scratch(q, 1);
    memory<real_t<T>> w(q, std::size_t(n));
    make_positive(a, n, lda);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (u == uplo::lower ? i < j : i > j) a[j * lda + i] = T(99); // the other triangle is not read
    if constexpr (is_complex<T>)
        heevd(q, jobz, u, n, a.ptr, lda, w.ptr, scratch.ptr, heevd_scratchpad_size<T>(q, jobz, u, n, lda)).wait();
    else
        syevd(q, jobz, u, n, a.ptr, lda, w.ptr, scratch.ptr, syevd_scratchpad_size<T>(q, jobz, u, n, lda)).wait();
    real_t<T> trace = 0;
    for (int64_t i = 0; i < n; i++) {
        trace += w[i];
        CHECK(i == 0 || w[i] >= w[i - 1]);
    }
    CHECK(is_close(trace, real_t<T>(n * (n + 1)), 100));
    if (jobz == job::novec) return;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            T sum = 0, product = 0;
            for (int64_t p = 0; p < n; p++) {
                sum += a.mirror[std::size_t(p * lda + i)] * at(a.ptr, p, j, lda);
                product += conj_if(at(a.ptr, p, i, lda), true) * at(a.ptr, p, j, lda);
            }
            CHECK(is_close(sum, w[j] * at(a.ptr, i, j, lda), 1000) && is_close(product, T(i == j), 100));
        }
}

template <class T> void singular_values(sycl::queue &q, jobsvd jobu, jobsvd jobvt, int64_t m, int64_t n)
{
    const int64_t lda = m + 2, ldu = m + 1, ldvt = n + 3, k = std::min(m, n);
    memory<T> a(q, std::size_t(lda * std::max(m, n))), u(q, std::size_t(ldu * m)), vt(q, std::size_t(ldvt * n)), scratch(q, 1);
    memory<real_t<T>> s(q, std::size_t(k));
    gesvd(q, jobu, jobvt, m, n, a.ptr, lda, s.ptr, u.ptr, ldu, vt.ptr, ldvt, scratch.ptr,
          gesvd_scratchpad_size<T>(q, jobu, jobvt, m, n, lda, ldu, ldvt))
        .wait();
    double squares = 0, values = 0;
    for (int64_t i = 0; i < k; i++) values += double(s[i]) * double(s[i]);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) squares += std::norm(std::complex<double>(a.mirror[std::size_t(j * lda + i)]));
    CHECK(is_close(real_t<T>(values), real_t<T>(squares), 100));
    if (jobu == jobsvd::novec || jobvt == jobsvd::novec) return;
    const T *left = jobu == jobsvd::vectorsina ? a.ptr : u.ptr, *right = jobvt == jobsvd::vectorsina ? a.ptr : vt.ptr;
    const int64_t ld_left = jobu == jobsvd::vectorsina ? lda : ldu, ld_right = jobvt == jobsvd::vectorsina ? lda : ldvt;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            T sum = 0;
            for (int64_t p = 0; p < k; p++) sum += at(left, i, p, ld_left) * s[p] * at(right, p, j, ld_right);
            CHECK(is_close(sum, a.mirror[std::size_t(j * lda + i)], 1000));
        }
    for (int64_t i = 0; jobu == jobsvd::vectors && i < m; i++) { // all columns of U are orthonormal
        T sum = 0;
        for (int64_t p = 0; p < m; p++) sum += conj_if(at(left, p, m - 1, ld_left), true) * at(left, p, i, ld_left);
        CHECK(is_close(sum, T(i == m - 1), 100));
    }
}

template <class T> void buffers(sycl::queue &q)
{
    const int64_t n = 8;
    memory<T> positive(q, 64);
    make_positive(positive, n, n);
    std::vector<T> a(positive.ptr, positive.ptr + 64), b(8, T(1)), scratch(1);
    std::vector<int64_t> pivots(8);
    {
        sycl::buffer<T, 1> ba(a.data(), sycl::range<1>(64)), bb(b.data(), sycl::range<1>(8)), bs(scratch.data(), sycl::range<1>(1));
        sycl::buffer<int64_t, 1> bp(pivots.data(), sycl::range<1>(8));
        getrf(q, n, n, ba, n, bp, bs, 1);
        getrs(q, transpose::N, n, 1, ba, n, bp, bb, n, bs, 1);
    }
    for (int64_t i = 0; i < n; i++) {
        T sum = 0;
        for (int64_t p = 0; p < n; p++) sum += at(positive.ptr, i, p, n) * b[std::size_t(p)];
        CHECK(is_close(sum, T(1), 100));
    }
}

// The queue's handler gets what is known only when the factorization is complete.
template <class T> void failures_are_asynchronous(const sycl::device &device)
{
    int64_t code = 0;
    bool is_general = false;
    sycl::queue q(device, [&](sycl::exception_list list) {
        for (const std::exception_ptr &e : list) {
            try {
                std::rethrow_exception(e);
            } catch (const mkl::lapack::exception &error) {
                code = error.info();
                is_general = dynamic_cast<const mkl::computation_error *>(&error) != nullptr;
            }
        }
    });
    memory<T> a(q, 25), scratch(q, 1);
    memory<int64_t> pivots(q, 5);
    make_positive(a, 5, 5);
    a[2 * 5 + 2] = T(-1);
    potrf(q, uplo::lower, 5, a.ptr, 5, scratch.ptr, 1).wait_and_throw();
    CHECK(code == 3 && is_general);
    std::fill(a.ptr, a.ptr + 25, T(0));
    a[0] = a[6] = T(2);
    getrf(q, 5, 5, a.ptr, 5, pivots.ptr, scratch.ptr, 1);
    q.wait_and_throw();
    CHECK(code == 3);
    code = 0;
    make_positive(a, 5, 5);
    potrf(q, uplo::lower, 5, a.ptr, 5, scratch.ptr, 1).wait_and_throw();
    CHECK(code == 0);
}

static void wrong_arguments_are_named(sycl::queue &q)
{
    memory<float> a(q, 100);
    try {
        potrf(q, uplo::lower, 10, a.ptr, 9, a.ptr, 1);
        CHECK(false);
    } catch (const mkl::lapack::invalid_argument &e) {
        CHECK(e.info() == -5 && std::strstr(e.what(), "lapack: potrf: invalid argument: lda is 9; it must be at least 10"));
    }
    try {
        potrf(q, uplo::lower, 10, a.ptr, 10, a.ptr, 0);
        CHECK(false);
    } catch (const mkl::lapack::exception &e) {
        CHECK(e.info() == -7 && e.detail() == 1);
    }
    CHECK(throws<mkl::invalid_argument>([&] { geqrf(q, -1, 10, a.ptr, 10, a.ptr, a.ptr, 1); }));
    CHECK(throws<std::exception>([&] { syevd(q, job::updatevec, uplo::lower, 3, a.ptr, 3, a.ptr, a.ptr, 1); }));
}

int main(int n_arguments, char **arguments)
{
    sycl::queue q = make_queue(n_arguments, arguments);
    for_types(q, [&](auto zero) {
        using T = decltype(zero);
        getrf_of<T>(q, 9, 9);
        getrf_of<T>(q, 12, 5);
        getrf_of<T>(q, 4, 10);
        for (const transpose t : {transpose::N, transpose::T, transpose::C}) {
            getrs_of<T>(q, t, 12, 12);
            getrs_of<T>(q, t, 15, 13);
        }
        getri_of<T>(q, 12, 12);
        getri_of<T>(q, 7, 10);
        geqrf_of<T>(q, 8, 5);
        geqrf_of<T>(q, 5, 9);
        for (const uplo u : {uplo::upper, uplo::lower}) {
            potrf_of<T>(q, u);
            for (const job jobz : {job::vec, job::novec}) eigenvalues<T>(q, jobz, u);
        }
        for (const int64_t m : {5, 8}) {
            singular_values<T>(q, jobsvd::vectors, jobsvd::vectors, m, 13 - m);
            singular_values<T>(q, jobsvd::somevec, jobsvd::somevec, m, 13 - m);
            singular_values<T>(q, jobsvd::novec, jobsvd::novec, m, 13 - m);
            singular_values<T>(q, m == 8 ? jobsvd::vectorsina : jobsvd::somevec, m == 8 ? jobsvd::somevec : jobsvd::vectorsina, m, 13 - m);
        }
        buffers<T>(q);
        failures_are_asynchronous<T>(q.get_device());
    });
    wrong_arguments_are_named(q);
    return n_failed;
}
