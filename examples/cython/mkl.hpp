// What _mkl.pyx calls: oneapi::mkl over memory of NumPy, by sycl::buffer, and over USM memory.
#include <oneapi/mkl.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

// sums = a^T (1, ..., 1) of a row-major matrix. The buffers work in the memory given, and wait when they end.
template <class T> void column_sums(sycl::queue &q, std::int64_t rows, std::int64_t columns, const T *a, T *sums)
{
    std::vector<T> ones(static_cast<std::size_t>(rows), T(1));
    // (The functions take buffers of T, since they also write some.)
    sycl::buffer<T, 1> matrix(const_cast<T *>(a), sycl::range<1>(static_cast<std::size_t>(rows * columns)));
    sycl::buffer<T, 1> x(ones.data(), sycl::range<1>(ones.size())), y(sums, sycl::range<1>(static_cast<std::size_t>(columns)));
    oneapi::mkl::blas::row_major::gemv(q, oneapi::mkl::transpose::trans, rows, columns, T(1), matrix, columns, x, 1, T(0), y, 1);
}

// The mean of discounted gains of a European call over n random ends of the price, and its standard error.
inline void monte_carlo_call(sycl::queue &q, std::uint64_t seed, std::int64_t n, double spot, double strike, double years, double rate,
                             double volatility, double *mean, double *error)
{
    double *z = sycl::malloc_device<double>(static_cast<std::size_t>(n), q), *sums = sycl::malloc_shared<double>(2, q);
    const double drift = (rate - volatility * volatility / 2) * years, spread = volatility * std::sqrt(years), discount = std::exp(-rate * years);
    oneapi::mkl::rng::philox4x32x10 engine(q, seed);
    const sycl::event drawn = oneapi::mkl::rng::generate(oneapi::mkl::rng::gaussian<double>(0, 1), engine, n, z);
    const auto overwrite = sycl::property::reduction::initialize_to_identity();
    q.submit([&](sycl::handler &cgh) {
         cgh.depends_on(drawn);
         cgh.parallel_for(sycl::range<1>(static_cast<std::size_t>(n)), sycl::reduction(sums, sycl::plus<>(), overwrite),
                          sycl::reduction(sums + 1, sycl::plus<>(), overwrite), [=](sycl::id<1> i, auto &sum, auto &squares) {
                              const double end = spot * sycl::exp(drift + spread * z[i]);
                              const double gain = discount * sycl::fmax(end - strike, 0.0);
                              sum += gain;
                              squares += gain * gain;
                          });
     }).wait();
    *mean = sums[0] / static_cast<double>(n);
    *error = std::sqrt((sums[1] / static_cast<double>(n) - *mean * *mean) / static_cast<double>(n));
    sycl::free(z, q);
    sycl::free(sums, q);
}
