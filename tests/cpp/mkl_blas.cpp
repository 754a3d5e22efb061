// oneapi::mkl::blas against plain loops: both orders of matrices, all types, transposes, leading dimensions, steps, dependencies.
#include "mkl_check.hpp"

using mkl::transpose;
using mkl::uplo;

// The function of one order: BLAS(gemv, q, ...), where is_row is at hand.
#define BLAS(name, ...) (is_row ? mkl::blas::row_major::name(__VA_ARGS__) : mkl::blas::column_major::name(__VA_ARGS__))

static int64_t index_of(bool is_row, int64_t i, int64_t j, int64_t ld)
{
    return is_row ? i * ld + j : j * ld + i;
}
template <class T> T element(const T *a, bool is_row, transpose op, int64_t i, int64_t j, int64_t ld)
{
    return op == transpose::nontrans ? a[index_of(is_row, i, j, ld)]
                                     : conj_if(a[index_of(is_row, j, i, ld)], op == transpose::conjtrans);
}
static int64_t step(int64_t i, int64_t n, int64_t inc)
{
    return inc > 0 ? i * inc : (i - n + 1) * inc;
}

template <class T> void gemm(sycl::queue &q, bool is_row, transpose ta, transpose tb, T alpha, T beta)
{
    const int64_t m = 7, n = 11, k = 5, lda = 13, ldb = 14, ldc = 15;
    memory<T> a(q, 200), b(q, 300, 9), c(q, 300, 5);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t p = 0; p < k; p++) sum += element<T>(a, is_row, ta, i, p, lda) * element<T>(b, is_row, tb, p, j, ldb);
            T &x = c.mirror[std::size_t(index_of(is_row, i, j, ldc))];
            x = alpha * sum + beta * x;
        }
    BLAS(gemm, q, ta, tb, m, n, k, alpha, a.ptr, lda, b.ptr, ldb, beta, c.ptr, ldc).wait();
    CHECK(c.is_as_expected());
    const sycl::event done = BLAS(gemm, q, ta, tb, m, n, k, alpha, a.ptr, lda, b.ptr, ldb, T(0), c.ptr, ldc);
    const std::vector<T> before = (sycl::event(done).wait(), std::vector<T>(c.ptr, c.ptr + 100));
    BLAS(gemm, q, ta, tb, m, n, k, alpha, a.ptr, lda, b.ptr, ldb, T(0), c.ptr, ldc, mkl::blas::compute_mode::float_to_bf16x3, {done}).wait();
    CHECK(std::equal(before.begin(), before.end(), c.ptr));
}

template <class T> void gemv(sycl::queue &q, bool is_row, transpose t, int64_t incx, int64_t incy, T alpha, T beta)
{
    const int64_t m = 23, n = 37, lda = 41, rows = t == transpose::nontrans ? m : n, columns = t == transpose::nontrans ? n : m;
    memory<T> a(q, 41 * 40), x(q, 200, 3), y(q, 200, 8);
    for (int64_t i = 0; i < rows; i++) {
        T sum = 0;
        for (int64_t j = 0; j < columns; j++) sum += element<T>(a, is_row, t, i, j, lda) * x[step(j, columns, incx)];
        T &to = y.mirror[std::size_t(step(i, rows, incy))];
        to = alpha * sum + beta * to;
    }
    BLAS(gemv, q, t, m, n, alpha, a.ptr, lda, x.ptr, incx, beta, y.ptr, incy).wait();
    CHECK(y.is_as_expected());
}

