// oneapi::mkl::rng: words that the engines' authors published, moments of distributions, sequences in parts, skips, copies.
#include "mkl_check.hpp"

#include <cmath>
#include <random>

using namespace mkl::rng;

template <class T> struct numbers {
    numbers(sycl::queue &queue, std::size_t n) : q(queue), ptr(allocate<T>(queue, n)), size(n) {}
    ~numbers() { sycl::free(ptr, q); }
    numbers(const numbers &) = delete;
    numbers &operator=(const numbers &) = delete;
    T &operator[](std::size_t i) const { return ptr[i]; }
    sycl::queue &q;
    T *ptr;
    std::size_t size;
};

static void words_are_those_of_the_authors(sycl::queue &q)
{
    static const std::uint32_t zeros[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    static const std::uint32_t digits[4] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    numbers<std::uint32_t> x(q, 1000);
    philox4x32x10 philox(q);
    generate(bits<std::uint32_t>(), philox, 1000, x.ptr).wait();
    for (std::size_t i = 0; i < 4; i++) CHECK(x[i] == zeros[i]);
    philox4x32x10 keyed(q, {0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e});
    generate(uniform_bits<>(), keyed, 4, x.ptr).wait();
    for (std::size_t i = 0; i < 4; i++) CHECK(x[i] == digits[i]);
    mt19937 twister(q, {0x123, 0x234, 0x345, 0x456});
    generate(bits<>(), twister, 1000, x.ptr).wait();
    CHECK(x[0] == 1067595299 && x[1] == 955945823 && x[2] == 477289528 && x[3] == 4107218783);
    // x0 = 1; the second word is 13^13, of 59 bits.
    if (!q.get_device().has(sycl::aspect::fp64)) return;
    numbers<double> u(q, 2);
    mcg59 congruential(q, 1);
    generate(uniform<double>(), congruential, 2, u.ptr).wait();
    CHECK(std::abs(u[0] - std::ldexp(1.0, -59)) < 1e-17 && std::abs(u[1] - std::ldexp(302875106592253.0, -59)) < 1e-15);
}

template <class Engine, class Distribution> void moments(sycl::queue &q, const Distribution &distribution, double mean, double deviation)
{
    using T = typename Distribution::result_type;
    const std::size_t n = 200000;
    numbers<T> x(q, n);
    Engine engine(q, 77);
    generate(distribution, engine, int64_t(n), x.ptr).wait();
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < n; i++) {
        sum += double(x[i]);
        squares += (double(x[i]) - mean) * (double(x[i]) - mean);
    }
    CHECK(std::abs(sum / double(n) - mean) < 0.02 * deviation);
    CHECK(std::abs(std::sqrt(squares / double(n)) - deviation) < 0.03 * deviation);
}

template <class Engine, class T> void real_distributions(sycl::queue &q)
{
    moments<Engine>(q, uniform<T>(2, 6), 4, 4 / std::sqrt(12.0));
    moments<Engine>(q, gaussian<T>(-3, 2), -3, 2);
    moments<Engine>(q, exponential<T>(1, 3), 4, 3);
    moments<Engine>(q, lognormal<T>(T(0.5), T(0.25), 1, 2), 1 + 2 * std::exp(0.53125),
                    2 * std::exp(0.53125) * std::sqrt(std::exp(0.0625) - 1));
    moments<Engine>(q, rayleigh<T>(1, 2), 1 + std::sqrt(3.14159265), 2 * std::sqrt(1 - 3.14159265 / 4));
    moments<Engine>(q, weibull<T>(2, 1, 3), 1 + 3 * std::tgamma(1.5), 3 * std::sqrt(1 - std::tgamma(1.5) * std::tgamma(1.5)));
    const std::size_t n = 100000;
    numbers<T> x(q, n);
    Engine engine(q);
    generate(cauchy<T>(5, 2), engine, int64_t(n), x.ptr).wait();
    std::size_t near = 0;
    for (std::size_t i = 0; i < n; i++) near += std::abs(x[i] - 5) < 2;
    CHECK(std::abs(double(near) / double(n) - 0.5) < 0.01);
}

