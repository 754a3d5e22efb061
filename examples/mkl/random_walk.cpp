// Random numbers with oneapi::mkl::rng on USM memory: the price of an option on an asset that follows a geometric random walk, by the
// mean of simulated prices. Built as docs/cpp-extensions.md says; prints the estimate beside the exact value.
#include <oneapi/mkl.hpp>

#include <cmath>
#include <cstdio>

int main()
{
    namespace mkl = oneapi::mkl;
    const std::int64_t n = 4'000'000;
    const double price = 100, strike = 105, rate = 0.03, volatility = 0.2, years = 1.5;
    const double drift = (rate - volatility * volatility / 2) * years, spread = volatility * std::sqrt(years);

    sycl::queue queue;
    double *payoffs = sycl::malloc_shared<double>(n, queue), *total = sycl::malloc_shared<double>(1, queue);
    // The same seed gives the same numbers, on every device.
    mkl::rng::philox4x32x10 engine(queue, 2024);
    sycl::event ends = mkl::rng::generate(mkl::rng::lognormal<double>(std::log(price) + drift, spread), engine, n, payoffs);
    sycl::event paid = queue.parallel_for(sycl::range<1>(n), ends, [=](sycl::id<1> i) {
        const double gain = payoffs[i] - strike;
        payoffs[i] = gain > 0 ? gain : 0;
    });
    mkl::blas::row_major::asum(queue, n, payoffs, 1, total, {paid}).wait();
    const double estimate = std::exp(-rate * years) * *total / double(n);

    const auto normal = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
    const double d = (std::log(price / strike) + drift) / spread;
    const double exact = price * normal(d + spread) - strike * std::exp(-rate * years) * normal(d);
    std::printf("simulated %.3f, exact %.3f\n", estimate, exact);
    sycl::free(payoffs, queue);
    sycl::free(total, queue);
    return std::abs(estimate - exact) < 0.05 ? 0 : 1;
}