template <class T> void gemm_batch(sycl::queue &q, bool is_row)
{
    const int64_t m = 3, n = 4, k = 5, n_batch = 6, distance = 40;
    memory<T> a(q, 240), b(q, 240, 9), c(q, 240, 5);
    for (int64_t s = 0; s < n_batch; s++)
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) {
                T sum = 0;
                for (int64_t p = 0; p < k; p++)
                    sum += element<T>(a + s * distance, is_row, transpose::nontrans, i, p, 6) *
                           element<T>(b, is_row, transpose::trans, p, j, 7); // one b for all
                c.mirror[std::size_t(s * distance + index_of(is_row, i, j, 5))] = sum;
            }
    BLAS(gemm_batch, q, transpose::nontrans, transpose::trans, m, n, k, 1, a.ptr, 6, distance, b.ptr, 7, 0, 0, c.ptr, 5, distance, n_batch)
        .wait();
    CHECK(c.is_as_expected());
}

template <class T> void ger(sycl::queue &q, bool is_row)
{
    const int64_t m = 9, n = 6, lda = 10;
    const T alpha = some<T>(77);
    for (const bool conjugates : {false, true}) {
        if (conjugates && !is_complex<T>) continue;
        memory<T> a(q, 100), x(q, 40, 3), y(q, 40, 8);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++)
                a.mirror[std::size_t(index_of(is_row, i, j, lda))] += alpha * x[step(i, m, 2)] * conj_if(y[step(j, n, -3)], conjugates);
        if constexpr (is_complex<T>) {
            if (conjugates)
                BLAS(gerc, q, m, n, alpha, x.ptr, 2, y.ptr, -3, a.ptr, lda).wait();
            else
                BLAS(geru, q, m, n, alpha, x.ptr, 2, y.ptr, -3, a.ptr, lda).wait();
        } else {
            BLAS(ger, q, m, n, alpha, x.ptr, 2, y.ptr, -3, a.ptr, lda).wait();
        }
        CHECK(a.is_as_expected());
    }
}

// Element of the symmetric (Hermitian) matrix that a triangle stands for.
template <class T> T of_triangle(const T *a, bool is_row, uplo u, bool is_hermitian, int64_t i, int64_t j, int64_t ld)
{
    if (i == j && is_hermitian) return T(std::real(a[index_of(is_row, i, i, ld)]));
    const bool is_stored = u == uplo::lower ? i >= j : i <= j;
    return is_stored ? a[index_of(is_row, i, j, ld)] : conj_if(a[index_of(is_row, j, i, ld)], is_hermitian);
}

template <class T> void symm(sycl::queue &q, bool is_row, mkl::side s, uplo u, bool is_hermitian)
{
    const int64_t m = 8, n = 5, order = s == mkl::side::left ? m : n;
    const T alpha = some<T>(5), beta = some<T>(6);
    memory<T> a(q, 100), b(q, 100, 3), c(q, 100, 8);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t p = 0; p < order; p++)
                sum += s == mkl::side::left ? of_triangle<T>(a, is_row, u, is_hermitian, i, p, 9) * b[index_of(is_row, p, j, 10)]
                                            : b[index_of(is_row, i, p, 10)] * of_triangle<T>(a, is_row, u, is_hermitian, p, j, 9);
            T &to = c.mirror[std::size_t(index_of(is_row, i, j, 11))];
            to = alpha * sum + beta * to;
        }
    if constexpr (is_complex<T>) {
        if (is_hermitian) BLAS(hemm, q, s, u, m, n, alpha, a.ptr, 9, b.ptr, 10, beta, c.ptr, 11).wait();
    }
    if (!is_hermitian) BLAS(symm, q, s, u, m, n, alpha, a.ptr, 9, b.ptr, 10, beta, c.ptr, 11).wait();
    CHECK(c.is_as_expected());
}

