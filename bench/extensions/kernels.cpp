// What bench/extensions.py measures in C++: kernels beside the loops of loops.c, and gemv beside OpenBLAS, in one process, taking turns.
// Prints rows "name: ours peer ours_cpu peer_cpu" of minima in seconds: elapsed time, and the time of all threads, which other programs on
// the machine disturb less.
#include "loops.h"

#include <oneapi/mkl.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

namespace {

double now(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Waits until no thread of this process uses a processor: OpenBLAS's look for work for a while after a call, on some processors
// longer than 50 ms, and would take one from whoever is measured next.
void settle()
{
    double used;
    do {
        used = now(CLOCK_PROCESS_CPUTIME_ID);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    } while (now(CLOCK_PROCESS_CPUTIME_ID) - used > 1e-3);
}

// Minima over repetitions that take turns, each begun when the threads of the one before sleep.
void row(const char *name, int repetitions, const std::function<void()> &ours, const std::function<void()> &peer)
{
    const double none = std::numeric_limits<double>::infinity();
    double elapsed[2] = {none, none}, used[2] = {none, none};
    for (int i = 0; i < repetitions; i++) {
        const std::function<void()> *const both[] = {&ours, &peer};
        for (int which = 0; which < 2; which++) {
            if (!*both[which]) continue;
            settle();
            (*both[which])(); // wakes the threads, warms the caches
            const double begin = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
            (*both[which])();
            elapsed[which] = std::fmin(elapsed[which], now(CLOCK_MONOTONIC) - begin);
            used[which] = std::fmin(used[which], now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
        }
    }
    std::printf("%s: %.9g %.9g %.9g %.9g\n", name, elapsed[0], elapsed[1], used[0], used[1]);
    std::fflush(stdout);
}

void check(const char *what, double got, double expected)
{
    if (std::fabs(got - expected) <= 1e-9 * std::fabs(expected)) return;
    std::fprintf(stderr, "%s: %.17g, not %.17g\n", what, got, expected);
    std::exit(1);
}

std::vector<double> numbers(std::size_t n)
{
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; i++) x[i] = std::sin(static_cast<double>(i)) * 2;
    return x;
}

void measure_polynomial(sycl::queue &q)
{
    const std::size_t n = 10'000'000;
    const std::vector<double> x = numbers(n);
    std::vector<double> y(n), z(n);
    row("polynomial", 15,
        [&] {
            sycl::buffer<const double> in(x.data(), sycl::range<1>(n));
            sycl::buffer<double> out(y.data(), sycl::range<1>(n));
            q.submit([&](sycl::handler &cgh) {
                sycl::accessor a(in, cgh, sycl::read_only);
                sycl::accessor b(out, cgh, sycl::write_only, sycl::no_init);
                cgh.parallel_for(n, [=](sycl::id<1> i) { b[i] = 3 + a[i] * (1 + a[i] * (-0.5 + 0.3 * a[i])); });
            });
        },
        [&] { loop_polynomial(x.data(), z.data(), n); });
    check("polynomial", y[n / 3], z[n / 3]);
}

void measure_density(sycl::queue &q, const char *name, std::size_t n, std::size_t n_points, int repetitions)
{
    const std::vector<double> samples = numbers(n), points = numbers(n_points);
    std::vector<double> out(n_points), expected(n_points);
    const double h = 0.2;
    row(name, repetitions,
        [&] {
            const double *data = samples.data(), scale = 1 / h;
            for (std::size_t p = 0; p < n_points; p++) {
                const double at = points[p];
                q.parallel_for(sycl::range<1>(n), sycl::reduction(&out[p], sycl::plus<>(), sycl::property::reduction::initialize_to_identity()),
                               [=](sycl::id<1> i, auto &total) {
                                   const double z = (at - data[i]) * scale;
                                   total += sycl::exp(-0.5 * z * z);
                               });
            }
            q.wait();
        },
        [&] { loop_density(points.data(), n_points, samples.data(), n, h, expected.data()); });
    for (std::size_t p = 0; p < n_points; p++) check(name, out[p], expected[p]);
}

// Each item sums 10,000 elements, a group combines its sums in local memory.
void measure_groups(sycl::queue &q)
{
    const std::size_t each = 10'000, local = 64, groups = 16, n = each * local * groups;
    const std::vector<double> x = numbers(n);
    std::vector<double> sums(groups);
    double expected = 0;
    row("nd_range reduction", 15,
        [&] {
            const double *data = x.data();
            double *to = sums.data();
            q.submit([&](sycl::handler &cgh) {
                 sycl::local_accessor<double, 1> part(sycl::range<1>(local), cgh);
                 cgh.parallel_for(sycl::nd_range<1>(local * groups, local), [=](sycl::nd_item<1> it) {
                     const std::size_t item = it.get_local_id(0), first = it.get_global_id(0) * each;
                     double sum = 0;
                     for (std::size_t i = first; i < first + each; i++) sum += data[i];
                     part[item] = sum;
                     for (std::size_t width = local / 2; width; width /= 2) {
                         sycl::group_barrier(it.get_group());
                         if (item < width) part[item] += part[item + width];
                     }
                     if (item == 0) to[it.get_group(0)] = part[0];
                 });
             }).wait();
        },
        [&] { expected = loop_sum(x.data(), n); });
    double total = 0;
    for (const double sum : sums) total += sum;
    check("nd_range reduction", total + 1, expected + 1);
}

// Nanoseconds for an item and a barrier.
void measure_barrier(sycl::queue &q)
{
    const std::size_t barriers = 100, items = 64 * 256;
    std::vector<int> x(items);
    row("barrier", 15,
        [&] {
            int *data = x.data();
            q.parallel_for(sycl::nd_range<1>(items, 64), [=](sycl::nd_item<1> it) {
                 for (std::size_t i = 0; i < barriers; i++) {
                     sycl::group_barrier(it.get_group());
                     data[it.get_global_id(0)]++;
                 }
             }).wait();
        },
        nullptr);
    std::printf("barriers: %zu\n", barriers * items);
}

using gemv_fn = void(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);

void measure_gemv(sycl::queue &q, const char *openblas, int n_threads)
{
    void *library = dlopen(openblas, RTLD_NOW | RTLD_LOCAL);
    auto *gemv = library ? reinterpret_cast<gemv_fn *>(dlsym(library, "scipy_cblas_dgemv")) : nullptr;
    auto *set_threads = library ? reinterpret_cast<void (*)(int)>(dlsym(library, "scipy_openblas_set_num_threads")) : nullptr;
    if (!gemv || !set_threads) return;
    const int n = 4096;
    const std::size_t size = static_cast<std::size_t>(n);
    const std::vector<double> a = numbers(size * size), x = numbers(size);
    std::vector<double> y(size), z(size);
    for (const bool transposed : {false, true}) {
        const auto op = transposed ? oneapi::mkl::transpose::trans : oneapi::mkl::transpose::nontrans;
        row(transposed ? "gemv transposed" : "gemv", 15,
            [&] { oneapi::mkl::blas::row_major::gemv(q, op, n, n, 1.0, a.data(), n, x.data(), 1, 0.0, y.data(), 1).wait(); },
            [&] {
                set_threads(n_threads); // the library's calls, which are of the same OpenBLAS, set it back to 1
                gemv(101, transposed ? 112 : 111, n, n, 1.0, a.data(), n, x.data(), 1, 0.0, z.data(), 1);
            });
        for (std::size_t i = 0; i < size; i += 1000) check("gemv", y[i] + 100, z[i] + 100);
    }
}

} // namespace

// kernels OPENBLAS THREADS
int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    sycl::queue q(sycl::cpu_selector_v);
    measure_polynomial(q);
    measure_density(q, "density 1e5 x 64", 100'000, 64, 7);
    measure_density(q, "density 1e7 x 8", 10'000'000, 8, 3);
    measure_groups(q);
    measure_barrier(q);
    measure_gemv(q, argv[1], std::atoi(argv[2]));
}