template <class Engine> void distributions(sycl::queue &q)
{
    real_distributions<Engine, float>(q);
    if (q.get_device().has(sycl::aspect::fp64)) real_distributions<Engine, double>(q);
    moments<Engine>(q, uniform<std::int32_t>(-10, 10), -0.5, std::sqrt(399.0 / 12));
    moments<Engine>(q, bernoulli<std::int32_t>(0.25f), 0.25, std::sqrt(0.1875));
    moments<Engine>(q, geometric<>(0.25f), 3, std::sqrt(12.0));
    numbers<std::int32_t> x(q, 10000);
    Engine engine(q);
    generate(uniform<std::int32_t>(3, 6), engine, 10000, x.ptr).wait();
    std::size_t counts[3] = {0, 0, 0};
    for (std::size_t i = 0; i < 10000; i++) {
        CHECK(x[i] >= 3 && x[i] < 6);
        counts[x[i] - 3]++;
    }
    for (const std::size_t count : counts) CHECK(count > 3000);
}

// One sequence: whole, in two parts, by a copy of the engine, after a skip.
template <class Engine> void sequences(sycl::queue &q)
{
    numbers<float> whole(q, 5000), parts(q, 5000);
    Engine first(q, 5), second(q, 5);
    generate(uniform<float>(), first, 5000, whole.ptr).wait();
    sycl::event e = generate(uniform<float>(), second, 2000, parts.ptr);
    Engine copied(second), assigned(q, 99);
    assigned = second;
    generate(uniform<float>(), second, 3000, parts.ptr + 2000, {e}).wait();
    for (std::size_t i = 0; i < 5000; i++) CHECK(whole[i] == parts[i]);
    generate(uniform<float>(), copied, 3000, parts.ptr).wait();
    for (std::size_t i = 0; i < 3000; i++) CHECK(whole[i + 2000] == parts[i]);
    generate(uniform<float>(), assigned, 3000, parts.ptr).wait();
    for (std::size_t i = 0; i < 3000; i++) CHECK(whole[i + 2000] == parts[i]);
    for (const std::uint64_t n : {0u, 1u, 2u, 3u, 1001u, 2500u}) {
        Engine skipped(q, 5);
        skip_ahead(skipped, n);
        skip_ahead(skipped, {n});
        generate(uniform<float>(), skipped, 10, parts.ptr).wait();
        for (std::size_t i = 0; n <= 2490 && i < 10; i++) CHECK(whole[i + 2 * n] == parts[i]);
    }
    Engine other(q, 6);
    generate(uniform<float>(), other, 5000, parts.ptr).wait();
    std::size_t n_equal = 0;
    for (std::size_t i = 0; i < 5000; i++) n_equal += whole[i] == parts[i];
    CHECK(n_equal < 100);
    std::vector<float> host(5000);
    Engine buffered(q, 5);
    {
        sycl::buffer<float, 1> b(host.data(), sycl::range<1>(5000));
        generate(uniform<float>(), buffered, 5000, b);
    }
    for (std::size_t i = 0; i < 5000; i++) CHECK(whole[i] == host[i]);
}

static void wrong_arguments_are_named(sycl::queue &q)
{
    philox4x32x10 engine(q);
    float x;
    CHECK(refuses<mkl::invalid_argument>([&] { generate(uniform<float>(), engine, -1, &x); }, "rng: generate: invalid argument: n is -1"));
    CHECK(refuses<mkl::invalid_argument>([] { uniform<float>(2, 1); }, "less than b"));
    CHECK(refuses<mkl::invalid_argument>([] { gaussian<float>(0, -1); }, "stddev is -1"));
    CHECK(refuses<mkl::invalid_argument>([] { bernoulli<std::int32_t>(1.5f); }, "p is 1.5"));
    CHECK(refuses<mkl::unimplemented>([&] { skip_ahead(engine, {0, 1}); }, "2^64"));
    CHECK(gaussian<float>(3, 4).mean() == 3 && gaussian<float>(3, 4).stddev() == 4 && bernoulli<>().p() == 0.5f);
    generate(gaussian<float>(), engine, 0, &x).wait();
}

template <class Engine> void all(sycl::queue &q)
{
    distributions<Engine>(q);
    sequences<Engine>(q);
}

int main(int n_arguments, char **arguments)
{
    sycl::queue q = make_queue(n_arguments, arguments);
    words_are_those_of_the_authors(q);
    all<philox4x32x10>(q);
    all<mt19937>(q);
    all<mcg59>(q);
    wrong_arguments_are_named(q);
    return n_failed;
}