template <class T> void syrk(sycl::queue &q, bool is_row, uplo u, transpose t, bool is_hermitian)
{
    const int64_t n = 8, k = 5;
    const real_t<T> alpha = real_t<T>(0.5), beta = real_t<T>(-2);
    memory<T> a(q, 100), c(q, 100, 8);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            if (u == uplo::lower ? i < j : i > j) continue;
            T sum = 0;
            for (int64_t p = 0; p < k; p++)
                sum += element<T>(a, is_row, t, i, p, 9) * conj_if(element<T>(a, is_row, t, j, p, 9), is_hermitian);
            T &to = c.mirror[std::size_t(index_of(is_row, i, j, 11))];
            to = alpha * sum + beta * (is_hermitian && i == j ? T(std::real(to)) : to);
        }
    if constexpr (is_complex<T>) {
        if (is_hermitian) BLAS(herk, q, u, t, n, k, alpha, a.ptr, 9, beta, c.ptr, 11).wait();
    }
    if (!is_hermitian) BLAS(syrk, q, u, t, n, k, alpha, a.ptr, 9, beta, c.ptr, 11).wait();
    CHECK(c.is_as_expected());
    for (int64_t i = 0; is_hermitian && i < n; i++) CHECK(std::imag(c[index_of(is_row, i, i, 11)]) == 0);
}

template <class T> void trsm(sycl::queue &q, bool is_row, mkl::side s, uplo u, transpose t, mkl::diag d)
{
    const int64_t m = 6, n = 9, order = s == mkl::side::left ? m : n;
    const T alpha = some<T>(5);
    memory<T> a(q, 120), b(q, 120, 3);
    for (int64_t i = 0; i < order; i++) a[index_of(is_row, i, i, 10)] += T(4);
    BLAS(trsm, q, s, u, t, d, m, n, alpha, a.ptr, 10, b.ptr, 11).wait();
    // op(triangle) times the solution is alpha times what b was.
    const auto triangle = [&](int64_t i, int64_t j) {
        const bool swaps = t != transpose::nontrans;
        const int64_t r = swaps ? j : i, c = swaps ? i : j;
        if (r == c && d == mkl::diag::unit) return T(1);
        if (u == uplo::lower ? r < c : r > c) return T(0);
        return conj_if(a[index_of(is_row, r, c, 10)], t == transpose::conjtrans);
    };
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t p = 0; p < order; p++)
                sum += s == mkl::side::left ? triangle(i, p) * b[index_of(is_row, p, j, 11)] : b[index_of(is_row, i, p, 11)] * triangle(p, j);
            CHECK(is_close(sum, alpha * b.mirror[std::size_t(index_of(is_row, i, j, 11))], 100));
        }
    CHECK(b[119] == b.mirror[119]);
}

// Products with a triangle; the same and a solution for one vector.
template <class T> void trmm(sycl::queue &q, bool is_row, mkl::side s, uplo u, transpose t, mkl::diag d)
{
    const int64_t m = 6, n = 9, order = s == mkl::side::left ? m : n;
    const T alpha = some<T>(5);
    memory<T> a(q, 120), b(q, 120, 3), x(q, 40, 9);
    for (int64_t i = 0; i < order; i++) a[index_of(is_row, i, i, 10)] += T(4);
    const auto triangle = [&](int64_t i, int64_t j) {
        const bool swaps = t != transpose::nontrans;
        const int64_t r = swaps ? j : i, c = swaps ? i : j;
        if (r == c && d == mkl::diag::unit) return T(1);
        if (u == uplo::lower ? r < c : r > c) return T(0);
        return conj_if(a[index_of(is_row, r, c, 10)], t == transpose::conjtrans);
    };
    const memory<T> old(q, 120, 3), old_x(q, 40, 9);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            T sum = 0;
            for (int64_t p = 0; p < order; p++)
                sum += s == mkl::side::left ? triangle(i, p) * old.mirror[std::size_t(index_of(is_row, p, j, 11))]
                                            : old.mirror[std::size_t(index_of(is_row, i, p, 11))] * triangle(p, j);
            b.mirror[std::size_t(index_of(is_row, i, j, 11))] = alpha * sum;
        }
    BLAS(trmm, q, s, u, t, d, m, n, alpha, a.ptr, 10, b.ptr, 11).wait();
    CHECK(b.is_as_expected());
    for (const int64_t inc : {1, 3, -2}) {
        for (int64_t i = 0; i < order; i++) {
            T sum = 0;
            for (int64_t p = 0; p < order; p++) sum += triangle(i, p) * x.ptr[step(p, order, inc)];
            x.mirror[std::size_t(step(i, order, inc))] = sum;
        }
        const std::vector<T> before(x.ptr, x.ptr + 40);
        sycl::event e = BLAS(trmv, q, u, t, d, order, a.ptr, 10, x.ptr, inc);
        e.wait();
        CHECK(x.is_as_expected());
        BLAS(trsv, q, u, t, d, order, a.ptr, 10, x.ptr, inc, {e}).wait();
        for (int64_t i = 0; i < 40; i++) CHECK(is_close(x[i], before[std::size_t(i)], 1000));
        x.mirror.assign(x.ptr, x.ptr + 40);
    }
}

template <class T> void symv(sycl::queue &q, bool is_row, uplo u, bool is_hermitian, int64_t incx, int64_t incy)
{
    const int64_t n = 7;
    const T alpha = some<T>(5), beta = some<T>(6);
    memory<T> a(q, 100), x(q, 40, 3), y(q, 40, 8);
    const auto whole = [&](int64_t i, int64_t j) {
        const bool is_there = u == uplo::lower ? i >= j : i <= j;
        const T value = a[is_there ? index_of(is_row, i, j, 9) : index_of(is_row, j, i, 9)];
        if (is_hermitian && i == j) return T(std::real(value));
        return conj_if(value, is_hermitian && !is_there);
    };
    for (int64_t i = 0; i < n; i++) {
        T sum = 0, &to = y.mirror[std::size_t(step(i, n, incy))];
        for (int64_t j = 0; j < n; j++) sum += whole(i, j) * x[step(j, n, incx)];
        to = alpha * sum + beta * to;
    }
    if constexpr (is_complex<T>) {
        if (is_hermitian) BLAS(hemv, q, u, n, alpha, a.ptr, 9, x.ptr, incx, beta, y.ptr, incy).wait();
    }
    if (!is_hermitian) BLAS(symv, q, u, n, alpha, a.ptr, 9, x.ptr, incx, beta, y.ptr, incy).wait();
    CHECK(y.is_as_expected());
}

template <class T> void matrices(sycl::queue &q, bool is_row)
{
    const T two = some<T>(3), three = some<T>(4);
    for (const transpose t : {transpose::N, transpose::T, transpose::C}) {
        for (const transpose u : {transpose::N, transpose::T, transpose::C}) gemm<T>(q, is_row, t, u, two, three);
        gemv<T>(q, is_row, t, 1, 1, 1, 0);
        gemv<T>(q, is_row, t, 2, 3, two, three);
        gemv<T>(q, is_row, t, -2, -1, two, 1);
        gemv<T>(q, is_row, t, 1, 1, 0, three);
    }
    gemm<T>(q, is_row, transpose::N, transpose::N, 1, 0);
    gemm<T>(q, is_row, transpose::N, transpose::N, 0, 0);
    gemm_batch<T>(q, is_row);
    ger<T>(q, is_row);
    for (const uplo u : {uplo::upper, uplo::lower}) {
        for (const mkl::side s : {mkl::side::left, mkl::side::right}) {
            symm<T>(q, is_row, s, u, false);
            if (is_complex<T>) symm<T>(q, is_row, s, u, true);
            for (const mkl::diag d : {mkl::diag::nonunit, mkl::diag::unit})
                for (const transpose t : {transpose::N, transpose::T, transpose::C}) {
                    trsm<T>(q, is_row, s, u, t, d);
                    trmm<T>(q, is_row, s, u, t, d);
                }
        }
        symv<T>(q, is_row, u, false, 1, 2);
        symv<T>(q, is_row, u, is_complex<T>, -2, 1);
        for (const transpose t : {transpose::N, transpose::T}) syrk<T>(q, is_row, u, t, false);
        for (const transpose t : {transpose::N, transpose::C})
            if (is_complex<T>) syrk<T>(q, is_row, u, t, true);
    }
}

template <class T> void vectors(sycl::queue &q)
{
    using namespace mkl::blas::column_major;
    using R = real_t<T>;
    const int64_t n = 1000;
    const T alpha = some<T>(9), beta = some<T>(10);
    for (const int64_t inc : {1, 2, -1}) {
        memory<T> x(q, 2000), y(q, 2000, 7), z(q, 2000, 7);
        T dot_sum = 0, conj_sum = 0;
        R sum = 0;
        double squares = 0;
        for (int64_t i = 0; i < n; i++) {
            const T u = x[step(i, n, inc)], v = y[step(i, n, 1)];
            dot_sum += u * v;
            conj_sum += conj_if(u, true) * v;
            sum += std::abs(std::real(u)) + std::abs(std::imag(u));
            squares += std::norm(std::complex<double>(u));
            y.mirror[std::size_t(step(i, n, 1))] = alpha * u + v;
            z.mirror[std::size_t(step(i, n, 1))] = alpha * u + beta * v;
        }
        memory<T> result(q, 2);
        memory<R> magnitudes(q, 2);
        if constexpr (is_complex<T>) {
            dotu(q, n, x.ptr, inc, y.ptr, 1, result.ptr).wait();
            dotc(q, n, x.ptr, inc, y.ptr, 1, result.ptr + 1).wait();
        } else {
            dot(q, n, x.ptr, inc, y.ptr, 1, result.ptr).wait();
            result[1] = conj_sum;
        }
        CHECK(is_close(result[0], dot_sum, 100) && is_close(result[1], conj_sum, 100));
        asum(q, n, x.ptr, inc, magnitudes.ptr).wait();
        nrm2(q, n, x.ptr, inc, magnitudes.ptr + 1).wait();
        CHECK(is_close(magnitudes[0], sum, 100) && is_close(magnitudes[1], R(std::sqrt(squares)), 100));
        axpy(q, n, alpha, x.ptr, inc, y.ptr, 1).wait();
        axpby(q, n, alpha, x.ptr, inc, beta, z.ptr, 1).wait();
        CHECK(y.is_as_expected() && z.is_as_expected());
        for (int64_t i = 0; i < n; i++) x.mirror[std::size_t(step(i, n, inc))] *= alpha;
        scal(q, n, alpha, x.ptr, inc).wait();
        CHECK(x.is_as_expected());
        if constexpr (is_complex<T>) {
            for (int64_t i = 0; i < n; i++) x.mirror[std::size_t(step(i, n, inc))] *= R(2);
            scal(q, n, R(2), x.ptr, inc).wait();
            CHECK(x.is_as_expected());
        }
        const R c = R(0.8), s = R(0.6);
        const T sine = some<T>(11);
        for (int64_t i = 0; i < n; i++) { // twice: with a real sine, and with one of the type
            T &u = x.mirror[std::size_t(step(i, n, inc))], &v = y.mirror[std::size_t(step(i, n, 1))];
            const T first = c * u + s * v, second = c * v - s * u;
            u = c * first + sine * second;
            v = c * second - conj_if(sine, true) * first;
        }
        rot(q, n, x.ptr, inc, y.ptr, 1, c, sine, {rot(q, n, x.ptr, inc, y.ptr, 1, c, s)}).wait();
        CHECK(x.is_as_expected() && y.is_as_expected());
        for (int64_t i = 0; i < n; i++) std::swap(x.mirror[std::size_t(step(i, n, inc))], y.mirror[std::size_t(step(i, n, 1))]);
        swap(q, n, x.ptr, inc, y.ptr, 1).wait();
        CHECK(x.is_as_expected() && y.is_as_expected());
        copy(q, n, x.ptr, inc, y.ptr, 1).wait();
        for (int64_t i = 0; i < n; i++) CHECK(y[i] == x[step(i, n, inc)]);
    }
    memory<T> x(q, 2000);
    memory<int64_t> position(q, 3);
    x[2 * 700] = T(50);
    x[2 * 701] = T(-50);
    x[2 * 300] = T(0);
    iamax(q, n, x.ptr, 2, position.ptr).wait();
    iamin(q, n, x.ptr, 2, position.ptr + 1, mkl::index_base::one).wait();
    iamax(q, 0, x.ptr, 2, position.ptr + 2).wait();
    CHECK(position[0] == 700 && position[1] == 301 && position[2] == 0);
}

static void double_sum_of_floats_is_exact(sycl::queue &q)
{
    if (!q.get_device().has(sycl::aspect::fp64)) return;
    memory<float> x(q, 2);
    memory<double> sum(q, 1);
    x[0] = 16777216;
    x[1] = 1;
    const float *ones = x.ptr;
    mkl::blas::column_major::dot(q, 2, ones, 1, ones, 1, sum.ptr).wait();
    CHECK(sum[0] == 16777216.0 * 16777216.0 + 1);
    x[0] = x[1] = 1e30f;
    memory<float> norm(q, 1);
    mkl::blas::column_major::nrm2(q, 2, x.ptr, 1, norm.ptr).wait();
    CHECK(is_close(norm[0], 1.41421356e30f));
}

static void commands_follow_their_dependencies(sycl::queue &q)
{
    const int64_t n = 200;
    memory<float> a(q, 200 * 200), x(q, 200), y(q, 200), z(q, 200);
    sycl::event made = q.fill(x.ptr, 1.0f, 200);
    sycl::event filled = q.fill(a.ptr, 2.0f, 200 * 200);
    sycl::event first = mkl::blas::row_major::gemv(q, transpose::N, n, n, 1, a.ptr, n, x.ptr, 1, 0, y.ptr, 1, {made, filled});
    sycl::event second = mkl::blas::row_major::gemv(q, transpose::N, n, n, 1, a.ptr, n, y.ptr, 1, 0, z.ptr, 1, {first});
    std::vector<float> out(200);
    q.copy(z.ptr, out.data(), 200, second).wait();
    for (const float value : out) CHECK(value == 400.0f * 400.0f);
}

template <class T> void buffers(sycl::queue &q)
{
    using namespace mkl::blas::row_major;
    std::vector<T> a(20 * 30), x(30), y(20), z(20), s(1);
    for (std::size_t i = 0; i < a.size(); i++) a[i] = some<T>(i);
    for (std::size_t i = 0; i < x.size(); i++) x[i] = some<T>(i + 4);
    std::vector<real_t<T>> norm(1);
    std::vector<int64_t> position(1);
    {
        sycl::buffer<T, 1> ba(a.data(), sycl::range<1>(a.size())), bx(x.data(), sycl::range<1>(30)), by(y.data(), sycl::range<1>(20)),
            bz(z.data(), sycl::range<1>(20)), bs(s.data(), sycl::range<1>(1));
        sycl::buffer<real_t<T>, 1> bn(norm.data(), sycl::range<1>(1));
        sycl::buffer<int64_t, 1> bp(position.data(), sycl::range<1>(1));
        gemv(q, transpose::N, 20, 30, 1, ba, 30, bx, 1, 0, by, 1);
        copy(q, 20, by, 1, bz, 1);
        axpy(q, 20, 2, by, 1, bz, 1);
        nrm2(q, 20, bz, 1, bn);
        iamax(q, 20, bz, 1, bp);
        if constexpr (is_complex<T>)
            dotu(q, 20, by, 1, bz, 1, bs);
        else
            dot(q, 20, by, 1, bz, 1, bs);
        gemm(q, transpose::N, transpose::T, 20, 20, 30, 1, ba, 30, ba, 30, 0, ba, 20);
        scal(q, 30, T(3), bx, 1);
        swap(q, 5, bx, 1, bx, 1); // with itself
        rot(q, 5, by, 1, bz, 1, 1, T(0));
        trmv(q, uplo::lower, transpose::N, mkl::diag::unit, 1, ba, 30, by, 1);
        trsv(q, uplo::upper, transpose::N, mkl::diag::unit, 1, ba, 30, by, 1);
        trmm(q, mkl::side::left, uplo::lower, transpose::N, mkl::diag::unit, 1, 1, 1, ba, 30, by, 1);
        symv(q, uplo::lower, 1, 0, ba, 30, by, 1, 1, bz, 1);
    }
    std::size_t largest = 0;
    const auto size_of = [](T v) { return std::abs(std::real(v)) + std::abs(std::imag(v)); };
    double squares = 0;
    T sum = 0;
    for (std::size_t i = 0; i < 20; i++) {
        T expected = 0;
        for (std::size_t j = 0; j < 30; j++) expected += some<T>(i * 30 + j) * some<T>(j + 4);
        CHECK(is_close(y[i], expected) && is_close(z[i], T(3) * expected));
        if (size_of(z[i]) > size_of(z[largest])) largest = i;
        squares += std::norm(std::complex<double>(z[i]));
        sum += y[i] * z[i];
    }
    CHECK(position[0] == int64_t(largest) && is_close(norm[0], real_t<T>(std::sqrt(squares)), 10) && is_close(s[0], sum, 10));
    for (std::size_t j = 0; j < 30; j++) CHECK(is_close(x[j], T(3) * some<T>(j + 4)));
}

// A scalar that an earlier command computes, in memory that the host reads or does not.
template <class T> void scalars_by_pointer(sycl::queue &q)
{
    using namespace mkl::blas::column_major;
    memory<T> x(q, 100), y(q, 100, 7);
    for (const sycl::usm::alloc kind : {sycl::usm::alloc::shared, sycl::usm::alloc::device}) {
        T *scalars = sycl::malloc<T>(2, q, kind);
        const T values[] = {T(3), T(2)};
        const sycl::event known = q.memcpy(scalars, values, sizeof values);
        for (std::size_t i = 0; i < 10; i++) {
            T sum = 0;
            for (std::size_t j = 0; j < 10; j++) sum += x[std::int64_t(i + j * 10)] * x[std::int64_t(j)];
            y.mirror[i] = T(3) * sum + T(2) * y.mirror[i];
            y.mirror[i + 10] = T(2) * x[std::int64_t(i)] + y.mirror[i + 10];
            y.mirror[i + 20] *= T(3);
        }
        gemv(q, transpose::N, 10, 10, scalars, x.ptr, 10, x.ptr, 1, scalars + 1, y.ptr, 1, {known}).wait();
        axpy(q, 10, scalars + 1, x.ptr, 1, y.ptr + 10, 1, {known}).wait();
        scal(q, 10, scalars, y.ptr + 20, 1, {known}).wait();
        sycl::free(scalars, q);
    }
    CHECK(y.is_as_expected());
}

template <class T> void groups_of_products(sycl::queue &q)
{
    memory<T> a(q, 200), c(q, 200, 5);
    const transpose ops[] = {transpose::N, transpose::T};
    const std::int64_t m[] = {3, 2}, n[] = {4, 2}, k[] = {5, 6}, ld[] = {8, 9}, sizes[] = {2, 1};
    const T alpha[] = {T(1), T(2)}, beta[] = {T(0), T(1)};
    const T *as[] = {a.ptr, a.ptr + 40, a.ptr + 60}, *bs[] = {a.ptr + 80, a.ptr + 90, a.ptr + 100};
    T *cs[] = {c.ptr, c.ptr + 60, c.ptr + 120};
    std::size_t at = 0;
    for (std::size_t g = 0; g < 2; g++)
        for (std::int64_t last = std::int64_t(at) + sizes[g]; std::int64_t(at) < last; at++)
            for (std::int64_t i = 0; i < m[g]; i++)
                for (std::int64_t j = 0; j < n[g]; j++) {
                    T sum = 0;
                    for (std::int64_t p = 0; p < k[g]; p++)
                        sum += element<T>(as[at], true, ops[g], i, p, ld[g]) * element<T>(bs[at], true, transpose::N, p, j, ld[g]);
                    T &to = c.mirror[std::size_t(cs[at] - c.ptr + i * ld[g] + j)];
                    to = alpha[g] * sum + beta[g] * to;
                }
    const transpose straight[] = {transpose::N, transpose::N};
    mkl::blas::row_major::gemm_batch(q, ops, straight, m, n, k, alpha, as, ld, bs, ld, beta, cs, ld, 2, sizes).wait();
    CHECK(c.is_as_expected());
}

static void products_of_halves(sycl::queue &q)
{
    using sycl::half;
    if (!q.get_device().has(sycl::aspect::fp16)) return;
    half *x = sycl::malloc_shared<half>(3 * 16, q), *c = x + 32;
    for (int i = 0; i < 32; i++) x[i] = half(float(i % 5));
    for (int i = 0; i < 16; i++) c[i] = half(1.0f);
    mkl::blas::row_major::gemm(q, transpose::N, transpose::T, 4, 4, 4, 2, x, 4, x + 16, 4, 0.5, c, 4).wait();
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            float sum = 0;
            for (int p = 0; p < 4; p++) sum += float(x[i * 4 + p]) * float(x[16 + j * 4 + p]);
            CHECK(float(c[i * 4 + j]) == 2 * sum + 0.5f);
        }
    CHECK(refuses<mkl::invalid_argument>([&] { mkl::blas::row_major::axpy(q, 4, 1, x, 1, c, 1); }, "axpby: operands of float16"));
    sycl::free(x, q);
}

static void wrong_arguments_are_named(sycl::queue &q)
{
    using namespace mkl::blas;
    memory<float> a(q, 100), x(q, 10);
    const auto gemv_with = [&](int64_t m, int64_t lda, int64_t incx) {
        return [&q, &a, &x, m, lda, incx] { row_major::gemv(q, transpose::N, m, 10, 1, a.ptr, lda, x.ptr, incx, 0, a.ptr, 1); };
    };
    CHECK(refuses<mkl::invalid_argument>(gemv_with(10, 9, 1), "blas: gemv: invalid argument: lda is 9; it must be at least 10"));
    CHECK(refuses<mkl::invalid_argument>(gemv_with(-1, 10, 1), "m is -1; it must be 0 or more"));
    CHECK(refuses<mkl::invalid_argument>(gemv_with(10, 10, 0), "incx is 0"));
    CHECK(refuses<mkl::exception>(gemv_with(20, 10, 1), "gemv")); // beyond the allocation
    CHECK(refuses<mkl::invalid_argument>(
        [&] { column_major::gemm(q, transpose(7), transpose::N, 2, 2, 2, 1, a.ptr, 2, a.ptr, 2, 0, a.ptr, 2); }, "transpose is 7"));
    CHECK(refuses<std::exception>([&] { column_major::gemv(q, transpose::N, 9, 2, 1, a.ptr, 8, x.ptr, 1, 0, x.ptr, 1); }, "the rows"));
    if (!q.get_device().has(sycl::aspect::fp64)) {
        memory<double> y(q, 10);
        CHECK(refuses<mkl::unsupported_device>([&] { row_major::scal(q, 10, 2, y.ptr, 1); }, "blas: scal: "));
    }
    // Nothing to do is not a mistake.
    gemv_with(0, 10, 1)();
}

int main(int n_arguments, char **arguments)
{
    sycl::queue q = make_queue(n_arguments, arguments);
    for_types(q, [&](auto zero) {
        using T = decltype(zero);
        for (const bool is_row : {false, true}) matrices<T>(q, is_row);
        vectors<T>(q);
        buffers<T>(q);
        scalars_by_pointer<T>(q);
        groups_of_products<T>(q);
    });
    products_of_halves(q);
    double_sum_of_floats_is_exact(q);
    commands_follow_their_dependencies(q);
    wrong_arguments_are_named(q);
    return n_failed;
}
